//! A diagnosis for people: what fails, then each set of suspects with its text, its values and its reason.

use reasons::Suspected;
use std::collections::BTreeSet;
use std::fmt::Write;

use source::{Diagnostic, Severity, SourceMap};

use crate::{
    DiagnoseReport, DiagnoseVerdict, DiagnosisReport, FailingTest, Snippets, Style, SuiteRemark, TestRepair,
    plain,
};

/// Longer lists are cut for people.
const MOST_DIAGNOSES: usize = 10;
const MOST_TESTS: usize = 5;
/// Where nothing is proved.
const UNKNOWN: &str = "there may be others";
const MOST_VALUES: usize = 4;

/// How many tests pass, and what is seen of those that fail.
pub(crate) fn outcomes(text: &mut String, failing: &[FailingTest], passing: usize) {
    for test in failing.iter().take(MOST_TESTS) {
        text.push_str(&test.line());
    }
    match failing.len().saturating_sub(MOST_TESTS) {
        0 => {}
        1 => text.push_str("and 1 more test fails\n"),
        more => text.push_str(&format!("and {more} more tests fail\n")),
    }
    match passing {
        0 => {}
        1 => text.push_str("1 test passes\n"),
        _ => text.push_str(&format!("{passing} tests pass\n")),
    }
}

/// Everything that is said about a diagnosis; the verdict is the last line.
#[must_use]
pub fn diagnose_text(report: &DiagnoseReport, sources: &SourceMap, style: Style, all: bool) -> String {
    // What has colours was cleaned before it got them.
    let mut coloured = String::new();
    let mut text = String::new();
    let failing = report.failing.len();
    outcomes(&mut text, &report.failing, report.passing);
    let shown = if all { usize::MAX } else { MOST_DIAGNOSES };
    for diagnosis in report.diagnoses.iter().take(shown) {
        text.push('\n');
        match diagnosis.components.as_slice() {
            [_] if diagnosis.lines.is_empty() => {
                text = plain(&text);
                coloured.push_str(&std::mem::take(&mut text));
                one(&mut coloured, diagnosis, failing, sources, style);
            }
            _ if !diagnosis.lines.is_empty() => lines(&mut text, diagnosis),
            _ => several(&mut text, diagnosis, failing),
        }
    }
    if report.diagnoses.len() > shown {
        let more = report.diagnoses.len() - shown;
        let _ = writeln!(text, "\nand {more} more: --all lists them");
    }
    text.push('\n');
    if report.avoids_assertion {
        text.push_str("note: these repairs only keep the run from coming to the assertion\n");
    }
    if report.bounded {
        text.push_str(
            "note: repairs that need many more rounds of a loop than the failing run were not looked at\n",
        );
    }
    for note in &report.notes {
        let _ = writeln!(text, "note: {note}");
    }
    if report.stopped {
        text.push_str("note: stopped before everything was decided\n");
    }
    let _ = match report.verdict {
        DiagnoseVerdict::NothingFails => writeln!(text, "nothing fails"),
        DiagnoseVerdict::Undetermined if report.failing.is_empty() => {
            writeln!(text, "undetermined: {}", SuiteRemark::NoFailingRun)
        }
        DiagnoseVerdict::Undetermined => writeln!(text, "undetermined"),
        DiagnoseVerdict::NoDiagnosis => writeln!(
            text,
            "no diagnosis: no set of the sizes that were searched repairs every failing run"
        ),
        DiagnoseVerdict::Located if report.stopped => {
            writeln!(text, "nothing was found in time that repairs every failing run")
        }
        DiagnoseVerdict::Located => writeln!(
            text,
            "nothing was found that repairs every failing run: code may be missing, or more than one thing wrong"
        ),
        DiagnoseVerdict::Diagnosed => writeln!(text, "{}", summary(report)),
    };
    coloured + &plain(&text)
}

