//! Another class of characters: `isdigit(c)` for `isalnum(c)`.
//!
//! In the C library's header these are macros, or functions that a compiler replaces, so that in the typed tree no call is
//! left that another function could take the place of. In the text they are words.

use super::Rewrite;
use super::lexed::Lexed;
use crate::propose::Change;

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

pub(super) fn rewrites(lexed: &Lexed<'_>, found: &mut Vec<Rewrite>) {
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
                Change::Variable,
                lexed.span(token.lo, token.hi),
                *other,
            ));
        }
    }
}
