//! Typed facts: each mention goes to the field that the words around it, the open question or the pack point at.

use crate::engine::knowledge::condition;
use crate::engine::knowledge::pack::{Field, FieldKind, Pack};
use crate::engine::text::clause;
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::parts::sentences;
use crate::engine::text::stem::{Word, is_stop, words};
use crate::model::money::{format_minor, parse_minor};
use crate::model::pointer;
use crate::workspaces::contract::intake::provenance::{Heard, day};
use crate::workspaces::contract::intake::requisites::doubtful;
use crate::workspaces::contract::perform::bearing::{ASKED, HINT, Known, asked, score};
use crate::workspaces::contract::perform::counted::{counts_things, of_working_days};
use crate::workspaces::contract::perform::facts::{Draft, corrects};
use crate::workspaces::contract::perform::label::{LABEL, Label, label};
use crate::workspaces::contract::perform::owner::Owner;
use crate::workspaces::contract::perform::values::{
    bare_number, in_thousands, interpreted, lacks_period, means_itself, value_for,
};
use crate::workspaces::contract::perform::{around, bearing, held, lists, outside, owner, slips, triggers, vat};
use crate::workspaces::contract::present;
use serde_json::{Value, json};
use std::borrow::Cow;

/// Bytes around a mention in which words can announce it.
const NEAR: usize = 800;
/// Points by which the first of two readings must lead to stand alone.
const MARGIN: i64 = 4;
/// Mentions on either side among which shares of a whole are looked for.
const RUN: usize = 6;
/// Content words of a clause that does nothing but answer.
const SAYS: usize = 8;
/// Words of an answer that is a value and nothing else.
const ALONE: usize = 5;

/// Assigns all typed mentions of the message.
pub fn collect(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) {
    assign(pack, heard, draft, pack.fields.iter().collect());
}

/// The fields whose conditions do not hold.
pub(super) fn closed<'p>(pack: &'p Pack, draft: &Draft<'_>) -> Vec<&'p Field> {
    pack.fields.iter().filter(|field| !condition::all(&field.when, &draft.domain)).collect()
}

/// «В рассрочку, по 20 тысяч»: what the choices of this message opened takes what nothing has taken yet.
pub(super) fn opened(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>, closed: &[&Field]) {
    let open: Vec<&Field> = closed.iter().copied().filter(|field| condition::all(&field.when, &draft.domain)).collect();
    if open.is_empty() {
        return;
    }
    let mut used: Vec<(usize, usize)> = draft.spans.iter().map(|(_, span)| *span).collect();
    used.sort_unstable();
    let mut rest = heard.clone();
    slips::mend(&mut rest);
    triggers::leave_out(pack, &mut rest);
    // Spans may overlap: a few before are looked at too.
    rest.mentions.retain(|m| {
        let next = used.partition_point(|span| span.1 <= m.start);
        !used.iter().skip(next.saturating_sub(4)).take(12).any(|span| span.0 < m.end && m.start < span.1)
    });
    assign(pack, &rest, draft, open);
}

