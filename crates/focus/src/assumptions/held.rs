//! What storage holds in the run that is followed, as expressions over inputs.

use std::rc::Rc;

use bmc::{FrameId, Step, StepId};
use ctype::TypeId;
use program::{Builtin, ExprId, ExprKind, InstrKind, Lifetime, Pc};

use super::Rewriting;
use crate::backward::{is_parameter, storage};
use crate::demand::{Bits, Storage};
use crate::form::{Form, Kind};

impl Rewriting<'_, '_> {
    pub(super) fn hold(&mut self, storage: Storage<FrameId>, bits: Bits, form: Option<Rc<Form>>) {
        self.drop_held(storage, bits);
        self.held.insert((storage, bits), form);
    }

    pub(super) fn drop_held(&mut self, storage: Storage<FrameId>, bits: Bits) {
        let least = Bits { from: 0, count: 0 };
        let most = Bits {
            from: bits.end(),
            count: 0,
        };
        let hit: Vec<_> = self
            .held
            .range((storage, least)..(storage, most))
            .filter(|((_, known), _)| known.common(bits).is_some())
            .map(|(key, _)| *key)
            .collect();
        for key in hit {
            self.held.remove(&key);
            // What is only partly overwritten is not known any more.
            for rest in key.1.without(bits) {
                self.held.insert((storage, rest), None);
            }
        }
    }

    pub(super) fn passed(&mut self, step: &Step, callee: FrameId) {
        let program = self.statics.program;
        let Some(InstrKind::Call { args, .. }) = self.statics.kind(self.function(step.frame), step.pc) else {
            return;
        };
        let params = &program.function(self.function(callee)).params;
        for (param, arg) in params.iter().zip(args) {
            let storage = Storage::Local(callee, *param);
            let size = program.size_of_variable(*param);
            let bits = Bits {
                from: 0,
                count: size * 8,
            };
            match program.types.is_scalar(program.variable(*param).ty) {
                true => {
                    let form = self.form(step.frame, *arg);
                    self.hold(storage, bits, form);
                }
                false => self.copy_expr(step.frame, *arg, storage, bits),
            }
        }
    }

    pub(super) fn stored(
        &mut self,
        id: StepId,
        step: &Step,
        target: (Storage<FrameId>, u64, u64),
        ty: TypeId,
    ) {
        let (storage_of, offset, size) = target;
        let function = self.function(step.frame);
        let parameter = is_parameter(self.equation, step);
        let mut bits = Bits {
            from: offset * 8,
            count: size * 8,
        };
        let (place, form) = match self.statics.kind(function, step.pc) {
            // Its form was put there when the call was made.
            _ if parameter && !self.statics.program.types.is_pointer(ty) => return,
            _ if parameter => (None, None),
            Some(InstrKind::Assign { place, value }) => (Some(*place), self.form(step.frame, *value)),
            Some(InstrKind::Call { dest: Some(dest), .. }) => (
                Some(*dest),
                self.results.get(&(step.frame, step.pc)).cloned().flatten(),
            ),
            Some(InstrKind::Builtin { dest: Some(dest), .. } | InstrKind::Input { place: dest, .. }) => {
                let taken = self.taken.as_ref().filter(|(at, _)| *at == (step.frame, step.pc));
                (Some(*dest), taken.and_then(|(_, form)| form.clone()))
            }
            _ => (None, None),
        };
        if let Some(field) = place.and_then(|place| self.statics.field(place)) {
            bits = Bits {
                from: offset * 8 + field.from,
                ..field
            };
        }
        // Where a pointer points, the run itself says.
        let form = match self.statics.program.types.is_pointer(ty) {
            true => self.execution.values[id.0 as usize].and_then(|bits| self.pointer(bits, ty)),
            false => form,
        };
        self.hold(storage_of, bits, form);
    }

    pub(super) fn pointer(&mut self, bits: u128, ty: TypeId) -> Option<Rc<Form>> {
        let (object, offset) = ((bits >> 64) as u32, bits as u64);
        let points = match object {
            0 if offset == 0 => None,
            0 => return None,
            _ => Some((
                storage(self.equation, bmc::ObjectId(object))?,
                i128::from(offset as i64),
            )),
        };
        Some(self.pointer_form(points, ty))
    }

    pub(super) fn copied(&mut self, step: &Step, (to, offset, size): (Storage<FrameId>, u64, u64)) {
        let bits = Bits {
            from: offset * 8,
            count: size * 8,
        };
        match self.statics.kind(self.function(step.frame), step.pc) {
            Some(InstrKind::Assign { value, .. }) => self.copy_expr(step.frame, *value, to, bits),
            _ => {
                self.drop_held(to, bits);
                let parts = self
                    .records
                    .get(&(step.frame, step.pc))
                    .cloned()
                    .unwrap_or_default();
                for (part, form) in parts {
                    let from = part.from + bits.from;
                    self.hold(to, Bits { from, ..part }, form);
                }
            }
        }
    }

