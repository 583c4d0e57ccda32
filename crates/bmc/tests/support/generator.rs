//! Random C programs with few inputs of few values, so that all of them can be tried.

#![allow(unreachable_pub)]

use std::fmt::Write;

/// SplitMix64.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % sides
    }
}

struct Writer {
    dice: Dice,
    text: String,
    counters: u32,
    budget: u32,
}

pub const VALUES: u64 = 4;

impl Writer {
    fn place(&mut self) -> String {
        match self.dice.roll(16) {
            0..=1 => "x".into(),
            2..=3 => "y".into(),
            4 => "z".into(),
            5..=6 => format!("g[({}) & 3]", self.expr(1)),
            7 => format!("g[{}]", self.dice.roll(4)),
            8 => "*p".into(),
            9 => "s.f".into(),
            10 => "s.b".into(),
            11 => "s.c".into(),
            12 => format!("s.d[(unsigned)({}) % 3u]", self.expr(1)),
            13 => "u.i".into(),
            14 => format!("u.b[({}) & 3]", self.expr(1)),
            _ => format!("m[({}) & 1].k", self.expr(1)),
        }
    }

    fn expr(&mut self, depth: u32) -> String {
        if depth == 0 || self.dice.roll(4) == 0 {
            return match self.dice.roll(8) {
                0 => "a".into(),
                1 => "b".into(),
                2 => "c".into(),
                3 => format!("{}", self.dice.roll(7) as i64 - 2),
                4 => ["1", "7", "100", "255", "2147483647", "-128"][self.dice.roll(6) as usize].into(),
                _ if depth == 0 => {
                    ["x", "y", "z", "g[1]", "s.f", "s.b", "*p"][self.dice.roll(7) as usize].into()
                }
                _ => self.place(),
            };
        }
        let (l, r) = (self.expr(depth - 1), self.expr(depth - 1));
        match self.dice.roll(22) {
            0..=3 => format!("({l} + {r})"),
            4..=5 => format!("({l} - {r})"),
            6 => format!("({l} * {r})"),
            7 => format!("({l} / {r})"),
            8 => format!("({l} % {r})"),
            9 => format!("({l} & {r})"),
            10 => format!("({l} | {r})"),
            11 => format!("({l} ^ {r})"),
            12 => format!("({l} < {r})"),
            13 => format!("({l} == {r})"),
            14 => format!("({l} && {r})"),
            15 => format!("({l} || {r})"),
            16 => format!("({l} ? {r} : {})", self.expr(depth - 1)),
            17 => format!("(int)((unsigned){l} << (({r}) & 7))"),
            18 => format!("({l} >> (({r}) & 3))"),
            19 => format!("(signed char)({l})"),
            20 => format!("(int)(unsigned short)({l})"),
            _ => format!("(!{l})"),
        }
    }

