//! Clause libraries: the words of contracts, per pack, over a common one.
//!
//! The file format is described in `knowledge/clauses/README.md` and `schemas/clause_library.schema.json`.

use crate::engine::knowledge::condition::Condition;
use crate::engine::knowledge::load::LoadError;
use crate::engine::knowledge::pack::Pack;
use crate::engine::knowledge::template::{self, Node};
use crate::engine::schema;
use include_dir::{Dir, include_dir};
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// `$id` of the schema of a library.
pub const LIBRARY_SCHEMA: &str = "schema://legalagi/clause_library/1.0.0";

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/knowledge/clauses");
static BOOK: LazyLock<Result<Book, LoadError>> = LazyLock::new(|| {
    let files = FILES.files().filter(|file| file.path().extension().is_some_and(|ext| ext == "toml"));
    let texts = files.map(|file| {
        let name = file.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
        (name, file.contents_utf8().unwrap_or_default().to_owned())
    });
    Book::from_files(texts.collect())
});

/// One file.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Library {
    /// The pack, or `common`.
    pub id: String,
    /// Role of the side that pays.
    #[serde(default)]
    pub payer: Option<String>,
    /// Title of the document when it is not the pack's.
    #[serde(default)]
    pub title: Option<String>,
    /// Sections or clauses of the common library that this contract does not have.
    #[serde(default)]
    pub without: Vec<String>,
    /// Sections, by their order.
    #[serde(default, rename = "section")]
    pub sections: Vec<SectionSpec>,
    /// Clauses, in the order of the text.
    #[serde(default, rename = "clause")]
    pub clauses: Vec<ClauseSpec>,
    /// Documents of their own.
    #[serde(default, rename = "attachment")]
    pub attachments: Vec<AttachmentSpec>,
}

/// A section.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SectionSpec {
    /// Stable.
    pub id: String,
    /// «Предмет договора».
    pub title: String,
    /// Place among the sections.
    pub order: u32,
}

/// A clause.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClauseSpec {
    /// Stable: `section.name`.
    pub id: String,
    /// The neutral wording.
    pub text: String,
    /// In favour of the first side; an empty text leaves the clause out.
    #[serde(default)]
    pub party_1: Option<String>,
    /// In favour of the second side.
    #[serde(default)]
    pub party_2: Option<String>,
    /// In favour of the side that pays, whichever it is.
    #[serde(default)]
    pub payer: Option<String>,
    /// In favour of the side that is paid.
    #[serde(default)]
    pub payee: Option<String>,
    /// Part of the document only when all of these hold.
    #[serde(default)]
    pub when: Vec<Condition>,
    /// Sub-clauses.
    #[serde(default)]
    pub items: Vec<String>,
    /// Rows that stand in a table behind it.
    #[serde(default)]
    pub table: Option<String>,
    /// Where the law says so.
    #[serde(default)]
    pub law: Option<String>,
    /// In plain words, for the page «простыми словами».
    #[serde(default)]
    pub plain: Option<String>,
    /// Profiles of law in which alone it stands (`knowledge/profiles.toml`); empty = all.
    #[serde(default)]
    pub only: Vec<String>,
    /// Profiles of law in which it does not stand.
    #[serde(default)]
    pub not: Vec<String>,
    /// It stands only for a fact that no other clause says: an advance beside payments by stages.
    #[serde(default)]
    pub rest: bool,
    /// Whether it says what nobody said, so that the person looks at it before signing; without it, a number in its words
    /// decides.
    #[serde(default)]
    pub usual: Option<bool>,
}

impl ClauseSpec {
    /// Whether it stands in a contract under this profile.
    #[must_use]
    pub fn under(&self, profile: Option<&str>) -> bool {
        let named = |list: &[String]| profile.is_some_and(|id| list.iter().any(|one| one == id));
        (self.only.is_empty() || named(&self.only)) && !named(&self.not)
    }

