//! What a failing run says, by the state it failed in.

mod common;

use interp::{Limits, NoObserver, Reason, Stop, ZeroInputs};

/// The end of a run as text, the same in all ways of running.
fn end(text: &str) -> String {
    let (outcome, _) = common::compile(text, &lower::Options::default()).run_all(b"");
    outcome.stop.to_string()
}

/// Programs that fail, and why.
const REASONS: &[(&str, &str)] = &[
    (
        "int main(void){int *p=0; return *p;}",
        "pointer NULL: null pointer",
    ),
    (
        "#include <stdlib.h>\nint main(void){int *p=malloc(4); *p=1; free(p); return *p;}",
        "pointer &malloc@2 (dead): the object of 4 bytes allocated at line 2 has been freed",
    ),
    (
        "#include <stdlib.h>\nint main(void){int *p=malloc(4); free(p); free(p); return 0;}",
        "pointer &malloc@2 (dead): the object of 4 bytes allocated at line 2 has been freed",
    ),
    (
        "int *f(void){int x=3,*q=&x; return q;} int main(void){return *f();}",
        "pointer &x (dead): `x` of `f` no longer exists",
    ),
    (
        "int a[10]; int main(void){int i=10; return a[i];}",
        "index 10 of an array of 10 elements",
    ),
    (
        "int a[10]; int main(void){int i=-1; a[i]=3; return 0;}",
        "index -1 of an array of 10 elements",
    ),
    // The condition before it is no part of what failed.
    (
        "int a[5]; int main(void){int i=5; return i<10 && a[i]>2;}",
        "index 5 of an array of 5 elements",
    ),
    (
        "int a[5]; int main(void){int i=5, k=1; return k<1 || a[i]>2;}",
        "index 5 of an array of 5 elements",
    ),
    (
        "int main(void){int x=33, k=1; return k<0 || (1<<x)>2;}",
        "the distance 33 is not between 0 and 31",
    ),
    (
        "int a[10]; int main(void){int *p=a+10; return *p;}",
        "pointer &a[10]: out of bounds: 4 bytes at offset 40 of `a`, which has 40 bytes",
    ),
    (
        "#include <limits.h>\nint main(void){int x=INT_MAX; x=x+1; return x;}",
        "2147483647 + 1 overflows int",
    ),
    (
        "int main(void){long x=1L<<62; int k=4; x=x*k; return 0;}",
        "4611686018427387904 * 4 overflows long",
    ),
    ("int main(void){int x=0; return 5/x;}", "the divisor is 0"),
    (
        "int main(void){int x=33; return 1<<x;}",
        "the distance 33 is not between 0 and 31",
    ),
    (
        "int main(void){char *s=\"abc\"; s[0]=65; return 0;}",
        "pointer \"abc\": `\"abc\"` is read-only",
    ),
    (
        "int main(void){int (*f)(int)=0; return f(1);}",
        "pointer NULL: null pointer",
    ),
    (
        "int g(double d){return 1;} int main(void){int (*f)(int)=(int(*)(int))g; return f(1);}",
        "pointer g: `g` cannot be called as `int (*)(int)`",
    ),
    (
        "#include <assert.h>\nint main(void){int x=3; assert(x==4 && x>1); return 0;}",
        "3 == 4 is false",
    ),
    (
        "int main(void){int *p=(int*)0x123456; return *p;}",
        "pointer 0x123456: points at no object (uninitialised or wild)",
    ),
    (
        "#include <stdio.h>\nint main(void){printf(\"%d %d\\n\",1); return 0;}",
        "the condition is false",
    ),
    (
        // Not a literal: otherwise a claim says it before.
        "#include <stdio.h>\nint main(void){const char *f=\"%ld\\n\"; printf(f,1); return 0;}",
        "extra arguments has not been written",
    ),
    (
        "#include <stdio.h>\nint main(void){char b[2]={65,66}; printf(\"%s\\n\",b); return 0;}",
        "pointer &b[0]: `b` of `main` holds no terminated string there",
    ),
    (
        "#include <stdlib.h>\nint main(void){int x; free(&x); return 0;}",
        "pointer &x: `x` of `main` was not allocated by malloc",
    ),
    ("#include <stdlib.h>\nint main(void){abort();}", "aborted"),
    (
        "void __CPROVER_assume(int); int main(void){__CPROVER_assume(0); return 0;}",
        "an assumption does not hold",
    ),
];

#[test]
fn reasons_are_in_source_terms() {
    for (text, expected) in REASONS {
        assert_eq!(end(text), *expected, "{text}");
    }
}

