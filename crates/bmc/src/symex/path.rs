//! Path conditions: what must hold for control to be here.
//!
//! A path is a persistent list of conditions. Two paths that meet are compared from their common part on:
//! if they differ only in one condition and its opposite, what is left is the common part, so that after an
//! `if` the path is the one before it, without any help from term rewriting.

use std::rc::Rc;

use logic::{TermId, TermPool};

#[derive(Debug, Clone)]
pub(crate) struct Path(Rc<Node>);

#[derive(Debug)]
struct Node {
    /// The conjunction of everything.
    all: TermId,
    cond: TermId,
    depth: u32,
    parent: Option<Path>,
}

/// Long lists must not be dropped recursively.
impl Drop for Node {
    fn drop(&mut self) {
        let mut next = self.parent.take();
        while let Some(path) = next {
            match Rc::try_unwrap(path.0) {
                Ok(mut node) => next = node.parent.take(),
                Err(_) => break,
            }
        }
    }
}

impl Path {
    pub(crate) fn new(pool: &mut TermPool) -> Path {
        let always = pool.bool(true);
        Path(Rc::new(Node {
            all: always,
            cond: always,
            depth: 0,
            parent: None,
        }))
    }

    pub(crate) fn all(&self) -> TermId {
        self.0.all
    }

    /// The condition that was met last.
    pub(crate) fn last(&self) -> TermId {
        self.0.cond
    }

    pub(crate) fn is_same(&self, other: &Path) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || self.0.all == other.0.all
    }

    fn conditions(&self) -> impl Iterator<Item = TermId> {
        let mut next = Some(self);
        std::iter::from_fn(move || {
            let path = next?;
            next = path.0.parent.as_ref();
            Some(path.0.cond)
        })
    }

    /// What a condition is known to be here.
    pub(crate) fn known(&self, pool: &mut TermPool, cond: TermId) -> Option<bool> {
        if let Some(value) = pool.constant(cond) {
            return value.as_bool();
        }
        let opposite = pool.not(cond);
        self.conditions()
            .take(budgets::bmc::MAX_LOOK_BACK.count())
            .find_map(|known| {
                if known == cond {
                    Some(true)
                } else if known == opposite {
                    Some(false)
                } else {
                    None
                }
            })
    }

    /// One more condition.
    pub(crate) fn and(&self, pool: &mut TermPool, cond: TermId) -> Path {
        if pool.constant(cond).and_then(logic::Value::as_bool) == Some(true) {
            return self.clone();
        }
        Path(Rc::new(Node {
            all: pool.and(self.0.all, cond),
            cond,
            depth: self.0.depth + 1,
            parent: Some(self.clone()),
        }))
    }

    /// How many conditions two paths share from the beginning.
    pub(crate) fn common_depth(&self, other: &Path) -> u32 {
        let (mut a, mut b) = (self, other);
        while !Rc::ptr_eq(&a.0, &b.0) {
            let deeper = if a.0.depth >= b.0.depth { &mut a } else { &mut b };
            match &deeper.0.parent {
                Some(parent) => *deeper = parent,
                None => return 0,
            }
        }
        a.0.depth
    }

    /// The path after two met, and a condition that tells the first from the second.
    pub(crate) fn join(&self, other: &Path, pool: &mut TermPool) -> (Path, TermId) {
        let (mut a, mut b) = (self.clone(), other.clone());
        let (mut left, mut right) = (Vec::new(), Vec::new());
        while !Rc::ptr_eq(&a.0, &b.0) {
            let (deeper, conditions) = if a.0.depth >= b.0.depth {
                (&mut a, &mut left)
            } else {
                (&mut b, &mut right)
            };
            conditions.push(deeper.0.cond);
            let Some(parent) = deeper.0.parent.clone() else {
                break;
            };
            *deeper = parent;
        }
        let left = pool.and_all(&left);
        let right = pool.and_all(&right);
        let either = pool.or(left, right);
        (a.and(pool, either), left)
    }
}
