//! The numbers of a pack: in the words that are shown, or the result of the calculation, which is made again.

use crate::engine::citation::numbers::{self, Ground, amounts};
use crate::workspaces::norms::evidence_pack::check::Finding;
use crate::workspaces::norms::evidence_pack::{PACK, Pack};
use crate::workspaces::norms::guards::answer;
use crate::workspaces::norms::guards::numbers::{Support, given, unsupported};
use crate::workspaces::norms::perform::calculate;
use crate::workspaces::norms::perform::ranges::in_digits;
use serde_json::Value;
use std::ops::Range;

/// How many amounts the answer has, and what is wrong with its numbers.
#[must_use]
pub fn check(pack: &Pack) -> (usize, Vec<Finding>) {
    let answer = &pack.final_answer;
    let mut found = in_words(pack);
    found.extend(strong(answer));
    found.extend(fields(answer));
    if answer["calculation"].is_object() {
        found.extend(calculation(pack, &answer["calculation"]));
    }
    let said = answer["short"].as_str().unwrap_or_default();
    let text = answer["text"].as_str().unwrap_or_default();
    let short = match answer["by"].as_str() {
        Some("person") => [answer::short(answer), text.lines().next().unwrap_or_default().to_owned()],
        _ => [answer::short(answer), answer::short(answer)],
    };
    if !short.iter().any(|own| own == said) {
        found.push(bad("P15_short", "Краткий ответ не сходится с числами ответа. Получите пакет заново."));
    }
    (amounts(text).len(), found)
}

fn bad(code: &'static str, message: impl Into<String>) -> Finding {
    Finding::error(code, format!("{PACK}: final_answer"), message)
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map(Vec::as_slice).unwrap_or_default()
}

fn told(pack: &Pack) -> String {
    // The words of a choice are the norm's, not the person's.
    let words = pack.told.iter().map(|told| told.text.as_str());
    std::iter::once(pack.question.as_str()).chain(words).collect::<Vec<_>>().join("\n")
}

/// Every amount of the answer's words stands in what is framed; what stands only beside it is told apart.
fn in_words(pack: &Pack) -> Vec<Finding> {
    let answer = &pack.final_answer;
    let words = text(answer, "text");
    let given = given(&told(pack), &answer["calculation"]);
    let support = |wide: bool| -> Vec<Support> {
        let own = list(answer, "citations").iter().enumerate();
        own.map(|(index, cited)| {
            let mut around =
                format!("{}\n{}", text(&cited["row_header"], "text"), text(&cited["column_header"], "text"));
            if let Some(one) = pack.evidence.get(index).filter(|_| wide) {
                around.push('\n');
                around.push_str(&one.ground);
            }
            Support::of(cited, list(answer, "numbers"), around, cited["kind"] == "cell")
        })
        .collect()
    };
    let struck = struck(words);
    let open = |range: &Range<usize>| !struck.iter().any(|own| own.start <= range.start && range.end <= own.end);
    let beside: Vec<Range<usize>> = unsupported(words, &support(true), &given);
    let mut found = Vec::new();
    for range in unsupported(words, &support(false), &given).into_iter().filter(open) {
        let number = &words[range.clone()];
        let at = format!("{PACK}: final_answer.text");
        found.push(if !beside.contains(&range) {
            let message = format!("«{number}» стоит в тексте места, но не в показанной цитате: сверьте по документу.");
            Finding::warning("P13_number", at, message)
        } else if answer["by"] == "person" {
            let message = format!("«{number}» написал человек, в цитатах этого нет: спросите у него источник.");
            Finding::warning("P13_number", at, message)
        } else {
            let message =
                format!("«{number}» не стоит ни в одной цитате и не следует из расчёта: не пользуйтесь этим числом.");
            Finding::error("P13_number", at, message)
        });
    }
    let listed: Vec<&str> = list(answer, "struck").iter().map(|one| text(one, "text")).collect();
    let crossed: Vec<&str> = struck.iter().map(|range| words[range.clone()].trim_matches('~')).collect();
    if answer["by"] != "person" && listed != crossed {
        found.push(bad("P13_number", "Зачёркнуты не те числа, что записаны без опоры. Получите пакет заново."));
    }
    found
}

