//! Cars by make and model, in Latin letters and in Russian with endings.

use crate::engine::text::lexicon::Lexicon;
use crate::engine::text::mention::MentionKind;
use crate::engine::text::spans::Candidate;
use crate::engine::text::token::Token;
use crate::engine::text::vehicle_codes::latin_letters;
use std::sync::LazyLock;

/// Makes that build other things too: «пианино Yamaha». They name a vehicle only beside its words.
const OTHERS_TOO: &[&str] = &["Yamaha", "Kawasaki", "Suzuki", "Honda"];
/// Beginnings of words of vehicles.
const VEHICLE: &[&str] = &[
    "мото",
    "авто",
    "машин",
    "тачк",
    "байк",
    "скутер",
    "мопед",
    "квадроцикл",
    "гидроцикл",
    "vin",
    "вин",
    "пробег",
    "птс",
    "стс",
    "госномер",
];

/// Makes: patterns, name.
const MAKES: &[(&str, &str)] = &[
    ("lada", "Lada"),
    ("лад|а", "Lada"),
    ("ваз", "Lada"),
    ("жигули", "Lada"),
    ("kia", "Kia"),
    ("киа", "Kia"),
    ("кия", "Kia"),
    ("hyundai", "Hyundai"),
    ("хендай", "Hyundai"),
    ("хендэ", "Hyundai"),
    ("хундай", "Hyundai"),
    ("хюндай", "Hyundai"),
    ("vw", "Volkswagen"),
    ("volkswagen", "Volkswagen"),
    ("фольксваген|", "Volkswagen"),
    ("skoda", "Skoda"),
    ("škoda", "Skoda"),
    ("шкод|а", "Skoda"),
    ("toyota", "Toyota"),
    ("тойот|а", "Toyota"),
    ("renault", "Renault"),
    ("рено", "Renault"),
    ("haval", "Haval"),
    ("хавал|", "Haval"),
    ("хавейл|", "Haval"),
    ("chery", "Chery"),
    ("чери", "Chery"),
    ("geely", "Geely"),
    ("джили", "Geely"),
    ("bmw", "BMW"),
    ("бмв", "BMW"),
    ("mercedes-benz", "Mercedes-Benz"),
    ("mercedes", "Mercedes-Benz"),
    ("мерседес|", "Mercedes-Benz"),
    ("мерседес-бенц|", "Mercedes-Benz"),
    ("audi", "Audi"),
    ("ауди", "Audi"),
    ("nissan", "Nissan"),
    ("ниссан|", "Nissan"),
    ("mazda", "Mazda"),
    ("мазд|а", "Mazda"),
    ("ford", "Ford"),
    ("форд|", "Ford"),
    ("opel", "Opel"),
    ("опел|ь", "Opel"),
    ("chevrolet", "Chevrolet"),
    ("шевроле", "Chevrolet"),
    ("mitsubishi", "Mitsubishi"),
    ("мицубиси", "Mitsubishi"),
    ("митсубиси", "Mitsubishi"),
    ("honda", "Honda"),
    ("хонд|а", "Honda"),
    ("lexus", "Lexus"),
    ("лексус|", "Lexus"),
    ("газ", "!ГАЗ"),
    ("уаз", "УАЗ"),
    ("камаз|", "КамАЗ"),
    ("exeed", "Exeed"),
    ("omoda", "Omoda"),
    ("changan", "Changan"),
    ("чанган|", "Changan"),
    ("moskvich", "Москвич"),
    ("москвич|", "Москвич"),
    ("subaru", "Subaru"),
    ("субару", "Subaru"),
    ("yamaha", "Yamaha"),
    ("ямах|а", "Yamaha"),
    ("kawasaki", "Kawasaki"),
    ("кавасаки", "Kawasaki"),
    ("ducati", "Ducati"),
    ("дукати", "Ducati"),
    ("harley-davidson", "Harley-Davidson"),
    ("suzuki", "Suzuki"),
    ("сузуки", "Suzuki"),
    ("volvo", "Volvo"),
    ("вольво", "Volvo"),
    ("peugeot", "Peugeot"),
    ("пежо", "Peugeot"),
    ("citroen", "Citroen"),
    ("ситроен|", "Citroen"),
    ("porsche", "Porsche"),
    ("порше", "Porsche"),
    ("tesla", "Tesla"),
    ("тесл|а", "Tesla"),
    ("daewoo", "Daewoo"),
    ("дэу", "Daewoo"),
    ("infiniti", "Infiniti"),
    ("jeep", "Jeep"),
    ("land rover", "Land Rover"),
    ("ленд ровер|", "Land Rover"),
    ("range rover", "Land Rover"),
    ("jac", "JAC"),
    ("jetour", "Jetour"),
];

