//! Types and declarations as C spells them.

use crate::{ArrayLen, FloatKind, IntKind, RecordKind, Type, TypeId, TypeTable};

impl TypeTable {
    /// The type as in a cast: `int *`, `struct node *(*)(void)`.
    #[must_use]
    pub fn display(&self, id: TypeId) -> String {
        self.declare(id, "")
    }

    /// A declaration of `name` with this type: `int (*name)[3]`.
    #[must_use]
    pub fn declare(&self, id: TypeId, name: &str) -> String {
        // C declarators grow from the inside out: walk from the outermost type constructor inwards,
        // wrapping the declarator written so far.
        let mut declarator = name.to_owned();
        let mut id = id;
        loop {
            match self.get(id) {
                Type::Pointer(to) => {
                    declarator.insert(0, '*');
                    if matches!(self.get(*to), Type::Array { .. } | Type::Function(_)) {
                        declarator = format!("({declarator})");
                    }
                    id = *to;
                }
                Type::Array { elem, len } => {
                    match len {
                        ArrayLen::Fixed(len) => declarator.push_str(&format!("[{len}]")),
                        ArrayLen::Unknown => declarator.push_str("[]"),
                        ArrayLen::Variable(_) => declarator.push_str("[*]"),
                    }
                    id = *elem;
                }
                Type::Function(function) => {
                    let mut params: Vec<String> =
                        function.params.iter().map(|&param| self.display(param)).collect();
                    if function.variadic {
                        params.push("...".into());
                    } else if params.is_empty() && function.prototyped {
                        params.push("void".into());
                    }
                    declarator.push_str(&format!("({})", params.join(", ")));
                    id = function.ret;
                }
                _ => break,
            }
        }
        let base = self.base_name(id);
        if declarator.is_empty() {
            base
        } else {
            format!("{base} {declarator}")
        }
    }

    fn base_name(&self, id: TypeId) -> String {
        let tagged = |keyword: &str, tag: &Option<String>| match tag {
            Some(tag) => format!("{keyword} {tag}"),
            None => format!("{keyword} {{...}}"),
        };
        match self.get(id) {
            Type::Void => "void".into(),
            Type::Bool => "_Bool".into(),
            Type::Int(kind) => int_name(*kind).into(),
            Type::Float(kind) => float_name(*kind).into(),
            Type::Enum(item) => tagged("enum", &self.enumeration(*item).tag),
            Type::Record(record) => {
                let record = self.record(*record);
                let keyword = match record.kind {
                    RecordKind::Struct => "struct",
                    RecordKind::Union => "union",
                };
                tagged(keyword, &record.tag)
            }
            Type::Pointer(_) | Type::Array { .. } | Type::Function(_) => {
                unreachable!("declarators are peeled off before the base is named")
            }
        }
    }
}

fn int_name(kind: IntKind) -> &'static str {
    match kind {
        IntKind::Char => "char",
        IntKind::SChar => "signed char",
        IntKind::UChar => "unsigned char",
        IntKind::Short => "short",
        IntKind::UShort => "unsigned short",
        IntKind::Int => "int",
        IntKind::UInt => "unsigned int",
        IntKind::Long => "long",
        IntKind::ULong => "unsigned long",
        IntKind::LongLong => "long long",
        IntKind::ULongLong => "unsigned long long",
        IntKind::Int128 => "__int128",
        IntKind::UInt128 => "unsigned __int128",
    }
}

fn float_name(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Float16 => "_Float16",
        FloatKind::Float => "float",
        FloatKind::Double => "double",
        FloatKind::LongDouble => "long double",
        FloatKind::Float128 => "_Float128",
    }
}

#[cfg(test)]
mod tests {
    use crate::{DataModel, FunctionType, IntKind, Type, TypeTable};

    #[test]
    fn declarators_are_written_inside_out() {
        let mut types = TypeTable::new(DataModel::LP64);
        let int = types.int(IntKind::Int);
        let array = types.array(int, 3);
        let pointer_to_array = types.pointer(array);
        let function = types.intern(Type::Function(FunctionType {
            ret: pointer_to_array,
            params: vec![int],
            variadic: true,
            prototyped: true,
        }));
        let pointer_to_function = types.pointer(function);
        let table = types.array(pointer_to_function, 2);
        assert_eq!(types.declare(pointer_to_array, "p"), "int (*p)[3]");
        assert_eq!(types.display(pointer_to_array), "int (*)[3]");
        assert_eq!(types.declare(table, "t"), "int (*(*t[2])(int, ...))[3]");
    }
}
