//! What could be written instead of an expression: the slips that programmers make.
//!
//! Another comparison or arithmetic operator, `&&` for `||`, another variable of the same type, a number or an operand
//! that is one off, a negated condition, a division of integers that should be one of floats, two arguments exchanged.

use program::{
    BinaryOp, ComponentKind, ExprId, ExprKind, InstrKind, OverflowOp, PlaceBase, Program, UnaryOp, VarId,
};
use source::{LocId, SourceMap, Span};

use super::edits::{Edit, EditOf, Trials};
use super::suspects::{Site, Suspect, is_inside};
use super::walk::below;

/// Parts of an expression that are edited, and variables that may take another's place.
const MOST_PARTS: usize = 24;
const MOST_VARIABLES: usize = 8;
const MOST_ARGUMENTS: u32 = 6;

const COMPARISONS: [(BinaryOp, &str); 6] = [
    (BinaryOp::Lt, "<"),
    (BinaryOp::Le, "<="),
    (BinaryOp::Gt, ">"),
    (BinaryOp::Ge, ">="),
    (BinaryOp::Eq, "=="),
    (BinaryOp::Ne, "!="),
];
const SUMS: [(BinaryOp, &str); 3] = [(BinaryOp::Add, "+"), (BinaryOp::Sub, "-"), (BinaryOp::Mul, "*")];
const QUOTIENTS: [(BinaryOp, &str); 2] = [(BinaryOp::Div, "/"), (BinaryOp::Rem, "%")];

fn overflow(op: BinaryOp) -> Option<OverflowOp> {
    match op {
        BinaryOp::Add => Some(OverflowOp::Add),
        BinaryOp::Sub => Some(OverflowOp::Sub),
        BinaryOp::Mul => Some(OverflowOp::Mul),
        _ => None,
    }
}

/// Text with a part of it replaced.
fn spliced(sources: &SourceMap, whole: Span, part: Span, new: &str) -> Option<String> {
    if !is_inside(part, whole) {
        return None;
    }
    let text = sources.text(whole);
    let (low, high) = ((part.lo - whole.lo) as usize, (part.hi - whole.lo) as usize);
    let text = format!("{}{new}{}", text.get(..low)?, text.get(high..)?);
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Where something is written, if no macro is involved.
fn span(program: &Program, sources: &SourceMap, expr: ExprId) -> Option<Span> {
    let loc = program.expr(expr).loc;
    let location = (loc != LocId::NONE).then(|| sources.location(loc))?;
    location.spelled.is_none().then_some(location.used)
}

struct Alternatives<'t, 'a> {
    trials: &'t mut Trials<'a>,
    program: &'a Program,
    sources: &'a SourceMap,
    suspect: usize,
    item: &'t Suspect,
    whole: Span,
}

/// Adds what could be written instead of a suspect.
pub(crate) fn add_alternatives<'a>(
    trials: &mut Trials<'a>,
    program: &'a Program,
    sources: &'a SourceMap,
    number: usize,
    suspect: &Suspect,
) {
    let [Site::Expr(root)] = suspect.sites[..] else {
        return;
    };
    let location = sources.location(suspect.loc);
    if suspect.constant || location.spelled.is_some() || program.types.is_pointer(program.expr(root).ty) {
        return;
    }
    let whole = location.used;
    let mut alternatives = Alternatives {
        trials,
        program,
        sources,
        suspect: number,
        item: suspect,
        whole,
    };
    for part in below(program, root).into_iter().take(MOST_PARTS) {
        alternatives.of_part(part);
    }
    alternatives.of_whole(root);
}

impl Alternatives<'_, '_> {
    fn add(&mut self, text: String, cost: u32) -> i128 {
        self.trials.add(Edit {
            of: EditOf::Suspect(self.suspect),
            function: self.item.function,
            loc: self.item.loc,
            text,
            cost,
        })
    }

