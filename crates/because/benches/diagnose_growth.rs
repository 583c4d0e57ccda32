//! How `because diagnose` grows with its input: `cargo bench -p because --bench diagnose_growth`.
//!
//! Each family is a faulty program with tests at growing sizes: more tests, more functions, longer runs, more statements. The
//! table shows time, the exponent of the time between two sizes (1 is linear), peak memory, how many diagnoses are listed, and the
//! rank of the first that names a faulty line. Words after `--` choose families by their names. No test asserts a time.

mod support;

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

/// A faulty program, the lines that are wrong, and tests: arguments and what must be printed.
struct Case {
    text: String,
    faulty: Vec<u64>,
    tests: Vec<(String, String)>,
}

/// A name, the case of each size, and the sizes.
type Family = (&'static str, fn(u64) -> Case, &'static [u64]);

const FAMILIES: &[Family] = &[
    ("tests", tests, &[10, 100, 1_000, 4_000]),
    ("functions", functions, &[5, 10, 20, 40, 80]),
    ("rounds", rounds, &[10, 100, 1_000, 10_000]),
    ("missing", missing, &[4, 8, 16, 32]),
    ("two faults", two_faults, &[4, 8, 16, 32]),
];

fn main() {
    let chosen: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with("--"))
        .collect();
    println!("family       size  lines  tests   seconds  exponent    MiB  listed  rank");
    for (family, case, sizes) in FAMILIES {
        if !chosen.is_empty() && !chosen.iter().any(|word| family.contains(word.as_str())) {
            continue;
        }
        let mut before: Option<(u64, f64)> = None;
        for &size in *sizes {
            let case = case(size);
            let watched = measured(&case);
            let exponent = support::exponent(before, size, watched.seconds);
            let none = Vec::new();
            let listed = watched.document["diagnoses"].as_array().unwrap_or(&none);
            let rank = listed
                .iter()
                .position(|diagnosis| support::names(diagnosis, &case.faulty));
            println!(
                "{family:<11} {size:>5} {:>6} {:>6} {:>9.2} {exponent:>9} {:>6.0} {:>7} {:>5}",
                case.text.lines().count(),
                case.tests.len(),
                watched.seconds,
                watched.memory,
                listed.len(),
                rank.map_or("-".to_owned(), |rank| (rank + 1).to_string()),
            );
            before = Some((size, watched.seconds));
        }
    }
}

fn measured(case: &Case) -> support::Watched {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (program, vectors) = (folder.path().join("bench.c"), folder.path().join("vectors"));
    fs::write(&program, &case.text).expect("writes");
    let lines = case.tests.iter();
    let lines: String = lines
        .map(|(given, printed)| format!("{given} => {printed}\n"))
        .collect();
    fs::write(&vectors, lines).expect("writes");
    support::watch(
        Command::new(env!("CARGO_BIN_EXE_because"))
            .args(["diagnose", "--json", "--test-vectors"])
            .arg(&vectors)
            .arg(&program),
    )
}

const HEAD: &str = "#include <stdio.h>\n#include <stdlib.h>\n";

/// Grades of points, one limit wrong: more and more tests.
fn tests(count: u64) -> Case {
    let text = format!(
        "{HEAD}int main(int argc, char **argv) {{
    int points = atoi(argv[1]), bonus = atoi(argv[2]);
    int total = points + bonus;
    if (total > 90)
        printf(\"1\\n\");
    else if (total > 60)
        printf(\"2\\n\");
    else if (total >= 30)
        printf(\"3\\n\");
    else
        printf(\"4\\n\");
    return 0;
}}
"
    );
    let grade = |total: u64| match total {
        91.. => 1,
        60.. => 2,
        30.. => 3,
        _ => 4,
    };
    let tests = (0..count).map(|number| {
        let (points, bonus) = (number * 7 % 101, number % 5);
        (format!("{points} {bonus}"), grade(points + bonus).to_string())
    });
    let edges =
        [(60, 0), (58, 2), (55, 5)].map(|(points, bonus)| (format!("{points} {bonus}"), "2".to_owned()));
    Case {
        text,
        faulty: vec![8],
        tests: edges.into_iter().chain(tests).collect(),
    }
}

/// A pipeline of functions, one of which adds where it should subtract.
fn functions(count: u64) -> Case {
    let wrong = count / 2;
    let mut text = HEAD.to_owned();
    let mut faulty = 0;
    for number in 0..count {
        let sign = if number == wrong { '+' } else { '-' };
        let _ = write!(
            text,
            "static int stage{number}(int value) {{
    int kept = value % {};
    if (kept > {})
        value = value {sign} kept;
    return value + 1;
}}
",
            number + 3,
            number % 3
        );
        if number == wrong {
            faulty = text.lines().count() as u64 - 2;
        }
    }
    text.push_str("int main(int argc, char **argv) {\n    int value = atoi(argv[1]);\n");
    for number in 0..count {
        let _ = writeln!(text, "    value = stage{number}(value);");
    }
    text.push_str("    printf(\"%d\\n\", value);\n    return 0;\n}\n");
    let right = |given: u64| {
        (0..count).fold(given, |value, number| {
            let kept = value % (number + 3);
            if kept > number % 3 {
                value - kept + 1
            } else {
                value + 1
            }
        })
    };
    let tests = (0..40).map(|number| {
        let given = 100 + number * 37;
        (given.to_string(), right(given).to_string())
    });
    Case {
        text,
        faulty: vec![faulty],
        tests: tests.collect(),
    }
}

