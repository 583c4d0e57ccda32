//! Edits that are tried.
//!
//! A diagnosis says where another value would do; it does not say that a programmer could write something there that
//! gives it. So small edits are tried: another operator, another variable, a statement that is missing, two arguments
//! exchanged. All of them are put into one program, each behind `edit == number`, and the interpreter executes every test
//! with each edit, those that failed first. An edit counts only if every test is right with it, those that passed
//! included: that is how passing tests speak about expressions and not only about constants.
//!
//! What an edit computes is checked as the program's own text is: copies of an expression in claims are edited with
//! it. An edit that makes a run read what was never written is none.

use std::collections::{BTreeSet, HashMap};

use interp::{
    BytesInput, Environment, InputKind, InputRequest, InputSupply, Interpreter, Limits, ListedInputs,
    NoObserver, ZeroInputs,
};
use program::{BinaryOp, ExprId, ExprKind, FunctionId, Instr, Program, VarId};
use source::{LocId, SourceMap};

use super::instrument::Instrumenter;
use super::run::{Run, Substituted};
use super::walk::{Home, below, is_copy};

/// What an edit is an edit of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum EditOf {
    /// The expression of a suspect.
    Suspect(usize),
    /// A statement is put in, before or after the place.
    Missing { before: bool },
    /// Two arguments of a call.
    Swapped,
}

/// One edit, as it is told.
#[derive(Debug, Clone)]
pub(crate) struct Edit {
    pub of: EditOf,
    pub function: FunctionId,
    pub loc: LocId,
    /// What would be written there.
    pub text: String,
    /// Simpler ones are told first.
    pub cost: u32,
}

/// A program with many edits, of which a run makes at most one.
pub(crate) struct Trials<'a> {
    program: &'a Program,
    pub made: Instrumenter<'a>,
    pub homes: &'a HashMap<ExprId, Home>,
    pub sources: &'a SourceMap,
    number: VarId,
    edits: Vec<Edit>,
}

/// The input that says which edit a run makes; 0 is none.
const EDIT: &str = "edit";
/// Instructions that all trials together may execute, and edits that are tried.
const MOST_STEPS: u64 = 60_000_000;
const MOST_EDITS: usize = 20_000;

