//! What an observer sees.

mod common;

use interp::{Assignment, At, InputValue, Limits, Observer, Passed, ZeroInputs};
use program::{Construct, ExprId, FunctionId, Pc, Program};

struct Log<'a> {
    program: &'a Program,
    lines: Vec<String>,
}

impl Log<'_> {
    fn user(&self, at: At) -> bool {
        !self.program.function(at.function).embedded && self.program.function(at.function).name != "(start)"
    }
}

impl Observer for Log<'_> {
    fn assigned(&mut self, at: At, assignment: &Assignment) {
        if self.user(at) {
            self.lines
                .push(format!("{} = {}", assignment.place, assignment.text));
        }
    }

    fn branched(&mut self, at: At, construct: Construct, _cond: ExprId, taken: bool) {
        if self.user(at) {
            self.lines.push(format!("{construct:?} {taken}"));
        }
    }

    fn switched(&mut self, _at: At, value: &str, _target: Pc) {
        self.lines.push(format!("switch {value}"));
    }

    fn called(&mut self, at: At, callee: FunctionId, arguments: &[Passed]) {
        if self.user(at) {
            let name = &self.program.function(callee).name;
            let texts: Vec<&str> = arguments.iter().map(|passed| passed.text.as_str()).collect();
            self.lines.push(format!("{name}({})", texts.join(", ")));
        }
    }

    fn returned(&mut self, at: At, from: FunctionId, value: Option<&Passed>) {
        if self.user(at) {
            let name = &self.program.function(from).name;
            self.lines.push(format!(
                "{name} -> {}",
                value.map_or("nothing", |value| &value.text)
            ));
        }
    }

    fn input(&mut self, _at: At, record: &InputValue) {
        self.lines.push(format!("input {}", record.key()));
    }
}

fn log(text: &str) -> Vec<String> {
    let compiled = common::compile(text, &lower::Options::default());
    let mut log = Log {
        program: &compiled.program,
        lines: Vec::new(),
    };
    compiled.run_with(common::Setting {
        inputs: &mut ZeroInputs,
        observer: &mut log,
        stdin: b"",
        limits: Limits::default(),
        plain: false,
    });
    log.lines
}

#[test]
fn values_are_in_c_syntax() {
    let lines = log(
        "enum e {RED, GREEN}; struct s {int a; struct s *next; char t[4];}; static int twice(int x) {return x*2;}\n\
         int main(void) {\n\
           int i = -3; char c = 'a'; _Bool b = 7; enum e k = GREEN; double d = 0.1; float f = 1e30f;\n\
           int a[3] = {1, 2, 3}, *p = &a[2]; struct s s = {1, 0, \"hi\"}, *q = &s; char *t = \"text\";\n\
           int (*fp)(int) = twice; q->next = q; a[i + 4] = fp(5); s = *q; void *v = t + 1; p = 0;\n\
           return 0; }",
    );
    for expected in [
        "i = -3",
        "c = 97 'a'",
        "b = 1",
        "k = GREEN",
        "d = 0.1",
        "f = 1e+30",
        "p = &a[2]",
        "q = &s",
        "t = \"text\"",
        "fp = twice",
        "s.next = &s",
        "twice(5)",
        "twice -> 10",
        "a[1] = 10",
        "s = {.a=1, .next=&s, .t=\"hi\"}",
        "v = &\"text\"[1]",
        "p = NULL",
    ] {
        assert!(
            lines.iter().any(|line| line == expected),
            "{expected} not in {lines:#?}"
        );
    }
}

#[test]
fn the_way_through_the_program_is_told_in_order() {
    let lines = log(
        "int main(void) { int n = 0; for (int i = 0; i < 2; i++) { if (i == 1) n = 5; } switch (n) { case 5: n = 6; } int x; return x + n; }",
    );
    let way: Vec<&str> = lines
        .iter()
        .map(String::as_str)
        .filter(|line| !line.starts_with("argc") && !line.contains("argv"))
        .collect();
    assert_eq!(
        way,
        [
            "n = 0",
            "i = 0",
            "For true",
            "If false",
            "i = 1",
            "For true",
            "If true",
            "n = 5",
            "i = 2",
            "For false",
            "switch 5",
            "n = 6",
            "input x"
        ]
    );
}
