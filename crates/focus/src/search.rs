//! All sequences of focus statements, the shortest first.
//!
//! One incremental solver: make as few steps focus statements as possible in a run that fails; rewrite the conditions
//! of that run over inputs; prove them both ways; then exclude all runs that satisfy them and have the sequence as a
//! part of theirs. What is left has another sequence, or other assumptions. The run that stands for a sequence has
//! small inputs; it is executed, and its slice compared.

use std::collections::{BTreeMap, BTreeSet};

use bmc::{CutReason, Equation};
use encode::Encoder;
use logic::{Assignment, TermId};
use program::ClaimId;
use runs::{InputValue, Meter, Work};
use sat::optimize::{Objective, Optimizer, Status};
use sat::{CadicalSolver, Interruptible, Lit, Solver, Value, Verdict};
use source::LocId;
use trace::{Question, Replay};

use crate::Statement;
use crate::assumptions::Assumption;
use crate::backward::{self, Encoded, Wanted};
use crate::every_depth;
use crate::inputs::Inputs;
use crate::loads::Loads;
use crate::pair::Finding;
use crate::recorder::Recorder;
use crate::slicer;
use crate::statics::Statics;

#[derive(Debug, Clone, Default)]
pub struct FocusOptions {
    /// Only so many.
    pub most: Option<usize>,
    /// Only the sequence of this run.
    pub run: Option<Assignment>,
    /// Claims that are known to hold in every run.
    pub hold: BTreeSet<ClaimId>,
    /// Claims that test a condition behind a store: the store is the last statement, not they.
    pub tests: BTreeSet<ClaimId>,
}

/// A statement of a way to fail.
#[derive(Debug, Clone)]
pub struct Step {
    pub statement: Statement,
    pub loc: LocId,
    /// How deep it is in calls, and in conditions of its activation.
    pub calls: u32,
    pub depth: u32,
    /// By loops around it, outermost first: the number of the round, from 0.
    pub rounds: Vec<u32>,
}

/// One way to fail.
#[derive(Debug, Clone)]
pub struct Way {
    pub steps: Vec<Step>,
    pub assumptions: Vec<Assumption>,
    /// Whether the assumptions were proved: every run of the sequence satisfies them, and every input that does, with
    /// the same choices, fails in this way.
    pub exact: bool,
    pub claim: ClaimId,
    /// Variables whose value makes the condition wrong that decides about the end, with what they hold.
    pub wrong: Vec<(String, String)>,
    /// That the choices are made which the proof is about.
    pub choices: Vec<TermId>,
    pub inputs: Vec<InputValue>,
    /// All that the executed run does.
    pub run: Vec<Statement>,
    /// What is left of it beside the other ways (figure 5); set when all are known.
    pub reduced: crate::reduce::Reduced,
    pub(crate) conditions: Vec<crate::pair::Condition>,
    pub(crate) blocks: crate::pair::Blocks,
}

#[derive(Debug, Clone, Default)]
pub struct Ways {
    pub ways: Vec<Way>,
    /// Whether there is no other, within the bound of the equation.
    pub complete: bool,
    /// Whether there is no other, for any number of rounds and any depth of recursion.
    pub every_depth: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoFocus {
    /// At this place something is stored that matters and is not followed.
    #[error("not supported: what is stored here matters, and which bytes it is differs from run to run")]
    Unsupported(LocId),
    #[error("internal error: the slice of the executed run differs: {0}")]
    Mismatch(String),
}

pub(crate) struct Search<'e> {
    pub equation: &'e mut Equation,
    pub solver: CadicalSolver,
    pub encoder: Encoder,
    pub inputs: Inputs,
    pub meter: Option<Meter>,
}

/// A solver that can be interrupted and counts its work, if there is a limit on it.
pub(crate) fn metered(question: &Question<'_>) -> CadicalSolver {
    let mut solver = CadicalSolver::new();
    let stop = question.stop.clone();
    solver.set_terminator(Some(Box::new(move || stop())));
    if let Some(meter) = &question.options.meter {
        solver.set_allowance(Some(Box::new(meter.of_solver())));
    }
    solver
}

