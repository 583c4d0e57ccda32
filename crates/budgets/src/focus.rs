//! Budgets of the crate `focus`.

crate::budgets! {
    MAX_FOLLOWED_ACTIVATIONS: "focus.max_followed_activations" = 2_000 Items, 1..=1_000_000_000, "Activations, counted by the calls in the text. With more, calls that decide nothing are left out before anything is unwound.";
    MAX_SMALL_INPUTS: "focus.max_small_inputs" = 40 Items, 0..=100_000, "Inputs of a run that are made small one after the other: each takes about as many questions as it has bits, and nobody reads more.";
    MAX_PLACES_LEFT_OUT: "focus.max_places_left_out" = 8 Items, 0..=100_000, "Indices that depend on inputs, of which it is asked one by one whether their values need to be told: each asks for the whole proof again.";
    MAX_INPUT_CHOICES: "focus.max_input_choices" = 200_000 Items, 1..=1_000_000_000, "A name that so many steps may take, times the occurrence that is asked for: with more, nothing is said about that input.";
    MAX_OPEN_LOOPS: "focus.max_open_loops" = 40 Items, 0..=100_000, "Loops and recursions that were not followed to their end, of which it is asked whether more rounds give other ways to fail. With more, that is left open.";
    MAX_DEPTH_CHAINS: "focus.max_depth_chains" = 64 Items, 1..=100_000, "Rows of activations, each called from the one before, that are looked at to decide a recursion for every depth.";
    MAX_DEPTH_CONFLICTS: "focus.max_depth_conflicts" = 200_000 Conflicts, 1..=1_000_000_000, "Conflicts of the solver for each question about more rounds than were followed.";
    MAX_ISOLATED_TERMS: "focus.max_isolated_terms" = 4_000_000 Items, 1..=4_000_000_000, "Terms of a program that begins at the head of a loop in any state.";
    MAX_CONDITION_NODES: "focus.max_condition_nodes" = 20_000 Items, 1..=100_000_000, "A condition that needs more expressions is refused: each index is written down twice.";
}
