//! Quantifiers over integers: `__CPROVER_forall { int i; 0 <= i && i < 8 ==> a[i] > 0 }`.
//!
//! The front end has made `({ int i; __because_forall((P), i); })` of it. Here `P` is written out once for each
//! value that matters and the results are joined. A value matters unless the shape of `P` alone decides it:
//! comparisons of the variable with constants bound it, and `!`, `&&`, `||` join the bounds. Where it is compared with
//! something else, the bound is taken to be no larger than the array it is an index of, and a run where it is larger
//! reaches what is not supported. Where a claim says "for all", or an assumption "exists", no bounds are needed: one
//! value that is an input stands for all ([`chosen`](crate::chosen)). Other quantifiers without bounds are not
//! supported.
//!
//! What goes wrong in `P` is a claim as it is elsewhere: a predicate that reads outside of an array says nothing. Where `P`
//! has no side effects each place in it is one claim about all values, which stands behind the last value; else
//! (a call, another quantifier) there is a claim for each value.

use ctype::TypeId;
use frontend::tree::{self, BinaryOp, ExprKind as T, LogicalOp, ObjectId, UnaryOp};
use program::{CheckKind, ExprId, ExprKind, InstrKind};
use source::LocId;

use crate::fold;
use crate::lowerer::Lowerer;

/// A predicate is not written out more often than this.
const MOST: i128 = 1 << 16;

/// More values than this are not written out where one that is an input does.
const ENOUGH: i128 = 256;

/// What is believed of bounds that are not constants.
#[derive(Debug, Default)]
struct Belief {
    /// They are not negative, nor larger than this.
    limit: Option<i128>,
    /// What must be true for that.
    bounds: Vec<Believed>,
}

#[derive(Debug)]
struct Believed {
    value: tree::ExprId,
    /// Whether `limit` is the largest value it may have, or the smallest.
    upper: bool,
    limit: i128,
}

/// What is claimed at a place in a predicate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Noted {
    pub(crate) kind: CheckKind,
    pub(crate) text: String,
    pub(crate) violation: Option<String>,
    pub(crate) loc: LocId,
}

/// The values of the variable from `low` to `high`; outside, the predicate has a known value.
#[derive(Clone, Copy)]
struct Range {
    low: i128,
    high: i128,
}

impl Range {
    const ALL: Range = Range {
        low: i128::MIN,
        high: i128::MAX,
    };
    const NONE: Range = Range { low: 1, high: 0 };

    fn and(self, other: Range) -> Range {
        Range {
            low: self.low.max(other.low),
            high: self.high.min(other.high),
        }
    }

