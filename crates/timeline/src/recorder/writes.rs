//! What a step reads and writes: the current one, the last that was made.

use std::collections::HashSet;
use std::ops::Range;

use interp::{Access, Cell, Extent, Passed, Target, Value};
use program::{ExprId, VarId};

use super::Recorder;
use crate::data::{Origin, Read, Write};
use crate::state::Shift;

impl Recorder<'_> {
    pub(super) fn push_read(&mut self, access: &Access) {
        let first = self.timeline.origins.len() as u32;
        if let Some(extent) = access.extent {
            let origins = &mut self.timeline.origins;
            self.writers.origins(extent, |origin| origins.push(origin));
        }
        let timeline = &mut self.timeline;
        let read = Read {
            expr: access.expr,
            place: timeline.intern(&access.place),
            text: timeline.intern(&access.value.text),
            ty: access.ty,
            extent: access.extent,
            written: access.written,
            address: access.address,
            origins: first..timeline.origins.len() as u32,
        };
        timeline.reads.push(read);
    }

    pub(super) fn push_write(&mut self, place: &str, text: &str, extent: Option<Extent>, reads: Range<u32>) {
        let (place, text) = (self.timeline.intern(place), self.timeline.intern(text));
        self.timeline.writes.push(Write {
            place,
            text,
            extent,
            reads,
            moved: 0..0,
        });
        if let (Some(extent), here) = (extent, self.here()) {
            self.writers.write(extent, here);
        }
    }

    pub(super) fn shift(&mut self, shift: Option<Shift>) {
        self.timeline.shifts.extend(shift);
    }

    /// The reads of the current step that lie in an expression.
    pub(super) fn reads_in(&self, expr: ExprId) -> Range<u32> {
        let Some(step) = self.timeline.steps.last() else {
            return 0..0;
        };
        let mut inside = HashSet::from([expr]);
        let mut stack = vec![expr];
        while let Some(next) = stack.pop() {
            self.program.operands(next, |operand| {
                inside.insert(operand);
                stack.push(operand);
            });
        }
        let within = |index: &u32| inside.contains(&self.timeline.reads[*index as usize].expr);
        let first = step.reads.clone().find(within);
        let last = step.reads.clone().rev().find(within);
        match (first, last) {
            (Some(first), Some(last)) => first..last + 1,
            _ => step.reads.end..step.reads.end,
        }
    }

    /// Bytes got new contents without an assignment.
    pub(super) fn overwritten(&mut self, extent: Extent) {
        let last = self
            .timeline
            .steps
            .last()
            .map(|step| (step.reads.clone(), step.writes.start));
        let Some((reads, first)) = last else { return };
        self.objects.changed(&self.timeline, self.program, extent, None);
        let known = self.timeline.writes[first as usize..]
            .iter()
            .any(|write| write.extent == Some(extent));
        if !known {
            self.push_write("", "", Some(extent), reads);
        }
    }

    pub(super) fn copied(&mut self, from: (u64, u64), extent: Extent) {
        let first = self.timeline.origins.len() as u32;
        let source = Extent {
            cell: Cell::Memory {
                object: from.0,
                offset: from.1,
            },
            size: extent.size,
        };
        let origins = &mut self.timeline.origins;
        self.writers
            .origins(source, |origin: Origin| origins.push(origin));
        let moved = first..self.timeline.origins.len() as u32;
        let reads = self.timeline.steps.last().map_or(0..0, |step| step.reads.clone());
        self.objects
            .changed(&self.timeline, self.program, extent, Some(from));
        self.push_write("", "", Some(extent), reads);
        // What was not written there is not written here either.
        let gaps: Vec<Origin> = self.timeline.origins[moved.start as usize..].to_vec();
        if let (Some(write), Cell::Memory { object, offset }) = (self.timeline.writes.last_mut(), extent.cell)
        {
            write.moved = moved;
            for gap in gaps.iter().filter(|origin| origin.writer.is_none()) {
                let cell = Cell::Memory {
                    object,
                    offset: offset + gap.offset,
                };
                self.writers.forget(Extent { cell, size: gap.size });
            }
        }
    }

    /// An argument becomes a parameter.
    pub(super) fn argument(
        &mut self,
        passed: &Passed,
        extent: Option<Extent>,
        param: Option<VarId>,
        arg: ExprId,
    ) {
        let program = self.program;
        let name = param.map_or("", |param| program.variable(param).name.as_str());
        let reads = self.reads_in(arg);
        // A record was moved there before this is told.
        let whole = matches!(passed.value, Value::Bytes { .. });
        let moved = extent.filter(|_| whole).and_then(|extent| {
            let start = self.timeline.steps.last()?.writes.start as usize;
            let writes = &self.timeline.writes[start..];
            let found = writes.iter().position(|write| write.extent == Some(extent));
            found.map(|at| at + start)
        });
        if let Some(moved) = moved {
            let (place, text) = (self.timeline.intern(name), self.timeline.intern(&passed.text));
            let write = &mut self.timeline.writes[moved];
            (write.place, write.text) = (place, text);
            return;
        }
        self.push_write(name, &passed.text, extent, reads);
        if let (Some(extent), Some(param)) = (extent, param) {
            let target = Target {
                extent,
                ty: program.variable(param).ty,
                part: name.to_owned(),
                bits: None,
            };
            let here = self.here();
            let shift = self
                .objects
                .stored(&mut self.timeline, program, &target, passed, here);
            self.shift(shift);
        }
    }
}
