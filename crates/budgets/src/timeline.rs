//! Budgets of the crate `timeline`.

crate::budgets! {
    STEPS: "timeline.steps" = 2_000_000 Items, 10..=100_000_000, "A step with what it reads and writes takes some 300 bytes; a longer run is told up to here, and that is said.";
    INSTRUCTIONS: "timeline.instructions" = 200_000_000 Instructions, 1_000..=1_000_000_000_000, "An observed instruction takes about a microsecond; what is recorded ends long before.";
    LINKS: "timeline.links" = 400 Items, 5..=100_000, "A chain of causes is read by a person; what lies beyond is asked for with a new question.";
}
