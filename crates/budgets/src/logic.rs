//! Budgets of the crate `logic`.

crate::budgets! {
    MAX_STORES: "logic.max_stores" = 256 Items, 0..=1_000_000, "A read looks through so many writes to other places; the encoding finds the rest.";
    MAX_SUMMANDS: "logic.max_summands" = 64 Items, 1..=1_000_000, "Longer sums are not put in order.";
    MAX_PARTS: "logic.max_parts" = 64 Items, 1..=1_000_000, "A slice through more parts is left alone.";
}
