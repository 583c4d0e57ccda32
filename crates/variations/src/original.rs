//! The run that is varied: followed step by step, and the work around it.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};

use interp::{Environment, Interpreter, Limits, NoOutput, Policy, StepPlace, Stepper, Stop};
use program::{CheckKind, Program};
use runs::{InputValue, Run};

use crate::choices::{AtSteps, Choices, Chooser, Mode, Text};
use crate::domain::Domains;
use crate::explore::{Explorer, Found, Goal, OriginalStep, Samples};
use crate::sets::{self, Projection, Sets};
use crate::space::{End, Gap, Mark, Space, Wrong, end_of};
use crate::trie::{NodeId, Trie};
use crate::{
    Executable, Keep, NoVariations, Options, Question, Variations, graph, invariants, transform, usual_points,
};

/// States of the original are kept in blocks of so many; of the others only every first.
const BLOCK: usize = 64;

/// Everything that is needed to vary one run.
pub(crate) struct Work<'w, 'm> {
    question: &'w Question<'w>,
    options: &'w Options,
    pub(crate) space: Space<'m>,
    pub(crate) trie: Trie,
    samples: Samples,
    pub(crate) points: HashSet<StepPlace>,
    steps: Vec<OriginalStep>,
    /// The first state, and that of every block.
    marks: Vec<Mark<'m>>,
    goal: Goal,
    /// Inputs that are taken before the first step.
    prologue: Vec<InputValue>,
    thread_names: Vec<String>,
    gaps: HashSet<Gap>,
}

/// Whether a run fails at a data race.
fn races(program: &Program, run: &Run) -> bool {
    run.claim
        .is_some_and(|claim| program.claim(claim).kind == CheckKind::DataRace)
}

/// Follows a run and hands it on.
pub(crate) fn with_original<T>(
    question: &Question<'_>,
    interpreter: &Interpreter<'_>,
    options: &Options,
    work: impl FnOnce(Work<'_, '_>) -> T,
) -> Result<T, NoVariations> {
    let (program, run) = (question.program, question.run);
    let choices = RefCell::new(Choices::new(Domains::new(program, run)));
    choices.borrow_mut().mode = Mode::Listed {
        values: run.keyed().collect(),
        policy: Policy::listed(run.schedule.clone(), true),
    };
    let at = Cell::new(0);
    let mut text = Text {
        bytes: run.stdin(program),
        at: &at,
    };
    let (mut supply, mut output, mut observer) = (Chooser(&choices), NoOutput, AtSteps);
    let environment = Environment {
        inputs: &mut supply,
        stdin: &mut text,
        output: &mut output,
        observer: &mut observer,
        limits: Limits::of_trial(),
        arguments: question.arguments.to_vec(),
        interrupt: None,
    };
    let mut stepper = match Stepper::start(interpreter, environment) {
        Ok(stepper) => stepper,
        Err(outcome) => {
            return Err(match end_of(outcome.stop.clone()) {
                End::Wrong(..) => NoVariations::NoSteps,
                _ => NoVariations::EndsOtherwise(Box::new(outcome.stop)),
            });
        }
    };
    if options.near && races(program, run) || !run.stops_at_races(program) {
        // What lies behind the race is of interest.
        stepper.ignore_races();
    }
    let prologue: Vec<InputValue> = choices
        .borrow()
        .asked
        .iter()
        .map(|asked| asked.input.clone())
        .collect();
    let mut points: HashSet<StepPlace> = HashSet::new();
    let wanted = options.points.clone().map(|points| points.into_iter().collect());
    for (function, pc) in wanted.unwrap_or_else(|| usual_points(program)) {
        points.insert(StepPlace {
            function,
            pc,
            inner: (function, pc),
        });
    }
    let mut gaps = HashSet::new();
    if !prologue.is_empty() {
        gaps.insert(Gap::Beginning);
    }
    let place = stepper.place(0);
    let mut followed = Work {
        question,
        options,
        space: Space::new(stepper, &choices, &at),
        trie: Trie::default(),
        samples: Samples::new(),
        points,
        steps: Vec::new(),
        marks: Vec::new(),
        goal: Goal {
            step: crate::Step {
                thread: 0,
                place,
                way: None,
                values: Vec::new(),
                small: false,
            },
            wrong: None,
        },
        prologue,
        thread_names: Vec::new(),
        gaps,
    };
    followed.follow(program)?;
    Ok(work(followed))
}

