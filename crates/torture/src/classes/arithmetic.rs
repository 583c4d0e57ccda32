//! Numbers of all widths at their limits: conversions, mixed signs, shifts, compound assignments, bit-fields.

use crate::builder::{Builder, line};
use crate::tree::{Expr, Stmt, Tree};

const TYPES: [(&str, &str); 9] = [
    ("signed char", "sc"),
    ("unsigned char", "uc"),
    ("short", "sh"),
    ("unsigned short", "us"),
    ("int", "si"),
    ("unsigned", "ui"),
    ("long long", "sl"),
    ("unsigned long long", "ul"),
    ("_Bool", "bo"),
];

const LIMITS: [&str; 16] = [
    "0",
    "1",
    "-1",
    "2",
    "7",
    "127",
    "128",
    "255",
    "32768",
    "INT_MAX",
    "INT_MIN",
    "UINT_MAX",
    "0x80000000u",
    "LLONG_MAX",
    "LLONG_MIN",
    "ULLONG_MAX",
];

struct Arithmetic {
    b: Builder,
    places: Vec<String>,
}

pub(super) fn generate(mut b: Builder) -> Tree {
    b.globals.push(line(
        "struct F { unsigned a : 3; signed b : 5; unsigned long long c : 33; _Bool d : 1; };",
    ));
    let mut body = Vec::new();
    let mut places = Vec::new();
    for (ty, name) in TYPES {
        let (limit, input) = (*b.dice.pick(&LIMITS), b.input());
        let other = *b.dice.pick(&LIMITS);
        let text = match b.dice.roll(3) {
            0 => format!("{ty} {name} = ({ty})($ & 1 ? {limit} : {other});"),
            1 => format!("{ty} {name} = ({ty})({limit} - (unsigned)$);"),
            _ => format!("{ty} {name} = ({ty})$;"),
        };
        body.push(Stmt::line(text, vec![input]));
        places.push(name.to_owned());
    }
    body.push(line("struct F f = {(unsigned)a, b, 0, c & 1};"));
    places.extend(["f.a", "f.b", "f.c", "f.d"].map(str::to_owned));
    let mut arithmetic = Arithmetic { b, places };
    for _ in 0..12 {
        let next = arithmetic.statement();
        body.push(next);
    }
    arithmetic.b.finish(body)
}

impl Arithmetic {
    fn place(&mut self) -> String {
        self.b.dice.pick(&self.places).clone()
    }

    fn expr(&mut self, depth: u32) -> Expr {
        if depth == 0 || self.b.dice.once_in(4) {
            return match self.b.dice.roll(6) {
                0 => Expr::leaf(*self.b.dice.pick(&LIMITS)),
                1 => self.b.input(),
                _ => Expr::leaf(self.place()),
            };
        }
        let (l, r) = (self.expr(depth - 1), self.expr(depth - 1));
        let ty = self.b.dice.pick(&TYPES).0;
        let two = |text: &str| Expr::of(text, vec![l.clone(), r.clone()]);
        match self.b.dice.roll(26) {
            0 => two("($ + $)"),
            1 => two("($ - $)"),
            2 => two("($ * $)"),
            3..=4 => two("((unsigned)$ + $)"),
            5 => two("((unsigned long long)$ * $)"),
            6 => two("($ / $)"),
            7 => two("($ % $)"),
            8..=9 => two("($ / ($ | 1))"),
            10 => two("($ % ($ | 1))"),
            11 => two("($ << ($ & 7))"),
            12 => two("((unsigned)$ << ($ & 31))"),
            13 => two("($ >> ($ & 7))"),
            14 => two("($ < $)"),
            15 => two("($ >= $)"),
            16 => two("($ == $)"),
            17 => two("($ & $)"),
            18 => two("($ | $)"),
            19 => two("($ ^ $)"),
            20 => Expr::of("(~$)", vec![l]),
            21 => Expr::of("(- $)", vec![l]),
            22 => {
                let condition = self.b.condition();
                Expr::of("($ ? $ : $)", vec![condition, l, r])
            }
            23 => two("($ && $)"),
            _ => Expr::of(format!("({ty})$"), vec![l]),
        }
    }

    fn statement(&mut self) -> Stmt {
        let (place, value) = (self.place(), self.expr(2));
        match self.b.dice.roll(12) {
            0..=4 => Stmt::line(format!("{place} = $;"), vec![value]),
            5 => {
                let op = *self.b.dice.pick(&["+=", "-=", "*=", "&=", "|=", "^="]);
                Stmt::line(format!("{place} {op} $;"), vec![value])
            }
            6 => {
                let op = *self.b.dice.pick(&["<<=", ">>="]);
                Stmt::line(format!("{place} {op} $ & 3;"), vec![value])
            }
            7 => {
                let op = *self.b.dice.pick(&["++", "--"]);
                line(format!("{place}{op};"))
            }
            8 => {
                let condition = self.b.condition();
                Stmt::line(format!("if ($) {place} = $;"), vec![condition, value])
            }
            9 => {
                let other = self.expr(1);
                Stmt::line("assert($ == $);", vec![value, other])
            }
            _ => {
                let other = *self.b.dice.pick(&LIMITS);
                let compare = *self.b.dice.pick(&["!=", "<=", ">", "!="]);
                Stmt::line(format!("assert($ {compare} {other});"), vec![value])
            }
        }
    }
}
