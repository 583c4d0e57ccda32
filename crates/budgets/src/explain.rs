//! Budgets of the crate `explain`.

crate::budgets! {
    MAX_NEAR_QUESTIONS: "explain.max_near_questions" = 400 Rounds, 0..=1_000_000, "Questions for inputs of the passing run that are near those of the failing one. With fewer, long inputs stay far off.";
    MAX_NEAR_CONFLICTS: "explain.max_near_conflicts" = 2_000 Conflicts, 1..=10_000_000, "One of these questions.";
    MAX_NEAR_ROUNDS: "explain.max_near_rounds" = 3 Rounds, 0..=1_000, "What is near may lie in a part of the program that the formula did not have: so often it is asked again.";
    MAX_TWICE_EXPLAINED_STEPS: "explain.max_twice_explained_steps" = 3_000 Items, 0..=100_000_000, "An equation with more steps is not explained a second time with the inputs as they were first found: that doubles the time.";
    MIN_FEWER_GUARDS: "explain.min_fewer_guards" = 3 Items, 0..=1_000, "The second explanation is taken if it differs in so many branches fewer: only then its larger inputs are worth it.";
    MAX_WAY_QUESTIONS: "explain.max_way_questions" = 12 Rounds, 0..=1_000, "Questions for the longest prefix of the failing run's branches that a passing run takes. Fewer leave it shorter.";
    MAX_WAY_REFINEMENTS: "explain.max_way_refinements" = 40 Rounds, 1..=100_000, "What a model violates elsewhere enters the formula: so often each of these is asked again.";
    MAX_WAY_CONFLICTS: "explain.max_way_conflicts" = 4_000 Conflicts, 1..=10_000_000, "One of these questions. What takes longer is taken for a branch that no passing run keeps.";
    MAX_DEEPER_STEPS: "explain.max_deeper_steps" = 60_000 Items, 100..=1_000_000_000, "An equation with more steps is not unwound further for a closer passing run. Beyond it one more unwinding takes tens of seconds.";
    MAX_DEEPER_CONFLICTS: "explain.max_deeper_conflicts" = 20_000 Conflicts, 1..=10_000_000, "The question whether a passing run goes beyond the bound.";
}