    fn hull(self, other: Range) -> Range {
        if self.low > self.high {
            return other;
        }
        if other.low > other.high {
            return self;
        }
        Range {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }
}

impl Lowerer<'_> {
    /// The call `__because_forall(predicate, variable)` or `__because_exists(…)`; the value is an `int`.
    pub(crate) fn quantifier(&mut self, all: bool, args: &[tree::ExprId], loc: LocId) -> ExprId {
        let int = self.common.int;
        let &[predicate, variable] = args else {
            return self.not_expanded("a quantifier of this form", loc);
        };
        let Some(object) = self.plain_object(variable) else {
            return self.not_expanded("a quantifier over something that is not an integer", loc);
        };
        let ty = self.tree.object(object).ty;
        let Some((low, high)) = fold::range(&self.program.types, ty) else {
            return self.not_expanded("a quantifier over something that is not an integer", loc);
        };
        let whole = Range { low, high };
        // Outside, "for all" is not spoilt and "exists" not helped.
        let mut belief = Belief::default();
        let mut range = whole.and(self.decided_outside(predicate, object, all, &mut belief));
        let may_choose = self.chosen.contains(&predicate);
        let most = if may_choose { ENOUGH } else { MOST };
        if range.high.saturating_sub(range.low) >= most && may_choose {
            return self.chosen_value(object, predicate, loc);
        }
        if range.high.saturating_sub(range.low) >= MOST {
            belief.limit = Some(self.longest_indexed(predicate, object));
            range = whole.and(self.decided_outside(predicate, object, all, &mut belief));
        }
        if range.high.saturating_sub(range.low) >= MOST {
            return self.not_expanded(
                "a quantifier without constant bounds, or over very many values,",
                loc,
            );
        }
        let result = self.new_temp(int, if all { "for all" } else { "exists" }, loc);
        let start = self.int(i128::from(all), int, loc);
        let place = self.var_place(result, loc);
        self.assign(place, start, loc);
        let var = self.variable(object);
        // With branches in it, nothing could be noted on all ways.
        let noting = !self.analysis.has_effects(predicate) && self.may_be_lazy(predicate);
        if noting {
            self.noted.push(Vec::new());
        }
        // What decides the predicate may stand behind what goes wrong outside of the range, as in `a[i] > 0 || i >= 8`.
        let least = range.low.saturating_sub(1).max(whole.low);
        for value in least..=range.high.saturating_add(1).min(whole.high) {
            let number = self.int(value, ty, loc);
            let place = self.var_place(var, loc);
            self.assign(place, number, loc);
            self.quantified.push((object, value));
            let holds = self.truth(predicate);
            self.quantified.pop();
            let before = self.load_var(result, loc);
            let joined = if all {
                self.and(before, holds)
            } else {
                self.or(before, holds)
            };
            let place = self.var_place(result, loc);
            self.assign(place, joined, loc);
        }
        if noting {
            self.claim_noted();
        }
        self.believe(&belief, loc);
        self.load_var(result, loc)
    }

    /// What is to hold for one value of a quantifier's variable is noted, to be claimed of all.
    pub(crate) fn note(&mut self, place: Noted, cond: ExprId) {
        let Some(known) = self.noted.last() else { return };
        let found = known.iter().position(|(noted, _)| *noted == place);
        let (int, loc) = (self.common.int, place.loc);
        let Some(found) = found else {
            let var = self.new_temp(int, "for all values", loc);
            let first = self.var_place(var, loc);
            self.assign(first, cond, loc);
            self.noted.last_mut().expect("it was there").push((place, var));
            return;
        };
        let var = known[found].1;
        let before = self.load_var(var, loc);
        let both = self.and(before, cond);
        let all = self.var_place(var, loc);
        self.assign(all, both, loc);
    }

    fn claim_noted(&mut self) {
        for (place, var) in self.noted.pop().unwrap_or_default() {
            let cond = self.load_var(var, place.loc);
            self.claim_or_else(place.kind, cond, place.text, place.violation, place.loc);
        }
    }

    fn not_expanded(&mut self, what: &str, loc: LocId) -> ExprId {
        self.reach_unsupported(what, loc);
        self.int(0, self.common.int, loc)
    }

    /// The object that an argument reads, through the language's conversions.
    fn plain_object(&self, mut id: tree::ExprId) -> Option<ObjectId> {
        loop {
            match self.tree.expr(id).kind {
                T::Convert { operand, .. } => id = operand,
                T::Load(place) => match self.tree.expr(place).kind {
                    T::Object(object) => return Some(object),
                    _ => return None,
                },
                _ => return None,
            }
        }
    }

