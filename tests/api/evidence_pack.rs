//! Evidence packs over HTTP: the file, its check, and what any change of it is found by.

use crate::bench::{Bench, builtin};
use crate::pages::example;
use hayro::vello_cpu::Pixmap;
use legalagi::adapters::evidence_pack::{self, Files};
use legalagi::adapters::pack_key;
use legalagi::engine::prompt::sha256;
use legalagi::server::boot;
use legalagi::server::config::Config;
use legalagi::workspaces::norms::cli::verify_pack::{self, VerifyPack};
use legalagi::workspaces::norms::evidence_pack::check::{Checked, Severity};
use legalagi::workspaces::norms::evidence_pack::write::{digest, sealed};
use legalagi::workspaces::norms::evidence_pack::{Pack, html};
use legalagi::workspaces::norms::run::evidence_pack::compare;
use reqwest::Method;
use reqwest::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use serde_json::{Value, json};
use std::borrow::Cow;

async fn asked(bench: &Bench, question: &str) -> String {
    let opened = bench.post("/api/session", &json!({"workspace": "norms", "initial_message": question})).await;
    assert_eq!(opened.status, 201, "{opened:?}");
    opened.body["session_id"].as_str().expect("an id").to_owned()
}

async fn fetched(bench: &Bench, id: &str) -> Vec<u8> {
    let path = format!("/api/session/{id}/evidence-pack");
    let answer = bench.request(Method::GET, &path).send().await.expect("an answer");
    let media = answer.headers()[CONTENT_TYPE].to_str().expect("text");
    assert_eq!((answer.status().as_u16(), media), (200, "application/zip"));
    let name = answer.headers()[CONTENT_DISPOSITION].to_str().expect("text").to_owned();
    assert!(name.starts_with("attachment; filename=\"evidence-v") && !name.contains(id), "{name}");
    answer.bytes().await.expect("bytes").to_vec()
}

fn codes(checked: &Checked, severity: Severity) -> Vec<Cow<'static, str>> {
    checked.findings.iter().filter(|one| one.severity == severity).map(|one| one.code.clone()).collect()
}

#[tokio::test]
async fn a_pack_is_fetched_and_proves_its_answer_offline() {
    let bench = builtin().await;
    example(&bench).await;
    let id = asked(&bench, "Какая высота штабеля под навесом?").await;
    let bytes = fetched(&bench, &id).await;
    assert_eq!(bytes, fetched(&bench, &id).await, "the same version gives the same bytes");
    let checked = verify_pack::check(&bytes);
    assert_eq!(checked.findings, []);
    let pack = checked.pack.clone().expect("the data");
    assert_eq!((pack.final_answer["short"].as_str(), checked.numbers), (Some("1,5 м"), 1));
    let state = bench.state(&id).await;
    assert_eq!(pack.final_answer, state["final_answer"], "word for word");
    assert!(!String::from_utf8_lossy(&bytes).contains(&id), "the id opens the session: it stays out");
    assert_eq!(pack.session_sha256, sha256(&id));
    let view = &pack.evidence[0].views[0];
    assert!(view.image.framed && view.boxes.len() == 3 && view.glyphs.len() > 50, "{:?}", view.boxes);
    assert_eq!(pack.evidence[0].edition.as_ref().map(|one| one.source_sha256.len()), Some(64));

    // As a person checks it.
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.zip");
    std::fs::write(&file, &bytes).expect("a file");
    let run = |json: bool| {
        verify_pack::run(&VerifyPack { file: file.clone(), json, corpus: false, key: None }).expect("an outcome")
    };
    assert!(run(false).valid && run(false).text.contains("Пакет цел: числа стоят в цитатах"), "{}", run(false).text);
    let data: Value = serde_json::from_str(&run(true).text).expect("JSON");
    assert_eq!(
        (&data["valid"], &data["with_image"], &data["sha256"]),
        (&json!(true), &json!(1), &json!(digest(&bytes)))
    );
    std::fs::write(&file, &bytes[..bytes.len() / 2]).expect("a file");
    assert!(!run(false).valid && run(false).text.contains("P00_archive"), "{}", run(false).text);

    // An older version is its own pack; one before the answer has none.
    let path = |query: &str| format!("/api/session/{id}/evidence-pack?version={query}");
    bench.get(&path("0")).await.err(409, "conflict");
    bench.get(&path("999")).await.err(404, "not_found");
    bench.get(&path("x")).await.err(400, "invalid_request");
    bench.get("/api/session/AAAAAAAAAAAAAAAAAAAAAA/evidence-pack").await.err(404, "not_found");
    let (contract, _) = bench.open(crate::bench::LEASE).await;
    bench.get(&format!("/api/session/{contract}/evidence-pack")).await.err(422, "not_supported");
    // The page leads to it, without scripts too.
    let page = bench.get(&format!("/s/{id}")).await;
    let link = format!("/api/session/{id}/evidence-pack?version={}", pack.state_version);
    assert!(page.body.as_str().is_some_and(|html| html.contains(&link)), "{page:?}");
    bench.close().await;
}

