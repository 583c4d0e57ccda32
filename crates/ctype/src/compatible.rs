//! Compatibility of types across translation units (C11 6.2.7): records of different files are different
//! ids, so they are compared member by member, assuming what is being compared further out.

use std::collections::HashSet;

use crate::{ArrayLen, RecordId, Type, TypeId, TypeTable};

impl TypeTable {
    /// Whether two declarations of one thing may have these two types.
    #[must_use]
    pub fn compatible(&self, a: TypeId, b: TypeId) -> bool {
        Comparison {
            types: self,
            assumed: HashSet::new(),
        }
        .types(a, b)
    }
}

struct Comparison<'a> {
    types: &'a TypeTable,
    assumed: HashSet<(RecordId, RecordId)>,
}

impl Comparison<'_> {
    fn types(&mut self, a: TypeId, b: TypeId) -> bool {
        if a == b {
            return true;
        }
        let table = self.types;
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
        if a.kind != b.kind || a.tag != b.tag {
            return false;
        }
        if a.layout.is_none() || b.layout.is_none() {
            return true;
        }
        a.layout == b.layout
            && a.fields.len() == b.fields.len()
            && a.fields.iter().zip(&b.fields).all(|(f, g)| {
                f.name == g.name && f.offset == g.offset && f.bits == g.bits && self.types(f.ty, g.ty)
            })
    }
}

#[cfg(test)]
mod tests {
    use crate::{DataModel, Field, IntKind, Record, RecordKind, Type, TypeTable};

    #[test]
    fn recursive_records_of_two_files_are_compared_by_members() {
        let mut types = TypeTable::new(DataModel::LP64);
        let int = types.int(IntKind::Int);
        let long = types.int(IntKind::Long);
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
        let (a, b, c) = (node(int), node(int), node(long));
        assert!(types.compatible(a, b));
        assert!(!types.compatible(a, c));
    }
}
