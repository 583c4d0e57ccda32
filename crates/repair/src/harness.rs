//! Which functions say what is asked of a program, rather than what it does.
//!
//! A function that asserts or that reads inputs is the harness: a change of it can make every claim hold because less
//! is asked. The same is so for a function that an assumption calls and that nothing but the harness uses: it says
//! which inputs are meant.

use std::collections::BTreeSet;

use program::{Allocation, Builtin, Callee, CheckKind, FunctionId, Instr, InstrKind, Program};
use source::{LocId, SourceMap, Span};

/// The text of the harness.
#[derive(Debug, Clone, Default)]
pub struct Harness {
    functions: BTreeSet<FunctionId>,
    spans: Vec<(String, u32, u32)>,
}

impl Harness {
    #[must_use]
    pub fn new(program: &Program, sources: &SourceMap) -> Harness {
        let user = || (0..program.functions.len()).map(|index| FunctionId(index as u32));
        let user =
            || user().filter(|id| !program.function(*id).embedded && !program.function(*id).body.is_empty());
        let mut functions: BTreeSet<FunctionId> = user()
            .filter(|id| {
                let body = &program.function(*id).body;
                // `p = malloc(n); assume(p != NULL)` leaves out a case, and asks nothing of the inputs.
                let allocates = body.iter().any(|instr| allocates(program, instr));
                let assumes = |instr: &Instr| matches!(instr.kind, InstrKind::Assume(_));
                body.iter()
                    .any(|instr| asks(program, instr) && !(allocates && assumes(instr)))
            })
            .collect();
        let called = |from: FunctionId| {
            let body = program.function(from).body.iter();
            body.filter_map(|instr| match instr.kind {
                InstrKind::Call {
                    callee: Callee::Direct(callee),
                    ..
                } => Some((callee, instr.loc)),
                _ => None,
            })
        };
        let assumed: BTreeSet<FunctionId> = user()
            .flat_map(|from| {
                let body = program.function(from).body.iter();
                let assumptions: Vec<Span> = body
                    .filter(|instr| matches!(instr.kind, InstrKind::Assume(_)))
                    .map(|instr| sources.location(instr.loc).used)
                    .collect();
                let inside = move |loc: LocId| {
                    let used = sources.location(loc).used;
                    let around =
                        |span: &Span| span.file == used.file && span.lo <= used.lo && used.hi <= span.hi;
                    assumptions.iter().any(around)
                };
                called(from)
                    .filter(move |(_, loc)| inside(*loc))
                    .map(|(callee, _)| callee)
            })
            .collect();
        let own = |callee: FunctionId, functions: &BTreeSet<FunctionId>| {
            user()
                .all(|from| functions.contains(&from) || called(from).all(|(function, _)| function != callee))
        };
        for callee in assumed {
            if !program.function(callee).embedded && own(callee, &functions) {
                functions.insert(callee);
            }
        }
        // In a program of one function the fault is where the questions are: nothing tells the two apart.
        if user().all(|id| id == program.entry || functions.contains(&id)) {
            functions.clear();
        }
        let spans = functions.iter().filter_map(|id| extent(program, sources, *id));
        // What an assertion says is the question, whatever function it stands in.
        let asserted = program.claims.iter().filter(|claim| {
            claim.kind == CheckKind::Assertion && claim.loc != LocId::NONE && !sources.is_embedded(claim.loc)
        });
        let asserted = asserted.map(|claim| {
            let used = sources.location(claim.loc).used;
            (sources.file(used.file).name.clone(), used.lo, used.hi)
        });
        Harness {
            spans: spans.chain(asserted).collect(),
            functions,
        }
    }

    /// Whether some text belongs to it.
    #[must_use]
    pub fn contains(&self, file: &str, at: u32) -> bool {
        let mut spans = self.spans.iter();
        spans.any(|(name, lo, hi)| name == file && (*lo..=*hi).contains(&at))
    }

    /// Whether it can see what a call returns that such a function makes. Where nothing tells the harness apart, every call is
    /// seen.
    #[must_use]
    pub(crate) fn sees(&self, caller: FunctionId) -> bool {
        self.functions.is_empty() || self.has(caller)
    }

    #[must_use]
    pub fn has(&self, function: FunctionId) -> bool {
        self.functions.contains(&function)
    }
}

/// Whether an instruction states what must hold, or lets an input in.
fn asks(program: &Program, instr: &Instr) -> bool {
    match instr.kind {
        InstrKind::Claim(claim) => matches!(
            program.claim(claim).kind,
            CheckKind::Assertion | CheckKind::ErrorCall
        ),
        InstrKind::Input { .. } | InstrKind::Assume(_) => true,
        _ => false,
    }
}

/// Whether an instruction calls for memory.
fn allocates(program: &Program, instr: &Instr) -> bool {
    match instr.kind {
        InstrKind::Call {
            callee: Callee::Direct(callee),
            ..
        } => {
            let callee = program.function(callee);
            callee.embedded && matches!(callee.name.as_str(), "malloc" | "calloc" | "realloc")
        }
        InstrKind::Builtin { op, .. } => {
            matches!(op, Builtin::Allocate(Allocation::Heap | Allocation::ZeroedHeap))
        }
        _ => false,
    }
}

/// From its name to its last instruction.
pub(crate) fn extent(program: &Program, sources: &SourceMap, id: FunctionId) -> Option<(String, u32, u32)> {
    let function = program.function(id);
    let start = sources.location(function.loc).used;
    let used = function.body.iter().map(|instr| sources.location(instr.loc).used);
    let end = used
        .filter(|span| span.file == start.file)
        .map(|span| span.hi)
        .max()?;
    (function.loc != LocId::NONE).then(|| (sources.file(start.file).name.clone(), start.lo, end))
}
