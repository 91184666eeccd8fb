//! The text of a clause with its slots.
//!
//! `{{/price/rent|sum}}` shows a fact in a form, `{{@lessor|gen}}` the title of a side in a case, `{{#price.rent}}` the
//! number of a clause, `{{_пробег}}` a line for the pen. `[…]` is left out whole when a fact in it is missing or a
//! clause it refers to is not in the document.

/// A piece of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// Words.
    Text(String),
    /// A fact and its form.
    Fact {
        /// JSON Pointer into `domain`; `@1` stands for a role.
        pointer: String,
        /// One of [`FORMS`]; empty for the usual form of its type.
        form: String,
    },
    /// The title of a side in a case.
    Side {
        /// A role, `1`, `2`, `payer` or `payee`.
        role: String,
        /// `nom` … `pre`.
        form: String,
    },
    /// The number of a clause.
    Ref(String),
    /// A line for the pen, with what goes there.
    Blank(String),
    /// What may be left out.
    Group(Vec<Node>),
}

/// Forms of a fact: cases for names, `gen` for periods, sums and dates in several dresses.
pub const FORMS: &[&str] = &[
    "", "nom", "gen", "dat", "acc", "ins", "pre", "sum", "digits", "words", "date", "quoted", "short", "label",
    "period", "raw", "clause", "worded", "rows", "lower",
];

impl Node {
    /// The node as a template has it; words stay words.
    #[must_use]
    pub fn source(&self) -> String {
        let formed = |name: &str, form: &str| match form {
            "" => format!("{{{{{name}}}}}"),
            form => format!("{{{{{name}|{form}}}}}"),
        };
        match self {
            Self::Text(text) => text.clone(),
            Self::Fact { pointer, form } => formed(pointer, form),
            Self::Side { role, form } => formed(&format!("@{role}"), form),
            Self::Ref(id) => format!("{{{{#{id}}}}}"),
            Self::Blank(label) => format!("{{{{_{label}}}}}"),
            Self::Group(nodes) => format!("[{}]", nodes.iter().map(Self::source).collect::<String>()),
        }
    }
}

/// Reads a template.
///
/// # Errors
/// What is wrong with it, in words.
pub fn parse(text: &str) -> Result<Vec<Node>, String> {
    let (nodes, rest) = sequence(text, false)?;
    if rest.is_empty() { Ok(nodes) } else { Err(format!("an extra ] before «{}»", head(rest))) }
}

fn head(text: &str) -> String {
    text.chars().take(24).collect()
}

fn sequence(text: &str, inside: bool) -> Result<(Vec<Node>, &str), String> {
    let mut nodes = Vec::new();
    let mut rest = text;
    loop {
        let stop = rest.find(['{', '[', ']']).unwrap_or(rest.len());
        if stop > 0 {
            nodes.push(Node::Text(rest[..stop].to_owned()));
        }
        rest = &rest[stop..];
        if rest.is_empty() {
            return if inside { Err("a [ is not closed".into()) } else { Ok((nodes, rest)) };
        } else if let Some(slot) = rest.strip_prefix("{{") {
            let (slot, after) = slot.split_once("}}").ok_or_else(|| format!("{{{{{} is not closed", head(slot)))?;
            nodes.push(self::slot(slot.trim())?);
            rest = after;
        } else if let Some(group) = rest.strip_prefix('[') {
            if inside {
                return Err(format!("groups do not nest: [{}", head(group)));
            }
            let (inner, after) = sequence(group, true)?;
            if !inner.iter().any(|node| matches!(node, Node::Fact { .. } | Node::Ref(_))) {
                return Err(format!("a group needs a fact or a reference: [{}", head(group)));
            }
            nodes.push(Node::Group(inner));
            rest = after;
        } else if let Some(after) = rest.strip_prefix(']') {
            return if inside { Ok((nodes, after)) } else { Ok((nodes, rest)) };
        } else {
            return Err(format!("a single {{ before «{}»", head(rest)));
        }
    }
}

fn slot(text: &str) -> Result<Node, String> {
    let (name, form) = text.split_once('|').map_or((text, ""), |(name, form)| (name.trim(), form.trim()));
    if !FORMS.contains(&form) {
        return Err(format!("no form {form} (in {{{{{text}}}}})"));
    }
    let rest = name.get(1..).unwrap_or_default();
    match name.chars().next() {
        Some('/') => Ok(Node::Fact { pointer: name.to_owned(), form: form.to_owned() }),
        Some('@') if !rest.is_empty() => Ok(Node::Side { role: rest.to_owned(), form: form.to_owned() }),
        Some('#') if !rest.is_empty() => Ok(Node::Ref(rest.to_owned())),
        Some('_') => Ok(Node::Blank(rest.to_owned())),
        _ => Err(format!("a slot begins with /, @, # or _: {{{{{text}}}}}")),
    }
}

/// Every node, those in groups included, with whether it stands in a group.
#[must_use]
pub fn all(nodes: &[Node]) -> Vec<(&Node, bool)> {
    let mut out = Vec::new();
    for node in nodes {
        match node {
            Node::Group(inner) => out.extend(inner.iter().map(|node| (node, true))),
            node => out.push((node, false)),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_and_groups() {
        let nodes = parse("{{@1|gen}} платит {{/price/rent|sum}}[ (п. {{#price.rent}})].").unwrap();
        assert_eq!(nodes[0], Node::Side { role: "1".into(), form: "gen".into() });
        assert_eq!(nodes[2], Node::Fact { pointer: "/price/rent".into(), form: "sum".into() });
        assert!(matches!(&nodes[3], Node::Group(inner) if inner.contains(&Node::Ref("price.rent".into()))));
        assert_eq!(parse("{{_пробег}}").unwrap(), [Node::Blank("пробег".into())]);
    }

    #[test]
    fn errors_say_what_is_wrong() {
        for (text, part) in [
            ("{{/a", "not closed"),
            ("{{a}}", "begins with"),
            ("{{/a|loud}}", "no form loud"),
            ("[слова]", "needs a fact"),
            ("[{{/a}}", "not closed"),
            ("a]", "extra ]"),
            ("[{{/a}} [b]]", "nest"),
            ("{a}", "single {"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