/// Models: patterns, make, model. A `!` marks a word that is something else too: without a make it needs a capital.
const MODELS: &[(&str, &str, &str)] = &[
    ("vesta", "Lada", "Vesta"),
    ("вест|а", "Lada", "Vesta"),
    ("granta", "Lada", "Granta"),
    ("грант|а", "Lada", "!Granta"),
    ("niva", "Lada", "Niva"),
    ("нив|а", "Lada", "!Niva"),
    ("largus", "Lada", "Largus"),
    ("ларгус|", "Lada", "Largus"),
    ("priora", "Lada", "Priora"),
    ("приор|а", "Lada", "!Priora"),
    ("kalina", "Lada", "Kalina"),
    ("калин|а", "Lada", "!Kalina"),
    ("xray", "Lada", "XRAY"),
    ("aura", "Lada", "!Aura"),
    ("iskra", "Lada", "!Iskra"),
    ("rio", "Kia", "!Rio"),
    ("рио", "Kia", "!Rio"),
    ("ceed", "Kia", "Ceed"),
    ("сид|", "Kia", "?Ceed"),
    ("sportage", "Kia", "Sportage"),
    ("спортейдж|", "Kia", "Sportage"),
    ("cerato", "Kia", "Cerato"),
    ("церато", "Kia", "Cerato"),
    ("sorento", "Kia", "Sorento"),
    ("соренто", "Kia", "Sorento"),
    ("k5", "Kia", "K5"),
    ("picanto", "Kia", "Picanto"),
    ("пиканто", "Kia", "Picanto"),
    ("solaris", "Hyundai", "Solaris"),
    ("солярис|", "Hyundai", "Solaris"),
    ("creta", "Hyundai", "Creta"),
    ("крет|а", "Hyundai", "Creta"),
    ("tucson", "Hyundai", "Tucson"),
    ("туссан|", "Hyundai", "Tucson"),
    ("туксон|", "Hyundai", "Tucson"),
    ("elantra", "Hyundai", "Elantra"),
    ("элантр|а", "Hyundai", "Elantra"),
    ("sonata", "Hyundai", "!Sonata"),
    ("сонат|а", "Hyundai", "!Sonata"),
    ("santa fe", "Hyundai", "Santa Fe"),
    ("polo", "Volkswagen", "!Polo"),
    ("поло", "Volkswagen", "!Polo"),
    ("tiguan", "Volkswagen", "Tiguan"),
    ("тигуан|", "Volkswagen", "Tiguan"),
    ("golf", "Volkswagen", "!Golf"),
    ("гольф|", "Volkswagen", "!Golf"),
    ("jetta", "Volkswagen", "Jetta"),
    ("джетт|а", "Volkswagen", "Jetta"),
    ("passat", "Volkswagen", "Passat"),
    ("пассат|", "Volkswagen", "!Passat"),
    ("touareg", "Volkswagen", "Touareg"),
    ("туарег|", "Volkswagen", "!Touareg"),
    ("octavia", "Skoda", "Octavia"),
    ("октави|я", "Skoda", "Octavia"),
    ("rapid", "Skoda", "!Rapid"),
    ("рапид|", "Skoda", "Rapid"),
    ("kodiaq", "Skoda", "Kodiaq"),
    ("кодиак|", "Skoda", "Kodiaq"),
    ("karoq", "Skoda", "Karoq"),
    ("superb", "Skoda", "Superb"),
    ("суперб|", "Skoda", "Superb"),
    ("fabia", "Skoda", "Fabia"),
    ("фаби|я", "Skoda", "Fabia"),
    ("camry", "Toyota", "Camry"),
    ("камри", "Toyota", "Camry"),
    ("corolla", "Toyota", "Corolla"),
    ("королл|а", "Toyota", "Corolla"),
    ("rav4", "Toyota", "RAV4"),
    ("рав4", "Toyota", "RAV4"),
    ("land cruiser", "Toyota", "Land Cruiser"),
    ("ленд крузер|", "Toyota", "Land Cruiser"),
    ("prado", "Toyota", "Prado"),
    ("прадо", "Toyota", "!Prado"),
    ("hilux", "Toyota", "Hilux"),
    ("prius", "Toyota", "Prius"),
    ("приус|", "Toyota", "Prius"),
    ("logan", "Renault", "Logan"),
    ("логан|", "Renault", "Logan"),
    ("duster", "Renault", "Duster"),
    ("дастер|", "Renault", "Duster"),
    ("sandero", "Renault", "Sandero"),
    ("сандеро", "Renault", "Sandero"),
    ("kaptur", "Renault", "Kaptur"),
    ("каптюр|", "Renault", "Kaptur"),
    ("arkana", "Renault", "Arkana"),
    ("аркан|а", "Renault", "Arkana"),
    ("газел|ь next", "ГАЗ", "ГАЗель Next"),
    ("газел|ь некст", "ГАЗ", "ГАЗель Next"),
    ("газел|ь", "ГАЗ", "ГАЗель"),
    ("gazelle", "ГАЗ", "ГАЗель"),
    ("соболь", "ГАЗ", "?Соболь"),
    ("jolion", "Haval", "Jolion"),
    ("джолион|", "Haval", "Jolion"),
    ("жолион|", "Haval", "Jolion"),
    ("dargo", "Haval", "Dargo"),
    ("tiggo", "Chery", "Tiggo"),
    ("тигго", "Chery", "Tiggo"),
    ("tiggo 4", "Chery", "Tiggo 4"),
    ("tiggo 7", "Chery", "Tiggo 7"),
    ("tiggo 8", "Chery", "Tiggo 8"),
    ("тигго 4", "Chery", "Tiggo 4"),
    ("тигго 7", "Chery", "Tiggo 7"),
    ("тигго 8", "Chery", "Tiggo 8"),
    ("coolray", "Geely", "Coolray"),
    ("кулрей", "Geely", "Coolray"),
    ("monjaro", "Geely", "Monjaro"),
    ("монжаро", "Geely", "Monjaro"),
    ("atlas", "Geely", "!Atlas"),
    ("tugella", "Geely", "Tugella"),
    ("qashqai", "Nissan", "Qashqai"),
    ("кашкай", "Nissan", "Qashqai"),
    ("x-trail", "Nissan", "X-Trail"),
    ("almera", "Nissan", "Almera"),
    ("альмер|а", "Nissan", "Almera"),
    ("focus", "Ford", "!Focus"),
    ("фокус|", "Ford", "?Focus"),
    ("mondeo", "Ford", "Mondeo"),
    ("мондео", "Ford", "Mondeo"),
    ("transit", "Ford", "!Transit"),
    ("astra", "Opel", "!Astra"),
    ("астр|а", "Opel", "?Astra"),
    ("cruze", "Chevrolet", "Cruze"),
    ("круз|", "Chevrolet", "?Cruze"),
    ("lacetti", "Chevrolet", "Lacetti"),
    ("лачетти", "Chevrolet", "Lacetti"),
    ("outlander", "Mitsubishi", "Outlander"),
    ("аутлендер|", "Mitsubishi", "Outlander"),
    ("lancer", "Mitsubishi", "Lancer"),
    ("лансер|", "Mitsubishi", "Lancer"),
    ("civic", "Honda", "!Civic"),
    ("патриот|", "УАЗ", "?Патриот"),
    ("хантер|", "УАЗ", "?Хантер"),
    ("буханк|а", "УАЗ", "?Буханка"),
    ("nexia", "Daewoo", "Nexia"),
    ("некси|я", "Daewoo", "Nexia"),
    ("gentra", "Daewoo", "Gentra"),
    ("sprinter", "Mercedes-Benz", "Sprinter"),
];

