//! Clauses against gates: once the inputs have values, unit propagation must give every gate its value.

use logic::{Op, RoundingMode, Sort};
use sat::{Lit, Var};

use super::{Case, Random};
use crate::encoder::{Encoder, Options};
use crate::gates::{Edge, Gate, NodeId};
use crate::sink::ClauseSink;

#[derive(Default)]
struct Clauses {
    variables: u32,
    clauses: Vec<Vec<Lit>>,
}

impl ClauseSink for Clauses {
    fn new_var(&mut self) -> Var {
        self.variables += 1;
        Var::from_index(self.variables as usize - 1)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.clauses.push(clause.to_vec());
    }
}

/// The values that follow; panics if a clause becomes false.
fn propagate(clauses: &Clauses, values: &mut [Option<bool>]) {
    let mut changed = true;
    while changed {
        changed = false;
        for clause in &clauses.clauses {
            let value = |lit: &Lit| values[lit.var().index()].map(|value| value == lit.is_positive());
            if clause.iter().any(|lit| value(lit) == Some(true)) {
                continue;
            }
            let open: Vec<&Lit> = clause.iter().filter(|lit| value(lit).is_none()).collect();
            match open.as_slice() {
                [] => panic!("the clause {clause:?} is false"),
                [unit] => {
                    values[unit.var().index()] = Some(unit.is_positive());
                    changed = true;
                }
                _ => {}
            }
        }
    }
}

fn check(case: &Case, seed: u64) {
    let mut encoder = Encoder::new(Options::default());
    let mut clauses = Clauses::default();
    encoder.bits(&case.pool, case.term, &mut clauses);
    let mut random = Random(seed);
    for _ in 0..4 {
        let seed = random.next();
        let input = |node: NodeId| Random(seed ^ node.index() as u64).next();
        let simulated = encoder.gates.simulate(input);
        let mut values = vec![None; clauses.variables as usize];
        let nodes = || (0..encoder.gate_count()).map(NodeId::from_index);
        for node in nodes() {
            if encoder.gates.gate(node) == Gate::Input
                && let Some(lit) = encoder.writer.known(Edge::new(node, false))
            {
                values[lit.var().index()] = Some(simulated[node.index()] & 1 == 1);
            }
        }
        propagate(&clauses, &mut values);
        for node in nodes() {
            if let Some(lit) = encoder.writer.known(Edge::new(node, false)) {
                let found = values[lit.var().index()];
                assert_eq!(
                    found,
                    Some(simulated[node.index()] & 1 == 1),
                    "{:?}",
                    encoder.gates.gate(node)
                );
            }
        }
    }
}

#[test]
fn clauses_determine_every_gate() {
    let word = Sort::BitVec(5);
    for op in [
        Op::BvAdd,
        Op::BvMul,
        Op::BvSdiv,
        Op::BvUrem,
        Op::BvShl,
        Op::BvSlt,
        Op::BvSmulOverflow,
        Op::Eq,
    ] {
        check(
            &Case::new(&[word, word], |pool, operands| pool.apply(op, operands)),
            1,
        );
    }
    let (mode, float) = (
        Sort::BitVec(RoundingMode::WIDTH),
        Sort::Float(logic::FloatFormat::new(3, 4)),
    );
    for op in [Op::FpAdd, Op::FpMul, Op::FpDiv] {
        check(
            &Case::new(&[mode, float, float], |pool, operands| pool.apply(op, operands)),
            2,
        );
    }
}
