//! Single faults: the suspects that repair every run on their own.
//!
//! The shortest run comes first, since it has all suspects to decide; each further run only the survivors. A suspect is
//! tried first (`trial`), which is quick and decides truth values and pointers; an expression through which
//! alone another one has an effect is tried before that. What stays open goes to the solver: all together if
//! that is cheap, and one at a time if not, which keeps nearly everything constant.

use std::collections::{BTreeMap, BTreeSet};

use interp::Interpreter;
use program::{Callee, ComponentKind, Construct, ExprId, ExprKind, InstrKind};
use sat::{Limited, Limits};

use super::choice::tryable;
use super::search::Search;
use super::suspects::{Site, SuspectKind};
use super::trial::{Effort, Number, Trial, Tried, numbers_in};
use super::walk::{below, target_of};

/// Sizes of allocations that are tried.
const SIZES: [u128; 8] = [4, 8, 16, 32, 64, 128, 1024, 4096];
/// Numbers of the expected text that are tried.
const MOST_EXPECTED: usize = 4;
/// How much is tried. Truth values and pointers are decided by it, numbers are not.
const TRUTHS: Effort = Effort {
    runs: 400,
    steps: 4_000_000,
};
const POINTERS: Effort = Effort {
    runs: 4_000,
    steps: 40_000_000,
};
const NUMBERS: Effort = Effort {
    runs: 80,
    steps: 1_000_000,
};
/// What the solver may do for values that are read.
const STORED_CONFLICTS: u64 = 500;
/// So many suspects are asked for one by one rather than in halves.
const FEW: usize = 12;

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

