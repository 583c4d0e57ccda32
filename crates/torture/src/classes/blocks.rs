//! Heap objects whose size an input decides: a header with a bit-field and pointers before a tail of bytes, and arrays
//! of records, filled, moved and resized by lengths and at offsets that inputs decide, too.

use crate::builder::{Builder, line};
use crate::tree::{Expr, Stmt, Tree};

const GLOBALS: [&str; 2] = [
    "struct H { unsigned short n; unsigned f : 3; unsigned g : 7; int *link; struct H *next; };",
    "struct R { short k; int v; int *p; };",
];

const START: [&str; 6] = [
    "size_t n = 1 + a, m = 1 + (b & 1);",
    "struct H *h = malloc(sizeof *h + n);",
    "unsigned char *t = (unsigned char *)(h + 1), *s = malloc(n + 2);",
    "struct R *r = calloc(m, sizeof *r);",
    "uint32_t word = 0;",
    "size_t i = c, l = b;",
];

struct Blocks {
    b: Builder,
}

pub(super) fn generate(mut b: Builder) -> Tree {
    b.globals = GLOBALS.map(line).to_vec();
    let mut body = b.locals();
    body.extend(START.map(line));
    if !b.dice.once_in(3) {
        body.push(line("memset(h, 0, sizeof *h + n); memset(s, 3, n + 2);"));
    } else {
        body.push(line("h->link = 0; h->next = h; h->n = 1;"));
    }
    b.readable("(h->n & 15)");
    b.readable("(r[0].v & 15)");
    let mut blocks = Blocks { b };
    for _ in 0..13 {
        let next = blocks.statement();
        body.push(next);
    }
    blocks.b.finish(body)
}

impl Blocks {
    fn index(&mut self) -> Expr {
        let input = self.b.input();
        match self.b.dice.roll(5) {
            0 => Expr::leaf("i"),
            1 => Expr::of("(size_t)$", vec![input]),
            2 => Expr::leaf("(n - 1)"),
            3 => Expr::leaf("(i % n)"),
            _ => Expr::leaf(self.b.dice.roll(3).to_string()),
        }
    }

    fn length(&mut self) -> Expr {
        let input = self.b.input();
        match self.b.dice.roll(6) {
            0 => Expr::leaf("n"),
            1 => Expr::leaf("l"),
            2 => Expr::leaf("(n - i % n)"),
            3 => Expr::of("(size_t)$", vec![input]),
            4 => Expr::leaf("(l < n ? l : n)"),
            _ => Expr::leaf(self.b.dice.roll(3).to_string()),
        }
    }

    fn moved(&mut self) -> Stmt {
        let (index, length, value) = (self.index(), self.length(), self.b.int(1));
        match self.b.dice.roll(14) {
            0 => Stmt::line("memset(t, $, $);", vec![value, length]),
            1 => Stmt::line("memset(t + $, $, 1);", vec![index, value]),
            2 => Stmt::line("memcpy(t, s, $);", vec![length]),
            3 => Stmt::line("memcpy(s + $, t, $);", vec![index, length]),
            4 => Stmt::line("memmove(t, t + $, n - 1);", vec![index]),
            5 => line("memmove(s + i % 3, s, n - 1);"),
            6 => line("memmove(s, s + i % 3, n);"),
            7 => line(
                *self
                    .b
                    .dice
                    .pick(&["memset(h, 0, sizeof *h);", "memset(h, 0, sizeof *h + n);"]),
            ),
            8 => line("memcpy(&word, s, n < 4 ? n : 4);"),
            9 => line("memcpy(&word, (char *)h + 4 * (i & 1), 4);"),
            10 => line("if (m > 1) memmove(r, r + 1, (m - 1) * sizeof *r);"),
            11 => Stmt::line("r[$] = r[0];", vec![index]),
            12 => Stmt::line("memcpy(&r[$ % m], &r[0], 8);", vec![index]),
            _ => Stmt::line(
                "n = 1 + $; h = realloc(h, sizeof *h + n); t = (unsigned char *)(h + 1); s = realloc(s, n + 2);",
                vec![self.b.masked(3)],
            ),
        }
    }

    fn written(&mut self) -> Stmt {
        let (index, value) = (self.index(), self.b.int(1));
        let pointer = *self.b.dice.pick(&["&x", "&y", "0", "&r[0].v", "h->link"]);
        match self.b.dice.roll(11) {
            0 => Stmt::line("h->n = $ & 15;", vec![value]),
            1 => Stmt::line("h->f = $ & 15;", vec![value]),
            2 => Stmt::line("h->g += $ & 15;", vec![value]),
            3 => line(format!("h->link = {pointer};")),
            4 => line(
                *self
                    .b
                    .dice
                    .pick(&["h->next = h;", "h->next = 0;", "h->next->n = 5;"]),
            ),
            5..=6 => Stmt::line("t[$] = (unsigned char)$;", vec![index, value]),
            7 => Stmt::line("s[$] = (unsigned char)$;", vec![index, value]),
            8 => Stmt::line("r[$ % m].v = $ & 15;", vec![index, value]),
            9 => Stmt::line(format!("r[$ % m].p = {pointer};"), vec![index]),
            _ => Stmt::line("i = $ & 3;", vec![value]),
        }
    }

    fn read(&mut self) -> Expr {
        let index = self.index();
        match self.b.dice.roll(9) {
            0 => Expr::of("t[$]", vec![index]),
            1 => Expr::of("s[$]", vec![index]),
            2 => Expr::leaf("(h->f + h->g)"),
            3 => Expr::of("r[$ % m].v", vec![index]),
            4 => Expr::leaf("(h->link ? *h->link & 15 : 9)"),
            5 => Expr::leaf("(h->next ? h->next->n & 15 : 9)"),
            6 => Expr::of("(r[$ % m].p != 0)", vec![index]),
            7 => Expr::leaf("(int)(word & 0xff)"),
            _ => Expr::of("(memcmp(s, t, (size_t)$) == 0)", vec![self.b.masked(1)]),
        }
    }

    fn statement(&mut self) -> Stmt {
        let condition = self.b.condition();
        match self.b.dice.roll(11) {
            0..=2 => self.moved(),
            3..=4 => self.written(),
            5 => Stmt::line("x = $ & 15;", vec![self.read()]),
            6 => {
                let inner = vec![self.moved()];
                Stmt::compound("if ($) {", vec![condition], inner)
            }
            7 => {
                let inner = vec![self.written(), self.written()];
                Stmt::compound("if ($) {", vec![condition], inner)
            }
            8..=9 => {
                let (read, number) = (self.read(), self.b.number());
                Stmt::line("assert($ != $);", vec![read, number])
            }
            _ => self.b.assertion(),
        }
    }
}
