//! Structures as values: copied, returned, chosen, compound literals, designated initialisers, flexible members, arrays
//! of variable length; beside them what else C can do with values: numbers of 128 bits, enumerations, `_Bool`,
//! `volatile`, function pointers, static locals, and operands with side effects.

use crate::builder::{Builder, line};
use crate::tree::{Stmt, Tree};

const GLOBALS: [&str; 10] = [
    "struct P { int x; short y; unsigned b : 3; signed c : 5; _Bool d : 1; };",
    "struct Q { struct P p; int a[3]; union { int i; unsigned char k[4]; } u; };",
    "struct E { int n; int t[]; };",
    "enum K { K0, K1 = 5, K2 };",
    "static struct P mk(int x, int y) { struct P p = { .y = (short)(y & 127), .x = x }; p.b = (unsigned)x; return p; }",
    "static struct Q wrap(struct P p, int i) { struct Q q = { p, { [1] = i, 7 }, { .i = i } }; p.x++; return q; }",
    "static int add(int l, int r) { return (l + r) & 31; }",
    "static int less(int l, int r) { return l < r; }",
    "static int count(void) { static int n = 2; return n++ & 7; }",
    "static struct Q gq = { .a = { [2] = 4 }, .p.c = -3 };",
];

const START: [&str; 9] = [
    "struct Q q = {0};",
    "struct P *pp = &p;",
    "int (*f)(int, int) = add;",
    "__int128 w = 1;",
    "volatile int v = 3;",
    "_Bool bo = 0;",
    "int vla[a + 1];",
    "for (int i = 0; i <= a; i++) vla[i] = i;",
    "struct E *e = malloc(sizeof *e + 2 * sizeof(int)); e->n = 2; e->t[0] = 5; e->t[1] = 6;",
];

const MEMBERS: [&str; 12] = [
    "p.x", "p.y", "p.b", "p.c", "p.d", "q.p.x", "q.p.b", "q.a[1]", "q.u.i", "gq.a[2]", "pp->c", "pp->y",
];

struct Values {
    b: Builder,
}

pub(super) fn generate(mut b: Builder) -> Tree {
    b.globals = GLOBALS.map(line).to_vec();
    let mut body = b.locals();
    body.push(line(*b.dice.pick(&[
        "struct P p = {1, 2, 3}, p2 = {0};",
        "struct P p = { .c = -1, .x = 9 }, p2;",
        "struct P p = mk(a, b), p2 = p;",
    ])));
    body.extend(START.map(line));
    for text in ["p.x", "p.b", "(q.a[0] & 15)", "(pp->c & 7)", "v"] {
        b.readable(text);
    }
    let mut values = Values { b };
    for _ in 0..14 {
        let next = values.statement();
        body.push(next);
    }
    values.b.finish(body)
}

impl Values {
    fn record(&mut self) -> Stmt {
        let (one, two) = (self.b.int(1), self.b.int(1));
        let condition = self.b.condition();
        match self.b.dice.roll(12) {
            0 => Stmt::line("p = mk($ & 15, $);", vec![one, two]),
            1 => Stmt::line("q = wrap(*pp, $ & 15);", vec![one]),
            2 => Stmt::line("p2 = $ ? p : q.p;", vec![condition]),
            3 => Stmt::line("p = (struct P){ .x = $ & 15, .c = $ };", vec![one, two]),
            4 => Stmt::line(
                "q = (struct Q){ .a = { [2] = $ & 15 }, .p.x = $ & 7 };",
                vec![one, two],
            ),
            5 => Stmt::line("pp = $ ? &p : &q.p;", vec![condition]),
            6 => line(
                *self
                    .b
                    .dice
                    .pick(&["p2 = *pp;", "*pp = p2;", "q.p = p;", "gq = q;", "q = gq;"]),
            ),
            7 => line("{ struct Q r = q; r.a[0] = (r.a[0] + 1) & 15; q = r; }"),
            8 => line("memcpy(&p2, pp, sizeof p2);"),
            9 => Stmt::line("x = mk($ & 15, 1).b;", vec![one]),
            10 => Stmt::line("x = ($ ? wrap(p, 3) : gq).a[1] & 15;", vec![condition]),
            _ => Stmt::line("if ($) p = (p2 = q.p, p2);", vec![condition]),
        }
    }

    fn member(&mut self) -> Stmt {
        let value = self.b.int(1);
        let member = *self.b.dice.pick(&MEMBERS);
        match self.b.dice.roll(4) {
            0 => Stmt::line(format!("x = ({member} = $ & 31) & 15;"), vec![value]),
            1 => Stmt::line(format!("{member} += $ & 3;"), vec![value]),
            2 => line(format!(
                "{member}{};",
                *self.b.dice.pick(&["++", "--", " ^= 1", " |= 2"])
            )),
            _ => Stmt::line(format!("{member} = $ & 31;"), vec![value]),
        }
    }

    fn effect(&mut self) -> Stmt {
        let (one, two) = (self.b.int(1), self.b.int(1));
        let (condition, index) = (self.b.condition(), self.b.masked(3));
        match self.b.dice.roll(20) {
            0 => Stmt::line("f = $ ? less : add;", vec![condition]),
            1 if self.b.dice.once_in(4) => Stmt::line("if ($) f = 0;", vec![condition]),
            1..=2 => Stmt::line("x = f($ & 15, $ & 15);", vec![one, two]),
            3 => Stmt::line("x = (y = $ & 7, y + 1);", vec![one]),
            4 => Stmt::line("x = $ ? y++ & 7 : z-- & 7;", vec![condition]),
            5 => Stmt::line("x = $ && count();", vec![condition]),
            6 => line("x = count() || count();"),
            7 => Stmt::line("w = (__int128)($ - 4) << 70;", vec![index]),
            8 => Stmt::line("w = w / 2 + $;", vec![index]),
            9 => line("x = (int)(w >> 66) & 15;"),
            10 => line("y = w < 0 ? 1 : (unsigned __int128)w >> 64 != 0;"),
            11 => Stmt::line("{ enum K k = $ ? K1 : K2; x = k; }", vec![condition]),
            12 => Stmt::line("v = $ & 15; x = v;", vec![one]),
            13 => Stmt::line("bo = $ - $; bo += 2; x = bo;", vec![one, two]),
            14 => Stmt::line("vla[$] = 7;", vec![index]),
            15 => line("x = (int)(sizeof vla / sizeof *vla);"),
            16 => Stmt::line("e->t[$] = 1;", vec![index]),
            17 => Stmt::line(
                "{ int m = 1 + $; e = realloc(e, sizeof *e + m * sizeof(int)); e->n = m; }",
                vec![index],
            ),
            18 => Stmt::line(
                "{ int m[4] = { [1] = $ & 7, [3] = 2 }; x = m[$]; }",
                vec![one, index],
            ),
            _ => Stmt::line(
                "x = ((union { int i; unsigned char k[4]; }){ .i = $ & 15 }).k[$];",
                vec![one, index],
            ),
        }
    }

    fn statement(&mut self) -> Stmt {
        match self.b.dice.roll(10) {
            0..=2 => self.record(),
            3 => self.member(),
            4..=6 => self.effect(),
            7 => {
                let condition = self.b.condition();
                let inner = vec![self.record(), self.effect()];
                Stmt::compound("if ($) {", vec![condition], inner)
            }
            8 => {
                let (member, number) = (*self.b.dice.pick(&MEMBERS), self.b.number());
                Stmt::line(format!("assert({member} != $);"), vec![number])
            }
            _ => self.b.assertion(),
        }
    }
}
