//! Programs with threads: the verdicts are those of all schedules.

mod support;

use bmc::{Options, Report};
use program::{CheckKind, Program};

fn check(text: &str, options: &lower::Options) -> (Program, Report) {
    let text = format!("#include <pthread.h>\nint nondet_int(void);\n{text}");
    let (program, sources) = support::program("t.c", text.as_bytes(), options).unwrap();
    let options = Options {
        effort: Some(20_000_000),
        ..Options::default()
    };
    let report = support::check(&program, &sources, &options);
    for found in &report.counterexamples {
        if let Err(error) = support::replay(&program, &sources, found) {
            panic!("{error}\n{:?}\n{text}", found.run.schedule);
        }
    }
    (program, report)
}

fn unchecked() -> lower::Options {
    lower::Options {
        checks: lower::Checks::none().with(CheckKind::Assertion, true),
        ..lower::Options::default()
    }
}

/// The verdicts of the claims of a kind, in order.
fn statuses(program: &Program, report: &Report, kind: CheckKind) -> String {
    let wanted = |claim: &&bmc::ClaimVerdict| program.claim(claim.claim).kind == kind;
    report.claims.iter().filter(wanted).map(support::letter).collect()
}

/// A program that starts these threads and joins them.
fn threads(globals: &str, threads: &[&str], end: &str) -> String {
    let mut text = format!("{globals}\n");
    let (mut start, mut join) = (String::new(), String::new());
    for (index, thread) in threads.iter().enumerate() {
        text.push_str(&format!("void *t{index}(void *p) {{ {thread} return p; }}\n"));
        start.push_str(&format!("pthread_create(&t[{index}], 0, t{index}, 0);"));
        join.push_str(&format!("pthread_join(t[{index}], 0);"));
    }
    let count = threads.len();
    text.push_str(&format!(
        "int main(void) {{ pthread_t t[{count}]; {start} {join} {end} return 0; }}\n"
    ));
    text
}

/// Whether each of these outcomes of a litmus test is possible: conditions on the variables in the end.
fn outcomes(globals: &str, bodies: &[&str], conditions: &[(&str, bool)]) {
    let claims: String = conditions
        .iter()
        .map(|(condition, _)| format!("if ({condition}) __CPROVER_assert(0, \"\");"))
        .collect();
    let text = threads(globals, bodies, &claims);
    let (program, report) = check(&text, &unchecked());
    let found = statuses(&program, &report, CheckKind::Assertion);
    let expected: String = conditions
        .iter()
        .map(|(_, possible)| if *possible { 'F' } else { 'H' })
        .collect();
    assert_eq!(found, expected, "{conditions:?}\n{text}\n{:?}", report.obstacles);
    assert!(report.complete);
}

#[test]
fn store_buffering() {
    outcomes(
        "int x, y, a, b;",
        &["x = 1; a = y;", "y = 1; b = x;"],
        &[
            ("a == 0 && b == 0", false),
            ("a == 0 && b == 1", true),
            ("a == 1 && b == 0", true),
            ("a == 1 && b == 1", true),
        ],
    );
}

#[test]
fn message_passing() {
    outcomes(
        "int x, y, a, b;",
        &["x = 1; y = 1;", "a = y; b = x;"],
        &[
            ("a == 1 && b == 0", false),
            ("a == 0 && b == 0", true),
            ("a == 0 && b == 1", true),
            ("a == 1 && b == 1", true),
        ],
    );
}

#[test]
fn load_buffering() {
    outcomes(
        "int x, y, a, b;",
        &["a = x; y = 1;", "b = y; x = 1;"],
        &[
            ("a == 1 && b == 1", false),
            ("a == 0 && b == 0", true),
            ("a == 1 && b == 0", true),
        ],
    );
}

#[test]
fn independent_reads_of_independent_writes() {
    outcomes(
        "int x, y, a, b, c, d;",
        &["x = 1;", "y = 1;", "a = x; b = y;", "c = y; d = x;"],
        &[
            ("a == 1 && b == 0 && c == 1 && d == 0", false),
            ("a == 1 && b == 0 && c == 0 && d == 1", true),
            ("a == 0 && b == 1 && c == 1 && d == 1", true),
        ],
    );
}

