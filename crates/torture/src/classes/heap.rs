//! Lists on the heap: pushed, popped, deleted from, freed, freed twice, used after that; blocks that are resized.

use crate::builder::{Builder, line};
use crate::tree::{Stmt, Tree};

const GLOBALS: [&str; 6] = [
    "struct N { int v; struct N *next; };",
    "static struct N *push(struct N *h, int v) { struct N *n = malloc(sizeof *n); n->v = v; n->next = h; return n; }",
    "static struct N *pop(struct N *h) { if (!h) return 0; struct N *n = h->next; free(h); return n; }",
    "static struct N *del(struct N *h, int v) { struct N **p = &h; while (*p) { if ((*p)->v == v) { struct N *d = *p; *p = d->next; free(d); } else p = &(*p)->next; } return h; }",
    "static int total(struct N *h) { int s = 0; for (; h; h = h->next) s += h->v; return s & 63; }",
    "static struct N *rev(struct N *h) { struct N *r = 0; while (h) { struct N *n = h->next; h->next = r; r = h; h = n; } return r; }",
];

struct Heap {
    b: Builder,
}

pub(super) fn generate(mut b: Builder) -> Tree {
    b.globals = GLOBALS.map(line).to_vec();
    let mut body = b.locals();
    body.extend([
        line("struct N *h = 0, *k = 0;"),
        line("int *block = malloc(2 * sizeof *block);"),
        line("block[0] = 1; block[1] = 2;"),
    ]);
    for text in ["total(h)", "(h ? h->v : 0)", "block[0]", "total(k)"] {
        b.readable(text);
    }
    let mut heap = Heap { b };
    for _ in 0..12 {
        let next = heap.statement();
        body.push(next);
    }
    heap.b.finish(body)
}

impl Heap {
    fn change(&mut self) -> Stmt {
        let (value, list) = (self.b.masked(3), *self.b.dice.pick(&["h", "h", "k"]));
        match self.b.dice.roll(16) {
            0..=4 => Stmt::line(format!("{list} = push({list}, $);"), vec![value]),
            5 => line(format!("{list} = pop({list});")),
            6..=7 => Stmt::line(format!("{list} = del({list}, $);"), vec![value]),
            8 => line(format!("{list} = rev({list});")),
            9 => line("if (h) k = h->next;"),
            10 => line("if (h) { free(h); h = 0; }"),
            11 => Stmt::line("block = realloc(block, (2 + $) * sizeof *block);", vec![value]),
            12 => Stmt::line("block[$] = 5;", vec![value]),
            13 if self.b.dice.once_in(3) => line("free(block);"),
            14 if self.b.dice.once_in(2) => line("if (k) free(k);"),
            _ => self.b.assignment(),
        }
    }

    fn statement(&mut self) -> Stmt {
        let condition = self.b.condition();
        match self.b.dice.roll(10) {
            0..=5 => self.change(),
            6 => {
                let inner = vec![self.change(), self.change()];
                Stmt::compound("if ($) {", vec![condition], inner)
            }
            7 => {
                let (i, inner) = (self.b.fresh("i"), vec![self.change()]);
                Stmt::compound(format!("for (int {i} = 0; {i} < a; {i}++) {{"), Vec::new(), inner)
            }
            _ => self.b.assertion(),
        }
    }
}
