//! The focus statements of one executed run, from what the interpreter tells: what the encoding says is compared with it.
//!
//! This is definition 1 as the paper has it, on a list of events and with sets; it shares with the encoding only what is known
//! of the program without executing it.

use std::collections::BTreeSet;

use interp::{At, Observer, Passed};
use program::{ClaimId, Construct, ExprId, FunctionId, InstrKind, Lifetime, Pc, Program, VarId};
use source::SourceMap;

use crate::Statement;
use crate::backward::{is_statement, is_written};
use crate::statics::{Cell, Statics};

#[derive(Debug, Clone, Copy)]
enum What {
    Stored,
    Branched { cond: ExprId, taken: bool },
    Switched { target: Pc },
    Called { callee: usize, function: FunctionId },
    Returned { caller: usize, call: Pc, written: bool },
    Declared(VarId),
}

#[derive(Debug, Clone, Copy)]
struct Event {
    activation: usize,
    function: FunctionId,
    pc: Pc,
    what: What,
}

/// Writes down what a run does.
pub(crate) struct Recorder<'p> {
    program: &'p Program,
    sources: &'p SourceMap,
    events: Vec<Event>,
    /// Of each activation on the stack: its number, its function, and where it goes on.
    stack: Vec<(usize, FunctionId, Pc)>,
    activations: usize,
}

impl<'p> Recorder<'p> {
    pub(crate) fn new(program: &'p Program, sources: &'p SourceMap) -> Recorder<'p> {
        Recorder {
            program,
            sources,
            events: Vec::new(),
            stack: vec![(0, program.entry, Pc(0))],
            activations: 1,
        }
    }

    fn add(&mut self, at: At, next: Pc, what: What) {
        if let Some(top) = self.stack.last_mut() {
            top.2 = next;
            let activation = top.0;
            self.events.push(Event {
                activation,
                function: at.function,
                pc: at.pc,
                what,
            });
        }
    }

    /// The return that an activation comes to from here: nothing on the way decides anything.
    fn way_out(&self, function: FunctionId, from: Pc) -> Option<Pc> {
        let body = &self.program.function(function).body;
        let mut at = from;
        for _ in 0..=body.len() {
            match body.get(at.index())?.kind {
                InstrKind::Return(_) => return Some(at),
                InstrKind::Jump(to) => at = to,
                _ => at = Pc(at.0 + 1),
            }
        }
        None
    }
}

impl Observer for Recorder<'_> {
    fn assigned(&mut self, at: At, _: &interp::Assignment) {
        self.add(at, Pc(at.pc.0 + 1), What::Stored);
    }

    fn branched(&mut self, at: At, _: Construct, cond: ExprId, taken: bool) {
        let own = &self.program.function(at.function).body[at.pc.index()].kind;
        let InstrKind::Branch {
            cond: whole,
            then,
            otherwise,
            ..
        } = own
        else {
            return;
        };
        if *whole == cond {
            self.add(
                at,
                if taken { *then } else { *otherwise },
                What::Branched { cond, taken },
            );
        }
    }

    fn switched(&mut self, at: At, _: &str, target: Pc) {
        self.add(at, target, What::Switched { target });
    }

    fn called(&mut self, at: At, function: FunctionId, _: &[Passed]) {
        let callee = self.activations;
        self.activations += 1;
        self.add(at, Pc(at.pc.0 + 1), What::Called { callee, function });
        self.stack.push((callee, function, Pc(0)));
    }

    fn returned(&mut self, at: At, from: FunctionId, _: Option<&Passed>) {
        let Some((activation, _, next)) = self.stack.pop() else {
            return;
        };
        let Some(pc) = self.way_out(from, next) else {
            return;
        };
        let caller = self.stack.last().map_or(0, |top| top.0);
        let loc = self.program.function(from).body[pc.index()].loc;
        let written = is_written(self.sources, loc);
        let what = What::Returned {
            caller,
            call: at.pc,
            written,
        };
        self.events.push(Event {
            activation,
            function: from,
            pc,
            what,
        });
    }

    fn declared(&mut self, at: At, var: VarId) {
        self.add(at, Pc(at.pc.0 + 1), What::Declared(var));
    }
}

