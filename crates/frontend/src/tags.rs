//! Tags that a block declares anew: `struct s;` in a block hides an outer `struct s` from there on.
//!
//! The library takes the declaration for a mention of the outer tag, so that everything between it and the
//! definition in the same block would mean the wrong type. Where a block has both, the tag gets another name in
//! the rest of the block.

use rucc_base::hash::{Map, Set};
use rucc_base::{Interner, Symbol};
use rucc_lex::Punct;
use rucc_pp::Tok;

/// A tag with its `struct`, `union` or `enum`.
type Tag = (Symbol, Symbol);

/// The blocks of a unit by their opening braces; the file itself is the one at no brace.
#[derive(Debug, Default)]
struct Blocks {
    /// Where each block ends.
    ends: Map<Option<usize>, usize>,
    /// Where a block itself defines a tag, the last time.
    definitions: Map<(Option<usize>, Tag), usize>,
}

/// Renames the tags that are declared anew in a block and then defined there.
pub(crate) fn renamed(tokens: &mut [Tok], interner: &mut Interner) {
    let keywords: Vec<Symbol> = ["struct", "union", "enum"]
        .iter()
        .filter_map(|word| interner.find(word))
        .collect();
    if keywords.is_empty() {
        return;
    }
    let blocks = blocks(tokens, &keywords);
    let mut around = vec![None];
    let mut seen: Set<Tag> = Set::default();
    // As they were written, for those that have another name by now.
    let mut written: Map<Symbol, Symbol> = Map::default();
    let mut done = Set::default();
    for at in 0..tokens.len() {
        if tokens[at].is(Punct::LBrace) {
            around.push(Some(at));
        } else if tokens[at].is(Punct::RBrace) {
            around.pop();
        }
        let Some(tag) = tag_at(tokens, at, &keywords) else {
            continue;
        };
        let block = around.last().copied().flatten();
        let as_written = (tag.0, written.get(&tag.1).copied().unwrap_or(tag.1));
        let is_new = !seen.insert(tag)
            && block.is_some()
            && is_declaration(tokens, at)
            && blocks
                .definitions
                .get(&(block, as_written))
                .is_some_and(|&defined| defined > at);
        // A second declaration in the same block says nothing new.
        if is_new && done.insert((block, as_written)) {
            let name = format!("{}@{}", interner.resolve(as_written.1), written.len() + 1);
            let name = interner.intern(&name);
            written.insert(name, as_written.1);
            seen.insert((tag.0, name));
            let end = blocks.ends.get(&block).copied().unwrap_or(tokens.len());
            for at in at..end {
                if tag_at(tokens, at, &keywords) == Some(tag) {
                    tokens[at].value = Some(name);
                }
            }
        }
    }
}

/// The tag whose name is the token at this position.
fn tag_at(tokens: &[Tok], at: usize, keywords: &[Symbol]) -> Option<Tag> {
    let tag = tokens[at].ident()?;
    let keyword = tokens[at.checked_sub(1)?].ident()?;
    keywords.contains(&keyword).then_some((keyword, tag))
}

/// Whether the tag at this position is a declaration of its own: `struct s;`.
fn is_declaration(tokens: &[Tok], at: usize) -> bool {
    let before = at.checked_sub(2).map(|before| tokens[before]);
    let begins = [Punct::LBrace, Punct::RBrace, Punct::Semi];
    tokens.get(at + 1).is_some_and(|token| token.is(Punct::Semi))
        && before.is_some_and(|token| begins.iter().any(|&punct| token.is(punct)))
}

fn blocks(tokens: &[Tok], keywords: &[Symbol]) -> Blocks {
    let mut blocks = Blocks::default();
    let mut around = vec![None];
    for (at, token) in tokens.iter().enumerate() {
        if token.is(Punct::LBrace) {
            let block = around.last().copied().flatten();
            if let Some(tag) = at.checked_sub(1).and_then(|at| tag_at(tokens, at, keywords)) {
                blocks.definitions.insert((block, tag), at);
            }
            around.push(Some(at));
        } else if token.is(Punct::RBrace) {
            blocks.ends.insert(around.pop().flatten(), at);
        }
    }
    blocks
}
