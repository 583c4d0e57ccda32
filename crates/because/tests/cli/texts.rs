//! Where the text of a program comes from, and what is made of it.

use expect_test::expect;

use crate::{check, run_with, shown};

/// As `cc -E` writes it: the header is line 3 of the original, and a macro has been expanded.
const PREPROCESSED: &str = "# 0 \"first.c\"
# 0 \"<built-in>\"
# 1 \"first.c\"

# 1 \"first.h\" 1
static int two(void) { return 2; }
# 3 \"first.c\" 2
int main(void) {
    int a[2] = {1, 2};
    return a[two()] + a[3];
}
";

#[test]
fn preprocessed_text_is_where_it_came_from() {
    // Without the original its lines are those of the preprocessed text.
    check(
        &[("first.i", PREPROCESSED)],
        &["run", "first.i"],
        expect![[r#"
            exit 10
            -- stderr
            error: array index out of bounds: index 2 of an array of 2 elements
             --> first.c:5:12
              |
            5 |     return a[two()] + a[3];
              |            ^^^^^^^^
              |
              = note: required: index `two()` is within `a`, which has 2 elements (claim main.array_bounds.1)
        "#]],
    );
    // With it, its own.
    let original = "#define INDEX 3\n#include \"first.h\"\nint main(void) {\n    int a[2] = {1, 2};\n    \
                    return a[two()] + a[INDEX];\n}\n";
    check(
        &[("first.i", PREPROCESSED), ("first.c", original)],
        &["run", "first.i"],
        expect![[r#"
            exit 10
            -- stderr
            error: array index out of bounds: index 2 of an array of 2 elements
             --> first.c:5:12
              |
            5 |     return a[two()] + a[INDEX];
              |            ^^^^^^^^
              |
              = note: required: index `two()` is within `a`, which has 2 elements (claim main.array_bounds.1)
        "#]],
    );
    // Text that only the preprocessor wrote is shown too.
    let macros = original.replace("a[two()] + a[INDEX]", "FIRST(a)");
    check(
        &[("first.i", PREPROCESSED), ("first.c", &macros)],
        &["run", "first.i"],
        expect![[r#"
            exit 10
            -- stderr
            error: array index out of bounds: index 2 of an array of 2 elements
              --> first.c:5:5
               |
             5 |     return FIRST(a);
               |     ^^^^^^^^^^^^^^^^
               |
            note: after preprocessing
              --> first.i:10:12
               |
            10 |     return a[two()] + a[3];
               |            ^^^^^^^^
               = note: required: index `two()` is within `a`, which has 2 elements (claim main.array_bounds.1)
        "#]],
    );
}

const USER: &str = r#"#include <stdio.h>
struct P { int a; unsigned b; };
extern unsigned x;
extern int list[], kind;
extern char *text;
extern struct P p;
unsigned f(unsigned a, void *b);
struct P twice(struct P p);
void show(void);
int main(void) {
    printf("%u %d %s %d %u %d\n", x, list[1], text, p.a, p.b, kind);
    x -= 2, list[2] = -1, p.b = 7, p.a++, kind = 1;
    int k = 5;
    struct P q = twice(p);
    printf("%u %d %u\n", f(-3, &k), q.a, q.b);
    unsigned *to = &x;
    *to += 1;
    show();
    return 0;
}
"#;

const OWNER: &str = r#"#include <stdio.h>
int x = 1;
unsigned list[3] = {1, 2, 3};
unsigned char *text = (unsigned char *)"text";
struct Q { unsigned c; int d; } p = {3, -4};
enum { A, B, C } kind = C;
int f(int a, int *p) { return a + *p; }
struct Q twice(struct Q q) { q.c *= 2; return q; }
void show(void) { printf("%d %u %d %d %d\n", x, list[2], p.c, p.d, kind); }
"#;

/// What a linker joins without a word works, in whichever order the files come.
#[test]
fn declarations_that_only_a_compiler_would_mind() {
    let files = [("user.c", USER), ("owner.c", OWNER)];
    let done = run_with(&files, &["run", "owner.c", "user.c"], "");
    assert_eq!(
        shown(&done),
        shown(&run_with(&files, &["run", "user.c", "owner.c"], ""))
    );
    expect![[r#"
        exit 0
        -- stdout
        1 2 text 3 4294967292 2
        2 8 7
        0 4294967295 4 7 1
    "#]]
    .assert_eq(&shown(&done));
    let files = [
        (
            "a.c",
            "extern unsigned x; extern long y;\nint main(void) { return x + y; }\n",
        ),
        ("b.c", "int x = 1;\nint y = 2;\n"),
    ];
    check(
        &files,
        &["run", "a.c", "b.c", "--warnings"],
        expect![[r#"
        exit 6
        -- stderr
        warning: conflicting types for `x`: `int` here, `unsigned int` elsewhere
         --> b.c:1:5
          |
        1 | int x = 1;
          |     ^
          |
        note: declared otherwise here
         --> a.c:1:17
          |
        1 | extern unsigned x; extern long y;
          |                 ^
        error: conflicting types for `y`: `int` here, `long` elsewhere
         --> b.c:2:5
          |
        2 | int y = 2;
          |     ^
          |
        note: declared otherwise here
         --> a.c:1:32
          |
        1 | extern unsigned x; extern long y;
          |                                ^
    "#]],
    );
}

#[test]
fn the_program_as_the_tool_sees_it() {
    check(
        &[(
            "a.c",
            "int main(void) { int x = 3; while (x > 0) x--; return x; }\n",
        )],
        &["run", "a.c", "--show-program", "--show-components"],
        expect![[r#"
            exit 0
            -- stdout
            int main() { // a.c:1
                   // a.c:1: int main(void) { int x = 3; while (x > 0) x--; return x; }
                 0 declare int x;
                 1 x = 3;
                 2 if (x > 0) goto 3; else goto 6; // while
                 3 claim !overflows(int, x - 1); // [main.signed_overflow.1] `-` in `x--` does not overflow `int`
                 4 x = x - 1;
                 5 goto 2;
                 6 return x;
                 7 dead x;
                 8 return 0;
            }
              component 0 Initialiser { global: false }: 3 // a.c:1
              component 1 Condition: x > 0 // a.c:1
              component 2 AssignedValue: x - 1 // a.c:1
              component 3 ReturnValue: x // a.c:1

            void (start)() { // a.c:1
                   temporary int $1; // exit status
                   temporary int $2; // main
                   // a.c:1: int main(void) { int x = 3; while (x > 0) x--; return x; }
                 0 $1 = main();
                 1 $2 = $1;
                 2 halt $2;
            }
        "#]],
    );
}

#[test]
fn c_text_from_standard_input() {
    let done = run_with(
        &[],
        &["run", "-"],
        "#include <stdio.h>\nint main(void) { return getchar() == EOF ? 7 : 1; }\n",
    );
    assert_eq!(done.status, 7, "{}", shown(&done));
}

#[test]
fn standard_input_is_shown_as_text() {
    let text = "#include <stdio.h>\nint main(void) {\n    char b[4];\n    gets(b);\n    return 0;\n}\n";
    let done = run_with(&[("a.c", text)], &["run", "a.c"], "hello\tworld\n");
    expect![[r#"
        exit 10
        -- stderr
        error: write out of bounds: writes 1 byte just past the end of `b` of `main`, which has 4 bytes
         --> a.c:4:5
          |
        4 |     gets(b);
          |     ^^^^^^^
          |
          = note: inside gets
          = note: required: `buf[i]` can be written: it lies inside a live object (claim gets.pointer_dereference.1)
          = note: after reading standard input "hello"
    "#]].assert_eq(&shown(&done));
}
