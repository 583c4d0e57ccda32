//! Old-style definitions whose arrays have lengths that name other parameters.
//!
//! In `int f(n, a) int n; int a[n][n]; { … }` the library does not know `n` where the lengths are. The outermost
//! length of an array parameter means nothing, because the parameter is a pointer, and GCC does not evaluate it
//! here; so it is left out: `int a[];`. Lengths further in do mean something. A parameter that has one is passed
//! as `void *a@entry`, and the body begins with `int (*a)[n] = a@entry;`, where `n` is known.

use std::ops::Range;

use rucc_base::{Interner, Symbol};
use rucc_lex::Punct;
use rucc_pp::Tok;

/// Declarations of parameters are not longer than this; looking further each time would take too long.
const LONGEST: usize = 4096;

/// Tokens that take the place of others.
#[derive(Debug)]
pub(crate) struct TokenEdit {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) with: Vec<Tok>,
}

/// Sees to the lengths of parameters of old-style definitions that name parameters.
pub(crate) fn without_lengths(tokens: &mut Vec<Tok>, interner: &mut Interner) {
    let mut edits = Vec::new();
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate() {
        if token.is(Punct::LBrace) {
            // Only the declarations of parameters end with a semicolon before a body.
            if depth == 0
                && at > 0
                && tokens[at - 1].is(Punct::Semi)
                && let Some((names, start)) = parameters_before(tokens, at)
            {
                let definition = Definition {
                    tokens,
                    names: &names,
                    start,
                    body: at,
                };
                definition.lengths(interner, &mut edits);
            }
            depth += 1;
        } else if token.is(Punct::RBrace) {
            depth = depth.saturating_sub(1);
        }
    }
    edits.sort_by_key(|edit| edit.from);
    apply(edits, tokens);
}

/// Makes the changes, which are in order and do not overlap.
pub(crate) fn apply(edits: Vec<TokenEdit>, tokens: &mut Vec<Tok>) {
    if edits.is_empty() {
        return;
    }
    let mut made = Vec::with_capacity(tokens.len());
    let mut taken = 0;
    for edit in edits {
        made.extend_from_slice(&tokens[taken..edit.from]);
        made.extend(edit.with);
        taken = edit.to;
    }
    made.extend_from_slice(&tokens[taken..]);
    *tokens = made;
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

/// An old-style definition: the declarations of its parameters are the tokens from `start` to `body`.
struct Definition<'a> {
    tokens: &'a [Tok],
    names: &'a [Symbol],
    start: usize,
    body: usize,
}

