//! Texts for standard input: made up, and changed.

use crate::dictionary::{Dictionary, Token};
use crate::random::Random;

const LETTERS: &[u8] = b"abcxyzABCXYZ0123456789 _-+*/=.,;:!?()[]{}<>\"'#%&|\\\t\n";

/// What long words are made of.
const REPEATED: &[u8] = b"abc1";

/// An integer as one would type it, with small ones more often.
pub(crate) fn integer(dictionary: &Dictionary, random: &mut Random) -> i128 {
    let near = |value: i128, random: &mut Random| value.saturating_add(random.below(3) as i128 - 1);
    match random.below(16) {
        0..=5 => random.below(5) as i128,
        6 => -1 - random.below(3) as i128,
        7..=9 => match random.pick(&dictionary.integers) {
            Some(&value) => near(value, random),
            None => random.below(10) as i128,
        },
        10 | 11 => match random.pick(&dictionary.lengths) {
            Some(&length) => near(length as i128, random),
            None => random.below(20) as i128,
        },
        12 => random.below(100) as i128,
        13 => random.below(1 << 16) as i128,
        14 => {
            let ends = [
                i128::from(i32::MAX),
                i128::from(i32::MIN),
                i128::from(u32::MAX),
                i128::from(i64::MAX),
                i128::from(i64::MIN),
            ];
            random.pick(&ends).copied().unwrap_or(0)
        }
        _ => random.next() as i32 as i128,
    }
}

fn word(dictionary: &Dictionary, random: &mut Random) -> Vec<u8> {
    match random.below(8) {
        0..=4 if !dictionary.words.is_empty() => random.pick(&dictionary.words).cloned().unwrap_or_default(),
        // As long as an array, or a little more.
        5 if !dictionary.lengths.is_empty() => {
            let length = random.pick(&dictionary.lengths).copied().unwrap_or(0);
            let length = (length + random.below(4))
                .saturating_sub(1)
                .min(budgets::fuzz::MAX_TEXT.count() / 4);
            vec![REPEATED[random.below(REPEATED.len())]; length]
        }
        6 => vec![b'a'; 1 << random.below(9)],
        _ => {
            let length = 1 + random.below(6);
            (0..length).map(|_| b'a' + random.below(5) as u8).collect()
        }
    }
}

pub(crate) fn token_text(kind: &Token, dictionary: &Dictionary, random: &mut Random) -> Vec<u8> {
    match kind {
        Token::Integer => integer(dictionary, random).to_string().into_bytes(),
        Token::Float => match random.below(4) {
            0 => format!("{}.{}", integer(dictionary, random), random.below(100)).into_bytes(),
            _ => integer(dictionary, random).to_string().into_bytes(),
        },
        Token::Word => word(dictionary, random),
        Token::Character => random.pick(LETTERS).copied().into_iter().collect(),
        Token::Text(c) => vec![*c],
    }
}

/// A new text.
pub(crate) fn fresh(dictionary: &Dictionary, random: &mut Random) -> Vec<u8> {
    let mut text = Vec::new();
    let separator = if random.one_in(3) { b'\n' } else { b' ' };
    match random.below(6) {
        // Characters of all kinds.
        0 => {
            for _ in 0..random.below(24) {
                text.extend(random.pick(LETTERS));
            }
        }
        // One word or line.
        1 => text = word(dictionary, random),
        // Lines of one or several of the shapes that the program has formats for.
        2 | 3 if !dictionary.shapes.is_empty() => {
            let one = random.below(dictionary.shapes.len());
            for _ in 0..1 + random.below(12) {
                let at = if random.one_in(2) {
                    one
                } else {
                    random.below(dictionary.shapes.len())
                };
                for kind in &dictionary.shapes[at] {
                    text.extend(token_text(kind, dictionary, random));
                }
                text.push(separator);
            }
        }
        // A number, and perhaps as many more.
        4 | 5 => {
            let many = if random.one_in(4) { 40 } else { random.below(14) };
            for _ in 0..=many {
                text.extend(integer(dictionary, random).to_string().bytes());
                text.push(separator);
            }
        }
        // Commands: words and numbers in lines that look alike.
        _ => {
            let kinds: Vec<Token> = (0..1 + random.below(3))
                .map(|_| match random.below(3) {
                    0 => Token::Integer,
                    _ => Token::Word,
                })
                .collect();
            for _ in 0..1 + random.below(12) {
                for kind in &kinds {
                    text.extend(token_text(kind, dictionary, random));
                    text.push(b' ');
                }
                text.pop();
                text.push(b'\n');
            }
        }
    }
    text.truncate(budgets::fuzz::MAX_TEXT.count());
    text
}

/// The places of words: what lies between white space.
pub(crate) fn words(text: &[u8]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in text.iter().enumerate() {
        match (c.is_ascii_whitespace(), start) {
            (false, None) => start = Some(at),
            (true, Some(from)) => {
                found.push((from, at));
                start = None;
            }
            _ => {}
        }
    }
    found.extend(start.map(|from| (from, text.len())));
    found
}

/// A text with something changed in it.
pub(crate) fn changed(text: &[u8], other: &[u8], dictionary: &Dictionary, random: &mut Random) -> Vec<u8> {
    let mut text = text.to_vec();
    let places = words(&text);
    let Some(&(from, to)) = random.pick(&places) else {
        return fresh(dictionary, random);
    };
    match random.below(13) {
        0 => drop(text.drain(from..to)),
        1 => {
            let kind = if text[from..to].iter().all(u8::is_ascii_digit) {
                Token::Integer
            } else {
                Token::Word
            };
            text.splice(from..to, token_text(&kind, dictionary, random));
        }
        2 => {
            text.splice(from..to, token_text(&Token::Integer, dictionary, random));
        }
        3 => {
            let mut copy = text[from..to].to_vec();
            copy.push(b' ');
            text.splice(from..from, copy);
        }
        4 => {
            let at = random.below(text.len());
            text.extend(random.pick(LETTERS).copied());
            let last = text.len() - 1;
            text.swap(at, last);
        }
        5 => {
            let at = random.below(text.len() + 1);
            text.splice(at..at, random.pick(LETTERS).copied());
        }
        6 => text.truncate(from),
        // The beginning of one and the end of another.
        7 => {
            text.truncate(to);
            text.push(b'\n');
            let at = words(other);
            let at = random.pick(&at).map_or(0, |place| place.0);
            text.extend(&other[at..]);
        }
        // Some words many times.
        8 | 9 => {
            let last = random.below(3).min(places.len() - 1);
            let first = places.iter().position(|place| place.0 == from).unwrap_or(0);
            let to = places.get(first + last).map_or(to, |place| place.1);
            let mut again = Vec::new();
            for _ in 0..=random.below(16) {
                again.extend(&text[from..to]);
                again.push(if random.one_in(3) { b'\n' } else { b' ' });
            }
            text.splice(from..from, again);
        }
        // One character until an array is full.
        10 | 11 => {
            let length = random.pick(&dictionary.lengths).copied().unwrap_or(8);
            let length = (length + random.below(4)).min(budgets::fuzz::MAX_TEXT.count() / 4);
            let at = from + random.below(to - from);
            let again = vec![text[at]; length];
            text.splice(at..at, again);
        }
        // Once more from the beginning, or more of the same kind.
        _ => {
            let again = text.clone();
            if !text.ends_with(b"\n") {
                text.push(b'\n');
            }
            text.extend(if random.one_in(2) {
                again
            } else {
                fresh(dictionary, random)
            });
        }
    }
    text.truncate(budgets::fuzz::MAX_TEXT.count());
    text
}
