//! The third oracle, where the machine has it: CBMC.
//!
//! CBMC goes on behind a failed assertion and draws the line elsewhere in many checks, so only one thing is compared:
//! an assertion that some executed run violates must fail there, too.

use std::io::Write;
use std::process::{Command, Stdio};

use interp::Stop;
use program::CheckKind;
use serde_json::Value;
use torture::{Executed, Loaded};

use crate::judge::{Asked, Finding};

/// Whether there is one.
pub(crate) fn is_there() -> bool {
    let mut command = Command::new("cbmc");
    command
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

pub(crate) fn compare(loaded: &Loaded, text: &str, runs: &[Executed]) -> Vec<Finding> {
    let mut violated: Vec<u32> = runs
        .iter()
        .filter(|run| run.determined)
        .filter_map(|run| match &run.stop {
            Stop::ClaimFailed { claim, .. } => Some(loaded.program.claim(*claim)),
            _ => None,
        })
        .filter(|claim| claim.kind == CheckKind::Assertion)
        .map(|claim| loaded.sources.line(claim.loc))
        .collect();
    violated.sort_unstable();
    violated.dedup();
    let Some(held) = assertions_that_hold(text).filter(|_| !violated.is_empty()) else {
        return Vec::new();
    };
    let wrong = violated.into_iter().filter(|line| held.contains(line));
    wrong
        .map(|line| Finding {
            oracle: Asked::Cbmc,
            kind: "cbmc proves".to_owned(),
            text: format!("cbmc: the assertion in line {line} holds, and a run violates it"),
        })
        .collect()
}

/// The lines of the assertions that CBMC proves; nothing if it does not come to an end.
fn assertions_that_hold(text: &str) -> Option<Vec<u32>> {
    let mut file = tempfile::Builder::new().suffix(".c").tempfile().ok()?;
    file.write_all(text.as_bytes()).ok()?;
    let done = Command::new("timeout")
        .args([
            "20",
            "cbmc",
            "--json-ui",
            "--unwind",
            "40",
            "--no-unwinding-assertions",
        ])
        .arg(file.path())
        .stdin(Stdio::null())
        .output()
        .ok()?;
    proved(&serde_json::from_slice(&done.stdout).ok()?)
}

fn proved(document: &Value) -> Option<Vec<u32>> {
    let results = document.as_array()?.iter().find_map(|part| part.get("result"))?;
    let lines = results.as_array()?.iter().filter_map(|result| {
        let is = |key: &str, word: &str| result[key].as_str().is_some_and(|text| text.contains(word));
        let line = result["sourceLocation"]["line"].as_str()?.parse().ok()?;
        (is("property", ".assertion.") && is("status", "SUCCESS")).then_some(line)
    });
    Some(lines.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_proved_assertions_are_taken() {
        let document = serde_json::json!([
            {"program": "CBMC"},
            {"result": [
                {"property": "main.assertion.1", "status": "SUCCESS", "sourceLocation": {"line": "7"}},
                {"property": "main.assertion.2", "status": "FAILURE", "sourceLocation": {"line": "8"}},
                {"property": "main.overflow.1", "status": "SUCCESS", "sourceLocation": {"line": "9"}},
            ]},
        ]);
        assert_eq!(proved(&document), Some(vec![7]));
    }
}
