//! One small program for each fault.

mod threads;

use ctype::{ArrayLen, BitField, Field, FloatKind, FunctionType, IntKind, Record, RecordKind, Type};

use super::*;
use crate::fixture::{Fixture, MAIN, counting_loop};
use crate::{
    Allocation, Arm, BinaryOp, Builtin, Callee, CheckKind, ComponentKind, Construct, ExprKind, InputSite,
    InputSource, InstrKind, Intrinsic, OverflowOp, PlaceBase, Projection, UnaryOp,
};

fn faults(fixture: &Fixture) -> Vec<Fault> {
    let violations = fixture.program.validate();
    violations.into_iter().map(|violation| violation.fault).collect()
}

/// The only fault of a program whose `main` consumes one expression built by `make`.
fn fault_of(make: impl FnOnce(&mut Fixture) -> ExprId) -> Fault {
    let mut f = Fixture::new();
    let value = make(&mut f);
    f.consume(value);
    f.finish();
    let found = f.program.validate();
    assert_eq!(found.len(), 1, "{found:?}");
    found.into_iter().next().unwrap().fault
}

#[test]
fn a_good_program_has_no_fault() {
    assert_eq!(counting_loop().program.validate(), []);
}

#[test]
fn ids_that_name_nothing() {
    let mut f = counting_loop();
    f.program.exprs.truncate(1);
    let found = faults(&f);
    assert!(
        found
            .iter()
            .all(|fault| matches!(fault, Fault::Unknown(Reference::Expr(_)))),
        "{found:?}"
    );
    assert!(!found.is_empty());

    let mut f = Fixture::new();
    f.main(InstrKind::Jump(Pc(7)));
    f.main(InstrKind::Declare(VarId(9)));
    f.main(InstrKind::Claim(ClaimId(9)));
    f.main(InstrKind::Input {
        place: PlaceId(9),
        input: InputId(9),
    });
    f.main(InstrKind::Call {
        dest: None,
        callee: Callee::Direct(FunctionId(9)),
        args: Box::new([]),
        varargs: None,
    });
    let bytes = f.expr(ExprKind::Bytes(StringId(9)), TypeId(99));
    f.consume(bytes);
    let mut found = faults(&f);
    found.sort_by_key(|fault| format!("{fault:?}"));
    let expected = [
        Reference::Claim(ClaimId(9)),
        Reference::Function(FunctionId(9)),
        Reference::Input(InputId(9)),
        Reference::Pc(Pc(7)),
        Reference::Place(PlaceId(9)),
        Reference::String(StringId(9)),
        Reference::Type(TypeId(99)),
        Reference::Variable(VarId(9)),
    ];
    assert_eq!(found, expected.map(Fault::Unknown));
}

#[test]
fn occurrences_occur_once() {
    let mut f = Fixture::new();
    let value = f.number(1);
    f.consume(value);
    f.consume(value);
    f.number(2);
    f.finish();
    assert_eq!(faults(&f), [Fault::Shared, Fault::Unused]);

    let mut f = Fixture::new();
    let x = f.variable("x", f.int, Lifetime::Static, MAIN);
    let place = f.place(x);
    for _ in 0..2 {
        let load = f.expr(ExprKind::Load(place), f.int);
        f.consume(load);
    }
    f.place(x);
    f.finish();
    assert_eq!(faults(&f), [Fault::Shared, Fault::Unused]);

    let mut f = counting_loop();
    let again = f.program.functions[0].body[5].clone();
    f.program.functions[0].body.insert(5, again);
    let cond = f.number(1);
    f.claim(CheckKind::Assertion, cond, "never passed");
    let found = f.program.validate();
    let at = |site, fault| Violation { site, fault };
    assert_eq!(
        found,
        [
            at(Site::Claim(ClaimId(0)), Fault::Shared),
            at(Site::Expr(cond), Fault::Unused),
            at(Site::Claim(ClaimId(1)), Fault::Unused)
        ]
    );
}

