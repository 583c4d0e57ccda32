//! Claims as CBMC words and divides them, for scripts that read its lists.
//!
//! There a claim says what has gone wrong where it fails (`division by zero in x / y`), expressions are written with
//! the conversions that C makes, and both ends of an array, or the ways in which a pointer can be bad, are claims of
//! their own.

use ctype::{IntKind, Type, TypeId};
use program::{BinaryOp, CheckKind, ExprId, ExprKind, Intrinsic};
use source::LocId;

use crate::lowerer::Lowerer;

impl Lowerer<'_> {
    /// One wording of a claim or the other.
    pub(crate) fn worded(
        &self,
        own: impl FnOnce(&Self) -> String,
        cbmc: impl FnOnce(&Self) -> String,
    ) -> String {
        if self.options.cbmc_claims {
            cbmc(self)
        } else {
            own(self)
        }
    }

    /// Claims each way in which a pointer can be bad by itself.
    pub(crate) fn check_pointer_parts(
        &mut self,
        pointer: ExprId,
        address: ExprId,
        size: ExprId,
        access: Intrinsic,
        place_loc: LocId,
        loc: LocId,
    ) {
        let text = spaced(&self.short_text(place_loc));
        let claim = |this: &mut Self, cond, what: &str| {
            let text = format!("dereference failure: {what} in {text}");
            this.claim(CheckKind::PointerDereference, cond, text, loc);
        };
        let is_object = |this: &mut Self| {
            let copy = this.clone_expr(pointer);
            let object = this.intrinsic(Intrinsic::PointerObject, vec![copy], this.common.size, loc);
            let none = this.int(0, this.common.size, loc);
            this.compare(BinaryOp::Ne, object, none)
        };
        let not_null = |this: &mut Self| {
            let (copy, ty) = (this.clone_expr(pointer), this.type_of(pointer));
            let null = this.int(0, ty, loc);
            this.compare(BinaryOp::Ne, copy, null)
        };
        let cond = not_null(self);
        claim(self, cond, "pointer NULL");
        let cond = is_object(self);
        claim(self, cond, "pointer invalid");
        for (heap, what) in [(true, "deallocated dynamic object"), (false, "dead object")] {
            let copy = self.clone_expr(pointer);
            let is_heap = self.intrinsic(Intrinsic::IsHeap, vec![copy], self.common.int, loc);
            let other = if heap { self.not(is_heap) } else { is_heap };
            let alive = self.is_alive(pointer, loc);
            let cond = self.or(other, alive);
            claim(self, cond, what);
        }
        let cond = self.intrinsic(access, vec![address, size], self.common.int, loc);
        claim(self, cond, "pointer outside object bounds");
        let cond = is_object(self);
        claim(self, cond, "invalid integer address");
    }

    /// Whether the object that a pointer points into still exists.
    fn is_alive(&mut self, pointer: ExprId, loc: LocId) -> ExprId {
        let (copy, again) = (self.clone_expr(pointer), self.clone_expr(pointer));
        let start = self.convert(copy, self.common.char_pointer, loc);
        let offset = self.intrinsic(Intrinsic::PointerOffset, vec![again], self.common.ptrdiff, loc);
        let zero = self.int(0, self.common.ptrdiff, loc);
        let back = self.expr(
            ExprKind::Binary {
                op: BinaryOp::Sub,
                lhs: zero,
                rhs: offset,
            },
            self.common.ptrdiff,
            loc,
        );
        let kind = ExprKind::PointerAdd {
            pointer: start,
            index: back,
            stride: 1,
        };
        let start = self.expr(kind, self.common.char_pointer, loc);
        let none = self.int(0, self.common.size, loc);
        self.intrinsic(Intrinsic::Readable, vec![start, none], self.common.int, loc)
    }

    /// An operation with the conversions that C makes.
    pub(crate) fn cbmc_binary(&self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> String {
        let tight = matches!(op, BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem);
        let operand = |id, right| {
            let text = self.cbmc_operand(id);
            let sum = has_operator(&text, &["+", "-"]);
            let product = has_operator(&text, &["*", "/", "%"]);
            let weak = has_operator(
                &text,
                &["<<", ">>", "&", "|", "^", "<", ">", "==", "&&", "||", "?"],
            );
            if weak || (tight && sum) || (right && sum) || (right && tight && product) {
                format!("({text})")
            } else {
                text
            }
        };
        format!("{} {} {}", operand(lhs, false), op.symbol(), operand(rhs, true))
    }

    /// An operand with the conversions that C makes.
    pub(crate) fn cbmc_operand(&self, id: ExprId) -> String {
        let expr = self.program.expr(id);
        if let Some(value) = self.constant(id) {
            return value.to_string();
        }
        if let ExprKind::Convert(operand) = expr.kind {
            let inner = self.cbmc_operand(operand);
            let inner = if inner.contains(' ') {
                format!("({inner})")
            } else {
                inner
            };
            return format!("({}){inner}", self.cbmc_type(expr.ty));
        }
        let loc = match expr.kind {
            ExprKind::Load(place) => self.program.place(place).loc,
            _ => expr.loc,
        };
        spaced(&self.short_text(loc))
    }

    /// An index, which is an offset there.
    pub(crate) fn cbmc_index(&self, id: ExprId) -> String {
        let text = self.cbmc_operand(id);
        let is_long = matches!(
            self.program.types.get(self.type_of(id)),
            Type::Int(IntKind::Long | IntKind::ULong)
        );
        if is_long || text.starts_with("(signed long int)") {
            text
        } else {
            format!("(signed long int){text}")
        }
    }

    /// The name of a type.
    pub(crate) fn cbmc_type(&self, ty: TypeId) -> String {
        let name = match self.program.types.get(ty) {
            Type::Int(kind) => match kind {
                IntKind::Char => "char",
                IntKind::SChar => "signed char",
                IntKind::UChar => "unsigned char",
                IntKind::Short => "signed short int",
                IntKind::UShort => "unsigned short int",
                IntKind::Int => "signed int",
                IntKind::UInt => "unsigned int",
                IntKind::Long => "signed long int",
                IntKind::ULong => "unsigned long int",
                IntKind::LongLong => "signed long long int",
                IntKind::ULongLong => "unsigned long long int",
                IntKind::Int128 => "signed __int128",
                IntKind::UInt128 => "unsigned __int128",
            },
            _ => return self.program.types.display(ty).to_string(),
        };
        name.to_owned()
    }
}

