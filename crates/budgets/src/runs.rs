//! Budgets of what all engines share.

crate::budgets! {
    MAX_INPUT_ELEMENTS: "runs.max_input_elements" = 4_096 Items, 0..=1_000_000_000, "Elements of an array that become inputs at once; the others stay unwritten and are asked for when they are read. Both engines must agree.";
    START: "runs.start" = 500 Instructions, 0..=1_000_000, "What starting a run costs beside its instructions, in every search that counts these.";
    BYTES_PER_STEP: "runs.bytes_per_step" = 64 Bytes, 1..=1_000_000_000, "So many bytes that are copied or filled at once count as an instruction.";
    RESUME: "runs.resume" = 200 Instructions, 0..=1_000_000, "What going on from a checkpoint costs beside its instructions.";
}
