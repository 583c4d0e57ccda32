//! What a program consists of, as data, and the question about it instead of the answer.

use program::{ClaimId, Function, Lifetime, TextOptions};
use report::{ClaimReport, ClaimStatus, Cut, Listed, LoopReport, Place, SymbolReport};
use source::LocId;

use crate::check::cut;
use crate::session::Session;

/// What is to be listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listing {
    Program,
    Functions,
    Symbols,
    Loops,
}

/// In which form the question is written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EquationForm {
    /// Steps over numbered variables.
    Ssa,
    /// Clauses that can be satisfied if and only if a claim fails.
    Dimacs,
}

impl Session<'_> {
    /// A part of the program, without deciding anything.
    #[must_use]
    pub fn listed(&self, listing: Listing) -> Listed {
        match listing {
            Listing::Program => Listed::Program(self.program.text(
                &self.sources,
                TextOptions {
                    components: false,
                    embedded: false,
                },
            )),
            Listing::Functions => Listed::Functions(
                self.own_functions()
                    .map(|function| function.name.clone())
                    .collect(),
            ),
            Listing::Symbols => Listed::Symbols(self.symbols()),
            Listing::Loops => Listed::Loops(self.loops()),
        }
    }

    /// What the user defined.
    fn own_functions(&self) -> impl Iterator<Item = &Function> {
        let all = self.program.functions.iter().enumerate();
        all.filter(|(index, function)| !function.embedded && *index != self.program.entry.index())
            .map(|(_, function)| function)
    }

    fn symbols(&self) -> Vec<SymbolReport> {
        let functions = self
            .own_functions()
            .map(|function| (&function.name, function.ty, function.loc));
        let objects = self.program.variables.iter();
        let objects =
            objects.filter(|object| object.lifetime == Lifetime::Static && object.function.is_none());
        let objects = objects.map(|object| (&object.name, object.ty, object.loc));
        functions
            .chain(objects)
            .filter(|(_, _, loc)| *loc != LocId::NONE && !self.sources.is_embedded(*loc))
            .map(|(name, ty, loc)| SymbolReport {
                name: name.clone(),
                r#type: self.program.types.display(ty).to_string(),
                place: Place::new(&self.sources, loc),
            })
            .collect()
    }

    fn loops(&self) -> Vec<LoopReport> {
        let loops = bmc::loops(&self.program).into_iter().filter_map(|item| {
            let function = self.program.function(item.function);
            (!function.embedded).then(|| LoopReport {
                name: item.name,
                function: function.name.clone(),
                place: Place::new(&self.sources, function.body[item.head.index()].loc),
            })
        });
        loops.collect()
    }

    /// The claims of the user's functions, undecided.
    #[must_use]
    pub fn claims(&self) -> Vec<ClaimReport> {
        let ids = (0..self.program.claims.len() as u32).map(ClaimId);
        let claims = ids.map(|id| self.claim_report(id, ClaimStatus::Unknown));
        claims.filter(|claim| !claim.library).collect()
    }

    /// The names that have a bound of their own and are no loops, and no functions that call themselves.
    #[must_use]
    pub fn unknown_loops(&self) -> Vec<&str> {
        let loops = bmc::loops(&self.program);
        let known = |name: &str| {
            let recursion = name.strip_suffix(".recursion");
            recursion.is_some_and(|function| self.program.function_named(function).is_some())
                || loops.iter().any(|item| item.name == name)
        };
        let names = self.options.bounds.unwindset.keys();
        names.map(String::as_str).filter(|name| !known(name)).collect()
    }

    /// The question at the given bound, and where runs are cut; nothing if the work was stopped.
    #[must_use]
    pub fn equation(&self, form: EquationForm) -> Option<(String, Vec<Cut>)> {
        let (program, sources) = (&self.program, Some(&self.sources));
        let bounds = &self.options.bounds;
        let (mut equation, stopped) = bmc::unwind_program(program, sources, bounds, &self.stop);
        if stopped {
            return None;
        }
        let wanted = bounds.claims.as_deref();
        let text = match form {
            EquationForm::Dimacs => bmc::dimacs(program, sources, &mut equation, wanted),
            EquationForm::Ssa => bmc::Ssa::new(program, &equation, sources).text(wanted),
        };
        let mut cuts: Vec<Cut> = Vec::new();
        for found in &equation.cuts {
            let cut = cut(program, &found.reason);
            if !cuts.contains(&cut) {
                cuts.push(cut);
            }
        }
        Some((text, cuts))
    }

    /// This program, or the same with CBMC's claims, if those that were asked for have names that only CBMC gives.
    #[must_use]
    pub fn with_claims_asked_for(self) -> Self {
        let names = &self.options.properties;
        if self.options.lowering.cbmc_claims || self.selected(names).is_ok() {
            return self;
        }
        let mut renamed = self.options.clone();
        renamed.lowering.cbmc_claims = true;
        match Session::new(self.inputs.clone(), renamed, self.host, self.stop.clone()) {
            Ok(other) if other.selected(names).is_ok() => other,
            _ => self,
        }
    }
}