/// How many sets of which sizes repair what.
fn summary(report: &DiagnoseReport) -> String {
    let failing = report.failing.len();
    let (whole, doubtful): (Vec<&DiagnosisReport>, Vec<&DiagnosisReport>) = report
        .diagnoses
        .iter()
        .partition(|diagnosis| diagnosis.covers.len() >= report.looked_at);
    if whole.is_empty() && doubtful.iter().all(|diagnosis| diagnosis.repaired.is_some()) {
        return "no small change makes every test right; each of these makes some right and breaks none"
            .to_owned();
    }
    if whole.is_empty() {
        return match doubtful.len() {
            1 => "1 change repairs some failing runs; for the others it is not known".to_owned(),
            many => {
                format!("each of {many} changes repairs some failing runs; for the others it is not known")
            }
        };
    }
    let is_region = |diagnosis: &&DiagnosisReport| {
        let mut components = diagnosis.components.iter();
        components.any(|component| component.kind == Suspected::ReplaceableRegion)
    };
    let (regions, whole): (Vec<&DiagnosisReport>, Vec<&DiagnosisReport>) =
        whole.into_iter().partition(is_region);
    let places = match regions.len() {
        1 => "one place".to_owned(),
        many => format!("each of {many} places"),
    };
    let size_of = |diagnosis: &&DiagnosisReport| match diagnosis.changes.len() {
        0 | 1 => diagnosis.size,
        changes => changes,
    };
    let sizes: BTreeSet<usize> = whole.iter().map(size_of).collect();
    let counted = sizes.iter().map(|size| {
        let sets = whole.iter().filter(|diagnosis| size_of(diagnosis) == *size);
        match (sets.count(), *size) {
            (1, 1) => "1 change".to_owned(),
            (sets, 1) => format!("each of {sets} changes"),
            (1, 2) => "1 pair of changes".to_owned(),
            (sets, 2) => format!("each of {sets} pairs of changes"),
            (1, size) => format!("1 set of {size} changes"),
            (sets, size) => format!("each of {sets} sets of {size} changes"),
        }
    });
    let counted: Vec<String> = counted.collect();
    let repairs = match counted.len() {
        1 => "repairs",
        _ => "repair",
    };
    let what = counted.join(" and ");
    let runs = match (failing, report.looked_at) {
        (1, _) => "the failing run".to_owned(),
        (_, known) if known < failing => format!("the {known} of {failing} failing runs that were looked at"),
        _ => "every failing run".to_owned(),
    };
    // Statements or lines were suspected as a whole.
    let mut components = whole.iter().flat_map(|diagnosis| &diagnosis.components);
    let grouped = components.any(|component| component.kind == Suspected::Group);
    let other = match sizes.first() {
        Some(1) if report.complete && grouped => "no other one alone does",
        Some(1) if report.complete => "no other expression alone does",
        Some(2..) if report.none_smaller => "no smaller set does",
        None if report.none_smaller => "no expression alone does",
        _ => UNKNOWN,
    };
    // Repairs that take more rounds of a loop were not looked at.
    let other = match report.bounded && other != UNKNOWN {
        true => format!("{other}, as far as loops were followed"),
        false => other.to_owned(),
    };
    match (whole.is_empty(), regions.is_empty()) {
        (true, _) => format!("other code in {places} repairs {runs}; {other}"),
        (false, true) => format!("{what} {repairs} {runs}; {other}"),
        (false, false) => format!("{what} {repairs} {runs}, and so does other code in {places}; {other}"),
    }
}

/// The values of one component in one test, as they change.
fn changes(repair: &TestRepair, component: usize, failing: usize) -> Option<String> {
    let changed: Vec<String> = repair
        .values
        .iter()
        .filter(|value| value.component == component && value.changed)
        .map(|value| match &value.original {
            Some(original) => format!("{original} becomes {}", value.repair),
            None => value.repair.clone(),
        })
        .collect();
    if changed.is_empty() {
        return None;
    }
    let mut line = changed[..changed.len().min(MOST_VALUES)].join(", ");
    if changed.len() > MOST_VALUES {
        let _ = write!(line, " and {} more", changed.len() - MOST_VALUES);
    }
    Some(match failing {
        1 => line,
        _ => format!("{}: {line}", repair.test),
    })
}

/// One change, with the text it is a change of.
fn one(text: &mut String, diagnosis: &DiagnosisReport, failing: usize, sources: &SourceMap, style: Style) {
    let component = &diagnosis.components[0];
    let title = format!("{}. {}", diagnosis.rank, crate::English(&diagnosis.reason));
    let mut shown = Diagnostic::new(Severity::Note, component.place.loc, title);
    for repair in diagnosis.repairs.iter().take(MOST_TESTS) {
        if let Some(line) = changes(repair, 0, failing) {
            shown = shown.with_note(line);
        }
    }
    let parts: Vec<String> = diagnosis
        .narrower
        .iter()
        .filter_map(|set| match set.as_slice() {
            [part] => Some(format!("`{}`", part.expression)),
            _ => None,
        })
        .collect();
    if !parts.is_empty() {
        shown = shown.with_note(format!("a part of it would do: {}", parts.join(", ")));
    }
    if !diagnosis.elsewhere.is_empty() {
        let mut lines: Vec<u32> = diagnosis
            .elsewhere
            .iter()
            .filter_map(|place| Some(place.location.as_ref()?.line))
            .collect();
        lines.sort_unstable();
        lines.dedup();
        let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
        let word = if lines.len() == 1 { "line" } else { "lines" };
        shown = shown.with_note(format!("it would do at {word} {}, too", lines.join(", ")));
    }
    for printed in &diagnosis.printed {
        let Some(location) = &printed.place.location else {
            continue;
        };
        let text = &printed.expression;
        shown = shown.with_note(format!("line {} only prints it: `{text}`", location.line));
    }
    let shown = Snippets { sources, style }.diagnostic(&shown);
    let shown = shown.strip_prefix("note: ").unwrap_or(&shown);
    let _ = writeln!(text, "{shown}");
}

