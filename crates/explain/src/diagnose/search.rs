//! The search for the smallest sets that repair every failing run.
//!
//! Single faults first. The first run is asked with every suspect suspended that it executes (a suspect that a run
//! does not execute cannot repair it); if that is too much for the symbolic side, one suspect at a time, which keeps
//! nearly everything constant. Each further run is asked with the survivors only.
//!
//! For more faults each run has its minimal sets, by size. A set that does not repair the next run is extended by the
//! smallest sets that do together with it, as long as it stays small enough: so runs that need different
//! faults are covered by sets whose members explain different runs, and no set is a superset of another.
//!
//! Every repair is executed by the interpreter before it counts.

use std::collections::{BTreeMap, BTreeSet};

use bmc::CutReason;
use interp::{Interpreter, NoObserver};
use program::{Construct, InstrKind, Program};
use source::SourceMap;

use super::Settings;
use super::instrument::{instrument, value_name};
use super::question::{Answer, Course, MOST_TERMS, Question, course};
use super::run::Run;
use super::suspects::{Site, Suspect, SuspectKind};
use super::walk::{Home, below, homes};

pub(crate) struct Search<'a> {
    pub program: &'a Program,
    pub sources: &'a SourceMap,
    pub suspects: &'a [Suspect],
    pub runs: &'a [Run],
    pub settings: &'a Settings,
    pub stop: bmc::Stop,
    pub homes: std::collections::HashMap<program::ExprId, Home>,
    pub courses: BTreeMap<usize, Course>,
    pub notes: BTreeSet<String>,
    pub bounded: bool,
    pub stopped: bool,
    /// Whether some suspect could not be decided.
    pub given_up: bool,
    /// Repairs that the interpreter did not confirm although nothing excuses it.
    pub mismatches: Vec<String>,
    /// Values that repaired a run before, for each suspect.
    pub known: BTreeMap<usize, BTreeSet<u128>>,
    /// How large a question may become.
    most_terms: usize,
    /// By suspect: one around it through which alone it has an effect.
    around: BTreeMap<usize, usize>,
}

/// What is known after a search.
#[derive(Debug, Default)]
pub(crate) struct Sets {
    pub sets: Vec<Vec<usize>>,
    /// Whether all sets of their size are there.
    pub complete: bool,
    /// Whether the repairs only keep the run from the assertion that failed.
    pub avoiding: bool,
}

/// So many suspects are asked for together whatever they are.
const FEW: usize = 16;
/// How often bounds grow for one question, how far, and while it has so few terms.
const MOST_GROWTHS: u32 = 4;
const MOST_GROWTH: u32 = 8;
const CHEAP: usize = 6_000;
/// Sizes of allocations that are tried.
const SIZES: [u128; 8] = [4, 8, 16, 32, 64, 128, 1024, 4096];
/// Terms for single faults.
const SINGLE_TERMS: usize = 15_000;
/// Terms for one free pointer.
const POINTER_TERMS: usize = 4_000;
/// Values that are kept for trying.
const MOST_KNOWN: usize = 6;

/// Library functions that do nothing but compute their result from their arguments.
const PURE: &[&str] = &[
    "atoi", "atol", "atoll", "abs", "labs", "strlen", "strcmp", "strncmp", "isdigit", "isalpha", "isspace",
    "toupper", "tolower",
];

