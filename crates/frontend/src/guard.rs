//! A bound on depth, before anything recurses.
//!
//! The library's parser bounds brackets, but not chains: `a+a+…`, `----x`, `else if …` and `case 1: case 2: …`
//! each nest one level per token, and its checker and everything after it recurse. So the token stream is
//! measured first. The measure is an upper bound that one pass can take: for every open bracket, the tokens
//! that can nest since the last end of a statement, summed over all open brackets.
//!
//! Macro expansion recurses over arguments and copies them at every level, so the text itself is measured
//! before that, by its parentheses alone.

use std::cell::Cell;

use rucc_base::{Interner, Symbol};
use rucc_diag::{Diagnostic, Span};
use rucc_lex::{PpTokenKind, Punct};
use rucc_pp::Tok;

/// No tree is deeper than about this many levels, so that whoever walks it may recurse, on a stack that is
/// large enough. Generated code has `else if` and sums with tens of thousands of members.
pub const MAX_DEPTH: usize = 200_000;

thread_local! {
    /// What the stack of this thread is good for.
    static DEPTH: Cell<usize> = const { Cell::new(4096) };
}

/// Says how deep a tree may be on this thread.
pub(crate) fn set_depth(levels: usize) {
    DEPTH.set(levels);
}

/// More open parentheses than this in the text of an input are refused.
const MAX_PARENTHESES: usize = 1024;

/// More dimensions than this are refused: the library computes the size of each from all further in.
const MAX_DIMENSIONS: usize = 1024;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    /// Statements or declarations: `;` and `}` end what was before.
    Block,
    /// An initialiser or enumerators: a comma does, and there may be a million.
    List,
    /// Parentheses or square brackets.
    Bracket,
}

/// One open bracket and how much may be nested in it so far.
struct Level {
    open: Open,
    chain: usize,
}

struct Words {
    otherwise: Option<Symbol>,
    enumeration: Option<Symbol>,
    /// Each is followed by a statement or an operand one level down.
    nesting: Vec<Symbol>,
    /// The parentheses after these hold no part of the nesting.
    conditions: Vec<Symbol>,
}

impl Words {
    fn new(interner: &Interner) -> Words {
        let all = |words: &[&str]| words.iter().filter_map(|word| interner.find(word)).collect();
        Words {
            otherwise: interner.find("else"),
            enumeration: interner.find("enum"),
            nesting: all(&[
                "if",
                "while",
                "for",
                "do",
                "switch",
                "else",
                "sizeof",
                "__extension__",
            ]),
            conditions: all(&["if", "while", "for", "switch"]),
        }
    }
}

/// The first place where the text nests too deeply, as a diagnostic in token numbers.
pub(crate) fn too_deep(tokens: &[Tok], interner: &Interner) -> Option<Diagnostic> {
    let words = Words::new(interner);
    let deepest = DEPTH.get();
    let mut levels = vec![Level {
        open: Open::Block,
        chain: 0,
    }];
    let mut total = 0;
    let mut dimensions = 0;
    for (index, token) in tokens.iter().enumerate() {
        let before = |n: usize| index.checked_sub(n).map(|at| tokens[at]);
        let word_before = |n: usize| before(n).and_then(Tok::ident);
        let ends_here =
            || words.otherwise.is_none() || tokens.get(index + 1).and_then(|t| t.ident()) != words.otherwise;
        let level = levels.last_mut().expect("the outermost level stays");
        let mut nests = 0;
        let mut opened = None;
        let mut ended = false;
        match token.kind {
            PpTokenKind::Ident => {
                let is_else_if = words.otherwise.is_some() && word_before(1) == words.otherwise;
                if token.value.is_some_and(|name| words.nesting.contains(&name)) && !is_else_if {
                    nests = 1;
                }
            }
            PpTokenKind::Punct(punct) => match punct {
                Punct::Semi => ended = ends_here(),
                Punct::Comma if level.open == Open::List => ended = true,
                // Of `?` and `:` one counts; a label's colon does too.
                Punct::Question => {}
                Punct::LParen | Punct::LBracket => {
                    let again = punct == Punct::LBracket && before(1).is_some_and(|t| t.is(Punct::RBracket));
                    dimensions = if again { dimensions + 1 } else { 0 };
                    if dimensions >= MAX_DIMENSIONS {
                        let span = Span::new(index as u32, index as u32 + 1);
                        let message = format!("more than {MAX_DIMENSIONS} indices in a row");
                        return Some(Diagnostic::error(message, span));
                    }
                    let of_condition = word_before(1).is_some_and(|word| words.conditions.contains(&word));
                    nests = usize::from(!of_condition);
                    opened = Some(Open::Bracket);
                }
                Punct::LBrace => {
                    nests = 1;
                    opened = Some(match before(1) {
                        Some(token) if token.is(Punct::Eq) => Open::List,
                        Some(token) if token.is(Punct::LBrace) || token.is(Punct::Comma) => level.open,
                        Some(_)
                            if words.enumeration.is_some()
                                && (word_before(1) == words.enumeration
                                    || word_before(2) == words.enumeration) =>
                        {
                            Open::List
                        }
                        _ => Open::Block,
                    });
                }
                Punct::RParen | Punct::RBrace | Punct::RBracket => {
                    if levels.len() > 1 {
                        total -= levels.pop().map_or(0, |level| level.chain);
                    }
                    let outer = levels.last().expect("the outermost level stays");
                    ended = punct == Punct::RBrace && outer.open == Open::Block && ends_here();
                }
                _ => nests = 1,
            },
            _ => {}
        }
        let level = levels.last_mut().expect("the outermost level stays");
        if ended {
            total -= level.chain;
            level.chain = 0;
        }
        level.chain += nests;
        total += nests;
        if let Some(open) = opened {
            levels.push(Level { open, chain: 0 });
        }
        if total > deepest {
            let span = Span::new(index as u32, index as u32 + 1);
            let message = format!("this nests more deeply than {deepest} levels");
            return Some(Diagnostic::error(message, span));
        }
    }
    None
}

/// Whether a text has too many open parentheses somewhere, and where. Strings, character constants and
/// comments are passed over as a lexer would; what is wrong with them is reported later.
pub(crate) fn too_many_parentheses(text: &[u8]) -> Option<(u32, String)> {
    let mut depth = 0usize;
    let mut at = 0;
    while at < text.len() {
        match text[at] {
            b'(' => {
                depth += 1;
                if depth > MAX_PARENTHESES {
                    let message = format!("parentheses nested more deeply than {MAX_PARENTHESES} levels");
                    return Some((at as u32, message));
                }
            }
            b')' => depth = depth.saturating_sub(1),
            quote @ (b'"' | b'\'') => {
                at += 1;
                while at < text.len() && text[at] != quote && text[at] != b'\n' {
                    at += if text[at] == b'\\' { 2 } else { 1 };
                }
            }
            b'/' if text.get(at + 1) == Some(&b'/') => {
                while at < text.len() && text[at] != b'\n' {
                    at += 1;
                }
            }
            b'/' if text.get(at + 1) == Some(&b'*') => {
                at += 2;
                while at < text.len() && !text[at..].starts_with(b"*/") {
                    at += 1;
                }
                at += 1;
            }
            _ => {}
        }
        at += 1;
    }
    None
}