impl Work<'_, '_> {
    /// Takes the run's steps to its end.
    fn follow(&mut self, program: &Program) -> Result<(), NoVariations> {
        let mut node = Trie::ROOT;
        loop {
            if self.steps.len().is_multiple_of(BLOCK) {
                let mark = self.space.mark();
                self.marks.push(mark);
            }
            if self.steps.len() >= budgets::variations::MAX_ORIGINAL.count() {
                if self.options.near {
                    break;
                }
                return Err(NoVariations::TooLong);
            }
            let taken = self.space.listed();
            let number = self.trie.number(taken.step.clone());
            let inputs = taken.asked.into_iter().map(|asked| asked.input).collect();
            node = self.trie.child(node, number, inputs);
            self.steps.push(OriginalStep {
                step: taken.step.clone(),
                node,
            });
            self.goal.step = taken.step;
            match taken.end {
                End::On => {}
                End::Wrong(wrong, stop) => {
                    self.fails(program, wrong, *stop)?;
                    break;
                }
                End::Normal if self.options.near => break,
                End::Normal => return Err(NoVariations::EndsOtherwise(Box::new(Stop::Exit(0)))),
                End::Infeasible => {
                    let loc = self.space.stepper.loc();
                    return Err(NoVariations::EndsOtherwise(Box::new(Stop::AssumptionViolated(
                        loc,
                    ))));
                }
                End::Unknown(_) if self.options.near => break,
                End::Unknown(Gap::LongStep) => return Err(NoVariations::TooLong),
                End::Unknown(_) => {
                    return Err(NoVariations::EndsOtherwise(Box::new(Stop::Interrupted)));
                }
            }
        }
        self.thread_names = self.space.stepper.thread_names().to_vec();
        if self.space.stdin.get() > 0 {
            self.gaps.insert(Gap::Stdin);
        }
        self.points.insert(self.goal.step.place);
        Ok(())
    }

    fn fails(&mut self, program: &Program, wrong: Wrong, stop: Stop) -> Result<(), NoVariations> {
        let expected = self.question.run.claim;
        let as_expected = match (wrong, expected) {
            (Wrong::Claim(claim), Some(expected)) => {
                claim == expected && program.claim(claim).kind != CheckKind::Unsupported
            }
            (_, expected) => expected.is_none(),
        };
        if !as_expected && !self.options.near {
            return Err(NoVariations::EndsOtherwise(Box::new(stop)));
        }
        self.goal.wrong = Some(wrong);
        Ok(())
    }

    /// Figure 2 with this depth.
    fn generate(&mut self, depth: u32, most_states: u64) -> Found {
        let stop = self.question.stop.clone();
        let stop = move || stop();
        let mut explorer = Explorer {
            program: self.question.program,
            space: &mut self.space,
            trie: &mut self.trie,
            samples: &mut self.samples,
            points: &self.points,
            original: &self.steps,
            goal: &self.goal,
            options: self.options,
            depth,
            stop: &stop,
            most_states,
            visited: HashMap::new(),
            found: Found::default(),
        };
        if let (Some(_), Some(last)) = (self.goal.wrong, self.steps.last()) {
            explorer.found.negatives.push(last.node);
        }
        for block in (0..self.marks.len()).rev() {
            let first = block * BLOCK;
            let length = (self.steps.len() - first).min(BLOCK);
            explorer.space.back_to(&self.marks[block]);
            let mut states = Vec::with_capacity(length);
            for index in first..first + length {
                states.push(explorer.space.mark());
                let node = if index == 0 {
                    Trie::ROOT
                } else {
                    self.steps[index - 1].node
                };
                explorer.sample(node, self.steps[index].step.thread);
                // The last step of all ends the run.
                if explorer.space.forced(&self.steps[index].step).is_none() {
                    break;
                }
            }
            for (index, mark) in states.into_iter().enumerate().rev() {
                let at = first + index;
                if !explorer.full() {
                    explorer.space.back_to(&mark);
                    let node = if at == 0 {
                        Trie::ROOT
                    } else {
                        self.steps[at - 1].node
                    };
                    explorer.explore(node);
                }
                explorer.space.forget(mark);
            }
        }
        explorer.without_prefixes();
        explorer.found
    }