    /// The section: what stands before the dot.
    #[must_use]
    pub fn section(&self) -> &str {
        self.id.split('.').next().unwrap_or_default()
    }

    fn texts(&self) -> impl Iterator<Item = &String> {
        let variants = [&self.party_1, &self.party_2, &self.payer, &self.payee, &self.plain];
        std::iter::once(&self.text).chain(variants.into_iter().flatten()).chain(&self.items)
    }
}

/// A document beside the contract.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttachmentSpec {
    /// Stable.
    pub id: String,
    /// `act`, `schedule`, `receipt` or `form`.
    pub part: String,
    /// «Акт приёма-передачи».
    pub title: String,
    /// Part of the contract only when all of these hold.
    #[serde(default)]
    pub when: Vec<Condition>,
    /// Paragraphs before the list.
    #[serde(default)]
    pub preamble: Vec<String>,
    /// Numbered.
    #[serde(default)]
    pub clauses: Vec<String>,
    /// A form that is filled in and signed at an event after the contract, as deeds and receipts are.
    #[serde(default)]
    pub later: bool,
}

impl AttachmentSpec {
    /// Whether its lines are for the pen on a day of their own: a deed, a receipt, a report.
    #[must_use]
    pub fn is_later(&self) -> bool {
        self.later || matches!(self.part.as_str(), "act" | "receipt") || self.title.to_lowercase().contains("акт")
    }
}

/// `{{#annex.task}}` in a group: it stands while that document is attached.
pub const ANNEX: &str = "annex.";
/// `{{#no_annex.task}}` in a group: it stands while that document is not attached.
pub const NO_ANNEX: &str = "no_annex.";

/// The attachment that a mark of a template is about.
#[must_use]
pub fn annex(id: &str) -> Option<&str> {
    id.strip_prefix(ANNEX).or_else(|| id.strip_prefix(NO_ANNEX))
}

/// All libraries.
#[derive(Debug, Clone, Default)]
pub struct Book {
    common: Library,
    packs: BTreeMap<String, Library>,
}

/// The libraries that the program carries.
///
/// # Errors
/// The first broken file.
pub fn embedded() -> Result<&'static Book, LoadError> {
    BOOK.as_ref().map_err(Clone::clone)
}

impl Book {
    /// Libraries from `(file name, text)` pairs.
    ///
    /// # Errors
    /// The first broken file, with the clause.
    pub fn from_files(mut files: Vec<(String, String)>) -> Result<Self, LoadError> {
        files.sort();
        let mut book = Self::default();
        for (file, text) in &files {
            let library = read(file, text)?;
            if library.id == "common" {
                book.common = library;
            } else {
                book.packs.insert(library.id.clone(), library);
            }
        }
        Ok(book)
    }

    /// Whether this pack has clauses of its own.
    #[must_use]
    pub fn has(&self, pack: &str) -> bool {
        self.packs.contains_key(pack)
    }

    /// The documents beside a contract of this pack.
    #[must_use]
    pub fn attachments(&self, pack: &str) -> &[AttachmentSpec] {
        self.packs.get(pack).map(|library| library.attachments.as_slice()).unwrap_or_default()
    }

