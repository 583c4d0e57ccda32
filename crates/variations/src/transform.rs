//! What has to be done instead for a passing run to fail (section 5.3 of *What Went Wrong*), and whether that is a
//! matter of inputs or of threads.
//!
//! Two runs are the same up to where their ways part, and again over the longest common control suffix of what comes
//! before their last steps: the same control locations and actions, whatever the values. What lies between is replaced.
//! (In the paper's definition the index of the suffix's actions is off by one: an action leads to the location behind
//! it.)

use std::collections::{BTreeMap, BTreeSet, HashMap};

use interp::StepPlace;

use crate::Options;
use crate::sets::{Projection, Sets, Transition};
use crate::trie::{NodeId, Trie};

/// What a change of a run is a matter of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// All inputs that both runs take are equal; threads run in another order.
    Concurrency,
    /// Inputs differ, and threads run in the same order.
    Data,
    Both,
}

/// A part of passing runs, and what makes them fail in its place.
#[derive(Debug, Clone)]
pub struct Transformation {
    pub positive: Vec<Transition>,
    pub negative: Vec<Transition>,
    /// How many steps come before it, in the example.
    pub at: usize,
    /// Where the runs are the same again.
    pub behind: StepPlace,
    /// How many pairs of runs differ in this way.
    pub pairs: u64,
    /// A passing and a failing run.
    pub example: (NodeId, NodeId),
    pub kind: Kind,
}

impl Transformation {
    #[must_use]
    pub fn size(&self) -> usize {
        self.positive.len() + self.negative.len()
    }
}

/// A run, ready to be compared.
struct Prepared {
    nodes: Vec<NodeId>,
    /// Its transitions, the last one left out.
    way: Vec<u32>,
    inputs: BTreeMap<String, u128>,
    /// Which thread after which.
    threads: Vec<usize>,
}

impl Prepared {
    fn of(trie: &Trie, projection: &Projection, node: NodeId) -> Prepared {
        let mut way = projection.way(trie, node);
        way.pop();
        let mut threads: Vec<usize> = trie
            .way(node)
            .into_iter()
            .map(|step| trie.step(step).thread)
            .collect();
        threads.dedup();
        Prepared {
            nodes: trie.nodes_to(node),
            way,
            inputs: trie
                .inputs(node)
                .into_iter()
                .map(|input| (input.key(), input.bits))
                .collect(),
            threads,
        }
    }

    fn end(&self) -> NodeId {
        self.nodes.last().copied().unwrap_or(Trie::ROOT)
    }

    fn kind(&self, other: &Prepared) -> Kind {
        let same = |(key, bits): (&String, &u128)| other.inputs.get(key).is_none_or(|found| found == bits);
        let alone = self.threads.len() == 1 && other.threads.len() == 1;
        let shorter = self.threads.len().min(other.threads.len());
        if alone {
            Kind::Data
        } else if self.inputs.iter().all(same) {
            // Inputs and schedule decide a run: it can only be the schedule.
            Kind::Concurrency
        } else if self.threads[..shorter] == other.threads[..shorter] {
            Kind::Data
        } else {
            Kind::Both
        }
    }
}

/// What was found by comparing pairs.
#[derive(Debug, Default)]
pub(crate) struct Transformations {
    /// The smallest first; not all, if there are very many.
    pub list: Vec<Transformation>,
    /// How many there are.
    pub count: u64,
    /// Table 1 over what is replaced.
    pub sets: Sets,
    pub kinds: BTreeSet<Kind>,
    pub all_pairs: bool,
}

/// One of them, as the runs in which it was seen: nothing is copied before it is told.
#[derive(Clone, Copy)]
struct Seen {
    positive: u32,
    negative: u32,
    at: u32,
    end: u32,
    size: u32,
    kind: Kind,
    pairs: u64,
}

struct Compared {
    exact: Projection,
    positives: Vec<Prepared>,
    negatives: Vec<Prepared>,
}

impl Compared {
    /// What is replaced, and what comes in its place.
    fn parts(&self, seen: &Seen) -> [&[u32]; 2] {
        let part = |run: &Prepared| -> (usize, usize) {
            let end = run.way.len() - seen.end as usize;
            ((seen.at as usize).min(end), end)
        };
        let (positive, negative) = (
            &self.positives[seen.positive as usize],
            &self.negatives[seen.negative as usize],
        );
        let (p, n) = (part(positive), part(negative));
        [&positive.way[p.0..p.1], &negative.way[n.0..n.1]]
    }

    fn told(&self, way: &[u32]) -> Vec<Transition> {
        way.iter()
            .map(|&number| self.exact.transitions[number as usize].clone())
            .collect()
    }