struct Slice<'s, 'p> {
    statics: &'s Statics<'p>,
    variables: BTreeSet<(Option<usize>, Cell)>,
    conditions: BTreeSet<(usize, Vec<Pc>)>,
    /// Activations with a focus statement.
    within: BTreeSet<usize>,
    results: BTreeSet<(usize, Pc)>,
    /// From the last to the first, with the event: returns are only known later.
    found: BTreeSet<(usize, Statement)>,
}

/// The focus statements of a run that fails at a claim; nothing if something matters that has no name.
pub(crate) fn slice(
    statics: &Statics<'_>,
    run: &Recorder<'_>,
    claim: ClaimId,
    at: (FunctionId, Pc),
) -> Option<Vec<Statement>> {
    let mut slice = Slice {
        statics,
        variables: BTreeSet::new(),
        conditions: BTreeSet::new(),
        within: BTreeSet::new(),
        results: BTreeSet::new(),
        found: BTreeSet::new(),
    };
    let claim = statics.program.claim(claim);
    let activation = run.stack.last()?.0;

    slice.found.insert((
        run.events.len(),
        Statement {
            function: at.0,
            pc: at.1,
            outcome: None,
        },
    ));
    slice.focus(activation, at.0, at.1);
    slice.reads(activation, &[claim.cond])?;
    for (index, event) in run.events.iter().enumerate().rev() {
        slice.event(index, event)?;
    }
    // A return is one if its activation has a focus statement.
    for (index, event) in run.events.iter().enumerate() {
        if let What::Returned { written: true, .. } = event.what
            && slice.within.contains(&event.activation)
            && !statics.program.function(event.function).embedded
        {
            let statement = Statement {
                function: event.function,
                pc: event.pc,
                outcome: None,
            };
            slice.found.insert((index, statement));
        }
    }
    let entry = statics.program.entry;
    let found = slice.found.into_iter().map(|(_, statement)| statement);
    Some(found.filter(|statement| statement.function != entry).collect())
}

impl Slice<'_, '_> {
    fn focus(&mut self, activation: usize, function: FunctionId, pc: Pc) {
        self.within.insert(activation);
        let parents = self.statics.parents(function, pc);
        if !parents.is_empty() {
            self.conditions.insert((activation, parents));
        }
    }

    fn reads(&mut self, activation: usize, exprs: &[ExprId]) -> Option<()> {
        let (cells, strange) = self.statics.reads(exprs);
        for cell in cells {
            self.variables.insert((self.owner(activation, cell.var), cell));
        }
        strange.is_none().then_some(())
    }

    fn owner(&self, activation: usize, var: VarId) -> Option<usize> {
        let is_static = self.statics.program.variable(var).lifetime == Lifetime::Static;
        (!is_static).then_some(activation)
    }

    /// Whether another outcome could have changed something that matters.
    fn could(&self, event: &Event, outcome: usize) -> bool {
        let behind = self.statics.behind(event.function, event.pc, outcome);
        let program = self.statics.program;
        let mut variables = self.variables.iter();
        behind.decisive
            || variables
                .any(|(owner, cell)| behind.may_store(program, cell.var, *owner == Some(event.activation)))
    }

