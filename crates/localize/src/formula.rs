//! One run with some suspects suspended, as a question to the solver: which of them can be given other values so
//! that every claim holds and the run prints what it must?

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use bmc::{CutReason, Equation, InputValue, StepKind, Value};
use encode::Encoder;
use logic::{Op, Sort, TermId, TermPool};
use program::{CheckKind, ClaimId, FunctionId, Instr, InstrKind, Pc, Program};
use runs::{Meter, Work};
use sat::optimize::{CorrectionSets, correction_sets};
use sat::{CadicalSolver, Interruptible, Limited, Limits, Lit, Model, Solver, Verdict};
use source::SourceMap;

use super::instrument::flag_name;
use super::run::{TestRun, formatted};

/// What the run does by itself.
#[derive(Debug, Clone, Default)]
pub(crate) struct Unwinding {
    /// Where control comes by.
    pub visited: BTreeSet<(FunctionId, Pc)>,
    /// From where the bounds of loops grow, by their names.
    pub bounds: BTreeMap<String, u32>,
    pub steps: usize,
    /// Whether it was followed to its end.
    pub whole: bool,
}

impl Unwinding {
    /// The instructions that may be executed symbolically for a question about the run.
    pub(crate) fn allowed(&self) -> u64 {
        let own = self.steps as u64;
        budgets::localize::MIN_SYMBOLIC_RUN.get() + own * budgets::localize::SYMBOLIC_RUN_FACTOR.get()
    }
}

fn options(run: &TestRun, bounds: &BTreeMap<String, u32>) -> bmc::Options {
    let deepest = bounds.values().copied().max().unwrap_or(4).max(16);
    bmc::Options {
        first_bounds: bounds.clone(),
        fixed: Some(Rc::new(run.fixed())),
        expected: run.expected.clone(),
        format: formatted,
        deepest: 1 << 16,
        constant_rounds: deepest.saturating_mul(16).max(1 << 14),
        arguments: run.test.arguments.clone(),
        ..bmc::Options::default()
    }
}

/// How deep calls may be nested where functions call themselves: as deep as all of them together were, twice. A free
/// value leads some programs into calls without end that nothing else counts.
fn deepest(bounds: &BTreeMap<String, u32>) -> u32 {
    let recursive = bounds.iter().filter(|(name, _)| name.ends_with(".recursion"));
    let depth: u64 = recursive.map(|(_, bound)| u64::from(*bound)).sum();
    (depth * 2 + budgets::localize::MIN_CALL_DEPTH.get()).min(1 << 16) as u32
}

/// The instruction that a claim stands before. A run that fails there comes to it, though nothing that it does is a
/// step.
fn checked_by(program: &Program, claim: ClaimId) -> Option<(FunctionId, Pc)> {
    let is_claim = |instr: &Instr| matches!(instr.kind, InstrKind::Claim(_));
    program
        .functions
        .iter()
        .enumerate()
        .find_map(|(index, function)| {
            let own = |instr: &Instr| matches!(instr.kind, InstrKind::Claim(other) if other == claim);
            let at = function.body.iter().position(own)?;
            let behind = function.body[at..].iter().position(|instr| !is_claim(instr))?;
            Some((FunctionId(index as u32), Pc((at + behind) as u32)))
        })
}

/// Executes symbolically as long as a meter allows, and says whether it was stopped.
fn unwound(
    program: &Program,
    sources: Option<&SourceMap>,
    options: bmc::Options,
    meter: &Meter,
) -> (Equation, bool) {
    let options = bmc::Options {
        meter: Some(meter.clone()),
        ..options
    };
    bmc::unwind_program(program, sources, &options, &meter.interrupt())
}

/// A solver that works as long as a meter allows.
pub(crate) fn metered_solver(meter: &Meter) -> CadicalSolver {
    let mut solver = CadicalSolver::new();
    let asked = meter.interrupt();
    solver.set_terminator(Some(Box::new(move || asked())));
    solver.set_allowance(Some(Box::new(meter.of_solver())));
    solver
}

