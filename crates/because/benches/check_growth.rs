//! How `because check` grows with its input: `cargo bench -p because --bench check_growth`.
//!
//! Each family of programs is checked at growing sizes until one takes longer than allowed. The table shows
//! time, peak memory, steps and clauses, and the exponent of the time between two sizes: 1 is linear, 2 quadratic.
//! It is also written to `target/check_growth.csv`, and drawn in `target/check_growth.svg`. Words after `--` choose
//! families by their names; `CHECK_GROWTH_SECONDS` is what one program may take (60). No test asserts a time.

mod support;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A name, the program of each size, and the sizes.
type Family = (&'static str, fn(u64) -> String, &'static [u64]);

const FAMILIES: &[Family] = &[
    ("straight-line", straight_line, &[100, 300, 1_000, 3_000, 10_000]),
    ("array sum", array_sum, &[10, 100, 1_000, 3_000, 10_000]),
    ("bubble sort", bubble_sort, &[4, 6, 8, 10, 12]),
    ("linked list", linked_list, &[10, 30, 100, 300, 1_000]),
    ("strings", strings, &[4, 8, 16, 32, 64]),
    ("state machine", state_machine, &[10, 30, 100, 300, 1_000]),
    ("recursion", recursion, &[10, 30, 100, 300, 1_000]),
    ("matrix product", matrix_product, &[2, 4, 8, 16]),
    ("float filter", float_filter, &[1, 2, 4, 8, 16]),
    ("generated", generated, &[375, 750, 1_500, 3_000, 6_000]),
    ("queue", queue, &[3, 4, 5]),
    ("union-find", union_find, &[3, 4]),
    ("sorted list", sorted_list, &[2, 3, 4, 5]),
    ("named entries", named_entries, &[1, 2, 3]),
    ("dispatch", dispatch, &[10, 30, 100]),
    ("constant table", constant_table, &[256, 1_024, 4_096]),
    ("many claims", many_claims, &[100, 1_000, 10_000]),
    ("tokens", tokens, &[5, 10, 20]),
];

struct Measured {
    family: &'static str,
    size: u64,
    seconds: f64,
    /// In MiB.
    memory: f64,
    verdict: String,
    steps: u64,
    variables: u64,
    clauses: u64,
    conflicts: u64,
    rounds: u64,
}

fn main() {
    let chosen: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with("--"))
        .collect();
    let seconds = std::env::var("CHECK_GROWTH_SECONDS").ok();
    let seconds = seconds.and_then(|text| text.parse().ok()).unwrap_or(60);
    let target = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .parent()
        .expect("the target folder")
        .to_owned();
    let mut all: Vec<Measured> = Vec::new();
    println!(
        "family            size   seconds  exponent  MiB    steps  variables    clauses  conflicts  rounds  verdict"
    );
    for (family, program, sizes) in FAMILIES {
        if !chosen.is_empty() && !chosen.iter().any(|word| family.contains(word.as_str())) {
            continue;
        }
        let mut before: Option<(u64, f64)> = None;
        for &size in *sizes {
            let measured = measure(family, size, &program(size), Duration::from_secs(seconds));
            let exponent = support::exponent(before, size, measured.seconds);
            println!(
                "{family:<15} {size:>6} {:>9.2} {exponent:>9} {:>5.0} {:>8} {:>10} {:>10} {:>10} {:>7}  {}",
                measured.seconds,
                measured.memory,
                measured.steps,
                measured.variables,
                measured.clauses,
                measured.conflicts,
                measured.rounds,
                measured.verdict
            );
            before = Some((size, measured.seconds));
            let over = measured.seconds >= seconds as f64;
            all.push(measured);
            if over {
                break;
            }
        }
    }
    let (csv, svg) = (target.join("check_growth.csv"), target.join("check_growth.svg"));
    fs::write(&csv, as_csv(&all)).expect("writes the table");
    fs::write(&svg, as_svg(&all)).expect("writes the plot");
    println!("{}\n{}", csv.display(), svg.display());
}

