//! Variables whose declaration a jump passes by.
//!
//! In C an automatic object lives from the entry into its block, not from its declaration: `goto` and `switch` may lead
//! past the declaration, and behind it the object exists with a value that nobody has given it. Its declaration, each
//! time it is reached, only takes the value away again. A Program says so where the object begins to live: at the
//! beginning of its block, and on each jump into the block. This is done for the variables that some jump passes by;
//! for all others the declaration is the beginning that anybody can notice.
//!
//! Which variables these are is found by one walk before the function is lowered. Every declaration, jump and target
//! has a position in the text and the blocks around it; a jump passes by what is declared before its target, in a block
//! around it, unless the same declaration stands before the jump as well.

use std::collections::HashMap;

use frontend::tree::{DeclPart, ExprId, ExprKind, LabelId, ObjectId, StmtId, StmtKind, Storage, Tree};
use program::{Instr, InstrKind};
use source::LocId;

use crate::lowerer::Lowerer;

/// A place in the text: its position and the blocks around it, outermost first.
#[derive(Debug, Clone)]
struct Spot {
    at: u32,
    path: Vec<StmtId>,
}

enum To {
    Label(LabelId),
    /// A `case` or `default`.
    Arm(StmtId),
}

/// What the walk collects.
struct Walk<'a> {
    tree: &'a Tree,
    at: u32,
    path: Vec<StmtId>,
    declared: HashMap<StmtId, Vec<(u32, ObjectId)>>,
    labels: HashMap<LabelId, Spot>,
    arms: HashMap<StmtId, Spot>,
    jumps: Vec<(Spot, To)>,
}

/// The variables of each block that some jump passes by, and the blocks around each `case`.
#[derive(Debug, Default)]
pub(crate) struct Skipped {
    blocks: HashMap<StmtId, Vec<ObjectId>>,
    arms: HashMap<StmtId, Vec<StmtId>>,
}

impl Skipped {
    pub(crate) fn of(tree: &Tree, body: StmtId) -> Skipped {
        let mut walk = Walk {
            tree,
            at: 0,
            path: Vec::new(),
            declared: HashMap::new(),
            labels: HashMap::new(),
            arms: HashMap::new(),
            jumps: Vec::new(),
        };
        walk.statement(body);
        let mut blocks: HashMap<StmtId, Vec<ObjectId>> = HashMap::new();
        for (from, to) in &walk.jumps {
            let target = match to {
                To::Label(label) => walk.labels.get(label),
                To::Arm(stmt) => walk.arms.get(stmt),
            };
            let Some(target) = target else { continue };
            for block in &target.path {
                let inside = from.path.contains(block);
                for &(at, object) in walk.declared.get(block).into_iter().flatten() {
                    let passed_by = at < target.at && !(inside && at < from.at);
                    let found = blocks.entry(*block).or_default();
                    if passed_by && !found.contains(&object) {
                        found.push(object);
                    }
                }
            }
        }
        blocks.retain(|_, objects| !objects.is_empty());
        let arms = walk.arms.into_iter().map(|(stmt, spot)| (stmt, spot.path));
        Skipped {
            arms: arms.collect(),
            blocks,
        }
    }

    fn of_blocks<'a>(&'a self, blocks: &'a [StmtId]) -> impl Iterator<Item = ObjectId> + 'a {
        blocks
            .iter()
            .filter_map(|block| self.blocks.get(block))
            .flatten()
            .copied()
    }
}