impl Search<'_> {
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
            Site::Expr(expr) => {
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
            Site::Call { function, pc } => match self.program.function(function).body[pc.index()].kind {
                InstrKind::Call { dest: Some(dest), .. } => of(self.program.place(dest).ty),
                _ => Kind::Text,
            },
            Site::Declare { var, .. } => of(self.program.variable(var).ty),
            Site::Print { .. } => Kind::Text,
            Site::Stored { address, .. } => match target_of(self.program, address) {
                Some(target) => of(self.program.place(target).ty),
                None => Kind::Text,
            },
            Site::Case { .. } => Kind::Number,
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
        let loops = |site: &Site| match *site {
            Site::Expr(expr) => {
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
            Site::Stored { .. } => true,
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
            Kind::Size => return SIZES.map(Number::Is).to_vec(),
            Kind::Number | Kind::Real => known.collect(),
        };
        let literal = match self.suspects[suspect].sites[..] {
            [Site::Expr(expr), ..] => match self.program.expr(expr).kind {
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
            found.extend(numbers_in(text, MOST_EXPECTED));
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

    /// Tries the suspects one by one. What repairs the run, and what stays open; less if the search is stopped.
    fn try_all(
        &mut self,
        trial: &Trial<'_>,
        run: usize,
        candidates: &[usize],
        excluded: &mut BTreeSet<usize>,
    ) -> (Vec<usize>, Vec<usize>) {
        let (mut found, mut open) = (Vec::new(), Vec::new());
        let mut order = candidates.to_vec();
        order.sort_by_key(|id| (self.depth(*id), *id));
        for id in order {
            if self.is_excluded(id, excluded) {
                continue;
            }
            let kind = self.kind(id);
            let numbers = self.numbers(run, id, kind);
            let effort = match kind {
                Kind::Truth => TRUTHS,
                Kind::Pointer => POINTERS,
                _ => NUMBERS,
            };
            match trial.single(id, &numbers, effort) {
                Tried::Repairs(value) => {
                    found.push(id);
                    self.learn(id, value);
                }
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

    /// Those of the candidates that repair a run on their own, as far as the search comes before it is stopped.
    fn singles(&mut self, trial: &Trial<'_>, run: usize, candidates: &[usize], strict: bool) -> Vec<usize> {
        let mut excluded: BTreeSet<usize> = BTreeSet::new();
        let (mut found, open) = self.try_all(trial, run, candidates, &mut excluded);
        let (costly, cheap): (Vec<usize>, Vec<usize>) = open.iter().partition(|id| self.is_costly(**id));
        // The last is taken first: what is around others before them.
        let mut groups: Vec<Vec<usize>> = costly.into_iter().rev().map(|id| vec![id]).collect();
        groups.push(cheap);
        while let Some(mut group) = groups.pop().filter(|_| !self.stopped) {
            group.retain(|id| !self.is_excluded(*id, &mut excluded));
            if group.is_empty() {
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
                    self.give_up(group[0]);
                } else {
                    split(&mut groups, &group);
                }
                continue;
            };
            // Other values read there repair most runs and explain few: they get less time.
            if alone && self.suspects[group[0]].kind == SuspectKind::Stored {
                question.solver.set_limits(Limits::conflicts(STORED_CONFLICTS));
            }
            let sets = question.sets(strict, &[], 1, usize::MAX);
            self.stopped |= (self.stop)();
            let decided = sets.complete || sets.complete_up_to.is_some_and(|size| size >= 1);
            if !decided && !alone && !self.stopped {
                split(&mut groups, &group);
                continue;
            }
            if !decided && sets.sets.is_empty() && !self.stopped {
                let text = &self.suspects[group[0]].text;
                self.given_up = true;
                self.notes
                    .insert(format!("`{text}` was given up: too hard to decide"));
            }
            let mut missing = group;
            for set in &sets.sets {
                let answer = question.answer(&program, &set.model);
                let members = question.members(&set.violated);
                if self.confirm(&interpreter, run, &answer) {
                    self.remember(&members, &answer);
                    missing.retain(|id| !members.contains(id));
                    found.extend(members);
                }
            }
            if decided && !question.bounded {
                excluded.extend(&missing);
            }
            // Where loops were cut, a suspect alone can be followed further.
            if question.bounded && !alone {
                groups.extend(missing.into_iter().rev().map(|id| vec![id]));
            }
        }
        found.sort_unstable();
        found
    }

    fn give_up(&mut self, suspect: usize) {
        let text = &self.suspects[suspect].text;
        let tried = match self.kind(suspect) {
            Kind::Pointer => "; single changes of it were tried",
            Kind::Number | Kind::Real => "; a few values were tried",
            _ => "",
        };
        self.given_up = true;
        self.notes.insert(format!(
            "`{text}` was given up: too many ways to go on from it{tried}"
        ));
    }

    /// All single faults that repair every run; if the search is stopped, those that repair the runs it came to, which are
    /// given back with them.
    pub(super) fn single_faults(&mut self, strict: bool) -> (Vec<usize>, Option<Vec<usize>>) {
        let runs = self.runs;
        let order = self.order();
        let Some(&first) = order.first() else {
            return (Vec::new(), None);
        };
        let all: Vec<usize> = (0..self.suspects.len()).collect();
        let mut survivors: Vec<usize> = all
            .into_iter()
            .filter(|suspect| self.is_executed(first, *suspect))
            .collect();
        let constant = self.settings.constant_repair;
        let prepared = tryable(self.program, self.sources, &self.homes, self.suspects, constant);
        let interpreter = Interpreter::new(&prepared.program, Some(self.sources));
        let stop = self.stop.clone();
        let mut done = Vec::new();
        for run in order {
            if survivors.is_empty() {
                break;
            }
            let trial = Trial {
                interpreter: &interpreter,
                pointers: &prepared.choices,
                run: &runs[run],
                counted: (strict && runs[run].assertions > 0).then_some(self.program),
                recorded: runs[run].known_inputs(),
                ignore_space: self.settings.ignore_space,
                stop: &stop,
            };
            let found = self.singles(&trial, run, &survivors, strict);
            if self.stopped {
                // What has not been decided for this run is known for those before it.
                if done.is_empty() {
                    survivors = found;
                    done.push(run);
                }
                return (survivors, Some(done));
            }
            survivors = found;
            done.push(run);
        }
        (survivors, None)
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
    if group.len() <= FEW {
        groups.extend(group.iter().rev().map(|id| vec![*id]));
        return;
    }
    let (first, second) = group.split_at(group.len() / 2);
    groups.push(second.to_vec());
    groups.push(first.to_vec());
}

/// By suspect: one around it through which alone it has an effect.
pub(super) type Around = BTreeMap<usize, usize>;
