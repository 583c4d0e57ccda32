//! All schedules of small programs: exactly the sequentially consistent outcomes.

mod common;

use std::collections::BTreeSet;

use common::{compile, unchecked};
use interp::{
    BytesInput, CapturedOutput, Environment, Explored, Explorer, Interpreter, Limits, NoObserver, Stop,
};

/// What all schedules print, and how they end otherwise; the program has `main` print its outcome.
fn outcomes(text: &str, options: &lower::Options) -> BTreeSet<String> {
    let compiled = compile(text, options);
    assert_eq!(compiled.program.validate(), vec![]);
    let interpreter = Interpreter::new(&compiled.program, Some(&compiled.sources));
    let mut found = BTreeSet::new();
    let mut explorer = Explorer::default();
    explorer.max_spurious = 1;
    let explored = explorer.explore(400_000, |inputs| {
        let mut output = CapturedOutput::default();
        let outcome = interpreter.run(Environment {
            inputs,
            stdin: &mut BytesInput::default(),
            output: &mut output,
            observer: &mut NoObserver,
            limits: Limits {
                steps: 200_000,
                ..Limits::default()
            },
            arguments: vec![b"test".to_vec()],
            interrupt: None,
        });
        let told = match outcome.stop {
            // A schedule that leads to nothing new.
            Stop::Interrupted => return,
            Stop::Exit(0) => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
            Stop::ClaimFailed { claim, .. } => compiled.program.claim(claim).kind.word().to_owned(),
            other => other.to_string(),
        };
        found.insert(told);
    });
    assert_eq!(explored, Explored::Completely, "{found:?}");
    found
}

/// A litmus test: the statements of each thread, and the variables that are printed in the end.
fn litmus(globals: &str, threads: &[&str], shown: &[&str]) -> BTreeSet<String> {
    let mut text = format!("#include <pthread.h>\n#include <stdio.h>\n{globals}\n");
    let (mut start, mut end) = (String::new(), String::new());
    for (index, thread) in threads.iter().enumerate() {
        text.push_str(&format!("void *t{index}(void *p) {{ {thread} return p; }}\n"));
        start.push_str(&format!("pthread_create(&t[{index}], 0, t{index}, 0);"));
        end.push_str(&format!("pthread_join(t[{index}], 0);"));
    }
    let format = vec!["%d"; shown.len()].join(" ");
    text.push_str(&format!(
        "int main(void) {{ pthread_t t[{}]; {start} {end} printf(\"{format}\\n\", {}); return 0; }}\n",
        threads.len(),
        shown.join(", ")
    ));
    outcomes(&text, &unchecked())
}

fn set(outcomes: &[&str]) -> BTreeSet<String> {
    outcomes.iter().map(|&outcome| outcome.to_owned()).collect()
}

#[test]
fn store_buffering() {
    let found = litmus(
        "int x, y, a, b;",
        &["x = 1; a = y;", "y = 1; b = x;"],
        &["a", "b"],
    );
    assert_eq!(found, set(&["0 1", "1 0", "1 1"]));
}

#[test]
fn message_passing() {
    let found = litmus(
        "int x, y, a, b;",
        &["x = 1; y = 1;", "a = y; b = x;"],
        &["a", "b"],
    );
    assert_eq!(found, set(&["0 0", "0 1", "1 1"]));
}

#[test]
fn load_buffering() {
    let found = litmus(
        "int x, y, a, b;",
        &["a = x; y = 1;", "b = y; x = 1;"],
        &["a", "b"],
    );
    assert_eq!(found, set(&["0 0", "0 1", "1 0"]));
}

#[test]
fn independent_reads_of_independent_writes() {
    let threads = ["x = 1;", "y = 1;", "a = x; b = y;", "c = y; d = x;"];
    let found = litmus("int x, y, a, b, c, d;", &threads, &["a", "b", "c", "d"]);
    assert_eq!(found.len(), 15);
    assert!(!found.contains("1 0 1 0"));
}

#[test]
fn two_plus_two_writes() {
    let found = litmus("int x, y;", &["x = 1; y = 2;", "y = 1; x = 2;"], &["x", "y"]);
    assert_eq!(
        found,
        set(&["1 1", "1 2", "2 1", "2 2"])
            .into_iter()
            .filter(|o| o != "1 1")
            .collect()
    );
}

#[test]
fn coherence_of_reads() {
    let found = litmus("int x, a, b;", &["x = 1;", "a = x; b = x;"], &["a", "b"]);
    assert_eq!(found, set(&["0 0", "0 1", "1 1"]));
}