/// Numbers that the answer sets in bold are values: a bare one, of a cell without a unit, stands in a citation too.
fn strong(answer: &Value) -> Vec<Finding> {
    let words = text(answer, "text");
    let parts: Vec<&str> = words.split("**").collect();
    let values = parts.iter().skip(1).step_by(2).take(parts.len().saturating_sub(1) / 2);
    let lost = |value: &&&str| {
        let number: String = value.chars().take_while(|c| c.is_ascii_digit() || ",.".contains(*c)).collect();
        let number = number.trim_end_matches([',', '.']);
        let cited = list(answer, "citations").iter().any(|cited| apart(text(cited, "quote"), number));
        let computed = text(&answer["calculation"]["result"], "value") == number;
        !number.is_empty() && !cited && !computed
    };
    let tell = |value: &&str| {
        let message =
            format!("«{value}» выделено в ответе, а в цитатах этого числа нет: не пользуйтесь им без проверки.");
        Finding::warning("P13_number", format!("{PACK}: final_answer.text"), message)
    };
    values.filter(lost).map(tell).collect()
}

/// Stretches between `~~` and `~~`.
fn struck(words: &str) -> Vec<Range<usize>> {
    let marks: Vec<usize> = words.match_indices("~~").map(|(at, _)| at).collect();
    marks.chunks_exact(2).map(|pair| pair[0]..pair[1] + 2).collect()
}

/// Whether a value stands in the words of a citation.
fn stands(answer: &Value, citation: &Value, value: &str) -> bool {
    let bare = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let index =
        citation.as_u64().and_then(|number| usize::try_from(number).ok()).and_then(|number| number.checked_sub(1));
    let cited = index.and_then(|index| list(answer, "citations").get(index));
    cited.is_some_and(|cited| value.is_empty() || apart(&bare(text(cited, "quote")), &bare(value)))
}

/// Whether a value stands in a text, in digits or spelled out.
fn apart(text: &str, value: &str) -> bool {
    printed(text, value) || printed(&in_digits(text), value)
}

/// Whether a value stands in a text by itself and is no part of a longer number.
fn printed(text: &str, value: &str) -> bool {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    text.match_indices(value).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + value.len()..]);
        let mut next = after.chars();
        let more = match next.next() {
            Some(',' | '.') => digit(next.next()),
            first => digit(first),
        };
        let mut last = before.chars().rev();
        let less = match last.next() {
            Some(',' | '.') => digit(last.next()),
            first => digit(first),
        };
        !(less && digit(value.chars().next()) || more && digit(value.chars().next_back()))
    })
}

/// Numbers and branches of the answer stand in their citations.
fn fields(answer: &Value) -> Vec<Finding> {
    let mut found = Vec::new();
    for one in list(answer, "numbers") {
        let value = text(one, "value");
        let good = match one["citation"].is_null() {
            true => {
                let result = &answer["calculation"]["result"];
                result.is_object() && result["value"] == one["value"] && result["unit"] == one["unit"]
            }
            false => stands(answer, &one["citation"], value),
        };
        if !good {
            let words = format!("Число {value} не стоит в своей цитате и не результат расчёта. Не пользуйтесь им.");
            found.push(bad("P13_number", words));
        }
    }
    for one in list(answer, "branches").iter().filter(|one| one["citation"] != 0) {
        if !stands(answer, &one["citation"], text(one, "value")) {
            let words = format!("Значение «{}» ветви не стоит в своей цитате. Не пользуйтесь им.", text(one, "value"));
            found.push(bad("P13_number", words));
        }
    }
    found
}

/// The calculation made again over its recorded inputs, and where they come from.
fn calculation(pack: &Pack, made: &Value) -> Vec<Finding> {
    let mut found = Vec::new();
    let inputs = list(made, "inputs");
    let unit = text(&made["result"], "unit");
    match calculate::computed(text(made, "formula"), inputs, unit, text(made, "rounding")) {
        Ok((exact, value)) if exact == text(made, "exact") && value == text(&made["result"], "value") => {}
        Ok((_, value)) => {
            let words =
                format!("Расчёт не сходится: по его данным выходит {value} {unit}. Не пользуйтесь результатом.");
            found.push(bad("P14_calculation", words));
        }
        Err(fault) => {
            found.push(bad("P14_calculation", format!("Расчёт не повторяется: {fault}. Получите пакет заново.")))
        }
    }
    let told = told(pack);
    for input in inputs {
        let (name, value) = (text(input, "name"), text(input, "value"));
        if input["citation"].is_null() {
            let ground = Ground { text: &told, table: true };
            let said = numbers::check(&format!("{value} {}.", text(input, "unit")), &[], &[ground], &[]);
            let bare = apart(&told, value);
            if !said.unsupported.is_empty() && !bare {
                let words = format!("Исходного {name} = {value} нет в вопросе: проверьте, откуда оно.");
                found.push(Finding::warning("P14_calculation", format!("{PACK}: final_answer.calculation"), words));
            }
        } else if !stands(&pack.final_answer, &input["citation"], value) {
            let words = format!("Исходное {name} = {value} не стоит в своей цитате. Не пользуйтесь результатом.");
            found.push(bad("P14_calculation", words));
        }
    }
    found
}
