//! Small random C programs with three inputs of four values each.

#![allow(dead_code, unreachable_pub)]

use std::fmt::Write;

/// SplitMix64.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % sides
    }
}

/// The seeds of so many programs; `EXPLAIN_SEED` is the first of them.
pub fn seeds(count: u64) -> std::ops::Range<u64> {
    let first = std::env::var("EXPLAIN_SEED").ok();
    let first = first.and_then(|text| text.parse().ok()).unwrap_or(0);
    first..first + count
}

pub const INPUTS: [&str; 3] = ["a", "b", "c"];
pub const VALUES: std::ops::RangeInclusive<i128> = -2..=1;

struct Writer {
    dice: Dice,
    text: String,
    budget: u32,
    counters: u32,
}

impl Writer {
    fn expr(&mut self, depth: u32) -> String {
        if depth == 0 || self.dice.roll(4) == 0 {
            return match self.dice.roll(8) {
                0 => "a".into(),
                1 => "b".into(),
                2 => "c".into(),
                3 => format!("{}", self.dice.roll(5) as i64 - 2),
                4 => "y".into(),
                5 => "(int)s".into(),
                _ => "x".into(),
            };
        }
        let (l, r) = (self.expr(depth - 1), self.expr(depth - 1));
        match self.dice.roll(8) {
            0 | 1 => format!("({l} + {r})"),
            2 => format!("({l} - {r})"),
            3 => format!("({l} * {r})"),
            4 => format!("({l} < {r})"),
            5 => format!("({l} & {r})"),
            6 => format!("({l} == {r})"),
            _ => format!("({l} ^ {r})"),
        }
    }

    fn statement(&mut self, depth: u32) {
        if self.budget == 0 {
            return;
        }
        self.budget -= 1;
        match self.dice.roll(if depth == 0 { 7 } else { 11 }) {
            0..=2 => {
                let (place, value) = (["x", "y", "t"][self.dice.roll(3) as usize], self.expr(2));
                writeln!(self.text, "{place} = {value};").unwrap();
            }
            3 => {
                let value = self.expr(2);
                writeln!(self.text, "s = (unsigned char)({value});").unwrap();
            }
            4 => {
                let value = self.expr(1);
                writeln!(self.text, "x = h({value});").unwrap();
            }
            5 | 6 => {
                let cond = self.expr(2);
                writeln!(self.text, "assert({cond} || x < 3);").unwrap();
            }
            7 | 8 => {
                let cond = self.expr(2);
                writeln!(self.text, "if ({cond}) {{").unwrap();
                self.block(depth - 1);
                writeln!(self.text, "}} else {{").unwrap();
                self.block(depth - 1);
                writeln!(self.text, "}}").unwrap();
            }
            _ => {
                self.counters += 1;
                let (i, rounds) = (self.counters, self.dice.roll(3) + 1);
                let cond = self.expr(1);
                writeln!(
                    self.text,
                    "for (int i{i} = 0; i{i} < {rounds} && {cond}; i{i}++) {{"
                )
                .unwrap();
                self.block(depth - 1);
                writeln!(self.text, "}}").unwrap();
            }
        }
    }

    fn block(&mut self, depth: u32) {
        for _ in 0..self.dice.roll(3) + 1 {
            self.statement(depth);
        }
    }
}

/// A program that may or may not fail.
pub fn program(seed: u64) -> String {
    let mut writer = Writer {
        dice: Dice(seed),
        text: String::new(),
        budget: 12,
        counters: 0,
    };
    writer
        .text
        .push_str("int nondet_int(void);\nstatic int h(int v) { return v * 2 - 1; }\nint main(void) {\n");
    for input in INPUTS {
        writeln!(writer.text, "int {input} = nondet_int();").unwrap();
        let (low, high) = (VALUES.start(), VALUES.end());
        writeln!(
            writer.text,
            "__CPROVER_assume({input} >= {low} && {input} <= {high});"
        )
        .unwrap();
    }
    writer
        .text
        .push_str("int x = 0, y = 1;\nint t;\nunsigned char s = 7;\nt = 0;\n");
    while writer.budget > 0 {
        writer.statement(2);
    }
    let claim = writer.expr(2);
    writeln!(writer.text, "assert({claim} != x);\nreturn 0;\n}}").unwrap();
    writer.text
}

/// All choices of the inputs.
pub fn choices() -> Vec<[i128; 3]> {
    let mut all = Vec::new();
    for a in VALUES {
        for b in VALUES {
            for c in VALUES {
                all.push([a, b, c]);
            }
        }
    }
    all
}
