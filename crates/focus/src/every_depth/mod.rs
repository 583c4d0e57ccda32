//! Whether the ways that were found are all, also where loops and recursions were not followed to their end.
//!
//! An equation has the runs in which no loop goes more rounds, and no recursion is deeper, than its bounds. A longer run
//! is no way of its own if it can be made shorter: when what is demanded at the head of a loop in one round is demanded
//! in an earlier round, too, and has the same values there, the rounds between can be left out. What is left fails with
//! the same inputs, and its sequence is a part of the longer one's; in the end it lies within the bounds, where
//! everything is known. Recursions are made shorter in the same way: an activation takes the place of one that it is
//! called from, if that agrees with it at its entry and at its exit.
//!
//! So it is enough to look at the last rounds before the end, from any state whatever at the head of the loop: one round
//! more than the bound has. If no failing run goes through them without two that agree, there is no other way, for any
//! number of rounds. That is asked of the solver, once for each loop and recursion that was cut, in a program that
//! begins there (`isolate`). Demand behind the end of a procedure is free, as far as its summary allows.

use std::collections::{BTreeMap, BTreeSet};

use bmc::{CutReason, Equation, FrameId, LoopName, StepId, StepKind};
use encode::Encoder;
use logic::{Sort, TermId};
use program::flow::CallGraph;
use program::{ClaimId, FunctionId, Pc, Program};
use sat::{Limited, Limits, Verdict};
use trace::Question;

use crate::backward::{self, Wanted};
use crate::demand::{Bits, Storage};
use crate::inputs::Inputs;
use crate::loads::Loads;
use crate::search::{FocusOptions, Search, Way, metered};
use crate::statics::Statics;
use crate::summary::Lives;

mod isolate;
mod pairs;
mod values;

/// A loop, or the recursion of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Unit {
    Loop(FunctionId, Pc),
    Recursion(FunctionId),
}

impl Unit {
    fn function(self) -> FunctionId {
        match self {
            Unit::Loop(function, _) | Unit::Recursion(function) => function,
        }
    }

    fn of(reason: &CutReason) -> Option<Unit> {
        match reason {
            CutReason::Loop(name) => Some(Unit::Loop(name.function, name.head)),
            CutReason::Recursion(function) => Some(Unit::Recursion(*function)),
            _ => None,
        }
    }
}

/// How far an equation follows everything.
struct Reach<'p> {
    program: &'p Program,
    loops: Vec<LoopName>,
    /// How often the head of a loop is visited at most, or how many activations of a function are in a row.
    visits: BTreeMap<Unit, u32>,
}

impl<'p> Reach<'p> {
    fn new(program: &'p Program, equation: &Equation) -> Reach<'p> {
        let mut visits: BTreeMap<Unit, u32> = BTreeMap::new();
        for step in &equation.steps {
            let function = equation.frame(step.frame).function;
            for (head, round) in step.rounds.iter() {
                let known = visits.entry(Unit::Loop(function, *head)).or_default();
                *known = (*known).max(round + 1);
            }
        }
        for index in 0..equation.frames.len() {
            let frame = FrameId(index as u32);
            let depth = nested(equation, frame).len() as u32;
            let known = visits
                .entry(Unit::Recursion(equation.frame(frame).function))
                .or_default();
            *known = (*known).max(depth);
        }
        Reach {
            program,
            loops: bmc::loops(program),
            visits,
        }
    }

    fn visits(&self, unit: Unit) -> u32 {
        self.visits.get(&unit).copied().unwrap_or(0)
    }

    /// The same bounds, and one more for one unit.
    fn bounds(&self, more: Unit) -> BTreeMap<String, u32> {
        let bound = |unit: Unit| self.visits(unit).max(1) + u32::from(unit == more);
        let loops = self.loops.iter().map(|known| {
            let unit = Unit::Loop(known.function, known.head);
            (known.name.clone(), bound(unit))
        });
        let functions = self.program.functions.iter().enumerate();
        let recursions = functions.map(|(index, function)| {
            let unit = Unit::Recursion(FunctionId(index as u32));
            (format!("{}.recursion", function.name), bound(unit) + 1)
        });
        loops.chain(recursions).collect()
    }
}

/// An activation, and those of the same function that it is called from, the outermost first.
fn nested(equation: &Equation, frame: FrameId) -> Vec<FrameId> {
    let function = equation.frame(frame).function;
    let mut found = vec![frame];
    let mut at = frame;
    while let Some((caller, _)) = equation.frame(at).caller {
        if equation.frame(caller).function == function {
            found.push(caller);
        }
        at = caller;
    }
    found.reverse();
    found
}

/// What is asked.
struct Asked<'q> {
    question: &'q Question<'q>,
    options: &'q FocusOptions,
    calls: CallGraph,
    lives: Lives,
    /// Names of inputs that assumptions mention.
    names: BTreeSet<String>,
    endless: BTreeSet<(FunctionId, Option<Pc>)>,
    may_fail: BTreeSet<ClaimId>,
}

