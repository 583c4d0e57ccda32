//! Compatibility of types across translation units (C11 6.2.7): records of different files are different
//! ids, so they are compared member by member, assuming what is being compared further out.

use std::collections::HashSet;

use crate::{ArrayLen, RecordId, Type, TypeId, TypeTable};

impl TypeTable {
    /// Whether two declarations of one thing may have these two types.
    #[must_use]
    pub fn compatible(&self, a: TypeId, b: TypeId) -> bool {
        let mut comparison = Comparison {
            types: self,
            by: By::Rules,
            assumed: HashSet::new(),
        };
        comparison.types(a, b)
    }

    /// Whether two types are the same to a linker and to the machine: integers of one size, pointers to
    /// whatever, records whose members lie at the same places. C says no more about programs that mix them, but
    /// they do what their authors expect.
    #[must_use]
    pub fn same_layout(&self, a: TypeId, b: TypeId) -> bool {
        let mut comparison = Comparison {
            types: self,
            by: By::Layout,
            assumed: HashSet::new(),
        };
        comparison.types(a, b)
    }
}

/// What makes two types the same.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Rules,
    Layout,
}

struct Comparison<'a> {
    types: &'a TypeTable,
    by: By,
    assumed: HashSet<(RecordId, RecordId)>,
}

impl Comparison<'_> {
    fn types(&mut self, a: TypeId, b: TypeId) -> bool {
        if a == b {
            return true;
        }
        let table = self.types;
        if self.by == By::Layout && table.is_bool(a) == table.is_bool(b) {
            if table.is_pointer(a) && table.is_pointer(b) {
                return true;
            }
            if let (Some((x, _)), Some((y, _))) = (table.integer(a), table.integer(b)) {
                return x == y;
            }
        }
        match (table.get(a), table.get(b)) {
            (Type::Enum(x), Type::Enum(y)) => {
                let (x, y) = (table.enumeration(*x), table.enumeration(*y));
                table.int_kind(x.underlying) == table.int_kind(y.underlying)
            }
            (Type::Enum(item), Type::Int(kind)) | (Type::Int(kind), Type::Enum(item)) => {
                table.int_kind(table.enumeration(*item).underlying) == Some(*kind)
            }
            (Type::Pointer(x), Type::Pointer(y)) => self.types(*x, *y),
            (Type::Array { elem: x, len: m }, Type::Array { elem: y, len: n }) => {
                let lengths = match (m, n) {
                    (ArrayLen::Fixed(m), ArrayLen::Fixed(n)) => m == n,
                    _ => true,
                };
                lengths && self.types(*x, *y)
            }
            (Type::Function(f), Type::Function(g)) => {
                if !self.types(f.ret, g.ret) {
                    return false;
                }
                if !f.prototyped || !g.prototyped {
                    return true;
                }
                f.variadic == g.variadic
                    && f.params.len() == g.params.len()
                    && f.params.iter().zip(&g.params).all(|(&x, &y)| self.types(x, y))
            }
            (Type::Record(x), Type::Record(y)) => self.records(*x, *y),
            _ => false,
        }
    }

    fn records(&mut self, x: RecordId, y: RecordId) -> bool {
        if x == y || !self.assumed.insert((x, y)) {
            return true;
        }
        let (a, b) = (self.types.record(x), self.types.record(y));
        let named_alike = a.tag == b.tag || self.by == By::Layout;
        if a.kind != b.kind || !named_alike {
            return false;
        }
        if a.layout.is_none() || b.layout.is_none() {
            return true;
        }
        a.layout == b.layout
            && a.fields.len() == b.fields.len()
            && a.fields.iter().zip(&b.fields).all(|(f, g)| {
                let named_alike = f.name == g.name || self.by == By::Layout;
                named_alike && f.offset == g.offset && f.bits == g.bits && self.types(f.ty, g.ty)
            })
    }
}

#[cfg(test)]
mod tests {
    use crate::{DataModel, Field, FloatKind, IntKind, Record, RecordKind, Type, TypeTable};

    #[test]
    fn recursive_records_of_two_files_are_compared_by_members() {
        let mut types = TypeTable::new(DataModel::LP64);
        let int = types.int(IntKind::Int);
        let long = types.int(IntKind::Long);
        let unsigned = types.int(IntKind::UInt);
        let mut node = |value| {
            let id = types.add_record(Record {
                kind: RecordKind::Struct,
                tag: Some("node".into()),
                layout: Some((16, 8)),
                fields: vec![],
            });
            let own = types.intern(Type::Record(id));
            let next = types.pointer(own);
            let field = |name: &str, ty, offset| Field {
                name: Some(name.into()),
                ty,
                offset,
                bits: None,
            };
            types.record_mut(id).fields = vec![field("value", value, 0), field("next", next, 8)];
            own
        };
        let (a, b, c, d) = (node(int), node(int), node(long), node(unsigned));
        assert!(types.compatible(a, b));
        assert!(!types.compatible(a, c));
        assert!(!types.same_layout(a, c));
        assert!(!types.compatible(a, d) && types.same_layout(a, d));
    }

    #[test]
    fn layouts_are_sizes_and_kinds() {
        let mut types = TypeTable::new(DataModel::LP64);
        let [int, uint, long] = [IntKind::Int, IntKind::UInt, IntKind::Long].map(|kind| types.int(kind));
        let (float, bool, char) = (
            types.float(FloatKind::Float),
            types.bool(),
            types.int(IntKind::Char),
        );
        let (p, q) = (types.pointer(int), types.pointer(float));
        let (three, four) = (types.array(int, 3), types.array(uint, 4));
        let other = types.array(uint, 3);
        for (a, b, same) in [
            (int, uint, true),
            (int, long, false),
            (int, float, false),
            (bool, char, false),
            (p, q, true),
            (p, long, false),
            (three, other, true),
            (three, four, false),
        ] {
            assert_eq!(
                types.same_layout(a, b),
                same,
                "{} {}",
                types.display(a),
                types.display(b)
            );
        }
    }
}
