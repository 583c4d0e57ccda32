//! One constant for every run.
//!
//! A constant that repairs every failing run is the best advice there is: it can be typed in. It is found by asking one
//! run for a constant, trying it in all others with the interpreter, and adding each run that it does not repair to
//! the question, until one constant serves all or there is none. Passing runs are tried, too; they are asked
//! for only as long as that leaves a constant.

use std::cell::Cell;

use bmc::{StepKind, Value};
use encode::Bit;
use interp::Interpreter;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use sat::{CadicalSolver, Limited, Limits, Lit, Solver, Verdict};

use super::formula::{RunFormula, Unwinding, metered_solver};
use super::instrument::{instrument, value_name};
use super::run::{TestRun, first_run};
use super::search::SuspectSearch;
use super::suspects::SuspectSite;

/// A constant that repairs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommonConstant {
    pub text: String,
    /// Its bits.
    pub value: u128,
    /// Passing tests that fail with it, although some other constant may keep them.
    pub breaks: usize,
}

impl SuspectSearch<'_> {
    /// A constant for one suspect that repairs every run, and keeps the passing runs if one can. What is no literal
    /// gets one only if it keeps them all.
    pub(crate) fn common_constant(
        &mut self,
        suspect: usize,
        strict: bool,
        passing: &[TestRun],
        literal: bool,
    ) -> Option<CommonConstant> {
        let program = instrument(
            self.program,
            self.sources,
            &self.homes,
            self.suspects,
            &[suspect],
            true,
            false,
        );
        let interpreter = Interpreter::new(&program, Some(self.sources));
        // In a single run nearly every value is a constant.
        if !literal && self.runs.len() + passing.len() < 2 {
            return None;
        }
        // Borrowed one by one: the search itself is nobody's to share.
        let (runs, refused) = (self.runs, Cell::new(0));
        let fails = |value: u128| {
            let interpreter = &interpreter;
            move |run: &TestRun| !run.repairs_with(interpreter, suspect, value)
        };
        let serves = |value: &&u128| {
            if first_run(runs, fails(**value)).is_some() {
                return false;
            }
            // What refused the last constant refuses the next one.
            if passing.get(refused.get()).is_some_and(fails(**value)) {
                return false;
            }
            let wrong = first_run(passing, fails(**value));
            refused.set(wrong.unwrap_or(refused.get()));
            wrong.is_none()
        };
        let known = self.known_constant(suspect, literal, serves);
        if known.is_some() || !literal || self.has_asked_enough() {
            return known;
        }
        let name = value_name(suspect, 0);
        let mut solver = metered_solver(&self.meter);
        let mut shared: Option<Vec<Bit>> = None;
        let mut assumptions: Vec<Lit> = Vec::new();
        let mut kept: Option<u128> = None;
        let mut bool_ty = false;
        let mut next: Option<&TestRun> = runs.first();
        let mut passing_asked = false;
        let mut bounded = false;
        for _ in 0..budgets::localize::MAX_CONSTANT_ROUNDS.count() {
            let run = next?;
            let bounds = self.most_bounds();
            let first = self.unwindings.values().next();
            let allowed = first.map_or_else(|| Unwinding::default().allowed(), Unwinding::allowed) * 3;
            let sources = Some(self.sources);
            let question = RunFormula::on(
                solver,
                &program,
                sources,
                run,
                &bounds,
                &[suspect],
                allowed,
                budgets::localize::MAX_SINGLE_TERMS.count(),
                &self.meter,
            )?;
            let RunFormula {
                equation,
                solver: given,
                mut encoder,
                flags,
                reached,
                bounded: question_bounded,
                obstacles,
                ..
            } = question;
            solver = given;
            assumptions.extend(flags.values().copied());
            if !run.passes() {
                assumptions.extend(reached.filter(|_| strict));
            }
            let term = equation.steps.iter().find_map(|step| match &step.kind {
                StepKind::Input {
                    name: other,
                    value: Value::Bits(term),
                    ty,
                    ..
                } if *other == name => Some((*term, *ty)),
                _ => None,
            });
            let (term, ty) = term?;
            bool_ty = program.types.is_bool(ty);
            let bits = encoder.bits(&equation.pool, term, &mut solver);
            match &shared {
                None => shared = Some(bits.clone()),
                Some(first) => equate(&mut solver, first, &bits),
            }
            let signed = program.types.integer(ty).is_some_and(|(_, signed)| signed);
            bounded |= question_bounded || !obstacles.is_empty();
            if self.answered {
                solver.set_limits(Limits::conflicts(
                    budgets::localize::MAX_CONFLICTS_BESIDE_CHANGE.get(),
                ));
            }
            let verdict = solver.solve_with(&assumptions);
            if verdict != Verdict::Sat {
                // With a passing run there is none; without it there was one.
                kept = kept.filter(|_| passing_asked);
                if verdict == Verdict::Unsat && !passing_asked && !bounded {
                    self.no_constant.insert(suspect);
                }
                break;
            }
            let first = shared.as_deref().unwrap_or(&bits);
            let value = small_value(&mut solver, first, &assumptions, signed);
            if let Some(failing) = first_run(runs, fails(value)) {
                next = Some(&runs[failing]);
                continue;
            }
            kept = Some(value);
            next = first_run(passing, fails(value)).map(|wrong| &passing[wrong]);
            passing_asked = true;
            if next.is_none() {
                break;
            }
        }
        let value = kept?;
        if first_run(runs, fails(value)).is_some() {
            return None;
        }
        let broken = fails(value);
        Some(CommonConstant {
            text: self.show(suspect, value, bool_ty),
            value,
            breaks: passing.par_iter().filter(|run| broken(run)).count(),
        })
    }

    /// What repaired one run is often what all of them need. An expression that is no literal and must not be the same everywhere
    /// is none that a constant should replace.
    fn known_constant(
        &self,
        suspect: usize,
        literal: bool,
        serves: impl Fn(&&u128) -> bool,
    ) -> Option<CommonConstant> {
        let value = *self.known.get(&suspect)?.iter().find(serves)?;
        let is_bool = match self.suspects[suspect].sites[..] {
            _ if literal => false,
            [SuspectSite::Expr(expr), ..] => self.homes[&expr].tested,
            // A first value of a variable that has none.
            [SuspectSite::Declare { .. }] => false,
            _ => return None,
        };
        Some(CommonConstant {
            text: self.show(suspect, value, is_bool),
            value,
            breaks: 0,
        })
    }

    /// A value of a suspect in C syntax.
    fn show(&self, suspect: usize, value: u128, is_bool: bool) -> String {
        let ty = match self.suspects[suspect].sites.first() {
            Some(SuspectSite::Expr(expr)) => Some(self.program.expr(*expr).ty),
            Some(SuspectSite::Declare { var, .. }) => Some(self.program.variable(*var).ty),
            _ => None,
        };
        match ty.and_then(|ty| self.program.types.float_format(ty)) {
            _ if is_bool => if value == 0 { "false" } else { "true" }.to_owned(),
            Some(ctype::FloatFormat::Double) => format!("{:?}", f64::from_bits(value as u64)),
            Some(ctype::FloatFormat::Single) => format!("{:?}", f32::from_bits(value as u32)),
            _ => (value as i128).to_string(),
        }
    }
}

fn equate(solver: &mut CadicalSolver, first: &[Bit], second: &[Bit]) {
    for (a, b) in first.iter().zip(second) {
        match (*a, *b) {
            (Bit::Literal(a), Bit::Literal(b)) => {
                solver.add_clause(&[!a, b]);
                solver.add_clause(&[a, !b]);
            }
            (Bit::Literal(lit), Bit::Constant(value)) | (Bit::Constant(value), Bit::Literal(lit)) => {
                solver.add_clause(&[if value { lit } else { !lit }]);
            }
            (Bit::Constant(a), Bit::Constant(b)) => {
                if a != b {
                    solver.add_clause(&[]);
                }
            }
        }
    }
}

/// A small value that the bits can have.
fn small_value(solver: &mut CadicalSolver, bits: &[Bit], assumptions: &[Lit], signed: bool) -> u128 {
    let mut fixed = assumptions.to_vec();
    let mut model = solver.model();
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
                    if solver.solve_with(&fixed) == Verdict::Sat {
                        model = solver.model();
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
        value |= u128::from(has) << index;
    }
    if signed && sign && bits.len() < 128 {
        value |= u128::MAX << bits.len();
    }
    value
}
