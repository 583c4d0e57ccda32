//! Two parts of what is written, each in the place of the other.
//!
//! Who writes `a.num * a.den + b.num * b.den` for `a.num * b.den + b.num * a.den` has changed two names at once, and so
//! has who takes the bounds of two nested loops for each other: neither name alone is any better where the other one
//! is. So parts of one expression that have one type are exchanged, and the limits of loops that stand in each other.
//! Both parts stay where they are in the program of all changes; each is replaced by a copy of the other.

use frontend::tree::{BinaryOp, ExprId, ExprKind, StmtId, StmtKind};

use crate::operators::ChangeKind;
use crate::operators::binary::is_relation;
use crate::operators::context::{Context, TreeChange};
use crate::operators::copy::copy;
use crate::operators::{Family, OperatorEntry, Role, Target, TreeOperator};

/// A loop that counts the other way.
struct Reversed {
    first: ExprId,
    cond: ExprId,
    step: ExprId,
    /// What is done to the old limit, to start there.
    beside: Option<BinaryOp>,
    relation: BinaryOp,
    other_way: frontend::tree::Step,
}

/// Two parts of one expression, each in the place of the other.
pub(crate) struct ExchangedParts;

impl TreeOperator for ExchangedParts {
    fn entry(&self) -> OperatorEntry {
        let what = "two parts of one expression, each in the place of the other";
        OperatorEntry::new("exchanged_parts", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        let Target::Expression(at) = *target else { return };
        let wanted = match at.role {
            Role::Value => true,
            Role::Condition => !matches!(at.expr.kind, ExprKind::Logical { .. }),
            _ => false,
        };
        if wanted {
            context.exchanged_parts(at.id);
        }
    }
}

/// A loop that counts the other way.
pub(crate) struct ReversedLoop;

impl TreeOperator for ReversedLoop {
    fn entry(&self) -> OperatorEntry {
        let what = "a loop that counts the other way";
        OperatorEntry::new("reversed_loop", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        if let Target::Statement(_, &StmtKind::For { init, cond, step, .. }) = *target {
            context.reversed(init, cond, step);
        }
    }
}

/// The limits of two nested loops, each for the other.
pub(crate) struct ExchangedLimits;

impl TreeOperator for ExchangedLimits {
    fn entry(&self) -> OperatorEntry {
        let what = "the limits of two nested loops, each for the other";
        OperatorEntry::new("exchanged_limits", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        if let Target::Statement(
            _,
            &StmtKind::For {
                cond: Some(cond),
                body,
                ..
            },
        ) = *target
        {
            context.exchanged_limits(cond, body);
        }
    }
}

impl Context<'_> {
    /// Parts of an expression exchanged: what is read, and what is computed.
    pub(crate) fn exchanged_parts(&mut self, root: ExprId) {
        let (read, computed, siblings) = self.parts_of(root);
        let mut pairs = Vec::new();
        for parts in [read, computed] {
            for (index, one) in parts.iter().enumerate() {
                let others = parts[index + 1..].iter();
                pairs.extend(others.map(|other| (*one, *other)));
            }
        }
        // The operands of one operator are exchanged as such, if that makes a difference.
        pairs.retain(|(one, other)| !siblings.contains(&(*one, *other)));
        for (one, other) in pairs
            .into_iter()
            .take(budgets::repair::MAX_EXCHANGED_PAIRS.count())
        {
            self.exchange(one, other);
        }
    }

    /// What is read in an expression and what is computed there, in order, and the operands of one operator.
    #[allow(clippy::type_complexity)]
    fn parts_of(&self, root: ExprId) -> (Vec<ExprId>, Vec<ExprId>, Vec<(ExprId, ExprId)>) {
        let (mut read, mut computed, mut siblings) = (Vec::new(), Vec::new(), Vec::new());
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            if read.len() + computed.len() >= budgets::repair::MAX_EXCHANGED_PARTS.count() {
                break;
            }
            match &self.expr_of(id).kind {
                ExprKind::Load(place) => {
                    read.push(id);
                    let inner = self.place_parts(*place);
                    open.extend(inner.into_iter().rev().map(|(part, _)| part));
                }
                ExprKind::Binary { op, lhs, rhs } => {
                    if id != root && !is_relation(*op) {
                        computed.push(id);
                    }
                    siblings.push((self.unconverted(*lhs), self.unconverted(*rhs)));
                    open.extend([*rhs, *lhs]);
                }
                ExprKind::Convert { operand, .. } | ExprKind::Unary { operand, .. } => open.push(*operand),
                ExprKind::Call { args, .. } => open.extend(args.iter().rev()),
                _ => {}
            }
        }
        (read, computed, siblings)
    }

