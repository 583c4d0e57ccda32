//! All sequences of focus statements, the shortest first.
//!
//! One incremental solver: make as few steps focus statements as possible in a run that fails; execute that run and compare
//! its slice; rewrite its conditions over inputs; prove them both ways; then exclude all runs that satisfy them and have the
//! sequence as a part of theirs. What is left has another sequence, or other assumptions.

use std::collections::BTreeSet;

use bmc::{CutReason, Equation, StepId, StepKind};
use encode::Encoder;
use logic::{Assignment, Evaluator, TermId};
use program::{ClaimId, InstrKind};
use runs::InputValue;
use sat::optimize::{Objective, Optimizer, Status};
use sat::{CadicalSolver, Interruptible, Lit, Solver, Verdict};
use source::LocId;
use trace::{Question, Replay};

use crate::Statement;
use crate::assumptions::{Assumption, Rewriting};
use crate::backward::{self, Encoded};
use crate::slicer::{self, Recorder};
use crate::statics::Statics;

#[derive(Debug, Clone)]
pub struct FocusOptions {
    /// Only so many.
    pub most: Option<usize>,
    /// Claims that are known to hold in every run.
    pub hold: BTreeSet<ClaimId>,
}

/// One way to fail.
#[derive(Debug, Clone)]
pub struct Way {
    pub statements: Vec<(Statement, LocId)>,
    pub assumptions: Vec<Assumption>,
    /// Whether the assumptions were proved: every run of the sequence satisfies them, and every input that does, with the
    /// same choices, fails in this way.
    pub exact: bool,
    pub claim: ClaimId,
    pub inputs: Vec<InputValue>,
}

#[derive(Debug, Clone, Default)]
pub struct Ways {
    pub ways: Vec<Way>,
    /// Whether there is no other, within the bound of the equation.
    pub complete: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoFocus {
    /// At this place something matters that is no variable, member or element at a fixed place.
    #[error(
        "not supported: what is stored or read here through a pointer, an index, as a whole or by the library matters"
    )]
    Unsupported(LocId),
    #[error("internal error: the slice of the executed run differs: {0}")]
    Mismatch(String),
}

struct Search<'e> {
    equation: &'e mut Equation,
    solver: CadicalSolver,
    encoder: Encoder,
}

impl Search<'_> {
    fn literal(&mut self, term: TermId) -> Lit {
        self.encoder.literal(&self.equation.pool, term, &mut self.solver)
    }

    /// Whether these cannot all hold.
    fn excludes(&mut self, terms: &[TermId]) -> bool {
        let assumed: Vec<Lit> = terms.iter().map(|term| self.literal(*term)).collect();
        self.solver.solve_with(&assumed) == Verdict::Unsat
    }
}

fn holds(evaluator: &mut Evaluator<'_>, term: TermId) -> bool {
    evaluator.eval(term).ok().and_then(|value| value.as_bool()) == Some(true)
}

/// Finds every way in which the claims of an equation fail.
///
/// # Errors
/// If something matters that this method has no name for, or the tool contradicts itself.
pub fn ways(
    question: &Question<'_>,
    equation: &mut Equation,
    options: &FocusOptions,
) -> Result<Ways, NoFocus> {
    let program = question.program;
    let Some(sources) = question.sources else {
        return Ok(Ways::default());
    };
    let selected = question.options.claims.clone();
    let wanted = |claim: ClaimId| selected.as_ref().is_none_or(|claims| claims.contains(&claim));
    let all = (0..program.claims.len()).map(|index| ClaimId(index as u32));
    let may_fail = all
        .filter(|claim| wanted(*claim) && !options.hold.contains(claim))
        .collect();
    let endless = equation.cuts.iter().filter_map(|cut| match &cut.reason {
        CutReason::Loop(name) => Some((name.function, Some(name.head))),
        CutReason::Recursion(function) => Some((*function, None)),
        _ => None,
    });
    let statics = Statics::new(program, may_fail, endless.collect());
    let encoded = backward::encode(&statics, sources, equation, wanted);
    let failing: Vec<TermId> = encoded.fails.iter().map(|(_, term)| *term).collect();
    let failing = equation.pool.or_all(&failing);
    let mut solver = CadicalSolver::new();
    let stop = question.stop.clone();
    solver.set_terminator(Some(Box::new(move || stop())));
    let mut search = Search {
        equation,
        solver,
        encoder: Encoder::new(encode::Options::default()),
    };
    let fails = search.literal(failing);
    for (when, loc) in &encoded.refused {
        let when = search.literal(*when);
        if search.solver.solve_with(&[fails, when]) != Verdict::Unsat {
            return Err(NoFocus::Unsupported(*loc));
        }
    }
    let objective = {
        let mut objective = Objective::new();
        for term in encoded.focus.values() {
            let literal = search.literal(*term);
            // One unit for each statement: far from any limit.
            let _ = objective.charge(literal, 1);
        }
        objective
    };
    // Blocked runs are excluded by clauses that this literal switches on, so that proofs may ask about all runs.
    let fresh = search.solver.new_var().positive();
    let mut found = Ways::default();
    while options.most.is_none_or(|most| found.ways.len() < most) {
        let outcome = Optimizer::new(&objective)
            .assuming(&[fails, fresh])
            .minimize(&mut search.solver);
        match (outcome.status, outcome.best_model) {
            (Status::Infeasible { .. }, _) => {
                // What is blocked by assumptions that were not proved may hide another way.
                found.complete = found.ways.iter().all(|way| way.exact);
                break;
            }
            (Status::Optimal, Some(model)) => {
                let run = search
                    .encoder
                    .assignment(&search.equation.pool, |literal| model.satisfies(literal));
                let found_way = way(question, &statics, &mut search, &encoded, failing, &run)?;
                let blocked = search.literal(found_way.blocked);
                search.solver.add_clause(&[!fresh, !blocked]);
                // Blocked is at least the run in hand, or this would not end.
                let same = search.literal(found_way.same);
                search.solver.add_clause(&[!fresh, !same]);
                found.ways.push(found_way.way);
            }
            _ => break,
        }
    }
    Ok(found)
}

