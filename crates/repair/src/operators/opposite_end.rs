//! Statements with the other end of what they speak of: `q->last = j->prev;` for `q->first = j->next;`.
//!
//! Lists have two ends and trees two sides, and what is done for one is done for the other. So where a record has just
//! two members of a type, they stand for each other: a statement in which all such members are exchanged may be the one
//! that is missing.

use frontend::tree::{ExprId, ExprKind, StmtKind};

use crate::operators::context::Context;
use crate::operators::copy::copy;
use crate::operators::ingredients::vocabulary::Donor;
use crate::operators::insertions::Gap;

impl Context<'_> {
    /// A statement once more, for the other end.
    pub(crate) fn opposite_end(&mut self, gap: Gap, expr: ExprId, donor: &Donor) {
        let from = self.tree.exprs.len();
        let Some(copied) = copy(self.tree, expr) else {
            return;
        };
        let mut text = donor.text.clone();
        let mut names: Vec<(String, String)> = Vec::new();
        for index in from..self.tree.exprs.len() {
            let ExprKind::Member { base, field } = self.tree.exprs[index].kind else {
                continue;
            };
            let Some((other, own_name, other_name)) = self.other_end(base, field) else {
                continue;
            };
            self.tree.exprs[index].kind = ExprKind::Member { base, field: other };
            let exchange = (own_name, other_name);
            if !names.contains(&exchange) {
                names.push(exchange);
            }
        }
        if names.is_empty() {
            return;
        }
        text = exchanged(&text, &names);
        if text != donor.text {
            self.inserted(gap, StmtKind::Expr(copied), &text);
        }
    }

    /// The only other member of the type of one in its record, with the names of both.
    fn other_end(&self, base: ExprId, field: u32) -> Option<(u32, String, String)> {
        let types = &self.tree.types;
        let record = types.record_of(self.tree.expr(base).ty)?;
        let fields = &types.record(record).fields;
        let own = fields.get(field as usize)?;
        let mut others = (0u32..)
            .zip(fields)
            .filter(|(index, other)| *index != field && other.ty == own.ty && other.bits.is_none());
        let (index, other) = others.next()?;
        if others.next().is_some() {
            return None;
        }
        Some((
            index,
            own.name.clone()?.to_string(),
            other.name.clone()?.to_string(),
        ))
    }
}

/// A text with some words replaced, each behind `.` or `->`.
fn exchanged(text: &str, names: &[(String, String)]) -> String {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let mut made = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_letter) {
        let (before, word) = rest.split_at(start);
        let end = word.find(|letter: char| !is_letter(letter)).unwrap_or(word.len());
        let (word, behind) = word.split_at(end);
        made.push_str(before);
        let member = made.ends_with('.') || made.ends_with("->");
        let other = names.iter().find(|(own, _)| own == word).filter(|_| member);
        made.push_str(other.map_or(word, |(_, other)| other));
        rest = behind;
    }
    made.push_str(rest);
    made
}

#[cfg(test)]
mod checks {
    use super::exchanged;

    #[test]
    fn members_are_exchanged_and_nothing_else() {
        let names = [("first", "last"), ("next", "prev"), ("prev", "next")];
        let names = names.map(|(own, other)| (own.to_owned(), other.to_owned()));
        assert_eq!(
            exchanged("q->first = next->prev;", &names),
            "q->last = next->next;"
        );
    }
}
