//! One round: what an equation says about every claim.
//!
//! First the violations are looked for, then the runs that reach what was not followed: a cut loop, something the
//! symbolic side cannot do, a construct that is not supported. A claim that no run within the bound violates holds
//! if none of the cuts that are reached lies before it ([`beyond`](crate::decide::behind_cut)), and up to the bound otherwise;
//! behind what is not supported nothing is known.

use logic::TermId;
use program::{CheckKind, ClaimId, Program};
use runs::Interrupt;
use source::LocId;

use crate::decide::behind_cut::Beyond;
use crate::decide::check::{
    Certificate, ClaimVerdict, Counterexample, Obstacle, Progress, Report, Statistics, Status, unwound,
};
use crate::decide::solve::{Engine, Prepared, constraints};
use crate::equation::{CutReason, Equation, FrameId, StepId, StepKind};
use crate::options::Options;
use crate::symex::effort::Effort;
use crate::symex::unwind::{Bounds, LoopName};
use crate::symex::{Done, End};

/// What the rounds before have found out.
pub(crate) struct Known {
    /// Without their executions: those belong to equations of the past.
    fails: Vec<Counterexample>,
    /// The last word about each claim.
    status: Vec<Status>,
    /// Of the last round that came to its end, as is all below.
    obstacles: Vec<Obstacle>,
    unsupported: Vec<Counterexample>,
    depends_on_addresses: bool,
    /// Of all rounds together.
    certificate: Option<Certificate>,
}

impl Known {
    pub(crate) fn nothing(program: &Program) -> Known {
        Known {
            fails: Vec::new(),
            status: vec![Status::Unknown; program.claims.len()],
            obstacles: Vec::new(),
            unsupported: Vec::new(),
            depends_on_addresses: false,
            certificate: None,
        }
    }

    /// A run that was found elsewhere.
    pub(crate) fn add(&mut self, run: &Counterexample) {
        self.status[run.claim.index()] = Status::Fails;
        self.fails.push(bare(run));
    }

    fn count(&mut self, certificate: Option<Certificate>, prepared: &Prepared) {
        let Some(new) = certificate else { return };
        let all = self.certificate.get_or_insert_with(Certificate::default);
        all.proofs += new.proofs;
        all.lemmas += new.lemmas;
        all.refused = all.refused.take().or(new.refused);
        all.asked
            .extend(prepared.questions.iter().map(|(claim, _, _)| *claim));
    }
}

fn bare(found: &Counterexample) -> Counterexample {
    Counterexample {
        execution: None,
        ..found.clone()
    }
}

pub(crate) struct Round<'r> {
    pub program: &'r Program,
    pub options: &'r Options,
    pub stop: &'r Interrupt,
    /// From 1.
    pub number: u32,
    pub bounds: &'r Bounds,
    /// Whether every claim is to be decided, also where a larger bound will ask for it again.
    pub thorough: bool,
}

/// Where runs are not followed further.
pub(super) struct Place {
    pub(super) reason: CutReason,
    pub(super) guard: TermId,
    pub(super) at: usize,
    pub(super) frame: FrameId,
    pub(super) pc: program::Pc,
    pub(super) loc: LocId,
    /// The claim's instance, for a construct.
    pub(super) step: Option<StepId>,
}

/// What came of the questions of one round.
pub(super) struct Answers {
    pub(super) fails: Vec<Counterexample>,
    pub(super) unsupported: Vec<Counterexample>,
    /// Claims with an instance that could not be decided.
    pub(super) undecided: Vec<bool>,
    /// The places that some run reaches, or for which that is not known.
    pub(super) reached: Vec<usize>,
    /// Whether everything was asked and answered.
    pub(super) whole: bool,
    /// Whether claims were put off because a larger bound follows, with all that cuts this one known.
    pub(super) put_off: bool,
    /// Whether some run looks at the order of addresses, or that is not known.
    pub(super) depends_on_addresses: bool,
    /// Where, as numbers of [`Equation::address_uses`].
    pub(super) address_uses: Vec<usize>,
}