    /// The limits of two loops that stand in each other exchanged: `i < columns` and `j < rows`.
    pub(crate) fn exchanged_limits(&mut self, cond: ExprId, body: StmtId) {
        let inside = match &self.tree.stmt(body).kind {
            StmtKind::Block(list) => list.clone(),
            _ => vec![body],
        };
        for id in inside {
            if let StmtKind::For {
                cond: Some(inner), ..
            } = self.tree.stmt(id).kind
                && let (Some(one), Some(other)) = (self.limit(cond), self.limit(inner))
            {
                self.exchange(one, other);
            }
        }
    }

    /// What a loop goes up or down to.
    fn limit(&self, cond: ExprId) -> Option<ExprId> {
        match self.expr_of(self.unconverted(cond)).kind {
            ExprKind::Binary { op, rhs, .. } if is_relation(op) => Some(self.unconverted(rhs)),
            _ => None,
        }
    }

    /// Two parts of one type exchanged.
    fn exchange(&mut self, one: ExprId, other: ExprId) {
        let (first, second) = (self.expr_of(one), self.expr_of(other));
        if first.ty != second.ty || !self.tree.types.is_scalar(first.ty) {
            return;
        }
        let (Some(first), Some(second)) = (self.span(first.loc), self.span(second.loc)) else {
            return;
        };
        if self.sources.text(first) == self.sources.text(second) {
            return;
        }
        let Some((span, text)) = self.exchanged(first, second) else {
            return;
        };
        if self.is_proposed(span, &text) {
            return;
        }
        let copies = (copy(self.tree, other), copy(self.tree, one));
        if let (Some(for_one), Some(for_other)) = copies {
            for (site, instead) in [(one, for_one), (other, for_other)] {
                self.add(
                    ChangeKind::Swapped,
                    span,
                    text.clone(),
                    TreeChange::Expr { site, instead },
                );
            }
        }
    }

    /// A loop that counts the other way: `for (i = n - 1; i >= 0; i--)` for `for (i = 0; i < n; i++)`.
    pub(crate) fn reversed(&mut self, init: Option<StmtId>, cond: Option<ExprId>, step: Option<ExprId>) {
        let (Some(init), Some(cond), Some(step)) = (init, cond, step) else {
            return;
        };
        let Some(first) = self.first_value(init) else {
            return;
        };
        let ExprKind::Binary { op, lhs, rhs } = self.expr_of(cond).kind else {
            return;
        };
        let ExprKind::Step { step: way, place } = self.expr_of(step).kind else {
            return;
        };
        let ExprKind::Object(object) = self.expr_of(place).kind else {
            return;
        };
        let counts = |id: ExprId| match self.expr_of(self.unconverted(id)).kind {
            ExprKind::Load(place) => {
                matches!(self.expr_of(place).kind, ExprKind::Object(known) if known == object)
            }
            _ => false,
        };
        let spans = (
            self.span(self.expr_of(first).loc),
            self.span(self.expr_of(cond).loc),
            self.span(self.expr_of(rhs).loc),
            self.span(self.expr_of(step).loc),
            self.tree.object(object).name.clone(),
        );
        let (Some(from), Some(asked), Some(to), Some(end), Some(name)) = spans else {
            return;
        };
        let alone = from.file == end.file
            && from.hi <= asked.lo
            && asked.hi <= end.lo
            && self
                .sources
                .text(source::Span::new(from.file, from.hi, asked.lo))
                .trim()
                == ";";
        if !counts(lhs) || !alone {
            return;
        }
        let (from, to) = (self.sources.text(from), self.sources.text(to));
        let up = matches!(way, frontend::tree::Step::PreInc | frontend::tree::Step::PostInc);
        let Some((beside, relation, other_way)) = other_way(op, up) else {
            return;
        };
        let text = written_reversed(&name, from, to, beside, relation);
        let span = source::Span::new(
            end.file,
            self.span(self.expr_of(first).loc).map_or(end.lo, |at| at.lo),
            end.hi,
        );
        let text = (span, text);
        let reversed = Reversed {
            first,
            cond,
            step,
            beside,
            relation,
            other_way,
        };
        self.add_reversed(reversed, (lhs, rhs), place, text);
    }

