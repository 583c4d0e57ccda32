//! Declarations: what has external linkage goes through the [`crate::link::Linker`], everything else is the
//! unit's own. A function or object of a header that nothing refers to leaves no trace.

use rucc_sema::{
    Decl, DeclFlags, DeclId, DeclKind, Definition, Emission, Linkage, Priority, StorageDuration,
};

use super::{Body, Converter, Entity};
use crate::link::{Declared, Defined, Strength};
use crate::places::UnitPlaces;
use crate::tree::{self, InitEntry, Object, Storage};
use rucc_base::hash::Map;

impl Converter<'_> {
    pub(super) fn unit(&mut self) {
        self.collect_lengths();
        let tast = self.tast;
        let mut seen = rucc_base::hash::Set::default();
        let top: Vec<DeclId> = tast
            .top_level()
            .iter()
            .copied()
            .filter(|&id| seen.insert(id))
            .collect();
        // Linking first, so that a body refers to the one function of each name.
        for &id in &top {
            let decl = &tast[id];
            let defines = match decl.kind {
                DeclKind::Function => decl.body.is_some(),
                DeclKind::Object => decl.state != Definition::Declared,
                DeclKind::Type => false,
            };
            if !defines {
                continue;
            }
            let own = decl.linkage == Linkage::Internal || decl.inline == Emission::Inline;
            if own && self.places.is_system(tast.decl_span(id)) {
                self.waiting.insert(id);
            } else {
                self.entity(id);
            }
        }
        for &id in &top {
            if !self.waiting.contains(&id) {
                self.define(id);
            }
        }
        while let Some(id) = self.referred.pop() {
            self.define(id);
        }
        for asm in tast.file_asms() {
            let loc = self.loc(asm.span);
            let message = "assembly outside a function is ignored";
            self.linker.report(source::Diagnostic::warning(loc, message));
        }
    }

    /// Converts the body or the initialiser of a definition at file scope.
    fn define(&mut self, id: DeclId) {
        let decl = &self.tast[id];
        match decl.kind {
            DeclKind::Function if decl.body.is_some() => {
                if let Entity::Function(function) = self.entity(id) {
                    self.function(id, function);
                }
            }
            DeclKind::Object if decl.state != Definition::Declared => {
                if let Entity::Object(object) = self.entity(id)
                    && self.owns_init(id, object)
                {
                    let init = self.init(id, decl);
                    self.linker.tree.objects[object.index()].init = init;
                }
            }
            _ => {}
        }
    }

    /// Whether this declaration's initialiser is the linked object's.
    fn owns_init(&mut self, id: DeclId, object: tree::ObjectId) -> bool {
        let decl = &self.tast[id];
        if decl.init.is_none() {
            return false;
        }
        let loc = self.loc(self.tast.definition_span(id));
        self.linker.tree.object(object).loc == loc
    }

    /// Whether a body is only the C library's hint at how to inline one of its own functions, as in headers
    /// made to check sizes (`_FORTIFY_SOURCE`): the function itself is elsewhere, and we have a model of it.
    fn is_modelled_inline(&self, decl: &Decl, span: rucc_diag::Span) -> bool {
        let modelled = self.name(decl).is_some_and(crate::library::has_model);
        modelled && !self.embedded && self.places.is_system(span)
    }

    /// What a declaration became; the first mention makes it.
    pub(super) fn entity(&mut self, id: DeclId) -> Entity {
        if let Some(known) = self.entities[id.index()] {
            return known;
        }
        let decl = &self.tast[id];
        if self.waiting.remove(&id) {
            self.referred.push(id);
        }
        if decl.body.is_none()
            && let Some(entity) = self.aliased(id, decl)
        {
            self.entities[id.index()] = Some(entity);
            return entity;
        }
        match decl.kind {
            DeclKind::Function => {
                let function = self.declare_function(id, decl);
                self.entities[id.index()] = Some(Entity::Function(function));
                if decl.body.is_some() && !self.tast.top_level().contains(&id) {
                    let loc = self.loc(self.tast.definition_span(id));
                    self.error(loc, "a function inside a function is not supported");
                }
                Entity::Function(function)
            }
            DeclKind::Object | DeclKind::Type => self.declare_object(id, decl),
        }
    }

    fn name(&self, decl: &Decl) -> Option<&str> {
        decl.name.map(|name| self.names.resolve(name))
    }

    /// `__attribute__((alias("target")))`: another name for a function or object that the same file defines.
    fn aliased(&mut self, id: DeclId, decl: &Decl) -> Option<Entity> {
        let text = &self.tast[decl.alias?].elements;
        let target: String = text
            .iter()
            .filter_map(|&element| char::from_u32(element))
            .take_while(|&letter| letter != '\0')
            .collect();
        let tast = self.tast;
        let name = self.name(decl).unwrap_or("").to_owned();
        let loc = self.loc(tast.definition_span(id));
        let defined = tast.top_level().iter().copied().find(|&other| {
            let other = &tast[other];
            other.kind == decl.kind
                && other.alias.is_none()
                && (other.body.is_some() || other.state != Definition::Declared)
                && self.name(other) == Some(target.as_str())
        });
        let Some(defined) = defined else {
            let message = format!("`{name}` is an alias of a symbol that this file does not define");
            self.error(loc, message);
            return None;
        };
        let same_type =
            self.ty(tast[defined].ty, tast.decl_span(defined)) == self.ty(decl.ty, tast.decl_span(id));
        if decl.kind != DeclKind::Function && !same_type {
            let message =
                format!("`{name}` is an alias of an object of another type, which is not supported");
            self.error(loc, message);
            return None;
        }
        let entity = self.entity(defined);
        if decl.linkage == Linkage::External && !self.linker.alias(&name, entity) {
            let message =
                format!("`{name}` is an alias here and was used in a file before: give this file first");
            self.error(loc, message);
        }
        Some(entity)
    }

    fn declare_function(&mut self, id: DeclId, decl: &Decl) -> tree::FunctionId {
        let span = self.tast.definition_span(id);
        let loc = self.loc(span);
        let ty = self.ty(decl.ty, span);
        let written = self.name(decl).unwrap_or("").to_owned();
        let name = linked_name(&written, decl.body.is_some(), self.places.is_prelude(span));
        let function = if decl.linkage == Linkage::Internal {
            self.linker.new_function(name, ty, true, loc)
        } else {
            let guessed = decl.body.is_none() && self.places.is_guess(span);
            self.linker.function(Declared {
                name,
                ty,
                loc,
                guessed,
            })
        };
        let item = &mut self.linker.tree.functions[function.index()];
        item.weak |= decl.flags.contains(DeclFlags::WEAK);
        item.noreturn |= decl.flags.contains(DeclFlags::NORETURN);
        item.constructor = item.constructor.or(decl.startup.before.map(priority));
        item.destructor = item.destructor.or(decl.startup.after.map(priority));
        function
    }

    fn declare_object(&mut self, id: DeclId, decl: &Decl) -> Entity {
        let span = self.tast.definition_span(id);
        let loc = self.loc(span);
        let ty = self.ty(decl.ty, span);
        let storage = match (decl.duration, decl.state) {
            (StorageDuration::Automatic, _) => Storage::Automatic,
            (_, Definition::Declared) => Storage::External,
            (StorageDuration::Static, _) => Storage::Static,
            (StorageDuration::Thread, _) => Storage::Thread,
        };
        let object = Object {
            name: self.name(decl).map(str::to_owned),
            ty,
            storage,
            function: self.body.as_ref().map(|body| body.id),
            constant: self
                .types
                .object_quals(decl.ty)
                .has(rucc_types::Qualifiers::CONST),
            init: None,
            align: decl.alignment.map(u64::from),
            weak: decl.flags.contains(DeclFlags::WEAK),
            cleanup: None,
            extent: self.tast.extent(id),
            loc,
        };
        if decl.linkage == Linkage::External {
            let defined = match decl.state {
                Definition::Declared => Defined::No,
                Definition::Tentative => Defined::Tentatively,
                Definition::Defined if self.embedded || decl.flags.contains(DeclFlags::WEAK) => {
                    Defined::Weakly
                }
                Definition::Defined => Defined::Firmly,
            };
            let object = Object {
                function: None,
                ..object
            };
            let (object, _) = self.linker.object(object, defined);
            self.entities[id.index()] = Some(Entity::Object(object));
            return Entity::Object(object);
        }
        if decl.linkage == Linkage::Internal {
            let object = self.linker.new_static(Object {
                function: None,
                ..object
            });
            self.entities[id.index()] = Some(Entity::Object(object));
            return Entity::Object(object);
        }
        let object = if storage == Storage::Automatic {
            self.linker.new_object(object)
        } else {
            self.linker.new_static(object)
        };
        // Known before its initialiser, which may mention it.
        self.entities[id.index()] = Some(Entity::Object(object));
        let init = self.init(id, decl);
        let cleanup = decl.cleanup.and_then(|handler| match self.entity(handler) {
            Entity::Function(function) => Some(function),
            Entity::Object(_) => None,
        });
        let item = &mut self.linker.tree.objects[object.index()];
        item.init = init;
        item.cleanup = cleanup;
        Entity::Object(object)
    }

    fn init(&mut self, id: DeclId, decl: &Decl) -> Option<Vec<InitEntry>> {
        let list = decl.init?;
        let tast = self.tast;
        let written = &tast[list];
        let ty = self.ty(decl.ty, tast.decl_span(id));
        // Where the value of a range of elements was stored first.
        let mut stored: Map<rucc_sema::ExprId, u64> = Map::default();
        let live = self.live_entries(id, ty, written);
        let mut entries = Vec::with_capacity(live.len());
        for index in live {
            let entry = &written[index];
            let start = self.linker.tree.exprs.len();
            let mut value = self.expr(entry.value);
            if self.has_effects(start) {
                // `[0 ... 9] = f()` calls `f` once; the other elements are copies of the first.
                let (ty, loc) = {
                    let expr = self.linker.tree.expr(value);
                    (expr.ty, expr.loc)
                };
                value = match (stored.get(&entry.value), self.entities[id.index()]) {
                    (None, _) => {
                        stored.insert(entry.value, entry.offset);
                        value
                    }
                    (Some(&first), Some(Entity::Object(object))) if !entry.is_bit_field() => {
                        self.part_of(object, first, ty, loc)
                    }
                    _ => {
                        let what = "a range of bit-fields with an initialiser that has side effects";
                        self.unsupported(what, ty, loc)
                    }
                };
            }
            entries.push(InitEntry {
                offset: entry.offset,
                bits: entry
                    .is_bit_field()
                    .then(|| (entry.offset * 8 + u64::from(entry.bit_offset), entry.bit_width)),
                value,
            });
        }
        Some(entries)
    }

    /// The value of a part of an object, by its first byte.
    fn part_of(
        &mut self,
        object: tree::ObjectId,
        offset: u64,
        ty: ctype::TypeId,
        loc: source::LocId,
    ) -> tree::ExprId {
        use tree::ExprKind::{AddressOf, Binary, Deref, Int, Load, Object};
        let types = &mut self.linker.tree.types;
        let char_type = types.int(ctype::IntKind::Char);
        let (bytes, part, step) = (
            types.pointer(char_type),
            types.pointer(ty),
            types.pointer_sized(true),
        );
        let whole_type = self.linker.tree.object(object).ty;
        let whole_pointer = self.linker.tree.types.pointer(whole_type);
        let place = self.push(Object(object), whole_type, loc);
        let whole = self.push(AddressOf(place), whole_pointer, loc);
        let lhs = self.cast(whole, bytes, loc);
        let rhs = self.push(Int(i128::from(offset)), step, loc);
        let op = tree::BinaryOp::Add;
        let at = self.push(Binary { op, lhs, rhs }, bytes, loc);
        let at = self.cast(at, part, loc);
        let place = self.push(Deref(at), ty, loc);
        self.push(Load(place), ty, loc)
    }

    /// Whether one of the expressions made since `start` does more than compute a value.
    pub(super) fn has_effects(&self, start: usize) -> bool {
        use tree::ExprKind::{Assign, AssignOp, Builtin, Call, Step, StmtExpr};
        let made = &self.linker.tree.exprs[start..];
        made.iter().any(|expr| {
            matches!(
                expr.kind,
                Assign { .. } | AssignOp { .. } | Builtin { .. } | Call { .. } | Step { .. } | StmtExpr(_)
            )
        })
    }

    fn function(&mut self, id: DeclId, function: tree::FunctionId) {
        let decl = &self.tast[id];
        let Some(body) = decl.body else { return };
        let span = self.tast.definition_span(id);
        if decl.inline == Emission::Inline && self.is_modelled_inline(decl, span) {
            return;
        }
        let loc = self.loc(span);
        let strength = if self.embedded {
            Strength::Model
        } else if decl.flags.contains(DeclFlags::WEAK) {
            Strength::Weak
        } else if decl.inline == Emission::Inline {
            Strength::Inline
        } else {
            Strength::Firm
        };
        if !self.linker.take_body(function, strength, loc) {
            return;
        }
        self.body = Some(Body {
            id: function,
            labels: Map::default(),
            names: Vec::new(),
            switches: Vec::new(),
            computed: Vec::new(),
        });
        let tast = self.tast;
        let params = tast[decl.params]
            .iter()
            .filter_map(|&param| match self.entity(param) {
                Entity::Object(object) => {
                    let item = &mut self.linker.tree.objects[object.index()];
                    item.storage = Storage::Parameter;
                    item.function = Some(function);
                    Some(object)
                }
                Entity::Function(_) => None,
            })
            .collect();
        let end_loc = self.loc(UnitPlaces::last_token(tast.stmt_span(body)));
        let stmt = self.stmt(body);
        self.finish_computed_gotos();
        let stmt = self.after_lengths(&tast[decl.params], stmt);
        let ty = self.ty(decl.ty, span);
        let labels = self.body.take().map(|body| body.names).unwrap_or_default();
        let item = &mut self.linker.tree.functions[function.index()];
        item.params = params;
        item.body = Some(stmt);
        item.labels = labels;
        item.ty = ty;
        item.loc = loc;
        item.end_loc = end_loc;
    }
}

/// The name that the linked program knows a function by.
fn linked_name(written: &str, has_body: bool, from_prelude: bool) -> &str {
    if has_body {
        return written;
    }
    if from_prelude && written == "assert" {
        // As if our <assert.h> had been included.
        return "__because_assert";
    }
    rucc_sema::library_name(written).unwrap_or(written)
}

fn priority(priority: Priority) -> u32 {
    match priority {
        Priority::Unnumbered => 65535,
        Priority::Numbered(number) => u32::from(number),
    }
}
