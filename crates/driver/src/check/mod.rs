//! Decides every claim and replays every failing run.
//!
//! The symbolic engine proposes, the interpreter confirms: a run that does not fail at the same claim when it is
//! executed from its inputs alone is never shown. If the engine says that the run depends on something it
//! does not compute, the claim is undetermined; otherwise the mismatch is an internal error that names itself.

mod assumptions;
mod coverage;
pub(crate) mod portfolio;
mod replay;

pub(crate) use replay::{Mismatch, replay};

use bmc::{Counterexample, CutReason, InputKind, Status};
use program::{ClaimId, Program};
use report::{
    CHECK_SCHEMA, CertificateReport, CheckReport, CheckSize, ClaimReport, ClaimStatus, CounterexampleReport,
    Cut, Doing, Exit, NativeReport, Obstacle, ObstacleReport, Place, RunReport, Undecided, Verdict,
};
use runs::InputValue;
use source::{LocId, SourceMap};

use crate::ending::missing_functions;
use crate::session::Session;

/// A second opinion about a failing run, with its number and inputs.
pub type SecondOpinion<'o> = &'o mut dyn FnMut(usize, &RunReport, &[InputValue]) -> Option<NativeReport>;

/// All that was found out about the claims of a program.
#[derive(Debug)]
pub struct Checked {
    pub report: CheckReport,
    /// Loops and recursions with a bound of their own that some run does not leave within it.
    pub unwound: Vec<report::Unwound>,
}

/// What the engine says of its progress, for the user.
fn doing(now: bmc::Progress) -> Doing {
    match now {
        bmc::Progress::Unwinding { round } => Doing::Unwinding { round },
        bmc::Progress::Encoding { round, steps } => Doing::Encoding { round, steps },
        bmc::Progress::Solving { round, open, clauses } => Doing::Solving { round, open, clauses },
        bmc::Progress::Reaching { round, cuts } => Doing::Reaching { round, cuts },
    }
}

impl Session<'_> {
    /// Says what the engine is doing now.
    pub(crate) fn tell_engine(&self, now: bmc::Progress) {
        self.announce(doing(now));
    }

    /// Decides every claim that was asked for.
    pub fn check(&self, progress: &mut dyn FnMut(Doing), opinion: Option<SecondOpinion<'_>>) -> Checked {
        let found = self.decide(&mut |now| progress(doing(now)));
        Checked {
            report: self.verdict(&found, opinion),
            unwound: self.unwound(&found),
        }
    }

    /// What was found, with every failing run replayed.
    pub(crate) fn verdict(&self, found: &bmc::Report, mut opinion: Option<SecondOpinion<'_>>) -> CheckReport {
        let mut seen = Replayed::new(&self.program, &self.sources, found);
        for counterexample in &found.counterexamples {
            match replay(self, counterexample) {
                Ok((mut told, inputs)) => {
                    if let Some(opinion) = &mut opinion {
                        told.native = opinion(seen.counterexamples.len(), &told.run, &inputs);
                    }
                    seen.counterexamples.push(told);
                }
                Err(mismatch) => {
                    let excused = found.depends_on_addresses || found.equation.identifies_pointers();
                    let partial = self.options.bounds.partial_loops;
                    seen.mismatch(counterexample, mismatch, excused, partial);
                }
            }
        }
        for reached in &found.unsupported {
            match replay(self, reached) {
                Ok((told, _)) => seen.unsupported.push(told),
                Err(_) => seen.undecided.push(reached.claim),
            }
        }
        seen.assumed_layout_and_proofs(found);
        self.report(found, seen)
    }

    fn report(&self, found: &bmc::Report, seen: Replayed<'_>) -> CheckReport {
        let claims = seen.claims(found);
        let (verdict, exit) = self.conclusion(found, &seen, &claims);
        let size = &found.statistics;
        CheckReport {
            schema: CHECK_SCHEMA,
            files: self.options.files.clone(),
            verdict,
            complete: found.complete,
            stopped: found.stopped,
            exhausted: found.exhausted,
            claims,
            obstacles: seen.obstacles,
            counterexamples: seen.counterexamples,
            unsupported: seen.unsupported,
            missing_functions: missing_functions(&self.program, &self.sources),
            assumptions: self.assumptions(found, verdict),
            size: CheckSize {
                rounds: size.rounds,
                steps: size.steps,
                variables: size.variables,
                clauses: size.clauses,
                conflicts: size.conflicts,
            },
            certificate: certificate(found),
            exit_code: exit.code(),
        }
    }

    fn conclusion(
        &self,
        found: &bmc::Report,
        seen: &Replayed<'_>,
        claims: &[ClaimReport],
    ) -> (Verdict, Exit) {
        let has = |status| claims.iter().any(|claim| claim.status == status);
        if seen.internal {
            (Verdict::Undetermined, Exit::Internal)
        } else if has(ClaimStatus::Fails) {
            (Verdict::Failed, Exit::ClaimFails)
        } else if !found.stopped
            && !found.exhausted
            && claims.iter().all(|claim| claim.status == ClaimStatus::Holds)
            && !leaves_bound(&self.options.bounds, &self.program, found)
        {
            (Verdict::Successful, Exit::Program(0))
        } else if !found.depends_on_addresses
            && !found.unsupported.is_empty()
            && seen.undecided.is_empty()
            && found
                .obstacles
                .iter()
                .all(|obstacle| matches!(obstacle.reason, CutReason::Construct(_)))
        {
            (Verdict::Undetermined, Exit::UnusableInput)
        } else {
            (Verdict::Undetermined, Exit::Undetermined)
        }
    }

    /// The loops with a bound of their own that some run does not leave within it.
    fn unwound(&self, found: &bmc::Report) -> Vec<report::Unwound> {
        let bounds = &self.options.bounds;
        let mut all = Vec::new();
        for obstacle in &found.obstacles {
            let (function, number) = match &obstacle.reason {
                CutReason::Loop(item) => (
                    item.function,
                    item.name.rsplit('.').next().unwrap_or("").to_owned(),
                ),
                CutReason::Recursion(function) => (*function, "recursion".to_owned()),
                CutReason::Depth | CutReason::Unsupported(_) | CutReason::Construct(_) => continue,
            };
            let library = self.program.function(function).embedded;
            let function = self.program.function(function).name.clone();
            let given =
                bounds.unwind.is_some() || bounds.unwindset.contains_key(&format!("{function}.{number}"));
            if !given || !bounds.unwinding_claims || found.stopped {
                continue;
            }
            all.push(report::Unwound {
                function,
                number,
                library,
                bound: obstacle.bound,
                place: Place::new(&self.sources, obstacle.loc),
            });
        }
        all
    }

    /// A claim as reports have it.
    #[must_use]
    pub fn claim_report(&self, id: ClaimId, status: ClaimStatus) -> ClaimReport {
        claim_report(&self.program, &self.sources, id, status)
    }
}

