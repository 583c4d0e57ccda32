//! Programs with threads: a lost signal, an unlocked counter, two locks in different orders.

mod support;

use program::CheckKind;
use support::{load, load_with};
use variations::{Kind, Options, Wrong};

const COUNTER: &str = include_str!("programs/counter.c");

#[test]
fn an_unlocked_counter_is_about_the_schedule() {
    let loaded = load(COUNTER);
    let run = loaded.failing("assert");
    let found = loaded.vary(&run, &Options::default()).expect("variations");
    assert!(found.gaps.is_empty(), "{:?}", found.gaps);
    assert!(!found.positives.is_empty() && !found.negatives.is_empty());
}

/// After the deadlock of the Remote Agent: a thread looks whether something has happened, and waits if not; if it happens in
/// between, the signal is lost.
const LOST_SIGNAL: &str = r#"
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t happened = PTHREAD_COND_INITIALIZER;
int events;
void *executive(void *p) {
  int seen = events;
  if (seen == 0) {
    pthread_mutex_lock(&m);
    pthread_cond_wait(&happened, &m);
    pthread_mutex_unlock(&m);
  }
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, executive, 0);
  events++;
  pthread_mutex_lock(&m);
  pthread_cond_signal(&happened);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
"#;

/// The variations of a deadlock, which only other schedules bring about.
fn about_the_schedule(loaded: &support::Loaded) -> variations::Variations {
    let run = loaded.failing("deadlock");
    let found = loaded.vary(&run, &Options::default()).expect("variations");
    let concurrent = |one: &variations::Transformation| one.kind == Kind::Concurrency;
    assert!(found.transformations.iter().all(concurrent));
    found
}

#[test]
fn a_lost_signal_is_about_the_schedule() {
    let found = about_the_schedule(&load(LOST_SIGNAL));
    assert!(!found.positives.is_empty(), "{} negatives", found.negatives.len());
}

#[test]
fn near_its_race_the_deadlock_is_found() {
    let checks = [CheckKind::Deadlock, CheckKind::DataRace];
    let checks = checks
        .iter()
        .fold(lower::Checks::none(), |checks, &kind| checks.with(kind, true));
    let loaded = load_with(LOST_SIGNAL, checks);
    let run = loaded.failing("data_race");
    let options = Options {
        near: true,
        ..Options::default()
    };
    let found = loaded.vary(&run, &options).expect("variations");
    let claims: Vec<CheckKind> = found
        .others
        .iter()
        .filter_map(|other| match other.wrong {
            Wrong::Claim(claim) => Some(loaded.compiled.program.claim(claim).kind),
            _ => None,
        })
        .collect();
    assert!(claims.contains(&CheckKind::Deadlock), "{claims:?}");
}

/// Two philosophers.
const TWO_LOCKS: &str = r#"
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
void *other(void *p) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_join(t, 0);
  return 0;
}
"#;

#[test]
fn a_deadlock_is_told_by_the_attempt_that_completed_it() {
    let found = about_the_schedule(&load(TWO_LOCKS));
    assert!(!found.positives.is_empty() && !found.negatives.is_empty());
    // The same deadlock, completed by the other thread, is another error.
    let last: Vec<usize> = found
        .negatives
        .iter()
        .map(|&node| found.trie.step(found.trie.last_step(node)).thread)
        .collect();
    assert!(last.windows(2).all(|pair| pair[0] == pair[1]), "{last:?}");
    assert!(!found.others.is_empty());
}

#[test]
fn an_unlocked_counter_is_one_transposition_from_passing() {
    let loaded = load(COUNTER);
    let interpreter = interp::Interpreter::new(&loaded.compiled.program, Some(&loaded.compiled.sources));
    let never: runs::Interrupt = std::sync::Arc::new(|| false);
    // Several interleavings fail; all of them are one pair away.
    let mut failing = 0;
    for seed in 0..2000 {
        let run = loaded.executed(Vec::new(), interp::Policy::Random(seed));
        if run.claim.is_none() || failing > 4 {
            continue;
        }
        failing += 1;
        let question = variations::Question {
            program: &loaded.compiled.program,
            run: &run,
            arguments: &run.arguments,
            stop: &never,
        };
        let nearest = variations::nearest_schedule(&question, &interpreter).expect("it fails");
        let variations::Nearest::Found(nearest) = nearest else {
            panic!("no schedule passes");
        };
        assert!(nearest.proved);
        assert_eq!(nearest.swapped.len(), 1, "{:?}", nearest.swapped);
        let pair = &nearest.swapped[0];
        assert!(pair.first.1 != source::LocId::NONE && pair.second.1 != source::LocId::NONE);
    }
    assert!(failing > 2);
}