    /// Table 1, each replacement taken as a run.
    fn sets(&self, all: &[Seen]) -> Sets {
        let side = |which: usize| {
            let mut counts = vec![(0usize, usize::MAX); self.exact.transitions.len()];
            for (index, seen) in all.iter().enumerate() {
                for &number in self.parts(seen)[which] {
                    let count = &mut counts[number as usize];
                    if count.1 != index {
                        *count = (count.0 + 1, index);
                    }
                }
            }
            let chosen = |wanted: &dyn Fn(usize) -> bool| -> BTreeSet<Transition> {
                let found = counts
                    .iter()
                    .zip(&self.exact.transitions)
                    .filter(|((count, _), _)| wanted(*count));
                found.map(|(_, transition)| transition.clone()).collect()
            };
            (
                chosen(&|count| count > 0),
                chosen(&|count| count > 0 && count == all.len()),
            )
        };
        let ((trans_positive, all_positive), (trans_negative, all_negative)) = (side(0), side(1));
        Sets {
            trans_negative,
            trans_positive,
            all_negative,
            all_positive,
        }
    }
}

pub(crate) fn transformations(
    trie: &Trie,
    negatives: &[NodeId],
    positives: &[NodeId],
    stop: &dyn Fn() -> bool,
) -> Transformations {
    // Actions are compared as they are, whatever the sets leave out.
    let mut exact = Projection::default();
    exact.extend(trie, &Options::default());
    let prepared = |ends: &[NodeId]| -> Vec<Prepared> {
        ends.iter()
            .map(|&node| Prepared::of(trie, &exact, node))
            .collect()
    };
    let (positives, negatives) = (prepared(positives), prepared(negatives));
    let compared = Compared {
        exact,
        positives,
        negatives,
    };
    let (all, all_pairs) = every_pair(&compared, stop);
    let list = all
        .iter()
        .take(budgets::variations::MAX_TOLD.count())
        .map(|seen| {
            let [positive, negative] = compared.parts(seen).map(|way| compared.told(way));
            let (p, n) = (
                &compared.positives[seen.positive as usize],
                &compared.negatives[seen.negative as usize],
            );
            let way = trie.way(p.end());
            Transformation {
                positive,
                negative,
                at: seen.at as usize,
                behind: trie.step(way[p.way.len() - seen.end as usize]).place,
                pairs: seen.pairs,
                example: (p.end(), n.end()),
                kind: seen.kind,
            }
        });
    Transformations {
        list: list.collect(),
        count: all.len() as u64,
        sets: compared.sets(&all),
        kinds: all.iter().map(|seen| seen.kind).collect(),
        all_pairs,
    }
}

/// All replacements, each once, the smallest first.
fn every_pair(compared: &Compared, stop: &dyn Fn() -> bool) -> (Vec<Seen>, bool) {
    let mut found: HashMap<(&[u32], &[u32]), Seen> = HashMap::new();
    let mut left = budgets::variations::MAX_PAIRS.get();
    let mut all_pairs = true;
    'pairs: for (p, positive) in (0..).zip(&compared.positives) {
        for (n, negative) in (0..).zip(&compared.negatives) {
            if left == 0 || (left & 0xfff == 0 && stop()) {
                all_pairs = false;
                break 'pairs;
            }
            left -= 1;
            let (at, end) = parts(positive, negative);
            let mut seen = Seen {
                positive: p,
                negative: n,
                at: at as u32,
                end: end as u32,
                size: 0,
                kind: positive.kind(negative),
                pairs: 0,
            };
            let [replaced, replacing] = compared.parts(&seen);
            seen.size = (replaced.len() + replacing.len()) as u32;
            let entry = found.entry((replaced, replacing)).or_insert(seen);
            // A pair that needs only one of the two says more.
            if (seen.kind, seen.at) < (entry.kind, entry.at) {
                *entry = Seen {
                    pairs: entry.pairs,
                    ..seen
                };
            }
            entry.pairs += 1;
        }
    }
    let mut all: Vec<Seen> = found.into_values().collect();
    all.sort_by_key(|seen| (seen.size, seen.at, seen.positive, seen.negative));
    (all, all_pairs)
}

/// How many steps two runs have in common at their beginnings, and at the ends of what comes before their last steps.
fn parts(positive: &Prepared, negative: &Prepared) -> (usize, usize) {
    let shorter = positive.way.len().min(negative.way.len());
    // Runs that have parted never meet again in the trie.
    let (mut low, mut high) = (0, shorter);
    while low < high {
        let middle = (low + high).div_ceil(2);
        if positive.nodes[middle] == negative.nodes[middle] {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    let backwards = positive.way.iter().rev().zip(negative.way.iter().rev());
    let same = backwards.take(shorter - low).take_while(|(a, b)| a == b).count();
    (low, same)
}
