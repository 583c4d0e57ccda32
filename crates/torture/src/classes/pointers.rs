//! Pointers that are integers or bytes for a while.
//!
//! A pointer survives a conversion to `uintptr_t` and back, a copy of its bytes one by one, a tag in its low bits and a
//! key that is applied twice. A pointer of which one byte was changed is none any more; what it then happens to point
//! at depends on where objects lie, so such programs are not compiled.

use crate::builder::{Builder, line};
use crate::tree::{Expr, Stmt, Tree};

struct Pointers {
    b: Builder,
    /// Whether single bytes of a pointer are changed.
    breaks: bool,
}

pub(super) fn generate(mut b: Builder) -> Tree {
    b.globals = [
        "int ga[4] = {1, 2, 3, 4};",
        "struct L { struct L *next; int v; };",
        "static int twice(int n) { return 2 * n & 15; }",
        "static int less(int n) { return n > 0 ? n - 1 : 0; }",
    ]
    .map(line)
    .to_vec();
    let mut body = b.locals();
    body.extend(
        [
            "struct L l2 = {0, 5};",
            "struct L l1 = {&l2, 6};",
            "int *p = &x, *q = &ga[1];",
            "uintptr_t u = (uintptr_t)&y, w = (uintptr_t)p;",
            "unsigned char bytes[sizeof(int *)];",
            "memcpy(bytes, &q, sizeof q);",
            "int (*f)(int) = twice;",
            "int *array[2] = {&x, &y};",
        ]
        .map(line),
    );
    for text in ["*p", "*q", "l1.v", "ga[2]"] {
        b.assignable(text);
    }
    let breaks = b.dice.once_in(2);
    let mut pointers = Pointers { b, breaks };
    for _ in 0..14 {
        let next = pointers.statement();
        body.push(next);
    }
    Tree {
        compiles: !breaks,
        ..pointers.b.finish(body)
    }
}

impl Pointers {
    fn pointer(&mut self) -> Expr {
        let index = self.b.masked(3);
        match self.b.dice.roll(9) {
            0 => Expr::other("&x", Vec::new()),
            1 => Expr::other("&y", Vec::new()),
            2 => Expr::other("&ga[$]", vec![index]),
            3 => Expr::other("(ga + $)", vec![index]),
            4 => Expr::other("&l1.next->v", Vec::new()),
            5 => Expr::other("(int *)u", Vec::new()),
            6 => Expr::other("array[$ & 1]", vec![index]),
            7 => {
                let condition = self.b.condition();
                Expr::other("(($) ? p : q)", vec![condition])
            }
            _ => Expr::other("q", Vec::new()),
        }
    }

    fn statement(&mut self) -> Stmt {
        let (pointer, condition) = (self.pointer(), self.b.condition());
        let (index, value) = (self.b.masked(7), self.b.number());
        match self.b.dice.roll(24) {
            0..=1 => Stmt::line("p = $;", vec![pointer]),
            2 => Stmt::line("q = $;", vec![pointer]),
            3 => Stmt::line("u = (uintptr_t)$;", vec![pointer]),
            4 => Stmt::line("if ($) w = (uintptr_t)$;", vec![condition, pointer]),
            5 => line("p = (int *)w;"),
            6 => line(*self.b.dice.pick(&[
                "u |= 1;",
                "u &= ~(uintptr_t)3;",
                "u = (u ^ 0x5a5a) ^ 0x5a5a;",
                "u += sizeof(int);",
                "u ^= w; u ^= w;",
                "w = u;",
            ])),
            7 => Stmt::line(
                "memcpy(bytes, &$, sizeof p);",
                vec![Expr::other(*self.b.dice.pick(&["p", "q"]), Vec::new())],
            ),
            8 => line("for (int i = 0; i < 8; i++) bytes[i] = ((unsigned char *)&p)[i];"),
            9 => line("memcpy(&q, bytes, sizeof q);"),
            10..=12 if !self.breaks => Stmt::line("p = (int *)((uintptr_t)$ + 0);", vec![pointer]),
            10 => Stmt::line(
                "if ($) bytes[$] = (unsigned char)$;",
                vec![condition, index, value],
            ),
            11 => Stmt::line("if ($) bytes[$] ^= 1;", vec![condition, index]),
            12 => Stmt::line(
                "((unsigned char *)&p)[$] = ((unsigned char *)&q)[$];",
                vec![index.clone(), index],
            ),
            13 => line("for (int i = 0; i < 8; i++) ((unsigned char *)&p)[i] = 0;"),
            14 => Stmt::line("if ($) memset(&p, 0, sizeof p);", vec![condition]),
            15 => Stmt::line("if (p != 0) x = *p & 15;", Vec::new()),
            16 => Stmt::line("assert((p == $) != 1 || *p == x);", vec![pointer]),
            17 => Stmt::line("assert(p != $);", vec![pointer]),
            18 => line(*self.b.dice.pick(&[
                "f = less;",
                "f = (int (*)(int))(void *)twice;",
                "if (a) f = less;",
                "x = f(y);",
                "y = f(x) & 15;",
            ])),
            19 => line(*self.b.dice.pick(&[
                "l1.next = &l1;",
                "l2.next = l1.next;",
                "{ struct L *n = (struct L *)(uintptr_t)l1.next; x = n->v & 15; }",
            ])),
            20 => Stmt::line(
                "array[$ & 1] = (int *)((char *)ga + 4 * $);",
                vec![index.clone(), self.b.masked(3)],
            ),
            21 => line("assert(((uintptr_t)q & 3) == 0);"),
            22 => Stmt::line("if (q >= ga && q < ga + 4) assert(q - ga != $);", vec![value]),
            _ => self.b.assertion(),
        }
    }
}
