//! What a claim reads, told at the moment it is decided.
//!
//! An engine that looks at a claim from outside knows what it *may* read. Which elements it does read, and what lies
//! there, only the execution knows: the parts of the condition are evaluated again in the frame that is still there, as
//! for the reason of a failure. An operand of `&&`, `||` or `?:` that was not evaluated is left out, but for plain
//! variables, whose values are there all the same.

use program::{ClaimId, ExprId, ExprKind, PlaceBase, PlaceId, Projection};

use crate::access::Access;
use crate::code::Code;
use crate::frame::Registers;
use crate::machine::Machine;
use crate::observe::Read;
use crate::scalar::Scalar;

/// A condition may be deep; what matters is near its top.
const MAX_DEPTH: usize = 100;

impl<'m> Machine<'m> {
    /// Tells the observer, if it wants to know.
    pub(crate) fn tell_reads(
        &mut self,
        registers: &mut Registers,
        base: usize,
        code: &'m Code,
        claim: ClaimId,
    ) {
        if !self.environment.observer.examines(claim) {
            return;
        }
        let at = self.event_at();
        let quiet = std::mem::replace(&mut self.quiet, true);
        let mut scene = Scene::new(registers, base, code);
        self.collect_reads(&mut scene, self.program.claim(claim).cond, true, false, 0);
        let reads = scene.reads;
        self.quiet = quiet;
        self.environment.observer.examined(at, claim, &reads);
    }

    /// `address`: what is read only says where something else lies.
    pub(crate) fn collect_reads(
        &mut self,
        scene: &mut Scene<'_, 'm>,
        expr: ExprId,
        evaluated: bool,
        address: bool,
        depth: usize,
    ) {
        if depth > MAX_DEPTH {
            return;
        }
        let program = self.program;
        match &program.expr(expr).kind {
            ExprKind::And { lhs, rhs } | ExprKind::Or { lhs, rhs } => {
                let deciding = matches!(program.expr(expr).kind, ExprKind::Or { .. });
                self.collect_reads(scene, *lhs, evaluated, address, depth + 1);
                let goes_on = evaluated && self.is_true(scene, *lhs) != deciding;
                self.collect_reads(scene, *rhs, goes_on, address, depth + 1);
            }
            ExprKind::Cond {
                cond,
                then,
                otherwise,
            } => {
                self.collect_reads(scene, *cond, evaluated, address, depth + 1);
                let truth = evaluated && self.is_true(scene, *cond);
                self.collect_reads(scene, *then, truth, address, depth + 1);
                self.collect_reads(scene, *otherwise, evaluated && !truth, address, depth + 1);
            }
            ExprKind::Load(place) => {
                if !evaluated && (scene.detailed || !self.is_plain(*place)) {
                    return;
                }
                // Indices and pointers are read first.
                let mut inner = Vec::new();
                program.operands(expr, |operand| inner.push(operand));
                for operand in inner {
                    self.collect_reads(scene, operand, evaluated, true, depth + 1);
                }
                match scene.detailed {
                    true => self.access_of(scene, expr, *place, address),
                    false => self.collect_read(scene, expr, *place),
                }
            }
            _ => {
                let mut inner = Vec::new();
                program.operands(expr, |operand| inner.push(operand));
                for operand in inner {
                    self.collect_reads(scene, operand, evaluated, address, depth + 1);
                }
            }
        }
    }

    fn is_true(&mut self, scene: &mut Scene<'_, 'm>, expr: ExprId) -> bool {
        let value = self.evaluate(scene.registers, scene.base, scene.code, expr);
        value.is_some_and(|(bits, _)| bits != 0)
    }

    /// A variable or a member of one.
    fn is_plain(&self, place: PlaceId) -> bool {
        let place = self.program.place(place);
        let member = |part: &Projection| matches!(part, Projection::Field(_));
        matches!(place.base, PlaceBase::Var(_)) && place.path.iter().all(member)
    }

    fn collect_read(&mut self, scene: &mut Scene<'_, 'm>, expr: ExprId, place: PlaceId) {
        let ty = self.program.expr(expr).ty;
        let Some(scalar) = Scalar::of(&self.program.types, ty) else {
            return;
        };
        let Some((bits, provenance)) = self.evaluate(scene.registers, scene.base, scene.code, expr) else {
            return;
        };
        let name = self.place_text(scene.registers, scene.base, scene.code, place);
        scene.reads.push(Read {
            expr,
            place: name,
            pointee: self.pointee(bits, provenance, scalar),
            is_pointer: scalar.is_pointer(),
            text: self.render_scalar(bits, provenance, ty),
        });
    }
}

/// Where something is looked at, and what it has read.
pub(crate) struct Scene<'r, 'm> {
    pub(crate) registers: &'r mut Registers,
    pub(crate) base: usize,
    pub(crate) code: &'m Code,
    reads: Vec<Read>,
    /// Whether accesses are wanted instead.
    pub(crate) detailed: bool,
    pub(crate) accesses: Vec<Access>,
}

impl<'r, 'm> Scene<'r, 'm> {
    pub(crate) fn new(registers: &'r mut Registers, base: usize, code: &'m Code) -> Scene<'r, 'm> {
        Scene {
            registers,
            base,
            code,
            reads: Vec::new(),
            detailed: false,
            accesses: Vec::new(),
        }
    }
}