#[test]
fn a_failed_claim_names_its_line_and_calls() {
    let compiled = common::compile(
        "int f(int x)\n{\n  return 10 / x;\n}\nint main(void)\n{\n  return f(1) +\n    f(0);\n}\n",
        &lower::Options::default(),
    );
    let (outcome, _) = compiled.run();
    let Stop::ClaimFailed { claim, reason } = &outcome.stop else {
        panic!("{}", outcome.stop);
    };
    assert_eq!(*reason, Reason::DivisionByZero);
    assert_eq!(compiled.sources.line(compiled.program.claim(*claim).loc), 3);
    let lines: Vec<u32> = outcome
        .stack
        .iter()
        .map(|entry| compiled.sources.line(entry.loc))
        .collect();
    assert_eq!(lines[..2], [3, 8]);
}

fn limited(text: &str, limits: Limits) -> Stop {
    let compiled = common::compile(text, &lower::Options::default());
    let setting = common::Setting {
        inputs: &mut ZeroInputs,
        observer: &mut NoObserver,
        stdin: b"",
        limits,
        plain: false,
    };
    compiled.run_with(setting).0.stop
}

#[test]
fn limits_end_a_run() {
    let endless = "int main(void){for(;;);}";
    let limits = Limits {
        steps: 100_000,
        ..Limits::default()
    };
    assert_eq!(limited(endless, limits), Stop::StepLimit);
    let deep = "int f(int n){return n + f(n);} int main(void){return f(0);}";
    assert!(matches!(limited(deep, Limits::default()), Stop::StackOverflow { depth, .. } if depth > 10_000));
    let greedy = "#include <stdlib.h>\nint main(void){for(;;) malloc(1000);}";
    let limits = Limits {
        memory: 1 << 20,
        ..Limits::default()
    };
    assert!(matches!(limited(greedy, limits), Stop::OutOfMemory(_)));
    let huge = "#include <stdlib.h>\nint main(void){return malloc(1UL << 60) == 0;}";
    assert!(matches!(limited(huge, Limits::default()), Stop::OutOfMemory(_)));
    let refused = "#include <stdlib.h>\nint main(void){return malloc(-1) == 0;}";
    assert_eq!(limited(refused, Limits::default()), Stop::Exit(1));
    let global = "char cells[1L << 40]; int main(void){return cells[0];}";
    assert!(matches!(
        limited(global, Limits::default()),
        Stop::Unsupported { .. }
    ));
}

#[test]
fn an_interrupt_ends_a_run() {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    let compiled = common::compile("int main(void){for(;;);}", &lower::Options::default());
    let interpreter = interp::Interpreter::new(&compiled.program, None);
    let outcome = interpreter.run(interp::Environment {
        inputs: &mut ZeroInputs,
        stdin: &mut interp::BytesInput::default(),
        output: &mut interp::NoOutput,
        observer: &mut NoObserver,
        limits: Limits::default(),
        arguments: vec![],
        interrupt: Some(Arc::new(AtomicBool::new(true))),
    });
    assert_eq!(outcome.stop, Stop::Interrupted);
}

#[test]
fn without_checks_nothing_panics() {
    // Undefined in C; a run goes on in a defined way.
    for text in [
        "int main(void){int *p=0; *p=1; return *p & 0;}",
        "int a[3]; int main(void){int i=1000000; a[i]=1; return a[-i] & 0;}",
        "int main(void){int x=0; return (5/x) & (5%x) & 0;}",
        "int main(void){int x=77; long y = -1; return (1<<x) & (1>>y) & 0;}",
        "#include <stdlib.h>\nint main(void){char *p=malloc(3); free(p); free(p); free(p+1); p[1]=2; return 0;}",
        "#include <string.h>\nint main(void){char b[2]; memcpy(b, (void*)8, 100); memset(b, 1, 100); return 0;}",
        "int main(void){double d=1e300; float z=0; return ((int)d & (int)(z/z) & (unsigned char)d) & 0;}",
        "struct s{int a[4];}; int main(void){struct s *p=0, q; q=*p; *p=q; return 0;}",
    ] {
        let (outcome, _) = common::compile(text, &common::unchecked()).run_all(b"");
        assert_eq!(outcome.stop, Stop::Exit(0), "{text}");
    }
}

#[test]
fn a_deep_expression_needs_no_deep_stack() {
    let mut sum = String::from("x");
    for index in 0..3000 {
        sum = format!("{sum} + {}", index % 3);
    }
    let text = format!("int main(void){{int x=1; return ({sum}) == 3000;}}");
    let (outcome, _) = common::compile(&text, &lower::Options::default()).run_all(b"");
    assert_eq!(outcome.stop, Stop::Exit(0));
}
