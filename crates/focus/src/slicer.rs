//! The focus statements of one executed run, from what the interpreter tells: what the encoding says is compared with
//! it.
//!
//! This is definition 1 as the paper has it, on a list of events and with sets; it shares with the encoding only what
//! is known of the program without executing it. Nothing, if something matters that is not followed: the encoding must
//! have said so, too.

use std::collections::{BTreeMap, BTreeSet};

use program::{Builtin, Callee, ClaimId, ExprId, ExprKind, FunctionId, InstrKind, Pc};
use source::SourceMap;

use crate::Statement;
use crate::backward::{is_read_from_outside, is_statement, is_written};
use crate::demand::{Bits, Demand, Storage};
use crate::recorder::{Event, Places, Recorder, What};
use crate::statics::Statics;

const EVERYTHING: Bits = Bits {
    from: 0,
    count: u64::MAX,
};

struct Slice<'s, 'p> {
    statics: &'s Statics<'p>,
    sources: &'s SourceMap,
    demand: Demand<usize, ()>,
    conditions: BTreeSet<(usize, Vec<Pc>)>,
    /// Activations with a focus statement.
    within: BTreeSet<usize>,
    /// By call: which bits of its result are demanded.
    results: BTreeMap<(usize, Pc), Vec<Bits>>,
    /// From the last to the first, with the event: returns are only known later.
    found: BTreeSet<(usize, Statement)>,
}

/// The focus statements of a run that fails at a claim, which counts as one or does not.
pub(crate) fn slice(
    statics: &Statics<'_>,
    sources: &SourceMap,
    run: &Recorder<'_>,
    claim: ClaimId,
    counts: bool,
) -> Option<Vec<Statement>> {
    let mut slice = Slice {
        statics,
        sources,
        demand: Demand::new(),
        conditions: BTreeSet::new(),
        within: BTreeSet::new(),
        results: BTreeMap::new(),
        found: BTreeSet::new(),
    };
    let (activation, function, pc, places) = run.end()?;
    if counts {
        slice.count(run.events.len(), function, pc, None);
    }
    slice.focus(activation, function, pc);
    slice.reads(activation, &places, &[statics.program.claim(claim).cond])?;
    for (index, event) in run.events.iter().enumerate().rev() {
        slice.event(index, event)?;
    }
    // A return is one if its activation has a focus statement.
    for (index, event) in run.events.iter().enumerate() {
        let What::Returned { .. } = event.what else {
            continue;
        };
        let loc = statics.program.function(event.function).body[event.pc.index()].loc;
        if slice.within.contains(&event.activation) && is_written(slice.sources, loc) {
            slice.count(index, event.function, event.pc, None);
        }
    }
    Some(slice.found.into_iter().map(|(_, statement)| statement).collect())
}

impl Slice<'_, '_> {
    fn count(&mut self, index: usize, function: FunctionId, pc: Pc, outcome: Option<u32>) {
        let program = self.statics.program;
        if function != program.entry && !program.function(function).embedded {
            let statement = Statement {
                function,
                pc,
                outcome,
            };
            self.found.insert((index, statement));
        }
    }

    fn focus(&mut self, activation: usize, function: FunctionId, pc: Pc) {
        self.within.insert(activation);
        let parents = self.statics.parents(function, pc);
        if !parents.is_empty() {
            self.conditions.insert((activation, parents));
        }
    }

    fn add(&mut self, storage: Storage<usize>, bits: Bits) {
        self.demand.add(storage, bits, (), |(), ()| ());
    }

    fn reads(&mut self, activation: usize, places: &Places, exprs: &[ExprId]) -> Option<()> {
        let reads = self.statics.reads(exprs);
        for (var, bits) in reads.named {
            self.add(self.statics.storage(activation, var), bits);
        }
        for expr in reads.reached {
            let program = self.statics.program;
            let field = match program.expr(expr).kind {
                ExprKind::Load(place) => self.statics.field(place),
                _ => None,
            };
            let size = program.types.size_of(program.expr(expr).ty).unwrap_or(0);
            let whole = field.unwrap_or(Bits {
                from: 0,
                count: size * 8,
            });
            self.reached(places, expr, whole);
        }
        (!places.partial).then_some(())
    }

    /// Bits of what an expression reads through a pointer or an index, if it was evaluated.
    fn reached(&mut self, places: &Places, expr: ExprId, bits: Bits) {
        for (of, storage, offset) in &places.loads {
            if *of == expr {
                let from = offset.saturating_mul(8).saturating_add(bits.from);
                self.add(*storage, Bits { from, ..bits });
            }
        }
    }

