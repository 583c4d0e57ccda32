//! Normal forms of gates, and the rules that need one look into the operands.
//!
//! Normal forms: operands of symmetric gates are sorted; an `xor` has no negated operand (the negation moves
//! to the output); a `mux` has neither a negated condition nor a negated then-branch; a `majority` has at most
//! one negated operand (it is self-dual). No gate has a constant operand, or two operands on the same node
//! except where that is not simpler. Deeper rewriting was left to the solver, which does it better with the
//! clauses at hand.

use crate::gates::{Edge, Gate, Gates};

pub(crate) fn and(gates: &mut Gates, a: Edge, b: Edge) -> Edge {
    if a == b {
        return a;
    }
    if a == !b || a == Edge::FALSE || b == Edge::FALSE {
        return Edge::FALSE;
    }
    if a == Edge::TRUE {
        return b;
    }
    if b == Edge::TRUE {
        return a;
    }
    for (one, other) in [(a, b), (b, a)] {
        if let Gate::And(x, y) = gates.gate(other.node()) {
            if !other.is_negated() {
                // a ∧ (a ∧ y) = a ∧ y; a ∧ (¬a ∧ y) = false
                if one == x || one == y {
                    return other;
                }
                if one == !x || one == !y {
                    return Edge::FALSE;
                }
            } else {
                // a ∧ ¬(¬a ∧ y) = a; a ∧ ¬(a ∧ y) = a ∧ ¬y
                if one == !x || one == !y {
                    return one;
                }
                if one == x {
                    return and(gates, one, !y);
                }
                if one == y {
                    return and(gates, one, !x);
                }
            }
        }
    }
    if let (Gate::And(p, q), Gate::And(r, s)) = (gates.gate(a.node()), gates.gate(b.node())) {
        match (a.is_negated(), b.is_negated()) {
            // (p ∧ q) ∧ (¬p ∧ s) = false
            (false, false) if p == !r || p == !s || q == !r || q == !s => return Edge::FALSE,
            // (p ∧ q) ∧ ¬(¬p ∧ s) = p ∧ q
            (false, true) if p == !r || p == !s || q == !r || q == !s => return a,
            (true, false) if p == !r || p == !s || q == !r || q == !s => return b,
            // ¬(p ∧ q) ∧ ¬(p ∧ ¬q) = ¬p
            (true, true) if p == r && q == !s || p == s && q == !r => return !p,
            (true, true) if q == r && p == !s || q == s && p == !r => return !q,
            _ => {}
        }
    }
    gates.hashed(Gate::And(a.min(b), a.max(b)))
}

pub(crate) fn xor(gates: &mut Gates, a: Edge, b: Edge) -> Edge {
    let is_negated = a.is_negated() != b.is_negated();
    let (a, b) = (a.without_negation(), b.without_negation());
    let result = if a == b {
        Edge::FALSE
    } else if a == Edge::FALSE {
        b
    } else if b == Edge::FALSE {
        a
    } else {
        match (gates.gate(a.node()), gates.gate(b.node())) {
            // (x ⊕ y) ⊕ x = y
            (Gate::Xor(x, y), _) if b == x => y,
            (Gate::Xor(x, y), _) if b == y => x,
            (_, Gate::Xor(x, y)) if a == x => y,
            (_, Gate::Xor(x, y)) if a == y => x,
            _ => gates.hashed(Gate::Xor(a.min(b), a.max(b))),
        }
    };
    result.negate_if(is_negated)
}

pub(crate) fn xor3(gates: &mut Gates, a: Edge, b: Edge, c: Edge) -> Edge {
    let is_negated = a.is_negated() ^ b.is_negated() ^ c.is_negated();
    let mut sorted = [a, b, c].map(Edge::without_negation);
    sorted.sort_unstable();
    let [a, b, c] = sorted;
    let result = if a == b {
        c
    } else if b == c {
        a
    } else if a == Edge::FALSE {
        xor(gates, b, c)
    } else {
        gates.hashed(Gate::Xor3(a, b, c))
    };
    result.negate_if(is_negated)
}

