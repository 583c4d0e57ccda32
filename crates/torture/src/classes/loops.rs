//! Nested loops of all kinds, left and continued with `break`, `continue` and `goto`, some entered in the middle.

use crate::builder::{Builder, line};
use crate::tree::{Stmt, Tree};

struct Loops {
    b: Builder,
    budget: u32,
    /// Labels that stand before the end of a loop around here.
    labels: Vec<String>,
    in_loop: bool,
}

pub(super) fn generate(mut b: Builder) -> Tree {
    let mut body = b.locals();
    body.push(line("int fuel = 12;"));
    body.push(line("int g[4] = {0, 1, 2, 3};"));
    b.assignable("g[x & 3]");
    b.assignable("g[1]");
    let mut loops = Loops {
        b,
        budget: 18,
        labels: Vec::new(),
        in_loop: false,
    };
    while loops.budget > 0 {
        let next = loops.statement(3);
        body.extend(next);
    }
    for _ in 0..2 {
        body.push(loops.b.assertion());
    }
    loops.b.finish(body)
}

impl Loops {
    fn statement(&mut self, depth: u32) -> Vec<Stmt> {
        if self.budget == 0 {
            return Vec::new();
        }
        self.budget -= 1;
        let condition = self.b.condition();
        match self.b.dice.roll(if depth == 0 { 8 } else { 14 }) {
            0..=2 => vec![self.b.assignment()],
            3 => vec![self.b.assertion()],
            4 if self.in_loop => vec![Stmt::line("if ($) break;", vec![condition])],
            5 if self.in_loop => vec![Stmt::line("if ($) continue;", vec![condition])],
            6 if !self.labels.is_empty() => {
                let label = self.b.dice.pick(&self.labels).clone();
                vec![Stmt::line(format!("if ($) goto {label};"), vec![condition])]
            }
            4..=7 => {
                let inner = vec![self.b.assignment()];
                vec![Stmt::compound("if ($) {", vec![condition], inner)]
            }
            8 => {
                let (body, other) = (self.block(depth - 1), self.block(depth - 1));
                vec![Stmt::either(condition, body, other)]
            }
            _ => self.repeated(depth - 1),
        }
    }

    fn block(&mut self, depth: u32) -> Vec<Stmt> {
        let count = 1 + self.b.dice.roll(3);
        (0..count).flat_map(|_| self.statement(depth)).collect()
    }

    fn repeated(&mut self, depth: u32) -> Vec<Stmt> {
        let condition = self.b.condition();
        let (i, out) = (self.b.fresh("i"), self.b.fresh("out"));
        let limit = match self.b.dice.roll(3) {
            0 => "a".to_owned(),
            1 => "b + 1".to_owned(),
            _ => (1 + self.b.dice.roll(3)).to_string(),
        };
        let outer = std::mem::replace(&mut self.in_loop, true);
        self.labels.push(out.clone());
        self.b.open();
        let kind = self.b.dice.roll(6);
        if kind <= 2 {
            self.b.readable(i.clone());
        }
        let mut body = self.block(depth);
        self.b.close();
        self.labels.pop();
        self.in_loop = outer;
        let repeated = match kind {
            0 => Stmt::compound(
                format!("for (int {i} = 0; {i} < {limit}; {i}++) {{"),
                Vec::new(),
                body,
            ),
            1 => Stmt::compound(
                format!("for (int {i} = {limit}; {i}-- > 0 && fuel > 0;) {{"),
                Vec::new(),
                body,
            ),
            2 => {
                // The end of the body is the end of a round, also after `continue`.
                let head = format!("for (unsigned {i} = {limit}; {i}; {i} >>= 1) {{");
                Stmt::compound(head, Vec::new(), body)
            }
            3 => Stmt::compound("while (fuel-- > 0 && ($)) {", vec![condition], body),
            4 => Stmt::Compound {
                arms: vec![
                    crate::tree::Arm {
                        head: crate::tree::Expr::leaf("do {"),
                        body,
                    },
                    crate::tree::Arm {
                        head: crate::tree::Expr::of("} while (fuel-- > 0 && ($));", vec![condition]),
                        body: Vec::new(),
                    },
                ],
                tail: String::new(),
            },
            _ => {
                body.push(line(format!("if (fuel-- > 0) goto again_{out};")));
                body.insert(0, line(format!("again_{out}:;")));
                body.push(line("break;"));
                Stmt::compound("for (;;) {", Vec::new(), body)
            }
        };
        vec![repeated, line(format!("{out}:;"))]
    }
}
