//! Terms as text, in the manner of SMT-LIB.
//!
//! A term that is used more than once is named where it is first needed and referred to by that name, so that
//! the text is as large as the term and not as its unfolding: `(let t7 = (bvadd x y)) …`, one per line.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::op::Op;
use crate::pool::{TermId, TermPool};

impl TermPool {
    /// The term as text: first a line for each shared part, then the term itself.
    #[must_use]
    pub fn display(&self, root: TermId) -> String {
        let terms = self.reachable(&[root]);
        let mut uses: BTreeMap<TermId, u32> = BTreeMap::new();
        for term in &terms {
            for operand in self.operands(*term) {
                *uses.entry(*operand).or_default() += 1;
            }
        }
        let is_named = |term: TermId| {
            term != root && uses.get(&term).is_some_and(|uses| *uses > 1) && !self.operands(term).is_empty()
        };
        let mut text = String::new();
        for term in terms.iter().copied().filter(|term| is_named(*term)) {
            let _ = write!(text, "(let t{} = ", term.index());
            self.write_tree(&mut text, term, &is_named);
            text.push_str(")\n");
        }
        self.write_tree(&mut text, root, &is_named);
        text
    }

    /// One term down to leaves and named parts.
    fn write_tree(&self, text: &mut String, root: TermId, is_named: &dyn Fn(TermId) -> bool) {
        enum Piece {
            Term(TermId),
            Text(&'static str),
        }
        let mut pending = vec![Piece::Term(root)];
        while let Some(piece) = pending.pop() {
            let term = match piece {
                Piece::Text(piece) => {
                    text.push_str(piece);
                    continue;
                }
                Piece::Term(term) => term,
            };
            if term != root && is_named(term) {
                let _ = write!(text, "t{}", term.index());
                continue;
            }
            match self.op(term) {
                Op::Symbol(symbol) => text.push_str(self.symbol_name(symbol)),
                Op::Constant(_) => {
                    let _ = write!(text, "{}", self.constant(term).expect("constants have values"));
                }
                op => {
                    let _ = write!(text, "({}", Head(op));
                    pending.push(Piece::Text(")"));
                    for operand in self.operands(term).iter().rev() {
                        pending.push(Piece::Term(*operand));
                        pending.push(Piece::Text(" "));
                    }
                }
            }
        }
    }
}

/// An operator with its parameters.
struct Head(Op);

impl std::fmt::Display for Head {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = self.0.name();
        match self.0 {
            Op::BvExtract { high, low } => write!(f, "(_ {name} {high} {low})"),
            Op::BvZeroExtend { width } | Op::BvSignExtend { width } => write!(f, "(_ {name} to {width})"),
            Op::FpConvert { format }
            | Op::FpFromSigned { format }
            | Op::FpFromUnsigned { format }
            | Op::FpFromBits { format } => {
                write!(
                    f,
                    "(_ {name} {} {})",
                    format.exponent_bits(),
                    format.significand_bits()
                )
            }
            Op::ConstArray { index_width } => write!(f, "(_ {name} {index_width})"),
            _ => f.write_str(name),
        }
    }
}
