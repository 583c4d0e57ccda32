//! Variables, and functions as wholes.

use super::{Checker, Fault, Need, Site};
use crate::{FunctionId, Lifetime, Pc, VarId};

impl Checker<'_> {
    pub(super) fn check_functions(&mut self) {
        let program = self.program;
        for (index, variable) in program.variables.iter().enumerate() {
            if variable.lifetime != Lifetime::Static && variable.function.is_none() {
                self.report(Site::Variable(VarId(index as u32)), Fault::LocalWithoutFunction);
            }
        }
        if program.function(program.entry).body.is_empty() {
            self.report(Site::Program, Fault::EntryWithoutBody);
        }
        for index in 0..program.functions.len() {
            self.check_function(FunctionId(index as u32));
        }
    }

    fn check_function(&mut self, id: FunctionId) {
        let program = self.program;
        let function = program.function(id);
        let site = Site::Function(id);
        let Some(ty) = program.types.function(function.ty) else {
            return self.need(site, function.ty, Need::Function);
        };
        for &param in function.params.iter().chain(&function.varargs) {
            let variable = program.variable(param);
            if variable.lifetime != Lifetime::Parameter {
                let (variable, lifetime) = (param, variable.lifetime);
                self.report(site, Fault::WrongLifetime { variable, lifetime });
            } else if variable.function != Some(id) {
                self.report(site, Fault::ForeignVariable(param));
            }
        }
        if let Some(varargs) = function.varargs {
            self.need(site, program.variable(varargs).ty, Need::Pointer);
            if !ty.variadic {
                self.report(site, Fault::UnexpectedVarargs);
            }
        }
        if function.body.is_empty() {
            return;
        }
        if ty.variadic && function.varargs.is_none() {
            self.report(site, Fault::MissingVarargs);
        }
        if ty.prototyped {
            if ty.params.len() == function.params.len() {
                for (&expected, &param) in ty.params.iter().zip(&function.params) {
                    self.same(site, expected, program.variable(param).ty);
                }
            } else {
                let (expected, found) = (ty.params.len(), function.params.len());
                self.report(site, Fault::WrongArgumentCount { expected, found });
            }
        }
        for (pc, instr) in function.body.iter().enumerate() {
            self.check_instr(id, Pc(pc as u32), instr);
        }
        let ends = function.body.last().is_some_and(|last| last.kind.ends_block());
        if !ends {
            self.report(site, Fault::FallsOffTheEnd);
        }
    }
}
