//! The whole check: unwind, decide, and unwind further where a loop was cut.

use program::{ClaimId, Program};
use source::{LocId, SourceMap};

use crate::equation::{CutReason, Equation, StepId};
use crate::execution::{Execution, InputValue};
use crate::options::{Options, Stop};
use crate::solve::{Answer, Engine, constraints};
use crate::symex::unwind;
use crate::unwind::Bounds;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// No run within the bound violates it; a proof if the report is complete.
    Holds,
    /// Some run violates it.
    Fails,
    /// Time, memory or bound ran out.
    Unknown,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimVerdict {
    pub claim: ClaimId,
    pub status: Status,
}

/// A run that violates a claim.
#[derive(Debug, Clone)]
pub struct Counterexample {
    pub claim: ClaimId,
    pub inputs: Vec<InputValue>,
    /// Where it is violated in the user's own text.
    pub loc: LocId,
    /// Absent if the run was found at a smaller bound and time ran out before it was found again: its steps
    /// belong to another equation then.
    pub execution: Option<Execution>,
    /// The run as the solver first found it, before its inputs were made small; only of recorded equations.
    pub first_found: Option<logic::Assignment>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Statistics {
    pub rounds: u32,
    pub steps: usize,
    pub terms: usize,
    pub variables: usize,
    pub clauses: usize,
    pub conflicts: u64,
    pub queries: u64,
}

/// What an independent checker has accepted of the solver's proofs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Certificate {
    /// Answers "no run does this", each with a checked proof.
    pub proofs: u64,
    /// Lemmas in them.
    pub lemmas: u64,
    /// A proof that was not accepted.
    pub refused: Option<String>,
}

/// A part of the program that some run reaches and that was not followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Obstacle {
    pub reason: CutReason,
    pub loc: LocId,
}

/// What was found.
#[derive(Debug)]
pub struct Report {
    /// In the order of the program's claims.
    pub claims: Vec<ClaimVerdict>,
    /// Whether every loop and recursion was followed to its end, so that what holds always holds.
    pub complete: bool,
    /// What kept it from being complete.
    pub obstacles: Vec<Obstacle>,
    /// Whether `stop` ended it.
    pub stopped: bool,
    pub counterexamples: Vec<Counterexample>,
    /// Whether the order of the addresses of different objects was looked at, or a pointer entered as an input
    /// (which is taken to point at nothing), so that a counterexample may not replay and a claim that holds
    /// does so for one layout of memory only.
    pub depends_on_addresses: bool,
    pub statistics: Statistics,
    /// Of the last round; absent if it was not asked for.
    pub certificate: Option<Certificate>,
    /// The equation of the last round.
    pub equation: Equation,
}

/// What is being done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// The program is unwound; rounds count from 1.
    Unwinding { round: u32 },
    /// So many steps become a formula.
    Encoding { round: u32, steps: usize },
    /// The solver looks for a violation of so many instances of claims.
    Solving { round: u32, open: usize, clauses: usize },
    /// The solver looks for runs that go on where a loop was cut.
    Reaching { round: u32, cuts: usize },
}

/// Decides every claim of a program. `progress` is told what is done before it is done.
pub fn check(
    program: &Program,
    sources: Option<&SourceMap>,
    options: &Options,
    stop: &Stop,
    progress: &mut dyn FnMut(Progress),
) -> Report {
    let mut bounds = Bounds::given(program, options);
    let mut round = 0;
    let mut failed: Vec<Counterexample> = Vec::new();
    loop {
        round += 1;
        progress(Progress::Unwinding { round });
        let (equation, stopped) = unwind(program, sources, options, &bounds, stop);
        let mut report = decide(
            program, options, stop, equation, stopped, &failed, round, progress,
        );
        report.statistics.rounds = round;
        let all_failed = report
            .claims
            .iter()
            .all(|verdict| verdict.status == Status::Fails);
        let enough = options.stop_on_fail || !options.deepens_after_failure;
        let found = enough && !report.counterexamples.is_empty();
        if report.complete || report.stopped || found || (all_failed && !report.claims.is_empty()) {
            return report;
        }
        let mut grew = false;
        for obstacle in &report.obstacles {
            let what = match &obstacle.reason {
                CutReason::Loop(item) => (item.function, Some(item.head)),
                CutReason::Recursion(function) => (*function, None),
                CutReason::Unsupported(_) | CutReason::Depth => continue,
            };
            grew |= bounds.grow(what, options.deepest);
        }
        if !grew || stop() {
            report.stopped |= stop();
            return report;
        }
        failed = std::mem::take(&mut report.counterexamples);
    }
}

