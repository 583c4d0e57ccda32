//! The nearest schedule with which a failing run passes, its inputs held constant (thesis, 10.2.3).
//!
//! Two runs are as far apart as there are pairs of conflicting events that they order otherwise: events of different threads that
//! touch the same thing, one of them to write it. So runs that differ by exchanging independent events are at distance 0,
//! and one transposition that matters costs one. All schedules are executed up to exchanging independent events (sleep sets),
//! at most so many; if these were all, the distance is the least.
//!
//! An event is known by its thread and its place among that thread's events. One that a run does not come to is behind all
//! that it has: who stands before a lock has not taken it yet. Pairs of which a run has neither do not count. The order in which objects are allocated is no conflict: it only numbers them.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use interp::{
    BytesInput, Decision, Environment, Exploration, Explored, Explorer, InputRequest, InputSupply,
    Interpreter, Limits, ListedInputs, NoObserver, NoOutput, Policy, Scheduled, Stop, Touched, Turn,
    ZeroInputs,
};
use runs::Schedule;
use source::LocId;

use crate::{NoVariations, Question};

/// An event by its thread, and its place among that thread's.
pub type EventName = (String, usize);

/// Two conflicting events, each with its place in the user's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Swapped {
    /// First in the failing run.
    pub first: (EventName, LocId),
    pub second: (EventName, LocId),
}

/// A schedule that passes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NearestSchedule {
    pub schedule: Schedule,
    /// So many pairs are ordered otherwise.
    pub swapped: Vec<Swapped>,
    /// No schedule that passes is nearer.
    pub proved: bool,
}

/// What came of the search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Nearest {
    Found(NearestSchedule),
    /// Whether all schedules were tried.
    None {
        all: bool,
    },
}

/// The events of a run: who, and what was touched.
type Events = Vec<(String, Vec<Touched>)>;

/// Notes events on their way to whoever decides.
struct Recorder<'r> {
    inner: &'r mut dyn InputSupply,
    events: &'r RefCell<Events>,
    names: Vec<String>,
    decided: bool,
}

impl InputSupply for Recorder<'_> {
    fn supply(&mut self, request: &InputRequest<'_>) -> u128 {
        self.inner.supply(request)
    }

    fn schedule(&mut self, turn: &Turn<'_>) -> Decision {
        self.names.clear();
        self.names.extend_from_slice(turn.names);
        self.decided = true;
        self.inner.schedule(turn)
    }

    fn stops_at_races(&self) -> bool {
        self.inner.stops_at_races()
    }

    fn stepped(&mut self, thread: usize, touched: &[Touched]) {
        if let Some(name) = self.names.get(thread).filter(|_| self.decided) {
            self.events.borrow_mut().push((name.clone(), touched.to_vec()));
        }
        self.inner.stepped(thread, touched);
    }
}

/// Executes a run and notes its events; `inner` decides.
fn execute(
    question: &Question<'_>,
    interpreter: &Interpreter<'_>,
    inner: &mut dyn InputSupply,
) -> (Stop, Events, Schedule, u64) {
    let events = RefCell::new(Events::new());
    let mut recorder = Recorder {
        inner,
        events: &events,
        names: Vec::new(),
        decided: false,
    };
    let outcome = interpreter.run(Environment {
        inputs: &mut recorder,
        stdin: &mut BytesInput::new(question.run.stdin(question.program)),
        output: &mut NoOutput,
        observer: &mut NoObserver,
        limits: Limits {
            steps: budgets::variations::MAX_STEP.get(),
            ..Limits::of_trial()
        },
        arguments: question.arguments.to_vec(),
        interrupt: None,
    });
    let work = outcome.steps + budgets::runs::START.get();
    (outcome.stop, events.into_inner(), outcome.schedule, work)
}

/// Whether two events have to stay in their order.
fn conflict(a: &[Touched], b: &[Touched]) -> bool {
    // (object, address) of the counter by which objects are numbered.
    let numbering = |touched: &Touched| touched.object == u64::MAX && touched.from == 0;
    let real = |touched: &&Touched| !numbering(touched);
    a.iter()
        .filter(real)
        .any(|a| b.iter().filter(real).any(|b| a.conflicts(b)))
}

/// The events by name: where they are in the run, and what they touch.
fn named(events: &Events) -> BTreeMap<EventName, (usize, &[Touched])> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut named = BTreeMap::new();
    for (at, (thread, touched)) in events.iter().enumerate() {
        let count = counts.entry(thread).or_insert(0);
        named.insert((thread.clone(), *count), (at, touched.as_slice()));
        *count += 1;
    }
    named
}

