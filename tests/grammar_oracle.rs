//! Grammar against independent programs: pytrovich for names, num2words for numbers, both from `PyPI`.
//!
//! Needs python3 with venv and a way to `PyPI`; without them the test is skipped.
#![cfg(feature = "engine")]

#[path = "skip/mod.rs"]
#[allow(dead_code, reason = "shared with other tests, which use all of it")]
mod skip;

use legalagi::engine::grammar::case::{Case, Gender};
use legalagi::engine::grammar::number::words;
use legalagi::engine::grammar::person::Person;
use legalagi::engine::grammar::sum::sum_in_words;
use std::path::{Path, PathBuf};
use std::process::Command;

const NAMES: usize = 500;
const NUMBERS: usize = 10_000;

/// A Python with the oracles, made once per target folder.
fn python() -> Result<PathBuf, String> {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("grammar-oracle");
    let python = home.join("bin/python");
    let run = |program: &Path, args: &[&str]| {
        let done = Command::new(program).args(args).output().map_err(|e| format!("{}: {e}", program.display()))?;
        if done.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&done.stderr).trim().to_owned()) }
    };
    let ready = |python: &Path| run(python, &["-c", "import faker, num2words, pytrovich"]);
    if ready(&python).is_err() {
        run(Path::new("python3"), &["-m", "venv", &home.display().to_string()])?;
        let packages = ["pytrovich==0.2.0", "num2words==0.5.14", "Faker"];
        run(&python, &[&["-m", "pip", "install", "--quiet", "--disable-pip-version-check"], &packages[..]].concat())?;
        ready(&python)?;
    }
    Ok(python)
}

/// «ёй» and «ей», «ё» and «е» are the same form.
fn folded(text: &str) -> String {
    text.replace('ё', "е").replace('Ё', "Е")
}

#[test]
fn grammar_agrees_with_independent_programs() {
    let python = match python() {
        Ok(python) => python,
        Err(why) => {
            skip::skip(why);
            return;
        }
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracles/grammar.py");
    let output = Command::new(python)
        .arg(script)
        .args([NAMES.to_string(), NUMBERS.to_string()])
        .env("PYTHONIOENCODING", "utf-8")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let (mut names, mut wrong, mut numbers) = (0, Vec::new(), 0);
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        match fields.as_slice() {
            ["name", name, forms @ ..] => {
                names += 1;
                let person = Person::parse(name).unwrap();
                let ours: Vec<String> = Case::ALL[1..].iter().map(|case| person.decline(*case)).collect();
                if ours.iter().zip(forms).any(|(ours, theirs)| folded(ours) != folded(theirs)) {
                    wrong.push(format!("{name}: {ours:?}, oracle {forms:?}"));
                }
            }
            ["number", number, text] => {
                numbers += 1;
                let number: u64 = number.parse().unwrap();
                assert_eq!(words(number, Gender::Masculine), *text, "{number}");
                let minor = i64::try_from(number).unwrap() * 100 + 7;
                assert_eq!(sum_in_words(minor, "RUB"), *text);
            }
            other => panic!("{other:?}"),
        }
    }
    eprintln!(
        "{} of {names} names in all cases, {numbers} of {numbers} numbers\n{}",
        names - wrong.len(),
        wrong.join("\n")
    );
    assert_eq!((names, numbers), (NAMES, NUMBERS));
    assert!(wrong.len() * 100 <= names, "fewer than 99 %");
}