impl Answers {
    pub(super) fn none(program: &Program) -> Answers {
        Answers {
            fails: Vec::new(),
            unsupported: Vec::new(),
            undecided: vec![true; program.claims.len()],
            reached: Vec::new(),
            whole: false,
            put_off: false,
            depends_on_addresses: false,
            address_uses: Vec::new(),
        }
    }
}

impl Round<'_> {
    fn wanted(&self, claim: ClaimId) -> bool {
        let wanted = self.options.claims.as_ref();
        wanted.is_none_or(|wanted| wanted.contains(&claim))
    }

    pub(super) fn is_construct(&self, claim: ClaimId) -> bool {
        self.program.claim(claim).kind == CheckKind::Unsupported
    }

    pub(crate) fn decide(
        &self,
        unwound: Done,
        known: &mut Known,
        effort: &mut Effort,
        progress: &mut dyn FnMut(Progress),
    ) -> Report {
        let Done {
            mut equation,
            end,
            busy_with,
            ..
        } = unwound;
        let steps = equation.steps.len();
        let round = self.number;
        progress(Progress::Encoding { round, steps });
        // Constructs that are not supported are asked for whatever claims are wanted: they cut like a loop.
        let asked = |claim: ClaimId| {
            let open = matches!(
                known.status[claim.index()],
                Status::Unknown | Status::HoldsUpToBound | Status::Unsupported
            );
            self.is_construct(claim) || open && self.wanted(claim)
        };
        let prepared = constraints(&mut equation, &asked);
        let places = self.places(&equation, &prepared);
        let mut engine = Engine::new(self.program, &equation, self.options.certify, self.stop, *effort);
        let mut answers = match end {
            End::Whole => self.answers(&mut engine, &prepared, &places, progress),
            End::Stopped | End::Exhausted => Answers::none(self.program),
        };
        engine.is_over();
        *effort = engine.effort;
        let exhausted = end == End::Exhausted || !answers.whole && effort.is_spent();
        let stopped = end == End::Stopped || !answers.whole && !exhausted && (self.stop)();
        let (variables, clauses, conflicts) = engine.statistics();
        let statistics = Statistics {
            rounds: round,
            steps,
            terms: equation.pool.len(),
            variables,
            clauses,
            conflicts,
            queries: engine.queries,
        };
        known.count(engine.certificate.take(), &prepared);
        self.judge(&equation, &places, &answers, known);
        self.remember(
            &equation,
            &places,
            &mut answers,
            known,
            (stopped || exhausted, busy_with),
        );
        let mut counterexamples = known.fails.clone();
        known.fails.extend(answers.fails.iter().map(bare));
        counterexamples.extend(answers.fails);
        let claims = (0..self.program.claims.len() as u32).map(ClaimId);
        let verdict = |claim: ClaimId| ClaimVerdict {
            claim,
            status: known.status[claim.index()],
        };
        Report {
            claims: claims.filter(|claim| self.wanted(*claim)).map(verdict).collect(),
            put_off: answers.put_off,
            complete: answers.whole && answers.reached.is_empty(),
            obstacles: known.obstacles.clone(),
            stopped,
            exhausted,
            counterexamples,
            unsupported: known.unsupported.clone(),
            depends_on_addresses: known.depends_on_addresses,
            statistics,
            certificate: known.certificate.clone(),
            equation,
        }
    }

    /// Keeps what is known of places where runs are not followed further; `busy_with` is the loop that was being followed
    /// when the round was ended.
    fn remember(
        &self,
        equation: &Equation,
        places: &[Place],
        answers: &mut Answers,
        known: &mut Known,
        (ended, busy_with): (bool, Option<LoopName>),
    ) {
        if answers.whole || answers.put_off {
            known.obstacles = self.obstacles(equation, places, &answers.reached);
            known.unsupported = std::mem::take(&mut answers.unsupported);
            known.depends_on_addresses = answers.depends_on_addresses;
        } else {
            known.depends_on_addresses |= answers.depends_on_addresses && !answers.fails.is_empty();
            if known.obstacles.is_empty() && ended {
                known.obstacles = self.obstacles(equation, places, &answers.reached);
            }
            if let (true, Some(item)) = (known.obstacles.is_empty(), busy_with) {
                known.obstacles.push(Obstacle {
                    loc: self.program.function(item.function).body[item.head.index()].loc,
                    reason: CutReason::Loop(item),
                    bound: None,
                    endless: false,
                });
            }
        }
    }

    /// Where the equation ends before the runs do.
    fn places(&self, equation: &Equation, prepared: &Prepared) -> Vec<Place> {
        let mut places: Vec<Place> = Vec::new();
        for cut in &equation.cuts {
            // With the option, runs beyond a bound are assumed away.
            if !self.options.unwinding_claims && !matches!(cut.reason, CutReason::Unsupported(_)) {
                continue;
            }
            places.push(Place {
                reason: cut.reason.clone(),
                guard: cut.guard,
                at: cut.at,
                frame: cut.frame,
                pc: cut.pc,
                loc: cut.loc,
                step: None,
            });
        }
        for &(claim, id, guard) in &prepared.questions {
            if self.is_construct(claim) {
                let step = equation.step(id);
                places.push(Place {
                    reason: CutReason::Construct(claim),
                    guard,
                    at: id.0 as usize,
                    frame: step.frame,
                    pc: step.pc,
                    loc: equation.user_loc(self.program, id),
                    step: Some(id),
                });
            }
        }
        places
    }

    /// Puts what was found out into words, where it is more than what was known.
    fn judge(&self, equation: &Equation, places: &[Place], answers: &Answers, known: &mut Known) {
        for found in &answers.fails {
            known.status[found.claim.index()] = Status::Fails;
        }
        // What holds for one layout of memory is not more than what the last round has said.
        if !answers.whole && answers.depends_on_addresses {
            return;
        }
        let (mut bounded, mut lost) = (Beyond::nothing(self.program), Beyond::nothing(self.program));
        for &index in &answers.reached {
            let place = &places[index];
            let beyond = match place.reason {
                CutReason::Loop(_) | CutReason::Recursion(_) | CutReason::Depth => &mut bounded,
                CutReason::Unsupported(_) | CutReason::Construct(_) => &mut lost,
            };
            beyond.add(equation, place.frame, place.pc);
        }
        // What holds behind a use of addresses does so for one layout of memory only.
        for used in answers
            .address_uses
            .iter()
            .map(|&index| &equation.address_uses[index])
        {
            lost.add(equation, used.frame, used.pc);
        }
        let mut met = vec![false; self.program.claims.len()];
        for step in &equation.steps {
            if let StepKind::Claim { claim, .. } = step.kind {
                met[claim.index()] = true;
            }
        }
        let reached: Vec<ClaimId> = answers.unsupported.iter().map(|found| found.claim).collect();
        for (index, status) in known.status.iter_mut().enumerate() {
            let claim = ClaimId(index as u32);
            if matches!(status, Status::Fails | Status::Holds) || answers.undecided[index] {
                continue;
            }
            *status = if reached.contains(&claim) {
                Status::Unsupported
            } else if lost.contains(claim) {
                Status::Unknown
            } else if !bounded.contains(claim) {
                Status::Holds
            } else if met[index] {
                Status::HoldsUpToBound
            } else {
                Status::Unknown
            };
        }
    }

    fn obstacles(&self, equation: &Equation, places: &[Place], reached: &[usize]) -> Vec<Obstacle> {
        let mut obstacles: Vec<Obstacle> = Vec::new();
        for place in reached.iter().map(|&index| &places[index]) {
            if obstacles.iter().all(|other| other.reason != place.reason) {
                obstacles.push(Obstacle {
                    reason: place.reason.clone(),
                    loc: place.loc,
                    bound: unwound(&place.reason).map(|what| match equation.is_bottomless(what) {
                        true => budgets::bmc::MAX_CALL_DEPTH.small(),
                        false => self.bounds.bound(what),
                    }),
                    endless: unwound(&place.reason).is_some_and(|what| equation.endless.contains(&what)),
                });
            }
        }
        obstacles
    }
}
