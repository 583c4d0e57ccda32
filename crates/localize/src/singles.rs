//! Single faults: the suspects that repair every run on their own.
//!
//! The shortest run comes first, since it has all suspects to decide; each further run only the survivors. A suspect is
//! tried first (`trial`), which is quick and decides truth values and pointers; an expression through which
//! alone another one has an effect is tried before that. Most are decided by a few trials; those that are not share
//! what is left of the steps that a run may cost. What stays open goes to the solver: all together if
//! that is cheap, and one at a time if not, which keeps nearly everything constant.
//!
//! A suspect that is too hard for one run may be easy for the others: it goes on as a doubtful one, which is only
//! tried. If it repairs as many runs as it is in doubt for, and is refuted by none, that is told.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use interp::Interpreter;
use program::{Callee, ComponentKind, Construct, ExprId, ExprKind, InstrKind};
use sat::{Limited, Limits, Solver};

use super::formula::FormulaRepair;
use super::search::SuspectSearch;
use super::suspects::{SuspectKind, SuspectSite};
use super::trial::{Number, Trial, TrialBudget, Tried, numbers_in};
use super::walk::{below, target_of};
use super::witness::Kept;
use reasons::Note;

/// Sizes of allocations that are tried.
const ALLOCATION_SIZES: [u128; 8] = [4, 8, 16, 32, 64, 128, 1024, 4096];

fn truth_trials() -> TrialBudget {
    TrialBudget {
        runs: budgets::localize::MAX_TRUTH_RUNS.small(),
        steps: budgets::localize::MAX_TRUTH_TRIALS.get(),
    }
}

fn pointer_trials() -> TrialBudget {
    TrialBudget {
        runs: budgets::localize::MAX_POINTER_RUNS.small(),
        steps: budgets::localize::MAX_POINTER_TRIALS.get(),
    }
}

fn number_trials() -> TrialBudget {
    TrialBudget {
        runs: budgets::localize::MAX_NUMBER_RUNS.small(),
        steps: budgets::localize::MAX_NUMBER_TRIALS.get(),
    }
}

fn first_trials() -> TrialBudget {
    TrialBudget {
        runs: budgets::localize::MAX_FIRST_RUNS.small(),
        steps: budgets::localize::MAX_FIRST_TRIALS.get(),
    }
}

fn doubtful_trials() -> TrialBudget {
    TrialBudget {
        runs: budgets::localize::MAX_DOUBTFUL_TRIAL_RUNS.small(),
        steps: budgets::localize::MAX_DOUBTFUL_TRIALS.get(),
    }
}

/// A suspect that some runs could not decide about.
struct Doubt {
    repaired: Vec<usize>,
    /// For how many runs it stayed open.
    open: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Truth,
    Number,
    Real,
    Pointer,
    /// The size of an allocation: objects of any size are no use symbolically, so sizes are only tried.
    Size,
    Text,
}

/// Instructions that trials of single suspects may take.
struct Shares {
    /// Of each suspect in the first round.
    first: u64,
    /// Of all in the second round together.
    second_round: u64,
    /// Of each there, however many there are.
    least_in_second: u64,
}

