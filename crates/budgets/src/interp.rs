//! Budgets of the crate `interp`.

crate::budgets! {
    MAX_STACK: "interp.max_stack" = 8_388_608 Bytes, 1_000..=10_000_000_000, "The C stack of a run, as it usually is.";
    MAX_MEMORY: "interp.max_memory" = 4_294_967_296 Bytes, 1_000_000..=1_000_000_000_000, "All live objects of a run.";
    MAX_TRIAL_MEMORY: "interp.max_trial_memory" = 201_326_592 Bytes, 1_000_000..=1_000_000_000_000, "The same in a run that is one of thousands with something changed: what asks for more does so by mistake, and several at once would take all memory.";
    MAX_STRETCH_LOOKS: "interp.max_stretch_looks" = 4_000 Items, 1..=1_000_000_000, "A stretch of instructions that takes longer to find is taken for the whole body.";
    MAX_THREADS: "interp.max_threads" = 1_000 Items, 1..=1_000_000, "Threads of one run: a program that starts threads without end is cut.";
    MAX_TURN: "interp.max_turn" = 2_000 Items, 1..=1_000_000_000, "After so many events in a row another thread has its turn if nobody decides: loops that wait for others end.";
}