pub(crate) fn mux(gates: &mut Gates, condition: Edge, then: Edge, otherwise: Edge) -> Edge {
    if condition.is_negated() {
        return mux(gates, !condition, otherwise, then);
    }
    if condition == Edge::FALSE || then == otherwise {
        return otherwise;
    }
    if then == !otherwise {
        return xor(gates, condition, otherwise);
    }
    // A branch that is constant or the condition itself.
    let inside = |branch: Edge, value: Edge| {
        if branch.without_negation() == condition {
            value.negate_if(branch.is_negated())
        } else {
            branch
        }
    };
    let (then, otherwise) = (inside(then, Edge::TRUE), inside(otherwise, Edge::FALSE));
    if then == otherwise {
        return then;
    }
    if then == Edge::TRUE {
        return !and(gates, !condition, !otherwise);
    }
    if then == Edge::FALSE {
        return and(gates, !condition, otherwise);
    }
    if otherwise == Edge::FALSE {
        return and(gates, condition, then);
    }
    if otherwise == Edge::TRUE {
        return !and(gates, condition, !then);
    }
    if then.is_negated() {
        return !mux(gates, condition, !then, !otherwise);
    }
    // c ? (c ? x : y) : z = c ? x : z
    if let Gate::Mux(inner, x, _) = gates.gate(then.node())
        && inner == condition
    {
        return mux(gates, condition, x, otherwise);
    }
    if let Gate::Mux(inner, _, y) = gates.gate(otherwise.node())
        && inner == condition
    {
        return mux(gates, condition, then, y.negate_if(otherwise.is_negated()));
    }
    gates.hashed(Gate::Mux(condition, then, otherwise))
}

pub(crate) fn majority(gates: &mut Gates, a: Edge, b: Edge, c: Edge) -> Edge {
    let negated = [a, b, c].into_iter().filter(|edge| edge.is_negated()).count();
    if negated >= 2 {
        return !majority(gates, !a, !b, !c);
    }
    let mut sorted = [a, b, c];
    sorted.sort_unstable();
    let [a, b, c] = sorted;
    if a == b {
        return a;
    }
    if b == c {
        return b;
    }
    // Sorted edges put a node beside its negation.
    if a == !b {
        return c;
    }
    if b == !c {
        return a;
    }
    if a == Edge::FALSE {
        return and(gates, b, c);
    }
    if a == Edge::TRUE {
        return !and(gates, !b, !c);
    }
    gates.hashed(Gate::Majority(a, b, c))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every gate on every combination of operands built from three inputs, two levels deep.
    #[test]
    fn simplified_gates_compute_what_they_should() {
        let mut gates = Gates::new();
        let inputs = gates.inputs(3);
        let mut pool: Vec<(Edge, u8)> = vec![(Edge::FALSE, 0)];
        pool.extend(
            inputs
                .iter()
                .zip([0b1010_1010, 0b1100_1100, 0b1111_0000])
                .map(|(edge, table)| (*edge, table)),
        );
        for level in 0..2 {
            let known = pool.clone();
            let choices: Vec<(Edge, u8)> = known
                .iter()
                .flat_map(|(edge, table)| [(*edge, *table), (!*edge, !*table)])
                .collect();
            // The second level has too many triples: thin them out evenly.
            let step = if level == 0 { 1 } else { 7 };
            let mut count = 0;
            for (a, x) in choices.iter().copied() {
                for (b, y) in choices.iter().copied() {
                    pool.push((gates.and(a, b), x & y));
                    pool.push((gates.xor(a, b), x ^ y));
                    for (c, z) in choices.iter().copied() {
                        count += 1;
                        if count % step == 0 {
                            pool.push((gates.xor3(a, b, c), x ^ y ^ z));
                            pool.push((gates.mux(a, b, c), x & y | !x & z));
                            pool.push((gates.majority(a, b, c), x & y | x & z | y & z));
                        }
                    }
                }
            }
            pool.sort_unstable();
            pool.dedup();
        }
        let values = gates.simulate(|node| [0, 0xaa, 0xcc, 0xf0][node.index()]);
        for (edge, table) in pool {
            let value = values[edge.node().index()] as u8;
            assert_eq!(if edge.is_negated() { !value } else { value }, table);
        }
    }
}
