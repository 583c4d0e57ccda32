//! Rounds of a loop, or activations of a function, in a row; and when what lies between two of them can be left out.

use bmc::{Equation, FrameId, StepKind};
use logic::TermId;
use program::{FunctionId, Pc};

use super::values::Values;
use super::{extent, nested};
use crate::backward::{Snapshot, Snapshots};
use crate::demand::{Bits, Storage};

/// The head of a loop in one round, or one activation.
#[derive(Debug, Clone)]
pub(crate) struct Visit {
    /// In which runs it is there.
    pub reached: TermId,
    pub frame: FrameId,
    /// How many steps are before it begins.
    pub entry: usize,
    /// Of an activation: how many steps are before what comes behind it.
    pub exit: Option<usize>,
}

/// Visits, each of which begins within the one before or behind it.
#[derive(Debug, Clone)]
pub(crate) struct Chain {
    pub visits: Vec<Visit>,
}

impl Chain {
    /// Where something has to be known of demand and values.
    pub(crate) fn places(&self) -> impl Iterator<Item = usize> + '_ {
        self.visits
            .iter()
            .flat_map(|visit| [Some(visit.entry), visit.exit])
            .flatten()
    }
}

/// The rounds of a loop in its first activation, which the equation begins in.
pub(crate) fn rounds(equation: &mut Equation, function: FunctionId, head: Pc) -> Option<Vec<Chain>> {
    let around = |step: &bmc::Step| {
        let position = step.rounds.iter().position(|(of, _)| *of == head)?;
        Some((step.rounds[..position].to_vec(), step.rounds[position].1))
    };
    let own = |step: &bmc::Step| equation.frame(step.frame).function == function;
    let Some(first) = equation
        .steps
        .iter()
        .find(|step| own(step) && around(step).is_some())
    else {
        return Some(Vec::new());
    };
    let (outer, _) = around(first)?;
    let frame = first.frame;
    let mut found: Vec<(usize, Vec<TermId>)> = Vec::new();
    for (index, step) in equation.steps.iter().enumerate() {
        if step.frame != frame {
            continue;
        }
        let Some((of, round)) = around(step).filter(|(of, _)| *of == outer) else {
            continue;
        };
        drop(of);
        // Also a round without a step of its own is one.
        while found.len() <= round as usize {
            found.push((index, Vec::new()));
        }
        found[round as usize].1.push(step.guard);
    }
    let visits = found.into_iter().map(|(entry, guards)| Visit {
        reached: equation.pool.or_all(&guards),
        frame,
        entry,
        exit: None,
    });
    Some(vec![Chain {
        visits: visits.collect(),
    }])
}

/// All rows of so many activations of a function, each called from the one before; nothing if there are too many.
pub(crate) fn activations(equation: &Equation, function: FunctionId, deep: usize) -> Option<Vec<Chain>> {
    let mut found = Vec::new();
    for index in 0..equation.frames.len() {
        let frame = FrameId(index as u32);
        if equation.frame(frame).function != function {
            continue;
        }
        let row = nested(equation, frame);
        if row.len() != deep {
            continue;
        }
        let visits: Option<Vec<Visit>> = row.into_iter().map(|frame| activation(equation, frame)).collect();
        found.push(Chain { visits: visits? });
        if found.len() > budgets::focus::MAX_DEPTH_CHAINS.count() {
            return None;
        }
    }
    Some(found)
}

fn activation(equation: &Equation, frame: FrameId) -> Option<Visit> {
    let call = equation
        .steps
        .iter()
        .find(|step| matches!(step.kind, StepKind::Call { callee } if callee == frame))?;
    let (first, behind) = extent(equation, frame)?;
    Some(Visit {
        reached: call.guard,
        frame,
        entry: first.0 as usize,
        exit: Some(behind),
    })
}

/// That no two visits agree: nothing between two of them can be left out.
pub(crate) fn apart(
    equation: &mut Equation,
    chain: &Chain,
    snapshots: &Snapshots,
    values: &Values,
) -> TermId {
    let mut apart = Vec::new();
    for (index, outer) in chain.visits.iter().enumerate() {
        for inner in &chain.visits[index + 1..] {
            let mut compared = Compared {
                equation,
                values,
                outer,
                inner,
            };
            let same = compared.agree(snapshots);
            apart.push(equation.pool.not(same));
        }
    }
    equation.pool.and_all(&apart)
}

/// Two visits, the later or inner one of which is to take the place of the other.
struct Compared<'c> {
    equation: &'c mut Equation,
    values: &'c Values,
    outer: &'c Visit,
    inner: &'c Visit,
}

