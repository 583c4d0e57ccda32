//! What C becomes: one language feature each.

mod common;

use expect_test::{Expect, expect};

fn check(text: &str, expect: Expect) {
    expect.assert_eq(&common::tree(text));
}

#[test]
fn conversions_are_nodes() {
    check(
        "long f(char c, unsigned u, double d) { c += 1; u = c; return u + d * c; }",
        expect![[r#"
            1   long f(char, unsigned int, double)
            1     Parameter char c
            1     Parameter unsigned int u
            1     Parameter double d
            1     block
            1       c Add<int>= 1
            1       u = to<unsigned int>(load(c))
            1       return to<long>(Add(to<double>(load(u)), Mul(load(d), to<double>(load(c)))))
        "#]],
    );
}

#[test]
fn conditions_are_bare() {
    check(
        "int f(int *p, double d) { if (p && !d) return 1; while (d) d--; do ; while (p); for (; d < 1;) ; return p ? 1 : 2; }",
        expect![[r#"
            1   int f(int *, double)
            1     Parameter int *p
            1     Parameter double d
            1     block
            1       if And(load(p), Not(load(d)))
            1         return 1
            1       while load(d)
            1         PostDec(d)
            1       do while load(p)
            1         ;
            1       for ; Lt(load(d), to<double>(1)); 
            1         ;
            1       return cond(load(p), 1, 2)
        "#]],
    );
}

#[test]
fn elvis_evaluates_once() {
    check(
        "long g(void); long f(int x) { return g() ?: x; }",
        expect![[r#"
            1   long f(int)
            1     Parameter int x
            1     block
            1       return elvis<long>(g(), to<long>(load(x)))
            1   long g(void)
        "#]],
    );
}

#[test]
fn old_style_definitions_and_implicit_int() {
    check(
        "add(a, b) int a; char b; { return a + b; }\nmain() { return add(1, 2) + undeclared(3); }",
        expect![[r#"
            Warning: type defaults to 'int' in declaration of 'add' [a.c:1:1-4 `add`]
            Warning: type defaults to 'int' in declaration of 'main' [a.c:2:1-5 `main`]
            Warning: implicit declaration of function 'undeclared' [a.c:2:29-39 `undeclared`]
            1   int add(int, int)
            1     Parameter int a
            1     Parameter char b
            1     block
            1       return Add(load(a), to<int>(load(b)))
            2   int main()
            2     block
            2       return Add(add(1, 2), undeclared(3))
            2   int undeclared()
        "#]],
    );
}

#[test]
fn initialisers_are_flat() {
    check(
        "struct s { int a; struct { unsigned b : 3, c : 5; }; char d[4]; int e[]; };\n\
         struct s x = { 1, { 2, 3 }, \"abcd\", { 7, 8 } };\n\
         int y[4] = { [2] = 5, 6 }; int *p = &y[1], z; char *m = \"ab\" + 1; int (*q)(void);\n\
         union u { int i; float f; } v = { .f = 1.5f };",
        expect![[r#"
            2   Static struct s x extent 20 = {0: 1, bits 32+3: to<unsigned int>(2), bits 35+5: to<unsigned int>(3), 8: "abcd", 12: 7, 16: 8}
            3   Static int y[4] = {8: 5, 12: 6}
            3   Static int *p = {0: &decay(y)[1]}
            3   Static int z
            3   Static char *m = {0: Add(decay("ab\0"), 1)}
            3   Static int (*q)(void)
            4   Static union u v = {0: 0x3fc00000:float}
        "#]],
    );
}

#[test]
fn variable_length_arrays() {
    check(
        "int f(int n, int m[n][n + 1]) {\n int a[n], b = sizeof a;\n typedef int row[n * 2];\n row r;\n \
         int (*p)[n] = (int (*)[n])m;\n return sizeof(row) + sizeof(int[n]) + sizeof r + m[0][1] + p[1][0];\n}",
        expect![[r#"
            1   int f(int, int (*)[])
            1     Parameter int n
            1     Parameter int (*m)[*]
            1     block
            1       length n0 = Add(load(n), 1)
            1       block
            2         length n1 = load(n)
            2         Automatic int a[*]
            2         Automatic int b = {0: to<int>(Mul(to<unsigned long>(n1), 4:unsigned long))}
            3         length n2 = Mul(load(n), 2)
            4         Automatic int r[*]
            5         length n3 = load(n)
            5         Automatic int (*p)[*] = {0: to<int (*)[*]>(stmtexpr s5)}
            6         return to<int>(Add(Add(Add(Add(Mul(to<unsigned long>(n2), 4:unsigned long), Mul(to<unsigned long>(load(n)), 4:unsigned long)), Mul(to<unsigned long>(n2), 4:unsigned long)), to<unsigned long>(load(decay(load(m)[0])[1]))), to<unsigned long>(load(decay(load(p)[1])[0]))))
        "#]],
    );
}

#[test]
fn functions_and_pointers_to_them() {
    check(
        "int g(int); int (*h)(int) = g; int f(int x) { int (*k)(int) = &g; return (*k)(x) + h(x) + (**h)(1) + (g)(2); }",
        expect![[r#"
            1   Static int (*h)(int) = {0: fdecay(g)}
            1   int f(int)
            1     Parameter int x
            1     block
            1       Automatic int (*k)(int) = {0: &g}
            1       return Add(Add(Add(load(k)(load(x)), load(h)(load(x))), load(h)(1)), g(2))
            1   int g(int)
        "#]],
    );
}

#[test]
fn statics_of_blocks() {
    check(
        "static int counter; int f(void) { static int calls = 3; extern int other; return calls++ + counter + other; }",
        expect![[r#"
            1   Static int counter
            1   External int other
            1   int f(void)
            1     block
            1       Static int calls = {0: 3}
            1       ;
            1       return Add(Add(PostInc(calls), load(counter)), load(other))
        "#]],
    );
}

#[test]
fn switches_with_ranges_and_fall_through() {
    check(
        "int f(unsigned char c) { switch (c) { case 1: case 2: c++; case 5 ... 9: break; default: return 1; } return 0; }",
        expect![[r#"
            1   int f(unsigned char)
            1     Parameter unsigned char c
            1     block
            1       switch to<int>(load(c)) 1..=1→s2 2..=2→s1 5..=9→s4 default→s6
            1         block
            1           case s2:
            1             case s1:
            1               PostInc(c)
            1           case s4:
            1             break
            1           default s6:
            1             return 1
            1       return 0
        "#]],
    );
}

#[test]
fn gotos_and_statement_expressions() {
    check(
        "int f(int n) { again: if (n > 0) { n = ({ int m = n; m - 1; }); goto again; } else goto out; out: return n; }",
        expect![[r#"
            1   int f(int)
            1     Parameter int n
            1     block
            1       again:
            1         if Gt(load(n), 0)
            1           block
            1             n = stmtexpr s2
            1             goto again
            1         else
            1           goto out
            1       out:
            1         return load(n)
        "#]],
    );
}

#[test]
fn variadic_functions() {
    check(
        "#include <stdarg.h>\nint sum(int n, ...) { va_list ap, aq; va_start(ap, n); va_copy(aq, ap); int s = va_arg(ap, int); va_end(ap); return s; }",
        expect![[r#"
            2   int sum(int, ...)
            2     Parameter int n
            2     block
            2       Automatic struct __va_list_tag ap[1]
            2       Automatic struct __va_list_tag aq[1]
            2       va_start(decay(ap))
            2       va_copy(decay(aq), decay(ap))
            2       Automatic int s = {0: va_arg<int>(decay(ap))}
            2       va_end(decay(ap))
            2       return load(s)
        "#]],
    );
}

#[test]
fn builtins() {
    check(
        "int f(unsigned x, int y, int *p, double d) {\n if (__builtin_expect(x > 3, 0)) __builtin_unreachable();\n \
         return __builtin_clz(x) + __builtin_add_overflow(y, 1, p) + __builtin_isnan(d) + __builtin_constant_p(y)\n \
         + __builtin_types_compatible_p(int, long) + __sync_fetch_and_add(p, 2) + __builtin_abs(y)\n \
         + _Generic(d, double: 1, default: 2) + __builtin_choose_expr(1, y, d) + (int)__builtin_offsetof(struct { int a; char b; }, b);\n}",
        expect![[r#"
            1   int f(unsigned int, int, int *, double)
            1     Parameter unsigned int x
            1     Parameter int y
            1     Parameter int *p
            1     Parameter double d
            1     block
            2       if to<long>(Gt(load(x), to<unsigned int>(3)))
            2         Unreachable<void>()
            3       return Add(Add(Add(Add(Add(Add(Add(Add(Add(Clz<int>(load(x)), to<int>(AddOverflow<_Bool>(load(y), 1, load(p)))), IsNan<int>(load(d))), 0), 0), AtomicFetch(Add)<int>(load(p), 2)), Abs<int>(load(y))), 1), load(y)), cast<int>(4:unsigned long))
        "#]],
    );
}

#[test]
fn what_is_not_supported_says_so() {
    check(
        "int f(void) { __asm__(\"cli\"); __asm__ volatile(\"\" ::: \"memory\"); void *p = &&l; goto *p; l: return 0; }",
        expect![[r#"
            1   Static char &&l const
            1   int f(void)
            1     block
            1       block
            1         __asm__()
            1       ;
            1       Automatic void *p = {0: to<void *>(&&&l)}
            1       block
            1         Automatic void *target = {0: load(p)}
            1         if Eq(load(target), to<void *>(&&&l))
            1           goto l
            1         unsupported: a computed goto to what is no label of its function
            1       l:
            1         return 0
            1   void __asm__(void)
        "#]],
    );
    check(
        "_Decimal64 x; int f(void) { return x > 0; }",
        expect![[r#"
        Error: a decimal floating type is not supported [a.c:1:12-13 `x`]
        no tree
    "#]],
    );
}

#[test]
fn compound_literals_and_struct_values() {
    check(
        "struct p { int x, y; }; struct p g(void); int *q = (int[]){ 1, 2 };\n\
         int f(void) { struct p a = { 1 }, b = a; b = (struct p){ .y = 3 }; return g().x + b.y; }",
        expect![[r#"
            1   Static int *q = {0: decay((int [2]){0: 1, 4: 2})}
            1   Static int literal#1[2] = {0: 1, 4: 2}
            2   int f(void)
            2     block
            2       Automatic struct p a = {0: 1}
            2       Automatic struct p b = {0: load(a)}
            2       b = load((struct p){4: 3})
            2       return Add(g().x, load(b.y))
            1   struct p g(void)
        "#]],
    );
}

#[test]
fn known_names_need_no_declaration() {
    check(
        "int main() { int x = nondet_int(); __CPROVER_assume(x > 3); __VERIFIER_assume(x < 9); assert(x != 5);\n \
         char *p = malloc(x); __CPROVER_assert(p != 0, \"allocated\"); free(p); __CPROVER_bool b = __VERIFIER_nondet_bool(); return strlen(p) + b; }",
        expect![[r#"
            1   int main()
            1     block
            1       Automatic int x = {0: nondet_int()}
            1       __CPROVER_assume(to<_Bool>(Gt(load(x), 3)))
            1       __VERIFIER_assume(to<_Bool>(Lt(load(x), 9)))
            1       __because_assert(to<_Bool>(Ne(load(x), 5)))
            2       Automatic char *p = {0: to<char *>(malloc(to<unsigned long>(load(x))))}
            2       __CPROVER_assert(to<_Bool>(Ne(load(p), to<char *>(0))), decay("allocated\0"))
            2       free(to<void *>(load(p)))
            2       Automatic _Bool b = {0: __VERIFIER_nondet_bool()}
            2       return to<int>(Add(strlen(load(p)), to<unsigned long>(load(b))))
            8   int nondet_int(void)
            2   void __CPROVER_assume(_Bool)
            3   void __VERIFIER_assume(_Bool)
            5   void __because_assert(_Bool)
            7   void *malloc(unsigned long)
            1   void __CPROVER_assert(_Bool, char *)
            6   void free(void *)
            4   _Bool __VERIFIER_nondet_bool(void)
            9   unsigned long strlen(char *)
        "#]],
    );
}

#[test]
fn declared_known_names_keep_the_users_types() {
    check(
        "int nondet_int(int); void assert(int); int main(void) { assert(nondet_int(3) > 2.5); return 0; }",
        expect![[r#"
            1   int main(void)
            1     block
            1       assert(Gt(to<double>(nondet_int(3)), 0x4004000000000000:double))
            1       return 0
            1   void assert(int)
            1   int nondet_int(int)
        "#]],
    );
}

#[test]
fn assertions_can_be_switched_off() {
    check(
        "#include <assert.h>\nvoid f(int x) { assert(x); }\n#define NDEBUG\n#include <assert.h>\nvoid g(int x) { assert(x); static_assert(1, \"\"); }",
        expect![[r#"
            2   void f(int)
            2     Parameter int x
            2     block
            2       __because_assert(to<_Bool>(load(x)))
            5   void g(int)
            5     Parameter int x
            5     block
            5       to<void>(0)
            5       ;
            11  void __because_assert(_Bool)
        "#]],
    );
}

#[test]
fn attributes() {
    check(
        "void done(int *p); __attribute__((constructor(200))) static void early(void) {}\n\
         __attribute__((noreturn)) void stop(void);\n\
         _Thread_local int t; _Atomic int at; const int k = 4;\n\
         int f(void) { __attribute__((cleanup(done))) int x = 1; _Alignas(32) int y = k; at++; stop(); return x + y; }",
        expect![[r#"
            3   Thread int t
            3   Static int at
            3   Static int k const = {0: 4}
            1   static void early(void) constructor(200)
            1     block
            4   int f(void)
            4     block
            4       Automatic int x cleanup done = {0: 1}
            4       Automatic int y align 32 = {0: load(k)}
            4       PostInc(at)
            4       stop()
            4       return Add(load(x), load(y))
            1   void done(int *)
            2   void stop(void) noreturn
        "#]],
    );
}

/// The library computes layouts, `ctype` computes sizes: they must be the same numbers.
#[test]
fn sizes_agree_in_both_data_models() {
    use ctype::DataModel;
    use frontend::tree::ExprKind;

    let types = [
        "char",
        "short",
        "int",
        "long",
        "long long",
        "float",
        "double",
        "long double",
        "_Bool",
        "char *",
        "int (*)(void)",
        "struct s",
        "union u",
        "enum e",
        "struct s[3]",
        "struct packed",
        "struct bits",
    ];
    let mut text = String::from(
        "struct s { char a; double b; long double c; long long d; short e; };\n\
         union u { char a[5]; long b; };\n enum e { A = -1, B = 3000000000u };\n\
         struct __attribute__((packed)) packed { char a; long b; };\n\
         struct bits { unsigned a : 3; int : 0; long long b : 35; char c; };\n",
    );
    for (index, ty) in types.iter().enumerate() {
        text.push_str(&format!(
            "__typeof__({ty}) x{index}; unsigned long s{index} = sizeof x{index}, a{index} = __alignof__({ty});\n"
        ));
    }
    for model in [DataModel::LP64, DataModel::ILP32] {
        let request = frontend::Request {
            model,
            ..Default::default()
        };
        let outcome = common::parse_with(&[("a.c", &text)], request);
        let tree = outcome
            .tree
            .as_ref()
            .unwrap_or_else(|| panic!("{}", common::diagnostics_of(&outcome)));
        let object = |name: String| {
            tree.objects
                .iter()
                .find(|object| object.name.as_deref() == Some(&name))
                .expect("declared")
        };
        let number = |name: String| {
            let mut value = object(name).init.as_ref().expect("initialised")[0].value;
            while let ExprKind::Convert { operand, .. } = tree.expr(value).kind {
                value = operand;
            }
            match tree.expr(value).kind {
                ExprKind::Int(value) => value as u64,
                ref other => panic!("not a constant: {other:?}"),
            }
        };
        for (index, ty) in types.iter().enumerate() {
            let id = object(format!("x{index}")).ty;
            let sizes = (tree.types.size_of(id), tree.types.align_of(id));
            // GNU C's __alignof__ is the preferred alignment, which on i386 differs for eight-byte scalars.
            let preferred = model == DataModel::ILP32 && ["long long", "double"].contains(ty);
            let align = if preferred {
                sizes.1
            } else {
                number(format!("a{index}"))
            };
            assert_eq!(
                sizes,
                (Some(number(format!("s{index}"))), align),
                "{ty} in {model:?}"
            );
        }
    }
}

#[test]
fn a_range_of_elements_is_evaluated_once() {
    check(
        "int g(void); void f(int n) { int a[2] = { [0 ... 1] = n }, b[2] = { [0 ... 1] = g() }; }",
        expect![[r#"
            1   void f(int)
            1     Parameter int n
            1     block
            1       Automatic int a[2] = {0: load(n), 4: load(n)}
            1       Automatic int b[2] = {0: g(), 4: load(*(to<int *>(Add(to<char *>(&b), 0:long))))}
            1   int g(void)
        "#]],
    );
}
