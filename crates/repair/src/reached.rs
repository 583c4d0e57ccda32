//! Which changes a run comes by.
//!
//! A run that never asks whether a change is made goes as it goes without it. So one run of each test with the switch at
//! rest says which changes need no trial on that test: in a program of some size, most of them. This is for programs with one
//! number; where each place has its own, those that a run asks for say the same.

use std::collections::BTreeSet;

use interp::{At, Observer};
use program::{BinaryOp, Construct, ExprId, ExprKind, PlaceBase, Program};

use crate::schema::SWITCH;

/// Collects the changes that are asked about.
pub(crate) struct Reached<'p> {
    program: &'p Program,
    conditions: BTreeSet<ExprId>,
    positions: Vec<bool>,
}

impl<'p> Reached<'p> {
    pub(crate) fn new(program: &'p Program, positions: usize) -> Reached<'p> {
        Reached {
            program,
            conditions: BTreeSet::new(),
            positions: vec![false; positions + 1],
        }
    }

    /// By position.
    pub(crate) fn positions(self) -> Vec<bool> {
        self.positions
    }

    fn is_switch(&self, expr: ExprId) -> bool {
        let ExprKind::Load(place) = self.program.expr(expr).kind else {
            return false;
        };
        match self.program.place(place).base {
            PlaceBase::Var(var) => self.program.variable(var).name == SWITCH,
            PlaceBase::Deref(_) => false,
        }
    }

    fn number(&self, expr: ExprId) -> Option<usize> {
        match self.program.expr(expr).kind {
            ExprKind::Int(number) => usize::try_from(number).ok(),
            _ => None,
        }
    }

    /// The first and last position that a comparison asks about.
    fn asked(&self, expr: ExprId) -> Option<(usize, usize)> {
        let ExprKind::Binary { op, lhs, rhs } = self.program.expr(expr).kind else {
            return None;
        };
        let number = self.number(rhs)?;
        match (op, &self.program.expr(lhs).kind) {
            (BinaryOp::Eq, _) if self.is_switch(lhs) => Some((number, number)),
            (
                BinaryOp::Le,
                ExprKind::Binary {
                    op: BinaryOp::Sub,
                    lhs,
                    rhs,
                },
            ) if self.is_switch(*lhs) => {
                let first = self.number(*rhs)?;
                Some((first, first + number))
            }
            _ => None,
        }
    }
}

impl Observer for Reached<'_> {
    fn branched(&mut self, _at: At, _construct: Construct, cond: ExprId, _taken: bool) {
        if !self.conditions.insert(cond) {
            return;
        }
        let mut pending = vec![cond];
        while let Some(expr) = pending.pop() {
            if let Some((first, last)) = self.asked(expr) {
                let last = last.min(self.positions.len() - 1);
                self.positions[first..=last].fill(true);
            } else if self.is_switch(expr) {
                // Asked in a way that nobody thought of.
                self.positions.fill(true);
            } else {
                self.program.operands(expr, |operand| pending.push(operand));
            }
        }
    }
}
