//! Functions that call themselves and each other, with pointers to the locals of their callers and with static locals.

use crate::builder::{Builder, line};
use crate::tree::{Expr, Stmt, Tree};

struct Recursion {
    b: Builder,
    budget: u32,
}

/// A function that uses up its first parameter.
fn function(b: Builder, name: &str, others: &[&str]) -> (Builder, Vec<Stmt>) {
    let mut recursion = Recursion { b, budget: 7 };
    recursion.b.open();
    for text in ["n", "v", "t", "*p", "calls"] {
        recursion.b.readable(text);
    }
    for text in ["v", "t", "*p"] {
        recursion.b.assignable(text);
    }
    let mut body = vec![
        line("static int calls;"),
        line("int t = v & 7;"),
        line("calls = (calls + 1) & 15;"),
    ];
    body.push(line("if (n <= 0) return v & 15;"));
    while recursion.budget > 0 {
        let next = recursion.statement(others);
        body.push(next);
    }
    let result = recursion.b.int(2);
    body.push(Stmt::line("return $ & 31;", vec![result]));
    recursion.b.close();
    let head = format!("static int {name}(int n, int v, int *p) {{");
    (recursion.b, vec![Stmt::compound(head, Vec::new(), body)])
}

pub(super) fn generate(mut b: Builder) -> Tree {
    // Functions do not see the inputs of `main`, but globals of the same names.
    let inputs = ["ga", "gb", "gc"];
    b.globals.push(line("static int a, b, c;"));
    b.globals.push(line("static int f(int n, int v, int *p);"));
    let (b, first) = function(b, "g", &["f", "g"]);
    let (mut b, second) = function(b, "f", &["f", "g"]);
    b.globals.extend(first);
    b.globals.extend(second);
    let mut body = Vec::new();
    for (input, name) in b.inputs.iter_mut().zip(inputs) {
        body.push(line(format!("{} = {name};", input.name)));
        input.name = name.to_owned();
    }
    body.extend(b.locals());
    for _ in 0..4 {
        let (depth, value, target) = (
            b.masked(3),
            b.int(1),
            b.target().unwrap_or_else(|| "x".to_owned()),
        );
        let name = *b.dice.pick(&["f", "g"]);
        body.push(Stmt::line(
            format!("x = {name}($, $, &{target}) & 15;"),
            vec![depth, value],
        ));
        body.push(b.assertion());
    }
    b.finish(body)
}

impl Recursion {
    fn statement(&mut self, others: &[&str]) -> Stmt {
        self.budget -= 1;
        let (value, condition) = (self.b.int(1), self.b.condition());
        let callee = *self.b.dice.pick(others);
        let pointer = *self.b.dice.pick(&["p", "&t", "&v", "p"]);
        let call = |value| Expr::of(format!("{callee}(n - 1, $ & 15, {pointer})"), vec![value]);
        match self.b.dice.roll(10) {
            0..=1 => Stmt::line("t = $;", vec![call(value)]),
            2 => Stmt::line("if ($) return $ & 31;", vec![condition, call(value)]),
            3 => Stmt::line("if ($) *p = $ & 15;", vec![condition, value]),
            4 => Stmt::line("if (n > 1) v = $;", vec![call(value)]),
            5 => self.b.assertion(),
            6 => Stmt::line("if ($) return $ & 15;", vec![condition, value]),
            _ => self.b.assignment(),
        }
    }
}
