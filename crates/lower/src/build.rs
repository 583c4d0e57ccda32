//! Making instructions and expressions.
//!
//! Jumps are emitted against labels; [`Body::finish`] replaces labels by positions. Expressions are trees
//! whose nodes occur once, so using a value twice means cloning it ([`Lowerer::clone_expr`]).

use ctype::TypeId;
use program::{
    BinaryOp, Component, ComponentKind, Construct, Expr, ExprId, ExprKind, FunctionId, Instr, InstrKind,
    Intrinsic, Pc, Place, PlaceBase, PlaceId, Projection, UnaryOp, VarId,
};
use source::LocId;

use crate::lowerer::Lowerer;
use crate::scope::Scopes;
use crate::skipped::Skipped;

/// A position that is not known yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Target(u32);

impl Target {
    /// Until the body is finished a jump holds its label's number where its position will be.
    pub(crate) fn pc(self) -> Pc {
        Pc(self.0)
    }
}

/// The function being built.
pub(crate) struct Body {
    pub(crate) function: FunctionId,
    pub(crate) instrs: Vec<Instr>,
    targets: Vec<Option<Pc>>,
    pub(crate) scopes: Scopes,
    pub(crate) skipped: Skipped,
    /// The conditions under which the expression being lowered is evaluated at all; claims inside it are
    /// weakened by them.
    pub(crate) guards: Vec<Guard>,
    pub(crate) blocks: crate::cover::Blocks,
    /// Where control goes on behind the statements that are being lowered and that threads execute.
    pub(crate) threads: Vec<Target>,
}

/// A condition, and whether it must be zero or not.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Guard {
    pub(crate) cond: ExprId,
    pub(crate) holds: bool,
}

impl Body {
    pub(crate) fn new(function: FunctionId) -> Body {
        Body {
            function,
            instrs: Vec::new(),
            targets: Vec::new(),
            scopes: Scopes::default(),
            skipped: Skipped::default(),
            guards: Vec::new(),
            blocks: crate::cover::Blocks::new(),
            threads: Vec::new(),
        }
    }

    pub(crate) fn finish(mut self) -> Vec<Instr> {
        let targets = self.targets;
        let resolve = |pc: &mut Pc| {
            *pc = targets[pc.index()].expect("every label that is jumped to has been placed");
        };
        for instr in &mut self.instrs {
            instr.kind.for_each_target(resolve);
        }
        self.instrs
    }
}

