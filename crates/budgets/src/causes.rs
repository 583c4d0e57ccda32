//! Budgets of the crate `causes`.

crate::budgets! {
    DEFAULT_EFFORT: "causes.default_effort" = 25_000_000 Propagations, 1_000..=1_000_000_000_000, "What deciding all candidates may take where not all of them must be decided: some seconds.";
    MAX_BOX_INPUTS: "causes.max_box_inputs" = 64 Items, 1..=100_000, "More inputs are not searched as boxes of ranges: each doubles the boxes.";
    MAX_RUNS_ONE_BY_ONE: "causes.max_runs_one_by_one" = 64 Runs, 1..=1_000_000, "A box with so few runs is looked at run by run: computing with numbers is faster than with ranges.";
    MAX_CONFLICTS_TOGETHER: "causes.max_conflicts_together" = 5_000 Conflicts, 1..=100_000_000, "A question about several candidates.";
    MAX_CONFLICTS_ALONE: "causes.max_conflicts_alone" = 50_000 Conflicts, 1..=100_000_000, "A question about one candidate.";
    MAX_FIRST_BOX_OPERATIONS: "causes.max_first_box_operations" = 20_000_000 Terms, 1_000..=1_000_000_000_000, "Operations on ranges before the solver is asked.";
    MAX_BOX_OPERATIONS: "causes.max_box_operations" = 80_000_000 Terms, 1_000..=1_000_000_000_000, "Operations on ranges for what the solver has left open.";
    FIRST_STAGE_DIVISOR: "causes.first_stage_divisor" = 5 Ratio, 1..=1_000, "Ranges are tried again after the solver has had this share of the effort.";
    MAX_FEW_CANDIDATES: "causes.max_few_candidates" = 20 Items, 0..=100_000, "So few candidates that ranges leave open are always worth the rest of the effort.";
    EASY_QUESTION: "causes.easy_question" = 50_000 Propagations, 0..=1_000_000_000, "Each question may take this much, whatever is left: most need less.";
    MAX_COMPARED_CAUSES: "causes.max_compared_causes" = 400 Items, 0..=100_000, "With more causes it is not asked which of them imply others: nobody reads so many.";
}
