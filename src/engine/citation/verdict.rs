//! Verdicts: resolve, load, match, edition, in this order; the first that fails is the verdict.

use crate::engine::address::Address;
use crate::engine::address::find::{Context, resolve};
use crate::engine::citation::claims::{Citation, Claim, Target, claims, coverage};
use crate::engine::citation::compared::Spoken;
use crate::engine::citation::edition::{Dates, chosen};
use crate::engine::citation::evidence::{Evidence, Need, Place, State, wording_key};
use crate::engine::citation::judgement::{Finding, Read, judge_place};
use crate::engine::citation::numbers::{self, Amount, Ground, Held, amounts};
use crate::engine::citation::quote::Quote;
use crate::engine::citation::report::{Badge, Converted, Reason, Report, Strike, Verdict};
use crate::engine::corpus::editions::edition_of;
use crate::model::claim::Support;
use serde_json::Value;
use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

/// Quotations of fewer words are looked for in the cited place only.
const SEARCHED: usize = 3;

/// What one citation asks for.
enum Lookup {
    Place(Address),
    Node(String),
    /// A source without an address: its own text is all there is.
    Given(String),
    /// `[n]` beyond the sources.
    Missing(usize),
}

impl Lookup {
    fn need(&self) -> Option<Need> {
        match self {
            // An act without an id is in no register and in no store.
            Self::Place(address) => (!address.act.documents().is_empty()).then(|| Need::Place(address.clone())),
            Self::Node(id) => Some(Need::Node(id.clone())),
            Self::Given(_) | Self::Missing(_) => None,
        }
    }

    fn address(&self) -> String {
        match self {
            Self::Place(address) => address.to_string(),
            _ => String::new(),
        }
    }
}

/// What is still to be read before the answer can be judged. Call it again with what was read: a quotation that does
/// not stand where it is said to is then looked for elsewhere. When nothing is returned, judge.
#[must_use]
pub fn needs(answer: &str, sources: &[Value], evidence: &Evidence) -> Vec<Need> {
    let mut out: Vec<Need> = Vec::new();
    let mut known: BTreeSet<String> = BTreeSet::new();
    let mut add = |need: Need| {
        if !evidence.has(&need) && known.insert(format!("{need:?}")) {
            out.push(need);
        }
    };
    for citation in claims(answer, sources).iter().flat_map(|claim| &claim.citations) {
        let lookups = lookups(citation, sources);
        let places: Vec<Need> = lookups.iter().filter_map(Lookup::need).collect();
        let read = places.iter().all(|need| evidence.has(need));
        places.iter().cloned().for_each(&mut add);
        let Some(text) = citation.quote.clone().map(|range| &answer[range]) else { continue };
        let quote = Quote::new(text);
        if !read || quote.words() < SEARCHED || stands(&quote, &lookups, evidence) {
            continue;
        }
        let documents = lookups.iter().flat_map(|lookup| match lookup {
            Lookup::Place(address) => address.act.documents(),
            _ => Vec::new(),
        });
        add(Need::Wording { quote: text.to_owned(), phrases: quote.phrases(), documents: documents.collect() });
    }
    out
}

/// Whether a quotation stands word for word at one of the places.
fn stands(quote: &Quote, lookups: &[Lookup], evidence: &Evidence) -> bool {
    let exact = |text: &str| quote.find_in(text).is_some_and(|found| found.exact);
    lookups.iter().any(|lookup| match lookup {
        Lookup::Given(text) => exact(text),
        _ => place(lookup, evidence)
            .is_some_and(|place| place.nodes.iter().chain(place.near.iter().take(1)).any(|node| exact(&node.text))),
    })
}

fn place<'a>(lookup: &Lookup, evidence: &'a Evidence) -> Option<&'a Place> {
    evidence.places.get(&lookup.need()?.key())
}

