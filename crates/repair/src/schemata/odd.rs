//! Changes that hardly anybody has meant.
//!
//! Where claims are the oracle, many changes make all of them hold, and often nothing that the program does tells them apart.
//! Then what people write by mistake decides: `<` for `<=` and `+` for `-` are mistakes, `>=` for `==` and `%` for `/` are not,
//! nor is the opposite of a relation, with which all runs go the other way.

use crate::operators::ChangeKind;

/// Pairs of signs that are taken for each other.
const ALIKE: &[(&str, &str)] = &[
    ("<", "<="),
    (">", ">="),
    ("<", ">"),
    ("<=", ">="),
    ("==", "!="),
    ("!=", "<"),
    ("!=", ">"),
    ("+", "-"),
    ("*", "/"),
    ("&&", "||"),
    ("&", "|"),
    ("&", "&&"),
    ("|", "||"),
    ("<<", ">>"),
    ("++", "--"),
    ("+=", "-="),
    ("*=", "/="),
    ("&=", "|="),
    ("<<=", ">>="),
];

/// How unlikely a change is to be what was meant: 0 for a usual mistake, then the larger the odder.
pub(crate) fn odd(kind: ChangeKind, old: &str, new: &str) -> u8 {
    let (old, new) = (old.trim(), new.trim());
    match kind {
        ChangeKind::Operator => u8::from(!are_alike(old, new)),
        ChangeKind::Constant => odd_constant(old, new),
        // `+=` for `=` is missed where something is added up, and fits by chance where not.
        ChangeKind::Compound => u8::from(!are_alike(old, new)),
        // Which link of a list is meant is easily missed.
        ChangeKind::Object if new.contains("->") || old.contains("->") => 0,
        ChangeKind::Object => 1 + u8::from(letters(new) > letters(old)),
        ChangeKind::Offset => u8::from(has_word(new, "true") || has_word(new, "false")),
        ChangeKind::Variable | ChangeKind::Swapped | ChangeKind::Exact | ChangeKind::Text => 0,
        ChangeKind::Joined | ChangeKind::Moved | ChangeKind::Type | ChangeKind::Grouped => 0,
        ChangeKind::Negated | ChangeKind::Repeated | ChangeKind::Condition => 1,
        ChangeKind::Dropped | ChangeKind::Deleted | ChangeKind::Break => 1,
        // There are so many of them that some fit whatever is wrong.
        ChangeKind::Inserted => 2,
    }
}

fn are_alike(old: &str, new: &str) -> bool {
    let mut pairs = ALIKE.iter();
    pairs.any(|pair| [(old, new), (new, old)].contains(pair))
}

/// One more or less, zero and one, or the opposite are what people miss; a letter is rarely taken for another.
fn odd_constant(old: &str, new: &str) -> u8 {
    if new.starts_with('\'') {
        return 1;
    }
    match (old.parse::<i128>(), new.parse::<i128>()) {
        (Ok(old), Ok(new)) if old.abs_diff(new) <= 1 || old == -new => 0,
        // A limit is not taken for nothing.
        (Ok(old), Ok(0 | 1)) if old.unsigned_abs() < 10 => 0,
        _ => 1,
    }
}

/// How many characters are written as such.
fn letters(text: &str) -> usize {
    text.matches('\'').count()
}

fn has_word(text: &str, word: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.any(|found| found == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_told_from_what_nobody_writes() {
        let usual = |kind, old, new| assert_eq!(odd(kind, old, new), 0, "{old} -> {new}");
        let unusual = |kind, old, new| assert!(odd(kind, old, new) > 0, "{old} -> {new}");
        usual(ChangeKind::Operator, "<", "<=");
        usual(ChangeKind::Operator, ">=", "<=");
        usual(ChangeKind::Operator, "||", "&&");
        unusual(ChangeKind::Operator, "==", ">=");
        unusual(ChangeKind::Operator, "<", ">=");
        unusual(ChangeKind::Constant, "180", "0");
        unusual(ChangeKind::Operator, "/", "%");
        usual(ChangeKind::Constant, "29", "28");
        usual(ChangeKind::Constant, "7", "0");
        unusual(ChangeKind::Constant, "3", "250");
        unusual(ChangeKind::Constant, "'a'", "'0'");
        usual(ChangeKind::Compound, "+=", "-=");
        unusual(ChangeKind::Compound, "=", "+=");
        unusual(ChangeKind::Object, "at - last", "at - last - '\\n'");
    }
}
