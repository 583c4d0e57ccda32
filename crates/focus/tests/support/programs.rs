//! Random programs for `because focus`: loops of each kind, procedures with parameters, results and static variables, recursion,
//! pointers, arrays, records, `switch`, early ends, uninitialised variables and choices.
//!
//! Three inputs of a few values each and a few choices decide everything, so that all runs can be executed.

use std::fmt::Write;

use crate::support::random::{Dice, VALUES};

/// What an expression may read at some point.
struct Scope {
    reads: Vec<&'static str>,
    stores: Vec<&'static str>,
    /// How `return` is written.
    leave: &'static str,
    /// Procedures that may be called, by how many there are: none calls a later one.
    callable: usize,
}

struct Writer {
    dice: Dice,
    text: String,
    budget: u32,
    counters: u32,
    /// Choices are wanted.
    choices: bool,
    loops: u32,
}

/// The procedures of a program, called by number.
const PROCEDURES: usize = 4;

impl Writer {
    fn roll(&mut self, sides: u64) -> u64 {
        self.dice.roll(sides)
    }

    fn one(&mut self, of: &[&'static str]) -> &'static str {
        of[self.roll(of.len() as u64) as usize]
    }

    fn expr(&mut self, scope: &Scope, depth: u32) -> String {
        if depth == 0 || self.roll(4) == 0 {
            return match self.roll(5) {
                0 => format!("{}", self.roll(5) as i64 - 2),
                _ => self.one(&scope.reads).to_owned(),
            };
        }
        let (l, r) = (self.expr(scope, depth - 1), self.expr(scope, depth - 1));
        match self.roll(16) {
            0..=2 => format!("({l} + {r})"),
            3 | 4 => format!("({l} - {r})"),
            5 => format!("({l} * {r})"),
            6 | 7 => format!("({l} < {r})"),
            8 => format!("({l} & {r})"),
            9 | 10 => format!("({l} == {r})"),
            11 => format!("({l} && {r})"),
            12 => format!("({l} || {r})"),
            13 => format!("({l} > 0 ? {r} : {l})"),
            14 => format!("(unsigned char)({l})"),
            _ => format!("!({l})"),
        }
    }

    fn condition(&mut self, scope: &Scope) -> String {
        match self.choices && self.roll(3) == 0 {
            true => "nondet_bool()".to_owned(),
            false => self.expr(scope, 2),
        }
    }

    fn call(&mut self, scope: &Scope) -> Option<String> {
        if scope.callable == 0 {
            return None;
        }
        let number = self.roll(scope.callable as u64);
        let (one, other) = (self.expr(scope, 1), self.expr(scope, 1));
        Some(match number {
            0 => format!("put(&{}, {one})", self.one(&["g", "r.u", "k[1]", "k[a & 1]"])),
            // Recursion ends after a few rounds.
            1 => format!("{} = down({}, {other})", self.one(&scope.stores), self.roll(3)),
            2 => format!("walk({})", self.roll(3)),
            _ => format!("{} = pick({one}, {other})", self.one(&scope.stores)),
        })
    }

    fn statement(&mut self, scope: &Scope, depth: u32) {
        if self.budget == 0 {
            return;
        }
        self.budget -= 1;
        match self.roll(if depth == 0 { 12 } else { 21 }) {
            0..=3 => {
                let (place, value) = (self.one(&scope.stores), self.expr(scope, 2));
                writeln!(self.text, "{place} = {value};").unwrap();
            }
            4 | 5 => match self.call(scope) {
                Some(call) => writeln!(self.text, "{call};").unwrap(),
                None => self.text.push_str("g++;\n"),
            },
            6 => {
                let (cond, one, other) = (self.condition(scope), self.target(), self.target());
                writeln!(self.text, "p = {cond} ? {one} : {other};").unwrap();
            }
            7 => {
                let (op, value) = (self.one(&["+", "-", "^"]), self.expr(scope, 1));
                let place = self.one(&scope.stores);
                writeln!(self.text, "{place} {op}= {value};").unwrap();
            }
            8 | 9 => {
                let (cond, other) = (self.expr(scope, 2), self.expr(scope, 1));
                writeln!(self.text, "assert({cond} || {other} < 2);").unwrap();
            }
            10 => {
                let one = self.one(&["r = q;", "q = r;", "q.u = r.w;", "k[0] = k[1];", "*p = *p + 1;"]);
                writeln!(self.text, "{one}").unwrap();
            }
            11 => {
                let leave = match self.loops {
                    0 => scope.leave,
                    _ => self.one(&["break", "continue"]),
                };
                let cond = self.condition(scope);
                writeln!(self.text, "if ({cond}) {leave};").unwrap();
            }
            12..=14 => {
                let cond = self.condition(scope);
                writeln!(self.text, "if ({cond}) {{").unwrap();
                self.block(scope, depth - 1);
                writeln!(self.text, "}} else {{").unwrap();
                self.block(scope, depth - 1);
                writeln!(self.text, "}}").unwrap();
            }
            15 => {
                let cond = self.condition(scope);
                writeln!(self.text, "if ({cond}) {{").unwrap();
                self.block(scope, depth - 1);
                writeln!(self.text, "}}").unwrap();
            }
            16 => self.switch(scope, depth),
            _ => self.repeated(scope, depth),
        }
    }

    fn target(&mut self) -> &'static str {
        self.one(&["&g", "&r.u", "&k[0]", "&k[a & 1]", "&q.w"])
    }

    fn switch(&mut self, scope: &Scope, depth: u32) {
        let value = self.expr(scope, 1);
        writeln!(self.text, "switch ({value}) {{\ncase 0:").unwrap();
        // `continue` belongs to a loop around it.
        let loops = std::mem::take(&mut self.loops);
        self.block(scope, depth - 1);
        let end = self.one(&["break;", ""]);
        writeln!(self.text, "{end}\ncase 1:\ncase -1:").unwrap();
        self.block(scope, depth - 1);
        writeln!(self.text, "break;\ndefault:").unwrap();
        self.block(scope, depth - 1);
        self.text.push_str("}\n");
        self.loops = loops;
    }

    fn repeated(&mut self, scope: &Scope, depth: u32) {
        self.counters += 1;
        let (i, rounds) = (format!("i{}", self.counters), self.roll(2) + 1);
        let cond = self.condition(scope);
        let kind = self.roll(3);
        match kind {
            0 => writeln!(self.text, "for (int {i} = 0; {i} < {rounds} && {cond}; {i}++) {{"),
            1 => writeln!(
                self.text,
                "int {i} = 0;\nwhile ({cond}) {{\nif ({i}++ >= {rounds}) break;"
            ),
            _ => writeln!(self.text, "int {i} = 0;\ndo {{\n{i}++;"),
        }
        .unwrap();
        self.loops += 1;
        self.block(scope, depth - 1);
        self.loops -= 1;
        match kind {
            2 => writeln!(self.text, "}} while ({i} < {rounds} && {cond});").unwrap(),
            _ => self.text.push_str("}\n"),
        }
    }

    fn block(&mut self, scope: &Scope, depth: u32) {
        for _ in 0..self.roll(2) + 1 {
            self.statement(scope, depth);
        }
    }

    /// A body of so many statements.
    fn body(&mut self, scope: &Scope, budget: u32, depth: u32) {
        self.budget = budget;
        while self.budget > 0 {
            // Declarations of counters need a block of their own.
            self.text.push_str("{\n");
            self.statement(scope, depth);
            self.text.push_str("}\n");
        }
    }

    fn procedures(&mut self) {
        let statics = ["g", "k[0]", "k[g & 1]", "r.u", "r.w", "a", "b"];
        let stores = vec!["g", "k[0]", "k[a & 1]", "r.u", "t"];
        let reads = |more: &[&'static str]| [&statics[..], more].concat();
        self.text
            .push_str("static void put(int *to, int v) {\nint t = v;\n");
        let put = Scope {
            reads: reads(&["v", "t", "*to"]),
            stores: vec!["*to", "t"],
            leave: "return",
            callable: 0,
        };
        self.body(&put, 1, 1);
        self.text
            .push_str("*to = t;\n}\nstatic int down(int n, int v) {\nint t = v;\n");
        let down = Scope {
            reads: reads(&["v", "t", "n"]),
            stores: stores.clone(),
            leave: "return v",
            callable: 1,
        };
        self.text.push_str("if (n <= 0)\nreturn v;\n");
        self.body(&down, 1, 1);
        let given = self.expr(&down, 1);
        writeln!(self.text, "return down(n - 1, {given});\n}}").unwrap();
        self.text
            .push_str("static void walk(int n) {\nint t = n;\nif (n > 0) {\n");
        let walk = Scope {
            reads: reads(&["n", "t"]),
            stores: stores.clone(),
            leave: "return",
            callable: 2,
        };
        self.body(&walk, 1, 0);
        let again = self.one(&["walk(n - 1);\n", "walk(n - 1);\n", "other(n - 1);\n"]);
        self.text.push_str(again);
        self.body(&walk, 1, 0);
        self.text.push_str(
            "}\n}\nstatic void other(int n) {\ng--;\nwalk(n);\n}\nstatic int pick(int v, int w) {\nint t = w;\n",
        );
        let pick = Scope {
            reads: reads(&["v", "w", "t"]),
            stores,
            leave: "return w",
            callable: 3,
        };
        self.body(&pick, 2, 1);
        self.text.push_str("return t;\n}\n");
    }
}

/// A program that may or may not fail; every second one has choices.
pub(crate) fn program(seed: u64) -> String {
    let mut writer = Writer {
        dice: Dice(seed ^ 0xf0c5),
        text: String::new(),
        budget: 0,
        counters: 0,
        choices: seed % 2 == 1,
        loops: 0,
    };
    writer.text.push_str(
        "int nondet_int(void);\n_Bool nondet_bool(void);\nstruct two { int u, w; };\nint a, b, g, k[2], *p = &g;\nstruct two r, q;\n\
         static void walk(int n);\nstatic void other(int n);\n",
    );
    writer.procedures();
    writer
        .text
        .push_str("int main(void) {\na = nondet_int();\nb = nondet_int();\nint c;\n");
    for input in ["a", "b", "c"] {
        let (low, high) = (VALUES.start(), VALUES.end());
        writeln!(
            writer.text,
            "__CPROVER_assume({input} >= {low} && {input} <= {high});"
        )
        .unwrap();
    }
    writer.text.push_str("int x = 0, y = 1;\n");
    let main = Scope {
        reads: vec![
            "a", "b", "c", "x", "y", "g", "*p", "k[0]", "k[b & 1]", "r.u", "q.w", "x",
        ],
        stores: vec!["x", "y", "g", "*p", "k[1]", "k[c & 1]", "r.u", "q.w", "x"],
        leave: "return 0",
        callable: PROCEDURES,
    };
    writer.body(&main, 9, 2);
    let claim = writer.expr(&main, 2);
    writeln!(writer.text, "assert({claim} != x);\nreturn 0;\n}}").unwrap();
    writer.text
}

/// Whether a program has choices.
pub(crate) fn has_choices(seed: u64) -> bool {
    seed % 2 == 1
}
