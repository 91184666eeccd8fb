//! Tracked changes as `LibreOffice` reads them: taking all gives the second text, refusing all the first.
//!
//! Without `LibreOffice` it is skipped.
#![cfg(feature = "ssr")]
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

#[path = "skip/mod.rs"]
#[allow(dead_code, reason = "shared with other tests, which use all of it")]
mod skip;

use legalagi::adapters::export::redline as file;
use legalagi::engine::document::flow::{self, Piece};
use legalagi::engine::document::redline;
use legalagi::engine::knowledge::{clauses, load};
use legalagi::model::facts::Ledger;
use legalagi::workspaces::contract::draft::{Facts, Variant, draft};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

/// Opens a file, takes or refuses all changes, writes the text.
const MACRO: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">
Sub Settle(source, verb, target)
  Dim hidden(0) As New com.sun.star.beans.PropertyValue
  hidden(0).Name = "Hidden"
  hidden(0).Value = True
  document = StarDesktop.loadComponentFromURL(source, "_blank", 0, hidden())
  dispatcher = createUnoService("com.sun.star.frame.DispatchHelper")
  dispatcher.executeDispatch(document.CurrentController.Frame, ".uno:" &amp; verb &amp; "AllTrackedChanges", "", 0, Array())
  Dim filter(1) As New com.sun.star.beans.PropertyValue
  filter(0).Name = "FilterName"
  filter(0).Value = "Text (encoded)"
  filter(1).Name = "FilterOptions"
  filter(1).Value = "UTF8,LF"
  document.storeToURL(target, filter())
  document.close(True)
End Sub
</script:module>
"#;

fn pieces(domain: &Value, variant: Variant) -> (String, Vec<Piece>) {
    let knowledge = load::embedded().unwrap();
    let pack = knowledge.pack("vehicle_lease").unwrap();
    let drafted = draft(Facts { pack, domain, ledger: &Ledger::default() }, clauses::embedded().unwrap(), variant);
    (drafted.document.title.clone(), flow::lay(&drafted.document).unwrap())
}

fn sum(amount: &str) -> Value {
    json!({"amount": amount, "currency": "RUB"})
}

/// Lines without white space at their ends and empty ones.
fn lines(text: &str) -> Vec<String> {
    let lines = text.split(['\n', '\t', '\r']).map(|line| line.trim_matches([' ', '\u{feff}']));
    lines.filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

#[test]
fn libreoffice_takes_and_refuses_every_change() {
    if Command::new("soffice").arg("--version").output().is_err() {
        skip::skip("soffice is needed (scripts/setup.sh office)");
        return;
    }
    let first = json!({
        "contract": {"type": "vehicle_lease", "city": "Москва"},
        "parties": {"lessor": {"name": "Иванов Иван Иванович", "kind": "individual"}},
        "object": {"make": "Lada", "model": "Vesta", "year": 2021, "crew": "none"},
        "price": {"rent": sum("30000.00")},
        "payment": {"day": 5, "means": "transfer"},
        "deposit": {"kind": "sum", "amount": sum("15000.00")},
        "term": {"start": "2026-12-01", "end": "2027-03-31"},
    });
    let mut second = first.clone();
    second["price"]["rent"] = sum("45500.50");
    second["deposit"] = json!({"kind": "none"});
    second["term"]["end"] = json!("2027-05-31");
    second["parties"]["lessee"] = json!({"name": "ООО «Вектор»", "kind": "company", "inn": "7700000016"});
    second["penalty"] = json!({"kind": "percent", "rate": {"percent": "0.1", "per": "day"}});

    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("redline");
    std::fs::create_dir_all(&folder).unwrap();
    let profile = format!("-env:UserInstallation=file://{}/profile", folder.display());

    let (title, new) = pieces(&second, Variant::Party2);
    let (_, old) = pieces(&first, Variant::Neutral);
    let found = redline::compare(&old, &new);
    assert!(found.changes().len() > 10, "{}", found.changes().len());
    std::fs::write(folder.join("redline.docx"), file::write(&title, &found, "2026-12-01T09:00:00Z").unwrap()).unwrap();
    let office = |args: &[&str]| {
        Command::new("soffice").args([&profile, "--headless", "--norestore"]).args(args).current_dir(&folder).output()
    };
    // The first run makes the profile, whose empty module then takes the macro.
    office(&["--convert-to", "pdf", "redline.docx"]).unwrap();
    std::fs::write(folder.join("profile/user/basic/Standard/Module1.xba"), MACRO).unwrap();
    for (verb, want) in [("Accept", &new), ("Reject", &old)] {
        let target = folder.join(format!("{verb}.txt"));
        let _ = std::fs::remove_file(&target);
        let place = folder.display();
        let call = format!(
            "macro:///Standard.Module1.Settle(\"file://{place}/redline.docx\",\"{verb}\",\"file://{place}/{verb}.txt\")"
        );
        let done = office(&[&call]).unwrap();
        let text = std::fs::read_to_string(&target)
            .unwrap_or_else(|error| panic!("{verb}: {error}: {}", String::from_utf8_lossy(&done.stderr)));
        assert_eq!(lines(&text), lines(&redline::lines(want).join("\n")), "{verb}");
    }
}
