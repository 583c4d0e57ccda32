//! Which sets of changes make the tests right.
//!
//! A program with several faults often fails each test whichever of them is removed, so single changes say nothing by
//! themselves. But all changes are in one program, and a set of them is one run of it. So sets are grown: all
//! changes are tried beside each of the most promising sets of one size, and those that bring the output of some test
//! nearer to what is expected make the sets of the next. Sets that print the same are one, represented by its most
//! plausible member; not too many are kept that differ in one line only, since the next change must find something to
//! build on.
//!
//! Two faults may hide each other altogether: one printed number, two reasons why it is wrong. So pairs are also tried
//! for themselves, in the order of the product of their ranks: the most promising change meets all others soon, and
//! good ones meet each other.
//!
//! What makes every test right is then varied: each member is replaced by every other change. The growing found *a*
//! set, and of those near it the most plausible one is told first.
//!
//! With many failing tests, most of them meet one fault only: pairs that share the tests between them are tried first
//! (`cover`). A fault may keep runs from another one altogether (`hidden`).
//!
//! A change whose place a run does not come to leaves that run as it is, which is known from the numbers that the
//! run asked for. The search ends when its work is done, measured in instructions.

mod combined;
mod counted;
mod cover;
mod hidden;
mod plausible;
mod stages;

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
use counted::Spent;

/// What a surprising change must gain more than a plain one, in thousandths of a test.
const DOUBT: i64 = 8;

/// Instructions that may still be executed.
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
    /// Instructions of each test with the switches off.
    steps: Vec<u64>,
    /// What each test reads before it is written, in the program as it is.
    unwritten: Vec<BTreeSet<String>>,
    /// How often each test was tried.
    tried_on: Vec<u32>,
    limit: u64,
    pub budget: InstructionBudget,
    /// How many sets were tried.
    pub tried: usize,
}

impl std::fmt::Debug for SetSearch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SetSearch")
            .field("budget", &self.budget)
            .field("tried", &self.tried)
            .finish_non_exhaustive()
    }
}

impl<'s> SetSearch<'s> {
    /// Nothing if the program with the switches off does not behave as the original did.
    #[must_use]
    pub fn new(
        oracle: &'s Oracle<'s>,
        schema: &'s Schema,
        failing: &[usize],
        passing: &[usize],
        budget: InstructionBudget,
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
            let mut room = budgets::repair::MAX_ONCE_TRIALS.get() / changes.max(1);
            let fits = list.iter().take_while(|test| {
                let cost = steps[**test] / 2 + budgets::runs::RESUME.get();
                let fits = room >= cost;
                room = room.saturating_sub(cost);
                fits
            });
            let count = fits
                .count()
                .max(budgets::repair::MIN_SET_TESTS.count().min(list.len()));
            let mut chosen = evenly_spaced(&list[..count], most);
            chosen.sort_unstable();
            chosen
        };
        let mut tests = affordable(failing, budgets::repair::MAX_SET_FAILING.count());
        tests.extend(affordable(passing, budgets::repair::MAX_SET_NEAR_PASSING.count()));
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
            limit: longest.saturating_mul(budgets::repair::SET_RUN_FACTOR.get())
                + budgets::repair::MIN_SET_RUN.get()
                + printed * budgets::repair::SET_RUN_PER_BYTE.get(),
            budget,
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

    /// The sets with one change more that bring some test nearer, and the changes that make any difference. Passing
    /// tests are looked at only where a failing one comes nearer.
    fn grown(&mut self, set: &[usize], by: &[usize]) -> (Vec<ChangeSet>, Vec<(usize, u64)>) {
        let (base, asked) = self.asked(set);
        let mut found = Vec::new();
        let mut differing = Vec::new();
        for portion in by.chunks(budgets::repair::SETS_AT_ONCE.count()) {
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

    /// What a change does beside a set, if it can stand there and a test that is wrong comes to it. Passing tests are
    /// looked at only where a failing one comes nearer.
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
            if count >= budgets::repair::MAX_SET_PROBES.count() && !set.is_empty() && !nearer {
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

    /// How much a set comes nearer, the more plausible before the less. A test that failed and fails otherwise now may
    /// have met another fault: that counts little.
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
            if full || *alike >= budgets::repair::MAX_SET_ALIKE.count() || !known.insert(node.print()) {
                return false;
            }
            *alike += 1;
            let which = usize::from(counts[0] >= most);
            counts[which] += 1;
            true
        });
        nodes
    }
}
