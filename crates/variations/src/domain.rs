//! Which values an input is tried with.
//!
//! A small input (at most 16 values, by its type or by the assumptions that follow at once) is tried with all of them.
//! An input that is only compared with constants, or of which only a remainder or some bits are used, needs one value
//! of each kind, and these are all that matter, too. Of any other input a few values are tried: the ends of its range,
//! 0, 1 and -1, what the program compares with and the numbers beside, and what the original run had. What is then
//! found is true; what is not found may exist, and the report says so.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use ctype::{Type, TypeId, TypeTable};
use interp::InputRequest;
use program::{BinaryOp, ExprId, ExprKind, InputId, InstrKind, Lifetime, PlaceBase, Program, VarId};
use runs::{InputKind, Run};
use source::LocId;

/// The values for one input.
#[derive(Debug)]
pub(crate) struct Domain {
    /// Canonical bits, ascending as numbers of the type.
    pub values: Vec<u128>,
    /// Whether no other value could make a difference.
    pub complete: bool,
    /// Whether the values are the input's own: an action is told by its value.
    pub small: bool,
}

/// What is known of the values of inputs.
#[derive(Debug)]
pub(crate) struct Domains {
    /// Ranges and representatives, by the place of the input.
    sites: HashMap<LocId, Site>,
    /// Numbers that the program compares with.
    constants: Vec<i128>,
    original: HashMap<String, BTreeSet<u128>>,
    known: HashMap<(LocId, TypeId, String), Rc<Domain>>,
}

#[derive(Debug, Clone, Default)]
struct Site {
    low: Option<i128>,
    high: Option<i128>,
    /// One value for each way the program can take it.
    representatives: Option<Vec<i128>>,
}

impl Domains {
    pub(crate) fn new(program: &Program, original: &Run) -> Domains {
        let mut values: HashMap<String, BTreeSet<u128>> = HashMap::new();
        for input in &original.inputs {
            values.entry(input.name.clone()).or_default().insert(input.bits);
        }
        Domains {
            sites: sites(program),
            constants: constants(program),
            original: values,
            known: HashMap::new(),
        }
    }

    pub(crate) fn of(&mut self, request: &InputRequest<'_>) -> Rc<Domain> {
        let key = (request.loc, request.ty, request.name.to_owned());
        if let Some(known) = self.known.get(&key) {
            return Rc::clone(known);
        }
        let made = Rc::new(self.make(request));
        self.known.insert(key, Rc::clone(&made));
        made
    }

    fn make(&self, request: &InputRequest<'_>) -> Domain {
        let only = |values: Vec<u128>| Domain {
            values,
            complete: false,
            small: false,
        };
        let own = self.original.get(request.name);
        let Some((mut low, mut high)) = range(request.types, request.ty) else {
            let mut values = vec![0];
            if matches!(request.types.get(request.ty), Type::Float(_)) {
                values.extend(own.into_iter().flatten());
                values.extend(ones(request.types, request.ty));
            }
            values.sort_unstable();
            values.dedup();
            return only(values);
        };
        let site = match request.kind {
            InputKind::Site(_) => self.sites.get(&request.loc).cloned().unwrap_or_default(),
            _ => Site::default(),
        };
        low = site.low.map_or(low, |bound| bound.max(low));
        high = site.high.map_or(high, |bound| bound.min(high));
        let most = budgets::variations::MAX_VALUES.get().into();
        if high.checked_sub(low).is_some_and(|span| span < most) {
            let values = (low..=high).map(|value| value as u128).collect();
            return Domain {
                values,
                complete: true,
                small: true,
            };
        }
        if let Some(values) = &site.representatives {
            let inside = values.iter().filter(|value| (low..=high).contains(*value));
            return Domain {
                values: inside.map(|&value| value as u128).collect(),
                complete: true,
                small: false,
            };
        }
        // The most telling ones first, if there are too many.
        let near = self.constants.iter().flat_map(|&k| [k, k + 1, k - 1]);
        let own = own.into_iter().flatten().map(|&bits| bits as i128);
        let mut values = BTreeSet::new();
        for value in own.chain([0, 1]).chain(near).chain([low, high, -1]) {
            if values.len() < budgets::variations::MAX_SAMPLED_VALUES.count() && (low..=high).contains(&value)
            {
                values.insert(value);
            }
        }
        only(values.into_iter().map(|value| value as u128).collect())
    }
}

fn range(types: &TypeTable, ty: TypeId) -> Option<(i128, i128)> {
    if types.is_bool(ty) {
        return Some((0, 1));
    }
    let (width, signed) = types.integer(ty)?;
    Some(match (width, signed) {
        (128, true) => (i128::MIN, i128::MAX),
        // Numbers above are never tried.
        (127.., false) => (0, i128::MAX),
        (_, true) => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
        (_, false) => (0, (1 << width) - 1),
    })
}