fn lookups(citation: &Citation, sources: &[Value]) -> Vec<Lookup> {
    match &citation.target {
        Target::Places(addresses) => addresses.iter().cloned().map(Lookup::Place).collect(),
        Target::Source(number) => {
            let source = number.checked_sub(1).and_then(|at| sources.get(at));
            vec![source.map_or(Lookup::Missing(*number), of_source)]
        }
    }
}

/// A source names its node, or its address, or it is only a text.
fn of_source(source: &Value) -> Lookup {
    let text = |key: &str| source.get(key).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
    if let Some(id) = ["node_id", "id", "url"].iter().filter_map(|key| text(key)).find(|id| id.starts_with("norm://")) {
        return Lookup::Node(id.to_owned());
    }
    let jurisdiction = text("jurisdiction").map(str::to_owned);
    let context = Context { act: None, jurisdiction };
    let article = text("article").zip(text("title")).map(|(article, title)| format!("{title} ст. {article}"));
    let spoken = [text("address").map(str::to_owned), article];
    if let Some(address) = spoken.iter().flatten().find_map(|text| resolve(text, &context).ok()) {
        return Lookup::Place(address);
    }
    Lookup::Given(text("text").unwrap_or_default().to_owned())
}

/// Judges an answer by what was read.
#[must_use]
pub fn judge(answer: &str, sources: &[Value], evidence: &Evidence, dates: Dates<'_>) -> Report {
    let claims = claims(answer, sources);
    let mut badges: Vec<Badge> = Vec::new();
    let mut texts: Vec<(usize, Read)> = Vec::new();
    let mut unread = 0;
    for (index, claim) in claims.iter().enumerate() {
        // What the answer goes on with, in the same paragraph.
        let behind = claims.get(index + 1).map(|next| next.range.clone());
        let behind =
            behind.filter(|next| answer.get(claim.range.end..next.start).is_some_and(|gap| !gap.contains('\n')));
        let next = behind.and_then(|range| answer.get(range)).unwrap_or_default();
        let speech = Speech { answer, claim, next, plain: OnceCell::new() };
        // A place that a sentence names again is judged once: «[1][1][1]» is one comparison.
        let mut judged: HashMap<String, Vec<(Lookup, Finding)>> = HashMap::new();
        for citation in &claim.citations {
            let key = format!("{:?} {:?} {:?}", citation.target, citation.quote, citation.edition);
            let found = judged.entry(key).or_insert_with(|| {
                let found = findings(&speech, citation, sources, evidence, dates);
                for (_, finding) in &found {
                    match &finding.read {
                        Some(read) => texts.push((index, read.clone())),
                        None => unread += 1,
                    }
                }
                found
            });
            badges.extend(found.iter().map(|(lookup, finding)| badge(claim, citation, lookup, finding.clone())));
        }
    }
    agree(&mut badges);
    // One quotation, an address and a mark: where the mark's source has it, an act that is not held only names a place.
    let certain: HashSet<Range<usize>> = badges
        .iter()
        .filter(|badge| badge.support == Support::Verbatim)
        .filter_map(|badge| badge.quote.clone())
        .collect();
    let lacks = |badge: &Badge| matches!(badge.reason, Some(Reason::SourceNotHeld | Reason::SourceFailed));
    for badge in badges.iter_mut().filter(|badge| lacks(badge)) {
        badge.quote = badge.quote.take().filter(|quote| !certain.contains(quote));
    }
    let given: Vec<Amount> = sources.iter().filter_map(recorded).flat_map(amounts).collect();
    let (mut strikes, mut converted) = (Vec::new(), Vec::new());
    // Many sentences rest on one text: its numbers are read once, and only when a sentence has numbers itself.
    let mut places: HashMap<(&str, bool), usize> = HashMap::new();
    let mut read: Vec<OnceCell<Held<'_>>> = Vec::new();
    let mut grounds: Vec<Ground<'_>> = Vec::new();
    let mut rest: Vec<(usize, usize)> = Vec::new();
    for (claim, text) in texts.iter().map(|(claim, read)| (*claim, ground(read))) {
        let at = *places.entry((text.text, text.table)).or_insert(grounds.len());
        if at == grounds.len() {
            grounds.push(text);
            read.push(OnceCell::new());
        }
        rest.push((claim, at));
    }
    let held = |at: usize| read[at].get_or_init(|| Held::of(&grounds[at]));
    for (index, claim) in claims.iter().enumerate() {
        let from = rest.partition_point(|(claim, _)| *claim < index);
        let own = rest[from..].iter().take_while(|(claim, _)| *claim == index).map(|(_, at)| *at);
        let own: Vec<usize> = if claim.citations.is_empty() { (0..grounds.len()).collect() } else { own.collect() };
        // What could not be read proves nothing, either way.
        if own.is_empty() && (unread > 0 || !claim.citations.is_empty()) {
            continue;
        }
        strike(answer, claim, &|| own.iter().map(|at| held(*at)).collect(), &given, &mut strikes, &mut converted);
    }
    Report::new(answer, badges, strikes, converted, coverage(&claims))
}

