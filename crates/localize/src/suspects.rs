//! Suspects: what a programmer could have written wrong.
//!
//! The lowering marks the expressions (the paper's components). To them come: what a call returns into a
//! variable; a variable that was read before it was written, at its declaration; the constant behind a macro or an
//! enumerator, once for all its uses and at its definition (`named`); what is printed, the literal text between the
//! conversions of a format and each conversion, and what `scanf` stores (`formats`); the labels of a `switch`
//! (`labels`). Whatever belongs to a claim, an assumption or a library model is never suspected.

use std::collections::{BTreeSet, HashMap};

use program::{
    CheckKind, ComponentKind, ExprId, FunctionId, InstrKind, Lifetime, Pc, PlaceBase, Program, VarId,
};
use reasons::Suspected;
use source::{LocId, Location, SourceMap, Span};

use super::grouped::grouped;
use super::specification::without_specification;
use super::walk::{Home, homes};

/// What a suspect is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SuspectKind {
    Expression(ComponentKind),
    /// What a call returns into a variable.
    CallResult,
    /// A variable that is read before it is written.
    Declaration,
    /// The constant behind a macro or an enumerator.
    Constant,
    /// Literal text that is printed.
    PrintedText,
    /// A conversion of a format.
    PrintedValue,
    /// What an input function stores into variables.
    Stored,
    /// The label of a `case`.
    CaseLabel,
    /// A statement that is not there.
    Missing,
    /// Text that is no expression with a value: an assignment's target, arguments in another order, a statement.
    Changed,
    /// Everything in one statement or line.
    Group,
    /// Statements that failing tests execute, where nothing is known to repair them.
    Region,
    /// Statements, or a place between statements, where other code would repair every failing run.
    Replaceable,
}

impl SuspectKind {
    /// Whether anything repairs nearly any run there: other text printed, other values read.
    #[must_use]
    pub fn is_symptom(self) -> bool {
        matches!(
            self,
            SuspectKind::PrintedText | SuspectKind::PrintedValue | SuspectKind::Stored
        )
    }

    /// As documents call it.
    #[must_use]
    pub fn suspected(self) -> Suspected {
        match self {
            SuspectKind::Expression(kind) => match kind {
                ComponentKind::AssignedValue => Suspected::AssignedValue,
                ComponentKind::Initialiser { .. } => Suspected::Initialiser,
                ComponentKind::Condition => Suspected::Condition,
                ComponentKind::LogicalOperand => Suspected::LogicalOperand,
                ComponentKind::Alternative => Suspected::Alternative,
                ComponentKind::Argument(_) => Suspected::Argument,
                ComponentKind::ReturnValue => Suspected::ReturnValue,
                ComponentKind::ArrayIndex => Suspected::ArrayIndex,
                ComponentKind::Pointer => Suspected::Pointer,
            },
            SuspectKind::CallResult => Suspected::CallResult,
            SuspectKind::Declaration => Suspected::Declaration,
            SuspectKind::Constant => Suspected::Constant,
            SuspectKind::PrintedText => Suspected::PrintedText,
            SuspectKind::PrintedValue => Suspected::PrintedConversion,
            SuspectKind::Stored => Suspected::StoredInput,
            SuspectKind::CaseLabel => Suspected::CaseLabel,
            SuspectKind::Missing => Suspected::MissingStatement,
            SuspectKind::Changed => Suspected::ChangedText,
            SuspectKind::Group => Suspected::Group,
            SuspectKind::Region => Suspected::Region,
            SuspectKind::Replaceable => Suspected::ReplaceableRegion,
        }
    }
}

/// Where in the program a suspect's value is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum SuspectSite {
    Expr(ExprId),
    Call {
        function: FunctionId,
        pc: Pc,
    },
    Declare {
        function: FunctionId,
        pc: Pc,
        var: VarId,
    },
    /// A piece of a format, or all that a call prints.
    Print {
        function: FunctionId,
        pc: Pc,
        piece: Option<u32>,
    },
    /// What a call stores at an address that it was given.
    Stored {
        function: FunctionId,
        pc: Pc,
        address: ExprId,
    },
    /// A label of a `switch`, by its number among the labels.
    Case {
        function: FunctionId,
        pc: Pc,
        arm: u32,
    },
}

/// Something that may be suspected.
#[derive(Debug, Clone)]
pub struct Suspect {
    pub kind: SuspectKind,
    pub loc: LocId,
    pub function: FunctionId,
    /// As the programmer wrote it.
    pub text: String,
    pub(crate) sites: Vec<SuspectSite>,
    /// A constant: it has one value in the whole run.
    pub(crate) constant: bool,
    /// For a conversion: the suspect that is its argument.
    pub(crate) argument: Option<ExprId>,
}

impl Suspect {
    /// A piece of the text that is no expression.
    pub(super) fn of_span(
        kind: SuspectKind,
        function: FunctionId,
        span: Span,
        text: String,
        sources: &mut SourceMap,
    ) -> Suspect {
        let loc = sources.intern(Location {
            used: span,
            spelled: None,
        });
        Suspect {
            kind,
            loc,
            function,
            text,
            sites: Vec::new(),
            constant: false,
            argument: None,
        }
    }
}

/// How finely suspects are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Granularity {
    #[default]
    Expression,
    Statement,
    Line,
}

pub(super) struct Collector<'a> {
    pub(super) program: &'a Program,
    pub(super) sources: &'a mut SourceMap,
    pub(super) homes: HashMap<ExprId, Home>,
    /// The text of assertions and assumptions.
    sacred: Vec<Span>,
    pub(super) found: Vec<Suspect>,
}