fn ones(types: &TypeTable, ty: TypeId) -> Vec<u128> {
    match types.size_of(ty) {
        Some(8) => vec![1f64.to_bits().into(), (-1f64).to_bits().into()],
        Some(4) => vec![1f32.to_bits().into(), (-1f32).to_bits().into()],
        _ => Vec::new(),
    }
}

/// The numbers with which the user's own text compares, in its order.
fn constants(program: &Program) -> Vec<i128> {
    let mut found = Vec::new();
    let mut note = |value: i128| {
        if !found.contains(&value) && (i128::MIN + 1..i128::MAX).contains(&value) {
            found.push(value);
        }
    };
    for function in program.functions.iter().filter(|function| !function.embedded) {
        for instr in &function.body {
            if let InstrKind::Switch { arms, .. } = &instr.kind {
                arms.iter().for_each(|arm| note(arm.low));
            }
            let mut pending = Vec::new();
            program.instr_operands(&instr.kind, |expr, tested| {
                if tested || matches!(instr.kind, InstrKind::Assign { .. }) {
                    pending.push(expr);
                }
            });
            while let Some(expr) = pending.pop() {
                if let ExprKind::Binary { op, lhs, rhs } = program.expr(expr).kind
                    && op.is_comparison()
                {
                    [lhs, rhs]
                        .into_iter()
                        .filter_map(|side| number(program, side))
                        .for_each(&mut note);
                }
                program.operands(expr, |operand| pending.push(operand));
            }
        }
    }
    found
}

fn number(program: &Program, mut expr: ExprId) -> Option<i128> {
    loop {
        match program.expr(expr).kind {
            ExprKind::Int(value) => return Some(value),
            ExprKind::Convert(operand) => expr = operand,
            ExprKind::Unary {
                op: program::UnaryOp::Neg,
                operand,
            } => return Some(number_here(program, operand)?.wrapping_neg()),
            _ => return None,
        }
    }
}

fn number_here(program: &Program, expr: ExprId) -> Option<i128> {
    match program.expr(expr).kind {
        ExprKind::Int(value) => Some(value),
        _ => None,
    }
}

/// What the text says of the inputs that enter at each place.
fn sites(program: &Program) -> HashMap<LocId, Site> {
    let mut sites: HashMap<LocId, Site> = HashMap::new();
    let mut twice = BTreeSet::new();
    for function in &program.functions {
        for (pc, instr) in function.body.iter().enumerate() {
            let InstrKind::Input { place, input } = instr.kind else {
                continue;
            };
            let place = program.place(place);
            let PlaceBase::Var(var) = place.base else {
                continue;
            };
            if !place.path.is_empty() || program.variable(var).addressed {
                continue;
            }
            let site = site(program, function, pc, var, input);
            let loc = program.input(input).loc;
            if sites.insert(loc, site).is_some() {
                twice.insert(loc);
            }
        }
    }
    // One text in two pieces of code: what is known of one need not hold for the other.
    for loc in twice {
        sites.remove(&loc);
    }
    sites
}

fn site(program: &Program, function: &program::Function, pc: usize, var: VarId, _input: InputId) -> Site {
    let mut site = Site::default();
    let mut names = vec![var];
    for instr in &function.body[pc + 1..] {
        match &instr.kind {
            InstrKind::Declare(_) | InstrKind::Dead(_) => {}
            InstrKind::Assign { place, value } => {
                let to = program.place(*place);
                let PlaceBase::Var(to_var) = to.base else { break };
                let copied = is_name(program, *value, &names) && to.path.is_empty();
                if copied && !program.variable(to_var).addressed {
                    names.push(to_var);
                } else {
                    names.retain(|name| *name != to_var);
                }
            }
            InstrKind::Assume(cond) => bound(program, *cond, &names, &mut site),
            _ => break,
        }
    }
    site.representatives = representatives(program, function, pc, var);
    site
}

/// Whether an expression is the input itself, through conversions that keep its value in the range that matters here.
fn is_name(program: &Program, mut expr: ExprId, names: &[VarId]) -> bool {
    loop {
        let here = program.expr(expr);
        match here.kind {
            ExprKind::Convert(operand) => {
                let wide = |ty| range(&program.types, ty);
                match (wide(program.expr(operand).ty), wide(here.ty)) {
                    (Some(from), Some(to)) if to.0 <= from.0 && from.1 <= to.1 => expr = operand,
                    _ => return false,
                }
            }
            ExprKind::Load(place) => {
                let place = program.place(place);
                return place.path.is_empty()
                    && matches!(place.base, PlaceBase::Var(var) if names.contains(&var));
            }
            _ => return false,
        }
    }
}

