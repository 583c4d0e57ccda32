//! Names that work without a declaration.
//!
//! Most public verification programs include no header: they call `assert`, `nondet_int`, `__CPROVER_assume`
//! or `malloc` and expect the tool to know. When the checker reports that such a name is undeclared, the
//! unit is checked once more with the declaration from this table in front. Only then: a user who declares
//! a name, even with another type, is always believed.
//!
//! The table has a closed form: a fixed list of prototypes, and the families `nondet_T`,
//! `__VERIFIER_nondet_T` and `__CPROVER_nondet_T` over one list of types.

/// `(suffix, type)`: what `nondet_<suffix>()` returns.
const NONDET: &[(&str, &str)] = &[
    ("bool", "_Bool"),
    ("_Bool", "_Bool"),
    ("char", "char"),
    ("schar", "signed char"),
    ("uchar", "unsigned char"),
    ("unsigned_char", "unsigned char"),
    ("short", "short"),
    ("ushort", "unsigned short"),
    ("unsigned_short", "unsigned short"),
    ("int", "int"),
    ("uint", "unsigned int"),
    ("unsigned", "unsigned int"),
    ("unsigned_int", "unsigned int"),
    ("long", "long"),
    ("ulong", "unsigned long"),
    ("unsigned_long", "unsigned long"),
    ("longlong", "long long"),
    ("long_long", "long long"),
    ("ulonglong", "unsigned long long"),
    ("unsigned_long_long", "unsigned long long"),
    ("int128", "__int128"),
    ("uint128", "unsigned __int128"),
    ("float", "float"),
    ("double", "double"),
    ("longdouble", "long double"),
    ("pointer", "void *"),
    ("ptr", "void *"),
    ("voidp", "void *"),
    ("pchar", "char *"),
    ("charp", "char *"),
    ("string", "char *"),
    ("const_char_pointer", "const char *"),
    ("size_t", SIZE),
    ("ssize_t", "__typeof__((char *)0 - (char *)0)"),
    ("ptrdiff_t", "__typeof__((char *)0 - (char *)0)"),
    ("loff_t", "long long"),
    ("pthread_t", "unsigned long"),
    ("sector_t", "unsigned long"),
    ("S8", "signed char"),
    ("U8", "unsigned char"),
    ("S16", "short"),
    ("U16", "unsigned short"),
    ("S32", "int"),
    ("U32", "unsigned int"),
    ("S64", "long long"),
    ("U64", "unsigned long long"),
    ("i8", "signed char"),
    ("u8", "unsigned char"),
    ("i16", "short"),
    ("u16", "unsigned short"),
    ("i32", "int"),
    ("u32", "unsigned int"),
    ("i64", "long long"),
    ("u64", "unsigned long long"),
    ("int8_t", "signed char"),
    ("uint8_t", "unsigned char"),
    ("int16_t", "short"),
    ("uint16_t", "unsigned short"),
    ("int32_t", "int"),
    ("uint32_t", "unsigned int"),
    ("int64_t", "long long"),
    ("uint64_t", "unsigned long long"),
];

/// The prefixes of the families over [`NONDET`].
const NONDET_PREFIXES: &[&str] = &["nondet_", "__VERIFIER_nondet_", "__CPROVER_nondet_"];

const SIZE: &str = "__typeof__(sizeof(0))";

/// Types without a header. The parser needs them first, so they are declared wherever they are used.
const TYPES: &[(&str, &str)] = &[
    ("__CPROVER_bool", "typedef _Bool __CPROVER_bool;"),
    (
        "__CPROVER_size_t",
        "typedef __typeof__(sizeof(0)) __CPROVER_size_t;",
    ),
    (
        "__CPROVER_ssize_t",
        "typedef __typeof__((char *)0 - (char *)0) __CPROVER_ssize_t;",
    ),
    (
        "__CPROVER_uint128_t",
        "typedef unsigned __int128 __CPROVER_uint128_t;",
    ),
];

