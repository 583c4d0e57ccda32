//! Variadic functions, and formats of the `printf` family: missing and mistyped arguments, formats that are no
//! literals, `%n`, and buffers that just suffice.

use crate::builder::{Builder, line};
use crate::tree::{Expr, Stmt, Tree};

struct Variadic {
    b: Builder,
}

const GLOBALS: [&str; 4] = [
    "static int sum(int n, ...) { va_list ap; int s = 0; va_start(ap, n); for (int i = 0; i < n; i++) s += va_arg(ap, int); va_end(ap); return s & 63; }",
    "static int pick(const char *kinds, ...) { va_list ap; int s = 0; va_start(ap, kinds); for (; *kinds; kinds++) switch (*kinds) { case 'i': s += va_arg(ap, int); break; case 'l': s += (int)va_arg(ap, long long); break; case 'd': s += (int)va_arg(ap, double); break; case 's': s += (int)strlen(va_arg(ap, char *)); break; case 'p': s += *va_arg(ap, int *); } va_end(ap); return s & 63; }",
    "static int pass(char *to, size_t n, const char *format, ...) { va_list ap; va_start(ap, format); int r = vsnprintf(to, n, format, ap); va_end(ap); return r; }",
    "static int again(int n, ...) { va_list ap, copy; va_start(ap, n); va_copy(copy, ap); int s = n > 0 ? va_arg(ap, int) : 0; s += n > 1 ? va_arg(copy, int) : 1; va_end(copy); va_end(ap); return s & 63; }",
];

pub(super) fn generate(mut b: Builder) -> Tree {
    b.globals = GLOBALS.map(line).to_vec();
    let mut body = b.locals();
    let size = 2 + b.dice.roll(7);
    body.extend([
        line(format!("char small[{size}] = \"\";")),
        line("char large[64] = \"\";"),
        line("char text[5] = \"abc\";"),
        line("text[a] = b ? 'x' : 0;"),
        line("int n = 0;"),
    ]);
    b.assignable("n");
    let mut variadic = Variadic { b };
    for _ in 0..10 {
        let next = variadic.statement();
        body.push(next);
    }
    variadic.b.finish(body)
}

impl Variadic {
    /// A format and the arguments for it, mostly those that it takes.
    fn formatted(&mut self) -> (String, Vec<Expr>) {
        let mut format = String::new();
        let mut arguments = Vec::new();
        for _ in 0..1 + self.b.dice.roll(3) {
            let value = self.b.int(1);
            let (text, argument) = match self.b.dice.roll(16) {
                0..=2 => ("%d", value),
                3 => ("%5d", value),
                4 => ("%-3d|", value),
                5 => ("%03d", value),
                6 => ("%u", Expr::of("(unsigned)$", vec![value])),
                7 => ("%x", Expr::of("(unsigned)$", vec![value])),
                8 => ("%c", Expr::of("'a' + ($ & 3)", vec![value])),
                9 => ("%s", Expr::other("text", Vec::new())),
                10 => ("%.2s", Expr::other("text", Vec::new())),
                11 => ("%ld", Expr::of("(long)$", vec![value])),
                12 => ("%hhd", Expr::of("$ * 100", vec![value])),
                13 => ("%%%d", value),
                14 => ("%+i", value),
                _ => ("z%o", Expr::of("(unsigned)$", vec![value])),
            };
            format.push_str(text);
            arguments.push(argument);
        }
        match self.b.dice.roll(24) {
            0 => {
                arguments.pop();
            }
            1 => arguments.push(self.b.number()),
            2 => {
                format.push_str("%n");
                arguments.push(Expr::other("&n", Vec::new()));
            }
            3 => {
                format.push_str("%*d");
                arguments.extend([self.b.masked(3), self.b.number()]);
            }
            _ => {}
        }
        (format, arguments)
    }

    fn call(&mut self, before: &str) -> Stmt {
        let (format, arguments) = self.formatted();
        let holes: String = arguments.iter().map(|_| ", $").collect();
        Stmt::line(format!("{before}\"{format}\"{holes});"), arguments)
    }

    /// The format is chosen when the program runs.
    fn chosen(&mut self) -> Stmt {
        let condition = self.b.condition();
        let value = self.b.int(1);
        let (one, two) = *self.b.dice.pick(&[
            ("%d\\n", "%5d"),
            ("%d", "%x"),
            ("%d", "none"),
            ("%d %d", "%d"),
            ("%d", "%s"),
            ("%i", "%d%n"),
        ]);
        let to = *self.b.dice.pick(&[
            "printf(",
            "n = sprintf(large, ",
            "n = snprintf(small, sizeof small, ",
        ]);
        Stmt::line(
            format!("{{ const char *format = $ ? \"{one}\" : \"{two}\"; {to}format, $); }}"),
            vec![condition, value],
        )
    }

    fn statement(&mut self) -> Stmt {
        let (x, y) = (self.b.int(1), self.b.int(1));
        match self.b.dice.roll(19) {
            0..=2 => self.call("printf("),
            3 => self.call("n = printf("),
            4..=5 => self.call("n = sprintf(large, "),
            6 => self.call("sprintf(small, "),
            7..=8 => self.call("n = snprintf(small, sizeof small, "),
            9 => self.call("n = pass(small, sizeof small, "),
            10 => self.chosen(),
            11 => {
                let count = *self.b.dice.pick(&["2", "2", "2", "a", "3"]);
                Stmt::line(format!("x = sum({count}, $, $);"), vec![x, y])
            }
            12 => Stmt::line("y = pick(\"id\", $, (double)$);", vec![x, y]),
            13 => Stmt::line(
                "y = pick(b ? \"l\" : \"l\", (long long)$) + pick(\"sp\", text, &x);",
                vec![x],
            ),
            14 => Stmt::line("z = again(a, $, $) & 15;", vec![x, y]),
            15 => {
                let number = self.b.dice.roll(7);
                line(format!("assert(n != {number});"))
            }
            16 => {
                let word = *self.b.dice.pick(&["0", "12", "3", "abc", "  "]);
                line(format!("assert(strcmp(small, \"{word}\") != 0);"))
            }
            17 => line(*self.b.dice.pick(&[
                "assert(strlen(small) < sizeof small);",
                "assert(large[1] != '1');",
                "puts(small);",
                "putchar('a' + a);",
                "fprintf(stdout, \"%s\\n\", large);",
            ])),
            _ => self.b.assertion(),
        }
    }
}
