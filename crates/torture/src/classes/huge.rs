//! Sizes and indices near the limits of what there is.
//!
//! Where an index times a size passes 2⁶⁴, an address comes round to the object again; where a size passes what a
//! machine has, models differ on what `malloc` gives. Arrays without elements have no index that is right.
//!
//! What a compiled program does with sizes of many gigabytes depends on the machine, so a program has huge sizes or
//! huge indices; only the latter are compiled.

use crate::builder::{Builder, line};
use crate::tree::{Expr, Stmt, Tree};

const SIZES: [&str; 12] = [
    "1",
    "8",
    "13",
    "4096",
    "0x7fffffffu",
    "0xffffffffu",
    "0x100000000ull",
    "0x100000001ull",
    "0x200000000ull",
    "(size_t)PTRDIFF_MAX",
    "SIZE_MAX",
    "(SIZE_MAX / 8 + 2)",
];

const INDICES: [&str; 14] = [
    "0",
    "1",
    "3",
    "12",
    "-1",
    "PTRDIFF_MAX",
    "PTRDIFF_MIN",
    "0x4000000000000000ll",
    "0x2000000000000000ll",
    "(ptrdiff_t)0x100000000ll",
    "INT_MAX",
    "INT_MIN",
    "0xffffffffu",
    "(unsigned char)-1",
];

struct Huge {
    b: Builder,
    /// Names of pointers and arrays.
    places: Vec<String>,
    /// Whether sizes are huge, too.
    sizes: bool,
}

pub(super) fn generate(mut b: Builder) -> Tree {
    b.globals = [
        "struct T { int n; int tail[0]; };",
        "int ga[4];",
        "char gb[300];",
        "int gz[3][0];",
    ]
    .map(line)
    .to_vec();
    let mut body = b.locals();
    let sizes = b.dice.once_in(2);
    let mut huge = Huge {
        b,
        sizes,
        places: ["ga", "gb"].map(str::to_owned).to_vec(),
    };
    for _ in 0..3 {
        body.extend(huge.object());
    }
    for _ in 0..8 {
        let next = huge.statement();
        body.push(next);
    }
    Tree {
        compiles: !sizes,
        ..huge.b.finish(body)
    }
}

impl Huge {
    fn size(&mut self) -> Expr {
        let (small, input) = (self.b.masked(7), self.b.input());
        if !self.sizes {
            return small;
        }
        match self.b.dice.roll(8) {
            0..=2 => small,
            3 => Expr::of("(size_t)(unsigned)($ - 1)", vec![input]),
            4 => {
                let large = *self.b.dice.pick(&SIZES);
                Expr::of(format!("($ == 3 ? {large} : 4)"), vec![input])
            }
            _ => Expr::leaf(*self.b.dice.pick(&SIZES)),
        }
    }

    fn index(&mut self) -> Expr {
        let input = self.b.input();
        let large = *self.b.dice.pick(&INDICES);
        match self.b.dice.roll(7) {
            0..=2 => Expr::of(format!("($ == 2 ? {large} : 0)"), vec![input]),
            3 => Expr::of("$", vec![input]),
            4 => Expr::of("(unsigned)($ - 2)", vec![input]),
            5 => Expr::of("(ptrdiff_t)($ * 0x4000000000000000ull)", vec![input]),
            _ => Expr::leaf(large),
        }
    }

    fn object(&mut self) -> Vec<Stmt> {
        let name = self.b.fresh("p");
        let ty = *self.b.dice.pick(&["char", "int", "short", "long long"]);
        let size = self.size();
        let made = match self.b.dice.roll(7) {
            0..=2 => Stmt::line(format!("{ty} *{name} = malloc($);"), vec![size]),
            3 => Stmt::line(format!("{ty} *{name} = malloc($ * sizeof *{name});"), vec![size]),
            4 => Stmt::line(format!("{ty} *{name} = calloc($, sizeof *{name});"), vec![size]),
            5 => {
                let small = self.b.masked(3);
                self.places.push(name.clone());
                return vec![Stmt::line(format!("{ty} {name}[$ + 1];"), vec![small])];
            }
            _ => {
                self.places.push(name.clone());
                return vec![line(format!("{ty} {name}[0];"))];
            }
        };
        self.places.push(name.clone());
        vec![made, line(format!("if (!{name}) return 0;"))]
    }

    fn statement(&mut self) -> Stmt {
        let place = self.b.dice.pick(&self.places).clone();
        let (index, value) = (self.index(), self.b.number());
        let condition = self.b.condition();
        match self.b.dice.roll(10) {
            0..=1 => Stmt::line(format!("{place}[$] = $;"), vec![index, value]),
            2 => Stmt::line(format!("if ($) {place}[$] = 1;"), vec![condition, index]),
            3 => Stmt::line(
                format!("if ($) {{ {place}[0] = 3; assert({place}[$] == 3); }}"),
                vec![condition, index],
            ),
            4 => Stmt::line(format!("if ($) memset({place}, 1, $);"), vec![condition, index]),
            5 => Stmt::line(format!("if ($) *(&{place}[0] + $) = 2;"), vec![condition, index]),
            6 => Stmt::line("if ($) gz[1][$] = 1;", vec![condition, index]),
            7 => {
                let narrow = *self
                    .b
                    .dice
                    .pick(&["unsigned char", "signed char", "unsigned short"]);
                Stmt::line(format!("gb[({narrow})($ * 64 + 100)] = 1;"), vec![index])
            }
            8 => {
                let size = self.size();
                Stmt::line("assert($ != $);", vec![size, value])
            }
            _ => self.b.assertion(),
        }
    }
}