/// Whether one of these operators, with spaces around it, stands outside of all brackets.
fn has_operator(text: &str, operators: &[&str]) -> bool {
    let mut depth = 0usize;
    let mut bare = String::new();
    for c in text.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ if depth == 0 => bare.push(c),
            _ => {}
        }
    }
    bare.split(' ').any(|word| operators.contains(&word))
}

/// The text of an expression with one space around each operator between two operands.
pub(crate) fn spaced(text: &str) -> String {
    const LONG: [&str; 15] = [
        "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "->", "++", "+=", "-=", "*=", "/=", "%=",
    ];
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::new();
    let mut at = 0;
    while at < chars.len() {
        let c = chars[at];
        if c == '"' || c == '\'' {
            let end = (at + 1..chars.len())
                .find(|&i| chars[i] == c && chars[i - 1] != '\\')
                .map_or(chars.len(), |i| i + 1);
            out.extend(&chars[at..end]);
            at = end;
            continue;
        }
        let pair: String = chars[at..chars.len().min(at + 2)].iter().collect();
        let operator = if LONG.contains(&pair.as_str()) || pair == "--" {
            pair
        } else {
            c.to_string()
        };
        let last = out.trim_end().chars().last();
        let behind_operand =
            last.is_some_and(|last| last.is_alphanumeric() || matches!(last, '_' | ')' | ']' | '"' | '\''));
        let between = match operator.as_str() {
            "->" | "++" | "--" => false,
            _ if operator.ends_with('=') && operator.len() > 1 => true,
            "<<" | ">>" | "&&" | "||" => true,
            "+" | "-" | "*" | "/" | "%" | "&" | "|" | "^" | "<" | ">" | "?" | ":" => behind_operand,
            _ => false,
        };
        if between {
            let kept = out.trim_end().len();
            out.truncate(kept);
            out.push(' ');
            out.push_str(&operator);
            out.push(' ');
            at += operator.chars().count();
            while chars.get(at) == Some(&' ') {
                at += 1;
            }
        } else {
            out.push_str(&operator);
            at += operator.chars().count();
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{has_operator, spaced};

    #[test]
    fn operators_between_operands_stand_apart() {
        for (text, expected) in [
            ("x+1", "x + 1"),
            ("a [i]*-b", "a [i] * -b"),
            ("s->a++", "s->a++"),
            ("*p", "*p"),
            ("(a<<2)-*p", "(a << 2) - *p"),
            ("f(x,  'a'+1)", "f(x,  'a' + 1)"),
        ] {
            assert_eq!(spaced(text), expected);
        }
        assert!(has_operator("a + (b * c)", &["+"]));
        assert!(!has_operator("a + (b * c)", &["*"]));
    }
}