/// A sentence that one of its places supports is not contradicted by another one: that place speaks of something else.
/// A place that is named beside a quotation from it is the quotation's own address.
fn agree(badges: &mut Vec<Badge>) {
    type Named = (Range<usize>, Option<String>);
    let named = |badge: &Badge| -> Named { (badge.sentence.clone(), badge.node_id.clone()) };
    // Where a place is quoted in a sentence: the words that name it, and whether other words name it too.
    let mut quoted: HashMap<Named, (Range<usize>, bool)> = HashMap::new();
    for badge in badges.iter().filter(|badge| badge.quote.is_some() && badge.node_id.is_some()) {
        let (range, others) = quoted.entry(named(badge)).or_insert_with(|| (badge.range.clone(), false));
        *others |= *range != badge.range;
    }
    // The other place of a list («ст. 6, 7») is named by the same words and stays located.
    let has_quotation =
        |badge: &Badge| quoted.get(&named(badge)).is_some_and(|(range, others)| *others || *range != badge.range);
    badges.retain(|badge| badge.verdict != Verdict::Located || !has_quotation(badge));
    let supported: HashSet<Range<usize>> =
        badges.iter().filter(|badge| badge.verdict == Verdict::Verified).map(|badge| badge.sentence.clone()).collect();
    for badge in badges.iter_mut().filter(|badge| badge.verdict == Verdict::Contradicted && badge.quote.is_none()) {
        if supported.contains(&badge.sentence) {
            badge.verdict = Verdict::Unverified;
            badge.support = Support::Unchecked;
            badge.cause = "other_place".to_owned();
            badge.message =
                "Предложение подтверждает другое из названных мест, а это говорит о другом: уберите лишнюю ссылку."
                    .to_owned();
        }
    }
}

/// A sentence as the comparison needs it; what does not depend on a quotation is read once for all its citations.
struct Speech<'a> {
    answer: &'a str,
    claim: &'a Claim,
    next: &'a str,
    plain: OnceCell<Spoken>,
}