impl Walk<'_> {
    fn here(&self) -> Spot {
        Spot {
            at: self.at,
            path: self.path.clone(),
        }
    }

    fn statement(&mut self, id: StmtId) {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.statement_here(id));
    }

    fn statement_here(&mut self, id: StmtId) {
        let tree = self.tree;
        self.at += 1;
        match &tree.stmt(id).kind {
            StmtKind::Empty | StmtKind::Break | StmtKind::Continue | StmtKind::Unsupported(_) => {}
            StmtKind::Expr(expr) => self.expression(*expr),
            StmtKind::Return(value) => value.iter().for_each(|value| self.expression(*value)),
            StmtKind::Block(stmts) => {
                self.path.push(id);
                stmts.iter().for_each(|stmt| self.statement(*stmt));
                self.path.pop();
            }
            StmtKind::Decls(parts) => parts.iter().for_each(|part| self.declaration(*part)),
            StmtKind::If {
                cond,
                then,
                otherwise,
            } => {
                self.expression(*cond);
                self.statement(*then);
                otherwise.iter().for_each(|stmt| self.statement(*stmt));
            }
            StmtKind::While { cond, body } | StmtKind::DoWhile { body, cond } => {
                self.expression(*cond);
                self.statement(*body);
            }
            StmtKind::For {
                init,
                cond,
                step,
                body,
            } => {
                self.path.push(id);
                init.iter().for_each(|stmt| self.statement(*stmt));
                [cond, step]
                    .into_iter()
                    .flatten()
                    .for_each(|expr| self.expression(*expr));
                self.statement(*body);
                self.path.pop();
            }
            StmtKind::Switch {
                cond,
                body,
                cases,
                default,
            } => {
                self.expression(*cond);
                let arms = cases.iter().map(|case| case.target).chain(*default);
                for arm in arms {
                    self.jumps.push((self.here(), To::Arm(arm)));
                }
                self.statement(*body);
            }
            StmtKind::Case { body } | StmtKind::Default { body } => {
                self.arms.insert(id, self.here());
                self.statement(*body);
            }
            StmtKind::Label { label, body } => {
                self.labels.insert(*label, self.here());
                self.statement(*body);
            }
            StmtKind::Goto(label) => self.jumps.push((self.here(), To::Label(*label))),
        }
    }

    fn declaration(&mut self, part: DeclPart) {
        match part {
            DeclPart::Effect(expr) => self.expression(expr),
            DeclPart::Length(_) => {}
            DeclPart::Object(id) => {
                let object = self.tree.object(id);
                self.at += 1;
                if let (Storage::Automatic, Some(&block)) = (&object.storage, self.path.last()) {
                    self.declared.entry(block).or_default().push((self.at, id));
                }
                // A jump out of the initialiser comes after the declaration.
                for entry in object.init.iter().flatten() {
                    self.at += 1;
                    self.expression(entry.value);
                }
            }
        }
    }

    /// Statements may be inside of expressions.
    fn expression(&mut self, id: ExprId) {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
            let tree = self.tree;
            match &tree.expr(id).kind {
                ExprKind::StmtExpr(stmt) => self.statement(*stmt),
                kind => kind.operands(|operand| self.expression(operand)),
            }
        });
    }
}

impl Lowerer<'_> {
    /// Control comes into a block: what its jumps pass by begins to live.
    pub(crate) fn begin_skipped(&mut self, blocks: &[StmtId], loc: LocId) {
        let objects: Vec<ObjectId> = self.body.skipped.of_blocks(blocks).collect();
        for id in objects {
            let object = self.tree.object(id);
            // A jump into the scope of an array whose length is computed is no C.
            if self.program.types.is_variably_sized(object.ty) {
                continue;
            }
            let var = self.variable(id);
            // Not `emit`: this is no part of what the text does there, so no coverage goal asks for it.
            let kind = InstrKind::Declare(var);
            self.body.instrs.push(Instr { kind, loc });
        }
    }

    /// The blocks that a jump to a `case` comes into, if something has to begin to live there.
    pub(crate) fn blocks_entered(&self, arm: StmtId) -> Vec<StmtId> {
        let path = self.body.skipped.arms.get(&arm).map_or(&[][..], Vec::as_slice);
        let entered: Vec<StmtId> = path
            .iter()
            .copied()
            .filter(|block| !self.is_inside(*block))
            .collect();
        let any = self.body.skipped.of_blocks(&entered).next().is_some();
        if any { entered } else { Vec::new() }
    }
}
