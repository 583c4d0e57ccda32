//! Budgets of the crate `timeline`.

crate::budgets! {
    STEPS: "timeline.steps" = 2_000_000 Items, 10..=100_000_000, "A step with what it reads and writes takes some 300 bytes; a longer run is told up to here, and that is said.";
    INSTRUCTIONS: "timeline.instructions" = 200_000_000 Instructions, 1_000..=1_000_000_000_000, "An observed instruction takes about a microsecond; what is recorded ends long before.";
    INTERRUPTED: "timeline.interrupted" = 1_000_000 Instructions, 1_000..=1_000_000_000_000, "Whoever interrupts a command wants its page within seconds; what is not recorded by then is said to be missing.";
    LINKS: "timeline.links" = 400 Items, 5..=100_000, "A chain of causes is read by a person; what lies beyond is asked for with a new question.";
    ROWS: "timeline.rows" = 100_000 Items, 100..=10_000_000, "A page with more steps than these takes a browser seconds to open; it keeps the last ones and those around differences.";
    LAST_ROWS: "timeline.last_rows" = 20_000 Items, 10..=10_000_000, "What led to the end is near it.";
    NEAR_ROWS: "timeline.near_rows" = 50 Items, 0..=10_000, "Steps that are kept on both sides of a difference of a long run.";
    GRAPH: "timeline.graph" = 250_000 Items, 100..=100_000_000, "Links of all chains of a run on one page: enough for a run of 100,000 steps; a link takes about 30 bytes, and a browser reads ten megabytes in a second.";
    WHY_NOT: "timeline.why_not" = 100_000_000 Items, 0..=1_000_000_000_000, "Steps that are gone through to say why lines were not executed; lines beyond that are not told of.";
}