static MAKE_WORDS: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::new(MAKES.iter().map(|(pattern, _)| *pattern)));
static MODEL_WORDS: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::new(MODELS.iter().map(|(pattern, ..)| *pattern)));

/// Cars of a text, each with the bare year after it, if there is one («Lada Vesta 2021»).
pub(crate) fn vehicles(text: &str, tokens: &[Token]) -> Vec<Candidate> {
    let spoken = tokens.iter().any(|token| VEHICLE.iter().any(|stem| token.low.starts_with(stem)));
    let mut out = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        let Some((make, model, next)) = vehicle(text, tokens, i) else {
            i += 1;
            continue;
        };
        let known = MODELS.iter().any(|(_, of, name)| *of == make && name.trim_start_matches(['!', '?']) == model);
        if OTHERS_TOO.contains(&make.as_str()) && !known && !spoken {
            i = next;
            continue;
        }
        let (start, end) = (tokens[i].start, tokens[next - 1].end);
        out.push(Candidate::new(5, start, end, MentionKind::Vehicle { make, model }));
        if let Some(year) = bare_year(tokens, next) {
            let token = &tokens[next];
            out.push(Candidate::new(5, token.start, token.end, MentionKind::Year { year }));
        }
        i = next;
    }
    out
}

fn vehicle(text: &str, tokens: &[Token], i: usize) -> Option<(String, String, usize)> {
    let token = tokens.get(i).filter(|t| t.is_word() && !t.taken)?;
    let broken = i > 0 && token.glued() && matches!(tokens[i - 1].low.as_str(), "-" | "." | "@" | "/");
    if broken {
        return None;
    }
    if let Some((entry, next)) = MAKE_WORDS.find(tokens, i) {
        let make = MAKES[entry].1;
        let shouted = !make.starts_with('!') || text[token.start..token.end].chars().all(char::is_uppercase);
        let make = make.trim_start_matches('!');
        let (model, end) = model_after(text, tokens, next, make);
        // «лада» is sure, «газ» is fuel unless written in capitals.
        return (shouted
            && (token.upper || token.low.is_ascii() || !model.is_empty() || token.low.chars().count() > 3))
            .then(|| (make.to_owned(), model, end));
    }
    let (entry, next) = MODEL_WORDS.find(tokens, i)?;
    let (_, make, model) = MODELS[entry];
    let allowed = match model.chars().next() {
        Some('?') => false,
        Some('!') => token.upper,
        _ => true,
    };
    let glued = tokens.get(next).is_some_and(|t| t.glued() && (t.is_word() || t.is_digits()));
    (allowed && !glued).then(|| (make.to_owned(), model.trim_start_matches(['!', '?']).to_owned(), next))
}

