//! `because FILE.c` ranks lines by the agreement of evidence: the faulty line of each program in `tests/ranked` must be one
//! of the first three. The line is marked in the program; nothing else is known about it here.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;
use support::{because, finish};

const ALLOWED: Duration = Duration::from_secs(300);
const MARK: &str = "/* the fault */";

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ranked");
    let mut found: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the programs")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    found.sort();
    found
}

#[test]
fn the_faulty_line_is_among_the_first() {
    let mut late = Vec::new();
    let programs = programs();
    assert!(programs.len() > 10);
    for path in programs {
        let text = fs::read_to_string(&path).expect("reads");
        let faulty = text.lines().position(|line| line.contains(MARK)).expect("a mark") as u64 + 1;
        let mut command = because();
        command.arg("--json").arg(&path);
        let done = finish(&mut command, b"", ALLOWED).expect("ends in time");
        assert_eq!(done.status, 10, "{}", path.display());
        let document: Value = serde_json::from_slice(&done.stdout).expect("a JSON document");
        let ranking = document["ranking"].as_array().expect("a ranking");
        let rank = ranking.iter().position(|line| line["line"] == faulty);
        println!(
            "{:<12} {rank:?} of {}",
            path.file_name().unwrap_or_default().display(),
            ranking.len()
        );
        if rank.is_none_or(|rank| rank > 2) {
            late.push((path, rank));
        }
    }
    assert!(late.is_empty(), "{late:?}");
}
