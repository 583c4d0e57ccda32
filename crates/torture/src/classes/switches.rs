//! `switch` with fall-through, `default` in the middle, ranges, labels inside blocks and loops (Duff's device), and
//! `continue` of a loop around it.

use crate::builder::{Builder, line};
use crate::tree::{Expr, Stmt, Tree};

struct Switches {
    b: Builder,
    budget: u32,
}

pub(super) fn generate(mut b: Builder) -> Tree {
    let mut body = b.locals();
    b.globals.push(line("enum E { RED, GREEN = 2, BLUE };"));
    let mut switches = Switches { b, budget: 20 };
    while switches.budget > 0 {
        let next = switches.statement(2, false, false);
        body.push(next);
    }
    body.push(switches.b.assertion());
    body.push(switches.b.assertion());
    switches.b.finish(body)
}

impl Switches {
    fn statement(&mut self, depth: u32, in_switch: bool, in_loop: bool) -> Stmt {
        self.budget = self.budget.saturating_sub(1);
        let condition = self.b.condition();
        match self
            .b
            .dice
            .roll(if depth == 0 || self.budget == 0 { 7 } else { 13 })
        {
            0..=2 => self.b.assignment(),
            3 => self.b.assertion(),
            4 if in_loop => Stmt::line("if ($) continue;", vec![condition]),
            5 if in_switch => Stmt::line("if ($) break;", vec![condition]),
            4..=6 => self.b.assignment(),
            7 => {
                let i = self.b.fresh("i");
                self.b.open();
                self.b.readable(i.clone());
                let body = (0..2).map(|_| self.statement(depth - 1, true, true)).collect();
                self.b.close();
                Stmt::compound(format!("for (int {i} = 0; {i} < 3; {i}++) {{"), Vec::new(), body)
            }
            8 => self.device(),
            _ => self.switch(depth - 1, in_loop),
        }
    }

    fn selector(&mut self) -> Expr {
        let value = self.b.int(1);
        let text = *self.b.dice.pick(&[
            "($ & 3)",
            "$",
            "(unsigned char)$",
            "(enum E)($ & 3)",
            "((long long)$ << 32)",
            "-$",
            "($ & 1 ? 2147483647 : -1)",
        ]);
        Expr::of(text, vec![value])
    }

    fn switch(&mut self, depth: u32, in_loop: bool) -> Stmt {
        let selector = self.selector();
        let mut body = Vec::new();
        let mut labels: Vec<&str> = [
            "0:",
            "1:",
            "2: case 3:",
            "-1:",
            "GREEN + 2:",
            "5 ... 9:",
            "0x10000000bll:",
            "2147483647:",
        ]
        .to_vec();
        let mut has_default = false;
        for _ in 0..2 + self.b.dice.roll(3) {
            if !has_default && self.b.dice.once_in(4) {
                has_default = true;
                body.push(line("default:;"));
            } else {
                let index = self.b.dice.roll(labels.len() as u64) as usize;
                body.push(line(format!("case {};", labels.remove(index))));
            }
            for _ in 0..1 + self.b.dice.roll(2) {
                body.push(self.statement(depth, true, in_loop));
            }
            if self.b.dice.once_in(2) {
                body.push(line("break;"));
            }
        }
        Stmt::compound("switch ($) {", vec![selector], body)
    }

    /// A loop that is entered where the remainder says.
    fn device(&mut self) -> Stmt {
        let (n, selector) = (self.b.fresh("n"), self.b.masked(3));
        let step = self.b.assignment();
        let other = self.b.assignment();
        let body = vec![
            Stmt::line(format!("int {n} = 2;"), Vec::new()),
            Stmt::compound(
                "switch ($) {",
                vec![selector],
                vec![Stmt::closed(
                    "case 0: do {",
                    Vec::new(),
                    vec![step, line("case 3:;"), other, line("case 1: x ^= 1;")],
                    format!("}} while (--{n} > 0);"),
                )],
            ),
        ];
        Stmt::compound("{", Vec::new(), body)
    }
}
