//! Several units become one program.
//!
//! Names with external linkage are one function or object each; names with internal linkage stay apart.
//! Two definitions of one name, or declarations whose types cannot both be right, are errors that name both
//! places; where both types are the same to the machine it is a warning, and the definition's type stands. A function
//! that nothing defines keeps no body; an object that nothing defines is [`Storage::External`].

use std::collections::HashMap;

use ctype::{ArrayLen, DataModel, Type, TypeId, TypeTable};
use source::{Diagnostic, LocId};

use crate::convert::Entity;
use crate::places::Places;
use crate::tree::{Function, FunctionId, Object, ObjectId, Storage, Tree};

/// How firmly a body is the function's; a firmer one replaces it, two firm ones are an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Strength {
    None,
    /// From the embedded models: whatever the user defines wins.
    Model,
    /// An inline definition that other units may replace.
    Inline,
    Weak,
    Firm,
}

/// How much of a definition an object has had so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Defined {
    No,
    Tentatively,
    /// Initialised, but a unit of the user's may replace it.
    Weakly,
    Firmly,
}

/// What a unit says about a function with external linkage.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Declared<'a> {
    pub(crate) name: &'a str,
    pub(crate) ty: TypeId,
    pub(crate) loc: LocId,
    /// Declared by a call only: its type is a guess that anything else overrules.
    pub(crate) guessed: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct Linker {
    pub(crate) tree: Tree,
    pub(crate) places: Places,
    pub(crate) diagnostics: Vec<Diagnostic>,
    functions: HashMap<String, FunctionId>,
    objects: HashMap<String, ObjectId>,
    strengths: Vec<Strength>,
    guessed: Vec<bool>,
    defined: HashMap<ObjectId, Defined>,
    /// The structures that stand for vectors, by their lanes, and the other way round.
    pub(crate) vector_types: HashMap<(ctype::TypeId, u32), ctype::TypeId>,
    /// The structures that stand for complex numbers, by the type of their parts; they are among the vectors, too.
    pub(crate) complex_types: HashMap<ctype::TypeId, ctype::TypeId>,
    pub(crate) vectors: HashMap<ctype::TypeId, crate::convert::Lanes>,
}