/// Whether runs beyond the bounds of an equation, whose ways are all known, have no other way to fail.
pub(crate) fn decided(
    question: &Question<'_>,
    search: &mut Search<'_>,
    statics: &Statics<'_>,
    options: &FocusOptions,
    ways: &[Way],
) -> bool {
    let program = question.program;
    if program.starts_threads() || ways.iter().any(|way| !way.exact) {
        return false;
    }
    let Some(mut open) = feasible(search, &BTreeSet::new()) else {
        return false;
    };
    let reach = Reach::new(program, search.equation);
    let variables = ways.iter().flat_map(|way| &way.assumptions);
    let names = variables
        .flat_map(|known| &known.variables)
        .map(|name| name.split('#').next().unwrap_or(name).to_owned());
    let asked = Asked {
        question,
        options,
        calls: CallGraph::new(program),
        lives: Lives::new(program),
        names: names.collect(),
        endless: statics.endless().clone(),
        may_fail: statics.may_fail().clone(),
    };
    // Behind a procedure that is looked at alone, any loop may be asked for more rounds than it was.
    if open.iter().any(|unit| !is_start(program, unit.function())) {
        open.extend(reach.visits.keys().copied().filter(|unit| match unit {
            Unit::Loop(..) => true,
            Unit::Recursion(function) => asked.calls.is_recursive(*function),
        }));
    }
    let mut waiting: Vec<Unit> = open.iter().copied().collect();
    while let Some(unit) = waiting.pop() {
        if open.len() > budgets::focus::MAX_OPEN_LOOPS.count() {
            return false;
        }
        let Some(more) = asked.unit(unit, &reach, &open) else {
            return false;
        };
        for unit in more {
            if !is_start(program, unit.function()) {
                return false;
            }
            if open.insert(unit) {
                waiting.push(unit);
            }
        }
    }
    true
}

/// Whether a function is the one that the program starts with, and is called from nowhere else.
fn is_start(program: &Program, function: FunctionId) -> bool {
    isolate::start(program) == Some(function)
}

/// The loops and recursions, beside known ones, that some run goes beyond the bounds of; nothing if a run is cut otherwise.
fn feasible(search: &mut Search<'_>, known: &BTreeSet<Unit>) -> Option<BTreeSet<Unit>> {
    let before = constraints(search.equation);
    let mut found = BTreeSet::new();
    for index in 0..search.equation.cuts.len() {
        let cut = &search.equation.cuts[index];
        let (guard, at, unit) = (cut.guard, cut.at, Unit::of(&cut.reason));
        if unit.is_some_and(|unit| known.contains(&unit) || found.contains(&unit)) {
            continue;
        }
        if search.ask(&[guard, before[at]]) != Verdict::Unsat {
            found.insert(unit?);
        }
    }
    Some(found)
}

/// By the number of steps before: that all claims and assumptions among these hold.
fn constraints(equation: &mut Equation) -> Vec<TermId> {
    let mut before = equation.pool.bool(true);
    let mut found = vec![before];
    for index in 0..equation.steps.len() {
        if let StepKind::Assume { cond, .. } | StepKind::Claim { cond, .. } = equation.steps[index].kind {
            let holds = equation.pool.implies(equation.steps[index].guard, cond);
            before = equation.pool.and(before, holds);
        }
        found.push(before);
    }
    found
}