    /// The library of a pack: its own clauses first, then the common ones that its facts allow.
    #[must_use]
    pub fn of(&self, pack: &Pack) -> Library {
        let own = self.packs.get(&pack.id).cloned().unwrap_or_else(|| Library {
            payer: pack.parties.get(1).map(|party| party.role.clone()),
            ..Library::default()
        });
        let mut library = Library { id: pack.id.clone(), ..own };
        let has: BTreeSet<String> = library.clauses.iter().map(|clause| clause.id.clone()).collect();
        let dropped = |id: &str| library.without.iter().any(|w| w == id);
        let fits =
            |clause: &&ClauseSpec| !has.contains(&clause.id) && !dropped(&clause.id) && !dropped(clause.section());
        // How long the contract lasts comes before what its type adds to that.
        let (first, common): (Vec<&ClauseSpec>, Vec<&ClauseSpec>) =
            self.common.clauses.iter().filter(fits).partition(|clause| clause.section() == "term");
        let all: Vec<ClauseSpec> = first.into_iter().chain(&library.clauses).chain(common).cloned().collect();
        for section in &self.common.sections {
            if !library.sections.iter().any(|own| own.id == section.id) {
                library.sections.push(section.clone());
            }
        }
        library.sections.sort_by_key(|section| section.order);
        let roles = Roles::of(pack, &library);
        library.clauses = all.into_iter().map(|clause| roles.fill(clause)).filter(|c| allowed(pack, c)).collect();
        library
    }

    /// What is wrong between a pack and its library: unknown facts, sections, references outside a group.
    #[must_use]
    pub fn faults(&self, pack: &Pack) -> Vec<String> {
        let library = self.of(pack);
        let ids: BTreeSet<&str> = library.clauses.iter().map(|clause| clause.id.as_str()).collect();
        let mut faults = Vec::new();
        let own = self.packs.get(&pack.id).map(|l| l.clauses.as_slice()).unwrap_or_default();
        let kept = |clause: &&ClauseSpec| !ids.contains(clause.id.as_str());
        faults.extend(own.iter().filter(kept).map(|c| format!("{}: names a fact that the pack has not", c.id)));
        for clause in &library.clauses {
            if !library.sections.iter().any(|section| section.id == clause.section()) {
                faults.push(format!("{}: no section {}", clause.id, clause.section()));
            }
            for text in clause.texts() {
                for (node, grouped) in template::all(&template::parse(text).unwrap_or_default()) {
                    match node {
                        Node::Ref(_) if !grouped => faults.push(format!("{}: a reference stands in […]", clause.id)),
                        Node::Ref(id) if annex(id).is_some() => {
                            let known = library.attachments.iter().any(|one| annex(id) == Some(one.id.as_str()));
                            faults.extend((!known).then(|| format!("{}: no attachment {id}", clause.id)));
                        }
                        Node::Ref(id) if !library.clauses.iter().chain(&self.common.clauses).any(|c| c.id == *id) => {
                            faults.push(format!("{}: no clause {id}", clause.id));
                        }
                        Node::Side { role, .. } if pack.party(role).is_none() => {
                            faults.push(format!("{}: no side {role}", clause.id));
                        }
                        _ => {}
                    }
                }
            }
        }
        faults
    }
}

fn read(file: &str, text: &str) -> Result<Library, LoadError> {
    let broken = |field: &str, why: String| LoadError { file: file.to_owned(), field: field.to_owned(), why };
    let value: Value = toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(0, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
        broken(&format!("line {line}"), error.message().to_owned())
    })?;
    if let Some(problem) = schema::check(LIBRARY_SCHEMA, &value).into_iter().next() {
        return Err(broken(problem.pointer.as_deref().unwrap_or("/"), problem.message));
    }
    let library: Library = serde_json::from_value(value).map_err(|error| broken("/", error.to_string()))?;
    if file != format!("{}.toml", library.id) {
        return Err(broken("/id", format!("the file of {} must be called {}.toml", library.id, library.id)));
    }
    let mut seen = BTreeSet::new();
    for clause in &library.clauses {
        let place = format!("clause.{}", clause.id);
        if !seen.insert(&clause.id) {
            return Err(broken(&place, "stands twice".into()));
        }
        for text in clause.texts() {
            template::parse(text).map_err(|why| broken(&place, why))?;
        }
    }
    for attachment in &library.attachments {
        for text in attachment.preamble.iter().chain(&attachment.clauses) {
            template::parse(text).map_err(|why| broken(&format!("attachment.{}", attachment.id), why))?;
        }
    }
    Ok(library)
}

