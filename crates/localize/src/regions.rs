//! Missing code: the smallest regions whose replacement repairs the failing runs.
//!
//! Where no expression alone is a good answer, code may be missing. What a region can be replaced by is said in
//! `replaced`; here the regions are asked for, the smallest first: places between statements, then single statements,
//! then two in a row, until some of one size repair every failing run. First without printing anything, then, if no
//! region does that and no expression does either, with text that the replacement may print.
//!
//! The solver decides each region for each run, and each repair is executed. A region that could not be decided
//! may be smaller than what is told: then the report does not say that it is the smallest.

use std::collections::BTreeSet;

use interp::Interpreter;
use program::{CheckKind, InstrKind, Program};
use source::{LocId, SourceMap, Span};

use super::formula::{RunFormula, metered_solver};
use super::replaced::{Region, Scope, flags, replaced, scope};
use super::search::SuspectSearch;
use super::suspects::{Suspect, SuspectKind};
use reasons::{Extent, Grounds, RegionPlace, SmallerRegions};

/// Regions of one size that repair every failing run.
#[derive(Debug, Default)]
pub(super) struct Regions {
    pub found: Vec<Replaceable>,
    /// Whether it is proved that no smaller one does.
    pub smallest: bool,
    /// Whether text is printed there.
    pub printing: bool,
}

/// A region whose replacement repairs every failing run.
#[derive(Debug)]
pub(super) struct Replaceable {
    region: Region,
    /// For places: how many more follow in the same list, each behind one more statement.
    more: usize,
    /// What the replacement writes in the runs.
    names: BTreeSet<String>,
}

enum Answered {
    Repairs(BTreeSet<String>),
    Refuted,
    Open,
}

struct Asking {
    questions: usize,
    effort: u64,
}

impl Asking {
    fn is_over(&self) -> bool {
        self.questions == 0 || self.effort == 0
    }
}