/// `(name, prototype)`. `$` stands for `size_t`.
const FUNCTIONS: &[(&str, &str)] = &[
    // Claims and assumptions.
    ("assert", "void assert(_Bool);"),
    ("assume", "void assume(_Bool);"),
    ("__because_assert", "void __because_assert(_Bool);"),
    ("__VERIFIER_assume", "void __VERIFIER_assume(_Bool);"),
    ("__VERIFIER_assert", "void __VERIFIER_assert(_Bool);"),
    (
        "__VERIFIER_error",
        "void __VERIFIER_error(void) __attribute__((noreturn));",
    ),
    ("__VERIFIER_atomic_begin", "void __VERIFIER_atomic_begin(void);"),
    ("__VERIFIER_atomic_end", "void __VERIFIER_atomic_end(void);"),
    ("reach_error", "void reach_error(void);"),
    ("__CPROVER_assume", "void __CPROVER_assume(_Bool);"),
    ("__CPROVER_assert", "void __CPROVER_assert(_Bool, const char *);"),
    (
        "__CPROVER_precondition",
        "void __CPROVER_precondition(_Bool, const char *);",
    ),
    (
        "__CPROVER_postcondition",
        "void __CPROVER_postcondition(_Bool, const char *);",
    ),
    ("__CPROVER_cover", "void __CPROVER_cover(_Bool);"),
    ("__ESBMC_assume", "void __ESBMC_assume(_Bool);"),
    ("__ESBMC_assert", "void __ESBMC_assert(_Bool, const char *);"),
    ("__ESBMC_atomic_begin", "void __ESBMC_atomic_begin(void);"),
    ("__ESBMC_atomic_end", "void __ESBMC_atomic_end(void);"),
    // What CBMC's harnesses ask about memory.
    ("__CPROVER_r_ok", "_Bool __CPROVER_r_ok(const void *, ...);"),
    ("__CPROVER_w_ok", "_Bool __CPROVER_w_ok(const void *, ...);"),
    ("__CPROVER_rw_ok", "_Bool __CPROVER_rw_ok(const void *, ...);"),
    ("__CPROVER_is_fresh", "_Bool __CPROVER_is_fresh(const void *, $);"),
    ("__CPROVER_OBJECT_SIZE", "$ __CPROVER_OBJECT_SIZE(const void *);"),
    (
        "__CPROVER_POINTER_OFFSET",
        "__typeof__((char *)0 - (char *)0) __CPROVER_POINTER_OFFSET(const void *);",
    ),
    (
        "__CPROVER_POINTER_OBJECT",
        "$ __CPROVER_POINTER_OBJECT(const void *);",
    ),
    (
        "__CPROVER_same_object",
        "_Bool __CPROVER_same_object(const void *, const void *);",
    ),
    (
        "__CPROVER_SAME_OBJECT",
        "_Bool __CPROVER_SAME_OBJECT(const void *, const void *);",
    ),
    (
        "__CPROVER_DYNAMIC_OBJECT",
        "_Bool __CPROVER_DYNAMIC_OBJECT(const void *);",
    ),
    (
        "__CPROVER_is_invalid_pointer",
        "_Bool __CPROVER_is_invalid_pointer(const void *);",
    ),
    (
        "__CPROVER_IS_INVALID_POINTER",
        "_Bool __CPROVER_IS_INVALID_POINTER(const void *);",
    ),
    ("__CPROVER_input", "void __CPROVER_input(const char *, ...);"),
    ("__CPROVER_output", "void __CPROVER_output(const char *, ...);"),
    ("__CPROVER_printf", "void __CPROVER_printf(const char *, ...);"),
    ("__CPROVER_atomic_begin", "void __CPROVER_atomic_begin(void);"),
    ("__CPROVER_atomic_end", "void __CPROVER_atomic_end(void);"),
    ("__CPROVER_fence", "void __CPROVER_fence(const char *, ...);"),
    ("__CPROVER_havoc_object", "void __CPROVER_havoc_object(void *);"),
    ("__CPROVER_havoc_slice", "void __CPROVER_havoc_slice(void *, $);"),
    ("__CPROVER_allocate", "void *__CPROVER_allocate($, _Bool);"),
    (
        "__CPROVER_array_copy",
        "void __CPROVER_array_copy(const void *, const void *);",
    ),
    (
        "__CPROVER_array_replace",
        "void __CPROVER_array_replace(const void *, const void *);",
    ),
    (
        "__CPROVER_array_equal",
        "_Bool __CPROVER_array_equal(const void *, const void *);",
    ),
    (
        "__because_array_set",
        "void __because_array_set(void *, const void *, $);",
    ),
    ("__because_forall", "int __because_forall(_Bool, ...);"),
    ("__because_exists", "int __because_exists(_Bool, ...);"),
    ("__CPROVER_deallocate", "void __CPROVER_deallocate(void *);"),
    (
        "__CPROVER_LIVE_OBJECT",
        "_Bool __CPROVER_LIVE_OBJECT(const void *);",
    ),
    (
        "__CPROVER_WRITEABLE_OBJECT",
        "_Bool __CPROVER_WRITEABLE_OBJECT(const void *);",
    ),
    (
        "__CPROVER_pointer_in_range",
        "_Bool __CPROVER_pointer_in_range(const void *, const void *, const void *);",
    ),
    ("__CPROVER_buffer_size", "$ __CPROVER_buffer_size(const void *);"),
    (
        "__CPROVER_is_zero_string",
        "_Bool __CPROVER_is_zero_string(const void *);",
    ),
    (
        "__CPROVER_zero_string_length",
        "$ __CPROVER_zero_string_length(const void *);",
    ),
    // The length of an array without end: more than any index of a program gets to.
    (
        "__CPROVER_constant_infinity_uint",
        "enum { __CPROVER_constant_infinity_uint = 1LL << 56 };",
    ),
    (
        "__CPROVER_max_malloc_size",
        "extern const $ __CPROVER_max_malloc_size;",
    ),
    ("__CPROVER_rounding_mode", "extern int __CPROVER_rounding_mode;"),
    ("__CPROVER_overflow_plus", "_Bool __CPROVER_overflow_plus();"),
    ("__CPROVER_overflow_minus", "_Bool __CPROVER_overflow_minus();"),
    ("__CPROVER_overflow_mult", "_Bool __CPROVER_overflow_mult();"),
    ("__CPROVER_overflow_shl", "_Bool __CPROVER_overflow_shl();"),
    (
        "__CPROVER_overflow_unary_minus",
        "_Bool __CPROVER_overflow_unary_minus();",
    ),
    ("__CPROVER_isnanf", "_Bool __CPROVER_isnanf(float);"),
    ("__CPROVER_isnand", "_Bool __CPROVER_isnand(double);"),
    ("__CPROVER_isnanld", "_Bool __CPROVER_isnanld(long double);"),
    ("__CPROVER_isfinitef", "_Bool __CPROVER_isfinitef(float);"),
    ("__CPROVER_isfinited", "_Bool __CPROVER_isfinited(double);"),
    ("__CPROVER_isfiniteld", "_Bool __CPROVER_isfiniteld(long double);"),
    ("__CPROVER_isinff", "_Bool __CPROVER_isinff(float);"),
    ("__CPROVER_isinfd", "_Bool __CPROVER_isinfd(double);"),
    ("__CPROVER_isinfld", "_Bool __CPROVER_isinfld(long double);"),
    ("__CPROVER_isnormalf", "_Bool __CPROVER_isnormalf(float);"),
    ("__CPROVER_isnormald", "_Bool __CPROVER_isnormald(double);"),
    ("__CPROVER_isnormalld", "_Bool __CPROVER_isnormalld(long double);"),
    ("__CPROVER_signf", "_Bool __CPROVER_signf(float);"),
    ("__CPROVER_signd", "_Bool __CPROVER_signd(double);"),
    ("__CPROVER_signld", "_Bool __CPROVER_signld(long double);"),
    (
        "__CPROVER_isgreaterf",
        "_Bool __CPROVER_isgreaterf(float, float);",
    ),
    (
        "__CPROVER_isgreaterd",
        "_Bool __CPROVER_isgreaterd(double, double);",
    ),
    (
        "__CPROVER_isgreaterequalf",
        "_Bool __CPROVER_isgreaterequalf(float, float);",
    ),
    (
        "__CPROVER_isgreaterequald",
        "_Bool __CPROVER_isgreaterequald(double, double);",
    ),
    ("__CPROVER_islessf", "_Bool __CPROVER_islessf(float, float);"),
    ("__CPROVER_islessd", "_Bool __CPROVER_islessd(double, double);"),
    (
        "__CPROVER_islessequalf",
        "_Bool __CPROVER_islessequalf(float, float);",
    ),
    (
        "__CPROVER_islessequald",
        "_Bool __CPROVER_islessequald(double, double);",
    ),
    (
        "__CPROVER_islessgreaterf",
        "_Bool __CPROVER_islessgreaterf(float, float);",
    ),
    (
        "__CPROVER_islessgreaterd",
        "_Bool __CPROVER_islessgreaterd(double, double);",
    ),
    (
        "__CPROVER_isunorderedf",
        "_Bool __CPROVER_isunorderedf(float, float);",
    ),
    (
        "__CPROVER_isunorderedd",
        "_Bool __CPROVER_isunorderedd(double, double);",
    ),
    ("__CPROVER_inf", "double __CPROVER_inf(void);"),
    ("__CPROVER_inff", "float __CPROVER_inff(void);"),
    ("__CPROVER_infl", "long double __CPROVER_infl(void);"),
    ("__CPROVER_fabs", "double __CPROVER_fabs(double);"),
    ("__CPROVER_fabsf", "float __CPROVER_fabsf(float);"),
    ("__CPROVER_fabsl", "long double __CPROVER_fabsl(long double);"),
    ("__CPROVER_fmod", "double __CPROVER_fmod(double, double);"),
    ("__CPROVER_fmodf", "float __CPROVER_fmodf(float, float);"),
    (
        "__CPROVER_remainder",
        "double __CPROVER_remainder(double, double);",
    ),
    (
        "__CPROVER_remainderf",
        "float __CPROVER_remainderf(float, float);",
    ),
    ("__CPROVER_abs", "int __CPROVER_abs(int);"),
    ("__CPROVER_labs", "long __CPROVER_labs(long);"),
    ("__CPROVER_llabs", "long long __CPROVER_llabs(long long);"),
    (
        "__VERIFIER_nondet_memory",
        "void __VERIFIER_nondet_memory(void *, $);",
    ),
    // Builtins of compilers that are functions.
    (
        "__builtin_bitreverse8",
        "unsigned char __builtin_bitreverse8(unsigned char);",
    ),
    (
        "__builtin_rotateleft8",
        "unsigned char __builtin_rotateleft8(unsigned char, unsigned char);",
    ),
    (
        "__builtin_rotateright8",
        "unsigned char __builtin_rotateright8(unsigned char, unsigned char);",
    ),
    (
        "__builtin_bitreverse16",
        "unsigned short __builtin_bitreverse16(unsigned short);",
    ),
    (
        "__builtin_rotateleft16",
        "unsigned short __builtin_rotateleft16(unsigned short, unsigned short);",
    ),
    (
        "__builtin_rotateright16",
        "unsigned short __builtin_rotateright16(unsigned short, unsigned short);",
    ),
    (
        "__builtin_bitreverse32",
        "unsigned int __builtin_bitreverse32(unsigned int);",
    ),
    (
        "__builtin_rotateleft32",
        "unsigned int __builtin_rotateleft32(unsigned int, unsigned int);",
    ),
    (
        "__builtin_rotateright32",
        "unsigned int __builtin_rotateright32(unsigned int, unsigned int);",
    ),
    (
        "__builtin_bitreverse64",
        "unsigned long long __builtin_bitreverse64(unsigned long long);",
    ),
    (
        "__builtin_rotateleft64",
        "unsigned long long __builtin_rotateleft64(unsigned long long, unsigned long long);",
    ),
    (
        "__builtin_rotateright64",
        "unsigned long long __builtin_rotateright64(unsigned long long, unsigned long long);",
    ),
    (
        "__builtin_addc",
        "unsigned int __builtin_addc(unsigned int, unsigned int, unsigned int, unsigned int *);",
    ),
    (
        "__builtin_addcll",
        "unsigned long long __builtin_addcll(unsigned long long, unsigned long long, unsigned long long, unsigned long long *);",
    ),
    (
        "__builtin_subc",
        "unsigned int __builtin_subc(unsigned int, unsigned int, unsigned int, unsigned int *);",
    ),
    (
        "__builtin_subcll",
        "unsigned long long __builtin_subcll(unsigned long long, unsigned long long, unsigned long long, unsigned long long *);",
    ),
    ("__builtin_powi", "double __builtin_powi(double, int);"),
    ("__builtin_powif", "float __builtin_powif(float, int);"),
    // Of any types of numbers.
    (
        "__CPROVER_saturating_plus",
        "__int128 __CPROVER_saturating_plus();",
    ),
    (
        "__CPROVER_saturating_minus",
        "__int128 __CPROVER_saturating_minus();",
    ),
    (
        "__CPROVER_enum_is_in_range",
        "_Bool __CPROVER_enum_is_in_range();",
    ),
    // The C library without its headers.
    ("printf", "int printf(const char *, ...);"),
    ("sprintf", "int sprintf(char *, const char *, ...);"),
    ("snprintf", "int snprintf(char *, $, const char *, ...);"),
    ("scanf", "int scanf(const char *, ...);"),
    ("sscanf", "int sscanf(const char *, const char *, ...);"),
    ("puts", "int puts(const char *);"),
    ("putchar", "int putchar(int);"),
    ("getchar", "int getchar(void);"),
    ("gets", "char *gets(char *);"),
    ("perror", "void perror(const char *);"),
    ("malloc", "void *malloc($);"),
    ("calloc", "void *calloc($, $);"),
    ("realloc", "void *realloc(void *, $);"),
    ("free", "void free(void *);"),
    ("alloca", "void *alloca($);"),
    ("exit", "void exit(int) __attribute__((noreturn));"),
    ("_Exit", "void _Exit(int) __attribute__((noreturn));"),
    ("_exit", "void _exit(int) __attribute__((noreturn));"),
    ("abort", "void abort(void) __attribute__((noreturn));"),
    ("atexit", "int atexit(void (*)(void));"),
    ("abs", "int abs(int);"),
    ("labs", "long labs(long);"),
    ("llabs", "long long llabs(long long);"),
    ("atoi", "int atoi(const char *);"),
    ("atol", "long atol(const char *);"),
    ("atoll", "long long atoll(const char *);"),
    ("atof", "double atof(const char *);"),
    ("strtol", "long strtol(const char *, char **, int);"),
    ("strtoul", "unsigned long strtoul(const char *, char **, int);"),
    ("strtod", "double strtod(const char *, char **);"),
    ("rand", "int rand(void);"),
    ("srand", "void srand(unsigned int);"),
    ("random", "long random(void);"),
    ("srandom", "void srandom(unsigned int);"),
    (
        "qsort",
        "void qsort(void *, $, $, int (*)(const void *, const void *));",
    ),
    (
        "bsearch",
        "void *bsearch(const void *, const void *, $, $, int (*)(const void *, const void *));",
    ),
    ("getenv", "char *getenv(const char *);"),
    ("system", "int system(const char *);"),
    ("strlen", "$ strlen(const char *);"),
    ("strnlen", "$ strnlen(const char *, $);"),
    ("strcpy", "char *strcpy(char *, const char *);"),
    ("strncpy", "char *strncpy(char *, const char *, $);"),
    ("strcat", "char *strcat(char *, const char *);"),
    ("strncat", "char *strncat(char *, const char *, $);"),
    ("strcmp", "int strcmp(const char *, const char *);"),
    ("strncmp", "int strncmp(const char *, const char *, $);"),
    ("strcasecmp", "int strcasecmp(const char *, const char *);"),
    ("strncasecmp", "int strncasecmp(const char *, const char *, $);"),
    ("strchr", "char *strchr(const char *, int);"),
    ("strrchr", "char *strrchr(const char *, int);"),
    ("strstr", "char *strstr(const char *, const char *);"),
    ("strspn", "$ strspn(const char *, const char *);"),
    ("strcspn", "$ strcspn(const char *, const char *);"),
    ("strpbrk", "char *strpbrk(const char *, const char *);"),
    ("strtok", "char *strtok(char *, const char *);"),
    ("strdup", "char *strdup(const char *);"),
    ("strndup", "char *strndup(const char *, $);"),
    ("strerror", "char *strerror(int);"),
    ("memcpy", "void *memcpy(void *, const void *, $);"),
    ("memmove", "void *memmove(void *, const void *, $);"),
    ("memset", "void *memset(void *, int, $);"),
    ("memcmp", "int memcmp(const void *, const void *, $);"),
    ("memchr", "void *memchr(const void *, int, $);"),
    ("bzero", "void bzero(void *, $);"),
    ("bcopy", "void bcopy(const void *, void *, $);"),
    ("isalnum", "int isalnum(int);"),
    ("isalpha", "int isalpha(int);"),
    ("isblank", "int isblank(int);"),
    ("iscntrl", "int iscntrl(int);"),
    ("isdigit", "int isdigit(int);"),
    ("isgraph", "int isgraph(int);"),
    ("islower", "int islower(int);"),
    ("isprint", "int isprint(int);"),
    ("ispunct", "int ispunct(int);"),
    ("isspace", "int isspace(int);"),
    ("isupper", "int isupper(int);"),
    ("isxdigit", "int isxdigit(int);"),
    ("tolower", "int tolower(int);"),
    ("toupper", "int toupper(int);"),
    ("sqrt", "double sqrt(double);"),
    ("sqrtf", "float sqrtf(float);"),
    ("fabs", "double fabs(double);"),
    ("fabsf", "float fabsf(float);"),
    ("floor", "double floor(double);"),
    ("ceil", "double ceil(double);"),
    ("round", "double round(double);"),
    ("trunc", "double trunc(double);"),
    ("fmod", "double fmod(double, double);"),
    ("pow", "double pow(double, double);"),
    ("exp", "double exp(double);"),
    ("log", "double log(double);"),
    ("sin", "double sin(double);"),
    ("cos", "double cos(double);"),
    ("tan", "double tan(double);"),
    ("atan", "double atan(double);"),
    ("atan2", "double atan2(double, double);"),
    ("fmax", "double fmax(double, double);"),
    ("fmin", "double fmin(double, double);"),
    ("sleep", "unsigned int sleep(unsigned int);"),
    ("usleep", "int usleep(unsigned int);"),
    ("time", "long time(long *);"),
    ("read", "long read(int, void *, $);"),
    ("write", "long write(int, const void *, $);"),
    ("close", "int close(int);"),
];

