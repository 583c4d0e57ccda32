//! One program that holds all changes.
//!
//! Where the tree could be changed, the original and its alternatives stand side by side and a number decides, which
//! enters as an element of an array that nobody defines. 0 is the program as it was written. There is a number for each
//! place, so that any set of changes is one run, too, and so that a run tells which places it comes to. Of two changes
//! one inside the other, the outer one is made.

use std::collections::BTreeMap;

use ctype::{IntKind, TypeId};
use frontend::tree::{BinaryOp, Expr, ExprId, ExprKind, LogicalOp, ObjectId, Stmt, StmtId, StmtKind, Tree};
use program::Program;
use source::{Diagnostic, FileId, LocId, SourceMap};

use crate::propose::{Change, Family, FromTests, Proposal, Proposer, Site, outside};
use crate::text::Edit;

/// The name of the array of numbers, one for each place.
pub(crate) const SWITCHES: &str = "__because_changes";

/// The alternatives of a place become jumps: inside an expression the claims of all of them would be visited, whichever is
/// chosen.
const LARGEST_LAZY: usize = 8;

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
    /// Where everything in it is written: what lies in memory is named by its line.
    pub(crate) sources: SourceMap,
    changes: Vec<(Change, Edit)>,
    /// The numbers that each change needs; and how many numbers there are.
    sites: Vec<Vec<u32>>,
    numbers: usize,
    /// Whether a constant becomes one that is often meant, and how far it is from the old one.
    likely: Vec<bool>,
    distances: Vec<u128>,
    /// Whether an assignment is put in beside one of the same value.
    beside: Vec<bool>,
}

impl Schema {
    /// Makes the program of all changes to files that are `editable`. Only changes of the `family`; texts and constants may
    /// become what the `tests` say.
    ///
    /// # Errors
    /// When nothing can be changed or the result cannot be lowered.
    pub fn new(
        mut tree: Tree,
        sources: &SourceMap,
        lowering: &lower::Options,
        editable: &dyn Fn(FileId) -> bool,
        family: Family,
        tests: &FromTests,
    ) -> Result<Schema, SchemaError> {
        let mut proposer = Proposer::new(&mut tree, sources, editable, tests);
        proposer.propose(family);
        let proposals = std::mem::take(&mut proposer.proposals);
        if proposals.is_empty() {
            return Err(SchemaError::Empty);
        }
        let mut installer = Installer::new(&mut tree, proposals.len());
        installer.install(&proposals);
        let (sites, numbers) = (installer.sites, installer.numbers as usize);
        let likely = proposals
            .iter()
            .map(|proposal| is_likely(sources, &proposal.edit))
            .collect();
        let distances = proposals
            .iter()
            .map(|proposal| constants(sources, &proposal.edit).map_or(0, |(old, new)| old.abs_diff(new)))
            .collect();
        let beside = proposals
            .iter()
            .map(|proposal| is_beside(sources, &proposal.edit))
            .collect();
        let lowering = lower::Options {
            largest_lazy: LARGEST_LAZY,
            ..lowering.clone()
        };
        let program = lower::lower(tree, sources, &lowering).map_err(SchemaError::Lowering)?;
        Ok(Schema {
            program,
            sources: sources.clone(),
            changes: proposals
                .into_iter()
                .map(|proposal| (proposal.kind, proposal.edit))
                .collect(),
            sites,
            numbers,
            likely,
            distances,
            beside,
        })
    }

    /// The numbers that a change needs.
    pub(crate) fn sites(&self, position: usize) -> &[u32] {
        &self.sites[position - 1]
    }

    /// Whether a change makes a constant one more or less, zero or one.
    pub(crate) fn is_likely_constant(&self, position: usize) -> bool {
        self.likely[position - 1]
    }

    /// How far a new constant is from the old one. Of those that repair the same tests the nearest breaks the fewest others.
    pub(crate) fn distance(&self, position: usize) -> u128 {
        self.distances[position - 1]
    }

    /// The constant that a change puts in, if it is one of many.
    pub(crate) fn far_constant(&self, position: usize) -> Option<i128> {
        let (change, edit) = &self.changes[position - 1];
        let far = *change == Change::Constant && !self.is_likely_constant(position);
        far.then(|| edit.replacement.trim().parse().ok())?
    }

    /// How many numbers there are.
    pub(crate) fn numbers(&self) -> usize {
        self.numbers
    }

