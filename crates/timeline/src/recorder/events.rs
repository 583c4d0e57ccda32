//! The events of a run, as the interpreter tells them.

use interp::{
    Access, Assignment, At, Cell, Change, Extent, InputKind, InputValue, Looked, Observer, Passed, Value,
    Wanted, Watched,
};
use program::{Builtin, ClaimId, Construct, ExprId, FunctionId, InstrKind, Pc, VarId};

use super::{Frame, Recorder};
use crate::data::{Decision, Origin, StepKind};
use crate::state::{Held, Shift};

impl Observer for Recorder<'_> {
    fn watches(&self) -> Watched {
        Watched::Accesses
    }

    fn thread_runs(&mut self, name: &str) {
        let known = self.timeline.threads.iter().position(|known| known == name);
        self.thread = known.unwrap_or_else(|| {
            self.timeline.threads.push(name.to_owned());
            self.stacks.push(Vec::new());
            self.last_of.push(None);
            self.stacks.len() - 1
        });
        if let Some(last) = self.last_of[self.thread] {
            self.takes_up(last);
        }
    }

    fn begins(&mut self, at: At, activation: u64, reads: &[Access]) {
        self.is_running(activation);
        let frame = self.frames.entry(activation).or_default();
        while frame
            .regions
            .last()
            .is_some_and(|(_, meets)| *meets == Some(at.pc))
        {
            frame.regions.pop();
        }
        if self.fills_up() {
            return;
        }
        let Some(kind) = self.instr(at).and_then(|instr| self.kind_of(instr)) else {
            return;
        };
        let id = self.push(at, activation, kind, reads);
        if let StepKind::Branch { .. } = kind {
            let meets = self.controls.of(at.function).meets(at.pc);
            if let Some(frame) = self.frames.get_mut(&activation) {
                frame.regions.push((id, meets));
            }
        }
    }

    fn failing(&mut self, at: At, activation: u64, claim: ClaimId, reads: &[Access]) {
        let kind = StepKind::Claim { claim, failed: true };
        match self.last() {
            Some(step) if step.kind == (StepKind::Claim { claim, failed: false }) && step.at == at => {
                step.kind = kind;
            }
            _ => {
                self.push(at, activation, kind, reads);
            }
        }
    }

    fn entered(&mut self, activation: u64, parameters: &[Option<Extent>]) {
        let call = self.current();
        self.frames.insert(
            activation,
            Frame {
                regions: Vec::new(),
                call,
            },
        );
        let thread = matches!(
            self.last().map(|step| step.kind),
            Some(StepKind::Builtin(Builtin::Thread(_)))
        );
        if !thread {
            self.entered = Some((activation, parameters.to_vec()));
            return;
        }
        let reads = self.last().map_or(0..0, |step| step.reads.clone());
        for extent in parameters {
            self.push_write("", "", *extent, reads.clone());
        }
    }

    fn called(&mut self, at: At, callee: FunctionId, arguments: &[Passed]) {
        let Some((activation, extents)) = self.entered.take() else {
            return;
        };
        self.stacks[self.thread].push(activation);
        if self.timeline.cut {
            return;
        }
        if let Some(step) = self.last() {
            step.kind = StepKind::Call(callee);
        }
        let Some(InstrKind::Call { args, varargs, .. }) = self.instr(at) else {
            return;
        };
        let params = &self.program.function(callee).params;
        if let (Some(list), Some(extent)) = (varargs, extents.get(params.len())) {
            let reads = self.reads_in(*list);
            self.push_write("...", "", *extent, reads);
        }
        for (index, (passed, arg)) in arguments.iter().zip(args).enumerate() {
            let extent = extents.get(index).copied().flatten();
            self.argument(passed, extent, params.get(index).copied(), *arg);
        }
    }

    fn returned(&mut self, at: At, from: FunctionId, _value: Option<&Passed>) {
        let ended = self.stacks[self.thread].pop();
        let here = self.here();
        if let Some(ended) = ended {
            self.frames.remove(&ended);
            self.objects.left(&mut self.timeline, ended, here);
        }
        if self.fills_up() {
            return;
        }
        let last = self.timeline.steps.last();
        let returned = last.filter(|step| step.kind == StepKind::Return && Some(step.activation) == ended);
        let returned = returned.map(|_| here);
        let activation = self.activation();
        self.push(
            at,
            activation,
            StepKind::Result {
                callee: from,
                returned,
            },
            &[],
        );
    }

    fn assigned(&mut self, _at: At, assignment: &Assignment) {
        if self.timeline.cut {
            return;
        }
        let extent = assignment.target.as_ref().map(|target| target.extent);
        let Some(step) = self.timeline.steps.last() else {
            return;
        };
        let (reads, first, kind) = (step.reads.clone(), step.writes.start as usize, step.kind);
        let is_scalar = !matches!(assignment.value, Value::Bytes { .. });
        let same = self.timeline.writes[first..]
            .iter()
            .rposition(|write| extent.is_some() && write.extent == extent);
        match same.filter(|_| !is_scalar) {
            Some(same) => {
                let place = self.timeline.intern(&assignment.place);
                let text = self.timeline.intern(&assignment.text);
                let write = &mut self.timeline.writes[first + same];
                (write.place, write.text) = (place, text);
            }
            None => self.push_write(&assignment.place, &assignment.text, extent, reads),
        }
        // A result is what the callee returned.
        if let (
            StepKind::Result {
                returned: Some(returned),
                ..
            },
            true,
            Some(extent),
        ) = (kind, is_scalar, extent)
        {
            let at = self.timeline.origins.len() as u32;
            let origin = Origin {
                offset: 0,
                size: extent.size,
                cell: extent.cell,
                writer: Some(returned),
            };
            self.timeline.origins.push(origin);
            if let Some(write) = self.timeline.writes.last_mut() {
                write.moved = at..at + 1;
            }
        }
        if let (Some(target), true) = (&assignment.target, is_scalar) {
            let passed = Passed {
                value: assignment.value.clone(),
                pointee: assignment.pointee,
                text: assignment.text.clone(),
            };
            let here = self.here();
            let shift = self
                .objects
                .stored(&mut self.timeline, self.program, target, &passed, here);
            self.shift(shift);
        }
    }

    fn branched(&mut self, at: At, construct: Construct, cond: ExprId, taken: bool) {
        if self.timeline.cut {
            return;
        }
        let own = matches!(self.instr(at), Some(InstrKind::Branch { cond: own, .. }) if *own == cond);
        match self.last() {
            Some(step) if own => step.kind = StepKind::Branch { construct, taken },
            _ => self.timeline.decisions.push(Decision {
                construct,
                cond,
                taken,
            }),
        }
    }

    fn switched(&mut self, _at: At, value: &str, _target: Pc) {
        if self.timeline.cut {
            return;
        }
        let value = self.timeline.intern(value);
        if let Some(step) = self.last() {
            step.kind = StepKind::Switch(value);
        }
    }

    fn declared(&mut self, _at: At, var: VarId) {
        let activation = self.activation();
        let cell = Cell::Register { activation, var };
        self.writers.forget(Extent { cell, size: 0 });
        let register = !self.program.variable(var).addressed
            && self.program.types.is_scalar(self.program.variable(var).ty);
        if register && !self.timeline.cut {
            let here = self.here();
            let cell = self
                .objects
                .register(&mut self.timeline, self.program, (activation, var), here);
            self.shift(Some(Shift {
                cell,
                held: Held::Unwritten,
            }));
        }
    }

    fn died(&mut self, _at: At, var: VarId) {
        let (activation, here) = (self.activation(), self.here());
        self.objects
            .register_ends(&mut self.timeline, (activation, var), here);
    }

    fn changed(&mut self, changes: &[Change]) {
        if self.timeline.cut {
            return;
        }
        let here = self.here();
        for change in changes {
            let extent = |object: u64, offset: u64, size: u64| Extent {
                cell: Cell::Memory { object, offset },
                size,
            };
            match change {
                Change::Begun {
                    object,
                    kind,
                    size,
                    name,
                } => {
                    let named = (*object, *size, name.as_str());
                    self.objects
                        .begun(&mut self.timeline, self.program, named, *kind, here);
                }
                Change::Ended { object } => self.objects.ended(&mut self.timeline, *object, here),
                Change::Written { object, offset, size } => self.overwritten(extent(*object, *offset, *size)),
                Change::Forgotten { object, offset, size } => {
                    let extent = extent(*object, *offset, *size);
                    self.writers.forget(extent);
                    self.objects.changed(&self.timeline, self.program, extent, None);
                }
                Change::Invented { object, offset, size } => {
                    let extent = extent(*object, *offset, *size);
                    self.objects.changed(&self.timeline, self.program, extent, None);
                }
                Change::Copied {
                    from,
                    object,
                    offset,
                    size,
                } => {
                    self.copied(*from, extent(*object, *offset, *size));
                }
            }
        }
    }

    fn wants(&mut self) -> Vec<Wanted> {
        let mut wanted = self.objects.wants();
        if !wanted.is_empty() {
            self.objects.typed(&self.timeline, &mut wanted);
        }
        wanted
    }

    fn looked(&mut self, looked: &[Looked]) {
        for looked in looked {
            let shift = self.objects.looked(&mut self.timeline, self.program, looked);
            self.shift(shift);
        }
    }

    fn input(&mut self, at: At, record: &InputValue) {
        if self.timeline.cut {
            return;
        }
        let key = self.timeline.intern(&record.key());
        let enters = matches!(
            self.instr(at),
            Some(InstrKind::Input { .. } | InstrKind::Builtin { .. })
        );
        if enters || matches!(record.kind, InputKind::Site(_)) {
            if let Some(step) = self.last() {
                step.kind = StepKind::Input(key);
            }
            return;
        }
        // What was read without having been written is what the input says.
        let text = self.program.value_text(record.ty, record.bits);
        let text = self.timeline.intern(&text);
        let Some(reads) = self.timeline.steps.last().map(|step| step.reads.clone()) else {
            return;
        };
        let unwritten = reads.filter(|index| !self.timeline.reads[*index as usize].written);
        if let Some(first) = unwritten
            .into_iter()
            .find(|index| self.timeline.text(self.timeline.reads[*index as usize].text) == "?")
        {
            self.timeline.reads[first as usize].text = text;
        }
    }
}
