//! One program that holds all changes.
//!
//! Where the tree could be changed, the original and its alternatives stand side by side and a number decides, which
//! enters as the value of an object that nobody defines. 0 is the program as it was written.

use std::cmp::Reverse;

use ctype::{IntKind, TypeId};
use frontend::tree::{BinaryOp, Expr, ExprId, ExprKind, ObjectId, Stmt, StmtId, StmtKind, Tree};
use program::Program;
use source::{Diagnostic, FileId, LocId, SourceMap};

use crate::propose::{Change, Proposal, Proposer, Site, outside};
use crate::text::Edit;

/// The name under which the number enters.
pub(crate) const SWITCH: &str = "__because_change";

/// Why there is no such program.
#[derive(Debug)]
pub enum SchemaError {
    /// There is nothing to change.
    Empty,
    /// The lowering refused it.
    Lowering(Vec<Diagnostic>),
}

/// A program with a switch, and what each position of it means.
#[derive(Debug)]
pub struct Schema {
    pub program: Program,
    changes: Vec<(Change, Edit)>,
}

impl Schema {
    /// Makes the program of all changes to files that are `editable`. `inserting`: also changes that add assignments.
    ///
    /// # Errors
    /// When nothing can be changed or the result cannot be lowered.
    pub fn new(
        mut tree: Tree,
        sources: &SourceMap,
        lowering: &lower::Options,
        editable: &dyn Fn(FileId) -> bool,
        inserting: bool,
    ) -> Result<Schema, SchemaError> {
        let mut proposer = Proposer::new(&mut tree, sources, editable);
        proposer.propose(inserting);
        let proposals = std::mem::take(&mut proposer.proposals);
        if proposals.is_empty() {
            return Err(SchemaError::Empty);
        }
        Installer::new(&mut tree).install(&proposals);
        let program = lower::lower(tree, sources, lowering).map_err(SchemaError::Lowering)?;
        Ok(Schema {
            program,
            changes: proposals
                .into_iter()
                .map(|proposal| (proposal.kind, proposal.edit))
                .collect(),
        })
    }

    /// The positions of the switch, from 1.
    #[must_use]
    pub fn positions(&self) -> std::ops::RangeInclusive<usize> {
        1..=self.changes.len()
    }

    #[must_use]
    pub fn change(&self, position: usize) -> Change {
        self.changes[position - 1].0
    }

    #[must_use]
    pub fn edit(&self, position: usize) -> &Edit {
        &self.changes[position - 1].1
    }
}

struct Installer<'t> {
    tree: &'t mut Tree,
    switch: ObjectId,
    number: TypeId,
    int: TypeId,
}

impl<'t> Installer<'t> {
    fn new(tree: &'t mut Tree) -> Installer<'t> {
        let number = tree.types.int(IntKind::UInt);
        let int = tree.types.int(IntKind::Int);
        let switch = ObjectId(tree.objects.len() as u32);
        tree.objects.push(outside(SWITCH, number));
        Installer {
            tree,
            switch,
            number,
            int,
        }
    }

    fn install(mut self, proposals: &[Proposal]) {
        let mut insertions: Vec<(StmtId, usize, usize, StmtId)> = Vec::new();
        for (index, proposal) in proposals.iter().enumerate() {
            let position = index + 1;
            for site in &proposal.sites {
                match *site {
                    Site::Expr { site, instead } => self.choose(site, instead, position),
                    Site::Without(stmt) => self.omit(stmt, position),
                    Site::Before { block, index, first } => insertions.push((block, index, position, first)),
                }
            }
        }
        // From the end of each block, so that the places before stay where they are.
        insertions.sort_unstable_by_key(|insertion| Reverse((insertion.0, insertion.1, insertion.2)));
        for (block, index, position, first) in insertions {
            let cond = self.is_chosen(position);
            let kind = StmtKind::If {
                cond,
                then: first,
                otherwise: None,
            };
            let chosen = self.stmt(kind);
            if let StmtKind::Block(list) = &mut self.tree.stmts[block.index()].kind {
                list.insert(index, chosen);
            }
        }
    }

    fn push(&mut self, kind: ExprKind, ty: TypeId) -> ExprId {
        let id = ExprId(self.tree.exprs.len() as u32);
        let loc = LocId::NONE;
        self.tree.exprs.push(Expr { kind, ty, loc });
        id
    }

    fn stmt(&mut self, kind: StmtKind) -> StmtId {
        let id = StmtId(self.tree.stmts.len() as u32);
        let loc = LocId::NONE;
        self.tree.stmts.push(Stmt { kind, loc });
        id
    }

    fn is_chosen(&mut self, position: usize) -> ExprId {
        let place = self.push(ExprKind::Object(self.switch), self.number);
        let lhs = self.push(ExprKind::Load(place), self.number);
        let rhs = self.push(ExprKind::Int(position as i128), self.number);
        let op = BinaryOp::Eq;
        self.push(ExprKind::Binary { op, lhs, rhs }, self.int)
    }

    /// The expression is another one at a position; it may have been given alternatives before.
    fn choose(&mut self, site: ExprId, instead: ExprId, position: usize) {
        let original = self.tree.expr(site).clone();
        let (ty, loc) = (original.ty, original.loc);
        let otherwise = ExprId(self.tree.exprs.len() as u32);
        self.tree.exprs.push(original);
        let cond = self.is_chosen(position);
        self.tree.exprs[site.index()] = Expr {
            kind: ExprKind::Cond {
                cond,
                then: instead,
                otherwise,
            },
            ty,
            loc,
        };
    }

    fn omit(&mut self, site: StmtId, position: usize) {
        let original = self.tree.stmt(site).clone();
        let loc = original.loc;
        let kept = StmtId(self.tree.stmts.len() as u32);
        self.tree.stmts.push(original);
        let then = self.stmt(StmtKind::Empty);
        let cond = self.is_chosen(position);
        self.tree.stmts[site.index()] = Stmt {
            kind: StmtKind::If {
                cond,
                then,
                otherwise: Some(kept),
            },
            loc,
        };
    }
}