    fn of_part(&mut self, part: ExprId) {
        let expr = self.program.expr(part);
        let ty = expr.ty;
        match expr.kind {
            ExprKind::Binary { op, lhs, rhs } => self.operators(part, op, lhs, rhs),
            ExprKind::And { lhs, rhs } | ExprKind::Or { lhs, rhs } => {
                let is_and = matches!(expr.kind, ExprKind::And { .. });
                let (old, new) = if is_and { ("&&", "||") } else { ("||", "&&") };
                if let Some(text) = self.operator_text(lhs, rhs, old, new) {
                    let number = self.add(text, 1);
                    self.trials.choose(part, number, &mut |trials, at| {
                        let (lhs, rhs) = match trials.made.original().expr(at).kind {
                            ExprKind::And { lhs, rhs } | ExprKind::Or { lhs, rhs } => (lhs, rhs),
                            _ => (lhs, rhs),
                        };
                        let (lhs, rhs) = (trials.made.copy_expr(lhs), trials.made.copy_expr(rhs));
                        let kind = match is_and {
                            true => ExprKind::Or { lhs, rhs },
                            false => ExprKind::And { lhs, rhs },
                        };
                        trials.made.expr(kind, ty, LocId::NONE)
                    });
                }
            }
            ExprKind::Int(value) => {
                let Some(own) = span(self.program, self.sources, part) else {
                    return;
                };
                let written = self.sources.text(own);
                if written.parse() != Ok(value) || !self.program.types.is_integer(ty) {
                    return;
                }
                for other in [value - 1, value + 1, 0, 1] {
                    if other != value
                        && (other - value).abs() <= 1
                        && let Some(text) = spliced(self.sources, self.whole, own, &other.to_string())
                    {
                        let number = self.add(text, 1);
                        self.trials
                            .choose(part, number, &mut |trials, _| trials.made.number(other, ty));
                    }
                }
            }
            ExprKind::Load(place) => {
                let place = self.program.place(place);
                if let (PlaceBase::Var(var), true) = (place.base, place.path.is_empty()) {
                    self.variables(part, var);
                }
            }
            ExprKind::Convert(operand) => self.float_division(part, operand),
            _ => {}
        }
    }

    /// The text with another operator between two operands.
    fn operator_text(&self, lhs: ExprId, rhs: ExprId, old: &str, new: &str) -> Option<String> {
        let (left, right) = (
            span(self.program, self.sources, lhs)?,
            span(self.program, self.sources, rhs)?,
        );
        if left.hi > right.lo || left.file != right.file {
            // `i++` has no second operand in the text.
            let text = self.sources.text(self.whole);
            let (from, to) = match (old, new) {
                ("+", "-") => ("++", "--"),
                ("-", "+") => ("--", "++"),
                _ => return None,
            };
            return (text.matches(from).count() == 1).then(|| text.replace(from, to));
        }
        let between = Span::new(left.file, left.hi, right.lo);
        let text = self.sources.text(between);
        if text.matches(old).count() != 1 {
            return None;
        }
        spliced(self.sources, self.whole, between, &text.replace(old, new))
    }

    fn operators(&mut self, part: ExprId, op: BinaryOp, lhs: ExprId, rhs: ExprId) {
        let groups: [&[(BinaryOp, &str)]; 3] = [&COMPARISONS, &SUMS, &QUOTIENTS];
        let Some(group) = groups
            .iter()
            .find(|group| group.iter().any(|(known, _)| *known == op))
        else {
            return;
        };
        let ty = self.program.expr(part).ty;
        let old = group
            .iter()
            .find(|(known, _)| *known == op)
            .map_or("", |(_, text)| text);
        let float = self
            .program
            .types
            .float_format(self.program.expr(lhs).ty)
            .is_some();
        let home = self.trials.homes[&part];
        for &(new, written) in group.iter().filter(|(known, _)| *known != op) {
            if (new == BinaryOp::Rem && float) || self.program.types.is_pointer(self.program.expr(lhs).ty) {
                continue;
            }
            let Some(text) = self.operator_text(lhs, rhs, old, written) else {
                continue;
            };
            let number = self.add(text, 1);
            self.trials.choose(part, number, &mut |trials, at| {
                let (lhs, rhs) = match trials.made.original().expr(at).kind {
                    ExprKind::Binary { lhs, rhs, .. } => (lhs, rhs),
                    _ => (lhs, rhs),
                };
                let (lhs, rhs) = (trials.made.copy_expr(lhs), trials.made.copy_expr(rhs));
                trials
                    .made
                    .expr(ExprKind::Binary { op: new, lhs, rhs }, ty, LocId::NONE)
            });
            if let Some(checked) = overflow(new).filter(|_| !float) {
                self.trials.choose_overflow((lhs, rhs), home, number, checked);
            }
        }
    }

