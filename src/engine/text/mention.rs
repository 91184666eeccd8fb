//! What can be said in a message: a span of the text and the value it carries.

/// One value found in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// First byte of the words that carry the value.
    pub start: usize,
    /// One past the last byte; both ends are character borders.
    pub end: usize,
    /// The value.
    pub kind: MentionKind,
}

/// The value of a mention, in canonical form.
///
/// Decimals are canonical text: a dot, no grouping, no trailing zeros («45,60» → `45.6`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MentionKind {
    /// A sum of money.
    Money {
        /// Kopecks, or the minor units of the currency.
        minor: i64,
        /// ISO 4217.
        currency: String,
        /// `month`, `day`, `hour`, `year`, `week`, `m2`, `unit`; also `t`, `kg`, `m3`, `km`, `m`, `l`, `ha`, `set`.
        per: Option<String>,
    },
    /// A number without a unit.
    Number {
        /// Canonical decimal.
        value: String,
    },
    /// A share.
    Percent {
        /// Canonical decimal.
        value: String,
        /// `day`, `week`, `month`, `year`.
        per: Option<String>,
    },
    /// A day.
    Date {
        /// `YYYY-MM-DD`.
        iso: String,
        /// Whether the year was said or follows («завтра»); otherwise it is the next such day.
        complete: bool,
    },
    /// Two days: «с 01.12.2026 по 31.05.2027»; never put in order, the words decide.
    DateRange {
        /// `YYYY-MM-DD`.
        from: String,
        /// `YYYY-MM-DD`.
        to: String,
    },
    /// «до 5 числа».
    DayOfMonth {
        /// 1–31.
        day: u8,
    },
    /// A length of time.
    Duration {
        /// How many.
        count: u32,
        /// `day`, `week`, `month`, `year`.
        unit: String,
    },
    /// A measured amount.
    Quantity {
        /// Canonical decimal.
        value: String,
        /// `m2`, `m3`, `m`, `km`, `ha`, `t`, `kg`, `l`, `hour`, `pcs`, `set`, `copy`, `pack`, `bag`, `pallet`.
        unit: String,
    },
    /// «2021 года», «2021 г.в.».
    Year {
        /// 1900–2100.
        year: i32,
    },
    /// A person.
    Person {
        /// Surname, given name, patronymic in the nominative, as far as it can be restored.
        full: String,
        /// May be empty («Иван Иванович»).
        surname: String,
        /// Name or initial («И.»).
        given: String,
        /// Patronymic, initial or empty.
        patronymic: String,
    },
    /// A company.
    Company {
        /// Short legal form («ООО»); empty when only «компания» was said.
        form: String,
        /// Form and name: `ООО «Вектор»`.
        name: String,
    },
    /// A sole trader with a name.
    Entrepreneur {
        /// `ИП Иванов Иван Иванович`.
        person: String,
    },
    /// Taxpayer number.
    Inn {
        /// The digits.
        digits: String,
        /// Length and control digits agree.
        valid: bool,
    },
    /// State registration number of a company (13 digits) or a sole trader (15).
    Ogrn {
        /// The digits.
        digits: String,
        /// Length and control digit agree.
        valid: bool,
    },
    /// Reason code of tax registration.
    Kpp {
        /// Nine characters.
        text: String,
    },
    /// Bank code.
    Bik {
        /// Nine digits.
        digits: String,
    },
    /// Bank account.
    Account {
        /// Twenty digits.
        digits: String,
    },
    /// Insurance number of a person.
    Snils {
        /// Eleven digits.
        digits: String,
        /// The control number agrees.
        valid: bool,
    },
    /// Internal passport.
    Passport {
        /// Four digits.
        series: String,
        /// Six digits.
        number: String,
    },
    /// Vehicle identification number.
    Vin {
        /// Latin capitals and digits; Cyrillic twins, O, I, Q are replaced.
        text: String,
        /// Whether anything had to be replaced.
        twins: bool,
        /// Seventeen permitted characters.
        valid_shape: bool,
        /// The ninth character agrees; a mismatch is a hint only.
        check_digit_ok: bool,
    },
    /// Registration plate.
    Plate {
        /// Cyrillic capitals: `А123ВС777`.
        text: String,
    },
    /// Cadastral number.
    Cadastral {
        /// `77:01:0001001:1234`.
        text: String,
    },
    /// Telephone.
    Phone {
        /// `+79161234567`.
        text: String,
    },
    /// E-mail address, lower case.
    Email {
        /// The address.
        text: String,
    },
    /// A car by name.
    Vehicle {
        /// «Lada».
        make: String,
        /// «Vesta», or empty.
        model: String,
    },
    /// A kind of person without a name.
    PartyKind {
        /// `individual`, `self_employed`, `entrepreneur`, `company`.
        kind: String,
    },
    /// An address.
    Address {
        /// The words as they stand.
        text: String,
    },
    /// A city.
    City {
        /// Nominative.
        name: String,
    },
}
