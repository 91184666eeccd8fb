//! Words as the index has them: folded, numbers of clauses whole, and their stems by language.

use crate::engine::fold;
use crate::engine::search::ukrainian;
use crate::engine::text::stem;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

/// A language by which words are cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    /// Snowball stems.
    Russian,
    /// Endings taken off by our own short list.
    Ukrainian,
    /// Pairs of syllables.
    Korean,
}

impl Language {
    /// The language of a jurisdiction's sources.
    #[must_use]
    pub fn of_jurisdiction(jurisdiction: &str) -> Self {
        match jurisdiction {
            "UA" => Self::Ukrainian,
            "KR" => Self::Korean,
            _ => Self::Russian,
        }
    }

    /// The languages that a question may be in, by letters that only one of them has.
    #[must_use]
    pub fn of_text(text: &str) -> &'static [Self] {
        let has = |letters: &str| text.chars().flat_map(char::to_lowercase).any(|c| letters.contains(c));
        if text.chars().any(is_hangul) {
            &[Self::Korean]
        } else if has("іїєґ") {
            &[Self::Ukrainian]
        } else if has("ыэъё") {
            &[Self::Russian]
        } else {
            Self::of_small_words(text)
        }
    }

    /// The languages by the small words that only one of them has.
    fn of_small_words(text: &str) -> &'static [Self] {
        const RUSSIAN: &str = "и как что или кто где меня мне мной если можно ли из от при после его она они надо нужно \
            какой какая какое какие чтобы со ко под над между после только есть нет для ее их этот эта";
        const UKRAINIAN: &str = "як що чи хто де мене мені якщо можна зі від після його вона вони треба який яка яке про й та \
            щоб тільки немає ця цей це";
        let of = |list: &str| {
            let known: HashSet<&str> = list.split_whitespace().collect();
            tokens(text).iter().filter(|token| known.contains(token.word.as_str())).count()
        };
        match of(RUSSIAN).cmp(&of(UKRAINIAN)) {
            std::cmp::Ordering::Greater => &[Self::Russian],
            std::cmp::Ordering::Less => &[Self::Ukrainian],
            std::cmp::Ordering::Equal => &[Self::Russian, Self::Ukrainian],
        }
    }
}

/// A word with its place in the text it came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Bytes of the original text.
    pub at: Range<usize>,
    /// Folded.
    pub word: String,
}

fn is_hangul(c: char) -> bool {
    ('가'..='힣').contains(&c)
}

/// The words of a text. `10.3.2`, `123.20-1`, `л.3.6`, `123-фз` are one word each; an apostrophe joins.
#[must_use]
pub fn tokens(text: &str) -> Vec<Token> {
    let folded = fold::fold(text);
    let chars: Vec<(usize, char)> = folded.text.char_indices().collect();
    let mut out = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        if !chars[at].1.is_alphanumeric() {
            at += 1;
            continue;
        }
        let from = at;
        let mut word = String::new();
        while at < chars.len() {
            let c = chars[at].1;
            if c.is_alphanumeric() {
                word.push(c);
            } else if !(joins(&chars, from, at) && at + 1 < chars.len()) {
                break;
            } else if c != '\'' {
                word.push(c);
            }
            at += 1;
        }
        let end = chars.get(at).map_or(folded.text.len(), |(byte, _)| *byte);
        out.push(Token { at: folded.original(chars[from].0..end), word });
    }
    out
}

/// Whether the sign at a place holds two parts of one word together.
fn joins(chars: &[(usize, char)], from: usize, at: usize) -> bool {
    let Some((_, next)) = chars.get(at + 1).filter(|(_, next)| next.is_alphanumeric()) else { return false };
    let before = chars[at - 1].1;
    match chars[at].1 {
        '\'' => before.is_alphabetic() && next.is_alphabetic(),
        // «10.3», «л.3», not «слово.Слово».
        '.' => next.is_ascii_digit() && (before.is_ascii_digit() || at - from == 1),
        ',' => false,
        '-' => {
            before.is_ascii_digit() && (next.is_alphanumeric()) && chars[from].1.is_ascii_digit()
                || roman(chars, from, at) && next.is_ascii_digit()
        }
        '/' => before.is_ascii_digit() && next.is_ascii_digit(),
        _ => false,
    }
}

/// «II-26-76»: the folded Latin letters of a Roman number.
fn roman(chars: &[(usize, char)], from: usize, at: usize) -> bool {
    chars[from..at].iter().all(|(_, c)| "іivхx".contains(*c))
}

/// The stems of a folded word: one for most, pairs of syllables for Korean.
#[must_use]
pub fn stems(word: &str, language: Language) -> Vec<String> {
    match language {
        Language::Russian => vec![fleeting(word).map_or_else(|| stem::stem(word), |bare| stem::stem(&bare))],
        Language::Ukrainian => vec![ukrainian::stem(word)],
        Language::Korean => syllables(word),
    }
}

/// Ends whose vowel stays in every form: «потока», «человека»; short adjectives among them.
const STEADY: &str = "поток приток отток проток переток исток восток водосток электроток срок урок порок пророк оброк зарок \
    знаток игрок ездок едок человек отсек засек просек стек широк высок глубок жесток далек";

