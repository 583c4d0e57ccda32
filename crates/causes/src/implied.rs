//! Which causes follow from others (the paper's section 7: 63 redundant causes for a sort of three numbers).
//!
//! A cause that holds in every run in which another one holds says less, and is listed under it. Asking for each two
//! would take too long, but a run in which one holds and the other does not tells so about many pairs at once. For each
//! cause the solver is asked for a run without it but with one of those that may still imply it: the answer is such a
//! run, which leaves fewer, or that there is none, and then all that are left imply it.
//!
//! A relation between inputs is what users can do something about, so it is never listed under one that is not.

use logic::TermId;

use super::search::CauseSearch;

/// For each cause, given as the condition that it is false, one from which it follows: one that follows from none
/// itself, or the first of those that are equivalent. Nothing where that is not quickly known. `of_inputs` tells which
/// are relations between inputs.
pub(super) fn stronger(
    search: &mut CauseSearch<'_>,
    falsified: &[TermId],
    of_inputs: &[bool],
) -> Vec<Option<usize>> {
    let number = falsified.len();
    let mut result = vec![None; number];
    if number > budgets::causes::MAX_COMPARED_CAUSES.count() {
        return result;
    }
    // For each cause those that may imply it.
    let mut may: Vec<Vec<bool>> = vec![vec![true; number]; number];
    search.begin_asking();
    for weak in 0..number {
        may[weak][weak] = false;
        loop {
            let others: Vec<usize> = (0..number).filter(|&strong| may[weak][strong]).collect();
            if others.is_empty() {
                break;
            }
            let some: Vec<TermId> = others.iter().map(|&strong| falsified[strong]).collect();
            match search.run_with_one_true(falsified[weak], &some, falsified) {
                // A run: what is true in it does not imply what is false in it.
                Some(Some(is_false)) => {
                    for (false_one, row) in may.iter_mut().enumerate() {
                        for (true_one, may) in row.iter_mut().enumerate() {
                            *may &= !is_false[false_one] || is_false[true_one];
                        }
                    }
                }
                Some(None) => break,
                None => {
                    may[weak].fill(false);
                    break;
                }
            }
        }
    }
    for weak in 0..number {
        // Of equivalent ones the first stays.
        let implies = |strong: usize| {
            let visible = of_inputs[strong] || !of_inputs[weak];
            visible && may[weak][strong] && (strong < weak || !may[strong][weak])
        };
        result[weak] = (0..number).find(|&strong| implies(strong));
    }
    result
}
