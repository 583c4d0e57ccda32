//! Budgets of the crate `driver`.

crate::budgets! {
    USUAL_EFFORT: "driver.usual_effort" = 40_000_000 Effort, 1_000..=1_000_000_000_000, "Deciding claims when nothing else says where to end.";
    ENDLESS_EFFORT: "driver.endless_effort" = 5_000_000 Effort, 1_000..=1_000_000_000_000, "The same while only loops are in the way that no bound would follow to their end.";
    REPAIR_EFFORT: "driver.repair_effort" = 10_000_000 Effort, 1_000..=1_000_000_000_000, "One check of a changed program by `repair`.";
    MAX_PROVED_CHANGES: "driver.max_proved_changes" = 12 Changes, 1..=10_000, "Changed programs that are checked for all inputs by `repair`.";
    FIRST_RUN_SHARE: "driver.first_run_share" = 3 Ratio, 1..=1_000, "The failing run is looked for with so many times the effort of checking one change.";
    MAX_PROVED_BESIDE: "driver.max_proved_beside" = 8 Changes, 0..=10_000, "Changed programs that are checked beside an explanation.";
    PROOF_EFFORT_BESIDE: "driver.proof_effort_beside" = 1_000_000 Effort, 1_000..=1_000_000_000, "The effort of checking one of them.";
    NEARBY_RUN: "driver.nearby_run" = 100_000 Instructions, 100..=1_000_000_000, "A run near the failing one that takes longer is not asked about suspects.";
    EVIDENCE_STEPS: "driver.evidence_steps" = 200_000 Instructions, 100..=1_000_000_000, "A failing run that takes longer is not asked which lines it depends on: what it does is kept in memory.";
    FOCUS_SHARE: "driver.focus_share" = 1 Ratio, 1..=1_000_000, "The effort of finding a failure over that of finding all ways to fail. With 4 the ten best of 64 branches that all matter are not found.";
    SUSPECTS_EFFORT: "driver.suspects_effort" = 3_000_000 Effort, 1_000..=1_000_000_000_000, "Suspects beside an explanation. The explanation is the answer; this is not waited for much longer.";
    EXPLAINED_EFFORT: "driver.explained_effort" = 3_000_000 Effort, 1_000..=1_000_000_000_000, "The closest passing run that `because FILE.c` shows.";
    WHOLE_EFFORT: "driver.whole_effort" = 6_000_000 Effort, 1_000..=1_000_000_000_000, "Looking for a failing run, and deciding claims, before `because FILE.c` explains one.";
    WHOLE_ENDLESS_EFFORT: "driver.whole_endless_effort" = 3_000_000 Effort, 1_000..=1_000_000_000_000, "The same while only loops are in the way that no bound would follow to their end.";
    AFTER_FAILURE: "driver.after_failure" = 1_000_000 Effort, 0..=1_000_000_000_000, "All other claims, once a failing run is known: `because check` decides them.";
    CLOSEST_EFFORT: "driver.closest_effort" = 2_000_000 Effort, 1_000..=1_000_000_000_000, "The closest passing run beside a diagnosis, which only decides its order.";
    FOLLOWED_TERMS: "driver.followed_terms" = 120_000 Terms, 1_000..=1_000_000_000, "A run that was found by executing it is followed symbolically up to so many terms.";
    MIN_FOLLOWED_ROUNDS: "driver.min_followed_rounds" = 2 Rounds, 1..=1_000, "Loops that such a run does not come to are unwound so far: the closest passing run may need them.";
    FOLLOWED_RUN: "driver.followed_run" = 1_000_000 Instructions, 1_000..=1_000_000_000_000, "Executing such a run again to count its rounds; longer than any run of the fuzzer.";
    REPLAYED_RUN: "driver.replayed_run" = 1_000_000_000 Instructions, 1_000..=1_000_000_000_000, "A failing run that the solver found is short; this keeps a wrong one from running forever.";
}
