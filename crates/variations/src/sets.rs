//! Table 1 of *What Went Wrong*: which transitions all failing runs have, which only they have, and what is both.
//!
//! A transition is a control location and an action. The action is the thread, and what an input decided: the direction
//! of a condition, or the value of an input that has at most 16. Options leave out the thread, the choice or both.

use std::collections::{BTreeSet, HashMap};

use interp::StepPlace;

use crate::Options;
use crate::trie::{NodeId, Step, Trie};

/// What an input decided in a step.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Choice {
    /// 1 if a condition held.
    Way(u32),
    Values(Vec<u128>),
}

/// A control location with an action.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Transition {
    pub place: StepPlace,
    pub thread: Option<usize>,
    pub choice: Option<Choice>,
}

impl Transition {
    pub(crate) fn of(step: &Step, options: &Options) -> Transition {
        let choice = match (step.way, step.small) {
            (Some(way), _) => Some(Choice::Way(way)),
            (None, true) => Some(Choice::Values(step.values.clone())),
            (None, false) => None,
        };
        Transition {
            place: step.place,
            thread: Some(step.thread).filter(|_| !options.ignore_thread && !options.locations_only),
            choice: choice.filter(|_| !options.ignore_choice && !options.locations_only),
        }
    }
}

/// The sets of table 1.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sets {
    pub trans_negative: BTreeSet<Transition>,
    pub trans_positive: BTreeSet<Transition>,
    pub all_negative: BTreeSet<Transition>,
    pub all_positive: BTreeSet<Transition>,
}

impl Sets {
    #[must_use]
    pub fn only_negative(&self) -> BTreeSet<Transition> {
        self.trans_negative
            .difference(&self.trans_positive)
            .cloned()
            .collect()
    }

    #[must_use]
    pub fn only_positive(&self) -> BTreeSet<Transition> {
        self.trans_positive
            .difference(&self.trans_negative)
            .cloned()
            .collect()
    }

    #[must_use]
    pub fn cause_negative(&self) -> BTreeSet<Transition> {
        self.all_negative
            .difference(&self.trans_positive)
            .cloned()
            .collect()
    }

    #[must_use]
    pub fn cause_positive(&self) -> BTreeSet<Transition> {
        self.all_positive
            .difference(&self.trans_negative)
            .cloned()
            .collect()
    }

    /// What the thesis reports (5.2): only(pos), only(neg), and what is in one of all(neg) and all(pos).
    #[must_use]
    pub fn report(&self) -> BTreeSet<Transition> {
        let mut report = self.only_negative();
        report.extend(self.only_positive());
        report.extend(
            self.all_negative
                .symmetric_difference(&self.all_positive)
                .cloned(),
        );
        report
    }
}

/// The transitions of all steps, by their numbers, each with a number of its own.
#[derive(Debug, Default)]
pub(crate) struct Projection {
    pub of_step: Vec<u32>,
    pub transitions: Vec<Transition>,
    numbers: HashMap<Transition, u32>,
}

impl Projection {
    pub(crate) fn extend(&mut self, trie: &Trie, options: &Options) {
        for step in &trie.steps()[self.of_step.len()..] {
            let transition = Transition::of(step, options);
            let next = self.transitions.len() as u32;
            let number = *self.numbers.entry(transition.clone()).or_insert(next);
            if number == next {
                self.transitions.push(transition);
            }
            self.of_step.push(number);
        }
    }

    pub(crate) fn way(&self, trie: &Trie, node: NodeId) -> Vec<u32> {
        let steps = trie.way(node).into_iter();
        steps.map(|step| self.of_step[step as usize]).collect()
    }
}

/// Table 1 over the ends of runs.
pub(crate) fn sets(trie: &Trie, projection: &Projection, negatives: &[NodeId], positives: &[NodeId]) -> Sets {
    let side = |ends: &[NodeId]| {
        let mut counts: Vec<(usize, usize)> = vec![(0, usize::MAX); projection.transitions.len()];
        for (index, &end) in ends.iter().enumerate() {
            let mut at = end;
            while at != Trie::ROOT {
                let number = projection.of_step[trie.last_step(at) as usize] as usize;
                if counts[number].1 != index {
                    counts[number] = (counts[number].0 + 1, index);
                }
                at = trie.parent(at);
            }
        }
        let chosen = |wanted: &dyn Fn(usize) -> bool| -> BTreeSet<Transition> {
            let found = counts.iter().zip(&projection.transitions);
            found
                .filter(|((count, _), _)| wanted(*count))
                .map(|(_, transition)| transition.clone())
                .collect()
        };
        let all = chosen(&|count| count == ends.len() && count > 0);
        (chosen(&|count| count > 0), all)
    };
    let (trans_negative, all_negative) = side(negatives);
    let (trans_positive, all_positive) = side(positives);
    Sets {
        trans_negative,
        trans_positive,
        all_negative,
        all_positive,
    }
}
