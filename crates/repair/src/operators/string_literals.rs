//! Changes of string literals: what tests expect instead.
//!
//! A text with or without a blank or the end of the line at its end; a word that no test expects, where one much like
//! it is expected; a blank before a conversion, or none; another number of decimals.

use frontend::tree::{ExprId, ExprKind, StringId, StringLiteral};
use source::Span;

use crate::operators::ChangeKind;
use crate::operators::context::Context;
use crate::operators::ingredients::expected_output::aligned;
use crate::operators::{Family, OperatorEntry, Target, TreeOperator};

/// Another text: with or without the end of the line, as the tests expect it.
pub(crate) struct OtherText;

impl TreeOperator for OtherText {
    fn entry(&self) -> OperatorEntry {
        let what = "another text: with or without the end of the line, as the tests expect it";
        OperatorEntry::new("other_text", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        let Target::Expression(at) = *target else { return };
        if let (ExprKind::ArrayDecay(place), Some(span)) = (&at.expr.kind, at.span) {
            context.texts(at.id, *place, span);
        }
    }
}

impl Context<'_> {
    /// Other texts for a literal.
    pub(crate) fn texts(&mut self, id: ExprId, place: ExprId, span: Span) {
        let ExprKind::String(string) = self.expr_of(place).kind else {
            return;
        };
        let literal = self.tree.string(string).clone();
        let text = self.sources.text(span);
        let Some(inner) = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) else {
            return;
        };
        // Texts in several pieces and with odd characters are left alone.
        let zero = literal.elements.split_last().is_some_and(|(last, rest)| {
            *last == 0 && elements(inner).is_some_and(|elements| elements == rest)
        });
        if inner.contains('"') || !zero || !self.tree.types.is_pointer(self.expr_of(id).ty) {
            return;
        }
        let mut others = ends(inner);
        others.extend(self.expected_words(inner));
        others.extend(aligned(inner, self.outputs));
        others.extend(blanks(inner));
        others.extend(decimals(inner));
        others.extend(widths(inner));
        for changed in others {
            let (Some(mut elements), Some(element)) =
                (elements(&changed), self.tree.types.element(literal.ty))
            else {
                continue;
            };
            elements.push(0);
            let ty = self.tree.types.array(element, elements.len() as u64);
            let made = StringId(self.tree.strings.len() as u32);
            self.tree.strings.push(StringLiteral { ty, elements });
            let place = self.push(ExprKind::String(made), ty);
            let kind = ExprKind::ArrayDecay(place);
            self.instead(ChangeKind::Text, id, span, format!("\"{changed}\""), kind);
        }
    }

    /// The text with a word that is expected in place of one that is not.
    fn expected_words(&self, inner: &str) -> Vec<String> {
        let mut found = Vec::new();
        for (at, word) in words(inner) {
            if self.expected.iter().any(|expected| expected == word) {
                continue;
            }
            let mut near: Vec<(usize, &String)> = self
                .expected
                .iter()
                .map(|expected| (distance(word, expected), expected))
                .filter(|(distance, _)| *distance <= 2 && *distance < word.len())
                .collect();
            near.sort();
            for (_, expected) in near.into_iter().take(budgets::repair::MAX_EXPECTED_WORDS.count()) {
                found.push(format!("{}{expected}{}", &inner[..at], &inner[at + word.len()..]));
            }
        }
        found
    }
}

/// The characters of a text as it is spelled; nothing for unusual spellings.
pub(crate) fn elements(spelled: &str) -> Option<Vec<u32>> {
    let mut found = Vec::new();
    let mut letters = spelled.chars();
    while let Some(letter) = letters.next() {
        found.push(match letter {
            '\\' => u32::from(match letters.next()? {
                'n' => b'\n',
                't' => b'\t',
                '\\' => b'\\',
                '\'' => b'\'',
                _ => return None,
            }),
            _ if letter.is_ascii() => u32::from(letter),
            _ => return None,
        });
    }
    Some(found)
}

/// With or without the end of the line, or a blank, at the end.
fn ends(inner: &str) -> Vec<String> {
    let ends = ["\\n", " "];
    let changed = ends.map(|end| match inner.strip_suffix(end) {
        Some(shorter) => shorter.to_owned(),
        None => format!("{inner}{end}"),
    });
    changed.to_vec()
}

/// With or without a blank before each conversion but the first.
fn blanks(inner: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in inner.match_indices('%') {
        let before = &inner[..at];
        if at == 0 || before.ends_with('%') || inner[at + 1..].starts_with('%') {
            continue;
        }
        found.push(match before.strip_suffix(' ') {
            Some(shorter) => format!("{shorter}{}", &inner[at..]),
            None => format!("{before} {}", &inner[at..]),
        });
    }
    found
}

