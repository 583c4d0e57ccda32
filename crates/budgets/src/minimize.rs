//! Budgets of the crate `minimize`.

crate::budgets! {
    DEFAULT_EFFORT: "minimize.default_effort" = 10_000_000 Effort, 1_000..=1_000_000_000_000, "What a search for the smallest run may take where no proof is asked for: some seconds.";
    MAX_STATES_PER_INPUT: "minimize.max_states_per_input" = 4_096 Items, 1..=1_000_000_000, "States after one input. With more, following runs input by input takes longer than the solver.";
    MAX_OPERATIONS_OF_INPUTS: "minimize.max_operations_of_inputs" = 20_000_000 Terms, 1_000..=100_000_000_000, "Operations of the formula times inputs: what is kept for following runs input by input.";
    MAX_RECOMPUTED_TERMS: "minimize.max_recomputed_terms" = 200 Terms, 0..=1_000_000, "What is computed again in every state instead of being kept in it.";
    MAX_BOX_INPUTS: "minimize.max_box_inputs" = 64 Items, 1..=100_000, "More inputs are not searched as boxes of ranges: each doubles the boxes.";
    MAX_NUMBERS_OF_INPUT: "minimize.max_numbers_of_input" = 256 Items, 1..=1_000_000, "An input with more possible numbers is followed along spans instead of number by number.";
    MAX_CELL_NUMBERS: "minimize.max_cell_numbers" = 1_000_000 Items, 1_000..=1_000_000_000, "Numbers that are kept for all ways after one input.";
    MAX_CELL_CASES: "minimize.max_cell_cases" = 64 Items, 1..=1_000_000, "Cases that are told apart in one part of an input.";
    MIN_SAMPLED_PARTS: "minimize.min_sampled_parts" = 64 Items, 1..=1_000_000, "Parts of inputs that are looked at before the work of all is estimated.";
    MAX_LANE_NUMBERS: "minimize.max_lane_numbers" = 4_000_000 Items, 1_000..=1_000_000_000, "Numbers in all lanes of one step; they are kept in memory.";
    MAX_ALL_STATES: "minimize.max_all_states" = 1_000_000 Items, 1_000..=1_000_000_000, "States that are kept for all inputs. More take gigabytes.";
    MAX_ALL_WAYS: "minimize.max_all_ways" = 4_000_000 Items, 1_000..=10_000_000_000, "Ways between these states.";
    MIN_WORK_BEFORE_CELLS: "minimize.min_work_before_cells" = 200_000 Effort, 0..=1_000_000_000_000, "Cells are not made before so much was spent without them: small searches end sooner.";
    CELLS_SHARE: "minimize.cells_share" = 4 Ratio, 1..=1_000, "So many times as much is spent for making cells as for searching.";
    MIN_RANGE_QUESTIONS: "minimize.min_range_questions" = 64 Rounds, 1..=1_000_000, "So often ranges of one state are asked before it is judged whether they help.";
    MIN_TERMS_OF_PART: "minimize.min_terms_of_part" = 8 Terms, 1..=1_000_000, "So many terms must depend on the upper bits of an input alone for these to be a part of their own.";
    MAX_LITTLE_COST: "minimize.max_little_cost" = 600 Ratio, 1..=1_000_000_000, "A cost up to this is weighed in few clauses, so that asking for better runs comes first.";
    UNLIMITED_TURN: "minimize.unlimited_turn" = 500_000 Effort, 1..=1_000_000_000, "What the first turns of the two optimisers take where nothing is limited.";
    FIRST_SEARCH_DIVISOR: "minimize.first_search_divisor" = 5 Ratio, 1..=1_000_000, "The search input by input takes this share of the effort before the solver is asked.";
    MAX_RANGE_OPERATIONS: "minimize.max_range_operations" = 2_000_000_000 Terms, 1_000..=1_000_000_000_000_000, "Operations on ranges where the effort is not limited, before the solver goes on.";
}
