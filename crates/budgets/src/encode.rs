//! Budgets of the crate `encode`.

crate::budgets! {
    MAX_AND: "encode.max_and" = 32 Items, 2..=1_000_000, "Operands of one conjunction: wide ones have long clauses, narrow ones more variables.";
}
