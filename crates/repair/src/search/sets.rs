//! Which sets of changes make the tests right.
//!
//! A program with several faults often fails each test whichever of them is removed, so single changes say nothing by
//! themselves. But all changes are in one program, and a set of them is one run of it. So sets are grown: all
//! changes are tried beside each of the most promising sets of one size, and those that bring the output of some test
//! nearer to what is expected make the sets of the next. Sets that print the same are one, represented by its most plausible
//! member; not too many are kept that differ in one line only, since the next change must find something to
//! build on.
//!
//! Two faults may hide each other altogether: one printed number, two reasons why it is wrong. So pairs are also tried for
//! themselves, in the order of the product of their ranks: the most promising change meets all others soon, and good ones
//! meet each other.
//!
//! What makes every test right is then varied: each member is replaced by every other change. The growing found *a*
//! set, and of those near it the most plausible one is told first.
//!
//! With many failing tests, most of them meet one fault only: pairs that share the tests between them are tried first
//! (`cover`). A fault may keep runs from another one altogether (`hidden`).
//!
//! A change whose place a run does not come to leaves that run as it is, which is known from the numbers that the
//! run asked for. The search ends when its work is done, measured in instructions.

mod counted;
mod cover;
mod hidden;

use std::cmp::Reverse;
use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::operators::ChangeKind;
use crate::schemata::schema::Schema;
use crate::schemata::switches::{Choice, Switches};
use crate::search::closeness::{WHOLE, closeness};
use crate::search::plausibility::cost;
use crate::validate::checkpoints::Checkpoints;
use crate::validate::oracle::{Oracle, TrialRun, evenly_spaced};
use counted::{PORTION, Spent};

/// So many tests say how near a set comes.
const MAX_FAILING: usize = 8;
const MAX_PASSING: usize = 8;
/// Instructions for trying each change on them once, as far as they are not the fewest that say anything.
const GROWING: u64 = 16_000_000;
const FEWEST: usize = 3;
/// So many sets of each size are built on: whatever comes nearest, and as many of those that put nothing in, which are fewer
/// and fit less by chance.
const WIDTH: usize = 10;
const WIDTH_LATER: usize = 6;
/// The same where sets of every size are looked for at once, and how many tests must fail.
const WIDTH_DEEP: usize = 3;
const DEEP_FAILING: usize = 3;
/// Beside a set, so many tests that are wrong say whether a change is worth trying on the others.
const MAX_ASKED: usize = 3;
/// Of these, so many differ in one line only.
const MAX_ALIKE: usize = 3;
/// No larger sets are looked for.
const LARGEST: usize = 4;
/// So many changes are combined with each other in pairs.
const MAX_COMBINED: usize = 4_000;
/// So many sets are enough, and so many of them are varied.
const MAX_FOUND: usize = 32;
const MAX_VARIED: usize = 3;
/// Instructions for that.
const VARIED_WORK: u64 = 4_000_000;
/// So many tests are added to those that are looked at, for each size.
const MAX_ADDED: usize = 3;
/// So many sets that make some tests right are told.
const MAX_PARTIAL: usize = 3;
/// Eighths of the work: for trying each change alone, on which all else is built; for sets of every size; and for all pairs of
/// something promising and something else, of which hardly any is right that the others do not find.
const ALONE_PART: u64 = 4;
const DEEP_PART: u64 = 3;
const NEXT_PART: u64 = 1;
/// What starting a run costs, in instructions, and what taking one up does.
const START: u64 = 400;
const TAKING_UP: u64 = 200;
/// A run may take so many times what the longest takes with the switches at rest, so much more, and so much for each letter that
/// it must print: many changed runs do not end, and each of these takes as long as hundreds of others.
const PATIENCE: u64 = 3;
const SLACK: u64 = 4_000;
const PER_LETTER: u64 = 20;
/// What a surprising change must gain more than a plain one, in thousandths of a test.
const DOUBT: i64 = 8;

/// Work that may still be done.
#[derive(Debug, Clone, Copy)]
pub struct InstructionBudget(pub u64);