/// The pack with its data changed, and page, list, signature and archive made anew over it, as a forger would: with a
/// key of his own.
fn forged(files: &Files, change: impl FnOnce(&mut Value, &mut Files)) -> Vec<u8> {
    let mut files = files.clone();
    let mut data: Value = serde_json::from_slice(&files["pack.json"]).expect("JSON");
    change(&mut data, &mut files);
    files.insert("pack.json".to_owned(), serde_json::to_vec(&data).expect("JSON"));
    if let Ok(pack) = serde_json::from_value::<Pack>(data) {
        files.insert("answer.html".to_owned(), html::page(&pack).into_bytes());
    }
    let signed = pack_key::sealed(None, sealed(files).expect("a list")).expect("a signature");
    evidence_pack::write(&signed).expect("an archive")
}

/// Another quote with everything that follows from it.
fn requoted(data: &mut Value, value: &str) {
    let answer = &mut data["final_answer"];
    let old = answer["citations"][0]["quote"].as_str().expect("a quote").to_owned();
    answer["text"] = json!(answer["text"].as_str().expect("text").replace(&old, value));
    answer["short"] = json!(answer["short"].as_str().expect("text").replace(&old, value));
    answer["numbers"][0]["value"] = json!(value);
    let cited = &mut answer["citations"][0];
    cited["quote"] = json!(value);
    cited["hash"] = json!(sha256(&format!("{}\n{value}", cited["address"].as_str().expect("an address"))));
}

/// Moves the box of the cell, in the evidence and in the answer.
fn moved(data: &mut Value, to: (f64, f64)) {
    let view = &mut data["evidence"][0]["views"][0];
    let (width, height) = (view["width"].as_f64().expect("a number"), view["height"].as_f64().expect("a number"));
    let own =
        view["boxes"].as_array_mut().expect("boxes").iter_mut().find(|one| one["role"] == "cell").expect("a cell");
    (own["x"], own["y"]) = (json!(to.0), json!(to.1));
    let boxes = data["final_answer"]["citations"][0]["boxes"].as_array_mut().expect("boxes");
    let own = boxes.iter_mut().find(|one| one["role"] == "cell").expect("a cell");
    (own["x"], own["y"]) = (json!(to.0 / width), json!(to.1 / height));
}

/// The box of the cell.
fn cell(data: &Value) -> (f64, f64) {
    let boxes = data["evidence"][0]["views"][0]["boxes"].as_array().expect("boxes");
    let own = boxes.iter().find(|one| one["role"] == "cell").expect("a cell");
    (own["x"].as_f64().expect("a number"), own["y"].as_f64().expect("a number"))
}

/// Another image, with its hash.
fn image(data: &mut Value, files: &mut Files, bytes: Vec<u8>) {
    let own = &mut data["evidence"][0]["views"][0]["image"];
    own["sha256"] = json!(digest(&bytes));
    files.insert(own["file"].as_str().expect("a name").to_owned(), bytes);
}

