//! Small programs as C.

use std::fmt::Write;

use super::{Condition, Place, Program, Relation, Stmt, Value};

const NAMES: [&str; 3] = ["x", "y", "z"];
const LOCKS: [&str; 2] = ["m", "n"];

const GLOBALS: &str = "#include <pthread.h>\n#include <semaphore.h>\nint nondet_int(void);\n\
    int x, y, z, *p = &z; _Atomic int a; sem_t s;\n\
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n\
    pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n";

/// The program as C; each assertion has its number as a description, `c0`, `c1`, …, as the enumerator counts them.
#[must_use]
pub fn write(program: &Program) -> String {
    let mut text = GLOBALS.to_owned();
    let mut claims = 0;
    for (index, body) in program.threads.iter().enumerate() {
        let mut inner = String::new();
        statements(&mut inner, body, &mut claims);
        let _ = write!(text, "void *t{index}(void *q) {{\n{inner}    return q;\n}}\n");
    }
    let count = program.threads.len();
    let _ = write!(
        text,
        "int main(void) {{\n    pthread_t t[{count}];\n    sem_init(&s, 0, 1);\n"
    );
    for index in 0..count {
        let _ = writeln!(text, "    pthread_create(&t[{index}], 0, t{index}, 0);");
    }
    for index in 0..if program.joins_all { count } else { 1 } {
        let _ = writeln!(text, "    pthread_join(t[{index}], 0);");
    }
    text.push_str("    int e = x, f = y, g = z;\n");
    for [e, f, g] in &program.finals {
        let _ = writeln!(
            text,
            "    if (e == {e} && f == {f} && g == {g}) __CPROVER_assert(0, \"c{claims}\");"
        );
        claims += 1;
    }
    text.push_str("    return 0;\n}\n");
    text
}

fn place(place: Place) -> &'static str {
    match place {
        Place::Variable(number) => NAMES[number as usize],
        Place::Target => "*p",
    }
}

fn value(given: Value) -> String {
    match given {
        Value::Number(number) => number.to_string(),
        Value::Input => "nondet_int() & 3".to_owned(),
        Value::Read(from) => place(from).to_owned(),
        Value::Next(from) => format!("{} + 1", place(from)),
        Value::Atomic => "a".to_owned(),
    }
}

fn condition(of: Condition) -> String {
    let relation = match of.relation {
        Relation::Equal => "==",
        Relation::Unequal => "!=",
        Relation::Less => "<",
    };
    format!("{} {relation} {}", of.place.map_or("a", place), of.number)
}

fn statements(text: &mut String, list: &[Stmt], claims: &mut u32) {
    for one in list {
        text.push_str("    ");
        statement(text, one, claims);
        text.push('\n');
    }
}

fn block(inner: &[Stmt], claims: &mut u32) -> String {
    let mut text = String::new();
    for one in inner {
        text.push(' ');
        statement(&mut text, one, claims);
    }
    text
}

fn statement(text: &mut String, given: &Stmt, claims: &mut u32) {
    let lock = |number: u8| LOCKS[number as usize];
    let written = match given {
        Stmt::Assign(to, from) => format!("{} = {};", place(*to), value(*from)),
        Stmt::Increment(Place::Target) => "(*p)++;".to_owned(),
        Stmt::Increment(to) => format!("{}++;", place(*to)),
        Stmt::Point(to) => format!("p = &{};", NAMES[*to as usize]),
        Stmt::If(when, inner) => format!("if ({}) {{{} }}", condition(*when), block(inner, claims)),
        Stmt::Twice(inner) => format!("for (int i = 0; i < 2; i++) {{{} }}", block(inner, claims)),
        Stmt::Assert(what) => {
            *claims += 1;
            format!("__CPROVER_assert({}, \"c{}\");", condition(*what), *claims - 1)
        }
        Stmt::Locked(number, inner) => {
            let (name, inner) = (lock(*number), block(inner, claims));
            format!("pthread_mutex_lock(&{name});{inner} pthread_mutex_unlock(&{name});")
        }
        Stmt::Tried(number, inner) => {
            let (name, inner) = (lock(*number), block(inner, claims));
            format!("if (pthread_mutex_trylock(&{name}) == 0) {{{inner} pthread_mutex_unlock(&{name}); }}")
        }
        Stmt::Section(inner) => {
            format!(
                "__CPROVER_atomic_begin();{} __CPROVER_atomic_end();",
                block(inner, claims)
            )
        }
        Stmt::AtomicAdd => "a++;".to_owned(),
        Stmt::AtomicSet(number) => format!("a = {number};"),
        Stmt::Swap(from, to) => {
            format!("{{ int e = {from}; __atomic_compare_exchange_n(&a, &e, {to}, 0, 5, 5); }}")
        }
        Stmt::SpinSwap(from, to) => format!("while (!__sync_bool_compare_and_swap(&a, {from}, {to})) ;"),
        Stmt::Await(what) => format!("while (!({})) ;", condition(*what)),
        Stmt::Poll(what) => format!(
            "for (;;) {{ pthread_mutex_lock(&m); if ({}) break; pthread_mutex_unlock(&m); }} pthread_mutex_unlock(&m);",
            condition(*what)
        ),
        Stmt::WaitUntil(what) => format!(
            "pthread_mutex_lock(&m); while (!({})) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m);",
            condition(*what)
        ),
        Stmt::WaitOnce(what) => format!(
            "pthread_mutex_lock(&m); if (!({})) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m);",
            condition(*what)
        ),
        Stmt::Tell(inner, all) => format!(
            "pthread_mutex_lock(&m);{} pthread_cond_{}(&c); pthread_mutex_unlock(&m);",
            block(inner, claims),
            if *all { "broadcast" } else { "signal" }
        ),
        Stmt::Take => "sem_wait(&s);".to_owned(),
        Stmt::Give => "sem_post(&s);".to_owned(),
    };
    text.push_str(&written);
}