/// The model after a make: a known one, or a Latin name or code as it stands («X5», «C180», «CX-5», «2107»).
fn model_after(text: &str, tokens: &[Token], j: usize, make: &str) -> (String, usize) {
    let Some(token) = tokens.get(j).filter(|t| !t.taken && !t.line && (t.gap <= 1)) else { return (String::new(), j) };
    if token.is("-") && token.glued() && tokens.get(j + 1).is_some_and(|t| t.glued()) {
        let (model, next) = model_after(text, tokens, j + 1, make);
        return if model.is_empty() { (model, j) } else { (model, next) };
    }
    if let Some((entry, next)) = MODEL_WORDS.find(tokens, j) {
        let (_, _, model) = MODELS[entry];
        return (model.trim_start_matches(['!', '?']).to_owned(), next);
    }
    let mut next = j;
    while next < j + 4 {
        let Some(t) = tokens.get(next).filter(|t| !t.taken && (next == j || t.glued())) else { break };
        // «х5», «а6» in Cyrillic: one letter glued to its number.
        let letter = next == j
            && t.low.chars().count() == 1
            && tokens.get(j + 1).is_some_and(|n| n.glued() && n.is_digits() && n.low.len() <= 3);
        if !(t.is_digits() || t.is_word() && (t.low.is_ascii() || letter) || next > j && t.is("-")) {
            break;
        }
        next += 1;
    }
    if next == j {
        return (String::new(), j);
    }
    let said = latin(&text[token.start..tokens[next - 1].end]);
    let letters = said.bytes().filter(u8::is_ascii_alphabetic).count();
    let digits = said.len() - letters;
    // A number alone is a model only for the makes that number theirs, and never a year or a sum.
    let numbered = match make {
        "Lada" | "ГАЗ" | "УАЗ" | "КамАЗ" => digits >= 4 && bare_year(tokens, j).is_none(),
        "BMW" | "Porsche" => digits == 3,
        "Mazda" | "Москвич" | "Peugeot" => digits == 1 || (make == "Peugeot" && digits == 3),
        _ => false,
    };
    let followed = tokens
        .get(next)
        .is_some_and(|t| t.is_digits() && t.gap == 1 && t.low.len() == 3 && digits <= 3 && letters == 0);
    let fits = if letters == 0 {
        numbered && !followed && said.len() <= 5
    } else {
        said.len() <= 12 && !matches!(token.low.as_str(), "vin")
    };
    if fits { (said, next) } else { (String::new(), j) }
}

