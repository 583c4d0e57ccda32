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
              1 long f(char, unsigned int, double)
              1   Parameter char c
              1   Parameter unsigned int u
              1   Parameter double d
              1   block
              1     c Add<int>= 1
              1     u = to<unsigned int>(load(c))
              1     return to<long>(Add(to<double>(load(u)), Mul(load(d), to<double>(load(c)))))
        "#]],
    );
}

#[test]
fn conditions_are_bare() {
    check(
        "int f(int *p, double d) { if (p && !d) return 1; while (d) d--; do ; while (p); for (; d < 1;) ; return p ? 1 : 2; }",
        expect![[r#"
              1 int f(int *, double)
              1   Parameter int *p
              1   Parameter double d
              1   block
              1     if And(load(p), Not(load(d)))
              1       return 1
              1     while load(d)
              1       PostDec(d)
              1     do while load(p)
              1       ;
              1     for ; Lt(load(d), to<double>(1)); 
              1       ;
              1     return cond(load(p), 1, 2)
        "#]],
    );
}

#[test]
fn elvis_evaluates_once() {
    check(
        "long g(void); long f(int x) { return g() ?: x; }",
        expect![[r#"
              1 long f(int)
              1   Parameter int x
              1   block
              1     return elvis<long>(g(), to<long>(load(x)))
              1 long g(void)
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
            1 int add(int, int)
            1   Parameter int a
            1   Parameter char b
            1   block
            1     return Add(load(a), to<int>(load(b)))
            2 int main()
            2   block
            2     return Add(add(1, 2), undeclared(3))
            2 int undeclared()
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
              2 Static struct s x extent 20 = {0: 1, bits 32+3: to<unsigned int>(2), bits 35+5: to<unsigned int>(3), 8: "abcd", 12: 7, 16: 8}
              3 Static int y[4] = {8: 5, 12: 6}
              3 Static int *p = {0: &decay(y)[1]}
              3 Static int z
              3 Static char *m = {0: Add(decay("ab\0"), 1)}
              3 Static int (*q)(void)
              4 Static union u v = {0: 0x3fc00000:float}
        "#]],
    );
}

#[test]
fn variable_length_arrays() {
    check(
        "int f(int n, int m[n][n + 1]) {\n int a[n], b = sizeof a;\n typedef int row[n * 2];\n row r;\n \
         int (*p)[n] = (int (*)[n])m;\n return sizeof(row) + sizeof(int[n]) + sizeof r + m[0][1] + p[1][0];\n}",
        expect![[r#"
              1 int f(int, int (*)[])
              1   Parameter int n
              1   Parameter int (*m)[*]
              1   block
              2     Automatic int a[*]
              2     Automatic int b = {0: to<int>(Mul(to<unsigned long>(n1), 4:unsigned long))}
              3     lengths n2 = Mul(load(n), 2)
              4     Automatic int r[*]
              5     Automatic int (*p)[*] = {0: to<int (*)[*]>(stmtexpr s5)}
              6     return to<int>(Add(Add(Add(Add(Mul(to<unsigned long>(n2), 4:unsigned long), Mul(to<unsigned long>(load(n)), 4:unsigned long)), Mul(to<unsigned long>(n2), 4:unsigned long)), to<unsigned long>(load(decay(load(m)[0])[1]))), to<unsigned long>(load(decay(load(p)[1])[0]))))
        "#]],
    );
}

#[test]
fn functions_and_pointers_to_them() {
    check(
        "int g(int); int (*h)(int) = g; int f(int x) { int (*k)(int) = &g; return (*k)(x) + h(x) + (**h)(1) + (g)(2); }",
        expect![[r#"
              1 Static int (*h)(int) = {0: fdecay(g)}
              1 int f(int)
              1   Parameter int x
              1   block
              1     Automatic int (*k)(int) = {0: &g}
              1     return Add(Add(Add(load(k)(load(x)), load(h)(load(x))), load(h)(1)), g(2))
              1 int g(int)
        "#]],
    );
}

#[test]
fn statics_of_blocks() {
    check(
        "static int counter; int f(void) { static int calls = 3; extern int other; return calls++ + counter + other; }",
        expect![[r#"
              1 Static int counter
              1 External int other
              1 int f(void)
              1   block
              1     Static int calls = {0: 3}
              1     ;
              1     return Add(Add(PostInc(calls), load(counter)), load(other))
        "#]],
    );
}

#[test]
fn switches_with_ranges_and_fall_through() {
    check(
        "int f(unsigned char c) { switch (c) { case 1: case 2: c++; case 5 ... 9: break; default: return 1; } return 0; }",
        expect![[r#"
              1 int f(unsigned char)
              1   Parameter unsigned char c
              1   block
              1     switch to<int>(load(c)) 1..=1→s2 2..=2→s1 5..=9→s4 default→s6
              1       block
              1         case s2:
              1           case s1:
              1             PostInc(c)
              1         case s4:
              1           break
              1         default s6:
              1           return 1
              1     return 0
        "#]],
    );
}

#[test]
fn gotos_and_statement_expressions() {
    check(
        "int f(int n) { again: if (n > 0) { n = ({ int m = n; m - 1; }); goto again; } else goto out; out: return n; }",
        expect![[r#"
              1 int f(int)
              1   Parameter int n
              1   block
              1     again:
              1       if Gt(load(n), 0)
              1         block
              1           n = stmtexpr s2
              1           goto again
              1       else
              1         goto out
              1     out:
              1       return load(n)
        "#]],
    );
}

#[test]
fn variadic_functions() {
    check(
        "#include <stdarg.h>\nint sum(int n, ...) { va_list ap, aq; va_start(ap, n); va_copy(aq, ap); int s = va_arg(ap, int); va_end(ap); return s; }",
        expect![[r#"
              2 int sum(int, ...)
              2   Parameter int n
              2   block
              2     Automatic struct __va_list_tag ap[1]
              2     Automatic struct __va_list_tag aq[1]
              2     va_start(decay(ap))
              2     va_copy(decay(aq), decay(ap))
              2     Automatic int s = {0: va_arg<int>(decay(ap))}
              2     va_end(decay(ap))
              2     return load(s)
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
              1 int f(unsigned int, int, int *, double)
              1   Parameter unsigned int x
              1   Parameter int y
              1   Parameter int *p
              1   Parameter double d
              1   block
              2     if to<long>(Gt(load(x), to<unsigned int>(3)))
              2       Unreachable<void>()
              3     return Add(Add(Add(Add(Add(Add(Add(Add(Add(Clz<int>(load(x)), to<int>(AddOverflow<_Bool>(load(y), 1, load(p)))), IsNan<int>(load(d))), 0), 0), AtomicFetch(Add)<int>(load(p), 2)), Abs<int>(load(y))), 1), load(y)), cast<int>(4:unsigned long))
        "#]],
    );
}

#[test]
fn what_is_not_supported_says_so() {
    check(
        "int f(void) { __asm__(\"nop\"); __asm__ volatile(\"\" ::: \"memory\"); void *p = &&l; goto *p; l: return 0; }",
        expect![[r#"
              1 int f(void)
              1   block
              1     unsupported: inline assembly
              1     ;
              1     Automatic void *p = {0: unsupported: the address of a label}
              1     unsupported: a computed goto
              1     l:
              1       return 0
        "#]],
    );
    check(
        "double _Complex z; int f(void) { return 0; }",
        expect![[r#"
        Error: a complex number is not supported [a.c:1:17-18 `z`]
        no tree
    "#]],
    );
    check(
        "typedef int v4 __attribute__((vector_size(16))); v4 g;",
        expect![[r#"
        Error: a vector type is not supported [a.c:1:53-54 `g`]
        no tree
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
              1 Static int *q = {0: decay((int [2]){0: 1, 4: 2})}
              1 Static int literal#1[2] = {0: 1, 4: 2}
              2 int f(void)
              2   block
              2     Automatic struct p a = {0: 1}
              2     Automatic struct p b = {0: load(a)}
              2     b = load((struct p){4: 3})
              2     return Add(g().x, load(b.y))
              1 struct p g(void)
        "#]],
    );
}

#[test]
fn known_names_need_no_declaration() {
    check(
        "int main() { int x = nondet_int(); __CPROVER_assume(x > 3); __VERIFIER_assume(x < 9); assert(x != 5);\n \
         char *p = malloc(x); __CPROVER_assert(p != 0, \"allocated\"); free(p); __CPROVER_bool b = __VERIFIER_nondet_bool(); return strlen(p) + b; }",
        expect![[r#"
            6 Static int __model_errno
            1 int main()
            1   block
            1     Automatic int x = {0: nondet_int()}
            1     __CPROVER_assume(to<_Bool>(Gt(load(x), 3)))
            1     __VERIFIER_assume(to<_Bool>(Lt(load(x), 9)))
            1     __because_assert(to<_Bool>(Ne(load(x), 5)))
            2     Automatic char *p = {0: to<char *>(malloc(to<unsigned long>(load(x))))}
            2     __CPROVER_assert(to<_Bool>(Ne(load(p), to<char *>(0))), decay("allocated\0"))
            2     free(to<void *>(load(p)))
            2     Automatic _Bool b = {0: __VERIFIER_nondet_bool()}
            2     return to<int>(Add(strlen(load(p)), to<unsigned long>(load(b))))
            8 int nondet_int(void)
            2 void __CPROVER_assume(_Bool)
            3 void __VERIFIER_assume(_Bool)
            5 void __because_assert(_Bool)
            44 void *malloc(unsigned long)
            44   Parameter unsigned long size
            44   block
            45     return allocate(load(size), Mul(to<unsigned long>(2), 8:unsigned long))
            1 void __CPROVER_assert(_Bool, char *)
            71 void free(void *)
            71   Parameter void *p
            71   block
            72     if Eq(load(p), cast<void *>(0))
            73       return
            74     __because_check_free(__because_freeable(load(p)), decay("free argument is null or points to the start of a heap object\0"))
            76     __because_free(load(p))
            4 _Bool __VERIFIER_nondet_bool(void)
            12 unsigned long strlen(char *)
            12   Parameter char *s
            12   block
            13     Automatic unsigned long n = {0: to<unsigned long>(0)}
            14     while Ne(to<int>(load(load(s)[load(n)])), 0)
            15       PostInc(n)
            16     return load(n)
            115 static _Bool __model_apart(void *, void *, unsigned long)
            115   Parameter void *p
            115   Parameter void *q
            115   Parameter unsigned long n
            115   block
            116     if Or(Eq(load(n), to<unsigned long>(0)), Not(__because_same_object(load(p), load(q))))
            117       return to<_Bool>(1)
            118     Automatic long distance = {0: Sub(__because_pointer_offset(load(p)), __because_pointer_offset(load(q)))}
            119     if Lt(load(distance), to<long>(0))
            120       distance = Neg(load(distance))
            121     return to<_Bool>(Ge(cast<unsigned long>(load(distance)), load(n)))
            14 static void *allocate(unsigned long, unsigned long)
            14   Parameter unsigned long size
            14   Parameter unsigned long align
            14   block
            15     if Or(Gt(load(size), to<unsigned long>(9223372036854775807:long)), __because_malloc_may_fail())
            15       block
            16         *(__errno_location()) = 12
            17         return cast<void *>(0)
            19     return __because_allocate(load(size), load(align))
            22 static void *reallocate(void *, unsigned long)
            22   Parameter void *p
            22   Parameter unsigned long size
            22   block
            23     if Eq(load(p), cast<void *>(0))
            24       return allocate(load(size), Mul(to<unsigned long>(2), 8:unsigned long))
            25     __because_check_free(__because_freeable(load(p)), decay("realloc argument is null or points to the start of a heap object\0"))
            27     if Eq(load(size), to<unsigned long>(0))
            27       block
            28         __because_free(load(p))
            29         return cast<void *>(0)
            31     Automatic void *fresh = {0: allocate(load(size), Mul(to<unsigned long>(2), 8:unsigned long))}
            32     if Eq(load(fresh), cast<void *>(0))
            33       return cast<void *>(0)
            34     Automatic unsigned long old = {0: __because_object_size(load(p))}
            35     __because_copy(load(fresh), load(p), cond(Lt(load(old), load(size)), load(old), load(size)))
            36     __because_free(load(p))
            37     return load(fresh)
            40 static _Bool too_many(unsigned long, unsigned long)
            40   Parameter unsigned long count
            40   Parameter unsigned long size
            40   block
            41     return to<_Bool>(And(Ne(load(size), to<unsigned long>(0)), Gt(load(count), Div(18446744073709551615:unsigned long, load(size)))))
            48 void *calloc(unsigned long, unsigned long)
            48   Parameter unsigned long count
            48   Parameter unsigned long size
            48   block
            49     if too_many(load(count), load(size))
            49       block
            50         *(__errno_location()) = 12
            51         return cast<void *>(0)
            53     Automatic void *p = {0: allocate(Mul(load(count), load(size)), Mul(to<unsigned long>(2), 8:unsigned long))}
            54     if Ne(load(p), cast<void *>(0))
            55       __because_set(load(p), 0, Mul(load(count), load(size)))
            56     return load(p)
            59 void *realloc(void *, unsigned long)
            59   Parameter void *p
            59   Parameter unsigned long size
            59   block
            60     return reallocate(load(p), load(size))
            63 void *reallocarray(void *, unsigned long, unsigned long)
            63   Parameter void *p
            63   Parameter unsigned long count
            63   Parameter unsigned long size
            63   block
            64     if too_many(load(count), load(size))
            64       block
            65         *(__errno_location()) = 12
            66         return cast<void *>(0)
            68     return reallocate(load(p), Mul(load(count), load(size)))
            79 void cfree(void *)
            79   Parameter void *p
            79   block
            80     free(load(p))
            83 static _Bool power_of_two(unsigned long)
            83   Parameter unsigned long n
            83   block
            84     return to<_Bool>(And(Ne(load(n), to<unsigned long>(0)), Eq(BitAnd(load(n), Sub(load(n), to<unsigned long>(1))), to<unsigned long>(0))))
            87 void *aligned_alloc(unsigned long, unsigned long)
            87   Parameter unsigned long align
            87   Parameter unsigned long size
            87   block
            88     if Not(power_of_two(load(align)))
            88       block
            89         *(__errno_location()) = 22
            90         return cast<void *>(0)
            92     return allocate(load(size), cond(Gt(load(align), Mul(to<unsigned long>(2), 8:unsigned long)), load(align), Mul(to<unsigned long>(2), 8:unsigned long)))
            95 void *memalign(unsigned long, unsigned long)
            95   Parameter unsigned long align
            95   Parameter unsigned long size
            95   block
            96     return aligned_alloc(load(align), load(size))
            100 int posix_memalign(void **, unsigned long, unsigned long)
            100   Parameter void **result
            100   Parameter unsigned long align
            100   Parameter unsigned long size
            100   block
            101     if Or(Not(power_of_two(load(align))), Ne(Rem(load(align), 8:unsigned long), to<unsigned long>(0)))
            102       return 22
            103     if Or(Gt(load(size), to<unsigned long>(9223372036854775807:long)), __because_malloc_may_fail())
            104       return 12
            105     *(load(result)) = __because_allocate(load(size), cond(Gt(load(align), Mul(to<unsigned long>(2), 8:unsigned long)), load(align), Mul(to<unsigned long>(2), 8:unsigned long)))
            106     return 0
            109 void *valloc(unsigned long)
            109   Parameter unsigned long size
            109   block
            110     return allocate(load(size), to<unsigned long>(4096))
            114 unsigned long malloc_usable_size(void *)
            114   Parameter void *p
            114   block
            115     return cond(Eq(load(p), cast<void *>(0)), to<unsigned long>(0), __because_object_size(load(p)))
            78 _Bool __because_same_object(void *, void *)
            77 long __because_pointer_offset(void *)
            83 _Bool __because_malloc_may_fail(void)
            8 int *__errno_location(void)
            8   block
            9     return &__model_errno
            70 void *__because_allocate(unsigned long, unsigned long)
            101 void __because_check_free(_Bool, char *)
            73 _Bool __because_freeable(void *)
            72 void __because_free(void *)
            76 unsigned long __because_object_size(void *)
            80 void __because_copy(void *, void *, unsigned long)
            81 void __because_set(void *, int, unsigned long)
            115 static _Bool __model_apart(void *, void *, unsigned long)
            115   Parameter void *p
            115   Parameter void *q
            115   Parameter unsigned long n
            115   block
            116     if Or(Eq(load(n), to<unsigned long>(0)), Not(__because_same_object(load(p), load(q))))
            117       return to<_Bool>(1)
            118     Automatic long distance = {0: Sub(__because_pointer_offset(load(p)), __because_pointer_offset(load(q)))}
            119     if Lt(load(distance), to<long>(0))
            120       distance = Neg(load(distance))
            121     return to<_Bool>(Ge(cast<unsigned long>(load(distance)), load(n)))
            19 char *strcpy(char *, char *)
            19   Parameter char *dst
            19   Parameter char *src
            19   block
            20     Automatic unsigned long n = {0: to<unsigned long>(0)}
            21     while Ne(to<int>(load(dst)[load(n)] = load(load(src)[load(n)])), 0)
            22       PostInc(n)
            23     __because_check(__model_apart(to<void *>(load(dst)), to<void *>(load(src)), Add(load(n), to<unsigned long>(1))), decay("strcpy source and destination do not overlap\0"))
            24     return load(dst)
            27 char *strncpy(char *, char *, unsigned long)
            27   Parameter char *dst
            27   Parameter char *src
            27   Parameter unsigned long n
            27   block
            28     Automatic unsigned long i = {0: to<unsigned long>(0)}
            29     while And(Lt(load(i), load(n)), Ne(to<int>(load(load(src)[load(i)])), 0))
            29       block
            30         load(dst)[load(i)] = load(load(src)[load(i)])
            31         PostInc(i)
            33     __because_check(__model_apart(to<void *>(load(dst)), to<void *>(load(src)), load(i)), decay("strncpy source and destination do not overlap\0"))
            34     while Lt(load(i), load(n))
            34       block
            35         load(dst)[load(i)] = to<char>(0)
            36         PostInc(i)
            38     return load(dst)
            41 char *strcat(char *, char *)
            41   Parameter char *dst
            41   Parameter char *src
            41   block
            42     Automatic unsigned long end = {0: to<unsigned long>(0)}
            43     while Ne(to<int>(load(load(dst)[load(end)])), 0)
            44       PostInc(end)
            45     Automatic unsigned long n = {0: to<unsigned long>(0)}
            46     while Ne(to<int>(load(dst)[Add(load(end), load(n))] = load(load(src)[load(n)])), 0)
            47       PostInc(n)
            48     __because_check(__model_apart(to<void *>(Add(load(dst), load(end))), to<void *>(load(src)), Add(load(n), to<unsigned long>(1))), decay("strcat source and destination do not overlap\0"))
            49     return load(dst)
            52 char *strncat(char *, char *, unsigned long)
            52   Parameter char *dst
            52   Parameter char *src
            52   Parameter unsigned long n
            52   block
            53     Automatic unsigned long end = {0: to<unsigned long>(0)}
            54     while Ne(to<int>(load(load(dst)[load(end)])), 0)
            55       PostInc(end)
            56     Automatic unsigned long i = {0: to<unsigned long>(0)}
            57     while And(Lt(load(i), load(n)), Ne(to<int>(load(load(src)[load(i)])), 0))
            57       block
            58         load(dst)[Add(load(end), load(i))] = load(load(src)[load(i)])
            59         PostInc(i)
            61     load(dst)[Add(load(end), load(i))] = to<char>(0)
            62     __because_check(__model_apart(to<void *>(Add(load(dst), load(end))), to<void *>(load(src)), load(i)), decay("strncat source and destination do not overlap\0"))
            63     return load(dst)
            66 int strcmp(char *, char *)
            66   Parameter char *left
            66   Parameter char *right
            66   block
            67     Automatic unsigned long i = {0: to<unsigned long>(0)}
            68     while And(Ne(to<int>(load(load(left)[load(i)])), 0), Eq(to<int>(load(load(left)[load(i)])), to<int>(load(load(right)[load(i)]))))
            69       PostInc(i)
            70     return Sub(to<int>(cast<unsigned char>(load(load(left)[load(i)]))), to<int>(cast<unsigned char>(load(load(right)[load(i)]))))
            73 int strncmp(char *, char *, unsigned long)
            73   Parameter char *left
            73   Parameter char *right
            73   Parameter unsigned long n
            73   block
            74     for ; Lt(load(i), load(n)); PostInc(i)
            74       Automatic unsigned long i = {0: to<unsigned long>(0)}
            74       block
            75         if Ne(to<int>(load(load(left)[load(i)])), to<int>(load(load(right)[load(i)])))
            76           return Sub(to<int>(cast<unsigned char>(load(load(left)[load(i)]))), to<int>(cast<unsigned char>(load(load(right)[load(i)]))))
            77         if Eq(to<int>(load(load(left)[load(i)])), 0)
            78           return 0
            80     return 0
            83 int strcoll(char *, char *)
            83   Parameter char *left
            83   Parameter char *right
            83   block
            84     Automatic unsigned long i = {0: to<unsigned long>(0)}
            85     while And(Ne(to<int>(load(load(left)[load(i)])), 0), Eq(to<int>(load(load(left)[load(i)])), to<int>(load(load(right)[load(i)]))))
            86       PostInc(i)
            87     return Sub(to<int>(cast<unsigned char>(load(load(left)[load(i)]))), to<int>(cast<unsigned char>(load(load(right)[load(i)]))))
            91 unsigned long strxfrm(char *, char *, unsigned long)
            91   Parameter char *dst
            91   Parameter char *src
            91   Parameter unsigned long n
            91   block
            92     Automatic unsigned long i = {0: to<unsigned long>(0)}
            93     while Ne(to<int>(load(load(src)[load(i)])), 0)
            93       block
            94         if Lt(load(i), load(n))
            95           load(dst)[load(i)] = load(load(src)[load(i)])
            96         PostInc(i)
            98     if Lt(load(i), load(n))
            99       load(dst)[load(i)] = to<char>(0)
            100     return load(i)
            103 char *strchr(char *, int)
            103   Parameter char *s
            103   Parameter int c
            103   block
            104     Automatic char wanted = {0: cast<char>(load(c))}
            105     for ; ; PostInc(i)
            105       Automatic unsigned long i = {0: to<unsigned long>(0)}
            105       block
            106         if Eq(to<int>(load(load(s)[load(i)])), to<int>(load(wanted)))
            107           return cast<char *>(Add(load(s), load(i)))
            108         if Eq(to<int>(load(load(s)[load(i)])), 0)
            109           return to<char *>(cast<void *>(0))
            113 char *strrchr(char *, int)
            113   Parameter char *s
            113   Parameter int c
            113   block
            114     Automatic char wanted = {0: cast<char>(load(c))}
            115     Automatic char *found = {0: to<char *>(cast<void *>(0))}
            116     for ; ; PostInc(i)
            116       Automatic unsigned long i = {0: to<unsigned long>(0)}
            116       block
            117         if Eq(to<int>(load(load(s)[load(i)])), to<int>(load(wanted)))
            118           found = Add(load(s), load(i))
            119         if Eq(to<int>(load(load(s)[load(i)])), 0)
            120           return cast<char *>(load(found))
            100 void __because_check(_Bool, char *)
            115 static _Bool __model_apart(void *, void *, unsigned long)
            115   Parameter void *p
            115   Parameter void *q
            115   Parameter unsigned long n
            115   block
            116     if Or(Eq(load(n), to<unsigned long>(0)), Not(__because_same_object(load(p), load(q))))
            117       return to<_Bool>(1)
            118     Automatic long distance = {0: Sub(__because_pointer_offset(load(p)), __because_pointer_offset(load(q)))}
            119     if Lt(load(distance), to<long>(0))
            120       distance = Neg(load(distance))
            121     return to<_Bool>(Ge(cast<unsigned long>(load(distance)), load(n)))
        "#]],
    );
}

#[test]
fn declared_known_names_keep_the_users_types() {
    check(
        "int nondet_int(int); void assert(int); int main(void) { assert(nondet_int(3) > 2.5); return 0; }",
        expect![[r#"
              1 int main(void)
              1   block
              1     assert(Gt(to<double>(nondet_int(3)), 0x4004000000000000:double))
              1     return 0
              1 void assert(int)
              1 int nondet_int(int)
        "#]],
    );
}

#[test]
fn assertions_can_be_switched_off() {
    check(
        "#include <assert.h>\nvoid f(int x) { assert(x); }\n#define NDEBUG\n#include <assert.h>\nvoid g(int x) { assert(x); static_assert(1, \"\"); }",
        expect![[r#"
            2 void f(int)
            2   Parameter int x
            2   block
            2     __because_assert(to<_Bool>(load(x)))
            5 void g(int)
            5   Parameter int x
            5   block
            5     to<void>(0)
            5     ;
            11 void __because_assert(_Bool)
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
              3 Thread int t
              3 Static int at
              3 Static int k const = {0: 4}
              1 static void early(void) constructor(200)
              1   block
              4 int f(void)
              4   block
              4     Automatic int x cleanup done = {0: 1}
              4     Automatic int y align 32 = {0: load(k)}
              4     PostInc(at)
              4     stop()
              4     return Add(load(x), load(y))
              1 void done(int *)
              2 void stop(void) noreturn
        "#]],
    );
}
