//! `_Generic` that chooses by a cast to a qualified type: `_Generic((const int)1, int: 1, default: 2)` is 1.
//!
//! The value of a cast has the unqualified type (C17 6.5.4), but the library chooses by the type as it is written. So a
//! cast that is the whole of what is chosen by is written as a compound literal, `(const int){0}`: that is an object, and
//! the library does take the qualifiers off where the value of an object is read. What is chosen by is never evaluated.

use rucc_base::{Interner, Symbol};
use rucc_lex::Punct;
use rucc_pp::Tok;

use crate::old_style::{self, TokenEdit};

/// Words that only a type begins with. A name that a `typedef` gives is told by what stands behind it.
const TYPE_WORDS: [&str; 22] = [
    "const",
    "volatile",
    "restrict",
    "__const",
    "__volatile__",
    "_Atomic",
    "__typeof__",
    "__typeof",
    "typeof",
    "void",
    "_Bool",
    "char",
    "short",
    "int",
    "long",
    "signed",
    "unsigned",
    "float",
    "double",
    "struct",
    "union",
    "enum",
];

/// Writes such casts another way.
pub(crate) fn choose_by_values(tokens: &mut Vec<Tok>, interner: &mut Interner) {
    let Some(word) = interner.find("_Generic") else {
        return;
    };
    let types: Vec<Symbol> = TYPE_WORDS.iter().filter_map(|word| interner.find(word)).collect();
    let void = interner.find("void");
    let mut edits: Vec<TokenEdit> = Vec::new();
    for at in 0..tokens.len() {
        let inside_another = edits.last().is_some_and(|edit| at < edit.to);
        if tokens[at].ident() != Some(word) || inside_another {
            continue;
        }
        let Some((open, close, end)) = cast(tokens, at + 1, &types, void) else {
            continue;
        };
        let mut with = tokens[open..=close].to_vec();
        with.extend(old_style::written("{0}", tokens[close], interner));
        edits.push(TokenEdit {
            from: open,
            to: end,
            with,
        });
    }
    old_style::apply(edits, tokens);
}

/// The parentheses of a cast that is all a `_Generic` with this parenthesis chooses by, and where its operand ends.
fn cast(
    tokens: &[Tok],
    parenthesis: usize,
    types: &[Symbol],
    void: Option<Symbol>,
) -> Option<(usize, usize, usize)> {
    let mut open = parenthesis + 1;
    let mut end = ends_at(tokens, open)?;
    // `((T)x)` is `(T)x`.
    loop {
        if !tokens.get(parenthesis)?.is(Punct::LParen) || !tokens.get(open)?.is(Punct::LParen) {
            return None;
        }
        let close = closing(tokens, open)?;
        if close + 1 < end {
            return is_cast(tokens, open, close, end, types, void).then_some((open, close, end));
        }
        (open, end) = (open + 1, close);
    }
}

/// Whether `tokens[open..=close]` is a type and what follows, up to `end`, its operand and no more.
fn is_cast(
    tokens: &[Tok],
    open: usize,
    close: usize,
    end: usize,
    types: &[Symbol],
    void: Option<Symbol>,
) -> bool {
    let inside = &tokens[open + 1..close];
    let Some(first) = inside.first().and_then(|token| token.ident()) else {
        return false;
    };
    let surely = types.contains(&first);
    let behind = &tokens[close + 1..end];
    // Behind `(name)` a name or a number can only be an operand; anything else may be a call or a subtraction.
    let plain = inside.len() == 1 && behind[0].punct().is_none();
    let is_void = inside.len() == 1 && Some(first) == void;
    // `(T){…}` is an object already.
    (surely || plain) && !is_void && !behind[0].is(Punct::LBrace) && is_operand(behind)
}

/// Whether no operator stands between two operands: only those before the first one, and members.
fn is_operand(tokens: &[Tok]) -> bool {
    let mut depth = 0usize;
    let mut begun = false;
    for token in tokens {
        match token.punct() {
            Some(Punct::LParen | Punct::LBracket | Punct::LBrace) => depth += 1,
            Some(Punct::RParen | Punct::RBracket | Punct::RBrace) => {
                depth = depth.saturating_sub(1);
                begun = true;
            }
            Some(Punct::Dot | Punct::Arrow) => {}
            Some(_) if depth == 0 && begun => return false,
            Some(_) => {}
            None => begun |= depth == 0,
        }
    }
    true
}

/// Where what a `_Generic` chooses by ends: at the first comma outside of parentheses.
fn ends_at(tokens: &[Tok], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        let token = tokens.get(at)?;
        match token.punct() {
            Some(Punct::LParen | Punct::LBracket | Punct::LBrace) => at = closing(tokens, at)?,
            Some(Punct::Comma) => return Some(at),
            Some(Punct::RParen | Punct::Semi) => return None,
            _ => {}
        }
        at += 1;
    }
}

fn closing(tokens: &[Tok], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.punct() {
            Some(Punct::LParen | Punct::LBracket | Punct::LBrace) => depth += 1,
            Some(Punct::RParen | Punct::RBracket | Punct::RBrace) => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}
