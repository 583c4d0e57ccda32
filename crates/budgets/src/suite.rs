//! Budgets of the crate `suite`.

crate::budgets! {
    MAX_FIRST_RUN: "suite.max_first_run" = 500_000 Instructions, 1_000..=1_000_000_000_000, "A test that takes longer is executed again only if others are long, too: most that take longer do not end.";
    MAX_RUN: "suite.max_run" = 20_000_000 Instructions, 1_000..=1_000_000_000_000, "A test that takes longer does not end. About a second.";
    MUCH_LONGER: "suite.much_longer" = 100 Ratio, 1..=1_000_000, "Nor does one that takes so many times as long as every test that ends.";
    MAX_COVERAGE: "suite.max_coverage" = 400_000 Instructions, 0..=100_000_000_000, "Runs that are executed with coverage, all together. Watching makes them several times as slow.";
    MIN_TELLING_TESTS: "suite.min_telling_tests" = 3 Tests, 1..=1_000, "So many failing tests tell changes that are right from changes that fit by chance.";
}