/// The unwinding of a run, from a symbolic execution in which everything is constant.
pub(crate) fn unwinding(
    program: &Program,
    sources: Option<&SourceMap>,
    run: &TestRun,
    meter: &Meter,
) -> Unwinding {
    let (equation, stopped) = followed(program, sources, run, meter);
    let names: BTreeMap<(FunctionId, Pc), String> = bmc::loops(program)
        .into_iter()
        .map(|item| ((item.function, item.head), item.name))
        .collect();
    let mut unwinding = Unwinding {
        steps: equation.steps.len(),
        whole: equation.cuts.is_empty() && !stopped,
        ..Unwinding::default()
    };
    for step in &equation.steps {
        let function = equation.frame(step.frame).function;
        unwinding.visited.insert((function, step.pc));
        for (head, round) in step.rounds.iter() {
            if let Some(name) = names.get(&(function, *head)) {
                let slack = (*round + 2).max((*round * 2).min(*round + 4));
                let slack = if run.endless.is_some() {
                    slack.min(budgets::localize::FIRST_BOUND.small())
                } else {
                    slack
                };
                let bound = unwinding.bounds.entry(name.clone()).or_insert(2);
                *bound = (*bound).max(slack);
            }
        }
    }
    unwinding
        .visited
        .extend(run.failed_claim().and_then(|claim| checked_by(program, claim)));
    bound_recursion(program, &equation, &mut unwinding);
    // What the run never enters is entered for two rounds.
    for name in names.into_values() {
        unwinding.bounds.entry(name).or_insert(3);
    }
    unwinding
}

/// A run executed symbolically, with bounds under which it ends; and whether that was stopped.
fn followed(
    program: &Program,
    sources: Option<&SourceMap>,
    run: &TestRun,
    meter: &Meter,
) -> (Equation, bool) {
    // Some loops are not seen to count by themselves: they get bounds that grow until the run ends.
    let mut bounds: BTreeMap<String, u32> = bmc::loops(program)
        .into_iter()
        .map(|item| (item.name, budgets::localize::FIRST_BOUND.small()))
        .collect();
    loop {
        let mut options = options(run, &bounds);
        options.expected = None;
        let allowed = match run.endless {
            Some(_) => run.steps + budgets::localize::MIN_SYMBOLIC_RUN.get(),
            None => budgets::localize::MAX_SYMBOLIC_RUN.get(),
        };
        let (equation, stopped) = unwound(program, sources, options, &meter.share(allowed));
        let mut grew = false;
        for cut in &equation.cuts {
            let name = match &cut.reason {
                CutReason::Loop(item) => item.name.clone(),
                CutReason::Recursion(function) => format!("{}.recursion", program.function(*function).name),
                CutReason::Depth => continue,
                CutReason::Unsupported(_) | CutReason::Construct(_) => continue,
            };
            let bound = bounds.entry(name).or_insert(4);
            grew |= *bound < budgets::localize::MAX_BOUND.small();
            *bound = bound.saturating_mul(4).min(budgets::localize::MAX_BOUND.small());
        }
        if !grew || stopped || run.endless.is_some() {
            return (equation, stopped);
        }
    }
}

/// Recursion as deep as it was, and once more. Who calls stands before who is called.
fn bound_recursion(program: &Program, equation: &Equation, unwinding: &mut Unwinding) {
    let mut depths: Vec<u32> = Vec::with_capacity(equation.frames.len());
    for frame in &equation.frames {
        let mut depth = 1;
        let mut at = frame.caller;
        while let Some((caller, _)) = at {
            let below = equation.frame(caller);
            if below.function == frame.function {
                depth += depths[caller.0 as usize];
                break;
            }
            at = below.caller;
        }
        depths.push(depth);
        let name = format!("{}.recursion", program.function(frame.function).name);
        let bound = unwinding.bounds.entry(name).or_insert(2);
        *bound = (*bound).max(depth + 1);
    }
}