impl SuspectSearch<'_> {
    /// The smallest regions whose replacement repairs every failing run, without printing anything or, if there is none
    /// and that is wanted, printing something.
    pub(super) fn regions(&mut self, printed: bool) -> Regions {
        let judged = self.runs.iter().any(|run| run.expected.is_some());
        for printing in [false, true] {
            if printing && !(judged && printed) {
                break;
            }
            let mut asking = Asking {
                questions: budgets::localize::MAX_REGION_QUESTIONS.count() / 2,
                effort: budgets::localize::MAX_REGION_EFFORT.get() / 2,
            };
            let regions = self.regions_with(printing, &mut asking);
            if !regions.found.is_empty() {
                return regions;
            }
        }
        Regions::default()
    }

    /// All regions of one size that repair every failing run without printing, and whether each could be decided.
    pub(super) fn replaceable_of(&mut self, size: usize) -> (Vec<(usize, usize)>, bool) {
        let order = self.order();
        let (mut found, mut decided) = (Vec::new(), true);
        for region in self.candidates(order[0], size) {
            let mut asking = Asking {
                questions: order.len(),
                effort: budgets::localize::MAX_REGION_EFFORT.get(),
            };
            match self.replaceable(region, &order, false, &mut asking) {
                Answered::Repairs(_) => found.push((region.list, region.first)),
                Answered::Refuted => {}
                Answered::Open => decided = false,
            }
        }
        (found, decided)
    }

    fn regions_with(&mut self, printing: bool, asking: &mut Asking) -> Regions {
        let order = self.order();
        let Some(&first) = order.first() else {
            return Regions::default();
        };
        let mut smallest = true;
        for size in 0..=budgets::localize::MAX_REPLACED_STATEMENTS.count() {
            let mut found: Vec<(Region, BTreeSet<String>)> = Vec::new();
            let mut undecided = false;
            for region in self.candidates(first, size) {
                if asking.is_over() || (self.stop)() {
                    undecided = true;
                    break;
                }
                if found.len() >= budgets::localize::MAX_FOLLOWED_REGIONS.count() {
                    break;
                }
                match self.replaceable(region, &order, printing, asking) {
                    Answered::Repairs(names) => found.push((region, names)),
                    Answered::Refuted => {}
                    Answered::Open => undecided = true,
                }
            }
            if !found.is_empty() {
                let mut found = joined(found);
                // What is done once is likelier to be missing than what is done in each round or case.
                found.sort_by_key(|region| depth(self.program, region.region.list));
                found.truncate(budgets::localize::MAX_TOLD_REGIONS.count());
                return Regions {
                    found,
                    smallest,
                    printing,
                };
            }
            smallest &= !undecided;
            if asking.is_over() {
                break;
            }
        }
        Regions::default()
    }

    /// The regions of a size that a run comes to. Whoever replaces what is checked repairs nothing.
    fn candidates(&mut self, run: usize, size: usize) -> Vec<Region> {
        let program = self.program;
        let unwinding = self.unwinding(run).clone();
        let mut found = Vec::new();
        for (list, statements) in program.lists.iter().enumerate() {
            let function = statements.function;
            let body = &program.function(function).body;
            let visited = |from: usize, to: usize| {
                !unwinding.whole
                    || (from..to).any(|pc| unwinding.visited.contains(&(function, program::Pc(pc as u32))))
            };
            let count = statements.statements.len();
            // A place in an empty list cannot be told from the place behind it, unless the function has no other.
            let own = body.len() <= 1 && count == 0;
            if count == 0 && !(own && size == 0) {
                continue;
            }
            for first in 0..=count.saturating_sub(size) {
                if size > 0 && first + size > count {
                    break;
                }
                let region = Region {
                    list,
                    first,
                    count: size,
                };
                let (from, to) = region.range(program);
                let near = match size {
                    0 => {
                        let before = first.checked_sub(1).map(|index| statements.statements[index]);
                        let behind = statements.statements.get(first).copied();
                        let comes = |at: Option<program::Statement>| {
                            at.is_some_and(|at| {
                                visited(at.from.index(), at.to.index().max(at.from.index() + 1))
                            })
                        };
                        own || comes(before) || comes(behind)
                    }
                    _ => visited(from.index(), to.index()),
                };
                let judges = body[from.index()..to.index()]
                    .iter()
                    .any(|instr| is_judgement(program, &instr.kind));
                if near && !judges {
                    found.push(region);
                }
            }
        }
        found
    }

    /// Whether the replacement of a region repairs every run.
    fn replaceable(
        &mut self,
        region: Region,
        order: &[usize],
        printing: bool,
        asking: &mut Asking,
    ) -> Answered {
        let scope = scope(self.program, self.sources, region);
        let base = self.suspects.len();
        let program = replaced(
            self.program,
            self.sources,
            &self.homes,
            region,
            &scope,
            base,
            printing,
        );
        let interpreter = Interpreter::new(&program, Some(self.sources));
        let mut names = BTreeSet::new();
        for run in order {
            match self.asked(&program, &interpreter, *run, &scope, asking) {
                Answered::Repairs(written) => names.extend(written),
                other => return other,
            }
        }
        Answered::Repairs(names)
    }

    fn asked(
        &mut self,
        program: &Program,
        interpreter: &Interpreter<'_>,
        run: usize,
        scope: &Scope,
        asking: &mut Asking,
    ) -> Answered {
        if asking.is_over() || (self.stop)() {
            return Answered::Open;
        }
        asking.questions -= 1;
        let meter = self.meter.share(asking.effort);
        let flags = flags(self.suspects.len(), scope);
        let unwinding = self.unwinding(run).clone();
        let question = RunFormula::on(
            metered_solver(&meter),
            program,
            Some(self.sources),
            &self.runs[run],
            &unwinding.bounds,
            &flags,
            unwinding.allowed() * 3,
            budgets::localize::MAX_REGION_TERMS.count(),
            &meter,
        );
        let answered = match question {
            Some(mut question) => {
                let most = budgets::localize::MAX_REGION_PROPAGATIONS.get();
                question.solver.set_ceiling(Some(most));
                self.answered(program, interpreter, run, scope, &flags, &mut question)
            }
            None => Answered::Open,
        };
        asking.effort = asking.effort.saturating_sub(meter.spent());
        answered
    }

    /// What the solver says to a question, executed.
    fn answered(
        &mut self,
        program: &Program,
        interpreter: &Interpreter<'_>,
        run: usize,
        scope: &Scope,
        flags: &[usize],
        question: &mut RunFormula,
    ) -> Answered {
        let strict = self.runs[run].assertions > 0;
        let mut model = match question.repairs(strict, flags) {
            Some(Some(model)) => model,
            Some(None) if scope.whole && !question.bounded && question.obstacles.is_empty() => {
                return Answered::Refuted;
            }
            _ => return Answered::Open,
        };
        // What need not be written stays as it is.
        let mut written = flags.to_vec();
        for flag in &flags[1..] {
            let fewer: Vec<usize> = written.iter().copied().filter(|other| other != flag).collect();
            if let Some(Some(found)) = question.repairs(strict, &fewer) {
                written = fewer;
                model = found;
            }
        }
        let answer = question.answer(program, &model);
        if !self.confirm(interpreter, run, &answer) {
            return Answered::Open;
        }
        let name = |flag: &usize| scope.parts[flag - flags[0] - 1].name.clone();
        Answered::Repairs(written[1..].iter().map(name).collect())
    }
}

