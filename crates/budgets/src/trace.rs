//! Budgets of the crate `trace`.

crate::budgets! {
    MAX_REPLAY: "trace.max_replay" = 1_000_000_000 Instructions, 1_000..=1_000_000_000_000, "A run that was found within a bound is short; this keeps a mismatch from running forever.";
}
