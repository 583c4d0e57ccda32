//! String and memory functions at the edges of buffers: on the heap, on the stack and static, of one to six bytes,
//! filled by the inputs.

use crate::builder::{Builder, line};
use crate::tree::{Expr, Stmt, Tree};

struct Strings {
    b: Builder,
    buffers: Vec<(String, u64)>,
}

pub(super) fn generate(mut b: Builder) -> Tree {
    let mut body = b.locals();
    let mut buffers = Vec::new();
    for number in 0..3 {
        let size = 1 + b.dice.roll(6);
        let name = format!("s{number}");
        match number {
            0 => body.push(line(format!("char {name}[{size}] = {{0}};"))),
            1 => {
                body.push(line(format!("char *{name} = malloc({size});")));
                body.push(line(format!("{name}[0] = 0;")));
            }
            _ => b.globals.push(line(format!("char {name}[{size}];"))),
        }
        buffers.push((name, size));
    }
    body.push(line("char *r = s0;"));
    b.readable("s0[0]");
    b.readable("(s2[0] & 7)");
    let mut strings = Strings { b, buffers };
    for _ in 0..12 {
        let next = strings.statement();
        body.push(next);
    }
    strings.b.finish(body)
}

impl Strings {
    fn buffer(&mut self) -> (String, u64) {
        self.b.dice.pick(&self.buffers).clone()
    }

    /// Text that exists already.
    fn text(&mut self) -> Expr {
        match self.b.dice.roll(4) {
            0..=1 => {
                let word = *self.b.dice.pick(&["", "a", "ab", "abc", "bca", "aaaa", "abcab"]);
                Expr::other(format!("\"{word}\""), Vec::new())
            }
            2 => Expr::other(self.buffer().0, Vec::new()),
            _ => {
                let input = self.b.input();
                Expr::other("(\"abc\" + $)", vec![input])
            }
        }
    }

    /// A length that fits, or nearly.
    fn length(&mut self, size: u64) -> Expr {
        let input = self.b.input();
        match self.b.dice.roll(6) {
            0 => Expr::leaf(size.to_string()),
            1 => Expr::leaf(size.saturating_sub(1).to_string()),
            2 if self.b.dice.once_in(3) => Expr::leaf((size + 1).to_string()),
            3 => Expr::of(
                format!("(size_t)($ < {size} ? $ : {size})"),
                vec![input.clone(), input],
            ),
            4 => Expr::of(format!("({size} - ($ & 1))"), vec![input]),
            _ => Expr::leaf(self.b.dice.roll(size + 1).to_string()),
        }
    }

    fn write(&mut self) -> Stmt {
        let (to, size) = self.buffer();
        let (text, length) = (self.text(), self.length(size));
        let (from, _) = self.buffer();
        let input = self.b.input();
        match self.b.dice.roll(12) {
            0 => Stmt::line(
                format!("if (strlen($) < {size}) strcpy({to}, $);"),
                vec![text.clone(), text],
            ),
            1 if self.b.dice.once_in(2) => Stmt::line(format!("strcpy({to}, $);"), vec![text]),
            1..=2 => Stmt::line(format!("strncpy({to}, $, $);"), vec![text, length]),
            3 => Stmt::line(
                format!("if (strlen({to}) + strlen($) < {size}) strcat({to}, $);"),
                vec![text.clone(), text],
            ),
            4 => Stmt::line(format!("strncat({to}, $, $);"), vec![text, length]),
            5 => Stmt::line(format!("memset({to}, 'a' + $, $);"), vec![input, length]),
            6 => Stmt::line(format!("memcpy({to}, $, 1);"), vec![text]),
            7 => Stmt::line(format!("memmove({to}, {to} + ($ & 1), $);"), vec![input, length]),
            8 => Stmt::line(
                format!("if ($ < {size}) {to}[$] = 0;"),
                vec![input.clone(), input],
            ),
            9 => Stmt::line(format!("{to}[{}] = 0;", size - 1), Vec::new()),
            10 if from != to => Stmt::line(format!("memcpy({to}, {from}, $);"), vec![length]),
            _ => Stmt::line(
                format!("snprintf({to}, $, \"%d%s\", $, $);"),
                vec![length, input, text],
            ),
        }
    }

    fn read(&mut self) -> Expr {
        let (from, size) = self.buffer();
        let (text, length, input) = (self.text(), self.length(size), self.b.input());
        match self.b.dice.roll(10) {
            0..=1 => Expr::of(format!("(int)strlen({from})"), Vec::new()),
            2 => Expr::of(format!("(strcmp({from}, $) == 0)"), vec![text]),
            3 => Expr::of(format!("(strncmp({from}, $, $) < 0)"), vec![text, length]),
            4 => Expr::of(format!("(memcmp({from}, $, 1) == 0)"), vec![text]),
            5 => Expr::of(format!("(strchr({from}, 'a' + $) != 0)"), vec![input]),
            6 => Expr::of("(strrchr($, 'a') != 0)", vec![text]),
            7 => Expr::of(format!("(memchr({from}, 0, $) != 0)"), vec![length]),
            8 => Expr::of(format!("(strstr({from}, $) != 0)"), vec![text]),
            _ => Expr::of("(int)strspn($, \"ab\")", vec![text]),
        }
    }

    fn statement(&mut self) -> Stmt {
        match self.b.dice.roll(9) {
            0..=3 => self.write(),
            4 => {
                let condition = self.b.condition();
                let inner = vec![self.write(), self.write()];
                Stmt::compound("if ($) {", vec![condition], inner)
            }
            5 => {
                let read = self.read();
                Stmt::line("x = $ & 15;", vec![read])
            }
            6..=7 => {
                let (read, number) = (self.read(), self.b.number());
                Stmt::line("assert($ != $);", vec![read, number])
            }
            _ => self.b.assertion(),
        }
    }
}