    /// A range of the variable outside of which the condition has the value `wanted`.
    fn decided_outside(
        &self,
        id: tree::ExprId,
        variable: ObjectId,
        wanted: bool,
        belief: &mut Belief,
    ) -> Range {
        match &self.tree.expr(id).kind {
            T::Convert { operand, .. } if self.keeps_truth(*operand, self.tree.expr(id).ty) => {
                self.decided_outside(*operand, variable, wanted, belief)
            }
            T::Unary {
                op: UnaryOp::Not,
                operand,
            } => self.decided_outside(*operand, variable, !wanted, belief),
            T::Logical { op, lhs, rhs } => {
                let left = self.decided_outside(*lhs, variable, wanted, belief);
                let right = self.decided_outside(*rhs, variable, wanted, belief);
                // One false operand makes a conjunction false; it takes two true ones to make it true.
                if (*op == LogicalOp::And) == wanted {
                    left.hull(right)
                } else {
                    left.and(right)
                }
            }
            T::Binary { op, lhs, rhs } => {
                let range = match (self.constant_of(*lhs), self.constant_of(*rhs)) {
                    (None, Some(bound)) => self.compared(*op, *lhs, variable, bound, wanted),
                    (Some(bound), None) => {
                        mirrored(*op).and_then(|op| self.compared(op, *rhs, variable, bound, wanted))
                    }
                    _ => self
                        .believed(*op, *lhs, *rhs, variable, wanted, belief)
                        .or_else(|| {
                            let op = mirrored(*op)?;
                            self.believed(op, *rhs, *lhs, variable, wanted, belief)
                        }),
                };
                range.unwrap_or(Range::ALL)
            }
            T::Cond {
                cond,
                then,
                otherwise,
            } => {
                // It is what `cond && then || !cond && otherwise` is.
                let yes = self.decided_outside(*then, variable, wanted, belief);
                let no = self.decided_outside(*otherwise, variable, wanted, belief);
                let chooses_yes = self.decided_outside(*cond, variable, true, belief);
                let chooses_no = self.decided_outside(*cond, variable, false, belief);
                yes.hull(no).and(chooses_no.hull(no)).and(chooses_yes.hull(yes))
            }
            // What decides a predicate whatever the inner variable is decides the inner quantifier.
            T::StmtExpr(_) | T::Call { .. } => self.inner_predicate(id).map_or(Range::ALL, |inner| {
                self.decided_outside(inner, variable, wanted, belief)
            }),
            _ => match self.constant_of(id) {
                Some(value) if (value != 0) == wanted => Range::NONE,
                _ => Range::ALL,
            },
        }
    }

    /// The same for `side op bound` where the bound is no constant: it is believed to be within the limit.
    fn believed(
        &self,
        op: BinaryOp,
        side: tree::ExprId,
        bound: tree::ExprId,
        variable: ObjectId,
        wanted: bool,
        belief: &mut Belief,
    ) -> Option<Range> {
        let most = belief.limit?;
        if self.plain_object(side) != Some(variable)
            || self.mentions(bound, variable)
            || self.analysis.has_effects(bound)
        {
            return None;
        }
        let (upper, limit) = match (op, wanted) {
            (BinaryOp::Lt, false) | (BinaryOp::Ge, true) => (true, most),
            (BinaryOp::Le, false) | (BinaryOp::Gt, true) => (true, most - 1),
            (BinaryOp::Ge, false) | (BinaryOp::Lt, true) => (false, 0),
            (BinaryOp::Gt, false) | (BinaryOp::Le, true) => (false, -1),
            _ => return None,
        };
        let range = self.compared(op, side, variable, limit, wanted)?;
        belief.bounds.push(Believed {
            value: bound,
            upper,
            limit,
        });
        Some(range)
    }

    /// A run where a belief is wrong is not followed, and said to be so.
    fn believe(&mut self, belief: &Belief, loc: LocId) {
        for bound in &belief.bounds {
            let ty = self.tree.expr(bound.value).ty;
            let Some((least, most)) = fold::range(&self.program.types, ty) else {
                continue;
            };
            if (bound.upper && bound.limit >= most) || (!bound.upper && bound.limit <= least) {
                continue;
            }
            self.unchecked += 1;
            let value = self.value(bound.value);
            self.unchecked -= 1;
            let limit = self.int(bound.limit, ty, loc);
            let op = if bound.upper {
                program::BinaryOp::Le
            } else {
                program::BinaryOp::Ge
            };
            let within = self.compare(op, value, limit);
            let text = format!(
                "a quantifier with a bound beyond {} is not supported",
                bound.limit
            );
            self.claim(CheckKind::Unsupported, within, text, loc);
        }
    }

