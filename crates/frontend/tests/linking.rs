//! Several files become one program.

mod common;

use expect_test::{Expect, expect};
use frontend::{Input, MemoryFiles, Request};

fn check(files: &[(&str, &str)], expect: Expect) {
    expect.assert_eq(&common::tree_of(&common::parse(files)));
}

#[test]
fn external_names_are_one_and_static_names_two() {
    check(
        &[
            (
                "a.c",
                "int shared = 1; static int own; static int help(void) { return own; } int f(void) { return help() + shared; }",
            ),
            (
                "b.c",
                "extern int shared; static int own; static int help(void) { return own + 1; } int f(void); int main(void) { return f() + help() + shared; }",
            ),
        ],
        expect![[r#"
            1   Static int shared = {0: 1}
            1   Static int own
            1   Static int own
            1   static int help(void)
            1     block
            1       return load(own)
            1   int f(void)
            1     block
            1       return Add(help(), load(shared))
            1   static int help(void)
            1     block
            1       return Add(load(own), 1)
            1   int main(void)
            1     block
            1       return Add(Add(f(), help()), load(shared))
        "#]],
    );
}

#[test]
fn tentative_definitions_meet() {
    check(
        &[
            (
                "a.c",
                "int x; int a[]; extern int never; int f(void) { return never; }",
            ),
            ("b.c", "int x = 3; extern int a[4]; int g(void) { return a[2]; }"),
        ],
        expect![[r#"
            1   Static int x = {0: 3}
            1   Static int a[4]
            1   External int never
            1   int f(void)
            1     block
            1       return load(never)
            1   int g(void)
            1     block
            1       return load(decay(a)[2])
        "#]],
    );
}

#[test]
fn two_definitions_of_an_object_are_an_error() {
    check(
        &[
            ("a.c", "int f(void) { return 1; }\nint x = 1;"),
            ("b.c", "int x = 2;\nint f(void) { return 2; }"),
        ],
        expect![[r#"
            Error: `x` is defined twice [b.c:1:5-6 `x`]
              the other definition [a.c:2:5-6 `x`]
            Warning: `f` is defined twice; the first definition counts [b.c:2:5-6 `f`]
              the first definition [a.c:1:5-6 `f`]
            no tree
        "#]],
    );
}

#[test]
fn conflicting_types_are_an_error() {
    check(
        &[
            ("a.c", "long x; int f(int a) { return a; }"),
            (
                "b.c",
                "extern int x; int f(char *); int g(void) { return f(0) + x; }",
            ),
        ],
        expect![[r#"
            Error: conflicting types for `f`: `int (char *)` here, `int (int)` elsewhere [b.c:1:19-20 `f`]
              declared otherwise here [a.c:1:13-14 `f`]
            Error: conflicting types for `x`: `int` here, `long` elsewhere [b.c:1:12-13 `x`]
              declared otherwise here [a.c:1:6-7 `x`]
            no tree
        "#]],
    );
}

#[test]
fn a_guess_gives_way_to_a_definition() {
    check(
        &[
            ("a.c", "int main() { work(1); return 0; }"),
            ("b.c", "void work(int n) { }"),
        ],
        expect![[r#"
            Warning: implicit declaration of function 'work' [a.c:1:14-18 `work`]
            1   int main()
            1     block
            1       work(1)
            1       return 0
            1   void work(int)
            1     Parameter int n
            1     block
        "#]],
    );
}

#[test]
fn records_of_two_files_are_compared_by_their_members() {
    check(
        &[
            (
                "a.c",
                "struct s { int a; struct s *n; }; struct s g; int f(struct s *p) { return p->a; }",
            ),
            (
                "b.c",
                "struct s { int a; struct s *n; }; extern struct s g; int f(struct s *p); int main(void) { return f(&g); }",
            ),
        ],
        expect![[r#"
            1   Static struct s g
            1   int f(struct s *)
            1     Parameter struct s *p
            1     block
            1       return load(*(load(p)).a)
            1   int main(void)
            1     block
            1       return f(&g)
        "#]],
    );
}

#[test]
fn a_model_defines_what_the_program_does_not() {
    let text = "unsigned long strlen(const char *); int main(void) { return strlen(\"ab\"); }";
    let request = Request {
        inputs: vec![Input::new("a.c", text)],
        ..Request::default()
    };
    let outcome = frontend::parse(&request, &MemoryFiles::new());
    let tree = outcome.tree.expect("a tree");
    let strlen = tree
        .functions
        .iter()
        .find(|function| function.name == "strlen")
        .expect("linked");
    assert!(strlen.body.is_some() && outcome.sources.is_embedded(strlen.loc));
    check(
        &[(
            "a.c",
            "unsigned long strlen(const char *s) { return 7; } int main(void) { return strlen(\"ab\"); }",
        )],
        expect![[r#"
            1   unsigned long strlen(char *)
            1     Parameter char *s
            1     block
            1       return to<unsigned long>(7)
            1   int main(void)
            1     block
            1       return to<int>(strlen(decay("ab\0")))
        "#]],
    );
}

#[test]
fn preprocessed_files_are_where_their_markers_say() {
    check(
        &[(
            "a.i",
            "# 1 \"orig.c\"\n# 1 \"<built-in>\"\n# 1 \"orig.c\"\nint linux;\n# 40 \"orig.c\"\nint main(void) { return linux; }\n",
        )],
        expect![[r#"
            1   Static int linux
            40  int main(void)
            40    block
            40      return load(linux)
        "#]],
    );
}
