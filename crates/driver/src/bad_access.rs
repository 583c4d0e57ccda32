//! What is wrong with an access through a pointer, as data: which pointer, reading or writing, and how far outside.

use interp::{PointerProblem, Reason};
use program::{Claim, ExprId, ExprKind, Intrinsic, PlaceBase, PlaceId, Program, Projection};
use report::{AccessKind, Why};
use source::{LocId, SourceMap};

/// Why the claim fails, if a pointer is the reason.
pub(crate) fn why(program: &Program, sources: &SourceMap, claim: &Claim, reason: &Reason) -> Option<Why> {
    let Reason::Pointer { problem, .. } = reason else {
        return None;
    };
    let access = access(program, claim);
    let followed = || access.map(|(_, address)| Followed::new(program, address));
    let named = |followed: &Followed| text_of(program, sources, followed.pointer?);
    match problem {
        &PointerProblem::Null { address } => {
            let Some(followed) = followed() else {
                return Some(Why::Null { pointer: None });
            };
            // What is near address 0 was a null pointer or a small number, as the way from one to the other says.
            match followed.offset.map(|offset| address.wrapping_sub(offset)) {
                Some(0) => Some(Why::Null {
                    pointer: named(&followed),
                }),
                Some(value) => Some(Why::Wild {
                    pointer: named(&followed),
                    value: Some(value),
                }),
                None => Some(Why::Null { pointer: None }),
            }
        }
        PointerProblem::Wild => Some(Why::Wild {
            pointer: followed().as_ref().and_then(named),
            value: None,
        }),
        PointerProblem::Freed { object, .. } => Some(Why::Freed(object.clone())),
        PointerProblem::Dead { object } => Some(Why::Ended(object.clone())),
        PointerProblem::OutOfBounds {
            object,
            size,
            offset,
            access: bytes,
        } => {
            let (access, _) = access?;
            Some(Why::OutOfBounds {
                access,
                bytes: *bytes,
                offset: *offset,
                object: object.clone(),
                size: *size,
            })
        }
        _ => None,
    }
}

/// What the claim says may be done, and at which address.
fn access(program: &Program, claim: &Claim) -> Option<(AccessKind, ExprId)> {
    let ExprKind::Intrinsic { op, args } = &program.expr(claim.cond).kind else {
        return None;
    };
    let address = *args.first()?;
    match op {
        Intrinsic::Readable => Some((AccessKind::Read, address)),
        Intrinsic::Writable => Some((AccessKind::Write, address)),
        _ => None,
    }
}

/// The pointer that an address is made from.
struct Followed {
    /// None for an address that is made from no pointer.
    pointer: Option<ExprId>,
    /// How far the address lies behind it, where that is the same in every run.
    offset: Option<u64>,
}

impl Followed {
    fn new(program: &Program, address: ExprId) -> Followed {
        let (mut at, mut offset) = (address, Some(0u64));
        loop {
            let (next, by) = match &program.expr(at).kind {
                ExprKind::AddressOf(place) => match program.place(*place).base {
                    PlaceBase::Deref(pointer) => (pointer, path_offset(program, *place)),
                    PlaceBase::Var(_) => {
                        return Followed {
                            pointer: None,
                            offset: None,
                        };
                    }
                },
                ExprKind::PointerAdd {
                    pointer,
                    index,
                    stride,
                } => {
                    let index = match program.expr(*index).kind {
                        ExprKind::Int(index) => u64::try_from(index).ok(),
                        _ => None,
                    };
                    (*pointer, index.and_then(|index| index.checked_mul(*stride)))
                }
                ExprKind::Convert(operand) => (*operand, Some(0)),
                _ => {
                    return Followed {
                        pointer: Some(at),
                        offset,
                    };
                }
            };
            at = next;
            offset = offset.zip(by).and_then(|(a, b)| a.checked_add(b));
        }
    }
}

/// How far a member lies behind the beginning of its record; elements depend on an index.
fn path_offset(program: &Program, place: PlaceId) -> Option<u64> {
    let place = program.place(place);
    let mut ty = program.base_type(place)?;
    let mut offset = 0u64;
    for &step in &place.path {
        let Projection::Field(field) = step else {
            return None;
        };
        let record = program.types.record(program.types.record_of(ty)?);
        offset = offset.checked_add(record.fields.get(field as usize)?.offset)?;
        ty = program.project(ty, step)?;
    }
    Some(offset)
}

/// An expression as the user wrote it, if it is short.
fn text_of(program: &Program, sources: &SourceMap, at: ExprId) -> Option<String> {
    const LONGEST: usize = 40;
    let loc = program.expr(at).loc;
    if loc == LocId::NONE || sources.is_embedded(loc) {
        return None;
    }
    let (text, complete) = sources.beginning_of(loc, 4 * LONGEST);
    let text = source::in_one_line(&text);
    (complete && !text.is_empty() && text.chars().count() <= LONGEST).then_some(text)
}
