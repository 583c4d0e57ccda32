//! Changes of the source for people: each as the lines before and after.

use std::fmt::Write;

use crate::diagnose_text::outcomes;
use crate::{Assurance, ChangeReport, RepairReport, plain};

/// Longer lists are cut for people.
const MOST_CHANGES: usize = 10;

/// Everything that is said about repairs.
#[must_use]
pub fn repair_text(report: &RepairReport) -> String {
    plain(&told(report))
}

fn told(report: &RepairReport) -> String {
    let mut text = String::new();
    let failing = report.failing.len();
    outcomes(&mut text, &report.failing, report.passing);
    if failing == 0 {
        for note in &report.notes {
            let _ = writeln!(text, "note: {note}");
        }
        text.push_str(match report.exit_code {
            0 => "nothing fails\n",
            _ => "undetermined\n",
        });
        return text;
    }
    for (index, change) in report.changes.iter().take(MOST_CHANGES).enumerate() {
        let _ = writeln!(text, "\n{}. {}", index + 1, reason(change, failing));
        text.push_str(&change_text(change));
    }
    if report.changes.len() > MOST_CHANGES {
        let _ = writeln!(
            text,
            "\nand {} more; --json lists them all",
            report.changes.len() - MOST_CHANGES
        );
    }
    text.push('\n');
    for note in &report.notes {
        let _ = writeln!(text, "note: {note}");
    }
    if report.stopped {
        text.push_str("note: stopped before every change was tried\n");
    }
    let _ = match report.changes.len() {
        0 => writeln!(
            text,
            "none of {} small changes makes a failing run right; because diagnose looks for values instead",
            report.tried
        ),
        found => writeln!(
            text,
            "{found} of {} small changes; each was made to the source, translated and executed",
            report.tried
        ),
    };
    text
}

/// What is known of a change.
pub(crate) fn reason(change: &ChangeReport, failing: usize) -> String {
    let mut text = match change.assurance {
        Assurance::Proved => "with this change every claim holds, for all inputs".to_owned(),
        Assurance::UpToBound => {
            "with this change no claim is violated as far as loops were followed".to_owned()
        }
        Assurance::Tests if failing == 1 => "with this change the run is right".to_owned(),
        Assurance::Tests => "with this change every failing run is right".to_owned(),
        Assurance::SomeTests => format!(
            "with this change {} of {failing} failing runs are right",
            change.repairs
        ),
    };
    if change.edits.len() > 1 {
        text = text.replacen("this change", "these changes", 1);
    }
    if change.breaks > 0 {
        let _ = write!(
            text,
            ", but {} passing {} wrong",
            change.breaks,
            match change.breaks {
                1 => "test becomes",
                _ => "tests become",
            }
        );
    }
    let judged_by_claims = matches!(change.assurance, Assurance::Proved | Assurance::UpToBound);
    if judged_by_claims && change.disturbs_most() {
        let _ = write!(
            text,
            "; but {} of {} passing runs nearby then end, print or compute in another way",
            change.disturbs, change.sampled
        );
    }
    if let Some(remark) = change.effect.remark() {
        let _ = write!(text, "; {remark}");
    }
    if let Some(other) = change.other_failure() {
        let _ = write!(text, "; but then {other} fails");
    }
    text
}

/// The lines of a change, marked as `diff` does.
#[must_use]
pub fn change_text(change: &ChangeReport) -> String {
    let mut text = String::new();
    for edit in &change.edits {
        let _ = writeln!(text, "  --> {}", edit.place.short());
        for line in &edit.before {
            let _ = writeln!(text, "  - {line}");
        }
        for line in &edit.after {
            let _ = writeln!(text, "  + {line}");
        }
    }
    text
}
