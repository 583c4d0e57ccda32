//! All runs of a program at once.
//!
//! Where the states that can be reached are few enough, the graph of them decides what holds for *every* run, of any
//! length: a transition is in some failing run if it lies on a way to the error, and in all of them if the error is out
//! of reach without it. That is one search for each transition. A passing run here is one from whose end the error
//! cannot be reached any more: all others are beginnings of failing ones.

use std::collections::{BTreeSet, HashMap, HashSet};

use interp::Seen;

use crate::invariants::{SampleTable, table};
use crate::original::Work;
use crate::sets::{Sets, Transition};
use crate::space::{End, Gap, Mark, Wrong};
use crate::trie::Step;

/// How many runs there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunCount {
    Exactly(u128),
    /// There are rounds that can be repeated.
    Unlimited,
}

/// What holds for all runs.
#[derive(Debug, Clone)]
pub struct AllRuns {
    pub negatives: RunCount,
    pub positives: RunCount,
    pub states: u64,
    pub sets: Sets,
    pub samples: Vec<SampleTable>,
    /// Why it may not be all runs.
    pub gaps: HashSet<Gap>,
}

#[derive(Debug, Clone, Copy)]
struct Edge {
    from: u32,
    /// Nothing behind an end.
    to: Option<u32>,
    transition: u32,
    thread: u32,
    target: Target,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Target {
    Negative,
    Positive,
    Other,
}

#[derive(Default)]
struct Graph {
    edges: Vec<Edge>,
    /// By state, the edges from it.
    out: Vec<Vec<u32>>,
    into: Vec<Vec<u32>>,
    transitions: Vec<Transition>,
    numbers: HashMap<Transition, u32>,
    samples: HashMap<(u32, u32), (crate::invariants::Point, Vec<Seen>)>,
    gaps: HashSet<Gap>,
}

struct Open<'m> {
    state: u32,
    mark: Mark<'m>,
    threads: Vec<usize>,
    at: usize,
    figures: Vec<usize>,
    fresh: bool,
}

impl Graph {
    fn state(&mut self) -> u32 {
        self.out.push(Vec::new());
        self.into.push(Vec::new());
        self.out.len() as u32 - 1
    }

    fn transition(&mut self, transition: Transition) -> u32 {
        let next = self.transitions.len() as u32;
        let number = *self.numbers.entry(transition.clone()).or_insert(next);
        if number == next {
            self.transitions.push(transition);
        }
        number
    }

    fn add(&mut self, edge: Edge) {
        let number = self.edges.len() as u32;
        self.edges.push(edge);
        self.out[edge.from as usize].push(number);
        if let Some(to) = edge.to {
            self.into[to as usize].push(number);
        }
    }

    /// Whether an edge of these can be reached without a transition.
    fn reached_without(&self, transition: u32, wanted: &[bool]) -> bool {
        let mut seen = vec![false; self.out.len()];
        let mut work = vec![0u32];
        while let Some(state) = work.pop() {
            if std::mem::replace(&mut seen[state as usize], true) {
                continue;
            }
            for &number in &self.out[state as usize] {
                let edge = &self.edges[number as usize];
                if edge.transition == transition {
                    continue;
                }
                if wanted[number as usize] {
                    return true;
                }
                work.extend(edge.to);
            }
        }
        false
    }

    /// (transitions on ways to these edges, those on all of them)
    fn side(&self, ends: &[bool]) -> (BTreeSet<Transition>, BTreeSet<Transition>) {
        let leads = self.leading_to(ends);
        let mut on: BTreeSet<u32> = BTreeSet::new();
        for (number, edge) in self.edges.iter().enumerate() {
            if ends[number] || edge.to.is_some_and(|to| leads[to as usize]) {
                on.insert(edge.transition);
            }
        }
        let told = |number: &u32| self.transitions[*number as usize].clone();
        let in_all = on.iter().filter(|number| !self.reached_without(**number, ends));
        (on.iter().map(told).collect(), in_all.map(told).collect())
    }