fn measure(family: &'static str, size: u64, text: &str, allowed: Duration) -> Measured {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file: PathBuf = folder.path().join("bench.c");
    fs::write(&file, text).expect("writes");
    let watched = support::watch(
        Command::new(env!("CARGO_BIN_EXE_because"))
            .args([
                "check",
                "--json",
                "--memory-limit",
                "8G",
                "--timeout",
                &allowed.as_secs().to_string(),
            ])
            .arg(&file),
    );
    let document = watched.document;
    let number = |name: &str| document["size"][name].as_u64().unwrap_or(0);
    Measured {
        family,
        size,
        seconds: watched.seconds,
        memory: watched.memory,
        verdict: document["verdict"].as_str().unwrap_or("none").to_owned(),
        steps: number("steps"),
        variables: number("variables"),
        clauses: number("clauses"),
        conflicts: number("conflicts"),
        rounds: number("rounds"),
    }
}

fn as_csv(all: &[Measured]) -> String {
    let mut text =
        String::from("family,size,seconds,mebibytes,steps,variables,clauses,conflicts,rounds,verdict\n");
    for row in all {
        let _ = writeln!(
            text,
            "{},{},{:.3},{:.1},{},{},{},{},{},{}",
            row.family,
            row.size,
            row.seconds,
            row.memory,
            row.steps,
            row.variables,
            row.clauses,
            row.conflicts,
            row.rounds,
            row.verdict
        );
    }
    text
}

/// Time over size, both logarithmic, one line for each family.
fn as_svg(all: &[Measured]) -> String {
    const COLOURS: [&str; 10] = [
        "#1b6ca8", "#c0392b", "#27854b", "#8e44ad", "#d68910", "#148f8f", "#7f6000", "#b03a8a", "#555555",
        "#2e4053",
    ];
    let x = |size: u64| 60.0 + (size.max(1) as f64).log10() / 4.0 * 560.0;
    let y = |seconds: f64| 440.0 - (seconds.max(0.01).log10() + 2.0) / 4.0 * 400.0;
    let mut text = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"840\" height=\"500\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"840\" height=\"500\" fill=\"white\"/>\n",
    );
    for power in 0..=4 {
        let size = 10u64.pow(power);
        let _ = writeln!(
            text,
            "<line x1=\"{0}\" y1=\"40\" x2=\"{0}\" y2=\"440\" stroke=\"#ddd\"/><text x=\"{0}\" y=\"460\" text-anchor=\"middle\">{size}</text>",
            x(size)
        );
        let seconds = 10f64.powi(power as i32 - 2);
        let _ = writeln!(
            text,
            "<line x1=\"60\" y1=\"{0}\" x2=\"620\" y2=\"{0}\" stroke=\"#ddd\"/><text x=\"52\" y=\"{0}\" text-anchor=\"end\">{seconds} s</text>",
            y(seconds)
        );
    }
    for (index, (family, _, _)) in FAMILIES.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let points: Vec<String> = all
            .iter()
            .filter(|row| row.family == *family)
            .map(|row| format!("{:.1},{:.1}", x(row.size), y(row.seconds)))
            .collect();
        let _ = writeln!(
            text,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\
             <text x=\"640\" y=\"{}\" fill=\"{colour}\">{family}</text>",
            points.join(" "),
            60 + index * 20
        );
    }
    text.push_str("</svg>\n");
    text
}

fn straight_line(lines: u64) -> String {
    let mut text =
        String::from("int main(void) {\n  unsigned x = nondet_uint(), y = nondet_uint(), first = x;\n");
    for line in 0..lines {
        let _ = match line % 4 {
            0 => writeln!(text, "  x = x * 3 + {line};"),
            1 => writeln!(text, "  y = (y ^ x) + (x >> 3);"),
            2 => writeln!(text, "  x = (x & 0xffff0fffu) | (y & 0xf000u);"),
            _ => writeln!(text, "  y += x - {line};"),
        };
    }
    text.push_str("  __CPROVER_assert((first | 1) != 0, \"odd\");\n  return (x ^ y) & 1;\n}\n");
    text
}

