//! Formats and the arguments they take: `printf("%d", 3.5)`.
//!
//! Only where the format is a literal and only what no reading of C allows: a floating value for an integer or
//! the other way round, a pointer for a number of another size, a number that is shorter than what the format
//! reads. Signedness does not matter, nor does a longer integer, of which the lower part is printed.

use ctype::{FloatKind, Type, TypeId};
use frontend::tree::{self, ExprKind as T};
use program::{CheckKind, ExprId, Intrinsic};
use source::LocId;

use crate::lowerer::Lowerer;

/// What a conversion takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// An integer of this many bytes.
    Integer(u64),
    Float(FloatKind),
    Pointer,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    Print,
    Scan,
}

/// One conversion that takes an argument.
#[derive(Debug, PartialEq, Eq)]
struct Conversion {
    text: String,
    wanted: Wanted,
}

/// The functions that take a format, where it is among their arguments, and what they do.
fn format_position(name: &str) -> Option<(usize, Direction)> {
    let position = match name {
        "printf" => 0,
        "fprintf" | "dprintf" | "sprintf" | "__printf_chk" => 1,
        "snprintf" | "__fprintf_chk" => 2,
        "__sprintf_chk" => 3,
        "__snprintf_chk" => 4,
        "scanf" | "__isoc99_scanf" => return Some((0, Direction::Scan)),
        "fscanf" | "sscanf" | "__isoc99_fscanf" | "__isoc99_sscanf" => return Some((1, Direction::Scan)),
        _ => return None,
    };
    Some((position, Direction::Print))
}