impl Speech<'_> {
    /// Words of a stretch of the sentence without what stands apart in it, but for what is to be kept.
    fn words(&self, within: Range<usize>, keep: &dyn Fn(&Range<usize>) -> bool) -> String {
        let mut out = String::new();
        let mut at = within.start;
        let mut apart: Vec<&Range<usize>> = self.claim.apart.iter().filter(|range| !keep(range)).collect();
        apart.sort_by_key(|range| range.start);
        for range in apart {
            if range.start >= at && range.end <= within.end {
                out.push_str(&self.answer[at..range.start]);
                out.push(' ');
                at = range.end;
            }
        }
        out.push_str(self.answer.get(at..within.end).unwrap_or_default());
        out
    }

    /// A quotation, or what stands in one. Quotations stand in order.
    fn quoted(&self, range: &Range<usize>) -> bool {
        let quotes = &self.claim.quotes;
        let next = quotes.partition_point(|quote| quote.start <= range.start);
        next.checked_sub(1).is_some_and(|last| range.end <= quotes[last].end)
    }

    fn plain(&self) -> &Spoken {
        self.plain.get_or_init(|| Spoken {
            own: self.words(self.claim.range.clone(), &|_| false),
            whole: self.words(self.claim.range.clone(), &|own| self.quoted(own)),
            around: (String::new(), String::new()),
            next: self.next.to_owned(),
        })
    }

    /// With the words around a quotation; the other quotations of the sentence are its words too.
    fn around(&self, quote: &Range<usize>) -> Spoken {
        let words = |range: Range<usize>| self.words(range, &|own| self.quoted(own));
        let all = &self.claim.range;
        Spoken { around: (words(all.start..quote.start), words(quote.end..all.end)), ..self.plain().clone() }
    }
}

/// The text of a recorded calculation or of the person's own data.
fn recorded(source: &Value) -> Option<&str> {
    let kind = source.get("kind").and_then(Value::as_str)?;
    matches!(kind, "calculation" | "given").then(|| source.get("text").and_then(Value::as_str)).flatten()
}

fn ground(read: &Read) -> Ground<'_> {
    Ground { text: &read.text, table: read.table }
}

fn strike<'h>(
    answer: &str,
    claim: &Claim,
    held: &dyn Fn() -> Vec<&'h Held<'h>>,
    given: &[Amount],
    strikes: &mut Vec<Strike>,
    converted: &mut Vec<Converted>,
) {
    let base = claim.range.start;
    let local = |range: &Range<usize>| range.start.saturating_sub(base)..range.end.saturating_sub(base);
    let apart: Vec<Range<usize>> = claim.apart.iter().map(local).collect();
    let claimed = numbers::claimed(&answer[claim.range.clone()], &apart);
    if claimed.is_empty() {
        return;
    }
    let checked = numbers::supported(claimed, &held(), given);
    let whole = |range: Range<usize>| range.start + base..range.end + base;
    for amount in checked.unsupported {
        let range = whole(amount.range);
        let message = format!(
            "Числа «{}» нет в указанном источнике: проверьте его или приведите расчёт.",
            &answer[range.clone()]
        );
        strikes.push(Strike { range, message });
    }
    for conversion in checked.converted {
        converted.push(Converted { range: whole(conversion.said.range), stands: conversion.stands });
    }
}

