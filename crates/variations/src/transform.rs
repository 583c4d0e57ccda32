//! What has to be done instead for a passing run to fail (section 5.3 of *What Went Wrong*), and whether that is a matter of
//! inputs or of threads.
//!
//! Two runs are the same up to where their ways part, and again over the longest common control suffix of what comes before
//! their last steps: the same control locations and actions, whatever the values. What lies between is replaced. (In the paper's
//! definition the index of the suffix's actions is off by one: an action leads to the location behind it.)

use std::collections::{BTreeMap, HashMap};

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
    /// The runs, a passing and a failing one each; the first is the example.
    pub pairs: Vec<(NodeId, NodeId)>,
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
    node: NodeId,
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
            node,
            way,
            inputs: trie
                .inputs(node)
                .into_iter()
                .map(|input| (input.key(), input.bits))
                .collect(),
            threads,
        }
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
    /// The smallest first.
    pub list: Vec<Transformation>,
    /// Table 1 over what is replaced.
    pub sets: Sets,
    pub all_pairs: bool,
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
    let (negatives, positives) = (prepared(negatives), prepared(positives));
    let mut found: HashMap<(Vec<u32>, Vec<u32>), Transformation> = HashMap::new();
    let mut left = budgets::variations::MAX_PAIRS.get();
    let mut all_pairs = true;
    'pairs: for positive in &positives {
        for negative in &negatives {
            if left == 0 || (left & 0xfff == 0 && stop()) {
                all_pairs = false;
                break 'pairs;
            }
            left -= 1;
            let (at, end) = parts(trie, positive, negative);
            let part = |run: &Prepared| run.way[at.min(run.way.len() - end)..run.way.len() - end].to_vec();
            let key = (part(positive), part(negative));
            let kind = positive.kind(negative);
            let joined = behind(trie, positive, end);
            let told = |way: &[u32]| -> Vec<Transition> {
                way.iter()
                    .map(|&number| exact.transitions[number as usize].clone())
                    .collect()
            };
            let entry = found
                .entry(key)
                .or_insert_with_key(|(positive, negative)| Transformation {
                    positive: told(positive),
                    negative: told(negative),
                    at,
                    behind: joined,
                    pairs: Vec::new(),
                    kind,
                });
            let pair = (positive.node, negative.node);
            // A pair that needs only one of the two says more.
            if kind < entry.kind || (kind == entry.kind && at < entry.at) {
                entry.pairs.insert(0, pair);
                (entry.kind, entry.at, entry.behind) = (kind, at, joined);
            } else {
                entry.pairs.push(pair);
            }
        }
    }
    let mut list: Vec<Transformation> = found.into_values().collect();
    list.sort_by(|a, b| {
        let key = |one: &Transformation| (one.size(), one.at, one.pairs[0]);
        key(a)
            .cmp(&key(b))
            .then_with(|| (&a.positive, &a.negative).cmp(&(&b.positive, &b.negative)))
    });
    let side =
        |which: fn(&Transformation) -> &Vec<Transition>| list.iter().map(|one| which(one).clone()).collect();
    let sets = Sets::of([side(|one| &one.negative), side(|one| &one.positive)]);
    Transformations {
        list,
        sets,
        all_pairs,
    }
}

/// Where the longest common suffix begins.
fn behind(trie: &Trie, run: &Prepared, end: usize) -> StepPlace {
    let way = trie.way(run.node);
    trie.step(way[run.way.len() - end]).place
}

/// How many steps two runs have in common at their beginnings, and at the ends of what comes before their last steps.
fn parts(trie: &Trie, positive: &Prepared, negative: &Prepared) -> (usize, usize) {
    let shorter = positive.way.len().min(negative.way.len());
    let at = trie.common(positive.node, negative.node).min(shorter);
    let backwards = positive.way.iter().rev().zip(negative.way.iter().rev());
    let same = backwards.take(shorter - at).take_while(|(a, b)| a == b).count();
    (at, same)
}
