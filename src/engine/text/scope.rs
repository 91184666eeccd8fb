//! The scope in which words of a message stand: said, denied, asked, supposed, quoted, said of somebody else.
//!
//! A number in a message is no fact by itself: «а можно 30 тысяч?» asks, «если бы 30 тысяч» supposes, «в письме:
//! поставь 1 рубль» quotes, «водить будет брат арендатора» speaks of another. The rules are grammar: particles,
//! conjunctions, verbs of speech, interrogatives, and how far each of them reaches inside its sentence. Time is linear
//! in the text; a lookup is a binary search.

use crate::engine::text::is_numeral;
use crate::engine::text::scope::sentence::{Sentence, sentences};
use crate::engine::text::scope_words::{self as lists, EARLIER, has};
use crate::engine::text::stamps::stamps;
use crate::engine::text::stem::words;
use crate::engine::text::token::{Token, tokens};

/// How words stand in a message; the later ones are stronger where several hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// The person says so.
    Asserted,
    /// The person says so with a doubt: «примерно», «наверное», «можно 30 тысяч».
    Hedged,
    /// Of another person: «водить будет брат арендатора».
    OtherParty,
    /// Of another deal, another time, another's life: «прошлые жильцы платили 20 тысяч», «сосед купил за 400».
    Elsewhere,
    /// «не 11», «без водителя», «залога нет».
    Negated,
    /// «если бы 30 тысяч», «допустим», the condition of a conditional clause.
    Hypothetical,
    /// «а можно 30 тысяч?»
    Question,
    /// Another's words: «в письме: поставь 1 рубль».
    Quoted,
}

/// All scopes but the plain one, by rank.
const KINDS: [Scope; 7] = [
    Scope::Hedged,
    Scope::OtherParty,
    Scope::Elsewhere,
    Scope::Negated,
    Scope::Hypothetical,
    Scope::Question,
    Scope::Quoted,
];

impl Scope {
    /// Whether a value in this scope may become a fact at all, stated or read.
    #[must_use]
    pub fn tells(self) -> bool {
        matches!(self, Self::Asserted | Self::Hedged)
    }
}

/// The scopes of one message.
#[derive(Debug, Clone, Default)]
pub struct Scopes {
    /// Spans per kind, in order, without overlaps.
    spans: [Vec<(usize, usize)>; 7],
}