    fn copied(&mut self, activation: usize, places: &Places, from: ExprId, hits: &[Bits]) -> Option<()> {
        let ExprKind::Load(place) = self.statics.program.expr(from).kind else {
            return Some(());
        };
        if hits.is_empty() {
            return Some(());
        }
        let way = self.statics.way_to(place);
        self.reads(activation, places, &way)?;
        for bits in hits {
            match self.statics.named(place) {
                Some((var, whole)) => {
                    let from = whole.from + bits.from;
                    self.add(self.statics.storage(activation, var), Bits { from, ..*bits });
                }
                None => self.reached(places, from, *bits),
            }
        }
        Some(())
    }

    /// What a store hits, counted from its first byte.
    fn hit(&mut self, storage: Storage<usize>, offset: u64, bits: Bits) -> Vec<Bits> {
        let start = offset.saturating_mul(8);
        let there = Bits {
            from: start.saturating_add(bits.from),
            ..bits
        };
        let mut hits = Vec::new();
        for (demanded, ()) in self.demand.overlapping(storage, there) {
            let Some(common) = demanded.common(there) else {
                continue;
            };
            hits.push(Bits {
                from: common.from - start,
                ..common
            });
            self.demand.remove(storage, demanded);
            for rest in demanded.without(there) {
                self.add(storage, rest);
            }
        }
        hits
    }

    /// Whether another outcome could have changed something that matters.
    fn could(&self, event: &Event, outcome: usize) -> bool {
        let behind = self.statics.behind(event.function, event.pc, outcome);
        let program = self.statics.program;
        let mut demanded = self.demand.iter();
        behind.decisive
            || demanded.any(|(storage, ..)| behind.may_store(program, &storage, &event.activation))
    }

    fn event(&mut self, index: usize, event: &Event) -> Option<()> {
        let (activation, function, pc) = (event.activation, event.function, event.pc);
        let kind = self.statics.kind(function, pc)?;
        match event.what {
            What::Executed | What::Result => self.stored(index, event, kind)?,
            What::Called { callee, function: of } => self.called(index, event, kind, (callee, of))?,
            What::Branched { cond, taken } => {
                let other = usize::from(taken);
                let choice = self.statics.is_choice(function, cond);
                if self.demanded(event) | (!choice && self.could(event, other)) {
                    let InstrKind::Branch { construct, .. } = kind else {
                        return None;
                    };
                    if is_statement(*construct) {
                        self.count(index, function, pc, Some(u32::from(!taken)));
                    }
                    self.focus(activation, function, pc);
                    self.reads(activation, &event.places, &[cond])?;
                }
            }
            What::Switched { target } => {
                let InstrKind::Switch { value, arms, .. } = kind else {
                    return None;
                };
                let arm = arms
                    .iter()
                    .position(|arm| arm.target == target)
                    .unwrap_or(arms.len());
                let same = |outcome: &usize| self.statics.same_outcome(function, pc, *outcome) == arm;
                let others = (0..self.statics.outcomes(function, pc)).filter(|outcome| !same(outcome));
                let could = others.into_iter().any(|outcome| self.could(event, outcome));
                if self.demanded(event) | could {
                    self.count(index, function, pc, Some(arm as u32));
                    self.focus(activation, function, pc);
                    self.reads(activation, &event.places, &[*value])?;
                }
            }
            What::Returned { caller, call } => {
                let hits = self.results.get(&(caller, call)).cloned().unwrap_or_default();
                if !hits.is_empty() {
                    self.focus(activation, function, pc);
                    if let InstrKind::Return(Some(value)) = kind {
                        let program = self.statics.program;
                        match program.types.is_scalar(program.expr(*value).ty) {
                            true => self.reads(activation, &event.places, &[*value])?,
                            false => self.copied(activation, &event.places, *value, &hits)?,
                        }
                    }
                }
            }
            What::Declared(var) => self.demand.forget(Storage::Local(activation, var)),
        }
        Some(())
    }

    /// Whether something behind a branch is decided by it.
    fn demanded(&mut self, event: &Event) -> bool {
        let before = self.conditions.len();
        self.conditions
            .retain(|(of, parents)| *of != event.activation || !parents.contains(&event.pc));
        self.conditions.len() < before
    }