static STEADY_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| STEADY.split_whitespace().collect());

/// The word without the vowel that its other forms drop: «бочек» is of «бочка», «балок» of «балка», «участок» of
/// «участка», «стоек» of «стойка». The stemmer takes off ends only, so the two would never meet.
fn fleeting(word: &str) -> Option<String> {
    let vowel = |c: &char| "аеиоуыэюя".contains(*c);
    let letters: Vec<char> = word.chars().collect();
    let [root @ .., before, 'е' | 'о', 'к'] = letters.as_slice() else { return None };
    if STEADY_WORDS.contains(word) || word.ends_with("блок") {
        return None;
    }
    let bare: String = root.iter().collect();
    // Behind a vowel the one that goes leaves its sound: «ячеек» of «ячейка», «стоек» of «стойка».
    if vowel(before) {
        return Some(format!("{bare}{before}йк"));
    }
    // «сок», «блок», «век» have no other vowel to lose.
    (before.is_alphabetic() && root.iter().any(vowel)).then(|| format!("{bare}{before}к"))
}

fn syllables(word: &str) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    if !letters.iter().all(|c| is_hangul(*c)) || letters.len() < 2 {
        return vec![word.to_owned()];
    }
    letters.windows(2).map(|pair| pair.iter().collect()).collect()
}

/// Ukrainian words that say nothing by themselves, folded, and words of questions in both languages.
const STOP: &str = "і й та в у на з із зі до від для за що як який яка яке які чи не або при про по під над це цей ця ці \
    того тому так також же б би а але його її їх він вона воно вони я ми ви ти мені мене нам нас вам вас чи коли де хто \
    кого кому чим чого яких якщо бути є був була було були може можна можу треба потрібно слід якого якої якому якій \
    скільки сколько какой какая какое какие каком какую каких каким можно нужно надо должен должна должно должны могу \
    может ли если кто что где когда как чем кого кому мой моя мне меня будет";

static STOP_WORDS: LazyLock<HashSet<String>> =
    LazyLock::new(|| STOP.split_whitespace().map(|word| word.to_owned()).collect());

/// Whether a folded word says nothing by itself.
#[must_use]
pub fn is_stop(word: &str) -> bool {
    // «не» turns the meaning, but it finds nothing.
    STOP_WORDS.contains(word) || stem::is_stop(word) || stem::is_stop(&stem::stem(word)) && word.chars().count() < 5
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        tokens(text).into_iter().map(|token| token.word).collect()
    }

    #[test]
    fn numbers_stay_whole_and_look_alikes_meet() {
        assert_eq!(words("п. 10.3.2, ст. 123.20-1 и 266-1."), ["п", "10.3.2", "ст", "123.20-1", "и", "266-1"]);
        assert_eq!(words("Л.3.6 табл. 10.1а"), ["л.3.6", "табл", "10.1а"]);
        assert_eq!(words("123-ФЗ; 826/19268/13-а"), ["123-фз", "826/19268/13-а"]);
        assert_eq!(words("слово.Слово нежило-жилой"), ["слово", "слово", "нежило", "жилой"]);
        assert_eq!(words("зобов’язання"), ["зобовязання"]);
        assert_eq!(words("B60"), words("В60"));
        assert_eq!(words("Ещё"), ["еще"]);
        let text = "до\u{ad}говор № 5";
        assert_eq!(&text[tokens(text)[0].at.clone()], "до\u{ad}говор");
    }

    #[test]
    fn stems_by_language() {
        assert_eq!(stems("договора", Language::Russian), stems("договоры", Language::Russian));
        assert_eq!(stems("судового", Language::Ukrainian), stems("судове", Language::Ukrainian));
        assert_eq!(stems("불법행위", Language::Korean), ["불법", "법행", "행위"]);
    }

    #[test]
    fn a_vowel_that_comes_and_goes_parts_no_word() {
        for (one, other) in [
            ("бочек", "бочка"),
            ("балок", "балки"),
            ("досок", "доска"),
            ("стоек", "стойкам"),
            ("ячеек", "ячейка"),
            ("участок", "участков"),
            ("перегородок", "перегородке"),
            ("площадок", "площадку"),
            ("порядок", "порядка"),
            ("поток", "потоком"),
            ("срок", "сроком"),
            ("человек", "человека"),
            ("блок", "блоками"),
            ("шлакоблок", "шлакоблоков"),
            ("кок", "кока"),
        ] {
            assert_eq!(stems(one, Language::Russian), stems(other, Language::Russian), "{one}, {other}");
        }
    }

    #[test]
    fn languages_by_letters() {
        assert_eq!(Language::of_text("передача справи"), [Language::Russian, Language::Ukrainian]);
        assert_eq!(Language::of_text("рішення"), [Language::Ukrainian]);
        assert_eq!(Language::of_text("объект"), [Language::Russian]);
        assert_eq!(Language::of_text("как вернуть долг"), [Language::Russian]);
        assert_eq!(Language::of_text("хто заплатить за ремонт"), [Language::Ukrainian]);
        assert_eq!(Language::of_text("불법"), [Language::Korean]);
    }
}