#[test]
fn an_expression_that_holds_itself() {
    let mut f = Fixture::new();
    let own = ExprId(f.program.exprs.len() as u32);
    f.expr(
        ExprKind::Unary {
            op: UnaryOp::Neg,
            operand: own,
        },
        f.int,
    );
    f.consume(own);
    f.finish();
    assert_eq!(faults(&f), [Fault::Shared]);
}

#[test]
fn deep_expressions_do_not_exhaust_the_stack() {
    let mut f = Fixture::new();
    let mut value = f.number(1);
    for _ in 0..200_000 {
        value = f.expr(
            ExprKind::Unary {
                op: UnaryOp::Neg,
                operand: value,
            },
            f.int,
        );
    }
    f.consume(value);
    f.finish();
    assert_eq!(faults(&f), []);
}

#[test]
fn constants_lie_in_their_types() {
    assert_eq!(fault_of(|f| f.number(1 << 31)), Fault::OutOfRange);
    assert_eq!(
        fault_of(|f| {
            let bool = f.program.types.bool();
            f.expr(ExprKind::Int(2), bool)
        }),
        Fault::OutOfRange
    );
    assert_eq!(
        fault_of(|f| {
            let float = f.program.types.float(FloatKind::Float);
            f.expr(ExprKind::Float(1 << 32), float)
        }),
        Fault::OutOfRange
    );
    let wrong = fault_of(|f| f.expr(ExprKind::Float(0), f.int));
    assert!(matches!(
        wrong,
        Fault::WrongKind {
            need: Need::Float,
            ..
        }
    ));
}

#[test]
fn operands_have_one_type() {
    let mixed = |op| {
        fault_of(|f| {
            let long = f.program.types.int(IntKind::Long);
            let (lhs, rhs) = (f.number(1), f.expr(ExprKind::Int(1), long));
            f.binary(op, lhs, rhs)
        })
    };
    for op in [BinaryOp::Add, BinaryOp::Lt, BinaryOp::BitAnd] {
        assert!(matches!(mixed(op), Fault::TypeMismatch { .. }));
    }
    let comparison = fault_of(|f| {
        let long = f.program.types.int(IntKind::Long);
        let (lhs, rhs) = (f.number(1), f.number(1));
        f.expr(
            ExprKind::Binary {
                op: BinaryOp::Eq,
                lhs,
                rhs,
            },
            long,
        )
    });
    let shift = fault_of(|f| {
        let double = f.program.types.float(FloatKind::Double);
        let (lhs, rhs) = (f.number(1), f.expr(ExprKind::Float(0), double));
        f.binary(BinaryOp::Shl, lhs, rhs)
    });
    let not = fault_of(|f| {
        let long = f.program.types.int(IntKind::Long);
        let operand = f.number(1);
        let op = UnaryOp::Not;
        f.expr(ExprKind::Unary { op, operand }, long)
    });
    let and = fault_of(|f| {
        let bool = f.program.types.bool();
        let (lhs, rhs) = (f.number(1), f.number(1));
        f.expr(ExprKind::And { lhs, rhs }, bool)
    });
    let needs = |fault: &Fault, wanted| matches!(fault, Fault::WrongKind { need, .. } if *need == wanted);
    assert!(needs(&comparison, Need::Int));
    assert!(needs(&shift, Need::Integer));
    assert!(needs(&not, Need::Int));
    assert!(needs(&and, Need::Int));
}

