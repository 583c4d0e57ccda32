//! The project's test programs through the symbolic side: the same verdict as their headers (and so the
//! interpreter) say, the same values as the interpreter computes, and counterexamples that replay.

mod support;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bmc::{InputKind, Status, StepKind, Value};
use interp::{Assignment, At, Environment, Interpreter, NoOutput, Observer, ZeroInputs};
use program::{CheckKind, FunctionId, Pc};

fn files(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let mut found: Vec<PathBuf> = std::fs::read_dir(root.join(folder))
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    found.sort();
    found
}

struct Header {
    options: lower::Options,
    /// The word of the check and the line.
    fails: Option<(String, u32)>,
    /// The verdict depends on what is read, or on something the header sets up outside the program.
    outside: bool,
}

fn header(text: &str) -> Header {
    let mut header = Header {
        options: lower::Options::default(),
        fails: None,
        outside: false,
    };
    for line in text.lines().take_while(|line| line.starts_with("//")) {
        let Some((key, value)) = line.trim_start_matches('/').split_once(':') else {
            continue;
        };
        match key.trim() {
            "because" => {
                let mut words = value.split_whitespace().skip(1);
                while let Some(word) = words.next() {
                    let kind = match word {
                        "--uninitialized-check" => CheckKind::UninitialisedRead,
                        "--conversion-check" => CheckKind::Conversion,
                        "--unsigned-overflow-check" => CheckKind::UnsignedOverflow,
                        "--pointer-overflow-check" => CheckKind::PointerOverflow,
                        "--nan-check" => CheckKind::Nan,
                        "--enum-range-check" => CheckKind::EnumRange,
                        "--float-div-by-zero-check" => CheckKind::FloatDivisionByZero,
                        "--float-overflow-check" => CheckKind::FloatOverflow,
                        "--memory-leak-check" => CheckKind::MemoryLeak,
                        "--malloc-may-fail" => {
                            header.options.malloc_may_fail = true;
                            continue;
                        }
                        "--missing-body" => {
                            header.options.missing_body = lower::MissingBody::Fail;
                            words.next();
                            continue;
                        }
                        _ => {
                            header.outside = true;
                            continue;
                        }
                    };
                    header.options.checks = header.options.checks.with(kind, true);
                }
            }
            "expect" => {
                let words: Vec<&str> = value.split_whitespace().collect();
                if let ["fails", word, "at", "line", line] = words.as_slice() {
                    header.fails = Some(((*word).to_owned(), line.parse().unwrap()));
                }
            }
            "stdin" | "args" | "with" => header.outside = true,
            _ => {}
        }
    }
    header
}

/// Keeps the scalars that a run assigns, by instruction.
#[derive(Default)]
struct Assigned(HashMap<(FunctionId, Pc), Vec<i128>>);

impl Observer for Assigned {
    fn assigned(&mut self, at: At, assignment: &Assignment) {
        let value = match assignment.value {
            interp::Value::Int(value) => value,
            interp::Value::Float(bits) => bits as i128,
            _ => return,
        };
        self.0.entry((at.function, at.pc)).or_default().push(value);
    }
}

