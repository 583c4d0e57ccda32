//! How steps and time grow with the size of a program: `growth [FAMILY]`.

#[path = "../tests/support/mod.rs"]
mod support;

use std::time::{Duration, Instant};

fn text(family: &str, n: u32) -> String {
    let body = match family {
        "constant" => format!("unsigned s = 0; for (int i = 0; i < {n}; i++) s = s * 3 + i; assert(s != 1);"),
        "array" => format!(
            "for (int i = 0; i < {n}; i++) a[i] = nondet_int() & 1; int s = 0;
             for (int i = 0; i < {n}; i++) s ^= a[i]; assert(s < 2);"
        ),
        "bubble" => format!(
            "for (int i = 0; i < {n}; i++) a[i] = nondet_int();
             for (int i = 0; i < {n} - 1; i++) for (int j = 0; j < {n} - 1 - i; j++)
             if (a[j] > a[j + 1]) {{ int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }}
             for (int i = 0; i < {n} - 1; i++) assert(a[i] <= a[i + 1]);"
        ),
        "list" => format!(
            "struct n *h = 0; for (int i = 0; i < {n}; i++) {{ struct n *e = malloc(sizeof *e);
             e->v = nondet_int() & 1; e->next = h; h = e; }}
             int s = 0; for (struct n *e = h; e; e = e->next) s |= e->v; assert(s < 2);
             while (h) {{ struct n *t = h->next; free(h); h = t; }}"
        ),
        "machine" => format!(
            "int s = 0; for (int i = 0; i < {n}; i++) {{ int x = nondet_int(); switch (s) {{
             case 0: if (x == 1) s = 1; break; case 1: s = x == 2 ? 2 : 0; break; case 2: if (x > 5) s = 0; }} }}
             assert(s < 3);"
        ),
        _ => String::new(),
    };
    format!(
        "#include <assert.h>\n#include <stdlib.h>\nint nondet_int(void);\nint a[10000];
         struct n {{ int v; struct n *next; }};\nint main(void) {{ {body} return 0; }}\n"
    )
}

fn main() {
    let only = std::env::args().nth(1);
    let families: [(&str, &[u32]); 5] = [
        ("constant", &[100, 1000, 10_000]),
        ("array", &[10, 100, 1000, 10_000]),
        ("bubble", &[3, 4, 5, 6, 7]),
        ("list", &[10, 100, 1000]),
        ("machine", &[10, 100, 1000]),
    ];
    println!("family     n       steps    terms     clauses   conflicts  complete  ms");
    for (family, sizes) in families {
        if only.as_ref().is_some_and(|only| only != family) {
            continue;
        }
        for &n in sizes {
            let text = text(family, n);
            let (program, sources) =
                support::program("g.c", text.as_bytes(), &lower::Options::default()).expect("a program");
            let start = Instant::now();
            let stop = support::within(Duration::from_secs(20));
            let report = bmc::check(
                &program,
                Some(&sources),
                &bmc::Options::default(),
                &stop,
                &mut |_| {},
            );
            let counted = report.statistics;
            println!(
                "{family:10} {n:<7} {:<8} {:<9} {:<9} {:<10} {:<9} {:.0}",
                counted.steps,
                counted.terms,
                counted.clauses,
                counted.conflicts,
                report.complete,
                start.elapsed().as_secs_f64() * 1e3
            );
        }
    }
}
