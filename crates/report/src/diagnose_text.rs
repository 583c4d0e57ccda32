//! A diagnosis for people: what fails, then each set of suspects with its text, its values and its reason.

use std::fmt::Write;

use source::{Diagnostic, Severity, SourceMap};

use crate::{DiagnoseReport, DiagnoseVerdict, DiagnosisReport, Snippets, Style};

/// Longer lists are cut for people.
const MOST_DIAGNOSES: usize = 20;
const MOST_TESTS: usize = 5;
const MOST_VALUES: usize = 4;

/// Everything that is said about a diagnosis; the verdict is the last line.
#[must_use]
pub fn diagnose_text(report: &DiagnoseReport, sources: &SourceMap, style: Style) -> String {
    let mut text = String::new();
    let failing = report.failing.len();
    for test in report.failing.iter().take(MOST_TESTS) {
        text.push_str(&test.line());
    }
    if failing > MOST_TESTS {
        let _ = writeln!(text, "and {} more tests fail", failing - MOST_TESTS);
    }
    if report.passing > 0 {
        let tests = if report.passing == 1 {
            "test passes"
        } else {
            "tests pass"
        };
        let _ = writeln!(text, "{} {tests}", report.passing);
    }
    for diagnosis in report.diagnoses.iter().take(MOST_DIAGNOSES) {
        text.push('\n');
        one(&mut text, diagnosis, failing, sources, style);
    }
    if report.diagnoses.len() > MOST_DIAGNOSES {
        let _ = writeln!(
            text,
            "\nand {} more; --json lists them all",
            report.diagnoses.len() - MOST_DIAGNOSES
        );
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
    let sets = report.diagnoses.len();
    let size = report.diagnoses.first().map_or(0, |diagnosis| diagnosis.size);
    let _ = match report.verdict {
        DiagnoseVerdict::NothingFails => writeln!(text, "nothing fails"),
        DiagnoseVerdict::Undetermined => writeln!(text, "undetermined"),
        DiagnoseVerdict::NoDiagnosis => writeln!(
            text,
            "no diagnosis: no set of the sizes that were searched repairs every failing run"
        ),
        DiagnoseVerdict::Diagnosed => {
            let all = if report.complete {
                "no smaller set does"
            } else {
                "there may be others"
            };
            let what = match (sets, size) {
                (1, 1) => "1 expression repairs".to_owned(),
                (_, 1) => format!("each of {sets} expressions repairs"),
                (1, _) => format!("1 set of {size} expressions repairs"),
                _ => format!("each of {sets} sets of {size} expressions repairs"),
            };
            let runs = if failing == 1 {
                "the failing run"
            } else {
                "every failing run"
            };
            writeln!(text, "{what} {runs}; {all}")
        }
    };
    text
}

fn one(text: &mut String, diagnosis: &DiagnosisReport, failing: usize, sources: &SourceMap, style: Style) {
    for (index, component) in diagnosis.components.iter().enumerate() {
        let title = if diagnosis.size == 1 {
            format!("{}. {}", diagnosis.rank, diagnosis.reason)
        } else if index == 0 {
            format!("{}. together: {}", diagnosis.rank, diagnosis.reason)
        } else {
            format!("{}. and", diagnosis.rank)
        };
        let mut shown = Diagnostic::new(Severity::Note, component.place.loc, title);
        for repair in diagnosis.repairs.iter().take(MOST_TESTS) {
            let changed: Vec<String> = repair
                .values
                .iter()
                .filter(|value| value.component == index && value.changed)
                .map(|value| match &value.original {
                    Some(original) => format!("{original} becomes {}", value.repair),
                    None => value.repair.clone(),
                })
                .collect();
            if changed.is_empty() {
                continue;
            }
            let mut line = changed[..changed.len().min(MOST_VALUES)].join(", ");
            if changed.len() > MOST_VALUES {
                let _ = write!(line, " and {} more", changed.len() - MOST_VALUES);
            }
            if failing > 1 {
                line = format!("{}: {line}", repair.test);
            }
            shown = shown.with_note(line);
        }
        if let Some(tests) = diagnosis.explains.get(index).filter(|tests| !tests.is_empty()) {
            shown = shown.with_note(format!("alone repairs {}", tests.join(", ")));
        }
        let parts: Vec<String> = diagnosis
            .narrower
            .iter()
            .filter_map(|set| match (set.as_slice(), diagnosis.size) {
                ([part], 1) => Some(format!("`{}`", part.expression)),
                _ => None,
            })
            .collect();
        if !parts.is_empty() {
            shown = shown.with_note(format!("a part of it would do: {}", parts.join(", ")));
        }
        let shown = Snippets { sources, style }.diagnostic(&shown);
        let shown = shown.strip_prefix("note: ").unwrap_or(&shown);
        let _ = writeln!(text, "{shown}");
    }
}