/// The failing runs as the interpreter replayed them, and what remains open.
struct Replayed<'r> {
    program: &'r Program,
    sources: &'r SourceMap,
    counterexamples: Vec<CounterexampleReport>,
    unsupported: Vec<CounterexampleReport>,
    obstacles: Vec<ObstacleReport>,
    /// Claims whose runs were not confirmed.
    undecided: Vec<ClaimId>,
    /// Whether something is wrong with the tool.
    internal: bool,
}

impl<'r> Replayed<'r> {
    fn new(program: &'r Program, sources: &'r SourceMap, found: &bmc::Report) -> Replayed<'r> {
        let obstacles = found.obstacles.iter().map(|obstacle| {
            let told = Obstacle::Cut {
                cut: cut(program, &obstacle.reason),
                bound: obstacle.bound,
                endless: obstacle.endless,
            };
            ObstacleReport::new(&told, Place::new(sources, obstacle.loc))
        });
        Replayed {
            program,
            sources,
            counterexamples: Vec::new(),
            unsupported: Vec::new(),
            obstacles: obstacles.collect(),
            undecided: Vec::new(),
            internal: false,
        }
    }

    fn mismatch(&mut self, found: &Counterexample, mismatch: Mismatch, excused: bool, partial: bool) {
        let mut inputs = found.run.inputs.iter();
        let uncomputed = inputs.any(|input| input.kind == InputKind::Unmodelled);
        let claim = self.program.claim(found.claim).name.clone();
        let told = match mismatch {
            Mismatch::Unexecutable(ended) => Obstacle::NotExecutable { claim, ended },
            Mismatch::Otherwise(_) if uncomputed || excused => Obstacle::NotComputed { claim },
            Mismatch::Otherwise(_) if partial => Obstacle::LeftEarly { claim },
            Mismatch::Otherwise(ended) => {
                self.internal = true;
                Obstacle::EndsOtherwise { claim, ended }
            }
        };
        let place = Place::new(self.sources, found.loc);
        self.obstacles.push(ObstacleReport::new(&told, place));
        self.undecided.push(found.claim);
    }

    fn assumed_layout_and_proofs(&mut self, found: &bmc::Report) {
        let nowhere = || Place::new(self.sources, LocId::NONE);
        if found.depends_on_addresses {
            // What lies behind it is open: only one layout of memory was looked at.
            let told = ObstacleReport::new(&Obstacle::DependsOnAddresses, nowhere());
            self.obstacles.push(told);
        }
        let certificate = found.certificate.as_ref();
        if let Some(refused) = certificate.and_then(|certificate| certificate.refused.as_ref()) {
            let why = refused.to_string();
            let told = ObstacleReport::new(&Obstacle::ProofRefused { why }, nowhere());
            self.internal = true;
            self.obstacles.push(told);
        }
    }

    /// Why a claim is neither known to hold nor to fail.
    fn why_open(&self, claim: ClaimId, found: &bmc::Report) -> Undecided {
        let cut = |wanted: fn(&CutReason) -> bool| {
            let mut obstacles = found.obstacles.iter();
            obstacles.any(|obstacle| wanted(&obstacle.reason))
        };
        if self.undecided.contains(&claim) {
            Undecided::NotConfirmed
        } else if found.stopped {
            Undecided::Stopped
        } else if found.exhausted {
            Undecided::EffortRanOut
        } else if cut(|reason| matches!(reason, CutReason::Unsupported(_) | CutReason::Construct(_))) {
            Undecided::Unsupported
        } else if found.depends_on_addresses {
            Undecided::Addresses
        } else if cut(|_| true) {
            Undecided::LoopNotFinished
        } else {
            Undecided::NotAsked
        }
    }

    fn claims(&self, found: &bmc::Report) -> Vec<ClaimReport> {
        let claims = found.claims.iter().map(|verdict| {
            let status = match verdict.status {
                Status::Fails | Status::Unsupported if self.undecided.contains(&verdict.claim) => {
                    ClaimStatus::Unknown
                }
                Status::Holds => ClaimStatus::Holds,
                Status::HoldsUpToBound => ClaimStatus::HoldsUpToBound,
                Status::Fails => ClaimStatus::Fails,
                Status::Unsupported => ClaimStatus::Unsupported,
                Status::Unknown => ClaimStatus::Unknown,
            };
            let mut claim = claim_report(self.program, self.sources, verdict.claim, status);
            claim.undecided = (status == ClaimStatus::Unknown).then(|| self.why_open(verdict.claim, found));
            claim
        });
        claims.collect()
    }
}

