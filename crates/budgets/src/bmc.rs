//! Budgets of the crate `bmc`.

crate::budgets! {
    MAX_THREADS: "bmc.max_threads" = 24 Items, 1..=64, "More threads are not followed. Who uses which byte is kept as one bit for each.";
    MAX_THREAD_PASSES: "bmc.max_thread_passes" = 40 Rounds, 1..=1_000_000, "So often a program with threads is executed to find out what they share. Each time finds at least one more cell or pointer.";
    MAX_CIRCLES: "bmc.max_circles" = 200_000 Items, 0..=1_000_000_000_000, "So many circles of three events of three threads are forbidden before anything is asked; of more, only those that the solver's answers have (docs/adr/0065).";
    MAX_BOUND: "bmc.max_bound" = 1_048_576 Rounds, 1..=4_000_000_000, "No bound of a loop or recursion grows beyond this by itself. A run that needs more is too long to be solved for.";
    MAX_CONSTANT_ROUNDS: "bmc.max_constant_rounds" = 1_048_576 Rounds, 1..=4_000_000_000, "A loop whose conditions are all constants is followed so far: it costs no formula, only time.";
    MAX_CHOICE: "bmc.max_choice" = 4_096 Items, 1..=1_000_000, "Elements that a symbolic index may choose from. With more the formula explodes; larger objects become arrays of the solver.";
    MAX_UNSIZED_CHOICE: "bmc.max_unsized_choice" = 64 Items, 1..=1_000_000, "The same for an object whose size is not known: its contents are one term if there may be more, because what it is made of grows with every access.";
    MAX_SINGLE_MOVES: "bmc.max_single_moves" = 64 Bytes, 0..=1_000_000, "A copy of an unknown number of bytes moves at most so many one by one. More are one term.";
    FIRST_BOUND: "bmc.first_bound" = 5 Rounds, 1..=1_000_000, "The first bound of what has none. Bounds grow by one less than their double, to 9, 17 and so on: who goes through eight elements comes back to the head eight times, and is to be followed there.";
    FIRST_LOOK: "bmc.first_look" = 1_000_000 Effort, 0..=1_000_000_000_000, "The solver has so much before likely inputs are executed. What it decides sooner needs no executions.";
    RECURSION_DIVISOR: "bmc.recursion_divisor" = 5 Ratio, 1..=1_000_000, "A recursion without an end in sight gets this part of what a loop without one gets: what it computes, it computes at every depth.";
    OWN_ROUNDS: "bmc.own_rounds" = 3 Rounds, 1..=1_000_000, "So often the bounds of the user's loops grow before those of the library's models do, where both stand in the way: growing both multiplies.";
    AFTER_FAILURE_FACTOR: "bmc.after_failure_factor" = 3 Ratio, 0..=1_000_000, "After the first failure the other claims get so many times what it took to find it.";
    MIN_AFTER_FAILURE: "bmc.min_after_failure" = 4_000_000 Effort, 0..=1_000_000_000_000, "And so much more.";
    FIRST_PATIENCE: "bmc.first_patience" = 2_000_000 Ticks, 1_000..=1_000_000_000_000, "The first question, about all claims. If it takes longer, claims are asked one by one: most are easy alone, and help with the others then.";
    MIN_PATIENCE: "bmc.min_patience" = 500_000 Ticks, 1_000..=1_000_000_000_000, "A question about one group of claims may always take this.";
    LITTLE_PATIENCE: "bmc.little_patience" = 8_000_000 Ticks, 1_000..=1_000_000_000_000, "A question that a larger bound will ask again in any case.";
    MAX_SIMPLEST_QUESTIONS: "bmc.max_simplest_questions" = 600 Rounds, 0..=1_000_000, "Questions that make the inputs of one failing run plain.";
    MAX_SIMPLEST_CONFLICTS: "bmc.max_simplest_conflicts" = 1_000 Conflicts, 1..=10_000_000, "One of these questions.";
    MIN_SIMPLEST_PROPAGATIONS: "bmc.min_simplest_propagations" = 2_000_000 Propagations, 0..=1_000_000_000_000, "All of these, beyond half of what the solver has done so far.";
    MAX_TYPEABLE: "bmc.max_typeable" = 64 Bytes, 0..=1_000_000, "Bytes of standard input that are kept typeable, each with questions of its own.";
    MAX_COMPARED_LINKS: "bmc.max_compared_links" = 64 Items, 1..=1_000_000, "A longer chain of choices is compared as a whole, not link by link.";
    MAX_READ_NUMBER: "bmc.max_read_number" = 48 Bytes, 1..=100_000, "Longer numbers are not looked for in a text.";
    MAX_READ_STRING: "bmc.max_read_string" = 4_096 Bytes, 1..=10_000_000, "Longer strings are not looked for when they are printed.";
    MAX_OUTPUT_STATES: "bmc.max_output_states" = 20_000 Items, 1..=100_000_000, "States of the output beside the expected text that are told apart.";
    MAX_CONDITION_DEPTH: "bmc.max_condition_depth" = 8 Items, 0..=1_000, "How deep conditions are looked into for what they say about ranges. Deeper ones cost more than they tell.";
    MAX_LOOK_BACK: "bmc.max_look_back" = 64 Items, 0..=1_000_000, "So many conditions of the path are compared with a new one.";
    MAX_TEXT: "bmc.max_text" = 65_536 Bytes, 1..=1_000_000_000, "Text in a larger object is not looked at.";
    MAX_COMPARED_STATES: "bmc.max_compared_states" = 40 Items, 2..=100_000, "Of so many states that meet, the two with most in common are merged first; comparing takes the square of this.";
    MAX_CALL_DEPTH: "bmc.max_call_depth" = 65_536 Rounds, 1..=4_000_000_000, "Without a bound of its own no recursion is followed deeper: real stacks have no room for more.";
    LONG_LOOP_BITS: "bmc.long_loop_bits" = 20 Ratio, 1..=128, "A loop that needs two to this many rounds to its end counts as one without an end in sight.";
    MAX_UNWRITTEN_COPY: "bmc.max_unwritten_copy" = 4_096 Bytes, 0..=1_000_000_000, "Of larger copies it is not remembered which bytes were never written.";
    MAX_PLACED_OBJECTS: "bmc.max_placed_objects" = 24 Items, 0..=10_000, "Objects whose addresses are compared with each other; each pair takes a comparison of numbers.";
    MAX_GIVEN_ELEMENTS: "bmc.max_given_elements" = 128 Items, 0..=1_000_000, "Elements that get a value of their own where it is known which one is stored to.";
    MAX_GIVEN_TERMS: "bmc.max_given_terms" = 40 Terms, 0..=1_000_000, "Terms that are looked at for one of them, beside one for each element.";
    MAX_ADDRESS_DEPTH: "bmc.max_address_depth" = 200 Items, 1..=10_000, "Choices of pointers that are nested deeper are left as they are.";
    MAX_OUTSIDE_PARTS: "bmc.max_outside_parts" = 6 Items, 0..=10_000, "Values from outside that a pointer may be; with more it is not followed which of the addresses that it is compared with it is.";
    MAX_IDENTITIES: "bmc.max_identities" = 16 Items, 0..=10_000, "Addresses that a pointer from outside may be, of those that it is compared with; with more the result depends on where objects lie.";
    MAX_SCALARS: "bmc.max_scalars" = 65_536 Items, 1..=100_000_000, "Records and arrays with more scalars are not taken apart.";
    MAX_POINTER_FACTS: "bmc.max_pointer_facts" = 48 Items, 0..=1_000_000, "Parts of a condition that are looked at for what a pointer can be.";
}