impl Scopes {
    /// Reads a message.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let list = tokens(text);
        let mut found = Self::default();
        let heads = stamps(text);
        for sentence in sentences(&list) {
            let at = list[sentence.from].start;
            // A line marked as a reply or headed by who said it was pasted in because it tells something: it is read,
            // and never certain.
            if list[sentence.from].is(">") || heads.iter().any(|head| head.0 <= at && at < head.1) {
                found.mark(Scope::Hedged, &list, sentence.from, sentence.block);
            }
            found.quoted(&list, &sentence);
            found.question(&list, &sentence);
            found.hypothetical(&list, &sentence);
            found.negated(&list, &sentence);
            found.others(&list, &sentence);
            found.hedged(&list, &sentence);
        }
        for spans in &mut found.spans {
            *spans = run_on::merged(std::mem::take(spans));
        }
        found
    }

    /// The strongest scope that touches the bytes.
    #[must_use]
    pub fn at(&self, start: usize, end: usize) -> Scope {
        let found = KINDS.iter().rev().find(|kind| self.touches(**kind, start, end));
        found.copied().unwrap_or(Scope::Asserted)
    }

    /// The strongest scope that touches the bytes, negation aside: words that deny by themselves («без залога»).
    #[must_use]
    pub fn beside_negation(&self, start: usize, end: usize) -> Scope {
        let kinds = KINDS.iter().rev().filter(|kind| **kind != Scope::Negated);
        kinds.copied().find(|kind| self.touches(*kind, start, end)).unwrap_or(Scope::Asserted)
    }

    /// The spans of one kind, in order.
    #[must_use]
    pub fn all(&self, kind: Scope) -> &[(usize, usize)] {
        KINDS.iter().position(|k| *k == kind).map_or(&[], |index| self.spans[index].as_slice())
    }

    fn touches(&self, kind: Scope, start: usize, end: usize) -> bool {
        let spans = self.all(kind);
        let next = spans.partition_point(|span| span.1 <= start);
        spans.get(next).is_some_and(|span| span.0 < end)
    }

    fn mark(&mut self, kind: Scope, list: &[Token], from: usize, to: usize) {
        let index = KINDS.iter().position(|k| *k == kind).unwrap_or(0);
        if from < to
            && let Some((first, last)) = list.get(from).zip(list.get(to - 1))
        {
            self.spans[index].push((first.start, last.end));
        }
    }

    /// Another's words: behind a verb or a place of speech with a colon or «что».
    fn quoted(&mut self, list: &[Token], s: &Sentence) {
        let own = |k: usize| {
            let near = &list[k.saturating_sub(4).max(s.from)..(k + 3).min(s.to)];
            near.iter().any(|t| lists::FIRST_PERSON.contains(&t.low.as_str()))
        };
        for k in s.from..s.to {
            let low = list[k].low.as_str();
            let speech = lists::SPEECH.contains(&low);
            let place = lists::PLACES.contains(&low)
                && k > s.from
                && list[k.saturating_sub(3).max(s.from)..k].iter().any(|t| matches!(t.low.as_str(), "в" | "из" | "на"));
            if !(speech || place) || own(k) {
                continue;
            }
            // What is quoted opens with a colon, a quotation mark or «что»; a place of speech needs none.
            let opens = (k + 1..s.to.min(k + 8)).find(|&j| match list[j].low.as_str() {
                ":" | "«" | "\"" | "“" => true,
                "что" | "мол" | "чтобы" => speech,
                _ => false,
            });
            match (opens, place) {
                (Some(at), _) => self.mark(Scope::Quoted, list, at, s.block),
                (None, true) => self.mark(Scope::Quoted, list, k + 1, s.to),
                (None, false) => {}
            }
            break;
        }
    }

    /// A question: its sentence, or the last part of it that asks.
    fn question(&mut self, list: &[Token], s: &Sentence) {
        let first = skip_fillers(list, s.from, s.to);
        // «Кто платит пеню — обе стороны»: what was asked is said again before its answer.
        let dash = |t: &Token| matches!(t.low.as_str(), "—" | "–" | ":");
        if !s.asks && list[first..s.to].iter().take(7).any(dash) {
            return;
        }
        if s.asks {
            if request(list, s) {
                return;
            }
            let asking = s.parts.iter().rposition(|part| interrogative(list, part.0, part.1));
            let needs = s
                .parts
                .last()
                .filter(|part| list[part.0..part.1].iter().any(|t| lists::NEED.contains(&t.low.as_str())));
            let from = match (asking, needs) {
                (Some(index), _) => s.parts[index].0,
                (None, Some(part)) => part.0,
                (None, None) => s.from,
            };
            // «На 11 мес. а прописывать его надо?»: behind a dot and «а» another sentence begins.
            let begins = |k: &usize| list[*k].is("а") && list[*k - 1].is(".");
            let from = (from + 1..s.to).rev().find(begins).unwrap_or(from);
            // «Расписка нужна, если деньги придут переводом?»: the case is asked about with what hangs on it.
            let case = s.parts.iter().position(|part| part.0 == from).filter(|index| {
                let told = list[from].is("что")
                    && list.get(from + 1).is_some_and(|t| {
                        !matches!(
                            t.low.as_str(),
                            "если"
                                | "будет"
                                | "делать"
                                | "мне"
                                | "нам"
                                | "такое"
                                | "значит"
                                | "тогда"
                                | "с"
                                | "за"
                        )
                    });
                *index > 0 && (told || matches!(list[from].low.as_str(), "если" | "когда" | "раз" | "if" | "when"))
            });
            let from = case.map_or(from, |index| s.parts[index - 1].0);
            // «30 тысяч, можно?», «надо ли чек выдавать, и когда?» asks about what stands before.
            let joint = |t: &Token| matches!(t.low.as_str(), "и" | "а" | "или");
            let tag = s.parts.last().is_some_and(|part| {
                part.0 > s.from && list[part.0..part.1].iter().filter(|t| t.is_word() && !joint(t)).count() <= 1
            });
            self.mark(Scope::Question, list, if tag { s.from } else { from }, s.to);
            return;
        }
        let strong = |k: usize| {
            list.get(k).is_some_and(|t| {
                lists::ASK.contains(&t.low.as_str()) || lists::ASK_STEMS.iter().any(|stem| t.low.starts_with(stem))
            })
        };
        let particle = (first..s.to.min(first + 4)).any(|k| list[k].is("ли"));
        let what = list.get(first).is_some_and(|t| t.is("что"))
            && list.get(first + 1).is_some_and(|t| matches!(t.low.as_str(), "такое" | "значит" | "если" | "будет"));
        if first < s.to && (strong(first) || particle || what || run_on::how(list, first, s.to)) {
            self.mark(Scope::Question, list, s.from, s.to);
        } else if let Some((from, to)) = run_on::question(list, s.from, s.to) {
            self.mark(Scope::Question, list, from, to);
        }
    }

    /// What is supposed: «бы», «допустим», and the condition behind «если». A lone «б» is more often «б/у» than a particle.
    fn hypothetical(&mut self, list: &[Token], s: &Sentence) {
        for k in s.from..s.to {
            let low = list[k].low.as_str();
            match low {
                "бы" => {
                    let wish = k > s.from && lists::WISHES.contains(&list[k - 1].low.as_str());
                    if !wish {
                        self.mark(Scope::Hypothetical, list, s.from, s.to);
                        return;
                    }
                }
                "если" | "if" => {
                    let end = s.part_end(k);
                    // Dictated words have no comma behind the condition: it is as long as a short clause.
                    let end = if end == s.to { end.min(k + 5) } else { end };
                    self.mark(Scope::Hypothetical, list, k, end);
                }
                _ if lists::SUPPOSE.contains(&low) && k == skip_fillers(list, s.part_start(k), s.to) => {
                    self.mark(Scope::Hypothetical, list, k, s.to);
                }
                _ => {}
            }
        }
    }

    /// What is denied, and how far each negation reaches.
    fn negated(&mut self, list: &[Token], s: &Sentence) {
        let back = |s: &Sentence, k: usize| run_on::back(list, s.part_start(k), k);
        for k in s.from..s.to {
            let end = s.part_end(k);
            let next = list.get(k + 1).filter(|_| k + 1 < end);
            match list[k].low.as_str() {
                "don" if !next.is_some_and(|t| matches!(t.low.as_str(), "'" | "’")) => {}
                "не" | "not" | "don" => {
                    let bound = next.is_some_and(|t| lists::BOUNDS.contains(&t.low.as_str()));
                    // «Предоплаты 100 % не надо»: what stands before the words is denied by them.
                    let unwanted = next.is_some_and(|t| lists::UNWANTED.contains(&t.low.as_str()));
                    let start = back(s, k);
                    if unwanted && content(list, k + 2, end) == 0 && content(list, start, k) >= 1 {
                        self.mark(Scope::Negated, list, start, k + 2);
                        continue;
                    }
                    if next.is_some() && !bound {
                        // «Не 1 февраля а 1 марта»: what is set against the denied is said.
                        let against = (k + 2..end.min(k + 5)).find(|at| list[*at].is("а"));
                        self.mark(Scope::Negated, list, k, against.unwrap_or(end.min(k + 5)));
                    }
                }
                "без" | "without" => {
                    let adjective = |t: &Token| lists::ADJECTIVES.iter().any(|ending| t.low.ends_with(ending));
                    let reach = 2 + usize::from(next.is_some_and(adjective));
                    self.mark(Scope::Negated, list, k, end.min(k + reach));
                }
                // «Показывать работу исполнителю нельзя»: behind what it forbids the word denies all of it.
                "нельзя" if content(list, back(s, k), k) >= 1 && content(list, k + 1, end.min(k + 3)) == 0 => {
                    self.mark(Scope::Negated, list, back(s, k), k + 1);
                }
                "вместо" | "какие" if !next.is_some_and(|t| t.is_digits() || is_numeral(&t.low)) => {}
                "ни" | "нельзя" | "never" | "вместо" | "какие" => {
                    self.mark(Scope::Negated, list, k, end.min(k + 4));
                }
                low if lists::BANS.iter().any(|ban| low.starts_with(ban)) && !before_is_not(list, s, k) => {
                    let start = back(s, k);
                    if content(list, start, k) >= 1 {
                        self.mark(Scope::Negated, list, start, k + 1);
                    }
                }
                // «450 тысяч, ой нет, 480»: a slip of the tongue denies nothing.
                "нет" | "no" if k > s.from && lists::SLIPS.contains(&list[k - 1].low.as_str()) => {}
                "нет" | "no" => {
                    let start = s.part_start(k);
                    let first = skip_fillers(list, start, end) >= k;
                    if !first {
                        self.mark(Scope::Negated, list, start.max(k.saturating_sub(3)), k + 1);
                    } else if next.is_some_and(|t| t.is_word() && !lists::is_number(&t.low)) {
                        self.mark(Scope::Negated, list, k, end.min(k + 3));
                    }
                }
                _ => {}
            }
        }
    }

    /// What is said of another person, another deal or another time.
    fn others(&mut self, list: &[Token], s: &Sentence) {
        for k in s.from..s.to {
            let low = list[k].low.as_str();
            let (start, end) = (s.part_start(k), s.part_end(k));
            let before = k.checked_sub(1).filter(|j| *j >= s.from).map(|j| list[j].low.as_str());
            if lists::KIN.contains(&low) {
                let next = list.get(k + 1).filter(|_| k + 1 < end).map(|t| t.low.as_str());
                // «Жена Петрова Инна Викторовна» names her; «арендатор — брат арендодателя» is the side itself.
                // So does «агент Титова Полина», whose given name can be nothing but a nominative.
                let named_so =
                    |at: usize| lists::is_patronymic(&list[at].low) || lists::is_given_nominative(&list[at].low);
                let own = (k + 2..end.min(k + 4)).any(named_so);
                let possessed = next.is_some_and(lists::may_be_genitive) && !own
                    || [before, next].iter().flatten().any(|w| matches!(*w, "его" | "ее" | "их"));
                let near = &list[start.max(k.saturating_sub(8))..end.min(k + 8)];
                let helper = near.iter().any(|t| lists::acts_for_another(&t.low));
                let named = k > s.from && matches!(before, Some("—" | "–" | "-" | "это" | "мой" | "моя" | "наш"));
                if helper || (possessed && !named) {
                    self.mark(Scope::OtherParty, list, start, s.to);
                    return;
                }
            }
            let prior = lists::is_prior(low) && before != Some("не");
            // «Прошлому агенту, ООО «Ключик», платили 8 %»: what goes on about him, until the sentence comes back.
            // «Плата прежняя, тридцать тысяч» goes on about this deal.
            if prior {
                let someone = list.get(k + 1).is_some_and(|t| lists::is_someone(&t.low));
                // «В прошлом году вернули товар, двадцать кило пропало».
                let then = list.get(k + 1).is_some_and(|t| has(&EARLIER.then, &t.low));
                let past = |end| if then { s.tells_past(list, end) } else { end };
                let end = if someone { s.goes_on(list, end) } else { past(end) };
                self.mark(Scope::Elsewhere, list, start, end);
            }
            // «Банк мне предлагал под 27 %», «сначала думали на год, но решили иначе»: neither came to be.
            let near = (start.max(k.saturating_sub(STORY)), end.min(k + STORY));
            let own = || list[near.0..near.1].iter().any(|t| matches!(t.low.as_str(), "я" | "мы"));
            let agreed = || list[k..s.to.min(k + 2 * STORY)].iter().any(|t| has(&EARLIER.agreed, &t.low));
            // «Давали в долг» without a subject is what the speaker did.
            let offered = has(&EARLIER.offered, low) && k > start && !own() && !agreed();
            if offered || lists::was_meant(list[k..near.1].iter().map(|t| t.low.as_str())) {
                // «Коллекторы 600 000 давали»; dictated words have no comma on either side.
                let from = if end - start > DIVIDED { k } else { start };
                self.mark(Scope::Elsewhere, list, from, if end == s.to { end.min(k + STORY) } else { end });
            }
            // «Девять лет мыла за 19 тысяч», «соседка вон берёт 150 рублей», «зять взял в кредит на 5 лет».
            // «Чтобы мыла полы, убирала кухню 3 раза в неделю» wishes, however far the first word stands.
            let wished = &list[s.from.max(k.saturating_sub(3 * STORY))..end.min(k + 2)];
            let wish = || wished.iter().any(|t| lists::WISHES.contains(&t.low.as_str()) || t.is("бы"));
            if has(&EARLIER.habit, low) && !wish() {
                self.mark(Scope::Elsewhere, list, near.0, near.1);
            }
            if has(&EARLIER.relative, low)
                && let Some(far) = s.tells_story(list, k)
            {
                self.mark(Scope::Elsewhere, list, k, if far { s.goes_on(list, end) } else { end });
            }
            // «Студия просила 890 000, мы отказались»: the offer before was refused; «отказались от залога» refuses a thing.
            if has(&EARLIER.refused, low)
                && !list.get(k + 1).is_some_and(|t| t.is("от"))
                && let Some(offer) = s.part_before(k)
                && list[offer.0..offer.1]
                    .iter()
                    .any(|t| [&EARLIER.offered, &EARLIER.offer].iter().any(|list| has(list, &t.low)))
            {
                self.mark(Scope::Elsewhere, list, offer.0, end);
            }
            // «А 19 тысяч — это не про наш договор»: so is all of the sentence up to these words.
            if low == "не" && lists::is_foreign(list[k + 1..s.to].iter().map(|t| t.low.as_str())) {
                self.mark(Scope::Elsewhere, list, s.from, end);
            }
            // «До неё был другой поручитель, отвечал за 65 000»: what goes on is about him.
            let role = || list.get(k + 2).is_some_and(|t| lists::is_someone(&t.low));
            let other =
                has(&EARLIER.was, low) && list.get(k + 1).is_some_and(|t| has(&EARLIER.another, &t.low)) && role();
            if other {
                self.mark(Scope::Elsewhere, list, start, s.goes_on(list, end));
            }
            // «(В стоматологии уборка была каждый день, и штраф 500 рублей)»: an aside of how it was somewhere.
            if has(&EARLIER.was, low)
                && let Some((from, to)) = s.bracket(list, k)
                && list[from..k].iter().any(|t| has(&EARLIER.somewhere, &t.low))
            {
                self.mark(Scope::Elsewhere, list, from, to);
            }
            let elsewhere = lists::ELSEWHERE.contains(&low) && matches!(before, Some("у" | "на" | "как"));
            let dealt = || before == Some("у") && list[start..k].iter().any(|t| lists::TAKES.contains(&t.low.as_str()));
            if elsewhere && !dealt() {
                self.mark(Scope::Elsewhere, list, start, end);
            }
        }
    }

    /// What is said with a doubt.
    fn hedged(&mut self, list: &[Token], s: &Sentence) {
        // What holds for a part is looked up once per part: its first word, and where a doubt in it ends.
        let (mut part, mut opener, mut ends) = (None, s.from, s.from);
        for k in s.from..s.to {
            let low = list[k].low.as_str();
            let pair = list.get(k + 1).map_or("", |t| t.low.as_str());
            let start = s.part_start(k);
            if part != Some(start) {
                part = Some(start);
                opener = skip_fillers(list, start, s.part_end(k));
                ends = s.hedged_end(list, k);
            }
            let opens = k == opener;
            let doubt = lists::HEDGES.contains(&low)
                || (low == "может" && matches!(pair, "быть" | ","))
                || (low == "скорее" && pair == "всего")
                || (low == "где" && pair == "-")
                || (opens && matches!(low, "можно" | "давайте" | "maybe") && k + 1 < s.part_end(k));
            if doubt {
                self.mark(Scope::Hedged, list, start, ends);
            }
        }
    }
}

