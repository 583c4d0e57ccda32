//! Budgets of the crate `sat`.

crate::budgets! {
    MAX_TRIM_ROUNDS: "sat.max_trim_rounds" = 3 Rounds, 0..=1_000, "So often a core is asked for again without what the last answer did not need.";
    MAX_TRIM_CONFLICTS: "sat.max_trim_conflicts" = 1_000 Conflicts, 1..=10_000_000, "One of these questions.";
    MAX_DELETED_FROM: "sat.max_deleted_from" = 40 Items, 0..=1_000_000, "Deleting asks one question per literal; larger cores are only trimmed.";
    MAX_DELETE_CONFLICTS: "sat.max_delete_conflicts" = 100 Conflicts, 1..=10_000_000, "One of these questions.";
    MAX_DELETE_FAILURES: "sat.max_delete_failures" = 4 Items, 1..=1_000_000, "A core that resists so often is left alone.";
    MAX_REFUSING_DECISIONS: "sat.max_refusing_decisions" = 200 Items, 1..=10_000_000, "Decisions for a question to which only a refusal is of use.";
    MAX_PHASED_CONFLICTS: "sat.max_phased_conflicts" = 2_000 Conflicts, 1..=10_000_000, "The first question, with the phases of the cheapest solution.";
    MAX_EXHAUST_CONFLICTS: "sat.max_exhaust_conflicts" = 500 Conflicts, 1..=10_000_000, "Asking about one counter alone.";
    SIEVE_AFTER: "sat.sieve_after" = 16 Items, 1..=1_000_000, "A stratum is sieved when so many cores were found in it.";
    SIEVE_PORTION: "sat.sieve_portion" = 64 Items, 1..=1_000_000, "In portions of so many literals.";
    MAX_SIEVE_CONFLICTS: "sat.max_sieve_conflicts" = 200 Conflicts, 1..=10_000_000, "Each of these portions.";
    MAX_COUNTING_CLAUSES: "sat.max_counting_clauses" = 4_000_000 Terms, 1..=100_000_000_000, "Sums that are estimated to need more clauses are added in binary.";
    MAX_ADDED_BOUND: "sat.max_added_bound" = 1_048_576 Items, 1..=1_000_000_000_000, "The binary adder of the library needs memory in proportion to the bound.";
    MAX_SUMS: "sat.max_sums" = 600 Items, 1..=1_000_000_000, "Different sums of the generalised totalizer.";
}