fn assign(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>, fields: Vec<&Field>) {
    let text = &heard.turn.text;
    let clauses: Vec<(usize, usize)> = clause::clauses(text);
    let said = words(text);
    let known: Vec<Known<'_>> = fields.into_iter().map(Known::of).collect();
    // Where something is measured in its own unit, another bare number measures nothing.
    let pieces = sentences(text);
    let is_brief = |mention: &Mention| {
        let at = pieces.partition_point(|(_, end)| *end < mention.end);
        let own = pieces.get(at).and_then(|(start, end)| text.get(*start..*end)).unwrap_or(text);
        own.split_whitespace().take(ALONE + 1).count() <= ALONE
    };
    let mut named_by: Vec<(String, Label)> = Vec::new();
    let mut summed: Vec<String> = Vec::new();
    // Of a long message its beginning answers; what is told further on is told of something.
    let short = text.split_whitespace().count() <= 2 * SAYS;
    let opening = text.match_indices(char::is_whitespace).nth(SAYS).map_or(text.len(), |(at, _)| at);
    // «60 сейчас, а 60 после зимовки» beside a sum in thousands: nobody says how much it is.
    let thousands = slips::spoken_in_thousands(heard);
    let measured = heard.mentions.iter().any(|mention| matches!(mention.kind, MentionKind::Quantity { .. }));
    let (days, second, apiece) = (lists::days(heard), triggers::second(heard), lists::apiece(heard));
    let by_unit =
        heard.mentions.iter().any(|m| matches!(&m.kind, MentionKind::Money { per: Some(per), .. } if per == "unit"));
    let on_top = vat::on_top(text) || draft.domain.pointer("/price/vat").is_some_and(|vat| vat == "on_top");
    for mention in &heard.mentions {
        if let MentionKind::DateRange { from, to } = &mention.kind {
            range(pack, heard, draft, mention, from, to);
            continue;
        }
        if let MentionKind::Vehicle { make, model } = &mention.kind {
            vehicle(pack, heard, draft, mention, make, model);
            continue;
        }
        // As long as no question asks for it and nothing names it, such a term stays in the person's own words.
        let working = of_working_days(text, mention) && heard.question.is_none_or(|q| q.targets.len() > 1);
        let exact = matches!(&mention.kind, MentionKind::Duration { unit, .. } if unit == "working_day");
        let (start, end) =
            clauses.iter().copied().find(|(s, e)| *s <= mention.start && mention.end <= *e).unwrap_or((0, text.len()));
        // «Обеспечительный платёж за два месяца, 56 тысяч»: a clause that is only a value speaks of the one before it.
        let alone = text.get(start..end).is_some_and(|clause| {
            let value = mention.end.saturating_sub(mention.start);
            clause.trim_matches([' ', ',', '.', ';', '!']).len() <= value
        });
        let amounts = |from: usize| {
            heard.mentions.iter().any(|m| {
                from <= m.start
                    && m.end <= start
                    && matches!(
                        m.kind,
                        MentionKind::Money { .. } | MentionKind::Quantity { .. } | MentionKind::Percent { .. }
                    )
            })
        };
        let start = before(&clauses, text, start).filter(|from| alone && !amounts(*from)).unwrap_or(start);
        let (start, end) = (start.max(mention.start.saturating_sub(NEAR)), end.min(mention.end.saturating_add(NEAR)));
        let first = said.partition_point(|word| word.start < start);
        let past = said.partition_point(|word| word.end <= end);
        let around = beside(said.get(first..past).unwrap_or_default(), &heard.mentions, mention);
        let around = around.as_ref();
        if is_rest(text, &heard.mentions, mention) {
            continue;
        }
        let counts = counts_things(text, mention);
        let brief = is_brief(mention);
        let near = around::Around::of(text, mention);
        let mut fits: Vec<Fit<'_>> = known
            .iter()
            .filter(|known| condition::all(&known.field.when, &draft.domain) || asked(heard, known.field).is_some())
            .filter(|known| !working || exact && label(known.field, text, &said, mention) == Label::Own)
            .filter(|known| !(counts || measured) || !bare_number(known.field, mention))
            // A number without a unit is a measure only where it is the whole answer.
            .filter(|known| {
                let bare = known.field.kind == FieldKind::Quantity && bare_number(known.field, mention);
                brief || !bare || known.right_before(text, &said, mention)
            })
            .filter(|known| !(thousands && known.field.kind == FieldKind::Money && slips::small_sum(mention)))
            .filter_map(|known| {
                // «Пробег 96400»: the name right before a bare number asks for it.
                let named = || {
                    known.field.kind == FieldKind::Quantity
                        && known.field.units.len() == 1
                        && known.right_before(text, &said, mention)
                };
                let value = value_for(known.field, mention, asked(heard, known.field).is_some() || named())?;
                let at = known.field.pointer.as_str();
                let gross = on_top && at.starts_with("/price") && near.with_tax();
                let other = second.contains(&mention.start) && at.starts_with("/penalty");
                let of_one = known.field.kind == FieldKind::Money
                    && matches!(at.rsplit('/').next(), Some("total" | "amount" | "rent" | "rent_day" | "fee"))
                    && lists::within(&apiece, mention)
                    && label(known.field, text, &said, mention) != Label::Own;
                // «26 руб./шт.; 520 000 руб.»: beside a price that says its unit another sum is no price of one.
                let bare = matches!(mention.kind, MentionKind::Money { per: None, .. });
                let gross = gross || of_one || bare && by_unit && at.ends_with("/price/unit");
                if near.is_outside(known.field, mention) || gross || other || lists::holds(&days, known.field, mention)
                {
                    return None;
                }
                let owner = near.owner(pack, known.field, mention, day(heard.turn));
                if owner == Owner::Other {
                    return None;
                }
                // «Сторговались на 870 000»: the verb names the price.
                let bargained = known.field.primary
                    && known.field.kind == FieldKind::Money
                    && at.starts_with("/price")
                    && near.words().any(owner::bargains);
                let (score, hint) = match score(known, mention, text, around, heard, draft) {
                    None if owner == Owner::Own => (HINT, Some(1)),
                    Some((score, _)) if bargained => (score + HINT, Some(1)),
                    // «208 тысяч за всё»
                    None if at == "/price/total" && near.of_all() => (HINT, Some(1)),
                    scored => scored?,
                };
                // A day that nothing names is the day of something else, once the deal is known.
                let loose = matches!(mention.kind, MentionKind::Date { .. })
                    && hint.is_none()
                    && asked(heard, known.field).is_none();
                // So is a sum that nothing names, behind the name of something else: «обратный вывоз 15 000».
                let unnamed = matches!(mention.kind, MentionKind::Money { per: None, .. } | MentionKind::Number { .. })
                    && known.field.kind == FieldKind::Money
                    && hint.is_none()
                    && asked(heard, known.field).is_none()
                    && label(known.field, text, &said, mention) == Label::Other;
                let bare = hint.is_none() && lacks_period(pack, heard, known.field, mention);
                if bare || (loose || unnamed) && !draft.opens() {
                    return None;
                }
                Some(Fit { field: known.field, value, score, hint, unsure: owner == Owner::Unsure })
            })
            .collect();
        // What is named or asked for belongs there; anything else may be the answer to an open conflict.
        let claimed = |fit: &Fit<'_>| {
            fit.hint.is_some_and(|distance| distance <= LABEL)
                || (asked(heard, fit.field).is_some() && !contested(draft, fit.field))
        };
        if !counts && !fits.iter().any(claimed) {
            fits.extend(chosen(pack, &known, mention, draft).filter(|fit| !near.is_outside(fit.field, mention)));
        }
        // Of equals the first of the pack stands first; whether it may stand alone is another question.
        fits.sort_by_key(|fit| -fit.score);
        let Some(best) = fits.first() else { continue };
        let span = (mention.start, mention.end);
        let at = best.field.pointer.as_str();
        // «34 000 рублей в месяц, а пробег 87 300»: beside a sum with its currency a bare number is another thing.
        let is_sum = matches!(mention.kind, MentionKind::Money { .. });
        if bare_number(best.field, mention) && summed.iter().any(|one| one == at) && !corrects(heard, span) {
            continue;
        }
        if is_sum {
            summed.push(at.to_owned());
        }
        let measured_once = matches!(mention.kind, MentionKind::Quantity { .. });
        let only = (means_itself(&mention.kind) || measured_once)
            && known.iter().filter(|k| value_for(k.field, mention, false).is_some()).count() == 1;
        let named = best.hint.is_some_and(|distance| distance <= LABEL);
        let rival = fits.get(1).is_some_and(|next| best.score - next.score < MARGIN);
        let answers = asked(heard, best.field).is_some();
        // «До 31.12 арендатор не платит»: «до» alone disputes no end that was named.
        let own = || known.iter().find(|one| one.field.pointer == best.field.pointer);
        let plainly = || own().is_some_and(|own| own.names_plainly(mention, text, around, LABEL));
        let apart = stands_apart(draft, best);
        // What stands gives way to words that name it, not to any day or sum that is told of something else.
        let kept = apart && !answers && !contested(draft, best.field) && held::keeps(draft, heard, at, mention);
        // «Прилавок (3,2 м)»: a length is no area of what has one.
        let length = matches!(&mention.kind, MentionKind::Quantity { unit, .. } if unit == "m");
        let length = length && at.ends_with("/area") && draft.has(at) && !answers;
        if length || kept && !own().is_some_and(|own| held::names_strongly(own, mention, text, around)) {
            continue;
        }
        let value = match contested(draft, best.field) {
            true => settled(pack, draft, heard, best, mention, named),
            // Another sum that nothing names is no new price: it stays in the person's words.
            false => (!apart
                || answers
                || only
                || corrects(heard, span)
                || named && plainly()
                || draft.mended(heard, at, span)
                || doubted(draft, at))
            .then(|| best.value.clone()),
        };
        let Some(value) = value else {
            // «Пол 4,2 м², стены 19 м²»: of two that nothing names neither is certain.
            if !named_by.iter().any(|(place, label)| place.as_str() == at && *label == Label::Own) {
                draft.shade(at);
            }
            continue;
        };
        // «Оплата 250 в час, переработка 350 в час»: only the one whose clause names the fact is its value.
        let mut of_two = false;
        let label = label(best.field, text, &said, mention);
        let before = named_by.iter().rev().find(|(place, _)| place.as_str() == at).map(|(_, label)| *label);
        match (before, label) {
            (Some(Label::Own), Label::Other) if !draft.mended(heard, at, span) => {
                draft.shade(at);
                continue;
            }
            (Some(Label::Other), Label::Own) if !draft.mended(heard, at, span) => {
                draft.forget(at);
                of_two = true;
            }
            _ => {}
        }
        named_by.push((at.to_owned(), label));
        // What cannot be right stands as it was said and is shown once more.
        let sound = doubtful(&mention.kind).is_none()
            && !interpreted(text, mention, &value)
            && (exact || !of_working_days(text, mention));
        // «300 рублей мешок»: a sum for a piece is no certain value of the whole.
        let of_piece =
            matches!(&mention.kind, MentionKind::Money { per: Some(per), .. } if PIECES.contains(&per.as_str()));
        let piece = of_piece && best.field.primary && !named && !at.ends_with("/unit");
        let sound = sound && !piece;
        // A value in a long clause that says other things too answers the question only perhaps.
        let told = answers && around.iter().filter(|word| !is_stop(&word.stem)).take(SAYS + 1).count() <= SAYS;
        let told = told && (named || short || span.0 <= opening);
        // An answer that names another thing beside the value is an answer only perhaps.
        let told = told && (named || label != Label::Other);
        // Only a question or a word of the fact itself beside the value makes it certain: «всё помещение 164 м²» is the
        // only area of a message, and yet not the one that is let.
        let settles = contested(draft, best.field) || corrects(heard, span);
        // «Сдаю квартиру на год»: the only duration of the words that open a deal, led by the small word of its term.
        let lasts = || {
            let is_duration = |one: &&Mention| matches!(one.kind, MentionKind::Duration { .. });
            draft.opens()
                && best.field.primary
                && heard.mentions.iter().filter(is_duration).count() == 1
                && is_duration(&mention)
                && own().is_some_and(|own| own.led(text, &said, mention))
        };
        let certain =
            told || lasts() || means_itself(&mention.kind) && only || named && plainly() || settles && (named || only);
        let clear = certain && (!rival || only) && heard.plain(span) && sound && !of_two && !best.unsure;
        let (value, clear) =
            in_thousands(draft, at, text.get(span.0..span.1), &value).map_or((value, clear), |whole| (whole, false));
        draft.say(heard, at, value, span, clear);
        period(pack, heard, draft, best.field, mention, clear);
    }
}