#[test]
fn other_operations_have_their_types() {
    let overflow = fault_of(|f| {
        let double = f.program.types.float(FloatKind::Double);
        let (op, lhs, rhs) = (OverflowOp::Add, f.number(1), f.number(1));
        let at = double;
        f.expr(ExprKind::Overflows { op, lhs, rhs, at }, f.int)
    });
    assert!(matches!(overflow, Fault::WrongKind { .. }));
    let arity = fault_of(|f| {
        let args = Box::new([f.number(1)]);
        let op = Intrinsic::HeapEmpty;
        f.expr(ExprKind::Intrinsic { op, args }, f.int)
    });
    assert_eq!(
        arity,
        Fault::WrongArgumentCount {
            expected: 0,
            found: 1
        }
    );
    let difference = fault_of(|f| {
        let pointer = f.program.types.pointer(f.int);
        let long = f.program.types.pointer_sized(true);
        let (lhs, rhs) = (
            f.expr(ExprKind::Int(0), pointer),
            f.expr(ExprKind::Int(0), pointer),
        );
        f.expr(ExprKind::PointerDiff { lhs, rhs, stride: 0 }, long)
    });
    assert_eq!(difference, Fault::ZeroStride);
    let conversion = fault_of(|f| {
        let pointer = f.program.types.pointer(f.int);
        let double = f.program.types.float(FloatKind::Double);
        let from = f.expr(ExprKind::Int(0), pointer);
        f.expr(ExprKind::Convert(from), double)
    });
    assert!(matches!(conversion, Fault::BadConversion { .. }));
}

#[test]
fn whole_objects_are_only_loaded_or_constant() {
    let mut f = Fixture::new();
    let array = f.program.types.array(f.int, 2);
    let a = f.local("a", array);
    let (cond, then, otherwise) = (f.number(1), f.load(a), f.load(a));
    let value = f.expr(
        ExprKind::Cond {
            cond,
            then,
            otherwise,
        },
        array,
    );
    let place = f.place(a);
    f.main(InstrKind::Assign { place, value });
    f.finish();
    assert_eq!(faults(&f), [Fault::AggregateValue]);

    let mut f = Fixture::new();
    f.program.strings.push(Box::new([0; 9]));
    let array = f.program.types.array(f.int, 2);
    let a = f.local("a", array);
    let (place, value) = (f.place(a), f.expr(ExprKind::Bytes(StringId(0)), array));
    f.main(InstrKind::Assign { place, value });
    f.finish();
    assert_eq!(faults(&f), [Fault::BytesTooLong]);
}

#[test]
fn places_fit_their_types() {
    let mut f = Fixture::new();
    let array = f.program.types.array(f.int, 2);
    let a = f.local("a", array);
    let index = f.number(0);
    let steps = [Projection::Index(index), Projection::Field(0)];
    let place = f.path(PlaceBase::Var(a), &steps, f.int);
    let load = f.expr(ExprKind::Load(place), f.int);
    f.consume(load);
    let not_a_pointer = f.number(0);
    let place = f.path(PlaceBase::Deref(not_a_pointer), &[], f.int);
    let load = f.expr(ExprKind::Load(place), f.int);
    f.consume(load);
    f.finish();
    let (int, found) = (f.int, faults(&f));
    let (step, into) = (1, int);
    let (need, pointer) = (Need::Pointer, int);
    assert_eq!(
        found,
        [
            Fault::BadProjection { step, into },
            Fault::WrongKind { need, found: pointer }
        ]
    );

    // An element whose size is not known cannot be found.
    let mut f = Fixture::new();
    let len = ArrayLen::Variable(ctype::VlaId(0));
    let row = f.program.types.intern(Type::Array { elem: f.int, len });
    let rows = f.program.types.array(row, 2);
    let pointer = f.program.types.pointer(rows);
    let (base, index) = (f.expr(ExprKind::Int(0), pointer), f.number(1));
    let place = f.path(PlaceBase::Deref(base), &[Projection::Index(index)], row);
    let to_row = f.program.types.pointer(row);
    let address = f.expr(ExprKind::AddressOf(place), to_row);
    f.consume(address);
    f.finish();
    assert!(matches!(faults(&f)[..], [Fault::BadProjection { step: 0, .. }]));
}

#[test]
fn addresses_are_taken_of_what_has_one() {
    let mut f = Fixture::new();
    let bits = Some(BitField { offset: 0, width: 3 });
    let field = Field {
        name: Some("b".into()),
        ty: f.int,
        offset: 0,
        bits,
    };
    let record = f.program.types.add_record(Record {
        kind: RecordKind::Struct,
        tag: None,
        layout: Some((4, 4)),
        fields: vec![field],
    });
    let record = f.program.types.intern(Type::Record(record));
    let pointer = f.program.types.pointer(f.int);
    let s = f.local("s", record);
    let place = f.path(PlaceBase::Var(s), &[Projection::Field(0)], f.int);
    let address = f.expr(ExprKind::AddressOf(place), pointer);
    f.consume(address);
    f.finish();
    assert_eq!(
        faults(&f),
        [Fault::NotMarkedAddressed(s), Fault::AddressOfBitField]
    );
}

