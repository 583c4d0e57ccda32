//! A run with small inputs stands for a way to fail: `0` and `-1` say more than `-766421717`.
//!
//! Input by input, in the order in which they enter: each gets the number nearest to zero that is possible with those
//! before it, and of two such numbers the positive one. Numbers are looked for between powers of two, so that an input
//! takes about as many questions as it has bits.

use logic::{Assignment, Sort, TermId};
use runs::InputValue;
use sat::Verdict;

use crate::search::Search;

/// The run of these with the smallest inputs; nothing if it was interrupted.
pub(crate) fn smallest(search: &mut Search<'_>, inputs: &[InputValue], within: TermId) -> Option<Assignment> {
    let mut fixed = vec![within];
    if search.ask(&fixed) != Verdict::Sat {
        return None;
    }
    let mut best = search.model();
    for input in inputs.iter().take(budgets::focus::MAX_SMALL_INPUTS.count()) {
        let term = search.inputs.term(search.equation, &input.name, input.occurrence);
        let Some(term) = term else { continue };
        let Sort::BitVec(width) = search.equation.pool.sort(term) else {
            continue;
        };
        let Some(distance) = distance(search, &mut fixed, term, width, &mut best) else {
            return Some(best);
        };
        let pool = &mut search.equation.pool;
        let positive = pool.bits(distance.clone());
        let negative = pool.bv_neg(positive);
        for number in [positive, negative] {
            let equal = search.equation.pool.eq(term, number);
            fixed.push(equal);
            if search.ask(&fixed) == Verdict::Sat {
                best = search.model();
                break;
            }
            fixed.pop();
        }
    }
    Some(best)
}

/// How near to zero a number can be: its least distance.
fn distance(
    search: &mut Search<'_>,
    fixed: &mut Vec<TermId>,
    term: TermId,
    width: u32,
    best: &mut Assignment,
) -> Option<logic::Bits> {
    let (mut known, mut low) = (None, 0u128);
    let most = if width >= 127 {
        u128::MAX >> 1
    } else {
        (1u128 << width) - 1
    };
    let mut reach = 0u128;
    loop {
        match nearer(search, fixed, term, width, reach, best) {
            Verdict::Sat => known = Some(reach),
            Verdict::Unsat => low = reach.saturating_add(1),
            Verdict::Unknown => return None,
        }
        if known.is_some() || reach >= most {
            break;
        }
        reach = (reach * 2).max(1).min(most);
    }
    let mut high = known?;
    while low < high {
        let middle = low + (high - low) / 2;
        match nearer(search, fixed, term, width, middle, best) {
            Verdict::Sat => high = middle,
            Verdict::Unsat => low = middle + 1,
            Verdict::Unknown => return None,
        }
    }
    Some(logic::Bits::new(width, high))
}

/// Whether a number can be so near to zero.
fn nearer(
    search: &mut Search<'_>,
    fixed: &mut Vec<TermId>,
    term: TermId,
    width: u32,
    reach: u128,
    best: &mut Assignment,
) -> Verdict {
    let pool = &mut search.equation.pool;
    let limit = pool.bv(width, reach);
    let minus = pool.bv_neg(term);
    let (up, down) = (pool.bv_ule(term, limit), pool.bv_ule(minus, limit));
    let near = pool.or(up, down);
    fixed.push(near);
    let verdict = search.ask(fixed);
    if verdict == Verdict::Sat {
        *best = search.model();
    }
    fixed.pop();
    verdict
}
