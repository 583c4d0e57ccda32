//! Budgets of the crate `variations`.

crate::budgets! {
    MAX_VALUES: "variations.max_values" = 16 Items, 1..=256, "An input with no more values is tried with all of them.";
    MAX_SAMPLED_VALUES: "variations.max_sampled_values" = 9 Items, 1..=256, "Values that are tried of any other input.";
    MAX_STATES: "variations.max_states" = 1_500_000 Items, 1..=1_000_000_000, "States that are visited.";
    MAX_STEP: "variations.max_step" = 2_000_000 Instructions, 1_000..=1_000_000_000_000, "A step that takes longer does not end.";
    MAX_ORIGINAL: "variations.max_original" = 20_000 Items, 1..=10_000_000, "Steps of the original run, counted from its beginning.";
    MAX_RUNS: "variations.max_runs" = 20_000 Runs, 2..=10_000_000, "Failing and passing runs that are generated, unless --max-runs says another number.";
    MAX_PAIRS: "variations.max_pairs" = 2_000_000 Items, 1..=1_000_000_000, "Pairs of a passing and a failing run that are compared.";
    MAX_TOLD: "variations.max_told" = 200 Changes, 1..=1_000_000, "Replacements that are told, the smallest first.";
    MAX_SHALLOWER: "variations.max_shallower" = 4 Ratio, 0..=1_000, "Smaller depths are explored, to say since which one the sets are stable, with at most so many times the states of the whole search.";
    MAX_SAMPLES: "variations.max_samples" = 400_000 Items, 1..=1_000_000_000, "States whose values are kept for invariants.";
    MAX_VARIABLES: "variations.max_variables" = 24 Items, 1..=1_000, "Variables at one place between which relations are looked for.";
    MAX_SCHEDULES: "variations.max_schedules" = 60_000 Runs, 1..=1_000_000_000, "Schedules that are executed to find the nearest one that passes.";
    MAX_SCHEDULE_WORK: "variations.max_schedule_work" = 20_000_000 Instructions, 1..=1_000_000_000_000, "What these runs execute in all, and pairs of events that are compared in them: programs that wait in loops have runs of any length.";
}