#[test]
fn two_plus_two_writes_and_coherence() {
    outcomes(
        "int x, y;",
        &["x = 1; y = 2;", "y = 1; x = 2;"],
        &[
            ("x == 1 && y == 1", false),
            ("x == 2 && y == 2", true),
            ("x == 1 && y == 2", true),
            ("x == 2 && y == 1", true),
        ],
    );
    outcomes(
        "int x, a, b;",
        &["x = 1;", "a = x; b = x;"],
        &[("a == 1 && b == 0", false), ("a == 0 && b == 1", true)],
    );
}

#[test]
fn increments() {
    outcomes(
        "int x;",
        &["x++;", "x++;"],
        &[("x == 1", true), ("x == 2", true), ("x == 0", false)],
    );
    outcomes("_Atomic int x;", &["x++;", "x += 1;"], &[("x != 2", false)]);
    let section = "__CPROVER_atomic_begin(); x++; __CPROVER_atomic_end();";
    outcomes("int x;", &[section, section], &[("x != 2", false)]);
    let lock = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;";
    let add = "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);";
    outcomes(lock, &[add, add], &[("x != 2", false)]);
    outcomes(lock, &[add, "x++;"], &[("x == 1", true), ("x == 2", true)]);
}

#[test]
fn peterson_and_dekker_exclude() {
    let enter = |me: u32, other: u32| {
        format!(
            "flag{me} = 1; turn = {other}; if (flag{other} && turn == {other}) return p; in++; if (in != 1) bad = 1; in--; flag{me} = 0;"
        )
    };
    let (one, two) = (enter(0, 1), enter(1, 0));
    outcomes(
        "int flag0, flag1, turn, in, bad;",
        &[&one, &two],
        &[("bad", false)],
    );
    let late = |me: u32, other: u32| {
        format!("if (flag{other}) return p; flag{me} = 1; in++; if (in != 1) bad = 1; in--; flag{me} = 0;")
    };
    let (one, two) = (late(0, 1), late(1, 0));
    outcomes("int flag0, flag1, in, bad;", &[&one, &two], &[("bad", true)]);
    let dekker = |me: u32, other: u32| {
        format!(
            "flag{me} = 1; if (flag{other}) {{ flag{me} = 0; return p; }} in++; if (in != 1) bad = 1; in--; flag{me} = 0;"
        )
    };
    let (one, two) = (dekker(0, 1), dekker(1, 0));
    outcomes("int flag0, flag1, in, bad;", &[&one, &two], &[("bad", false)]);
}

#[test]
fn claims_inside_of_threads() {
    let text = threads(
        "int x;",
        &["x = 1; __CPROVER_assert(x == 1, \"\");", "x = 2;"],
        "__CPROVER_assert(x == 1 || x == 2, \"\");",
    );
    let (program, report) = check(&text, &unchecked());
    assert_eq!(statuses(&program, &report, CheckKind::Assertion), "FH");
}

fn deadlock_race_misuse(text: &str) -> String {
    let (program, report) = check(text, &lower::Options::default());
    [CheckKind::Deadlock, CheckKind::DataRace, CheckKind::ThreadMisuse]
        .iter()
        .map(|&kind| {
            let all = statuses(&program, &report, kind);
            ['F', 'U', 'B', 'S']
                .into_iter()
                .find(|&bad| all.contains(bad))
                .unwrap_or('H')
        })
        .collect()
}

#[test]
fn deadlocks_races_and_misuse() {
    let two = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int x, ready;";
    let order = |first: &str, second: &str| {
        format!(
            "pthread_mutex_lock(&{first}); pthread_mutex_lock(&{second}); x++; pthread_mutex_unlock(&{second}); pthread_mutex_unlock(&{first});"
        )
    };
    let (mn, nm) = (order("m", "n"), order("n", "m"));
    assert_eq!(deadlock_race_misuse(&threads(two, &[&mn, &nm], "")), "FHH");
    assert_eq!(deadlock_race_misuse(&threads(two, &[&mn, &mn], "")), "HHH");
    let wait = "pthread_mutex_lock(&m); if (!ready) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m);";
    let signal = "pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);";
    assert_eq!(deadlock_race_misuse(&threads(two, &[wait, signal], "")), "HHH");
    let lost = "pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m);";
    assert_eq!(deadlock_race_misuse(&threads(two, &[lost, signal], "")), "FHH");
    assert_eq!(
        deadlock_race_misuse(&threads(two, &["x = 1;", "x = 2;"], "")),
        "HFH"
    );
    let unlocks = "pthread_mutex_unlock(&m);";
    let locks = "pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);";
    assert_eq!(deadlock_race_misuse(&threads(two, &[locks, unlocks], "")), "HHF");
}

