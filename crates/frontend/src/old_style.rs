//! Old-style definitions whose arrays have lengths that name other parameters.
//!
//! In `int f(n, a) int n; int a[n]; { … }` the library does not know `n` where the length is. The outermost
//! length of an array parameter means nothing, because the parameter is a pointer, and GCC does not evaluate it
//! here; so it is left out: `int a[];`. Lengths further in do mean something and are not touched.

use rucc_base::Symbol;
use rucc_lex::Punct;
use rucc_pp::Tok;

/// Declarations of parameters are not longer than this; looking further each time would take too long.
const LONGEST: usize = 4096;

/// Removes the outermost lengths of parameters of old-style definitions if they name parameters.
pub(crate) fn without_lengths(tokens: &mut Vec<Tok>) {
    let mut removed = Vec::new();
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate() {
        if token.is(Punct::LBrace) {
            // Only the declarations of parameters end with a semicolon before a body.
            if depth == 0
                && at > 0
                && tokens[at - 1].is(Punct::Semi)
                && let Some((names, start)) = parameters_before(tokens, at)
            {
                lengths(tokens, start..at, &names, &mut removed);
            }
            depth += 1;
        } else if token.is(Punct::RBrace) {
            depth = depth.saturating_sub(1);
        }
    }
    for (from, to) in removed.into_iter().rev() {
        tokens.drain(from..to);
    }
}

/// The names of the parameters of the definition with this body, and where their declarations begin.
fn parameters_before(tokens: &[Tok], body: usize) -> Option<(Vec<Symbol>, usize)> {
    for at in (body.saturating_sub(LONGEST).max(1)..body).rev() {
        if tokens[at].is(Punct::RBrace) {
            return None;
        }
        if tokens[at].is(Punct::LParen)
            && tokens[at - 1].ident().is_some()
            && let Some((names, end)) = names_between(tokens, at)
            && tokens.get(end).is_some_and(|next| next.ident().is_some())
        {
            return Some((names, end));
        }
    }
    None
}

/// The names of `(a, b, c)` and the position behind it.
fn names_between(tokens: &[Tok], open: usize) -> Option<(Vec<Symbol>, usize)> {
    let mut names = Vec::new();
    let mut at = open + 1;
    loop {
        names.push(tokens.get(at)?.ident()?);
        at += 1;
        if tokens.get(at)?.is(Punct::RParen) {
            return Some((names, at + 1));
        }
        if !tokens[at].is(Punct::Comma) {
            return None;
        }
        at += 1;
    }
}

/// Finds the tokens between the brackets right behind a parameter's name, if a parameter is among them.
fn lengths(
    tokens: &[Tok],
    declarations: std::ops::Range<usize>,
    names: &[Symbol],
    removed: &mut Vec<(usize, usize)>,
) {
    let is_name = |token: &Tok| token.ident().is_some_and(|name| names.contains(&name));
    let mut at = declarations.start;
    while at + 1 < declarations.end {
        if !(is_name(&tokens[at]) && tokens[at + 1].is(Punct::LBracket)) {
            at += 1;
            continue;
        }
        let from = at + 2;
        let mut depth = 1;
        let mut end = from;
        while end < declarations.end {
            if tokens[end].is(Punct::LBracket) {
                depth += 1;
            } else if tokens[end].is(Punct::RBracket) {
                depth -= 1;
                if depth == 0 {
                    break;
                }
            }
            end += 1;
        }
        if tokens[from..end].iter().any(is_name) {
            removed.push((from, end));
        }
        at = end;
    }
}
