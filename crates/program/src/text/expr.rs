//! Expressions and places in C syntax.

use std::borrow::Cow;

use ctype::{IntKind, Type, TypeId, TypeTable};

use super::{Writer, float};
use crate::{
    BinaryOp, ExprId, ExprKind, Intrinsic, OverflowOp, Place, PlaceBase, PlaceId, Projection, UnaryOp,
};

/// How tightly an expression binds, as in C's grammar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Binding {
    Any,
    Conditional,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relational,
    Shift,
    Additive,
    Multiplicative,
    Unary,
    Postfix,
}

impl Binding {
    fn of(op: BinaryOp) -> Binding {
        match op {
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => Binding::Multiplicative,
            BinaryOp::Add | BinaryOp::Sub => Binding::Additive,
            BinaryOp::Shl | BinaryOp::Shr => Binding::Shift,
            BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge => Binding::Relational,
            BinaryOp::Eq | BinaryOp::Ne => Binding::Equality,
            BinaryOp::BitAnd => Binding::BitAnd,
            BinaryOp::BitXor => Binding::BitXor,
            BinaryOp::BitOr => Binding::BitOr,
        }
    }

    fn tighter(self) -> Binding {
        use Binding as B;
        match self {
            B::Any => B::Conditional,
            B::Conditional => B::Or,
            B::Or => B::And,
            B::And => B::BitOr,
            B::BitOr => B::BitXor,
            B::BitXor => B::BitAnd,
            B::BitAnd => B::Equality,
            B::Equality => B::Relational,
            B::Relational => B::Shift,
            B::Shift => B::Additive,
            B::Additive => B::Multiplicative,
            B::Multiplicative => B::Unary,
            B::Unary | B::Postfix => B::Postfix,
        }
    }
}

/// Work still to be written, the next piece last. This is what recursion would keep on its stack.
enum Piece<'a> {
    Text(Cow<'a, str>),
    /// In parentheses unless it binds at least this tightly.
    Expr(ExprId, Binding),
    Place(PlaceId, Binding),
}

fn text(text: &str) -> Piece<'_> {
    Piece::Text(Cow::Borrowed(text))
}

fn owned<'a>(text: String) -> Piece<'a> {
    Piece::Text(Cow::Owned(text))
}

