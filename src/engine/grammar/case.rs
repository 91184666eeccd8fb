//! Case and gender, and the words that agree with them.

/// The six cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Case {
    /// Who? what? («Иванов»)
    Nominative,
    /// Of whom? («Иванова»)
    Genitive,
    /// To whom? («Иванову»)
    Dative,
    /// Whom? («Иванова», «договор»)
    Accusative,
    /// By whom? («Ивановым»)
    Instrumental,
    /// About whom? («Иванове»)
    Prepositional,
}

impl Case {
    /// All six, the nominative first.
    pub const ALL: [Self; 6] =
        [Self::Nominative, Self::Genitive, Self::Dative, Self::Accusative, Self::Instrumental, Self::Prepositional];

    /// The short name used in templates: `nom`, `gen`, `dat`, `acc`, `ins`, `pre`.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "nom" => Self::Nominative,
            "gen" => Self::Genitive,
            "dat" => Self::Dative,
            "acc" => Self::Accusative,
            "ins" => Self::Instrumental,
            "pre" => Self::Prepositional,
            _ => return None,
        })
    }

    /// Place among the five oblique cases; `None` for the nominative.
    #[must_use]
    pub(crate) fn oblique(self) -> Option<usize> {
        Self::ALL.iter().position(|case| *case == self).and_then(|i| i.checked_sub(1))
    }
}

/// Grammatical gender.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Gender {
    /// «именуемый»
    Masculine,
    /// «именуемая»
    Feminine,
    /// «именуемое»
    Neuter,
}

impl Gender {
    fn pick(self, forms: [&'static str; 3]) -> &'static str {
        match self {
            Self::Masculine => forms[0],
            Self::Feminine => forms[1],
            Self::Neuter => forms[2],
        }
    }

    /// «именуемый», «именуемая», «именуемое» (в дальнейшем).
    #[must_use]
    pub fn named(self) -> &'static str {
        self.pick(["именуемый", "именуемая", "именуемое"])
    }

    /// «действующий», «действующая», «действующее» (от своего имени).
    #[must_use]
    pub fn acting(self) -> &'static str {
        self.pick(["действующий", "действующая", "действующее"])
    }

    /// «действующего», «действующей»: after «в лице».
    #[must_use]
    pub fn acting_genitive(self) -> &'static str {
        self.pick(["действующего", "действующей", "действующего"])
    }

    /// «зарегистрированный», «зарегистрированная», «зарегистрированное» (по адресу).
    #[must_use]
    pub fn registered(self) -> &'static str {
        self.pick(["зарегистрированный", "зарегистрированная", "зарегистрированное"])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_agree() {
        assert_eq!(Gender::Feminine.named(), "именуемая");
        assert_eq!(Gender::Masculine.acting_genitive(), "действующего");
        assert_eq!(Gender::Neuter.acting(), "действующее");
        assert_eq!(Case::parse("ins"), Some(Case::Instrumental));
        assert_eq!(Case::Nominative.oblique(), None);
        assert_eq!(Case::Prepositional.oblique(), Some(4));
    }
}
