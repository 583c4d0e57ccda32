//! What demanded storage holds at places of an equation, as terms.
//!
//! The steps stand in the order in which every run takes those that it takes, so one walk over them is enough: a store
//! changes what is held in the runs in which it happens. What was never stored is a symbol that stands for any value,
//! the same until a store comes; so is what is stored as a part of something, of which nothing else is known.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use bmc::{Equation, FrameId, Step, StepId, StepKind, Target, Value};
use logic::{Sort, TermId};
use program::InstrKind;

use super::pairs::Chain;
use crate::backward::{Snapshots, constant, storage};
use crate::demand::{Bits, Storage};
use crate::statics::Statics;

type Cell = (Storage<FrameId>, Bits);

pub(crate) struct Values {
    /// By place: what the cells hold there.
    at: BTreeMap<usize, BTreeMap<Cell, TermId>>,
    results: HashMap<FrameId, TermId>,
}

/// What a step stores: where, whether it is all of it, and what.
struct Stored {
    cell: Cell,
    when: TermId,
    value: Option<TermId>,
    /// Every byte of the storage may be meant.
    anywhere: bool,
}

impl Values {
    pub(crate) fn new(
        statics: &Statics<'_>,
        equation: &mut Equation,
        snapshots: &Snapshots,
        chains: &[Chain],
    ) -> Values {
        let frames: BTreeSet<FrameId> = chains
            .iter()
            .flat_map(|chain| &chain.visits)
            .map(|visit| visit.frame)
            .collect();
        let mut cells: BTreeSet<Cell> = BTreeSet::new();
        for (storage, bits, _) in snapshots.values().flat_map(|snapshot| snapshot.demand.iter()) {
            cells.insert((storage, bits));
            if let Storage::Local(frame, var) = storage
                && frames.contains(&frame)
            {
                cells.extend(frames.iter().map(|frame| (Storage::Local(*frame, var), bits)));
            }
        }
        let mut stores: Vec<Vec<Stored>> = Vec::with_capacity(equation.steps.len());
        for index in 0..equation.steps.len() {
            let step = equation.steps[index].clone();
            let stored = stored(statics, equation, StepId(index as u32), &step);
            stores.push(stored);
        }
        let mut now: BTreeMap<Cell, TermId> = BTreeMap::new();
        for cell in cells {
            let sort = sort_of(equation, &stores, cell);
            let (_, any) = equation.pool.fresh("held", sort);
            now.insert(cell, any);
        }
        let mut found = Values {
            at: BTreeMap::new(),
            results: results(equation),
        };
        for index in 0..=stores.len() {
            if snapshots.contains_key(&index) {
                found.at.insert(index, now.clone());
            }
            for stored in stores.get(index).into_iter().flatten() {
                hold(equation, &mut now, stored);
            }
        }
        found
    }

    /// That bits are the same at two places.
    pub(crate) fn same(
        &self,
        equation: &mut Equation,
        (here, storage): (usize, Storage<FrameId>),
        (there, other): (usize, Storage<FrameId>),
        bits: Bits,
    ) -> TermId {
        let value = |place: usize, cell: Cell| self.at.get(&place).and_then(|held| held.get(&cell)).copied();
        match (value(here, (storage, bits)), value(there, (other, bits))) {
            (Some(a), Some(b)) if equation.pool.sort(a) == equation.pool.sort(b) => equation.pool.eq(a, b),
            _ => equation.pool.bool(false),
        }
    }

    /// That two activations give the same result.
    pub(crate) fn same_result(&self, equation: &mut Equation, one: FrameId, other: FrameId) -> TermId {
        match (self.results.get(&one), self.results.get(&other)) {
            (Some(a), Some(b)) if equation.pool.sort(*a) == equation.pool.sort(*b) => {
                equation.pool.eq(*a, *b)
            }
            _ => equation.pool.bool(false),
        }
    }
}

