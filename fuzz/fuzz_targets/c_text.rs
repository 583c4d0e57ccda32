//! Any bytes as C text: translated, lowered, validated and executed for a while. Nothing may crash.
#![no_main]

use frontend::{Input, MemoryFiles, Request};
use interp::{BytesInput, Environment, Interpreter, Limits, NoObserver, NoOutput, RandomInputs};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    let request = Request {
        inputs: vec![Input::new("fuzz.c", text)],
        ..Request::default()
    };
    let outcome = frontend::parse(&request, &MemoryFiles::new());
    let Some(tree) = outcome.tree else {
        return;
    };
    let Ok(program) = lower::lower(tree, &outcome.sources, &lower::Options::default()) else {
        return;
    };
    let violations = program.validate();
    assert!(violations.is_empty(), "{violations:?}");
    Interpreter::new(&program, Some(&outcome.sources)).run(Environment {
        inputs: &mut RandomInputs::new(1),
        stdin: &mut BytesInput::new(b"1 2 three\n".to_vec()),
        output: &mut NoOutput,
        observer: &mut NoObserver,
        limits: Limits {
            memory: 16 << 20,
            steps: 20_000,
            ..Limits::default()
        },
        arguments: vec![b"fuzz".to_vec()],
        interrupt: None,
    });
});