/// The formula of one run.
pub(crate) struct RunFormula {
    pub equation: Equation,
    pub solver: CadicalSolver,
    pub encoder: Encoder,
    /// Set if the suspect is suspended.
    pub flags: BTreeMap<usize, Lit>,
    /// Set only if the run comes to as many assertions as the failing one, which failed at one.
    pub reached: Option<Lit>,
    pub obstacles: BTreeSet<String>,
    /// Whether loops were cut, so that repairs with more rounds were not looked at.
    pub bounded: bool,
}

/// A way to repair a run.
#[derive(Debug, Clone)]
pub(crate) struct FormulaRepair {
    pub inputs: Vec<InputValue>,
    pub texts: Vec<(u64, u64)>,
}

/// About how many gates the multiplications and divisions below some terms take. One of them can have more than
/// thousands of other terms.
fn arithmetic_gates(pool: &TermPool, terms: &[TermId]) -> usize {
    let gates = |term: &TermId| {
        let bits = match pool.sort(*term) {
            Sort::BitVec(width) => width as usize,
            Sort::Float(format) => format.significand_bits() as usize,
            Sort::Bool | Sort::Array(_) => return 0,
        };
        let constant = |operand: &TermId| pool.constant(*operand).is_some();
        let square = match pool.operands(*term).iter().any(constant) {
            true => bits * bits / 2,
            false => bits * bits,
        };
        match pool.op(*term) {
            Op::BvMul | Op::FpMul | Op::FpFma => 4 * square,
            Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem => 4 * square,
            Op::FpDiv | Op::FpSqrt | Op::FpRem | Op::FpFmod => 5 * square,
            _ => 0,
        }
    };
    pool.reachable(terms).iter().map(gates).sum()
}

/// What is asked about a run, as terms.
struct Question {
    asserted: Vec<TermId>,
    /// How many assertions the run comes to.
    count: TermId,
    flags: BTreeMap<usize, TermId>,
    obstacles: BTreeSet<String>,
    bounded: bool,
}

fn asked(program: &Program, equation: &mut Equation, run: &TestRun, chosen: &[usize]) -> Question {
    let pool = &mut equation.pool;
    let mut asserted: Vec<TermId> = Vec::new();
    let mut count = pool.bv(32, 0);
    let mut flags: BTreeMap<usize, TermId> = BTreeMap::new();
    let names: BTreeMap<String, usize> = chosen.iter().map(|id| (flag_name(*id), *id)).collect();
    for step in &equation.steps {
        match &step.kind {
            StepKind::Assume { cond, .. } => asserted.push(pool.implies(step.guard, *cond)),
            StepKind::Claim { claim, cond, .. } => {
                asserted.push(pool.implies(step.guard, *cond));
                if run.assertions > 0 && program.claim(*claim).kind == CheckKind::Assertion {
                    let (one, none) = (pool.bv(32, 1), pool.bv(32, 0));
                    let comes = pool.ite(step.guard, one, none);
                    count = pool.bv_add(count, comes);
                }
            }
            StepKind::Input {
                name,
                value: Value::Bits(bits),
                ..
            } => {
                if let Some(id) = names.get(name) {
                    flags.insert(*id, pool.bv_bit(*bits, 0));
                }
            }
            _ => {}
        }
    }
    let (mut obstacles, mut bounded) = (BTreeSet::new(), false);
    for cut in &equation.cuts {
        asserted.push(pool.not(cut.guard));
        match &cut.reason {
            CutReason::Unsupported(text) => {
                obstacles.insert(text.clone());
            }
            _ => bounded = true,
        }
    }
    asserted.push(pool.or_all(&equation.ends));
    Question {
        asserted,
        count,
        flags,
        obstacles,
        bounded,
    }
}

