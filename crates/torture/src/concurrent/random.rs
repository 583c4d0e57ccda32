//! A random program, the same for the same seed.

use super::{Condition, Place, Program, Relation, Stmt, Value};
use crate::dice::Dice;

struct Writer {
    dice: Dice,
    /// Accesses of shared variables so far.
    accesses: u32,
    inputs: u32,
}

const MOST_ACCESSES: u32 = 8;
const MOST_INPUTS: u32 = 2;

/// A program of the class.
#[must_use]
pub fn random(seed: u64) -> Program {
    let mut writer = Writer {
        dice: Dice::new(seed),
        accesses: 0,
        inputs: 0,
    };
    let count = 2 + usize::from(writer.dice.once_in(3));
    let mut threads = vec![Vec::new(); count];
    let mut turn = 0;
    while writer.accesses < MOST_ACCESSES {
        let statement = writer.statement();
        threads[turn % count].push(statement);
        turn += 1;
    }
    let joins_all = !writer.dice.once_in(6);
    let finals = (0..3)
        .map(|_| [0; 3].map(|_: i8| writer.dice.roll(4) as i8))
        .collect();
    Program {
        threads,
        joins_all,
        finals,
    }
}

impl Writer {
    fn place(&mut self) -> Place {
        self.accesses += 1;
        match self.dice.roll(5) {
            0 | 1 => Place::Variable(0),
            2 => Place::Variable(1),
            3 => Place::Variable(2),
            _ => Place::Target,
        }
    }

    fn value(&mut self) -> Value {
        match self.dice.roll(9) {
            0 | 1 if self.inputs < MOST_INPUTS => {
                self.inputs += 1;
                Value::Input
            }
            2 | 3 => Value::Read(self.place()),
            4 => Value::Next(self.place()),
            5 => Value::Atomic,
            _ => Value::Number(self.dice.roll(4) as i8),
        }
    }

    fn condition(&mut self) -> Condition {
        let place = match self.dice.roll(5) {
            0 => None,
            _ => Some(self.place()),
        };
        Condition {
            place,
            relation: *self
                .dice
                .pick(&[Relation::Equal, Relation::Unequal, Relation::Less]),
            number: self.dice.roll(3) as i8,
        }
    }

    fn plain(&mut self) -> Stmt {
        match self.dice.roll(12) {
            0 => Stmt::Increment(self.place()),
            1 => {
                self.accesses += 1;
                Stmt::Point(self.dice.roll(3) as u8)
            }
            2 | 3 => {
                let condition = self.condition();
                let (place, value) = (self.place(), self.value());
                Stmt::If(condition, vec![Stmt::Assign(place, value)])
            }
            4 | 5 => Stmt::Assert(self.condition()),
            6 => {
                self.accesses += 1;
                let (number, other) = (self.dice.roll(3) as i8, self.dice.roll(3) as i8);
                match self.dice.roll(3) {
                    0 => Stmt::AtomicAdd,
                    1 => Stmt::AtomicSet(number),
                    _ => Stmt::Swap(number, other),
                }
            }
            _ => {
                let (place, value) = (self.place(), self.value());
                Stmt::Assign(place, value)
            }
        }
    }

    fn plains(&mut self, most: u64) -> Vec<Stmt> {
        (0..=self.dice.roll(most)).map(|_| self.plain()).collect()
    }

    fn statement(&mut self) -> Stmt {
        let lock = self.dice.roll(2) as u8;
        match self.dice.roll(24) {
            0..=3 => Stmt::Locked(lock, self.plains(2)),
            4 => {
                self.accesses += 1;
                Stmt::Locked(lock, vec![Stmt::Locked(1 - lock, vec![self.plain()])])
            }
            5 => Stmt::Tried(lock, self.plains(1)),
            6 | 7 => Stmt::Section(self.plains(2)),
            8 | 9 => {
                let before = self.accesses;
                let inner = self.plains(1);
                self.accesses += self.accesses - before;
                Stmt::Twice(inner)
            }
            10 => Stmt::Await(self.condition()),
            11 => Stmt::Poll(self.condition()),
            12 => {
                self.accesses += 1;
                Stmt::SpinSwap(self.dice.roll(2) as i8, self.dice.roll(3) as i8)
            }
            13 => Stmt::WaitUntil(self.condition()),
            14 => Stmt::WaitOnce(self.condition()),
            15 | 16 => {
                let inner = self.plains(1);
                Stmt::Tell(inner, self.dice.once_in(2))
            }
            17 => {
                self.accesses += 1;
                Stmt::Take
            }
            18 => {
                self.accesses += 1;
                Stmt::Give
            }
            _ => self.plain(),
        }
    }
}