#[test]
fn locals_stay_in_their_function() {
    let mut f = Fixture::new();
    let ty = f.function_type(f.int, &[]);
    let other = f.function("other", ty);
    let mine = f.local("mine", f.int);
    let value = f.load(mine);
    f.push(other, InstrKind::Declare(mine));
    f.push(other, InstrKind::Return(Some(value)));
    f.finish();
    assert_eq!(
        faults(&f),
        [Fault::ForeignVariable(mine), Fault::ForeignVariable(mine)]
    );

    let mut f = counting_loop();
    f.program.variables[0].function = None;
    assert!(faults(&f).contains(&Fault::LocalWithoutFunction));
    f.program.variables[0].lifetime = Lifetime::Static;
    let (variable, lifetime) = (VarId(0), Lifetime::Static);
    let wrong = Fault::WrongLifetime { variable, lifetime };
    assert_eq!(faults(&f), [wrong.clone(), wrong]);
}

#[test]
fn control_stays_in_the_function() {
    let mut f = Fixture::new();
    let value = f.number(1);
    f.consume(value);
    assert_eq!(faults(&f), [Fault::FallsOffTheEnd]);
    assert_eq!(faults(&Fixture::new()), [Fault::EntryWithoutBody]);
}

#[test]
fn cases_are_disjoint() {
    let mut f = Fixture::new();
    let value = f.number(1);
    let arm = |low, high| Arm {
        low,
        high,
        target: Pc(1),
    };
    f.main(InstrKind::Switch {
        value,
        arms: Box::new([arm(4, 9), arm(3, 2), arm(1, 4), arm(1 << 40, 1 << 40)]),
        default: Pc(1),
    });
    f.finish();
    assert_eq!(
        faults(&f),
        [
            Fault::EmptyArm { low: 3, high: 2 },
            Fault::OutOfRange,
            Fault::OverlappingArms(4)
        ]
    );
}

#[test]
fn calls_match_their_callee() {
    let mut f = Fixture::new();
    let long = f.program.types.int(IntKind::Long);
    let ty = f.function_type(f.void, &[long]);
    let empty = f.function("empty", ty);
    let (x, arg) = (f.local("x", f.int), f.number(1));
    let dest = f.place(x);
    f.main(InstrKind::Call {
        dest: Some(dest),
        callee: Callee::Direct(empty),
        args: Box::new([arg]),
        varargs: None,
    });
    let pointer = f.program.types.pointer(ty);
    let callee = f.expr(ExprKind::FunctionAddress(empty), pointer);
    let extra = f.expr(ExprKind::Int(0), pointer);
    f.main(InstrKind::Call {
        dest: None,
        callee: Callee::Indirect(callee),
        args: Box::new([]),
        varargs: Some(extra),
    });
    let not_callable = f.number(0);
    f.main(InstrKind::Call {
        dest: None,
        callee: Callee::Indirect(not_callable),
        args: Box::new([]),
        varargs: None,
    });
    f.finish();
    let int = f.int;
    let (expected, found) = (1, 0);
    assert_eq!(
        faults(&f),
        [
            Fault::CallWithoutBody(empty),
            Fault::NoResult,
            Fault::TypeMismatch {
                expected: long,
                found: int
            },
            Fault::UnexpectedVarargs,
            Fault::WrongArgumentCount { expected, found },
            Fault::WrongKind {
                need: Need::FunctionPointer,
                found: int
            },
        ]
    );
}

