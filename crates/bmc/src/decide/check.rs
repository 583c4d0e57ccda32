//! The whole check: unwind, decide, and unwind further where a loop was cut.
//!
//! Each round executes the program anew, with bounds about twice as large for the loops that stopped the last one, so all
//! rounds together cost little more than the last. Only what lies in the way of an open claim grows. What one round
//! has found out for good, a violation or a proof for all runs, is not asked again. When the time or the effort
//! ends within a round, the round before it still says what holds up to its bound.

use std::collections::BTreeSet;

use program::{ClaimId, Program};
use runs::{Interrupt, Run};
use source::{LocId, SourceMap};

use crate::decide::behind_cut::Beyond;
use crate::decide::round::{Known, Round};
use crate::equation::execution::Execution;
use crate::equation::{CutReason, Equation};
use crate::options::Options;
use crate::symex::effort::Effort;
use crate::symex::unwind;
use crate::symex::unwind::{Bounds, Unwound};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// No run violates it, however long: nothing that was cut lies before it.
    Holds,
    /// No run within the bound violates it, and it may be reached behind the bound.
    HoldsUpToBound,
    /// Some run violates it.
    Fails,
    /// It says that a construct is not reached that is not supported, and some run reaches it.
    Unsupported,
    /// Not decided: the time or the effort ran out, no run within the bound comes to it, or it lies behind something
    /// that is not supported.
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
    pub run: Run,
    /// Where it is violated in the user's own text.
    pub loc: LocId,
    /// Absent if the run was found at a smaller bound than the report's equation has.
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
    /// The claims that the solver was asked about, so that what holds of them rests on its proofs. Others were decided
    /// while the equation was made: by rewriting, by intervals, or because nothing comes to them.
    pub asked: BTreeSet<ClaimId>,
    /// A proof that was not accepted.
    pub refused: Option<String>,
}

/// A part of the program that some run reaches and that was not followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Obstacle {
    pub reason: CutReason,
    pub loc: LocId,
    /// Of the loop or recursion.
    pub bound: Option<u32>,
    /// Whether it is a loop or recursion without an end in sight.
    pub endless: bool,
}

/// What was found.
#[derive(Debug)]
pub struct Report {
    /// In the order of the program's claims.
    pub claims: Vec<ClaimVerdict>,
    /// Whether every loop and recursion was followed to its end, so that what holds always holds.
    pub complete: bool,
    /// Whether claims were left open because a larger bound is to follow.
    pub(crate) put_off: bool,
    /// What kept it from being complete.
    pub obstacles: Vec<Obstacle>,
    /// Whether `stop` ended it.
    pub stopped: bool,
    /// Whether [`Options::effort`] ended it.
    pub exhausted: bool,
    pub counterexamples: Vec<Counterexample>,
    /// Runs that reach what is not supported, one for each such claim.
    pub unsupported: Vec<Counterexample>,
    /// Whether the order of the addresses of different objects was looked at, or a pointer entered as an input
    /// (which is taken to point at nothing), so that a counterexample may not replay and a claim that holds
    /// does so for one layout of memory only.
    pub depends_on_addresses: bool,
    pub statistics: Statistics,
    /// Of the last round; absent if it was not asked for.
    pub certificate: Option<Certificate>,
    /// The equation of the last round; not whole if the work was ended in it.
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

/// Another way to find failing runs, for claims that are open. It is asked at most once.
pub type Elsewhere<'e> = &'e mut dyn FnMut(&[ClaimId]) -> Vec<Counterexample>;

/// Decides every claim of a program. `progress` is told what is done before it is done.
pub fn check(
    program: &Program,
    sources: Option<&SourceMap>,
    options: &Options,
    stop: &Interrupt,
    progress: &mut dyn FnMut(Progress),
) -> Report {
    check_and_ask(program, sources, options, stop, progress, None)
}

/// The same. If the first round does not decide everything soon, it is asked elsewhere; the runs found there count as if
/// the solver had found them.
pub fn check_and_ask(
    program: &Program,
    sources: Option<&SourceMap>,
    options: &Options,
    stop: &Interrupt,
    progress: &mut dyn FnMut(Progress),
    mut elsewhere: Option<Elsewhere<'_>>,
) -> Report {
    let mut bounds = Bounds::given(program, options);
    let mut known = Known::nothing(program);
    let mut effort = Effort::new(options.effort);
    let mut number = 0;
    let mut thorough = false;
    loop {
        number += 1;
        if elsewhere.is_some() {
            effort.limit(Some(budgets::bmc::FIRST_LOOK.get()));
        }
        progress(Progress::Unwinding { round: number });
        let unwound = unwind(program, sources, options, &bounds, stop, effort.left(), true);
        effort.spend(unwound.work);
        let round = Round {
            program,
            options,
            stop,
            number,
            bounds: &bounds,
            thorough,
        };
        let mut report = round.decide(unwound, &mut known, &mut effort, progress);
        if let Some(ask) = elsewhere.take() {
            match ask_elsewhere(ask, program, options, &mut effort, &mut known, &mut report) {
                FirstLook::Decided => {}
                FirstLook::Enough => return report,
                FirstLook::CutShort => {
                    number -= 1;
                    continue;
                }
            }
        }
        let enough = options.stop_on_fail || !options.deepens_after_failure;
        if !report.counterexamples.is_empty() {
            if enough {
                return report;
            }
            effort.ease();
        }
        if report.complete || report.stopped || report.exhausted {
            return report;
        }
        let growth = grow(program, options, &report, &mut bounds);
        if growth == Growth::None {
            if report.put_off && !effort.is_spent() {
                thorough = true;
                continue;
            }
            return report;
        }
        effort.limit(match growth {
            Growth::Endless => options.endless_effort,
            Growth::EndlessRecursion => options
                .endless_effort
                .map(|most| most / budgets::bmc::RECURSION_DIVISOR.get()),
            Growth::None | Growth::Some => None,
        });
        if effort.is_spent() {
            return Report {
                exhausted: true,
                ..report
            };
        }
    }
}

/// What the first look at a program, after which it is asked elsewhere, was good for.
enum FirstLook {
    /// It was a round like any other.
    Decided,
    /// What was found is all that is wanted.
    Enough,
    /// It was ended before its time: the round is made again, with less of a hurry.
    CutShort,
}

/// Asks elsewhere for runs that violate what the first round has left open.
fn ask_elsewhere(
    ask: Elsewhere<'_>,
    program: &Program,
    options: &Options,
    effort: &mut Effort,
    known: &mut Known,
    report: &mut Report,
) -> FirstLook {
    let hurried = effort.is_spent();
    effort.limit(None);
    // Also a run that was found in a hurry may not be as plain as it could be.
    let cut_short = hurried && !effort.is_spent() && (report.exhausted || !report.counterexamples.is_empty());
    if cut_short {
        *known = Known::nothing(program);
    }
    let found = options.stop_on_fail && !report.counterexamples.is_empty();
    if !report.complete && !report.stopped && !found {
        for run in ask(&open(report)) {
            known.add(&run);
            report.add(run);
        }
    }
    if !cut_short {
        return FirstLook::Decided;
    }
    let only_executed = |run: &Counterexample| run.execution.is_none();
    if report.counterexamples.iter().any(only_executed) {
        if options.stop_on_fail || !options.deepens_after_failure {
            return FirstLook::Enough;
        }
        effort.ease();
    }
    FirstLook::CutShort
}

/// The claims that may still be violated.
fn open(report: &Report) -> Vec<ClaimId> {
    let open = |verdict: &&ClaimVerdict| matches!(verdict.status, Status::HoldsUpToBound | Status::Unknown);
    report
        .claims
        .iter()
        .filter(open)
        .map(|verdict| verdict.claim)
        .collect()
}

impl Report {
    /// A run that was found elsewhere.
    fn add(&mut self, run: Counterexample) {
        for verdict in self
            .claims
            .iter_mut()
            .filter(|verdict| verdict.claim == run.claim)
        {
            verdict.status = Status::Fails;
        }
        self.counterexamples.push(run);
    }
}

/// What is followed further.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Growth {
    None,
    /// Only what cannot close a claim, because of loops without an end in sight.
    Endless,
    /// The same, and all of these are recursions.
    EndlessRecursion,
    Some,
}