impl Compared<'_> {
    fn agree(&mut self, snapshots: &Snapshots) -> TermId {
        let no = self.equation.pool.bool(false);
        let (inner, outer) = (self.inner.clone(), self.outer.clone());
        let (Some(first), Some(second)) = (snapshots.get(&inner.entry), snapshots.get(&outer.entry)) else {
            return no;
        };
        // What is demanded before the later one is demanded before the earlier one, and has the same values.
        let mut all = self.contained((first, inner.entry), (second, outer.entry));
        if let (Some(behind_inner), Some(behind_outer)) = (inner.exit, outer.exit) {
            let (Some(first), Some(second)) = (snapshots.get(&behind_outer), snapshots.get(&behind_inner))
            else {
                return no;
            };
            // Behind them it is the other way round: the inner one's end becomes the outer one's.
            all.extend(self.contained((first, behind_outer), (second, behind_inner)));
            all.push(self.same_result(first, second));
        }
        self.equation.pool.and_all(&all)
    }

    /// The name that storage has if the inner visit takes the place of the outer one; nothing if it does not exist then.
    fn renamed(&self, frame: FrameId) -> Option<FrameId> {
        if self.inner.frame == self.outer.frame {
            return Some(frame);
        }
        match frame {
            _ if frame == self.inner.frame => Some(self.outer.frame),
            // Activations are numbered as they begin.
            _ if frame >= self.outer.frame => None,
            _ => Some(frame),
        }
    }

    /// That what is demanded at one place is demanded at another, too, with the same values.
    fn contained(
        &mut self,
        (less, here): (&Snapshot, usize),
        (more, there): (&Snapshot, usize),
    ) -> Vec<TermId> {
        let mut all = Vec::new();
        for (storage, bits, when) in less.demand.iter() {
            let other = match storage {
                Storage::Local(frame, var) => match self.renamed(frame) {
                    Some(frame) => Storage::Local(frame, var),
                    None => continue,
                },
                other => other,
            };
            let also = self.demanded(more, other, bits);
            let same = self
                .values
                .same(self.equation, (here, storage), (there, other), bits);
            let both = self.equation.pool.and(also, same);
            let implied = self.equation.pool.implies(when, both);
            all.push(implied);
        }
        for when in &less.open {
            let not = self.equation.pool.not(*when);
            all.push(not);
        }
        for ((frame, parents), when) in &less.control {
            let Some(frame) = self.renamed(*frame) else {
                continue;
            };
            let also = more.control.get(&(frame, parents.clone())).copied();
            let also = also.unwrap_or_else(|| self.equation.pool.bool(false));
            let implied = self.equation.pool.implies(*when, also);
            all.push(implied);
        }
        all
    }

    /// In which runs these bits are demanded, all of them.
    fn demanded(&mut self, snapshot: &Snapshot, storage: Storage<FrameId>, bits: Bits) -> TermId {
        let known = snapshot.demand.overlapping(storage, bits);
        let covers = |range: &Bits| range.from <= bits.from && range.end() >= bits.end();
        let whole: Vec<TermId> = known
            .iter()
            .filter(|(range, _)| covers(range))
            .map(|(_, when)| *when)
            .collect();
        let whole = self.equation.pool.or_all(&whole);
        let mut left = vec![bits];
        let mut parts = Vec::new();
        for (range, when) in known.iter().filter(|(range, _)| !covers(range)) {
            left = left.into_iter().flat_map(|rest| rest.without(*range)).collect();
            parts.push(*when);
        }
        if !left.is_empty() {
            return whole;
        }
        let parts = self.equation.pool.and_all(&parts);
        self.equation.pool.or(whole, parts)
    }

    /// That the outer one's result is demanded only if the inner one's is, and is the same.
    fn same_result(&mut self, outer: &Snapshot, inner: &Snapshot) -> TermId {
        let of = |equation: &Equation, frame: FrameId, snapshot: &Snapshot| {
            let caller = equation.frame(frame).caller;
            caller
                .and_then(|caller| snapshot.results.get(&caller).cloned())
                .unwrap_or_default()
        };
        let less = of(self.equation, self.outer.frame, outer);
        let more = of(self.equation, self.inner.frame, inner);
        let same = self
            .values
            .same_result(self.equation, self.outer.frame, self.inner.frame);
        let mut all = Vec::new();
        for (bits, when) in less {
            let covering = more
                .iter()
                .filter(|(other, _)| other.from <= bits.from && other.end() >= bits.end());
            let also: Vec<TermId> = covering.map(|(_, when)| *when).collect();
            let also = self.equation.pool.or_all(&also);
            let both = self.equation.pool.and(also, same);
            let implied = self.equation.pool.implies(when, both);
            all.push(implied);
        }
        self.equation.pool.and_all(&all)
    }
}