/// A model's code in Latin capitals («х5» → «X5»); longer names stay as they are said.
fn latin(said: &str) -> String {
    let code = said.chars().count() <= 5 && said.bytes().any(|b| b.is_ascii_digit());
    if code && said.chars().any(char::is_alphabetic) { latin_letters(said) } else { said.to_owned() }
}

/// Four digits right after the car that can be nothing but a year.
fn bare_year(tokens: &[Token], j: usize) -> Option<i32> {
    let token = tokens.get(j).filter(|t| t.is_digits() && t.low.len() == 4 && !t.taken && !t.line)?;
    let year: i32 = token.low.parse().ok().filter(|year| (1950..=2100).contains(year))?;
    let other = tokens.get(j + 1).is_some_and(|t| {
        t.is_digits() && t.gap == 1
            || t.glued() && !matches!(t.low.as_str(), "," | "." | ";" | ")" | "!" | "?")
            || t.low.starts_with("руб")
            || t.is("₽")
            || t.low.starts_with("г")
    });
    (!other).then_some(year)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::text::token::tokens;

    fn read(text: &str) -> Vec<String> {
        vehicles(text, &tokens(text))
            .into_iter()
            .map(|c| match c.mention.kind {
                MentionKind::Vehicle { make, model } => format!("{make}|{model}"),
                MentionKind::Year { year } => year.to_string(),
                other => format!("{other:?}"),
            })
            .collect()
    }

    #[test]
    fn table() {
        for (text, want) in [
            ("Lada Vesta", "Lada|Vesta"),
            ("Сдаю Весту знакомому", "Lada|Vesta"),
            ("ладу гранту", "Lada|Granta"),
            ("Ладу Гранту", "Lada|Granta"),
            ("Беру Поло за", "Volkswagen|Polo"),
            ("фольксваген поло", "Volkswagen|Polo"),
            ("VW Polo", "Volkswagen|Polo"),
            ("Kia Rio", "Kia|Rio"),
            ("солярис", "Hyundai|Solaris"),
            ("шкоду октавию", "Skoda|Octavia"),
            ("на Тойоте Камри", "Toyota|Camry"),
            ("Газель", "ГАЗ|ГАЗель"),
            ("ГАЗель NEXT", "ГАЗ|ГАЗель Next"),
            ("Haval Jolion", "Haval|Jolion"),
            ("Chery Tiggo 7", "Chery|Tiggo 7"),
            ("BMW X5", "BMW|X5"),
            ("BMW 520", "BMW|520"),
            ("бмв х5", "BMW|X5"),
            ("ауди а6", "Audi|A6"),
            ("Mercedes-Benz E200", "Mercedes-Benz|E200"),
            ("Мерседес", "Mercedes-Benz|"),
            ("Mazda CX-5", "Mazda|CX-5"),
            ("ВАЗ 2107", "Lada|2107"),
            ("Toyota RAV4", "Toyota|RAV4"),
        ] {
            assert_eq!(read(text), [want], "{text}");
        }
        assert_eq!(read("Lada Vesta 2021, пробег"), ["Lada|Vesta", "2021"]);
        for text in [
            "нива под паром",
            "газ и свет",
            "пол",
            "поло и брюки",
            "грант",
            "фокус",
            "весть",
            "рио-гранде",
            "ладно",
            "",
        ] {
            assert!(read(text).is_empty(), "{text}: {:?}", read(text));
        }
    }
}