/// A sum over so many rounds that takes one too few.
fn rounds(count: u64) -> Case {
    let text = format!(
        "{HEAD}int main(int argc, char **argv) {{
    int n = atoi(argv[1]), step = atoi(argv[2]);
    int sum = 0;
    for (int i = 1; i < n; i++) {{
        if (i % 3 == 0)
            sum += step;
        else
            sum += 1;
    }}
    printf(\"%d\\n\", sum);
    return 0;
}}
"
    );
    let tests = (0..12).map(|number| {
        let (n, step) = (count + number, number % 4 + 2);
        let thirds = n / 3;
        (format!("{n} {step}"), (thirds * step + n - thirds).to_string())
    });
    Case {
        text,
        faulty: vec![6],
        tests: tests.collect(),
    }
}

/// Counters of remainders, so many, of which one is not counted.
fn missing(count: u64) -> Case {
    let mut text = format!("{HEAD}int main(int argc, char **argv) {{\n    int n = atoi(argv[1]);\n");
    for number in 0..count {
        let _ = writeln!(text, "    int count{number} = 0;");
    }
    text.push_str("    for (int i = 1; i <= n; i++) {\n");
    let mut faulty = Vec::new();
    for number in 0..count {
        if number == count / 2 {
            let line = text.lines().count() as u64;
            faulty = vec![line, line + 1];
            continue;
        }
        let _ = writeln!(text, "        if (i % {} == 0) count{number}++;", number + 2);
    }
    let conversions = vec!["%d"; count as usize].join(" ");
    let _ = write!(text, "    }}\n    printf(\"{conversions}\\n\"");
    for number in 0..count {
        let _ = write!(text, ", count{number}");
    }
    text.push_str(");\n    return 0;\n}\n");
    let tests = [3, 10, 25, 40, 60].map(|n: u64| {
        let printed: String = (0..count)
            .map(|number| format!("{} ", n / (number + 2)))
            .collect();
        (n.to_string(), format!("\"{printed}\""))
    });
    Case {
        text,
        faulty,
        tests: tests.to_vec(),
    }
}

/// So many checks in a row: one compares wrongly, one subtracts where it should add.
fn two_faults(count: u64) -> Case {
    let mut text = format!(
        "{HEAD}int main(int argc, char **argv) {{\n    int a = atoi(argv[1]), b = atoi(argv[2]), score = 0;\n"
    );
    let mut faulty = Vec::new();
    for number in 0..count {
        let (limit, operand) = (number * 5 + 10, ["a", "b"][number as usize % 2]);
        let relation = if number == 1 { ">" } else { ">=" };
        let sign = if number + 2 == count { '-' } else { '+' };
        if relation == ">" || sign == '-' {
            faulty.push(text.lines().count() as u64 + 1);
        }
        let _ = writeln!(
            text,
            "    if ({operand} {relation} {limit}) score {sign}= {};",
            number + 1
        );
    }
    text.push_str("    printf(\"%d\\n\", score);\n    return 0;\n}\n");
    let score = |a: u64, b: u64| -> u64 {
        let counted = (0..count).filter(|number| [a, b][*number as usize % 2] >= number * 5 + 10);
        counted.map(|number| number + 1).sum()
    };
    let tests = (0..30).map(|number| {
        let (a, b) = (number * 5, (number * 15 + count * 5 + 5) % (count * 5 + 20));
        (format!("{a} {b}"), score(a, b).to_string())
    });
    Case {
        text,
        faulty,
        tests: tests.collect(),
    }
}
