//! Jumps over declarations with and without initialisers, into and out of blocks.
//!
//! What a jump passes is there but has no value. Engines that merge paths must not take the value of the path that came
//! by the initialiser. Labels stand anywhere, also in blocks; a jump back burns fuel, so that every run ends.

use crate::builder::{Builder, line};
use crate::tree::{Expr, Stmt, Tree};

const LABELS: u32 = 4;

struct Jumps {
    b: Builder,
    budget: u32,
    /// Labels that have been written.
    placed: u32,
}

pub(super) fn generate(mut b: Builder) -> Tree {
    b.globals.push(line("struct P { int f; short e; };"));
    let mut body = vec![line("int fuel = 2;")];
    body.extend(b.locals());
    let mut jumps = Jumps {
        b,
        budget: 22,
        placed: 0,
    };
    while jumps.budget > 0 {
        let next = jumps.statement(2, false);
        body.extend(next);
    }
    while jumps.placed < LABELS {
        let label = jumps.label();
        body.push(label);
        body.push(jumps.b.assertion());
    }
    jumps.b.finish(body)
}

impl Jumps {
    fn label(&mut self) -> Stmt {
        self.placed += 1;
        line(format!("L{}:;", self.placed))
    }

    fn declaration(&mut self) -> Vec<Stmt> {
        let value = self.b.int(1);
        let name = self.b.fresh("v");
        match self.b.dice.roll(9) {
            0..=2 => {
                self.b.assignable(name.clone());
                vec![Stmt::line(format!("int {name} = $ & 15;"), vec![value])]
            }
            3..=4 => {
                self.b.assignable(name.clone());
                vec![line(format!("int {name};"))]
            }
            5 => {
                self.b.assignable(format!("{name}.f"));
                self.b.assignable(format!("{name}.e"));
                vec![Stmt::line(
                    format!("struct P {name} = {{$ & 7, 2}};"),
                    vec![value],
                )]
            }
            6 => {
                self.b.assignable(format!("{name}[1]"));
                self.b.readable(format!("{name}[a & 1]"));
                vec![Stmt::line(format!("int {name}[2] = {{$ & 7}};"), vec![value])]
            }
            7 => {
                // One object for the whole run, whoever jumps past it.
                self.b.assignable(name.clone());
                vec![line(format!("static int {name} = 3;"))]
            }
            _ => {
                let target = self.b.target().unwrap_or_else(|| "x".to_owned());
                let first = match target.contains(".e") {
                    true => "&x".to_owned(),
                    false => format!("&{target}"),
                };
                self.b.readable(format!("*{name}"));
                vec![line(format!("int *{name} = {first};"))]
            }
        }
    }

    fn jump(&mut self) -> Stmt {
        let condition = self.b.condition();
        let label = 1 + self.b.dice.roll(LABELS.into()) as u32;
        let text = match label > self.placed {
            true => format!("if ($) goto L{label};"),
            false => format!("if (fuel-- > 0 && ($)) goto L{label};"),
        };
        Stmt::line(text, vec![condition])
    }

    fn statement(&mut self, depth: u32, in_switch: bool) -> Vec<Stmt> {
        if self.budget == 0 {
            return Vec::new();
        }
        self.budget -= 1;
        match self.b.dice.roll(if depth == 0 { 11 } else { 15 }) {
            0..=2 => self.declaration(),
            3..=5 => vec![self.jump()],
            6 if self.placed < LABELS => vec![self.label()],
            6..=8 => vec![self.b.assignment()],
            9 => vec![self.b.assertion()],
            10 if in_switch => vec![line("break;")],
            10 => vec![self.b.assertion()],
            11 => vec![Stmt::compound("{", Vec::new(), self.block(depth - 1, in_switch))],
            12 => {
                let condition = self.b.condition();
                vec![Stmt::compound(
                    "if ($) {",
                    vec![condition],
                    self.block(depth - 1, in_switch),
                )]
            }
            _ => vec![self.switch(depth - 1)],
        }
    }

    /// Declarations before the first `case` are always jumped past.
    fn switch(&mut self, depth: u32) -> Stmt {
        let value: Expr = self.b.masked(3);
        self.b.open();
        let mut body = Vec::new();
        if self.b.dice.once_in(2) {
            body.extend(self.declaration());
        }
        for case in 0..2 + self.b.dice.roll(2) {
            body.push(line(format!("case {case}:;")));
            for _ in 0..1 + self.b.dice.roll(3) {
                body.extend(self.statement(depth, true));
            }
            if self.b.dice.once_in(3) {
                body.push(line("break;"));
            }
        }
        self.b.close();
        Stmt::compound("switch ($) {", vec![value], body)
    }

    fn block(&mut self, depth: u32, in_switch: bool) -> Vec<Stmt> {
        self.b.open();
        let count = 2 + self.b.dice.roll(3);
        let body = (0..count)
            .flat_map(|_| self.statement(depth, in_switch))
            .collect();
        self.b.close();
        body
    }
}
