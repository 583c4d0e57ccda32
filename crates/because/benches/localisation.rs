//! The right line from assertions alone: `cargo bench -p because --bench localisation`.
//!
//! The programs in `tests/localisation` have one fault each, and their first line says where (`// fault: line 57`; two lines
//! where something is missing between them). The table shows the rank of a faulty line among the lines to look at and among the
//! lines of the changes to try, and the seconds that it took. Words after `--` choose programs by path (`tuned`,
//! `held_out`, `ring`); `BECAUSE` is another binary to compare with. No test asserts a time.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

struct Row {
    look: Option<usize>,
    change: Option<usize>,
    seconds: f64,
}

impl Row {
    fn within(&self, rank: usize) -> bool {
        [self.look, self.change]
            .into_iter()
            .flatten()
            .any(|found| found <= rank)
    }
}

fn main() {
    let args = std::env::args().skip(1);
    let chosen: Vec<String> = args.filter(|arg| !arg.starts_with("--")).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/localisation");
    for half in ["tuned", "held_out", "held_out2", "held_out3", "held_out4"] {
        let mut rows = Vec::new();
        println!("{half:<20} look  try  seconds");
        for path in programs(&folder.join(half)) {
            let name = path.display().to_string();
            if !chosen.is_empty() && !chosen.iter().any(|word| name.contains(word.as_str())) {
                continue;
            }
            let row = measured(&path);
            let rank = |rank: Option<usize>| rank.map_or("-".to_owned(), |rank| rank.to_string());
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            println!(
                "{name:<20} {:>4} {:>4}  {:>7.2}",
                rank(row.look),
                rank(row.change),
                row.seconds
            );
            rows.push(row);
        }
        total(&rows);
    }
}

fn total(rows: &[Row]) {
    let mut seconds: Vec<f64> = rows.iter().map(|row| row.seconds).collect();
    seconds.sort_by(f64::total_cmp);
    let Some(most) = seconds.len().checked_sub(1) else {
        return;
    };
    let look = |rank: usize| {
        rows.iter()
            .filter(|row| row.look.is_some_and(|found| found <= rank))
            .count()
    };
    let either = |rank: usize| rows.iter().filter(|row| row.within(rank)).count();
    println!(
        "of {}: look first {}, first three {}; look or try first {}, first three {}; median {:.2} s, 95 % {:.2} s\n",
        rows.len(),
        look(1),
        look(3),
        either(1),
        either(3),
        seconds[most / 2],
        seconds[most * 95 / 100],
    );
}

fn programs(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the programs");
    let mut all: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    all.sort();
    all
}

fn measured(path: &Path) -> Row {
    let text = fs::read_to_string(path).expect("a program");
    let header = text.lines().next().unwrap_or_default();
    let numbers = header.split(|c: char| !c.is_ascii_digit());
    let faulty: Vec<u64> = numbers.filter_map(|number| number.parse().ok()).collect();
    assert!(!faulty.is_empty(), "{} names no faulty line", path.display());
    let binary = std::env::var("BECAUSE").unwrap_or_else(|_| env!("CARGO_BIN_EXE_because").to_owned());
    let watched = support::watch(Command::new(binary).args(["--format", "json"]).arg(path));
    let list = |name: &str| watched.document[name].as_array().cloned().unwrap_or_default();
    let look: Vec<u64> = list("ranking")
        .iter()
        .filter_map(|line| line["line"].as_u64())
        .collect();
    let edits = list("changes");
    let edits = edits
        .iter()
        .filter_map(|change| change["edits"].as_array())
        .flatten();
    let mut changed: Vec<u64> = Vec::new();
    for line in edits.filter_map(line_of) {
        if !changed.contains(&line) {
            changed.push(line);
        }
    }
    let rank = |lines: &[u64]| {
        lines
            .iter()
            .position(|line| faulty.contains(line))
            .map(|at| at + 1)
    };
    Row {
        look: rank(&look),
        change: rank(&changed),
        seconds: watched.seconds,
    }
}

fn line_of(edit: &Value) -> Option<u64> {
    edit["location"]["line"].as_u64()
}
