//! One program that holds all changes.
//!
//! Where the tree could be changed, the original and its alternatives stand side by side and a number decides, which
//! enters as the value of an object that nobody defines. 0 is the program as it was written. With two such numbers a pair of
//! changes is one run, too; of two changes one inside the other, the outer one is made.

use std::collections::BTreeMap;

use ctype::{IntKind, TypeId};
use frontend::tree::{BinaryOp, Expr, ExprId, ExprKind, LogicalOp, ObjectId, Stmt, StmtId, StmtKind, Tree};
use program::Program;
use source::{Diagnostic, FileId, LocId, SourceMap};

use crate::propose::{Change, Family, Proposal, Proposer, Site, outside};
use crate::text::Edit;

/// The names under which the numbers enter.
pub(crate) const SWITCHES: [&str; 2] = ["__because_change", "__because_other_change"];

/// The alternatives of a place become jumps: inside an expression the claims of all of them would be visited, whichever is
/// chosen.
const LARGEST_LAZY: usize = 8;

/// How many changes a program can have at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AtOnce {
    One,
    /// For pairs; the program is slower.
    Two,
}

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
    /// Makes the program of all changes to files that are `editable`. Only changes of the `family`.
    ///
    /// # Errors
    /// When nothing can be changed or the result cannot be lowered.
    pub fn new(
        mut tree: Tree,
        sources: &SourceMap,
        lowering: &lower::Options,
        editable: &dyn Fn(FileId) -> bool,
        family: Family,
        at_once: AtOnce,
    ) -> Result<Schema, SchemaError> {
        let mut proposer = Proposer::new(&mut tree, sources, editable);
        proposer.propose(family);
        let proposals = std::mem::take(&mut proposer.proposals);
        if proposals.is_empty() {
            return Err(SchemaError::Empty);
        }
        Installer::new(&mut tree, at_once).install(&proposals);
        let lowering = lower::Options {
            largest_lazy: LARGEST_LAZY,
            ..lowering.clone()
        };
        let program = lower::lower(tree, sources, &lowering).map_err(SchemaError::Lowering)?;
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

    /// How much is put in, in words and signs: of two statements that may be missing, the shorter one is more likely. Leaving
    /// is more than doing something.
    #[must_use]
    pub fn weight(&self, position: usize) -> usize {
        let (change, edit) = &self.changes[position - 1];
        match change {
            Change::Inserted | Change::Condition => {
                let text = edit.replacement.trim();
                let leaves = ["break", "continue", "return"]
                    .iter()
                    .any(|word| text.starts_with(word));
                tokens(text) + if leaves { 3 } else { 0 }
            }
            _ => 0,
        }
    }

    #[must_use]
    pub fn edit(&self, position: usize) -> &Edit {
        &self.changes[position - 1].1
    }
}

/// Words and signs of a text; `++` is one sign.
fn tokens(text: &str) -> usize {
    let kind = |letter: char| match letter {
        _ if letter.is_ascii_alphanumeric() || letter == '_' => 0,
        _ if letter.is_whitespace() => 1,
        '(' | ')' | '[' | ']' | '{' | '}' | ';' | ',' | '.' => 2,
        _ => 3,
    };
    let letters: Vec<char> = text.chars().collect();
    let starts = letters.iter().enumerate().filter(|(index, letter)| {
        let before = index.checked_sub(1).map(|before| kind(letters[before]));
        match kind(**letter) {
            1 => false,
            2 => true,
            own => before != Some(own),
        }
    });
    starts.count()
}

struct Installer<'t> {
    tree: &'t mut Tree,
    switches: Vec<ObjectId>,
    number: TypeId,
    int: TypeId,
}

