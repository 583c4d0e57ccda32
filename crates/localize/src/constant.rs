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
use program::Program;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use sat::{CadicalSolver, Limited, Limits, Lit, Solver, Verdict};

use super::formula::{RunFormula, Unwinding, metered_solver};
use super::instrument::{instrument, value_name};
use super::run::{TestRun, first_run};
use super::search::SuspectSearch;
use super::simplest::small_value;
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
        let mut question = CommonQuestion {
            program: &program,
            name: value_name(suspect, 0),
            solver: Some(metered_solver(&self.meter)),
            shared: None,
            assumptions: Vec::new(),
            is_bool: false,
            bounded: false,
        };
        let mut kept: Option<u128> = None;
        let mut next: Option<&TestRun> = runs.first();
        let mut passing_asked = false;
        for _ in 0..budgets::localize::MAX_CONSTANT_ROUNDS.count() {
            let value = match question.with_run(self, suspect, next?, strict)? {
                (Verdict::Sat, value) => value,
                (verdict, _) => {
                    // With a passing run there is none; without it there was one.
                    kept = kept.filter(|_| passing_asked);
                    if verdict == Verdict::Unsat && !passing_asked && !question.bounded {
                        self.no_constant.insert(suspect);
                    }
                    break;
                }
            };
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
            text: self.show(suspect, value, question.is_bool),
            value,
            breaks: passing.par_iter().filter(|run| broken(run)).count(),
        })
    }

    /// What repaired one run is often what all of them need. An expression that is no literal and must not be the same
    /// everywhere is none that a constant should replace.
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

/// One constant for all runs that were asked about so far, as a question to one solver.
struct CommonQuestion<'p> {
    program: &'p Program,
    /// Of the input that is the constant.
    name: String,
    /// Lent to the formula of each run.
    solver: Option<CadicalSolver>,
    /// The constant, in the formula of the first run.
    shared: Option<Vec<Bit>>,
    assumptions: Vec<Lit>,
    is_bool: bool,
    /// Whether some run was not followed to its end.
    bounded: bool,
}

impl CommonQuestion<'_> {
    /// Asks for a constant that repairs this run, too; with the answer yes comes a small one. Nothing if the run cannot
    /// be asked about.
    fn with_run(
        &mut self,
        search: &SuspectSearch<'_>,
        suspect: usize,
        run: &TestRun,
        strict: bool,
    ) -> Option<(Verdict, u128)> {
        let first = search.unwindings.values().next();
        let allowed = first.map_or_else(|| Unwinding::default().allowed(), Unwinding::allowed) * 3;
        let question = RunFormula::on(
            self.solver.take()?,
            self.program,
            Some(search.sources),
            run,
            &search.most_bounds(),
            &[suspect],
            allowed,
            budgets::localize::MAX_SINGLE_TERMS.count(),
            &search.meter,
        )?;
        let RunFormula {
            equation,
            mut solver,
            mut encoder,
            flags,
            reached,
            bounded,
            obstacles,
        } = question;
        self.assumptions.extend(flags.values().copied());
        if !run.passes() {
            self.assumptions.extend(reached.filter(|_| strict));
        }
        let term = equation.steps.iter().find_map(|step| match &step.kind {
            StepKind::Input {
                name: other,
                value: Value::Bits(term),
                ty,
                ..
            } if *other == self.name => Some((*term, *ty)),
            _ => None,
        });
        let (term, ty) = term?;
        self.is_bool = self.program.types.is_bool(ty);
        let bits = encoder.bits(&equation.pool, term, &mut solver);
        match &self.shared {
            None => self.shared = Some(bits.clone()),
            Some(first) => equate(&mut solver, first, &bits),
        }
        let signed = self.program.types.integer(ty).is_some_and(|(_, signed)| signed);
        self.bounded |= bounded || !obstacles.is_empty();
        if search.answered {
            let most = budgets::localize::MAX_CONFLICTS_BESIDE_CHANGE.get();
            solver.set_limits(Limits::conflicts(most));
        }
        let verdict = solver.solve_with(&self.assumptions);
        let mut value = 0;
        if verdict == Verdict::Sat {
            let first = self.shared.as_deref().unwrap_or(&bits);
            let (mut fixed, mut model) = (self.assumptions.clone(), solver.model());
            value = small_value(&mut solver, first, &mut fixed, &mut model, signed);
        }
        self.solver = Some(solver);
        Some((verdict, value))
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