/// The pairs of conflicting events that one of the runs orders otherwise, as the first run orders them.
fn reordered(failing: &Events, passing: &Events) -> BTreeSet<(EventName, EventName)> {
    let (a, b) = (named(failing), named(passing));
    let at = |events: &BTreeMap<EventName, (usize, &[Touched])>, name: &EventName| {
        events.get(name).map_or(usize::MAX, |(at, _)| *at)
    };
    let mut all: BTreeSet<&EventName> = a.keys().collect();
    all.extend(b.keys());
    let all: Vec<&EventName> = all.into_iter().collect();
    let mut found = BTreeSet::new();
    for (index, &x) in all.iter().enumerate() {
        for &y in &all[index + 1..] {
            let (here, there) = ((at(&a, x), at(&a, y)), (at(&b, x), at(&b, y)));
            let ordered = |(x, y): (usize, usize)| x != y;
            if x.0 == y.0 || !ordered(here) || !ordered(there) || (here.0 < here.1) == (there.0 < there.1) {
                continue;
            }
            let touched = |name: &EventName| [a.get(name), b.get(name)].into_iter().flatten();
            let conflicts = touched(x).any(|(_, x)| touched(y).any(|(_, y)| conflict(x, y)));
            if conflicts {
                let (first, second) = if here.0 < here.1 { (x, y) } else { (y, x) };
                found.insert((first.clone(), second.clone()));
            }
        }
    }
    found
}

/// Where an event happens, in the run that comes to it.
fn place_of(name: &EventName, runs: [&Events; 2]) -> LocId {
    let touched = runs.into_iter().find_map(|events| {
        let own = events.iter().filter(|(thread, _)| *thread == name.0);
        own.map(|(_, touched)| touched).nth(name.1)
    });
    touched
        .and_then(|touched| touched.iter().find(|touched| touched.loc != LocId::NONE))
        .map_or(LocId::NONE, |touched| touched.loc)
}

/// A schedule with which the run passes.
struct PassingSchedule {
    /// The conflicting events that the failing run has in the other order.
    pairs: BTreeSet<(EventName, EventName)>,
    schedule: Schedule,
    events: Events,
}

/// The nearest schedule with which the run passes.
///
/// # Errors
/// When the run does not fail.
pub fn nearest_schedule(
    question: &Question<'_>,
    interpreter: &Interpreter<'_>,
) -> Result<Nearest, NoVariations> {
    let run = question.run;
    let inputs = || ListedInputs::new(run.keyed(), ZeroInputs);
    let mut own = inputs();
    let mut original = Scheduled {
        inputs: &mut own,
        policy: Policy::listed(run.schedule.clone(), true),
        stops_at_races: run.stops_at_races(question.program),
    };
    let (stop, failing, ..) = execute(question, interpreter, &mut original);
    match &stop {
        Stop::ClaimFailed { claim, .. } if run.claim.is_none_or(|expected| expected == *claim) => {}
        other => return Err(NoVariations::EndsOtherwise(Box::new(other.clone()))),
    }
    let mut best: Option<PassingSchedule> = None;
    let mut cut = false;
    let mut work = 0;
    // Waiting that ends by itself is no schedule that anybody could ask for.
    let explored = Explorer::default().explore(
        budgets::variations::MAX_SCHEDULES.get(),
        |exploration: &mut Exploration<'_>| {
            if (question.stop)() || cut || work > budgets::variations::MAX_SCHEDULE_WORK.get() {
                cut = true;
                return;
            }
            let mut own = inputs();
            let mut fixed = Fixed {
                exploration,
                inputs: &mut own,
                stops_at_races: run.stops_at_races(question.program),
            };
            let (stop, events, schedule, executed) = execute(question, interpreter, &mut fixed);
            work += executed;
            match stop {
                Stop::Exit(_) | Stop::Abort => {
                    // Each pair of events is looked at.
                    work += (events.len() * events.len()) as u64;
                    let pairs = reordered(&failing, &events);
                    if best.as_ref().is_none_or(|known| pairs.len() < known.pairs.len()) {
                        best = Some(PassingSchedule {
                            pairs,
                            schedule,
                            events,
                        });
                    }
                }
                // What is asleep was seen in another run.
                Stop::ClaimFailed { .. } | Stop::AssumptionViolated(_) | Stop::Interrupted => {}
                _ => cut = true,
            }
        },
    );
    let all = explored == Explored::Completely && !cut;
    let Some(passing) = best else {
        return Ok(Nearest::None { all });
    };
    let told = |name: &EventName| (name.clone(), place_of(name, [&failing, &passing.events]));
    let swapped = passing.pairs.iter().map(|(first, second)| Swapped {
        first: told(first),
        second: told(second),
    });
    Ok(Nearest::Found(NearestSchedule {
        swapped: swapped.collect(),
        schedule: passing.schedule,
        proved: all,
    }))
}

/// The inputs of the run, the schedule of the exploration.
struct Fixed<'f, 'e> {
    exploration: &'f mut Exploration<'e>,
    inputs: &'f mut dyn InputSupply,
    stops_at_races: bool,
}

impl InputSupply for Fixed<'_, '_> {
    fn supply(&mut self, request: &InputRequest<'_>) -> u128 {
        self.inputs.supply(request)
    }

    fn schedule(&mut self, turn: &Turn<'_>) -> Decision {
        self.exploration.schedule(turn)
    }

    fn stops_at_races(&self) -> bool {
        self.stops_at_races
    }

    fn stepped(&mut self, thread: usize, touched: &[Touched]) {
        self.exploration.stepped(thread, touched);
    }
}