/// The lines that change, before and after; what stays below a line that is put in is shown to say where.
fn lines(text: &mut String, diagnosis: &DiagnosisReport) {
    let _ = writeln!(text, "{}. {}", diagnosis.rank, crate::English(&diagnosis.reason));
    for change in &diagnosis.lines {
        let _ = writeln!(text, "  --> {}:{}", change.file, change.line);
        let behind = change.before.iter().rev().zip(change.after.iter().rev());
        let same = behind.take_while(|(before, after)| before == after).count();
        let (before, after) = (change.before.len() - same, change.after.len() - same);
        for line in &change.before[..before] {
            let _ = writeln!(text, "  - {line}");
        }
        for line in &change.after[..after] {
            let _ = writeln!(text, "  + {line}");
        }
        for line in &change.after[after..] {
            let _ = writeln!(text, "    {line}");
        }
    }
    let single: Vec<Vec<usize>> = (0..diagnosis.components.len()).map(|id| vec![id]).collect();
    let changes = match diagnosis.changes.is_empty() {
        true => &single,
        false => &diagnosis.changes,
    };
    for change in changes {
        let Some(tests) = change.first().and_then(|id| diagnosis.explains.get(*id)) else {
            continue;
        };
        let lines = lines_of(diagnosis, change);
        let same = changes.iter().filter(|other| lines_of(diagnosis, other) == lines);
        let of = match change.first().map(|id| &diagnosis.components[*id]) {
            // Changes in one line are told apart by their texts.
            Some(component) if same.count() > 1 => format!(" of `{}`", component.expression),
            _ => String::new(),
        };
        let of = match change.first().map(|id| diagnosis.components[*id].kind) {
            Some(Suspected::MissingStatement) if !of.is_empty() => of.replacen(" of ", " that puts in ", 1),
            _ => of,
        };
        let what = match lines.as_slice() {
            [] => String::new(),
            [line] => format!("the change{of} in line {line} "),
            _ => format!("the change{of} in lines {} ", lines.join(", ")),
        };
        let _ = writeln!(text, "  = {what}alone makes {} right", listed(tests));
    }
}

/// The lines of some components.
fn lines_of(diagnosis: &DiagnosisReport, components: &[usize]) -> Vec<String> {
    let places = components.iter().map(|id| &diagnosis.components[*id].place);
    let lines = places.filter_map(|place| Some(place.location.as_ref()?.line));
    let lines: BTreeSet<u32> = lines.collect();
    lines.iter().map(u32::to_string).collect()
}

/// A few names, and how many more there are.
fn listed(names: &[String]) -> String {
    let shown = names.len().min(MOST_TESTS);
    match names.len() - shown {
        0 if shown == 0 => "no failing test".to_owned(),
        0 => names.join(", "),
        more => format!("{} and {more} more", names[..shown].join(", ")),
    }
}

/// Several changes together: a line for each, and its values below it.
fn several(text: &mut String, diagnosis: &DiagnosisReport, failing: usize) {
    let _ = writeln!(
        text,
        "{}. together: {}",
        diagnosis.rank,
        crate::English(&diagnosis.reason)
    );
    for (index, component) in diagnosis.components.iter().enumerate() {
        let place = match &component.place.location {
            Some(at) => format!("{}:{}:{}: ", at.file, at.line, at.column),
            None => String::new(),
        };
        let _ = writeln!(text, "   {place}`{}`", component.expression);
        for repair in diagnosis.repairs.iter().take(MOST_TESTS) {
            if let Some(line) = changes(repair, index, failing) {
                let _ = writeln!(text, "      {line}");
            }
        }
        if let Some(tests) = diagnosis.explains.get(index).filter(|tests| !tests.is_empty()) {
            let _ = writeln!(text, "      alone repairs {}", listed(tests));
        }
    }
}