/// Compares every scalar that the two sides assign in a program without inputs.
fn compare_values(name: &str, program: &program::Program, sources: &source::SourceMap, report: &bmc::Report) {
    let equation = &report.equation;
    let is_input = |step: &bmc::Step| matches!(step.kind, StepKind::Input { .. });
    if equation.steps.iter().any(is_input) || !report.complete || report.depends_on_addresses {
        return;
    }
    let mut observer = Assigned::default();
    Interpreter::new(program, Some(sources)).run(Environment {
        inputs: &mut ZeroInputs,
        stdin: &mut interp::BytesInput::default(),
        output: &mut NoOutput,
        observer: &mut observer,
        limits: interp::Limits::default(),
        arguments: vec![b"program".to_vec()],
        interrupt: None,
    });
    let mut computed: HashMap<(FunctionId, Pc), Vec<i128>> = HashMap::new();
    let assignment = logic::Assignment::new();
    let mut evaluator = logic::Evaluator::new(&equation.pool, &assignment);
    for step in &equation.steps {
        let StepKind::Assign {
            value,
            ty,
            expr: Some(_),
            ..
        } = &step.kind
        else {
            continue;
        };
        let value = match value {
            Value::Bits(term) => {
                let (_, signed) = program.types.integer(*ty).unwrap_or((64, false));
                let bits = evaluator.eval(*term).unwrap();
                let bits = bits.as_bits().unwrap().clone();
                if signed {
                    bits.to_i128().unwrap()
                } else {
                    bits.to_u128().unwrap() as i128
                }
            }
            Value::Float(term) => {
                let float = evaluator.eval(*term).unwrap();
                let float = float.as_float().unwrap();
                if float.is_nan() || float.format() == logic::FloatFormat::X87_EXTENDED {
                    continue;
                }
                float.bits().to_u128().unwrap() as i128
            }
            Value::Pointer { .. } => continue,
        };
        let function = equation.frame(step.frame).function;
        computed.entry((function, step.pc)).or_default().push(value);
    }
    for ((function, pc), values) in &computed {
        let Some(expected) = observer.0.get(&(*function, *pc)) else {
            continue;
        };
        if expected.len() == values.len() && expected != values {
            let at = expected.iter().zip(values).position(|(a, b)| a != b).unwrap();
            panic!(
                "{name}: `{}` instruction {}: the interpreter assigns {} and the symbolic side {}",
                program.function(*function).name,
                pc.0,
                expected[at],
                values[at]
            );
        }
    }
}

fn run(folder: &str) {
    let mut failures = Vec::new();
    let (mut decided, mut undecided) = (0, Vec::new());
    for path in files(folder) {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let text = std::fs::read(&path).unwrap();
        let header = header(&String::from_utf8_lossy(&text));
        let Ok((program, sources)) = support::program(&name, &text, &header.options) else {
            continue;
        };
        let reads_input = path.with_extension("in").exists() || header.outside;
        let stop = support::within(Duration::from_secs(if reads_input { 1 } else { 10 }));
        let report = bmc::check(
            &program,
            Some(&sources),
            &bmc::Options::default(),
            &stop,
            &mut |_| {},
        );
        compare_values(&name, &program, &sources, &report);
        for found in &report.counterexamples {
            let unmodelled = found
                .run
                .inputs
                .iter()
                .any(|input| input.kind == InputKind::Unmodelled);
            if let Err(error) = support::replay(&program, &sources, found)
                && !unmodelled
                && !report.depends_on_addresses
            {
                failures.push(format!("{name}: {error}"));
            }
        }
        let failing: Vec<(String, u32)> = report
            .counterexamples
            .iter()
            .chain(&report.unsupported)
            .map(|found| {
                let claim = program.claim(found.claim);
                (claim.kind.word().to_owned(), sources.line(found.loc))
            })
            .collect();
        let unmodelled = |found: &bmc::Counterexample| {
            let mut inputs = found.run.inputs.iter();
            inputs.any(|input| input.kind == InputKind::Unmodelled)
        };
        let uncomputed = !failing.is_empty() && report.counterexamples.iter().all(unmodelled);
        match &header.fails {
            Some(expected) if failing.contains(expected) => decided += 1,
            Some(_) if report.complete && !reads_input => {
                failures.push(format!("{name}: expected {:?}, found {failing:?}", header.fails));
            }
            // What no engine computes may be anything, also what it never is.
            None if uncomputed => undecided.push(name),
            None if !failing.is_empty() && !reads_input => {
                failures.push(format!("{name}: must hold, found {failing:?}"));
            }
            None if report.claims.iter().all(|claim| claim.status == Status::Holds) => decided += 1,
            _ => undecided.push(name),
        }
    }
    println!("{folder}: {decided} decided; undecided: {undecided:?}");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(decided > undecided.len(), "most programs are decided");
}

#[test]
fn language() {
    run("language");
}

#[test]
fn library() {
    run("library");
}

#[test]
fn checks() {
    run("checks");
}
