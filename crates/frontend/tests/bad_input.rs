//! Input that no compiler would take: a clear error with a place, never a panic, a hang or an overflow.

mod common;

use expect_test::{Expect, expect};
use frontend::{Input, MemoryFiles, Request};

/// The first error, shortened: what matters is that there is one and where it is.
fn first_error(name: &str, text: &[u8]) -> String {
    let request = Request {
        inputs: vec![Input::new(name, text)],
        ..Request::default()
    };
    let files = MemoryFiles::new().with(name, text);
    let outcome = frontend::parse(&request, &files);
    let Some(error) = outcome.diagnostics.iter().find(|d| d.is_error()) else {
        return format!(
            "no error, {}",
            if outcome.tree.is_some() {
                "a tree"
            } else {
                "no tree"
            }
        );
    };
    assert!(outcome.tree.is_none());
    let span = outcome.sources.location(error.loc).used;
    let place = outcome.sources.resolve(span);
    format!(
        "{}:{}:{}: {}",
        place.file, place.line, place.column, error.message
    )
}

fn check(text: impl AsRef<[u8]>, expect: Expect) {
    expect.assert_eq(&first_error("a.c", text.as_ref()));
}

fn nested(open: &str, middle: &str, close: &str) -> String {
    let many = 250_000;
    format!("{}{middle}{}", open.repeat(many), close.repeat(many))
}

#[test]
fn nothing_at_all() {
    check("", expect!["no error, a tree"]);
}

#[test]
fn bytes_that_are_no_text() {
    let bytes: Vec<u8> = (0..=255).cycle().take(4096).collect();
    check(bytes, expect!["a.c:2:24: source is not valid UTF-8 here"]);
    check(
        b"int main(void) { return 0;\0 }",
        expect![[r#"a.c:1:27: stray '\u{0}' in program"#]],
    );
}

#[test]
fn a_line_of_a_megabyte() {
    check(
        format!("int x = {}1;", "1+".repeat(500_000)),
        expect!["a.c:1:400008: this nests more deeply than 200000 levels"],
    );
    check(
        format!("int x[] = {{{}}};", "1,".repeat(500_000)),
        expect!["no error, a tree"],
    );
    check(
        format!("char *s = \"{}\";", "x".repeat(1_000_000)),
        expect!["no error, a tree"],
    );
    check(
        format!("int {};", "x".repeat(1_000_000)),
        expect!["no error, a tree"],
    );
}

#[test]
fn deep_brackets() {
    check(
        format!("int x = {};", nested("(", "1", ")")),
        expect!["a.c:1:1033: parentheses nested more deeply than 1024 levels"],
    );
    check(
        format!("int f(void) {}", nested("{", "", "}")),
        expect!["a.c:1:200012: this nests more deeply than 200000 levels"],
    );
    check(
        format!("int x = {};", nested("{", "1", "}")),
        expect!["a.c:1:200008: this nests more deeply than 200000 levels"],
    );
    check(
        format!("int x{};", nested("[1]", "", "")),
        expect!["a.c:1:3078: more than 1024 indices in a row"],
    );
    check(
        format!("int {};", nested("(*", "p", ")(void)")),
        expect!["a.c:1:2053: parentheses nested more deeply than 1024 levels"],
    );
    check(
        format!("int f(void) {{ return {}; }}", nested("({", "1;", "})")),
        expect!["a.c:1:2070: parentheses nested more deeply than 1024 levels"],
    );
    check(
        format!("#define F(x) (x)\nint x = {};", nested("F(", "1", ")")),
        expect!["a.c:2:2058: parentheses nested more deeply than 1024 levels"],
    );
}

#[test]
fn deep_chains() {
    let body = |text: String| format!("int f(int a) {{ {text} return a; }}");
    check(
        body(format!("a = {};", nested("!", "a", ""))),
        expect!["a.c:1:200017: this nests more deeply than 200000 levels"],
    );
    check(
        body(format!("a = {};", nested("a + ", "a", ""))),
        expect!["a.c:1:800010: this nests more deeply than 200000 levels"],
    );
    check(
        body(format!("a = {};", nested("a ? a : ", "a", ""))),
        expect!["a.c:1:1600002: this nests more deeply than 200000 levels"],
    );
    check(
        body(format!("{};", nested("a, ", "a", ""))),
        expect!["a.c:1:600011: this nests more deeply than 200000 levels"],
    );
    check(
        body(format!("{};", nested("(int)", "a", ""))),
        expect!["a.c:1:1000006: this nests more deeply than 200000 levels"],
    );
    check(
        body(nested("if (a) ", ";", "")),
        expect!["a.c:1:1400002: this nests more deeply than 200000 levels"],
    );
    check(
        body(format!("if (a) ; {}", nested("else if (a) ; ", "", ""))),
        expect!["a.c:1:2799983: this nests more deeply than 200000 levels"],
    );
    check(
        format!("int {};", nested("*", "p", "")),
        expect!["a.c:1:200005: this nests more deeply than 200000 levels"],
    );
}

#[test]
fn long_but_legal_chains_are_accepted() {
    let chain = "else if (a) ;\n".repeat(3000);
    check(
        format!("void f(int a) {{ if (a) ; {chain} }}"),
        expect!["no error, a tree"],
    );
    let sum = "a + ".repeat(4000);
    check(
        format!("int f(int a) {{ return {sum} a; }}"),
        expect!["no error, a tree"],
    );
}

#[test]
fn includes_that_lead_nowhere() {
    check(
        "#include \"absent.h\"\nint x;",
        expect!["a.c:1:1: `absent.h` file not found"],
    );
    check(
        "#include \"a.c\"\nint x;",
        expect!["a.c:1:1: `#include` nested too deeply"],
    );
}

#[test]
fn sizes_beyond_memory() {
    check(
        "int a[9223372036854775807];",
        expect!["a.c:1:7: size of array 'a' exceeds maximum object size '9223372036854775807'"],
    );
    check(
        "int a[3000000000][3000000000][300];",
        expect!["a.c:1:7: size of array 'a' exceeds maximum object size '9223372036854775807'"],
    );
}

#[test]
fn broken_texts() {
    check(
        "int main(void) { /* return 0; }",
        expect!["a.c:1:18: unterminated comment"],
    );
    check(
        "char *s = \"abc;\n",
        expect![[r#"a.c:1:11: missing terminating " character"#]],
    );
    check(
        "int f(int); long f(int x) { return x; }",
        expect!["a.c:1:18: conflicting types for 'f'; have 'long(int)'"],
    );
    check(
        "int f(void) { return x; }",
        expect!["a.c:1:22: 'x' undeclared (first use in this function)"],
    );
    check("#if 1\nint x;", expect!["a.c:1:1: unterminated `#if`"]);
    check("#error stop here\n", expect!["a.c:1:8: stop here"]);
    check("}}}}", expect!["a.c:1:1: expected a name, found `}`"]);
}