    fn variables(&mut self, part: ExprId, var: VarId) {
        let Some(own) = span(self.program, self.sources, part) else {
            return;
        };
        let variable = self.program.variable(var);
        if self.sources.text(own) != variable.name {
            return;
        }
        let ty = variable.ty;
        let function = self.item.function;
        let others: Vec<VarId> = (0..self.program.variables.len() as u32)
            .map(VarId)
            .filter(|other| {
                let item = self.program.variable(*other);
                let named = item.loc != LocId::NONE
                    && item.lifetime != program::Lifetime::Temporary
                    && !self.sources.is_embedded(item.loc);
                let before = named && {
                    let at = self.sources.location(item.loc).used;
                    at.file == own.file && at.lo < own.lo
                };
                *other != var && item.ty == ty && before && item.function.is_none_or(|of| of == function)
            })
            .take(MOST_VARIABLES)
            .collect();
        for other in others {
            let name = self.program.variable(other).name.clone();
            if let Some(text) = spliced(self.sources, self.whole, own, &name) {
                let number = self.add(text, 2);
                self.trials
                    .choose(part, number, &mut |trials, _| trials.made.load(other));
            }
        }
    }

    /// `(double)(a / b)` is rarely what is meant where `a / b` becomes a float.
    fn float_division(&mut self, part: ExprId, operand: ExprId) {
        let ty = self.program.expr(part).ty;
        let ExprKind::Binary {
            op: BinaryOp::Div,
            lhs,
            rhs,
        } = self.program.expr(operand).kind
        else {
            return;
        };
        let integer = self.program.types.is_integer(self.program.expr(operand).ty);
        let (Some(format), true) = (self.program.types.float_format(ty), integer) else {
            return;
        };
        let Some(left) = span(self.program, self.sources, lhs) else {
            return;
        };
        let name = match format {
            ctype::FloatFormat::Single => "float",
            ctype::FloatFormat::Double => "double",
            _ => return,
        };
        let written = self.sources.text(left);
        let simple = written
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let new = match simple {
            true => format!("({name}){written}"),
            false => format!("({name})({written})"),
        };
        let Some(text) = spliced(self.sources, self.whole, left, &new) else {
            return;
        };
        let number = self.add(text, 1);
        self.trials.choose(part, number, &mut |trials, _| {
            let (lhs, rhs) = (trials.made.copy_expr(lhs), trials.made.copy_expr(rhs));
            let (lhs, rhs) = (trials.made.convert(lhs, ty), trials.made.convert(rhs, ty));
            trials.binary(BinaryOp::Div, lhs, rhs)
        });
    }