/// «30 % вперёд, 70 % после отгрузки»: of two shares that make a whole the second only tells the rest.
fn is_rest(text: &str, mentions: &[Mention], own: &Mention) -> bool {
    let share = |m: &Mention| match &m.kind {
        MentionKind::Percent { value, per: None } => value.parse::<f64>().ok(),
        _ => None,
    };
    let Some(value) = share(own) else { return false };
    let past = mentions.partition_point(|m| m.start < own.start);
    if in_run(text, mentions, past, &share) {
        return true;
    }
    let before = mentions[past.saturating_sub(3)..past].iter().rev().find(|m| share(m).is_some());
    before.is_some_and(|first| {
        let between = text.get(first.end..own.start).unwrap_or_default();
        let whole = share(first).is_some_and(|first| (first + value - 100.0).abs() < 0.001);
        // «70 % после отгрузки, 30 % аванс»: the second may be the one that has a name.
        // «Предоплата 30 % …, 70 % …» names the first of them before it.
        let lead = around::tail(text, first.start);
        let lead = lead.rsplit(['.', ';', '\n', ',']).next().unwrap_or_default();
        whole && !between.contains('\n') && (bearing::before_rest(between) || bearing::before_rest(lead))
    })
}

/// «Аванс 40 %, 30 % после прототипа, 30 % после запуска»: a share behind the first of several that make a whole.
fn in_run(text: &str, mentions: &[Mention], at: usize, share: &dyn Fn(&Mention) -> Option<f64>) -> bool {
    let Some(own) = mentions.get(at) else { return false };
    let joined = |a: &Mention, b: &Mention| {
        text.get(a.end..b.start).is_some_and(|gap| gap.len() <= LABEL && !gap.contains(['.', ';', '\n']))
    };
    let near = mentions.get(at.saturating_sub(RUN)..(at + RUN + 1).min(mentions.len())).unwrap_or_default();
    let shares: Vec<&Mention> = near.iter().filter(|m| share(m).is_some()).collect();
    shares.windows(3).chain(shares.windows(4)).any(|run| {
        let total: f64 = run.iter().filter_map(|m| share(m)).sum();
        let whole = (total - 100.0).abs() < 0.001 && run.windows(2).all(|pair| joined(pair[0], pair[1]));
        whole && run.iter().skip(1).any(|m| m.start == own.start)
    })
}