    /// The predicate of a quantifier inside of this one.
    pub(crate) fn inner_predicate(&self, id: tree::ExprId) -> Option<tree::ExprId> {
        match &self.tree.expr(id).kind {
            T::StmtExpr(block) => {
                let tree::StmtKind::Block(stmts) = &self.tree.stmt(*block).kind else {
                    return None;
                };
                match self.tree.stmt(*stmts.last()?).kind {
                    tree::StmtKind::Expr(value) => self.inner_predicate(value),
                    _ => None,
                }
            }
            T::Call { callee, args } => {
                let mut callee = &self.tree.expr(*callee).kind;
                while let T::FunctionDecay(operand) = callee {
                    callee = &self.tree.expr(*operand).kind;
                }
                let T::Function(function) = callee else {
                    return None;
                };
                let name = self.tree.function(*function).name.as_str();
                let quantifies = ["__because_forall", "__because_exists"].contains(&name);
                args.first().copied().filter(|_| quantifies)
            }
            _ => None,
        }
    }

    /// The same for `side op bound`, where `side` must be the variable.
    fn compared(
        &self,
        op: BinaryOp,
        side: tree::ExprId,
        variable: ObjectId,
        bound: i128,
        wanted: bool,
    ) -> Option<Range> {
        if self.plain_object(side) != Some(variable) {
            return None;
        }
        let own = fold::range(&self.program.types, self.tree.object(variable).ty)?;
        let mut conversions = Vec::new();
        let mut at = side;
        while let T::Convert { operand, .. } = self.tree.expr(at).kind {
            conversions.push(fold::range(&self.program.types, self.tree.expr(at).ty)?);
            at = operand;
        }
        let (mut low, mut high) = own;
        // A conversion that changes values is only understood where it makes large numbers of the negative
        // ones and leaves the others alone.
        let mut wraps = false;
        for (least, most) in conversions.into_iter().rev() {
            if low < 0 && least == 0 && high <= most {
                wraps = true;
                (low, high) = (0, most);
            } else if low < least || high > most {
                return None;
            }
        }
        let true_in = match op {
            BinaryOp::Lt => (i128::MIN, bound.checked_sub(1)?),
            BinaryOp::Le => (i128::MIN, bound),
            BinaryOp::Gt => (bound.checked_add(1)?, i128::MAX),
            BinaryOp::Ge => (bound, i128::MAX),
            BinaryOp::Eq => (bound, bound),
            BinaryOp::Ne => {
                return wanted.then_some(Range {
                    low: bound,
                    high: bound,
                });
            }
            _ => return None,
        };
        if wraps {
            // Negative values have become larger than every value of the variable's own type.
            let below = matches!(op, BinaryOp::Lt | BinaryOp::Le | BinaryOp::Eq);
            return (below && !wanted && bound >= 0 && bound <= own.1).then_some(Range {
                low: 0,
                high: true_in.1,
            });
        }
        Some(match (wanted, op) {
            (false, _) => Range {
                low: true_in.0,
                high: true_in.1,
            },
            (true, BinaryOp::Lt | BinaryOp::Le) => Range {
                low: true_in.1.checked_add(1)?,
                high: i128::MAX,
            },
            (true, BinaryOp::Gt | BinaryOp::Ge) => Range {
                low: i128::MIN,
                high: true_in.0.checked_sub(1)?,
            },
            (true, _) => return None,
        })
    }

    /// Whether a conversion to this type is zero exactly where its operand is.
    fn keeps_truth(&self, operand: tree::ExprId, to: TypeId) -> bool {
        let from = &self.tree.expr(operand).kind;
        let condition = match from {
            T::Unary { op, .. } => *op == UnaryOp::Not,
            T::Logical { .. } => true,
            T::Binary { op, .. } => mirrored(*op).is_some(),
            T::Convert { .. } => true,
            _ => false,
        };
        self.program.types.is_bool(to)
            || (condition && self.program.types.is_integer(to) && !matches!(from, T::Convert { .. }))
    }

