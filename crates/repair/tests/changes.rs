//! Which changes are proposed, and which of them make tests right.

use std::path::Path;
use std::sync::Arc;

use expect_test::{Expect, expect};
use frontend::{FileProvider, Input, Request};
use repair::{Family, InstructionBudget, Oracle, Patch, Schema, SetSearch, TestIngredients};
use runs::Test;
use source::FileId;

struct NoFiles;

impl FileProvider for NoFiles {
    fn read(&self, _path: &Path) -> Option<Arc<[u8]>> {
        None
    }
}

fn schema(text: &str, family: Family) -> (Schema, source::SourceMap) {
    with(text, family, &[])
}

fn with(text: &str, family: Family, expected: &[&str]) -> (Schema, source::SourceMap) {
    let request = Request {
        inputs: vec![Input::new("t.c", text)],
        link_models: true,
        ..Request::default()
    };
    let outcome = frontend::parse(&request, &NoFiles);
    let tree = outcome.tree.expect("a program without errors");
    let sources = outcome.sources;
    let editable = |file: FileId| !sources.file(file).embedded;
    let tests = TestIngredients {
        words: expected.iter().map(|word| (*word).to_owned()).collect(),
        ..TestIngredients::default()
    };
    let made = Schema::new(
        tree,
        &sources,
        &lower::Options::default(),
        &editable,
        family,
        &tests,
    );
    (made.expect("something can be changed"), sources)
}

/// The line of a patch of one edit, the text that it replaces, and what replaces it.
fn replaced(sources: &source::SourceMap, patch: &Patch) -> (u32, String, String) {
    let edit = &patch.edits[0];
    let mut files = sources.files().filter(|(_, file)| file.name == edit.file);
    let (id, file) = files.next().expect("the file");
    let old = sources.text(source::Span::new(id, edit.lo, edit.hi));
    (file.line_column(edit.lo).line, old, edit.replacement.clone())
}

/// Each change as `old -> new`, in order.
fn changes(text: &str) -> Vec<String> {
    let (schema, sources) = schema(text, Family::Changes);
    let told = |position: usize| {
        let patch = schema.patch(position);
        let (_, old, new) = replaced(&sources, &patch);
        format!("{}: {old} -> {new}", patch.kind.word())
    };
    schema.positions().map(told).collect()
}

fn check(text: &str, expected: &Expect) {
    expected.assert_eq(&(changes(text).join("\n") + "\n"));
}

