//! A bound on depth, before anything recurses.
//!
//! The library's parser bounds brackets, but not chains: `a+a+…`, `----x`, `else if …` and `case 1: case 2: …`
//! each nest one level per token, and its checker and everything after it recurse. So the token stream is
//! measured first. The measure is an upper bound that one pass can take: for every open bracket, the tokens
//! that can nest since the last end of a statement, summed over all open brackets.

use rucc_base::Interner;
use rucc_diag::{Diagnostic, Span};
use rucc_lex::{PpTokenKind, Punct};
use rucc_pp::Tok;

/// No tree is deeper than about this many levels, so that whoever walks it may recurse.
pub const MAX_DEPTH: usize = 4096;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    /// Statements or declarations: `;` and `}` end what was before.
    Block,
    /// An initialiser or enumerators: a comma does, and there may be a million.
    List,
    /// Parentheses or square brackets.
    Bracket,
}

/// The first place where the text nests too deeply, as a diagnostic.
pub(crate) fn too_deep(tokens: &[Tok], interner: &Interner) -> Option<Diagnostic> {
    let [else_word, sizeof_word, enum_word] = ["else", "sizeof", "enum"].map(|word| interner.find(word));
    let keywords: Vec<_> = ["if", "while", "for", "do", "switch", "case", "default", "else"]
        .iter()
        .filter_map(|word| interner.find(word))
        .collect();
    // The chain at each open bracket, and what that bracket is.
    let mut open: Vec<(usize, Open)> = vec![(0, Open::Block)];
    let mut total = 0;
    for (index, token) in tokens.iter().enumerate() {
        let followed_by_else =
            || else_word.is_some() && tokens.get(index + 1).and_then(|t| t.ident()) == else_word;
        let before = |n: usize| index.checked_sub(n).map(|at| tokens[at]);
        let (chain, kind) = open.last_mut().expect("the outermost level stays");
        let mut nests = false;
        match token.kind {
            PpTokenKind::Ident => {
                let name = token.value;
                nests = name.is_some_and(|name| keywords.contains(&name)) || name == sizeof_word;
            }
            PpTokenKind::Punct(punct) => match punct {
                Punct::Semi => {
                    if !followed_by_else() {
                        total -= *chain;
                        *chain = 0;
                    }
                }
                Punct::Comma if *kind == Open::List => {
                    total -= *chain;
                    *chain = 0;
                }
                Punct::LParen | Punct::LBrace | Punct::LBracket => {
                    *chain += 1;
                    total += 1;
                    let list = match before(1) {
                        Some(token) if token.is(Punct::Eq) => true,
                        Some(token) if token.is(Punct::LBrace) || token.is(Punct::Comma) => {
                            *kind == Open::List
                        }
                        Some(token) => {
                            enum_word.is_some()
                                && (token.ident() == enum_word || before(2).and_then(Tok::ident) == enum_word)
                        }
                        None => false,
                    };
                    open.push((
                        0,
                        match (punct, list) {
                            (Punct::LBrace, true) => Open::List,
                            (Punct::LBrace, false) => Open::Block,
                            _ => Open::Bracket,
                        },
                    ));
                }
                Punct::RParen | Punct::RBrace | Punct::RBracket => {
                    if open.len() > 1 {
                        total -= open.pop().map_or(0, |(chain, _)| chain);
                    }
                    let ended = punct == Punct::RBrace && !followed_by_else();
                    let (chain, kind) = open.last_mut().expect("the outermost level stays");
                    if ended && *kind == Open::Block {
                        total -= *chain;
                        *chain = 0;
                    }
                }
                _ => nests = true,
            },
            _ => {}
        }
        if nests {
            let (chain, _) = open.last_mut().expect("the outermost level stays");
            *chain += 1;
            total += 1;
            if total > MAX_DEPTH {
                let span = Span::new(index as u32, index as u32 + 1);
                return Some(Diagnostic::error(
                    format!("this nests more deeply than {MAX_DEPTH} levels"),
                    span,
                ));
            }
        }
    }
    None
}
