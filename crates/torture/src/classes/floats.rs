//! Floating numbers: rounding, infinities, NaN, both zeros, conversions, comparisons.

use crate::builder::{Builder, line};
use crate::tree::{Expr, Stmt, Tree};

const CONSTANTS: [&str; 16] = [
    "0.0",
    "-0.0",
    "1.0",
    "-1.5",
    "0.1",
    "0.1f",
    "3.0f",
    "1e10",
    "1e-10f",
    "16777216.0f",
    "16777217.0",
    "(1.0 / 0.0)",
    "(0.0 / 0.0)",
    "3.4028235e38f",
    "1e308",
    "5e-324",
];

struct Floats {
    b: Builder,
}

pub(super) fn generate(mut b: Builder) -> Tree {
    let mut body = b.locals();
    for (ty, name) in [("float", "f"), ("float", "g"), ("double", "d"), ("double", "e")] {
        let (one, two, input) = (*b.dice.pick(&CONSTANTS), *b.dice.pick(&CONSTANTS), b.input());
        body.push(Stmt::line(
            format!("{ty} {name} = $ & 1 ? {one} : {two};"),
            vec![input],
        ));
    }
    let mut floats = Floats { b };
    for _ in 0..10 {
        let next = floats.statement();
        body.push(next);
    }
    floats.b.finish(body)
}

impl Floats {
    fn float(&mut self, depth: u32) -> Expr {
        if depth == 0 || self.b.dice.once_in(4) {
            let input = self.b.input();
            return match self.b.dice.roll(6) {
                0 => Expr::leaf(*self.b.dice.pick(&CONSTANTS)),
                1 => Expr::of("(float)$", vec![input]),
                2 => Expr::of("($ * 0.5)", vec![input]),
                _ => Expr::leaf(*self.b.dice.pick(&["f", "g", "d", "e"])),
            };
        }
        let (l, r) = (self.float(depth - 1), self.float(depth - 1));
        let two = |text: &str| Expr::of(text, vec![l.clone(), r.clone()]);
        match self.b.dice.roll(11) {
            0..=1 => two("($ + $)"),
            2..=3 => two("($ - $)"),
            4..=5 => two("($ * $)"),
            6 => two("($ / $)"),
            7 => Expr::of("(- $)", vec![l]),
            8 => Expr::of("(float)$", vec![l]),
            9 => {
                let condition = self.b.condition();
                Expr::of("($ ? $ : $)", vec![condition, l, r])
            }
            _ => Expr::of("(double)(float)$", vec![l]),
        }
    }

    fn truth(&mut self) -> Expr {
        let (l, r) = (self.float(1), self.float(1));
        let two = |text: &str| Expr::of(text, vec![l.clone(), r.clone()]);
        match self.b.dice.roll(8) {
            0 => two("($ < $)"),
            1 => two("($ <= $)"),
            2 => two("($ == $)"),
            3 => two("($ != $)"),
            4 => two("!($ > $)"),
            5 => Expr::of("($ != $)", vec![l.clone(), l]),
            6 => Expr::of(
                "($ >= -100 && $ <= 100 ? (int)$ & 7 : 3)",
                vec![l.clone(), l.clone(), l],
            ),
            _ => Expr::of("!$", vec![l]),
        }
    }

    fn statement(&mut self) -> Stmt {
        let (name, value) = (*self.b.dice.pick(&["f", "g", "d", "e"]), self.float(2));
        match self.b.dice.roll(11) {
            0..=3 => Stmt::line(format!("{name} = $;"), vec![value]),
            4 => Stmt::line("x = $ & 15;", vec![self.truth()]),
            5 => {
                let condition = self.truth();
                Stmt::line(format!("if ($) {name} = $;"), vec![condition, value])
            }
            6 => {
                let bits = self.b.dice.roll(32);
                Stmt::line(
                    format!(
                        "{{ float t = $; uint32_t w; memcpy(&w, &t, 4); if (t == t) y = w >> {bits} & 3; }}"
                    ),
                    vec![value],
                )
            }
            7 => line(format!(
                "{{ double t = {name}; if (t == t) printf(\"%.3f %g\\n\", t, t); }}"
            )),
            8 => self.b.assertion(),
            _ => {
                let truth = self.truth();
                Stmt::line("assert($);", vec![truth])
            }
        }
    }
}