    /// All that is to be found out.
    pub(crate) fn all(&mut self, keep: Keep) -> Variations {
        let options = self.options;
        let most = budgets::variations::MAX_STATES.get();
        let found = self.generate(options.depth, most);
        let mut projection = Projection::default();
        projection.extend(&self.trie, options);
        let mut sets = sets::sets(&self.trie, &projection, &found.negatives, &found.positives);
        let mut gaps = self.gaps.clone();
        gaps.extend(&found.gaps);
        let stable_since = self.stable_since(&found, &sets, &mut projection);
        let all_runs = options.all_runs.then(|| {
            self.space.back_to(&self.marks[0]);
            let stop = self.question.stop.clone();
            graph::all_runs(self, &move || stop())
        });
        if let Some(all) = &all_runs {
            sets = all.sets.clone();
            gaps.extend(&all.gaps);
        }
        let stop = self.question.stop.clone();
        let changes =
            transform::transformations(&self.trie, &found.negatives, &found.positives, &move || stop());
        if !changes.all_pairs {
            gaps.insert(Gap::Pairs);
        }
        let samples = match &all_runs {
            Some(all) => all.samples.clone(),
            None => invariants::samples(&self.trie, &self.samples, &self.points, &found),
        };
        let proved = all_runs.as_ref().is_some_and(|all| all.gaps.is_empty());
        let invariants = invariants::differences(&samples, proved);
        let mut gaps: Vec<Gap> = gaps.into_iter().collect();
        gaps.sort_unstable();
        let others: Vec<_> = found.others.values().cloned().collect();
        let mut wanted: Vec<NodeId> = self.steps.last().map(|step| step.node).into_iter().collect();
        wanted.extend(others.iter().map(|other| other.node));
        wanted.extend(
            changes
                .list
                .iter()
                .take(SHOWN)
                .flat_map(|one| [one.example.0, one.example.1]),
        );
        if keep == Keep::All {
            wanted.extend(found.negatives.iter().chain(&found.positives));
        }
        let executables = self.executables(&wanted);
        Variations {
            original: self.steps.last().map_or(Trie::ROOT, |step| step.node),
            trie: std::mem::take(&mut self.trie),
            negatives: found.negatives,
            positives: found.positives,
            others,
            sets,
            stable_since,
            transformations: changes.list,
            all_transformations: changes.count,
            kinds: changes.kinds,
            replaced: changes.sets,
            invariants,
            samples,
            all_runs,
            gaps,
            states: found.states,
            thread_names: self.thread_names.clone(),
            executables,
            place: self.goal.step.place,
            wrong: self.goal.wrong,
        }
    }

    /// Since which depth the sets are what they are, and whether a smaller depth was seen to give others.
    fn stable_since(
        &mut self,
        found: &Found,
        sets: &Sets,
        projection: &mut Projection,
    ) -> Option<(u32, bool)> {
        let cut = found
            .gaps
            .iter()
            .any(|gap| matches!(gap, Gap::States | Gap::Runs | Gap::Interrupted));
        if cut || self.options.near {
            return None;
        }
        let mut left = found
            .states
            .saturating_mul(budgets::variations::MAX_SHALLOWER.get())
            .max(10_000);
        for depth in (1..self.options.depth).rev() {
            if found.states > left {
                return Some((depth + 1, false));
            }
            let fewer = self.generate(depth, budgets::variations::MAX_STATES.get());
            if fewer.gaps.contains(&Gap::Interrupted) {
                return Some((depth + 1, false));
            }
            left = left.saturating_sub(fewer.states);
            projection.extend(&self.trie, self.options);
            if sets::sets(&self.trie, projection, &fewer.negatives, &fewer.positives) != *sets {
                return Some((depth + 1, true));
            }
        }
        Some((1, true))
    }

    /// Runs that can be executed again, each once.
    fn executables(&mut self, wanted: &[NodeId]) -> Vec<(NodeId, Executable)> {
        let mut known = HashSet::new();
        let mut made = Vec::new();
        for &node in wanted {
            if !known.insert(node) {
                continue;
            }
            self.space.back_to(&self.marks[0]);
            let way = self.trie.way(node);
            let fits = way
                .iter()
                .all(|&step| self.space.forced(self.trie.step(step)).is_some());
            if !fits {
                continue;
            }
            let mut inputs = self.prologue.clone();
            inputs.extend(self.trie.inputs(node));
            let schedule = self.space.stepper.schedule();
            made.push((node, Executable { inputs, schedule }));
        }
        made
    }

    pub(crate) fn goal(&self) -> &Goal {
        &self.goal
    }

    pub(crate) fn options(&self) -> &Options {
        self.options
    }

    pub(crate) fn program(&self) -> &Program {
        self.question.program
    }
}

/// So many transformations have their example made ready.
const SHOWN: usize = 20;
