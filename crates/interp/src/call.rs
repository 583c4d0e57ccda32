//! Calls and returns.

use ctype::FloatFormat;
use source::LocId;

use program::{FunctionId, VarId};

use crate::access::{Cell, Extent};
use crate::code::{CallSite, CalleeAt, Class, Code, Home, Param, Reg, Shape};
use crate::frame::{Registers, Seen, Window};
use crate::machine::{Frame, Machine};
use crate::object::{End, Pointer, Provenance};
use crate::scalar::{Repr, Scalar};
use crate::stop::Stop;

impl<'m> Machine<'m> {
    /// Pushes a frame, with its variables in memory that exist from the start.
    pub(crate) fn enter(
        &mut self,
        registers: &mut Registers,
        code: &'m Code,
        base: usize,
        loc: LocId,
    ) -> Result<(), Stop> {
        self.stack_bytes += code.frame_bytes;
        if self.stack_bytes > self.environment.limits.stack {
            return Err(Stop::StackOverflow {
                loc,
                depth: self.frames.len(),
            });
        }
        let (bits, prov) = registers.window(base, code.registers);
        bits[..code.cleared].fill(0);
        prov[..code.cleared].fill(0);
        self.activations += 1;
        let activation = self.activations;
        for item in &code.memory {
            if item.at_entry {
                let pointer = self.begin_variable(item, activation);
                let pointer = pointer.ok_or(Stop::OutOfMemory(loc))?;
                bits[item.reg as usize] = pointer.address;
                prov[item.reg as usize] = pointer.provenance.0;
            }
        }
        self.frames.push(Frame {
            code,
            at: 0,
            base,
            activation,
        });
        Ok(())
    }

    /// Makes a call from the frame at `base`.
    pub(crate) fn call(
        &mut self,
        registers: &mut Registers,
        code: &'m Code,
        site: usize,
        base: usize,
    ) -> Result<(), Stop> {
        let site = &code.calls[site];
        let (function, target) = self.called(registers, site, base)?;
        let callee = self.program.function(function);
        self.steps += 1;
        if self.steps >= self.next_look
            && let Some(stop) = self.look(1 << 16)
        {
            // A paused run makes the call when it is taken up.
            self.steps -= u64::from(self.paused);
            return Err(stop);
        }
        let next = base + code.registers;
        self.enter(registers, target, next, site.loc)?;
        let (caller, mut frame) = registers.split(base, next, target.registers);
        for (index, (&(reg, shape), param)) in site.args.iter().zip(&target.params).enumerate() {
            // The usual case first: a value of one register, of just the right type.
            if let (
                Home::Reg {
                    reg: to,
                    flag: None,
                    scalar,
                },
                Shape::Scalar(given),
            ) = (param.home, shape)
                && given == scalar
                && !scalar.is_wide()
            {
                frame.bits[to as usize] = caller.bits[reg as usize];
                frame.prov[to as usize] = caller.prov[reg as usize];
                continue;
            }
            if !self.pass(caller, &mut frame, (reg, shape), param) {
                let text = format!(
                    "argument {} of `{}` has type `{}` and the parameter `{}`",
                    index + 1,
                    callee.name,
                    self.program.types.display(site.arg_types[index]),
                    self.program
                        .types
                        .display(self.program.variable(callee.params[index]).ty),
                );
                return Err(Stop::BadCall { loc: site.loc, text });
            }
        }
        if let Some(param) = &target.varargs {
            self.pass_varargs(caller, &mut frame, site.varargs, param);
        }
        if self.watched.is_all() {
            let arguments = self.arguments(caller, site);
            if self.tells_accesses() {
                let lies = |param: &Param| self.parameter_extent(&frame, param);
                let params = target.params.iter().chain(&target.varargs);
                let extents: Vec<Option<Extent>> = params.map(lies).collect();
                self.tell_changes();
                let activation = self.activations;
                self.environment.observer.entered(activation, &extents);
            }
            let at = self.event_at_caller();
            self.environment.observer.called(at, function, &arguments);
        }
        Ok(())
    }