    /// The states from which one of these edges can still be taken.
    fn leading_to(&self, ends: &[bool]) -> Vec<bool> {
        let mut leads = vec![false; self.out.len()];
        let ending = self.edges.iter().zip(ends).filter(|(_, end)| **end);
        let mut work: Vec<u32> = ending.map(|(edge, _)| edge.from).collect();
        while let Some(state) = work.pop() {
            if !std::mem::replace(&mut leads[state as usize], true) {
                work.extend(
                    self.into[state as usize]
                        .iter()
                        .map(|&edge| self.edges[edge as usize].from),
                );
            }
        }
        leads
    }

    /// How many ways there are to these edges.
    fn ways(&self, ends: &[bool]) -> RunCount {
        let leads = self.leading_to(ends);
        // Children first; a state that is met while it is open lies on a round.
        let mut counts: Vec<Option<u128>> = vec![None; self.out.len()];
        let mut opened = vec![false; self.out.len()];
        let mut work = vec![(0u32, false)];
        while let Some((state, back)) = work.pop() {
            let index = state as usize;
            if !leads[index] || counts[index].is_some() {
                continue;
            }
            if back {
                let mut count = 0u128;
                for &number in &self.out[index] {
                    count = count.saturating_add(u128::from(ends[number as usize]));
                    let to = self.edges[number as usize].to.filter(|&to| leads[to as usize]);
                    count = count.saturating_add(to.and_then(|to| counts[to as usize]).unwrap_or(0));
                }
                counts[index] = Some(count);
                continue;
            }
            if std::mem::replace(&mut opened[index], true) {
                return RunCount::Unlimited;
            }
            work.push((state, true));
            for &number in &self.out[index] {
                if let Some(to) = self.edges[number as usize].to
                    && leads[to as usize]
                    && counts[to as usize].is_none()
                {
                    if opened[to as usize] {
                        return RunCount::Unlimited;
                    }
                    work.push((to, false));
                }
            }
        }
        RunCount::Exactly(counts[0].unwrap_or(0))
    }

    /// The values at each place, of ways to these edges.
    fn rows(&self, ends: &[bool]) -> Vec<(crate::invariants::Point, &Vec<Seen>)> {
        let leads = self.leading_to(ends);
        let mut used = HashSet::new();
        for (number, edge) in self.edges.iter().enumerate() {
            if ends[number] || edge.to.is_some_and(|to| leads[to as usize]) {
                used.insert((edge.from, edge.thread));
            }
        }
        let mut keys: Vec<_> = self.samples.keys().filter(|key| used.contains(key)).collect();
        keys.sort_unstable();
        keys.into_iter()
            .map(|key| (self.samples[key].0, &self.samples[key].1))
            .collect()
    }
}

/// Explores everything that can be reached from where the work's space stands.
pub(crate) fn all_runs(work: &mut Work<'_, '_>, stop: &dyn Fn() -> bool) -> AllRuns {
    let graph = explored(work, stop);
    let negative: Vec<bool> = graph
        .edges
        .iter()
        .map(|edge| edge.target == Target::Negative)
        .collect();
    let fails = graph.leading_to(&negative);
    let passes =
        |edge: &Edge| edge.target == Target::Positive && edge.to.is_none_or(|to| !fails[to as usize]);
    let positive: Vec<bool> = graph.edges.iter().map(passes).collect();
    let (trans_negative, all_negative) = graph.side(&negative);
    let (trans_positive, all_positive) = graph.side(&positive);
    AllRuns {
        negatives: graph.ways(&negative),
        positives: graph.ways(&positive),
        states: graph.out.len() as u64,
        sets: Sets {
            trans_negative,
            trans_positive,
            all_negative,
            all_positive,
        },
        samples: table(&graph.rows(&negative), &graph.rows(&positive)),
        gaps: graph.gaps,
    }
}