#[test]
fn definitions_match_their_type() {
    let mut f = Fixture::new();
    let params = vec![f.int, f.int];
    let ty = f.program.types.intern(Type::Function(FunctionType {
        ret: f.void,
        params,
        variadic: true,
        prototyped: true,
    }));
    let id = f.function("print", ty);
    let a = f.variable("a", f.int, Lifetime::Parameter, MAIN);
    let b = f.variable("b", f.int, Lifetime::Automatic, id);
    let c = f.variable("c", f.int, Lifetime::Parameter, id);
    f.program.functions[id.index()].params = vec![a, b, c];
    let value = f.number(1);
    f.push(id, InstrKind::Return(Some(value)));
    f.finish();
    let (variable, lifetime) = (b, Lifetime::Automatic);
    assert_eq!(
        faults(&f),
        [
            Fault::ForeignVariable(a),
            Fault::WrongLifetime { variable, lifetime },
            Fault::MissingVarargs,
            Fault::WrongArgumentCount {
                expected: 2,
                found: 3
            },
            Fault::NoResult,
        ]
    );
}

#[test]
fn instructions_take_values_of_their_types() {
    let mut f = Fixture::new();
    let long = f.program.types.int(IntKind::Long);
    let x = f.local("x", long);
    let (place, value) = (f.place(x), f.number(1));
    f.main(InstrKind::Assign { place, value });
    f.program.inputs.push(InputSite {
        name: String::new(),
        source: InputSource::Nondet,
        ty: f.int,
        loc: source::LocId::NONE,
    });
    let place = f.place(x);
    f.main(InstrKind::Input {
        place,
        input: InputId(0),
    });
    let (dest, size, align) = (f.place(x), f.number(4), f.number(4));
    f.main(InstrKind::Builtin {
        dest: Some(dest),
        op: Builtin::Allocate(Allocation::Vla(x)),
        args: Box::new([size, align]),
    });
    let array = f.program.types.array(f.int, 2);
    let status = f.expr(ExprKind::Zero, array);
    f.main(InstrKind::Halt(status));
    let (expected, found, need) = (long, f.int, Need::Pointer);
    let mismatch = Fault::TypeMismatch { expected, found };
    let not_pointer = Fault::WrongKind { need, found: long };
    let status = Fault::WrongKind {
        need: Need::Integer,
        found: array,
    };
    assert_eq!(
        faults(&f),
        [
            mismatch.clone(),
            mismatch,
            not_pointer.clone(),
            not_pointer,
            status,
            Fault::BadName
        ]
    );
}

#[test]
fn branches_need_values() {
    let mut f = Fixture::new();
    let array = f.program.types.array(f.int, 2);
    let cond = f.expr(ExprKind::Zero, array);
    f.main(InstrKind::Branch {
        cond,
        then: Pc(0),
        otherwise: Pc(0),
        construct: Construct::If,
    });
    let (need, found) = (Need::Scalar, array);
    assert_eq!(faults(&f), [Fault::WrongKind { need, found }]);
}

#[test]
fn claims_and_components_belong_where_they_say() {
    let mut f = counting_loop();
    let ty = f.function_type(f.int, &[]);
    let other = f.function("other", ty);
    f.program.claims[0].function = other;
    f.program.claims[0].name = "other.assertion.1".into();
    f.program.components[1].function = other;
    let wrong = |site| {
        let (expected, found) = (other, MAIN);
        let fault = Fault::WrongFunction { expected, found };
        Violation { site, fault }
    };
    let expected = [
        wrong(Site::Instr(MAIN, Pc(5))),
        wrong(Site::Component(ComponentId(1))),
    ];
    assert_eq!(f.program.validate(), expected);
    assert_eq!(
        f.program.components[0].kind,
        ComponentKind::Initialiser { global: false }
    );

    let mut f = Fixture::new();
    for _ in 0..2 {
        let cond = f.number(1);
        let claim = f.claim(CheckKind::Nan, cond, "a number");
        f.main(InstrKind::Claim(claim));
    }
    f.finish();
    f.program.claims[1].name = f.program.claims[0].name.clone();
    assert_eq!(faults(&f), [Fault::DuplicateName]);
    f.program.claims[1].name = "main.assertion.x".into();
    assert_eq!(faults(&f), [Fault::BadName]);
}
