//! Budgets of the crate `focus`.

crate::budgets! {
    MAX_FOLLOWED_ACTIVATIONS: "focus.max_followed_activations" = 2_000 Items, 1..=1_000_000_000, "Activations, counted by the calls in the text. With more, calls that decide nothing are left out before anything is unwound.";
    MAX_SMALL_INPUTS: "focus.max_small_inputs" = 40 Items, 0..=100_000, "Inputs of a run that are made small one after the other: each takes about as many questions as it has bits, and nobody reads more.";
    MAX_INPUT_CHOICES: "focus.max_input_choices" = 200_000 Items, 1..=1_000_000_000, "A name that so many steps may take, times the occurrence that is asked for: with more, nothing is said about that input.";
    MAX_CONDITION_NODES: "focus.max_condition_nodes" = 20_000 Items, 1..=100_000_000, "A condition that needs more expressions is refused: each index is written down twice.";
}
