//! The arguments of `main` as one would type them, where they are inputs.
//!
//! A run takes them byte by byte (`argv[1][0]`, …) and only those that it looks at. A byte in front of one that is not
//! zero has to be something, though nobody looks at it; behind the last the string may as well end.

use std::collections::BTreeMap;

use crate::run::InputUse;

/// The input that says how many there are.
const COUNT: &str = "argc";
/// What stands for a byte that is not looked at.
const ANY: u8 = b'a';

/// The words behind the program's name, if these inputs (names with their bits) say how many there are.
#[must_use]
pub fn argument_words<'i>(inputs: impl Iterator<Item = (&'i str, u128)> + Clone) -> Option<Vec<Vec<u8>>> {
    let count = inputs.clone().find(|(name, _)| *name == COUNT)?.1 as usize;
    let mut read: BTreeMap<usize, BTreeMap<usize, u8>> = BTreeMap::new();
    for (name, bits) in inputs {
        if let Some((word, at)) = position(name) {
            read.entry(word).or_default().insert(at, bits as u8);
        }
    }
    let words = 1..count.max(1);
    Some(
        words
            .map(|word| read.get(&word).map_or(Vec::new(), word_of))
            .collect(),
    )
}

fn word_of(bytes: &BTreeMap<usize, u8>) -> Vec<u8> {
    let end = bytes.iter().rev().find(|(_, byte)| **byte != 0);
    let length = end.map_or(0, |(at, _)| at + 1);
    let whole = (0..length).map(|at| bytes.get(&at).copied().unwrap_or(ANY));
    whole.take_while(|byte| *byte != 0).collect()
}

/// `argv[2][3]` is byte 3 of word 2.
fn position(name: &str) -> Option<(usize, usize)> {
    let inner = name.strip_prefix("argv[")?.strip_suffix(']')?;
    let (word, at) = inner.split_once("][")?;
    Some((word.parse().ok()?, at.parse().ok()?))
}

/// The words as C strings, if there are any to show.
pub(crate) fn shown_arguments(inputs: &[InputUse]) -> Option<String> {
    let bits = |input: &InputUse| {
        let digits = input.bits.strip_prefix("0x").unwrap_or(&input.bits);
        u128::from_str_radix(digits, 16).unwrap_or(0)
    };
    if !inputs.iter().any(|input| is_argument_byte(inputs, input)) {
        return None;
    }
    let words = argument_words(inputs.iter().map(|input| (input.name.as_str(), bits(input))))?;
    let quoted: Vec<String> = words
        .iter()
        .map(|word| format!("\"{}\"", word.escape_ascii()))
        .collect();
    Some(quoted.join(" "))
}

fn are_open(inputs: &[InputUse]) -> bool {
    inputs.iter().any(|input| input.source == "argument")
}

/// Whether an input is a byte of an argument, and so is shown with the others as words.
pub(crate) fn is_argument_byte(inputs: &[InputUse], input: &InputUse) -> bool {
    position(&input.name).is_some() && are_open(inputs)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(inputs: &[(&str, u128)]) -> Option<Vec<String>> {
        let words = argument_words(inputs.iter().copied())?;
        Some(words.iter().map(|word| word.escape_ascii().to_string()).collect())
    }

    #[test]
    fn words_are_put_together_from_what_is_looked_at() {
        let inputs = [
            ("argc", 4),
            ("argv[1][0]", 45),
            ("argv[1][1]", 120),
            ("argv[1][2]", 0),
            ("argv[3][2]", 55),
        ];
        assert_eq!(
            words(&inputs),
            Some(vec!["-x".into(), String::new(), "aa7".into()])
        );
    }

    #[test]
    fn a_zero_ends_a_word_whatever_stands_behind_it() {
        let inputs = [("argc", 2), ("argv[1][0]", 0), ("argv[1][1]", 66)];
        assert_eq!(words(&inputs), Some(vec![String::new()]));
    }

    #[test]
    fn words_that_are_not_looked_at_are_empty() {
        assert_eq!(words(&[("argc", 3), ("x", 1)]), Some(vec![String::new(); 2]));
        assert_eq!(words(&[("argv[1][0]", 1)]), None);
    }
}