fn is_judgement(program: &Program, kind: &InstrKind) -> bool {
    match kind {
        InstrKind::Claim(claim) => {
            matches!(
                program.claim(*claim).kind,
                CheckKind::Assertion | CheckKind::ErrorCall
            )
        }
        InstrKind::Assume(_) => true,
        _ => false,
    }
}

/// Inside how many statements of its function a list is.
fn depth(program: &Program, list: usize) -> usize {
    let own = &program.lists[list];
    let Some(first) = own.statements.first() else {
        return 0;
    };
    let around = |other: &&program::StatementList| {
        let mut statements = other.statements.iter();
        other.function == own.function
            && *other != own
            && statements.any(|statement| statement.from <= first.from && first.to <= statement.to)
    };
    program.lists.iter().filter(around).count()
}

/// Places that follow each other in one list are one.
fn joined(found: Vec<(Region, BTreeSet<String>)>) -> Vec<Replaceable> {
    let mut joined: Vec<Replaceable> = Vec::new();
    for (region, names) in found {
        match joined.last_mut() {
            Some(last)
                if region.count == 0
                    && last.region.list == region.list
                    && last.region.first + last.more + 1 == region.first =>
            {
                last.more += 1;
                last.names.extend(names);
            }
            _ => joined.push(Replaceable {
                region,
                more: 0,
                names,
            }),
        }
    }
    joined
}

impl Replaceable {
    /// As a suspect, and the evidence for it.
    pub(super) fn described(
        &self,
        program: &Program,
        sources: &mut SourceMap,
        regions: &Regions,
        failing: usize,
    ) -> (Suspect, Grounds) {
        let list = &program.lists[self.region.list];
        let statements = &list.statements;
        let behind = self.region.first >= statements.len();
        let first = self.region.first.min(statements.len().saturating_sub(1));
        let last = match self.region.count {
            // Of places the statements between them are shown, or the one behind.
            0 => (first + self.more.max(1) - 1).min(statements.len().saturating_sub(1)),
            count => first + count - 1,
        };
        let span_of = |index: usize| {
            let loc = statements
                .get(index)
                .map_or(LocId::NONE, |statement| statement.loc);
            match loc {
                LocId::NONE => sources.location(program.function(list.function).loc).used,
                loc => sources.location(loc).used,
            }
        };
        let (start, end) = (span_of(first), span_of(last));
        let span = match start.file == end.file && start.lo <= end.hi {
            true => Span::new(start.file, start.lo, end.hi),
            false => start,
        };
        let place = match (self.region.count, self.more) {
            (0, 0) if statements.is_empty() => RegionPlace::InFunction,
            (0, 0) if behind => RegionPlace::Behind,
            (0, 0) => RegionPlace::Before,
            (0, _) => RegionPlace::Among,
            (1, _) => RegionPlace::OneStatement,
            _ => RegionPlace::Statements,
        };
        let grounds = Grounds::Region {
            place,
            writes: self.names.iter().cloned().collect(),
            prints: regions.printing,
            repairs: match failing {
                1 => Extent::OneRun,
                _ => Extent::EveryRun,
            },
            smaller: match regions.smallest {
                true if self.region.count > 0 => SmallerRegions::NoneRepairs,
                true => SmallerRegions::Impossible,
                false => SmallerRegions::Undecided,
            },
        };
        let text = source::in_one_line(&sources.text(span));
        let suspect = Suspect::of_span(SuspectKind::Replaceable, list.function, span, text, sources);
        (suspect, grounds)
    }
}
