//! Where an instruction reads and stores, told before it is executed.
//!
//! Whoever follows dependences through a run needs to know which bytes an access means: `a[i]` is another element each
//! time, and `*p` may be any object. The addresses are computed in the frame that is still there, as for the reason of
//! a failure. An operand of `&&`, `||` or `?:` that is not evaluated reads nothing.

use program::{ExprId, ExprKind, InstrKind, PlaceBase, PlaceId, Projection, VarId};

use crate::code::Code;
use crate::frame::Registers;
use crate::machine::Machine;
use crate::object::{Origin, Pointer};

/// A condition may be deep; deeper parts are not looked at, and the instruction says so.
const MAX_DEPTH: usize = 200;

/// What an address lies in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Owner {
    Static(VarId),
    /// A variable of the activation that is so deep in the stack, the outermost one being 0.
    Local {
        var: VarId,
        depth: usize,
    },
    /// Any other object, by a number that no other object of the run has.
    Object(u64),
}

/// An address: a byte of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ByteAt {
    pub owner: Owner,
    pub offset: u64,
}

/// What one instruction accesses, apart from variables by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Accesses {
    /// Expressions that read through a pointer or with an index.
    pub loads: Vec<(ExprId, ByteAt)>,
    /// Where it stores, if that is through a pointer or with an index.
    pub stored: Option<ByteAt>,
    /// By argument of a builtin: where it points, and its value.
    pub arguments: Vec<(Option<ByteAt>, u128)>,
    /// Whether parts were too deep to be looked at.
    pub partial: bool,
}

impl<'m> Machine<'m> {
    pub(crate) fn tell_places(&mut self, registers: &mut Registers, base: usize, code: &'m Code) {
        let at = self.event_at();
        let program = self.program;
        let Some(instr) = program.function(at.function).body.get(at.pc.index()) else {
            return;
        };
        let quiet = std::mem::replace(&mut self.quiet, true);
        let mut scene = Scene {
            registers,
            base,
            code,
            found: Accesses::default(),
        };
        let mut roots = Vec::new();
        program.instr_operands(&instr.kind, |expr, _| roots.push(expr));
        for root in roots {
            self.collect(&mut scene, root, 0);
        }
        match &instr.kind {
            InstrKind::Assign { place, .. } | InstrKind::Input { place, .. } => {
                scene.found.stored = self.reached(&mut scene, *place);
            }
            InstrKind::Builtin { dest, args, .. } => {
                if let Some(dest) = dest {
                    scene.found.stored = self.reached(&mut scene, *dest);
                }
                for arg in args {
                    let value = self.evaluate(scene.registers, scene.base, scene.code, *arg);
                    let told = value.map_or((None, 0), |(bits, provenance)| {
                        let pointer = Pointer {
                            address: bits as u64,
                            provenance,
                        };
                        (self.byte_at(pointer), bits)
                    });
                    scene.found.arguments.push(told);
                }
            }
            _ => {}
        }
        let found = scene.found;
        self.quiet = quiet;
        self.environment.observer.places(at, &found);
    }

    fn collect(&mut self, scene: &mut Scene<'_, 'm>, expr: ExprId, depth: usize) {
        if depth > MAX_DEPTH {
            scene.found.partial = true;
            return;
        }
        let program = self.program;
        match &program.expr(expr).kind {
            ExprKind::And { lhs, rhs } | ExprKind::Or { lhs, rhs } => {
                let deciding = matches!(program.expr(expr).kind, ExprKind::Or { .. });
                self.collect(scene, *lhs, depth + 1);
                if self.holds(scene, *lhs) != deciding {
                    self.collect(scene, *rhs, depth + 1);
                }
            }
            ExprKind::Cond {
                cond,
                then,
                otherwise,
            } => {
                self.collect(scene, *cond, depth + 1);
                let chosen = if self.holds(scene, *cond) {
                    *then
                } else {
                    *otherwise
                };
                self.collect(scene, chosen, depth + 1);
            }
            kind => {
                let mut inner = Vec::new();
                program.operands(expr, |operand| inner.push(operand));
                for operand in inner {
                    self.collect(scene, operand, depth + 1);
                }
                if let ExprKind::Load(place) = kind
                    && let Some(at) = self.reached(scene, *place)
                {
                    scene.found.loads.push((expr, at));
                }
            }
        }
    }

    fn holds(&mut self, scene: &mut Scene<'_, 'm>, expr: ExprId) -> bool {
        let value = self.evaluate(scene.registers, scene.base, scene.code, expr);
        value.is_some_and(|(bits, _)| bits != 0)
    }

    /// Where a place lies; nothing for variables and members by name.
    fn reached(&mut self, scene: &mut Scene<'_, 'm>, id: PlaceId) -> Option<ByteAt> {
        let place = self.program.place(id);
        let by_name = matches!(place.base, PlaceBase::Var(_))
            && place.path.iter().all(|step| match step {
                Projection::Field(_) => true,
                Projection::Index(index) => matches!(self.program.expr(*index).kind, ExprKind::Int(_)),
            });
        if by_name {
            return None;
        }
        let pointer = self.address(scene.registers, scene.base, scene.code, id)?;
        self.byte_at(pointer)
    }

    fn byte_at(&self, pointer: Pointer) -> Option<ByteAt> {
        if pointer.provenance == crate::object::Provenance::NONE {
            return None;
        }
        let object = self.memory.object(pointer.provenance.slot());
        if object.generation != pointer.provenance.generation() || !object.is_alive() {
            return None;
        }
        let owner = match object.origin {
            Origin::Variable { var, activation: 0 } => Owner::Static(var),
            Origin::Variable { var, activation } => {
                let depth = self
                    .frames
                    .iter()
                    .position(|frame| frame.activation == activation)?;
                Owner::Local { var, depth }
            }
            _ => Owner::Object(object.serial),
        };
        Some(ByteAt {
            owner,
            offset: pointer.address.wrapping_sub(object.base),
        })
    }
}

/// Where an instruction is looked at, and what it accesses.
struct Scene<'r, 'm> {
    registers: &'r mut Registers,
    base: usize,
    code: &'m Code,
    found: Accesses,
}