struct Found {
    way: Way,
    /// Runs that satisfy the assumptions and have the sequence as a part of theirs.
    blocked: TermId,
    /// Runs that take the same focus steps and satisfy the assumptions.
    same: TermId,
}

fn way(
    question: &Question<'_>,
    statics: &Statics<'_>,
    search: &mut Search<'_>,
    encoded: &Encoded,
    failing: TermId,
    run: &Assignment,
) -> Result<Found, NoFocus> {
    let (program, equation) = (question.program, &mut *search.equation);
    let mut evaluator = Evaluator::with_defaults(&equation.pool, run);
    let end = encoded
        .fails
        .iter()
        .find(|(_, term)| holds(&mut evaluator, *term));
    let Some(&(end, _)) = end else {
        return Err(NoFocus::Mismatch("no claim fails".to_owned()));
    };
    let steps: Vec<StepId> = encoded
        .focus
        .iter()
        .filter(|(_, term)| holds(&mut evaluator, **term))
        .map(|(step, _)| *step)
        .collect();
    let statements: Vec<Statement> = steps
        .iter()
        .map(|step| statement(equation, &mut evaluator, *step))
        .collect();
    drop(evaluator);
    let StepKind::Claim { claim, .. } = equation.step(end).kind else {
        return Err(NoFocus::Mismatch("the end is no claim".to_owned()));
    };
    let (execution, inputs) = equation.execution(program, run, end);
    let at = (
        equation.frame(equation.step(end).frame).function,
        equation.step(end).pc,
    );
    executed(question, statics, claim, at, &inputs, &statements)?;
    let mut rewriting = Rewriting::new(statics, equation, &execution, run);
    rewriting.follow(&steps, end);
    let (constraints, choices, whole) = (rewriting.constraints, rewriting.choices, rewriting.whole);

    // Runs of this sequence: the same steps, the same outcomes.
    let mut pattern = vec![failing];
    for (step, term) in &encoded.focus {
        let taken = steps.binary_search(step).is_ok();
        pattern.push(if taken { *term } else { equation.pool.not(*term) });
    }
    for (step, statement) in steps.iter().zip(&statements) {
        pattern.extend(outcome_term(equation, *step, statement.outcome));
    }
    let pattern = equation.pool.and_all(&pattern);
    let (assumptions, exact) = proved(search, constraints, &choices, pattern, whole);
    let terms: Vec<TermId> = assumptions.iter().map(|assumption| assumption.term).collect();
    let assumed = search.equation.pool.and_all(&terms);
    let part = contains(search.equation, encoded, &statements);
    let blocked = search.equation.pool.and(assumed, part);
    let same = search.equation.pool.and(assumed, pattern);
    let locs = steps.iter().map(|step| search.equation.user_loc(program, *step));
    Ok(Found {
        way: Way {
            statements: statements.iter().copied().zip(locs).collect(),
            assumptions,
            exact,
            claim,
            inputs,
        },
        blocked,
        same,
    })
}

