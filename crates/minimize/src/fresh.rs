//! Evaluation over ranges again and again where little changes from one time to the next.
//!
//! From one box of states to the next, most of what is computed stays the same: a table is read at the same index, and
//! only the number that is added to moves. So it is noted when each operation was evaluated and when its range changed
//! last, and an operation is evaluated again only if one of its operands has changed since.

use interval::range::{Range, Truth};
use interval::tape::{Node, Tape};

#[derive(Debug)]
pub(super) struct Fresh {
    /// How many operations were evaluated.
    pub evaluated: u64,
    clock: u64,
    /// By operation, when its range changed last, and when it was evaluated; 0 if never.
    changed_at: Vec<u64>,
    evaluated_at: Vec<u64>,
    /// When the input moved.
    moved_at: u64,
}

impl Fresh {
    pub(super) fn new(operations: usize) -> Fresh {
        Fresh {
            evaluated: 0,
            clock: 1,
            // What is known before is as good as changed now.
            changed_at: vec![1; operations],
            evaluated_at: vec![0; operations],
            moved_at: 1,
        }
    }

    /// The ranges of inputs are others.
    pub(super) fn input_moves(&mut self) {
        self.clock += 1;
        self.moved_at = self.clock;
    }

    /// Gives an operation a range.
    pub(super) fn put(&mut self, tape: &mut Tape, place: u32, range: Range) {
        let at = place as usize;
        if tape.values[at] != range {
            tape.values[at] = range;
            self.clock += 1;
            self.changed_at[at] = self.clock;
        }
    }

    /// Chooses one of the truth values that a condition may have. It is evaluated anew the next time.
    pub(super) fn choose(&mut self, tape: &mut Tape, place: u32, truth: Truth) {
        self.put(tape, place, truth.into());
        self.evaluated_at[place as usize] = 0;
    }

    /// Evaluates an operation if something of which it is made has changed.
    pub(super) fn evaluate(&mut self, tape: &mut Tape, place: u32, inputs: &[(i128, i128)]) {
        let at = place as usize;
        let last = self.evaluated_at[at];
        let changed = |operand: &u32| self.changed_at[*operand as usize] > last;
        let stale = match &tape.nodes[at] {
            Node::Known(_) => last == 0,
            Node::Symbol(_) => self.moved_at > last,
            Node::Apply { operands, arity, .. } => last == 0 || operands[..*arity].iter().any(changed),
            Node::Read {
                index,
                elements,
                otherwise,
            } => {
                let mut elements = elements.iter().map(|(_, place)| place);
                last == 0 || changed(index) || changed(otherwise) || elements.any(changed)
            }
        };
        if stale {
            let before = tape.values[at];
            tape.evaluate_some(&[place], inputs);
            self.evaluated += 1;
            self.clock += 1;
            self.evaluated_at[at] = self.clock;
            if tape.values[at] != before {
                self.changed_at[at] = self.clock;
            }
        }
    }
}
