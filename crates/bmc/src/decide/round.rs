//! One round: what an equation says about every claim.
//!
//! First the violations are looked for, then the runs that reach what was not followed: a cut loop, something the
//! symbolic side cannot do, a construct that is not supported. A claim that no run within the bound violates holds
//! if none of the cuts that are reached lies before it ([`beyond`](crate::decide::behind_cut)), and up to the bound otherwise;
//! behind what is not supported nothing is known.

use logic::TermId;
use program::{CheckKind, ClaimId, Program};
use runs::Interrupt;
use sat::{Lit, Model, Solver};
use source::LocId;

use crate::decide::behind_cut::Beyond;
use crate::decide::check::{
    Certificate, ClaimVerdict, Counterexample, Obstacle, Progress, Report, Statistics, Status, unwound,
};
use crate::decide::solve::{Engine, LITTLE_PATIENCE, Prepared, constraints};
use crate::equation::{CutReason, Equation, FrameId, StepId, StepKind};
use crate::options::Options;
use crate::symex::call::DEEPEST_STACK;
use crate::symex::effort::Effort;
use crate::symex::unwind::Bounds;
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

    fn count(&mut self, certificate: Option<Certificate>) {
        let Some(new) = certificate else { return };
        let all = self.certificate.get_or_insert_with(Certificate::default);
        all.proofs += new.proofs;
        all.lemmas += new.lemmas;
        all.refused = all.refused.take().or(new.refused);
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

/// The places that runs may reach, as questions.
struct Reach {
    open: Vec<(usize, Lit)>,
    /// By place: the places of one reason are a group.
    groups: Vec<usize>,
    /// By group.
    reached: Vec<bool>,
}

/// Where runs are not followed further.
struct Place {
    reason: CutReason,
    guard: TermId,
    at: usize,
    frame: FrameId,
    pc: program::Pc,
    loc: LocId,
    /// The claim's instance, for a construct.
    step: Option<StepId>,
}

/// What came of the questions of one round.
struct Answers {
    fails: Vec<Counterexample>,
    unsupported: Vec<Counterexample>,
    /// Claims with an instance that could not be decided.
    undecided: Vec<bool>,
    /// The places that some run reaches, or for which that is not known.
    reached: Vec<usize>,
    /// Whether everything was asked and answered.
    whole: bool,
    /// Whether claims were put off because a larger bound follows, with all that cuts this one known.
    put_off: bool,
    /// Whether some run looks at the order of addresses, or that is not known.
    depends_on_addresses: bool,
    /// Where, as numbers of [`Equation::address_uses`].
    address_uses: Vec<usize>,
}

impl Answers {
    fn none(program: &Program) -> Answers {
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

    fn is_construct(&self, claim: ClaimId) -> bool {
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
        known.count(engine.certificate.take());
        self.judge(&equation, &places, &answers, known);
        if answers.whole || answers.put_off {
            known.obstacles = self.obstacles(&equation, &places, &answers.reached);
            known.unsupported = std::mem::take(&mut answers.unsupported);
            known.depends_on_addresses = answers.depends_on_addresses;
        } else {
            known.depends_on_addresses |= answers.depends_on_addresses && !answers.fails.is_empty();
            if known.obstacles.is_empty() && (stopped || exhausted) {
                known.obstacles = self.obstacles(&equation, &places, &answers.reached);
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

    /// Asks everything.
    fn answers(
        &self,
        engine: &mut Engine<'_>,
        prepared: &Prepared,
        places: &[Place],
        progress: &mut dyn FnMut(Progress),
    ) -> Answers {
        let round = self.number;
        let equation = engine.equation;
        let mut answers = Answers {
            depends_on_addresses: equation.may_depend_on_addresses(),
            address_uses: (0..equation.address_uses.len()).collect(),
            reached: (0..places.len()).collect(),
            ..Answers::none(self.program)
        };
        let asked = prepared.questions.iter().map(|(_, step, _)| step.0 as usize);
        let uses = equation.address_uses.iter().map(|used| used.at);
        let first = asked.chain(places.iter().map(|place| place.at)).chain(uses).min();
        if !engine.constrain(&prepared.constraints, first.unwrap_or(0)) {
            return answers;
        }
        let mut open: Vec<(usize, Lit)> = Vec::new();
        for (index, (claim, step, violation)) in prepared.questions.iter().enumerate() {
            if (self.stop)() {
                return answers;
            }
            if !self.is_construct(*claim) {
                open.push((index, engine.ask(*violation, step.0 as usize)));
            }
        }
        // Of claims that a larger bound will be asked about in any case, only violations are looked for that are found easily.
        let mut later = Beyond::nothing(self.program);
        let mut reach = None;
        if !self.thorough && places.iter().any(|place| self.may_grow(place)) {
            let Some(mut early) = self.ask_places(engine, places) else {
                return answers;
            };
            self.settle_places(
                engine,
                places,
                &mut early,
                &mut answers.unsupported,
                Some(LITTLE_PATIENCE),
            );
            for (place, group) in places.iter().zip(&early.groups) {
                if early.reached[*group] && self.may_grow(place) {
                    answers.put_off = true;
                    later.add(equation, place.frame, place.pc);
                }
            }
            reach = Some(early);
        }
        let most = answers.put_off.then_some(LITTLE_PATIENCE);
        let (_, clauses, _) = engine.statistics();
        progress(Progress::Solving {
            round,
            open: open.len(),
            clauses,
        });
        let claim_of = |index: usize| prepared.questions[index].0;
        let fails = &mut answers.fails;
        let asked = open.clone();
        let group = |index| claim_of(index).index();
        let ended = std::cell::Cell::new(false);
        let mut found = |engine: &mut Engine<'_>, index: usize, _: Lit| {
            // A claim in a loop should be seen failing in an early round.
            let rounds = |(other, _): &&(usize, Lit)| *other <= index && claim_of(*other) == claim_of(index);
            let rounds: Vec<(usize, Lit)> = asked.iter().filter(rounds).copied().collect();
            let violations: Vec<Lit> = rounds.iter().map(|(_, violated)| *violated).collect();
            let (earliest, model) = engine.earliest(&violations);
            let (index, violated) = rounds[earliest];
            let step = prepared.questions[index].1;
            fails.push(self.run(engine, step, claim_of(index), violated, model));
            ended.set(self.options.stop_on_fail);
            !ended.get()
        };
        let is_later = |(index, _): &(usize, Lit)| later.contains(claim_of(*index));
        let (open_later, open): (Vec<_>, Vec<_>) = open.into_iter().partition(is_later);
        let mut left = engine.settle(open_later, &group, most, &mut found);
        if !ended.get() {
            left.extend(engine.settle(open, &group, None, &mut found));
        }
        answers.undecided.fill(false);
        for (index, _) in &left {
            answers.undecided[claim_of(*index).index()] = true;
        }
        for found in &answers.fails {
            answers.undecided[found.claim.index()] = false;
        }
        let enough = self.options.stop_on_fail && !answers.fails.is_empty();
        if enough {
            answers.put_off = false;
            return answers;
        }
        progress(Progress::Reaching {
            round,
            cuts: places.len(),
        });
        let Some(mut reach) = reach.or_else(|| self.ask_places(engine, places)) else {
            answers.put_off = false;
            return answers;
        };
        self.settle_places(engine, places, &mut reach, &mut answers.unsupported, most);
        for (index, _) in &reach.open {
            reach.reached[reach.groups[*index]] = true;
        }
        answers.reached = (0..places.len())
            .filter(|index| reach.reached[reach.groups[*index]])
            .collect();
        if !reach.open.is_empty() && !answers.put_off {
            return answers;
        }
        // Does any run look at the order of addresses?
        // One run for each instruction is enough.
        let place = |index: usize| {
            let used = &equation.address_uses[index];
            (equation.frame(used.frame).function, used.pc)
        };
        let mut instructions: Vec<_> = (0..equation.address_uses.len()).map(place).collect();
        instructions.sort_unstable();
        instructions.dedup();
        let group = |index: usize| instructions.binary_search(&place(index)).unwrap_or(0);
        let uses = equation.address_uses.iter().enumerate();
        let uses: Vec<(usize, Lit)> = uses
            .map(|(index, used)| (index, engine.ask(used.guard, used.at)))
            .collect();
        let mut depends = vec![false; instructions.len()];
        let unclear = engine.settle(uses, &group, most, &mut |_, index, _| {
            depends[group(index)] = true;
            true
        });
        for (index, _) in &unclear {
            depends[group(*index)] = true;
        }
        answers.address_uses.retain(|index| depends[group(*index)]);
        answers.depends_on_addresses = depends.contains(&true);
        answers.whole = left.is_empty() && unclear.is_empty() && reach.open.is_empty();
        answers.put_off &= !answers.whole;
        answers
    }

    /// Whether a larger bound would follow runs further here.
    fn may_grow(&self, place: &Place) -> bool {
        unwound(&place.reason).is_some_and(|what| self.bounds.may_grow(what, self.options.deepest))
    }

    /// Which places does some run reach? A cut that no run reaches cuts nothing. Nothing if there is no time to ask.
    fn ask_places(&self, engine: &mut Engine<'_>, places: &[Place]) -> Option<Reach> {
        // One run for each reason is enough.
        let mut first: Vec<usize> = Vec::new();
        let mut groups: Vec<usize> = Vec::new();
        for place in places {
            let same = first
                .iter()
                .position(|&other| places[other].reason == place.reason);
            let group = same.unwrap_or(first.len());
            if same.is_none() {
                first.push(groups.len());
            }
            groups.push(group);
        }
        if (self.stop)() {
            return None;
        }
        let open = places
            .iter()
            .enumerate()
            .map(|(index, place)| (index, engine.ask(place.guard, place.at)))
            .collect();
        Some(Reach {
            open,
            groups,
            reached: vec![false; first.len()],
        })
    }

    /// Finds out about places, as far as patience goes; runs that reach a construct that is not supported are kept.
    fn settle_places(
        &self,
        engine: &mut Engine<'_>,
        places: &[Place],
        reach: &mut Reach,
        unsupported: &mut Vec<Counterexample>,
        most: Option<u64>,
    ) {
        let (groups, reached) = (&reach.groups, &mut reach.reached);
        let open = std::mem::take(&mut reach.open);
        reach.open = engine.settle(
            open,
            &|index| groups[index],
            most,
            &mut |engine, index, literal| {
                reached[groups[index]] = true;
                if let (CutReason::Construct(claim), Some(step)) = (&places[index].reason, places[index].step)
                {
                    let model = engine.solver.model();
                    unsupported.push(self.run(engine, step, *claim, literal, model));
                }
                true
            },
        );
    }

    /// A run that the solver has found, with small inputs.
    fn run(
        &self,
        engine: &mut Engine<'_>,
        step: StepId,
        claim: ClaimId,
        violated: Lit,
        model: Model,
    ) -> Counterexample {
        let equation = engine.equation;
        let first_found = self.options.record.then(|| engine.symbols(&model));
        let assignment = engine.simplest(violated, model);
        let (execution, inputs) = equation.execution(self.program, &assignment, step);
        Counterexample {
            claim,
            run: equation.run(inputs, Some(claim)),
            loc: equation.user_loc(self.program, step),
            execution: Some(execution),
            first_found,
        }
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
                        true => DEEPEST_STACK,
                        false => self.bounds.bound(what),
                    }),
                    endless: unwound(&place.reason).is_some_and(|what| equation.endless.contains(&what)),
                });
            }
        }
        obstacles
    }
}