/// What a test came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct TestState {
    near: u32,
    right: bool,
    /// A fingerprint of what was printed, and of how it ended.
    print: u64,
}

/// A set of changes and what it does to the tests.
#[derive(Debug, Clone)]
struct ChangeSet {
    set: Vec<usize>,
    seen: Vec<TestState>,
    cost: u32,
}

impl ChangeSet {
    fn print(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for seen in &self.seen {
            seen.print.hash(&mut hasher);
        }
        hasher.finish()
    }

    fn is_whole(&self) -> bool {
        self.seen.iter().all(|seen| seen.right)
    }
}

/// Where the search stands.
#[derive(Debug, Clone, Default)]
pub struct Frontier {
    /// The tests that were looked at.
    tests: Vec<usize>,
    /// The largest sets so far, the most promising first.
    nodes: Vec<ChangeSet>,
    /// The changes that sets are grown by: those that make a difference by themselves, and all others.
    growing: [Vec<usize>; 2],
    /// Sets that make some tests right and spoil none.
    partial: Vec<ChangeSet>,
    /// Changes that bring some nearer and spoil none.
    nearer: Vec<ChangeSet>,
}

/// A set that makes some tests right, or if there is none brings some nearer, and spoils none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartialRepair {
    pub set: Vec<usize>,
    /// Of the failing tests that were tried: so many are right.
    pub repaired: usize,
    pub tried: usize,
}

/// Looks for sets in one program of changes.
pub struct SetSearch<'s> {
    oracle: &'s Oracle<'s>,
    schema: &'s Schema,
    checkpoints: Checkpoints<'s>,
    stop: &'s runs::Interrupt,
    /// The tests that are looked at while sets grow.
    tests: Vec<usize>,
    /// How near these come in the program as it is.
    rest: Vec<u32>,
    /// All tests, in the order in which they refute fastest.
    order: Vec<usize>,
    all_failing: Vec<usize>,
    /// By test.
    fails: Vec<bool>,
    /// Instructions of each test with the switches at rest.
    steps: Vec<u64>,
    /// What each test reads before it is written, in the program as it is.
    unwritten: Vec<BTreeSet<String>>,
    /// How often each test was tried.
    tried_on: Vec<u32>,
    limit: u64,
    pub work: InstructionBudget,
    /// How many sets were tried.
    pub tried: usize,
}

impl std::fmt::Debug for SetSearch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SetSearch")
            .field("work", &self.work)
            .field("tried", &self.tried)
            .finish_non_exhaustive()
    }
}

