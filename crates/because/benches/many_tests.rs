//! More tests never make the answer worse: `cargo bench -p because --bench many_tests`.
//!
//! Each program in `many_tests/` is right, and says in its first lines which faults to put in (`// fault: OLD => NEW`). Inputs are
//! generated, `cc` says what the right program prints, and each faulty version is diagnosed twice: with its failing tests
//! alone, and with all tests. The table shows the rank of the first diagnosis that names the faulty line, and the user time. Words
//! after `--` choose programs by name; `MANY_TESTS` is the number of tests, `BECAUSE` another binary to compare with. No test
//! asserts a time.

#[path = "many_tests/inputs.rs"]
mod inputs;
mod support;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A program, and what makes one of its inputs.
type Subject = (&'static str, &'static str, fn(&mut Random) -> String);

const SUBJECTS: &[Subject] = &[
    ("bank", include_str!("many_tests/bank.c"), bank),
    ("dates", include_str!("many_tests/dates.c"), dates),
    ("formula", include_str!("many_tests/formula.c"), formulas),
    ("lift", include_str!("many_tests/lift.c"), lift),
    ("matrix", include_str!("many_tests/matrix.c"), matrices),
    ("words", include_str!("many_tests/words.c"), words),
    ("parcel", include_str!("many_tests/parcel.c"), inputs::parcels),
    ("roman", include_str!("many_tests/roman.c"), inputs::romans),
    ("bowling", include_str!("many_tests/bowling.c"), inputs::bowling),
    ("hours", include_str!("many_tests/hours.c"), inputs::hours),
];
/// So many tests each program has.
const TESTS: usize = 1_200;

/// SplitMix64 from a fixed seed: the same inputs everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From `low` to `high`.
    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + (self.next() % (high - low + 1) as u64) as i64
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.next() as usize % of.len()]
    }
}

fn main() {
    let chosen: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with("--"))
        .collect();
    let count = std::env::var("MANY_TESTS")
        .ok()
        .and_then(|text| text.parse().ok());
    println!("program  line  failing  rank alone  rank with all  seconds alone  seconds with all");
    let (mut versions, mut kept, mut alone, mut all) = (0, 0, 0.0, 0.0);
    for (name, text, generate) in SUBJECTS {
        if !chosen.is_empty() && !chosen.iter().any(|word| name.contains(word.as_str())) {
            continue;
        }
        let folder = tempfile::tempdir().expect("a temporary folder");
        let Some(tests) = tests(folder.path(), text, *generate, count.unwrap_or(TESTS)) else {
            println!("{name}: there is no cc");
            continue;
        };
        for (old, new) in faults(text) {
            let version = Version::new(folder.path(), text, old, new);
            let Some(measured) = version.measured(&tests) else {
                println!("{name:<8} {:>4}  nothing fails: {old} => {new}", version.line);
                continue;
            };
            let rank = |rank: Option<usize>| rank.map_or("-".to_owned(), |rank| rank.to_string());
            println!(
                "{name:<8} {:>4} {:>8} {:>11} {:>14} {:>14.2} {:>17.2}",
                version.line,
                measured.failing,
                rank(measured.alone.0),
                rank(measured.all.0),
                measured.alone.1,
                measured.all.1,
            );
            versions += 1;
            let last = usize::MAX;
            kept += usize::from(measured.all.0.unwrap_or(last) <= measured.alone.0.unwrap_or(last));
            alone += measured.alone.1;
            all += measured.all.1;
        }
    }
    println!("with all tests at least as good: {kept} of {versions}; {all:.1} s for {alone:.1} s alone");
}

/// The faults that a program names.
fn faults(text: &str) -> Vec<(&str, &str)> {
    let lines = text.lines().map_while(|line| line.strip_prefix("// fault: "));
    lines
        .map(|line| line.split_once(" => ").expect("old => new"))
        .collect()
}

/// A program with one fault.
struct Version {
    program: PathBuf,
    line: u64,
}

