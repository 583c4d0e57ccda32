//! Random programs with threads, and what all their schedules come to.
//!
//! A program has two or three threads with a handful of statements each: reads and writes of shared variables, through
//! pointers, too, locks, atomic operations and sections, conditions, semaphores, and inputs from 0 to 3. So the
//! interpreter can execute every schedule with every choice of inputs ([`explored`]), which is a second opinion about
//! each claim.

use std::collections::BTreeSet;

use interp::{
    BytesInput, Decision, Environment, Exploration, Explored, Explorer, InputRequest, InputSupply,
    Interpreter, Limits, NoObserver, NoOutput, Stop,
};
use program::{CheckKind, ClaimId};

use crate::dice::Dice;
use crate::load::Loaded;

/// Schedules of one program beyond which it is given up.
const MOST_RUNS: u64 = 60_000;
/// Instructions of one run.
const MOST_STEPS: u64 = 20_000;
/// Choices of inputs.
const MOST_INPUTS: u32 = 2;

struct Writer {
    dice: Dice,
    accesses: u32,
    inputs: u32,
}

impl Writer {
    fn variable(&mut self) -> &'static str {
        self.accesses += 1;
        ["x", "y", "z", "*p", "box->a", "v[1]"][self.dice.roll(6) as usize]
    }

    fn value(&mut self) -> String {
        match self.dice.roll(8) {
            0 if self.inputs < MOST_INPUTS => {
                self.inputs += 1;
                "(nondet_int() & 3)".to_owned()
            }
            1..=3 => self.variable().to_owned(),
            4 => format!("{} + 1", self.variable()),
            _ => self.dice.roll(4).to_string(),
        }
    }

    fn condition(&mut self) -> String {
        let relation = ["==", "!=", "<"][self.dice.roll(3) as usize];
        format!("{} {relation} {}", self.variable(), self.dice.roll(3))
    }

    fn plain(&mut self) -> String {
        match self.dice.roll(9) {
            0 => format!("{}++;", self.variable()),
            1 => {
                self.accesses += 1;
                format!("p = &{};", ["x", "y", "v[1]"][self.dice.roll(3) as usize])
            }
            2 => {
                let condition = self.condition();
                let (place, value) = (self.variable(), self.value());
                format!("if ({condition}) {place} = {value};")
            }
            3 => format!("__CPROVER_assert({}, \"c\");", self.condition()),
            4 => {
                self.accesses += 1;
                ["a++;", "a = 2;", "__atomic_fetch_add(&x, 1, 5);"][self.dice.roll(3) as usize].to_owned()
            }
            _ => {
                let (place, value) = (self.variable(), self.value());
                format!("{place} = {value};")
            }
        }
    }

    /// What other headers and operations have.
    fn rarer(&mut self) -> String {
        let one = self.dice.roll(2) as usize;
        match self.dice.roll(9) {
            0 => {
                self.accesses += 2;
                let kind = ["rd", "wr"][one];
                format!(
                    "pthread_rwlock_{kind}lock(&r); {} pthread_rwlock_unlock(&r);",
                    self.plain()
                )
            }
            1 => {
                let before = self.accesses;
                let plain = self.plain();
                self.accesses += self.accesses - before;
                format!("for (int i = 0; i < 2; i++) {{ {plain} }}")
            }
            2 => {
                self.accesses += 2;
                ["free(box);", "free(box); box = 0;"][one].to_owned()
            }
            3 => {
                self.accesses += 2;
                format!(
                    "if (pthread_mutex_timedlock(&m, &late) == 0) {{ {} pthread_mutex_unlock(&m); }}",
                    self.plain()
                )
            }
            4 => {
                self.accesses += 1;
                format!("if (sem_trywait(&s) == 0) {{ {} }}", self.plain())
            }
            5 => {
                self.accesses += 2;
                "pthread_once(&o, first);".to_owned()
            }
            6 => {
                self.accesses += 1;
                format!(
                    "own++; {} __CPROVER_assert(own == 1, \"o\"); own = 0;",
                    self.plain()
                )
            }
            7 => {
                self.accesses += 2;
                let (from, to) = (self.dice.roll(2), self.dice.roll(3));
                format!("{{ int e = {from}; __atomic_compare_exchange_n(&x, &e, {to}, 0, 5, 5); }}")
            }
            _ => {
                self.accesses += 2;
                "pthread_barrier_wait(&b);".to_owned()
            }
        }
    }

    fn statement(&mut self) -> String {
        let (one, inner) = (self.dice.roll(2), self.dice.roll(16));
        let lock = ["m", "n"][one as usize];
        match inner {
            12.. => self.rarer(),
            0 | 1 => {
                self.accesses += 2;
                format!(
                    "pthread_mutex_lock(&{lock}); {} pthread_mutex_unlock(&{lock});",
                    self.plain()
                )
            }
            2 => {
                self.accesses += 4;
                let other = ["n", "m"][one as usize];
                format!(
                    "pthread_mutex_lock(&{lock}); pthread_mutex_lock(&{other}); {} pthread_mutex_unlock(&{other}); pthread_mutex_unlock(&{lock});",
                    self.plain()
                )
            }
            3 => {
                let (first, second) = (self.plain(), self.plain());
                format!("__CPROVER_atomic_begin(); {first} {second} __CPROVER_atomic_end();")
            }
            4 => {
                self.accesses += 3;
                let condition = self.condition();
                format!(
                    "pthread_mutex_lock(&m); if ({condition}) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m);"
                )
            }
            5 => {
                self.accesses += 2;
                let signal = ["signal", "broadcast"][one as usize];
                format!(
                    "pthread_mutex_lock(&m); {} pthread_cond_{signal}(&c); pthread_mutex_unlock(&m);",
                    self.plain()
                )
            }
            6 => {
                self.accesses += 1;
                ["sem_wait(&s);", "sem_post(&s);"][one as usize].to_owned()
            }
            7 => {
                self.accesses += 2;
                format!(
                    "if (pthread_mutex_trylock(&{lock}) == 0) {{ {} pthread_mutex_unlock(&{lock}); }}",
                    self.plain()
                )
            }
            _ => self.plain(),
        }
    }
}