/// How many programs are compared; more with `BECAUSE_THREADS=first..end`.
const SAMPLE: std::ops::Range<u64> = 0..24;
const SMALL_SAMPLE: std::ops::Range<u64> = 0..40;

fn seeds(otherwise: std::ops::Range<u64>) -> std::ops::Range<u64> {
    let given = std::env::var("BECAUSE_THREADS").ok().and_then(|text| {
        let (first, end) = text.split_once("..")?;
        Some(first.parse().ok()?..end.parse().ok()?)
    });
    given.unwrap_or(otherwise)
}

#[test]
fn verdicts_are_those_of_all_schedules() {
    let (mut compared, mut open, mut wrong) = (0, 0, Vec::new());
    for seed in seeds(SAMPLE) {
        let text = torture::thread_program(seed);
        for options in torture::thread_settings() {
            let loaded = torture::load_files(&[("t.c", text.as_bytes())], &options, &support::Disk).unwrap();
            let Some((mut found, left)) = torture::compare_threads(&loaded) else {
                continue;
            };
            compared += 1;
            open += left;
            if left > 0 {
                println!("seed {seed}: {left} open");
            }
            if !found.is_empty() {
                found.push(format!("seed {seed}\n{text}"));
                println!("{}", found.join("\n"));
                wrong.push(seed);
            }
        }
    }
    println!("{compared} compared, {open} claims open");
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(compared > 0);
}

#[test]
fn solver_interpreter_and_enumerator_agree() {
    let (mut solved, mut executed, mut open, mut wrong) = (0, 0, 0, Vec::new());
    for seed in seeds(SMALL_SAMPLE) {
        let program = torture::concurrent::random(seed);
        let begun = std::time::Instant::now();
        if std::env::var("BECAUSE_THREADS").is_ok() {
            println!("seed {seed}\n{}", torture::concurrent::write(&program));
        }
        let found = torture::concurrent::compare(&program, &support::Disk);
        if begun.elapsed().as_secs() > 20 {
            let text = torture::concurrent::write(&program);
            println!("seed {seed} took {:?}\n{text}", begun.elapsed());
        }
        solved += found.solved;
        executed += found.executed;
        open += found.open;
        if !found.wrong.is_empty() || found.open > 0 {
            let text = torture::concurrent::write(&program);
            println!(
                "seed {seed}, {} open: {}\n{text}",
                found.open,
                found.wrong.join("\n")
            );
        }
        if !found.wrong.is_empty() {
            wrong.push(seed);
        }
    }
    println!("{solved} solved, {executed} executed, {open} claims open");
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(solved > 0 && executed > 0);
}

#[test]
fn waiting_needs_no_bound() {
    let globals = "#include <stdatomic.h>\n#include <sched.h>\natomic_int flag; int data, ready;\n\
                   pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER;";
    let verdict = |bodies: &[&str]| {
        let (program, report) = check(&threads(globals, bodies, ""), &lower::Options::default());
        let all = statuses(&program, &report, CheckKind::Assertion);
        (all, report.complete)
    };
    let give = "data = 7; atomic_store(&flag, 1);";
    for take in [
        "while (!atomic_load(&flag)) ; __CPROVER_assert(data == 7, \"\");",
        "while (!atomic_load(&flag)) sched_yield(); __CPROVER_assert(data == 7, \"\");",
        "for (;;) { if (atomic_load(&flag)) break; } __CPROVER_assert(data == 7, \"\");",
    ] {
        assert_eq!(verdict(&[give, take]), ("H".to_owned(), true), "{take}");
    }
    let late = "atomic_store(&flag, 1); data = 7;";
    let take = "while (!atomic_load(&flag)) ; __CPROVER_assert(data == 7, \"\");";
    assert_eq!(verdict(&[late, take]).0, "F");
    let give =
        "pthread_mutex_lock(&m); data = 7; ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);";
    for take in [
        "pthread_mutex_lock(&m); while (!ready) pthread_cond_wait(&c, &m); __CPROVER_assert(data == 7, \"\"); pthread_mutex_unlock(&m);",
        "for (;;) { pthread_mutex_lock(&m); if (ready) break; pthread_mutex_unlock(&m); } __CPROVER_assert(data == 7, \"\"); pthread_mutex_unlock(&m);",
    ] {
        assert_eq!(verdict(&[give, take]), ("H".to_owned(), true), "{take}");
    }
}