/// What an assumption says of the range of an input.
fn bound(program: &Program, cond: ExprId, names: &[VarId], site: &mut Site) {
    let mut pending = vec![cond];
    while let Some(expr) = pending.pop() {
        match program.expr(expr).kind {
            ExprKind::And { lhs, rhs } => pending.extend([lhs, rhs]),
            ExprKind::Convert(operand) => pending.push(operand),
            ExprKind::Binary { op, lhs, rhs } => {
                let (op, value) = if is_name(program, lhs, names) {
                    (op, number(program, rhs))
                } else if is_name(program, rhs, names) {
                    (turned(op), number(program, lhs))
                } else {
                    continue;
                };
                let Some(value) = value else { continue };
                let (low, high) = match op {
                    BinaryOp::Lt => (None, value.checked_sub(1)),
                    BinaryOp::Le => (None, Some(value)),
                    BinaryOp::Gt => (value.checked_add(1), None),
                    BinaryOp::Ge => (Some(value), None),
                    BinaryOp::Eq => (Some(value), Some(value)),
                    _ => continue,
                };
                site.low = site.low.into_iter().chain(low).max();
                site.high = site.high.into_iter().chain(high).min();
            }
            _ => {}
        }
    }
}

fn turned(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Ge => BinaryOp::Le,
        other => other,
    }
}

/// One value for each way in which the program can take an input that goes into a temporary which is read once:
/// compared with constants, or cut to a remainder.
fn representatives(
    program: &Program,
    function: &program::Function,
    pc: usize,
    var: VarId,
) -> Option<Vec<i128>> {
    if program.variable(var).lifetime != Lifetime::Temporary {
        return None;
    }
    let mut values = BTreeSet::from([0, 1]);
    let mut reads = 0;
    for instr in &function.body {
        let mut pending = Vec::new();
        program.instr_operands(&instr.kind, |expr, _| pending.push(expr));
        while let Some(expr) = pending.pop() {
            if reads_compared(program, expr, var, &mut values) {
                reads += 1;
                continue;
            }
            if is_load(program, expr, var) {
                // A condition of its own: zero or not.
                let tested = match &instr.kind {
                    InstrKind::Branch { cond, .. } | InstrKind::Assume(cond) => tests(program, *cond, expr),
                    _ => false,
                };
                if !tested {
                    return None;
                }
                reads += 1;
                continue;
            }
            program.operands(expr, |operand| pending.push(operand));
        }
    }
    let _ = pc;
    (reads == 1).then(|| values.into_iter().collect())
}

fn is_load(program: &Program, expr: ExprId, var: VarId) -> bool {
    match program.expr(expr).kind {
        ExprKind::Load(place) => {
            let place = program.place(place);
            place.base == PlaceBase::Var(var) && place.path.is_empty()
        }
        _ => false,
    }
}

/// Whether only the truth of `read` matters to a condition.
fn tests(program: &Program, cond: ExprId, read: ExprId) -> bool {
    let mut pending = vec![cond];
    while let Some(expr) = pending.pop() {
        if expr == read {
            return true;
        }
        match program.expr(expr).kind {
            ExprKind::And { lhs, rhs } | ExprKind::Or { lhs, rhs } => pending.extend([lhs, rhs]),
            ExprKind::Unary {
                op: program::UnaryOp::Not,
                operand,
            } => pending.push(operand),
            _ => {}
        }
    }
    false
}

/// A comparison of the input with a constant, its remainder by one, or some low bits of it.
fn reads_compared(program: &Program, expr: ExprId, var: VarId, values: &mut BTreeSet<i128>) -> bool {
    let ExprKind::Binary { op, lhs, rhs } = program.expr(expr).kind else {
        return false;
    };
    let most = i128::from(budgets::variations::MAX_VALUES.get());
    let names = [var];
    let (Some(constant), true) = (number(program, rhs), is_name(program, lhs, &names)) else {
        return false;
    };
    let signed = range(&program.types, program.expr(lhs).ty).is_some_and(|(low, _)| low < 0);
    match op {
        _ if op.is_comparison() => values.extend([constant - 1, constant, constant + 1]),
        BinaryOp::Rem if (1..=most).contains(&constant) && !signed => values.extend(0..constant),
        BinaryOp::Rem if (1..=most / 2).contains(&constant) => values.extend(1 - constant..constant),
        BinaryOp::BitAnd if (0..most).contains(&constant) => values.extend(0..=constant),
        _ => return false,
    }
    true
}
