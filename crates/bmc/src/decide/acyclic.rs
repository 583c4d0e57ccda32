//! The order of events has no circles.
//!
//! The equation says that the order of two threads' events is monotone. That leaves circles of three events of three threads,
//! as many as there are such triples. Where they are few, all are forbidden beforehand. Otherwise a model is looked at: each
//! circle of events that happen in it is a lemma, a clause that the solver gets before it is asked again (as the theory of
//! Zord does inside of the solver; docs/adr/0065). Which clauses are lemmas says the equation alone: `--certify` looks at each.

use encode::{Bit, ClauseSink, Encoder};
use logic::TermPool;
use sat::Lit;

use crate::threads::order::Concurrency;

/// Three events, each before the next one and the last before the first: an event is a thread and a place in its list.
pub(crate) type Circle = [(usize, usize); 3];

#[derive(Debug)]
pub(crate) struct Acyclic {
    /// By thread: whether each of its events can happen at all.
    live: Vec<Vec<Bit>>,
    /// By pair of threads, the first with the smaller number: whether an event of the one is before one of the other.
    before: Vec<Vec<Bit>>,
    /// What the solver has been told so far.
    pub told: Vec<(Circle, Vec<Lit>)>,
    /// Whether all circles are forbidden already.
    whole: bool,
}

impl Acyclic {
    /// The literals of an order.
    pub(crate) fn new(
        order: &Concurrency,
        pool: &TermPool,
        encoder: &mut Encoder,
        sink: &mut impl ClauseSink,
    ) -> Acyclic {
        let count = order.ordered.len();
        let mut bit = |term| match pool.constant(term).and_then(logic::Value::as_bool) {
            Some(value) => Bit::Constant(value),
            None => Bit::Literal(encoder.literal(pool, term, sink)),
        };
        let three = order.ordered.iter().filter(|own| !own.is_empty()).count() > 2;
        let mut before = vec![Vec::new(); count * count];
        let mut live = vec![Vec::new(); count];
        for (thread, own) in order.ordered.iter().enumerate().filter(|_| three) {
            live[thread] = own.iter().map(|&event| bit(order.events[event].live)).collect();
            for (other, others) in order.ordered.iter().enumerate().skip(thread + 1) {
                let pairs = own.iter().flat_map(|&a| others.iter().map(move |&b| (a, b)));
                before[thread * count + other] = pairs
                    .map(|(a, b)| {
                        let known = order.before[&(a.min(b), a.max(b))];
                        match (bit(known), a < b) {
                            (same, true) => same,
                            (Bit::Constant(value), false) => Bit::Constant(!value),
                            (Bit::Literal(literal), false) => Bit::Literal(!literal),
                        }
                    })
                    .collect();
            }
        }
        Acyclic {
            live,
            before,
            told: Vec::new(),
            whole: !three,
        }
    }

    fn is_before(&self, a: (usize, usize), b: (usize, usize)) -> Bit {
        if a.0 < b.0 {
            return self.before[a.0 * self.live.len() + b.0][a.1 * self.live[b.0].len() + b.1];
        }
        match self.is_before(b, a) {
            Bit::Constant(value) => Bit::Constant(!value),
            Bit::Literal(literal) => Bit::Literal(!literal),
        }
    }

    /// What forbids a circle; nothing if there never is one.
    fn lemma(&self, [a, b, c]: Circle) -> Option<Vec<Lit>> {
        let mut clause = Vec::new();
        for (one, next) in [(a, b), (b, c), (c, a)] {
            match self.is_before(one, next) {
                Bit::Constant(true) => {}
                Bit::Constant(false) => return None,
                Bit::Literal(literal) => clause.push(!literal),
            }
        }
        // The sink wants each variable once.
        clause.sort_unstable();
        clause.dedup();
        let contradicts = clause.windows(2).any(|pair| pair[0] == !pair[1]);
        (!contradicts).then_some(clause)
    }

    /// How many circles there could be.
    fn size(&self) -> u64 {
        let lists: Vec<u64> = self.live.iter().map(|own| own.len() as u64).collect();
        let (mut one, mut two, mut three) = (0_u64, 0_u64, 0_u64);
        for own in lists {
            three = three.saturating_add(two.saturating_mul(own));
            two = two.saturating_add(one.saturating_mul(own));
            one += own;
        }
        three.saturating_mul(2)
    }

    /// Forbids all circles now, if there are not more than so many.
    pub(crate) fn forbid(&mut self, most: u64, sink: &mut impl ClauseSink) {
        if self.whole || self.size() > most {
            return;
        }
        self.whole = true;
        let count = self.live.len();
        for a in 0..count {
            for (b, c) in (a + 1..count).flat_map(|b| (b + 1..count).map(move |c| (b, c))) {
                for x in 0..self.live[a].len() {
                    for (y, z) in
                        (0..self.live[b].len()).flat_map(|y| (0..self.live[c].len()).map(move |z| (y, z)))
                    {
                        for circle in [[(a, x), (b, y), (c, z)], [(a, x), (c, z), (b, y)]] {
                            if let Some(clause) = self.lemma(circle) {
                                sink.add_clause(&clause);
                            }
                        }
                    }
                }
            }
        }
    }

    /// The circles of a model, as clauses that the solver has to be told.
    pub(crate) fn circles(&mut self, holds: &dyn Fn(Lit) -> bool) -> Vec<Vec<Lit>> {
        if self.whole {
            return Vec::new();
        }
        let is = |bit: Bit| match bit {
            Bit::Constant(value) => value,
            Bit::Literal(literal) => holds(literal),
        };
        let happen: Vec<Vec<usize>> = self
            .live
            .iter()
            .map(|own| (0..own.len()).filter(|&event| is(own[event])).collect())
            .collect();
        let count = happen.len();
        // For each event the place of the first one of another thread that is behind it.
        let mut behind = vec![Vec::new(); count * count];
        for thread in 0..count {
            for other in (0..count).filter(|&other| other != thread) {
                let mut first = 0;
                behind[thread * count + other] = happen[thread]
                    .iter()
                    .map(|&event| {
                        while first < happen[other].len()
                            && !is(self.is_before((thread, event), (other, happen[other][first])))
                        {
                            first += 1;
                        }
                        first
                    })
                    .collect();
            }
        }
        let mut found = Vec::new();
        for a in 0..count {
            for (b, c) in (0..count).flat_map(|b| (0..count).map(move |c| (b, c))) {
                // Each circle once: it begins in its thread with the smallest number.
                if b <= a || c <= a || b == c {
                    continue;
                }
                for x in 0..happen[a].len() {
                    let y = behind[a * count + b][x];
                    let Some(&z) = behind[b * count + c].get(y) else {
                        continue;
                    };
                    let Some(&again) = behind[c * count + a].get(z) else {
                        continue;
                    };
                    if again <= x {
                        found.push([(a, happen[a][x]), (b, happen[b][y]), (c, happen[c][z])]);
                    }
                }
            }
        }
        let mut clauses = Vec::new();
        for circle in found {
            if let Some(clause) = self.lemma(circle) {
                self.told.push((circle, clause.clone()));
                clauses.push(clause);
            }
        }
        clauses
    }

    /// Whether each lemma that the solver was told says of three events of three threads that they are in no circle.
    pub(crate) fn are_lemmas(&self) -> bool {
        self.told.iter().all(|(circle, clause)| {
            let [a, b, c] = *circle;
            let apart = a.0 != b.0 && b.0 != c.0 && c.0 != a.0;
            apart && self.lemma(*circle).as_ref() == Some(clause)
        })
    }
}
