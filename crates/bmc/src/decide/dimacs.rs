//! The question whether any claim can be violated, as a formula in DIMACS format.
//!
//! The formula has a model exactly if some run within the bound violates a wanted claim first: the same chain of
//! constraints that `solve` gives its solver, and one clause that asks for any of the violations.

use std::fmt::Write;

use encode::{Bit, ClauseSink, Encoder};
use program::{CheckKind, ClaimId, Program};
use sat::{Lit, Var};
use source::SourceMap;

use crate::decide::solve::{assert_order, constraints};
use crate::equation::ssa::Ssa;
use crate::equation::{Equation, StepId, StepKind};
use crate::{InputKind, Value};

/// Keeps the clauses as text: there are millions of them.
#[derive(Default)]
struct Written {
    variables: usize,
    clauses: usize,
    text: String,
}

impl ClauseSink for Written {
    fn new_var(&mut self) -> Var {
        self.variables += 1;
        Var::from_index(self.variables - 1)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.clauses += 1;
        for lit in clause {
            self.variables = self.variables.max(lit.var().index() + 1);
            let _ = write!(self.text, "{} ", lit.to_dimacs());
        }
        self.text.push_str("0\n");
    }
}

/// The formula, with comments that say which variables are the bits of each input.
#[must_use]
pub fn dimacs(
    program: &Program,
    sources: Option<&SourceMap>,
    equation: &mut Equation,
    wanted: Option<&[ClaimId]>,
) -> String {
    let asked = |claim: ClaimId| {
        let supported = program.claim(claim).kind != CheckKind::Unsupported;
        supported && wanted.is_none_or(|wanted| wanted.contains(&claim))
    };
    let prepared = constraints(equation, &asked);
    let equation = &*equation;
    let pool = &equation.pool;
    let mut encoder = Encoder::new(encode::Options::default());
    let mut sink = Written::default();
    // Nobody can be told of a circle later.
    assert_order(equation, &mut encoder, &mut sink, u64::MAX);
    let mut before: Option<Lit> = None;
    let mut questions = prepared.questions.iter().peekable();
    let mut any = Vec::new();
    for (&step, &constraint) in &prepared.constraints {
        // A claim is violated first if everything before it holds.
        while let Some((_, _, violation)) = questions.next_if(|(_, at, _)| at.0 as usize == step) {
            let violated = encoder.implying_literal(pool, *violation, &mut sink);
            let literal = sink.new_var().positive();
            sink.add_clause(&[!literal, violated]);
            if let Some(before) = before {
                sink.add_clause(&[!literal, before]);
            }
            any.push(literal);
        }
        let constraint = encoder.implying_literal(pool, constraint, &mut sink);
        let selector = sink.new_var().positive();
        sink.add_clause(&[!selector, constraint]);
        if let Some(before) = before {
            sink.add_clause(&[!selector, before]);
        }
        before = Some(selector);
    }
    sink.add_clause(&any);
    let mut comments = String::from("c satisfiable exactly if some run within the bound violates a claim\n");
    comments.push_str("c inputs, each with the variables of its bits, the least significant first:\n");
    let ssa = Ssa::new(program, equation, sources);
    for (index, step) in equation.steps.iter().enumerate() {
        let StepKind::Input { value, kind, ty, .. } = &step.kind else {
            continue;
        };
        if *kind == InputKind::Unmodelled {
            continue;
        }
        let term = match value {
            Value::Bits(term) | Value::Float(term) => *term,
            Value::Pointer { offset, .. } => *offset,
        };
        let name = ssa.name(StepId(index as u32)).unwrap_or("?");
        let _ = write!(comments, "c {name} ({})", program.types.display(*ty));
        for bit in encoder.bits(pool, term, &mut sink) {
            let _ = match bit {
                Bit::Constant(value) => write!(comments, " {}", if value { "TRUE" } else { "FALSE" }),
                Bit::Literal(lit) => write!(comments, " {}", lit.to_dimacs()),
            };
        }
        comments.push('\n');
    }
    format!(
        "{comments}p cnf {} {}\n{}",
        sink.variables, sink.clauses, sink.text
    )
}