fn hold(equation: &mut Equation, now: &mut BTreeMap<Cell, TermId>, stored: &Stored) {
    let (of, bits) = stored.cell;
    for (cell, held) in now.iter_mut() {
        if cell.0 != of || !(stored.anywhere || cell.1.common(bits).is_some()) {
            continue;
        }
        let sort = equation.pool.sort(*held);
        let fits = !stored.anywhere && cell.1 == bits;
        let value = stored
            .value
            .filter(|value| fits && equation.pool.sort(*value) == sort);
        let value = match value {
            Some(value) => value,
            None => equation.pool.fresh("held", sort).1,
        };
        *held = equation.pool.ite(stored.when, value, *held);
    }
}

/// The sort of what is stored to a cell as a whole.
fn sort_of(equation: &Equation, stores: &[Vec<Stored>], cell: Cell) -> Sort {
    let mut whole = stores
        .iter()
        .flatten()
        .filter(|stored| stored.cell == cell && !stored.anywhere);
    let sort = whole.find_map(|stored| stored.value.map(|value| equation.pool.sort(value)));
    sort.unwrap_or(Sort::Bool)
}

fn number(value: Value) -> Option<TermId> {
    match value {
        Value::Bits(term) | Value::Float(term) => Some(term),
        Value::Pointer { .. } => None,
    }
}

fn stored(statics: &Statics<'_>, equation: &mut Equation, id: StepId, step: &Step) -> Vec<Stored> {
    let function = equation.frame(step.frame).function;
    let kind = statics.kind(function, step.pc);
    match &step.kind {
        StepKind::Assign { targets, value, .. } => {
            let place = match kind {
                Some(InstrKind::Assign { place, .. } | InstrKind::Input { place, .. }) => Some(*place),
                Some(InstrKind::Call { dest, .. } | InstrKind::Builtin { dest, .. }) => *dest,
                _ => None,
            };
            let field = place.is_some_and(|place| statics.field(place).is_some());
            let value = number(*value).filter(|_| !field);
            to(equation, step, targets, value)
        }
        StepKind::Copy { targets, .. } | StepKind::Effect { targets } | StepKind::Part { targets, .. } => {
            to(equation, step, targets, None)
        }
        StepKind::Input { value, ty, .. } => {
            let size = statics.program.types.size_of(*ty).unwrap_or(0) * 8;
            let cell = match (equation.unwritten.get(&id), kind) {
                (Some(&(object, offset)), _) => storage(equation, object).map(|of| {
                    let from = offset * 8;
                    (of, Bits { from, count: size })
                }),
                (None, Some(InstrKind::Input { place, .. })) => statics
                    .named(*place)
                    .map(|(var, bits)| (statics.storage(step.frame, var), bits)),
                _ => None,
            };
            let one = cell.map(|cell| Stored {
                cell,
                when: step.guard,
                value: number(*value),
                anywhere: false,
            });
            one.into_iter().collect()
        }
        StepKind::Declare { var } => {
            let everything = Bits {
                from: 0,
                count: u64::MAX,
            };
            vec![Stored {
                cell: (Storage::Local(step.frame, *var), everything),
                when: step.guard,
                value: None,
                anywhere: true,
            }]
        }
        _ => Vec::new(),
    }
}

fn to(equation: &mut Equation, step: &Step, targets: &[Target], value: Option<TermId>) -> Vec<Stored> {
    let mut found = Vec::new();
    for target in targets {
        let Some(of) = storage(equation, target.object) else {
            continue;
        };
        let when = equation.pool.and(step.guard, target.chosen);
        let count = target.size * 8;
        let known = constant(equation, target.offset).filter(|_| target.size > 0);
        let from = known.map_or(0, |offset| offset.saturating_mul(8));
        found.push(Stored {
            cell: (of, Bits { from, count }),
            when,
            value,
            anywhere: known.is_none(),
        });
    }
    found
}

/// What each activation gives back.
fn results(equation: &mut Equation) -> HashMap<FrameId, TermId> {
    let mut found: HashMap<FrameId, TermId> = HashMap::new();
    for index in 0..equation.steps.len() {
        let step = equation.steps[index].clone();
        if let StepKind::Return {
            value: Some(value), ..
        } = step.kind
            && let Some(value) = number(value)
        {
            let known = found.get(&step.frame).copied();
            let same = known.filter(|known| equation.pool.sort(*known) == equation.pool.sort(value));
            let term = same.map_or(value, |known| equation.pool.ite(step.guard, value, known));
            found.insert(step.frame, term);
        }
    }
    found
}
