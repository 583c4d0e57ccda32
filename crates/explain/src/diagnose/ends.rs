//! Code that is missing: what a function leaves behind.
//!
//! Where a statement was forgotten there is no expression to suspend. What it would have done is still seen when its function
//! returns: something that outlives the call has another value than it should have. So for each function and each member
//! that one of its parameters points at, and each variable of the program, the question is whether another value *at the
//! function's end* repairs every failing run. That is asked only where nothing else is found, and only by trying: a
//! repair has been executed, but that there is none is not said.
//!
//! The region is the function: the least that is known to be able to repair the runs if something is put in or replaced.

use interp::Interpreter;
use program::{
    ExprKind, FunctionId, InstrKind, Lifetime, Pc, PlaceBase, PlaceId, Program, Projection, VarId,
};
use source::{LocId, Location, SourceMap, Span};

use super::choice::tryable;
use super::instrument::{Instrumenter, instr};
use super::run::Run;
use super::suspects::{Site, Suspect, SuspectKind};
use super::trial::{Effort, Number, Trial, Tried, numbers_in};
use super::walk::homes;

/// So much is tried for one of them in one run, and in all.
const EFFORT: Effort = Effort {
    runs: 200,
    steps: 600_000,
};
const MOST_STEPS: u64 = 40_000_000;
const MOST_ENDS: usize = 400;
/// So many are told.
const MOST_TOLD: usize = 3;

/// Something that outlives a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Lasting {
    pub var: VarId,
    /// Whether the variable points at it.
    pub behind: bool,
    pub member: Option<u32>,
}

/// Whatever repairs every failing run with other values when a function returns.
pub(super) fn missing_code(
    program: &Program,
    sources: &mut SourceMap,
    failing: &[Run],
    ignore_space: bool,
    stop: &bmc::Stop,
) -> Vec<Suspect> {
    let all = ends(program, sources);
    if all.is_empty() {
        return Vec::new();
    }
    let prepared = tryable(program, sources, &homes(program), &all, false);
    let interpreter = Interpreter::new(&prepared.program, Some(sources));
    let mut left: Vec<usize> = (0..all.len()).collect();
    let mut order: Vec<&Run> = failing.iter().collect();
    order.sort_by_key(|run| run.steps);
    let mut spent = 0;
    for run in order {
        let trial = Trial {
            interpreter: &interpreter,
            pointers: &prepared.choices,
            run,
            counted: (run.assertions > 0).then_some(program),
            recorded: run.known_inputs(),
            ignore_space,
            stop,
            spent: std::cell::Cell::new(0),
        };
        let mut numbers = vec![Number::Add(1), Number::Add(-1), Number::Is(0), Number::Is(1)];
        numbers.extend(numbers_in(run.test.expected.as_deref().unwrap_or_default(), 6));
        left.retain(|id| {
            let open = spent + trial.spent.get() < MOST_STEPS && !stop();
            open && matches!(trial.single(*id, &numbers, EFFORT), Tried::Repairs(_))
        });
        spent += trial.spent.get();
        if left.is_empty() {
            break;
        }
    }
    left.truncate(MOST_TOLD);
    left.into_iter().map(|id| all[id].clone()).collect()
}