/// Judges every place of a citation. Of a list, the quotation belongs to the place where it stands best.
fn findings(
    speech: &Speech<'_>,
    citation: &Citation,
    sources: &[Value],
    evidence: &Evidence,
    dates: Dates<'_>,
) -> Vec<(Lookup, Finding)> {
    let text = citation.quote.clone().map(|range| &speech.answer[range]);
    let quote = text.map(Quote::new).filter(|quote| quote.words() > 0);
    let lookups = lookups(citation, sources);
    let around = citation.quote.as_ref().map(|quote| speech.around(quote));
    let spoken = || around.as_ref().unwrap_or_else(|| speech.plain());
    let wording = text.and_then(|text| evidence.wordings.get(&wording_key(text)));
    let beside = of_sources(speech.claim, sources);
    let judged = |lookup: &Lookup, quote: Option<&Quote>| -> Finding {
        match lookup {
            Lookup::Missing(number) => {
                Finding::new(Verdict::Unresolved, format!("Источника [{number}] нет в списке: исправьте номер."))
            }
            Lookup::Given(text) => given(text, quote, spoken()),
            Lookup::Place(_) | Lookup::Node(_) => match (lookup.need(), place(lookup, evidence)) {
                (None, _) => Finding::unverified(Reason::SourceNotHeld),
                (Some(_), None) => Finding::unverified(Reason::SourceFailed),
                (Some(_), Some(place)) => match place.state {
                    State::Failed => Finding::unverified(Reason::SourceFailed),
                    State::NotHeld => Finding::unverified(Reason::SourceNotHeld),
                    State::Held => {
                        let address = match lookup {
                            Lookup::Place(address) => Some(address),
                            _ => None,
                        };
                        // A named edition is judged on its own day.
                        let named = citation.edition.as_deref().filter(|_| address.is_some());
                        let dates = Dates { as_of: named.or(dates.as_of), ..dates };
                        match chosen(place, named, &beside) {
                            Some(place) => judge_place(address, &place, spoken(), quote, wording, dates),
                            None => Finding::unverified(Reason::EditionNotHeld),
                        }
                    }
                },
            },
        }
    };
    if lookups.len() == 1 || quote.is_none() {
        return lookups
            .into_iter()
            .map(|lookup| {
                let finding = judged(&lookup, quote.as_ref());
                (lookup, finding)
            })
            .collect();
    }
    let with: Vec<Finding> = lookups.iter().map(|lookup| judged(lookup, quote.as_ref())).collect();
    let best = (0..with.len()).min_by_key(|&at| with[at].rank()).unwrap_or(0);
    let mut out = Vec::new();
    for (at, (lookup, finding)) in lookups.into_iter().zip(with).enumerate() {
        let finding = if at == best { finding } else { judged(&lookup, None) };
        out.push((lookup, finding));
    }
    out
}

/// The editions of the sources that a sentence cites by number: its written addresses are of the same ones.
fn of_sources<'s>(claim: &Claim, sources: &'s [Value]) -> Vec<&'s str> {
    let mut out = Vec::new();
    for citation in &claim.citations {
        let Target::Source(number) = citation.target else { continue };
        let source = number.checked_sub(1).and_then(|at| sources.get(at));
        let ids = source.into_iter().flat_map(|source| ["node_id", "id", "url"].map(|key| source[key].as_str()));
        out.extend(ids.flatten().filter(|id| id.starts_with("norm://")).map(edition_of));
    }
    out
}

/// A source that is only a text: the quotation stands in it or not.
fn given(text: &str, quote: Option<&Quote>, spoken: &Spoken) -> Finding {
    if text.is_empty() {
        return Finding::unverified(Reason::Empty);
    }
    let read = Read { node_id: None, text: text.to_owned(), table: false, offset: 0, body: 0 };
    let Some(quote) = quote else { return Finding::of_sentence(read, spoken) };
    match quote.find_in(text) {
        Some(found) if found.exact => Finding::of_quote(read, quote, found.range, spoken),
        found => Finding::altered(read, quote, found),
    }
}

fn badge(claim: &Claim, citation: &Citation, lookup: &Lookup, finding: Finding) -> Badge {
    let (support, by) = finding.support();
    let passage = finding.passage.as_ref().zip(finding.read.as_ref());
    let stands =
        passage.as_ref().and_then(|(range, read)| read.text.get((*range).clone())).unwrap_or_default().to_owned();
    Badge {
        support,
        by,
        cause: finding.cause.to_owned(),
        lost: finding.lost.map(str::to_owned),
        sentence: claim.range.clone(),
        stands,
        range: citation.range.clone(),
        quote: citation.quote.clone(),
        source: match citation.target {
            Target::Source(number) => Some(number),
            Target::Places(_) => None,
        },
        verdict: finding.verdict,
        reason: finding.reason,
        address: if finding.address.is_empty() { lookup.address() } else { finding.address },
        passage: finding.passage.as_ref().zip(finding.read.as_ref()).and_then(|(range, read)| read.in_text(range)),
        node_id: finding.read.and_then(|read| read.node_id),
        found_at: finding.found_at,
        found_node: finding.found_node,
        candidates: finding.candidates,
        successor: finding.successor,
        diff: finding.diff,
        message: finding.message,
    }
}
