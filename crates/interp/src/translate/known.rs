//! Values that are already in registers.
//!
//! A claim computes the operands that the instruction behind it computes again. Within a straight piece of
//! code the translator remembers which temporary holds the result of which instruction, and uses it again
//! until a register it was made from changes. Code that may be skipped adds nothing that is remembered after
//! the point where the ways meet.

use std::collections::HashMap;

use crate::code::{Op, Reg, Target};

#[derive(Debug)]
pub(super) struct Known {
    enabled: bool,
    /// Instructions with destination 0 and the register that holds their value. Forgotten ones stay as
    /// placeholders, so that positions keep their meaning.
    values: Vec<(Op, Reg)>,
    branches: HashMap<Target, usize>,
    /// Instructions from here on may be changed: nothing jumps in between.
    barrier: usize,
}

const FORGOTTEN: Op = Op::Finish {};

impl Known {
    pub(super) fn new(enabled: bool) -> Known {
        Known {
            enabled,
            values: Vec::new(),
            branches: HashMap::new(),
            barrier: 0,
        }
    }

    pub(super) fn enabled(&self) -> bool {
        self.enabled
    }

    pub(super) fn clear(&mut self) {
        self.values.clear();
    }

    pub(super) fn find(&self, op: Op) -> Option<Reg> {
        let found = self.values.iter().rev().find(|(known, _)| *known == op);
        found.map(|&(_, reg)| reg)
    }

    pub(super) fn add(&mut self, op: Op, reg: Reg) {
        if self.enabled {
            self.values.push((op, reg));
        }
    }

    /// A register variable changes.
    pub(super) fn forget(&mut self, reg: Reg) {
        for (op, holder) in &mut self.values {
            if *holder == reg || op.reads(reg) {
                *op = FORGOTTEN;
            }
        }
    }

    /// Memory changes.
    pub(super) fn forget_memory(&mut self) {
        for (op, _) in &mut self.values {
            if matches!(op, Op::Load { .. } | Op::LoadStatic { .. }) {
                *op = FORGOTTEN;
            }
        }
    }

    /// Jumps to a label begin here.
    pub(super) fn branch(&mut self, label: Target) {
        self.branches.insert(label, self.values.len());
    }

    /// The jumps to a label meet here.
    pub(super) fn join(&mut self, label: Target, at: usize) {
        let keep = self.branches.get(&label).copied().unwrap_or(0);
        self.values.truncate(keep);
        self.barrier = at;
    }

    pub(super) fn barrier(&mut self, at: usize) {
        self.barrier = at;
    }

    /// One instruction for the last one emitted and the next.
    pub(super) fn fuse(&self, ops: &[Op], next: Op) -> Option<Op> {
        if !self.enabled || ops.len() <= self.barrier {
            return None;
        }
        let fused = match (*ops.last()?, next) {
            // A test for overflow and the operation itself.
            (Op::JumpAddOverflowI32 { a, b, to }, Op::AddI32 { d, a: x, b: y }) if (a, b) == (x, y) => {
                Op::CheckedAddI32 { d, a, b, to }
            }
            (Op::JumpSubOverflowI32 { a, b, to }, Op::SubI32 { d, a: x, b: y }) if (a, b) == (x, y) => {
                Op::CheckedSubI32 { d, a, b, to }
            }
            (Op::JumpMulOverflowI32 { a, b, to }, Op::MulI32 { d, a: x, b: y }) if (a, b) == (x, y) => {
                Op::CheckedMulI32 { d, a, b, to }
            }
            (Op::JumpAddOverflowI32K { a, k, to }, Op::AddI32K { d, a: x, k: y }) if (a, k) == (x, y) => {
                Op::CheckedAddI32K { d, a, k, to }
            }
            (Op::JumpMulOverflowI32K { a, k, to }, Op::MulI32K { d, a: x, k: y }) if (a, k) == (x, y) => {
                Op::CheckedMulI32K { d, a, k, to }
            }
            (Op::JumpAddOverflowI64 { a, b, to }, Op::Add64 { d, a: x, b: y }) if (a, b) == (x, y) => {
                Op::CheckedAddI64 { d, a, b, to }
            }
            (Op::JumpSubOverflowI64 { a, b, to }, Op::Sub64 { d, a: x, b: y }) if (a, b) == (x, y) => {
                Op::CheckedSubI64 { d, a, b, to }
            }
            (Op::JumpMulOverflowI64 { a, b, to }, Op::Mul64 { d, a: x, b: y }) if (a, b) == (x, y) => {
                Op::CheckedMulI64 { d, a, b, to }
            }
            // Both bounds of an index in one comparison.
            (Op::JumpLtSK { a, k: 0, to }, Op::JumpGeSK { a: x, k, to: y })
                if (a, to) == (x, y) && k >= 0 =>
            {
                Op::JumpGeUK { a, k, to }
            }
            _ => return None,
        };
        Some(fused)
    }
}