    /// Where a parameter of the function that has just been entered lies.
    fn parameter_extent(&self, frame: &Window<'_>, param: &Param) -> Option<Extent> {
        let size = match param.shape {
            Shape::Scalar(scalar) => scalar.size.into(),
            Shape::Aggregate(size) => size,
        };
        match param.home {
            Home::Reg { .. } => self.register_extent(self.frames.last()?.code, param),
            Home::Memory(reg) => {
                let pointer = Pointer {
                    address: frame.bits[reg as usize],
                    provenance: Provenance(frame.prov[reg as usize]),
                };
                self.memory_extent(pointer, size)
            }
            Home::Static(_) => None,
        }
    }

    /// The same for one that lives in a register, of the function whose activation is the last one made.
    pub(crate) fn register_extent(&self, code: &Code, param: &Param) -> Option<Extent> {
        let Shape::Scalar(scalar) = param.shape else {
            return None;
        };
        let function = self.program.function(code.function);
        let own = |var: &&VarId| code.homes.get(*var) == Some(&param.home);
        let params = function.params.iter().chain(&function.varargs);
        let cell = Cell::Register {
            activation: self.activations,
            var: *params.into_iter().find(own)?,
        };
        let size = scalar.size.into();
        Some(Extent { cell, size })
    }

    /// The function that a call reaches, and its code.
    #[inline(always)]
    fn called(
        &self,
        registers: &Registers,
        site: &CallSite,
        base: usize,
    ) -> Result<(FunctionId, &'m Code), Stop> {
        let bad = |text: String| Err(Stop::BadCall { loc: site.loc, text });
        let function = match site.callee {
            CalleeAt::Direct(function) => function,
            CalleeAt::Indirect(reg) => {
                let address = registers.bits[base + reg as usize];
                match self.memory.function_at(address) {
                    Some(function) => function,
                    None => return bad("a call through a pointer that points at no function".into()),
                }
            }
        };
        let callee = self.program.function(function);
        if callee.body.is_empty() {
            return Err(Stop::Unsupported {
                loc: site.loc,
                text: format!("`{}` has no body", callee.name),
            });
        }
        let Some(target) = self.interpreter.code(function, self.watched) else {
            return bad("a call of a function that does not exist".into());
        };
        if site.args.len() > target.params.len() {
            return bad(format!(
                "`{}` takes {} arguments and is called with {}",
                callee.name,
                target.params.len(),
                site.args.len()
            ));
        }
        Ok((function, target))
    }

    /// The list of variable arguments; an old-style call may have none.
    fn pass_varargs(&mut self, caller: Seen<'_>, frame: &mut Window<'_>, list: Option<Reg>, param: &Param) {
        let pointer = Scalar {
            repr: Repr::Pointer,
            size: self.memory.word as u32,
        };
        match list {
            Some(reg) => {
                self.pass(caller, frame, (reg, Shape::Scalar(pointer)), param);
            }
            None => {
                if let Home::Reg { reg, .. } = param.home {
                    frame.bits[reg as usize] = 0;
                    frame.prov[reg as usize] = 0;
                }
            }
        }
    }

    /// A record or array; nothing is passed to what does not lie in memory.
    fn pass_aggregate(&mut self, source: Pointer, frame: &mut Window<'_>, size: u64, param: &Param) -> bool {
        let Home::Memory(reg) = param.home else {
            return false;
        };
        let to = Pointer {
            address: frame.bits[reg as usize],
            provenance: Provenance(frame.prov[reg as usize]),
        };
        if let (Some(source), Some(to)) = (
            self.memory.spot(source, size as usize),
            self.memory.spot(to, size as usize),
        ) {
            let chunk = self.memory.extract(source, size as usize);
            self.memory.insert(to, &chunk);
        }
        true
    }

