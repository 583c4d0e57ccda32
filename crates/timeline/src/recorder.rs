//! The observer that makes a timeline.
//!
//! An instruction that does something is one step: it is made when the instruction begins, with what that is about to
//! read, and the events that follow fill in what became of it. Two things are steps of their own: the arrival of a
//! call's result, which comes when the callee has ended, and a failing check, because checks that hold are not
//! recorded.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use interp::{
    Access, Assignment, At, Cell, Change, Extent, InputKind, InputValue, Looked, Observer, Passed, Value,
    Wanted, Watched,
};
use program::{Builtin, CheckKind, ClaimId, Construct, ExprId, FunctionId, InstrKind, Pc, Program, VarId};

use crate::control::AllControls;
use crate::data::{Decision, Origin, Read, Step, StepId, StepKind, Timeline, Write};
use crate::state::{Held, Objects, Shift};
use crate::writers::Writers;

/// An activation of a function.
#[derive(Debug, Default)]
struct Frame {
    /// Open decisions, each with the place where its ways meet.
    regions: Vec<(StepId, Option<Pc>)>,
    call: Option<StepId>,
}

#[derive(Debug)]
pub struct Recorder<'p> {
    program: &'p Program,
    timeline: Timeline,
    writers: Writers,
    objects: Objects,
    controls: AllControls<'p>,
    frames: HashMap<u64, Frame>,
    /// By thread: its activations, the outermost first.
    stacks: Vec<Vec<u64>>,
    thread: usize,
    /// The last step of each thread.
    last_of: Vec<Option<StepId>>,
    /// Where the parameters of the function lie that is being called.
    entered: Option<(u64, Vec<Option<Extent>>)>,
    most: usize,
}

impl<'p> Recorder<'p> {
    #[must_use]
    pub fn new(program: &'p Program) -> Recorder<'p> {
        let mut timeline = Timeline::default();
        timeline.threads.push("main".to_owned());
        Recorder {
            program,
            timeline,
            writers: Writers::default(),
            objects: Objects::default(),
            controls: AllControls::new(program),
            frames: HashMap::new(),
            stacks: vec![Vec::new()],
            thread: 0,
            last_of: vec![None],
            entered: None,
            most: budgets::timeline::STEPS.count(),
        }
    }

    /// The last step so far.
    #[must_use]
    pub fn current(&self) -> Option<StepId> {
        self.timeline
            .steps
            .len()
            .checked_sub(1)
            .map(|index| StepId(index as u32))
    }

    /// Whether what happens is not kept any more.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.timeline.cut
    }

    #[must_use]
    pub fn finish(mut self) -> Timeline {
        self.close();
        self.timeline
    }

    /// What has happened since a step was made is its own.
    fn close(&mut self) {
        let timeline = &mut self.timeline;
        let (writes, decisions, shifts) = (
            timeline.writes.len() as u32,
            timeline.decisions.len() as u32,
            timeline.shifts.len() as u32,
        );
        if let Some(last) = timeline.steps.last_mut() {
            last.writes.end = writes;
            last.decisions.end = decisions;
            last.shifts.end = shifts;
        }
    }

    fn here(&self) -> StepId {
        self.current().unwrap_or(StepId(0))
    }

    fn fills_up(&mut self) -> bool {
        self.timeline.cut |= self.timeline.steps.len() >= self.most;
        self.timeline.cut
    }

    fn push(&mut self, at: At, activation: u64, kind: StepKind, reads: &[Access]) -> StepId {
        self.close();
        let control = self.frames.get(&activation).and_then(|frame| {
            let region = frame.regions.last().map(|(decision, _)| *decision);
            region.or(frame.call)
        });
        let first = self.timeline.reads.len() as u32;
        for access in reads {
            self.push_read(access);
        }
        let timeline = &mut self.timeline;
        let id = StepId(timeline.steps.len() as u32);
        let empty = |at: usize| at as u32..at as u32;
        self.last_of[self.thread] = Some(id);
        timeline.steps.push(Step {
            at,
            activation,
            thread: self.thread as u16,
            kind,
            control,
            reads: first..timeline.reads.len() as u32,
            writes: empty(timeline.writes.len()),
            decisions: empty(timeline.decisions.len()),
            shifts: empty(timeline.shifts.len()),
        });
        id
    }

