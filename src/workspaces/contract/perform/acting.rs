//! Who signs for a side: directors, deputies, those who have a power of attorney. None of them is the side itself.

use crate::engine::knowledge::pack::Party;
use crate::engine::text::mention::{Mention, MentionKind as M};
use crate::engine::text::stem::words;
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::parties::Reader;
use crate::workspaces::contract::perform::side_words::{kinds_of, may_be};
use crate::workspaces::contract::perform::signers::{self, Post};
use serde_json::Value;

/// Whether a side is a company.
fn is_firm(draft: &Draft<'_>, root: &str) -> bool {
    draft.domain.pointer(&format!("{root}/kind")).and_then(Value::as_str) == Some("company")
}

impl Reader<'_, '_> {
    /// Whether a person signs for somebody: for which side, as far as that is known, and as what.
    pub(super) fn signs(&self, draft: &Draft<'_>, mention: &Mention) -> Option<(Option<String>, Post)> {
        let text = self.heard.turn.text.as_str();
        let post = signers::post_of(text, mention);
        if let Some(root) = self.known_signer(draft, mention) {
            return Some((Some(root), post.unwrap_or(Post { name: String::new(), span: None })));
        }
        let post = post?;
        // «Подписывает заказчик Белов»: a side that signs itself.
        let told = self.sides.of_mention(self.heard, draft, mention);
        let side = self.sides.stands_for(self.heard, mention);
        if side && post.name.is_empty() {
            return None;
        }
        let root = |party: &Party| format!("/parties/{}", party.role);
        let labelled = || told.as_ref().filter(|whose| whose.told).map(|whose| root(whose.party));
        let between = self.sides.between(self.last_name, mention.start);
        let own = || self.sides.speaker().filter(|_| self.sides.is_own(self.heard, mention)).map(root);
        let company = || self.sides.only(|party| is_firm(draft, &root(party))).map(root);
        let asked = || told.as_ref().filter(|whose| whose.clear).map(|whose| root(whose.party));
        let carded = self.sides.card_of(mention).map(|whose| root(whose.party));
        // «За арендодателя по доверенности действует …», «за неё действует …»: a person has representatives too.
        let behalf = signers::on_behalf(text, mention).and_then(|from| {
            let named = self.sides.named_between(from, mention.start).map(root);
            named.or_else(|| self.holder.as_ref().map(|(root, _)| root.clone()))
        });
        let found = carded
            .or(behalf)
            .or_else(|| self.theirs(mention))
            .or_else(own)
            .or_else(|| labelled().filter(|_| between))
            .or_else(|| self.company.clone())
            .or_else(labelled)
            .or_else(|| self.sides.named_near(text, self.last_name, mention).map(str::to_owned))
            .or_else(|| self.holder.as_ref().map(|(root, _)| root.clone()).filter(|root| is_firm(draft, root)))
            .or_else(company)
            .or_else(asked)
            .or_else(|| self.sides.only(|party| may_be(party, &["company"])).map(root));
        Some((found, self.without_role(post)))
    }

    /// «Генеральный директор арендодателя — …»: whose director he is belongs to no post.
    fn without_role(&self, post: Post) -> Post {
        let role = words(&post.name).into_iter().find(|word| word.start > 0 && self.sides.role(word).is_some());
        let own = role.and_then(|word| post.name.get(..word.start)).map(|name| name.trim_end().to_owned());
        match own {
            Some(name) => {
                let cut = post.name.len() - name.len();
                Post { span: post.span.map(|(start, end)| (start, end.saturating_sub(cut).max(start))), name }
            }
            None => post,
        }
    }

    /// «Директор у нас Шубин П. Э.; ИНН …, адрес …»: the numbers of a firm behind the name of its director.
    pub(super) fn of_firm(&self, draft: &Draft<'_>, mention: &Mention) -> Option<(String, bool)> {
        let (root, end) = self.acted.as_ref().filter(|(root, _)| self.holder.is_none() && is_firm(draft, root))?;
        let company = kinds_of(&mention.kind).is_some_and(|kinds| kinds == ["company"]);
        let number = company || matches!(mention.kind, M::Bik { .. } | M::Account { .. } | M::Address { .. });
        let same = !self.sides.between(*end, mention.start) && !self.sides.is_own(self.heard, mention);
        (number && same).then(|| (root.clone(), false))
    }

    /// The side for which somebody of this name is known to sign.
    fn known_signer(&self, draft: &Draft<'_>, mention: &Mention) -> Option<String> {
        let M::Person { full, surname, given, .. } = &mention.kind else { return None };
        let roots = self.pack.parties.iter().map(|party| format!("/parties/{}", party.role));
        let mut fits = roots.filter(|root| {
            let known = draft.domain.pointer(&format!("{root}/signer/name")).and_then(Value::as_str);
            let own = draft.domain.pointer(&format!("{root}/name")).and_then(Value::as_str);
            let same =
                |name: &str| name == full || !surname.is_empty() && name.starts_with(&format!("{surname} {given}"));
            known.is_some_and(same) && own != known
        });
        fits.next().filter(|_| fits.next().is_none())
    }
}
