//! Every id names something, and every occurrence occurs once.

use std::collections::HashSet;

use ctype::TypeId;

use super::{Checker, Fault, Reference, Site};
use crate::{
    Allocation, Builtin, Callee, Child, ClaimId, ComponentId, ExprId, ExprKind, FunctionId, InputId,
    InstrKind, Lifetime, Pc, Place, PlaceBase, PlaceId, Program, Projection, VarId,
};

/// Calls `visit` for the expressions in a place's path.
pub(crate) fn place_children(place: &Place, mut visit: impl FnMut(ExprId)) {
    if let PlaceBase::Deref(pointer) = place.base {
        visit(pointer);
    }
    for step in &place.path {
        if let Projection::Index(index) = step {
            visit(*index);
        }
    }
}

impl Checker<'_> {
    /// Whether every id names something; reports those that do not.
    pub(super) fn check_ids(&mut self) -> bool {
        let before = self.violations.len();
        let program = self.program;
        for (index, expr) in program.exprs.iter().enumerate() {
            let site = Site::Expr(ExprId(index as u32));
            self.know_type(site, expr.ty);
            match expr.kind {
                ExprKind::FunctionAddress(function) => self.know_function(site, function),
                ExprKind::Overflows { at: ty, .. } | ExprKind::Fits { to: ty, .. } => {
                    self.know_type(site, ty);
                }
                ExprKind::Bytes(string) if string.index() >= program.strings.len() => {
                    self.report(site, Fault::Unknown(Reference::String(string)));
                }
                _ => {}
            }
            expr.kind.children(|child| self.know_child(site, child));
        }
        for (index, place) in program.places.iter().enumerate() {
            let site = Site::Place(PlaceId(index as u32));
            self.know_type(site, place.ty);
            if let PlaceBase::Var(var) = place.base {
                self.know_variable(site, var);
            }
            place_children(place, |expr| self.know_child(site, Child::Expr(expr)));
        }
        for (index, variable) in program.variables.iter().enumerate() {
            let site = Site::Variable(VarId(index as u32));
            self.know_type(site, variable.ty);
            if let Some(function) = variable.function {
                self.know_function(site, function);
            }
        }
        for (index, claim) in program.claims.iter().enumerate() {
            let site = Site::Claim(ClaimId(index as u32));
            self.know_function(site, claim.function);
            self.know_child(site, Child::Expr(claim.cond));
        }
        for (index, component) in program.components.iter().enumerate() {
            let site = Site::Component(ComponentId(index as u32));
            self.know_function(site, component.function);
            self.know_child(site, Child::Expr(component.expr));
        }
        for (index, input) in program.inputs.iter().enumerate() {
            self.know_type(Site::Input(InputId(index as u32)), input.ty);
        }
        self.know_function(Site::Program, program.entry);
        for missing in &program.missing {
            self.know_function(Site::Program, missing.function);
        }
        self.know_functions();
        self.violations.len() == before
    }

    fn know_functions(&mut self) {
        let program = self.program;
        for (index, function) in program.functions.iter().enumerate() {
            let id = FunctionId(index as u32);
            self.know_type(Site::Function(id), function.ty);
            for &param in function.params.iter().chain(&function.varargs) {
                self.know_variable(Site::Function(id), param);
            }
            for (pc, instr) in function.body.iter().enumerate() {
                let site = Site::Instr(id, Pc(pc as u32));
                match &instr.kind {
                    InstrKind::Declare(var)
                    | InstrKind::Dead(var)
                    | InstrKind::Builtin {
                        op: Builtin::Allocate(Allocation::Vla(var)),
                        ..
                    } => self.know_variable(site, *var),
                    InstrKind::Claim(claim) if claim.index() >= program.claims.len() => {
                        self.report(site, Fault::Unknown(Reference::Claim(*claim)));
                    }
                    InstrKind::Input { input, .. } if input.index() >= program.inputs.len() => {
                        self.report(site, Fault::Unknown(Reference::Input(*input)));
                    }
                    InstrKind::Call {
                        callee: Callee::Direct(callee),
                        ..
                    } => self.know_function(site, *callee),
                    _ => {}
                }
                instr.kind.children(|child| self.know_child(site, child));
                for target in instr.kind.targets() {
                    if target.index() >= function.body.len() {
                        self.report(site, Fault::Unknown(Reference::Pc(target)));
                    }
                }
            }
        }
    }

    fn know_type(&mut self, site: Site, id: TypeId) {
        if id.index() >= self.program.types.len() {
            self.report(site, Fault::Unknown(Reference::Type(id)));
        }
    }

    fn know_variable(&mut self, site: Site, id: VarId) {
        if id.index() >= self.program.variables.len() {
            self.report(site, Fault::Unknown(Reference::Variable(id)));
        }
    }

    fn know_function(&mut self, site: Site, id: FunctionId) {
        if id.index() >= self.program.functions.len() {
            self.report(site, Fault::Unknown(Reference::Function(id)));
        }
    }

    fn know_child(&mut self, site: Site, child: Child) {
        let reference = match child {
            Child::Expr(id) if id.index() >= self.program.exprs.len() => Reference::Expr(id),
            Child::Place(id) if id.index() >= self.program.places.len() => Reference::Place(id),
            _ => return,
        };
        self.report(site, Fault::Unknown(reference));
    }

    /// Walks every function's trees: each expression, place and claim must be met exactly once, locals only
    /// in their own function, and claims and components in the function they name.
    pub(super) fn check_uses(&mut self) {
        let program = self.program;
        let mut walk = Walk {
            program,
            exprs: vec![None; program.exprs.len()],
            places: vec![None; program.places.len()],
        };
        let mut claims = vec![false; program.claims.len()];
        for (index, function) in program.functions.iter().enumerate() {
            let id = FunctionId(index as u32);
            for (pc, instr) in function.body.iter().enumerate() {
                let mut roots = Vec::new();
                instr.kind.children(|child| roots.push(child));
                if let InstrKind::Claim(claim) = instr.kind {
                    let seen = std::mem::replace(&mut claims[claim.index()], true);
                    if seen {
                        self.report(Site::Claim(claim), Fault::Shared);
                        continue;
                    }
                    roots.push(Child::Expr(program.claim(claim).cond));
                    let expected = program.claim(claim).function;
                    if expected != id {
                        let fault = Fault::WrongFunction { expected, found: id };
                        self.report(Site::Instr(id, Pc(pc as u32)), fault);
                    }
                }
                roots.reverse();
                walk.run(id, roots, |site, fault| self.report(site, fault));
            }
        }
        let unused = |seen: &[Option<FunctionId>]| -> Vec<u32> {
            let missing = seen.iter().enumerate().filter(|(_, owner)| owner.is_none());
            missing.map(|(index, _)| index as u32).collect()
        };
        for index in unused(&walk.exprs) {
            self.report(Site::Expr(ExprId(index)), Fault::Unused);
        }
        for index in unused(&walk.places) {
            self.report(Site::Place(PlaceId(index)), Fault::Unused);
        }
        for (index, _) in claims.iter().enumerate().filter(|(_, seen)| !**seen) {
            self.report(Site::Claim(ClaimId(index as u32)), Fault::Unused);
        }
        for (index, component) in program.components.iter().enumerate() {
            if let Some(found) = walk.exprs[component.expr.index()]
                && found != component.function
            {
                let expected = component.function;
                let site = Site::Component(ComponentId(index as u32));
                self.report(site, Fault::WrongFunction { expected, found });
            }
        }
        self.check_claim_names();
    }

    fn check_claim_names(&mut self) {
        let program = self.program;
        let mut names = HashSet::new();
        for (index, claim) in program.claims.iter().enumerate() {
            let site = Site::Claim(ClaimId(index as u32));
            let mut parts = claim.name.rsplitn(3, '.');
            let number = parts.next().is_some_and(|part| part.parse::<u32>().is_ok());
            let class = parts.next();
            let word = [claim.kind.word(), claim.kind.cbmc_word()]
                .map(Some)
                .contains(&class);
            // What is about all threads together has the name of the function where the first one starts.
            let about_all = matches!(
                claim.kind,
                crate::CheckKind::Deadlock | crate::CheckKind::DataRace
            );
            let function = parts.next() == Some(&program.function(claim.function).name) || about_all;
            if !(number && word && function) {
                self.report(site, Fault::BadName);
            }
            if !names.insert(&claim.name) {
                self.report(site, Fault::DuplicateName);
            }
        }
        for (index, input) in program.inputs.iter().enumerate() {
            if input.name.is_empty() {
                self.report(Site::Input(InputId(index as u32)), Fault::BadName);
            }
        }
    }
}

