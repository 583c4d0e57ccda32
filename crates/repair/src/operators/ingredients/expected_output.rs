//! What a printed text was meant to be: the piece of an expected output that is most like it.
//!
//! A format is laid over the outputs that tests expect, letter on letter; where there is a conversion, the output has a
//! number or a word. If no piece of them is what the format says, the one with the fewest letters that are put in, left
//! out or replaced says what it should have been. (The dynamic program is that of P. Sellers, *The theory and
//! computation of evolutionary distances*, 1980.) If it is there, but each time behind or before the same letter, that
//! letter may be missing.

use std::collections::BTreeMap;

/// So many letters may differ, in texts that are long enough.
const MAX_DIFFERENT: u32 = 2;
const LONG: usize = 6;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Letter(u8),
    Number,
    Word,
    /// Any letter.
    One,
}

/// A letter or a conversion, and how it is spelled.
#[derive(Debug, Clone)]
struct Token {
    shape: Shape,
    spelled: String,
}

/// How a cell was come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Checkpoint,
    Same,
    /// A letter of the output in place of one of the format.
    Replaced,
    LeftOut,
    PutIn,
    /// A conversion that printed so many letters.
    Printed(usize),
}

#[derive(Debug, Clone, Copy)]
struct Cell {
    cost: u32,
    step: Step,
}

/// Other spellings of a format, those first that are most like it.
pub(crate) fn aligned(spelled: &str, outputs: &[String]) -> Vec<String> {
    let Some(tokens) = tokens(spelled).filter(|tokens| tokens.len() <= budgets::repair::MAX_FORMAT.count())
    else {
        return Vec::new();
    };
    let letters = tokens.iter().filter(|token| is_letter(token)).count();
    if letters < 2 {
        return Vec::new();
    }
    let most = match letters >= LONG {
        true => MAX_DIFFERENT,
        false => 1,
    };
    // How often each text would be right, by how many letters differ.
    let mut found: BTreeMap<(u32, String), usize> = BTreeMap::new();
    let mut around: Vec<(Option<u8>, Option<u8>)> = Vec::new();
    for output in outputs {
        let output = output.as_bytes();
        let cells = cells(&tokens, output);
        let width = output.len() + 1;
        for end in 0..width {
            let cost = cells[tokens.len() * width + end].cost;
            if cost > most {
                continue;
            }
            let (text, start) = told(&tokens, output, &cells, end);
            if cost == 0 {
                let before = start.checked_sub(1).map(|at| output[at]);
                around.push((before, output.get(end).copied()));
            } else if let Some(text) = text {
                *found.entry((cost, text)).or_default() += 1;
            }
        }
    }
    if !around.is_empty() {
        return beside(spelled, &around);
    }
    let mut found: Vec<((u32, String), usize)> = found.into_iter().collect();
    found.sort_by(|a, b| (a.0.0, b.1, &a.0.1).cmp(&(b.0.0, a.1, &b.0.1)));
    let texts = found.into_iter().map(|((_, text), _)| text);
    texts.take(budgets::repair::MAX_EXPECTED_TEXTS.count()).collect()
}

/// The text with the letter that always stands before or behind it.
fn beside(spelled: &str, around: &[(Option<u8>, Option<u8>)]) -> Vec<String> {
    let same = |letters: Vec<Option<u8>>| {
        let first = letters[0]?;
        let plain = first.is_ascii_graphic() && !first.is_ascii_digit();
        (plain && letters.iter().all(|letter| *letter == Some(first))).then(|| spelling(first))?
    };
    let before = same(around.iter().map(|(before, _)| *before).collect());
    let behind = same(around.iter().map(|(_, behind)| *behind).collect());
    let before = before.map(|letter| format!("{letter}{spelled}"));
    let behind = behind.map(|letter| format!("{spelled}{letter}"));
    before.into_iter().chain(behind).collect()
}

fn is_letter(token: &Token) -> bool {
    matches!(token.shape, Shape::Letter(_))
}

/// A letter as it is spelled in a format.
fn spelling(letter: u8) -> Option<String> {
    Some(match letter {
        b'\n' => "\\n".to_owned(),
        b'\t' => "\\t".to_owned(),
        b'\\' => "\\\\".to_owned(),
        b'%' => "%%".to_owned(),
        b'"' => return None,
        b' ' => " ".to_owned(),
        _ if letter.is_ascii_graphic() => char::from(letter).to_string(),
        _ => return None,
    })
}

/// The letters and conversions of a format; nothing for unusual ones.
fn tokens(spelled: &str) -> Option<Vec<Token>> {
    let bytes = spelled.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let from = at;
        let shape = match bytes[at] {
            b'\\' => {
                at += 1;
                Shape::Letter(match bytes.get(at)? {
                    b'n' => b'\n',
                    b't' => b'\t',
                    b'\\' => b'\\',
                    b'\'' => b'\'',
                    _ => return None,
                })
            }
            b'%' if bytes.get(at + 1) == Some(&b'%') => {
                at += 1;
                Shape::Letter(b'%')
            }
            b'%' => {
                at += 1;
                while bytes
                    .get(at)
                    .is_some_and(|byte| !byte.is_ascii_alphabetic() || matches!(byte, b'l' | b'h' | b'z'))
                {
                    at += 1;
                }
                match bytes.get(at)? {
                    b'd' | b'i' | b'u' | b'f' | b'e' | b'g' => Shape::Number,
                    b's' => Shape::Word,
                    b'c' => Shape::One,
                    _ => return None,
                }
            }
            byte if byte.is_ascii() => Shape::Letter(byte),
            _ => return None,
        };
        at += 1;
        found.push(Token {
            shape,
            spelled: spelled[from..at].to_owned(),
        });
    }
    Some(found)
}