/// Whether the pack knows every fact that the clause needs; facts in groups may be unknown.
fn allowed(pack: &Pack, clause: &ClauseSpec) -> bool {
    let known = |at: &str| pack.knows(at);
    let needed = |text: &String| {
        template::all(&template::parse(text).unwrap_or_default()).into_iter().all(|(node, grouped)| match node {
            Node::Fact { pointer, .. } => grouped || known(pointer),
            Node::Side { role, .. } => !matches!(role.as_str(), "1" | "2" | "payer" | "payee"),
            _ => true,
        })
    };
    // A fact that the pack has not is missing: conditions that want that hold.
    let possible = |c: &Condition| {
        let absent_is_fine = c.is.is_none() && c.any_of.is_none() && c.at_least.is_none() && c.below.is_none();
        known(&c.at) || absent_is_fine && c.exists != Some(true)
    };
    clause.when.iter().all(possible) && clause.texts().all(needed)
}

/// What `@1`, `@2`, `@payer`, `@payee` mean in a pack.
struct Roles(Vec<(String, String)>);

impl Roles {
    fn of(pack: &Pack, library: &Library) -> Self {
        let mut roles: Vec<(String, String)> = Vec::new();
        for (i, party) in pack.parties.iter().enumerate().take(2) {
            roles.push((format!("@{}", i + 1), party.role.clone()));
        }
        if let Some(payer) = &library.payer {
            let payee = pack.parties.iter().find(|party| party.role != *payer);
            roles.push(("@payer".into(), payer.clone()));
            roles.extend(payee.map(|party| ("@payee".into(), party.role.clone())));
        }
        Self(roles)
    }

    fn text(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, (name, role)| {
            let text = text.replace(&format!("{{{{{name}|"), &format!("{{{{@{role}|"));
            let text = text.replace(&format!("{{{{{name}}}}}"), &format!("{{{{@{role}}}}}"));
            text.replace(&format!("/parties/{name}/"), &format!("/parties/{role}/"))
        })
    }

    fn fill(&self, mut clause: ClauseSpec) -> ClauseSpec {
        let role = |name: &str| self.0.iter().find(|(own, _)| own == name).map(|(_, role)| role.clone());
        let (payer, payee) = (clause.payer.take(), clause.payee.take());
        let (first, second) = if role("@payer") == role("@1") { (payer, payee) } else { (payee, payer) };
        clause.party_1 = clause.party_1.or(first);
        clause.party_2 = clause.party_2.or(second);
        clause.text = self.text(&clause.text);
        for text in [&mut clause.party_1, &mut clause.party_2, &mut clause.plain].into_iter().flatten() {
            *text = self.text(text);
        }
        clause.items.iter_mut().for_each(|text| *text = self.text(text));
        clause.when.iter_mut().for_each(|condition| condition.at = self.text(&condition.at));
        clause
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::knowledge::load;

    #[test]
    fn embedded_libraries_meet_their_packs() {
        let (book, knowledge) = (embedded().unwrap(), load::embedded().unwrap());
        for id in book.packs.keys() {
            let pack = knowledge.pack(id).unwrap_or_else(|| panic!("no pack {id}"));
            assert_eq!(book.faults(pack), Vec::<String>::new(), "{id}");
        }
    }

    #[test]
    fn a_bad_library_is_named_with_its_clause() {
        let load = |text: &str| Book::from_files(vec![("good.toml".into(), text.into())]).unwrap_err().to_string();
        assert!(load("id = \"other\"").contains("must be called other.toml"));
        assert!(
            load("id = \"good\"\n[[clause]]\nid = \"a.b\"\ntext = \"{{/a|loud}}\"")
                .contains("clause.a.b: no form loud")
        );
        assert!(load("id = \"good\"\n[[clause]]\nid = \"a.b\"\n").starts_with("good.toml: "));
        assert!(load("id = ").contains("line"));
    }
}