fn array_sum(size: u64) -> String {
    format!(
        "int a[{size}];\nint main(void) {{\n  for (int i = 0; i < {size}; i++) a[i] = nondet_uchar();\n  int s = 0;\n  \
         for (int i = 0; i < {size}; i++) s += a[i];\n  __CPROVER_assert(s >= 0, \"not negative\");\n  return 0;\n}}\n"
    )
}

fn bubble_sort(size: u64) -> String {
    format!(
        "int a[{size}];\nint main(void) {{\n  for (int i = 0; i < {size}; i++) a[i] = nondet_uchar();\n  \
         for (int i = 0; i < {size}; i++)\n    for (int j = 0; j + 1 < {size} - i; j++)\n      \
         if (a[j] > a[j + 1]) {{ int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }}\n  \
         for (int i = 0; i + 1 < {size}; i++) __CPROVER_assert(a[i] <= a[i + 1], \"sorted\");\n  return 0;\n}}\n"
    )
}

fn linked_list(size: u64) -> String {
    format!(
        "#include <stdlib.h>\nstruct node {{ int v; struct node *next; }};\nint main(void) {{\n  struct node *head = 0;\n  \
         for (int i = 0; i < {size}; i++) {{\n    struct node *n = malloc(sizeof *n);\n    n->v = nondet_uchar();\n    \
         n->next = head;\n    head = n;\n  }}\n  int s = 0, k = 0;\n  for (struct node *p = head; p; p = p->next) {{ s += p->v; k++; }}\n  \
         __CPROVER_assert(k == {size}, \"length\");\n  \
         while (head) {{ struct node *next = head->next; free(head); head = next; }}\n  return 0;\n}}\n"
    )
}

fn strings(size: u64) -> String {
    format!(
        "#include <string.h>\nint main(void) {{\n  char a[{size} + 1], b[{size} + 1];\n  \
         for (int i = 0; i < {size}; i++) a[i] = nondet_char();\n  a[{size}] = 0;\n  strcpy(b, a);\n  \
         __CPROVER_assert(strcmp(a, b) == 0, \"equal\");\n  __CPROVER_assert(strlen(b) == strlen(a), \"as long\");\n  return 0;\n}}\n"
    )
}

fn state_machine(steps: u64) -> String {
    format!(
        "enum state {{ IDLE, READING, WRITING, DONE }};\nint main(void) {{\n  enum state s = IDLE;\n  int count = 0;\n  \
         for (int i = 0; i < {steps}; i++) {{\n    unsigned char c = nondet_uchar();\n    switch (s) {{\n    \
         case IDLE: if (c == 'r') s = READING; else if (c == 'w') s = WRITING; break;\n    \
         case READING: if (c == 0) s = DONE; else count++; break;\n    \
         case WRITING: if (c == 255) s = IDLE; break;\n    case DONE: if (c == 'x') s = IDLE; break;\n    }}\n  }}\n  \
         __CPROVER_assert(s <= DONE, \"a state\");\n  __CPROVER_assert(count < {steps}, \"count\");\n  return 0;\n}}\n"
    )
}

fn recursion(depth: u64) -> String {
    format!(
        "static unsigned depth(unsigned n) {{ if (n == 0) return 0; return 1 + depth(n - 1); }}\nint main(void) {{\n  \
         unsigned n = nondet_uint();\n  __CPROVER_assume(n <= {depth});\n  __CPROVER_assert(depth(n) <= {depth}, \"depth\");\n  return 0;\n}}\n"
    )
}

