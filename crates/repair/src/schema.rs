//! One program that holds all changes.
//!
//! Where the tree could be changed, the original and its alternatives stand side by side and a number decides, which
//! enters as the value of an object that nobody defines. 0 is the program as it was written.

use std::collections::BTreeMap;

use ctype::{IntKind, TypeId};
use frontend::tree::{BinaryOp, Expr, ExprId, ExprKind, LogicalOp, ObjectId, Stmt, StmtId, StmtKind, Tree};
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
    /// Makes the program of all changes to files that are `editable`: of what is there, or (`inserting`) those that add
    /// statements.
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
        let mut choices: BTreeMap<ExprId, Vec<(usize, ExprId)>> = BTreeMap::new();
        let mut insertions: BTreeMap<(StmtId, usize), Vec<(usize, StmtId)>> = BTreeMap::new();
        for (index, proposal) in proposals.iter().enumerate() {
            let position = index + 1;
            for site in &proposal.sites {
                match *site {
                    Site::Expr { site, instead } => {
                        choices.entry(site).or_default().push((position, instead))
                    }
                    Site::Stmt { site, instead } => {
                        let cond = self.is_chosen(position);
                        self.replace(site, instead, cond);
                    }
                    Site::Skipped { site, skips } => {
                        let chosen = self.is_chosen(position);
                        let cond = Proposer::and(self.tree, chosen, skips, self.int);
                        let nothing = self.stmt(StmtKind::Empty);
                        self.replace(site, nothing, cond);
                    }
                    Site::Before { block, index, first } => {
                        insertions
                            .entry((block, index))
                            .or_default()
                            .push((position, first));
                    }
                }
            }
        }
        for (site, alternatives) in choices {
            self.choose(site, &alternatives);
        }
        // From the end of each block, so that the places before stay where they are.
        for ((block, index), statements) in insertions.into_iter().rev() {
            let positions: Vec<usize> = statements.iter().map(|(position, _)| *position).collect();
            let mut list = Vec::new();
            for (position, then) in statements {
                let cond = self.is_chosen(position);
                list.push(self.stmt(StmtKind::If {
                    cond,
                    then,
                    otherwise: None,
                }));
            }
            let then = self.stmt(StmtKind::Block(list));
            let cond = self.is_one_of(&positions);
            let chosen = self.stmt(StmtKind::If {
                cond,
                then,
                otherwise: None,
            });
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

    /// Whether the switch is at one of the positions, which are in order. Most of them follow each other, so that this
    /// is one comparison: a run passes by many places where nothing is chosen.
    fn is_one_of(&mut self, positions: &[usize]) -> ExprId {
        let mut ranges: Vec<(usize, usize)> = Vec::new();
        for &position in positions {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 >= position => *last = position,
                _ => ranges.push((position, position)),
            }
        }
        let mut found: Option<ExprId> = None;
        for (first, last) in ranges {
            let place = self.push(ExprKind::Object(self.switch), self.number);
            let value = self.push(ExprKind::Load(place), self.number);
            let least = self.push(ExprKind::Int(first as i128), self.number);
            let kind = ExprKind::Binary {
                op: BinaryOp::Sub,
                lhs: value,
                rhs: least,
            };
            let lhs = self.push(kind, self.number);
            let rhs = self.push(ExprKind::Int((last - first) as i128), self.number);
            let op = BinaryOp::Le;
            let within = self.push(ExprKind::Binary { op, lhs, rhs }, self.int);
            found = Some(match found {
                None => within,
                Some(lhs) => {
                    let kind = ExprKind::Logical {
                        op: LogicalOp::Or,
                        lhs,
                        rhs: within,
                    };
                    self.push(kind, self.int)
                }
            });
        }
        found.unwrap_or_else(|| self.push(ExprKind::Int(0), self.int))
    }

    /// The expression is another one at some positions.
    fn choose(&mut self, site: ExprId, alternatives: &[(usize, ExprId)]) {
        let original = self.tree.expr(site).clone();
        let (ty, loc) = (original.ty, original.loc);
        let otherwise = ExprId(self.tree.exprs.len() as u32);
        self.tree.exprs.push(original);
        let positions: Vec<usize> = alternatives.iter().map(|(position, _)| *position).collect();
        // If it is one of them and none of the others, it is the last.
        let mut chosen: Option<ExprId> = None;
        for &(position, then) in alternatives.iter().rev() {
            chosen = Some(match chosen {
                None => then,
                Some(otherwise) => {
                    let cond = self.is_chosen(position);
                    let kind = ExprKind::Cond {
                        cond,
                        then,
                        otherwise,
                    };
                    self.push(kind, ty)
                }
            });
        }
        let Some(then) = chosen else { return };
        let cond = self.is_one_of(&positions);
        self.tree.exprs[site.index()] = Expr {
            kind: ExprKind::Cond {
                cond,
                then,
                otherwise,
            },
            ty,
            loc,
        };
    }

    /// Another statement in place of one where a condition holds.
    fn replace(&mut self, site: StmtId, instead: StmtId, cond: ExprId) {
        let original = self.tree.stmt(site).clone();
        let loc = original.loc;
        let kept = StmtId(self.tree.stmts.len() as u32);
        self.tree.stmts.push(original);
        self.tree.stmts[site.index()] = Stmt {
            kind: StmtKind::If {
                cond,
                then: instead,
                otherwise: Some(kept),
            },
            loc,
        };
    }
}
