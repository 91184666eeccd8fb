//! Documents that name tests, and the scripts that run them.

use super::{code, files, name, none, root, sources};
use std::collections::BTreeMap;
use std::fs;

/// The functions of the tree by name, with the files in which they stand.
fn functions() -> BTreeMap<String, Vec<String>> {
    let mut all = sources();
    for path in files("tests", "rs").iter().chain(&files("end2end/tests", "ts")) {
        all.insert(name(path), fs::read_to_string(path).unwrap());
    }
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (file, text) in all {
        for rest in code(&text).split("fn ").skip(1) {
            let function: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            found.entry(function).or_default().push(file.clone());
        }
    }
    found
}

/// The names of tests in a text: words with a `_` between back ticks that are no path, no setting and no call.
fn tests_of(text: &str) -> Vec<&str> {
    let words = text.split('`').skip(1).step_by(2);
    let is_test = |word: &&str| {
        word.contains('_') && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == ':')
    };
    words.filter(is_test).map(|word| word.rsplit("::").next().unwrap_or(word)).collect()
}

#[test]
fn every_invariant_names_an_existing_test() {
    let text = fs::read_to_string(root().join("docs/ARCHITECTURE.md")).unwrap();
    let known = functions();
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| I")).collect();
    assert!(rows.len() >= 12, "the table of invariants has {} rows", rows.len());
    for row in rows {
        let names = tests_of(row);
        assert!(!names.is_empty() || row.contains("make "), "no test named: {row}");
        for test in names {
            assert!(known.contains_key(test), "no test {test}: {row}");
        }
    }
}

/// Whether a file below `tests` is a part of a target: its own, one it names, or one of a folder of its name.
fn belongs(file: &str, target: &str, text: &str) -> bool {
    file == format!("{target}.rs")
        || text.contains(&format!("\"{file}\""))
        || file.split_once('/').is_some_and(|(folder, _)| folder == target)
}

/// Words of SECURITY.md between back ticks that look like tests and are codes or settings.
const NO_TESTS: [&str; 1] = ["on_hold"];

#[test]
fn every_promise_names_an_existing_test_that_the_long_run_runs() {
    let text = fs::read_to_string(root().join("docs/SECURITY.md")).unwrap();
    let script = fs::read_to_string(root().join("scripts/test-faults.sh")).unwrap();
    let known = functions();
    let targets: Vec<(String, String)> = fs::read_dir(root().join("tests"))
        .unwrap()
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().to_string_lossy().strip_suffix(".rs")?.to_owned();
            Some((name, fs::read_to_string(entry.path()).unwrap()))
        })
        .collect();
    let mut wrong = Vec::new();
    let names: Vec<&str> = tests_of(&text).into_iter().filter(|name| !NO_TESTS.contains(name)).collect();
    assert!(names.len() > 30, "SECURITY.md names {} tests", names.len());
    for test in names {
        let Some(places) = known.get(test) else {
            wrong.push(format!("no test {test}"));
            continue;
        };
        let runs = |place: &String| match place.strip_prefix("tests/") {
            None => script.contains("--lib"),
            Some(rest) => targets.iter().filter(|(name, text)| belongs(rest, name, text)).any(|(name, _)| {
                let module = rest.split('/').nth(1).and_then(|file| file.split('.').next()).unwrap_or_default();
                // The interface is run by modules, the others whole.
                let whole = name != "api" || script.contains(&format!(" {module}"));
                whole && script.contains(&format!("--test {name}"))
            }),
        };
        if !places.iter().any(runs) {
            wrong.push(format!("{test} of {places:?} is not run by scripts/test-faults.sh"));
        }
    }
    for target in text.split('`').skip(1).step_by(2).filter_map(|word| word.strip_prefix("tests/")) {
        if !root().join("tests").join(target).exists() {
            wrong.push(format!("no tests/{target}"));
        }
    }
    none(wrong, "a promise is worth the test that is run for it");
}
