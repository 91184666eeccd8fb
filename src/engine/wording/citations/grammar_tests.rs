//! `forms.txt`: forms of citations written from the grammar, and what only looks like one.

use super::{Citation, Kind, find};

const FORMS: &str = include_str!("forms.txt");

/// One citation as the file writes it.
fn written(one: &Citation) -> String {
    let parsed = &one.parsed;
    match one.kind {
        Kind::Case => {
            let date = parsed.date.as_deref().unwrap_or("-");
            format!("@{} {date} {}", parsed.court.as_deref().unwrap_or(""), parsed.numbers.join(","))
        }
        Kind::Statute => {
            let part = |lead: &str, value: &Option<String>| {
                value.as_ref().map(|value| format!(" {lead}{value}")).unwrap_or_default()
            };
            format!(
                "{}{}{}{}{}",
                if parsed.former { "구" } else { "" },
                parsed.act.as_deref().unwrap_or("?"),
                part("", &parsed.article),
                part("p", &parsed.paragraph),
                part("i", &parsed.item),
            )
        }
    }
}

#[test]
fn forms_of_the_grammar_read_as_written_and_the_rest_is_nothing() {
    let rows: Vec<(&str, &str)> =
        FORMS.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" => ")).collect();
    let negative = rows.iter().filter(|(_, want)| *want == "-").count();
    assert!(rows.len() >= 270 && negative >= 60, "{} forms, {negative} of them nothing", rows.len());
    let mut wrong = Vec::new();
    for (text, want) in &rows {
        let found = find(text);
        let got =
            if found.is_empty() { "-".to_owned() } else { found.iter().map(written).collect::<Vec<_>>().join(" ; ") };
        if got != *want {
            wrong.push(format!("{text}\n  want {want}\n  got  {got}"));
        }
        // The words stand in the text where the span says.
        for one in &found {
            let chars: String = text.chars().skip(one.span[0]).take(one.span[1] - one.span[0]).collect();
            assert_eq!(chars.trim(), one.raw, "{text}");
        }
    }
    let right = rows.len() - wrong.len();
    assert!(right * 100 >= rows.len() * 98, "{right} of {}:\n{}", rows.len(), wrong.join("\n"));
}

#[test]
fn a_citation_reads_the_same_inside_a_sentence() {
    for (text, want) in FORMS.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" => ")) {
        if want.contains(" ; ") || want == "-" {
            continue;
        }
        let alone: Vec<String> = find(text).iter().map(written).collect();
        for (before, after) in [("", "."), ("(", ")"), ("— ", ", —")] {
            let inside: Vec<String> = find(&format!("{before}{text}{after}")).iter().map(written).collect();
            assert_eq!(inside, alone, "{before}{text}{after}");
        }
    }
}
