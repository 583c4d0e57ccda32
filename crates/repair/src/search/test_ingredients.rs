//! Fix ingredients that the tests hold: words, letters, numbers and texts that the program may have to print or compare
//! with.

use std::collections::BTreeSet;

use crate::validate::oracle::Oracle;

impl Oracle<'_> {
    /// What tests expect to be printed.
    fn all_expected(&self) -> impl Iterator<Item = &[u8]> {
        let tests = self.tests.iter();
        tests.filter_map(|test| test.expected.as_deref())
    }

    /// Words of letters that tests expect.
    pub(crate) fn expected_words(&self) -> Vec<String> {
        let words = self
            .all_expected()
            .flat_map(|text| text.split(|byte| !byte.is_ascii_alphabetic()));
        let words = words.filter(|word| word.len() > 1);
        let words = words.map(|word| String::from_utf8_lossy(word).into_owned());
        let all: BTreeSet<String> = words.take(budgets::repair::MAX_TEST_WORDS.count()).collect();
        all.into_iter().collect()
    }

    /// Letters that tests are given, large and small, and those that they expect.
    pub(crate) fn letters(&self) -> Vec<u8> {
        let given = self.tests.iter().flat_map(|test| test.stdin.iter().copied());
        let given = given.flat_map(|byte| [byte, byte.to_ascii_uppercase(), byte.to_ascii_lowercase()]);
        let all = given.take(budgets::repair::MAX_INPUT_WORDS.count()).chain(
            self.all_expected()
                .flatten()
                .copied()
                .take(budgets::repair::MAX_INPUT_WORDS.count()),
        );
        let mut found = Vec::new();
        for byte in all.filter(|byte| byte.is_ascii_graphic() && !byte.is_ascii_digit()) {
            if !found.contains(&byte) && found.len() < budgets::repair::MAX_TEST_LETTERS.count() {
                found.push(byte);
            }
        }
        found
    }

    /// What the first tests expect to be printed.
    pub(crate) fn outputs(&self) -> Vec<String> {
        let mut room = budgets::repair::MAX_TEST_OUTPUT.count();
        let mut found = Vec::new();
        for output in self.all_expected() {
            let piece = &output[..output.len().min(room)];
            room -= piece.len();
            if piece.is_ascii() && !piece.is_empty() {
                found.push(String::from_utf8_lossy(piece).into_owned());
            }
        }
        found
    }

    /// Numbers that failing tests are given, and one more: limits that are wrong are there.
    pub(crate) fn given_numbers(&self, failing: &[usize]) -> Vec<i128> {
        let texts = failing.iter().flat_map(|test| {
            let test = &self.tests[*test];
            let arguments = test.arguments.iter().skip(1).map(Vec::as_slice);
            arguments.chain([test.stdin.as_slice()])
        });
        let words = texts.flat_map(|text| text.split(|byte| !byte.is_ascii_digit()));
        let numbers = words
            .take(budgets::repair::MAX_INPUT_WORDS.count())
            .filter_map(|word| {
                let text = std::str::from_utf8(word).ok()?;
                text.parse::<u32>().ok().map(i128::from)
            });
        let all: BTreeSet<i128> = numbers.flat_map(|number| [number, number + 1]).collect();
        all.into_iter().collect()
    }
}
