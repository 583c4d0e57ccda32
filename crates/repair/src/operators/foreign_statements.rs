//! Statements that are missing and stand in other functions.
//!
//! A program does alike things alike: what one function does with a list, another one forgot. A statement of another
//! function is proposed where all it names is known: global names as they are, variables of the other function by
//! variables of this one with the same name and type, or by the only one of that type. What is counted up there may
//! have to be counted down here.

use std::collections::BTreeMap;

use frontend::tree::{ExprId, ExprKind, FunctionId, ObjectId, StmtId, StmtKind};
use source::Span;

use crate::operators::context::{Context, judges};
use crate::operators::copy::copy;
use crate::operators::insertions::Gap;
use crate::operators::{Family, OperatorEntry, Target, TreeOperator};

/// A statement of some function.
#[derive(Debug, Clone)]
pub(crate) struct ForeignStatement {
    function: FunctionId,
    stmt: StmtId,
    text: String,
    at: Span,
}

/// A statement with the names of this function.
struct Adapted {
    expr: ExprId,
    text: String,
    objects: BTreeMap<ObjectId, ObjectId>,
    renamed: usize,
    distance: u32,
}

/// A statement of another function where it is missing.
pub(crate) struct ForeignStatementInserted;

impl TreeOperator for ForeignStatementInserted {
    fn entry(&self) -> OperatorEntry {
        let what = "a statement of another function where it is missing";
        OperatorEntry::new("foreign_statement", Family::ForeignStatements, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        if let Target::Body(_, body) = *target {
            let foreign = std::mem::take(&mut context.foreign);
            context.foreign_statements(body, &foreign);
            context.foreign = foreign;
        }
    }
}

impl Context<'_> {
    /// The statements of all functions that can be told in a line.
    pub(crate) fn foreign(&mut self) -> Vec<ForeignStatement> {
        let mut found = Vec::new();
        for index in 0..self.tree.functions.len() {
            let id = FunctionId(index as u32);
            let function = self.tree.function(id);
            let Some(body) = function.body.filter(|_| !judges(&function.name)) else {
                continue;
            };
            let Some(span) = self.span(self.tree.stmt(body).loc) else {
                continue;
            };
            let donors = self.vocabulary(span).donors;
            found.extend(donors.into_iter().map(|donor| ForeignStatement {
                function: id,
                stmt: donor.stmt,
                text: donor.text,
                at: donor.at,
            }));
        }
        found
    }

    /// Statements of other functions in front of each statement of each block of this one, and at its end.
    pub(crate) fn foreign_statements(&mut self, body: StmtId, foreign: &[ForeignStatement]) {
        let Some(here) = self.function else { return };
        let own = |text: &str| {
            let mut own = foreign.iter().filter(|foreign| foreign.function == here);
            own.any(|foreign| foreign.text == text)
        };
        for gap in self.gaps(body) {
            let mut adapted: Vec<Adapted> = Vec::new();
            for donor in foreign.iter().filter(|foreign| foreign.function != here) {
                let Some(found) = self.adapted(here, donor, gap) else {
                    continue;
                };
                let known = adapted.iter().any(|other| other.text == found.text);
                if !known && !own(&found.text) {
                    adapted.push(found);
                }
            }
            adapted.sort_by_key(|found| (found.renamed, found.distance));
            for found in adapted
                .into_iter()
                .take(budgets::repair::MAX_FOREIGN_STATEMENTS.count())
            {
                self.borrow(gap, &found);
            }
        }
    }

    fn borrow(&mut self, gap: Gap, adapted: &Adapted) {
        if let ExprKind::Step { place, .. } = self.tree.expr(adapted.expr).kind {
            let ty = self.tree.expr(place).ty;
            let text = adapted.text.trim_end_matches(';');
            let text = text.trim_start_matches(['+', '-']).trim_end_matches(['+', '-']);
            self.counted(gap, ty, text, |context| context.renamed(place, &adapted.objects));
            return;
        }
        if let Some(expr) = self.renamed(adapted.expr, &adapted.objects) {
            self.inserted(gap, StmtKind::Expr(expr), &adapted.text);
        }
    }

    /// A copy with other variables.
    fn renamed(&mut self, expr: ExprId, objects: &BTreeMap<ObjectId, ObjectId>) -> Option<ExprId> {
        let first = self.tree.exprs.len();
        let made = copy(self.tree, expr)?;
        for expr in &mut self.tree.exprs[first..] {
            if let ExprKind::Object(object) = &mut expr.kind
                && let Some(other) = objects.get(object)
            {
                *object = *other;
            }
        }
        Some(made)
    }

    /// A statement with the names of a function; nothing if they cannot be told.
    fn adapted(&mut self, here: FunctionId, donor: &ForeignStatement, gap: Gap) -> Option<Adapted> {
        let StmtKind::Expr(expr) = self.tree.stmt(donor.stmt).kind else {
            return None;
        };
        let mut objects = BTreeMap::new();
        let mut text = donor.text.clone();
        let mut renamed = 0;
        let (first, made) = (self.tree.exprs.len(), copy(self.tree, expr));
        made?;
        let named: Vec<ObjectId> = self.tree.exprs[first..]
            .iter()
            .filter_map(|expr| match expr.kind {
                ExprKind::Object(object) => Some(object),
                _ => None,
            })
            .collect();
        self.tree.exprs.truncate(first);
        for object in named {
            if self.tree.object(object).function != Some(donor.function) || objects.contains_key(&object) {
                continue;
            }
            let other = self.counterpart(here, object, gap)?;
            let (old, new) = (&self.tree.object(object).name, &self.tree.object(other).name);
            let (old, new) = (old.as_ref()?, new.as_ref()?);
            if old != new {
                text = with_name(&text, old, new);
                renamed += 1;
            }
            objects.insert(object, other);
        }
        Some(Adapted {
            expr,
            text,
            objects,
            renamed,
            distance: donor.at.lo.abs_diff(gap.at.lo),
        })
    }

    /// The variable of a function that is meant where another function says something else.
    fn counterpart(&self, here: FunctionId, object: ObjectId, gap: Gap) -> Option<ObjectId> {
        let wanted = self.tree.object(object);
        let mut alike = Vec::new();
        for (index, other) in self.tree.objects.iter().enumerate() {
            if other.function != Some(here) || other.ty != wanted.ty || other.name.is_none() {
                continue;
            }
            let declared = self.span(other.loc);
            if declared.is_some_and(|declared| declared.lo < gap.at.lo) {
                if other.name == wanted.name {
                    return Some(ObjectId(index as u32));
                }
                alike.push(ObjectId(index as u32));
            }
        }
        match alike[..] {
            [only] => Some(only),
            _ => None,
        }
    }
}

/// A text with one variable called otherwise; members of the same name stay.
fn with_name(text: &str, old: &str, new: &str) -> String {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let mut result = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(old) {
        let (before, after) = (&rest[..at], &rest[at + old.len()..]);
        // What stands before it may have been gone through already.
        let all_before = &text[..text.len() - after.len() - old.len()];
        let whole = !all_before.ends_with(is_letter) && !after.starts_with(is_letter);
        let member = all_before.trim_end().ends_with('.') || all_before.trim_end().ends_with("->");
        result.push_str(before);
        result.push_str(if whole && !member { new } else { old });
        rest = after;
    }
    result.push_str(rest);
    result
}

#[cfg(test)]
mod checks {
    use super::with_name;

    #[test]
    fn only_the_variable_is_renamed() {
        assert_eq!(
            with_name("l->l = ll + l;", "l", "queue"),
            "queue->l = ll + queue;"
        );
    }
}
