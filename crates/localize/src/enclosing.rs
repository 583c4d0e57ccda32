//! Which suspects have an effect only through another one.

use std::collections::{BTreeMap, HashMap};

use program::{ExprId, InstrKind, Program};

use super::suspects::{Suspect, SuspectSite};
use super::walk::{Home, below};

/// Library functions that do nothing but compute their result from their arguments.
const PURE: &[&str] = &[
    "atoi", "atol", "atoll", "abs", "labs", "strlen", "strcmp", "strncmp", "isdigit", "isalpha", "isspace",
    "toupper", "tolower",
];

/// An expression has an effect only through the one it is part of, and the argument of a pure function only through
/// what that returns: if any value of the outer one is no repair, no value of the inner one is.
pub(super) fn enclosing(
    program: &Program,
    suspects: &[Suspect],
    homes: &HashMap<ExprId, Home>,
) -> BTreeMap<usize, usize> {
    let mut inner_of: BTreeMap<ExprId, usize> = BTreeMap::new();
    for (outer, suspect) in suspects.iter().enumerate() {
        let (roots, own) = match suspect.sites.as_slice() {
            [SuspectSite::Expr(expr)] if !suspect.constant => (vec![*expr], Some(*expr)),
            [SuspectSite::Call { function, pc }] => {
                match &program.function(*function).body[pc.index()].kind {
                    InstrKind::Call {
                        callee: program::Callee::Direct(callee),
                        args,
                        ..
                    } if PURE.contains(&program.function(*callee).name.as_str()) => (args.to_vec(), None),
                    _ => continue,
                }
            }
            _ => continue,
        };
        for root in roots {
            for part in below(program, root) {
                if Some(part) != own {
                    inner_of.entry(part).or_insert(outer);
                }
            }
        }
    }
    let mut found = BTreeMap::new();
    for (inner, suspect) in suspects.iter().enumerate() {
        if let ([SuspectSite::Expr(expr)], false) = (suspect.sites.as_slice(), suspect.constant)
            && homes.contains_key(expr)
            && let Some(outer) = inner_of.get(expr)
        {
            found.insert(inner, *outer);
        }
    }
    found
}
