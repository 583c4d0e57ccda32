//! What others see of an instruction.

use source::LocId;

use super::*;
use crate::{AtomicKind, Instr, ThreadOp};

/// A program that starts a thread, and a function in it that is executed while there are several.
fn with_threads(body: impl FnOnce(&mut Fixture, FunctionId, VarId)) -> Vec<Fault> {
    let mut f = Fixture::new();
    f.main(InstrKind::Builtin {
        dest: None,
        op: Builtin::Thread(ThreadOp::Fork),
        args: Box::new([]),
    });
    f.finish();
    let ty = f.function_type(f.void, &[]);
    let other = f.function("other", ty);
    let shared = f.variable("shared", f.int, Lifetime::Static, MAIN);
    body(&mut f, other, shared);
    let body = &mut f.program.functions[other.index()].body;
    body.push(Instr {
        kind: InstrKind::Return(None),
        loc: LocId::NONE,
    });
    let mut found = faults(&f);
    // What the fixture's thread is started with is not of interest.
    found.retain(|fault| matches!(fault, Fault::SeveralAccesses(_) | Fault::NoPoint));
    found
}

fn point(kind: ThreadOp) -> InstrKind {
    InstrKind::Builtin {
        dest: None,
        op: Builtin::Thread(kind),
        args: Box::new([]),
    }
}

#[test]
fn one_access_that_others_see_behind_each_point() {
    let increment = |f: &mut Fixture, shared| {
        let (old, one) = (f.load(shared), f.number(1));
        let value = f.binary(BinaryOp::Add, old, one);
        let place = f.place(shared);
        InstrKind::Assign { place, value }
    };
    let store = |f: &mut Fixture, shared| {
        let (place, value) = (f.place(shared), f.number(1));
        InstrKind::Assign { place, value }
    };
    let push = |f: &mut Fixture, function: FunctionId, kind| {
        let loc = LocId::NONE;
        f.program.functions[function.index()]
            .body
            .push(Instr { kind, loc });
    };
    let found = with_threads(|f, other, shared| {
        push(f, other, point(ThreadOp::Point));
        let kind = increment(f, shared);
        push(f, other, kind);
    });
    assert_eq!(found, [Fault::SeveralAccesses(2)]);
    let found = with_threads(|f, other, shared| {
        push(f, other, point(ThreadOp::Point));
        for _ in 0..2 {
            let kind = store(f, shared);
            push(f, other, kind);
        }
    });
    assert_eq!(found, [Fault::NoPoint]);
    let found = with_threads(|f, other, shared| {
        push(f, other, point(ThreadOp::Point));
        let kind = store(f, shared);
        push(f, other, kind);
        push(f, other, point(ThreadOp::AtomicBegin(AtomicKind::Operation)));
        let kind = increment(f, shared);
        push(f, other, kind);
        push(f, other, point(ThreadOp::AtomicEnd(AtomicKind::Operation)));
    });
    assert_eq!(found, []);
}