impl Search<'_> {
    pub(crate) fn literal(&mut self, term: TermId) -> Lit {
        let before = self.encoder.gate_count();
        let literal = self.encoder.literal(&self.equation.pool, term, &mut self.solver);
        if let Some(meter) = &self.meter {
            meter.charge(Work::Gates((self.encoder.gate_count() - before) as u64));
        }
        literal
    }

    pub(crate) fn ask(&mut self, terms: &[TermId]) -> Verdict {
        let assumed: Vec<Lit> = terms.iter().map(|term| self.literal(*term)).collect();
        self.solver.solve_with(&assumed)
    }

    /// Whether these cannot all hold.
    pub(crate) fn excludes(&mut self, terms: &[TermId]) -> bool {
        self.ask(terms) == Verdict::Unsat
    }

    /// What the symbols are in the model that the solver has just found.
    pub(crate) fn model(&self) -> Assignment {
        let (encoder, solver) = (&self.encoder, &self.solver);
        encoder.assignment(&self.equation.pool, |literal| {
            solver.value(literal) == Value::True
        })
    }
}

/// Finds every way in which the claims of an equation fail.
///
/// # Errors
/// If something matters that is not followed, or the tool contradicts itself.
pub fn ways(
    question: &Question<'_>,
    equation: &mut Equation,
    options: &FocusOptions,
) -> Result<Ways, NoFocus> {
    let Some(sources) = question.sources else {
        return Ok(Ways::default());
    };
    let selected = question.options.claims.clone();
    let wanted = |claim: ClaimId| selected.as_ref().is_none_or(|claims| claims.contains(&claim));
    let statics = known(question, &equation.cuts, options);
    let loads = Loads::new(equation);
    let asked = Wanted {
        claims: &wanted,
        tests: &options.tests,
        behind: &[],
        places: &BTreeSet::new(),
    };
    let (encoded, _) = backward::encode(&statics, sources, equation, &loads, &asked);
    let failing: Vec<TermId> = encoded.fails.iter().map(|(_, term)| *term).collect();
    let failing = equation.pool.or_all(&failing);
    let mut search = Search {
        equation,
        solver: metered(question),
        encoder: Encoder::new(encode::Options::default()),
        inputs: Inputs::default(),
        meter: question.options.meter.clone(),
    };
    supported(&mut search, &encoded, failing)?;
    let finding = Finding {
        question,
        sources,
        statics: &statics,
        encoded: &encoded,
        options,
        failing,
    };
    let mut found = match &options.run {
        Some(run) => Ways {
            ways: vec![finding.way(&mut search, run)?.way],
            ..Ways::default()
        },
        None => all_ways(&finding, &mut search)?,
    };
    found.every_depth = found.complete
        && (search.equation.cuts.is_empty()
            || every_depth::decided(question, &mut search, &statics, options, &found.ways));
    found.ways.sort_by_cached_key(|way| rank(sources, way));
    crate::reduce::reduce(&mut search, &statics, &mut found.ways);
    Ok(found)
}

/// What is known of the program without executing it.
fn known<'q>(question: &Question<'q>, cuts: &[bmc::Cut], options: &FocusOptions) -> Statics<'q> {
    let program = question.program;
    let selected = question.options.claims.as_ref();
    let all = (0..program.claims.len()).map(|index| ClaimId(index as u32));
    let may_fail = all.filter(|claim| {
        let wanted = selected.is_none_or(|claims| claims.contains(claim));
        wanted && !options.hold.contains(claim)
    });
    let endless = cuts.iter().filter_map(|cut| match &cut.reason {
        CutReason::Loop(name) => Some((name.function, Some(name.head))),
        CutReason::Recursion(function) => Some((*function, None)),
        _ => None,
    });
    Statics::new(program, may_fail.collect(), endless.collect())
}

/// Sequences of runs from their executions alone: what the ways are tested against.
#[expect(missing_debug_implementations, reason = "graphs of the whole program")]
pub struct Executions<'q> {
    question: &'q Question<'q>,
    sources: &'q source::SourceMap,
    statics: Statics<'q>,
    tests: &'q BTreeSet<ClaimId>,
}

