//! The gate graph: what terms become before they are clauses.
//!
//! An and-inverter graph with three more kinds of gates. A pure one needs three ands for an exclusive or, and
//! the clause writer then has to find the pattern again to write four clauses instead of nine; making `xor`,
//! `mux`, `majority` and the three-input `xor` gates of their own gives the compact clauses by construction,
//! keeps full adders visible (a majority and an xor of the same inputs) and makes the graph about three times
//! smaller. Gates are hashed structurally, constants are propagated, and `simplify` looks one level into the
//! operands. Inverters are bits on edges.
//!
//! Operands exist before the gates that use them, so that node numbers are a topological order.

use crate::simplify;

/// A gate's output or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Edge(u32);

impl Edge {
    pub(crate) const FALSE: Edge = Edge(0);
    pub(crate) const TRUE: Edge = Edge(1);

    pub(crate) fn new(node: NodeId, is_negated: bool) -> Edge {
        Edge(node.0 << 1 | u32::from(is_negated))
    }

    pub(crate) fn constant(value: bool) -> Edge {
        if value { Edge::TRUE } else { Edge::FALSE }
    }

    pub(crate) fn node(self) -> NodeId {
        NodeId(self.0 >> 1)
    }

    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    pub(crate) fn is_constant(self) -> bool {
        self.0 <= 1
    }

    /// Negated if the condition holds.
    pub(crate) fn negate_if(self, condition: bool) -> Edge {
        Edge(self.0 ^ u32::from(condition))
    }

    pub(crate) fn without_negation(self) -> Edge {
        Edge(self.0 & !1)
    }
}

impl std::ops::Not for Edge {
    type Output = Edge;

    fn not(self) -> Edge {
        Edge(self.0 ^ 1)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NodeId(u32);

impl NodeId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn from_index(index: usize) -> NodeId {
        NodeId(u32::try_from(index).expect("fewer than 2^31 gates"))
    }
}

/// A node, in normal form: see `simplify`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Gate {
    False,
    Input,
    And(Edge, Edge),
    Xor(Edge, Edge),
    /// The sum of a full adder.
    Xor3(Edge, Edge, Edge),
    /// `condition, then, else`.
    Mux(Edge, Edge, Edge),
    /// The carry of a full adder.
    Majority(Edge, Edge, Edge),
}

impl Gate {
    pub(crate) fn operands(self) -> ([Edge; 3], usize) {
        match self {
            Gate::False | Gate::Input => ([Edge::FALSE; 3], 0),
            Gate::And(a, b) | Gate::Xor(a, b) => ([a, b, Edge::FALSE], 2),
            Gate::Xor3(a, b, c) | Gate::Mux(a, b, c) | Gate::Majority(a, b, c) => ([a, b, c], 3),
        }
    }
}

/// The graph.
#[derive(Debug)]
pub(crate) struct Gates {
    gates: Vec<Gate>,
    /// How many gates use each node; it stops counting at two.
    uses: Vec<u8>,
    /// Whether each node was made while [`Gates::choosing`].
    chosen: Vec<bool>,
    /// Whether the gates made now choose between values of terms, rather than being parts of a circuit.
    choosing: bool,
    /// Open addressing from a gate to its node; zero is free (the constant is not in the table).
    table: Vec<u32>,
    hashed: usize,
    /// What is true of gates whatever the inputs are, and hard to see from them.
    facts: Vec<Edge>,
}

impl Gates {
    pub(crate) fn new() -> Gates {
        Gates {
            gates: vec![Gate::False],
            uses: vec![0],
            chosen: vec![false],
            choosing: false,
            table: vec![0; 1024],
            hashed: 0,
            facts: Vec::new(),
        }
    }

    /// Remembers that this is always true, for the clauses.
    pub(crate) fn note_fact(&mut self, fact: Edge) {
        if !fact.is_constant() {
            self.facts.push(fact);
        }
    }

    /// The facts since the last time.
    pub(crate) fn take_facts(&mut self) -> Vec<Edge> {
        std::mem::take(&mut self.facts)
    }

    pub(crate) fn len(&self) -> usize {
        self.gates.len()
    }

    pub(crate) fn gate(&self, node: NodeId) -> Gate {
        self.gates[node.index()]
    }

    /// The gate behind an edge that is not negated.
    pub(crate) fn positive_gate(&self, edge: Edge) -> Option<Gate> {
        (!edge.is_negated()).then(|| self.gate(edge.node()))
    }

    pub(crate) fn has_one_use(&self, node: NodeId) -> bool {
        self.uses[node.index()] == 1
    }

    /// Says whether what is made from now on chooses between values of terms.
    pub(crate) fn set_choosing(&mut self, choosing: bool) {
        self.choosing = choosing;
    }

    pub(crate) fn is_choice(&self, node: NodeId) -> bool {
        self.chosen[node.index()]
    }

    pub(crate) fn input(&mut self) -> Edge {
        self.push(Gate::Input)
    }

    pub(crate) fn inputs(&mut self, count: usize) -> Vec<Edge> {
        (0..count).map(|_| self.input()).collect()
    }