impl RunFormula {
    /// A question on a solver that may have others, too; nothing if symbolic execution was given up, or the formula is
    /// too large.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn on(
        mut solver: CadicalSolver,
        program: &Program,
        sources: Option<&SourceMap>,
        run: &TestRun,
        bounds: &BTreeMap<String, u32>,
        chosen: &[usize],
        allowed: u64,
        most_terms: usize,
        meter: &Meter,
    ) -> Option<RunFormula> {
        let mut options = options(run, bounds);
        options.most_terms = most_terms;
        options.deepest = deepest(bounds);
        let (mut equation, stopped) = unwound(program, sources, options, &meter.share(allowed));
        if stopped {
            return None;
        }
        let Question {
            asserted,
            count,
            flags,
            obstacles,
            bounded,
        } = asked(program, &mut equation, run, chosen);
        // What is printed at the end may be one term with all of the arithmetic below it.
        if arithmetic_gates(&equation.pool, &asserted)
            > 2 * most_terms * budgets::localize::GATES_PER_TERM.count()
        {
            return None;
        }
        let mut encoder = Encoder::new(encode::Options::default());
        let stop = meter.interrupt();
        for (number, term) in asserted.into_iter().enumerate() {
            let interrupted = number % 64 == 0 && stop();
            if interrupted || encoder.gate_count() / budgets::localize::GATES_PER_TERM.count() > most_terms {
                return None;
            }
            let before = encoder.gate_count();
            encoder.assert(&equation.pool, term, &mut solver);
            meter.charge(Work::Gates((encoder.gate_count() - before) as u64));
        }
        let size = (encoder.gate_count() as u64).max(budgets::localize::USUAL_GATES.get());
        let conflicts =
            (budgets::localize::MAX_ANSWER_CONFLICTS.get() * budgets::localize::USUAL_GATES.get() / size)
                .max(budgets::localize::MIN_ANSWER_CONFLICTS.get());
        solver.set_limits(Limits::conflicts(conflicts));
        let flags = flags
            .into_iter()
            .map(|(id, term)| (id, encoder.literal(&equation.pool, term, &mut solver)))
            .collect();
        let least = equation.pool.bv(32, run.assertions.into());
        let enough = equation.pool.bv_ule(least, count);
        let reached = (run.assertions > 0).then(|| encoder.literal(&equation.pool, enough, &mut solver));
        Some(RunFormula {
            equation,
            solver,
            encoder,
            flags,
            reached,
            obstacles,
            bounded,
        })
    }

    fn assumptions(&self, strict: bool) -> Vec<Lit> {
        self.reached.filter(|_| strict).into_iter().collect()
    }

    /// The smallest sets that repair the run, given that those in `free` may be suspended anyway.
    pub(crate) fn sets(&mut self, strict: bool, free: &[usize], size: usize, limit: usize) -> CorrectionSets {
        let soft: Vec<Lit> = self
            .flags
            .iter()
            .filter(|(id, _)| !free.contains(id))
            .map(|(_, lit)| !*lit)
            .collect();
        let assumptions = self.assumptions(strict);
        correction_sets(&mut self.solver, &soft, &assumptions, size, limit)
    }

    /// Which suspects a set of violated literals means.
    pub(crate) fn members(&self, violated: &[Lit]) -> Vec<usize> {
        self.flags
            .iter()
            .filter(|(_, lit)| violated.contains(&!**lit))
            .map(|(id, _)| *id)
            .collect()
    }

    /// Whether suspending these and no others repairs the run.
    pub(crate) fn repairs(&mut self, strict: bool, set: &[usize]) -> Option<Option<Model>> {
        let mut assumptions = self.assumptions(strict);
        for (id, lit) in &self.flags {
            assumptions.push(if set.contains(id) { *lit } else { !*lit });
        }
        match self.solver.solve_with(&assumptions) {
            Verdict::Sat => Some(Some(self.solver.model())),
            Verdict::Unsat => Some(None),
            Verdict::Unknown => None,
        }
    }

    pub(crate) fn answer(&self, program: &Program, model: &Model) -> FormulaRepair {
        let assignment = self
            .encoder
            .assignment(&self.equation.pool, |lit| model.satisfies(lit));
        FormulaRepair {
            inputs: self.equation.inputs(program, &assignment),
            texts: self.equation.free_output(&assignment),
        }
    }
}