/// Tokens of a part between commas that somebody divides.
const DIVIDED: usize = 12;
/// Tokens on either side of a verb of habit that tell of it where nobody divides them.
const STORY: usize = 9;

/// Whether the phrase of an option, found at `span`, is said there: a phrase that denies must deny its own words
/// («залог 20 000, без водителя» is not «без залога»), one that does not must not be denied.
#[must_use]
pub fn says(text: &str, scopes: &Scopes, span: (usize, usize), phrase: &str) -> bool {
    let denies = |stem: &str| {
        matches!(stem, "не" | "без" | "нет" | "ни" | "нельз" | "no" | "without")
            || lists::BANS.iter().any(|ban| stem.starts_with(ban))
    };
    let wanted = words(phrase);
    let Some(said) = text.get(span.0..span.1) else { return false };
    if !wanted.iter().any(|word| denies(&word.stem)) {
        return scopes.at(span.0, span.1).tells();
    }
    if !scopes.beside_negation(span.0, span.1).tells() {
        return false;
    }
    let own: Vec<&str> = wanted.iter().map(|word| word.stem.as_str()).filter(|stem| !denies(stem)).collect();
    let list = words(said);
    let near = |at: usize, other: usize| {
        let (first, last) = if at < other { (at, other) } else { (other, at) };
        let between = &said[list[first].end..list[last].start];
        let marks = between.contains([',', ';', '.', '—', '–', ':', '(']);
        last - first <= 2 && !marks && !between.chars().any(|c| c.is_ascii_digit())
    };
    own.is_empty()
        || list.iter().enumerate().filter(|(_, word)| denies(&word.stem)).any(|(at, _)| {
            list.iter().enumerate().any(|(other, word)| own.contains(&word.stem.as_str()) && near(at, other))
        })
}