/// Ranks and user times.
struct Measured {
    failing: usize,
    alone: (Option<usize>, f64),
    all: (Option<usize>, f64),
}

impl Version {
    fn new(folder: &Path, text: &str, old: &str, new: &str) -> Version {
        let head = text.find("#include").expect("the program begins");
        assert_eq!(text[head..].matches(old).count(), 1, "{old} stands once");
        let at = head + text[head..].find(old).expect("it stands there");
        // Line numbers stay what they are, but the answer does not stand in the file.
        let lines = text[..head].lines().count();
        let faulty = format!(
            "{}{}{new}{}",
            "\n".repeat(lines),
            &text[head..at],
            &text[at + old.len()..]
        );
        let program = folder.join("faulty.c");
        fs::write(&program, faulty).expect("writes");
        Version {
            program,
            line: text[..at].lines().count() as u64 + u64::from(text[..at].ends_with('\n')),
        }
    }

    /// Nothing if no test fails.
    fn measured(&self, tests: &Path) -> Option<Measured> {
        let (document, all) = self.diagnosed(tests);
        let failing: BTreeSet<&str> = document["failing"]
            .as_array()?
            .iter()
            .filter_map(|test| test["name"].as_str())
            .collect();
        if failing.is_empty() {
            return None;
        }
        let few = tempfile::tempdir().expect("a temporary folder");
        for name in &failing {
            let name = name.rsplit('/').next().unwrap_or(name);
            for end in ["in", "out"] {
                let file = format!("{name}.{end}");
                fs::copy(tests.join(&file), few.path().join(&file)).expect("copies");
            }
        }
        let (without, alone) = self.diagnosed(few.path());
        Some(Measured {
            failing: failing.len(),
            alone: (self.rank(&without), alone),
            all: (self.rank(&document), all),
        })
    }

    fn diagnosed(&self, tests: &Path) -> (serde_json::Value, f64) {
        let binary = std::env::var("BECAUSE").unwrap_or_else(|_| env!("CARGO_BIN_EXE_because").to_owned());
        let before = children_seconds();
        let mut command = Command::new(binary);
        command.args(["diagnose", "--json", "--tests"]).arg(tests);
        let watched = support::watch(command.arg(&self.program));
        (watched.document, children_seconds() - before)
    }

    /// From 1.
    fn rank(&self, document: &serde_json::Value) -> Option<usize> {
        let diagnoses = document["diagnoses"].as_array()?;
        let at = diagnoses
            .iter()
            .position(|diagnosis| support::names(diagnosis, &[self.line]))?;
        Some(at + 1)
    }
}

/// User time of all children that have ended, as Linux counts it.
fn children_seconds() -> f64 {
    let text = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let behind = text.rsplit(')').next().unwrap_or_default();
    let ticks = behind
        .split_whitespace()
        .nth(13)
        .and_then(|word| word.parse::<f64>().ok());
    ticks.unwrap_or(0.0) / 100.0
}

/// A folder of generated tests with what the right program prints; nothing without a C compiler.
fn tests(folder: &Path, text: &str, generate: fn(&mut Random) -> String, count: usize) -> Option<PathBuf> {
    let (source, binary, tests) = (folder.join("right.c"), folder.join("right"), folder.join("tests"));
    fs::write(&source, text).expect("writes");
    fs::create_dir(&tests).expect("a new folder");
    let compiled = Command::new("cc")
        .arg("-w")
        .arg("-o")
        .arg(&binary)
        .arg(&source)
        .status();
    if !compiled.is_ok_and(|status| status.success()) {
        return None;
    }
    let mut random = Random(7);
    for number in 0..count {
        let input = generate(&mut random);
        let mut child = Command::new(&binary)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("starts");
        let mut stdin = child.stdin.take().expect("piped");
        stdin.write_all(input.as_bytes()).expect("writes");
        drop(stdin);
        let done = child.wait_with_output().expect("ends");
        fs::write(tests.join(format!("t{number:04}.in")), &input).expect("writes");
        fs::write(tests.join(format!("t{number:04}.out")), &done.stdout).expect("writes");
    }
    Some(tests)
}

