//! The report as one page that needs nothing else: totals, missions, every dialogue to unfold.

use crate::workspaces::contract::missions::format::Mission;
use crate::workspaces::contract::missions::row::{Row, Totals};
use std::fmt::Write;

const STYLE: &str = "\
:root{color-scheme:light dark;--ok:#1a7f37;--bad:#b42318;--line:color-mix(in srgb,currentColor 18%,transparent)}
*{box-sizing:border-box}body{font:16px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem;margin:0 0 .3rem}.lead{margin:0 0 1.5rem;opacity:.75}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.75rem;margin:0 0 2rem}
dl div{border:1px solid var(--line);border-radius:.6rem;padding:.6rem .8rem}dt{font-size:.8rem;opacity:.7}
dd{margin:0;font-size:1.35rem;font-variant-numeric:tabular-nums}
details{border-bottom:1px solid var(--line);padding:.5rem 0}summary{cursor:pointer}summary b{margin-right:.5rem}
details details{margin-left:1rem;border:0;padding:.25rem 0}.ok{color:var(--ok)}.bad{color:var(--bad)}
ol{list-style:none;margin:.5rem 0;padding:0}li{margin:.35rem 0;padding:.4rem .7rem;border-radius:.6rem;max-width:46rem}
li.person{background:color-mix(in srgb,currentColor 8%,transparent);margin-left:auto;width:fit-content}
li.mark{outline:2px solid var(--bad)}small{opacity:.7;margin-left:.5rem}
ul{margin:.3rem 0 .3rem 1.2rem;padding:0}ul li{padding:0;margin:0}";

/// The page.
#[must_use]
pub fn page(missions: &[Mission], rows: &[Row], totals: &Totals) -> String {
    let mut out = format!(
        "<!doctype html><html lang=\"ru\"><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>Миссии</title><style>{STYLE}</style><h1>Миссии</h1><p class=\"lead\">\
         Прошли {} из {} разговоров, миссий: {}.</p><dl>",
        totals.passed, totals.runs, totals.missions
    );
    let cost = totals.cost.map_or_else(|| "нет данных".to_owned(), |cost| format!("${cost:.4}"));
    for (name, value) in [
        ("Вопросов в среднем", format!("{:.2}", totals.questions_average)),
        ("Больше всего вопросов", totals.questions_most.to_string()),
        ("Повторов", totals.repeats.to_string()),
        ("Пустых вопросов", totals.vague.to_string()),
        ("Верных фактов", format!("{:.2} %", totals.facts_right_percent)),
        ("Неверных / пропущенных", format!("{} / {}", totals.facts_wrong, totals.facts_missing)),
        ("Придуманных", totals.invented.to_string()),
        ("Неверных вердиктов", totals.verdicts_wrong.to_string()),
        ("Время, мс", totals.ms.to_string()),
        ("Стоимость", cost),
    ] {
        let _ = write!(out, "<div><dt>{name}</dt><dd>{value}</dd></div>");
    }
    out.push_str("</dl>");
    for mission in missions {
        let own: Vec<&Row> = rows.iter().filter(|row| row.id == mission.id).collect();
        let passed = own.iter().filter(|row| row.passes()).count();
        let class = if passed == own.len() { "ok" } else { "bad" };
        let _ = write!(
            out,
            "<details{}><summary><b>{}</b>{} <small>{}</small> <small class=\"{class}\">{passed} из {}</small></summary>",
            if passed == own.len() { "" } else { " open" },
            escape(&mission.id),
            escape(&mission.title),
            escape(&mission.kind),
            own.len()
        );
        for row in own {
            run(&mut out, row);
        }
        out.push_str("</details>");
    }
    out.push_str(
        "<p><small>Проверка программы на условных примерах; не юридическая консультация.</small></p></html>\n",
    );
    out
}

fn run(out: &mut String, row: &Row) {
    let class = if row.passes() { "ok" } else { "bad" };
    let _ = write!(
        out,
        "<details><summary>Зерно {}: вопросов {}, фактов верно {}, неверно {}, пропущено {} \
         <small class=\"{class}\">{} (ждали {})</small></summary>",
        row.seed,
        row.questions,
        row.facts_right,
        row.facts_wrong,
        row.facts_missing,
        escape(&verdicts(&row.gate_got)),
        escape(&verdicts(&row.gate_expected)),
    );
    let notes: Vec<String> =
        row.not_seen.iter().map(|what| format!("не случилось: {what}")).chain(row.notes.iter().cloned()).collect();
    if !notes.is_empty() {
        out.push_str("<ul>");
        for note in notes {
            let _ = write!(out, "<li class=\"bad\">{}</li>", escape(&note));
        }
        out.push_str("</ul>");
    }
    out.push_str("<ol>");
    for line in &row.talk {
        let (mark, wrong) = match line.mark.as_str() {
            "choice" => ("кнопка", false),
            "repeat" => ("повтор", true),
            "vague" => ("пустой вопрос", true),
            "ready" => ("готов", false),
            "blocked" => ("не готов", false),
            other => (other, false),
        };
        let _ = write!(
            out,
            "<li class=\"{}{}\">{}{}</li>",
            if line.person { "person" } else { "program" },
            if wrong { " mark" } else { "" },
            escape(&line.text),
            if mark.is_empty() { String::new() } else { format!("<small>{}</small>", escape(mark)) },
        );
    }
    out.push_str("</ol></details>");
}

fn verdicts(list: &[String]) -> String {
    let words: Vec<&str> = list
        .iter()
        .map(|verdict| match verdict.as_str() {
            "ready" => "готов",
            "blocked" => "не готов",
            _ => "нет вердикта",
        })
        .collect();
    words.join(" → ")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