    /// Whether two changes can be made together: in different places of the text, and neither inside the other.
    pub(crate) fn are_apart(&self, first: usize, second: usize) -> bool {
        let [one, other] = [first, second].map(|position| self.edit(position).span);
        let overlap = one.file == other.file
            && one.lo < other.hi.max(other.lo + 1)
            && other.lo < one.hi.max(one.lo + 1);
        let shared = || {
            self.sites(first)
                .iter()
                .any(|site| self.sites(second).contains(site))
        };
        !overlap && !shared()
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
                // Of the same length, a plain assignment of a constant is likelier than another one.
                let plain = text.contains(" = 0") || text.contains(" = 1") || text.contains(" = '");
                let likely = usize::from(plain) + usize::from(self.beside[position - 1]);
                2 * tokens(text) + if leaves { 6 } else { 0 } - likely
            }
            _ => 0,
        }
    }

    #[must_use]
    pub fn edit(&self, position: usize) -> &Edit {
        &self.changes[position - 1].1
    }
}

/// The old and the new constant.
fn constants(sources: &SourceMap, edit: &Edit) -> Option<(i128, i128)> {
    let old = sources.text(edit.span).trim().parse().ok()?;
    let new = edit.replacement.trim().parse().ok()?;
    Some((old, new))
}

fn is_likely(sources: &SourceMap, edit: &Edit) -> bool {
    constants(sources, edit).is_some_and(|(old, new)| old.abs_diff(new) <= 1 || matches!(new, 0 | 1))
}

/// Whether an assignment would stand before or behind one of the same value: what is cleared is cleared together.
fn is_beside(sources: &SourceMap, edit: &Edit) -> bool {
    let Some((_, value)) = edit.replacement.trim().split_once(" = ") else {
        return false;
    };
    let text = &sources.file(edit.span.file).text;
    let (Some(before), Some(behind)) = (
        text.get(..edit.span.lo as usize),
        text.get(edit.span.hi as usize..),
    ) else {
        return false;
    };
    let wanted = format!("= {value}");
    let behind = behind.split_inclusive(|byte| *byte == b';').next();
    let same = |text: &[u8]| text.trim_ascii_end().ends_with(wanted.as_bytes());
    same(before) || behind.is_some_and(same)
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
    /// The array of numbers.
    switch: ObjectId,
    number: TypeId,
    int: TypeId,
    sites: Vec<Vec<u32>>,
    numbers: u32,
}

