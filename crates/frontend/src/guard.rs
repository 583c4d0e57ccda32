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
    let mut nesting = Nesting {
        tokens,
        words: Words::new(interner),
        levels: vec![Level {
            open: Open::Block,
            chain: 0,
        }],
        total: 0,
        dimensions: 0,
    };
    let deepest = DEPTH.get();
    for (index, token) in tokens.iter().enumerate() {
        let effect = match token.kind {
            PpTokenKind::Ident => nesting.word(index),
            PpTokenKind::Punct(punct) => nesting.punctuator(index, punct),
            _ => Effect::default(),
        };
        nesting.apply(&effect);
        let message = if nesting.dimensions >= MAX_DIMENSIONS {
            format!("more than {MAX_DIMENSIONS} indices in a row")
        } else if nesting.total > deepest {
            format!("this nests more deeply than {deepest} levels")
        } else {
            continue;
        };
        let span = Span::new(index as u32, index as u32 + 1);
        return Some(Diagnostic::error(message, span));
    }
    None
}

/// How deep the tokens nest up to one of them.
struct Nesting<'t> {
    tokens: &'t [Tok],
    words: Words,
    levels: Vec<Level>,
    /// The length of all chains together.
    total: usize,
    /// Indices in a row.
    dimensions: usize,
}

/// What a token does to the nesting.
#[derive(Default)]
struct Effect {
    /// By how much the chain of this level grows.
    nests: usize,
    /// A level that begins behind it.
    opened: Option<Open>,
    /// Whether the chain of this level ends before it.
    ended: bool,
}

impl Nesting<'_> {
    fn before(&self, index: usize, n: usize) -> Option<Tok> {
        index.checked_sub(n).map(|at| self.tokens[at])
    }

    fn word_before(&self, index: usize, n: usize) -> Option<Symbol> {
        self.before(index, n).and_then(Tok::ident)
    }

    /// Whether a statement that ends with this token is not followed by `else`.
    fn ends_here(&self, index: usize) -> bool {
        let otherwise = self.words.otherwise;
        otherwise.is_none() || self.tokens.get(index + 1).and_then(|token| token.ident()) != otherwise
    }

    fn level(&self) -> &Level {
        self.levels.last().expect("the outermost level stays")
    }

    fn word(&self, index: usize) -> Effect {
        let words = &self.words;
        let is_else_if = words.otherwise.is_some() && self.word_before(index, 1) == words.otherwise;
        let nesting = |name| words.nesting.contains(&name);
        Effect {
            nests: usize::from(self.tokens[index].value.is_some_and(nesting) && !is_else_if),
            ..Effect::default()
        }
    }

    fn punctuator(&mut self, index: usize, punct: Punct) -> Effect {
        let mut effect = Effect::default();
        match punct {
            Punct::Semi => effect.ended = self.ends_here(index),
            Punct::Comma if self.level().open == Open::List => effect.ended = true,
            // Of `?` and `:` one counts; a label's colon does too.
            Punct::Question => {}
            Punct::LParen | Punct::LBracket => {
                let behind = self
                    .before(index, 1)
                    .is_some_and(|token| token.is(Punct::RBracket));
                let again = punct == Punct::LBracket && behind;
                self.dimensions = if again { self.dimensions + 1 } else { 0 };
                let word = self.word_before(index, 1);
                let of_condition = word.is_some_and(|word| self.words.conditions.contains(&word));
                effect.nests = usize::from(!of_condition);
                effect.opened = Some(Open::Bracket);
            }
            Punct::LBrace => {
                effect.nests = 1;
                effect.opened = Some(self.brace(index));
            }
            Punct::RParen | Punct::RBrace | Punct::RBracket => {
                if self.levels.len() > 1 {
                    self.total -= self.levels.pop().map_or(0, |level| level.chain);
                }
                let block = punct == Punct::RBrace && self.level().open == Open::Block;
                effect.ended = block && self.ends_here(index);
            }
            _ => effect.nests = 1,
        }
        effect
    }

    /// What a brace opens.
    fn brace(&self, index: usize) -> Open {
        let enumeration = self.words.enumeration;
        let of_enumeration = |n: usize| enumeration.is_some() && self.word_before(index, n) == enumeration;
        match self.before(index, 1) {
            Some(token) if token.is(Punct::Eq) => Open::List,
            Some(token) if token.is(Punct::LBrace) || token.is(Punct::Comma) => self.level().open,
            Some(_) if of_enumeration(1) || of_enumeration(2) => Open::List,
            _ => Open::Block,
        }
    }

    fn apply(&mut self, effect: &Effect) {
        let level = self.levels.last_mut().expect("the outermost level stays");
        if effect.ended {
            self.total -= level.chain;
            level.chain = 0;
        }
        level.chain += effect.nests;
        self.total += effect.nests;
        if let Some(open) = effect.opened {
            self.levels.push(Level { open, chain: 0 });
        }
    }
}

/// Where the string or character that begins at `at` has its last quote, or ends without one.
pub(crate) fn end_of_quoted(text: &[u8], at: usize) -> usize {
    let quote = text[at];
    let mut at = at + 1;
    while at < text.len() && text[at] != quote && text[at] != b'\n' {
        at += if text[at] == b'\\' { 2 } else { 1 };
    }
    at
}

/// The last character of the comment that begins at `at`.
pub(crate) fn end_of_comment(text: &[u8], at: usize) -> usize {
    let mut at = at + 2;
    while at < text.len() && !text[at..].starts_with(b"*/") {
        at += 1;
    }
    at + 1
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
            b'"' | b'\'' => at = end_of_quoted(text, at),
            b'/' if text.get(at + 1) == Some(&b'/') => {
                while at < text.len() && text[at] != b'\n' {
                    at += 1;
                }
            }
            b'/' if text.get(at + 1) == Some(&b'*') => at = end_of_comment(text, at),
            _ => {}
        }
        at += 1;
    }
    None
}