impl Writer<'_> {
    pub(super) fn expr(&self, id: ExprId) -> String {
        self.write(vec![Piece::Expr(id, Binding::Any)])
    }

    pub(super) fn place(&self, id: PlaceId) -> String {
        self.write(vec![Piece::Place(id, Binding::Any)])
    }

    fn write<'a>(&'a self, mut work: Vec<Piece<'a>>) -> String {
        let mut out = String::new();
        while let Some(piece) = work.pop() {
            let (pieces, binding, needed) = match piece {
                Piece::Text(text) => {
                    out.push_str(&text);
                    continue;
                }
                Piece::Expr(id, needed) => {
                    let (pieces, binding) = self.expr_pieces(id);
                    (pieces, binding, needed)
                }
                Piece::Place(id, needed) => {
                    let (pieces, binding) = self.place_pieces(id);
                    (pieces, binding, needed)
                }
            };
            let parentheses = binding < needed;
            if parentheses {
                out.push('(');
                work.push(text(")"));
            }
            work.extend(pieces.into_iter().rev());
        }
        out
    }

    fn call<'a>(&self, name: &'a str, first: Option<TypeId>, args: &[ExprId]) -> (Vec<Piece<'a>>, Binding) {
        let mut pieces = vec![text(name), text("(")];
        let ty = first.map(|ty| owned(self.program.types.display(ty)));
        let args = args.iter().map(|&arg| Piece::Expr(arg, Binding::Any));
        for (index, piece) in ty.into_iter().chain(args).enumerate() {
            if index > 0 {
                pieces.push(text(", "));
            }
            pieces.push(piece);
        }
        pieces.push(text(")"));
        (pieces, Binding::Postfix)
    }

    fn infix<'a>(lhs: ExprId, symbol: &str, rhs: ExprId, binding: Binding) -> (Vec<Piece<'a>>, Binding) {
        let pieces = vec![
            Piece::Expr(lhs, binding),
            owned(format!(" {symbol} ")),
            Piece::Expr(rhs, binding.tighter()),
        ];
        (pieces, binding)
    }

    fn expr_pieces(&self, id: ExprId) -> (Vec<Piece<'_>>, Binding) {
        let program = self.program;
        let expr = program.expr(id);
        match &expr.kind {
            ExprKind::Int(value) => self.int_constant(*value, expr.ty),
            ExprKind::Float(bits) => self.float_constant(*bits, expr.ty),
            ExprKind::Load(place) => match self.loads.and_then(|loads| loads(*place)) {
                Some(name) => (vec![owned(name)], Binding::Postfix),
                None => self.place_pieces(*place),
            },
            ExprKind::AddressOf(place) => (
                vec![text("&"), Piece::Place(*place, Binding::Unary)],
                Binding::Unary,
            ),
            ExprKind::FunctionAddress(function) => {
                let name = program.function(*function).name.as_str();
                (vec![text(name)], Binding::Postfix)
            }
            ExprKind::Unary { op, operand } => prefix(*op, *operand),
            ExprKind::Binary { op, lhs, rhs } => Self::infix(*lhs, op.symbol(), *rhs, Binding::of(*op)),
            ExprKind::PointerAdd {
                pointer,
                index,
                stride,
            } => self.strided(*pointer, "+", *index, *stride),
            ExprKind::PointerDiff { lhs, rhs, stride } => self.strided(*lhs, "-", *rhs, *stride),
            ExprKind::Convert(operand) => {
                let cast = owned(format!("({})", program.types.display(expr.ty)));
                (vec![cast, Piece::Expr(*operand, Binding::Unary)], Binding::Unary)
            }
            ExprKind::Cond {
                cond,
                then,
                otherwise,
            } => (
                vec![
                    Piece::Expr(*cond, Binding::Or),
                    text(" ? "),
                    Piece::Expr(*then, Binding::Any),
                    text(" : "),
                    Piece::Expr(*otherwise, Binding::Conditional),
                ],
                Binding::Conditional,
            ),
            ExprKind::And { lhs, rhs } => Self::infix(*lhs, "&&", *rhs, Binding::And),
            ExprKind::Or { lhs, rhs } => Self::infix(*lhs, "||", *rhs, Binding::Or),
            ExprKind::Intrinsic { op, args } => {
                let (mut pieces, binding) = self.call("", None, args);
                pieces[0] = owned(intrinsic_name(*op));
                (pieces, binding)
            }
            ExprKind::Overflows { op, lhs, rhs, at } => self.exact("overflows", *op, *lhs, *rhs, *at),
            ExprKind::Wrapped { op, lhs, rhs } => self.exact("wrapped", *op, *lhs, *rhs, expr.ty),
            ExprKind::Fits { value, to } => self.call("fits", Some(*to), &[*value]),
            ExprKind::Initialised(place) => (
                vec![
                    text("initialised("),
                    Piece::Place(*place, Binding::Any),
                    text(")"),
                ],
                Binding::Postfix,
            ),
            ExprKind::Zero => (vec![text("{0}")], Binding::Postfix),
            ExprKind::Bytes(string) => (vec![owned(quote(program.string(*string)))], Binding::Postfix),
        }
    }

    fn float_constant(&self, bits: u128, ty: TypeId) -> (Vec<Piece<'_>>, Binding) {
        let Some(format) = self.program.types.float_format(ty) else {
            return (vec![owned(format!("{bits:#x}"))], Binding::Postfix);
        };
        let text = float::literal(bits, format);
        let binding = if text.starts_with('-') {
            Binding::Unary
        } else {
            Binding::Postfix
        };
        (vec![owned(text)], binding)
    }

    /// A sum or difference with a pointer; the distance of its elements is shown where the type does not say it.
    fn strided(
        &self,
        pointer: ExprId,
        symbol: &str,
        other: ExprId,
        stride: u64,
    ) -> (Vec<Piece<'_>>, Binding) {
        if self.natural_stride(pointer, stride) {
            Self::infix(pointer, symbol, other, Binding::Additive)
        } else {
            let symbol = format!("{symbol}[{stride}]");
            Self::infix(pointer, &symbol, other, Binding::Additive)
        }
    }

    /// `overflows(int, a + b)`: the operation as if in unbounded integers.
    fn exact<'a>(
        &self,
        name: &'a str,
        op: OverflowOp,
        lhs: ExprId,
        rhs: ExprId,
        ty: TypeId,
    ) -> (Vec<Piece<'a>>, Binding) {
        let symbol = match op {
            OverflowOp::Add => BinaryOp::Add,
            OverflowOp::Sub => BinaryOp::Sub,
            OverflowOp::Mul => BinaryOp::Mul,
            OverflowOp::Shl => BinaryOp::Shl,
        };
        let (operation, _) = Self::infix(lhs, symbol.symbol(), rhs, Binding::of(symbol));
        let mut pieces = vec![
            text(name),
            owned(format!("({}, ", self.program.types.display(ty))),
        ];
        pieces.extend(operation);
        pieces.push(text(")"));
        (pieces, Binding::Postfix)
    }

    /// Whether a stride is what C scales this pointer by, so that `+` says it all.
    fn natural_stride(&self, pointer: ExprId, stride: u64) -> bool {
        let types = &self.program.types;
        let pointee = types.pointee(self.program.expr(pointer).ty);
        // GNU C steps through `void` and functions by bytes.
        pointee.is_some_and(|to| types.size_of(to).unwrap_or(1) == stride)
    }

    fn int_constant(&self, value: i128, ty: TypeId) -> (Vec<Piece<'_>>, Binding) {
        let types = &self.program.types;
        let sign = if value < 0 {
            Binding::Unary
        } else {
            Binding::Postfix
        };
        let suffix = match types.get(ty) {
            Type::Int(IntKind::Int) => "",
            Type::Int(IntKind::UInt) => "u",
            Type::Int(IntKind::Long) => "l",
            Type::Int(IntKind::ULong) => "ul",
            Type::Int(IntKind::LongLong) => "ll",
            Type::Int(IntKind::ULongLong) => "ull",
            Type::Pointer(_) if value == 0 => return (vec![text("NULL")], Binding::Postfix),
            Type::Pointer(_) => {
                let text = format!("({}){value:#x}", types.display(ty));
                return (vec![owned(text)], Binding::Unary);
            }
            Type::Int(IntKind::UInt128) => {
                let text = format!("({}){}", types.display(ty), value as u128);
                return (vec![owned(text)], Binding::Unary);
            }
            Type::Enum(id) => {
                let found = types.enumeration(*id).enumerators.iter();
                match found.clone().find(|item| item.value == value) {
                    Some(item) => return (vec![text(&item.name)], Binding::Postfix),
                    None => {
                        let text = format!("({}){value}", types.display(ty));
                        return (vec![owned(text)], Binding::Unary);
                    }
                }
            }
            _ => {
                let text = format!("({}){value}", types.display(ty));
                return (vec![owned(text)], Binding::Unary);
            }
        };
        (vec![owned(format!("{value}{suffix}"))], sign)
    }

    fn place_pieces(&self, id: PlaceId) -> (Vec<Piece<'_>>, Binding) {
        let program = self.program;
        let place = program.place(id);
        let mut pieces = Vec::new();
        // Whether the next member is reached through a pointer.
        let mut arrow = false;
        match place.base {
            PlaceBase::Var(var) => pieces.push(text(self.names.get(var))),
            PlaceBase::Deref(pointer) => {
                if let ExprKind::PointerAdd {
                    pointer: base,
                    index,
                    stride,
                } = program.expr(pointer).kind
                    && self.natural_stride(base, stride)
                {
                    pieces.push(Piece::Expr(base, Binding::Postfix));
                    pieces.extend([text("["), Piece::Expr(index, Binding::Any), text("]")]);
                } else if place.path.is_empty() {
                    let pieces = vec![text("*"), Piece::Expr(pointer, Binding::Unary)];
                    return (pieces, Binding::Unary);
                } else if let Projection::Field(_) = place.path[0] {
                    pieces.push(Piece::Expr(pointer, Binding::Postfix));
                    arrow = true;
                } else {
                    pieces.extend([text("(*"), Piece::Expr(pointer, Binding::Unary), text(")")]);
                }
            }
        }
        self.path_pieces(place, arrow, &mut pieces);
        (pieces, Binding::Postfix)
    }

    fn path_pieces<'a>(&'a self, place: &Place, mut arrow: bool, pieces: &mut Vec<Piece<'a>>) {
        let program = self.program;
        let mut ty = program.base_type(place);
        for &step in &place.path {
            match step {
                Projection::Index(index) => {
                    pieces.extend([text("["), Piece::Expr(index, Binding::Any), text("]")]);
                }
                Projection::Field(field) => {
                    let record = ty.and_then(|ty| program.types.record_of(ty));
                    let field = record.and_then(|id| program.types.record(id).fields.get(field as usize));
                    // A step into an anonymous member is not written in C.
                    if let Some(name) = field.and_then(|field| field.name.as_deref()) {
                        pieces.push(text(if arrow { "->" } else { "." }));
                        pieces.push(text(name));
                        arrow = false;
                    }
                }
            }
            ty = ty.and_then(|ty| program.project(ty, step));
        }
    }
}