/// Makes the bounds larger that stand before an open claim. Errors show in many rounds of the
/// user's loops, hardly ever in many rounds of a loop inside `scanf`; and growing both multiplies.
fn grow(program: &Program, options: &Options, report: &Report, bounds: &mut Bounds) -> Growth {
    let open = open(report);
    let behind = |obstacles: &mut dyn Iterator<Item = &Obstacle>| {
        let mut beyond = Beyond::nothing(program);
        for obstacle in obstacles {
            let cuts = report.equation.cuts.iter();
            for cut in cuts.filter(|cut| cut.reason == obstacle.reason) {
                beyond.add(&report.equation, cut.frame, cut.pc);
            }
        }
        beyond
    };
    // Claims behind a loop without an end stay open, whatever else is followed further.
    let never = behind(&mut report.obstacles.iter().filter(|obstacle| obstacle.endless));
    let mut inside: Vec<Unwound> = Vec::new();
    let mut grew = false;
    let mut endless = true;
    let mut loops = false;
    for obstacle in &report.obstacles {
        let Some(what) = unwound(&obstacle.reason).filter(|what| !report.equation.is_bottomless(*what))
        else {
            continue;
        };
        let beyond = behind(&mut std::iter::once(obstacle));
        let mut open = open.iter().filter(|claim| beyond.contains(**claim)).peekable();
        if open.peek().is_none() {
            continue;
        }
        endless &= open.all(|claim| never.contains(*claim));
        loops |= what.1.is_some();
        if program.function(what.0).embedded {
            inside.push(what);
        } else {
            grew |= bounds.grow(what, options.deepest);
        }
    }
    if !grew
        || report
            .statistics
            .rounds
            .is_multiple_of(budgets::bmc::OWN_ROUNDS.small())
    {
        for what in inside {
            grew |= bounds.grow(what, options.deepest);
        }
    }
    match (grew, endless) {
        (false, _) => Growth::None,
        (true, true) if loops => Growth::Endless,
        (true, true) => Growth::EndlessRecursion,
        (true, false) => Growth::Some,
    }
}

/// What a larger bound would follow further.
pub(crate) fn unwound(reason: &CutReason) -> Option<Unwound> {
    match reason {
        CutReason::Loop(item) => Some((item.function, Some(item.head))),
        CutReason::Recursion(function) => Some((*function, None)),
        CutReason::Depth | CutReason::Unsupported(_) | CutReason::Construct(_) => None,
    }
}