impl<'a> Trials<'a> {
    pub(crate) fn new(
        program: &'a Program,
        sources: &'a SourceMap,
        homes: &'a HashMap<ExprId, Home>,
    ) -> Trials<'a> {
        let mut made = Instrumenter::new(program, sources, homes, false);
        let number = made.variable(EDIT.to_owned(), made.int, None);
        let place = made.var_place(number);
        let input = made.input(place, EDIT.to_owned());
        made.prologue.push(vec![input]);
        Trials {
            program,
            made,
            homes,
            sources,
            number,
            edits: Vec::new(),
        }
    }

    pub(crate) fn is_full(&self) -> bool {
        self.edits.len() >= MOST_EDITS
    }

    /// Notes an edit and gives its number.
    pub(crate) fn add(&mut self, edit: Edit) -> i128 {
        self.edits.push(edit);
        self.edits.len() as i128
    }

    pub(crate) fn number(&mut self) -> ExprId {
        self.made.load(self.number)
    }

    pub(crate) fn binary(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> ExprId {
        let ty = match op.is_comparison() {
            true => self.made.int,
            false => self.made.program.expr(lhs).ty,
        };
        self.made.expr(ExprKind::Binary { op, lhs, rhs }, ty, LocId::NONE)
    }

    fn choose_here(&mut self, target: ExprId, number: i128, alternative: ExprId) {
        let otherwise = self.made.detach(target);
        let lhs = self.number();
        let rhs = self.made.number(number, self.made.int);
        let cond = self.binary(BinaryOp::Eq, lhs, rhs);
        self.made.program.exprs[target.index()].kind = ExprKind::Cond {
            cond,
            then: alternative,
            otherwise,
        };
    }

    /// Another expression in place of one and of its copies in claims; `make` makes it from the one it replaces.
    pub(crate) fn choose(
        &mut self,
        target: ExprId,
        number: i128,
        make: &mut dyn FnMut(&mut Trials<'a>, ExprId) -> ExprId,
    ) {
        let original = self.program;
        let home = self.homes[&target];
        let claims = self.made.claims.get(&home.function).cloned().unwrap_or_default();
        for (pc, id) in claims {
            if pc > home.pc.0 {
                continue;
            }
            for part in below(original, original.claim(id).cond) {
                if is_copy(original, part, target) {
                    let alternative = make(self, part);
                    self.choose_here(part, number, alternative);
                }
            }
        }
        let alternative = make(self, target);
        self.choose_here(target, number, alternative);
    }

    /// Another operator, in the claims about its overflow, too.
    pub(crate) fn choose_overflow(
        &mut self,
        (lhs, rhs): (ExprId, ExprId),
        home: Home,
        number: i128,
        op: program::OverflowOp,
    ) {
        let original = self.program;
        let claims = self.made.claims.get(&home.function).cloned().unwrap_or_default();
        for (pc, id) in claims {
            if pc > home.pc.0 {
                continue;
            }
            for part in below(original, original.claim(id).cond) {
                if let ExprKind::Overflows {
                    lhs: left,
                    rhs: right,
                    at,
                    ..
                } = original.expr(part).kind
                    && is_copy(original, left, lhs)
                    && is_copy(original, right, rhs)
                {
                    let (lhs, rhs) = (self.made.copy_expr(left), self.made.copy_expr(right));
                    let kind = ExprKind::Overflows { op, lhs, rhs, at };
                    let alternative = self.made.expr(kind, self.made.int, LocId::NONE);
                    self.choose_here(part, number, alternative);
                }
            }
        }
    }

    /// Instructions before or after one.
    pub(crate) fn put(&mut self, function: FunctionId, pc: u32, before: bool, fragment: Vec<Instr>) {
        let edit = self.made.edit(function, pc);
        match before {
            true => edit.before.push(fragment),
            false => edit.after.push(fragment),
        }
    }

    /// The edits with which every run is right; nothing more is tried once the work is done or the user stops.
    pub(crate) fn good(self, failing: &[Run], passing: &[Run], stop: &bmc::Stop) -> (Vec<Edit>, bool) {
        let Trials {
            made, sources, edits, ..
        } = self;
        let program = made.finish();
        let interpreter = Interpreter::new(&program, Some(sources));
        let mut left = MOST_STEPS;
        let mut alive: Vec<usize> = (1..=edits.len()).collect();
        for run in failing.iter().chain(passing) {
            let unwritten: BTreeSet<&str> = unwritten(&run.records).collect();
            let mut kept = Vec::new();
            for number in alive {
                if left == 0 || stop() {
                    return (Vec::new(), false);
                }
                let (right, steps) = is_right(&interpreter, run, number, &unwritten);
                left = left.saturating_sub(steps);
                if right {
                    kept.push(number);
                }
            }
            alive = kept;
        }
        let good = alive.into_iter().map(|number| edits[number - 1].clone());
        (good.collect(), true)
    }
}

fn unwritten(records: &[interp::InputRecord]) -> impl Iterator<Item = &str> {
    let unwritten = records
        .iter()
        .filter(|record| record.kind == InputKind::Uninitialised);
    unwritten.map(|record| record.name.as_str())
}

/// Makes one edit; everything else as recorded.
struct OneEdit {
    number: u128,
    recorded: ListedInputs<ZeroInputs>,
}

impl InputSupply for OneEdit {
    fn supply(&mut self, request: &InputRequest<'_>) -> u128 {
        if request.name == EDIT {
            self.number
        } else {
            self.recorded.supply(request)
        }
    }
}

fn is_right(
    interpreter: &Interpreter<'_>,
    run: &Run,
    number: usize,
    unwritten_before: &BTreeSet<&str>,
) -> (bool, u64) {
    let mut inputs = OneEdit {
        number: number as u128,
        recorded: ListedInputs::replay(&run.records, ZeroInputs),
    };
    let mut output = Substituted::default();
    let outcome = interpreter.run(Environment {
        inputs: &mut inputs,
        stdin: &mut BytesInput::new(run.test.stdin.clone()),
        output: &mut output,
        observer: &mut NoObserver,
        limits: Limits {
            steps: run.steps.saturating_mul(10).clamp(20_000, 2_000_000),
            ..Limits::default()
        },
        arguments: run.test.arguments.clone(),
        interrupt: None,
    });
    let clean = unwritten(&outcome.inputs).all(|name| unwritten_before.contains(name));
    let right = clean && run.is_right(&outcome.stop, &output.stdout);
    (right, outcome.steps)
}
