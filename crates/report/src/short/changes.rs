//! The changes to try, each with what is known of it.

use super::layout::{Page, without_comment};
use crate::{Assurance, ChangeReport, EditReport, ExplainReport};

/// Changes that are shown.
const MOST_CHANGES: usize = 3;
/// Edits of one change that are shown.
const MOST_EDITS: usize = 2;

/// One text for each of them.
pub(super) fn try_these(page: &mut Page, report: &ExplainReport) -> Vec<String> {
    let mut entries = Vec::new();
    let failing = report.failing.as_ref();
    let takes_input = failing.is_none_or(|failing| !failing.run.inputs.is_empty());
    for (index, change) in report.changes.iter().take(MOST_CHANGES).enumerate() {
        let label = if index == 0 { "try" } else { "or" };
        let edits = change.edits.len().min(MOST_EDITS);
        for (number, edit) in change.edits.iter().take(MOST_EDITS).enumerate() {
            let label = if number == 0 { label } else { "  and" };
            let mut note = match number + 1 == edits {
                true => known(change, takes_input),
                false => String::new(),
            };
            let left = change.edits.len() - edits;
            if left > 0 && !note.is_empty() {
                note = format!("with {left} more edits (--full shows them): {note}");
            }
            let location = edit.place.location.as_ref();
            let place = location.map_or_else(String::new, |at| page.place(&at.file, at.line));
            page.item(label, &[&place, &edited(edit)], &note);
        }
        entries.push(page.take());
    }
    entries
}

/// What is known of a change. Without input there is one run, not all.
pub(crate) fn known(change: &ChangeReport, takes_input: bool) -> String {
    let all = match change.repairs {
        0 | 1 => "the failing run passes".to_owned(),
        runs => format!("all {runs} failing runs pass"),
    };
    match (&change.violates, change.violates_line) {
        (Some(_), Some(line)) => return format!("{all}, but then the claim at line {line} fails"),
        (Some(_), None) => return format!("{all}, but then a call of the library fails"),
        (None, _) => {}
    }
    let mut text = match change.assurance {
        Assurance::Proved if takes_input => "proved for all inputs".to_owned(),
        Assurance::Proved => "proved".to_owned(),
        Assurance::UpToBound => "nothing fails as far as loops were followed".to_owned(),
        Assurance::Tests | Assurance::SomeTests => format!("{all}; not proved"),
    };
    if let Some(remark) = change.effect.remark() {
        text.push_str(&format!(", but {remark}"));
    } else if change.disturbs_most() {
        text.push_str(&format!(
            ", but changes what {} of {} passing runs do",
            change.disturbs, change.sampled
        ));
    }
    text
}

/// The statement that is put in before another one.
fn inserted(edit: &EditReport) -> Option<&str> {
    let at = edit.place.location.as_ref()?;
    let empty = (at.line, at.column) == (at.end_line, at.end_column);
    let statement = edit.replacement.trim();
    // In the middle of a line the whole line says it better.
    let first = edit
        .before
        .first()
        .is_some_and(|line| line.len() - line.trim_start().len() + 1 >= at.column as usize);
    (empty && first && statement.ends_with(';') && !statement.starts_with("else")).then_some(statement)
}

/// The lines that are new; what is only taken away or put in is named.
fn edited(edit: &EditReport) -> String {
    if let Some(statement) = inserted(edit) {
        return format!("insert `{statement}` before this line");
    }
    let same = edit
        .before
        .iter()
        .zip(&edit.after)
        .take_while(|(before, after)| before == after);
    let start = same.count();
    let (before, after) = (&edit.before[start..], &edit.after[start..]);
    let ends = before.iter().rev().zip(after.iter().rev());
    let end = ends.take_while(|(before, after)| before == after).count();
    let (before, after) = (&before[..before.len() - end], &after[..after.len() - end]);
    let joined = |lines: &[String]| {
        let lines: Vec<String> = lines.iter().map(|line| without_comment(line)).collect();
        lines.join(" ").trim().to_owned()
    };
    let (old, new) = (joined(before), joined(after));
    match (old.is_empty(), new.is_empty() || new == ";") {
        (false, true) => format!("without `{old}`"),
        (true, false) => format!("insert `{new}`"),
        _ => new,
    }
}