impl Definition<'_> {
    fn is_name(&self, at: usize) -> bool {
        self.tokens[at]
            .ident()
            .is_some_and(|name| self.names.contains(&name))
    }

    fn lengths(&self, interner: &mut Interner, edits: &mut Vec<TokenEdit>) {
        let mut prologue = Vec::new();
        let mut at = self.start;
        while at < self.body {
            let end = self.until(at, self.body, |token| token.is(Punct::Semi));
            self.declaration(at, end, interner, edits, &mut prologue);
            at = end + 1;
        }
        if !prologue.is_empty() {
            edits.push(TokenEdit {
                from: self.body + 1,
                to: self.body + 1,
                with: prologue,
            });
        }
    }

    /// The first position outside of brackets, parentheses and braces where this holds.
    fn until(&self, from: usize, end: usize, found: impl Fn(&Tok) -> bool) -> usize {
        let mut depth = 0usize;
        for at in from..end {
            let token = &self.tokens[at];
            if depth == 0 && found(token) {
                return at;
            }
            if [Punct::LParen, Punct::LBracket, Punct::LBrace]
                .iter()
                .any(|&open| token.is(open))
            {
                depth += 1;
            } else if [Punct::RParen, Punct::RBracket, Punct::RBrace]
                .iter()
                .any(|&close| token.is(close))
            {
                depth = depth.saturating_sub(1);
            }
        }
        end
    }

    /// One declaration of parameters, without its semicolon.
    fn declaration(
        &self,
        start: usize,
        end: usize,
        interner: &mut Interner,
        edits: &mut Vec<TokenEdit>,
        prologue: &mut Vec<Tok>,
    ) {
        // The declarators begin at the first star, or at the first parameter's name or the parentheses it is in.
        let first = self.until(start, end, |token| {
            token.is(Punct::Star) || token.ident().is_some_and(|name| self.names.contains(&name))
        });
        let first = match (start..first).rev().find(|&at| self.tokens[at].is(Punct::LParen)) {
            Some(open) if first == end => open,
            _ => first,
        };
        let mut at = first;
        let mut kept = Vec::new();
        let mut moved = Vec::new();
        while at < end {
            let to = self.until(at, end, |token| token.is(Punct::Comma));
            match self.inner_length(at, to) {
                Some(name) => moved.push((at, to, name)),
                None => kept.push((at, to)),
            }
            at = to + 1;
        }
        let Some(&(_, _, example)) = moved.first() else {
            edits.extend(
                kept.iter()
                    .filter_map(|&(at, to)| self.outermost(at, to))
                    .map(|(from, to)| TokenEdit {
                        from,
                        to,
                        with: Vec::new(),
                    }),
            );
            return;
        };
        let mut instead = Vec::new();
        for (at, to, name) in moved {
            let text = self.tokens[name]
                .ident()
                .map_or("", |name| interner.resolve(name));
            let entry = interner.intern(&format!("{text}@entry"));
            let mut entry_token = self.tokens[name];
            entry_token.value = Some(entry);
            let make = |interner: &mut Interner, text: &str| written(text, self.tokens[example], interner);
            edits.extend(self.renamed(name, entry_token));
            instead.extend(make(interner, "; void *"));
            instead.push(entry_token);
            // `int x[n][m]` becomes `int (*x)[m] = x@entry;`.
            prologue.extend_from_slice(&self.tokens[start..first]);
            self.pointer(at..to, name, interner, prologue, example);
            prologue.extend(make(interner, "="));
            prologue.push(entry_token);
            prologue.extend(make(interner, ";"));
        }
        let with = self.others(start..first, &kept, &instead, interner, example);
        edits.push(TokenEdit {
            from: start,
            to: end,
            with,
        });
    }

    /// Another name in the list of parameters.
    fn renamed(&self, name: usize, with: Tok) -> Option<TokenEdit> {
        let listed = (0..self.start)
            .rev()
            .take(2 * self.names.len() + 2)
            .find(|&at| self.tokens[at].ident() == self.tokens[name].ident())?;
        Some(TokenEdit {
            from: listed,
            to: listed + 1,
            with: vec![with],
        })
    }

    /// The declarator of an array as that of a pointer to its elements.
    fn pointer(
        &self,
        declarator: Range<usize>,
        name: usize,
        interner: &mut Interner,
        prologue: &mut Vec<Tok>,
        example: usize,
    ) {
        prologue.extend_from_slice(&self.tokens[declarator.start..name]);
        let is_array = self
            .tokens
            .get(name + 1)
            .is_some_and(|token| token.is(Punct::LBracket));
        let behind = if is_array {
            prologue.extend(written("( *", self.tokens[example], interner));
            prologue.push(self.tokens[name]);
            prologue.extend(written(")", self.tokens[example], interner));
            self.until(name + 2, declarator.end, |token| token.is(Punct::RBracket)) + 1
        } else {
            prologue.push(self.tokens[name]);
            name + 1
        };
        prologue.extend_from_slice(&self.tokens[behind..declarator.end]);
    }

    /// The declaration of the others, if there are any, and then those of the pointers.
    fn others(
        &self,
        specifiers: Range<usize>,
        kept: &[(usize, usize)],
        instead: &[Tok],
        interner: &mut Interner,
        example: usize,
    ) -> Vec<Tok> {
        let mut with = Vec::new();
        for &(at, to) in kept {
            if with.is_empty() {
                with.extend_from_slice(&self.tokens[specifiers.clone()]);
            } else {
                with.extend(written(",", self.tokens[example], interner));
            }
            let (from, behind) = self.outermost(at, to).unwrap_or((to, to));
            with.extend_from_slice(&self.tokens[at..from]);
            with.extend_from_slice(&self.tokens[behind..to]);
        }
        let begins = if with.is_empty() { 1 } else { 0 };
        with.extend_from_slice(&instead[begins..]);
        with
    }

    /// The position of the declared name, if a length other than the outermost names a parameter.
    fn inner_length(&self, from: usize, to: usize) -> Option<usize> {
        let name = (from..to).find(|&at| self.is_name(at))?;
        let mut at = name + 1;
        if self.tokens.get(at).is_some_and(|token| token.is(Punct::LBracket)) {
            at = self.until(at + 1, to, |token| token.is(Punct::RBracket)) + 1;
        }
        (at..to).any(|at| self.is_name(at)).then_some(name)
    }

    /// The tokens of the outermost length of a declarator, if it names a parameter.
    fn outermost(&self, from: usize, to: usize) -> Option<(usize, usize)> {
        let name = (from..to).find(|&at| self.is_name(at))?;
        if name + 1 >= to || !self.tokens[name + 1].is(Punct::LBracket) {
            return None;
        }
        let end = self.until(name + 2, to, |token| token.is(Punct::RBracket));
        (name + 2..end)
            .any(|at| self.is_name(at))
            .then_some((name + 2, end))
    }
}

/// Tokens of a text, at the place of another token.
pub(crate) fn written(text: &str, like: Tok, interner: &mut Interner) -> Vec<Tok> {
    let options = rucc_lex::Options::for_dialect(rucc_session::Std::C11, true, false);
    let (tokens, _) = rucc_lex::tokenize(text.as_bytes(), 0, options, interner);
    let tokens = tokens.into_iter().filter(|token| !token.is_eof());
    tokens
        .map(|token| {
            let mut made = like;
            (made.kind, made.value, made.flags) = (token.kind, token.value, token.flags);
            made
        })
        .collect()
}
