//! A kernel of about 3,000 lines, written by a program: services that take a lock, look at tables and queues, and give the
//! lock back on every way out. In one of them a `return` is missing after the lock was given back, so that it is
//! given back twice (thesis, section 5.1.2).

#![allow(dead_code, unreachable_pub)]

use std::fmt::Write;

/// The text, and the line of the `if` that should have ended with a `return`.
pub fn kernel(services: u32, faulty: Option<u32>) -> (String, u32) {
    let mut text = String::from(
        "int nondet_int(void);
static int lock;
static void enter_critical(void) { assert(lock == 0); lock = 1; }
static void exit_critical(void) { assert(lock == 1); lock = 0; }
struct task { int priority; int state; int delay; struct task *next; };
struct event { int count; int kind; int owner; struct task *waiting; };
static struct task tasks[8];
static struct event events[8];
static int ready, current, nesting, ticks, errors;

static int valid(int index) { return index >= 0 && index < 8; }

static void schedule(void) {
    int best = 0;
    for (int i = 1; i < 8; i++)
        if (tasks[i].state == 1 && tasks[i].priority > tasks[best].priority)
            best = i;
    current = best;
}

static void make_ready(int index) {
    if (!valid(index))
        return;
    tasks[index].state = 1;
    tasks[index].delay = 0;
    ready = ready | (1 << index);
}
",
    );
    let mut line = 0;
    for service in 0..services {
        let kind = service % 4;
        let _ = writeln!(
            text,
            "
/* Service {service}. */
static void service_{service}(int index, int amount, int *error) {{
    int old;
    if (!valid(index)) {{
        *error = 2;
        return;
    }}
    enter_critical();
    old = events[index].count;"
        );
        line = match faulty {
            Some(number) if number == service => text.lines().count() as u32 + 1,
            _ => line,
        };
        let _ = writeln!(
            text,
            "    if (events[index].kind == {kind} && amount < 0) {{
        errors++;
        exit_critical();
        *error = 1;{}
    }}
    if (old > amount) {{
        events[index].count = old - amount;
        tasks[index].state = {};
        exit_critical();
        *error = 0;
    }} else {{
        if (nesting > 0) {{
            exit_critical();
            *error = 3;
        }} else {{
            tasks[index].delay = amount;
            tasks[index].priority += {};
            events[index].owner = current;
            make_ready(index);
            exit_critical();
            schedule();
            *error = 0;
        }}
    }}
    ticks = ticks + 1;
}}",
            if faulty == Some(service) {
                ""
            } else {
                "\n        return;"
            },
            1 + service % 3,
            service % 5,
        );
    }
    text.push_str("\nint main(void) {\n    int error = 0;\n    int which = nondet_int();\n    int index = nondet_int();\n    int amount = nondet_int();\n    nesting = nondet_int();\n    for (int i = 0; i < 8; i++) {\n        events[i].kind = nondet_int();\n        events[i].count = 3;\n        tasks[i].priority = i;\n    }\n    __CPROVER_assume(amount > -1000 && amount < 1000);\n    switch (which) {\n");
    for service in 0..services {
        let _ = writeln!(
            text,
            "    case {service}: service_{service}(index, amount, &error); break;"
        );
    }
    text.push_str("    default: break;\n    }\n    assert(lock == 0);\n    return error;\n}\n");
    (text, line)
}
