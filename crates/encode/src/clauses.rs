//! Gates as clauses.
//!
//! A gate gets a variable and clauses when something asked for depends on it, and only then: bits that nobody
//! reads cost nothing. Chains of ands that only feed each other become one wide and. With
//! [`Polarity::Needed`] a gate that is only ever required to be true (or false) gets only the half of its
//! definition which that needs; the other half follows if a later request needs it. Values of gates then
//! cannot be read from a model (those of inputs can), so [`Polarity::Both`] is the default.

use sat::{Lit, Var};

use crate::gates::{Edge, Gate, Gates, NodeId};
use crate::sink::ClauseSink;

/// Which half of a definition is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Polarity {
    /// Both halves: a gate's variable equals its gate.
    #[default]
    Both,
    /// Only the halves that requests need.
    Needed,
}

/// A set of halves of a definition: bit 0 is "variable implies gate", bit 1 is "gate implies variable".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Halves(u8);

impl Halves {
    const NONE: Halves = Halves(0);
    const DOWN: Halves = Halves(1);
    const UP: Halves = Halves(2);
    const ALL: Halves = Halves(3);

    fn contains(self, half: Halves) -> bool {
        self.0 & half.0 == half.0
    }

    fn with(self, other: Halves) -> Halves {
        Halves(self.0 | other.0)
    }

    fn without(self, other: Halves) -> Halves {
        Halves(self.0 & !other.0)
    }

    /// What an operand needs: through a negation the halves change places.
    fn through(self, edge: Edge) -> Halves {
        if edge.is_negated() {
            Halves((self.0 & 1) << 1 | self.0 >> 1)
        } else {
            self
        }
    }
}

#[derive(Debug)]
pub(crate) struct ClauseWriter {
    polarity: Polarity,
    vars: Vec<Option<Var>>,
    written: Vec<Halves>,
}

impl ClauseWriter {
    pub(crate) fn new(polarity: Polarity) -> ClauseWriter {
        ClauseWriter {
            polarity,
            vars: Vec::new(),
            written: Vec::new(),
        }
    }

    pub(crate) fn polarity(&self) -> Polarity {
        self.polarity
    }

    /// The literal of an edge that has been written.
    pub(crate) fn known(&self, edge: Edge) -> Option<Lit> {
        let var = self.vars.get(edge.node().index()).copied().flatten()?;
        Some(if edge.is_negated() {
            !var.positive()
        } else {
            var.positive()
        })
    }

    /// A literal that equals the edge, for any use.
    pub(crate) fn literal(&mut self, gates: &Gates, edge: Edge, sink: &mut impl ClauseSink) -> Lit {
        self.write(gates, edge, Halves::ALL, sink)
    }

    /// A literal that implies the edge: enough to assert or assume it, and no more.
    pub(crate) fn implying(&mut self, gates: &Gates, edge: Edge, sink: &mut impl ClauseSink) -> Lit {
        self.write(gates, edge, Halves::DOWN, sink)
    }

    fn write(&mut self, gates: &Gates, edge: Edge, needed: Halves, sink: &mut impl ClauseSink) -> Lit {
        if self.vars.len() < gates.len() {
            self.vars.resize(gates.len(), None);
            self.written.resize(gates.len(), Halves::NONE);
        }
        let literal = self.variable(edge, sink);
        let mut pending = vec![(edge.node(), needed.through(edge))];
        while let Some((node, needed)) = pending.pop() {
            let needed = if self.polarity == Polarity::Both {
                Halves::ALL
            } else {
                needed
            };
            let missing = needed.without(self.written[node.index()]);
            if missing == Halves::NONE {
                continue;
            }
            self.written[node.index()] = self.written[node.index()].with(missing);
            self.write_gate(gates, node, missing, sink, &mut pending);
        }
        literal
    }

    fn variable(&mut self, edge: Edge, sink: &mut impl ClauseSink) -> Lit {
        let var = *self.vars[edge.node().index()].get_or_insert_with(|| sink.new_var());
        if edge.is_negated() {
            !var.positive()
        } else {
            var.positive()
        }
    }