impl<'t> Installer<'t> {
    fn new(tree: &'t mut Tree, at_once: AtOnce) -> Installer<'t> {
        let number = tree.types.int(IntKind::UInt);
        let int = tree.types.int(IntKind::Int);
        let names = match at_once {
            AtOnce::One => &SWITCHES[..1],
            AtOnce::Two => &SWITCHES[..],
        };
        let mut switches = Vec::new();
        for name in names {
            switches.push(ObjectId(tree.objects.len() as u32));
            tree.objects.push(outside(name, number));
        }
        Installer {
            tree,
            switches,
            number,
            int,
        }
    }

    fn install(mut self, proposals: &[Proposal]) {
        let mut exprs: BTreeMap<ExprId, Vec<(usize, ExprId)>> = BTreeMap::new();
        let mut omitted: Vec<(StmtId, usize)> = Vec::new();
        let mut skipped: Vec<(StmtId, ExprId, usize)> = Vec::new();
        let mut guarded: BTreeMap<StmtId, Vec<(usize, ExprId)>> = BTreeMap::new();
        let mut gaps: BTreeMap<(StmtId, usize), Vec<(usize, StmtId)>> = BTreeMap::new();
        for (index, proposal) in proposals.iter().enumerate() {
            let position = index + 1;
            for site in &proposal.sites {
                match *site {
                    Site::Expr { site, instead } => exprs.entry(site).or_default().push((position, instead)),
                    Site::Without(stmt) => omitted.push((stmt, position)),
                    Site::Skipped { stmt, skips } => skipped.push((stmt, skips, position)),
                    Site::Guarded { stmt, cond } => guarded.entry(stmt).or_default().push((position, cond)),
                    Site::Before { block, index, first } => {
                        gaps.entry((block, index)).or_default().push((position, first));
                    }
                }
            }
        }
        for (site, alternatives) in exprs {
            self.choose(site, &alternatives);
        }
        for (stmt, position) in omitted {
            let cond = self.is_chosen(position);
            self.omit(stmt, cond);
        }
        for (stmt, skips, position) in skipped {
            let lhs = self.is_chosen(position);
            let op = LogicalOp::And;
            let cond = self.push(ExprKind::Logical { op, lhs, rhs: skips }, self.int);
            self.omit(stmt, cond);
        }
        for (stmt, conditions) in guarded {
            self.guard(stmt, &conditions);
        }
        // From the end of each block, so that the places before stay where they are.
        for ((block, index), statements) in gaps.into_iter().rev() {
            let chosen = self.insertion(&statements);
            if let StmtKind::Block(list) = &mut self.tree.stmts[block.index()].kind {
                list.insert(index, chosen);
            }
        }
    }

    /// One of several statements, or none.
    fn insertion(&mut self, statements: &[(usize, StmtId)]) -> StmtId {
        let mut list = Vec::with_capacity(statements.len());
        for (position, then) in statements {
            let cond = self.is_chosen(*position);
            let kind = StmtKind::If {
                cond,
                then: *then,
                otherwise: None,
            };
            list.push(self.stmt(kind));
        }
        let then = self.stmt(StmtKind::Block(list));
        let cond = self.is_among(statements.iter().map(|(position, _)| *position));
        self.stmt(StmtKind::If {
            cond,
            then,
            otherwise: None,
        })
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
        self.some_switch(|installer, lhs| {
            let rhs = installer.push(ExprKind::Int(position as i128), installer.number);
            let op = BinaryOp::Eq;
            installer.push(ExprKind::Binary { op, lhs, rhs }, installer.int)
        })
    }

    /// Whether something holds of the number of some switch.
    fn some_switch(&mut self, holds: impl Fn(&mut Self, ExprId) -> ExprId) -> ExprId {
        let mut all = None;
        for switch in self.switches.clone() {
            let place = self.push(ExprKind::Object(switch), self.number);
            let number = self.push(ExprKind::Load(place), self.number);
            let rhs = holds(self, number);
            all = Some(match all {
                None => rhs,
                Some(lhs) => {
                    let op = LogicalOp::Or;
                    self.push(ExprKind::Logical { op, lhs, rhs }, self.int)
                }
            });
        }
        all.unwrap_or_else(|| self.push(ExprKind::Int(0), self.int))
    }

    /// Whether the switch is between the first and the last of some positions: what is not chosen costs one
    /// comparison, however many alternatives there are.
    fn is_among(&mut self, positions: impl Iterator<Item = usize> + Clone) -> ExprId {
        let first = positions.clone().min().unwrap_or(0);
        let last = positions.max().unwrap_or(0);
        self.some_switch(|installer, switch| {
            let from = installer.push(ExprKind::Int(first as i128), installer.number);
            let distance = ExprKind::Binary {
                op: BinaryOp::Sub,
                lhs: switch,
                rhs: from,
            };
            let lhs = installer.push(distance, installer.number);
            let rhs = installer.push(ExprKind::Int((last - first) as i128), installer.number);
            let op = BinaryOp::Le;
            installer.push(ExprKind::Binary { op, lhs, rhs }, installer.int)
        })
    }

    /// The expression is another one at some positions. A run of consecutive ones is behind one question, so that
    /// none of them is asked for while another place is tried.
    fn choose(&mut self, site: ExprId, alternatives: &[(usize, ExprId)]) {
        let original = self.tree.expr(site).clone();
        let (ty, loc) = (original.ty, original.loc);
        let mut whole = ExprId(self.tree.exprs.len() as u32);
        self.tree.exprs.push(original);
        for run in alternatives.chunk_by(|a, b| a.0 + 1 == b.0) {
            let Some(((_, last), before)) = run.split_last() else {
                continue;
            };
            let mut then = *last;
            for (position, instead) in before.iter().rev() {
                let kind = ExprKind::Cond {
                    cond: self.is_chosen(*position),
                    then: *instead,
                    otherwise: then,
                };
                then = self.push(kind, ty);
            }
            let kind = ExprKind::Cond {
                cond: self.is_among(run.iter().map(|(position, _)| *position)),
                then,
                otherwise: whole,
            };
            whole = self.push(kind, ty);
        }
        let kind = self.tree.expr(whole).kind.clone();
        self.tree.exprs[site.index()] = Expr { kind, ty, loc };
    }

    /// The statement is done unless a condition of the chosen position forbids it.
    fn guard(&mut self, site: StmtId, conditions: &[(usize, ExprId)]) {
        let original = self.tree.stmt(site).clone();
        let loc = original.loc;
        let then = StmtId(self.tree.stmts.len() as u32);
        self.tree.stmts.push(original);
        let always = self.push(ExprKind::Int(1), self.int);
        self.choose(always, conditions);
        let kind = StmtKind::If {
            cond: always,
            then,
            otherwise: None,
        };
        self.tree.stmts[site.index()] = Stmt { kind, loc };
    }

    /// The statement is left out where a condition holds.
    fn omit(&mut self, site: StmtId, cond: ExprId) {
        let original = self.tree.stmt(site).clone();
        let loc = original.loc;
        let kept = StmtId(self.tree.stmts.len() as u32);
        self.tree.stmts.push(original);
        let then = self.stmt(StmtKind::Empty);
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

#[cfg(test)]
mod checks {
    use super::tokens;

    #[test]
    fn words_and_signs() {
        assert_eq!(tokens("used++;"), 3);
        assert_eq!(tokens("used = table[i].count;"), 9);
        assert_eq!(tokens(""), 0);
    }
}
