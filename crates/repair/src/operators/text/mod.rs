//! Changes that cannot stand beside the original in one program: of types, of the order of statements, of the shape of
//! expressions.
//!
//! Each is made to the text and translated by itself, which is slow beside the changes of a schema, so that only what
//! students and others in a hurry really confuse is tried, and of that what the tests make likely: `double` for `int`
//! where fractions are read or expected, longer arrays where a run leaves one.
//!
//! Each kind is a [`TextOperator`].
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

use frontend::tree::{ExprId, FunctionId, StmtId, Tree};
use source::{FileId, LocId, SourceMap, Span};

use crate::operators::ChangeKind;
use crate::operators::OperatorEntry;
use crate::operators::context::judges;
use crate::operators::spans::{SpanEdit, written};
use crate::patch::{Patch, TextEdit};

/// What belongs together in one change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rewrite {
    pub(crate) kind: ChangeKind,
    pub(crate) edits: Vec<SpanEdit>,
}

impl Rewrite {
    pub(crate) fn patch(&self, sources: &SourceMap, operator: &'static str) -> Patch {
        let mut edits: Vec<TextEdit> = self
            .edits
            .iter()
            .map(|edit| TextEdit::new(sources, edit.span, &edit.replacement))
            .collect();
        edits.sort_by(|one, other| one.place().cmp(&other.place()));
        Patch {
            kind: self.kind,
            operator,
            edits,
        }
    }

    fn one(kind: ChangeKind, span: Span, replacement: impl Into<String>) -> Rewrite {
        let replacement = replacement.into();
        Rewrite {
            kind,
            edits: vec![SpanEdit { span, replacement }],
        }
    }
}

/// What tests make likely.
#[derive(Debug, Clone, Default)]
pub(crate) struct TypeHints {
    /// Fractions are read or expected, mostly with so many decimals.
    pub(crate) fractions: bool,
    pub(crate) decimals: usize,
    /// Numbers are read or expected that an `int` cannot hold, or one overflows.
    pub(crate) large: bool,
    /// A failing run leaves an array.
    pub(crate) outside: bool,
    /// Variables that failing runs read before anything is written to them.
    pub(crate) unwritten: BTreeSet<String>,
}

/// The program whose text is changed.
pub(crate) struct Writing<'w> {
    tree: &'w Tree,
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

/// A file as words, with what is declared in it and the conversions of its formats.
pub(crate) struct FileTarget<'t> {
    lexed: &'t lexed::Lexed<'t>,
    declared: &'t [declared::Declared],
    conversions: &'t [calls::Conversion],
    hints: &'t TypeHints,
}

/// A place that text operators are asked about.
#[derive(Clone, Copy)]
pub(crate) enum TextTarget<'t> {
    File(&'t FileTarget<'t>),
    Expression(ExprId),
    /// The body of a function.
    Body(StmtId),
}

/// A kind of change that is made to the text. It cannot stand beside the original in one program, so that it has
/// neither a part of the tree nor a switch.
pub(crate) trait TextOperator: Sync {
    fn entry(&self) -> OperatorEntry;

    /// Adds the changes of one place.
    fn generate(&self, writing: &Writing<'_>, target: TextTarget<'_>, found: &mut Vec<Rewrite>);
}

/// All operators on the text, in the order in which they are asked.
pub(crate) const TEXT_OPERATORS: &[&dyn TextOperator] = &[
    &types::OtherType,
    &shapes::ExchangedIndices,
    &classes::OtherClass,
    &macros::MacroBody,
    &shapes::OtherGrouping,
    &moves::MovedStatement,
];

/// The changes that are worth a translation of their own, with their operators, the plainest first.
pub(crate) fn rewrites(
    tree: &Tree,
    sources: &SourceMap,
    editable: &dyn Fn(FileId) -> bool,
    hints: &TypeHints,
) -> Vec<(&'static str, Rewrite)> {
    let writing = Writing {
        tree,
        sources,
        editable,
    };
    let mut found: Vec<(&'static str, Rewrite)> = Vec::new();
    let mut ask = |target: TextTarget<'_>| {
        for operator in TEXT_OPERATORS {
            let mut own = Vec::new();
            operator.generate(&writing, target, &mut own);
            found.extend(own.into_iter().map(|rewrite| (operator.entry().name, rewrite)));
        }
    };
    for (file, _) in sources.files().filter(|(file, _)| editable(*file)) {
        let lexed = lexed::Lexed::new(sources, file);
        ask(TextTarget::File(&FileTarget {
            lexed: &lexed,
            declared: &declared::declarations(&lexed),
            conversions: &calls::conversions(&lexed),
            hints,
        }));
    }
    for index in 0..tree.exprs.len() {
        ask(TextTarget::Expression(ExprId(index as u32)));
    }
    for index in 0..tree.functions.len() {
        let function = tree.function(FunctionId(index as u32));
        if let Some(body) = function.body
            && writing.span(function.loc).is_some()
            && !judges(&function.name)
        {
            ask(TextTarget::Body(body));
        }
    }
    let mut known: BTreeSet<Vec<SpanEdit>> = BTreeSet::new();
    found.retain(|(_, rewrite)| known.insert(rewrite.edits.clone()));
    found.sort_by_key(|(_, rewrite)| rewrite.kind);
    found
}
