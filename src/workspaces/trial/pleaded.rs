//! What the claiming side claims: what it leaves out, or says is not so, nobody has to prove.

use crate::engine::knowledge::disputes::{Dispute, Element};
use crate::workspaces::trial::state::Fact;

/// Whether an element belongs to what is claimed. A claim of its own (interest of a loan) does only where somebody
/// tells of it and the claiming side does not deny it.
#[must_use]
pub fn is_claimed(pack: &Dispute, element: &Element, facts: &[Fact]) -> bool {
    let told = facts.iter().any(|fact| fact.supports.contains(&element.id));
    !element.separate || (told && !is_denied(pack, &element.id, facts))
}

/// Whether the claiming side itself says that an element is not so, and nowhere that it is.
#[must_use]
pub fn is_denied(pack: &Dispute, id: &str, facts: &[Fact]) -> bool {
    let side = pack.claiming(id);
    let own = |fact: &&Fact| fact.asserted_by == side;
    let has = |ids: &[String]| ids.iter().any(|one| one == id);
    facts.iter().filter(own).any(|fact| has(&fact.contradicts))
        && !facts.iter().filter(own).any(|fact| has(&fact.supports))
}