impl Lowerer<'_> {
    /// Claims for the arguments of a call that a literal format cannot take.
    pub(crate) fn check_format(&mut self, function: tree::FunctionId, args: &[tree::ExprId], loc: LocId) {
        if !self.checks(CheckKind::Format) {
            return;
        }
        let tree = self.tree;
        let function = tree.function(function);
        let users = function.body.is_some() && !self.sources.is_embedded(function.loc);
        let Some((position, direction)) = format_position(&function.name).filter(|_| !users) else {
            return;
        };
        let Some(format) = args.get(position).and_then(|&format| self.format_text(format)) else {
            return;
        };
        let Some(conversions) = read(&format, direction, self.sizes()) else {
            return;
        };
        let given = args.len() - position - 1;
        if let (Some(missing), Direction::Print) = (conversions.get(given), direction) {
            let text = format!(
                "`{}` gets argument {} of its format, for `{}`",
                function.name,
                given + 1,
                missing.text
            );
            let never = self.int(0, self.common.int, loc);
            self.claim(CheckKind::Format, never, text, loc);
        }
        for (conversion, &arg) in conversions.iter().zip(&args[position + 1..]) {
            let ty = tree.expr(arg).ty;
            if self.suits(conversion.wanted, direction, ty) {
                continue;
            }
            let arg_loc = tree.expr(arg).loc;
            let display = self.program.types.display(ty).to_string();
            let argument = format!("`{}`, of type `{display}`", self.short_text(arg_loc));
            let suited = format!("`{}` of `{}`", conversion.text, function.name);
            let text = format!("{argument}, suits {suited}");
            let violation = format!("{argument}, does not suit {suited}");
            let never = self.int(0, self.common.int, loc);
            self.claim_or_else(CheckKind::Format, never, text, Some(violation), arg_loc);
        }
    }

    /// Claims that what `%s` prints is text that ends. Where it is formatted into memory, the model reads it itself; and
    /// with a precision it need not end.
    pub(crate) fn check_printed_strings(
        &mut self,
        function: tree::FunctionId,
        args: &[tree::ExprId],
        values: &[ExprId],
    ) {
        // The text is followed as any pointer is: who does not want that checked does not want this either.
        if !self.checks(CheckKind::PointerPrimitive) || !self.checks(CheckKind::PointerDereference) {
            return;
        }
        let function = self.tree.function(function);
        let users = function.body.is_some() && !self.sources.is_embedded(function.loc);
        let position = match function.name.as_str() {
            "printf" => 0,
            "fprintf" | "dprintf" | "__printf_chk" => 1,
            "__fprintf_chk" => 2,
            _ => return,
        };
        let format = args.get(position).and_then(|&format| self.format_text(format));
        let Some(format) = format.filter(|_| !users) else {
            return;
        };
        let Some(conversions) = read(&format, Direction::Print, self.sizes()) else {
            return;
        };
        let rest = (position + 1..args.len().min(values.len())).zip(&conversions);
        for (index, conversion) in rest {
            let plain = conversion.text.ends_with('s') && !conversion.text.contains(['.', 'l']);
            let pointer = self.program.types.is_pointer(self.type_of(values[index]));
            if !plain || !pointer || self.is_literal(args[index]) {
                continue;
            }
            let arg_loc = self.tree.expr(args[index]).loc;
            let text = format!(
                "`{}` is text that ends, for `{}` of `{}`",
                self.short_text(arg_loc),
                conversion.text,
                function.name
            );
            let again = self.clone_expr(values[index]);
            let again = self.convert(again, self.common.char_pointer, arg_loc);
            let cond = self.intrinsic(Intrinsic::IsString, vec![again], self.common.int, arg_loc);
            self.claim(CheckKind::PointerPrimitive, cond, text, arg_loc);
        }
    }

    /// The function that prints for a call: one that looks at the arguments, if the call's own text does not settle what
    /// they are, and one that says how much it printed, if that is `wanted`. With it, whether nobody looks at the arguments
    /// again but to print them.
    pub(crate) fn printing_function(
        &self,
        function: tree::FunctionId,
        args: &[tree::ExprId],
        wanted: bool,
    ) -> (tree::FunctionId, bool) {
        let called = self.tree.function(function);
        let position = match called.name.as_str() {
            "printf" => Some(0),
            "fprintf" => Some(1),
            "vprintf" | "vfprintf" => None,
            _ => return (function, false),
        };
        if called.body.is_none() || !self.sources.is_embedded(called.loc) {
            return (function, false);
        }
        let examined = position.is_some_and(|position| !self.is_settled_format(args, position));
        let prefix = match (wanted, examined) {
            (true, _) => program::COUNTED,
            (false, true) => program::EXAMINED,
            (false, false) => return (function, true),
        };
        let mut all = self.tree.functions.iter();
        let other = |other: &tree::Function| other.name.strip_prefix(prefix) == Some(&called.name);
        match all.position(other) {
            Some(index) => (tree::FunctionId(index as u32), false),
            None => (function, false),
        }
    }

    /// Whether a literal format has all its arguments, and whatever they may do wrong has a claim at the call.
    fn is_settled_format(&self, args: &[tree::ExprId], position: usize) -> bool {
        let format = args.get(position).and_then(|&format| self.format_text(format));
        let read = format.and_then(|format| read(&format, Direction::Print, self.sizes()));
        read.is_some_and(|conversions| {
            let open = |conversion: &Conversion| {
                let text = &conversion.text;
                text.ends_with('n') || text.ends_with('s') && text.contains(['.', 'l'])
            };
            args.len() - position > conversions.len() && !conversions.iter().any(open)
        })
    }

    /// Whether a value is a string literal, or one of several.
    fn is_literal(&self, arg: tree::ExprId) -> bool {
        match self.tree.expr(arg).kind {
            T::Convert { operand, .. } | T::ArrayDecay(operand) => self.is_literal(operand),
            T::String(_) => true,
            T::Cond { then, otherwise, .. } => self.is_literal(then) && self.is_literal(otherwise),
            _ => false,
        }
    }

    fn sizes(&self) -> Sizes {
        Sizes {
            long: u64::from(self.program.types.model.long_bytes),
            pointer: u64::from(self.program.types.model.pointer_bytes),
        }
    }

    /// The bytes of a format that is a literal of plain characters.
    fn format_text(&self, format: tree::ExprId) -> Option<Vec<u8>> {
        let mut format = format;
        loop {
            match self.tree.expr(format).kind {
                T::Convert { operand, .. } | T::ArrayDecay(operand) => format = operand,
                T::String(string) => {
                    let bytes = self.literal_bytes(string);
                    return bytes.split(|&byte| byte == 0).next().map(<[u8]>::to_vec);
                }
                _ => return None,
            }
        }
    }

    fn suits(&self, wanted: Wanted, direction: Direction, ty: TypeId) -> bool {
        let types = &self.program.types;
        let size = types.size_of(ty).unwrap_or(0);
        match direction {
            Direction::Print => match wanted {
                Wanted::Integer(bytes) if types.is_pointer(ty) => size == bytes,
                Wanted::Integer(bytes) => types.is_integer(ty) && size >= bytes,
                Wanted::Float(kind) => self.is_float_kind(ty, kind),
                Wanted::Pointer => {
                    let bytes = u64::from(types.model.pointer_bytes);
                    types.is_pointer(ty) || (types.is_integer(ty) && size == bytes)
                }
            },
            Direction::Scan => {
                let Some(to) = types.pointee(ty) else {
                    return false;
                };
                let size = types.size_of(to).unwrap_or(0);
                match wanted {
                    // Bytes of some larger thing are the programmer's to count.
                    _ if !types.is_scalar(to) => true,
                    Wanted::Integer(bytes) => !types.is_float(to) && size == bytes,
                    Wanted::Float(kind) => self.is_float_kind(to, kind),
                    Wanted::Pointer => true,
                }
            }
        }
    }

    fn is_float_kind(&self, ty: TypeId, kind: FloatKind) -> bool {
        let model = &self.program.types.model;
        match self.program.types.get(ty) {
            Type::Float(own) => model.float_format(*own) == model.float_format(kind),
            _ => false,
        }
    }
}