    fn write_gate(
        &mut self,
        gates: &Gates,
        node: NodeId,
        halves: Halves,
        sink: &mut impl ClauseSink,
        pending: &mut Vec<(NodeId, Halves)>,
    ) {
        let out = self.variable(Edge::new(node, false), sink);
        let written = (halves.contains(Halves::DOWN), halves.contains(Halves::UP));
        let (down, up) = written;
        let mut need = |edge: Edge, halves: Halves| pending.push((edge.node(), halves.through(edge)));
        match gates.gate(node) {
            Gate::False => {
                self.written[node.index()] = Halves::ALL;
                sink.add_clause(&[!out]);
            }
            Gate::Input => {}
            Gate::And(..) => {
                let operands = self.wide_and(gates, node);
                let mut all = vec![out];
                for edge in operands {
                    need(edge, halves);
                    let literal = self.variable(edge, sink);
                    all.push(!literal);
                    if down {
                        sink.add_clause(&[!out, literal]);
                    }
                }
                // Inner ands can meet a literal and its negation: then this half says nothing.
                all.sort_unstable();
                if up && all.windows(2).all(|pair| pair[0] != !pair[1]) {
                    sink.add_clause(&all);
                }
            }
            Gate::Xor(a, b) => {
                need(a, Halves::ALL);
                need(b, Halves::ALL);
                let (a, b) = (self.variable(a, sink), self.variable(b, sink));
                write_xor(out, [a, b], written, sink);
            }
            Gate::Xor3(a, b, c) => {
                for edge in [a, b, c] {
                    need(edge, Halves::ALL);
                }
                let [a, b, c] = [a, b, c].map(|edge| self.variable(edge, sink));
                write_xor3(out, [a, b, c], written, sink);
            }
            Gate::Mux(c, a, b) => {
                need(c, Halves::ALL);
                need(a, halves);
                need(b, halves);
                let [c, a, b] = [c, a, b].map(|edge| self.variable(edge, sink));
                write_choice(out, [c, a, b], !gates.is_choice(node), written, sink);
            }
            Gate::Majority(a, b, c) => {
                for edge in [a, b, c] {
                    need(edge, halves);
                }
                let [a, b, c] = [a, b, c].map(|edge| self.variable(edge, sink));
                for (x, y) in [(a, b), (a, c), (b, c)] {
                    if down {
                        sink.add_clause(&[!out, x, y]);
                    }
                    if up {
                        sink.add_clause(&[out, !x, !y]);
                    }
                }
            }
        }
    }

    /// The operands of an and, looking through ands that only it uses and that have no variable yet.
    fn wide_and(&self, gates: &Gates, node: NodeId) -> Vec<Edge> {
        let mut operands: Vec<Edge> = Vec::new();
        let mut pending = vec![Edge::new(node, false)];
        while let Some(edge) = pending.pop() {
            let is_inner = edge.node() == node
                || gates.has_one_use(edge.node()) && self.vars[edge.node().index()].is_none();
            match gates.positive_gate(edge) {
                Some(Gate::And(a, b))
                    if is_inner && operands.len() + pending.len() < budgets::encode::MAX_AND.count() =>
                {
                    pending.push(b);
                    pending.push(a);
                }
                _ => operands.push(edge),
            }
        }
        operands.sort_unstable();
        operands.dedup();
        operands
    }
}

/// The clauses of one or both halves: what the gate implies, and what implies it.
fn write_xor(out: Lit, [a, b]: [Lit; 2], (down, up): (bool, bool), sink: &mut impl ClauseSink) {
    if down {
        sink.add_clause(&[!out, a, b]);
        sink.add_clause(&[!out, !a, !b]);
    }
    if up {
        sink.add_clause(&[out, !a, b]);
        sink.add_clause(&[out, a, !b]);
    }
}

fn write_xor3(out: Lit, [a, b, c]: [Lit; 3], (down, up): (bool, bool), sink: &mut impl ClauseSink) {
    if down {
        sink.add_clause(&[!out, a, b, c]);
        sink.add_clause(&[!out, a, !b, !c]);
        sink.add_clause(&[!out, !a, b, !c]);
        sink.add_clause(&[!out, !a, !b, c]);
    }
    if up {
        sink.add_clause(&[out, !a, !b, !c]);
        sink.add_clause(&[out, !a, b, c]);
        sink.add_clause(&[out, a, !b, c]);
        sink.add_clause(&[out, a, b, !c]);
    }
}

/// `c ? a : b`. The third clause of each half follows from the others, but unit propagation does not see it. That helps
/// in the shifters of floating arithmetic, and is only weight where whole values are chosen: there it is not
/// `redundant`.
fn write_choice(
    out: Lit,
    [c, a, b]: [Lit; 3],
    redundant: bool,
    (down, up): (bool, bool),
    sink: &mut impl ClauseSink,
) {
    if down {
        sink.add_clause(&[!out, !c, a]);
        sink.add_clause(&[!out, c, b]);
        if redundant {
            sink.add_clause(&[!out, a, b]);
        }
    }
    if up {
        sink.add_clause(&[out, !c, !a]);
        sink.add_clause(&[out, c, !b]);
        if redundant {
            sink.add_clause(&[out, !a, !b]);
        }
    }
}
