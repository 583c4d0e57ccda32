//! Recorded runs as a page shows them: aligned, with the state after each row and all chains in one graph.

use std::collections::{BTreeMap, HashSet};

use interp::ObjectKind;
use program::{CheckKind, ClaimId, FunctionId, InstrKind, Lifetime, Pc};
use report::{PageCell, PageObject, PageRow, PageRun, PageRuns, PageShift, PageTells, Place, TraceStep};
use source::{FileId, LocId};
use timeline::{Alignment, Held, StepId, StepKind, Timeline, WhyNot, align, graph, why_not};

use super::asked::failure;
use super::told::has_name;
use super::{Recorded, is_users};
use crate::session::Session;

/// The same row of both runs; one of them may be missing.
type Pair = (Option<usize>, Option<usize>);

/// A line with code: its place, its function, its instructions, and whether one of them was executed.
type CodeLine = (LocId, FunctionId, Vec<Pc>, bool);

/// A row of the page: a step of the trace, or the claim that fails in one of the runs.
struct Shown<'r> {
    step: StepId,
    trace: Option<&'r TraceStep>,
    /// What was asked about, and whether it failed; of a row that is no step of the trace.
    claim: Option<(ClaimId, bool)>,
}

impl Session<'_> {
    /// One run, or two side by side.
    #[must_use]
    pub fn page_runs(&self, failing: &Recorded, passing: Option<&Recorded>) -> PageRuns {
        let end = failure(failing);
        let claim = end.and_then(|end| claim_of(&failing.timeline, end));
        let own = shown(failing, end.zip(claim));
        let Some(passing) = passing else {
            let kept = kept(own.len(), &HashSet::new());
            let run = self.page_run(failing, &own, &kept);
            let rows = (0..run.rows.len()).map(|row| (Some(row), None)).collect();
            return PageRuns {
                failing: run,
                passing: None,
                rows,
            };
        };
        let alignment = align(&failing.timeline, &passing.timeline);
        let held = end.and_then(|end| held(failing, passing, end, &alignment));
        let others = shown(passing, held.zip(claim.map(|(claim, _)| (claim, false))));
        let pairs = pairs(&own, &others, &alignment);
        let differs = |pair: &(Option<usize>, Option<usize>)| match *pair {
            (Some(a), Some(b)) => !same(&own[a], &others[b]),
            _ => true,
        };
        let near = |side: fn(&Pair) -> Option<usize>| -> HashSet<usize> {
            pairs
                .iter()
                .filter(|pair| differs(pair))
                .filter_map(side)
                .collect()
        };
        let kept_own = kept(own.len(), &near(|pair| pair.0));
        let kept_others = kept(others.len(), &near(|pair| pair.1));
        let run = self.page_run(failing, &own, &kept_own);
        let other = self.page_run(passing, &others, &kept_others);
        let place = |kept: &[usize], row: Option<usize>| row.and_then(|row| kept.binary_search(&row).ok());
        let rows = pairs
            .into_iter()
            .map(|(a, b)| (place(&kept_own, a), place(&kept_others, b)));
        let rows = rows.filter(|pair| *pair != (None, None)).collect();
        PageRuns {
            failing: run,
            passing: Some(other),
            rows,
        }
    }

    fn page_run(&self, run: &Recorded, shown: &[Shown<'_>], kept: &[usize]) -> PageRun {
        let timeline = &run.timeline;
        let firsts: Vec<StepId> = kept.iter().map(|row| shown[*row].step).collect();
        // What lies between two rows belongs to the one before it.
        let row_of = |step: StepId| firsts.partition_point(|first| *first <= step).saturating_sub(1);
        let mut steps: Vec<StepId> = firsts.clone();
        steps.dedup();
        let (chain, traced) = graph(
            &self.program,
            timeline,
            steps.into_iter(),
            budgets::timeline::GRAPH.count(),
        );
        let links = chain
            .links
            .iter()
            .map(|link| (self.link(run, link), row_of(link.step)))
            .collect();
        let mut rows: Vec<PageRow> = kept
            .iter()
            .map(|row| PageRow {
                tells: self.tells(run, &shown[*row]),
                step: shown[*row].step.0,
                thread: timeline.step(shown[*row].step).thread,
                reads: Vec::new(),
                made: None,
                control: timeline.step(shown[*row].step).control.map(row_of),
                shifts: Vec::new(),
            })
            .collect();
        for traced in &traced {
            // Several rows may be told of one step: decisions inside it, and then what it does.
            let last = row_of(traced.step);
            let Some(row) = rows.get_mut(last).filter(|row| row.step == traced.step.0) else {
                continue;
            };
            row.reads = self.parts(run, &traced.reads);
            row.made = traced.writes.last().map(|(_, link)| link.0 as usize);
        }
        for step in timeline.step_ids() {
            let Some(row) = rows.get_mut(row_of(step)) else {
                continue;
            };
            for shift in timeline.shifts_of(step) {
                let (value, target) = match shift.held {
                    Held::Value(text, target) => (Some(timeline.text(text).to_owned()), target),
                    Held::Unwritten => (None, None),
                };
                let target = target.map(|target| target.index());
                row.shifts.push(PageShift {
                    cell: shift.cell.index(),
                    value,
                    target,
                });
            }
        }
        let (objects, cells) = self.objects(run, row_of);
        let not_executed = self.not_executed(run, &row_of);
        PageRun {
            not_executed,
            left_out: shown.len() - kept.len(),
            rows,
            objects,
            cells,
            links,
            threads: timeline.threads.clone(),
            cut: timeline.cut || chain.cut,
        }
    }

    fn tells(&self, run: &Recorded, shown: &Shown<'_>) -> PageTells {
        if let Some(trace) = shown.trace {
            return PageTells::Step(trace.clone(), self.name_in_text(run, shown.step, trace));
        }
        let step = run.timeline.step(shown.step);
        let (text, failed) = match shown.claim {
            Some((claim, failed)) => (self.claim_said(run, claim, failed), failed),
            None => (String::new(), false),
        };
        PageTells::Claim {
            text,
            failed,
            place: self.step_place(run, shown.step).0,
            function: self.program.function(step.at.function).called().to_owned(),
        }
    }

    /// An assertion says what must hold; of a check that failed is told what is wrong.
    fn claim_said(&self, run: &Recorded, claim: ClaimId, failed: bool) -> String {
        let claim = self.program.claim(claim);
        match &run.report.ending {
            report::Ending::Failed(failure) if failed && claim.kind != CheckKind::Assertion => {
                failure.message.clone()
            }
            _ => claim.text.clone(),
        }
    }

    /// What a step writes to, as the text has it, if that lies in storage without a name.
    fn name_in_text(&self, run: &Recorded, step: StepId, trace: &TraceStep) -> Option<String> {
        let timeline = &run.timeline;
        let (report::Step::Assignment { target, .. }
        | report::Step::Input {
            target: Some(target), ..
        }) = &trace.step
        else {
            return None;
        };
        if has_name(target) {
            return None;
        }
        let mut writes = timeline.writes_of(step);
        let write = writes.find(|write| timeline.text(timeline.write(*write).place) == target)?;
        Some(self.written_name(step, write, run)).filter(|name| name != target && !name.is_empty())
    }

    /// Lines of the user's functions with code that was not executed.
    fn not_executed(
        &self,
        run: &Recorded,
        row_of: &impl Fn(StepId) -> usize,
    ) -> Vec<(Place, String, Option<usize>)> {
        let (program, timeline) = (&self.program, &run.timeline);
        let executed: HashSet<(FunctionId, Pc)> = timeline
            .steps
            .iter()
            .map(|step| (step.at.function, step.at.pc))
            .collect();
        // The line of a check that failed was come to.
        let failed = failing_line(self, run);
        let mut lines: BTreeMap<(FileId, u32), CodeLine> = BTreeMap::new();
        for (index, function) in program.functions.iter().enumerate() {
            let id = FunctionId(index as u32);
            if !is_users(program, id) || id == program.entry {
                continue;
            }
            for (pc, instr) in function.body.iter().enumerate() {
                let tells = !matches!(
                    instr.kind,
                    InstrKind::Declare(_)
                        | InstrKind::Dead(_)
                        | InstrKind::Jump(_)
                        | InstrKind::Claim(_)
                        | InstrKind::Return(None)
                );
                if !tells || instr.loc == LocId::NONE || self.sources.is_embedded(instr.loc) {
                    continue;
                }
                let file = self.sources.location(instr.loc).used.file;
                let key = (file, self.sources.line(instr.loc));
                let entry = lines
                    .entry(key)
                    .or_insert_with(|| (instr.loc, id, Vec::new(), false));
                let pc = Pc(pc as u32);
                entry.2.push(pc);
                entry.3 |= executed.contains(&(id, pc)) || failed == Some(key);
            }
        }
        let mut room = budgets::timeline::WHY_NOT.get();
        let mut found = Vec::new();
        for (loc, function, pcs, ran) in lines.into_values() {
            let cost = timeline.steps.len() as u64;
            if ran || room < cost {
                continue;
            }
            room -= cost;
            let why = why_not(program, timeline, function, &pcs);
            let row = match innermost(&why) {
                WhyNot::Decided(step) => Some(row_of(*step)),
                _ => None,
            };
            let says = report::why_not_sentences(&self.why_not_report(run, &why)).join(" ");
            found.push((Place::new(&self.sources, loc), says, row));
        }
        found
    }

    fn objects(&self, run: &Recorded, row_of: impl Fn(StepId) -> usize) -> (Vec<PageObject>, Vec<PageCell>) {
        let (program, timeline) = (&self.program, &run.timeline);
        let object = |object: &timeline::ObjectRecord| {
            let name = timeline.text(object.name).to_owned();
            let (function, activation, allocated, hidden) = match object.kind {
                ObjectKind::Variable { var, activation } => {
                    let variable = program.variable(var);
                    let owner = variable.function.map(|function| program.function(function));
                    let hidden = variable.lifetime == Lifetime::Temporary
                        || variable.library
                        || name.starts_with('"')
                        || owner.is_some_and(|owner| owner.embedded);
                    let function = owner.filter(|_| activation != 0).map(|owner| owner.name.clone());
                    (function, activation, false, hidden)
                }
                ObjectKind::Vla(var) => {
                    let owner = program
                        .variable(var)
                        .function
                        .map(|function| program.function(function).name.clone());
                    (owner, 0, false, false)
                }
                ObjectKind::Heap(_) | ObjectKind::Alloca(_) => (None, 0, true, false),
                ObjectKind::Arguments => (None, 0, true, true),
            };
            PageObject {
                // What people have no name for is not shown.
                name: if hidden { String::new() } else { name },
                function,
                activation,
                allocated,
                r#type: object.ty.map_or_else(String::new, |ty| program.types.display(ty)),
                begun: row_of(object.begun),
                ended: object.ended.map(&row_of),
            }
        };
        let cell = |cell: &timeline::CellRecord| PageCell {
            object: cell.object.index(),
            part: timeline.text(cell.part).to_owned(),
            integer: program.types.integer(cell.ty),
        };
        (
            timeline.objects().iter().map(object).collect(),
            timeline.cells().iter().map(cell).collect(),
        )
    }
}