/// The words around a mention without those of other measures: in «42 метра, за 3 миллиона» nothing costs per metre.
fn beside<'w>(around: &'w [Word], mentions: &[Mention], own: &Mention) -> Cow<'w, [Word]> {
    let (Some(first), Some(last)) = (around.first(), around.last()) else { return Cow::Borrowed(around) };
    let from = mentions.partition_point(|m| m.end <= first.start);
    let measures: Vec<&Mention> = mentions
        .get(from..)
        .unwrap_or_default()
        .iter()
        .take_while(|m| m.start < last.end)
        .filter(|m| m.start != own.start && matches!(m.kind, MentionKind::Quantity { .. }))
        .collect();
    if measures.is_empty() {
        return Cow::Borrowed(around);
    }
    let inside = |word: &Word| {
        let next = measures.partition_point(|m| m.end <= word.start);
        measures.get(next).is_some_and(|m| m.start <= word.start)
    };
    Cow::Owned(around.iter().filter(|word| !inside(word)).cloned().collect())
}

/// Where the clause before one begins, in the same sentence.
fn before(clauses: &[(usize, usize)], text: &str, start: usize) -> Option<usize> {
    let at = clauses.partition_point(|clause| clause.0 < start).checked_sub(1)?;
    let (from, to) = *clauses.get(at)?;
    let gap = text.get(to.min(start)..start)?;
    let ends = text.get(from..start)?.trim_end().ends_with(['.', '!', '?', ';', '\n']);
    (!ends && !gap.contains(['.', '!', '?', ';', '\n'])).then_some(from)
}

