//! Knowledge as data: contract packs, read and checked when the process starts.

pub mod answers;
pub mod called;
pub mod clauses;
pub mod condition;
pub mod dialogue;
pub mod dispute_parts;
pub mod dispute_rules;
pub mod disputes;
pub mod example;
pub mod held;
pub mod kinds;
pub mod load;
pub mod mandatory;
pub mod nearest;
pub mod norms;
pub mod pack;
pub mod phrases;
pub mod profiles;
pub mod required;
pub mod research;
pub mod rows;
pub mod shelf;
pub mod table_forms;
pub mod template;
pub mod worked;

use pack::Pack;

/// Everything the product knows about law, typed and checked.
#[derive(Debug, Clone, Default)]
pub struct Knowledge {
    /// Contract packs, in the order of their ids.
    pub packs: Vec<Pack>,
    /// SHA-256 over all files, hex.
    pub hash: String,
}

impl Knowledge {
    /// The pack with this id.
    #[must_use]
    pub fn pack(&self, id: &str) -> Option<&Pack> {
        self.packs.iter().find(|pack| pack.id == id)
    }
}
