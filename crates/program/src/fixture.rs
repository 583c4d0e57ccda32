//! Small programs built by hand, for this crate's tests.

use ctype::{DataModel, FunctionType, IntKind, Type, TypeId, TypeTable};
use source::LocId;

use crate::{
    BinaryOp, CheckKind, Claim, ClaimId, Component, ComponentKind, Construct, ExprId, ExprKind, Function,
    FunctionId, Instr, InstrKind, Lifetime, Pc, PlaceBase, PlaceId, Program, Projection, VarId, Variable,
};

/// The function every fixture starts from.
pub(crate) const MAIN: FunctionId = FunctionId(0);

pub(crate) struct Fixture {
    pub(crate) program: Program,
    pub(crate) int: TypeId,
    pub(crate) void: TypeId,
}

impl Fixture {
    /// `int main(void) { return 0; }` without its return.
    pub(crate) fn new() -> Fixture {
        let mut types = TypeTable::new(DataModel::LP64);
        let int = types.int(IntKind::Int);
        let void = types.void();
        let program = Program {
            types,
            exprs: vec![],
            places: vec![],
            variables: vec![],
            functions: vec![],
            claims: vec![],
            components: vec![],
            inputs: vec![],
            strings: vec![],
            missing: vec![],
            settled: vec![],
            lists: vec![],
            entry: MAIN,
        };
        let mut fixture = Fixture { program, int, void };
        let ty = fixture.function_type(int, &[]);
        fixture.function("main", ty);
        fixture
    }

    pub(crate) fn function_type(&mut self, ret: TypeId, params: &[TypeId]) -> TypeId {
        self.program.types.intern(Type::Function(FunctionType {
            ret,
            params: params.to_vec(),
            variadic: false,
            prototyped: true,
        }))
    }

    pub(crate) fn function(&mut self, name: &str, ty: TypeId) -> FunctionId {
        self.program.functions.push(Function {
            name: name.into(),
            ty,
            params: vec![],
            varargs: None,
            body: vec![],
            loc: LocId::NONE,
            embedded: false,
        });
        FunctionId(self.program.functions.len() as u32 - 1)
    }

    pub(crate) fn variable(
        &mut self,
        name: &str,
        ty: TypeId,
        lifetime: Lifetime,
        function: FunctionId,
    ) -> VarId {
        self.program.add_variable(Variable {
            function: Some(function),
            ..Variable::new(name, ty, 1, lifetime, LocId::NONE)
        })
    }

    pub(crate) fn local(&mut self, name: &str, ty: TypeId) -> VarId {
        self.variable(name, ty, Lifetime::Automatic, MAIN)
    }

    pub(crate) fn expr(&mut self, kind: ExprKind, ty: TypeId) -> ExprId {
        self.program.add_expr(kind, ty, LocId::NONE)
    }

    pub(crate) fn number(&mut self, value: i128) -> ExprId {
        self.expr(ExprKind::Int(value), self.int)
    }

    pub(crate) fn path(&mut self, base: PlaceBase, path: &[Projection], ty: TypeId) -> PlaceId {
        self.program.add_place(base, path.into(), ty, LocId::NONE)
    }

    pub(crate) fn place(&mut self, var: VarId) -> PlaceId {
        let ty = self.program.variable(var).ty;
        self.path(PlaceBase::Var(var), &[], ty)
    }

    pub(crate) fn load(&mut self, var: VarId) -> ExprId {
        let ty = self.program.variable(var).ty;
        let place = self.place(var);
        self.expr(ExprKind::Load(place), ty)
    }

    pub(crate) fn binary(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> ExprId {
        self.expr(ExprKind::Binary { op, lhs, rhs }, self.int)
    }

    pub(crate) fn claim(&mut self, kind: CheckKind, cond: ExprId, text: &str) -> ClaimId {
        let number = self
            .program
            .claims
            .iter()
            .filter(|claim| claim.kind == kind)
            .count();
        self.program.claims.push(Claim {
            kind,
            cond,
            text: text.into(),
            violation: None,
            function: MAIN,
            name: format!("main.{}.{}", kind.word(), number + 1),
            loc: LocId::NONE,
        });
        ClaimId(self.program.claims.len() as u32 - 1)
    }

    pub(crate) fn component(&mut self, kind: ComponentKind, expr: ExprId) {
        self.program.components.push(Component {
            kind,
            expr,
            function: MAIN,
            loc: LocId::NONE,
        });
    }

    pub(crate) fn push(&mut self, function: FunctionId, kind: InstrKind) {
        let loc = LocId::NONE;
        self.program.functions[function.index()]
            .body
            .push(Instr { kind, loc });
    }

    pub(crate) fn main(&mut self, kind: InstrKind) {
        self.push(MAIN, kind);
    }

    pub(crate) fn finish(&mut self) {
        let zero = self.number(0);
        self.main(InstrKind::Return(Some(zero)));
    }

    /// Uses a value for nothing, so that it occurs once.
    pub(crate) fn consume(&mut self, value: ExprId) {
        self.main(InstrKind::Assume(value));
    }
}

/// A program with a loop, a claim and a component:
/// `int i = 0; while (i < 10) i = i + 1; assert(i == 10);`.
pub(crate) fn counting_loop() -> Fixture {
    let mut f = Fixture::new();
    let i = f.local("i", f.int);
    f.main(InstrKind::Declare(i));
    let (place, value) = (f.place(i), f.number(0));
    f.component(ComponentKind::Initialiser { global: false }, value);
    f.main(InstrKind::Assign { place, value });
    let (lhs, rhs) = (f.load(i), f.number(10));
    let cond = f.binary(BinaryOp::Lt, lhs, rhs);
    f.component(ComponentKind::Condition, cond);
    f.main(InstrKind::Branch {
        cond,
        then: Pc(3),
        otherwise: Pc(5),
        construct: Construct::While,
    });
    let (lhs, rhs) = (f.load(i), f.number(1));
    let (place, value) = (f.place(i), f.binary(BinaryOp::Add, lhs, rhs));
    f.component(ComponentKind::AssignedValue, value);
    f.main(InstrKind::Assign { place, value });
    f.main(InstrKind::Jump(Pc(2)));
    let (lhs, rhs) = (f.load(i), f.number(10));
    let cond = f.binary(BinaryOp::Eq, lhs, rhs);
    let claim = f.claim(CheckKind::Assertion, cond, "assertion i == 10");
    f.main(InstrKind::Claim(claim));
    f.main(InstrKind::Dead(i));
    f.finish();
    f
}