/// A random program with threads; the same for the same seed.
#[must_use]
pub fn thread_program(seed: u64) -> String {
    let mut writer = Writer {
        dice: Dice::new(seed),
        accesses: 0,
        inputs: 0,
    };
    let count = 2 + u32::from(writer.dice.roll(4) == 0);
    let most = if count == 2 { 8 } else { 6 };
    let mut text = String::from(
        "#include <pthread.h>\n#include <semaphore.h>\n#include <stdlib.h>\n#include <time.h>\nint nondet_int(void);\n\
         int x, y, z, v[2], *p = &z; _Atomic int a; sem_t s; struct box { int a; } *box;\n\
         pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n\
         pthread_cond_t c = PTHREAD_COND_INITIALIZER; pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;\n\
         pthread_once_t o = PTHREAD_ONCE_INIT; pthread_barrier_t b; _Thread_local int own; struct timespec late;\n\
         void first(void) { x++; }\n",
    );
    let mut bodies = vec![String::new(); count as usize];
    let mut turn = 0;
    while writer.accesses < most {
        let statement = writer.statement();
        bodies[turn % count as usize].push_str(&format!("    {statement}\n"));
        turn += 1;
    }
    for (index, body) in bodies.iter().enumerate() {
        text.push_str(&format!("void *t{index}(void *q) {{\n{body}    return q;\n}}\n"));
    }
    let joins_all = writer.dice.roll(5) != 0;
    text.push_str(&format!(
        "int main(void) {{\n    pthread_t t[{count}];\n    box = malloc(sizeof *box); box->a = 1; sem_init(&s, 0, 1); pthread_barrier_init(&b, 0, 2);\n"
    ));
    for index in 0..count {
        text.push_str(&format!("    pthread_create(&t[{index}], 0, t{index}, 0);\n"));
    }
    for index in 0..count {
        if joins_all || index == 0 {
            text.push_str(&format!("    pthread_join(t[{index}], 0);\n"));
        }
    }
    let condition = writer.condition();
    text.push_str(&format!(
        "    __CPROVER_assert({condition}, \"end\");\n    return 0;\n}}\n"
    ));
    text
}

/// Inputs by the order in which they are asked for, beside the schedule of an exploration.
struct Given {
    values: Vec<u128>,
    next: usize,
}

