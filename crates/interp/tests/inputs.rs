//! Inputs: what they are called, in which order they come, and that they replay.

mod common;

use interp::{
    BytesInput, CapturedOutput, Environment, Interpreter, Limits, ListedInputs, NoObserver, RandomInputs,
    Stop, ZeroInputs,
};

fn keys(text: &str) -> Vec<String> {
    let (outcome, _) = common::compile(text, &lower::Options::default()).run_all(b"");
    assert!(matches!(outcome.stop, Stop::Exit(_)), "{}", outcome.stop);
    outcome
        .inputs
        .iter()
        .map(|input| format!("{} {}", input.key(), input.kind.word()))
        .collect()
}

#[test]
fn what_was_never_written_is_an_input_named_after_it() {
    assert_eq!(keys("int main(void){int x; return x - x;}"), ["x uninitialised"]);
    assert_eq!(
        keys(
            "int main(void){int a[4]; struct{int p,q;} s; union{int i;float f;} u; int r=a[3]&s.q&a[3]; r=u.f>1; return 0;}"
        ),
        ["a[3] uninitialised", "s.q uninitialised", "u.f uninitialised"]
    );
    assert_eq!(
        keys("#include <stdlib.h>\nint main(void){\nint *p=malloc(12); int r=p[2]; r=p[2]; return 0;}"),
        ["malloc@3[8] uninitialised"]
    );
    assert_eq!(
        keys("int main(void){for(int i=0;i<3;i++){int x; if (i!=1) x=1; int y=x&0;} return 0;}"),
        ["x uninitialised"]
    );
    assert_eq!(
        keys(
            "int main(void){struct{char c[2];short s;} a, b; a.s=1; b=a; int r=b.s+b.c[1]-b.c[1]; return 0;}"
        ),
        ["b.c[1] uninitialised"]
    );
    assert_eq!(
        keys("extern int e[3]; int main(void){int i=1; return e[i] & e[1] & 0;}"),
        ["e[1] external_object"]
    );
    assert_eq!(
        keys("struct s{int a:3,b:9;}; int main(void){struct s s; int r=s.b; r=s.b; return 0;}"),
        ["s.b uninitialised"]
    );
}

#[test]
fn occurrences_are_counted_by_name() {
    assert_eq!(
        keys("int nondet_int(); int main(void){for(int i=0;i<3;i++){int x=nondet_int();} return 0;}"),
        ["x nondet", "x#2 nondet", "x#3 nondet"]
    );
}

#[test]
fn a_listed_run_is_the_same_run() {
    let text = "#include <stdio.h>
        int nondet_int(); double nondet_double();
        int main(void){int a[3], n=nondet_int(), c; double d=nondet_double();
            while ((c=getchar()) != EOF && c != 'q') printf(\"<%c>\", c);
            printf(\"%d %d %g\", a[1], n, d); return n & 0;}";
    let compiled = common::compile(text, &common::unchecked());
    for seed in 0..20 {
        let interpreter = Interpreter::new(&compiled.program, None);
        let mut first_output = CapturedOutput::default();
        let first = interpreter.run(Environment {
            inputs: &mut RandomInputs::new(seed),
            stdin: &mut BytesInput::new(b"abqrest".to_vec()),
            output: &mut first_output,
            observer: &mut NoObserver,
            limits: Limits::default(),
            arguments: vec![],
            interrupt: None,
        });
        let mut output = CapturedOutput::default();
        let again = interpreter.run(Environment {
            inputs: &mut ListedInputs::replay(&first.inputs, ZeroInputs),
            stdin: &mut BytesInput::replay(&first.inputs),
            output: &mut output,
            observer: &mut NoObserver,
            limits: Limits::default(),
            arguments: vec![],
            interrupt: None,
        });
        assert_eq!(again, first);
        assert_eq!(output, first_output);
    }
}

#[test]
fn values_can_be_listed_by_key() {
    let text = "int nondet_int(); int main(void){int x=nondet_int(); x=nondet_int()*10+x; return x;}";
    let compiled = common::compile(text, &lower::Options::default());
    let values = [
        ("x".to_owned(), 4),
        ("nondet_int".to_owned(), 3),
        ("x#2".to_owned(), 9),
    ];
    let (outcome, _) = compiled.run_with(common::Setting {
        inputs: &mut ListedInputs::new(values, ZeroInputs),
        observer: &mut NoObserver,
        stdin: b"",
        limits: Limits::default(),
        plain: false,
    });
    let keys: Vec<String> = outcome.inputs.iter().map(|input| input.key()).collect();
    assert_eq!(keys[0], "x");
    assert!(
        matches!(outcome.stop, Stop::Exit(status) if status == 34 || status == 94),
        "{keys:?} {}",
        outcome.stop
    );
}