impl Asked<'_> {
    /// Shows that runs which go beyond the bound of one loop or recursion can be made shorter. The answer is what else goes
    /// beyond its bound then; nothing if it is not so.
    fn unit(&self, unit: Unit, reach: &Reach<'_>, open: &BTreeSet<Unit>) -> Option<BTreeSet<Unit>> {
        let sources = self.question.sources?;
        let isolated = isolate::at(self.question.program, &self.calls, &self.lives, unit, &self.names)?;
        let bounds = bmc::Options {
            unwind: None,
            unwindset: reach.bounds(unit),
            first_bounds: BTreeMap::new(),
            fixed: None,
            loads: true,
            record: false,
            most_terms: budgets::focus::MAX_ISOLATED_TERMS.count(),
            ..self.question.options.clone()
        };
        let unwound = bmc::unwind_program(&isolated.program, Some(sources), &bounds, self.question.stop);
        let (mut equation, false) = unwound else {
            return None;
        };
        let statics = Statics::new(&isolated.program, self.may_fail.clone(), self.endless.clone());
        let chains = match unit {
            Unit::Loop(function, head) => pairs::rounds(&mut equation, function, head),
            Unit::Recursion(function) => {
                pairs::activations(&equation, function, reach.visits(unit) as usize + 1)
            }
        }?;
        let wanted = reach.visits(unit) as usize + 1;
        let chains: Vec<pairs::Chain> = chains
            .into_iter()
            .filter(|chain| chain.visits.len() >= wanted)
            .collect();
        let places: BTreeSet<usize> = chains.iter().flat_map(pairs::Chain::places).collect();
        let loads = Loads::new(&equation);
        let selected = self.question.options.claims.as_ref();
        let wanted_claim = |claim: ClaimId| {
            selected.is_none_or(|claims| claims.contains(&claim)) && !self.options.hold.contains(&claim)
        };
        let behind = self.behind(&mut equation, &isolated);
        let (encoded, snapshots) = backward::encode(
            &statics,
            sources,
            &mut equation,
            &loads,
            &Wanted {
                claims: &wanted_claim,
                tests: &self.options.tests,
                behind: &behind,
                places: &places,
            },
        );
        let values = values::Values::new(&statics, &mut equation, &snapshots, &chains);
        let mut search = Search {
            equation: &mut equation,
            solver: metered(self.question),
            encoder: Encoder::new(encode::Options::default()),
            inputs: Inputs::default(),
            meter: self.question.options.meter.clone(),
        };
        search
            .solver
            .set_limits(Limits::conflicts(budgets::focus::MAX_DEPTH_CONFLICTS.get()));
        let mut ends: Vec<TermId> = encoded.fails.iter().map(|(_, term)| *term).collect();
        ends.extend(behind.iter().map(|(.., when)| *when));
        let ends = search.equation.pool.or_all(&ends);
        let refused: Vec<TermId> = encoded.refused.iter().map(|(when, _)| *when).collect();
        let refused = search.equation.pool.or_all(&refused);
        if !search.excludes(&[ends, refused]) {
            return None;
        }
        for chain in &chains {
            let apart = pairs::apart(search.equation, chain, &snapshots, &values);
            let mut terms = vec![ends, apart];
            terms.extend(chain.visits.iter().map(|visit| visit.reached));
            if !search.excludes(&terms) {
                return None;
            }
        }
        feasible(&mut search, open)
    }

    /// What may be demanded behind a procedure that is looked at alone.
    fn behind(
        &self,
        equation: &mut Equation,
        isolated: &isolate::Isolated,
    ) -> Vec<(Storage<FrameId>, Bits, TermId)> {
        let all = constraints(equation);
        let Some(&before) = all.last() else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for var in &isolated.behind {
            let count = isolated.program.size_of_variable(*var) * 8;
            let (_, free) = equation.pool.fresh("demanded", Sort::Bool);
            let when = equation.pool.and(before, free);
            found.push((Storage::Static(*var), Bits { from: 0, count }, when));
        }
        found
    }
}

/// The first step of an activation that is its own, beside those that give parameters their values, and the place behind
/// all that it and what it calls does.
fn extent(equation: &Equation, frame: FrameId) -> Option<(StepId, usize)> {
    let within = |of: FrameId| {
        let mut at = of;
        loop {
            if at == frame {
                return true;
            }
            match equation.frame(at).caller {
                Some((caller, _)) if caller >= frame => at = caller,
                _ => return false,
            }
        }
    };
    let steps = equation.steps.iter().enumerate();
    let parameter = |step: &bmc::Step| backward::is_parameter(equation, step);
    let first = steps
        .clone()
        .find(|(_, step)| step.frame == frame && !parameter(step))
        .map(|(index, _)| StepId(index as u32))?;
    let (last, _) = steps.rev().find(|(_, step)| within(step.frame))?;
    Some((first, last + 1))
}
