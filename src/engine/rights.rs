//! Who may do what where: one function of the person, the place and the act, without exceptions elsewhere.

use crate::model::account::{Role, Standing, Visitor};

/// What a request wants to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Act {
    /// See what holds nothing of anybody: the form to begin, the law, one's own settings.
    Look,
    /// See sessions, or a list of them.
    Read,
    /// Take a file out.
    Export,
    /// Open or change a session.
    Write,
    /// Open a link for somebody outside, or end it.
    Share,
    /// Put a common session into a matter.
    PutIn,
    /// Decide what waits for a person; sign off.
    Review,
    /// Delete a session.
    Delete,
    /// Take a session out of a matter: it becomes common, or goes into another one.
    TakeOut,
    /// Keep matters and their people.
    Manage,
    /// Keep sources; see figures of the installation.
    Operate,
    /// What only programs ask for.
    Program,
}

impl Act {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Look,
        Self::Read,
        Self::Export,
        Self::Write,
        Self::Share,
        Self::PutIn,
        Self::Review,
        Self::Delete,
        Self::TakeOut,
        Self::Manage,
        Self::Operate,
        Self::Program,
    ];

    /// The least role that may do it; `None` where no person may.
    #[must_use]
    pub fn least(self) -> Option<Role> {
        Some(match self {
            Self::Look | Self::Read | Self::Export => Role::Reader,
            Self::Write | Self::Share | Self::PutIn => Role::Author,
            Self::Review | Self::Delete => Role::Reviewer,
            Self::TakeOut | Self::Manage | Self::Operate => Role::Administrator,
            Self::Program => return None,
        })
    }
}

/// Where it is to be done, as the visitor stands to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// In no session.
    Nowhere,
    /// In a session that belongs to no matter.
    Common,
    /// In a matter that the visitor works on.
    Inside,
    /// In a matter of others.
    Outside,
}

impl Place {
    /// The place of a session: the matter it belongs to, and how the visitor stands to that.
    #[must_use]
    pub fn of(matter: Option<&str>, standing: Option<Standing>) -> Self {
        match (matter, standing) {
            (None, _) => Self::Common,
            (Some(_), Some(Standing::Member)) => Self::Inside,
            (Some(_), Some(Standing::Walled) | None) => Self::Outside,
        }
    }
}

/// What is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It is done.
    Allowed,
    /// The person sees it and may not do this: 403.
    Forbidden,
    /// For this visitor there is no such thing: 404.
    Hidden,
}

/// Decides. A wall stands before every role; programs have none of the matters, and their tokens are looked at elsewhere.
#[must_use]
pub fn decide(visitor: &Visitor, place: Place, act: Act) -> Verdict {
    match (visitor, place) {
        // What a link opens was looked at where it came in: it knows no matters.
        (Visitor::Link, _) => Verdict::Allowed,
        (_, Place::Outside) => Verdict::Hidden,
        (Visitor::Program, _) => Verdict::Allowed,
        (Visitor::Person { role, .. }, _) => match act.least() {
            Some(least) if *role >= least => Verdict::Allowed,
            _ => Verdict::Forbidden,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(role: Role) -> Visitor {
        Visitor::Person { name: "somebody".into(), role }
    }

    /// What each role may do where it is no stranger, written out.
    const MAY: [(Role, &[Act]); 4] = [
        (Role::Reader, &[Act::Look, Act::Read, Act::Export]),
        (Role::Author, &[Act::Look, Act::Read, Act::Export, Act::Write, Act::Share, Act::PutIn]),
        (
            Role::Reviewer,
            &[Act::Look, Act::Read, Act::Export, Act::Write, Act::Share, Act::PutIn, Act::Review, Act::Delete],
        ),
        (
            Role::Administrator,
            &[
                Act::Look,
                Act::Read,
                Act::Export,
                Act::Write,
                Act::Share,
                Act::PutIn,
                Act::Review,
                Act::Delete,
                Act::TakeOut,
                Act::Manage,
                Act::Operate,
            ],
        ),
    ];

    #[test]
    fn a_role_may_what_is_written_here_and_nothing_else() {
        for (role, may) in MAY {
            for act in Act::ALL {
                for place in [Place::Nowhere, Place::Common, Place::Inside] {
                    let want = if may.contains(&act) { Verdict::Allowed } else { Verdict::Forbidden };
                    assert_eq!(decide(&person(role), place, act), want, "{role:?} {place:?} {act:?}");
                }
            }
        }
    }

    #[test]
    fn nothing_of_a_matter_of_others_is_there_for_anybody() {
        for act in Act::ALL {
            for visitor in Role::ALL.map(person).into_iter().chain([Visitor::Program]) {
                assert_eq!(decide(&visitor, Place::Outside, act), Verdict::Hidden, "{visitor:?} {act:?}");
            }
        }
    }

    #[test]
    fn only_a_member_is_inside() {
        for (matter, standing, want) in [
            (None, None, Place::Common),
            (None, Some(Standing::Walled), Place::Common),
            (Some("m"), Some(Standing::Member), Place::Inside),
            (Some("m"), Some(Standing::Walled), Place::Outside),
            (Some("m"), None, Place::Outside),
        ] {
            assert_eq!(Place::of(matter, standing), want, "{matter:?} {standing:?}");
        }
    }
}