/// Another number of decimals.
fn decimals(inner: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in inner.match_indices('%') {
        let rest = &inner[at + 1..];
        let own: String = rest
            .chars()
            .take_while(|letter| letter.is_ascii_digit() || *letter == '.')
            .collect();
        let behind = &rest[own.len()..];
        if !behind.starts_with(['f', 'l']) || !behind.trim_start_matches('l').starts_with('f') {
            continue;
        }
        let width = own.split('.').next().unwrap_or_default();
        for count in [2, 1, 3, 0, 4] {
            let new = format!("{width}.{count}");
            if new != own {
                found.push(format!("{}%{new}{behind}", &inner[..at]));
            }
        }
    }
    found
}

/// Conversions with another width, or none: one more or less, and for integers the usual ones.
fn widths(inner: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in inner.match_indices('%') {
        let rest = &inner[at + 1..];
        let unsigned = rest.trim_start_matches('-');
        let behind = unsigned.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let own = &rest[..rest.len() - behind.len()];
        let letter = behind.trim_start_matches(|letter: char| letter == '.' || letter.is_ascii_digit());
        let whole = behind.trim_start_matches('l').starts_with('d');
        if !whole && !letter.trim_start_matches('l').starts_with(['f', 's', 'c']) {
            continue;
        }
        let mut others: Vec<String> = Vec::new();
        if whole {
            others.extend(["", "2", "02", "3", "4"].map(str::to_owned));
        }
        let flags = &own[..own.len() - own.trim_start_matches(['-', '0']).len()];
        if let Ok(width) = own[flags.len()..].parse::<u32>() {
            let one = [width + 1, width.saturating_sub(1)];
            others.extend(one.map(|width| format!("{flags}{width}")));
            others.push(match flags {
                "-" => width.to_string(),
                _ => format!("-{width}"),
            });
            others.push(String::new());
        }
        let mut known = vec![own.to_owned()];
        for new in others {
            if !known.contains(&new) {
                found.push(format!("{}%{new}{behind}", &inner[..at]));
                known.push(new);
            }
        }
    }
    found
}

/// Words of letters that are no conversions, and where they are.
pub(crate) fn words(inner: &str) -> Vec<(usize, &str)> {
    let bytes = inner.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'%' => {
                at += 1;
                while at < bytes.len() && !bytes[at].is_ascii_alphabetic() && bytes[at] != b'%' {
                    at += 1;
                }
                while at < bytes.len() && matches!(bytes[at], b'l' | b'h' | b'z') {
                    at += 1;
                }
                at += 1;
            }
            letter if letter.is_ascii_alphabetic() => {
                let from = at;
                while at < bytes.len() && bytes[at].is_ascii_alphabetic() {
                    at += 1;
                }
                if at - from > 1 {
                    found.push((from, &inner[from..at]));
                }
            }
            _ => at += 1,
        }
    }
    found
}

/// Letters that are put in, left out or replaced.
fn distance(first: &str, second: &str) -> usize {
    let second: Vec<char> = second.chars().collect();
    let mut row: Vec<usize> = (0..=second.len()).collect();
    for (index, a) in first.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (column, b) in second.iter().enumerate() {
            let replaced = diagonal + usize::from(a != *b);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[second.len()]
}

#[cfg(test)]
mod checks {
    use super::*;

    #[test]
    fn words_are_no_conversions_and_no_escapes() {
        let found: Vec<&str> = words("sum of %5.2lf nuts\\n")
            .into_iter()
            .map(|(_, word)| word)
            .collect();
        assert_eq!(found, ["sum", "of", "nuts"]);
    }

    #[test]
    fn decimals_and_blanks() {
        assert_eq!(blanks("%d %d,%d"), ["%d%d,%d", "%d %d, %d"]);
        assert_eq!(decimals("m %.1f\\n")[..2], ["m %.2f\\n", "m %.3f\\n"]);
        assert!(decimals("%d %s").is_empty());
        assert_eq!(
            widths("%d:%02ld")[..5],
            ["%2d:%02ld", "%02d:%02ld", "%3d:%02ld", "%4d:%02ld", "%d:%ld"]
        );
        assert_eq!(
            widths("%-10s|%7.2f"),
            [
                "%-11s|%7.2f",
                "%-9s|%7.2f",
                "%10s|%7.2f",
                "%s|%7.2f",
                "%-10s|%8.2f",
                "%-10s|%6.2f",
                "%-10s|%-7.2f",
                "%-10s|%.2f"
            ]
        );
        assert_eq!((distance("trips", "tips"), distance("a", "a")), (1, 0));
    }
}