/// «Штраф 1000 рублей за каждый день»: what the sum is for, where the pack has a place for it.
fn period(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>, field: &Field, mention: &Mention, clear: bool) {
    let MentionKind::Money { per: Some(per), .. } = &mention.kind else { return };
    let Some((parent, "amount")) = field.pointer.rsplit_once('/') else { return };
    let at = format!("{parent}/per");
    let takes = |field: &&Field| field.pointer == at && field.options.iter().any(|option| option.value == json!(per));
    if pack.fields.iter().find(takes).is_some() {
        draft.say(heard, &at, json!(per), (mention.start, mention.end), clear);
    }
}

/// What one thing or one measure of it costs, unlike what a stretch of time does.
const PIECES: &[&str] = &["unit", "t", "kg", "m3", "km", "m", "l", "ha", "set"];

/// Whether a rule asks about a place.
fn doubted(draft: &Draft<'_>, at: &str) -> bool {
    draft.disputed.iter().any(|place| pointer::is_within(place, at) || pointer::is_within(at, place))
}

/// Whether a place has another value already.
fn stands_apart(draft: &Draft<'_>, fit: &Fit<'_>) -> bool {
    draft.domain.pointer(&fit.field.pointer).is_some_and(|now| condition::is_present(now) && *now != fit.value)
}