/// Executes a run and compares its slice with what was encoded.
fn executed(
    question: &Question<'_>,
    statics: &Statics<'_>,
    claim: ClaimId,
    at: (program::FunctionId, program::Pc),
    inputs: &[InputValue],
    statements: &[Statement],
) -> Result<(), NoFocus> {
    let Some(sources) = question.sources else {
        return Ok(());
    };
    let replay = Replay {
        program: question.program,
        sources: question.sources,
        arguments: question.options.arguments.clone(),
    };
    let mut recorder = Recorder::new(question.program, sources);
    let ended = replay.run(inputs, &mut recorder);
    if ended.failed() != Some(claim) {
        return Err(NoFocus::Mismatch(format!("it ends with {:?}", ended.stop)));
    }
    match slicer::slice(statics, &recorder, claim, at) {
        Some(slice) if slice == statements => Ok(()),
        slice => Err(NoFocus::Mismatch(format!("{slice:?} instead of {statements:?}"))),
    }
}

fn statement(equation: &Equation, evaluator: &mut Evaluator<'_>, id: StepId) -> Statement {
    let step = equation.step(id);
    let outcome = match step.kind {
        StepKind::Branch { cond, .. } => Some(u32::from(!holds(evaluator, cond))),
        StepKind::Switch { arm, .. } => {
            let value = evaluator.eval(arm).ok();
            value.and_then(|value| Some(value.as_bits()?.to_u64()? as u32))
        }
        _ => None,
    };
    let function = equation.frame(step.frame).function;
    Statement {
        function,
        pc: step.pc,
        outcome,
    }
}

/// That a step has an outcome.
fn outcome_term(equation: &mut Equation, id: StepId, outcome: Option<u32>) -> Option<TermId> {
    match (equation.step(id).kind.clone(), outcome?) {
        (StepKind::Branch { cond, .. }, 0) => Some(cond),
        (StepKind::Branch { cond, .. }, _) => Some(equation.pool.not(cond)),
        (StepKind::Switch { arm, .. }, number) => {
            let width = equation.pool.sort(arm).bit_width().unwrap_or(32);
            let number = equation.pool.bv(width, number.into());
            Some(equation.pool.eq(arm, number))
        }
        _ => None,
    }
}

/// In which runs the sequence of focus statements has this one as a part.
fn contains(equation: &mut Equation, encoded: &Encoded, statements: &[Statement]) -> TermId {
    let yes = equation.pool.bool(true);
    let no = equation.pool.bool(false);
    let mut matched = vec![no; statements.len() + 1];
    matched[0] = yes;
    for (id, term) in &encoded.focus {
        let step = equation.step(*id);
        let here = (equation.frame(step.frame).function, step.pc);
        // From the back, so that one step stands for one statement.
        for position in (0..statements.len()).rev() {
            let statement = statements[position];
            if (statement.function, statement.pc) != here {
                continue;
            }
            let outcome = outcome_term(equation, *id, statement.outcome).unwrap_or(yes);
            let next = equation.pool.and_all(&[matched[position], *term, outcome]);
            matched[position + 1] = equation.pool.or(matched[position + 1], next);
        }
    }
    matched[statements.len()]
}

/// Drops what follows from earlier constraints, and proves the rest both ways.
fn proved(
    search: &mut Search<'_>,
    constraints: Vec<Assumption>,
    choices: &[TermId],
    pattern: TermId,
    whole: bool,
) -> (Vec<Assumption>, bool) {
    let mut kept: Vec<Assumption> = Vec::new();
    let mut exact = whole;
    for constraint in constraints {
        let not = search.equation.pool.not(constraint.term);
        let mut terms: Vec<TermId> = kept.iter().map(|known| known.term).collect();
        terms.push(not);
        if search.excludes(&terms) {
            continue;
        }
        kept.push(constraint);
    }
    // Every run of the sequence; what decides between two pairs of one sequence is part of what is told apart.
    let splits: Vec<TermId> = kept
        .iter()
        .filter(|known| known.splits)
        .map(|known| known.term)
        .collect();
    for known in kept.iter().filter(|known| !known.splits) {
        let not = search.equation.pool.not(known.term);
        let mut terms = splits.clone();
        terms.extend([pattern, not]);
        exact &= search.excludes(&terms);
    }
    // Every such input.
    let mut terms: Vec<TermId> = kept.iter().map(|known| known.term).collect();
    terms.extend(choices);
    terms.push(search.equation.pool.not(pattern));
    exact &= search.excludes(&terms);
    (kept, exact)
}

/// Whether an instruction is one that enters a value.
pub(crate) fn is_input(kind: Option<&InstrKind>) -> bool {
    matches!(kind, Some(InstrKind::Input { .. }))
}
