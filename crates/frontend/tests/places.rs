//! Where things are, through macros: each expression's place, one per line, without repetitions.

mod common;

use expect_test::{Expect, expect};

fn check(files: &[(&str, &str)], expect: Expect) {
    let outcome = common::parse(files);
    let mut lines = vec![common::diagnostics_of(&outcome)];
    if let Some(tree) = &outcome.tree {
        for expr in &tree.exprs {
            let line = frontend::describe(&outcome.sources, expr.loc);
            if lines.last() != Some(&line) {
                lines.push(line);
            }
        }
    }
    lines.retain(|line| !line.is_empty());
    expect.assert_eq(&lines.join("\n"));
}

#[test]
fn plain_expressions_have_exact_columns() {
    check(
        &[("a.c", "int f(int a, int b)\n{\n\treturn (a + 1) * (b);\n}\n")],
        expect![[r#"
            a.c:3:10-11 `a`
            a.c:3:14-15 `1`
            a.c:3:10-15 `a + 1`
            a.c:3:20-21 `b`
            a.c:3:9-22 `(a + 1) * (b)`"#]],
    );
}

#[test]
fn an_object_like_macro_is_used_by_name_and_spelled_in_its_definition() {
    check(
        &[("a.c", "#define LIMIT 20\nint f(int x) { return x < LIMIT; }\n")],
        expect![[r#"
            a.c:2:23-24 `x`
            a.c:2:27-32 `LIMIT` spelled a.c:1:15-17 `20` from LIMIT at a.c:2:27-32 `LIMIT`
            a.c:2:23-32 `x < LIMIT`"#]],
    );
}

#[test]
fn arguments_are_where_they_are_written_and_bodies_where_they_are_defined() {
    check(
        &[(
            "a.c",
            "#define MAX(a, b) ((a) > (b) ? (a) : (b))\nint f(int x, int y) { return MAX(x + 1, y); }\n",
        )],
        expect![[r#"
            a.c:2:34-35 `x`
            a.c:2:38-39 `1`
            a.c:2:34-39 `x + 1`
            a.c:2:41-42 `y`
            a.c:2:30-43 `MAX(x + 1, y)` spelled a.c:1:20-29 `(a) > (b)` from MAX at a.c:2:30-43 `MAX(x + 1, y)`
            a.c:2:34-35 `x`
            a.c:2:38-39 `1`
            a.c:2:34-39 `x + 1`
            a.c:2:41-42 `y`
            a.c:2:30-43 `MAX(x + 1, y)` spelled a.c:1:20-41 `(a) > (b) ? (a) : (b)` from MAX at a.c:2:30-43 `MAX(x + 1, y)`"#]],
    );
}

#[test]
fn an_operator_of_the_body_between_bare_arguments() {
    check(
        &[(
            "a.c",
            "#define ADD(a, b) a + b\n#define INC(a) a + 1\nint f(int x, int y) { return ADD(x, y) * INC(x); }\n",
        )],
        expect![[r#"
            a.c:3:34-35 `x`
            a.c:3:37-38 `y`
            a.c:3:46-47 `x`
            a.c:3:30-48 `ADD(x, y) * INC(x)`
            a.c:3:42-48 `INC(x)` spelled a.c:2:20-21 `1` from INC at a.c:3:42-48 `INC(x)`
            a.c:3:30-48 `ADD(x, y) * INC(x)`"#]],
    );
}

#[test]
fn nested_macros_keep_the_chain() {
    check(
        &[(
            "a.c",
            "#define ONE 1\n#define TWO (ONE + ONE)\n#define TWICE(x) ((x) * TWO)\nint f(int a) { return TWICE(a - 3); }\n",
        )],
        expect![[r#"
            a.c:4:29-30 `a`
            a.c:4:33-34 `3`
            a.c:4:29-34 `a - 3`
            a.c:4:23-35 `TWICE(a - 3)` spelled a.c:1:13-14 `1` from ONE at a.c:2:14-17 `ONE` from TWO at a.c:3:25-28 `TWO` from TWICE at a.c:4:23-35 `TWICE(a - 3)`
            a.c:4:23-35 `TWICE(a - 3)` spelled a.c:1:13-14 `1` from ONE at a.c:2:20-23 `ONE` from TWO at a.c:3:25-28 `TWO` from TWICE at a.c:4:23-35 `TWICE(a - 3)`
            a.c:4:23-35 `TWICE(a - 3)` spelled a.c:2:14-23 `ONE + ONE` from TWO at a.c:3:25-28 `TWO` from TWICE at a.c:4:23-35 `TWICE(a - 3)`
            a.c:4:23-35 `TWICE(a - 3)` spelled a.c:3:19-28 `(x) * TWO` from TWICE at a.c:4:23-35 `TWICE(a - 3)`"#]],
    );
}

#[test]
fn a_macro_within_its_own_argument() {
    check(
        &[(
            "a.c",
            "#define NEG(x) (-(x))\nint f(int a) { return NEG(NEG(a)); }\n",
        )],
        expect![[r#"
            a.c:2:31-32 `a`
            a.c:2:27-33 `NEG(a)` spelled a.c:1:17-21 `-(x)` from NEG at a.c:2:27-33 `NEG(a)`
            a.c:2:23-34 `NEG(NEG(a))` spelled a.c:1:17-21 `-(x)` from NEG at a.c:2:23-34 `NEG(NEG(a))`"#]],
    );
}

#[test]
fn a_macro_of_a_header() {
    check(
        &[
            ("h.h", "/* limits */\n#define BOUND \\\n  (10 + 2)\n"),
            ("a.c", "#include \"h.h\"\nint f(int a) { return a == BOUND; }\n"),
        ],
        expect![[r#"
            a.c:2:23-24 `a`
            a.c:2:28-33 `BOUND` spelled h.h:3:4-6 `10` from BOUND at a.c:2:28-33 `BOUND`
            a.c:2:28-33 `BOUND` spelled h.h:3:9-10 `2` from BOUND at a.c:2:28-33 `BOUND`
            a.c:2:28-33 `BOUND` spelled h.h:3:4-10 `10 + 2` from BOUND at a.c:2:28-33 `BOUND`
            a.c:2:23-33 `a == BOUND`"#]],
    );
}

#[test]
fn an_assertion_is_where_it_is_written() {
    check(
        &[(
            "a.c",
            "#include <assert.h>\n#define LIMIT 20\nvoid f(int x) { assert(x < LIMIT); }\n",
        )],
        expect![[r#"
            a.c:3:17-34 `assert(x < LIMIT)` spelled <because>/assert.h:6:19-35 `__because_assert` from assert at a.c:3:17-34 `assert(x < LIMIT)`
            a.c:3:24-25 `x`
            a.c:3:28-33 `LIMIT` spelled a.c:2:15-17 `20` from LIMIT at a.c:3:28-33 `LIMIT`
            a.c:3:24-33 `x < LIMIT`
            a.c:3:17-34 `assert(x < LIMIT)` spelled <because>/assert.h:6:19-38 `__because_assert(e)` from assert at a.c:3:17-34 `assert(x < LIMIT)`"#]],
    );
}

#[test]
fn pasted_and_stringized_tokens() {
    check(
        &[(
            "a.c",
            "#define VAR(n) x_##n\n#define NAME(n) #n\nint x_1;\nchar *f(void) { VAR(1) = 2; return NAME(x + y); }\n",
        )],
        expect![[r#"
            a.c:4:17-23 `VAR(1)` spelled a.c:1:16-21 `x_##n` from VAR at a.c:4:17-23 `VAR(1)`
            a.c:4:26-27 `2`
            a.c:4:17-27 `VAR(1) = 2`
            a.c:4:36-47 `NAME(x + y)` spelled a.c:2:17-19 `#n` from NAME at a.c:4:36-47 `NAME(x + y)`"#]],
    );
}