    /// One more, one less, not, minus.
    fn of_whole(&mut self, root: ExprId) {
        let expr = self.program.expr(root);
        let ty = expr.ty;
        let Some(own) = span(self.program, self.sources, root) else {
            return;
        };
        // `sum += x` is no text that something can be added to.
        let written = self.sources.text(own);
        let assigns = written.contains("++")
            || written.contains("--")
            || ["+=", "-=", "*=", "/=", "%="]
                .iter()
                .any(|op| written.contains(op));
        if own != self.whole || assigns {
            return;
        }
        let home = self.trials.homes[&root];
        let compound = !written
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"_[].'".contains(&byte));
        let closed = if compound {
            format!("({written})")
        } else {
            written.clone()
        };
        if home.tested && self.program.types.is_integer(ty) {
            let number = self.add(format!("!{closed}"), 2);
            self.trials.choose(root, number, &mut |trials, at| {
                let operand = trials.made.copy_expr(at);
                let not = trials.made.not(operand);
                trials.made.convert(not, ty)
            });
            return;
        }
        if matches!(expr.kind, ExprKind::Int(_) | ExprKind::Float(_)) {
            return;
        }
        let is_int = self.program.types.is_integer(ty) && !self.program.types.is_bool(ty);
        if is_int {
            let sum = match written.contains(['?', '<', '>', '&', '|', '=']) {
                true => closed.clone(),
                false => written.clone(),
            };
            for (op, sign) in [(BinaryOp::Sub, "-"), (BinaryOp::Add, "+")] {
                let number = self.add(format!("{sum} {sign} 1"), 2);
                self.trials.choose(root, number, &mut |trials, at| {
                    let lhs = trials.made.copy_expr(at);
                    let one = trials.made.number(1, trials.made.int);
                    let rhs = trials.made.convert(one, ty);
                    trials.binary(op, lhs, rhs)
                });
            }
        }
        if is_int || self.program.types.float_format(ty).is_some() {
            let number = self.add(format!("-{closed}"), 2);
            self.trials.choose(root, number, &mut |trials, at| {
                let operand = trials.made.copy_expr(at);
                let kind = ExprKind::Unary {
                    op: UnaryOp::Neg,
                    operand,
                };
                trials.made.expr(kind, ty, LocId::NONE)
            });
        }
    }
}

/// Adds exchanges of two arguments of a call.
pub(crate) fn add_swaps<'a>(trials: &mut Trials<'a>, program: &'a Program, sources: &'a SourceMap) {
    for (index, function) in program.functions.iter().enumerate() {
        let id = program::FunctionId(index as u32);
        if function.embedded || id == program.entry {
            continue;
        }
        for (pc, instr) in function.body.iter().enumerate() {
            if !matches!(instr.kind, InstrKind::Call { .. }) || instr.loc == LocId::NONE {
                continue;
            }
            let location = sources.location(instr.loc);
            if location.spelled.is_some() || sources.is_embedded(instr.loc) {
                continue;
            }
            let whole = location.used;
            let mut arguments: Vec<(ExprId, Span)> = Vec::new();
            for number in 0..MOST_ARGUMENTS {
                let found = program.components.iter().filter(|component| {
                    component.kind == ComponentKind::Argument(number) && component.function == id
                });
                let found = found.filter_map(|component| {
                    let home = trials.homes.get(&component.expr)?;
                    let own = span(program, sources, component.expr)?;
                    let here = home.pc.index() <= pc && is_inside(own, whole);
                    here.then_some((home.pc, component.expr, own))
                });
                // The arguments of this call, not of one inside it.
                if let Some((_, expr, own)) = found.max_by_key(|(at, expr, _)| (*at, *expr)) {
                    arguments.push((expr, own));
                }
            }
            for (first, (left, left_span)) in arguments.iter().enumerate() {
                for (right, right_span) in &arguments[first + 1..] {
                    let (a, b) = (program.expr(*left), program.expr(*right));
                    let apart = left_span.hi <= right_span.lo;
                    let texts = (sources.text(*left_span), sources.text(*right_span));
                    if a.ty != b.ty || !apart || texts.0 == texts.1 {
                        continue;
                    }
                    let middle = sources.text(Span::new(whole.file, left_span.hi, right_span.lo));
                    let both = Span::new(whole.file, left_span.lo, right_span.hi);
                    let new = format!("{}{middle}{}", texts.1, texts.0);
                    let Some(text) = spliced(sources, whole, both, &new) else {
                        continue;
                    };
                    let number = trials.add(Edit {
                        of: EditOf::Swapped,
                        function: id,
                        loc: instr.loc,
                        text,
                        cost: 1,
                    });
                    let (left, right) = (*left, *right);
                    trials.choose(left, number, &mut |trials, _| trials.made.copy_expr(right));
                    trials.choose(right, number, &mut |trials, _| trials.made.copy_expr(left));
                }
            }
        }
    }
}