/// The line on which the run fails, if it does.
fn failing_line(session: &Session<'_>, run: &Recorded) -> Option<(FileId, u32)> {
    let loc = run.timeline.step(failure(run)?).at.loc;
    let loc = Some(loc).filter(|loc| *loc != LocId::NONE)?;
    Some((session.sources.location(loc).used.file, session.sources.line(loc)))
}

fn innermost(why: &WhyNot) -> &WhyNot {
    match why {
        WhyNot::NeverCalled {
            because: Some(because),
            ..
        } => innermost(because),
        other => other,
    }
}

fn claim_of(timeline: &Timeline, step: StepId) -> Option<(ClaimId, bool)> {
    match timeline.step(step).kind {
        StepKind::Claim { claim, failed } => Some((claim, failed)),
        _ => None,
    }
}

/// Where the claim that fails in one run held in the other. Of assertions that is a step of its own. A check that holds
/// leaves none, but what stands behind it and is let run by the same decision was executed because it held.
fn held(failing: &Recorded, passing: &Recorded, end: StepId, alignment: &Alignment) -> Option<StepId> {
    if let Some(same) = alignment.second(end) {
        return Some(same);
    }
    let claim = failing.timeline.step(end);
    let control = match claim.control {
        Some(control) => Some(alignment.second(control)?),
        None => None,
    };
    let other = &passing.timeline;
    let behind = other.step_ids().filter(|id| {
        let step = other.step(*id);
        step.control == control
            && step.thread == claim.thread
            && step.at.function == claim.at.function
            && step.at.pc > claim.at.pc
    });
    behind.min_by_key(|id| (other.step(*id).at.pc, *id))
}