/// The value that settles a conflict: one of those that stand against each other, or one that is named as this fact.
fn settled(
    pack: &Pack,
    draft: &Draft<'_>,
    heard: &Heard<'_>,
    fit: &Fit<'_>,
    mention: &Mention,
    named: bool,
) -> Option<Value> {
    if let Some(one) = rival_of(pack, draft, &fit.field.pointer, &fit.value) {
        return Some(one);
    }
    let bare = matches!(mention.kind, MentionKind::Number { .. });
    // «28 тысяч» and nothing else, where just this was asked: a third value settles it too.
    let alone = asked(heard, fit.field).is_some()
        && heard.mentions.len() == 1
        && heard.turn.text.split_whitespace().count() <= ALONE;
    if alone && !bare {
        return Some(fit.value.clone());
    }
    let free = draft.candidates(&fit.field.pointer).is_empty() && !bare;
    (named || free || (corrects(heard, (mention.start, mention.end)) && !bare)).then(|| fit.value.clone())
}

/// The one of two rival values at a place that a value is: itself, or in thousands («правильно 40» between 35 000
/// and 40 000).
fn rival_of(pack: &Pack, draft: &Draft<'_>, at: &str, value: &Value) -> Option<Value> {
    let minor = value["amount"].as_str().and_then(parse_minor);
    let thousands = minor.and_then(|sum| sum.checked_mul(1000)).map(|sum| {
        let mut whole = value.clone();
        whole["amount"] = json!(format_minor(sum));
        whole
    });
    let candidates = draft.candidates(at);
    let is_rival = |one: &Value| {
        let shown = present::value(Some(pack), at, one);
        candidates.contains(one)
            || draft.conflicts.iter().any(|rivals| rivals.at == at && rivals.shown.contains(&shown))
    };
    [Some(value.clone()), thousands].into_iter().flatten().find(is_rival)
}

/// Whether two values stand against each other at the place of a field.
fn contested(draft: &Draft<'_>, field: &Field) -> bool {
    draft.conflicts.iter().any(|rivals| pointer::is_within(&rivals.at, &field.pointer))
}

/// The only open conflict one of whose values a bare value is, whatever was asked last.
fn chosen<'p>(pack: &Pack, known: &[Known<'p>], mention: &Mention, draft: &Draft<'_>) -> Option<Fit<'p>> {
    let mut fits = known.iter().filter(|known| contested(draft, known.field)).filter_map(|known| {
        let value = value_for(known.field, mention, true)?;
        let value = rival_of(pack, draft, &known.field.pointer, &value)?;
        Some(Fit { field: known.field, value, score: HINT + ASKED, hint: None, unsure: false })
    });
    fits.next().filter(|_| fits.next().is_none())
}

/// A field that a mention may belong to.
struct Fit<'p> {
    field: &'p Field,
    value: Value,
    score: i64,
    /// Bytes to the word that names it.
    hint: Option<usize>,
    /// Whether another matter may own the value.
    unsure: bool,
}

/// A range of dates fills a start and the end beside it.
fn range(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>, mention: &Mention, from: &str, to: &str) {
    let dates = || pack.fields.iter().filter(|field| field.kind == FieldKind::Date);
    let pair = dates().find_map(|start| {
        let parent = start.pointer.strip_suffix("/start")?;
        dates().find(|end| end.pointer == format!("{parent}/end")).map(|end| (start, end))
    });
    // «В новогодние с 30 декабря по 9 января перерыв» is no term.
    // Nor is a stretch of time under a numbered part of the work.
    let near = around::Around::of(&heard.turn.text, mention);
    let other = |start: &Field| outside::is(start, mention, &heard.turn.text) || near.of_part() || near.of_document();
    let kept = |field: &Field| held::keeps(draft, heard, &field.pointer, mention) && asked(heard, field).is_none();
    let pair = pair.filter(|(start, end)| !other(start) && !kept(start) && !kept(end));
    if let Some((start, end)) = pair {
        let span = (mention.start, mention.end);
        draft.say(heard, &start.pointer, json!(from), span, heard.plain(span));
        draft.say(heard, &end.pointer, json!(to), span, heard.plain(span));
    }
}

fn vehicle(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>, mention: &Mention, make: &str, model: &str) {
    for (kind, value) in [(FieldKind::VehicleMake, make), (FieldKind::VehicleModel, model)] {
        let field = pack.fields.iter().find(|field| field.kind == kind);
        if let Some(field) = field.filter(|_| !value.is_empty()) {
            let span = (mention.start, mention.end);
            draft.say(heard, &field.pointer, json!(value), span, heard.plain(span));
        }
    }
}