impl<'s> SetSearch<'s> {
    /// Nothing if the program with the switches at rest does not behave as the original did.
    #[must_use]
    pub fn new(
        oracle: &'s Oracle<'s>,
        schema: &'s Schema,
        failing: &[usize],
        passing: &[usize],
        work: InstructionBudget,
        stop: &'s runs::Interrupt,
    ) -> Option<SetSearch<'s>> {
        let checkpoints = Checkpoints::new(oracle, schema);
        let mut unwritten = vec![BTreeSet::new(); oracle.tests.len()];
        let mut longest = 0;
        let mut steps = vec![0; oracle.tests.len()];
        let mut fails = vec![false; oracle.tests.len()];
        failing.iter().for_each(|test| fails[*test] = true);
        let all: Vec<usize> = failing.iter().chain(passing).copied().collect();
        let runs: Vec<Option<&TrialRun>> = all
            .par_iter()
            .map(|test| checkpoints.unchanged_run(*test))
            .collect();
        for (test, run) in all.into_iter().zip(runs) {
            let run = run?;
            if oracle.is_right(&oracle.tests[test], run) == fails[test] {
                return None;
            }
            if !matches!(run.stop, interp::Stop::StepLimit) {
                longest = longest.max(run.steps);
            }
            steps[test] = run.steps;
            unwritten[test].clone_from(&run.unwritten);
        }
        let expected = oracle.tests.iter().filter_map(|test| test.expected.as_deref());
        let printed = expected.map(<[u8]>::len).max().unwrap_or(0) as u64;
        // Long runs are worth less than many changes: of the tests those are looked at that can be afforded.
        let changes = schema.positions().count() as u64;
        let affordable = |list: &[usize], most: usize| {
            let mut list = list.to_vec();
            list.sort_by_key(|test| steps[*test]);
            let mut room = GROWING / changes.max(1);
            let fits = list.iter().take_while(|test| {
                let cost = steps[**test] / 2 + TAKING_UP;
                let fits = room >= cost;
                room = room.saturating_sub(cost);
                fits
            });
            let count = fits.count().max(FEWEST.min(list.len()));
            let mut chosen = evenly_spaced(&list[..count], most);
            chosen.sort_unstable();
            chosen
        };
        let mut tests = affordable(failing, MAX_FAILING);
        tests.extend(affordable(passing, MAX_PASSING));
        let mut order = failing.to_vec();
        order.sort_by_key(|test| steps[*test]);
        order.extend_from_slice(passing);
        let mut search = SetSearch {
            oracle,
            schema,
            checkpoints,
            stop,
            tests,
            rest: Vec::new(),
            order,
            all_failing: failing.to_vec(),
            fails,
            tried_on: vec![0; oracle.tests.len()],
            steps,
            unwritten,
            limit: longest.saturating_mul(PATIENCE) + SLACK + printed * PER_LETTER,
            work,
            tried: 0,
        };
        search.look_at(search.tests.clone());
        Some(search)
    }

    /// From here on sets are grown by what these tests say.
    fn look_at(&mut self, tests: Vec<usize>) {
        let rest = Switches::new(self.schema, &[]);
        let mut spent = Spent::default();
        let near = tests.iter().map(|test| {
            let run = self.run(&mut spent, *test, &rest);
            self.seen(*test, &run).near
        });
        self.rest = near.collect();
        self.count(spent);
        self.tests = tests;
    }

    fn seen(&self, test: usize, run: &TrialRun) -> TestState {
        let right = self.is_right(test, run);
        let expected = self.oracle.tests[test].expected.as_deref().unwrap_or_default();
        let ended = matches!(run.stop, interp::Stop::Exit(_));
        // What prints the right thing and then does not end is not right.
        let near = match (right, ended) {
            (true, _) => WHOLE * 2,
            (false, true) => closeness(expected, &run.stdout),
            (false, false) => closeness(expected, &run.stdout) / 2,
        };
        let mut hasher = DefaultHasher::new();
        run.stdout.hash(&mut hasher);
        ended.hash(&mut hasher);
        right.hash(&mut hasher);
        TestState {
            near,
            right,
            print: hasher.finish(),
        }
    }

    /// A set that has been grown, with the numbers each of its runs asks for.
    fn asked(&mut self, set: &[usize]) -> (ChangeSet, Vec<Vec<bool>>) {
        let switches = Switches::new(self.schema, set);
        let search = &*self;
        let runs: Vec<(TrialRun, Vec<u32>)> = search
            .tests
            .par_iter()
            .map(|test| {
                let (choice, interpreter) = (Choice::Asked(&switches), &search.checkpoints.interpreter);
                let test = &search.oracle.tests[*test];
                search
                    .oracle
                    .execute_within(interpreter, test, choice, search.limit)
            })
            .collect();
        let (mut seen, mut asked, mut spent) = (Vec::new(), Vec::new(), Spent::default());
        for (test, (run, numbers)) in self.tests.iter().zip(runs) {
            spent.add(*test, &run);
            seen.push(self.seen(*test, &run));
            let mut flags = vec![false; self.schema.numbers()];
            for number in numbers {
                if let Some(flag) = flags.get_mut(number as usize) {
                    *flag = true;
                }
            }
            asked.push(flags);
        }
        self.count(spent);
        let cost = set.iter().map(|position| cost(self.schema, *position)).sum();
        let set = set.to_vec();
        (ChangeSet { set, seen, cost }, asked)
    }

    /// The sets with one change more that bring some test nearer, and the changes that make any difference. Passing tests
    /// are looked at only where a failing one comes nearer.
    fn grown(&mut self, set: &[usize], by: &[usize]) -> (Vec<ChangeSet>, Vec<(usize, u64)>) {
        let (base, asked) = self.asked(set);
        let mut found = Vec::new();
        let mut differing = Vec::new();
        for portion in by.chunks(PORTION) {
            if self.is_over() {
                break;
            }
            let search = &*self;
            let tried: Vec<Option<(Spent, ChangeSet)>> = portion
                .par_iter()
                .map(|position| search.with_one_more(&base, &asked, *position))
                .collect();
            for (spent, node) in tried.into_iter().flatten() {
                self.tried += 1;
                self.count(spent);
                if node.seen != base.seen
                    && let Some(position) = node.set.last()
                {
                    differing.push((*position, node.print()));
                }
                let nearer = |index: usize| node.seen[index].near > base.seen[index].near;
                if (0..self.tests.len()).any(|index| !base.seen[index].right && nearer(index)) {
                    found.push(node);
                }
            }
        }
        (found, differing)
    }

    /// What a change does beside a set, if it can stand there and a test that is wrong comes to it. Passing tests are looked
    /// at only where a failing one comes nearer.
    fn with_one_more(
        &self,
        base: &ChangeSet,
        asked: &[Vec<bool>],
        position: usize,
    ) -> Option<(Spent, ChangeSet)> {
        let (schema, set) = (self.schema, &base.set);
        if !set.iter().all(|member| schema.are_apart(*member, position)) {
            return None;
        }
        let comes = |index: &usize| {
            let mut sites = schema.sites(position).iter();
            sites.any(|site| asked[*index][*site as usize])
        };
        let (right, wrong): (Vec<usize>, Vec<usize>) = (0..self.tests.len())
            .filter(comes)
            .partition(|index| base.seen[*index].right);
        if wrong.is_empty() {
            return None;
        }
        let all: Vec<usize> = set.iter().copied().chain([position]).collect();
        let switches = Switches::new(schema, &all);
        let mut spent = Spent::default();
        let mut node = ChangeSet {
            set: all,
            seen: base.seen.clone(),
            cost: base.cost + cost(schema, position),
        };
        let mut nearer = false;
        for (count, index) in wrong.into_iter().enumerate() {
            if count >= MAX_ASKED && !set.is_empty() && !nearer {
                break;
            }
            let run = self.run(&mut spent, self.tests[index], &switches);
            node.seen[index] = self.seen(self.tests[index], &run);
            nearer |= node.seen[index].near > base.seen[index].near;
        }
        if nearer {
            for index in right {
                let run = self.run(&mut spent, self.tests[index], &switches);
                node.seen[index] = self.seen(self.tests[index], &run);
            }
        }
        Some((spent, node))
    }

    /// How much a set comes nearer, the more plausible before the less. A test that failed and fails otherwise now may have
    /// met another fault: that counts little.
    fn promise(&self, node: &ChangeSet) -> i64 {
        let nearer = node
            .seen
            .iter()
            .zip(&self.rest)
            .enumerate()
            .map(|(index, (seen, rest))| {
                let gain = i64::from(seen.near) - i64::from(*rest);
                if gain < 0 && self.is_failing(index) {
                    gain / 8
                } else {
                    gain
                }
            });
        nearer.sum::<i64>() - DOUBT * i64::from(node.cost)
    }

    /// The sets to build on.
    fn best(&self, mut nodes: Vec<ChangeSet>, most: usize) -> Vec<ChangeSet> {
        nodes.sort_by_key(|node| (Reverse(self.promise(node)), node.set.clone()));
        let mut known = BTreeSet::new();
        let mut alike: BTreeMap<Vec<u32>, usize> = BTreeMap::new();
        let mut counts = [0, 0];
        nodes.retain(|node| {
            let mut sites: Vec<u32> = node
                .set
                .iter()
                .map(|position| self.schema.sites(*position)[0])
                .collect();
            sites.sort_unstable();
            let puts_in = |position: &usize| self.schema.change(*position) == ChangeKind::Inserted;
            let plain = !node.set.iter().any(puts_in);
            let full = counts[0] >= most && (!plain || counts[1] >= most);
            let alike = alike.entry(sites).or_default();
            if full || *alike >= MAX_ALIKE || !known.insert(node.print()) {
                return false;
            }
            *alike += 1;
            let which = usize::from(counts[0] >= most);
            counts[which] += 1;
            true
        });
        nodes
    }

    fn cost_of(&self, set: &[usize]) -> u32 {
        set.iter().map(|position| cost(self.schema, *position)).sum()
    }

    /// Pairs that make every test right, the most plausible first, and where the search stands if there is none.
    ///
    /// The work is for growing; there is as much again for pairs as is given.
    pub fn pairs(&mut self, combined: InstructionBudget) -> (Vec<Vec<usize>>, Frontier) {
        let all = self.plainest_first();
        let part = self.work.0 / 8;
        self.work = InstructionBudget(part * ALONE_PART);
        let (mut first, differing) = self.grown(&[], &all);
        let alone = self.whole(&first);
        if !alone.is_empty() {
            return (alone, Frontier::default());
        }
        self.tell_apart(&mut first);
        let ranked = self.ranked(&all, &first, &differing);
        let mut frontier = Frontier {
            growing: self.growing(&all, &differing),
            partial: self.partial(&first),
            nearer: self.nearer(&first),
            ..Frontier::default()
        };
        let by = self.telling(&first, &frontier.growing[0]);
        let nodes = self.best(first, WIDTH);
        self.work = InstructionBudget(part * DEEP_PART);
        let deep = self.deep(&nodes, &by);
        if !deep.is_empty() {
            return (self.varied(deep), Frontier::default());
        }
        let hidden = self.hidden(&frontier.growing[0]);
        if !hidden.is_empty() {
            return (self.varied(hidden), Frontier::default());
        }
        self.work = InstructionBudget(part * NEXT_PART);
        let (mut next, mut found) = self.next(&nodes, &frontier.growing);
        if found.is_empty() {
            let rest = std::mem::replace(&mut self.work, combined);
            found = self.combined(&ranked);
            self.work = rest;
        }
        if !found.is_empty() {
            return (self.varied(found), Frontier::default());
        }
        self.tell_apart(&mut next);
        frontier.partial.extend(self.partial(&next));
        frontier.nodes = self.best(next, WIDTH_LATER);
        frontier.tests = self.tests.clone();
        (Vec::new(), frontier)
    }

    /// All changes in the order in which they are tried alone. The work may not be enough for all, so what is written is changed
    /// before anything is put in, of which there is most.
    fn plainest_first(&self) -> Vec<usize> {
        let schema = self.schema;
        let puts_in = |position: usize| {
            matches!(
                schema.change(position),
                ChangeKind::Inserted | ChangeKind::Condition
            )
        };
        let mut all: Vec<usize> = schema.positions().collect();
        all.sort_by_cached_key(|position| (puts_in(*position), cost(schema, *position), *position));
        all
    }

    /// Of the changes that make a difference those of what is written, and what is put in only if it brings a test nearer:
    /// of the many things that can be put in most make some difference. The most promising come first: the work may not be enough
    /// for all of them.
    fn telling(&self, nearer: &[ChangeSet], different: &[usize]) -> Vec<usize> {
        let nearer: BTreeMap<usize, i64> = nearer
            .iter()
            .map(|node| (node.set[0], self.promise(node)))
            .collect();
        let put_in = |position: usize| {
            matches!(
                self.schema.change(position),
                ChangeKind::Inserted | ChangeKind::Condition
            )
        };
        let telling = |position: &usize| !put_in(*position) || nearer.contains_key(position);
        let mut found: Vec<usize> = different.iter().copied().filter(telling).collect();
        found.sort_by_key(|position| Reverse(nearer.get(position).copied().unwrap_or(i64::MIN)));
        found
    }

    /// Sets of up to four changes that all make a difference by themselves, grown from few of each size: most faults show
    /// alone, and four of these are found sooner than two are refuted that do not. No set has more members than tests fail.
    fn deep(&mut self, nodes: &[ChangeSet], by: &[usize]) -> Vec<Vec<usize>> {
        let failing = self.all_failing.len();
        if failing < DEEP_FAILING {
            return Vec::new();
        }
        let mut nodes = self.best(nodes.to_vec(), WIDTH_DEEP);
        let mut found = Vec::new();
        let mut left = self.work.0;
        for size in 2..=LARGEST.min(failing) {
            // Each size has half of what is left, and each set its share of that: with what is promising first, a part of
            // all sets of one size is worth more than the rest of it.
            let mut own = match size == LARGEST {
                true => left,
                false => left / 2,
            };
            left -= own;
            let mut next = Vec::new();
            for (index, node) in nodes.iter().enumerate() {
                self.work = InstructionBudget(own / (nodes.len() - index) as u64);
                own -= self.work.0;
                next.extend(self.grown(&node.set, by).0);
                own += self.work.0;
            }
            left += own;
            self.work = InstructionBudget(left);
            found = self.whole(&next);
            left = self.work.0;
            if !found.is_empty() || self.is_over() {
                break;
            }
            self.tell_apart(&mut next);
            left = left.min(self.work.0);
            nodes = self.best(next, WIDTH_DEEP);
        }
        found
    }

    /// Sets with one change more that bring some test nearer, and those that make every test right; no more are looked for once
    /// there is one of these. A fault that is left shows by itself in most runs that come to it, so changes that make a
    /// difference alone are tried beside every set before the others, which are many more, are tried beside any.
    fn next(&mut self, nodes: &[ChangeSet], growing: &[Vec<usize>; 2]) -> (Vec<ChangeSet>, Vec<Vec<usize>>) {
        let mut next = Vec::new();
        for by in growing {
            for node in nodes {
                let grown = self.grown(&node.set, by).0;
                let found = self.whole(&grown);
                next.extend(grown);
                if !found.is_empty() {
                    return (next, found);
                }
            }
        }
        (next, Vec::new())
    }

    /// A set that makes all tests right that are looked at, and not all others, has nothing left to grow for. So a test
    /// that it leaves wrong is looked at, too.
    fn tell_apart(&mut self, nodes: &mut [ChangeSet]) {
        for _ in 0..MAX_ADDED {
            let whole = nodes.iter().filter(|node| node.is_whole());
            let plainest = whole.min_by_key(|node| (node.cost, node.set.clone()));
            let Some(set) = plainest.map(|node| node.set.clone()) else {
                return;
            };
            if self.is_over() || self.is_whole(&Switches::new(self.schema, &set)) {
                return;
            }
            // What refuted it has come to the front.
            let Some(test) = self.order.first().copied() else {
                return;
            };
            if self.tests.contains(&test) {
                return;
            }
            self.look_at(self.tests.iter().copied().chain([test]).collect());
            let mut spent = Spent::default();
            for node in nodes.iter_mut() {
                let run = self.run(&mut spent, test, &Switches::new(self.schema, &node.set));
                node.seen.push(self.seen(test, &run));
            }
            self.count(spent);
        }
    }

    /// Larger sets that do, and where there is none those that make some tests right and spoil none.
    pub fn larger(&mut self, mut frontier: Frontier) -> (Vec<Vec<usize>>, Vec<PartialRepair>) {
        self.look_at(std::mem::take(&mut frontier.tests));
        for _ in 3..=LARGEST {
            let nodes = std::mem::take(&mut frontier.nodes);
            let (mut next, found) = self.next(&nodes, &frontier.growing);
            if !found.is_empty() {
                return (self.varied(found), Vec::new());
            }
            self.tell_apart(&mut next);
            frontier.partial.extend(self.partial(&next));
            frontier.nodes = self.best(next, WIDTH_LATER);
        }
        // Each change must repair a test: with more the last tests are made right by whatever fits.
        let mut partial = frontier.partial;
        partial.retain(|node| self.repaired(node) >= node.set.len());
        partial.sort_by_key(|node| {
            (
                Reverse(self.repaired(node)),
                node.set.len(),
                Reverse(self.promise(node)),
            )
        });
        let mut known = BTreeSet::new();
        partial.retain(|node| known.insert(node.print()));
        if partial.is_empty() {
            partial = frontier.nearer;
        }
        partial.truncate(MAX_PARTIAL);
        let told = partial.iter().map(|node| PartialRepair {
            set: node.set.clone(),
            repaired: self.repaired(node),
            tried: (0..self.tests.len())
                .filter(|index| self.is_failing(*index))
                .count(),
        });
        (Vec::new(), told.collect())
    }

    /// Whether the test of so many that are looked at is one that fails.
    fn is_failing(&self, index: usize) -> bool {
        self.fails[self.tests[index]]
    }

    fn repaired(&self, node: &ChangeSet) -> usize {
        let seen = node.seen.iter().enumerate();
        seen.filter(|(index, seen)| self.is_failing(*index) && seen.right)
            .count()
    }

    /// Whether all passing tests that are looked at stay right.
    fn keeps(&self, node: &ChangeSet) -> bool {
        let mut seen = node.seen.iter().enumerate();
        seen.all(|(index, seen)| self.is_failing(index) || seen.right)
    }

    fn partial(&self, nodes: &[ChangeSet]) -> Vec<ChangeSet> {
        let keeps = |node: &&ChangeSet| self.keeps(node);
        let some = nodes.iter().filter(keeps).filter(|node| self.repaired(node) > 0);
        self.best(some.cloned().collect(), WIDTH)
    }

    fn nearer(&self, nodes: &[ChangeSet]) -> Vec<ChangeSet> {
        let keeps = |node: &&ChangeSet| self.keeps(node);
        let best = self.best(nodes.iter().filter(keeps).cloned().collect(), WIDTH);
        best.into_iter().filter(|node| self.promise(node) > 0).collect()
    }

    /// Those that make every test right, without what they do not need.
    fn whole(&mut self, nodes: &[ChangeSet]) -> Vec<Vec<usize>> {
        let mut sets: Vec<(u32, Vec<usize>)> = Vec::new();
        for node in nodes.iter().filter(|node| node.is_whole()) {
            let mut set = node.set.clone();
            set.sort_unstable();
            sets.push((node.cost, set));
        }
        sets.sort();
        sets.dedup();
        let mut found: Vec<Vec<usize>> = Vec::new();
        for (_, set) in sets {
            if found.len() >= MAX_FOUND || (self.stop)() {
                break;
            }
            if !self.is_whole(&Switches::new(self.schema, &set)) {
                continue;
            }
            let set = self.needed(set);
            if !found.contains(&set) {
                found.push(set);
            }
        }
        found
    }

    /// A set without what it does not need.
    fn needed(&mut self, mut set: Vec<usize>) -> Vec<usize> {
        let mut index = 0;
        while set.len() > 1 && index < set.len() {
            let mut fewer = set.clone();
            fewer.remove(index);
            match self.is_whole(&Switches::new(self.schema, &fewer)) {
                true => set = fewer,
                false => index += 1,
            }
        }
        set
    }

    /// The sets, and those that have another change in place of one of theirs; the most plausible first.
    fn varied(&mut self, mut found: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
        found.sort_by_key(|set| (set.len(), self.cost_of(set), set.clone()));
        let rest = std::mem::replace(&mut self.work, InstructionBudget(VARIED_WORK));
        let all = self.plainest_first();
        for set in found.clone().into_iter().take(MAX_VARIED) {
            for index in 0..set.len() {
                let mut others = set.clone();
                let own = others.remove(index);
                let schema = self.schema;
                // What is more surprising by far is no better answer.
                let fits = |position: &usize| {
                    *position != own
                        && cost(schema, *position) <= cost(schema, own) + 6
                        && others.iter().all(|other| schema.are_apart(*other, *position))
                };
                let sets = all.iter().copied().filter(fits).map(|position| {
                    let mut set = others.clone();
                    set.push(position);
                    set.sort_unstable();
                    set
                });
                let sets: Vec<Vec<usize>> = sets.collect();
                for portion in sets.chunks(PORTION) {
                    if self.is_over() {
                        break;
                    }
                    let whole = self.are_whole(portion);
                    let new = portion.iter().zip(whole).filter(|(_, whole)| *whole);
                    for (set, _) in new {
                        if !found.contains(set) {
                            found.push(set.clone());
                        }
                    }
                }
            }
        }
        self.work = rest;
        found.sort_by_key(|set| (set.len(), self.cost_of(set), set.clone()));
        found.truncate(MAX_FOUND);
        found
    }

    /// All changes, the most promising first.
    fn ranked(&self, all: &[usize], nearer: &[ChangeSet], differing: &[(usize, u64)]) -> Vec<usize> {
        let promise: BTreeMap<usize, i64> = nearer
            .iter()
            .map(|node| (node.set[0], self.promise(node)))
            .collect();
        let differing: BTreeSet<usize> = differing.iter().map(|(position, _)| *position).collect();
        let mut ranked = all.to_vec();
        ranked.sort_by_key(|position| {
            (
                Reverse(promise.get(position).copied().unwrap_or(i64::MIN)),
                !differing.contains(position),
                cost(self.schema, *position),
                *position,
            )
        });
        ranked.truncate(MAX_COMBINED);
        ranked
    }

    /// The changes that make a difference by themselves, and all others. Of changes in one place that print the same the two
    /// most plausible ones stand for all.
    fn growing(&self, all: &[usize], differing: &[(usize, u64)]) -> [Vec<usize>; 2] {
        let prints: BTreeMap<usize, u64> = differing.iter().copied().collect();
        let mut order = all.to_vec();
        order.sort_by_key(|position| (cost(self.schema, *position), *position));
        let mut known: BTreeMap<(u32, u64), usize> = BTreeMap::new();
        order.retain(|position| {
            let Some(print) = prints.get(position) else {
                return true;
            };
            let count = known
                .entry((self.schema.sites(*position)[0], *print))
                .or_default();
            *count += 1;
            *count <= 2
        });
        let (different, same) = order
            .into_iter()
            .partition(|position| prints.contains_key(position));
        [different, same]
    }

    /// Pairs by the product of their ranks.
    fn combined(&mut self, ranked: &[usize]) -> Vec<Vec<usize>> {
        let schema = self.schema;
        let all = levels(ranked.len()).flat_map(|level| {
            let (over, most) = ((1usize << level) / 2, 1usize << level);
            by_product(ranked.len(), over, most)
        });
        let pairs = all.map(|(first, second)| (ranked[first], ranked[second]));
        let apart = pairs.filter(|(first, second)| schema.are_apart(*first, *second));
        let sorted = apart.map(|(first, second)| vec![first.min(second), first.max(second)]);
        let mut found: Vec<Vec<usize>> = Vec::new();
        for pair in self.whole_ones(sorted, MAX_FOUND) {
            let pair = self.needed(pair);
            if !found.contains(&pair) {
                found.push(pair);
            }
        }
        found
    }
}

/// Pairs of different numbers below a count whose product, counted from 1, is more than `over` and at most `most`.
fn by_product(count: usize, over: usize, most: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..=count).flat_map(move |first| {
        let from = (over / first + 1).max(first + 1);
        let to = (most / first).min(count);
        (from..=to).map(move |second| (first - 1, second - 1))
    })
}

/// Powers of two, the last of which no product of two ranks exceeds.
fn levels(count: usize) -> std::ops::Range<u32> {
    0..2 * (count.max(1).ilog2() + 1) + 1
}

#[cfg(test)]
mod checks {
    use super::{by_product, levels};

    #[test]
    fn every_pair_comes_once() {
        for count in [0usize, 1, 2, 7, 30] {
            let mut pairs: Vec<_> = levels(count)
                .flat_map(|level| by_product(count, (1 << level) / 2, 1 << level))
                .collect();
            let all = pairs.len();
            pairs.sort_unstable();
            pairs.dedup();
            assert_eq!(
                (all, pairs.len()),
                (pairs.len(), count * count.saturating_sub(1) / 2)
            );
        }
    }
}
