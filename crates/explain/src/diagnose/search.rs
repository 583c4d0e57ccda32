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

use interp::{Interpreter, NoObserver};
use program::Program;
use source::SourceMap;

use super::Settings;
use super::instrument::instrument;
use super::question::{Answer, Course, Question, course};
use super::run::Run;
use super::suspects::{Site, Suspect};
use super::walk::{Home, homes};

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
    /// Repairs that the interpreter did not confirm although nothing excuses it.
    pub mismatches: Vec<String>,
    pub queries: u64,
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

/// The question for all suspects at once is given up after this.
const JOINT_PATIENCE: u64 = 6_000;

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
            mismatches: Vec::new(),
            queries: 0,
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
                Site::Call { function, pc } | Site::Print { function, pc, .. } => (function, pc),
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

    pub(crate) fn question(
        &mut self,
        program: &Program,
        run: usize,
        chosen: &[usize],
        patience: Option<u64>,
    ) -> Option<Question> {
        let bounds = self.course(run).bounds.clone();
        self.queries += 1;
        let found = Question::new(
            program,
            Some(self.sources),
            &self.runs[run],
            &bounds,
            chosen,
            patience,
            &self.stop,
        );
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

    /// Those of the candidates that repair a run on their own.
    fn singles(&mut self, run: usize, candidates: &[usize], strict: bool) -> Option<Vec<usize>> {
        let candidates: Vec<usize> = candidates
            .iter()
            .copied()
            .filter(|candidate| self.is_executed(run, *candidate))
            .collect();
        if candidates.is_empty() {
            return Some(candidates);
        }
        if candidates.len() > 1 {
            let program = self.changed(&candidates);
            let patience = Some(JOINT_PATIENCE);
            if let Some(mut question) = self.question(&program, run, &candidates, patience) {
                let interpreter = Interpreter::new(&program, Some(self.sources));
                let mut found = Vec::new();
                let sets = question.sets(strict, &[], 1, usize::MAX);
                if sets.complete_up_to.is_some_and(|size| size >= 1) || sets.complete {
                    for set in &sets.sets {
                        let answer = question.answer(&program, &set.model);
                        if self.confirm(&interpreter, run, &answer) {
                            found.extend(question.members(&set.violated));
                        }
                    }
                    found.sort_unstable();
                    return Some(found);
                }
            }
            if (self.stop)() {
                self.stopped = true;
                return None;
            }
        }
        let mut found = Vec::new();
        for candidate in candidates {
            let program = self.changed(&[candidate]);
            let Some(mut question) = self.question(&program, run, &[candidate], None) else {
                if (self.stop)() {
                    self.stopped = true;
                    return None;
                }
                let text = &self.suspects[candidate].text;
                self.notes
                    .insert(format!("`{text}` was given up: too many ways to go on from it"));
                continue;
            };
            match question.repairs(strict, &[candidate]) {
                Some(Some(model)) => {
                    let interpreter = Interpreter::new(&program, Some(self.sources));
                    let answer = question.answer(&program, &model);
                    if self.confirm(&interpreter, run, &answer) {
                        found.push(candidate);
                    }
                }
                Some(None) => {}
                None => {
                    self.stopped = true;
                    return None;
                }
            }
        }
        Some(found)
    }

    /// All single faults that repair every run.
    fn single_faults(&mut self, strict: bool) -> Option<Vec<usize>> {
        let mut survivors: Vec<usize> = (0..self.suspects.len()).collect();
        // A suspect that some run does not execute cannot repair that run: cheap to see, so first.
        for run in 0..self.runs.len() {
            survivors.retain(|suspect| self.is_executed(run, *suspect));
            if (self.stop)() {
                self.stopped = true;
                return None;
            }
        }
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
        let mut sets: Vec<Vec<usize>> = vec![Vec::new()];
        let mut complete = true;
        for run in 0..self.runs.len() {
            let (mut kept, mut open) = (Vec::new(), Vec::new());
            // Those that repair this run, too, stay as they are.
            let together: BTreeSet<usize> = sets.iter().flatten().copied().collect();
            let together: Vec<usize> = together.into_iter().collect();
            if !together.is_empty() {
                let program = self.changed(&together);
                match self.question(&program, run, &together, Some(JOINT_PATIENCE)) {
                    Some(mut question) => {
                        for set in sets {
                            match question.repairs(strict, &set)? {
                                Some(_) => kept.push(set),
                                None => open.push(set),
                            }
                        }
                    }
                    None => {
                        for set in sets {
                            let program = self.changed(&set);
                            let Some(mut question) = self.question(&program, run, &set, None) else {
                                complete = false;
                                continue;
                            };
                            match question.repairs(strict, &set)? {
                                Some(_) => kept.push(set),
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
                let candidates: Vec<usize> = all
                    .iter()
                    .copied()
                    .filter(|suspect| self.is_executed(run, *suspect))
                    .collect();
                let mut wanted = candidates.clone();
                wanted.extend(&together);
                wanted.sort_unstable();
                wanted.dedup();
                let program = self.changed(&wanted);
                let Some(mut question) = self.question(&program, run, &wanted, None) else {
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
                    for more in &found.sets {
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

    /// The smallest sets, or nothing up to the largest size asked for.
    pub(crate) fn smallest(&mut self) -> Sets {
        let asserted = self.runs.iter().any(|run| {
            run.failed_claim()
                .is_some_and(|claim| self.program.claim(claim).kind == program::CheckKind::Assertion)
        });
        let modes: &[bool] = if asserted { &[true, false] } else { &[false] };
        for size in 1..=self.settings.max_faults {
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
