//! A member that gets no value where the others of its record get theirs.
//!
//! Who makes a node sets its members one by one, and forgets one: `t->key = key; t->left = NULL;` and no `t->right`. What
//! lies there is then whatever lay in memory. Where several members of one record are set one after the other, those that
//! the block never sets get zero or null behind the last of them.

use ctype::{RecordId, TypeId};
use frontend::tree::{ExprId, ExprKind, StmtId, StmtKind};
use source::Span;

use crate::operators::ChangeKind;
use crate::operators::context::{Context, TreeChange};
use crate::operators::copy::copy;
use crate::operators::insertions::Gap;
use crate::operators::{Family, OperatorEntry, Target, TreeOperator};

/// `t->right = NULL` behind `t->left = NULL`.
pub(crate) struct MissingInitialisation;

impl TreeOperator for MissingInitialisation {
    fn entry(&self) -> OperatorEntry {
        let what = "`t->right = NULL` behind `t->left = NULL`: a member that its block never sets, beside those that it sets";
        OperatorEntry::new("missing_initialisation", Family::Insertions, what)
    }

    /// What was never set is also a reason to crash.
    fn serves(&self, family: Family) -> bool {
        matches!(
            family,
            Family::Insertions | Family::ChangesAndInsertions | Family::ChangesAndGuards | Family::Checks
        )
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        if let Target::Body(_, body) = *target {
            for gap in context.gaps_between(body) {
                context.initialised_behind(gap);
            }
        }
    }
}

/// A member that a statement sets.
struct SetMember {
    base: ExprId,
    record: RecordId,
    /// What is written before the member's name: `t->`.
    start: String,
    /// The whole place as it is written.
    text: String,
}

impl Context<'_> {
    /// The members that are not set behind the last statement of a row that sets others.
    fn initialised_behind(&mut self, gap: Gap) {
        let StmtKind::Block(list) = &self.tree.stmt(gap.block).kind else {
            return;
        };
        let list = list.clone();
        let last = gap
            .index
            .checked_sub(1)
            .and_then(|index| self.set_member(*list.get(index)?));
        let Some(last) = last else { return };
        let next = list.get(gap.index).and_then(|next| self.set_member(*next));
        if next.is_some_and(|next| next.start == last.start) {
            return;
        }
        let set: Vec<String> = list
            .iter()
            .filter_map(|stmt| self.set_member(*stmt))
            .map(|member| member.text)
            .collect();
        let types = &self.tree.types;
        let others: Vec<(u32, TypeId, String)> = (0u32..)
            .zip(&types.record(last.record).fields)
            .filter(|(_, field)| field.bits.is_none() && types.is_scalar(field.ty))
            .filter_map(|(index, field)| {
                Some((index, field.ty, format!("{}{}", last.start, field.name.as_ref()?)))
            })
            .filter(|(.., text)| !set.contains(text))
            .take(budgets::repair::MAX_OTHER_MEMBERS.count())
            .collect();
        for (field, ty, text) in others {
            let Some(base) = copy(self.tree, last.base) else {
                return;
            };
            let place = self.push(ExprKind::Member { base, field }, ty);
            let (kind, zero) = match (self.tree.types.is_float(ty), self.tree.types.is_pointer(ty)) {
                (true, _) => (ExprKind::Float(0), "0"),
                (_, true) if self.writes_null(gap.at) => (ExprKind::Int(0), "NULL"),
                _ => (ExprKind::Int(0), "0"),
            };
            let value = self.push(kind, ty);
            let assign = self.push(ExprKind::Assign { place, value }, ty);
            let site = TreeChange::Before {
                block: gap.block,
                index: gap.index,
                first: self.new_statement(StmtKind::Expr(assign)),
            };
            self.add(ChangeKind::Inserted, gap.at, format!("{text} = {zero}; "), site);
        }
    }

    /// The member that a statement sets, if that is all it does.
    fn set_member(&self, stmt: StmtId) -> Option<SetMember> {
        let StmtKind::Expr(expr) = self.tree.stmt(stmt).kind else {
            return None;
        };
        let ExprKind::Assign { place, .. } = self.expr_of(expr).kind else {
            return None;
        };
        let ExprKind::Member { base, field } = self.expr_of(place).kind else {
            return None;
        };
        let record = self.tree.types.record_of(self.expr_of(base).ty)?;
        let name = self
            .tree
            .types
            .record(record)
            .fields
            .get(field as usize)?
            .name
            .as_ref()?;
        let text = self.sources.text(self.span(self.expr_of(place).loc)?);
        let start = text.strip_suffix(name.as_str())?.to_owned();
        Some(SetMember {
            base,
            record,
            start,
            text,
        })
    }

    /// Whether the file knows the word.
    fn writes_null(&self, at: Span) -> bool {
        let text = &self.sources.file(at.file).text;
        text.windows(4).any(|word| word == b"NULL")
    }
}
