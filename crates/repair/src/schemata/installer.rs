//! Puts the switches into the tree.
//!
//! Where the tree could be changed, the original and its alternatives stand side by side and a number decides. All
//! alternatives of one place are behind one question, and which of them is found by halving: there may be hundreds, and
//! each trial asks.

use std::collections::BTreeMap;

use ctype::{IntKind, TypeId};
use frontend::tree::{BinaryOp, Expr, ExprId, ExprKind, LogicalOp, ObjectId, Stmt, StmtId, StmtKind, Tree};
use source::LocId;

use crate::operators::context::{Mutant, TreeChange, outside};
use crate::schemata::switches::SWITCHES;

pub(crate) struct Installer<'t> {
    tree: &'t mut Tree,
    /// The array of numbers.
    switch: ObjectId,
    number: TypeId,
    int: TypeId,
    /// The numbers that each change needs; and how many numbers there are.
    pub(crate) sites: Vec<Vec<u32>>,
    pub(crate) numbers: u32,
}

impl<'t> Installer<'t> {
    pub(crate) fn new(tree: &'t mut Tree, mutants: usize) -> Installer<'t> {
        let number = tree.types.int(IntKind::UInt);
        let int = tree.types.int(IntKind::Int);
        let switch = ObjectId(tree.objects.len() as u32);
        tree.objects.push(outside(SWITCHES, number));
        Installer {
            tree,
            switch,
            number,
            int,
            sites: vec![Vec::new(); mutants],
            numbers: 0,
        }
    }

    pub(crate) fn install(&mut self, mutants: &[Mutant]) {
        let mut exprs: BTreeMap<ExprId, Vec<(usize, ExprId)>> = BTreeMap::new();
        let mut omitted: Vec<(StmtId, usize)> = Vec::new();
        let mut skipped: Vec<(StmtId, ExprId, usize)> = Vec::new();
        let mut guarded: BTreeMap<StmtId, Vec<(usize, ExprId)>> = BTreeMap::new();
        let mut gaps: BTreeMap<(StmtId, usize), Vec<(usize, StmtId)>> = BTreeMap::new();
        for (index, mutant) in mutants.iter().enumerate() {
            let position = index + 1;
            for site in &mutant.sites {
                match *site {
                    TreeChange::Expr { site, instead } => {
                        exprs.entry(site).or_default().push((position, instead))
                    }
                    TreeChange::Without(stmt) => omitted.push((stmt, position)),
                    TreeChange::Skipped { stmt, skips } => skipped.push((stmt, skips, position)),
                    TreeChange::Guarded { stmt, cond } => {
                        guarded.entry(stmt).or_default().push((position, cond))
                    }
                    TreeChange::Before { block, index, first } => {
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

    /// Whether a change is made in a place: what is not chosen costs one comparison, however many alternatives there
    /// are.
    fn is_changed(&mut self, number: u32) -> ExprId {
        self.compared(number, BinaryOp::Ne, 0)
    }

    /// The expression is another one at some positions, all behind one question, so that none of them is asked for
    /// while another place is tried.
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
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::path::Path;
    use std::sync::Arc;

    use frontend::{FileProvider, Input, Request};

    use super::*;
    use crate::operators::context::Context;
    use crate::operators::{Family, TestIngredients};

    struct NoFiles;

    impl FileProvider for NoFiles {
        fn read(&self, _path: &Path) -> Option<Arc<[u8]>> {
            None
        }
    }

    /// Pointers, records, members, loops, a `switch`, texts: something for each operator.
    const TEXT: &str = r#"
        int printf(const char *, ...);
        struct node { struct node *next, *prev; int value; long weight; };
        static int table[] = {1, 2, 3};
        static double factor = 1.5;
        static int calls, last;
        static int length(int m, int y) { return m == 2 && y % 4 == 0 ? 29 : table[m % 3]; }
        static int twice(int m, int y) { return m * y + y; }
        static void next(int *y, int *m, int *d) {
            *d += 1;
            calls += 2;
            if (*d > length(*m, *y)) {
                *d = 1;
                *m += 1;
            }
            if (*m > 12) {
                *m = 1;
                *y += 1;
            }
        }
        static long sum(struct node *n, int most) {
            long all = 0;
            int spare = most - 1;
            while (n && most > 0) {
                all += n->value;
                n->weight = all;
                last = most;
                n = n->next;
                most--;
            }
            return all / 2;
        }
        static int is_late(long all) {
            long late = sum(0, 3);
            return late > all && calls;
        }
        int main(void) {
            struct node a = {0, 0, 3, 4}, b;
            int y = 1, m = 2, d = 28, i, had = 0;
            double mean = y / m;
            char c = 'x', *p = "some";
            while (*p) p++;
            while (c && !*p) c--;
            b.next = &a;
            b.value = 7;
            for (i = 0; i < 3; i++) {
                next(&y, &m, &d);
                printf("%d-%d-%d\n", y, m, d);
            }
            switch (m) {
            case 1: had = 1;
            case 2: had = !had; break;
            default: had = -1;
            }
            if (c == 'x' || had) printf("%f %ld\n", mean * factor, sum(&b, 9) + twice(m, y));
            return 0;
        }
    "#;

    #[test]
    fn every_mutant_is_a_well_formed_program() {
        let request = Request {
            inputs: vec![Input::new("t.c", TEXT)],
            link_models: false,
            ..Request::default()
        };
        let families = [
            Family::Changes,
            Family::Insertions,
            Family::ForeignStatements,
            Family::Conditions,
            Family::Checks,
            Family::Terms,
        ];
        let tests = TestIngredients {
            letters: vec![b'x', b'y'],
            ..TestIngredients::default()
        };
        let mut wrong = Vec::new();
        for family in families {
            let outcome = frontend::parse(&request, &NoFiles);
            let (sources, mut tree) = (outcome.sources, outcome.tree.expect("no errors"));
            let mut context = Context::new(&mut tree, &sources, &|_| true, &tests);
            context.generate(family);
            let mutants = std::mem::take(&mut context.mutants);

            assert!(!mutants.is_empty(), "{family:?}");
            let lowers = |mutants: &[Mutant]| {
                let mut tree = tree.clone();
                Installer::new(&mut tree, mutants.len()).install(mutants);
                let lowered = catch_unwind(AssertUnwindSafe(|| {
                    lower::lower(tree, &sources, &lower::Options::default()).is_ok()
                }));
                matches!(lowered, Ok(true))
            };
            if lowers(&mutants) {
                continue;
            }
            // One by one takes long, but says which.
            for mutant in mutants {
                if !lowers(std::slice::from_ref(&mutant)) {
                    let old = sources.text(mutant.edit.span);
                    wrong.push((mutant.operator, old, mutant.edit.replacement));
                }
            }
            wrong.push(("all together", String::new(), format!("{family:?}")));
        }
        assert!(
            wrong.is_empty(),
            "{} of them: {:#?}",
            wrong.len(),
            &wrong[..wrong.len().min(9)]
        );
    }
}