    /// Gives one argument to its parameter; false if it does not fit.
    fn pass(
        &mut self,
        caller: Seen<'_>,
        frame: &mut Window<'_>,
        (from, shape): (Reg, Shape),
        param: &Param,
    ) -> bool {
        let from = from as usize;
        match (shape, param.shape) {
            (Shape::Scalar(scalar), Shape::Scalar(wanted)) => {
                // An old-style parameter of a narrow type takes the promoted value and converts it back.
                let promoted = match (scalar.repr, wanted.repr) {
                    (Repr::Int(32, _), Repr::Int(..32, _) | Repr::Bool) => true,
                    (Repr::Float(FloatFormat::Double), Repr::Float(to)) => to < FloatFormat::Double,
                    _ => false,
                };
                if scalar != wanted
                    && !promoted
                    && (scalar.size != wanted.size
                        || scalar.is_float() != wanted.is_float()
                        || scalar.is_wide() != wanted.is_wide())
                {
                    return false;
                }
                let mut bits = u128::from(caller.bits[from]);
                if scalar.is_wide() {
                    bits |= u128::from(caller.bits[from + 1]) << 64;
                } else if promoted && scalar.is_float() {
                    bits = self.convert(bits, scalar, wanted);
                } else if scalar != wanted {
                    bits = wanted.canonical(bits);
                }
                let provenance = if !scalar.is_pointer() && wanted.is_pointer() {
                    self.memory.find(bits as u64)
                } else {
                    Provenance(caller.prov[from])
                };
                match param.home {
                    Home::Reg { reg, flag, .. } => {
                        let reg = reg as usize;
                        if let Some(flag) = flag {
                            frame.bits[flag as usize] = 1;
                        }
                        frame.bits[reg] = bits as u64;
                        if wanted.is_wide() {
                            frame.bits[reg + 1] = (bits >> 64) as u64;
                        }
                        if wanted.is_pointer() {
                            frame.prov[reg] = provenance.0;
                        }
                    }
                    Home::Memory(reg) => {
                        let to = Pointer {
                            address: frame.bits[reg as usize],
                            provenance: Provenance(frame.prov[reg as usize]),
                        };
                        if let Some(spot) = self.memory.spot(to, wanted.size as usize) {
                            self.memory.write(spot, wanted, bits, provenance);
                        }
                    }
                    Home::Static(_) => {}
                }
                true
            }
            (Shape::Aggregate(size), Shape::Aggregate(wanted)) if size == wanted => {
                self.pass_aggregate(caller.pointer(from as Reg), frame, size, param)
            }
            _ => false,
        }
    }

    /// Ends the frame on top; an error means that the run is over.
    pub(crate) fn leave(&mut self, code: &'m Code, bits: &[u64], prov: &[u64]) -> Result<(), Stop> {
        for item in &code.memory {
            let provenance = prov[item.reg as usize];
            if provenance != 0 && bits[item.reg as usize] != 0 {
                self.memory.kill(Provenance(provenance), End::Left);
            }
        }
        let depth = self.frames.len();
        while let Some(&(made, provenance)) = self.borrowed.last() {
            if made < depth {
                break;
            }
            self.memory.kill(provenance, End::Left);
            self.borrowed.pop();
        }
        self.stack_bytes -= code.frame_bytes;
        self.frames.pop();
        let Some(caller) = self.frames.last() else {
            let status = if self.result_class == Class::Narrow {
                i128::from(self.result.0 as i64)
            } else {
                0
            };
            return Err(Stop::Exit(status));
        };
        self.at = caller.at - 1;
        if self.watched.is_all() {
            self.tell_changes();
            let value = self.returned(code.function);
            let at = self.event_at();
            self.environment
                .observer
                .returned(at, code.function, value.as_ref());
        }
        Ok(())
    }

    /// The result of the call just made. Types agree, or the function is called through a wrong type and
    /// the bits are taken as they are.
    pub(crate) fn take_result(&mut self, d: Reg, class: Class, bits: &mut [u64], prov: &mut [u64]) {
        let d = d as usize;
        bits[d] = self.result.0;
        match class {
            Class::Wide => bits[d + 1] = self.result.1,
            Class::Pointer if self.result_class == Class::Pointer => prov[d] = self.result.2.0,
            Class::Pointer => prov[d] = self.memory.find(self.result.0).0,
            Class::None | Class::Narrow => {}
        }
        self.result_class = Class::None;
    }
}