/// What it costs to lay the first tokens over a piece of an output that ends in each place.
fn cells(tokens: &[Token], output: &[u8]) -> Vec<Cell> {
    let width = output.len() + 1;
    let far = Cell {
        cost: u32::MAX / 2,
        step: Step::Checkpoint,
    };
    let mut cells = vec![far; (tokens.len() + 1) * width];
    for cell in &mut cells[..width] {
        cell.cost = 0;
    }
    for (row, token) in tokens.iter().enumerate() {
        let row = row + 1;
        for end in 0..width {
            let mut best = far;
            let mut offer = |cost: u32, step: Step| {
                if cost < best.cost {
                    best = Cell { cost, step };
                }
            };
            let above = |end: usize| cells[(row - 1) * width + end].cost;
            match token.shape {
                Shape::Letter(letter) => {
                    if let Some(before) = end.checked_sub(1) {
                        match output[before] == letter {
                            true => offer(above(before), Step::Same),
                            false => offer(above(before) + 1, Step::Replaced),
                        }
                    }
                    offer(above(end) + 1, Step::LeftOut);
                }
                shape => {
                    for length in 1..=longest(shape, output, end) {
                        offer(above(end - length), Step::Printed(length));
                    }
                }
            }
            // Before the first and behind the last letter there is whatever else is printed.
            if let Some(before) = end.checked_sub(1).filter(|_| row < tokens.len()) {
                offer(cells[row * width + before].cost + 1, Step::PutIn);
            }
            cells[row * width + end] = best;
        }
    }
    cells
}

/// How many letters before a place a conversion may have printed, blanks in front of a number included.
fn longest(shape: Shape, output: &[u8], end: usize) -> usize {
    let before = &output[..end];
    let count = |is: &dyn Fn(u8) -> bool, before: &[u8]| {
        before
            .iter()
            .rev()
            .take(budgets::repair::MAX_EXPECTED_WORD.count())
            .take_while(|byte| is(**byte))
            .count()
    };
    match shape {
        Shape::Letter(_) => 0,
        Shape::One => usize::from(end > 0),
        Shape::Word => count(&|byte| byte != b'\n', before),
        Shape::Number => {
            let digit = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'-');
            // A number goes as far as its digits do.
            if output.get(end).is_some_and(u8::is_ascii_digit) {
                return 0;
            }
            let digits = count(&digit, before);
            match digits {
                0 => 0,
                _ => digits + count(&|byte| byte == b' ', &before[..end - digits]),
            }
        }
    }
}

/// The format as it would have to be, and where the piece of the output starts.
fn told(tokens: &[Token], output: &[u8], cells: &[Cell], mut end: usize) -> (Option<String>, usize) {
    let width = output.len() + 1;
    let mut row = tokens.len();
    let mut pieces: Vec<Option<String>> = Vec::new();
    while row > 0 {
        match cells[row * width + end].step {
            Step::Checkpoint => break,
            Step::Same => {
                pieces.push(Some(tokens[row - 1].spelled.clone()));
                (row, end) = (row - 1, end - 1);
            }
            Step::Replaced => {
                pieces.push(spelling(output[end - 1]));
                (row, end) = (row - 1, end - 1);
            }
            Step::LeftOut => row -= 1,
            Step::PutIn => {
                pieces.push(spelling(output[end - 1]));
                end -= 1;
            }
            Step::Printed(length) => {
                pieces.push(Some(tokens[row - 1].spelled.clone()));
                (row, end) = (row - 1, end - length);
            }
        }
    }
    pieces.reverse();
    (pieces.into_iter().collect(), end)
}

#[cfg(test)]
mod checks {
    use super::aligned;

    fn found(spelled: &str, outputs: &[&str]) -> Vec<String> {
        let outputs: Vec<String> = outputs.iter().map(|output| (*output).to_owned()).collect();
        aligned(spelled, &outputs)
    }

    #[test]
    fn a_letter_is_put_in_left_out_or_replaced() {
        let outputs = ["12: sum 3, reverse 21\n7: sum 7, reverse 7\n"];
        let wanted = "%d: sum %d, reverse %d";
        assert_eq!(found("%d: sum %d reverse %d", &outputs)[0], wanted);
        assert_eq!(found("%d: sum  %d, reverse %d", &outputs)[0], wanted);
        assert_eq!(found("%d: Sum %d; reverse %d", &outputs)[0], wanted);
        assert!(found(wanted, &outputs).is_empty());
    }

    #[test]
    fn a_letter_that_always_stands_beside_it_may_be_missing() {
        assert_eq!(found("-\\n", &["a\n--\n", "--\n"]), ["--\\n"]);
        assert_eq!(
            found("ills: %d\\n", &["Bills: 3\n", "Bills: 10\n"]),
            ["Bills: %d\\n"]
        );
        assert!(found("sum %d\\n", &["a sum 3\n", "sum 4\n"]).is_empty());
    }

    #[test]
    fn what_is_unlike_everything_stays() {
        assert!(found("nothing here\\n", &["12\n13\n"]).is_empty());
        assert!(found("%d", &["12\n"]).is_empty());
    }
}
