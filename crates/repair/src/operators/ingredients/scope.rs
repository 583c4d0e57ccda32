//! The variables that could stand in for another one.

use ctype::TypeId;
use frontend::tree::{FunctionId, ObjectId, Storage, Tree};
use source::{SourceMap, Span};

use crate::operators::context::Context;
use crate::operators::spans::written;

/// The named variables of a type that are declared before a place in a function, the nearest first. Whether they are
/// still in scope there is for the compiler to say.
fn alike(
    tree: &Tree,
    sources: &SourceMap,
    function: Option<FunctionId>,
    ty: TypeId,
    not: Option<ObjectId>,
    before: Span,
) -> Vec<(ObjectId, String)> {
    let mut found: Vec<(bool, u32, ObjectId, String)> = Vec::new();
    for (index, object) in tree.objects.iter().enumerate() {
        let id = ObjectId(index as u32);
        let Some(name) = &object.name else { continue };
        let local = !object.is_global();
        if Some(id) == not || object.ty != ty || (local && object.function != function) {
            continue;
        }
        if object.storage == Storage::External || sources.is_embedded(object.loc) {
            continue;
        }
        let Some(declared) = written(sources, object.loc) else {
            continue;
        };
        if declared.file == before.file && declared.lo < before.lo {
            found.push((!local, before.lo - declared.lo, id, name.clone()));
        }
    }
    found.sort_unstable_by_key(|found| (found.0, found.1, found.2));
    found.truncate(budgets::repair::MAX_NAMES_IN_SCOPE.count());
    found.into_iter().map(|(.., id, name)| (id, name)).collect()
}

impl Context<'_> {
    /// [`alike`], in the function at hand.
    pub(crate) fn alike(&self, ty: TypeId, not: Option<ObjectId>, before: Span) -> Vec<(ObjectId, String)> {
        alike(self.tree, self.sources, self.function, ty, not, before)
    }
}