fn matrix_product(size: u64) -> String {
    format!(
        "short a[{size}][{size}], b[{size}][{size}];\nint c[{size}][{size}];\nint main(void) {{\n  \
         for (int i = 0; i < {size}; i++)\n    for (int j = 0; j < {size}; j++) {{ a[i][j] = nondet_uchar(); b[i][j] = i == j; }}\n  \
         for (int i = 0; i < {size}; i++)\n    for (int j = 0; j < {size}; j++)\n      \
         for (int k = 0; k < {size}; k++) c[i][j] += a[i][k] * b[k][j];\n  \
         for (int i = 0; i < {size}; i++)\n    for (int j = 0; j < {size}; j++) __CPROVER_assert(c[i][j] == a[i][j], \"same\");\n  return 0;\n}}\n"
    )
}

fn float_filter(samples: u64) -> String {
    format!(
        "int main(void) {{\n  float y = 0;\n  for (int i = 0; i < {samples}; i++) {{\n    float x = nondet_float();\n    \
         __CPROVER_assume(x >= -1 && x <= 1);\n    y = 0.5f * y + 0.5f * x;\n  }}\n  \
         __CPROVER_assert(y >= -1 && y <= 1, \"bounded\");\n  return 0;\n}}\n"
    )
}

/// Functions of ten lines each with branches, a small loop, memory and a call of the one before.
fn generated(lines: u64) -> String {
    let mut text = String::from("int table[16];\nint f0(int x) { return x & 15; }\n");
    let functions = lines / 10;
    for index in 1..=functions {
        let before = index - 1;
        let _ = write!(
            text,
            "int f{index}(int x)\n{{\n  int y = f{before}(x ^ {index});\n  if (y > 7)\n    table[y & 15] += {index} & 3;\n  else\n    \
             y += table[(y + {index}) & 15] & 1;\n  for (int i = 0; i < 2; i++)\n    y = (y * 5 + i) & 15;\n  return y;\n}}\n"
        );
    }
    let _ = writeln!(
        text,
        "int main(void) {{\n  int r = f{functions}(nondet_uchar());\n  __CPROVER_assert(r >= 0 && r < 16, \"range\");\n  return 0;\n}}"
    );
    text
}

/// A ring buffer of `size` places beside an endless one that says what must come out.
fn queue(size: u64) -> String {
    let steps = 2 * size;
    format!(
        "int ring[{size}], all[{steps}];\nunsigned head, count;\nint written, read;\nint main(void) {{\n  \
         for (int i = 0; i < {steps}; i++) {{\n    if (nondet_bool()) {{\n      if (count < {size}) {{ int v = nondet_int(); \
         ring[(head + count) % {size}] = v; count++; all[written++] = v; }}\n    }} else if (count) {{\n      int v = ring[head]; \
         head = (head + 1) % {size}; count--;\n      __CPROVER_assert(v == all[read], \"first in, first out\"); read++;\n    }}\n  }}\n  \
         return 0;\n}}\n"
    )
}

fn union_find(size: u64) -> String {
    format!(
        "int parent[{size}];\nint find(int x) {{ while (parent[x] != x) {{ parent[x] = parent[parent[x]]; x = parent[x]; }} return x; }}\n\
         int main(void) {{\n  for (int i = 0; i < {size}; i++) parent[i] = i;\n  for (int k = 0; k < 3; k++) {{\n    \
         unsigned a = nondet_uint() % {size}, b = nondet_uint() % {size};\n    int ra = find(a), rb = find(b);\n    \
         if (ra != rb) parent[ra] = rb;\n    __CPROVER_assert(find(a) == find(b), \"joined\");\n  }}\n  return 0;\n}}\n"
    )
}

fn sorted_list(size: u64) -> String {
    format!(
        "#include <stdlib.h>\nstruct node {{ int v; struct node *next; }};\nint main(void) {{\n  struct node *head = 0;\n  \
         for (int i = 0; i < {size}; i++) {{\n    struct node *n = malloc(sizeof *n);\n    if (!n) return 1;\n    n->v = nondet_uchar();\n    \
         struct node **at = &head;\n    while (*at && (*at)->v < n->v) at = &(*at)->next;\n    n->next = *at;\n    *at = n;\n  }}\n  \
         for (struct node *p = head; p && p->next; p = p->next) __CPROVER_assert(p->v <= p->next->v, \"sorted\");\n  return 0;\n}}\n"
    )
}