    fn event(&mut self, index: usize, event: &Event) -> Option<()> {
        let (activation, function, pc) = (event.activation, event.function, event.pc);
        let kind = self.statics.kind(function, pc)?;
        let embedded = self.statics.program.function(function).embedded;
        let statement = Statement {
            function,
            pc,
            outcome: None,
        };
        match event.what {
            What::Stored => self.stored(index, event, kind, embedded)?,
            What::Called { callee, function: of } => {
                self.called((index, statement), event, kind, (callee, of))?
            }
            _ if embedded => {}
            What::Branched { cond, taken } => {
                let other = usize::from(taken);
                let choice = self.statics.is_choice(function, cond);
                if self.demanded(event) | (!choice && self.could(event, other)) {
                    let InstrKind::Branch { construct, .. } = kind else {
                        return None;
                    };
                    if is_statement(*construct) {
                        let outcome = Some(u32::from(!taken));
                        self.found.insert((index, Statement { outcome, ..statement }));
                    }
                    self.focus(activation, function, pc);
                    self.reads(activation, &[cond])?;
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
                let others = (0..self.statics.outcomes(function, pc)).filter(|outcome| *outcome != arm);
                let could = others.into_iter().any(|outcome| self.could(event, outcome));
                if self.demanded(event) | could {
                    let outcome = Some(arm as u32);
                    self.found.insert((index, Statement { outcome, ..statement }));
                    self.focus(activation, function, pc);
                    self.reads(activation, &[*value])?;
                }
            }
            What::Returned { caller, call, .. } => {
                if self.results.contains(&(caller, call)) {
                    self.focus(activation, function, pc);
                    if let InstrKind::Return(Some(value)) = kind {
                        self.reads(activation, &[*value])?;
                    }
                }
            }
            What::Declared(var) => {
                self.variables
                    .retain(|(owner, cell)| *owner != Some(activation) || cell.var != var);
            }
        }
        Some(())
    }

    /// A call: what its callee needed of the parameters is needed of the arguments.
    fn called(
        &mut self,
        (index, statement): (usize, Statement),
        event: &Event,
        kind: &InstrKind,
        (callee, of): (usize, FunctionId),
    ) -> Option<()> {
        let (activation, function, pc) = (event.activation, event.function, event.pc);
        let embedded = self.statics.program.function(function).embedded;
        let result = self.results.remove(&(activation, pc));
        let InstrKind::Call { args, .. } = kind else {
            return None;
        };
        for (param, arg) in self.statics.program.function(of).params.iter().zip(args) {
            let demanded =
                |(owner, cell): &(Option<usize>, Cell)| *owner == Some(callee) && cell.var == *param;
            if self.variables.iter().any(demanded) {
                self.variables.retain(|key| !demanded(key));
                self.within.insert(callee);
                self.reads(activation, &[*arg])?;
            }
        }
        if result && self.statics.program.function(of).embedded {
            self.reads(activation, args)?;
        }
        if !embedded && (result || self.within.contains(&callee)) {
            self.found.insert((index, statement));
            self.focus(activation, function, pc);
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

    fn stored(&mut self, index: usize, event: &Event, kind: &InstrKind, embedded: bool) -> Option<()> {
        let (activation, function, pc) = (event.activation, event.function, event.pc);
        let place = match kind {
            InstrKind::Assign { place, .. } | InstrKind::Input { place, .. } => *place,
            InstrKind::Call { dest: Some(dest), .. } | InstrKind::Builtin { dest: Some(dest), .. } => *dest,
            _ => return None,
        };
        let Some(cell) = self.statics.cell(place) else {
            // It may be anything whose address is taken.
            let program = self.statics.program;
            let addressed = self
                .variables
                .iter()
                .any(|(_, cell)| program.variable(cell.var).addressed);
            return (!addressed).then_some(());
        };
        if !self.variables.remove(&(self.owner(activation, cell.var), cell)) {
            return Some(());
        }
        match kind {
            InstrKind::Input { .. } => {}
            _ if embedded => return None,
            InstrKind::Assign { value, .. } => {
                if !self.statics.is_temporary(cell.var) {
                    self.found.insert((
                        index,
                        Statement {
                            function,
                            pc,
                            outcome: None,
                        },
                    ));
                }
                self.focus(activation, function, pc);
                self.reads(activation, &[*value])?;
            }
            InstrKind::Call { .. } => drop(self.results.insert((activation, pc))),
            _ => return None,
        }
        Some(())
    }
}
