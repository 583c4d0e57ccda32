//! A little of everything: globals, structs with bit-fields, unions, pointers to locals, calls, loops, one heap object.

use crate::builder::{Builder, leaf, line};
use crate::tree::{Expr, Stmt, Tree};

struct Mixed {
    b: Builder,
    budget: u32,
}

const GLOBALS: [&str; 6] = [
    "struct S { int f; unsigned b : 3; signed c : 4; char d[3]; };",
    "struct M { int k; short l; };",
    "int g[4];",
    "struct S s, t;",
    "union { int i; unsigned char b[4]; float f; short h[2]; } u;",
    "static int h(int x, int *p) { if (x > 2) { *p = x; return x - 1; } return *p & 15; }",
];

pub(super) fn generate(mut b: Builder) -> Tree {
    b.globals = GLOBALS.map(line).to_vec();
    let mut mixed = Mixed { b, budget: 24 };
    let mut body = vec![
        line("int x = 1, y = a, z = 0;"),
        line("int *p = &x;"),
        line("struct M *m = calloc(2, sizeof *m);"),
    ];
    for _ in 0..12 {
        body.extend(mixed.statement(3, false));
    }
    body.extend([
        line("assert(x + y != 7);"),
        line("assert(g[1] != 3);"),
        line("free(m);"),
    ]);
    mixed.b.finish(body)
}

impl Mixed {
    fn place(&mut self) -> Expr {
        let part = |text: &str, inner| Expr::of(text, vec![inner]);
        match self.b.dice.roll(16) {
            0..=1 => leaf("x"),
            2..=3 => leaf("y"),
            4 => leaf("z"),
            5..=6 => part("g[($) & 3]", self.expr(1)),
            7 => leaf(format!("g[{}]", self.b.dice.roll(4))),
            8 => leaf("*p"),
            9 => leaf("s.f"),
            10 => leaf("s.b"),
            11 => leaf("s.c"),
            12 => part("s.d[(unsigned)($) % 3u]", self.expr(1)),
            13 => leaf("u.i"),
            14 => part("u.b[($) & 3]", self.expr(1)),
            _ => part("m[($) & 1].k", self.expr(1)),
        }
    }

    fn expr(&mut self, depth: u32) -> Expr {
        if depth == 0 || self.b.dice.once_in(4) {
            return match self.b.dice.roll(8) {
                0 => leaf("a"),
                1 => leaf("b"),
                2 => leaf("c"),
                3 => leaf(self.b.dice.between(-2, 4).to_string()),
                4 => leaf(*self.b.dice.pick(&["1", "7", "100", "255", "2147483647", "-128"])),
                _ if depth == 0 => leaf(*self.b.dice.pick(&["x", "y", "z", "g[1]", "s.f", "s.b", "*p"])),
                _ => self.place(),
            };
        }
        let (l, r) = (self.expr(depth - 1), self.expr(depth - 1));
        let two = |text: &str, l, r| Expr::of(text, vec![l, r]);
        match self.b.dice.roll(22) {
            0..=3 => two("($ + $)", l, r),
            4..=5 => two("($ - $)", l, r),
            6 => two("($ * $)", l, r),
            7 => two("($ / $)", l, r),
            8 => two("($ % $)", l, r),
            9 => two("($ & $)", l, r),
            10 => two("($ | $)", l, r),
            11 => two("($ ^ $)", l, r),
            12 => two("($ < $)", l, r),
            13 => two("($ == $)", l, r),
            14 => two("($ && $)", l, r),
            15 => two("($ || $)", l, r),
            16 => {
                let other = self.expr(depth - 1);
                Expr::of("($ ? $ : $)", vec![l, r, other])
            }
            17 => two("(int)((unsigned)$ << (($) & 7))", l, r),
            18 => two("($ >> (($) & 3))", l, r),
            19 => Expr::of("(signed char)($)", vec![l]),
            20 => Expr::of("(int)(unsigned short)($)", vec![l]),
            _ => Expr::of("(!$)", vec![l]),
        }
    }

    fn pointer(&mut self) -> Expr {
        match self.b.dice.roll(5) {
            0 => leaf("&x"),
            1 => leaf("&y"),
            2 => Expr::other("&g[($) & 3]", vec![self.expr(1)]),
            3 => leaf("&s.f"),
            _ => Expr::other("(($) ? &x : &m[($) & 1].k)", vec![self.expr(1), self.expr(1)]),
        }
    }

    fn statement(&mut self, depth: u32, in_loop: bool) -> Vec<Stmt> {
        if self.budget == 0 {
            return Vec::new();
        }
        self.budget -= 1;
        let one = match self.b.dice.roll(if depth == 0 { 10 } else { 17 }) {
            0..=4 => Stmt::line("$ = $;", vec![self.place(), self.expr(2)]),
            5 => Stmt::line("p = $;", vec![self.pointer()]),
            // C leaves open whether the place is found before the call, which may change what it depends on.
            6 => Stmt::line("{ int r = h($, p); $ = r; }", vec![self.expr(1), self.place()]),
            7 => line(*self.b.dice.pick(&[
                "t = s;",
                "s = t;",
                "u.f = 1.5f;",
                "x = u.h[0];",
                "memcpy(g, u.b, 4);",
                "s.d[0] = (char)u.h[1];",
                "memset(&t, 1, sizeof t);",
            ])),
            8 => Stmt::line("assert($);", vec![self.expr(2)]),
            9 if in_loop => {
                let how = *self.b.dice.pick(&["break", "continue"]);
                Stmt::line(format!("if ($) {how};"), vec![self.expr(1)])
            }
            9 => Stmt::line("if ($) return 0;", vec![self.expr(1)]),
            10..=12 => {
                let condition = self.expr(2);
                let body = self.block(depth - 1, in_loop);
                match self.b.dice.roll(2) {
                    0 => Stmt::either(condition, body, self.block(depth - 1, in_loop)),
                    _ => Stmt::compound("if ($) {", vec![condition], body),
                }
            }
            13..=14 => {
                let i = self.b.fresh("i");
                let limit = match self.b.dice.roll(3) {
                    0 => "a".to_owned(),
                    1 => "b + 1".to_owned(),
                    _ => (1 + self.b.dice.roll(3)).to_string(),
                };
                let body = self.block(depth - 1, true);
                Stmt::compound(
                    format!("for (int {i} = 0; {i} < {limit}; {i}++) {{"),
                    Vec::new(),
                    body,
                )
            }
            15 => {
                let mut body = vec![line("case 0:;")];
                body.extend(self.block(depth - 1, false));
                body.extend([line("break;"), line("case 1: case 3:;")]);
                body.extend(self.block(depth - 1, false));
                body.push(line("default: y ^= 1;"));
                Stmt::compound("switch (($) & 3) {", vec![self.expr(1)], body)
            }
            _ => {
                let mut body = vec![Stmt::line("int w = $;", vec![self.expr(1)]), line("p = &w;")];
                body.extend(self.block(depth - 1, in_loop));
                body.extend([line("x = w & 15;"), line("if (a) p = &y;")]);
                Stmt::compound("{", Vec::new(), body)
            }
        };
        vec![one]
    }

    fn block(&mut self, depth: u32, in_loop: bool) -> Vec<Stmt> {
        let count = 1 + self.b.dice.roll(3);
        (0..count).flat_map(|_| self.statement(depth, in_loop)).collect()
    }
}
