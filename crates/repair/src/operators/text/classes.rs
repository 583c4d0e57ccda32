//! Another class of characters: `isdigit(c)` for `isalnum(c)`.
//!
//! In the C library's header these are macros, or functions that a compiler replaces, so that in the typed tree no call
//! is left that another function could take the place of. In the text they are words.

use crate::operators::{Family, OperatorEntry};

use super::Rewrite;
use super::lexed::Lexed;
use super::{TextOperator, TextTarget, Writing};
use crate::operators::ChangeKind;

/// A class, and those that are taken for it, the likeliest first.
const CONFUSED: &[(&str, &[&str])] = &[
    ("isalpha", &["isalnum", "islower", "isupper", "isdigit"]),
    ("isalnum", &["isalpha", "isdigit", "isgraph"]),
    ("isdigit", &["isalnum", "isxdigit", "isalpha"]),
    ("isxdigit", &["isdigit", "isalnum"]),
    ("isupper", &["islower", "isalpha"]),
    ("islower", &["isupper", "isalpha"]),
    ("isspace", &["isblank", "iscntrl"]),
    ("isblank", &["isspace"]),
    ("iscntrl", &["isspace", "isprint"]),
    ("ispunct", &["isgraph", "isprint", "isspace"]),
    ("isgraph", &["isprint", "isalnum", "ispunct"]),
    ("isprint", &["isgraph", "iscntrl"]),
    ("toupper", &["tolower"]),
    ("tolower", &["toupper"]),
];

/// Another class of characters: `isdigit` for `isalnum`.
pub(crate) struct OtherClass;

impl TextOperator for OtherClass {
    fn entry(&self) -> OperatorEntry {
        let what = "another class of characters: `isdigit` for `isalnum`";
        OperatorEntry::new("other_character_class", Family::Rewrites, what)
    }

    fn generate(&self, _: &Writing<'_>, target: TextTarget<'_>, found: &mut Vec<Rewrite>) {
        if let TextTarget::File(file) = target {
            rewrites(file.lexed, found);
        }
    }
}

fn rewrites(lexed: &Lexed<'_>, found: &mut Vec<Rewrite>) {
    for index in 0..lexed.tokens.len() {
        let word = lexed.word(index);
        let Some((_, others)) = CONFUSED.iter().find(|(name, _)| *name == word) else {
            continue;
        };
        if lexed.word(index + 1) != "(" {
            continue;
        }
        let token = lexed.tokens[index];
        for other in *others {
            found.push(Rewrite::one(
                ChangeKind::Variable,
                lexed.span(token.lo, token.hi),
                *other,
            ));
        }
    }
}
