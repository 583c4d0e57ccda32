//! The lines to look at, each with its reason.

use source::SourceMap;

use unicode_width::UnicodeWidthStr;

use super::layout::{Page, code_on, one_line};
use super::same_place;
use crate::plain::plain;
use crate::{Answer, Evidence, ExplainReport, LineReport, SuspectReport};

/// Lines that are named.
const MOST_LINES: usize = 3;
/// Columns of an expression or a value that are quoted in a reason; the line of longer ones stands beside it.
const MOST_QUOTED: usize = 40;

/// The lines, the best first, and why each is worth looking at.
pub(crate) fn reasons(report: &ExplainReport) -> Vec<(&LineReport, String)> {
    match &report.answer {
        Answer::Explained(explanation) if report.ranking.is_empty() => {
            let lines = explanation.lines.iter();
            lines
                .map(|line| (line, reason(Evidence::Difference, report, line)))
                .collect()
        }
        _ => report
            .ranking
            .iter()
            .map(|ranked| {
                // What a change does is said below, where there is more to say.
                // That it matters at all only decides between lines.
                let evidence = ranked.evidence.iter().filter(|kind| **kind != Evidence::Focus);
                let several = evidence.clone().count() > 1;
                let evidence = evidence
                    .filter(|kind| !several || **kind != Evidence::Change)
                    .filter(|kind| **kind != Evidence::Origin || !ranked.evidence.contains(&Evidence::Error));
                let reasons: Vec<String> = evidence.map(|kind| reason(*kind, report, &ranked.line)).collect();
                (&ranked.line, reasons.join("; "))
            })
            .collect(),
    }
}

/// One text for each of them.
pub(super) fn look_at(page: &mut Page, report: &ExplainReport, sources: &SourceMap) -> Vec<String> {
    let mut entries = Vec::new();
    for (line, why) in reasons(report).iter().take(MOST_LINES) {
        let code = code_on(sources, &line.file, line.line);
        let place = page.place(&line.file, line.line);
        page.item("look at", &[&place, &code], why);
        entries.push(page.take());
    }
    entries
}

fn reason(evidence: Evidence, report: &ExplainReport, line: &LineReport) -> String {
    match evidence {
        Evidence::Change => "see `try`".to_owned(),
        Evidence::Error => "the error happens here".to_owned(),
        Evidence::Origin => "the bad value passed through here".to_owned(),
        Evidence::Difference => "the passing run differs here".to_owned(),
        Evidence::Focus => "every failing run depends on this".to_owned(),
        Evidence::Suspect => {
            let mut suspects = report.suspects.iter();
            let here = suspects.find(|suspect| same_place(&suspect.place, &line.file, line.line));
            here.map_or_else(String::new, |suspect| suspected(suspect, report.failing_runs))
        }
    }
}

/// `` passes if `p` is NULL instead of &a; another value here makes each of the 4 failing runs that were tried pass ``.
fn suspected(suspect: &SuspectReport, runs: usize) -> String {
    let runs = runs.max(1);
    let repaired = match (runs, runs.saturating_sub(suspect.undecided)) {
        (1, _) => "the failing run pass".to_owned(),
        // In each of them it may be another one.
        (_, repaired) if repaired == runs => {
            format!("each of the {runs} failing runs that were tried pass")
        }
        (_, repaired) => format!("{repaired} of the {runs} failing runs that were tried pass"),
    };
    if suspect.is_region() {
        return format!("other code here makes {repaired}");
    }
    let quoted = |text: &str| Some(plain(&one_line(text))).filter(|text| text.width() <= MOST_QUOTED);
    let value = suspect.repair.as_deref().and_then(quoted);
    let (Some(expression), Some(value)) = (quoted(&suspect.expression), value) else {
        return format!("another value here makes {repaired}");
    };
    let passes = match suspect.original.as_deref().and_then(quoted) {
        Some(original) if original == expression => format!("passes with {value} instead of {original}"),
        Some(original) => format!("passes if `{expression}` is {value} instead of {original}"),
        None => format!("passes if `{expression}` is {value}"),
    };
    match runs {
        1 => passes,
        _ => format!("{passes}; another value here makes {repaired}"),
    }
}