#[test]
fn an_increment_is_a_load_and_a_store() {
    assert_eq!(litmus("int x;", &["x++;", "x++;"], &["x"]), set(&["1", "2"]));
    assert_eq!(
        litmus("_Atomic int x;", &["x++;", "x += 1;"], &["x"]),
        set(&["2"])
    );
    let section = "__CPROVER_atomic_begin(); x++; __CPROVER_atomic_end();";
    assert_eq!(litmus("int x;", &[section, section], &["x"]), set(&["2"]));
    let add = "__atomic_fetch_add(&x, 1, 5);";
    assert_eq!(
        litmus("int x;", &[add, "__sync_fetch_and_add(&x, 1);"], &["x"]),
        set(&["2"])
    );
}

#[test]
fn one_expression_reads_twice() {
    let found = litmus("int x, a;", &["x = 1;", "a = x - x;"], &["a"]);
    assert_eq!(found, set(&["-1", "0"]));
}

#[test]
fn each_thread_has_its_own() {
    let found = litmus(
        "_Thread_local int x = 3; int a, b;",
        &["x++; a = x;", "x += 2; b = x;"],
        &["a", "b", "x"],
    );
    assert_eq!(found, set(&["4 5 3"]));
}

#[test]
fn peterson_excludes() {
    let enter = |me: u32, other: u32| {
        format!(
            "flag{me} = 1; turn = {other}; if (flag{other} && turn == {other}) return p; in++; if (in != 1) bad = 1; in--; flag{me} = 0;"
        )
    };
    let (one, two) = (enter(0, 1), enter(1, 0));
    let found = litmus("int flag0, flag1, turn, in, bad;", &[&one, &two], &["bad"]);
    assert_eq!(found, set(&["0"]));
    // Without the turn both can enter when the flag is set too late.
    let late = |me: u32, other: u32| {
        format!("if (flag{other}) return p; flag{me} = 1; in++; if (in != 1) bad = 1; in--; flag{me} = 0;")
    };
    let (one, two) = (late(0, 1), late(1, 0));
    let found = litmus("int flag0, flag1, in, bad;", &[&one, &two], &["bad"]);
    assert_eq!(found, set(&["0", "1"]));
}

#[test]
fn dekker_excludes() {
    let enter = |me: u32, other: u32| {
        format!(
            "flag{me} = 1; if (flag{other}) {{ flag{me} = 0; return p; }} in++; if (in != 1) bad = 1; in--; flag{me} = 0;"
        )
    };
    let (one, two) = (enter(0, 1), enter(1, 0));
    let found = litmus("int flag0, flag1, in, bad;", &[&one, &two], &["bad"]);
    assert_eq!(found, set(&["0"]));
}

#[test]
fn locks_conditions_and_barriers() {
    let lock = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;";
    let add = "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);";
    assert_eq!(litmus(lock, &[add, add], &["x"]), set(&["2"]));
    let condition = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int ready, x;";
    let wait =
        "pthread_mutex_lock(&m); while (!ready) pthread_cond_wait(&c, &m); x = 7; pthread_mutex_unlock(&m);";
    let signal = "pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);";
    assert_eq!(litmus(condition, &[wait, signal], &["x"]), set(&["7"]));
}

#[test]
fn deadlocks_races_and_misuse() {
    let all = lower::Options::default();
    let text = |body: &str| {
        format!(
            "#include <pthread.h>\n#include <stdio.h>\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n\
             pthread_cond_t c = PTHREAD_COND_INITIALIZER; int x, ready;\n{body}\n\
             int main(void) {{ pthread_t s, t; pthread_create(&s, 0, one, 0); pthread_create(&t, 0, two, 0);\
             pthread_join(s, 0); pthread_join(t, 0); printf(\"ends\\n\"); return 0; }}"
        )
    };
    let orders = text(
        "void *one(void *p) { pthread_mutex_lock(&m); pthread_mutex_lock(&n); pthread_mutex_unlock(&n); pthread_mutex_unlock(&m); return p; }\n\
         void *two(void *p) { pthread_mutex_lock(&n); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_unlock(&n); return p; }",
    );
    assert_eq!(outcomes(&orders, &all), set(&["deadlock", "ends"]));
    let lost = text(
        "void *one(void *p) { pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return p; }\n\
         void *two(void *p) { pthread_mutex_lock(&m); pthread_cond_signal(&c); pthread_mutex_unlock(&m); return p; }",
    );
    assert_eq!(outcomes(&lost, &all), set(&["deadlock", "ends"]));
    let races = text("void *one(void *p) { x = 1; return p; }\nvoid *two(void *p) { x = 2; return p; }");
    assert_eq!(outcomes(&races, &all), set(&["data_race"]));
    let unlocks = text(
        "void *one(void *p) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return p; }\n\
         void *two(void *p) { pthread_mutex_unlock(&m); return p; }",
    );
    assert_eq!(outcomes(&unlocks, &all), set(&["thread_misuse"]));
}