    fn called(
        &mut self,
        index: usize,
        event: &Event,
        kind: &InstrKind,
        (callee, of): (usize, FunctionId),
    ) -> Option<()> {
        let (activation, function, pc) = (event.activation, event.function, event.pc);
        let result = self
            .results
            .remove(&(activation, pc))
            .is_some_and(|hits| !hits.is_empty());
        let InstrKind::Call {
            args,
            varargs,
            callee: to,
            ..
        } = kind
        else {
            return None;
        };
        let program = self.statics.program;
        let called = program.function(of);
        let given = called.params.iter().copied().zip(args.iter().copied());
        for (param, arg) in given.chain(called.varargs.zip(*varargs)) {
            let storage = Storage::Local(callee, param);
            let hits: Vec<Bits> = self
                .demand
                .overlapping(storage, EVERYTHING)
                .into_iter()
                .map(|(bits, ())| bits)
                .collect();
            if hits.is_empty() {
                continue;
            }
            self.demand.forget(storage);
            self.within.insert(callee);
            match program.types.is_scalar(program.variable(param).ty) {
                true => self.reads(activation, &event.places, &[arg])?,
                false => self.copied(activation, &event.places, arg, &hits)?,
            }
        }
        if result || self.within.contains(&callee) {
            self.count(index, function, pc, None);
            self.focus(activation, function, pc);
            if let Callee::Indirect(pointer) = to {
                self.reads(activation, &event.places, &[*pointer])?;
            }
        }
        Some(())
    }

    fn stored(&mut self, index: usize, event: &Event, kind: &InstrKind) -> Option<()> {
        let (activation, function, pc, places) = (event.activation, event.function, event.pc, &event.places);
        if let InstrKind::Builtin { op, args, .. } = kind {
            self.effect(index, event, *op, args)?;
        }
        let place = match kind {
            InstrKind::Assign { place, .. } | InstrKind::Input { place, .. } => *place,
            InstrKind::Call { dest: Some(dest), .. } | InstrKind::Builtin { dest: Some(dest), .. } => *dest,
            _ => return Some(()),
        };
        let hits = match (self.statics.named(place), places.stored) {
            (Some((var, bits)), _) => {
                let storage = self.statics.storage(activation, var);
                // Counted from the place's first byte.
                let (offset, from) = (bits.from / 8, bits.from % 8);
                self.hit(storage, offset, Bits { from, ..bits })
            }
            (None, Some((storage, offset))) => {
                let program = self.statics.program;
                let size = program.types.size_of(program.place(place).ty).unwrap_or(0);
                let whole = Bits {
                    from: 0,
                    count: size * 8,
                };
                self.hit(storage, offset, self.statics.field(place).unwrap_or(whole))
            }
            (None, None) => return (!matches!(event.what, What::Result)).then_some(()),
        };
        if hits.is_empty() {
            return Some(());
        }
        match kind {
            InstrKind::Assign { value, .. } => {
                let temporary =
                    matches!(self.statics.named(place), Some((var, _)) if self.statics.is_temporary(var));
                if !temporary {
                    self.count(index, function, pc, None);
                }
                self.focus(activation, function, pc);
                let mut read = self.statics.way_to(place);
                let program = self.statics.program;
                match program.types.is_scalar(program.place(place).ty) {
                    true => read.push(*value),
                    false => self.copied(activation, places, *value, &hits)?,
                }
                self.reads(activation, places, &read)?;
            }
            InstrKind::Call { .. } => drop(self.results.insert((activation, pc), hits)),
            InstrKind::Builtin { op, args, .. } if !is_read_from_outside(*op) => {
                self.focus(activation, function, pc);
                let mut read = self.statics.way_to(place);
                read.extend(args.iter().copied());
                self.reads(activation, places, &read)?;
            }
            _ => {}
        }
        Some(())
    }

    /// Memory is copied or set.
    fn effect(&mut self, index: usize, event: &Event, op: Builtin, args: &[ExprId]) -> Option<()> {
        let program = self.statics.program;
        match op {
            Builtin::CopyMemory | Builtin::SetMemory => {}
            Builtin::ParseFloat | Builtin::FormatInto => {
                let may = |storage: &Storage<usize>| {
                    storage
                        .variable()
                        .is_none_or(|var| program.variable(var).addressed)
                };
                let matters = self.demand.iter().any(|(storage, ..)| may(&storage));
                return (!matters).then_some(());
            }
            _ => return Some(()),
        }
        let [(to, _), (from, _), (_, size)] = event.places.arguments[..] else {
            return None;
        };
        let Some((storage, offset)) = to else {
            return Some(());
        };
        let whole = Bits {
            from: 0,
            count: u64::try_from(size).ok()?.saturating_mul(8),
        };
        let hits = self.hit(storage, offset, whole);
        if hits.is_empty() {
            return Some(());
        }
        self.count(index, event.function, event.pc, None);
        self.focus(event.activation, event.function, event.pc);
        self.reads(event.activation, &event.places, args)?;
        if let (Builtin::CopyMemory, Some((storage, offset))) = (op, from) {
            for bits in hits {
                let from = offset.saturating_mul(8).saturating_add(bits.from);
                self.add(storage, Bits { from, ..bits });
            }
        }
        Some(())
    }
}
