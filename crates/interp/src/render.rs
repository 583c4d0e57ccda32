//! Values in C syntax.

use ctype::{ArrayLen, RecordKind, Type, TypeId};
use program::{FunctionId, VarId};

use crate::float::decimal::shortest;
use crate::machine::Machine;
use crate::object::{Chunk, Object, Origin, Pointer, Provenance};
use crate::scalar::{Repr, Scalar, wrap};

/// A value as data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    Int(i128),
    /// The bits in the format of the type.
    Float(u128),
    Pointer(Pointer),
    /// A record or array: its bytes, and which of them have been written.
    Bytes {
        bytes: Vec<u8>,
        written: Vec<bool>,
        /// By offset: what the pointers in it point at, and how they are written.
        pointers: Vec<(usize, Option<Pointee>, String)>,
    },
}

/// What a pointer points at, in terms that do not depend on addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pointee {
    /// No object was ever there: the null pointer, or a number made into one.
    Nothing,
    Function(FunctionId),
    /// So many bytes into a variable, or the elements of a variable length array.
    Variable {
        var: VarId,
        offset: u64,
    },
    /// So many bytes into what was allocated; different objects have different numbers.
    Allocated {
        number: u64,
        offset: u64,
    },
    /// `argv` or one of its strings.
    Arguments,
}

/// Elements of an array and characters of a string shown before the rest is left out.
const SHOWN: usize = 16;
const SHOWN_TEXT: usize = 60;
const DEPTH: usize = 6;

/// A character as C writes it, without quotes.
fn character(byte: u8, quote: char) -> String {
    match byte {
        b'\n' => "\\n".into(),
        b'\t' => "\\t".into(),
        b'\r' => "\\r".into(),
        0 => "\\0".into(),
        0x07 => "\\a".into(),
        0x08 => "\\b".into(),
        0x0b => "\\v".into(),
        0x0c => "\\f".into(),
        b'\\' => "\\\\".into(),
        _ if char::from(byte) == quote => format!("\\{quote}"),
        0x20..=0x7e => char::from(byte).to_string(),
        _ => format!("\\x{byte:02x}"),
    }
}

/// Bytes as a string literal, cut if long.
pub(crate) fn string_literal(bytes: &[u8]) -> String {
    let shown: String = bytes
        .iter()
        .take(SHOWN_TEXT)
        .map(|&byte| character(byte, '"'))
        .collect();
    let rest = if bytes.len() > SHOWN_TEXT { "..." } else { "" };
    format!("\"{shown}\"{rest}")
}