#[derive(Debug, Clone, Copy)]
struct Sizes {
    long: u64,
    pointer: u64,
}

/// The conversions of a format in the order of their arguments; nothing if it says something unusual.
fn read(format: &[u8], direction: Direction, sizes: Sizes) -> Option<Vec<Conversion>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < format.len() {
        if format[at] != b'%' {
            at += 1;
            continue;
        }
        let start = at;
        at += 1;
        let mut suppressed = false;
        // Flags, width and precision.
        while let Some(&byte) = format.get(at) {
            match byte {
                b'-' | b'+' | b' ' | b'#' | b'\'' | b'.' | b'0'..=b'9' => {}
                b'*' if direction == Direction::Scan => suppressed = true,
                b'*' => found.push(Conversion {
                    text: "*".to_owned(),
                    wanted: Wanted::Integer(4),
                }),
                _ => break,
            }
            at += 1;
        }
        let from = at;
        while matches!(
            format.get(at),
            Some(b'h' | b'l' | b'L' | b'j' | b'z' | b't' | b'q')
        ) {
            at += 1;
        }
        let length = &format[from..at];
        let conversion = *format.get(at)?;
        at += 1;
        if conversion == b'[' {
            // Up to the closing bracket, which is an ordinary character in the first place.
            at += usize::from(format.get(at) == Some(&b'^'));
            at += usize::from(format.get(at) == Some(&b']'));
            at += format.get(at..)?.iter().position(|&byte| byte == b']')? + 1;
        }
        let short = direction == Direction::Scan;
        let bytes = match length {
            b"hh" if short => 1,
            b"h" if short => 2,
            b"" | b"h" | b"hh" => 4,
            b"l" => sizes.long,
            b"ll" | b"q" | b"j" | b"L" => 8,
            b"z" | b"t" => sizes.pointer,
            _ => return None,
        };
        let wanted = match conversion {
            b'%' => continue,
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' => Wanted::Integer(bytes),
            b'c' if !short => Wanted::Integer(4),
            b'n' if short => Wanted::Integer(bytes),
            b's' | b'p' | b'n' | b'c' | b'[' => Wanted::Pointer,
            b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => Wanted::Float(match length {
                b"L" => FloatKind::LongDouble,
                b"" if short => FloatKind::Float,
                b"" | b"l" => FloatKind::Double,
                _ => return None,
            }),
            _ => return None,
        };
        if !suppressed {
            found.push(Conversion {
                text: String::from_utf8_lossy(&format[start..at]).into_owned(),
                wanted,
            });
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(format: &str, direction: Direction) -> Option<Vec<Wanted>> {
        let sizes = Sizes { long: 8, pointer: 8 };
        let found = read(format.as_bytes(), direction, sizes)?;
        Some(found.into_iter().map(|conversion| conversion.wanted).collect())
    }

    #[test]
    fn formats_are_read() {
        use Wanted::{Float, Integer, Pointer};
        let print = |format| wanted(format, Direction::Print);
        assert_eq!(
            print("%d%% %-5ld %#zx %c %hhd"),
            Some([4, 8, 8, 4, 4].map(Integer).to_vec())
        );
        assert_eq!(
            print("%*.*f %Lg %s %p"),
            Some(vec![
                Integer(4),
                Integer(4),
                Float(FloatKind::Double),
                Float(FloatKind::LongDouble),
                Pointer,
                Pointer
            ])
        );
        assert_eq!(print("%1$d"), None);
        assert_eq!(print("%"), None);
        let scan = |format| wanted(format, Direction::Scan);
        assert_eq!(
            scan("%hhd%h u%*d%lf%f%[^]a]%5s"),
            None,
            "a blank is no conversion"
        );
        assert_eq!(
            scan("%hhd%hu%*d%lf%f%[^]a]%5s"),
            Some(vec![
                Integer(1),
                Integer(2),
                Float(FloatKind::Double),
                Float(FloatKind::Float),
                Pointer,
                Pointer
            ])
        );
    }
}