impl Lowerer<'_> {
    pub(crate) fn new_target(&mut self) -> Target {
        self.body.targets.push(None);
        Target(self.body.targets.len() as u32 - 1)
    }

    /// The label stands before the next instruction.
    pub(crate) fn place_target(&mut self, target: Target) {
        self.body.targets[target.0 as usize] = Some(Pc(self.body.instrs.len() as u32));
        self.body.blocks.start();
    }

    pub(crate) fn emit(&mut self, kind: InstrKind, loc: LocId) {
        // Leaving a scope or jumping is no part of what the text does.
        if !matches!(kind, InstrKind::Jump(_) | InstrKind::Dead(_)) {
            self.cover_instruction(loc);
        }
        let ends_block = matches!(kind, InstrKind::Call { .. } | InstrKind::Assume(_));
        self.body.instrs.push(Instr { kind, loc });
        if ends_block {
            self.body.blocks.start();
        }
    }

    pub(crate) fn jump(&mut self, target: Target, loc: LocId) {
        self.emit(InstrKind::Jump(target.pc()), loc);
    }

    pub(crate) fn branch(
        &mut self,
        cond: ExprId,
        then: Target,
        otherwise: Target,
        construct: Construct,
        loc: LocId,
    ) {
        if self.options.cover.is_some() {
            self.cover_instruction(loc);
            self.cover_branch(cond, loc);
        }
        self.emit(
            InstrKind::Branch {
                cond,
                then: then.pc(),
                otherwise: otherwise.pc(),
                construct,
            },
            loc,
        );
    }

    pub(crate) fn assign(&mut self, place: PlaceId, value: ExprId, loc: LocId) {
        self.emit(InstrKind::Assign { place, value }, loc);
    }

    pub(crate) fn expr(&mut self, kind: ExprKind, ty: TypeId, loc: LocId) -> ExprId {
        self.program.add_expr(kind, ty, loc)
    }

    pub(crate) fn type_of(&self, expr: ExprId) -> TypeId {
        self.program.expr(expr).ty
    }

    pub(crate) fn loc_of(&self, expr: ExprId) -> LocId {
        self.program.expr(expr).loc
    }

    pub(crate) fn int(&mut self, value: i128, ty: TypeId, loc: LocId) -> ExprId {
        self.expr(ExprKind::Int(value), ty, loc)
    }

    pub(crate) fn not(&mut self, operand: ExprId) -> ExprId {
        let loc = self.loc_of(operand);
        self.expr(
            ExprKind::Unary {
                op: UnaryOp::Not,
                operand,
            },
            self.common.int,
            loc,
        )
    }

    pub(crate) fn and(&mut self, lhs: ExprId, rhs: ExprId) -> ExprId {
        let loc = self.loc_of(lhs);
        self.expr(ExprKind::And { lhs, rhs }, self.common.int, loc)
    }

    pub(crate) fn or(&mut self, lhs: ExprId, rhs: ExprId) -> ExprId {
        let loc = self.loc_of(lhs);
        self.expr(ExprKind::Or { lhs, rhs }, self.common.int, loc)
    }

    pub(crate) fn compare(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> ExprId {
        let loc = self.loc_of(lhs);
        self.expr(ExprKind::Binary { op, lhs, rhs }, self.common.int, loc)
    }

    pub(crate) fn intrinsic(&mut self, op: Intrinsic, args: Vec<ExprId>, ty: TypeId, loc: LocId) -> ExprId {
        self.expr(
            ExprKind::Intrinsic {
                op,
                args: args.into_boxed_slice(),
            },
            ty,
            loc,
        )
    }

    pub(crate) fn new_place(
        &mut self,
        base: PlaceBase,
        path: Vec<Projection>,
        ty: TypeId,
        loc: LocId,
    ) -> PlaceId {
        self.program.add_place(base, path, ty, loc)
    }

    pub(crate) fn var_place(&mut self, var: VarId, loc: LocId) -> PlaceId {
        let ty = self.program.variable(var).ty;
        self.new_place(PlaceBase::Var(var), Vec::new(), ty, loc)
    }

    pub(crate) fn load(&mut self, place: PlaceId, loc: LocId) -> ExprId {
        let ty = self.program.place(place).ty;
        self.expr(ExprKind::Load(place), ty, loc)
    }

    pub(crate) fn load_var(&mut self, var: VarId, loc: LocId) -> ExprId {
        let place = self.var_place(var, loc);
        self.load(place, loc)
    }

    pub(crate) fn address_of(&mut self, place: PlaceId, loc: LocId) -> ExprId {
        let target = self.program.place(place).ty;
        let ty = self.program.types.pointer(target);
        if let PlaceBase::Var(var) = self.program.place(place).base {
            self.program.variables[var.index()].addressed = true;
        }
        self.expr(ExprKind::AddressOf(place), ty, loc)
    }

    /// A copy of an expression for a second use.
    pub(crate) fn clone_expr(&mut self, id: ExprId) -> ExprId {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
            let Expr { kind, ty, loc } = self.program.expr(id).clone();
            let kind = match kind {
                ExprKind::Load(place) => ExprKind::Load(self.clone_place(place)),
                ExprKind::AddressOf(place) => ExprKind::AddressOf(self.clone_place(place)),
                ExprKind::Initialised(place) => ExprKind::Initialised(self.clone_place(place)),
                ExprKind::Unary { op, operand } => ExprKind::Unary {
                    op,
                    operand: self.clone_expr(operand),
                },
                ExprKind::Binary { op, lhs, rhs } => ExprKind::Binary {
                    op,
                    lhs: self.clone_expr(lhs),
                    rhs: self.clone_expr(rhs),
                },
                ExprKind::PointerAdd {
                    pointer,
                    index,
                    stride,
                } => ExprKind::PointerAdd {
                    pointer: self.clone_expr(pointer),
                    index: self.clone_expr(index),
                    stride,
                },
                ExprKind::PointerDiff { lhs, rhs, stride } => ExprKind::PointerDiff {
                    lhs: self.clone_expr(lhs),
                    rhs: self.clone_expr(rhs),
                    stride,
                },
                ExprKind::Convert(operand) => ExprKind::Convert(self.clone_expr(operand)),
                ExprKind::Cond {
                    cond,
                    then,
                    otherwise,
                } => ExprKind::Cond {
                    cond: self.clone_expr(cond),
                    then: self.clone_expr(then),
                    otherwise: self.clone_expr(otherwise),
                },
                ExprKind::And { lhs, rhs } => ExprKind::And {
                    lhs: self.clone_expr(lhs),
                    rhs: self.clone_expr(rhs),
                },
                ExprKind::Or { lhs, rhs } => ExprKind::Or {
                    lhs: self.clone_expr(lhs),
                    rhs: self.clone_expr(rhs),
                },
                ExprKind::Intrinsic { op, args } => ExprKind::Intrinsic {
                    op,
                    args: args.iter().map(|&arg| self.clone_expr(arg)).collect(),
                },
                ExprKind::Overflows { op, lhs, rhs, at } => ExprKind::Overflows {
                    op,
                    lhs: self.clone_expr(lhs),
                    rhs: self.clone_expr(rhs),
                    at,
                },
                ExprKind::Wrapped { op, lhs, rhs } => ExprKind::Wrapped {
                    op,
                    lhs: self.clone_expr(lhs),
                    rhs: self.clone_expr(rhs),
                },
                ExprKind::Fits { value, to } => ExprKind::Fits {
                    value: self.clone_expr(value),
                    to,
                },
                leaf @ (ExprKind::Int(_)
                | ExprKind::Float(_)
                | ExprKind::FunctionAddress(_)
                | ExprKind::Zero
                | ExprKind::Bytes(_)) => leaf,
            };
            self.expr(kind, ty, loc)
        })
    }

    pub(crate) fn clone_place(&mut self, id: PlaceId) -> PlaceId {
        let Place { base, path, ty, loc } = self.program.place(id).clone();
        let base = match base {
            PlaceBase::Var(var) => PlaceBase::Var(var),
            PlaceBase::Deref(pointer) => PlaceBase::Deref(self.clone_expr(pointer)),
        };
        let path = path
            .iter()
            .map(|&step| match step {
                Projection::Field(field) => Projection::Field(field),
                Projection::Index(index) => Projection::Index(self.clone_expr(index)),
            })
            .collect();
        self.new_place(base, path, ty, loc)
    }

    /// A fresh variable for an intermediate value.
    pub(crate) fn new_temp(&mut self, ty: TypeId, name: impl Into<String>, loc: LocId) -> VarId {
        let function = self.body.function;
        self.program.add_temporary(name, ty, function, loc)
    }

    /// Stores a value in a fresh temporary and gives back a read of it.
    pub(crate) fn keep(&mut self, value: ExprId) -> ExprId {
        let loc = self.loc_of(value);
        let temp = self.keep_in_temp(value);
        self.load_var(temp, loc)
    }

    pub(crate) fn keep_in_temp(&mut self, value: ExprId) -> VarId {
        let loc = self.loc_of(value);
        let name = self.short_text(loc);
        let temp = self.new_temp(self.type_of(value), name, loc);
        let place = self.var_place(temp, loc);
        self.assign(place, value, loc);
        temp
    }

    /// Marks an expression as something the programmer could have written wrong. Text of the tool's own
    /// models is never suspected.
    pub(crate) fn component(&mut self, kind: ComponentKind, expr: ExprId, loc: LocId) {
        if loc == LocId::NONE
            || self
                .program
                .functions
                .get(self.body.function.index())
                .is_some_and(|f| f.embedded)
        {
            return;
        }
        self.program.components.push(Component {
            kind,
            expr,
            function: self.body.function,
            loc,
        });
    }

    /// The source text of a location, shortened for use inside a sentence.
    pub(crate) fn short_text(&self, loc: LocId) -> String {
        const LONGEST: usize = 60;
        if loc == LocId::NONE {
            return "(internal)".into();
        }
        // No more is looked at than can be shown: the texts of a long chain are each other's beginnings.
        let (text, complete) = self.sources.beginning_of(loc, 4 * LONGEST);
        let text = source::in_one_line(&text);
        if complete && text.chars().count() <= LONGEST {
            return text;
        }
        let cut: String = text.chars().take(LONGEST - 3).collect();
        format!("{cut}...")
    }
}