    pub(super) fn returned(&mut self, frame: FrameId, caller: (FrameId, Pc), expr: ExprId) {
        let program = self.statics.program;
        let ty = program.expr(expr).ty;
        if program.types.is_scalar(ty) {
            let form = self.form(frame, expr);
            self.results.insert(caller, form);
            return;
        }
        let mut parts = Vec::new();
        if let ExprKind::Load(place) = program.expr(expr).kind
            && let Some((storage, from)) = self.address(frame, place)
        {
            let count = program.types.size_of(ty).unwrap_or(0) * 8;
            let whole = Bits { from, count };
            for ((of, known), form) in &self.held {
                if *of == storage && known.common(whole) == Some(*known) {
                    let from = known.from - from;
                    parts.push((Bits { from, ..*known }, form.clone()));
                }
            }
        }
        self.records.insert(caller, parts);
    }

    /// Storage takes the value of a record or array expression.
    pub(super) fn copy_expr(&mut self, frame: FrameId, from: ExprId, to: Storage<FrameId>, bits: Bits) {
        let source = match self.statics.program.expr(from).kind {
            ExprKind::Load(place) => self.address(frame, place),
            ExprKind::Zero | ExprKind::Bytes(_) => {
                self.drop_held(to, bits);
                let string = match self.statics.program.expr(from).kind {
                    ExprKind::Bytes(string) => Some(string),
                    _ => None,
                };
                self.filled.push((to, bits, string));
                return;
            }
            _ => None,
        };
        self.copy_bits(source, to, bits);
    }

    pub(super) fn copy_bits(
        &mut self,
        source: Option<(Storage<FrameId>, u64)>,
        to: Storage<FrameId>,
        bits: Bits,
    ) {
        let mut forms = Vec::new();
        let mut fills = Vec::new();
        if let Some((from, start)) = source {
            let there = Bits {
                from: start,
                count: bits.count,
            };
            for ((of, known), form) in &self.held {
                if *of == from && known.common(there) == Some(*known) {
                    let at = Bits {
                        from: known.from - start + bits.from,
                        ..*known
                    };
                    forms.push((at, form.clone()));
                }
            }
            for (of, known, string) in &self.filled {
                if *of == from && string.is_none() && known.common(there) == Some(there) {
                    fills.push((to, bits, None));
                }
            }
        }
        self.drop_held(to, bits);
        self.filled.extend(fills);
        for (at, form) in forms {
            self.hold(to, at, form);
        }
    }

    /// A builtin copies or sets bytes.
    pub(super) fn moved(&mut self, step: &Step, (to, offset, size): (Storage<FrameId>, u64, u64)) {
        let bits = Bits {
            from: offset * 8,
            count: size * 8,
        };
        let Some(InstrKind::Builtin { op, args, .. }) = self.statics.kind(self.function(step.frame), step.pc)
        else {
            return;
        };
        match op {
            Builtin::CopyMemory => {
                let from = self.form(step.frame, args[1]).and_then(|form| match form.kind {
                    Kind::Pointer(Some((storage, offset))) => {
                        Some((storage, u64::try_from(offset).ok()? * 8))
                    }
                    _ => None,
                });
                self.copy_bits(from, to, bits);
            }
            Builtin::SetMemory => {
                self.drop_held(to, bits);
                let byte = self.form(step.frame, args[1]);
                if matches!(byte.map(|form| self.number(form.term)), Some(Some(0))) {
                    self.filled.push((to, bits, None));
                }
            }
            _ => self.drop_held(to, bits),
        }
    }

    /// What storage holds; where nothing was stored, what it began with.
    pub(super) fn read(&mut self, storage: Storage<FrameId>, bits: Bits, ty: TypeId) -> Option<Rc<Form>> {
        if let Some(held) = self.held.get(&(storage, bits)) {
            return held.clone();
        }
        let least = Bits { from: 0, count: 0 };
        let most = Bits {
            from: bits.end(),
            count: 0,
        };
        let mut near = self.held.range((storage, least)..(storage, most));
        if near.any(|((_, known), _)| known.common(bits).is_some()) {
            return None;
        }
        let filled = self
            .filled
            .iter()
            .rev()
            .find(|(of, known, _)| *of == storage && known.common(bits).is_some());
        let is_zero = |var: program::VarId| {
            let variable = self.statics.program.variable(var);
            variable.lifetime == Lifetime::Static && !variable.external
        };
        match filled {
            Some((_, known, Some(string))) => {
                let bytes = self.statics.program.string(*string);
                let at = usize::try_from((bits.from - known.from) / 8).ok()?;
                let byte = bytes.get(at).copied().unwrap_or(0);
                (bits.count == 8)
                    .then(|| self.number_form(i128::from(byte as i8), ty))
                    .flatten()
            }
            Some((_, known, None)) if known.common(bits) == Some(bits) => self.zero_form(ty),
            Some(_) => None,
            None if storage.variable().is_some_and(is_zero) => self.zero_form(ty),
            None => None,
        }
    }
}
