//! Changes that cannot stand beside the original in one program: of types, of the order of statements, of the shape of
//! expressions.
//!
//! Each is made to the text and translated by itself, which is slow beside the changes of a schema, so that only what
//! students and others in a hurry really confuse is tried, and of that what the tests make likely: `double` for `int` where
//! fractions are read or expected, longer arrays where a run leaves one.
//!
//! | file | is |
//! |---|---|
//! | `lexed`, `declared`, `calls` | the text as words; the declarations, and the conversions of formats, in it |
//! | `types` | other types, lengths, first values and conversions |
//! | `moves` | statements in another place, `else`, jumps and semicolons left out |
//! | `shapes` | expressions of another shape |
//! | `classes` | other classes of characters |
//! | `macros` | other words in macros with parameters |

mod calls;
mod classes;
mod declared;
mod lexed;
mod macros;
mod moves;
mod shapes;
mod types;

use std::collections::BTreeSet;

use frontend::tree::{ExprId, FunctionId, Tree};
use source::{FileId, LocId, SourceMap, Span};

use crate::propose::{Change, judges};
use crate::text::{Edit, written};

/// What belongs together in one change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewrite {
    pub kind: Change,
    pub edits: Vec<Edit>,
}

impl Rewrite {
    fn one(kind: Change, span: Span, replacement: impl Into<String>) -> Rewrite {
        let replacement = replacement.into();
        Rewrite {
            kind,
            edits: vec![Edit { span, replacement }],
        }
    }
}

/// What tests make likely.
#[derive(Debug, Clone, Default)]
pub struct Signs {
    /// Fractions are read or expected, mostly with so many decimals.
    pub fractions: bool,
    pub decimals: usize,
    /// Numbers are read or expected that an `int` cannot hold, or one overflows.
    pub large: bool,
    /// A failing run leaves an array.
    pub outside: bool,
    /// Variables that failing runs read before anything is written to them.
    pub unwritten: BTreeSet<String>,
}

struct Writing<'w> {
    sources: &'w SourceMap,
    editable: &'w dyn Fn(FileId) -> bool,
}

impl Writing<'_> {
    /// Where the text is written, if it may be changed and is not made by a macro.
    fn span(&self, loc: LocId) -> Option<Span> {
        if loc == LocId::NONE || self.sources.location(loc).spelled.is_some() {
            return None;
        }
        written(self.sources, loc).filter(|span| (self.editable)(span.file))
    }
}

/// The changes that are worth a translation of their own, the plainest first.
#[must_use]
pub fn rewrites(
    tree: &Tree,
    sources: &SourceMap,
    editable: &dyn Fn(FileId) -> bool,
    signs: &Signs,
) -> Vec<Rewrite> {
    let writing = Writing { sources, editable };
    let mut found = Vec::new();
    for (file, _) in sources.files().filter(|(file, _)| editable(*file)) {
        let lexed = lexed::Lexed::new(sources, file);
        let declared = declared::declarations(&lexed);
        let conversions = calls::conversions(&lexed);
        types::rewrites(&lexed, &declared, &conversions, signs, &mut found);
        shapes::indices(&lexed, &mut found);
        classes::rewrites(&lexed, &mut found);
        macros::rewrites(&lexed, &mut found);
    }
    for index in 0..tree.exprs.len() {
        writing.shapes(tree, ExprId(index as u32), &mut found);
    }
    for index in 0..tree.functions.len() {
        let function = tree.function(FunctionId(index as u32));
        if let Some(body) = function.body
            && writing.span(function.loc).is_some()
            && !judges(&function.name)
        {
            writing.moves(tree, body, &mut found);
        }
    }
    let mut known: BTreeSet<Vec<Edit>> = BTreeSet::new();
    found.retain(|rewrite| known.insert(rewrite.edits.clone()));
    found.sort_by_key(|rewrite| rewrite.kind);
    found
}
