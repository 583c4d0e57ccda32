//! What C becomes: each test is a text and the instructions of one function.

use expect_test::{Expect, expect};
use frontend::{Input, MemoryFiles, Request};
use lower::{Checks, Options};
use program::{CheckKind, Program, TextOptions};

fn program(text: &str, checks: Checks) -> (Program, source::SourceMap) {
    let request = Request {
        inputs: vec![Input::new("a.c", text)],
        ..Request::default()
    };
    let outcome = frontend::parse(&request, &MemoryFiles::default());
    let errors: Vec<_> = outcome
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.is_error())
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
    let options = Options {
        checks,
        ..Options::default()
    };
    let program = lower::lower(outcome.tree.expect("a tree"), &outcome.sources, &options).expect("lowered");
    assert_eq!(program.validate(), vec![]);
    (program, outcome.sources)
}

/// The instructions of the function `f`, without source lines.
fn instructions(text: &str, checks: Checks) -> String {
    let (program, sources) = program(text, checks);
    let text = program.text(&sources, TextOptions::default());
    let lines = text
        .lines()
        .skip_while(|line| !line.contains(" f(") || line.starts_with(' '))
        .skip(1);
    let body = lines
        .take_while(|line| *line != "}")
        .filter(|line| !line.trim_start().starts_with("//"));
    // Flush left: an expectation loses its own common indentation.
    let body: Vec<&str> = body.collect();
    let indent = body
        .iter()
        .map(|line| line.len() - line.trim_start().len())
        .min()
        .unwrap_or(0);
    body.iter().map(|line| format!("{}\n", &line[indent..])).collect()
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&instructions(
        &format!("{text}\nint main(void) {{ return 0; }}"),
        Checks::none(),
    ));
}

fn check_claims(kind: CheckKind, text: &str, expected: Expect) {
    let checks = Checks::none().with(kind, true);
    expected.assert_eq(&instructions(
        &format!("{text}\nint main(void) {{ return 0; }}"),
        checks,
    ));
}

