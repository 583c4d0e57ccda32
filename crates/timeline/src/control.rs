//! Which decision lets an instruction run.
//!
//! An instruction depends on a decision if one way out of the decision always comes to it and another need not: it lies
//! between the decision and the place where all ways meet again, the decision's immediate post-dominator (Ferrante,
//! Ottenstein and Warren, 1987). In a run that is a stack for each activation: a decision opens a region, which ends
//! where the ways meet (Xin and Zhang, 2007). Rounds of a loop nest, each round depending on the test that let it
//! begin; at the loop's end all of them close at once.
//!
//! Post-dominators are computed for each function when it is first needed, with the algorithm of Cooper, Harvey and
//! Kennedy.

use std::collections::HashMap;

use program::{FunctionId, InstrKind, Pc, Program};

/// Of one function.
#[derive(Debug)]
pub struct Controls {
    /// By instruction: where all ways from it meet again; nothing if that is the function's end.
    meets: Vec<Option<Pc>>,
    /// By instruction: the decisions that it depends on, each with the way that leads to it.
    decided_by: Vec<Vec<(Pc, Pc)>>,
}

impl Controls {
    #[must_use]
    pub fn of(program: &Program, function: FunctionId) -> Controls {
        let body = &program.function(function).body;
        let count = body.len();
        // One more for the end of the function.
        let exit = count;
        let successors: Vec<Vec<usize>> = (0..count).map(|pc| ways(&body[pc].kind, pc, exit)).collect();
        let meets = post_dominators(&successors, exit);
        let mut decided_by = vec![Vec::new(); count];
        for (pc, next) in successors.iter().enumerate() {
            if next.len() < 2 {
                continue;
            }
            for &way in next {
                let mut at = way;
                let mut steps = 0;
                while at != exit && Some(at) != meets[pc] && steps <= count {
                    decided_by[at].push((Pc(pc as u32), Pc(way as u32)));
                    match meets[at] {
                        Some(up) => at = up,
                        None => break,
                    }
                    steps += 1;
                }
            }
        }
        for decisions in &mut decided_by {
            decisions.sort_unstable();
            decisions.dedup();
        }
        let meets = meets
            .into_iter()
            .take(count)
            .map(|at| at.filter(|at| *at != exit).map(|at| Pc(at as u32)));
        Controls {
            meets: meets.collect(),
            decided_by,
        }
    }

    #[must_use]
    pub fn meets(&self, pc: Pc) -> Option<Pc> {
        self.meets.get(pc.index()).copied().flatten()
    }

    /// The decisions on which an instruction depends, each with the way that leads to it.
    #[must_use]
    pub fn decided_by(&self, pc: Pc) -> &[(Pc, Pc)] {
        self.decided_by.get(pc.index()).map_or(&[], Vec::as_slice)
    }
}

fn ways(kind: &InstrKind, pc: usize, exit: usize) -> Vec<usize> {
    let mut ways: Vec<usize> = kind.targets().map(Pc::index).collect();
    if ways.is_empty() {
        ways.push(if kind.ends_block() {
            exit
        } else {
            (pc + 1).min(exit)
        });
    }
    ways.sort_unstable();
    ways.dedup();
    ways
}

/// The immediate post-dominator of each instruction; nothing where no way leads to the end.
fn post_dominators(successors: &[Vec<usize>], exit: usize) -> Vec<Option<usize>> {
    let mut predecessors = vec![Vec::new(); exit + 1];
    for (pc, next) in successors.iter().enumerate() {
        for &way in next {
            predecessors[way].push(pc);
        }
    }
    // The order in which a walk backwards from the end leaves the instructions.
    let mut number = vec![usize::MAX; exit + 1];
    let mut order = Vec::new();
    let mut seen = vec![false; exit + 1];
    let mut stack = vec![(exit, 0)];
    seen[exit] = true;
    while let Some((at, next)) = stack.pop() {
        match predecessors[at].get(next) {
            Some(&before) => {
                stack.push((at, next + 1));
                if !std::mem::replace(&mut seen[before], true) {
                    stack.push((before, 0));
                }
            }
            None => {
                number[at] = order.len();
                order.push(at);
            }
        }
    }
    let mut meets: Vec<Option<usize>> = vec![None; exit + 1];
    meets[exit] = Some(exit);
    let mut changed = true;
    while changed {
        changed = false;
        for &at in order.iter().rev() {
            if at == exit {
                continue;
            }
            let known = successors[at].iter().copied().filter(|way| meets[*way].is_some());
            let new = known.reduce(|a, b| common(&meets, &number, a, b));
            if new.is_some() && meets[at] != new {
                meets[at] = new;
                changed = true;
            }
        }
    }
    meets
}

fn common(meets: &[Option<usize>], number: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        while number[a] < number[b] {
            a = meets[a].unwrap_or(b);
        }
        while number[b] < number[a] {
            b = meets[b].unwrap_or(a);
        }
    }
    a
}

/// Of all functions, as far as they are needed.
#[derive(Debug)]
pub(crate) struct AllControls<'p> {
    program: &'p Program,
    known: HashMap<FunctionId, Controls>,
}

impl<'p> AllControls<'p> {
    pub(crate) fn new(program: &'p Program) -> AllControls<'p> {
        AllControls {
            program,
            known: HashMap::new(),
        }
    }

    pub(crate) fn of(&mut self, function: FunctionId) -> &Controls {
        let program = self.program;
        self.known
            .entry(function)
            .or_insert_with(|| Controls::of(program, function))
    }
}
