//! How the front end and the interpreter grow with their input: `cargo bench -p because`.
//!
//! Each measurement is repeated at doubling sizes, so that anything worse than linear shows. No test asserts
//! a time.

use std::fmt::Write;
use std::time::{Duration, Instant};

use frontend::{Input, MemoryFiles, Request};
use interp::{BytesInput, Environment, Interpreter, Limits, NoObserver, NoOutput, ZeroInputs};

fn main() {
    println!("front end and lowering");
    for lines in [12_500, 25_000, 50_000, 100_000] {
        let text = many_lines(lines);
        let (time, _) = measure(|| load(&text));
        report("lines", lines, time, 1e3, "k lines/s");
    }
    for (name, text) in LOOPS {
        println!("{name}");
        for count in [12_500_000u64, 25_000_000, 50_000_000, 100_000_000] {
            let (sources, program) = load(&text.replace("COUNT", &count.to_string()));
            let (time, steps) = measure(|| execute(&sources, &program));
            report("operations", count, time, 1e6, "M operations/s");
            assert!(steps > 0);
        }
    }
}

const LOOPS: &[(&str, &str)] = &[
    (
        "loop of additions",
        "int main(void) { unsigned s = 0; for (unsigned i = 0; i < COUNT / 2; i++) s += i; return s & 1; }",
    ),
    (
        "loop over an array, with bounds checks",
        "int a[1024]; int main(void) { int s = 0; \
         for (unsigned i = 0; i < COUNT / 4; i++) { a[i & 1023] = s; s ^= a[(i * 7) & 1023]; } return s & 1; }",
    ),
    (
        "calls",
        "static unsigned f(unsigned x) { return x + 1; } \
         int main(void) { unsigned s = 0; for (unsigned i = 0; i < COUNT / 4; i++) s = f(s); return s & 1; }",
    ),
];

/// A preprocessed file: functions of ten lines each, every one called from the next.
fn many_lines(lines: u64) -> String {
    let mut text = String::from("int f0(int x) { return x; }\n");
    let functions = lines / 10;
    for index in 1..=functions {
        let before = index - 1;
        let _ = write!(
            text,
            "struct s{index} {{ int a; long b; }};\n\
             int f{index}(int x)\n{{\n\
             \x20   struct s{index} s = {{ x, x * 2L }};\n\
             \x20   for (int i = 0; i < 3; i++)\n\
             \x20       s.b += i * s.a;\n\
             \x20   if (s.b > 100 && x != {index})\n\
             \x20       return (int)(s.b % 7);\n\
             \x20   return f{before}(x + 1);\n}}\n"
        );
    }
    let _ = writeln!(text, "int main(void) {{ return f{functions}(1); }}");
    text
}

fn load(text: &str) -> (source::SourceMap, program::Program) {
    let request = Request {
        inputs: vec![Input::new("bench.i", text)],
        ..Request::default()
    };
    let outcome = frontend::parse(&request, &MemoryFiles::new());
    let tree = outcome
        .tree
        .unwrap_or_else(|| panic!("{:?}", outcome.diagnostics));
    let program = lower::lower(tree, &outcome.sources, &lower::Options::default()).expect("lowers");
    (outcome.sources, program)
}

fn execute(sources: &source::SourceMap, program: &program::Program) -> u64 {
    let outcome = Interpreter::new(program, Some(sources)).run(Environment {
        inputs: &mut ZeroInputs,
        stdin: &mut BytesInput::default(),
        output: &mut NoOutput,
        observer: &mut NoObserver,
        limits: Limits::default(),
        arguments: vec![b"bench".to_vec()],
        interrupt: None,
    });
    assert!(
        matches!(outcome.stop, interp::Stop::Exit(_)),
        "{:?}",
        outcome.stop
    );
    outcome.steps
}

fn measure<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let started = Instant::now();
    let result = work();
    (started.elapsed(), result)
}

fn report(what: &str, size: u64, time: Duration, unit: f64, per_second: &str) {
    let rate = size as f64 / unit / time.as_secs_f64();
    println!(
        "  {size:>11} {what}: {:>8.3} s, {rate:>8.1} {per_second}",
        time.as_secs_f64()
    );
}