/// All suspects of a program. `unwritten` are the names of what the failing runs read before it was written.
pub(crate) fn suspects(
    program: &Program,
    sources: &mut SourceMap,
    unwritten: &BTreeSet<String>,
    granularity: Granularity,
) -> Vec<Suspect> {
    let homes = homes(program);
    let mut sacred = Vec::new();
    for claim in &program.claims {
        if matches!(claim.kind, CheckKind::Assertion | CheckKind::ErrorCall)
            && !program.function(claim.function).embedded
            && claim.loc != LocId::NONE
        {
            sacred.push(sources.location(claim.loc).used);
        }
    }
    for function in program.functions.iter().filter(|function| !function.embedded) {
        for instr in &function.body {
            if matches!(instr.kind, InstrKind::Assume(_)) && instr.loc != LocId::NONE {
                sacred.push(sources.location(instr.loc).used);
            }
        }
    }
    let mut collector = Collector {
        program,
        sources,
        homes,
        sacred,
        found: Vec::new(),
    };
    collector.constants();
    collector.components();
    collector.calls();
    collector.declarations(unwritten);
    collector.printed();
    collector.labels();
    let Collector { mut found, homes, .. } = collector;
    without_specification(program, &homes, &mut found);
    let key = |suspect: &Suspect| {
        let used = sources.location(suspect.loc).used;
        (used.file, used.lo, used.hi, suspect.kind, suspect.sites.clone())
    };
    found.sort_by_key(key);
    if granularity != Granularity::Expression {
        found = grouped(found, sources, granularity);
    }
    found
}

pub(crate) fn is_inside(inner: Span, outer: Span) -> bool {
    inner.file == outer.file && inner.lo >= outer.lo && inner.hi <= outer.hi
}

impl Collector<'_> {
    pub(super) fn is_sacred(&self, loc: LocId) -> bool {
        let used = self.sources.location(loc).used;
        self.sacred.iter().any(|span| is_inside(used, *span))
    }

    fn text(&self, loc: LocId) -> String {
        source::in_one_line(&self.sources.text(self.sources.location(loc).used))
    }

    pub(super) fn add(
        &mut self,
        kind: SuspectKind,
        loc: LocId,
        function: FunctionId,
        sites: Vec<SuspectSite>,
    ) {
        if loc == LocId::NONE || self.is_sacred(loc) || self.sources.is_embedded(loc) {
            return;
        }
        self.found.push(Suspect {
            kind,
            loc,
            function,
            text: self.text(loc),
            constant: matches!(kind, SuspectKind::Constant | SuspectKind::CaseLabel),
            sites,
            argument: None,
        });
    }

    fn components(&mut self) {
        let mut seen: BTreeSet<ExprId> = BTreeSet::new();
        // A macro that is used once is suspected at its definition only.
        for suspect in &self.found {
            if let ([SuspectSite::Expr(expr)], SuspectKind::Constant) =
                (suspect.sites.as_slice(), suspect.kind)
            {
                seen.insert(*expr);
            }
        }
        let program = self.program;
        for component in &program.components {
            let scalar = program.types.is_scalar(program.expr(component.expr).ty);
            let Some(home) = self.homes.get(&component.expr).copied() else {
                continue;
            };
            // The pointer of an access is no component: what it points at was decided where it was assigned.
            let pointer = component.kind == ComponentKind::Pointer;
            if home.sacred || pointer || !scalar || !seen.insert(component.expr) {
                continue;
            }
            let kind = SuspectKind::Expression(component.kind);
            self.add(
                kind,
                component.loc,
                component.function,
                vec![SuspectSite::Expr(component.expr)],
            );
        }
    }

    fn calls(&mut self) {
        let program = self.program;
        let own = program.user_instrs().filter(|(id, ..)| *id != program.entry);
        for (id, pc, instr) in own {
            let InstrKind::Call { dest: Some(dest), .. } = &instr.kind else {
                continue;
            };
            let place = program.place(*dest);
            let temporary = matches!(place.base, PlaceBase::Var(var)
                if program.variable(var).lifetime == Lifetime::Temporary);
            if temporary || !program.types.is_scalar(place.ty) {
                continue;
            }
            self.add(
                SuspectKind::CallResult,
                instr.loc,
                id,
                vec![SuspectSite::Call { function: id, pc }],
            );
        }
    }

    fn declarations(&mut self, unwritten: &BTreeSet<String>) {
        let program = self.program;
        for (id, pc, instr) in program.user_instrs() {
            let InstrKind::Declare(var) = instr.kind else {
                continue;
            };
            let variable = program.variable(var);
            let is_read = unwritten.iter().any(|name| {
                name.strip_prefix(&variable.name)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with(['[', '.']))
            });
            if !is_read || variable.lifetime != Lifetime::Automatic {
                continue;
            }
            let site = SuspectSite::Declare {
                function: id,
                pc,
                var,
            };
            self.add(SuspectKind::Declaration, variable.loc, id, vec![site]);
        }
    }

    /// The argument of a call, by its number: the nearest one before the call.
    pub(super) fn argument(&self, function: FunctionId, pc: Pc, number: u32) -> Option<ExprId> {
        self.program
            .components
            .iter()
            .filter(|component| {
                component.kind == ComponentKind::Argument(number) && component.function == function
            })
            .filter_map(|component| Some((self.homes.get(&component.expr)?.pc, component.expr)))
            .filter(|(at, _)| *at <= pc)
            .max()
            .map(|(_, expr)| expr)
    }

    pub(super) fn forget(&mut self, function: FunctionId, pc: Pc, number: u32) {
        if let Some(expr) = self.argument(function, pc, number) {
            self.found
                .retain(|suspect| suspect.sites != [SuspectSite::Expr(expr)]);
        }
    }
}
