//! The few words of Cimple (seed 004) that are not C: `if (*)`, `while (*)`, and `bool`, `true`, `false` without a
//! header.
//!
//! `*` alone in parentheses is a syntax error in C, so that it can only mean a choice that nobody knows. It becomes a
//! call of
//! `__VERIFIER_nondet_bool`, whose place is that of the star. `bool` is C's `_Bool` unless the program says what it is.

use rucc_base::{Interner, Symbol};
use rucc_lex::Punct;
use rucc_pp::Tok;

use crate::old_style::{self, TokenEdit};

/// Makes C of them.
pub(crate) fn to_plain_c(tokens: &mut Vec<Tok>, interner: &mut Interner) {
    let mut edits = choices(tokens, interner);
    edits.extend(truth(tokens, interner));
    edits.sort_by_key(|edit| edit.from);
    old_style::apply(edits, tokens);
}

fn choices(tokens: &[Tok], interner: &mut Interner) -> Vec<TokenEdit> {
    let mut edits = Vec::new();
    for at in 1..tokens.len() {
        let Some([open, star, close]) = tokens.get(at..at + 3) else {
            break;
        };
        let is_choice = open.is(Punct::LParen) && star.is(Punct::Star) && close.is(Punct::RParen);
        let keyword = tokens[at - 1]
            .ident()
            .map(|name| interner.resolve(name).to_owned());
        if is_choice && keyword.is_some_and(|word| word == "if" || word == "while") {
            let with = old_style::written("__VERIFIER_nondet_bool()", *star, interner);
            edits.push(TokenEdit {
                from: at + 1,
                to: at + 2,
                with,
            });
        }
    }
    edits
}

fn truth(tokens: &[Tok], interner: &mut Interner) -> Vec<TokenEdit> {
    let names: Vec<(Symbol, &str)> = [("bool", "_Bool"), ("true", "1"), ("false", "0")]
        .map(|(name, meaning)| (interner.intern(name), meaning))
        .to_vec();
    let is = |at: usize, symbol: Symbol| tokens.get(at).and_then(|token| token.ident()) == Some(symbol);
    if !(0..tokens.len()).any(|at| is(at, names[0].0)) || declares(tokens, interner, &names) {
        return Vec::new();
    }
    let mut edits = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if let Some((_, meaning)) = names.iter().find(|(symbol, _)| is(at, *symbol)) {
            let with = old_style::written(meaning, *token, interner);
            edits.push(TokenEdit {
                from: at,
                to: at + 1,
                with,
            });
        }
    }
    edits
}

/// Whether the program says itself what one of the names is: with `typedef`, or in an enumeration.
fn declares(tokens: &[Tok], interner: &mut Interner, names: &[(Symbol, &str)]) -> bool {
    let (typedef, enumeration) = (interner.intern("typedef"), interner.intern("enum"));
    let mut inside = None;
    for token in tokens {
        match token.ident() {
            Some(word) if word == typedef => inside = Some(Punct::Semi),
            Some(word) if word == enumeration => inside = inside.or(Some(Punct::RBrace)),
            Some(word) if inside.is_some() && names.iter().any(|(name, _)| *name == word) => return true,
            _ => {}
        }
        if inside.is_some_and(|end| token.is(end)) || token.is(Punct::Semi) {
            inside = None;
        }
    }
    false
}
