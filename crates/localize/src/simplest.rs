//! The repair of a run that is easiest to read: few values changed, and changed to small numbers.
//!
//! First the number of evaluations that differ is minimised, as long as that is cheap. Then each number that is changed
//! is made small, bit by bit from the top: a bit is cleared where some repair has it clear, and stays as it came out.

use std::collections::BTreeMap;

use bmc::{Equation, StepKind, Value};
use encode::{Bit, Encoder};
use program::Program;
use sat::optimize::{Objective, Optimizer};
use sat::{CadicalSolver, Limited, Limits, Lit, Model, Solver, Verdict};

use super::formula::RunFormula;
use super::instrument::{CHANGED, value_name};

/// By name of the value: whether it was changed, in the order in which it was taken.
type Changed = BTreeMap<String, Vec<Bit>>;

/// A repair on its way to a simpler one.
struct Simplifier<'q> {
    equation: &'q mut Equation,
    solver: &'q mut CadicalSolver,
    encoder: &'q mut Encoder,
    /// What has been settled.
    fixed: Vec<Lit>,
    best: Model,
}

/// Fewer changes, then smaller numbers.
pub(super) fn few_and_small(
    program: &Program,
    question: &mut RunFormula,
    set: &[usize],
    strict: bool,
    model: Model,
) -> Model {
    let mut fixed: Vec<Lit> = Vec::new();
    for (id, lit) in &question.flags {
        fixed.push(if set.contains(id) { *lit } else { !*lit });
    }
    fixed.extend(question.reached.filter(|_| strict));
    let RunFormula {
        equation,
        solver,
        encoder,
        ..
    } = question;
    let mut simplifier = Simplifier {
        equation,
        solver,
        encoder,
        fixed,
        best: model,
    };
    let changed = simplifier.changed(program);
    let limits = simplifier.solver.limits();
    // In a large formula each conflict takes longer.
    let allowed = (budgets::localize::MAX_SIMPLIFYING_CONFLICTS.get()
        * budgets::localize::MAX_EASY_GATES.get()
        / (simplifier.encoder.gate_count() as u64).max(budgets::localize::MAX_EASY_GATES.get()))
    .max(1);
    simplifier.solver.set_limits(Limits::conflicts(allowed * 5));
    simplifier.change_few(&changed);
    simplifier.solver.set_limits(Limits::conflicts(allowed));
    simplifier.make_small(program, set, &changed);
    simplifier.solver.set_limits(limits);
    simplifier.best
}

impl Simplifier<'_> {
    /// Which values were changed.
    fn changed(&mut self, program: &Program) -> Changed {
        let equation = &mut *self.equation;
        let mut wanted = Vec::new();
        for step in &equation.steps {
            if let StepKind::Assign {
                targets,
                value: Value::Bits(bits),
                ..
            } = &step.kind
                && let [target] = &targets[..]
                && let Some(var) = equation.variable(target.object)
                && let Some(name) = program.variables[var.index()].name.strip_prefix(CHANGED)
            {
                wanted.push((step.guard, *bits, name));
            }
        }
        let mut in_order = Changed::new();
        for (guard, bits, name) in wanted {
            let changed = equation.pool.bv_bit(bits, 0);
            let changed = equation.pool.and(guard, changed);
            let bit = match equation.pool.constant(changed) {
                Some(value) => Bit::Constant(*value == logic::Value::Bool(true)),
                None => Bit::Literal(self.encoder.literal(&equation.pool, changed, self.solver)),
            };
            in_order.entry(format!("repair:{name}")).or_default().push(bit);
        }
        in_order
    }

    /// Minimises the number of values that are changed.
    fn change_few(&mut self, changed: &Changed) {
        let literal = |bit: &Bit| match *bit {
            Bit::Literal(lit) => Some(lit),
            Bit::Constant(_) => None,
        };
        let mut changes: Vec<Lit> = changed.values().flatten().filter_map(literal).collect();
        changes.sort_unstable();
        changes.dedup();
        if changes.is_empty() {
            return;
        }
        let mut objective = Objective::new();
        if changes.iter().all(|change| objective.charge(*change, 1).is_ok()) {
            let outcome = Optimizer::new(&objective)
                .assuming(&self.fixed)
                .minimize(self.solver);
            if let Some(model) = outcome.best_model {
                self.best = model;
            }
            self.fixed.extend(outcome.pin);
        }
    }

    /// Small numbers where something changes.
    fn make_small(&mut self, program: &Program, set: &[usize], changed: &Changed) {
        let mut simplified = 0;
        let names: Vec<String> = set.iter().map(|id| value_name(*id, 0)).collect();
        let prefixes: Vec<&str> = names.iter().map(|name| name.trim_end_matches('0')).collect();
        let mut times: BTreeMap<String, usize> = BTreeMap::new();
        for index in 0..self.equation.steps.len() {
            let StepKind::Input {
                name,
                value: Value::Bits(term),
                ty,
                ..
            } = &self.equation.steps[index].kind
            else {
                continue;
            };
            let taken = times.entry(name.clone()).or_insert(0);
            let bit = changed.get(name).and_then(|all| all.get(*taken));
            *taken += 1;
            let kept = bit.is_some_and(|bit| match *bit {
                Bit::Constant(value) => !value,
                Bit::Literal(lit) => !self.best.satisfies(lit),
            });
            if kept
                || simplified >= budgets::localize::MAX_SIMPLIFIED_VALUES.count()
                || !prefixes.iter().any(|prefix| name.starts_with(prefix))
            {
                continue;
            }
            let mut bits = self.encoder.bits(&self.equation.pool, *term, self.solver);
            if !program.types.integer(*ty).is_some_and(|(_, signed)| signed) {
                bits.push(Bit::Constant(false));
            }
            if bits.iter().any(|bit| matches!(bit, Bit::Literal(_))) {
                simplified += 1;
                small_value(self.solver, &bits, &mut self.fixed, &mut self.best, true);
            }
        }
    }
}

/// A small value that the bits can have beside what is fixed; its bits are fixed, too, and `model` has it. Of a
/// negative number the bits above are set.
pub(super) fn small_value(
    solver: &mut CadicalSolver,
    bits: &[Bit],
    fixed: &mut Vec<Lit>,
    model: &mut Model,
    signed: bool,
) -> u128 {
    let mut sign = false;
    let mut value = 0u128;
    for (index, bit) in bits.iter().enumerate().rev() {
        let top = index + 1 == bits.len();
        let wanted = signed && !top && sign;
        let has = match *bit {
            Bit::Constant(value) => value,
            Bit::Literal(lit) => {
                let good = if wanted { lit } else { !lit };
                fixed.push(good);
                if !model.satisfies(good) {
                    if solver.solve_with(fixed) == Verdict::Sat {
                        *model = solver.model();
                    } else {
                        fixed.pop();
                        fixed.push(!good);
                    }
                }
                model.satisfies(lit)
            }
        };
        if top {
            sign = has;
        }
        if index < 128 {
            value |= u128::from(has) << index;
        }
    }
    if signed && sign && bits.len() < 128 {
        value |= u128::MAX << bits.len();
    }
    value
}