/// Words with a meaning of their own among tokens.
fn content(list: &[Token], from: usize, to: usize) -> usize {
    let own = list.get(from..to.max(from)).unwrap_or_default();
    own.iter().filter(|t| t.is_word() && t.low.chars().count() > 2 && !lists::FILLERS.contains(&t.low.as_str())).count()
}

/// «Не запрещено» allows.
fn before_is_not(list: &[Token], s: &Sentence, k: usize) -> bool {
    k > s.from && list[k - 1].is("не")
}

/// The first token that is no filler («ну», «а», «скажите»).
fn skip_fillers(list: &[Token], from: usize, to: usize) -> usize {
    (from..to).find(|&k| list[k].is_word() && !lists::FILLERS.contains(&list[k].low.as_str())).unwrap_or(to)
}

fn interrogative(list: &[Token], from: usize, to: usize) -> bool {
    let first = skip_fillers(list, from, to);
    let opens = list.get(first).filter(|_| first < to).is_some_and(|t| {
        let low = t.low.as_str();
        lists::ASK.contains(&low)
            || lists::ASK_SOFT.contains(&low)
            || lists::ASK_STEMS.iter().any(|stem| low.starts_with(stem))
    });
    let content = list[from..to].iter().filter(|t| t.is_word()).count() >= 2;
    content && (opens || list[from..to].iter().any(|t| t.is("ли")))
}

/// «Можете составить договор на 30 тысяч?» is a request: what it says is said.
fn request(list: &[Token], s: &Sentence) -> bool {
    let first = skip_fillers(list, s.from, s.to);
    let polite = list.get(first).is_some_and(|t| lists::POLITE.contains(&t.low.as_str()));
    polite && list[first..s.to].iter().any(|t| lists::DRAFT_STEMS.iter().any(|stem| t.low.starts_with(stem)))
}

mod run_on;
mod sentence;
#[cfg(test)]
mod tests;