impl InputSupply for Given {
    fn supply(&mut self, _request: &InputRequest<'_>) -> u128 {
        let value = self.values.get(self.next).copied().unwrap_or(0);
        self.next += 1;
        value
    }

    fn schedule(&mut self, _turn: &interp::Turn<'_>) -> Decision {
        Decision::Any
    }
}

/// The claims that some run violates; nothing if there are too many runs.
#[must_use]
pub fn explored(loaded: &Loaded) -> Option<BTreeSet<ClaimId>> {
    let interpreter = Interpreter::new(&loaded.program, Some(&loaded.sources));
    let asks = loaded
        .program
        .inputs
        .iter()
        .any(|input| input.name.contains("nondet"));
    let choices: Vec<Vec<u128>> = match asks {
        true => (0..16).map(|number| vec![number & 3, number >> 2]).collect(),
        false => vec![Vec::new()],
    };
    let mut violated = BTreeSet::new();
    for values in choices {
        let mut too_much = false;
        let mut explorer = Explorer::default();
        explorer.max_spurious = 3;
        let end = explorer.explore(MOST_RUNS, |exploration: &mut Exploration<'_>| {
            let mut given = Given {
                values: values.clone(),
                next: 0,
            };
            let mut both = Both {
                exploration,
                given: &mut given,
            };
            let outcome = interpreter.run(Environment {
                inputs: &mut both,
                stdin: &mut BytesInput::default(),
                output: &mut NoOutput,
                observer: &mut NoObserver,
                limits: Limits {
                    steps: MOST_STEPS,
                    ..Limits::default()
                },
                arguments: vec![b"program".to_vec()],
                interrupt: None,
            });
            match outcome.stop {
                Stop::ClaimFailed { claim, .. } => {
                    violated.insert(claim);
                }
                Stop::Exit(_) | Stop::Interrupted | Stop::AssumptionViolated { .. } => {}
                _ => too_much = true,
            }
        });
        if too_much || end != Explored::Completely {
            return None;
        }
    }
    Some(violated)
}

/// The schedule from one, the inputs from the other.
struct Both<'b, 'e> {
    exploration: &'b mut Exploration<'e>,
    given: &'b mut Given,
}

impl InputSupply for Both<'_, '_> {
    fn supply(&mut self, request: &InputRequest<'_>) -> u128 {
        self.given.supply(request)
    }

    fn schedule(&mut self, turn: &interp::Turn<'_>) -> Decision {
        self.exploration.schedule(turn)
    }

    fn stepped(&mut self, thread: usize, touched: &[interp::Touched]) {
        self.exploration.stepped(thread, touched);
    }
}

/// What to compare a program's verdicts in: without data races, which end runs, and with nothing but them.
#[must_use]
pub fn thread_settings() -> [lower::Options; 2] {
    let checks = lower::Checks::standard().with(CheckKind::DataRace, false);
    let races = lower::Checks::none().with(CheckKind::DataRace, true);
    [checks, races].map(|checks| lower::Options {
        checks,
        races_everywhere: true,
        ..lower::Options::default()
    })
}

/// Where verdicts and runs disagree, in words; with how many claims are neither proved nor refuted. Nothing if there
/// are too many runs.
#[must_use]
pub fn compare_threads(loaded: &Loaded) -> Option<(Vec<String>, usize)> {
    let violated = explored(loaded)?;
    let options = bmc::Options {
        effort: Some(40_000_000),
        ..bmc::Options::default()
    };
    let report = loaded.check(&options);
    let mut wrong = Vec::new();
    let mut open = 0;
    for verdict in &report.claims {
        let name = &loaded.program.claim(verdict.claim).name;
        match (verdict.status, violated.contains(&verdict.claim)) {
            (bmc::Status::Holds, true) => wrong.push(format!("{name} holds, and some run violates it")),
            (bmc::Status::Fails, false) => wrong.push(format!("{name} fails, and no run violates it")),
            (bmc::Status::Holds | bmc::Status::Fails, _) => {}
            _ => open += 1,
        }
    }
    for found in &report.counterexamples {
        if let Err(stop) = crate::examine::replays(&loaded.program, &loaded.sources, found) {
            let name = &loaded.program.claim(found.claim).name;
            wrong.push(format!(
                "the run for {name} ends otherwise: {stop}, {:?}",
                found.run.schedule
            ));
        }
    }
    Some((wrong, open))
}
