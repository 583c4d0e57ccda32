//! How near an output comes to the expected one.
//!
//! With two faults in a program it may be that no single change makes any test right, but one of two that belong
//! together often makes the output look better. Words in common, in order, say so; a beginning in common decides
//! between equals.

/// What two texts can have in common at most.
pub(crate) const WHOLE: u32 = 1_000;
/// The share of this that words decide.
const WORDS: usize = 800;

/// From 0, nothing in common, to [`WHOLE`].
pub(crate) fn closeness(expected: &[u8], printed: &[u8]) -> u32 {
    let (wanted, got) = (words(expected), words(printed));
    let all = wanted.len() + got.len();
    let same = match all {
        0 => WORDS,
        _ => 2 * common(&wanted, &got) * WORDS / all,
    };
    let shorter = expected.iter().zip(printed);
    let start = shorter.take_while(|(a, b)| a == b).count();
    let longest = expected.len().max(printed.len());
    let rest = WHOLE as usize - WORDS;
    let start = match longest {
        0 => rest,
        _ => start * rest / longest,
    };
    (same + start) as u32
}

fn words(text: &[u8]) -> Vec<&[u8]> {
    let words = text.split(u8::is_ascii_whitespace);
    words
        .filter(|word| !word.is_empty())
        .take(budgets::repair::MAX_COMPARED_WORDS.count())
        .collect()
}

/// The length of the longest common subsequence.
fn common(first: &[&[u8]], second: &[&[u8]]) -> usize {
    let mut row = vec![0usize; second.len() + 1];
    for a in first {
        let mut diagonal = 0;
        for (index, b) in second.iter().enumerate() {
            let above = row[index + 1];
            row[index + 1] = match a == b {
                true => diagonal + 1,
                false => above.max(row[index]),
            };
            diagonal = above;
        }
    }
    row[second.len()]
}

#[cfg(test)]
mod checks {
    use super::*;

    #[test]
    fn more_in_common_is_nearer() {
        let wanted = b"min: 1, max: 3\nsum: 7\n";
        let near = closeness(wanted, b"min: 1, max: 3\nsum: 8\n");
        let far = closeness(wanted, b"min: 0, max: 3\nsum: 8\n");
        assert!(closeness(wanted, wanted) == WHOLE && WHOLE > near && near > far && far > 0);
        assert_eq!(closeness(wanted, b""), 0);
        assert_eq!(closeness(b"", b""), WHOLE);
    }
}