impl<'q> Executions<'q> {
    /// Nothing without the text of the program. Where an equation was not followed to its end, that may never end.
    #[must_use]
    pub fn new(
        question: &'q Question<'q>,
        equation: Option<&Equation>,
        options: &'q FocusOptions,
    ) -> Option<Self> {
        let cuts = equation.map_or(&[][..], |equation| &equation.cuts);
        Some(Executions {
            question,
            sources: question.sources?,
            statics: known(question, cuts, options),
            tests: &options.tests,
        })
    }

    /// The sequence of the run with these inputs, if it fails.
    #[must_use]
    pub fn sequence(&self, inputs: &[InputValue]) -> Option<(ClaimId, Vec<Statement>)> {
        let replay = Replay {
            program: self.question.program,
            sources: Some(self.sources),
            arguments: self.question.options.arguments.clone(),
        };
        self.sequence_of(|observer| replay.run(inputs, observer).failed())
    }

    /// The sequence of a run that somebody else executes, who says which claim failed.
    pub fn sequence_of(
        &self,
        execute: impl FnOnce(&mut dyn interp::Observer) -> Option<ClaimId>,
    ) -> Option<(ClaimId, Vec<Statement>)> {
        let mut recorder = Recorder::new(self.question.program);
        let claim = execute(&mut recorder)?;
        let counts = !self.tests.contains(&claim);
        let found = slicer::slice(&self.statics, self.sources, &recorder, claim, counts)?;
        Some((claim, found))
    }
}

/// Refuses what is not followed, if a failing run comes by it.
fn supported(search: &mut Search<'_>, encoded: &Encoded, failing: TermId) -> Result<(), NoFocus> {
    let refused: Vec<TermId> = encoded.refused.iter().map(|(when, _)| *when).collect();
    let any = search.equation.pool.or_all(&refused);
    if search.ask(&[failing, any]) != Verdict::Sat {
        return Ok(());
    }
    for (when, loc) in &encoded.refused {
        if search.ask(&[failing, *when]) == Verdict::Sat {
            return Err(NoFocus::Unsupported(*loc));
        }
    }
    Ok(())
}

fn all_ways(finding: &Finding<'_>, search: &mut Search<'_>) -> Result<Ways, NoFocus> {
    let mut objective = Objective::new();
    for term in finding.encoded.focus.values() {
        let literal = search.literal(*term);
        // One unit for each statement: far from any limit.
        let _ = objective.charge(literal, 1);
    }
    let fails = search.literal(finding.failing);
    // Blocked runs are excluded by clauses that this literal switches on, so that proofs may ask about all runs.
    let fresh = search.solver.new_var().positive();
    let mut found = Ways::default();
    while finding.options.most.is_none_or(|most| found.ways.len() < most) {
        let outcome = Optimizer::new(&objective)
            .assuming(&[fails, fresh])
            .minimize(&mut search.solver);
        match (outcome.status, outcome.best_model) {
            (Status::Infeasible { .. }, _) => {
                found.complete = true;
                break;
            }
            (Status::Optimal, Some(model)) => {
                let run = search
                    .encoder
                    .assignment(&search.equation.pool, |literal| model.satisfies(literal));
                let one = finding.way(search, &run)?;
                let blocked = search.literal(one.blocked);
                search.solver.add_clause(&[!fresh, !blocked]);
                // Blocked is at least the run in hand, or this would not end.
                let same = search.literal(one.same);
                search.solver.add_clause(&[!fresh, !same]);
                found.ways.push(one.way);
            }
            _ => break,
        }
    }
    Ok(found)
}

/// The rank of definition 2: length, then the number of variables in the assumptions; ties in program order.
fn rank(sources: &source::SourceMap, way: &Way) -> (usize, usize, Vec<u32>) {
    let names: BTreeMap<&String, ()> = way
        .assumptions
        .iter()
        .flat_map(|known| &known.variables)
        .map(|name| (name, ()))
        .collect();
    let lines = way.steps.iter().map(|step| sources.line(step.loc)).collect();
    (way.steps.len(), names.len(), lines)
}
