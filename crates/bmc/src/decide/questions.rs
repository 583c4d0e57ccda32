//! The questions of one round, in the order that finds failures soon: the claims, then the places where runs are not
//! followed further, then whether any run looks at the order of addresses.
//!
//! A claim that a larger bound will be asked about in any case is only looked at for a violation that is found easily. One
//! run is enough for each claim, each reason to stop following, and each instruction that compares addresses.

use program::ClaimId;
use sat::{Lit, Model, Solver};

use crate::decide::behind_cut::Beyond;
use crate::decide::check::{Counterexample, Progress, unwound};
use crate::decide::round::{Answers, Place, Round};
use crate::decide::solve::{ASKED_EVERY, Engine, Prepared};
use crate::equation::{CutReason, StepId};

/// The places that runs may reach, as questions.
struct Reach {
    open: Vec<(usize, Lit)>,
    /// By place: the places of one reason are a group.
    groups: Vec<usize>,
    /// By group.
    reached: Vec<bool>,
}

impl Round<'_> {
    /// Asks everything.
    pub(super) fn answers(
        &self,
        engine: &mut Engine<'_>,
        prepared: &Prepared,
        places: &[Place],
        progress: &mut dyn FnMut(Progress),
    ) -> Answers {
        let round = self.number;
        let equation = engine.equation;
        let mut answers = Answers {
            depends_on_addresses: !equation.address_uses.is_empty(),
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
        let Some(open) = self.ask_claims(engine, prepared) else {
            return answers;
        };
        // Of claims that a larger bound will be asked about in any case, only violations are looked for that are found easily.
        let mut later = Beyond::nothing(self.program);
        let mut reach = None;
        if !self.thorough && places.iter().any(|place| self.may_grow(place)) {
            reach = self.look_ahead(engine, places, &mut answers, &mut later);
            if reach.is_none() {
                return answers;
            }
        }
        let most = answers.put_off.then_some(budgets::bmc::LITTLE_PATIENCE.get());
        let (_, clauses, _) = engine.statistics();
        progress(Progress::Solving {
            round,
            open: open.len(),
            clauses,
        });
        let claims_left = self.settle_claims(engine, prepared, open, (&later, most), &mut answers);
        if self.options.stop_on_fail && !answers.fails.is_empty() {
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
        let addresses_left = self.settle_addresses(engine, &mut answers, most);
        answers.whole = claims_left == 0 && addresses_left == 0 && reach.open.is_empty();
        answers.put_off &= !answers.whole;
        answers
    }

    /// One question for each instance of a claim. Nothing if there is no time to ask.
    fn ask_claims(&self, engine: &mut Engine<'_>, prepared: &Prepared) -> Option<Vec<(usize, Lit)>> {
        let mut open: Vec<(usize, Lit)> = Vec::new();
        for (index, (claim, step, violation)) in prepared.questions.iter().enumerate() {
            // What nobody has the effort to answer need not be encoded.
            if (self.stop)() || index % ASKED_EVERY == ASKED_EVERY - 1 && engine.is_over() {
                return None;
            }
            if !self.is_construct(*claim) {
                open.push((index, engine.ask(*violation, step.0 as usize)));
            }
        }
        Some(open)
    }

    /// Which claims lie behind a place where a larger bound would follow runs further. Nothing if there is no time to ask.
    fn look_ahead(
        &self,
        engine: &mut Engine<'_>,
        places: &[Place],
        answers: &mut Answers,
        later: &mut Beyond,
    ) -> Option<Reach> {
        let mut early = self.ask_places(engine, places)?;
        let patience = Some(budgets::bmc::LITTLE_PATIENCE.get());
        self.settle_places(engine, places, &mut early, &mut answers.unsupported, patience);
        for (place, group) in places.iter().zip(&early.groups) {
            if early.reached[*group] && self.may_grow(place) {
                answers.put_off = true;
                later.add(engine.equation, place.frame, place.pc);
            }
        }
        Some(early)
    }

    /// Looks for violations, with little patience first for the claims that a larger bound will be asked about. How many
    /// instances were not decided.
    fn settle_claims(
        &self,
        engine: &mut Engine<'_>,
        prepared: &Prepared,
        open: Vec<(usize, Lit)>,
        (later, most): (&Beyond, Option<u64>),
        answers: &mut Answers,
    ) -> usize {
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
            engine.effort.no_more_than(self.options.after_failure);
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
        left.len()
    }

    /// Does any run look at the order of addresses? One run for each instruction is enough. How many uses were not decided.
    fn settle_addresses(&self, engine: &mut Engine<'_>, answers: &mut Answers, most: Option<u64>) -> usize {
        let equation = engine.equation;
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
        unclear.len()
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
        let mut run = equation.run(inputs, Some(claim));
        run.schedule = equation.schedule(&assignment);
        Counterexample {
            claim,
            run,
            loc: equation.user_loc(self.program, step),
            execution: Some(execution),
            first_found,
        }
    }
}