#[test]
fn operands_are_kept_when_a_later_one_could_change_them() {
    check(
        "int g, h(void); int f(int a) { return g + h() + a; }",
        expect![[r#"
                 temporary int $1; // g
                 temporary int $2; // h()
               0 $1 = g;
               1 $2 = input external "h";
               2 return $1 + $2 + a;
               3 return;
        "#]],
    );
}

#[test]
fn arguments_are_evaluated_right_to_left() {
    check(
        "int h(int); int f(void) { return h(h(1)) + h(2); }",
        expect![[r#"
                 temporary int $1; // h(1)
                 temporary int $2; // h(h(1))
                 temporary int $3; // h(2)
               0 $1 = input external "h";
               1 $2 = input external "h";
               2 $3 = input external "h";
               3 return $2 + $3;
               4 return;
        "#]],
    );
    check(
        "int p(int, int), h(int); int f(void) { return p(h(1), h(2)); }",
        expect![[r#"
                 temporary int $1; // h(2)
                 temporary int $2; // h(1)
                 temporary int $3; // p(h(1), h(2))
               0 $1 = input external "h";
               1 $2 = input external "h";
               2 $3 = input external "p";
               3 return $3;
               4 return;
        "#]],
    );
}

#[test]
fn the_right_side_of_an_assignment_comes_first() {
    check(
        "int i, a[3], h(void); void f(void) { a[i] = h(); a[i++] = i; }",
        expect![[r#"
                 temporary int $1; // h()
                 temporary int $2; // i
                 temporary int $3; // i++
               0 $1 = input external "h";
               1 a[i] = $1;
               2 $2 = i;
               3 $3 = i;
               4 i = $3 + 1;
               5 a[$3] = $2;
               6 return;
        "#]],
    );
}

#[test]
fn steps_keep_the_old_value_only_if_it_is_used() {
    check(
        "void f(char c, int *p) { c++; *p++ = c--; ++*p; }",
        expect![[r#"
                 temporary char $1; // c--
                 temporary int *$2; // p++
               0 c = (char)((int)c + 1);
               1 $1 = c;
               2 c = (char)((int)$1 - 1);
               3 $2 = p;
               4 p = $2 + 1l;
               5 *$2 = (int)$1;
               6 *p = *p + 1;
               7 return;
        "#]],
    );
}

#[test]
fn conditions_without_effects_stay_expressions() {
    check(
        "int f(int a, int b) { if (a && (b || !a)) return a ? b : 3; return 0; }",
        expect![[r#"
               0 if (a && (b || !a)) goto 1; else goto 2; // if
               1 return a ? b : 3;
               2 return 0;
               3 return;
        "#]],
    );
}

#[test]
fn conditions_with_effects_become_jumps() {
    check(
        "int h(void); int f(int a) { return a && h() ? h() : a--; }",
        expect![[r#"
                 temporary int $1; // a && h()
                 temporary int $2; // h()
                 temporary int $3; // a && h() ? h() : a--
                 temporary int $4; // h()
                 temporary int $5; // a--
               0 if (a) goto 1; else goto 4; // &&
               1 $2 = input external "h";
               2 $1 = !!$2;
               3 goto 5;
               4 $1 = 0;
               5 if ($1) goto 6; else goto 9; // ?:
               6 $4 = input external "h";
               7 $3 = $4;
               8 goto 12;
               9 $5 = a;
              10 a = $5 - 1;
              11 $3 = $5;
              12 return $3;
              13 return;
        "#]],
    );
}

#[test]
fn claims_inside_lazy_operands_are_guarded() {
    check_claims(
        CheckKind::ArrayBounds,
        "int a[5]; int f(int i) { return i < 5 && a[i] > 0 ? a[i + 1] : i; }",
        expect![[r#"
               0 claim !(i < 5) || i >= 0 && i < 5; // [f.array_bounds.1] index `i` is within `a`, which has 5 elements
               1 claim !(i < 5 && a[i] > 0) || i + 1 >= 0 && i + 1 < 5; // [f.array_bounds.2] index `i + 1` is within `a`, which has 5 elements
               2 return i < 5 && a[i] > 0 ? a[i + 1] : i;
               3 return;
        "#]],
    );
}

#[test]
fn loops_jump_back() {
    check(
        "int f(int n) { int s = 0; for (int i = 0; i < n; i++) { if (i == 3) continue; s += i; } while (s) s--; do n--; while (n > 0); return s; }",
        expect![[r#"
               0 declare int s;
               1 s = 0;
               2 declare int i;
               3 i = 0;
               4 if (i < n) goto 5; else goto 10; // for
               5 if (i == 3) goto 6; else goto 7; // if
               6 goto 8;
               7 s = s + i;
               8 i = i + 1;
               9 goto 4;
              10 dead i;
              11 if (s) goto 12; else goto 14; // while
              12 s = s - 1;
              13 goto 11;
              14 n = n - 1;
              15 if (n > 0) goto 14; else goto 16; // do while
              16 return s;
              17 dead s;
              18 return;
        "#]],
    );
}

#[test]
fn leaving_a_block_ends_its_variables() {
    check(
        "void f(int n) { while (n) { int x = n; { int y; if (x) goto out; if (n) break; y = x; } } out: n = 0; }",
        expect![[r#"
               0 if (n) goto 1; else goto 16; // while
               1 declare int x;
               2 x = n;
               3 declare int y;
               4 if (x) goto 5; else goto 8; // if
               5 dead y;
               6 dead x;
               7 goto 16;
               8 if (n) goto 9; else goto 12; // if
               9 dead y;
              10 dead x;
              11 goto 16;
              12 y = x;
              13 dead y;
              14 dead x;
              15 goto 0;
              16 n = 0;
              17 return;
        "#]],
    );
}

#[test]
fn switches_keep_their_cases() {
    check(
        "int f(int n) { switch (n) { case 1: n = 2; case 2 ... 4: break; default: n = 7; } return n; }",
        expect![[r#"
               0 switch (n) { case 1: goto 1; case 2 ... 4: goto 2; default: goto 3; }
               1 n = 2;
               2 goto 5;
               3 n = 7;
               4 goto 5;
               5 return n;
               6 return;
        "#]],
    );
}

#[test]
fn extra_arguments_travel_in_a_block() {
    check(
        "int f(int n, ...) { __builtin_va_list ap; __builtin_va_start(ap, n); int r = __builtin_va_arg(ap, int); __builtin_va_end(ap); if (n) f(1, 2L, 3.0); return r; }",
        expect![[r#"
               temporary void *$1; // __builtin_va_arg(ap, int)
               temporary int $2; // __builtin_va_arg(ap, int)
               temporary struct extra arguments $3; // extra arguments
             0 declare struct __va_list_tag ap[1];
             1 ap[0].overflow_arg_area = (void *)...;
             2 declare int r;
             3 $1 = ap[0].overflow_arg_area;
             4 ap[0].overflow_arg_area = (void *)((char *)$1 + 16l);
             5 $2 = *(int *)((char *)$1 + 8l);
             6 r = $2;
             7 if (n) goto 8; else goto 14; // if
             8 declare struct extra arguments $3;
             9 $3 = (unsigned char)1;
            10 $3 = 2l;
            11 $3 = (unsigned char)3;
            12 $3 = 3.0;
            13 f(1; (char *)&$3);
            14 return r;
            15 dead r;
            16 dead ap;
            17 return;
        "#]],
    );
}

#[test]
fn variable_length_arrays_are_pointers_to_storage() {
    check(
        "int f(int n) { int a[n][3]; a[1][2] = 5; return sizeof a + a[1][2]; }",
        expect![[r#"
              temporary long $1; // n
            0 $1 = (long)n;
            1 a = allocate_vla((unsigned long)$1 * 12ul, 4ul);
            2 a[1][2] = 5;
            3 return (int)((unsigned long)(int)$1 * 12ul + (unsigned long)a[1][2]);
            4 release_vla(a);
            5 return;
        "#]],
    );
    check(
        "int f(int n, int a[n][n]) { return a[1][2]; }",
        expect![[r#"
              temporary long $1; // n
            0 $1 = (long)n;
            1 return ((int *)(a + (!overflows(long, 1l * (long)((unsigned long)$1 * 4ul)) ? 1l * (long)((unsigned long)$1 * 4ul) : -9223372036854775808l)))[2];
            2 return;
        "#]],
    );
}

#[test]
fn members_and_bit_fields_are_places() {
    check(
        "struct s { int a; struct { unsigned b : 3; int c[4]; } in; }; int f(struct s *p, struct s v) { p->in.b = v.in.c[2]; v = *p; return (&v)->in.b; }",
        expect![[r#"
               0 p->in.b = (unsigned int)v.in.c[2];
               1 v = *p;
               2 return (int)v.in.b;
               3 return;
        "#]],
    );
}

#[test]
fn initialisers_zero_first() {
    check(
        "struct s { int a, b[3]; char t[4]; }; int f(void) { struct s x = { .b[1] = 7, .t = \"ab\" }; int y[2] = { 1 }; return x.a + (struct s){ 4 }.a + y[0]; }",
        expect![[r#"
               0 declare struct s x;
               1 x = {0};
               2 x.b[1l] = 7;
               3 x.t = "ab\x00";
               4 declare int y[2];
               5 y = {0};
               6 y[0l] = 1;
               7 declare struct s (literal);
               8 (literal) = {0};
               9 (literal).a = 4;
              10 return x.a + (literal).a + y[0];
              11 dead (literal);
              12 dead y;
              13 dead x;
              14 return;
        "#]],
    );
}

#[test]
fn inputs_are_named_after_their_variable() {
    check(
        "int f(void) { int x = nondet_int(); x = nondet_int(); return x + nondet_int(); }",
        expect![[r#"
                 temporary int $1; // nondet_int()
               0 declare int x;
               1 x = input nondet "x";
               2 x = input nondet "x";
               3 $1 = input nondet "nondet_int";
               4 return x + $1;
               5 dead x;
               6 return;
        "#]],
    );
}

#[test]
fn functions_without_a_body_are_inputs() {
    check(
        "int outside(int); void quiet(void); int f(void) { quiet(); return outside(3); }",
        expect![[r#"
                 temporary int $1; // outside(3)
               0 $1 = input external "outside";
               1 return $1;
               2 return;
        "#]],
    );
}

#[test]
fn arithmetic_claims() {
    check_claims(
        CheckKind::SignedOverflow,
        "int f(int a, unsigned u) { a = -a; a++; a *= 2; u += 3; return a / -1 + (a << 3); }",
        expect![[r#"
               0 claim !overflows(int, 0 - a); // [f.signed_overflow.1] `-` in `-a` does not overflow `int`
               1 a = -a;
               2 claim !overflows(int, a + 1); // [f.signed_overflow.2] `+` in `a++` does not overflow `int`
               3 a = a + 1;
               4 claim !overflows(int, a * 2); // [f.signed_overflow.3] `*` in `a *= 2` does not overflow `int`
               5 a = a * 2;
               6 u = u + 3u;
               7 claim a != -2147483648 || -1 != -1; // [f.signed_overflow.4] `/` in `a / -1` does not overflow `int`
               8 claim !overflows(int, a << 3); // [f.signed_overflow.5] `<<` in `a << 3` does not overflow `int`
               9 claim !overflows(int, a / -1 + (a << 3)); // [f.signed_overflow.6] `+` in `a / -1 + (a << 3)` does not overflow `int`
              10 return a / -1 + (a << 3);
              11 return;
        "#]],
    );
    check_claims(
        CheckKind::DivisionByZero,
        "int f(int a) { return a / a + a % 3 + a / 0; }",
        expect![[r#"
               0 claim a != 0; // [f.division_by_zero.1] the divisor `a` is not zero
               1 claim 0 != 0; // [f.division_by_zero.2] the divisor `0` is not zero
               2 return a / a + a % 3 + a / 0;
               3 return;
        "#]],
    );
    check_claims(
        CheckKind::UndefinedShift,
        "int f(int a, unsigned u) { return (a << u) + (u >> a) + (u << 3); }",
        expect![[r#"
               0 claim u < 32u; // [f.undefined_shift.1] the shift distance `u` is at least 0 and less than 32
               1 claim a >= 0; // [f.undefined_shift.2] the shifted value `a` is not negative
               2 claim a >= 0 && a < 32; // [f.undefined_shift.3] the shift distance `a` is at least 0 and less than 32
               3 return (int)((unsigned int)(a << u) + (u >> a) + (u << 3));
               4 return;
        "#]],
    );
    check_claims(
        CheckKind::Conversion,
        "char f(int a, double d, long l) { unsigned u = a; a = d; a = l; l = a; return a; }",
        expect![[r#"
               0 declare unsigned int u;
               1 claim fits(unsigned int, a); // [f.conversion.1] the value of `a` fits `unsigned int`
               2 u = (unsigned int)a;
               3 claim fits(int, d); // [f.conversion.2] the value of `d` fits `int`
               4 a = (int)d;
               5 claim fits(int, l); // [f.conversion.3] the value of `l` fits `int`
               6 a = (int)l;
               7 l = (long)a;
               8 claim fits(char, a); // [f.conversion.4] the value of `a` fits `char`
               9 return (char)a;
              10 dead u;
              11 return;
        "#]],
    );
}

#[test]
fn pointer_claims() {
    check_claims(
        CheckKind::PointerDereference,
        "struct s { int a; unsigned b : 3, c : 9; }; int f(struct s *p, int *q) { p->c = *q; return p->a + q[2] + *&p->a; }",
        expect![[r#"
               0 claim readable(q, 4ul); // [f.pointer_dereference.1] `*q` can be read: `q` points at a live object that is large enough
               1 claim writable((char *)p + 4l, 2ul); // [f.pointer_dereference.2] `p->c` can be written: `p` points at a live object that is large enough
               2 p->c = (unsigned int)*q;
               3 claim readable(&p->a, 4ul); // [f.pointer_dereference.3] `p->a` can be read: `p` points at a live object that is large enough
               4 claim readable(q + 2, 4ul); // [f.pointer_dereference.4] `q[2]` can be read: it lies inside a live object
               5 claim readable(&p->a, 4ul); // [f.pointer_dereference.5] `*&p->a` can be read: `p` points at a live object that is large enough
               6 return p->a + q[2] + p->a;
               7 return;
        "#]],
    );
    check_claims(
        CheckKind::PointerRelation,
        "int f(char *p, char *q) { return p < q || p - q > 3 || p == q; }",
        expect![[r#"
               0 claim same_object(p, q); // [f.pointer_relation.1] `p` and `q` point into the same object
               1 claim p < q || same_object(p, q); // [f.pointer_relation.2] `p` and `q` point into the same object
               2 return p < q || p - q > 3l || p == q;
               3 return;
        "#]],
    );
    check_claims(
        CheckKind::FunctionPointer,
        "int f(int (*p)(int)) { return p(1) + (*p)(2); }",
        expect![[r#"
                 temporary int $1; // p(1)
                 temporary int $2; // (*p)(2)
               0 claim callable(p); // [f.function_pointer.1] `p` points at a function of its type
               1 $1 = (*p)(1);
               2 claim callable(p); // [f.function_pointer.2] `p` points at a function of its type
               3 $2 = (*p)(2);
               4 return $1 + $2;
               5 return;
        "#]],
    );
}

#[test]
fn a_used_result_must_have_been_returned() {
    check_claims(
        CheckKind::MissingReturn,
        "int g(int a) { if (a) return 1; } int f(void) { g(1); return g(2); }",
        expect![[r#"
                 temporary int $1; // g(2)
               0 g(1);
               1 $1 = g(2);
               2 claim initialised($1); // [f.missing_return.1] `g` returns a value, which is used here
               3 return $1;
               4 return;
        "#]],
    );
}

#[test]
fn folded_constants_keep_their_component() {
    let (program, _) = program("int main(void) { char c = 5; return 1 + 2; }", Checks::none());
    let values: Vec<_> = program
        .components
        .iter()
        .map(|component| program.expr_text(component.expr))
        .collect();
    expect![[r#"
        [
            "(char)5",
            "3",
        ]
    "#]]
    .assert_debug_eq(&values);
}

#[test]
fn a_program_needs_its_entry() {
    let request = Request {
        inputs: vec![Input::new("a.c", "int f(void) { return 1; }")],
        ..Request::default()
    };
    let outcome = frontend::parse(&request, &MemoryFiles::default());
    let errors = lower::lower(
        outcome.tree.expect("a tree"),
        &outcome.sources,
        &Options::default(),
    );
    let errors = errors.expect_err("no main");
    assert_eq!(errors[0].message, "there is no function `main` to start from");
}