fn claim_report(program: &Program, sources: &SourceMap, id: ClaimId, status: ClaimStatus) -> ClaimReport {
    let claim = program.claim(id);
    let function = program.function(claim.function);
    ClaimReport {
        name: claim.name.clone(),
        check: claim.kind.word().to_owned(),
        text: claim.text.clone(),
        status,
        undecided: None,
        function: function.name.clone(),
        library: function.embedded,
        place: Place::new(sources, claim.loc),
    }
}

/// Whether some run goes on behind a bound that was asked for.
fn leaves_bound(bounds: &bmc::Options, program: &Program, found: &bmc::Report) -> bool {
    let name = |function| &program.function(function).name;
    found.obstacles.iter().any(|obstacle| match &obstacle.reason {
        CutReason::Loop(item) => bounds.unwind.is_some() || bounds.unwindset.contains_key(&item.name),
        CutReason::Recursion(function) => {
            let named = format!("{}.recursion", name(*function));
            bounds.unwind.is_some() || bounds.unwindset.contains_key(&named)
        }
        CutReason::Depth => true,
        CutReason::Unsupported(_) | CutReason::Construct(_) => false,
    })
}

/// Where runs were cut, by the user's names.
#[must_use]
pub(crate) fn cut(program: &Program, reason: &CutReason) -> Cut {
    match reason {
        CutReason::Loop(item) => Cut::Loop(item.name.clone()),
        CutReason::Recursion(function) => Cut::Recursion(program.function(*function).name.clone()),
        CutReason::Depth => Cut::Depth,
        CutReason::Unsupported(what) => Cut::NotSupported(what.to_string()),
        CutReason::Construct(claim) => Cut::Construct(program.claim(*claim).text.clone()),
    }
}

/// What an independent checker accepted, and how much of what holds rests on it.
fn certificate(found: &bmc::Report) -> Option<CertificateReport> {
    let certificate = found.certificate.as_ref()?;
    if certificate.refused.is_some() {
        return None;
    }
    let holds =
        |verdict: &&bmc::ClaimVerdict| matches!(verdict.status, Status::Holds | Status::HoldsUpToBound);
    let holding: Vec<_> = found.claims.iter().filter(holds).collect();
    let asked = holding
        .iter()
        .filter(|verdict| certificate.asked.contains(&verdict.claim));
    let claims_proved = asked.count();
    Some(CertificateReport {
        proofs: certificate.proofs,
        lemmas: certificate.lemmas,
        claims_proved,
        claims_simplified: holding.len() - claims_proved,
    })
}