#[test]
fn relations_have_all_other_relations_and_no_negation() {
    check(
        "int a, b, c; int main(void) { if (a < b) return c; return c; }",
        &expect![[r#"
            operator: < -> <=
            operator: < -> >
            operator: < -> >=
            operator: < -> !=
            operator: < -> ==
            offset: b -> b - 1
            variable: a -> c
            variable: b -> c
            negated: c -> -c
            offset: c -> c + 1
            offset: c -> c - 1
            variable: c -> b
            variable: c -> a
            negated: c -> -c
            offset: c -> c + 1
            offset: c -> c - 1
            variable: c -> b
            variable: c -> a
        "#]],
    );
}

#[test]
fn an_operator_beside_a_macro_can_be_changed() {
    let text = "#define LIMIT 10\nint a;\nint main(void) { return a == LIMIT; }";
    let found = changes(text);
    assert!(found.contains(&"operator: == -> !=".to_owned()), "{found:#?}");
}

#[test]
fn nothing_that_judges_the_program_is_changed() {
    let text = "int nondet_int(void); void reach_error(void); void abort(void);\n\
        int main(void) {\n  int x = nondet_int();\n  __CPROVER_assume(x > 3);\n  __CPROVER_assert(x != 5, \"five\");\n\
        \x20 if (x == 6) { reach_error(); abort(); }\n  return 0;\n}";
    let changed = changes(text);
    assert!(
        !changed.iter().any(|change| ["3", "5", "6"]
            .iter()
            .any(|text| change.contains(&format!(": {text} ->")))),
        "{changed:?}"
    );
    assert!(
        !changed.iter().any(|change| change.starts_with("operator")),
        "{changed:?}"
    );
}

#[test]
fn a_constant_behind_a_macro_is_one_change_for_all_its_uses() {
    let text = "#define LIMIT 10\nint a = LIMIT;\nint main(void) { return a == LIMIT; }";
    let (schema, sources) = schema(text, Family::Changes);
    let of_limit: Vec<usize> = schema
        .positions()
        .filter(|position| {
            let (_, old, new) = replaced(&sources, &schema.patch(*position));
            (old.as_str(), new.as_str()) == ("10", "11")
        })
        .collect();
    assert_eq!(of_limit.len(), 1);
    let test = Test {
        arguments: vec![b"t".to_vec()],
        stdin_ends: true,
        ..Test::default()
    };
    let tests = [test];
    let oracle = oracle_of(&tests);
    let interpreter = interp::Interpreter::new(&schema.program, None);
    let run = oracle.execute_changed(&interpreter, &schema, &tests[0], Some(of_limit[0]));
    assert_eq!(run.stop, interp::Stop::Exit(1), "both uses are 11");
}

/// Tests, each a pair of standard input and output.
fn suite_of(tests: &[(&str, &str)]) -> Vec<Test> {
    let test = |(stdin, stdout): &(&str, &str)| Test {
        name: (*stdin).to_owned(),
        arguments: vec![b"t".to_vec()],
        stdin: stdin.as_bytes().to_vec(),
        stdin_ends: true,
        expected: Some(stdout.as_bytes().to_vec()),
        ..Test::default()
    };
    tests.iter().map(test).collect()
}

fn oracle_of(tests: &[Test]) -> Oracle<'_> {
    Oracle {
        tests,
        ignore_space: false,
        steps: 1_000,
        stack: 8 << 20,
        observes: false,
    }
}

/// The edits that make all tests right, each test a pair of standard input and output.
fn repairs(text: &str, tests: &[(&str, &str)], family: Family) -> Vec<String> {
    let (schema, sources) = schema(text, family);
    let tests = suite_of(tests);
    let oracle = oracle_of(&tests);
    let interpreter = interp::Interpreter::new(&schema.program, None);
    let right = |test: &usize| {
        oracle.is_right(
            &tests[*test],
            &oracle.execute_changed(&interpreter, &schema, &tests[*test], None),
        )
    };
    let (passing, failing): (Vec<usize>, Vec<usize>) = (0..tests.len()).partition(right);
    let never: runs::Interrupt = std::sync::Arc::new(|| false);
    let scores = oracle
        .screen(&schema, &failing, &passing, false, &never)
        .expect("the switch off does nothing");
    let whole = scores
        .scores
        .iter()
        .filter(|score| score.repaired == failing.len() && score.broken == 0);
    whole
        .map(|score| {
            let (line, old, new) = replaced(&sources, &schema.patch(score.position));
            format!("{line}: {old} -> {new}")
        })
        .collect()
}

/// A program, its tests, and the edit that must be found.
type Case = (
    &'static str,
    &'static [(&'static str, &'static str)],
    &'static str,
);

/// Programs with one fault each, the tests, and the change that makes them right.
const FAULTS: &[Case] = &[
    // The end of a list, forgotten when its last entry goes.
    (
        "#define NULL ((void *)0)\nint scanf(const char *, ...), printf(const char *, ...);\n\
         struct node { struct node *next, *prev; }; struct list { struct node *first, *last; };\nvoid drop(struct list *l, struct node *n) {\n\
         if (n->prev) n->prev->next = n->next; else l->first = n->next;\n\
         if (n->next) n->next->prev = n->prev;\nelse l->last = NULL;\n}\n\
         int main(void) { struct node a = {0, 0}, b = {0, &a}; struct list l = {&a, &b}; int x;\n\
         a.next = &b; scanf(\"%d\", &x); drop(&l, x ? &b : &a);\n\
         printf(\"%d %d\\n\", l.first == &a, l.last == &a); return 0; }",
        &[("1", "1 1\n"), ("0", "0 0\n")],
        "7: NULL -> n->prev",
    ),
    (
        "int scanf(const char *, ...); int printf(const char *, ...);\n\
         int main(void) { int a, b; scanf(\"%d%d\", &a, &b);\n\
         if (a < b) printf(\"%d\\n\", a); else printf(\"%d\\n\", b); return 0; }",
        &[("1 2", "2\n"), ("5 3", "5\n"), ("4 4", "4\n")],
        "3: < -> >",
    ),
    // Bits where truths are meant, and the other way round.
    (
        "int scanf(const char *, ...); int printf(const char *, ...);\n\
         int main(void) { int a, b; scanf(\"%d%d\", &a, &b);\n\
         if (a & b) printf(\"both\\n\"); else printf(\"not both\\n\"); return 0; }",
        &[
            ("1 2", "both\n"),
            ("5 3", "both\n"),
            ("0 4", "not both\n"),
            ("8 0", "not both\n"),
        ],
        "3: & -> &&",
    ),
    (
        "int scanf(const char *, ...); int printf(const char *, ...);\n\
         int main(void) { int a, b; scanf(\"%d%d\", &a, &b);\n\
         printf(\"%d\\n\", a || b); return 0; }",
        &[("1 2", "3\n"), ("5 3", "7\n"), ("0 4", "4\n"), ("0 1", "1\n")],
        "3: || -> |",
    ),
    (
        "int scanf(const char *, ...); int printf(const char *, ...);\n\
         int main(void) { int n, i, s = 0; scanf(\"%d\", &n);\n\
         for (i = 0; i < n; i++) s += i;\nprintf(\"%d\\n\", s); return 0; }",
        &[("3", "6\n"), ("0", "0\n"), ("4", "10\n")],
        "3: < -> <=",
    ),
    (
        "int scanf(const char *, ...); int printf(const char *, ...);\n\
         int main(void) { int a, b; scanf(\"%d%d\", &a, &b);\nfloat m = (a + b) / 2;\n\
         printf(\"%.1f\\n\", m); return 0; }",
        &[("1 2", "1.5\n"), ("2 2", "2.0\n")],
        "3: a + b -> (float) a + b",
    ),
    (
        "int scanf(const char *, ...); int printf(const char *, ...);\n\
         int sub(int a, int b) { return a - b; }\n\
         int main(void) { int a, b; scanf(\"%d%d\", &a, &b);\nprintf(\"%d\\n\", sub(b, a)); return 0; }",
        &[("1 2", "-1\n"), ("5 3", "2\n")],
        "4: b, a -> a, b",
    ),
    (
        "int scanf(const char *, ...); int printf(const char *, ...);\n\
         int main(void) { int a, b; scanf(\"%d%d\", &a, &b);\nprintf(\"%d\\n\", b - a); return 0; }",
        &[("1 2", "-1\n"), ("5 3", "2\n")],
        "3: b - a -> a - b",
    ),
    (
        "int scanf(const char *, ...); int printf(const char *, ...);\n\
         int main(void) { int a; scanf(\"%d\", &a);\nprintf(\"%d\", a); return 0; }",
        &[("1", "1\n")],
        "3: \"%d\" -> \"%d\\n\"",
    ),
    (
        "int scanf(const char *, ...); int printf(const char *, ...);\n\
         int main(void) { int a, r = 0; scanf(\"%d\", &a);\nswitch (a) {\ncase 1: r = 10;\ncase 2: r = 20;\n}\n\
         printf(\"%d\\n\", r); return 0; }",
        &[("1", "10\n"), ("2", "20\n"), ("3", "0\n")],
        "5:  -> break; ",
    ),
    (
        "int scanf(const char *, ...); int printf(const char *, ...); int all[3], rest;\n\
         void add(int *to, int x) { *to += x; }\n\
         int main(void) { int x; while (scanf(\"%d\", &x) == 1) {\nif (x < 3)\nadd(&all[x], x);\nelse\n\
         add(&all[2], x);\n}\nprintf(\"%d %d\\n\", all[2], rest); return 0; }",
        &[("1 2", "2 0\n"), ("2 7", "2 7\n")],
        "7: &all[2] -> &rest",
    ),
    // Neighbours in a table.
    (
        "int scanf(const char *, ...); int printf(const char *, ...);\n\
         const char *names[] = { \"low\", \"high\", \"middle\" };\n\
         int main(void) { int x; scanf(\"%d\", &x); printf(\"%s\\n\", names[x]); return 0; }",
        &[("0", "low\n"), ("1", "middle\n"), ("2", "high\n")],
        "2: \"high\", \"middle\" -> \"middle\", \"high\"",
    ),
    // A function in a table.
    (
        "int scanf(const char *, ...); int printf(const char *, ...);\n\
         int more(int x) { return x + 1; } int less(int x) { return x - 1; }\n\
         int (*both[])(int) = { more, more };\n\
         int main(void) { int x, y; scanf(\"%d%d\", &x, &y); printf(\"%d\\n\", both[x](y)); return 0; }",
        &[("0 4", "5\n"), ("1 4", "3\n"), ("1 7", "6\n")],
        "3: more -> less",
    ),
    // A case that a `switch` does not have.
    (
        "int scanf(const char *, ...); int printf(const char *, ...);\n\
         #define RED 4\n#define BLUE 7\n\
         int main(void) { int x, y = BLUE; scanf(\"%d\", &x);\nswitch (x) {\ncase RED: y = 1; break;\ndefault: y = 0;\n}\n\
         printf(\"%d\\n\", y); return 0; }",
        &[("4", "1\n"), ("7", "1\n"), ("5", "0\n")],
        "6:  -> case BLUE: ",
    ),
    // A number that is counted and never read, and one less than what is divided by.
    (
        "int scanf(const char *, ...); int printf(const char *, ...);\n\
         int main(void) { int n = 0, bad = 0, x; while (scanf(\"%d\", &x) == 1) { n++; if (x < 0) bad++; }\n\
         printf(\"%d\\n\", n); return 0; }",
        &[("1 2", "2\n"), ("1 -2 3", "2\n"), ("-1 -1 -1", "0\n")],
        "3: n -> (n - bad)",
    ),
    (
        "int scanf(const char *, ...); int printf(const char *, ...);\n\
         int main(void) { int n = 0, s = 0, x; while (scanf(\"%d\", &x) == 1) { n++; s += x; }\n\
         printf(\"%d\\n\", s / n); return 0; }",
        &[("1 2", "3\n"), ("4 4 4", "6\n"), ("9 9 9 9", "12\n")],
        "3: n -> (n - 1)",
    ),
];

#[test]
fn faults_of_each_kind_are_repaired() {
    for (text, tests, wanted) in FAULTS {
        let found = repairs(text, tests, Family::Changes);
        assert!(
            found.iter().any(|edit| edit == wanted),
            "{wanted} is not in {found:#?}"
        );
    }
}

const MISSING: &[Case] = &[
    // The other end of a list.
    (
        "int scanf(const char *, ...), printf(const char *, ...);\n\
         struct node { struct node *next, *prev; }; struct list { struct node *first, *last; };\nvoid drop(struct list *l, struct node *n) {\n\
         if (n->prev) n->prev->next = n->next; else l->first = n->next;\n\
         if (n->next) n->next->prev = n->prev;\n}\n\
         int main(void) { struct node a = {0, 0}, b = {0, &a}; struct list l = {&a, &b}; int x;\n\
         a.next = &b; scanf(\"%d\", &x); drop(&l, x ? &b : &a);\n\
         printf(\"%d %d\\n\", l.first == &a, l.last == &a); return 0; }",
        &[("1", "1 1\n"), ("0", "0 0\n")],
        "5:  ->  else l->last = n->prev;",
    ),
    // A variable set nowhere else.
    (
        "int scanf(const char *, ...); int printf(const char *, ...);\n\
         int main(void) { int x, seen = 0, first = 0;\nwhile (scanf(\"%d\", &x) == 1) {\n\
         if (!seen) {\nfirst = x;\n}\n}\nprintf(\"%d\\n\", first); return 0; }",
        &[("3 4 5", "3\n"), ("7", "7\n")],
        "5:  -> seen = 1; ",
    ),
    // A member counted down.
    (
        "int scanf(const char *, ...); int printf(const char *, ...);\n\
         struct pile { int count; int item[9]; };\n\
         void put(struct pile *p, int x) { p->item[p->count] = x; p->count++; }\n\
         int take(struct pile *p) {\nif (p->count == 0) return -1;\nreturn p->item[p->count];\n}\n\
         int main(void) { struct pile p = {0}; int x; while (scanf(\"%d\", &x) == 1) put(&p, x);\n\
         while ((x = take(&p)) >= 0 && p.count < 9) printf(\"%d\", x);\nprintf(\"\\n\"); return 0; }",
        &[("1", "1\n"), ("1 2 3", "321\n")],
        "6:  -> p->count--; ",
    ),
    // A pointer moved at the end of a loop.
    (
        "int printf(const char *, ...);\nstruct node { struct node *next; int value; };\n\
         int main(void) { struct node b = {0, 2}, a = {&b, 1}, *p = &a, *q = &b; int s = 0, i;\n\
         for (i = 0; i < 2; i++) {\ns += p->value;\n}\nprintf(\"%d%d\\n\", s, q->value); return 0; }",
        &[("", "32\n")],
        "6:  -> p = p->next; ",
    ),
    // A statement done in another place too.
    (
        "int scanf(const char *, ...); int printf(const char *, ...); int lines;\n\
         void line(void) { lines++; printf(\"%d\\n\", lines); }\n\
         int main(void) { int x; scanf(\"%d\", &x);\nif (x > 2) {\nline();\nreturn 0;\n}\n\
         x++;\nreturn 0; }",
        &[("1", "1\n"), ("5", "1\n")],
        "8:  -> line(); ",
    ),
    // A loop that should have been left.
    (
        "int scanf(const char *, ...); int printf(const char *, ...);\n\
         int main(void) { int x, s = 0; while (scanf(\"%d\", &x) == 1) { if (x == 0) {\ns += 100;\n}\n\
         s += x; }\nprintf(\"%d\\n\", s); return 0; }",
        &[("1 2 0 5", "103\n"), ("4", "4\n")],
        "4:  -> break; ",
    ),
    // The only call of a function, in the alternative that is missing.
    (
        "int scanf(const char *, ...); int printf(const char *, ...); int odd;\n\
         void count(int by) { odd += by; }\n\
         int main(void) { int x, even = 0; while (scanf(\"%d\", &x) == 1) {\nif (x % 2 == 0) {\neven++;\n}\n\
         }\nprintf(\"%d %d\\n\", even, odd); return 0; }",
        &[("1 2 3", "1 4\n"), ("4", "1 0\n")],
        "6:  ->  else count(x);",
    ),
    // A member that nothing in the program writes.
    (
        "int scanf(const char *, ...); int printf(const char *, ...);\n\
         struct word { int length, line; }; int lines = 1;\n\
         void read(struct word *w, int n) {\nw->length = n; }\n\
         int main(void) { int n; struct word w = {0, 0}; while (scanf(\"%d\", &n) == 1) { read(&w, n);\n\
         printf(\"%d %d\\n\", w.length, w.line); lines++; } return 0; }",
        &[("5 6", "5 1\n6 2\n"), ("7", "7 1\n")],
        "4:  -> w->line = lines; ",
    ),
];

#[test]
fn missing_statements_are_made_of_the_words_of_their_function() {
    for (text, tests, wanted) in MISSING {
        let found = repairs(text, tests, Family::Insertions);
        assert!(
            found.iter().any(|edit| edit == wanted),
            "{wanted} is not in {found:#?}"
        );
    }
}

#[test]
fn missing_statements_stand_in_other_functions() {
    let cases: &[Case] = &[
        // What another function counts up, counted down, by another name.
        (
            "int scanf(const char *, ...); int printf(const char *, ...);\n\
             struct pile { int count; int item[9]; };\n\
             void put(struct pile *p, int x) {\np->item[p->count] = x;\np->count++;\n}\n\
             void drop(struct pile *q) {\nif (!q) return;\n}\n\
             int main(void) { struct pile all = {0}; int x;\n\
             while (scanf(\"%d\", &x) == 1) { if (x) put(&all, x); else drop(&all); }\n\
             printf(\"%d\\n\", all.count); return 0; }",
            &[("1 2 0", "1\n"), ("1", "1\n")],
            "9:  -> q->count--; ",
        ),
        // A call.
        (
            "int scanf(const char *, ...); int printf(const char *, ...); int depth;\n\
             void report(int level) { if (level > depth) depth = level; }\n\
             void open(int level) {\nreport(level);\n}\n\
             void widen(int level) {\nlevel++;\n}\n\
             int main(void) { int x; scanf(\"%d\", &x); if (x > 0) open(x); else widen(-x);\n\
             printf(\"%d\\n\", depth); return 0; }",
            &[("3", "3\n"), ("-4", "5\n")],
            "8:  -> report(level); ",
        ),
    ];
    for (text, tests, wanted) in cases {
        let found = repairs(text, tests, Family::ForeignStatements);
        assert!(
            found.iter().any(|edit| edit == wanted),
            "{wanted} is not in {found:#?}"
        );
    }
}

#[test]
fn missing_conditions_are_made_of_the_words_of_their_function() {
    let cases: &[Case] = &[
        // Two variables that are compared nowhere else.
        (
            "int scanf(const char *, ...); int printf(const char *, ...);\n\
             int main(void) { int x, last = -1, n = 0; while (scanf(\"%d\", &x) == 1) {\n\
             if (x > 0) {\nn++;\n}\nlast = x; }\nprintf(\"%d\\n\", n); return 0; }",
            &[("1 1 2", "2\n"), ("0 5 5", "1\n"), ("3 0 3", "2\n")],
            "3: x > 0 -> x > 0 && x != last",
        ),
        // A comparison that is written elsewhere.
        (
            "int scanf(const char *, ...); int printf(const char *, ...);\n\
             int main(void) { int c, s = 0; while (scanf(\"%d\", &c) == 1) {\nif (c != 7) s++;\n\
             if (c > 2)\ns += 10;\n}\nprintf(\"%d\\n\", s); return 0; }",
            &[("7 3", "11\n"), ("1 8", "12\n"), ("7", "0\n")],
            "4: c > 2 -> c > 2 && c != 7",
        ),
        // A statement that is always done.
        (
            "int scanf(const char *, ...); int printf(const char *, ...);\n\
             int main(void) { int x, m = 0; while (scanf(\"%d\", &x) == 1) {\nm = x;\n}\n\
             printf(\"%d\\n\", m); return 0; }",
            &[("1 3 2", "3\n"), ("4", "4\n"), ("5 1", "5\n")],
            "3:  -> if (m < x) ",
        ),
    ];
    for (text, tests, wanted) in cases {
        let found = repairs(text, tests, Family::Conditions);
        assert!(
            found.iter().any(|edit| edit == wanted),
            "{wanted} is not in {found:#?}"
        );
    }
}

/// The sets of changes that make all tests right, each as its sorted edits.
fn sets(text: &str, tests: &[(&str, &str)], expected: &[&str]) -> Vec<Vec<String>> {
    let (schema, sources) = with(text, Family::ChangesAndInsertions, expected);
    let tests = suite_of(tests);
    let oracle = oracle_of(&tests);
    let never: runs::Interrupt = std::sync::Arc::new(|| false);
    let failing: Vec<usize> = (0..tests.len()).collect();
    let work = InstructionBudget(100_000_000);
    let mut search = SetSearch::new(&oracle, &schema, &failing, &[], work, &never)
        .expect("the switches off do nothing, and every test fails");
    let (mut found, frontier) = search.pairs(work);
    if found.is_empty() {
        search.budget = InstructionBudget(400_000_000);
        found = search.larger(frontier).0;
    }
    let told = |positions: &Vec<usize>| {
        let edits = positions.iter().map(|position| {
            let (line, old, new) = replaced(&sources, &schema.patch(*position));
            format!("{line}: {old} -> {}", new.trim())
        });
        let mut edits: Vec<String> = edits.collect();
        edits.sort();
        edits
    };
    found.iter().map(told).collect()
}

/// Neither change makes any test right: only both together do.
#[test]
fn two_faults_that_hide_each_other() {
    let text = "int printf(const char *, ...), scanf(const char *, ...);\nint main(void) {\n  int n, s = 1;\n  scanf(\"%d\", &n);\n  while (n > 0) {\n    s = s + n;\n    n = n - 2;\n  }\n  printf(\"%d\\n\", s);\n  return 0;\n}\n";
    let found = sets(text, &[("3", "6\n"), ("4", "10\n"), ("7", "28\n")], &[]);
    let wanted = ["3: 1 -> 0", "7: 2 -> 1"];
    assert!(found.iter().any(|set| *set == wanted), "{found:#?}");
}

/// A wrong relation, an assignment that is missing under an `if`, and a wrong word: the plainest set comes first.
#[test]
fn three_faults_of_different_kinds() {
    let text = "int printf(const char *, ...), scanf(const char *, ...);\nint main(void) {\n  int x, most = 0, count = 0;\n  while (scanf(\"%d\", &x) == 1) {\n    if (x < most)\n      most = x;\n    if (x % 2 == 0)\n      ;\n  }\n  printf(\"mots %d\\n\", most);\n  printf(\"even %d\\n\", count);\n  return 0;\n}\n";
    let tests = [
        ("3 8 5", "most 8\neven 1\n"),
        ("2 4", "most 4\neven 2\n"),
        ("7", "most 7\neven 0\n"),
        ("6 1 9 10", "most 10\neven 2\n"),
    ];
    let found = sets(text, &tests, &["even", "most"]);
    let wanted = [
        "10: \"mots %d\\n\" -> \"most %d\\n\"",
        "5: < -> >",
        "8: ; -> count++;",
    ];
    assert_eq!(
        found.first().map(Vec::as_slice),
        Some(wanted.map(str::to_owned).as_slice()),
        "{found:#?}"
    );
}

/// What makes every test right without the rest of a set is told alone.
#[test]
fn nothing_is_in_a_set_that_is_not_needed() {
    let text = "int printf(const char *, ...), scanf(const char *, ...);\nint main(void) {\n  int n, s = 1;\n  scanf(\"%d\", &n);\n  printf(\"%d\\n\", s - n);\n  return 0;\n}\n";
    let found = sets(text, &[("3", "4\n"), ("4", "5\n")], &[]);
    assert!(
        !found.is_empty() && found.iter().all(|set| set.len() == 1),
        "{found:#?}"
    );
}

/// Lowering checks the program of all changes: no constant is out of its type's range, and no name is of another function.
#[test]
fn programs_of_changes_are_well_formed() {
    let text = "int scanf(const char *, ...); int printf(const char *, ...);\n\
                int larger(int left, int right); enum kind { NONE, SMALL, LARGE };\n\
                enum kind kind_of(int x) {\nif (x < 10) {\nreturn SMALL;\n}\nreturn LARGE;\n}\n\
                unsigned half(unsigned x) {\nx = x / 2;\nreturn x;\n}\n\
                _Bool even(int x) {\nstatic int two = 2, asked[] = {1, 3};\nasked[x > 9]++;\nint rest = x % two;\nreturn rest == 1;\n}\n\
                int larger(int a, int b) {\nint most = a;\nif (b > a) {\nmost = b;\n}\nreturn most;\n}\n\
                int main(void) { int x, y; scanf(\"%d %d\", &x, &y);\n\
                printf(\"%d %u %d %d\\n\", kind_of(x), half(x), even(x), larger(x, y)); return 0; }";
    let tests = [("4 7", "1 2 1 7\n"), ("15 3", "2 7 0 15\n")];
    for family in [
        Family::Changes,
        Family::Insertions,
        Family::ForeignStatements,
        Family::ChangesAndGuards,
    ] {
        let found = repairs(text, &tests, family);
        if family == Family::Changes {
            assert!(found.iter().any(|edit| edit.contains("!=")), "{found:#?}");
        }
    }
}
