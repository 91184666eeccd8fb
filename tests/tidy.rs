//! The layout rules of `docs/ARCHITECTURE.md`, held by reading the tree. `make tidy`.
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

#[path = "tidy/names.rs"]
mod names;
#[path = "tidy/promises.rs"]
mod promises;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn files(under: &str, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(under)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                if !["node_modules", "target", "shots"].iter().any(|skip| path.ends_with(skip)) {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|ext| ext == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn name(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

fn sources() -> BTreeMap<String, String> {
    files("src", "rs").iter().map(|path| (name(path), fs::read_to_string(path).unwrap())).collect()
}

/// Where a file stands in the layers: a room of a workspace (`run`, `web`, `cli`, `face.rs`) belongs to the layer that it
/// is in, the registry to none.
fn layer_of(file: &str) -> String {
    let Some(rest) = file.strip_prefix("src/workspaces/") else { return file.to_owned() };
    let mut parts = rest.splitn(3, '/');
    let (Some(workspace), Some(room)) = (parts.next(), parts.next()) else { return file.to_owned() };
    let below = parts.next().unwrap_or(room);
    let layer = match room {
        "face.rs" => "ui",
        "run" => "runner",
        "web" => "server",
        "cli" => "cli",
        _ => return file.to_owned(),
    };
    format!("src/{layer}/{workspace}/{below}")
}

/// Code without line comments and strings' contents kept: enough for looking up names.
fn code(text: &str) -> String {
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

fn none(found: Vec<String>, rule: &str) {
    assert!(found.is_empty(), "{rule}\n{}", found.join("\n"));
}

fn is_room(line: &str, rooms: &[String]) -> bool {
    line.trim_start().starts_with("use crate::workspaces::") && rooms.iter().any(|room| line.contains(room))
}

#[test]
fn imports_run_one_way() {
    // Layer → layers it may name.
    let rules: &[(&str, &[&str])] = &[
        ("model", &["model"]),
        ("engine", &["model", "engine"]),
        ("workspaces", &["model", "engine", "workspaces"]),
        ("runner", &["model", "engine", "workspaces", "runner"]),
        ("adapters", &["model", "engine", "runner", "adapters"]),
        ("ui", &["model", "api", "ui"]),
        ("page", &["page"]),
        ("api.rs", &["model", "engine", "runner", "api", "server"]),
        ("server", &["model", "engine", "workspaces", "runner", "adapters", "server", "api", "ui"]),
    ];
    let layers = ["model", "engine", "workspaces", "runner", "adapters", "server", "cli", "api", "ui"];
    let mut wrong = Vec::new();
    for (own, text) in sources() {
        let file = layer_of(&own);
        let Some((_, allowed)) = rules.iter().find(|(layer, _)| file.starts_with(&format!("src/{layer}"))) else {
            continue;
        };
        // Tests beside the code may compare it with another layer.
        let text = code(text.split("#[cfg(test)]").next().unwrap_or_default());
        for layer in layers.iter().filter(|layer| !allowed.contains(layer)) {
            if text.contains(&format!("crate::{layer}::")) {
                wrong.push(format!("{own} imports {layer}"));
            }
        }
        // The pure files of a workspace know no room, and what lies below the workspaces knows no registry.
        let rooms = ["run", "web", "cli"].map(|room| format!("::{room}::"));
        if file.starts_with("src/workspaces") && text.lines().any(|line| is_room(line, &rooms)) {
            wrong.push(format!("{own} imports a room"));
        }
        let lists = ["src/engine/schema.rs", "src/engine/prompt.rs"].contains(&own.as_str());
        if (file.starts_with("src/model") || file.starts_with("src/engine") && !lists)
            && text.contains("crate::registry")
        {
            wrong.push(format!("{own} asks the registry"));
        }
    }
    none(wrong, "left never imports right");
}

#[test]
fn libraries_stay_at_their_edge() {
    let rules: &[(&str, &[&str])] = &[
        ("sqlx::", &["src/adapters/store"]),
        ("reqwest::", &["src/adapters/llm_http", "src/adapters/embeddings", "src/adapters/webhooks"]),
        ("axum::", &["src/server", "src/api", "src/ui"]),
        ("tokio::", &["src/adapters", "src/server", "src/main.rs", "src/cli"]),
        // Foreign files: `foreign_files_are_parsed_in_workers_only` says who may call these.
        (
            "hayro::",
            &[
                "src/adapters/extract",
                "src/adapters/pages/cut.rs",
                "src/adapters/pages/draw.rs",
                "src/adapters/worker/child.rs",
            ],
        ),
        ("argon2::", &["src/adapters/password.rs"]),
        ("pdf_extract::", &["src/adapters/extract"]),
        ("quick_xml::", &["src/adapters/extract"]),
        ("zip::", &["src/adapters/extract", "src/adapters/evidence_pack.rs"]),
        ("std::env::var", &["src/server/config.rs", "src/server/serve.rs"]),
        ("SystemTime::now", &["src/adapters/clock.rs", "src/server/serve.rs"]),
        ("leptos::", &["src/ui", "src/api", "src/server", "src/lib.rs"]),
        ("std::fs", &["src/adapters", "src/server", "src/cli"]),
    ];
    let mut wrong = Vec::new();
    for (file, text) in sources() {
        // Tests beside the code may read files.
        if file.contains("/tests") || file.ends_with("_tests.rs") {
            continue;
        }
        let text = code(text.split("#[cfg(test)]").next().unwrap_or_default());
        let layer = layer_of(&file);
        for (library, places) in rules {
            if text.contains(library) && !places.iter().any(|place| layer.starts_with(place)) {
                wrong.push(format!("{file} uses {library}"));
            }
        }
    }
    none(wrong, "a library appears only at its edge");
}

#[test]
fn foreign_files_are_parsed_in_workers_only() {
    // What takes a stranger's bytes apart → who may call it: the worker, and what only the worker calls.
    let rules: &[(&str, &[&str])] = &[
        ("extract::read(", &["src/adapters/worker/child.rs"]),
        ("extract::read_source(", &["src/adapters/worker/child.rs"]),
        ("draw::open(", &["src/adapters/worker/child.rs", "src/adapters/extract/pdf.rs"]),
        ("draw::marks(", &["src/adapters/worker/child.rs", "src/adapters/extract/pdf.rs"]),
        ("draw::image(", &["src/adapters/worker/child.rs"]),
        ("draw::pixels(", &["src/adapters/pages/cut.rs"]),
        ("cut::cuts(", &["src/adapters/worker/child.rs"]),
        ("evidence_pack::read(", &["src/workspaces/norms/cli/verify_pack.rs"]),
        ("verify_pack::check(", &["src/cli/worker.rs"]),
        ("child::run(", &["src/cli/worker.rs"]),
    ];
    let mut wrong = Vec::new();
    for (file, text) in sources() {
        if file.contains("/tests") || file.ends_with("_tests.rs") {
            continue;
        }
        let text = code(text.split("#[cfg(test)]").next().unwrap_or_default());
        for (call, places) in rules {
            if text.contains(call) && !places.contains(&file.as_str()) {
                wrong.push(format!("{file} calls {call}…)"));
            }
        }
    }
    none(wrong, "the server holds foreign bytes and looks at results");
    let all: String = sources().into_values().collect();
    for (call, _) in rules {
        assert!(all.contains(call), "nothing calls {call}…) any more: the rule is void");
    }
}

#[test]
fn work_of_a_processor_takes_a_seat() {
    // Files and memory of the process itself: the system works, not the processor.
    let own = ["src/server/door/spool.rs", "src/server/door/listen.rs"];
    let of_server = sources().into_iter().filter(|(file, _)| layer_of(file).starts_with("src/server"));
    let blocking = of_server.filter(|(_, text)| code(text).contains("spawn_blocking"));
    let found: Vec<String> = blocking.map(|(file, _)| file).filter(|file| !own.contains(&file.as_str())).collect();
    none(found, "spawn_blocking has no seats and no fairness: use App::aside");
}

#[test]
fn files_are_short_documented_and_export_nothing_twice() {
    let mut wrong = Vec::new();
    for (file, text) in sources() {
        let lines = text.lines().count();
        if lines > 500 {
            wrong.push(format!("{file} has {lines} lines"));
        }
        if !text.starts_with("//!") {
            wrong.push(format!("{file} does not start with //!"));
        }
        if code(&text).contains("pub use ") {
            wrong.push(format!("{file} has a pub use"));
        }
    }
    none(wrong, "files: at most 500 lines, a story first, no re-exports");
}

#[test]
fn names_are_nouns_of_the_field() {
    let mut wrong = Vec::new();
    for (file, text) in sources() {
        for word in ["Manager", "Helper", "Util"] {
            let named = |line: &&str| {
                ["struct ", "enum ", "trait ", "mod "]
                    .iter()
                    .any(|kind| line.trim_start().trim_start_matches("pub ").starts_with(kind) && line.contains(word))
            };
            wrong.extend(text.lines().filter(named).map(|line| format!("{file}: {line}")));
        }
    }
    none(wrong, "no Manager, Helper, Utils");
}

#[test]
fn the_named_components_exist_one_per_file() {
    let components = [
        "ResultPane",
        "StateMeta",
        "DomainView",
        "IssuesList",
        "VersionBar",
        "TracePanel",
        "ChatPane",
        "ChatHistory",
        "QuestionForm",
        "GateForm",
        "ChatInput",
    ];
    for component in components {
        let mut file = String::new();
        for (i, c) in component.char_indices() {
            if c.is_uppercase() && i > 0 {
                file.push('_');
            }
            file.push(c.to_ascii_lowercase());
        }
        let text = fs::read_to_string(root().join(format!("src/ui/components/{file}.rs"))).expect(component);
        assert!(text.contains(&format!("fn {component}(")), "{component}");
        // Parts of a component may stand beside it, unseen by others.
        assert_eq!(text.matches("#[component]\npub fn").count(), 1, "{component}: one component per file");
    }
}

#[test]
fn leptos_toml_equals_the_block_in_cargo_toml() {
    let block = |text: &str| -> BTreeSet<String> {
        let (_, rest) = text.split_once("[package.metadata.leptos]").expect("the block");
        let end = rest.find("\n[").unwrap_or(rest.len());
        rest[..end].lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')).map(str::to_owned).collect()
    };
    let read = |file: &str| fs::read_to_string(root().join(file)).unwrap();
    assert_eq!(block(&read("Leptos.toml")), block(&read("Cargo.toml")));
}

#[test]
fn features_exclude_what_must_not_meet() {
    let text = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let manifest: toml::Table = text.parse().unwrap();
    let features = manifest["features"].as_table().unwrap();
    assert!(features["default"].as_array().unwrap().is_empty());
    let page: Vec<&str> = features["page"].as_array().unwrap().iter().filter_map(|f| f.as_str()).collect();
    // The program of the page is small because it holds nothing but calls of the browser.
    assert_eq!(page, ["dep:js-sys", "dep:wasm-bindgen", "dep:wasm-bindgen-futures", "dep:web-sys"]);
    assert!(!features["ssr"].as_array().unwrap().iter().any(|f| f.as_str() == Some("fakes")), "fakes in a release");
}

#[test]
fn views_load_nothing_foreign_and_hold_no_clock_and_no_script() {
    let mut wrong = Vec::new();
    for (file, text) in sources().into_iter().filter(|(file, _)| file.starts_with("src/ui")) {
        for banned in [
            "inner_html",
            "SystemTime",
            "Instant::now",
            "Math::random",
            "js_sys::Date",
            "Effect::new",
            " on:click",
            " on:submit",
            " on:input",
            "prop:",
        ] {
            if code(&text).contains(banned) {
                wrong.push(format!("{file}: {banned}"));
            }
        }
    }
    // The program of the page knows no workspace and holds no words.
    for (file, text) in sources().into_iter().filter(|(file, _)| file.starts_with("src/page")) {
        for banned in ["crate::model", "crate::ui", "crate::api", "inner_html", "insert_adjacent_html"] {
            if code(&text).contains(banned) {
                wrong.push(format!("{file}: {banned}"));
            }
        }
        if code(&text).chars().any(|c| c.is_alphabetic() && !c.is_ascii()) {
            wrong.push(format!("{file}: words of a person"));
        }
    }
    let mut texts: Vec<PathBuf> = files("style", "css");
    texts.extend(files("public", "svg"));
    texts.extend(files("src/ui", "rs"));
    for path in texts {
        let text = fs::read_to_string(&path).unwrap();
        for scheme in ["http://", "https://", "@import"] {
            for line in text.lines().filter(|line| line.contains(scheme) && !line.contains("www.w3.org")) {
                wrong.push(format!("{}: {}", name(&path), line.trim()));
            }
        }
    }
    none(wrong, "views: no clock, no chance, no raw HTML, nothing from other origins");
}

#[test]
fn prompts_about_norms_name_no_figures() {
    let units =
        ["мм", "см", "м", "м²", "мпа", "кпа", "кн", "дба", "дб", "°с", "%", "кг", "т", "шт", "ч", "мин", "дней", "лет"];
    let mut wrong = Vec::new();
    let folder = files("prompts/norms", "md");
    assert!(!folder.is_empty(), "the prompts of norms are in prompts/norms");
    for path in folder {
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("---\nprompt: norms/"), "{}: front matter in YAML", name(&path));
        for line in text.lines() {
            let words: Vec<&str> = line.split([' ', '\u{a0}', ',', ';', '«', '»', '"', '(', ')']).collect();
            let figure = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit() || c == '.');
            let unit = |word: &str| units.contains(&word.trim_end_matches('.').to_lowercase().as_str());
            let glued = |word: &str| {
                let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
                rest.len() < word.len() && unit(rest)
            };
            if words.windows(2).any(|pair| figure(pair[0]) && unit(pair[1])) || words.iter().any(|word| glued(word)) {
                wrong.push(format!("{}: {line}", name(&path)));
            }
        }
    }
    none(wrong, "a number of a norm comes from the norm, never from a prompt");
}

#[test]
fn sql_is_never_built_from_text() {
    let mut wrong = Vec::new();
    for (file, text) in sources().into_iter().filter(|(file, _)| file.starts_with("src/adapters/store")) {
        for line in text.lines() {
            let upper = line.to_uppercase();
            let statement = ["SELECT ", "INSERT ", "UPDATE ", "DELETE "].iter().any(|verb| upper.contains(verb));
            if line.contains("format!") && statement {
                wrong.push(format!("{file}: {}", line.trim()));
            }
        }
    }
    none(wrong, "SQL binds");
}

#[test]
fn every_prompt_and_schema_has_a_use() {
    let prompt_registry = fs::read_to_string(root().join("src/engine/prompt.rs")).unwrap()
        + &fs::read_to_string(root().join("src/adapters/llm_http/body.rs")).unwrap();
    for path in files("prompts", "md") {
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        assert!(file == "README.md" || prompt_registry.contains(&file), "{file} is used by nothing");
    }
    let all: String = sources().into_values().collect();
    for path in files("schemas", "json") {
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        assert!(all.contains(&file), "{file} is used by nothing");
    }
}

#[test]
fn prompts_list_their_variables_in_the_readme() {
    let readme = fs::read_to_string(root().join("prompts/README.md")).unwrap();
    for path in files("prompts", "md").iter().filter(|path| !path.ends_with("README.md")) {
        let text = fs::read_to_string(path).unwrap();
        for tag in text.split("{{").skip(1).filter_map(|rest| rest.split("}}").next()) {
            let variable = tag.trim_start_matches("#if ").split('|').next().unwrap_or_default().trim();
            assert!(
                variable == "/if"
                    || readme.contains(&format!("`{variable}`"))
                    || readme.contains(&format!("{{{{{variable}}}}}")),
                "{}: {variable} is not in prompts/README.md",
                name(path)
            );
        }
    }
}

#[test]
fn migrations_have_no_gap_and_never_change() {
    // Number, SHA-256 of a released file. Add a line per release; never edit one.
    let mut folders: BTreeMap<PathBuf, Vec<String>> = BTreeMap::new();
    for path in files("migrations", "sql") {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        folders.entry(path.parent().unwrap().to_owned()).or_default().push(name);
    }
    assert_eq!(folders.len(), 2, "one folder for each engine");
    for (index, file) in folders.values().flat_map(|names| names.iter().enumerate()) {
        assert!(file.starts_with(&format!("{:04}_", index + 1)), "{file}: numbers have no gap");
    }
}

/// The classes that selectors outside of any other rule begin with: those that reach whatever page uses the name.
fn classes_styled_everywhere(css: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open: Vec<bool> = Vec::new();
    let mut selector = String::new();
    let without_comments: String = css
        .split("/*")
        .enumerate()
        .map(|(i, part)| if i == 0 { part } else { part.split_once("*/").unwrap().1 })
        .collect();
    for c in without_comments.chars() {
        match c {
            '{' => {
                let is_rule = !selector.trim_start().starts_with('@');
                if is_rule && !open.contains(&true) {
                    for part in selector.split(',') {
                        let first = part.split_whitespace().next().unwrap_or_default();
                        let name = first.split('.').nth(1).unwrap_or_default();
                        let name: String =
                            name.chars().take_while(|c| c.is_alphanumeric() || "-_".contains(*c)).collect();
                        found.insert(name);
                    }
                }
                open.push(is_rule);
                selector.clear();
            }
            '}' => {
                open.pop();
                selector.clear();
            }
            ';' => selector.clear(),
            c => selector.push(c),
        }
    }
    found.remove("");
    found
}

#[test]
fn a_class_of_one_workspace_styles_no_other() {
    // Components that every workspace uses; whatever else is styled outside of another rule belongs to one area.
    let shared = [
        "answer-paper",
        "button",
        "card",
        "chat-pane",
        "document-actions",
        "empty",
        "failure-card",
        "failure-region",
        "field",
        "fold",
        "form-row",
        "hint",
        "hit-facts",
        "no-js",
        "note",
        "notice",
        "option",
        "problem",
        "progress-line",
        "progress-words",
        "result-pane",
        "run-line",
        "section-head",
        "sequence-form",
        "severity",
        "sources",
        "start-form",
        "state-meta",
        "verdict",
        "visually-hidden",
    ];
    let css = fs::read_to_string(root().join("style/main.css")).unwrap();
    let styled = classes_styled_everywhere(&css);
    let mut areas: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (file, text) in sources().into_iter().filter(|(file, _)| file.starts_with("src/ui")) {
        let area = ["trial", "norms"].into_iter().find(|area| file.contains(area)).unwrap_or("contract and frame");
        for names in text.split("class=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            for class in names.split_whitespace() {
                areas.entry(class.to_owned()).or_default().insert(area);
            }
        }
    }
    let crossing = |class: &&String| areas.get(*class).is_some_and(|areas| areas.len() > 1);
    let wrong = styled.iter().filter(crossing).filter(|class| !shared.contains(&class.as_str()));
    none(
        wrong.map(|class| format!(".{class} is used by {:?}", areas[class])).collect(),
        "a style reaches only its own workspace: nest it, give it a name of its own, or list it as shared",
    );
    // What this rule is for: a label of the trial's forms laid the words of the contract's sheet out as a grid.
    let broken = css.replace(".trial-words", ".clause-words");
    assert!(classes_styled_everywhere(&broken).contains("clause-words"));
    assert!(!styled.contains("clause-words") && !styled.contains("words"));
}

#[test]
fn a_test_that_cannot_run_is_counted_as_skipped() {
    let mut wrong = Vec::new();
    for path in files("tests", "rs").into_iter().filter(|path| !path.ends_with("skip/mod.rs")) {
        let text = code(&fs::read_to_string(&path).unwrap());
        // Written apart, so that this file does not find itself.
        let own = [concat!("\"SK", "IP"), concat!("\"skip", "ped:"), concat!("SK", "IP ")];
        if own.iter().any(|words| text.contains(words)) {
            wrong.push(name(&path));
        }
        if text.contains(concat!("env::var_os(\"LEGALAGI_", "SHARED")) {
            wrong.push(format!("{}: skip::shared looks for the shared folder", name(&path)));
        }
    }
    none(wrong, "only tests/skip says that a test is skipped: what it names is counted");
    let script = fs::read_to_string(root().join("scripts/test.sh")).unwrap();
    assert!(script.contains("LEGALAGI_SKIPPED="), "scripts/test.sh gives the list");
}

#[test]
fn text_areas_have_one_home() {
    let mut wrong = Vec::new();
    for (file, text) in sources() {
        let text = code(text.split("mod tests {").next().unwrap_or_default());
        if file != "src/ui/components/text_area.rs" && (text.contains("<textarea") || text.contains("textarea()")) {
            wrong.push(file);
        }
    }
    none(wrong, "the framework does not escape the children of a text area: use ui/components/text_area");
}

#[test]
fn nothing_committed_holds_a_key() {
    let mut wrong = Vec::new();
    for (folder, extension) in [
        ("src", "rs"),
        ("tests", "rs"),
        ("prompts", "md"),
        ("docs", "md"),
        ("knowledge", "toml"),
        ("end2end/tests", "ts"),
    ] {
        for path in files(folder, extension) {
            let text = fs::read_to_string(&path).unwrap();
            // Written apart, so that this file does not find itself.
            for mark in [concat!("sk-or", "-v1-"), concat!("BEGIN PRIVATE", " KEY"), concat!("AKI", "AIOS")] {
                if text.contains(mark) {
                    wrong.push(format!("{}: {mark}", name(&path)));
                }
            }
        }
    }
    none(wrong, "no keys");
}