    fn statement(&mut self, depth: u32, in_loop: bool) {
        if self.budget == 0 {
            return;
        }
        self.budget -= 1;
        match self.dice.roll(if depth == 0 { 10 } else { 17 }) {
            0..=4 => {
                let (place, value) = (self.place(), self.expr(2));
                writeln!(self.text, "{place} = {value};").unwrap();
            }
            5 => {
                let target = match self.dice.roll(5) {
                    0 => "&x".to_owned(),
                    1 => "&y".to_owned(),
                    2 => format!("&g[({}) & 3]", self.expr(1)),
                    3 => "&s.f".to_owned(),
                    _ => format!("(({}) ? &x : &m[({}) & 1].k)", self.expr(1), self.expr(1)),
                };
                writeln!(self.text, "p = {target};").unwrap();
            }
            6 => {
                let (place, value) = (self.place(), self.expr(1));
                writeln!(self.text, "{place} = h({value}, p);").unwrap();
            }
            7 => {
                let text = [
                    "t = s;",
                    "s = t;",
                    "u.f = 1.5f;",
                    "x = (int)u.f2;",
                    "memcpy(g, u.b, 4);",
                    "s.d[0] = (char)u.h[1];",
                    "memset(&t, 1, sizeof t);",
                ];
                let chosen = text[self.dice.roll(7) as usize].replace("(int)u.f2", "u.h[0]");
                writeln!(self.text, "{chosen}").unwrap();
            }
            8 => {
                let cond = self.expr(2);
                writeln!(self.text, "assert({cond});").unwrap();
            }
            9 if in_loop => {
                let (cond, how) = (self.expr(1), ["break", "continue"][self.dice.roll(2) as usize]);
                writeln!(self.text, "if ({cond}) {how};").unwrap();
            }
            9 => {
                let cond = self.expr(1);
                writeln!(self.text, "if ({cond}) return 0;").unwrap();
            }
            10..=12 => {
                let cond = self.expr(2);
                writeln!(self.text, "if ({cond}) {{").unwrap();
                self.block(depth - 1, in_loop);
                if self.dice.roll(2) == 0 {
                    writeln!(self.text, "}} else {{").unwrap();
                    self.block(depth - 1, in_loop);
                }
                writeln!(self.text, "}}").unwrap();
            }
            13..=14 => {
                let counter = self.counters;
                self.counters += 1;
                let limit = match self.dice.roll(3) {
                    0 => "a".to_owned(),
                    1 => "b + 1".to_owned(),
                    _ => format!("{}", 1 + self.dice.roll(3)),
                };
                writeln!(
                    self.text,
                    "for (int i{counter} = 0; i{counter} < {limit}; i{counter}++) {{"
                )
                .unwrap();
                self.block(depth - 1, true);
                writeln!(self.text, "}}").unwrap();
            }
            15 => {
                let value = self.expr(1);
                writeln!(self.text, "switch (({value}) & 3) {{ case 0:").unwrap();
                self.block(depth - 1, false);
                writeln!(self.text, "break; case 1: case 3:").unwrap();
                self.block(depth - 1, false);
                writeln!(self.text, "default: y ^= 1; }}").unwrap();
            }
            _ => {
                let value = self.expr(1);
                writeln!(self.text, "{{ int w = {value}; p = &w;").unwrap();
                self.block(depth - 1, in_loop);
                writeln!(self.text, "x = w & 15; if (a) p = &y; }}").unwrap();
            }
        }
    }

    fn block(&mut self, depth: u32, in_loop: bool) {
        for _ in 0..=self.dice.roll(3) {
            self.statement(depth, in_loop);
        }
    }
}

/// A program with the inputs `a`, `b` and `c`, each from 0 to [`VALUES`] - 1.
pub fn write_program(seed: u64) -> String {
    let mut writer = Writer {
        dice: Dice(seed),
        text: String::new(),
        counters: 0,
        budget: 24,
    };
    writer.text.push_str(
        "#include <assert.h>
#include <stdlib.h>
#include <string.h>
int nondet_int(void);
struct S { int f; unsigned b : 3; signed c : 4; char d[3]; };
struct M { int k; short l; };
int g[4]; struct S s, t; union { int i; unsigned char b[4]; float f; short h[2]; } u;
static int h(int x, int *p) { if (x > 2) { *p = x; return x - 1; } return *p & 15; }
int main(void) {
int a = nondet_int(), b = nondet_int(), c = nondet_int();
__CPROVER_assume(a >= 0 && a < 4); __CPROVER_assume(b >= 0 && b < 4); __CPROVER_assume(c >= 0 && c < 4);
int x = 1, y = a, z = 0; int *p = &x;
struct M *m = calloc(2, sizeof *m);
",
    );
    for _ in 0..12 {
        writer.statement(3, false);
    }
    writer
        .text
        .push_str("assert(x + y != 7);\nassert(g[1] != 3);\nfree(m);\nreturn 0;\n}\n");
    writer.text
}