    /// The value of an integer expression that is constant here, where the variables of the quantifiers around
    /// it are.
    fn constant_of(&self, id: tree::ExprId) -> Option<i128> {
        let expr = self.tree.expr(id);
        let value = match &expr.kind {
            T::Int(value) => *value,
            T::Load(place) => {
                let T::Object(object) = self.tree.expr(*place).kind else {
                    return None;
                };
                let known = self.quantified.iter().rev().find(|(known, _)| *known == object);
                match known {
                    Some(&(_, value)) => value,
                    None => self.never_changing(object)?,
                }
            }
            T::Convert { operand, .. } => self.constant_of(*operand)?,
            T::Unary {
                op: UnaryOp::Neg,
                operand,
            } => self.constant_of(*operand)?.checked_neg()?,
            T::Binary { op, lhs, rhs } => {
                let (lhs, rhs) = (self.constant_of(*lhs)?, self.constant_of(*rhs)?);
                match op {
                    BinaryOp::Add => lhs.checked_add(rhs)?,
                    BinaryOp::Sub => lhs.checked_sub(rhs)?,
                    BinaryOp::Mul => lhs.checked_mul(rhs)?,
                    BinaryOp::Div if rhs != 0 => lhs / rhs,
                    _ => return None,
                }
            }
            _ => return None,
        };
        fold::wrap(&self.program.types, value, expr.ty)
    }

    /// The value of a `const` object that was initialised with a constant.
    fn never_changing(&self, object: ObjectId) -> Option<i128> {
        let object = self.tree.object(object);
        let [entry] = object.init.as_deref()? else {
            return None;
        };
        let constant = object.constant && entry.bits.is_none() && self.program.types.is_integer(object.ty);
        match self.tree.expr(entry.value).kind {
            T::Int(value) if constant => Some(value),
            _ => None,
        }
    }

    /// CBMC's `__CPROVER_overflow_*`: whether the operation leaves the operands' common type.
    pub(crate) fn overflow_primitive(
        &mut self,
        op: program::OverflowOp,
        args: &[tree::ExprId],
        loc: LocId,
    ) -> Option<ExprId> {
        let values = self.arguments(args);
        let (lhs, rhs) = match *values.as_slice() {
            [operand] => {
                let ty = self.type_of(operand);
                (self.int(0, ty, loc), operand)
            }
            [lhs, rhs] => (lhs, rhs),
            _ => return None,
        };
        let (left, right) = (self.type_of(lhs), self.type_of(rhs));
        let rank = |ty| {
            self.program
                .types
                .integer(ty)
                .map(|(bits, signed)| (bits, !signed))
        };
        let at = if rank(left)? >= rank(right)? { left } else { right };
        // As C converts operands before it computes.
        let (lhs, rhs) = (self.convert(lhs, at, loc), self.convert(rhs, at, loc));
        Some(self.expr(ExprKind::Overflows { op, lhs, rhs, at }, self.common.int, loc))
    }

    /// After an assignment to CBMC's variable for it, the direction of rounding is what it says.
    pub(crate) fn follow_rounding_mode(&mut self, place: program::PlaceId, loc: LocId) {
        let program::PlaceBase::Var(var) = self.program.place(place).base else {
            return;
        };
        let variable = self.program.variable(var);
        if variable.name != "__CPROVER_rounding_mode" || variable.function.is_some() {
            return;
        }
        let mode = self.load_var(var, loc);
        self.emit(
            InstrKind::Builtin {
                dest: None,
                op: program::Builtin::SetRounding,
                args: Box::from([mode]),
            },
            loc,
        );
    }
}

/// The comparison with its sides exchanged.
fn mirrored(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Ge => BinaryOp::Le,
        BinaryOp::Eq | BinaryOp::Ne => op,
        _ => return None,
    })
}