    /// The three parts of a loop the other way, all in one change.
    fn add_reversed(
        &mut self,
        reversed: Reversed,
        (lhs, rhs): (ExprId, ExprId),
        place: ExprId,
        (span, text): (source::Span, String),
    ) {
        let Reversed {
            first,
            cond,
            step,
            beside,
            relation,
            other_way,
        } = reversed;
        let (ty, compared) = (self.expr_of(first).ty, self.expr_of(lhs).ty);
        let copies = (
            copy(self.tree, rhs),
            copy(self.tree, lhs),
            copy(self.tree, first),
            copy(self.tree, place),
        );
        let (Some(limit), Some(counter), Some(old), Some(place)) = copies else {
            return;
        };
        let limit = self.converted(limit, ty);
        let instead = match beside {
            Some(op) => {
                let one = self.push(ExprKind::Int(1), ty);
                self.push(
                    ExprKind::Binary {
                        op,
                        lhs: limit,
                        rhs: one,
                    },
                    ty,
                )
            }
            None => limit,
        };
        self.add(
            ChangeKind::Swapped,
            span,
            text.clone(),
            TreeChange::Expr { site: first, instead },
        );
        let old = self.converted(old, compared);
        let kind = ExprKind::Binary {
            op: relation,
            lhs: counter,
            rhs: old,
        };
        self.instead(ChangeKind::Swapped, cond, span, text.clone(), kind);
        let kind = ExprKind::Step {
            step: other_way,
            place,
        };
        self.instead(ChangeKind::Swapped, step, span, text, kind);
    }

    /// The value that a loop starts with.
    fn first_value(&self, init: StmtId) -> Option<ExprId> {
        match &self.tree.stmt(init).kind {
            StmtKind::Expr(expr) => match self.expr_of(*expr).kind {
                ExprKind::Assign { value, .. } => Some(value),
                _ => None,
            },
            StmtKind::Decls(parts) => match parts.as_slice() {
                [frontend::tree::DeclPart::Object(object)] => match self.tree.object(*object).init.as_deref()
                {
                    Some([entry]) => Some(entry.value),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }
}

/// Where a loop starts the other way, beside its old limit; the relation; the step.
fn other_way(op: BinaryOp, up: bool) -> Option<(Option<BinaryOp>, BinaryOp, frontend::tree::Step)> {
    let (beside, relation) = match (op, up) {
        (BinaryOp::Lt, true) => (Some(BinaryOp::Sub), BinaryOp::Ge),
        (BinaryOp::Le, true) => (None, BinaryOp::Ge),
        (BinaryOp::Gt, false) => (Some(BinaryOp::Add), BinaryOp::Le),
        (BinaryOp::Ge, false) => (None, BinaryOp::Le),
        _ => return None,
    };
    let step = match up {
        true => frontend::tree::Step::PostDec,
        false => frontend::tree::Step::PostInc,
    };
    Some((beside, relation, step))
}

/// The three parts of a loop from `from` to `to`, the other way.
fn written_reversed(
    name: &str,
    from: String,
    to: String,
    beside: Option<BinaryOp>,
    relation: BinaryOp,
) -> String {
    let start = match beside {
        Some(BinaryOp::Sub) => format!("{to} - 1"),
        Some(_) => format!("{to} + 1"),
        None => to,
    };
    if relation == BinaryOp::Ge {
        return format!("{start}; {name} >= {from}; {name}--");
    }
    let last = match from.strip_suffix("- 1").or_else(|| from.strip_suffix("-1")) {
        Some(shorter) => format!("{name} < {}", shorter.trim_end()),
        None => format!("{name} <= {from}"),
    };
    format!("{start}; {last}; {name}++")
}