impl Machine<'_> {
    /// A scalar as data.
    pub(crate) fn value(&self, bits: u128, provenance: Provenance, scalar: Scalar) -> Value {
        match scalar.repr {
            Repr::Float(_) => Value::Float(bits),
            Repr::Pointer => Value::Pointer(Pointer {
                address: bits as u64,
                provenance,
            }),
            Repr::Int(..) | Repr::Bool => Value::Int(bits as i128),
        }
    }

    /// What a scalar points at, if it is a pointer and that is still known.
    pub(crate) fn pointee(&self, bits: u128, provenance: Provenance, scalar: Scalar) -> Option<Pointee> {
        if !scalar.is_pointer() {
            return None;
        }
        let address = bits as u64;
        if let Some(function) = self.memory.function_at(address) {
            return Some(Pointee::Function(function));
        }
        if provenance == Provenance::NONE {
            return Some(Pointee::Nothing);
        }
        let object = self.memory.remembered(provenance)?;
        let offset = address.wrapping_sub(object.base) & self.pointer_mask;
        Some(match object.origin {
            Origin::Variable { var, .. } | Origin::Vla { var, .. } => Pointee::Variable { var, offset },
            Origin::Heap(_) | Origin::Alloca(_) => Pointee::Allocated {
                number: object.serial,
                offset,
            },
            Origin::Arguments => Pointee::Arguments,
        })
    }

    pub(crate) fn render_scalar(&self, bits: u128, provenance: Provenance, ty: TypeId) -> String {
        let types = &self.program.types;
        let Some(scalar) = Scalar::of(types, ty) else {
            return "?".into();
        };
        if let Type::Enum(id) = types.get(ty) {
            let known = types
                .enumeration(*id)
                .enumerators
                .iter()
                .find(|item| item.value == bits as i128);
            if let Some(item) = known {
                return item.name.clone();
            }
        }
        match scalar.repr {
            Repr::Float(format) => shortest(format, bits),
            Repr::Pointer => self.render_pointer(
                Pointer {
                    address: bits as u64,
                    provenance,
                },
                ty,
            ),
            Repr::Bool => (bits as i128).to_string(),
            Repr::Int(8, signed) => {
                let number = wrap(bits, 8, signed) as i128;
                let byte = bits as u8;
                if byte.is_ascii_graphic() || matches!(byte, b' ' | b'\n' | b'\t' | b'\r') {
                    format!("{number} '{}'", character(byte, '\''))
                } else {
                    number.to_string()
                }
            }
            Repr::Int(width, false) if width > 64 => bits.to_string(),
            Repr::Int(..) => (bits as i128).to_string(),
        }
    }

    /// `&a[3].next`, `NULL`, `f`, `"text"`.
    pub(crate) fn render_pointer(&self, pointer: Pointer, ty: TypeId) -> String {
        if pointer.address == 0 {
            return "NULL".into();
        }
        if let Some(function) = self.memory.function_at(pointer.address) {
            return self.program.function(function).name.clone();
        }
        let Some(object) = self.memory.remembered(pointer.provenance) else {
            return format!("{:#x}", pointer.address);
        };
        let offset = pointer.address.wrapping_sub(object.base);
        let dead = if self.memory.target(pointer.provenance).is_some() {
            ""
        } else {
            " (dead)"
        };
        if offset > object.size {
            let offset = offset as i64;
            let sign = if offset < 0 { '-' } else { '+' };
            let name = self.object_name(object);
            return format!("(char *)&{name} {sign} {}{dead}", offset.unsigned_abs());
        }
        if let Some(text) = self.literal(object) {
            let text = string_literal(text);
            return if offset == 0 {
                text
            } else {
                format!("&{text}[{offset}]")
            };
        }
        let pointee = self.program.types.pointee(ty);
        // `void *` points at the object as a whole.
        let want = pointee.filter(|&pointee| !self.program.types.is_void(pointee));
        let name = match (object.origin, offset) {
            (Origin::Heap(_) | Origin::Alloca(_), 0) => self.object_name(object),
            (Origin::Variable { .. }, 0) if want.is_none() => self.object_name(object),
            _ => self.path_name(object, offset, want),
        };
        format!("&{name}{dead}")
    }

    /// The text of a string literal's object.
    pub(crate) fn literal<'a>(&self, object: &'a Object) -> Option<&'a [u8]> {
        let Origin::Variable { var, .. } = object.origin else {
            return None;
        };
        let variable = self.program.variable(var);
        let types = &self.program.types;
        let element = types.element(variable.ty)?;
        let is_char = types.integer(element).is_some_and(|(width, _)| width == 8);
        let named = variable
            .name
            .starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
        if !variable.read_only
            || !is_char
            || named
                && variable
                    .name
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || c == '_')
        {
            return None;
        }
        Some(object.bytes.strip_suffix(&[0]).unwrap_or(&object.bytes))
    }

    /// What lies in memory at a pointer, as a value of a type.
    pub(crate) fn render_memory(&self, pointer: Pointer, ty: TypeId) -> (Value, String) {
        let size = self.program.types.size_of(ty).unwrap_or(0) as usize;
        let chunk = self
            .memory
            .spot(pointer, size)
            .map(|spot| self.memory.extract(spot, size))
            .unwrap_or_default();
        let text = self.render_chunk(&chunk, 0, ty, 0);
        let word = self.memory.word;
        let scalar = Scalar {
            repr: Repr::Pointer,
            size: word as u32,
        };
        let mut pointers = Vec::new();
        for &(at, provenance) in &chunk.pointers {
            let leaf = self.program.types.scalar_at(ty, at as u64, word as u64);
            let (Some(raw), Some(leaf)) = (chunk.bytes.get(at..at + word), leaf) else {
                continue;
            };
            let mut bytes = [0; 16];
            bytes[..word].copy_from_slice(raw);
            let bits = u128::from_le_bytes(bytes);
            let text = self.render_scalar(bits, provenance, leaf);
            pointers.push((at, self.pointee(bits, provenance, scalar), text));
        }
        let written = (0..chunk.bytes.len()).map(|at| chunk.is_written(at)).collect();
        let value = Value::Bytes {
            bytes: chunk.bytes,
            written,
            pointers,
        };
        (value, text)
    }

    fn render_chunk(&self, chunk: &Chunk, at: usize, ty: TypeId, depth: usize) -> String {
        let types = &self.program.types;
        if depth > DEPTH {
            return "{...}".into();
        }
        if let Some(scalar) = Scalar::of(types, ty) {
            let size = scalar.value_bytes();
            if at + size > chunk.bytes.len() {
                return "?".into();
            }
            if !(at..at + size).all(|byte| chunk.is_written(byte)) {
                return "?".into();
            }
            let mut raw = [0; 16];
            raw[..size].copy_from_slice(&chunk.bytes[at..at + size]);
            let bits = scalar.canonical(u128::from_le_bytes(raw));
            let provenance = chunk
                .pointers
                .iter()
                .find(|(offset, _)| *offset == at)
                .map_or_else(|| self.memory.find(bits as u64), |&(_, provenance)| provenance);
            return self.render_scalar(bits, provenance, ty);
        }
        match types.get(ty) {
            Type::Array { elem, len } => {
                let size = types.size_of(*elem).unwrap_or(1).max(1) as usize;
                let count = match len {
                    ArrayLen::Fixed(len) => *len as usize,
                    _ => chunk.bytes.len().saturating_sub(at) / size,
                };
                let end = (at + count).min(chunk.bytes.len());
                let all_written = (at..end).all(|byte| chunk.is_written(byte));
                let is_char = matches!(types.get(*elem), Type::Int(ctype::IntKind::Char));
                if is_char && all_written && at + count <= chunk.bytes.len() {
                    let bytes = &chunk.bytes[at..at + count];
                    let length = bytes.iter().position(|&byte| byte == 0).unwrap_or(count);
                    // Only zeros after the end: the text says it all.
                    if bytes[length..].iter().all(|&byte| byte == 0) {
                        return string_literal(&bytes[..length]);
                    }
                }
                let mut items: Vec<String> = (0..count.min(SHOWN))
                    .map(|index| self.render_chunk(chunk, at + index * size, *elem, depth + 1))
                    .collect();
                if count > SHOWN {
                    items.push(format!("... {} more", count - SHOWN));
                }
                format!("{{{}}}", items.join(", "))
            }
            Type::Record(record) => {
                let record = types.record(*record);
                let shown = match record.kind {
                    RecordKind::Struct => record.fields.len(),
                    RecordKind::Union => 1,
                };
                let items: Vec<String> = record
                    .fields
                    .iter()
                    .take(shown)
                    .map(|field| {
                        let text = match field.bits {
                            Some(bits) => self.render_bits(chunk, at, field.ty, bits),
                            None => self.render_chunk(chunk, at + field.offset as usize, field.ty, depth + 1),
                        };
                        match &field.name {
                            Some(name) => format!(".{name}={text}"),
                            None => text,
                        }
                    })
                    .collect();
                format!("{{{}}}", items.join(", "))
            }
            _ => "?".into(),
        }
    }

    pub(crate) fn render_bits(&self, chunk: &Chunk, at: usize, ty: TypeId, bits: ctype::BitField) -> String {
        let mut raw = 0u128;
        for index in 0..u64::from(bits.width) {
            let bit = bits.offset + index;
            let byte = at + (bit / 8) as usize;
            let Some(&value) = chunk.bytes.get(byte) else {
                return "?".into();
            };
            if !chunk.is_written(byte) {
                return "?".into();
            }
            raw |= u128::from(value >> (bit % 8) & 1) << index;
        }
        let signed = self.program.types.integer(ty).is_some_and(|(_, signed)| signed);
        self.render_scalar(wrap(raw, bits.width, signed), Provenance::NONE, ty)
    }
}
