//! How often a workspace is named outside of its folder and the registry. `scripts/lines.sh` prints the same figure.

use std::fs;
use std::path::Path;

/// What stands today. It only falls: who takes a name away lowers it here. At 0 a workspace is one line of the registry.
const NAMED: usize = 31;

/// The lines that are no test and no comment; items behind `#[cfg(test)]` end at the brace of their column.
fn production(text: &str) -> Vec<&str> {
    let mut kept = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(indent) = line.strip_suffix("#[cfg(test)]").filter(|indent| indent.trim().is_empty()) else {
            if !line.trim().is_empty() && !line.trim_start().starts_with("//") {
                kept.push(line);
            }
            continue;
        };
        let item = lines.by_ref().find(|line| !line.trim_start().starts_with(['#', '/'])).unwrap_or_default();
        if !item.ends_with([';', '}']) {
            let closing = format!("{indent}}}");
            lines.by_ref().find(|line| line.starts_with(&closing));
        }
    }
    kept
}

fn names_a_workspace(line: &str) -> bool {
    ["contract", "norms", "research", "trial"].into_iter().any(|name| {
        let shapes = [name[..1].to_uppercase() + &name[1..], name.to_uppercase()];
        line.contains(&format!("\"{name}\""))
            || line.contains(&format!("workspaces::{name}"))
            || shapes.iter().any(|shape| line.contains(&format!("WorkspaceId::{shape}")))
    })
}

#[test]
fn workspaces_are_named_in_their_folder_and_the_registry() {
    let mut found = Vec::new();
    for path in super::files("src", "rs") {
        let file = super::name(&path);
        let is_test = file.contains("/tests/") || file.ends_with("/tests.rs") || file.ends_with("_tests.rs");
        if is_test || file.starts_with("src/workspaces/") || Path::new(&file) == Path::new("src/registry.rs") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let named = production(&text).into_iter().filter(|line| names_a_workspace(line));
        found.extend(named.map(|line| format!("{file}: {}", line.trim())));
    }
    let listed = found.join("\n");
    assert!(found.len() <= NAMED, "a workspace adds itself, nobody names it ({} places):\n{listed}", found.len());
    assert!(found.len() == NAMED, "well done: set NAMED to {}", found.len());
}