    /// A thread that stood before an operation performs it: what others did meanwhile lies in between.
    fn takes_up(&mut self, last: StepId) {
        let waiting = self.timeline.step(last);
        if !matches!(waiting.kind, StepKind::Builtin(Builtin::Thread(_))) || self.timeline.cut {
            return;
        }
        let Step {
            at,
            activation,
            kind,
            ref reads,
            ..
        } = *waiting;
        let reads = reads.clone();
        self.push(at, activation, kind, &[]);
        if let Some(step) = self.timeline.steps.last_mut() {
            step.reads = reads;
        }
    }

    fn push_read(&mut self, access: &Access) {
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

    fn last(&mut self) -> Option<&mut Step> {
        self.timeline.steps.last_mut()
    }

    fn push_write(&mut self, place: &str, text: &str, extent: Option<Extent>, reads: Range<u32>) {
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

    fn shift(&mut self, shift: Option<Shift>) {
        self.timeline.shifts.extend(shift);
    }

    /// The reads of the current step that lie in an expression.
    fn reads_in(&self, expr: ExprId) -> Range<u32> {
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

    fn kind_of(&self, kind: &InstrKind) -> Option<StepKind> {
        Some(match kind {
            InstrKind::Assign { .. } | InstrKind::Input { .. } => StepKind::Assignment,
            InstrKind::Branch { construct, .. } => StepKind::Branch {
                construct: *construct,
                taken: false,
            },
            // What was decided is told at once.
            InstrKind::Switch { .. } => StepKind::Branch {
                construct: Construct::Switch,
                taken: true,
            },
            InstrKind::Call { callee, .. } => match callee {
                program::Callee::Direct(callee) => StepKind::Call(*callee),
                program::Callee::Indirect(_) => StepKind::Call(self.program.entry),
            },
            InstrKind::Return(_) => StepKind::Return,
            InstrKind::Claim(claim) => {
                if self.program.claim(*claim).kind != CheckKind::Assertion {
                    return None;
                }
                StepKind::Claim {
                    claim: *claim,
                    failed: false,
                }
            }
            InstrKind::Builtin { op, .. } => StepKind::Builtin(*op),
            InstrKind::Assume(_) => StepKind::Assumption,
            InstrKind::Halt(_) | InstrKind::Abort => StepKind::End,
            InstrKind::Declare(_) | InstrKind::Dead(_) | InstrKind::Jump(_) => return None,
        })
    }

    fn instr(&self, at: At) -> Option<&'p InstrKind> {
        let body = &self.program.function(at.function).body;
        body.get(at.pc.index()).map(|instr| &instr.kind)
    }

    /// The activation that runs in a function just now.
    fn activation(&self) -> u64 {
        self.stacks[self.thread].last().copied().unwrap_or(0)
    }

    fn is_running(&mut self, activation: u64) {
        let stack = &mut self.stacks[self.thread];
        match stack.iter().rposition(|known| *known == activation) {
            Some(position) => stack.truncate(position + 1),
            None => stack.push(activation),
        }
    }

    /// Bytes got new contents without an assignment.
    fn overwritten(&mut self, extent: Extent) {
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

    fn copied(&mut self, from: (u64, u64), extent: Extent) {
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
}

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
            let name = params
                .get(index)
                .map_or("", |param| &self.program.variable(*param).name);
            let reads = self.reads_in(*arg);
            let whole = matches!(passed.value, Value::Bytes { .. });
            let moved = extent.filter(|_| whole).and_then(|extent| {
                let step = self.timeline.steps.last()?;
                let writes = &self.timeline.writes[step.writes.start as usize..];
                writes
                    .iter()
                    .position(|write| write.extent == Some(extent))
                    .map(|at| at + step.writes.start as usize)
            });
            let (place, text) = (self.timeline.intern(name), self.timeline.intern(&passed.text));
            if let Some(moved) = moved {
                let write = &mut self.timeline.writes[moved];
                (write.place, write.text) = (place, text);
                continue;
            }
            self.push_write(name, &passed.text, extent, reads);
            if let (Some(extent), Some(param)) = (extent, params.get(index)) {
                let target = interp::Target {
                    extent,
                    ty: self.program.variable(*param).ty,
                    part: name.to_owned(),
                    bits: None,
                };
                let here = self.here();
                let shift = self
                    .objects
                    .stored(&mut self.timeline, self.program, &target, passed, here);
                self.shift(shift);
            }
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
