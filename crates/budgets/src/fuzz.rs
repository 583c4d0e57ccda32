//! Budgets of the crate `fuzz`.

crate::budgets! {
    TOTAL: "fuzz.total" = 12_000_000 Instructions, 0..=1_000_000_000, "Executions of the program with likely inputs, all together. About half a second; beyond it new claims are seldom violated.";
    SHRINKING_SHARE: "fuzz.shrinking_share" = 4 Ratio, 1..=1_000, "The share of the total that goes into making the found runs small is one in this many.";
    BYTES_PER_INSTRUCTION: "fuzz.bytes_per_instruction" = 160 Bytes, 1..=1_000_000, "Static storage that is set up in the time of one instruction. Storage that comes from outside costs a tenth.";
    MAX_RUN: "fuzz.max_run" = 20_000 Instructions, 100..=1_000_000_000, "A run that takes longer is given up. Short runs are what can be explained.";
    MAX_FRUITLESS_RUNS: "fuzz.max_fruitless_runs" = 6_000 Runs, 1..=1_000_000_000, "The search ends after so many runs in a row that reach nothing new.";
    MAX_CORPUS: "fuzz.max_corpus" = 400 Items, 1..=1_000_000, "Inputs that reached something new and are mutated further.";
    MAX_MEMORY: "fuzz.max_memory" = 67_108_864 Bytes, 1_000_000..=1_000_000_000_000, "Objects of one run.";
    MAX_SHRINKING_RUNS: "fuzz.max_shrinking_runs" = 600 Runs, 0..=1_000_000, "Runs that are tried to make one failing run small.";
    MIN_DROPPED: "fuzz.min_dropped" = 12 Items, 1..=1_000_000, "Fewer values than this are not left out in blocks.";
    MAX_TEXT: "fuzz.max_text" = 4_096 Bytes, 16..=1_000_000_000, "Texts for standard input do not grow beyond this.";
    MAX_CHANGES: "fuzz.max_changes" = 2 Items, 0..=10, "Schedules in which threads are interrupted at most so often are all tried, as far as the other limits allow.";
    MAX_SCHEDULES: "fuzz.max_schedules" = 4_000 Runs, 1..=1_000_000_000, "Schedules that are tried with one choice of inputs.";
    RANDOM_SCHEDULES: "fuzz.random_schedules" = 300 Runs, 0..=1_000_000_000, "Random schedules that are tried where the systematic ones are through.";
    MAX_CROSSROADS: "fuzz.max_crossroads" = 600 Items, 1..=1_000_000, "Events of a run at which another thread is tried; later ones are not.";
    MAX_WORD: "fuzz.max_word" = 24 Bytes, 1..=1_000_000, "Longer string literals are not taken into the dictionary.";
}
