//! Cases that a `switch` may not have.
//!
//! A label that is missing sends its value to `default`, or past everything. With one more label in front of a case,
//! the value is treated as that case is: so the changed program asks whether the value is the new one, and if so takes
//! the case's own. New values are those that such labels have: letters that tests are given, names of constants, and
//! where labels are numbers those between and beside them. Of labels in a row the new one stands where it belongs in
//! their order.

use frontend::tree::{BinaryOp, Case, ExprId, ExprKind, StmtId, StmtKind};
use source::Span;

use crate::operators::ChangeKind;
use crate::operators::context::{Context, TreeChange};
use crate::operators::copy::copy;
use crate::operators::{Family, OperatorEntry, Target, TreeOperator};

/// One more `case` of a `switch`.
pub(crate) struct MissingCase;

impl TreeOperator for MissingCase {
    fn entry(&self) -> OperatorEntry {
        let what = "one more `case` of a `switch`";
        OperatorEntry::new("missing_case", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        if let Target::Statement(_, StmtKind::Switch { cond, cases, .. }) = *target {
            context.more_cases(*cond, cases);
        }
    }
}

impl Context<'_> {
    /// One more label for each case of a `switch`.
    pub(crate) fn more_cases(&mut self, cond: ExprId, cases: &[Case]) {
        let ty = self.tree.expr(cond).ty;
        let known = |value: i128| cases.iter().any(|case| (case.low..=case.high).contains(&value));
        let targets: Vec<_> = cases.iter().map(|case| case.target).collect();
        // Of labels in a row the first is enough.
        let inner: Vec<_> = targets
            .iter()
            .filter_map(|target| match self.tree.stmt(*target).kind {
                StmtKind::Case { body } => Some(body),
                _ => None,
            })
            .collect();
        let (mut lettered, mut named) = (false, None);
        let mut numbers = Vec::new();
        let mut rows: Vec<Vec<(Span, i128)>> = Vec::new();
        for case in cases {
            let Some(at) = self.span(self.tree.stmt(case.target).loc) else {
                continue;
            };
            let text = self.sources.text(at);
            let label = text.strip_prefix("case").unwrap_or_default().trim_start();
            lettered |= label.starts_with('\'');
            if named.is_none() {
                let name: String = label
                    .chars()
                    .take_while(|c| c.is_alphanumeric() || *c == '_')
                    .collect();
                named = Some((name, case.low));
            }
            if label.starts_with(|first: char| first.is_ascii_digit()) {
                numbers.extend([case.low, case.high]);
            }
            if !inner.contains(&case.target) && text.starts_with("case") {
                rows.push(self.labels_in_a_row(case.target, cases));
            }
        }
        let mut labels: Vec<(i128, String)> = Vec::new();
        if lettered {
            for letter in self.letters.iter().copied() {
                let escape = if matches!(letter, b'\'' | b'\\') { "\\" } else { "" };
                labels.push((i128::from(letter), format!("'{escape}{}'", char::from(letter))));
            }
        } else {
            let (name, value) = named.unwrap_or_default();
            let names = self.names.instead_of(&name, value).into_iter();
            labels.extend(names.map(|(name, value)| (value, name)));
            let least = numbers.iter().min().copied().unwrap_or(0);
            let greatest = numbers.iter().max().copied().unwrap_or(-1);
            let mut missing: Vec<i128> = (least.max(1) - 1..=greatest.min(least + 64) + 1)
                .filter(|value| !known(*value) && !numbers.is_empty())
                .collect();
            // Those beside many labels first.
            missing.sort_by_key(|value| {
                let beside = numbers.iter().map(|number| number.abs_diff(*value)).min();
                (beside, *value)
            });
            missing.truncate(budgets::repair::MAX_NEW_LABELS.count());
            labels.extend(missing.into_iter().map(|value| (value, value.to_string())));
        }
        labels.retain(|(value, _)| !known(*value) && self.tree.types.can_hold(ty, *value));
        rows.truncate(budgets::repair::MAX_LABELLED_CASES.count());
        self.add_labels(cond, &rows, &labels);
    }

    /// Each label in front of each row.
    fn add_labels(&mut self, cond: ExprId, rows: &[Vec<(Span, i128)>], labels: &[(i128, String)]) {
        let ty = self.tree.expr(cond).ty;
        let int = self.tree.types.int(ctype::IntKind::Int);
        for row in rows {
            for (value, label) in labels {
                let above = row.iter().find(|(_, known)| known > value);
                let Some((at, old)) = above.or(row.last()).copied() else {
                    continue;
                };
                let (Some(lhs), Some(otherwise)) = (copy(self.tree, cond), copy(self.tree, cond)) else {
                    return;
                };
                let rhs = self.push(ExprKind::Int(*value), ty);
                let op = BinaryOp::Eq;
                let cond_is = self.push(ExprKind::Binary { op, lhs, rhs }, int);
                let then = self.push(ExprKind::Int(old), ty);
                let kind = ExprKind::Cond {
                    cond: cond_is,
                    then,
                    otherwise,
                };
                let instead = self.push(kind, ty);
                let site = TreeChange::Expr { site: cond, instead };
                // No run may have come to the case, but all that matters come to the `switch`.
                self.add_anyway(ChangeKind::Constant, at, format!("case {label}: "), site);
            }
        }
    }

    /// Where the labels of one case start, and their values.
    fn labels_in_a_row(&self, first: StmtId, cases: &[Case]) -> Vec<(Span, i128)> {
        let (mut row, mut next) = (Vec::new(), Some(first));
        while let Some(id) = next {
            let value = cases.iter().find(|case| case.target == id).map(|case| case.low);
            if let (Some(at), Some(value)) = (self.span(self.tree.stmt(id).loc), value) {
                row.push((Span::new(at.file, at.lo, at.lo), value));
            }
            next = match self.tree.stmt(id).kind {
                StmtKind::Case { body } if matches!(self.tree.stmt(body).kind, StmtKind::Case { .. }) => {
                    Some(body)
                }
                _ => None,
            };
        }
        row
    }
}