/// The steps of the trace, and the claim in question: where it fails it is the last thing, where it holds it comes before
/// what is told of its step.
fn shown(run: &Recorded, claim: Option<(StepId, (ClaimId, bool))>) -> Vec<Shown<'_>> {
    let rows = run.rows.iter().map(|row| Shown {
        step: row.step,
        trace: Some(&row.trace),
        claim: None,
    });
    let mut all: Vec<Shown<'_>> = rows.collect();
    if let Some((step, claim)) = claim {
        let at = match claim.1 {
            true => all.partition_point(|row| row.step <= step),
            false => all.partition_point(|row| row.step < step),
        };
        let (trace, claim) = (None, Some(claim));
        all.insert(at, Shown { step, trace, claim });
    }
    all
}

/// Which rows a page has: all, or the last ones and those around differences.
fn kept(count: usize, differences: &HashSet<usize>) -> Vec<usize> {
    if count <= budgets::timeline::ROWS.count() {
        return (0..count).collect();
    }
    let near = budgets::timeline::NEAR_ROWS.count();
    let last = count - budgets::timeline::LAST_ROWS.count().min(count);
    let mut kept = vec![false; count];
    kept[last..].fill(true);
    kept[..1].fill(true);
    let mut room = budgets::timeline::ROWS.count().saturating_sub(count - last);
    let mut sorted: Vec<usize> = differences.iter().copied().collect();
    sorted.sort_unstable();
    for row in sorted {
        let around = row.saturating_sub(near)..(row + near + 1).min(count);
        for kept in &mut kept[around] {
            if room > 0 && !std::mem::replace(kept, true) {
                room -= 1;
            }
        }
    }
    (0..count).filter(|row| kept[*row]).collect()
}