fn explored(work: &mut Work<'_, '_>, stop: &dyn Fn() -> bool) -> Graph {
    let mut graph = Graph::default();
    let mut known: HashMap<u128, u32> = HashMap::new();
    let first = graph.state();
    known.insert(work.space.fingerprint(), first);
    let mut open = vec![Open {
        state: first,
        threads: work.space.threads(),
        mark: work.space.mark(),
        at: 0,
        figures: Vec::new(),
        fresh: true,
    }];
    while let Some(top) = open.last_mut() {
        if top.at >= top.threads.len() {
            if let Some(done) = open.pop() {
                work.space.forget(done.mark);
            }
            continue;
        }
        if graph.edges.len() as u64 >= budgets::variations::MAX_STATES.get() {
            graph.gaps.insert(Gap::States);
            break;
        }
        if graph.edges.len() & 0xff == 0 && stop() {
            graph.gaps.insert(Gap::Interrupted);
            break;
        }
        if !top.fresh {
            work.space.back_to(&top.mark);
        }
        top.fresh = false;
        let (state, thread) = (top.state, top.threads[top.at]);
        let place = work.space.place(thread);
        if top.figures.is_empty() && work.points.contains(&place) {
            let seen = work.space.seen(thread);
            graph.samples.insert(
                (state, thread as u32),
                (crate::invariants::Point::of(place), seen),
            );
        }
        let figures = std::mem::take(&mut top.figures);
        let taken = work.space.counted(thread, &figures);
        if work.space.choices.borrow_mut().advance() {
            top.figures.clone_from(&work.space.choices.borrow().figures);
        } else {
            top.at += 1;
        }
        if taken.asked.iter().any(|asked| !asked.complete) {
            graph.gaps.insert(Gap::Inputs);
        }
        let goes_on = match &taken.end {
            End::On => true,
            End::Infeasible => continue,
            End::Unknown(gap) => {
                graph.gaps.insert(*gap);
                continue;
            }
            End::Normal | End::Wrong(..) => false,
        };
        let mut fresh = false;
        let to = goes_on.then(|| {
            let print = work.space.fingerprint();
            *known.entry(print).or_insert_with(|| {
                fresh = true;
                graph.state()
            })
        });
        let target = target_of(work, &taken.step, &taken.end);
        let transition = graph.transition(Transition::of(&taken.step, work.options()));
        graph.add(Edge {
            from: state,
            to,
            transition,
            thread: thread as u32,
            target,
        });
        if let (true, Some(to)) = (fresh, to) {
            if open.len() >= budgets::variations::MAX_ORIGINAL.count() {
                // A run of so many steps is not followed further.
                graph.gaps.insert(Gap::States);
                continue;
            }
            open.push(Open {
                state: to,
                threads: work.space.threads(),
                mark: work.space.mark(),
                at: 0,
                figures: Vec::new(),
                fresh: true,
            });
        }
    }
    if work.space.stdin.get() > 0 {
        graph.gaps.insert(Gap::Stdin);
    }
    graph
}

fn target_of(work: &Work<'_, '_>, step: &Step, end: &End) -> Target {
    let (goal, options) = (work.goal(), work.options());
    let aimed = step.place == goal.step.place
        && (step.thread == goal.step.thread || options.ignore_thread)
        && (!goal.step.small || step.values == goal.step.values || options.ignore_choice);
    match end {
        End::Wrong(wrong, _) if aimed && goal.wrong == Some(*wrong) => {
            let unsupported = matches!(wrong, Wrong::Claim(claim)
                if work.program().claim(*claim).kind == program::CheckKind::Unsupported);
            if unsupported {
                Target::Other
            } else {
                Target::Negative
            }
        }
        End::On | End::Normal if aimed => Target::Positive,
        _ => Target::Other,
    }
}
