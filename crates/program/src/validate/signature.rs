//! What intrinsics and builtins take and give.

use super::Need;
use crate::{Builtin, Choice, Intrinsic, LibmFunction, ThreadOp};

/// What an operation gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gives {
    Nothing,
    Some(Need),
    /// Any scalar.
    Anything,
    /// The type that all its operands have.
    SameAsOperands,
}

pub(super) struct Signature {
    pub(super) takes: &'static [Need],
    pub(super) gives: Gives,
}

const fn signature(takes: &'static [Need], gives: Gives) -> Signature {
    Signature { takes, gives }
}

pub(super) fn intrinsic(op: Intrinsic) -> Signature {
    use Intrinsic as I;
    use Need::{Float, Int, Integer, Pointer};
    let int = Gives::Some(Int);
    match op {
        I::Clz | I::Ctz | I::Popcount | I::Parity | I::Ffs | I::Clrsb => signature(&[Integer], int),
        I::ByteSwap | I::Abs => signature(&[Integer], Gives::SameAsOperands),
        I::IsNan | I::IsInf | I::IsFinite | I::IsNormal | I::IsSubnormal | I::SignBit => {
            signature(&[Float], int)
        }
        I::FAbs | I::Sqrt | I::Floor | I::Ceil | I::Trunc | I::Round | I::Rint => {
            signature(&[Float], Gives::SameAsOperands)
        }
        I::CopySign | I::Fmod | I::Remainder | I::Fmin | I::Fmax => {
            signature(&[Float, Float], Gives::SameAsOperands)
        }
        I::Fma => signature(&[Float, Float, Float], Gives::SameAsOperands),
        I::Libm(LibmFunction::Atan2 | LibmFunction::Pow | LibmFunction::Hypot) => {
            signature(&[Float, Float], Gives::SameAsOperands)
        }
        I::Libm(_) => signature(&[Float], Gives::SameAsOperands),
        I::Readable | I::Writable => signature(&[Pointer, Integer], int),
        I::Freeable | I::Callable | I::IsHeap | I::IsString => signature(&[Pointer], int),
        I::SameObject => signature(&[Pointer, Pointer], int),
        I::ObjectSize | I::PointerOffset | I::PointerObject => signature(&[Pointer], Gives::Some(Integer)),
        I::HeapEmpty | I::InputIsOpen => signature(&[], int),
    }
}

pub(super) fn builtin(op: Builtin) -> Signature {
    use Builtin as B;
    use Need::{Float, Integer, Pointer};
    match op {
        B::Allocate(_) => signature(&[Integer, Integer], Gives::Some(Pointer)),
        B::Free | B::ReleaseVla => signature(&[Pointer], Gives::Nothing),
        B::CopyMemory => signature(&[Pointer, Pointer, Integer], Gives::Nothing),
        B::SetMemory => signature(&[Pointer, Integer, Integer], Gives::Nothing),
        B::Print => signature(&[Integer, Pointer, Pointer], Gives::Some(Integer)),
        B::FormatInto => signature(&[Pointer, Integer, Pointer, Pointer], Gives::Some(Integer)),
        B::PutChar => signature(&[Integer, Integer], Gives::Some(Integer)),
        B::GetChar | B::GetRounding | B::ArgumentCount => signature(&[], Gives::Some(Integer)),
        B::Choose(Choice::End | Choice::First) => signature(&[], Gives::Some(Integer)),
        B::Choose(Choice::Literal | Choice::Next) => signature(&[Integer], Gives::Some(Integer)),
        B::Choose(Choice::Outcome) => signature(&[Pointer, Integer, Integer], Gives::Some(Integer)),
        B::Choose(Choice::Number) => signature(&[Pointer, Integer, Integer], Gives::Anything),
        B::ArgumentVector => signature(&[], Gives::Some(Pointer)),
        B::ParseFloat => signature(&[Pointer, Pointer], Gives::Some(Float)),
        B::SetRounding => signature(&[Integer], Gives::Some(Integer)),
        B::Thread(op) => thread(op),
    }
}

fn thread(op: ThreadOp) -> Signature {
    use Need::{Integer, Pointer};
    let (takes, gives) = op.signature();
    let takes: &'static [Need] = match takes {
        "p" => &[Pointer],
        "n" => &[Integer],
        "pp" => &[Pointer, Pointer],
        "pn" => &[Pointer, Integer],
        "pppp" => &[Pointer, Pointer, Pointer, Pointer],
        _ => &[],
    };
    let gives = match gives {
        Some('p') => Gives::Some(Pointer),
        Some(_) => Gives::Some(Integer),
        None => Gives::Nothing,
    };
    signature(takes, gives)
}
