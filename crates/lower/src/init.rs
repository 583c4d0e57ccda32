//! Initialisers: the object starts as zero and the entries are stored in order.

use ctype::{ArrayLen, RecordKind, Type, TypeId};
use frontend::tree::{ExprKind as T, InitEntry, ObjectId, Storage};
use program::{ComponentKind, ExprKind, InstrKind, PlaceBase, PlaceId, Projection, VarId};
use source::LocId;

use crate::lowerer::Lowerer;

impl Lowerer<'_> {
    /// Runs an object's initialiser, if it has one.
    pub(crate) fn initialise(&mut self, id: ObjectId, var: VarId) {
        let tree = self.tree;
        let object = tree.object(id);
        let Some(entries) = &object.init else { return };
        let global = matches!(object.storage, Storage::Static | Storage::Thread);
        if self.program.types.is_scalar(object.ty)
            && let [entry] = entries.as_slice()
        {
            self.initialise_scalar(var, entry, global, object.loc);
            return;
        }
        if !self.covers_whole(object.ty, entries) {
            match object.storage {
                Storage::Automatic => self.zero_around(var, object.ty, entries, object.loc),
                _ => self.zero(var, object.loc),
            }
        }
        for entry in entries {
            self.initialise_entry(var, object.ty, entry, global, object.loc);
        }
    }

    /// One entry that sets everything (a structure copied from another) needs no zeros before it.
    fn covers_whole(&self, ty: TypeId, entries: &[InitEntry]) -> bool {
        matches!(entries, [entry] if entry.offset == 0
            && entry.bits.is_none()
            && self.tree.expr(entry.value).ty == ty
            && !matches!(self.tree.expr(entry.value).kind, T::String(_)))
    }

    pub(crate) fn zero(&mut self, var: VarId, loc: LocId) {
        let ty = self.program.variable(var).ty;
        let zero = self.some_value(ty, loc);
        let place = self.var_place(var, loc);
        self.assign(place, zero, loc);
    }

    fn initialise_scalar(&mut self, var: VarId, entry: &InitEntry, global: bool, decl: LocId) {
        let tree = self.tree;
        let expr = tree.expr(entry.value);
        if let T::Call { callee, args } = &expr.kind
            && expr.ty == self.program.variable(var).ty
            && self.call_into(entry.value, *callee, args, Some(var), decl)
        {
            return;
        }
        let value = self.value(entry.value);
        self.component(ComponentKind::Initialiser { global }, value, expr.loc);
        let ty = self.program.variable(var).ty;
        let value = self.convert(value, ty, expr.loc);
        let place = self.var_place(var, decl);
        self.assign(place, value, decl);
    }

    fn initialise_entry(&mut self, var: VarId, ty: TypeId, entry: &InitEntry, global: bool, decl: LocId) {
        let tree = self.tree;
        let expr = tree.expr(entry.value);
        let (value, leaf, is_text) = match expr.kind {
            T::String(string) if !self.program.types.is_pointer(expr.ty) => {
                let bytes = self.literal_bytes(string);
                let bytes = self.add_string(bytes);
                (
                    self.expr(ExprKind::Bytes(bytes), expr.ty, expr.loc),
                    expr.ty,
                    true,
                )
            }
            _ => {
                let value = self.value(entry.value);
                self.component(ComponentKind::Initialiser { global }, value, expr.loc);
                (value, expr.ty, false)
            }
        };
        let Some(place) = self.place_at(var, ty, entry, leaf, is_text, expr.loc) else {
            self.unsupported_at(decl, "an initialiser for a part of an object that has no name");
            return;
        };
        let target = self.program.place(place).ty;
        let value = if is_text {
            self.program.exprs[value.index()].ty = target;
            self.fit_text(value, target);
            value
        } else {
            self.convert(value, target, expr.loc)
        };
        self.emit(InstrKind::Assign { place, value }, expr.loc);
    }

    /// `char a[3] = "abc"` drops the terminating zero.
    fn fit_text(&mut self, value: program::ExprId, target: TypeId) {
        let ExprKind::Bytes(string) = self.program.expr(value).kind else {
            return;
        };
        if let Some(size) = self.program.types.size_of(target) {
            let bytes = &mut self.program.strings[string.index()];
            if bytes.len() as u64 > size {
                *bytes = bytes[..size as usize].into();
            }
        }
    }

    /// The member or element of a variable that an initialiser entry is for.
    fn place_at(
        &mut self,
        var: VarId,
        ty: TypeId,
        entry: &InitEntry,
        leaf: TypeId,
        is_text: bool,
        loc: LocId,
    ) -> Option<PlaceId> {
        let mut steps = Vec::new();
        let wanted = Wanted {
            leaf,
            is_text,
            bits: entry.bits.map(|(_, width)| width),
        };
        let offset = entry.bits.map_or(entry.offset * 8, |(bit, _)| bit);
        let found = self.find_part(ty, offset, wanted, &mut steps)?;
        let path = self.part_path(steps, loc);
        Some(self.new_place(PlaceBase::Var(var), path, found, loc))
    }

    pub(crate) fn part_path(&mut self, steps: Vec<PathStep>, loc: LocId) -> Vec<Projection> {
        let project = |step| match step {
            PathStep::Field(field) => Projection::Field(field),
            PathStep::Element(index) => {
                Projection::Index(self.int(i128::from(index), self.common.ptrdiff, loc))
            }
        };
        steps.into_iter().map(project).collect()
    }

    /// Finds the way to the part at a bit offset. Unions are tried member by member.
    pub(crate) fn find_part(
        &self,
        ty: TypeId,
        offset: u64,
        wanted: Wanted,
        steps: &mut Vec<PathStep>,
    ) -> Option<TypeId> {
        if offset == 0 && wanted.bits.is_none() && self.is_part(ty, wanted) {
            return Some(ty);
        }
        match self.program.types.get(ty) {
            Type::Array { elem, len } => {
                let size = self.program.types.size_of(*elem)?.checked_mul(8)?;
                let index = offset.checked_div(size)?;
                if let ArrayLen::Fixed(len) = len
                    && index >= *len
                {
                    return None;
                }
                steps.push(PathStep::Element(index));
                self.find_part(*elem, offset % size, wanted, steps)
            }
            Type::Record(record) => {
                let record = self.program.types.record(*record);
                let is_union = record.kind == RecordKind::Union;
                for (index, field) in record.fields.iter().enumerate() {
                    let depth = steps.len();
                    steps.push(PathStep::Field(index as u32));
                    if let Some(bits) = field.bits {
                        if wanted.bits == Some(bits.width) && bits.offset == offset {
                            return Some(field.ty);
                        }
                    } else {
                        let start = field.offset * 8;
                        let size = self
                            .program
                            .types
                            .size_of(field.ty)
                            .map_or(u64::MAX, |size| size * 8);
                        if offset >= start
                            && (offset - start < size || size == 0)
                            && let Some(found) = self.find_part(field.ty, offset - start, wanted, steps)
                        {
                            return Some(found);
                        }
                    }
                    steps.truncate(depth);
                    if !is_union && field.offset * 8 > offset {
                        return None;
                    }
                }
                None
            }
            _ => None,
        }
    }

    fn is_part(&self, ty: TypeId, wanted: Wanted) -> bool {
        let types = &self.program.types;
        if wanted.is_text {
            return types.element(ty).is_some_and(|elem| {
                types.is_integer(elem)
                    && types.size_of(elem) == types.element(wanted.leaf).and_then(|leaf| types.size_of(leaf))
            });
        }
        if ty == wanted.leaf {
            return true;
        }
        types.is_scalar(ty)
            && types.is_scalar(wanted.leaf)
            && types.size_of(ty) == types.size_of(wanted.leaf)
            && types.is_float(ty) == types.is_float(wanted.leaf)
    }

    /// Brings a compound literal to life. At file scope it is static: it gets its value at the start, before
    /// the object that is initialised with it.
    pub(crate) fn start_literal(&mut self, object: ObjectId, var: VarId, loc: LocId) {
        if self.starting
            && self.tree.object(object).storage == Storage::Static
            && self.initialised_literals.insert(object)
        {
            self.initialise(object, var);
        }
        if self.tree.object(object).storage == Storage::Automatic {
            self.emit(InstrKind::Declare(var), loc);
            self.on_leaving(crate::scope::Leaving::Variable(var));
            self.initialise(object, var);
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted {
    pub(crate) leaf: TypeId,
    pub(crate) is_text: bool,
    /// The width of a bit-field entry.
    pub(crate) bits: Option<u32>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum PathStep {
    Field(u32),
    Element(u64),
}
