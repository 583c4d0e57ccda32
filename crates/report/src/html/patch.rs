//! A change as a patch: what `patch -p1` and `git apply` take.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{HtmlPage, short_name};
use crate::{ChangeReport, visible};

/// Lines around a change.
const CONTEXT: u32 = 3;

/// Some lines of a file, and what stands there instead.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Hunk {
    line: u32,
    before: Vec<String>,
    after: Vec<String>,
}

pub(super) fn patch(page: &HtmlPage<'_>, change: &ChangeReport) -> String {
    let mut files: BTreeMap<&str, Vec<Hunk>> = BTreeMap::new();
    for edit in &change.edits {
        let Some(at) = &edit.place.location else { continue };
        files.entry(&at.file).or_default().push(Hunk {
            line: at.line,
            before: edit.before.clone(),
            after: edit.after.clone(),
        });
    }
    let mut text = String::new();
    for (file, mut hunks) in files {
        hunks.sort_by_key(|hunk| hunk.line);
        let found = page.sources.files().find(|(_, known)| known.name == file);
        let lines: Vec<String> = found.map_or(Vec::new(), |(_, known)| {
            let whole = String::from_utf8_lossy(&known.text).into_owned();
            whole.lines().map(str::to_owned).collect()
        });
        let name = short_name(file);
        let _ = writeln!(text, "--- a/{name}\n+++ b/{name}");
        text.push_str(&unified(&lines, &hunks));
    }
    visible(&text)
}

/// Hunks in the order of their lines, those whose context meets as one.
fn unified(lines: &[String], hunks: &[Hunk]) -> String {
    let mut text = String::new();
    let (mut at, mut grown) = (0, 0i64);
    while at < hunks.len() {
        let start = hunks[at].line.saturating_sub(CONTEXT).max(1);
        let mut body = String::new();
        let (mut line, mut old, mut new) = (start, 0, 0);
        let keep = |body: &mut String, from: u32, to: u32| -> u32 {
            let kept = lines
                .iter()
                .skip(from as usize - 1)
                .take(to.saturating_sub(from) as usize);
            kept.map(|line| writeln!(body, " {line}")).count() as u32
        };
        loop {
            let hunk = &hunks[at];
            let kept = keep(&mut body, line, hunk.line);
            for before in &hunk.before {
                let _ = writeln!(body, "-{before}");
            }
            for after in &hunk.after {
                let _ = writeln!(body, "+{after}");
            }
            old += kept + hunk.before.len() as u32;
            new += kept + hunk.after.len() as u32;
            line = hunk.line + hunk.before.len() as u32;
            at += 1;
            if hunks.get(at).is_none_or(|next| next.line > line + 2 * CONTEXT) {
                break;
            }
        }
        let kept = keep(&mut body, line, line + CONTEXT);
        (old, new) = (old + kept, new + kept);
        let _ = writeln!(text, "@@ -{start},{old} +{},{new} @@", i64::from(start) + grown);
        text.push_str(&body);
        grown += i64::from(new) - i64::from(old);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(count: u32) -> Vec<String> {
        (1..=count).map(|line| format!("line {line}")).collect()
    }

    fn hunk(line: u32, before: &[&str], after: &[&str]) -> Hunk {
        let owned = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
        Hunk {
            line,
            before: owned(before),
            after: owned(after),
        }
    }

    #[test]
    fn a_change_in_its_context() {
        let text = unified(&lines(9), &[hunk(5, &["line 5"], &["new", "lines"])]);
        let wanted =
            "@@ -2,7 +2,8 @@\n line 2\n line 3\n line 4\n-line 5\n+new\n+lines\n line 6\n line 7\n line 8\n";
        assert_eq!(text, wanted);
    }

    #[test]
    fn what_is_near_is_one_hunk_and_what_is_far_is_two() {
        let changes = [
            hunk(1, &["line 1"], &[]),
            hunk(4, &[], &["more"]),
            hunk(20, &["line 20"], &["last"]),
        ];
        let wanted = "@@ -1,6 +1,6 @@\n-line 1\n line 2\n line 3\n+more\n line 4\n line 5\n line 6\n\
            @@ -17,4 +17,4 @@\n line 17\n line 18\n line 19\n-line 20\n+last\n";
        assert_eq!(unified(&lines(20), &changes), wanted);
    }
}
