//! What expressions and instructions hold directly, in one place: who walks a program, copies or renumbers it asks
//! here.

use crate::{Callee, ExprId, ExprKind, FunctionId, Instr, InstrKind, Pc, PlaceId, Program};

/// What a node of an expression, or an instruction, holds directly.
#[derive(Debug, Clone, Copy)]
pub enum Child {
    Expr(ExprId),
    Place(PlaceId),
}

/// The same, to be changed.
#[derive(Debug)]
pub enum ChildMut<'a> {
    Expr(&'a mut ExprId),
    Place(&'a mut PlaceId),
}

impl Child {
    fn expr(id: &ExprId) -> Child {
        Child::Expr(*id)
    }

    fn place(id: &PlaceId) -> Child {
        Child::Place(*id)
    }
}

impl<'a> ChildMut<'a> {
    fn expr(id: &'a mut ExprId) -> ChildMut<'a> {
        ChildMut::Expr(id)
    }

    fn place(id: &'a mut PlaceId) -> ChildMut<'a> {
        ChildMut::Place(id)
    }
}

/// The match over expressions, for references of both kinds.
macro_rules! of_expression {
    ($kind:expr, $visit:ident, $child:ident, $iter:ident) => {
        match $kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::FunctionAddress(_)
            | ExprKind::Zero
            | ExprKind::Bytes(_) => {}
            ExprKind::Load(place) | ExprKind::AddressOf(place) | ExprKind::Initialised(place) => {
                $visit($child::place(place))
            }
            ExprKind::Unary { operand, .. }
            | ExprKind::Convert(operand)
            | ExprKind::Fits { value: operand, .. } => $visit($child::expr(operand)),
            ExprKind::Binary { lhs, rhs, .. }
            | ExprKind::PointerAdd {
                pointer: lhs,
                index: rhs,
                ..
            }
            | ExprKind::PointerDiff { lhs, rhs, .. }
            | ExprKind::And { lhs, rhs }
            | ExprKind::Or { lhs, rhs }
            | ExprKind::Overflows { lhs, rhs, .. }
            | ExprKind::Wrapped { lhs, rhs, .. } => {
                $visit($child::expr(lhs));
                $visit($child::expr(rhs));
            }
            ExprKind::Cond {
                cond,
                then,
                otherwise,
            } => {
                $visit($child::expr(cond));
                $visit($child::expr(then));
                $visit($child::expr(otherwise));
            }
            ExprKind::Intrinsic { args, .. } => args.$iter().for_each(|id| $visit($child::expr(id))),
        }
    };
}

/// The match over instructions, for references of both kinds.
macro_rules! of_instruction {
    ($kind:expr, $visit:ident, $child:ident, $iter:ident) => {
        match $kind {
            InstrKind::Declare(_)
            | InstrKind::Dead(_)
            | InstrKind::Claim(_)
            | InstrKind::Jump(_)
            | InstrKind::Return(None)
            | InstrKind::Abort => {}
            InstrKind::Assign { place, value } => {
                $visit($child::place(place));
                $visit($child::expr(value));
            }
            InstrKind::Input { place, .. } => $visit($child::place(place)),
            InstrKind::Assume(expr)
            | InstrKind::Branch { cond: expr, .. }
            | InstrKind::Switch { value: expr, .. }
            | InstrKind::Return(Some(expr))
            | InstrKind::Halt(expr) => $visit($child::expr(expr)),
            InstrKind::Call {
                dest,
                callee,
                args,
                varargs,
            } => {
                dest.$iter().for_each(|id| $visit($child::place(id)));
                if let Callee::Indirect(pointer) = callee {
                    $visit($child::expr(pointer));
                }
                args.$iter()
                    .chain(varargs)
                    .for_each(|id| $visit($child::expr(id)));
            }
            InstrKind::Builtin { dest, args, .. } => {
                dest.$iter().for_each(|id| $visit($child::place(id)));
                args.$iter().for_each(|id| $visit($child::expr(id)));
            }
        }
    };
}

impl ExprKind {
    /// Calls `visit` for the direct operands, from left to right.
    #[inline]
    pub fn children(&self, mut visit: impl FnMut(Child)) {
        of_expression!(self, visit, Child, iter);
    }

    /// The same, to be changed.
    pub fn children_mut(&mut self, mut visit: impl FnMut(ChildMut<'_>)) {
        of_expression!(self, visit, ChildMut, iter_mut);
    }
}

impl InstrKind {
    /// Calls `visit` for the expressions and places that the instruction holds itself, not through its claim.
    pub fn children(&self, mut visit: impl FnMut(Child)) {
        of_instruction!(self, visit, Child, iter);
    }

    /// The same, to be changed.
    pub fn children_mut(&mut self, mut visit: impl FnMut(ChildMut<'_>)) {
        of_instruction!(self, visit, ChildMut, iter_mut);
    }
}

impl Program {
    /// Every instruction of the user's functions, in order.
    pub fn user_instrs(&self) -> impl Iterator<Item = (FunctionId, Pc, &Instr)> {
        let functions = self.functions.iter().enumerate();
        let own = functions.filter(|(_, function)| !function.embedded);
        own.flat_map(|(index, function)| {
            let instrs = function.body.iter().enumerate();
            instrs.map(move |(pc, instr)| (FunctionId(index as u32), Pc(pc as u32), instr))
        })
    }
}
