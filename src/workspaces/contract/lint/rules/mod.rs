//! What each rule looks for, grouped by what it reads.

mod blanks;
mod currency;
mod dates;
mod facts;
mod fairness;
mod form;
mod missing;
mod norms;
mod numbers;
mod parties;
mod penalty;
mod references;
mod requisites;
mod structure;
mod terms;
mod vat;
mod wording;

use crate::workspaces::contract::lint::{Hit, Subject};

/// A rule at work.
pub(crate) type Find = fn(&Subject<'_>) -> Vec<Hit>;

/// Code → rule.
pub(crate) const FINDERS: &[(&str, Find)] = &[
    ("L01", penalty::over_half_a_year),
    ("L02", fairness::notice),
    ("L03", fairness::one_sided_exit),
    ("L04", numbers::instalments),
    ("L05", numbers::product),
    ("L06", numbers::digits_and_words),
    ("L07", dates::order),
    ("L08", references::dangling),
    ("L09", terms::undefined),
    ("L10", terms::unused),
    ("L11", blanks::placeholders),
    ("L12", parties::names),
    ("L13", requisites::checksum),
    ("L14", form::registration),
    ("L15", form::notary),
    ("L16", facts::default_overridden),
    ("L17", norms::mandatory),
    ("L18", fairness::cap),
    ("L19", numbers::conflicts),
    ("L20", currency::foreign),
    ("L21", facts::assumed),
    ("L22", facts::orphans),
    ("L23", facts::essential),
    ("L24", facts::checks_of_the_pack),
    ("L25", vat::sum),
    ("L26", vat::rate),
    ("L27", dates::weekend),
    ("L28", structure::duplicates),
    ("L29", structure::numbering),
    ("L30", references::attachment_missing),
    ("L31", references::attachment_unmentioned),
    ("L32", wording::typography),
    ("L33", missing::term),
    ("L34", norms::unilateral_price),
    ("L35", norms::prolongation),
    ("L36", norms::consumer_venue),
    ("L37", penalty::usury),
    ("L38", norms::consent_inside),
    ("L39", missing::personal_data),
    ("L40", wording::vague_time),
    ("L41", wording::days),
    ("L42", parties::mixed_roles),
    ("L43", requisites::passport),
    ("L44", requisites::account_kind),
    ("L45", requisites::kpp),
    ("L46", requisites::account_bik),
    ("L47", requisites::vin),
    ("L48", requisites::vin_check_digit_of),
    ("L49", requisites::contacts),
    ("L50", dates::expired),
    ("L51", dates::before_signing),
    ("L52", dates::impossible),
    ("L53", currency::mixed),
    ("L54", penalty::without_base),
    ("L55", fairness::no_notice),
    ("L56", missing::force_majeure),
    ("L57", missing::disputes),
    ("L58", missing::claim_order),
    ("L59", norms::liability_waiver),
    ("L60", fairness::penalties),
    ("L61", penalty::double),
    ("L62", norms::court_waiver),
    ("L63", norms::non_refundable),
    ("L64", parties::authority),
    ("L65", missing::place_and_date),
    ("L66", missing::signatures),
    ("L67", structure::empty),
    ("L68", requisites::incomplete),
    ("L69", penalty::interest_without_period),
];

/// The rule with this code.
pub(crate) fn finder(id: &str) -> Option<Find> {
    FINDERS.iter().find(|(code, _)| *code == id).map(|(_, find)| *find)
}
