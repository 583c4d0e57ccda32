//! Lines to look at, ranked by the agreement of evidence.
//!
//! Three questions are asked about a failing run, and each points at lines: with which changes of the source does every claim
//! hold; which expressions with another value let the failing runs pass; where does the closest passing run differ. Each
//! alone names too much. A change may weaken what is checked (one that disturbs most passing runs counts nothing), an
//! expression on the way to the claim can always make up for a fault before it, and the closest run may only avoid the
//! fault. So a line comes the earlier the more of them name it, and where an error happens that is no failed assertion is one
//! more reason, since often a check is missing just there; among equals the better change decides, then the error, then the
//! better suspect, then the order of execution. Of lines that as much speaks for, those come last that no failing run
//! depends on ([`FocusLines`]).

use report::{Answer, EffectReport, Ending, Evidence, ExplainReport, LineReport, Place, RankedLine};

use super::focus_lines::FocusLines;

/// Links of the chain of a bad value that are evidence: those nearest to the crash.
const NEAR_LINKS: usize = 4;

/// All lines that something points at, the most suspicious first: of those that the user has written.
pub(super) fn ranking(
    report: &ExplainReport,
    focus: &FocusLines,
    written: &dyn Fn(&LineReport) -> bool,
    harness: &dyn Fn(&LineReport) -> bool,
) -> Vec<RankedLine> {
    let on = |place: &Place| {
        place.location.as_ref().map(|location| LineReport {
            file: location.file.clone(),
            line: location.line,
        })
    };
    let telling = report.changes.iter().filter(|change| {
        change.violates.is_none() && change.effect == EffectReport::Computes && !change.disturbs_most()
    });
    let edits = telling.flat_map(|change| &change.edits);
    let changes = distinct(edits.filter_map(|edit| on(&edit.place)));
    let suspects = distinct(report.suspects.iter().filter_map(|suspect| on(&suspect.place)));
    let differences = match &report.answer {
        Answer::Explained(explanation) => explanation.lines.clone(),
        _ => Vec::new(),
    };
    let errors: Vec<LineReport> = match report.failing.as_ref().map(|failing| &failing.run.ending) {
        Some(Ending::Failed(failure)) if !failure.is_stated() => on(&failure.place).into_iter().collect(),
        _ => Vec::new(),
    };
    let origins = match errors.is_empty() {
        true => Vec::new(),
        false => origins(report),
    };
    let kinds = [
        (Evidence::Change, &changes),
        (Evidence::Error, &errors),
        (Evidence::Origin, &origins),
        (Evidence::Suspect, &suspects),
        (Evidence::Difference, &differences),
    ];
    let all = kinds.iter().flat_map(|(_, lines)| lines.iter().cloned());
    let all = distinct(all.filter(|line| written(line)));
    let mut ranked: Vec<RankedLine> = all
        .into_iter()
        .map(|line| RankedLine {
            evidence: kinds
                .iter()
                .filter(|(_, lines)| lines.contains(&line))
                .map(|(evidence, _)| *evidence)
                .chain(focus.common.contains(&line).then_some(Evidence::Focus))
                .collect(),
            line,
        })
        .collect();
    // `all` is in the order of the kinds, which sorting keeps among equals.
    // Where something crashes is worth a look, whatever function it is in.
    let asks = |line: &LineReport| harness(line) && !errors.contains(line);
    let agree = |ranked: &RankedLine| {
        let kinds = ranked.evidence.iter();
        kinds.filter(|kind| **kind != Evidence::Focus).count()
    };
    ranked.sort_by_key(|ranked| {
        let beside = focus.beside.contains(&ranked.line);
        (asks(&ranked.line), std::cmp::Reverse(agree(ranked)), beside)
    });
    ranked
}

/// The lines that the bad value of a crash went through.
fn origins(report: &ExplainReport) -> Vec<LineReport> {
    let links = report.origin.iter().flat_map(|chain| &chain.links);
    let written = links.filter_map(|link| link.place.location.as_ref());
    let lines = written.map(|location| LineReport {
        file: location.file.clone(),
        line: location.line,
    });
    distinct(lines.take(NEAR_LINKS))
}

fn distinct(lines: impl Iterator<Item = LineReport>) -> Vec<LineReport> {
    let mut found: Vec<LineReport> = Vec::new();
    for line in lines {
        if !found.contains(&line) {
            found.push(line);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(number: u32) -> LineReport {
        LineReport {
            file: "a.c".to_owned(),
            line: number,
        }
    }

    #[test]
    fn a_line_is_listed_once() {
        let lines = [line(3), line(1), line(3)].into_iter();
        assert_eq!(distinct(lines), [line(3), line(1)]);
    }
}
