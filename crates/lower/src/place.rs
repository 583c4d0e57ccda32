//! Places: what can be read or written.

use ctype::{ArrayLen, Type, TypeId};
use frontend::tree::{self, ExprKind as T, StringId};
use program::{
    CheckKind, ComponentKind, ExprId, ExprKind, Lifetime, PlaceBase, PlaceId, Projection, VarId, Variable,
};
use source::LocId;

use crate::lowerer::Lowerer;

/// A place under construction.
struct Path {
    base: PlaceBase,
    steps: Vec<Projection>,
}

impl Lowerer<'_> {
    /// Lowers an expression that names a place. Effects inside it (calls in indices) are emitted; the access
    /// itself is checked by whoever reads or writes.
    pub(crate) fn place(&mut self, id: tree::ExprId) -> PlaceId {
        let expr = self.tree.expr(id);
        let (ty, loc) = (expr.ty, expr.loc);
        let path = self.path(id);
        self.new_place(path.base, path.steps, ty, loc)
    }

    fn path(&mut self, id: tree::ExprId) -> Path {
        stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || self.path_here(id))
    }

    fn path_here(&mut self, id: tree::ExprId) -> Path {
        let tree = self.tree;
        let expr = tree.expr(id);
        let loc = expr.loc;
        match &expr.kind {
            T::Object(object) => {
                if self.program.types.is_variably_sized(expr.ty) {
                    let pointer = self.vla_pointer(*object, loc);
                    return Path {
                        base: PlaceBase::Deref(pointer),
                        steps: Vec::new(),
                    };
                }
                if self.differs(expr.ty, tree.object(*object).ty) {
                    return self.reinterpreted(*object, expr.ty, loc);
                }
                let var = self.variable(*object);
                let base = if self.threads && !self.starting && self.program.variable(var).thread_local {
                    self.own_copy(var, expr.ty, loc)
                } else {
                    PlaceBase::Var(var)
                };
                Path {
                    base,
                    steps: Vec::new(),
                }
            }
            T::CompoundLiteral(object) => {
                let var = self.variable(*object);
                self.start_literal(*object, var, loc);
                Path {
                    base: PlaceBase::Var(var),
                    steps: Vec::new(),
                }
            }
            T::String(string) => Path {
                base: PlaceBase::Var(self.literal(*string, loc)),
                steps: Vec::new(),
            },
            T::Member { base, field } => {
                let mut path = self.path(*base);
                path.steps.push(Projection::Field(*field));
                path
            }
            T::Deref(pointer) => {
                let value = self.value(*pointer);
                self.component(ComponentKind::Pointer, value, tree.expr(*pointer).loc);
                self.deref(value)
            }
            T::Subscript { base, index } => self.element(*base, *index, loc),
            T::Load(inner) => self.path(*inner),
            T::Comma { lhs, rhs } => {
                self.discard(*lhs);
                self.path(*rhs)
            }
            // A value with members (a returned structure): it lives in a temporary.
            _ => {
                let value = self.value(id);
                let temp = self.keep_in_temp(value);
                Path {
                    base: PlaceBase::Var(temp),
                    steps: Vec::new(),
                }
            }
        }
    }

    /// Whether a file has another idea of a type than the definition that was linked.
    pub(crate) fn differs(&self, ty: TypeId, linked: TypeId) -> bool {
        ty != linked && !self.program.types.compatible(ty, linked)
    }

    /// An object that this file takes for one of another type: `*(unsigned *)&x`.
    fn reinterpreted(&mut self, object: tree::ObjectId, ty: TypeId, loc: LocId) -> Path {
        let var = self.variable(object);
        let place = self.var_place(var, loc);
        let address = self.address_of(place, loc);
        let pointer = self.program.types.pointer(ty);
        Path {
            base: PlaceBase::Deref(self.convert(address, pointer, loc)),
            steps: Vec::new(),
        }
    }

    /// `*p`. What `&` made is taken apart again, so that `(&x)->f` is `x.f` for every engine.
    fn deref(&mut self, pointer: ExprId) -> Path {
        if let ExprKind::AddressOf(place) = self.program.expr(pointer).kind {
            let place = self.program.place(place).clone();
            let pointee = self.program.types.pointee(self.type_of(pointer));
            if pointee == Some(place.ty) {
                return Path {
                    base: place.base,
                    steps: place.path.into_vec(),
                };
            }
        }
        Path {
            base: PlaceBase::Deref(pointer),
            steps: Vec::new(),
        }
    }

    fn element(&mut self, base: tree::ExprId, index: tree::ExprId, loc: LocId) -> Path {
        let tree = self.tree;
        let index_loc = tree.expr(index).loc;
        if let T::ArrayDecay(array) = tree.expr(base).kind {
            let array_ty = tree.expr(array).ty;
            if !self.program.types.is_variably_sized(array_ty) {
                let mut path = self.path(array);
                if self.analysis.has_effects(index) {
                    path = self.settle_path(path);
                }
                let index_value = self.value(index);
                self.component(ComponentKind::ArrayIndex, index_value, index_loc);
                let array_ty = self.complete(&path, array_ty);
                if !self.is_struct_hack(&path, array_ty) {
                    self.check_index(index_value, array_ty, array, loc);
                }
                let index_value = self.as_distance(index_value, loc);
                path.steps.push(Projection::Index(index_value));
                return path;
            }
        }
        let pointer = self.ordered_value(base, &[index]);
        let index_value = self.value(index);
        self.component(ComponentKind::ArrayIndex, index_value, index_loc);
        if let T::ArrayDecay(array) = tree.expr(base).kind {
            self.check_vla_index(index_value, array, loc);
        }
        let moved = self.pointer_add(pointer, index_value, false, loc);
        self.deref(moved)
    }

    /// The type of an array; of one that was declared without a length, the type that its definition gives it.
    fn complete(&self, path: &Path, array: TypeId) -> TypeId {
        let unknown = matches!(
            self.program.types.get(array),
            Type::Array {
                len: ArrayLen::Unknown,
                ..
            }
        );
        match path.base {
            PlaceBase::Var(var) if unknown && path.steps.is_empty() => self.program.variable(var).ty,
            _ => array,
        }
    }

    /// Keeps what a path depends on before something with effects is evaluated.
    fn settle_path(&mut self, path: Path) -> Path {
        let base = match path.base {
            PlaceBase::Deref(pointer) if !self.is_stable(pointer) => PlaceBase::Deref(self.keep(pointer)),
            other => other,
        };
        let steps = path
            .steps
            .into_iter()
            .map(|step| match step {
                Projection::Index(index) if !self.is_stable(index) => Projection::Index(self.keep(index)),
                other => other,
            })
            .collect();
        Path { base, steps }
    }

    /// A last member `T a[1]`, `a[0]` or `a[]` of a structure behind a pointer may stand for as many elements
    /// as were allocated; the check of the access itself knows the real size.
    fn is_struct_hack(&self, path: &Path, array: TypeId) -> bool {
        let Type::Array { len, .. } = self.program.types.get(array) else {
            return false;
        };
        let short = match len {
            ArrayLen::Fixed(len) => *len <= 1,
            ArrayLen::Unknown => true,
            ArrayLen::Variable(_) => false,
        };
        let PlaceBase::Deref(pointer) = path.base else {
            let is_member = matches!(path.steps.last(), Some(Projection::Field(_)));
            return matches!(len, ArrayLen::Unknown) || is_member && matches!(len, ArrayLen::Fixed(0));
        };
        let Some(mut ty) = self.program.types.pointee(self.type_of(pointer)) else {
            return false;
        };
        if !short || path.steps.is_empty() {
            return false;
        }
        for &step in &path.steps {
            if let Projection::Field(field) = step {
                let Some(record) = self.program.types.record_of(ty) else {
                    return false;
                };
                let fields = &self.program.types.record(record).fields;
                let is_union = self.program.types.record(record).kind == ctype::RecordKind::Union;
                if field as usize + 1 != fields.len() && !is_union {
                    return false;
                }
            }
            match self.program.project(ty, step) {
                Some(next) => ty = next,
                None => return false,
            }
        }
        true
    }

    /// The object of a string literal.
    pub(crate) fn literal(&mut self, id: StringId, loc: LocId) -> VarId {
        if let Some(&var) = self.literals.get(&id) {
            return var;
        }
        let ty = self.tree.string(id).ty;
        let key = (self.tree.string(id).elements.clone(), ty);
        if let Some(&var) = self.equal_literals.get(&key) {
            return var;
        }
        let (name, align) = (self.literal_text(id), self.program.types.align_of(ty));
        let var = self.add_variable(Variable {
            addressed: true,
            read_only: true,
            ..Variable::new(name, ty, align, Lifetime::Static, loc)
        });
        self.literals.insert(id, var);
        if self.options.merge_literals {
            self.equal_literals.insert(key, var);
        }
        var
    }

    fn literal_text(&self, id: StringId) -> String {
        let text: String = self
            .tree
            .string(id)
            .elements
            .iter()
            .take(24)
            .take_while(|&&element| element != 0)
            .map(|&element| char::from_u32(element).unwrap_or('\u{fffd}'))
            .flat_map(char::escape_default)
            .collect();
        format!("\"{text}\"")
    }

    /// The bytes of a string literal.
    pub(crate) fn literal_bytes(&self, id: StringId) -> Vec<u8> {
        let literal = self.tree.string(id);
        let width = self
            .program
            .types
            .element(literal.ty)
            .and_then(|elem| self.program.types.size_of(elem));
        let width = width.unwrap_or(1) as usize;
        literal
            .elements
            .iter()
            .flat_map(|element| element.to_le_bytes().into_iter().take(width))
            .collect()
    }

    /// The value of a scalar or whole object at a place, with the checks of reading it.
    pub(crate) fn read(&mut self, place: PlaceId, loc: LocId) -> ExprId {
        self.check_access(place, false, loc);
        if self.checks(CheckKind::UninitialisedRead) {
            self.check_initialised(place, loc);
        }
        let shared = self.is_shared(place);
        let value = self.load(place, loc);
        if shared { self.keep(value) } else { value }
    }

    /// The address of an array place's first element.
    pub(crate) fn decay(&mut self, array: tree::ExprId, loc: LocId) -> ExprId {
        let ty = self.tree.expr(array).ty;
        let elem = self.program.types.element(ty).unwrap_or(self.common.char);
        let pointer_ty = self.program.types.pointer(elem);
        let path = self.path(array);
        if let (PlaceBase::Deref(pointer), true) = (path.base, path.steps.is_empty()) {
            return self.convert(pointer, pointer_ty, loc);
        }
        let mut steps = path.steps;
        let zero = self.int(0, self.common.int, loc);
        steps.push(Projection::Index(zero));
        let place = self.new_place(path.base, steps, elem, loc);
        self.address_of(place, loc)
    }

    /// A record value seen as another type of the same layout. Each file has its own idea of a shared
    /// structure, and what passes between files must have the type of the side that takes it.
    pub(crate) fn reinterpret(&mut self, value: ExprId, ty: TypeId, loc: LocId) -> ExprId {
        let from = self.type_of(value);
        if from == ty || self.program.types.is_scalar(ty) || self.program.types.is_scalar(from) {
            return value;
        }
        if self.program.types.size_of(from) != self.program.types.size_of(ty) {
            self.unsupported_at(loc, "a structure is passed where one of another size is expected");
            return value;
        }
        match self.program.expr(value).kind {
            ExprKind::Load(place) => {
                let pointer_ty = self.program.types.pointer(ty);
                let address = self.address_of(place, loc);
                let pointer = self.convert(address, pointer_ty, loc);
                let place = self.new_place(PlaceBase::Deref(pointer), Vec::new(), ty, loc);
                self.load(place, loc)
            }
            _ => {
                self.program.exprs[value.index()].ty = ty;
                value
            }
        }
    }

    /// The pointer to a variable length array's storage, as a pointer to the array.
    fn vla_pointer(&mut self, object: tree::ObjectId, loc: LocId) -> ExprId {
        let ty = self.tree.object(object).ty;
        let var = self.variable(object);
        let pointer = self.load_var(var, loc);
        let array_pointer = self.program.types.pointer(ty);
        self.convert(pointer, array_pointer, loc)
    }
}