/// What each of the user's functions leaves behind.
fn ends(program: &Program, sources: &mut SourceMap) -> Vec<Suspect> {
    let types = &program.types;
    let number_or_pointer = |ty| types.is_scalar(ty) && types.float_format(ty).is_none();
    let members = |ty| -> Vec<(u32, String)> {
        let Some(record) = types.record_of(ty) else {
            return Vec::new();
        };
        let fields = types.record(record).fields.iter().enumerate();
        fields
            .filter(|(_, field)| number_or_pointer(field.ty) && field.bits.is_none())
            .filter_map(|(index, field)| Some((index as u32, field.name.clone()?)))
            .collect()
    };
    let mut found = Vec::new();
    for (index, function) in program.functions.iter().enumerate() {
        let id = FunctionId(index as u32);
        if function.embedded || id == program.entry || function.name == "main" {
            continue;
        }
        let returns: Vec<Pc> = (0u32..)
            .zip(&function.body)
            .filter(|(_, instr)| matches!(instr.kind, InstrKind::Return(_)))
            .map(|(at, _)| Pc(at))
            .collect();
        let Some(loc) = closing(sources, &function.body) else {
            continue;
        };
        let mut add = |lasting: Lasting, text: String| {
            let site = |pc: &Pc| Site::End {
                function: id,
                pc: *pc,
                lasting,
            };
            found.push(Suspect {
                kind: SuspectKind::Region,
                loc,
                function: id,
                text,
                sites: returns.iter().map(site).collect(),
                constant: false,
                argument: None,
            });
        };
        for &var in &function.params {
            let variable = program.variable(var);
            for (member, name) in types.pointee(variable.ty).map(members).unwrap_or_default() {
                let lasting = Lasting {
                    var,
                    behind: true,
                    member: Some(member),
                };
                add(lasting, format!("{}->{name}", variable.name));
            }
        }
        for (at, variable) in program.variables.iter().enumerate() {
            let own = variable.loc != LocId::NONE && !sources.is_embedded(variable.loc);
            if variable.lifetime != Lifetime::Static || variable.read_only || !own {
                continue;
            }
            let lasting = Lasting {
                var: VarId(at as u32),
                behind: false,
                member: None,
            };
            if number_or_pointer(variable.ty) {
                add(lasting, variable.name.clone());
            }
            for (member, name) in members(variable.ty) {
                let member = Some(member);
                add(Lasting { member, ..lasting }, format!("{}.{name}", variable.name));
            }
        }
    }
    found.truncate(MOST_ENDS);
    found
}

/// The brace that ends a function: the first behind its last instruction.
fn closing(sources: &mut SourceMap, body: &[program::Instr]) -> Option<LocId> {
    let spans = body.iter().filter(|instr| instr.loc != LocId::NONE);
    let last = spans
        .map(|instr| sources.location(instr.loc).used)
        .max_by_key(|span| span.hi)?;
    let text = &sources.file(last.file).text;
    let from = (last.hi as usize).checked_sub(1)?;
    let at = from + text.get(from..)?.windows(2).position(|pair| pair == b"\n}")? + 1;
    let used = Span::new(last.file, at as u32, at as u32 + 1);
    Some(sources.intern(Location { used, spelled: None }))
}

impl Lasting {
    /// Its type.
    pub(super) fn ty(&self, program: &Program) -> ctype::TypeId {
        let types = &program.types;
        let mut ty = program.variable(self.var).ty;
        if self.behind {
            ty = types.pointee(ty).unwrap_or(ty);
        }
        match (self.member, types.record_of(ty)) {
            (Some(member), Some(record)) => types.record(record).fields[member as usize].ty,
            _ => ty,
        }
    }
}

impl Instrumenter<'_> {
    fn lasting_place(&mut self, lasting: Lasting) -> PlaceId {
        let ty = lasting.ty(self.original());
        let base = match lasting.behind {
            true => PlaceBase::Deref(self.load(lasting.var)),
            false => PlaceBase::Var(lasting.var),
        };
        self.place(
            base,
            lasting.member.map(Projection::Field).into_iter().collect(),
            ty,
        )
    }

    /// Another value when a function returns. Only for trials.
    pub(super) fn suspend_end(
        &mut self,
        number: usize,
        site: usize,
        function: FunctionId,
        pc: Pc,
        lasting: Lasting,
        flag: VarId,
    ) {
        let ty = lasting.ty(self.original());
        let place = self.lasting_place(lasting);
        let old = self.expr(ExprKind::Load(place), ty, LocId::NONE);
        let (var, fragment) = if self.program.types.is_pointer(ty) {
            self.free_pointer(number, site, function, ty, flag, old)
        } else {
            self.chosen_value(number, site, function, ty, flag, old)
        };
        let place = self.lasting_place(lasting);
        let value = self.load(var);
        let assigned = self.only_if(flag, vec![instr(InstrKind::Assign { place, value })]);
        self.edit(function, pc.0).before.extend([fragment, assigned]);
    }
}
