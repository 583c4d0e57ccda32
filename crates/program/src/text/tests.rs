use std::sync::Arc;

use ctype::{Field, IntKind, Record, RecordKind, Type};
use source::{Location, SourceFile, SourceMap, Span};

use super::TextOptions;
use crate::fixture::{Fixture, MAIN, counting_loop};
use crate::{BinaryOp, ExprKind, InstrKind, Lifetime, OverflowOp, PlaceBase, Projection, UnaryOp};

#[test]
fn a_whole_program() {
    let mut f = counting_loop();
    let mut sources = SourceMap::new();
    let text = "int main(void) {\n  int i = 0;\n  while (i < 10)\n    i = i + 1;\n}\n";
    let file = sources.add_file(SourceFile::new("a.c".into(), Arc::from(text.as_bytes()), false));
    let mut at = |lo, hi| {
        let used = Span::new(file, lo, hi);
        sources.intern(Location { used, spelled: None })
    };
    f.program.functions[0].loc = at(4, 8);
    let (decl, head, body) = (at(23, 24), at(39, 45), at(52, 61));
    for (pc, loc) in [(0, decl), (1, decl), (2, head), (3, body), (4, head)] {
        f.program.functions[0].body[pc].loc = loc;
    }
    let shown = f.program.text(
        &sources,
        TextOptions {
            components: true,
            embedded: false,
        },
    );
    let expected = "\
int main() { // a.c:1
       // a.c:2: int i = 0;
     0 declare int i;
     1 i = 0;
       // a.c:3: while (i < 10)
     2 if (i < 10) goto 3; else goto 5; // while
       // a.c:4: i = i + 1;
     3 i = i + 1;
       // a.c:3: while (i < 10)
     4 goto 2;
     5 claim i == 10; // [main.assertion.1] assertion i == 10
     6 dead i;
     7 return 0;
}
  component 0 Initialiser { global: false }: 0
  component 1 Condition: i < 10
  component 2 AssignedValue: i + 1
";
    assert_eq!(shown, expected);
}

#[test]
fn parentheses_only_where_c_needs_them() {
    let mut f = Fixture::new();
    let (a, b, c) = (f.local("a", f.int), f.local("b", f.int), f.local("c", f.int));
    let (x, y, z) = (f.load(a), f.load(b), f.load(c));
    let right = f.binary(BinaryOp::Sub, y, z);
    let outer = f.binary(BinaryOp::Sub, x, right);
    assert_eq!(f.program.expr_text(outer), "a - (b - c)");
    let (x, y) = (f.load(a), f.load(b));
    let product = f.binary(BinaryOp::Mul, x, y);
    let sum = f.binary(BinaryOp::Add, product, outer);
    assert_eq!(f.program.expr_text(sum), "a * b + (a - (b - c))");
    let long = f.program.types.int(IntKind::Long);
    let wide = f.expr(ExprKind::Convert(sum), long);
    assert_eq!(f.program.expr_text(wide), "(long)(a * b + (a - (b - c)))");
    let minus = f.number(-1);
    let (op, operand) = (UnaryOp::Neg, minus);
    let negated = f.expr(ExprKind::Unary { op, operand }, f.int);
    assert_eq!(f.program.expr_text(negated), "-(-1)");
    let (op, lhs, rhs, at) = (OverflowOp::Add, f.load(a), f.load(b), f.int);
    let overflows = f.expr(ExprKind::Overflows { op, lhs, rhs, at }, f.int);
    assert_eq!(f.program.expr_text(overflows), "overflows(int, a + b)");
}

#[test]
fn places_are_written_as_in_c() {
    let mut f = Fixture::new();
    let array = f.program.types.array(f.int, 4);
    let field = |name: Option<&str>, ty| Field {
        name: name.map(Into::into),
        ty,
        offset: 0,
        bits: None,
    };
    let inner = f.program.types.add_record(Record {
        kind: RecordKind::Union,
        tag: None,
        layout: Some((16, 4)),
        fields: vec![field(Some("items"), array)],
    });
    let inner = f.program.types.intern(Type::Record(inner));
    let node = f.program.types.add_record(Record {
        kind: RecordKind::Struct,
        tag: Some("node".into()),
        layout: Some((16, 4)),
        fields: vec![field(None, inner)],
    });
    let node = f.program.types.intern(Type::Record(node));
    let to_node = f.program.types.pointer(node);
    let to_int = f.program.types.pointer(f.int);
    let (p, q) = (f.local("p", to_node), f.local("q", to_int));
    let (pointer, index) = (f.load(p), f.number(2));
    let path = [
        Projection::Field(0),
        Projection::Field(0),
        Projection::Index(index),
    ];
    let member = f.path(PlaceBase::Deref(pointer), &path, f.int);
    assert_eq!(f.program.place_text(member), "p->items[2]");
    let pointer = f.load(q);
    let plain = f.path(PlaceBase::Deref(pointer), &[], f.int);
    assert_eq!(f.program.place_text(plain), "*q");
    let (pointer, index, stride) = (f.load(q), f.number(3), 4);
    let sum = f.expr(
        ExprKind::PointerAdd {
            pointer,
            index,
            stride,
        },
        to_int,
    );
    let element = f.path(PlaceBase::Deref(sum), &[], f.int);
    assert_eq!(f.program.place_text(element), "q[3]");
    let address = f.expr(ExprKind::AddressOf(element), to_int);
    assert_eq!(f.program.expr_text(address), "&q[3]");
}

#[test]
fn variables_of_one_name_are_told_apart() {
    let mut f = Fixture::new();
    let global = f.variable("x", f.int, Lifetime::Static, MAIN);
    f.program.variables[global.index()].function = None;
    let temporary = f.variable("value of f()", f.int, Lifetime::Temporary, MAIN);
    let (outer, inner) = (f.local("x", f.int), f.local("x", f.int));
    for var in [global, outer, inner, temporary] {
        let (place, value) = (f.place(var), f.number(1));
        f.main(InstrKind::Assign { place, value });
    }
    f.finish();
    let shown = f.program.text(&SourceMap::new(), TextOptions::default());
    let expected = "\
int x;

int main() {
       temporary int $1; // value of f()
     0 x = 1;
     1 x@2 = 1;
     2 x@3 = 1;
     3 $1 = 1;
     4 return 0;
}
";
    assert_eq!(shown, expected);
}

#[test]
fn deep_expressions_do_not_exhaust_the_stack() {
    let mut f = Fixture::new();
    let mut value = f.number(1);
    for _ in 0..100_000 {
        let one = f.number(1);
        value = f.binary(BinaryOp::Add, one, value);
    }
    assert!(f.program.expr_text(value).starts_with("1 + (1 + (1"));
}