/// Entries on the heap that are found by their names: the bytes of names and pointers share objects.
fn named_entries(commands: u64) -> String {
    format!(
        "#include <stdlib.h>\n#include <string.h>\nstruct entry {{ char name[4]; int value; struct entry *next; }};\n\
         static struct entry *all;\nstatic int count;\n\
         static struct entry *find(const char *n) {{ for (struct entry *e = all; e; e = e->next) if (strcmp(e->name, n) == 0) return e; return 0; }}\n\
         static void set(const char *n, int v) {{\n  struct entry *e = find(n);\n  if (!e) {{\n    e = malloc(sizeof *e);\n    if (!e) return;\n    \
         strncpy(e->name, n, 3); e->name[3] = 0; e->next = all; all = e; count++;\n  }}\n  e->value = v;\n}}\n\
         static void drop(const char *n) {{\n  for (struct entry **p = &all; *p; p = &(*p)->next)\n    \
         if (strcmp((*p)->name, n) == 0) {{ struct entry *d = *p; *p = d->next; free(d); count--; return; }}\n}}\n\
         int main(void) {{\n  for (int i = 0; i < {commands}; i++) {{\n    char n[4] = {{ 'a' + (nondet_uchar() & 1), 'x', 0 }};\n    \
         if (nondet_bool()) set(n, nondet_int()); else drop(n);\n    __CPROVER_assert(count >= 0 && count <= 2, \"two names\");\n  }}\n  return 0;\n}}\n"
    )
}

fn dispatch(calls: u64) -> String {
    format!(
        "typedef unsigned (*op)(unsigned);\nunsigned inc(unsigned x) {{ return x + 1; }}\nunsigned half(unsigned x) {{ return x / 2; }}\n\
         unsigned low(unsigned x) {{ return x & 255; }}\nunsigned none(unsigned x) {{ return 0 * x; }}\nop ops[4] = {{ inc, half, low, none }};\n\
         int main(void) {{\n  unsigned x = 0;\n  for (int i = 0; i < {calls}; i++) x = ops[nondet_uint() & 3](x);\n  \
         __CPROVER_assert(x <= {calls}, \"one at a time\");\n  return 0;\n}}\n"
    )
}

fn constant_table(size: u64) -> String {
    let values: Vec<String> = (0..size)
        .map(|index| (index * 2_654_435_761 % 997).to_string())
        .collect();
    format!(
        "static const int table[{size}] = {{ {} }};\nint main(void) {{\n  int s = 0;\n  \
         for (int i = 0; i < 4; i++) s += table[nondet_uint() % {size}];\n  __CPROVER_assert(s <= 4 * 996, \"sum\");\n  return 0;\n}}\n",
        values.join(", ")
    )
}

fn many_claims(rounds: u64) -> String {
    format!(
        "int a[{rounds}];\nint main(void) {{\n  for (int i = 0; i < {rounds}; i++) {{\n    a[i] = nondet_uchar();\n    \
         __CPROVER_assert(a[i] < 256, \"a byte\");\n    if (i) __CPROVER_assert(a[i] + a[i - 1] < 511, \"two bytes\");\n  }}\n  return 0;\n}}\n"
    )
}

fn tokens(size: u64) -> String {
    format!(
        "int main(void) {{\n  char a[{size} + 1];\n  int words = 0, length = 0, most = 0;\n  \
         for (int i = 0; i < {size}; i++) a[i] = nondet_char();\n  a[{size}] = 0;\n  for (int i = 0; a[i]; i++) {{\n    \
         if (a[i] == ' ') {{ if (length) words++; length = 0; }} else {{ length++; if (length > most) most = length; }}\n  }}\n  \
         if (length) words++;\n  __CPROVER_assert(words <= ({size} + 1) / 2, \"words\");\n  __CPROVER_assert(length <= most, \"longest\");\n  return 0;\n}}\n"
    )
}
