//! What the tree declares: server functions and pages, read from the sources so that a new one is walked too.

use std::path::Path;

/// A server function: its name, and its arguments with their types.
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) fields: Vec<(String, String)>,
}

fn source(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every server function of `src/api.rs` and of the files in `src/api`.
pub(crate) fn functions() -> Vec<Function> {
    let mut text = source("src/api.rs");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/api");
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        text.push_str(&std::fs::read_to_string(entry.path()).expect("a source"));
    }
    let declared = text.split("#[server(prefix = \"/fn\", endpoint = \"").skip(1);
    let of = |declaration: &str| {
        let (name, rest) = declaration.split_once('"').expect("a name");
        let arguments =
            rest.split_once("pub async fn ").and_then(|(_, rest)| rest.split_once('(')).expect("arguments").1;
        let arguments = arguments.split_once(") ->").expect("an end").0;
        let field = |one: &str| one.trim().split_once(": ").map(|(name, kind)| (name.to_owned(), kind.to_owned()));
        Function { name: name.to_owned(), fields: arguments.split(',').filter_map(field).collect() }
    };
    let found: Vec<Function> = declared.map(of).collect();
    assert_eq!(found.len(), text.matches("#[server(").count(), "a declaration that is written in another way");
    found
}

/// Every page of the site, as the router writes its path: `/s/:id/share`.
pub(crate) fn pages() -> Vec<String> {
    let text = source("src/ui/app.rs");
    let found = text.split("path=path!(\"").skip(1).map(|rest| rest.split('"').next().unwrap_or_default().to_owned());
    found.collect()
}
