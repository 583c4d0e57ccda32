//! Names of whole numbers, macros and enumerators, that are tried for each other.
//!
//! A program of some size has hundreds of them, and each is used in many places: all for all would be most of the
//! changes. What is defined and used nowhere was meant for something. Else names that belong together begin alike
//! (`LT_TRUE`,
//! `LT_FALSE`), stand for numbers near each other, and are first used near each other.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Names and what they stand for: those that nobody uses, then the others as they come in the program.
#[derive(Debug, Default)]
pub(crate) struct Names {
    all: Vec<(String, i128)>,
    /// How many of them nobody uses.
    unused: usize,
}

impl Names {
    pub(crate) fn new(
        texts: impl Iterator<Item = impl AsRef<str>>,
        used: impl Iterator<Item = (String, i128)>,
    ) -> Names {
        let unused = texts.flat_map(|text| unused_constants(text.as_ref()));
        let mut all: Vec<(String, i128)> = unused.take(budgets::repair::MAX_UNUSED_NAMES.count()).collect();
        let unused = all.len();
        let mut known: BTreeSet<String> = all.iter().map(|(name, _)| name.clone()).collect();
        let fresh = used.filter(|(name, _)| known.insert(name.clone()));
        all.extend(fresh.take(budgets::repair::MAX_KNOWN_NAMES.count()));
        Names { all, unused }
    }

    /// What may be meant where `own` stands: of many those that belong to it, in the order of the program.
    pub(crate) fn instead_of(&self, own: &str, value: i128) -> Vec<(String, i128)> {
        let others = self.all.iter().enumerate();
        let mut others: Vec<(usize, &(String, i128))> = others
            .filter(|(_, (name, other))| *other != value && name != own)
            .collect();
        if others.len() > budgets::repair::MAX_NAMES.count() {
            let here = self.all.iter().position(|(name, _)| name == own).unwrap_or(0);
            others.sort_by_key(|(index, (name, other))| {
                let near = (other.abs_diff(value), index.abs_diff(here));
                (*index >= self.unused, Reverse(alike(name, own)), near)
            });
            others.truncate(budgets::repair::MAX_NAMES.count());
            others.sort_by_key(|(index, _)| *index);
        }
        others.into_iter().map(|(_, other)| other.clone()).collect()
    }
}

/// How many words two names begin with: `T_EOF` and `T_ERROR` begin with one, `EOF` and `EOL` with none.
fn alike(first: &str, second: &str) -> usize {
    let words = first.split('_').zip(second.split('_'));
    words.take_while(|(one, other)| one == other).count()
}

/// Macros that stand for a whole number and are used nowhere.
fn unused_constants(text: &str) -> Vec<(String, i128)> {
    let letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let defined = text.lines().filter_map(|line| {
        let mut words = line.trim().strip_prefix('#')?.split_whitespace();
        let (define, name, value) = (words.next()?, words.next()?, words.next()?);
        let value = value.trim_matches(|c| matches!(c, '(' | ')'));
        let value: i128 = value.parse().ok()?;
        (define == "define" && name.chars().all(letter)).then_some((name, value))
    });
    let defined: Vec<(&str, i128)> = defined.collect();
    let mut uses: BTreeMap<&str, usize> = defined.iter().map(|(name, _)| (*name, 0)).collect();
    for word in text.split(|c| !letter(c)) {
        if let Some(count) = uses.get_mut(word) {
            *count += 1;
        }
    }
    let unused = defined.iter().filter(|(name, _)| uses[name] <= 1);
    unused.map(|(name, value)| ((*name).to_owned(), *value)).collect()
}

#[cfg(test)]
mod tests {
    use super::Names;

    fn names(instead: &[(String, i128)]) -> Vec<&str> {
        instead.iter().map(|(name, _)| name.as_str()).collect()
    }

    #[test]
    fn what_is_defined_and_used_nowhere_is_tried() {
        let text = "#define LOW 3\n#define HIGH (9)\nint f(int x) { return x > LOW; }\n";
        let found = Names::new([text].iter(), [("LOW".to_owned(), 3)].into_iter());
        assert_eq!(names(&found.instead_of("LOW", 3)), ["HIGH"]);
    }

    #[test]
    fn of_many_names_those_that_begin_alike_are_tried() {
        let many = (0..40).map(|index| (format!("OTHER_{index}"), index));
        let used = many.chain([("LT_TRUE".to_owned(), 3), ("LT_FALSE".to_owned(), 4)]);
        let found = Names::new(std::iter::empty::<&str>(), used);
        let instead = found.instead_of("LT_FALSE", 4);
        assert_eq!(instead.len(), 16);
        assert!(names(&instead).contains(&"LT_TRUE"), "{instead:?}");
    }
}