/// A value without the suffixes and casts that a constant in an expression needs.
pub(super) fn value(types: &TypeTable, ty: TypeId, bits: u128) -> String {
    if let Some(format) = types.float_format(ty) {
        return float::literal(bits, format);
    }
    let number = bits as i128;
    match types.get(ty) {
        Type::Pointer(_) if bits == 0 => "NULL".into(),
        Type::Pointer(_) => format!("{bits:#x}"),
        Type::Enum(id) => {
            let mut known = types.enumeration(*id).enumerators.iter();
            match known.find(|item| item.value == number) {
                Some(item) => item.name.clone(),
                None => number.to_string(),
            }
        }
        Type::Int(IntKind::UInt128) => bits.to_string(),
        _ => number.to_string(),
    }
}

/// `IsNan` is `is_nan`, `Libm(Sin)` is `sin`.
fn intrinsic_name(op: Intrinsic) -> String {
    let name = match op {
        Intrinsic::Libm(function) => format!("{function:?}"),
        _ => format!("{op:?}"),
    };
    snake_case(&name)
}

pub(super) fn snake_case(name: &str) -> String {
    let mut out = String::new();
    for (index, letter) in name.char_indices() {
        if letter.is_ascii_uppercase() && index > 0 {
            out.push('_');
        }
        out.push(letter.to_ascii_lowercase());
    }
    out
}

/// Bytes as a string literal, cut when long.
fn quote(bytes: &[u8]) -> String {
    const SHOWN: usize = 80;
    let shown = &bytes[..bytes.len().min(SHOWN)];
    let cut = if shown.len() < bytes.len() { "..." } else { "" };
    format!("\"{}\"{cut}", shown.escape_ascii())
}

fn prefix<'p>(op: UnaryOp, operand: ExprId) -> (Vec<Piece<'p>>, Binding) {
    let symbol = match op {
        UnaryOp::Neg => "-",
        UnaryOp::BitNot => "~",
        UnaryOp::Not => "!",
    };
    // `- -x`, not `--x`.
    let inner = match op {
        UnaryOp::Neg => Binding::Postfix,
        _ => Binding::Unary,
    };
    (vec![text(symbol), Piece::Expr(operand, inner)], Binding::Unary)
}