#[allow(clippy::too_many_arguments)]
fn decide(
    program: &Program,
    options: &Options,
    stop: &Stop,
    mut equation: Equation,
    mut stopped: bool,
    failed: &[Counterexample],
    round: u32,
    progress: &mut dyn FnMut(Progress),
) -> Report {
    let steps = equation.steps.len();
    progress(Progress::Encoding { round, steps });
    let prepared = constraints(&mut equation, options.claims.as_deref());
    let cuts: Vec<(usize, logic::TermId, CutReason, LocId)> = equation
        .cuts
        .iter()
        .map(|cut| (cut.at, cut.guard, cut.reason.clone(), cut.loc))
        .collect();
    let mut engine = Engine::new(program, &equation, options.certify, stop);
    stopped |= !engine.constrain(&prepared.constraints);
    let wanted = |claim: ClaimId| {
        options
            .claims
            .as_ref()
            .is_none_or(|wanted| wanted.contains(&claim))
    };
    let mut status: Vec<Option<Status>> = vec![None; program.claims.len()];
    let mut counterexamples: Vec<Counterexample> = Vec::new();
    // Violated at a smaller bound: no need to look again, though the run is found anew for this equation.
    let mut open: Vec<(usize, sat::Lit)> = Vec::new();
    for (index, (_, step, violation)) in prepared.questions.iter().enumerate() {
        if stopped {
            break;
        }
        let literal = engine.ask(*violation, step.0 as usize);
        open.push((index, literal));
        stopped |= stop();
    }
    let mut unknown = stopped;
    while !open.is_empty() && !stopped {
        let (_, clauses, _) = engine.statistics();
        let open_now = open.len();
        progress(Progress::Solving {
            round,
            open: open_now,
            clauses,
        });
        match engine.any(&open) {
            Answer::NoneFails => break,
            Answer::Unknown => {
                unknown = true;
                stopped |= stop();
                break;
            }
            Answer::Fails(index) => {
                let claim = prepared.questions[index].0;
                let rounds: Vec<(usize, sat::Lit)> = open
                    .iter()
                    .filter(|(other, _)| *other <= index && prepared.questions[*other].0 == claim)
                    .copied()
                    .collect();
                let violations: Vec<sat::Lit> = rounds.iter().map(|(_, violated)| *violated).collect();
                let (round, run) = engine.earliest(&violations);
                let (index, violated) = rounds[round];
                let first_found = options.record.then(|| engine.symbols(&run));
                let assignment = engine.simplest(violated, run);
                let step = prepared.questions[index].1;
                status[claim.index()] = Some(Status::Fails);
                let (execution, inputs) = equation.execution(program, &assignment, StepId(step.0));
                counterexamples.push(Counterexample {
                    claim,
                    inputs,
                    loc: equation.user_loc(program, step),
                    execution: Some(execution),
                    first_found,
                });
                open.retain(|(other, _)| prepared.questions[*other].0 != claim);
                if options.stop_on_fail {
                    unknown = !open.is_empty();
                    break;
                }
            }
        }
    }
    for counterexample in failed {
        let known = &mut status[counterexample.claim.index()];
        if *known != Some(Status::Fails) {
            *known = Some(Status::Fails);
            counterexamples.push(Counterexample {
                execution: None,
                ..counterexample.clone()
            });
        }
    }
    // Which cuts are really reached? A cut that no run reaches cuts nothing.
    let mut obstacles: Vec<Obstacle> = Vec::new();
    if !(stopped || options.stop_on_fail && !counterexamples.is_empty()) {
        let mut open: Vec<(usize, sat::Lit)> = Vec::new();
        for (index, (at, guard, reason, _)) in cuts.iter().enumerate() {
            if !options.unwinding_claims && !matches!(reason, CutReason::Unsupported(_)) {
                continue;
            }
            open.push((index, engine.ask(*guard, *at)));
            stopped |= stop();
        }
        progress(Progress::Reaching {
            round,
            cuts: open.len(),
        });
        while !open.is_empty() {
            let index = match engine.any(&open) {
                Answer::NoneFails => break,
                Answer::Fails(index) => index,
                Answer::Unknown => {
                    stopped |= stop();
                    for (index, _) in open.drain(..) {
                        let (_, _, reason, loc) = &cuts[index];
                        add_obstacle(&mut obstacles, reason, *loc);
                    }
                    break;
                }
            };
            let (_, _, reason, loc) = &cuts[index];
            add_obstacle(&mut obstacles, reason, *loc);
            open.retain(|(other, _)| cuts[*other].2 != *reason);
        }
    }
    // Does any run look at the order of addresses? Where it cannot be found out, it may.
    let uses: Vec<(usize, sat::Lit)> = match stopped {
        true => Vec::new(),
        false => {
            let uses = equation.address_uses.iter().enumerate();
            uses.map(|(index, (guard, at))| (index, engine.ask(*guard, *at)))
                .collect()
        }
    };
    let depends_on_addresses = match stopped {
        true => equation.may_depend_on_addresses(),
        false => !matches!(engine.any(&uses), Answer::NoneFails),
    };
    let complete = obstacles.is_empty() && !unknown && !stopped;
    let (variables, clauses, conflicts) = engine.statistics();
    let queries = engine.queries;
    let certificate = engine.certificate.take();
    let claims = (0..program.claims.len() as u32)
        .map(ClaimId)
        .filter(|claim| wanted(*claim))
        .map(|claim| ClaimVerdict {
            claim,
            status: status[claim.index()].unwrap_or(if unknown || !obstacles.is_empty() {
                Status::Unknown
            } else {
                Status::Holds
            }),
        })
        .collect();
    Report {
        claims,
        complete,
        obstacles,
        stopped,
        counterexamples,
        depends_on_addresses,
        statistics: Statistics {
            rounds: 0,
            steps: equation.steps.len(),
            terms: equation.pool.len(),
            variables,
            clauses,
            conflicts,
            queries,
        },
        certificate,
        equation,
    }
}

fn add_obstacle(obstacles: &mut Vec<Obstacle>, reason: &CutReason, loc: LocId) {
    if !obstacles.iter().any(|known| known.reason == *reason) {
        obstacles.push(Obstacle {
            reason: reason.clone(),
            loc,
        });
    }
}