impl SuspectSearch<'_> {
    fn kind(&self, suspect: usize) -> Kind {
        let suspect = &self.suspects[suspect];
        let Some(site) = suspect.sites.first() else {
            return Kind::Text;
        };
        let types = &self.program.types;
        let of = |ty| {
            if types.is_pointer(ty) {
                Kind::Pointer
            } else if types.float_format(ty).is_some() {
                Kind::Real
            } else {
                Kind::Number
            }
        };
        match *site {
            SuspectSite::Expr(expr) => {
                let home = self.homes[&expr];
                let instr = &self.program.function(home.function).body[home.pc.index()];
                let switch = matches!(instr.kind, InstrKind::Switch { .. });
                let ty = self.program.expr(expr).ty;
                if home.tested && !switch && types.is_integer(ty) && !suspect.constant {
                    Kind::Truth
                } else if suspect.sites.len() == 1 && self.sizes(expr, &instr.kind) {
                    Kind::Size
                } else {
                    of(ty)
                }
            }
            SuspectSite::Call { function, pc } => match self.program.function(function).body[pc.index()].kind
            {
                InstrKind::Call { dest: Some(dest), .. } => of(self.program.place(dest).ty),
                _ => Kind::Text,
            },
            SuspectSite::Declare { var, .. } => of(self.program.variable(var).ty),
            SuspectSite::Print { .. } => Kind::Text,
            SuspectSite::Stored { address, .. } => match target_of(self.program, address) {
                Some(target) => of(self.program.place(target).ty),
                None => Kind::Text,
            },
            SuspectSite::Case { .. } => Kind::Number,
        }
    }

    /// Whether an expression says how large an allocation is.
    fn sizes(&self, expr: ExprId, instr: &InstrKind) -> bool {
        let InstrKind::Call {
            callee: Callee::Direct(callee),
            args,
            ..
        } = instr
        else {
            return false;
        };
        let name = self.program.function(*callee).name.as_str();
        matches!(name, "malloc" | "calloc" | "realloc" | "aligned_alloc" | "alloca")
            && self.program.types.is_integer(self.program.expr(expr).ty)
            && args.iter().any(|arg| below(self.program, *arg).contains(&expr))
    }

    pub(super) fn is_size(&self, suspect: usize) -> bool {
        self.kind(suspect) == Kind::Size
    }

    pub(super) fn is_pointer(&self, suspect: usize) -> bool {
        self.kind(suspect) == Kind::Pointer
    }

    /// Whether a free value there is likely to lead the run into many ways.
    fn is_costly(&self, suspect: usize) -> bool {
        let index = SuspectKind::Expression(ComponentKind::ArrayIndex);
        let loops = |site: &SuspectSite| match *site {
            SuspectSite::Expr(expr) => {
                let home = self.homes[&expr];
                let instr = &self.program.function(home.function).body[home.pc.index()];
                let construct = match instr.kind {
                    InstrKind::Branch { construct, .. } => Some(construct),
                    _ => None,
                };
                matches!(
                    construct,
                    Some(Construct::While | Construct::DoWhile | Construct::For)
                )
            }
            SuspectSite::Stored { .. } => true,
            _ => false,
        };
        let suspect_of = &self.suspects[suspect];
        self.is_pointer(suspect) || suspect_of.kind == index || suspect_of.sites.iter().any(loops)
    }

    /// How many suspects are around one.
    fn depth(&self, suspect: usize) -> usize {
        std::iter::successors(Some(suspect), |id| self.around.get(id).copied())
            .take(64)
            .count()
    }

    /// What to try for a suspect.
    fn numbers(&self, run: usize, suspect: usize, kind: Kind) -> Vec<Number> {
        let known = self.known.get(&suspect).into_iter().flatten();
        let known = known.map(|bits| Number::Is(*bits));
        let mut found: Vec<Number> = match kind {
            Kind::Truth => return vec![Number::Is(0), Number::Is(1)],
            Kind::Pointer | Kind::Text => return Vec::new(),
            Kind::Size => return ALLOCATION_SIZES.map(Number::Is).to_vec(),
            Kind::Number | Kind::Real => known.collect(),
        };
        let literal = match self.suspects[suspect].sites[..] {
            [SuspectSite::Expr(expr), ..] => match self.program.expr(expr).kind {
                ExprKind::Int(number) => Some(number),
                _ => None,
            },
            _ => None,
        };
        let one = |by: i128| match literal {
            Some(number) => Number::Is(number.wrapping_add(by) as u128),
            None => Number::Add(by),
        };
        found.extend([one(1), one(-1)]);
        found.extend([0, 1, u128::MAX, 2].map(Number::Is));
        if let Some(text) = &self.runs[run].test.expected {
            found.extend(numbers_in(text, budgets::localize::MAX_EXPECTED_NUMBERS.count()));
        }
        if self.suspects[suspect].text.starts_with('\'') {
            found.extend(self.characters(run));
        }
        if kind == Kind::Real {
            // Whole numbers of the text mean themselves; known values are bits already.
            let bits = self.known.get(&suspect).map_or(0, BTreeSet::len);
            found.retain(|number| !matches!(number, Number::Add(_)));
            for number in &mut found[bits..] {
                if let Number::Is(whole) = *number {
                    *number = Number::Real(whole as i128 as f64);
                }
            }
        }
        let mut different: Vec<Number> = Vec::new();
        for number in found {
            if !different.contains(&number) {
                different.push(number);
            }
        }
        different
    }

    /// The characters that a run reads and must print.
    fn characters(&self, run: usize) -> Vec<Number> {
        let test = &self.runs[run].test;
        let arguments = test.arguments.iter().skip(1).map(Vec::as_slice);
        let expected = test.expected.as_deref().unwrap_or_default();
        let all: BTreeSet<u8> = arguments
            .chain([test.stdin.as_slice(), expected])
            .flatten()
            .copied()
            .collect();
        let printable = all.into_iter().filter(u8::is_ascii);
        printable
            .take(budgets::localize::MAX_TRIED_CHARACTERS.count())
            .map(|byte| Number::Is(byte.into()))
            .collect()
    }

    /// Executes an answer of the solver, and remembers it if the run passes.
    fn confirm_and_keep(
        &mut self,
        interpreter: &Interpreter<'_>,
        run: usize,
        members: &[usize],
        answer: FormulaRepair,
    ) -> bool {
        let confirmed = self.confirm(interpreter, run, &answer);
        if confirmed {
            self.remember(members, &answer);
            self.kept.insert((members.to_vec(), run), Kept::Solved(answer));
        }
        confirmed
    }

    /// How the instructions for trials are shared by so many suspects.
    fn shares(&self, run: usize, suspects: usize) -> Shares {
        use budgets::localize as limit;
        let suspects = suspects.max(1) as u64;
        let runs = limit::MIN_RUNS_LATE.get() * self.runs[run].steps;
        let (all, second_round, few_runs) = match self.hurried {
            // Hundreds of suspects in long runs would each have some runs all the same.
            true => (
                limit::MAX_ALL_TRIALS_BESIDE_CHANGE.get(),
                limit::MAX_SECOND_ROUND_BESIDE_CHANGE.get(),
                runs.min(limit::MAX_LATE_TRIALS_BESIDE_CHANGE.get() / suspects),
            ),
            false => (limit::MAX_ALL_TRIALS.get(), limit::MAX_SECOND_ROUND.get(), runs),
        };
        let left = all.saturating_sub(self.all_steps);
        let (first_round, least, least_in_second) = match self.hurried || left == 0 {
            true => (left, few_runs, few_runs),
            false => (
                limit::MAX_FIRST_ROUND.get().min(left),
                limit::MIN_FIRST_SHARE.get(),
                limit::MIN_SECOND_SHARE.get(),
            ),
        };
        Shares {
            first: (first_round / suspects).max(least),
            second_round,
            least_in_second,
        }
    }

    /// Tries the suspects one by one. What repairs the run, and what stays open; less if the search is stopped.
    fn try_all(
        &mut self,
        trial: &Trial<'_>,
        run: usize,
        candidates: &[usize],
        excluded: &mut BTreeSet<usize>,
    ) -> (Vec<usize>, Vec<usize>) {
        let mut order = candidates.to_vec();
        order.sort_by_key(|id| (self.depth(*id), *id));
        let few = order.len() <= budgets::localize::MAX_ASKED_SINGLY.count();
        let Shares {
            first: share,
            second_round,
            least_in_second,
        } = self.shares(run, order.len());
        let (mut found, mut open) = self.try_each(trial, run, &order, excluded, |kind, doubtful| {
            let most = match kind {
                _ if doubtful => doubtful_trials(),
                Kind::Truth if few => truth_trials(),
                Kind::Truth | Kind::Pointer => first_trials(),
                _ => number_trials(),
            };
            TrialBudget {
                steps: most.steps.min(share),
                ..most
            }
        });
        let wanted = |search: &Self, id: &usize| {
            matches!(search.kind(*id), Kind::Truth | Kind::Pointer) && !search.given_up.contains(id)
        };
        let (again, others): (Vec<usize>, Vec<usize>) = open.iter().partition(|id| wanted(self, id));
        self.all_steps += trial.spent.get();
        if again.is_empty() || self.stopped {
            return (found, open);
        }
        let left = second_round.saturating_sub(self.trial_steps);
        let share = (left / again.len() as u64).max(least_in_second);
        let before = trial.spent.get();
        let (more, rest) = self.try_each(trial, run, &again, excluded, |kind, _| {
            let most = match kind {
                Kind::Pointer => pointer_trials(),
                _ => truth_trials(),
            };
            TrialBudget {
                steps: most.steps.min(share),
                ..most
            }
        });
        self.trial_steps += trial.spent.get() - before;
        self.all_steps += trial.spent.get() - before;
        found.extend(more);
        open = others;
        open.extend(rest);
        let place = |id: &usize| order.iter().position(|other| other == id);
        open.sort_by_key(place);
        (found, open)
    }

    fn try_each(
        &mut self,
        trial: &Trial<'_>,
        run: usize,
        order: &[usize],
        excluded: &mut BTreeSet<usize>,
        effort: impl Fn(Kind, bool) -> TrialBudget,
    ) -> (Vec<usize>, Vec<usize>) {
        let (mut found, mut open) = (Vec::new(), Vec::new());
        for &id in order {
            if self.is_excluded(id, excluded) {
                continue;
            }
            let kind = self.kind(id);
            let numbers = self.numbers(run, id, kind);
            let effort = effort(kind, self.given_up.contains(&id));
            match trial.single(id, &numbers, effort) {
                Tried::Repairs(choice) => {
                    found.push(id);
                    self.learn(id, choice.value());
                    self.kept.insert((vec![id], run), Kept::Tried(choice));
                }
                // Of a pointer only some values are asked for, and an index in it may give others.
                Tried::Refuted { bounded: false } if kind == Kind::Pointer => {}
                Tried::Refuted { bounded: false } => {
                    excluded.insert(id);
                }
                Tried::Refuted { bounded: true } => self.bounded = true,
                Tried::Open if kind == Kind::Size => {}
                Tried::Open => open.push(id),
            }
            if (self.stop)() {
                self.stopped = true;
                break;
            }
        }
        (found, open)
    }

    /// What has an effect only through something that has none has none.
    fn is_excluded(&self, id: usize, excluded: &mut BTreeSet<usize>) -> bool {
        let outer = self.around.get(&id);
        outer.is_some_and(|outer| excluded.contains(outer)) && {
            excluded.insert(id);
            true
        }
    }

    /// Those of the candidates that repair a run on their own, as far as the search comes before it is stopped; and
    /// those for which that could not be decided.
    fn singles(
        &mut self,
        trial: &Trial<'_>,
        run: usize,
        candidates: &[usize],
        strict: bool,
    ) -> (Vec<usize>, Vec<usize>) {
        let mut excluded: BTreeSet<usize> = BTreeSet::new();
        let (mut found, open) = self.try_all(trial, run, candidates, &mut excluded);
        let (mut undecided, open): (Vec<usize>, Vec<usize>) =
            open.iter().partition(|id| self.given_up.contains(id));
        let (costly, cheap): (Vec<usize>, Vec<usize>) = open.iter().partition(|id| self.is_costly(**id));
        // The last is taken first: what is around others before them.
        let mut groups: Vec<Vec<usize>> = costly.into_iter().rev().map(|id| vec![id]).collect();
        groups.push(cheap);
        while let Some(mut group) = groups.pop().filter(|_| !self.stopped) {
            group.retain(|id| !self.is_excluded(*id, &mut excluded));
            if group.is_empty() {
                continue;
            }
            if self.has_asked_enough() {
                self.given_up.extend(&group);
                undecided.extend(group);
                continue;
            }
            let program = self.changed(&group);
            let interpreter = Interpreter::new(&program, Some(self.sources));
            let alone = group.len() == 1;
            let question = self.question(&program, run, &group, !alone);
            if (self.stop)() {
                self.stopped = true;
                break;
            }
            let Some(mut question) = question else {
                if alone {
                    self.given_up.insert(group[0]);
                    undecided.push(group[0]);
                } else {
                    split(&mut groups, &group);
                }
                continue;
            };
            // Other values read there repair most runs and explain few: they get less time.
            if alone && self.suspects[group[0]].kind == SuspectKind::Stored {
                question
                    .solver
                    .set_limits(Limits::conflicts(budgets::localize::MAX_STORED_CONFLICTS.get()));
            }
            question.solver.set_ceiling(Some(self.propagations_left()));
            let sets = question.sets(strict, &[], 1, usize::MAX);
            self.propagations += question.solver.statistics().propagations;
            self.stopped |= (self.stop)();
            let decided = sets.complete || sets.complete_up_to.is_some_and(|size| size >= 1);
            if !decided && !alone && !self.stopped {
                split(&mut groups, &group);
                continue;
            }
            // What could not be followed may lead to a repair.
            let obstructed = !question.obstacles.is_empty();
            if (!decided || (alone && obstructed)) && sets.sets.is_empty() && !self.stopped {
                self.given_up.insert(group[0]);
                undecided.push(group[0]);
            }
            let mut missing = group;
            for set in &sets.sets {
                let members = question.members(&set.violated);
                let answer = question.answer(&program, &set.model);
                if self.confirm_and_keep(&interpreter, run, &members, answer) {
                    missing.retain(|id| !members.contains(id));
                    found.extend(members);
                }
            }
            if decided && !question.bounded && !obstructed {
                excluded.extend(missing.iter().filter(|id| !self.is_pointer(**id)));
            }
            // Where loops were cut, a suspect alone can be followed further; and it may not come to what could not be
            // followed.
            if (question.bounded || obstructed) && !alone {
                groups.extend(missing.into_iter().rev().map(|id| vec![id]));
            }
        }
        found.sort_unstable();
        (found, undecided)
    }

    /// What could not be decided.
    pub(super) fn doubts(&self) -> Option<Note> {
        let texts: BTreeSet<&str> = self
            .given_up
            .iter()
            .map(|id| self.suspects[*id].text.as_str())
            .collect();
        let texts: Vec<String> = texts.into_iter().map(str::to_owned).collect();
        (!texts.is_empty()).then_some(Note::TooMuchDepends(texts))
    }

    /// All single faults that repair every run; if the search is stopped, those that repair the runs it came to, which
    /// are given back with them.
    pub(super) fn single_faults(&mut self, strict: bool) -> (Vec<usize>, Option<Vec<usize>>) {
        let runs = self.runs;
        let order = self.order();
        let Some(&first) = order.first() else {
            return (Vec::new(), None);
        };
        let mut survivors = self.executed_by(first, &order);
        let prepared = self.prepared();
        let interpreter = Interpreter::new(&prepared.program, Some(self.sources));
        let (meter, stop) = (self.meter.clone(), self.stop.clone());
        let mut done = Vec::new();
        let mut doubts: BTreeMap<usize, Doubt> = BTreeMap::new();
        for run in order {
            let mut doubtful: Vec<usize> = doubts.keys().copied().collect();
            if done.len() >= budgets::localize::MAX_DOUBTFUL_RUNS.count() {
                doubtful.clear();
            }
            if survivors.is_empty() && doubtful.is_empty() {
                break;
            }
            let trial = Trial {
                interpreter: &interpreter,
                pointers: &prepared.choices,
                run: &runs[run],
                counted: (strict && runs[run].assertions > 0).then_some(self.program),
                recorded: runs[run].known_inputs(),
                ignore_space: self.settings.ignore_space,
                meter: &meter,
                stop: &stop,
                spent: Cell::new(0),
            };
            let mut candidates = survivors.clone();
            candidates.extend(&doubtful);
            let (found, undecided) = self.singles(&trial, run, &candidates, strict);
            if self.stopped {
                // What has not been decided for this run is known for those before it.
                if done.is_empty() {
                    survivors = found;
                    done.push(run);
                }
                return (survivors, Some(done));
            }
            doubts.retain(|id, doubt| {
                if !doubtful.contains(id) {
                    return true;
                }
                if found.contains(id) {
                    doubt.repaired.push(run);
                } else {
                    doubt.open += 1;
                }
                let refuted = !found.contains(id) && !undecided.contains(id);
                !refuted && doubt.open <= doubt.repaired.len() + budgets::localize::MAX_UNDECIDED_RUNS.count()
            });
            // Beside something better, what is in doubt is not worth telling.
            let new = undecided.iter().filter(|_| !self.hurried);
            for id in new.filter(|id| !doubtful.contains(id)) {
                let repaired = done.clone();
                doubts.insert(*id, Doubt { repaired, open: 1 });
            }
            survivors = found;
            survivors.retain(|id| !doubtful.contains(id));
            done.push(run);
        }
        let told = doubts
            .into_iter()
            .filter(|(_, doubt)| doubt.open <= doubt.repaired.len());
        self.doubtful = told.map(|(id, doubt)| (id, doubt.repaired)).collect();
        (survivors, None)
    }

    /// The suspects that the failing runs come to, as far as that is quick to see.
    fn executed_by(&mut self, first: usize, order: &[usize]) -> Vec<usize> {
        let all: Vec<usize> = (0..self.suspects.len()).collect();
        let mut survivors: Vec<usize> = all
            .into_iter()
            .filter(|suspect| self.is_executed(first, *suspect))
            .collect();
        survivors = self.passed_by_all(survivors, order);
        // Who does not come by in one failing run does not repair it.
        for run in order
            .iter()
            .skip(1)
            .take(budgets::localize::MAX_REACHING_RUNS.count())
        {
            if survivors.len() <= budgets::localize::MAX_ASKED_SINGLY.count() || (self.stop)() {
                break;
            }
            survivors.retain(|suspect| self.is_executed(*run, *suspect));
        }
        survivors
    }

    /// The runs, the shortest first.
    pub(super) fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.runs.len()).collect();
        order.sort_by_key(|run| (self.runs[*run].steps, *run));
        order
    }
}

/// Asks for a few one by one, and for many in halves.
fn split(groups: &mut Vec<Vec<usize>>, group: &[usize]) {
    if group.len() <= budgets::localize::MAX_ASKED_SINGLY.count() {
        groups.extend(group.iter().rev().map(|id| vec![*id]));
        return;
    }
    let (first, second) = group.split_at(group.len() / 2);
    groups.push(second.to_vec());
    groups.push(first.to_vec());
}

/// By suspect: one around it through which alone it has an effect.
pub(super) type Around = BTreeMap<usize, usize>;