fn nondet(name: &str) -> Option<&'static str> {
    let suffix = NONDET_PREFIXES
        .iter()
        .find_map(|prefix| name.strip_prefix(prefix))?;
    NONDET
        .iter()
        .find(|(known, _)| *known == suffix || known.eq_ignore_ascii_case(suffix))
        .map(|&(_, ty)| ty)
}

/// Whether the name can be used without a declaration.
pub(crate) fn is_known(name: &str) -> bool {
    nondet(name).is_some() || FUNCTIONS.iter().any(|&(known, _)| known == name)
}

/// The text that declares these names.
pub(crate) fn declarations(names: &[String]) -> String {
    let mut text = String::new();
    for name in names {
        if let Some(ty) = nondet(name) {
            text.push_str(&format!("{ty} {name}(void);\n"));
        } else if let Some((_, prototype)) = FUNCTIONS.iter().find(|&&(known, _)| known == name) {
            text.push_str(&prototype.replace('$', SIZE));
            text.push('\n');
        }
    }
    text
}

/// The known types with their declarations.
pub(crate) fn type_names() -> impl Iterator<Item = (&'static str, &'static str)> {
    TYPES.iter().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_and_fixed_names_are_known() {
        assert!(is_known("nondet_uint") && is_known("__VERIFIER_nondet_ushort") && is_known("malloc"));
        assert!(!is_known("nondet_thing") && !is_known("my_function"));
        assert_eq!(
            declarations(&["nondet_bool".into(), "strlen".into()]),
            "_Bool nondet_bool(void);\n__typeof__(sizeof(0)) strlen(const char *);\n"
        );
    }

    #[test]
    fn every_prototype_declares_its_own_name() {
        for (name, prototype) in FUNCTIONS {
            let declares = [format!("{name}("), format!("{name};"), format!("{name} =")];
            assert!(declares.iter().any(|text| prototype.contains(text)), "{name}");
            assert!(prototype.ends_with(';'), "{name}");
        }
    }
}
