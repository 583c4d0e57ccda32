//! Shifts: a barrel of muxes, one stage per bit of the distance that matters.
//!
//! `n log n` muxes. Bits of the distance that alone exceed the width are collected into one "all out"
//! condition. The sticky right shift, which floats need, keeps whether any set bit fell out in the lowest bit.

use super::{Word, mux};
use crate::gates::{Edge, Gates};

/// How many low bits of a distance say something other than "everything is out" for a word this wide.
fn stages(width: usize, distance: &[Edge]) -> usize {
    let needed = usize::BITS - (width.max(2) - 1).leading_zeros();
    distance.len().min(needed as usize)
}

fn barrel(
    gates: &mut Gates,
    word: &[Edge],
    distance: &[Edge],
    fill: Edge,
    moved: impl Fn(&[Edge], usize, Edge) -> Word,
) -> Word {
    let stages = stages(word.len(), distance);
    let mut shifted = word.to_vec();
    for (stage, bit) in distance[..stages].iter().enumerate() {
        let by = moved(&shifted, 1 << stage, fill);
        shifted = mux(gates, *bit, &by, &shifted);
    }
    let too_far = gates.or_all(&distance[stages..]);
    mux(gates, too_far, &vec![fill; word.len()], &shifted)
}

/// The word moved up, with zeros below.
fn moved_up(word: &[Edge], by: usize, fill: Edge) -> Word {
    (0..word.len())
        .map(|position| if position < by { fill } else { word[position - by] })
        .collect()
}

/// The word moved down, filled from above.
fn moved_down(word: &[Edge], by: usize, fill: Edge) -> Word {
    (0..word.len())
        .map(|position| word.get(position + by).copied().unwrap_or(fill))
        .collect()
}

pub(crate) fn shift_left(gates: &mut Gates, word: &[Edge], distance: &[Edge]) -> Word {
    barrel(gates, word, distance, Edge::FALSE, moved_up)
}

pub(crate) fn shift_right_logical(gates: &mut Gates, word: &[Edge], distance: &[Edge]) -> Word {
    barrel(gates, word, distance, Edge::FALSE, moved_down)
}

pub(crate) fn shift_right_arithmetic(gates: &mut Gates, word: &[Edge], distance: &[Edge]) -> Word {
    let sign = word.last().copied().unwrap_or(Edge::FALSE);
    barrel(gates, word, distance, sign, moved_down)
}

/// A logical right shift whose lowest bit is also set when a set bit fell out.
pub(crate) fn shift_right_sticky(gates: &mut Gates, word: &[Edge], distance: &[Edge]) -> Word {
    let stages = stages(word.len(), distance);
    let mut shifted = word.to_vec();
    let mut lost = Edge::FALSE;
    for (stage, bit) in distance[..stages].iter().enumerate() {
        let out = gates.or_all(&shifted[..(1 << stage).min(word.len())]);
        let out = gates.and(*bit, out);
        lost = gates.or(lost, out);
        let by = moved_down(&shifted, 1 << stage, Edge::FALSE);
        shifted = mux(gates, *bit, &by, &shifted);
    }
    let too_far = gates.or_all(&distance[stages..]);
    let rest = gates.or_all(&shifted);
    let all_lost = gates.and(too_far, rest);
    shifted = mux(gates, too_far, &vec![Edge::FALSE; word.len()], &shifted);
    let lost = gates.or(lost, all_lost);
    shifted[0] = gates.or(shifted[0], lost);
    shifted
}