/// An expression has an effect only through the one it is part of, and the argument of a pure function only through
/// what that returns: if any value of the outer one is no repair, no value of the inner one is.
fn around(
    program: &Program,
    suspects: &[Suspect],
    homes: &std::collections::HashMap<program::ExprId, Home>,
) -> BTreeMap<usize, usize> {
    let mut inner_of: BTreeMap<program::ExprId, usize> = BTreeMap::new();
    for (outer, suspect) in suspects.iter().enumerate() {
        let (roots, own) = match suspect.sites.as_slice() {
            [Site::Expr(expr)] if !suspect.constant => (vec![*expr], Some(*expr)),
            [Site::Call { function, pc }] => match &program.function(*function).body[pc.index()].kind {
                InstrKind::Call {
                    callee: program::Callee::Direct(callee),
                    args,
                    ..
                } if PURE.contains(&program.function(*callee).name.as_str()) => (args.to_vec(), None),
                _ => continue,
            },
            _ => continue,
        };
        for root in roots {
            for part in below(program, root) {
                if Some(part) != own {
                    inner_of.entry(part).or_insert(outer);
                }
            }
        }
    }
    let mut found = BTreeMap::new();
    for (inner, suspect) in suspects.iter().enumerate() {
        if let ([Site::Expr(expr)], false) = (suspect.sites.as_slice(), suspect.constant)
            && homes.contains_key(expr)
            && let Some(outer) = inner_of.get(expr)
        {
            found.insert(inner, *outer);
        }
    }
    found
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        program: &'a Program,
        sources: &'a SourceMap,
        suspects: &'a [Suspect],
        runs: &'a [Run],
        settings: &'a Settings,
        stop: &bmc::Stop,
    ) -> Search<'a> {
        Search {
            program,
            sources,
            suspects,
            runs,
            settings,
            stop: stop.clone(),
            homes: homes(program),
            courses: BTreeMap::new(),
            notes: BTreeSet::new(),
            bounded: false,
            stopped: false,
            given_up: false,
            mismatches: Vec::new(),
            known: BTreeMap::new(),
            most_terms: SINGLE_TERMS,
            around: around(program, suspects, &homes(program)),
        }
    }

    pub(crate) fn course(&mut self, run: usize) -> &Course {
        if !self.courses.contains_key(&run) {
            let found = course(self.program, Some(self.sources), &self.runs[run], &self.stop);
            self.courses.insert(run, found);
        }
        &self.courses[&run]
    }

    /// Whether a run comes by one of the places of a suspect.
    fn is_executed(&mut self, run: usize, suspect: usize) -> bool {
        let homes: Vec<_> = self.suspects[suspect]
            .sites
            .iter()
            .map(|site| match *site {
                Site::Expr(expr) => {
                    let home = self.homes[&expr];
                    (home.function, home.pc)
                }
                Site::Call { function, pc }
                | Site::Print { function, pc, .. }
                | Site::Stored { function, pc, .. }
                | Site::Case { function, pc, .. } => (function, pc),
                // A declaration is no step of its own.
                Site::Declare { function, .. } => (function, program::Pc(u32::MAX)),
            })
            .collect();
        let course = self.course(run);
        homes.iter().any(|(function, pc)| {
            pc.0 == u32::MAX || course.visited.contains(&(*function, *pc)) || course.visited.is_empty()
        })
    }

    pub(crate) fn changed(&self, chosen: &[usize]) -> Program {
        instrument(
            self.program,
            self.sources,
            &self.homes,
            self.suspects,
            chosen,
            self.settings.constant_repair,
            false,
        )
    }

    /// The largest bounds of the runs that are known.
    pub(crate) fn most_bounds(&self) -> BTreeMap<String, u32> {
        let mut bounds: BTreeMap<String, u32> = BTreeMap::new();
        for course in self.courses.values() {
            for (name, bound) in &course.bounds {
                let entry = bounds.entry(name.clone()).or_insert(*bound);
                *entry = (*entry).max(*bound);
            }
        }
        bounds
    }

    /// The question about a run. The bounds of its loops are those of the runs before it, if that cuts nothing.
    pub(crate) fn question(
        &mut self,
        program: &Program,
        run: usize,
        chosen: &[usize],
        joint: bool,
    ) -> Option<Question> {
        let first = self.courses.keys().next().copied().unwrap_or(run);
        let patience = self.course(first).patience() * if joint { 1 } else { 3 };
        // A free pointer in a structure of pointers soon means everything: better to notice early.
        let pointer = chosen.len() == 1 && self.is_pointer(chosen[0]);
        let most = if pointer { POINTER_TERMS } else { self.most_terms };
        let known = self.courses.contains_key(&run) || self.courses.is_empty();
        if !known {
            let bounds = self.most_bounds();
            let sources = Some(self.sources);
            let run = &self.runs[run];
            let found = Question::new(program, sources, run, &bounds, chosen, patience, most, &self.stop);
            if let Some(question) = found.filter(|question| !question.bounded) {
                self.notes.extend(question.obstacles.iter().cloned());
                return Some(question);
            }
        }
        let mut bounds = self.course(run).bounds.clone();
        let mut found: Option<Question> = None;
        // A repaired run may go further than the failing one: bounds grow as long as that is cheap.
        for _ in 0..MOST_GROWTHS {
            let sources = Some(self.sources);
            let next = Question::new(
                program,
                sources,
                &self.runs[run],
                &bounds,
                chosen,
                patience,
                most,
                &self.stop,
            );
            let Some(question) = next else { break };
            let mut grew = false;
            for cut in &question.equation.cuts {
                let name = match &cut.reason {
                    // What the library does with strange arguments is not worth following.
                    CutReason::Loop(item) if self.program.function(item.function).embedded => continue,
                    CutReason::Loop(item) => item.name.clone(),
                    CutReason::Recursion(function) => {
                        format!("{}.recursion", self.program.function(*function).name)
                    }
                    CutReason::Depth => continue,
                    CutReason::Unsupported(_) => continue,
                };
                let most = self.course(run).bounds.get(&name).copied().unwrap_or(2) * MOST_GROWTH;
                let bound = bounds.entry(name).or_insert(2);
                grew |= *bound < most;
                *bound = (*bound * 2).min(most);
            }
            let cheap = question.equation.pool.len() < CHEAP;
            found = Some(question);
            if !grew || !cheap {
                break;
            }
        }
        if let Some(question) = &found {
            self.notes.extend(question.obstacles.iter().cloned());
            self.bounded |= question.bounded;
        }
        self.stopped |= (self.stop)();
        found
    }

    /// Executes a repair; it must be one.
    pub(crate) fn confirm(&mut self, interpreter: &Interpreter<'_>, run: usize, answer: &Answer) -> bool {
        let test = &self.runs[run];
        let (outcome, stdout) = test.repeat(interpreter, &answer.inputs, &answer.texts, &mut NoObserver);
        let right = test.is_right(&outcome.stop, &stdout);
        if !right {
            let unmodelled = answer
                .inputs
                .iter()
                .any(|input| input.kind == bmc::InputKind::Unmodelled && input.name != "printed");
            if !unmodelled {
                self.mismatches.push(format!(
                    "a repair of {} ended otherwise when it was executed: {}",
                    test.test.name, outcome.stop
                ));
            }
        }
        right
    }

    /// Whether it is the size of an allocation: objects of any size are no use symbolically, so sizes are only tried.
    fn is_size(&self, suspect: usize) -> bool {
        let [Site::Expr(expr)] = self.suspects[suspect].sites.as_slice() else {
            return false;
        };
        let home = self.homes[expr];
        match &self.program.function(home.function).body[home.pc.index()].kind {
            InstrKind::Call {
                callee: program::Callee::Direct(callee),
                args,
                ..
            } => {
                let name = self.program.function(*callee).name.as_str();
                let sizes = matches!(name, "malloc" | "calloc" | "realloc" | "aligned_alloc" | "alloca");
                let integer = self.program.types.is_integer(self.program.expr(*expr).ty);
                sizes && integer && args.iter().any(|arg| below(self.program, *arg).contains(expr))
            }
            _ => false,
        }
    }

    /// Whether a free value there is likely to lead the run into many ways.
    fn is_costly(&self, suspect: usize) -> bool {
        self.is_size(suspect)
            || self.suspects[suspect].sites.iter().any(|site| match *site {
                Site::Expr(expr) => {
                    let home = self.homes[&expr];
                    let instr = &self.program.function(home.function).body[home.pc.index()];
                    let loops = matches!(
                        instr.kind,
                        InstrKind::Branch {
                            construct: Construct::While | Construct::DoWhile | Construct::For,
                            ..
                        }
                    );
                    loops
                        || self.program.types.is_pointer(self.program.expr(expr).ty)
                        || self.suspects[suspect].kind
                            == SuspectKind::Expression(program::ComponentKind::ArrayIndex)
                }
                Site::Call { .. } | Site::Declare { .. } | Site::Print { .. } | Site::Case { .. } => false,
                Site::Stored { .. } => true,
            })
    }

    fn is_pointer(&self, suspect: usize) -> bool {
        self.suspects[suspect].sites.iter().any(|site| match *site {
            Site::Expr(expr) => self.program.types.is_pointer(self.program.expr(expr).ty),
            _ => false,
        })
    }

    /// Those of the candidates that repair a run on their own.
    fn singles(&mut self, run: usize, candidates: &[usize], strict: bool) -> Option<Vec<usize>> {
        let mut found = Vec::new();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        if candidates.len() <= FEW && !candidates.iter().any(|id| self.is_size(*id)) {
            groups.push(candidates.to_vec());
        } else {
            let (costly, cheap): (Vec<usize>, Vec<usize>) = candidates
                .iter()
                .partition(|candidate| self.is_costly(**candidate));
            // The last is taken first: what is around others before them.
            let mut costly = costly;
            let depth = |id: &usize| {
                std::iter::successors(Some(*id), |id| self.around.get(id).copied())
                    .take(64)
                    .count()
            };
            costly.sort_by_key(|id| std::cmp::Reverse(depth(id)));
            groups.extend(costly.into_iter().map(|candidate| vec![candidate]));
            groups.push(cheap);
        }
        let mut excluded: BTreeSet<usize> = BTreeSet::new();
        while let Some(mut group) = groups.pop() {
            group.retain(|id| {
                !self.around.get(id).is_some_and(|outer| excluded.contains(outer)) || {
                    excluded.insert(*id);
                    false
                }
            });
            if group.is_empty() {
                continue;
            }
            let program = self.changed(&group);
            let interpreter = Interpreter::new(&program, Some(self.sources));
            // What repaired other runs is tried first: that is quick, and often enough.
            let (good, open): (Vec<usize>, Vec<usize>) = group.iter().partition(|suspect| {
                !(strict && self.runs[run].assertions > 0) && self.guess(&interpreter, run, **suspect)
            });
            found.extend(good);
            if open.is_empty() {
                continue;
            }
            if open.len() < group.len() {
                groups.push(open);
                continue;
            }
            let alone = group.len() == 1;
            if alone && self.is_size(group[0]) {
                let counted = (strict && self.runs[run].assertions > 0).then_some(self.program);
                let repairs =
                    |value: &u128| self.runs[run].repairs_reaching(&interpreter, counted, group[0], *value);
                if SIZES.iter().any(repairs) {
                    found.push(group[0]);
                }
                continue;
            }
            let question = self.question(&program, run, &group, !alone);
            if (self.stop)() {
                self.stopped = true;
                return None;
            }
            let Some(mut question) = question else {
                if alone {
                    let (suspect, text) = (group[0], &self.suspects[group[0]].text);
                    let more = if self.is_pointer(suspect) {
                        if self.runs[run].one_choice_repairs(&interpreter, self.program, suspect, strict) {
                            found.push(suspect);
                            continue;
                        }
                        "; single changes of it were tried"
                    } else {
                        ""
                    };
                    self.given_up = true;
                    self.notes.insert(format!(
                        "`{text}` was given up: too many ways to go on from it{more}"
                    ));
                } else {
                    let (first, second) = group.split_at(group.len() / 2);
                    groups.push(second.to_vec());
                    groups.push(first.to_vec());
                }
                continue;
            };
            let sets = question.sets(strict, &[], 1, usize::MAX);
            if (self.stop)() {
                self.stopped = true;
                return None;
            }
            let decided = sets.complete || sets.complete_up_to.is_some_and(|size| size >= 1);
            if !decided && !alone {
                let (first, second) = group.split_at(group.len() / 2);
                groups.push(second.to_vec());
                groups.push(first.to_vec());
                continue;
            }
            if !decided && sets.sets.is_empty() {
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
            // Where loops were cut, a suspect alone can be followed further; and simple values can be tried.
            if question.bounded && !alone {
                groups.extend(missing.into_iter().map(|id| vec![id]));
            } else if question.bounded {
                let strict = strict && self.runs[run].assertions > 0;
                let counted = strict.then_some(self.program);
                for id in missing {
                    let simple = [0, 1, 2, u128::MAX];
                    let repairs =
                        |value: &u128| self.runs[run].repairs_reaching(&interpreter, counted, id, *value);
                    if simple.iter().any(repairs) {
                        found.push(id);
                    }
                }
            }
        }
        found.sort_unstable();
        Some(found)
    }

    fn remember(&mut self, members: &[usize], answer: &Answer) {
        for member in members {
            let prefix = value_name(*member, 0);
            let prefix = prefix.trim_end_matches('0');
            let values = self.known.entry(*member).or_default();
            for input in &answer.inputs {
                if input.name.starts_with(prefix) && values.len() < MOST_KNOWN {
                    values.insert(input.bits);
                }
            }
        }
    }

    /// Whether a value that repaired another run repairs this one.
    fn guess(&self, interpreter: &Interpreter<'_>, run: usize, suspect: usize) -> bool {
        let values = self.known.get(&suspect);
        values
            .into_iter()
            .flatten()
            .any(|value| self.runs[run].repairs_with(interpreter, suspect, *value))
    }

    /// All single faults that repair every run.
    fn single_faults(&mut self, strict: bool) -> Option<Vec<usize>> {
        let all: Vec<usize> = (0..self.suspects.len()).collect();
        let mut survivors: Vec<usize> = all
            .into_iter()
            .filter(|suspect| self.is_executed(0, *suspect))
            .collect();
        for run in 0..self.runs.len() {
            if survivors.is_empty() {
                break;
            }
            survivors = self.singles(run, &survivors, strict)?;
        }
        Some(survivors)
    }

    /// All sets of exactly this size that repair every run and have no subset that does.
    fn larger(&mut self, size: usize, strict: bool) -> Option<(Vec<Vec<usize>>, bool)> {
        let all: Vec<usize> = (0..self.suspects.len()).collect();
        let limit = self.settings.most_sets;
        self.most_terms = MOST_TERMS;
        let mut sets: Vec<Vec<usize>> = vec![Vec::new()];
        let mut complete = true;
        for run in 0..self.runs.len() {
            let (mut kept, mut open) = (Vec::new(), Vec::new());
            // Those that repair this run, too, stay as they are.
            let together: BTreeSet<usize> = sets.iter().flatten().copied().collect();
            let together: Vec<usize> = together.into_iter().collect();
            if !together.is_empty() {
                let program = self.changed(&together);
                match self.question(&program, run, &together, true) {
                    Some(mut question) => {
                        for set in sets {
                            match question.repairs(strict, &set)? {
                                Some(model) => {
                                    // Not confirmed: left out, and told.
                                    let answer = question.answer(&program, &model);
                                    let interpreter = Interpreter::new(&program, Some(self.sources));
                                    if self.confirm(&interpreter, run, &answer) {
                                        kept.push(set);
                                    }
                                }
                                None => open.push(set),
                            }
                        }
                    }
                    None => {
                        for set in sets {
                            let program = self.changed(&set);
                            let Some(mut question) = self.question(&program, run, &set, false) else {
                                complete = false;
                                continue;
                            };
                            match question.repairs(strict, &set)? {
                                Some(model) => {
                                    // Not confirmed: left out, and told.
                                    let answer = question.answer(&program, &model);
                                    let interpreter = Interpreter::new(&program, Some(self.sources));
                                    if self.confirm(&interpreter, run, &answer) {
                                        kept.push(set);
                                    }
                                }
                                None => open.push(set),
                            }
                        }
                    }
                }
            } else {
                open = sets;
            }
            open.retain(|set| set.len() < size);
            if !open.is_empty() {
                // One of a set may lead the run to another that it did not execute: all are candidates.
                let wanted: Vec<usize> = all.iter().copied().filter(|id| !self.is_size(*id)).collect();
                let program = self.changed(&wanted);
                let Some(mut question) = self.question(&program, run, &wanted, false) else {
                    if (self.stop)() {
                        self.stopped = true;
                        return None;
                    }
                    self.notes.insert(format!(
                        "sets of {size} were not searched: suspending everything at once leaves too many ways"
                    ));
                    return Some((Vec::new(), false));
                };
                for set in open {
                    let found = question.sets(strict, &set, size - set.len(), limit);
                    complete &= found.complete
                        || found
                            .complete_up_to
                            .is_some_and(|known| known >= size - set.len());
                    let interpreter = Interpreter::new(&program, Some(self.sources));
                    for more in &found.sets {
                        let answer = question.answer(&program, &more.model);
                        if !self.confirm(&interpreter, run, &answer) {
                            continue;
                        }
                        let mut whole = set.clone();
                        whole.extend(question.members(&more.violated));
                        whole.sort_unstable();
                        kept.push(whole);
                    }
                    if (self.stop)() {
                        self.stopped = true;
                        return None;
                    }
                }
            }
            kept.sort();
            kept.dedup();
            // Smaller sets make larger ones superfluous.
            let minimal: Vec<Vec<usize>> = kept
                .iter()
                .filter(|set| {
                    !kept
                        .iter()
                        .any(|other| other.len() < set.len() && other.iter().all(|id| set.contains(id)))
                })
                .cloned()
                .collect();
            sets = minimal;
            if sets.is_empty() {
                break;
            }
        }
        sets.retain(|set| !set.is_empty());
        Some((sets, complete))
    }

    /// The smallest sets of these sizes, or nothing.
    pub(crate) fn smallest(&mut self, sizes: std::ops::RangeInclusive<usize>) -> Sets {
        let asserted = self.runs.iter().any(|run| run.assertions > 0);
        let modes: &[bool] = if asserted { &[true, false] } else { &[false] };
        for size in sizes {
            for &strict in modes {
                let avoiding = asserted && !strict;
                if size == 1 {
                    let Some(found) = self.single_faults(strict) else {
                        return Sets::default();
                    };
                    if !found.is_empty() {
                        return Sets {
                            sets: found.into_iter().map(|id| vec![id]).collect(),
                            complete: true,
                            avoiding,
                        };
                    }
                    continue;
                }
                let Some((sets, complete)) = self.larger(size, strict) else {
                    return Sets::default();
                };
                if !sets.is_empty() {
                    return Sets {
                        sets,
                        complete,
                        avoiding,
                    };
                }
            }
        }
        Sets {
            complete: true,
            ..Sets::default()
        }
    }
}