#[tokio::test]
async fn whatever_is_changed_in_a_pack_is_found() {
    let bench = builtin().await;
    example(&bench).await;
    let id = asked(&bench, "Какая высота штабеля под навесом?").await;
    let bytes = fetched(&bench, &id).await;
    let files = evidence_pack::read(&bytes).expect("a pack");
    let picture = files.keys().find(|name| name.starts_with("pages/")).expect("an image").clone();

    // A byte of each file, of the archive's own fields, a cut, an addition.
    let step = bytes.len() / 150;
    let ends = (0..120).chain(bytes.len() - 320..bytes.len());
    for at in (0..bytes.len()).step_by(step).chain(ends) {
        let mut other = bytes.clone();
        other[at] ^= 4;
        assert!(!verify_pack::check(&other).is_valid(), "byte {at}");
    }
    for name in files.keys() {
        let mut other = files.clone();
        let content = other.get_mut(name).expect("a file");
        let middle = content.len() / 2;
        content[middle] ^= 1;
        let found = verify_pack::check(&evidence_pack::write(&other).expect("an archive"));
        assert!(!found.is_valid(), "{name}");
        let mut lost = files.clone();
        lost.remove(name);
        assert!(!verify_pack::check(&evidence_pack::write(&lost).expect("an archive")).is_valid(), "{name}");
    }
    for name in ["../evil.png", "pages/../../evil.png", "/evil.png", "evil.exe"] {
        let mut other = files.clone();
        other.insert(name.to_owned(), b"x".to_vec());
        let found = verify_pack::check(&evidence_pack::write(&other).expect("an archive"));
        assert_eq!(codes(&found, Severity::Error), ["P00_archive"], "{name}");
    }

    // Changes after which a forger has made list, hashes and page anew.
    type Change = Box<dyn Fn(&mut Value, &mut Files)>;
    let set = |pointer: &'static str, value: Value| -> Change {
        Box::new(move |data, _| *data.pointer_mut(pointer).expect(pointer) = value.clone())
    };
    let blank = {
        let data: Value = serde_json::from_slice(&files["pack.json"]).expect("JSON");
        let own = &data["evidence"][0]["views"][0]["image"];
        let side = |key: &str| u16::try_from(own[key].as_u64().expect("a number")).expect("a side");
        (
            Pixmap::new(side("width"), side("height")).into_png().expect("a PNG"),
            Pixmap::new(9, 9).into_png().expect("a PNG"),
        )
    };
    let (empty, small) = blank;
    let name = picture.clone();
    let cases: Vec<(&str, &str, Change)> = vec![
        ("a number of the text", "P13_number", set("/final_answer/text", json!("**2,5 м** — навес [1]."))),
        ("a number of the list", "P13_number", set("/final_answer/numbers/0/value", json!("2,5"))),
        ("the short answer", "P15_short", set("/final_answer/short", json!("2,5 м"))),
        ("the quote", "P08_source", set("/final_answer/citations/0/quote", json!("2,5"))),
        ("the address", "P08_source", set("/final_answer/citations/0/address", json!("Правила ст. 9"))),
        ("the quote with all that follows", "P09_quote", Box::new(|data, _| requoted(data, "2,5"))),
        ("the row", "P09_quote", set("/final_answer/citations/0/row_header/text", json!("Сухое помещение"))),
        ("the edition", "P08_source", set("/evidence/0/edition/edition", json!("demo.other@1"))),
        ("the label", "P08_source", set("/evidence/0/edition/label", json!("3-я редакция"))),
        ("the node", "P08_source", set("/final_answer/citations/0/node_id", json!("norm://x@1/p/1"))),
        ("a box of the evidence", "P10_box", set("/evidence/0/views/0/boxes/0/x", json!(200.0))),
        ("a box beyond the crop", "P10_box", set("/evidence/0/views/0/boxes/0/y", json!(1.0))),
        (
            "a box a little aside",
            "P12_frame",
            Box::new(|data, _| {
                let (x, y) = cell(data);
                moved(data, (x + 1.5, y));
            }),
        ),
        (
            "a box on other words",
            "P09_quote",
            Box::new(|data, _| {
                let (x, y) = cell(data);
                moved(data, (x, y + 16.0));
            }),
        ),
        (
            "a box and a quote of another cell",
            "P12_frame",
            Box::new(|data, _| {
                let glyphs = data["evidence"][0]["views"][0]["glyphs"].as_array().expect("glyphs").clone();
                let three = glyphs.iter().find(|one| one["text"] == "3").expect("a three");
                let (x, y) = (three["x"].as_f64().expect("x"), three["y"].as_f64().expect("y"));
                moved(data, (x, y));
                for pointer in ["/evidence/0/views/0/boxes", "/final_answer/citations/0/boxes"] {
                    let share = if pointer.starts_with("/e") {
                        1.0
                    } else {
                        data["evidence"][0]["views"][0]["width"].as_f64().expect("a number")
                    };
                    let boxes = data.pointer_mut(pointer).and_then(Value::as_array_mut).expect("boxes");
                    let own = boxes.iter_mut().find(|one| one["role"] == "cell").expect("a cell");
                    own["w"] = json!(three["w"].as_f64().expect("w") / share);
                }
                requoted(data, "3");
            }),
        ),
        ("the crop", "P12_frame", set("/evidence/0/views/0/crop/y", json!(0.0))),
        ("the crop's height", "P11_image", set("/evidence/0/views/0/crop/h", json!(500.0))),
        ("the scale", "P11_image", set("/evidence/0/views/0/scale", json!(1.0))),
        ("the page", "P10_box", set("/evidence/0/views/0/page", json!(77))),
        ("the hash of the image", "P11_image", set("/evidence/0/views/0/image/sha256", json!(digest(b"x")))),
        ("an image without frames", "P12_frame", Box::new(move |data, files| image(data, files, empty.clone()))),
        ("a small image", "P11_image", Box::new(move |data, files| image(data, files, small.clone()))),
        ("no image at all", "P11_image", Box::new(|data, files| image(data, files, b"\x89PNG\r\n\x1a\n".to_vec()))),
        (
            "an image of nobody",
            "P06_images",
            Box::new(|_, files| {
                files.insert("pages/more.png".into(), b"x".to_vec());
            }),
        ),
        (
            "an image gone",
            "P06_images",
            Box::new(move |_, files| {
                files.remove(&name);
            }),
        ),
        ("a citation without evidence", "P07_citation", set("/evidence", json!([]))),
        ("evidence of another number", "P07_citation", set("/evidence/0/citation", json!(2))),
        ("a name of an image", "P04_schema", set("/evidence/0/views/0/image/file", json!("pages/../../x.png"))),
        ("a number that is no number", "P04_schema", set("/evidence/0/views/0/scale", json!("2"))),
        ("a page without end", "P04_schema", set("/evidence/0/views/0/height", json!(1e300))),
    ];
    for (what, code, change) in cases {
        let found = verify_pack::check(&forged(&files, |data, files| change(data, files)));
        assert!(!found.is_valid(), "{what}");
        assert!(codes(&found, Severity::Error).iter().any(|own| own == code), "{what}: {:#?}", found.findings);
    }

    // Evidence that is taken away is told of, never passed over.
    let taken = forged(&files, |data, files| {
        data["evidence"][0]["views"] = json!([]);
        data["evidence"][0]["reason"] = json!("нет.");
        files.remove(&picture);
    });
    assert_eq!(codes(&verify_pack::check(&taken), Severity::Warning), ["P11_image"]);

    // Data, words of the page and quote forged alike: only the source itself can tell, and it does.
    let alike = forged(&files, |data, _| {
        let own = cell(data);
        let glyphs = data["evidence"][0]["views"][0]["glyphs"].as_array_mut().expect("glyphs");
        let first = glyphs.iter_mut().find(|one| {
            one["x"].as_f64().is_some_and(|x| (x - own.0).abs() < 0.01)
                && one["y"].as_f64().is_some_and(|y| (y - own.1).abs() < 0.01)
        });
        first.expect("the glyph of the cell")["text"] = json!("2");
        requoted(data, "2,5");
    });
    let alone = verify_pack::check(&alike);
    assert!(alone.is_valid(), "{:#?}", alone.findings);
    // But not under the name of the installation.
    let own = verify_pack::check(&bytes).signer;
    assert!(own.is_some() && alone.signer.is_some() && own != alone.signer);
    let url = bench.database();
    let config = Config::read(|name| (name == "LEGALAGI_DATABASE_URL").then(|| url.clone())).expect("a configuration");
    let llm = boot::performer(&config).expect("a performer");
    let (app, store) = boot::boot(&config, llm).await.expect("services");
    let honest = verify_pack::check(&bytes).pack.expect("data");
    assert_eq!(compare(&app, &honest).await.expect("compared"), []);
    let found = compare(&app, &alone.pack.expect("data")).await.expect("compared");
    assert!(found.iter().any(|one| one.code == "P20_corpus" && one.severity == Severity::Error), "{found:?}");
    store.close().await;
    bench.close().await;
}
