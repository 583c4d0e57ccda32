//! Declarations of one name that differ in `const` only.
//!
//! `void f(const char *);` in a header and `void f(char *p) { … }` in a stub are two types to C, and the same to every
//! machine and linker; proof harnesses are full of them. The library refuses the second one, so the `const` of these
//! declarations is left out, before the name and in its parameters, and the text is checked once more. A warning says
//! so.

use rucc_base::Interner;
use rucc_diag::{Diagnostic, Span};
use rucc_lex::Punct;
use rucc_pp::Tok;

use crate::old_style::TokenEdit;

/// A declaration is not longer than this.
const LONGEST: usize = 4096;

/// What the library found about two declarations whose types are the same but for `const`.
pub(crate) fn found(diagnostics: &[Diagnostic]) -> Vec<Diagnostic> {
    let differs = |d: &&Diagnostic| {
        let declared = d.message.rsplit_once("; have ").map(|(_, ty)| without_const(ty));
        let before = d
            .children
            .iter()
            .find_map(|note| note.message.rsplit_once(" with type "));
        let before = before.map(|(_, ty)| without_const(ty));
        d.severity.is_fatal()
            && d.message.starts_with("conflicting types")
            && declared.is_some()
            && declared == before
    };
    diagnostics.iter().filter(differs).cloned().collect()
}

fn without_const(ty: &str) -> String {
    let is_space = |letter: &char| !letter.is_whitespace();
    ty.replace("const", "").chars().filter(is_space).collect()
}

/// Which tokens to leave out. Places in the diagnostics are numbers of tokens.
pub(crate) fn edits(conflicts: &[Diagnostic], tokens: &[Tok], interner: &Interner) -> Vec<TokenEdit> {
    let mut dropped: Vec<usize> = Vec::new();
    for conflict in conflicts {
        let places = std::iter::once(conflict.span).chain(conflict.children.iter().map(|note| note.span));
        for place in places {
            declaration(place.lo as usize, tokens, interner, &mut dropped);
        }
    }
    dropped.sort_unstable();
    dropped.dedup();
    let edit = |at: usize| TokenEdit {
        from: at,
        to: at + 1,
        with: Vec::new(),
    };
    dropped.into_iter().map(edit).collect()
}

/// The `const` tokens of the declaration of the name at a token.
fn declaration(name: usize, tokens: &[Tok], interner: &Interner, dropped: &mut Vec<usize>) {
    let is_const = |at: &usize| {
        let word = tokens[*at].ident().map(|word| interner.resolve(word));
        matches!(word, Some("const" | "__const" | "__const__"))
    };
    if name >= tokens.len() {
        return;
    }
    let ends = |at: &usize| {
        let token = &tokens[*at];
        token.is(Punct::Semi) || token.is(Punct::LBrace) || token.is(Punct::RBrace)
    };
    let before = (name.saturating_sub(LONGEST)..name)
        .rev()
        .take_while(|at| !ends(at));
    dropped.extend(before.filter(is_const));
    let behind = (name..tokens.len().min(name + LONGEST)).take_while(|at| !ends(at));
    dropped.extend(behind.filter(is_const));
}

/// The same complaint as a warning, after tokens were left out.
pub(crate) fn warning(conflict: &Diagnostic, edits: &[TokenEdit]) -> Diagnostic {
    let message = format!("{}, which differs in `const` only", conflict.message);
    let mut warning = Diagnostic::warning(message, conflict.span);
    warning.code = conflict.code;
    moved(warning, edits)
}

/// A complaint where its token is after tokens were left out.
pub(crate) fn moved(mut told: Diagnostic, edits: &[TokenEdit]) -> Diagnostic {
    let before = edits.iter().filter(|edit| edit.from < told.span.lo as usize);
    let gone = before.count() as u32;
    told.span = Span::new(told.span.lo - gone, told.span.hi - gone);
    told
}
