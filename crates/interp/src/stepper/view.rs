//! What a programmer would see in a debugger where a run stands: the variables of the innermost function of theirs, and
//! those at file scope.

use ctype::{ArrayLen, Type, TypeId};
use program::{Lifetime, VarId};

use super::Stepper;
use crate::frame::Registers;
use crate::held::HeldPlace;
use crate::object::{Pointer, Provenance};
use crate::scalar::{Repr, Scalar};

/// Longer arrays are not looked at.
const MOST_ELEMENTS: u64 = 64;

/// A value, to be compared with those of other runs.
#[derive(Debug, Clone, PartialEq)]
pub enum SeenValue {
    Int(i128),
    Float(f64),
    /// Null is 0; others by the object that they point into, as this state numbers them, and how far.
    Pointer {
        object: u64,
        offset: i64,
    },
    /// The elements of an array of integers.
    Ints(Vec<i128>),
}

/// A variable and what it holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    pub var: VarId,
    pub value: SeenValue,
}

impl Stepper<'_> {
    /// The user's variables that have a value where a thread is, those of its innermost function first.
    #[must_use]
    pub fn seen(&self, thread: usize) -> Vec<Seen> {
        let machine = &self.machine;
        let program = machine.program;
        let frames = self.frames_of(thread);
        let registers = match &machine.threads {
            Some(threads) if threads.running_thread() != thread => threads.registers_of(thread),
            _ => &self.registers,
        };
        let own = (0..frames.len()).rev().find(|&index| {
            let function = frames[index].code.function;
            !program.function(function).embedded && function != program.entry
        });
        let mut seen = Vec::new();
        if let Some(index) = own {
            let frame = &frames[index];
            let in_call = index + 1 != frames.len();
            let at = if in_call {
                frame.at.saturating_sub(1)
            } else {
                frame.at
            };
            let pc = frame.code.pcs.get(at).copied().unwrap_or(program::Pc(0));
            let held = machine.interpreter.held(frame.code.function);
            let held = held.map_or(&[][..], |held| held.at(pc, in_call, &frame.code.homes));
            for item in held {
                let variable = program.variable(item.var);
                if variable.lifetime != Lifetime::Temporary
                    && !variable.library
                    && let Some(value) = self.held_value(item.var, item.place, frame.base, registers)
                {
                    seen.push(Seen { var: item.var, value });
                }
            }
        }
        for (slot, &var) in (1..).zip(&machine.interpreter.layout.statics) {
            let variable = program.variable(var);
            let ours = !variable.library && !variable.read_only && variable.name.starts_with(is_name);
            if ours && let Some(value) = self.lying(machine.memory.static_pointer(slot), variable.ty) {
                seen.push(Seen { var, value });
            }
        }
        seen
    }

    fn held_value(
        &self,
        var: VarId,
        place: HeldPlace,
        base: usize,
        registers: &Registers,
    ) -> Option<SeenValue> {
        match place {
            HeldPlace::Register { reg, flag, scalar } => {
                let at = |reg: u16| base + reg as usize;
                if flag.is_some_and(|flag| registers.bits.get(at(flag)) == Some(&0)) {
                    return None;
                }
                let mut bits = u128::from(*registers.bits.get(at(reg))?);
                if scalar.is_wide() {
                    bits |= u128::from(*registers.bits.get(at(reg + 1))?) << 64;
                } else {
                    bits = scalar.canonical(bits);
                }
                self.shown(bits, Provenance(*registers.prov.get(at(reg))?), scalar)
            }
            HeldPlace::Memory(reg) => {
                let at = base + reg as usize;
                let pointer = Pointer {
                    address: *registers.bits.get(at)?,
                    provenance: Provenance(*registers.prov.get(at)?),
                };
                self.lying(pointer, self.machine.program.variable(var).ty)
            }
        }
    }

    /// What lies at a pointer, if it is a number or several.
    fn lying(&self, pointer: Pointer, ty: TypeId) -> Option<SeenValue> {
        let types = &self.machine.program.types;
        if let Some(scalar) = Scalar::of(types, ty) {
            let (bits, provenance) = self.machine.peek(pointer, scalar)?;
            return self.shown(bits, provenance, scalar);
        }
        let Type::Array {
            elem,
            len: ArrayLen::Fixed(length),
        } = types.get(ty)
        else {
            return None;
        };
        let scalar = Scalar::of(types, *elem)?;
        if *length > MOST_ELEMENTS || !matches!(scalar.repr, Repr::Int(..)) {
            return None;
        }
        let element = |index: u64| {
            let (bits, _) = self
                .machine
                .peek(pointer.offset(index * u64::from(scalar.size)), scalar)?;
            Some(bits as i128)
        };
        Some(SeenValue::Ints((0..*length).map(element).collect::<Option<_>>()?))
    }

    fn shown(&self, bits: u128, provenance: Provenance, scalar: Scalar) -> Option<SeenValue> {
        Some(match scalar.repr {
            Repr::Int(..) | Repr::Bool => SeenValue::Int(bits as i128),
            Repr::Float(ctype::FloatFormat::Double) => SeenValue::Float(f64::from_bits(bits as u64)),
            Repr::Float(ctype::FloatFormat::Single) => SeenValue::Float(f32::from_bits(bits as u32).into()),
            Repr::Float(_) => return None,
            Repr::Pointer => {
                let object = self.machine.memory.remembered(provenance);
                let base = object.map_or(0, |object| object.base);
                SeenValue::Pointer {
                    object: provenance.0,
                    offset: (bits as u64).wrapping_sub(base) as i64,
                }
            }
        })
    }
}

fn is_name(first: char) -> bool {
    first.is_alphabetic() || first == '_'
}
