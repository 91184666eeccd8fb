//! Profiles of law: what kind of people stand on both sides decides which clauses a contract may have
//! (`knowledge/profiles.toml`): a consumer's contract has another court and other penalties than one between firms.

use crate::engine::knowledge::condition::{self, Condition};
use crate::engine::knowledge::load::{LoadError, toml_file};
use serde::Deserialize;
use serde_json::Value;
use std::sync::LazyLock;

const FILE: &str = "profiles.toml";
static PROFILES: LazyLock<Result<File, LoadError>> =
    LazyLock::new(|| toml_file(FILE, include_str!("../../../knowledge/profiles.toml")));

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    profile: Vec<Profile>,
}

/// One profile.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// Stable; clauses name it under `only` and `not`.
    pub id: String,
    /// What people read.
    pub title: String,
    /// What it changes, for the page «простыми словами».
    pub note: String,
    /// Where the law says so.
    pub article: String,
    /// The edition that was read, `YYYY-MM-DD`.
    pub edition: String,
    /// Who checked it.
    pub checked_by: String,
    /// Types that are always under it.
    #[serde(default)]
    pub packs: Vec<String>,
    /// Every side is one of these kinds.
    #[serde(default)]
    pub all: Vec<String>,
    /// A side in trade and a person who buys for his own needs.
    #[serde(default, rename = "deal")]
    pub deals: Vec<Deal>,
    /// Kinds of the side in trade.
    #[serde(default)]
    pub business: Vec<String>,
    /// Kinds of the person.
    #[serde(default)]
    pub citizen: Vec<String>,
    /// Not under it when one of these holds.
    #[serde(default)]
    pub unless: Vec<Condition>,
}

/// Which side is which in a type.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// The type.
    pub pack: String,
    /// Role of the side in trade.
    pub business: String,
    /// Role of the person.
    pub citizen: String,
}

impl Profile {
    /// The role that the profile protects in a type.
    #[must_use]
    pub fn protected(&self, pack: &str) -> Option<&str> {
        self.deals.iter().find(|deal| deal.pack == pack).map(|deal| deal.citizen.as_str())
    }

    fn fits(&self, pack: &str, roles: &[&str], domain: &Value) -> bool {
        let kind = |role: &str| domain.pointer(&format!("/parties/{role}/kind")).and_then(Value::as_str);
        let among = |list: &[String], role: &str| kind(role).is_some_and(|kind| list.iter().any(|one| one == kind));
        let of_pack = self.packs.iter().any(|one| one == pack);
        let same = !self.all.is_empty() && !roles.is_empty() && roles.iter().all(|role| among(&self.all, role));
        let deal = self.deals.iter().find(|deal| deal.pack == pack);
        let dealt = deal.is_some_and(|d| among(&self.business, &d.business) && among(&self.citizen, &d.citizen));
        (of_pack || same || dealt) && !self.unless.iter().any(|one| condition::all(std::slice::from_ref(one), domain))
    }
}

/// All profiles.
///
/// # Errors
/// A broken file.
pub fn embedded() -> Result<&'static [Profile], LoadError> {
    PROFILES.as_ref().map(|file| file.profile.as_slice()).map_err(Clone::clone)
}

/// The first profile that fits a type with these sides.
#[must_use]
pub fn of(pack: &str, roles: &[&str], domain: &Value) -> Option<&'static Profile> {
    embedded().ok()?.iter().find(|profile| profile.fits(pack, roles, domain))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::knowledge::load;
    use serde_json::json;

    #[test]
    fn profiles_name_packs_and_roles_that_exist() {
        let knowledge = load::embedded().unwrap();
        for profile in embedded().unwrap() {
            assert!(profile.checked_by == "unreviewed" && profile.edition.len() == 10, "{}", profile.id);
            for id in &profile.packs {
                assert!(knowledge.pack(id).is_some(), "{}: {id}", profile.id);
            }
            for deal in &profile.deals {
                let pack = knowledge.pack(&deal.pack).unwrap_or_else(|| panic!("no pack {}", deal.pack));
                assert!(pack.party(&deal.business).is_some() && pack.party(&deal.citizen).is_some(), "{}", deal.pack);
            }
        }
    }

    #[test]
    fn who_the_sides_are_decides() {
        let told = |contractor: &str, customer: &str| {
            let domain = json!({"parties": {"contractor": {"kind": contractor}, "customer": {"kind": customer}}});
            of("work_contract", &["contractor", "customer"], &domain).map(|profile| profile.id.clone())
        };
        assert_eq!(told("company", "individual").as_deref(), Some("consumer"));
        assert_eq!(told("self_employed", "individual").as_deref(), Some("consumer"));
        assert_eq!(told("company", "entrepreneur").as_deref(), Some("business"));
        assert_eq!(told("individual", "individual").as_deref(), Some("citizens"));
        // A person who works for a firm is no consumer of it.
        assert_eq!(told("individual", "company"), None);
        assert_eq!(of("employment", &[], &json!({})).map(|profile| profile.id.as_str()), Some("employment"));
    }
}