fn bank(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..random.between(1, 9) {
        let (account, other) = (random.between(1, 5), random.between(1, 4));
        let amount = random.one(&[10, 30, 49, 50, 55, 60, 100, 120, 150, 240, 900, 1_500]);
        let _ = match random.next() % 8 {
            0 | 1 => writeln!(text, "in {account} {amount}"),
            2 | 3 => writeln!(text, "out {account} {amount}"),
            4 | 5 => writeln!(text, "move {account} {other} {amount}"),
            6 => writeln!(text, "month"),
            _ => match random.next() % 2 {
                0 => writeln!(text, "block {account}"),
                _ => writeln!(text, "show {account}"),
            },
        };
    }
    text
}

fn dates(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..random.between(1, 3) {
        let year = match random.next() % 3 {
            0 => random.one(&[1600, 1700, 1900, 1999, 2000, 2004, 2024, 2100]),
            _ => random.between(1580, 2200),
        };
        let (month, day) = match random.next() % 6 {
            0 => (2, random.between(27, 30)),
            1 => (random.between(0, 13), random.between(28, 32)),
            _ => (random.between(1, 12), random.between(1, 28)),
        };
        let _ = writeln!(text, "{year}-{month}-{day}");
    }
    text
}

fn formulas(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..random.between(1, 4) {
        if random.next().is_multiple_of(4) {
            let _ = write!(text, "{}=", random.one(&['a', 'b', 'c']));
        }
        formula(random, 2, &mut text);
        text.push('\n');
    }
    text
}

fn formula(random: &mut Random, depth: u32, text: &mut String) {
    let operand = |random: &mut Random, text: &mut String| match random.next() % 7 {
        0 => text.push(random.one(&['a', 'b', 'c'])),
        1 if depth > 0 => {
            text.push('(');
            formula(random, depth - 1, text);
            text.push(')');
        }
        2 => {
            let _ = write!(text, "-{}", random.between(1, 9));
        }
        _ => {
            let _ = write!(text, "{}", random.between(0, 60));
        }
    };
    operand(random, text);
    for _ in 0..random.between(0, 2) {
        text.push(random.one(&['+', '-', '*', '/', '%', '+']));
        operand(random, text);
    }
}

fn lift(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..random.between(1, 8) {
        let from = random.one(&[0, 0, 1, 2, 3, 4, 5, 6, 7, 8]);
        let _ = writeln!(text, "{from} {}", random.between(0, 7));
    }
    text
}

fn matrices(random: &mut Random) -> String {
    let mut text = String::new();
    let (rows, columns) = (random.between(1, 4), random.between(1, 4));
    let second = match random.next() % 4 {
        0 => (random.between(1, 4), random.between(1, 4)),
        _ => (columns, random.between(1, 4)),
    };
    for (rows, columns) in [(rows, columns), second] {
        let _ = writeln!(text, "{rows} {columns}");
        let same = random.next().is_multiple_of(3);
        for row in 0..rows {
            for column in 0..columns {
                let cell = match same {
                    true => (row * column) % 5 + row + column,
                    false => random.between(-5, 9),
                };
                let _ = write!(text, "{cell} ");
            }
            text.push('\n');
        }
    }
    text
}

fn words(random: &mut Random) -> String {
    const WORDS: &[&str] = &[
        "level", "Anna", "otto", "stone", "river", "river", "stones", "a", "of", "noon", "Madam", "tree",
        "trees", "cloud", "house", "ox", "eve", "civic", "radar", "lamp", "window", "winter",
    ];
    let some: Vec<&str> = (0..random.between(1, 12)).map(|_| random.one(WORDS)).collect();
    some.join(" ") + "\n"
}