/// The function in which each expression and place has been met.
struct Walk<'a> {
    program: &'a Program,
    exprs: Vec<Option<FunctionId>>,
    places: Vec<Option<FunctionId>>,
}

impl Walk<'_> {
    fn run(&mut self, function: FunctionId, mut work: Vec<Child>, mut report: impl FnMut(Site, Fault)) {
        let program = self.program;
        while let Some(child) = work.pop() {
            let start = work.len();
            match child {
                Child::Expr(id) => {
                    if self.exprs[id.index()].replace(function).is_some() {
                        report(Site::Expr(id), Fault::Shared);
                        continue;
                    }
                    program.expr(id).kind.children(|child| work.push(child));
                }
                Child::Place(id) => {
                    if self.places[id.index()].replace(function).is_some() {
                        report(Site::Place(id), Fault::Shared);
                        continue;
                    }
                    let place = program.place(id);
                    if let PlaceBase::Var(var) = place.base {
                        let variable = program.variable(var);
                        if variable.lifetime != Lifetime::Static && variable.function != Some(function) {
                            report(Site::Place(id), Fault::ForeignVariable(var));
                        }
                    }
                    place_children(place, |expr| work.push(Child::Expr(expr)));
                }
            }
            // The stack hands out its top first: turn the new part to keep source order.
            work[start..].reverse();
        }
    }
}
