//! Budgets of the crate `interval`.

crate::budgets! {
    MAX_SPAN_OPERATIONS: "interval.max_span_operations" = 10_000_000 Terms, 1_000..=1_000_000_000_000, "Operations on ranges to see how large each input of a formula can be. An input that is not reached keeps the range of its type.";
}