fn same(a: &Shown<'_>, b: &Shown<'_>) -> bool {
    match (a.trace, b.trace) {
        (Some(a), Some(b)) => a.step == b.step,
        // A claim that fails in one and holds in the other.
        _ => false,
    }
}

/// Rows of both runs, in the order of both.
fn pairs(
    own: &[Shown<'_>],
    others: &[Shown<'_>],
    alignment: &Alignment,
) -> Vec<(Option<usize>, Option<usize>)> {
    let mut pairs = Vec::new();
    let claim = |rows: &[Shown<'_>]| rows.iter().find(|row| row.claim.is_some()).map(|row| row.step);
    let claims = (claim(own), claim(others));
    // The claim of both is the same, whatever step it is told of.
    let second = |row: &Shown<'_>| match row.claim {
        Some(_) => claims.1,
        None => alignment.second(row.step),
    };
    let first = |row: &Shown<'_>| match row.claim {
        Some(_) => claims.0,
        None => alignment.first(row.step),
    };
    let (mut a, mut b) = (0, 0);
    while a < own.len() || b < others.len() {
        let second = own.get(a).and_then(second);
        let first = others.get(b).and_then(first);
        match (own.get(a), others.get(b)) {
            (Some(row), Some(other)) if second == Some(other.step) && alike(row, other) => {
                pairs.push((Some(a), Some(b)));
                (a, b) = (a + 1, b + 1);
            }
            // One that only this run has, or whose counterpart is behind.
            (Some(_), None) => {
                pairs.push((Some(a), None));
                a += 1;
            }
            (None, Some(_)) => {
                pairs.push((None, Some(b)));
                b += 1;
            }
            (Some(_), Some(other)) if second.is_none_or(|second| second <= other.step) => {
                pairs.push((Some(a), None));
                a += 1;
            }
            (Some(row), Some(_)) if first.is_some_and(|first| first > row.step) && second.is_none() => {
                pairs.push((Some(a), None));
                a += 1;
            }
            _ => {
                pairs.push((None, Some(b)));
                b += 1;
            }
        }
    }
    pairs
}

/// Whether two rows of one step tell the same thing of it: a step may have several.
fn alike(a: &Shown<'_>, b: &Shown<'_>) -> bool {
    match (a.trace, b.trace) {
        (Some(a), Some(b)) => {
            std::mem::discriminant(&a.step) == std::mem::discriminant(&b.step)
                && a.place.short() == b.place.short()
                && condition(a) == condition(b)
        }
        (None, None) => true,
        // What holds in one run and fails in the other.
        _ => false,
    }
}

fn condition(step: &TraceStep) -> Option<&str> {
    match &step.step {
        report::Step::Branch { condition, .. } => Some(condition),
        _ => None,
    }
}
