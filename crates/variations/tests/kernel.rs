//! A kernel after DEOS, as the paper tells of it.

mod support;

use support::load;
use variations::{Options, Transition};

#[test]
fn a_thread_that_deletes_itself() {
    let loaded = load(include_str!("programs/kernel.c"));
    // TimerInterrupt, SystemTick, Delete.
    let run = loaded.run(&[("nondet_event", &[1, 0, 3])]);
    assert!(run.claim.is_some());
    let found = loaded.vary(&run, &Options::default()).expect("variations");
    assert!(
        found.negatives.len() + found.positives.len() >= 131,
        "{}",
        found.positives.len()
    );
    let function = |transition: &Transition| {
        loaded
            .compiled
            .program
            .function(transition.place.function)
            .name
            .as_str()
    };
    let deletes =
        |transition: &&Transition| function(transition) == "Delete" && loaded.line(transition) == 24;
    // Deleting is in all failing runs, and in some passing ones: it is not enough.
    let delete = found
        .sets
        .all_negative
        .iter()
        .find(deletes)
        .expect("Delete in all failing runs");
    assert!(found.sets.trans_positive.contains(delete) && !found.sets.all_positive.contains(delete));
    let calls = |way: &[Transition]| -> Vec<String> {
        let mut names: Vec<String> = way.iter().map(|step| function(step).to_owned()).collect();
        names.dedup();
        names.retain(|name| name != "main" && name != "schedule");
        names
    };
    let smallest: Vec<_> = found.transformations.iter().take(40).collect();
    let replaced = |from: &[&str], to: &[&str]| {
        smallest
            .iter()
            .any(|one| calls(&one.positive) == from && calls(&one.negative) == to)
    };
    assert!(replaced(&["WaitUntilNextPeriod"], &["Delete"]));
    assert!(replaced(&[], &["TimerInterrupt", "SystemTick"]) || replaced(&[], &["TimerInterrupt"]));
}