impl Linker {
    pub(crate) fn new(model: DataModel) -> Linker {
        Linker {
            tree: Tree {
                types: TypeTable::new(model),
                exprs: Vec::new(),
                stmts: Vec::new(),
                objects: Vec::new(),
                functions: Vec::new(),
                strings: Vec::new(),
                vlas: Vec::new(),
                statics: Vec::new(),
                atomic: std::collections::HashSet::new(),
            },
            places: Places::default(),
            diagnostics: Vec::new(),
            functions: HashMap::new(),
            objects: HashMap::new(),
            strengths: Vec::new(),
            guessed: Vec::new(),
            defined: HashMap::new(),
            vector_types: HashMap::new(),
            complex_types: HashMap::new(),
            vectors: HashMap::new(),
        }
    }

    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        // The same complaint about a header can come once per unit.
        if !self.diagnostics.contains(&diagnostic) {
            self.diagnostics.push(diagnostic);
        }
    }

    pub(crate) fn failed(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    pub(crate) fn new_function(&mut self, name: &str, ty: TypeId, is_static: bool, loc: LocId) -> FunctionId {
        let id = FunctionId(self.tree.functions.len() as u32);
        self.tree.functions.push(Function {
            name: name.to_owned(),
            ty,
            params: Vec::new(),
            body: None,
            labels: Vec::new(),
            noreturn: false,
            constructor: None,
            destructor: None,
            is_static,
            weak: false,
            loc,
            end_loc: loc,
        });
        self.strengths.push(Strength::None);
        self.guessed.push(false);
        id
    }

    /// The function of this name, which this declaration may be the first to mention.
    pub(crate) fn function(&mut self, new: Declared<'_>) -> FunctionId {
        if let Some(&object) = self.objects.get(new.name) {
            let other = self.tree.object(object).loc;
            let message = format!("`{}` is declared as a function and as an object", new.name);
            self.report(Diagnostic::error(new.loc, message).with_label(other, "the object"));
        }
        let Some(&id) = self.functions.get(new.name) else {
            let id = self.new_function(new.name, new.ty, false, new.loc);
            self.guessed[id.index()] = new.guessed;
            self.functions.insert(new.name.to_owned(), id);
            return id;
        };
        let (old_type, old_loc) = (self.tree.function(id).ty, self.tree.function(id).loc);
        let old_guessed = self.guessed[id.index()];
        if old_guessed && !new.guessed {
            self.tree.functions[id.index()].ty = new.ty;
            self.tree.functions[id.index()].loc = new.loc;
            self.guessed[id.index()] = false;
        } else if !new.guessed && !self.tree.types.compatible(old_type, new.ty) {
            // Old programs declare `char *malloc();`: the model knows better, and whoever calls it converts.
            let body = self.strengths[id.index()];
            if self.places.sources.is_embedded(new.loc) {
                // Not the library's at all: `accept`, `send` and `select` are everybody's names.
                if body == Strength::None && self.takes_other_arguments(old_type, new.ty) {
                    return self.new_function(new.name, new.ty, true, new.loc);
                }
                // A function of the user's that has the name of another one in the model's file stays what it is.
                if body == Strength::None {
                    self.tree.functions[id.index()].ty = new.ty;
                }
                return id;
            }
            if body == Strength::Model {
                return id;
            }
            // The definition's type stands: it comes with the body.
            self.conflict(new.name, new.ty, new.loc, old_type, old_loc);
        } else if !new.guessed && !self.is_prototyped(old_type) && self.is_prototyped(new.ty) {
            self.tree.functions[id.index()].ty = new.ty;
        }
        id
    }

    /// Makes a name mean a function or an object that already has another one. Fails if the name has a meaning
    /// already: what an earlier file says with it would not change.
    pub(crate) fn alias(&mut self, name: &str, target: Entity) -> bool {
        if self.functions.contains_key(name) || self.objects.contains_key(name) {
            return false;
        }
        match target {
            Entity::Function(function) => self.functions.insert(name.to_owned(), function).is_none(),
            Entity::Object(object) => self.objects.insert(name.to_owned(), object).is_none(),
        }
    }

    /// Whether a declaration says that there are some arguments, and another number of them.
    fn takes_other_arguments(&self, declared: TypeId, defined: TypeId) -> bool {
        let types = &self.tree.types;
        let (Some(declared), Some(defined)) = (types.function(declared), types.function(defined)) else {
            return false;
        };
        let count = declared.params.len();
        declared.prototyped && count > 0 && !defined.variadic && count != defined.params.len()
    }

    fn is_prototyped(&self, ty: TypeId) -> bool {
        self.tree
            .types
            .function(ty)
            .is_some_and(|function| function.prototyped)
    }

    /// Reports two types for one name; whether they can be lived with. A linker never notices, so what is the
    /// same to the machine is only worth a warning.
    fn conflict(&mut self, name: &str, ty: TypeId, loc: LocId, old_type: TypeId, old_loc: LocId) -> bool {
        let types = &self.tree.types;
        let message = format!(
            "conflicting types for `{name}`: `{}` here, `{}` elsewhere",
            types.display(ty),
            types.display(old_type)
        );
        let harmless = types.same_layout(ty, old_type);
        let diagnostic = if harmless {
            Diagnostic::warning(loc, message)
        } else {
            Diagnostic::error(loc, message)
        };
        self.report(diagnostic.with_label(old_loc, "declared otherwise here"));
        harmless
    }

    /// Whether this body becomes the function's.
    pub(crate) fn take_body(&mut self, id: FunctionId, strength: Strength, loc: LocId) -> bool {
        let old = self.strengths[id.index()];
        if old == Strength::Firm && strength == Strength::Firm {
            let function = self.tree.function(id);
            // As CBMC's linker: the first one counts, and a stub that comes behind it is not used.
            let message = format!(
                "`{}` is defined twice; the first definition counts",
                function.name
            );
            let other = function.loc;
            self.report(Diagnostic::warning(loc, message).with_label(other, "the first definition"));
            return false;
        }
        if strength <= old {
            return false;
        }
        self.strengths[id.index()] = strength;
        true
    }

    /// The object of this name with external linkage.
    pub(crate) fn object(&mut self, new: Object, defined: Defined) -> (ObjectId, bool) {
        let name = new.name.clone().unwrap_or_default();
        if let Some(&function) = self.functions.get(&name) {
            let other = self.tree.function(function).loc;
            let message = format!("`{name}` is declared as an object and as a function");
            self.report(Diagnostic::error(new.loc, message).with_label(other, "the function"));
        }
        let Some(&id) = self.objects.get(&name) else {
            let id = self.new_object(new);
            self.objects.insert(name, id);
            self.set_defined(id, defined);
            return (id, defined >= Defined::Weakly);
        };
        let (old_type, old_loc) = (self.tree.object(id).ty, self.tree.object(id).loc);
        if !self.tree.types.compatible(old_type, new.ty) {
            if !self.conflict(&name, new.ty, new.loc, old_type, old_loc) {
                return (id, false);
            }
            if defined > self.defined.get(&id).copied().unwrap_or(Defined::No) {
                self.tree.objects[id.index()].ty = new.ty;
            }
        }
        if self.is_open_array(self.tree.object(id).ty) {
            self.tree.objects[id.index()].ty = new.ty;
        }
        let old = self.defined.get(&id).copied().unwrap_or(Defined::No);
        if old == Defined::Firmly && defined == Defined::Firmly {
            let message = format!("`{name}` is defined twice");
            self.report(Diagnostic::error(new.loc, message).with_label(old_loc, "the other definition"));
            return (id, false);
        }
        if defined <= old {
            return (id, false);
        }
        let object = &mut self.tree.objects[id.index()];
        object.storage = new.storage;
        object.loc = new.loc;
        object.constant = new.constant;
        object.align = new.align.max(object.align);
        object.extent = new.extent;
        self.set_defined(id, defined);
        (id, defined >= Defined::Weakly)
    }

    fn is_open_array(&self, ty: TypeId) -> bool {
        matches!(
            self.tree.types.get(ty),
            Type::Array {
                len: ArrayLen::Unknown,
                ..
            }
        )
    }

    fn set_defined(&mut self, id: ObjectId, defined: Defined) {
        let old = self.defined.insert(id, defined).unwrap_or(Defined::No);
        if old == Defined::No && defined > Defined::No {
            self.tree.statics.push(id);
        }
    }

    pub(crate) fn new_object(&mut self, object: Object) -> ObjectId {
        self.tree.objects.push(object);
        ObjectId(self.tree.objects.len() as u32 - 1)
    }

    /// An object with static storage and no linkage, or with internal linkage.
    pub(crate) fn new_static(&mut self, object: Object) -> ObjectId {
        let stored = object.storage != Storage::External;
        let id = self.new_object(object);
        if stored {
            self.tree.statics.push(id);
        }
        id
    }

    /// What C says about tentative definitions once all units are seen: `int a[];` has one element.
    pub(crate) fn finish(&mut self) {
        for &id in &self.tree.statics {
            if let Type::Array {
                elem,
                len: ArrayLen::Unknown,
            } = *self.tree.types.get(self.tree.objects[id.index()].ty)
            {
                self.tree.objects[id.index()].ty = self.tree.types.array(elem, 1);
            }
        }
    }

    /// The functions that have a name to link by and no body, in the order they were met.
    pub(crate) fn without_body(&self) -> Vec<String> {
        let functions = self.tree.functions.iter();
        let objects = self.tree.objects.iter();
        let functions = functions
            .filter(|function| function.body.is_none() && !function.is_static)
            .map(|function| function.name.clone());
        let objects = objects
            .filter(|object| object.storage == Storage::External)
            .filter_map(|object| object.name.clone());
        functions.chain(objects).collect()
    }
}