    pub(crate) fn and(&mut self, a: Edge, b: Edge) -> Edge {
        simplify::and(self, a, b)
    }

    pub(crate) fn or(&mut self, a: Edge, b: Edge) -> Edge {
        !self.and(!a, !b)
    }

    pub(crate) fn xor(&mut self, a: Edge, b: Edge) -> Edge {
        simplify::xor(self, a, b)
    }

    pub(crate) fn equal(&mut self, a: Edge, b: Edge) -> Edge {
        !self.xor(a, b)
    }

    pub(crate) fn xor3(&mut self, a: Edge, b: Edge, c: Edge) -> Edge {
        simplify::xor3(self, a, b, c)
    }

    pub(crate) fn mux(&mut self, condition: Edge, then: Edge, otherwise: Edge) -> Edge {
        simplify::mux(self, condition, then, otherwise)
    }

    pub(crate) fn majority(&mut self, a: Edge, b: Edge, c: Edge) -> Edge {
        simplify::majority(self, a, b, c)
    }

    /// The conjunction of all, balanced.
    pub(crate) fn and_all(&mut self, edges: &[Edge]) -> Edge {
        let mut level = edges.to_vec();
        while level.len() > 1 {
            level = level
                .chunks(2)
                .map(|pair| {
                    if let [a, b] = pair {
                        self.and(*a, *b)
                    } else {
                        pair[0]
                    }
                })
                .collect();
        }
        level.first().copied().unwrap_or(Edge::TRUE)
    }

    pub(crate) fn or_all(&mut self, edges: &[Edge]) -> Edge {
        let negated: Vec<Edge> = edges.iter().map(|edge| !*edge).collect();
        !self.and_all(&negated)
    }

    /// The node of a gate in normal form, new or known.
    pub(crate) fn hashed(&mut self, gate: Gate) -> Edge {
        let mask = self.table.len() - 1;
        let mut slot = hash(gate) & mask;
        loop {
            let entry = self.table[slot];
            if entry == 0 {
                break;
            }
            if self.gates[entry as usize] == gate {
                return Edge::new(NodeId(entry), false);
            }
            slot = (slot + 1) & mask;
        }
        let edge = self.push(gate);
        self.table[slot] = edge.node().0;
        self.hashed += 1;
        if self.hashed * 2 > self.table.len() {
            self.grow();
        }
        edge
    }

    fn push(&mut self, gate: Gate) -> Edge {
        let node = NodeId::from_index(self.gates.len());
        let (operands, count) = gate.operands();
        for operand in &operands[..count] {
            let uses = &mut self.uses[operand.node().index()];
            *uses = (*uses + 1).min(2);
        }
        self.gates.push(gate);
        self.uses.push(0);
        self.chosen.push(self.choosing);
        Edge::new(node, false)
    }

    fn grow(&mut self) {
        let mask = self.table.len() * 2 - 1;
        let old = std::mem::replace(&mut self.table, vec![0; mask + 1]);
        for entry in old.into_iter().filter(|entry| *entry != 0) {
            let mut slot = hash(self.gates[entry as usize]) & mask;
            while self.table[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.table[slot] = entry;
        }
    }

    /// The value of every node for 64 input assignments at once: bit `i` of a word belongs to assignment `i`.
    pub(crate) fn simulate(&self, mut input: impl FnMut(NodeId) -> u64) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::with_capacity(self.gates.len());
        for (index, gate) in self.gates.iter().enumerate() {
            let of = |edge: Edge| values[edge.node().index()] ^ if edge.is_negated() { u64::MAX } else { 0 };
            let value = match *gate {
                Gate::False => 0,
                Gate::Input => input(NodeId::from_index(index)),
                Gate::And(a, b) => of(a) & of(b),
                Gate::Xor(a, b) => of(a) ^ of(b),
                Gate::Xor3(a, b, c) => of(a) ^ of(b) ^ of(c),
                Gate::Mux(c, a, b) => of(c) & of(a) | !of(c) & of(b),
                Gate::Majority(a, b, c) => of(a) & of(b) | of(a) & of(c) | of(b) & of(c),
            };
            values.push(value);
        }
        values
    }
}

fn hash(gate: Gate) -> usize {
    let (kind, [a, b, c]) = match gate {
        Gate::False => (0, [Edge::FALSE; 3]),
        Gate::Input => (1, [Edge::FALSE; 3]),
        Gate::And(a, b) => (2, [a, b, Edge::FALSE]),
        Gate::Xor(a, b) => (3, [a, b, Edge::FALSE]),
        Gate::Xor3(a, b, c) => (4, [a, b, c]),
        Gate::Mux(a, b, c) => (5, [a, b, c]),
        Gate::Majority(a, b, c) => (6, [a, b, c]),
    };
    const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut mixed: u64 = kind;
    for edge in [a, b, c] {
        mixed = (mixed.rotate_left(23) ^ u64::from(edge.0)).wrapping_mul(MULTIPLIER);
    }
    (mixed ^ (mixed >> 29)) as usize
}