impl<'t> Installer<'t> {
    fn new(tree: &'t mut Tree, proposals: usize) -> Installer<'t> {
        let number = tree.types.int(IntKind::UInt);
        let int = tree.types.int(IntKind::Int);
        let switch = ObjectId(tree.objects.len() as u32);
        tree.objects.push(outside(SWITCHES, number));
        Installer {
            tree,
            switch,
            number,
            int,
            sites: vec![Vec::new(); proposals],
            numbers: 0,
        }
    }

    fn install(&mut self, proposals: &[Proposal]) {
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
        let all = exprs.len() + omitted.len() + skipped.len() + guarded.len() + gaps.len();
        self.tree.objects[self.switch.index()].ty = self.tree.types.array(self.number, all as u64);
        for (site, alternatives) in exprs {
            let number = self.new_number(alternatives.iter().map(|(position, _)| *position));
            self.choose(number, site, &alternatives);
        }
        for (stmt, position) in omitted {
            let number = self.new_number([position].into_iter());
            let cond = self.is_chosen(number, position);
            self.omit(stmt, cond);
        }
        for (stmt, skips, position) in skipped {
            let number = self.new_number([position].into_iter());
            let lhs = self.is_chosen(number, position);
            let op = LogicalOp::And;
            let cond = self.push(ExprKind::Logical { op, lhs, rhs: skips }, self.int);
            self.omit(stmt, cond);
        }
        for (stmt, conditions) in guarded {
            let number = self.new_number(conditions.iter().map(|(position, _)| *position));
            self.guard(number, stmt, &conditions);
        }
        // From the end of each block, so that the places before stay where they are.
        for ((block, index), statements) in gaps.into_iter().rev() {
            let number = self.new_number(statements.iter().map(|(position, _)| *position));
            let chosen = self.insertion(number, &statements);
            if let StmtKind::Block(list) = &mut self.tree.stmts[block.index()].kind {
                list.insert(index, chosen);
            }
        }
    }

    /// The number that decides in a place where some changes can be made.
    fn new_number(&mut self, positions: impl Iterator<Item = usize>) -> u32 {
        let number = self.numbers;
        self.numbers += 1;
        for position in positions {
            let sites = &mut self.sites[position - 1];
            if sites.last() != Some(&number) {
                sites.push(number);
            }
        }
        number
    }

    /// One of several statements, or none.
    fn insertion(&mut self, number: u32, statements: &[(usize, StmtId)]) -> StmtId {
        let then = self.one_statement(number, statements);
        let cond = self.is_changed(number);
        self.stmt(StmtKind::If {
            cond,
            then,
            otherwise: None,
        })
    }

    /// One of some statements, found by halving: there may be hundreds, and each trial asks.
    fn one_statement(&mut self, number: u32, statements: &[(usize, StmtId)]) -> StmtId {
        match statements {
            [] => self.stmt(StmtKind::Empty),
            [(_, only)] => *only,
            _ => {
                let (first, second) = statements.split_at(statements.len() / 2);
                let cond = self.is_before(number, second[0].0);
                let then = self.one_statement(number, first);
                let otherwise = Some(self.one_statement(number, second));
                self.stmt(StmtKind::If {
                    cond,
                    then,
                    otherwise,
                })
            }
        }
    }

    /// The same for expressions of a type.
    fn one_expression(&mut self, number: u32, alternatives: &[(usize, ExprId)], ty: TypeId) -> ExprId {
        if let [(_, only)] = alternatives {
            return *only;
        }
        let (first, second) = alternatives.split_at(alternatives.len() / 2);
        let kind = ExprKind::Cond {
            cond: self.is_before(number, second[0].0),
            then: self.one_expression(number, first, ty),
            otherwise: self.one_expression(number, second, ty),
        };
        self.push(kind, ty)
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

    /// The number that decides in a place.
    fn deciding(&mut self, number: u32) -> ExprId {
        let array = self.tree.objects[self.switch.index()].ty;
        let pointer = self.tree.types.pointer(self.number);
        let object = self.push(ExprKind::Object(self.switch), array);
        let base = self.push(ExprKind::ArrayDecay(object), pointer);
        let index = self.push(ExprKind::Int(i128::from(number)), self.int);
        let place = self.push(ExprKind::Subscript { base, index }, self.number);
        self.push(ExprKind::Load(place), self.number)
    }

    fn is_chosen(&mut self, number: u32, position: usize) -> ExprId {
        self.compared(number, BinaryOp::Eq, position)
    }

    /// Whether the chosen position is before this one.
    fn is_before(&mut self, number: u32, position: usize) -> ExprId {
        self.compared(number, BinaryOp::Lt, position)
    }

    fn compared(&mut self, number: u32, op: BinaryOp, position: usize) -> ExprId {
        let lhs = self.deciding(number);
        let rhs = self.push(ExprKind::Int(position as i128), self.number);
        self.push(ExprKind::Binary { op, lhs, rhs }, self.int)
    }

    /// Whether a change is made in a place: what is not chosen costs one comparison, however many alternatives there are.
    fn is_changed(&mut self, number: u32) -> ExprId {
        self.compared(number, BinaryOp::Ne, 0)
    }

    /// The expression is another one at some positions, all behind one question, so that none of them is asked for while
    /// another place is tried.
    fn choose(&mut self, number: u32, site: ExprId, alternatives: &[(usize, ExprId)]) {
        if alternatives.is_empty() {
            return;
        }
        let original = self.tree.expr(site).clone();
        let (ty, loc) = (original.ty, original.loc);
        let otherwise = ExprId(self.tree.exprs.len() as u32);
        self.tree.exprs.push(original);
        let then = self.one_expression(number, alternatives, ty);
        let kind = ExprKind::Cond {
            cond: self.is_changed(number),
            then,
            otherwise,
        };
        self.tree.exprs[site.index()] = Expr { kind, ty, loc };
    }

    /// The statement is done unless a condition of the chosen position forbids it.
    fn guard(&mut self, number: u32, site: StmtId, conditions: &[(usize, ExprId)]) {
        let original = self.tree.stmt(site).clone();
        let loc = original.loc;
        let then = StmtId(self.tree.stmts.len() as u32);
        self.tree.stmts.push(original);
        let always = self.push(ExprKind::Int(1), self.int);
        self.choose(number, always, conditions);
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
