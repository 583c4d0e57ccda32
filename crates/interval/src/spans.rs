//! What each input can be where conditions hold.
//!
//! For each input, the numbers beyond a power of two, above and below, are tried: where the conditions cannot hold, the
//! input is within.

use crate::range::Truth;
use crate::tape::Tape;

/// What each input can be as a signed number in runs, of which the first roots are true.
pub fn spans(tape: &mut Tape, hard: usize) -> Vec<(i128, i128)> {
    let mut inputs: Vec<(i128, i128)> = tape
        .inputs
        .iter()
        .map(|(_, width)| (-(1 << (width - 1)), (1 << (width - 1)) - 1))
        .collect();
    let mut work = budgets::interval::MAX_SPAN_OPERATIONS.get();
    for input in 0..inputs.len() {
        let (least, most) = inputs[input];
        let mut possible = |range: (i128, i128), inputs: &mut Vec<(i128, i128)>| {
            let cost = tape.operations() as u64;
            if work < cost {
                return true;
            }
            work -= cost;
            let whole = std::mem::replace(&mut inputs[input], range);
            tape.evaluate(inputs);
            inputs[input] = whole;
            (0..hard).all(|at| tape.root(at).is_none_or(|range| range.truth() != Truth::No))
        };
        let width = (most as u128).checked_ilog2().map_or(0, |place| place + 1);
        // The least power of two beyond which nothing is possible.
        let above = least_power(width, |power| possible((1 << power, most), &mut inputs));
        inputs[input].1 = above.map_or(most, |power| (1 << power) - 1);
        let below = least_power(width, |power| possible((least, -(1 << power) - 1), &mut inputs));
        inputs[input].0 = below.map_or(least, |power| -(1 << power));
    }
    inputs
}

/// The least number below `end` that is not possible, where larger ones are not either.
fn least_power(end: u32, mut possible: impl FnMut(u32) -> bool) -> Option<u32> {
    let (mut low, mut high) = (0, end);
    while low < high {
        let middle = low + (high - low) / 2;
        match possible(middle) {
            true => low = middle + 1,
            false => high = middle,
        }
    }
    (high < end).then_some(high)
}
