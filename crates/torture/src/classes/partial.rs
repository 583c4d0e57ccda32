//! Objects of which only some bytes are written: unions, bit-fields, padding, copies of one to three bytes.
//!
//! A byte that was never written is undefined, the bytes beside it are not. Static objects are zero before, so their
//! runs can be compared with a compiled program; for automatic ones what is read is often masked.

use crate::builder::{Builder, line};
use crate::tree::{Expr, Stmt, Tree};

const GLOBALS: [&str; 4] = [
    "union U { uint32_t w; uint16_t h[2]; unsigned char b[4]; struct { unsigned lo : 5, mid : 9; int hi : 7; } f; float r; };",
    "struct S { char c; uint32_t w; uint16_t h; struct { unsigned p : 3; signed q : 6; } n; unsigned char t[3]; };",
    "union U gu;",
    "struct S gs;",
];

struct Partial {
    b: Builder,
    /// Unions and structs in scope.
    unions: Vec<String>,
    structs: Vec<String>,
    words: Vec<String>,
}

pub(super) fn generate(mut b: Builder) -> Tree {
    b.globals = GLOBALS.map(line).to_vec();
    let mut body = b.locals();
    body.push(line("unsigned char buf[8] = {1, 2, 3, 4, 5, 6, 7, 8};"));
    let mut partial = Partial {
        b,
        unions: vec!["gu".to_owned()],
        structs: vec!["gs".to_owned()],
        words: Vec::new(),
    };
    for (list, declaration) in [(0, "union U u"), (1, "struct S s"), (2, "uint32_t v")] {
        for number in 0..1 + partial.b.dice.roll(2) {
            let start = if partial.b.dice.once_in(2) {
                ""
            } else if list == 2 {
                " = 0"
            } else {
                " = {0}"
            };
            body.push(line(format!("{declaration}{number}{start};")));
            let name = format!("{}{number}", declaration.rsplit(' ').next().unwrap_or("v"));
            [&mut partial.unions, &mut partial.structs, &mut partial.words][list].push(name);
        }
    }
    for _ in 0..14 {
        let next = partial.statement();
        body.push(next);
    }
    partial.b.finish(body)
}

impl Partial {
    /// A place of some bytes.
    fn place(&mut self) -> String {
        match self.b.dice.roll(3) {
            0 => self.b.dice.pick(&self.unions).clone(),
            1 => self.b.dice.pick(&self.structs).clone(),
            _ => self.b.dice.pick(&self.words).clone(),
        }
    }

    /// A member of an integer type.
    fn member(&mut self) -> Expr {
        let index = self.b.masked(1);
        match self.b.dice.roll(3) {
            0 => {
                let name = self.b.dice.pick(&self.unions).clone();
                let member = *self
                    .b
                    .dice
                    .pick(&["w", "h[$]", "b[$]", "b[2]", "f.lo", "f.mid", "f.hi", "h[1]"]);
                with_index(format!("{name}.{member}"), index)
            }
            1 => {
                let name = self.b.dice.pick(&self.structs).clone();
                let member = *self.b.dice.pick(&["c", "w", "h", "n.p", "n.q", "t[$]", "t[2]"]);
                with_index(format!("{name}.{member}"), index)
            }
            _ => Expr::leaf(self.b.dice.pick(&self.words).clone()),
        }
    }

    fn read(&mut self) -> Expr {
        let member = self.member();
        let mask = *self
            .b
            .dice
            .pick(&["0xff", "0xff00", "0xffffff", "1", "0x1f", "0xffffffffu", "0xf0f0"]);
        Expr::of(format!("($ & {mask})"), vec![member])
    }

    fn copy(&mut self) -> Stmt {
        let (to, from) = (self.place(), self.place());
        let (length, at) = (1 + self.b.dice.roll(4), self.b.dice.roll(4));
        let (value, index) = (self.b.int(1), self.b.masked(3));
        match self.b.dice.roll(8) {
            0 => line(format!("memcpy(&{to}, buf + {at}, {length});")),
            1 => Stmt::line(format!("memcpy((char *)&{to} + $, buf, 1);"), vec![index]),
            2 => line(format!("memcpy(buf + {at}, &{from}, {length});")),
            3 => line(format!("memmove(&{to}, &{from}, {length});")),
            4 => Stmt::line(
                format!("((unsigned char *)&{to})[$] = (unsigned char)$;"),
                vec![index, value],
            ),
            5 => Stmt::line(
                format!("memset((char *)&{to} + {}, $, {length});", at & 1),
                vec![value],
            ),
            6 => Stmt::line(
                format!("*(uint16_t *)((char *)&{to} + 2 * ($ & 1)) = (uint16_t)$;"),
                vec![index, value],
            ),
            _ => line(format!(
                "for (int i = 0; i < {length}; i++) ((char *)&{to})[i] = ((char *)&{from})[i];"
            )),
        }
    }

    fn statement(&mut self) -> Stmt {
        match self.b.dice.roll(13) {
            0..=3 => self.copy(),
            4..=5 => {
                let (to, value) = (self.member(), self.b.int(1));
                Stmt::line("$ = $;", vec![to, value])
            }
            6 => {
                let (to, from) = (
                    self.b.dice.pick(&self.unions).clone(),
                    self.b.dice.pick(&self.unions).clone(),
                );
                line(format!("{to} = {from};"))
            }
            7 => {
                let (to, from) = (
                    self.b.dice.pick(&self.structs).clone(),
                    self.b.dice.pick(&self.structs).clone(),
                );
                line(format!("{to} = {from};"))
            }
            8 => {
                let (value, condition) = (self.read(), self.b.condition());
                Stmt::line("if ($) x = (int)$ & 15;", vec![condition, value])
            }
            9 => {
                let (place, mask) = (
                    self.b.dice.pick(&self.words).clone(),
                    *self.b.dice.pick(&["0xff", "0xffffff", "0xffff"]),
                );
                line(format!("{place} &= {mask};"))
            }
            10 => {
                let condition = self.b.condition();
                let inner = vec![self.copy()];
                Stmt::compound("if ($) {", vec![condition], inner)
            }
            _ => {
                let (value, number) = (self.read(), self.b.number());
                let compare = *self.b.dice.pick(&["!=", "!=", "==", "<="]);
                Stmt::line(format!("assert($ {compare} $);"), vec![value, number])
            }
        }
    }
}

fn with_index(text: String, index: Expr) -> Expr {
    match text.contains('$') {
        true => Expr::of(text, vec![index]),
        false => Expr::leaf(text),
    }
}
