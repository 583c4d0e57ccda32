//! Statements, one for one. What the tool cannot execute becomes [`StmtKind::Unsupported`].

use rucc_sema::{CaseList, DeclKind, DeclList, ExprId, Linkage, Stmt, StmtId};

use super::{Converter, Switch};
use crate::tree::{self, Case, DeclPart, StmtKind};

impl Converter<'_> {
    pub(super) fn stmt(&mut self, id: StmtId) -> tree::StmtId {
        let loc = self.loc(self.tast.stmt_span(id));
        let kind = match self.tast[id] {
            Stmt::Error => StmtKind::Unsupported("a statement with an error".into()),
            Stmt::Empty => StmtKind::Empty,
            Stmt::Expr(expr) => StmtKind::Expr(self.expr(expr)),
            Stmt::Block(list) => {
                let tast = self.tast;
                StmtKind::Block(tast[list].iter().map(|&stmt| self.stmt(stmt)).collect())
            }
            Stmt::Decls(list) => return self.decls(list, self.tast.stmt_span(id).lo, loc),
            Stmt::If {
                cond,
                then,
                otherwise,
            } => StmtKind::If {
                cond: self.condition(cond),
                then: self.stmt(then),
                otherwise: otherwise.map(|stmt| self.stmt(stmt)),
            },
            Stmt::While { cond, body } => StmtKind::While {
                cond: self.condition(cond),
                body: self.stmt(body),
            },
            Stmt::DoWhile { body, cond } => StmtKind::DoWhile {
                body: self.stmt(body),
                cond: self.condition(cond),
            },
            Stmt::For {
                init,
                cond,
                step,
                body,
            } => StmtKind::For {
                init: init.map(|stmt| self.stmt(stmt)),
                cond: cond.map(|cond| self.condition(cond)),
                step: step.map(|step| self.expr(step)),
                body: self.stmt(body),
            },
            Stmt::Switch {
                cond, body, cases, ..
            } => self.switch(cond, body, cases),
            Stmt::Case { case, body } => {
                let body = self.stmt(body);
                let stmt = self.push_stmt(StmtKind::Case { body }, loc);
                if let Some(switch) = self.switches().last_mut() {
                    switch.cases.insert(case, stmt);
                }
                return stmt;
            }
            Stmt::Default { body } => {
                let body = self.stmt(body);
                let stmt = self.push_stmt(StmtKind::Default { body }, loc);
                if let Some(switch) = self.switches().last_mut() {
                    switch.default = Some(stmt);
                }
                return stmt;
            }
            Stmt::Label { label, body } => StmtKind::Label {
                label: self.label(label),
                body: self.stmt(body),
            },
            Stmt::Goto(label) => StmtKind::Goto(self.label(label)),
            Stmt::IndirectGoto(target) => {
                let target = self.expr(target);
                return self.computed_goto(target, loc);
            }
            Stmt::Asm(asm) => self.assembly(asm, loc),
            Stmt::Break => StmtKind::Break,
            Stmt::Continue => StmtKind::Continue,
            Stmt::Return(value) => StmtKind::Return(value.map(|value| self.expr(value))),
        };
        self.push_stmt(kind, loc)
    }

    fn switch(&mut self, cond: ExprId, body: StmtId, cases: CaseList) -> StmtKind {
        let cond = self.expr(cond);
        self.switches().push(Switch::default());
        let body = self.stmt(body);
        let switch = self.switches().pop().unwrap_or_default();
        let tast = self.tast;
        let cases = cases
            .iter()
            .filter_map(|id| {
                let case = &tast[id];
                Some(Case {
                    low: case.low,
                    high: case.high,
                    target: *switch.cases.get(&id)?,
                })
            })
            .collect();
        StmtKind::Switch {
            cond,
            body,
            cases,
            default: switch.default,
        }
    }

    fn switches(&mut self) -> &mut Vec<Switch> {
        &mut self.body.as_mut().expect("statements are in a function").switches
    }

    fn label(&mut self, id: rucc_sema::LabelId) -> tree::LabelId {
        let name = self.names.resolve(self.tast[id].name);
        let body = self.body.as_mut().expect("labels are in a function");
        *body.labels.entry(id).or_insert_with(|| {
            body.names.push(tree::Label {
                name: name.to_owned(),
            });
            tree::LabelId(body.names.len() as u32 - 1)
        })
    }

    /// A declaration statement declares objects or names types; of types only the array lengths matter.
    fn decls(&mut self, list: DeclList, first: u32, loc: source::LocId) -> tree::StmtId {
        let tast = self.tast;
        let mut parts = self.typeof_part(first, loc);
        for &id in &tast[list] {
            let decl = &tast[id];
            if decl.kind == DeclKind::Function {
                continue;
            }
            parts.extend(self.own_lengths(id));
            // `extern int x;` in a block names an object that lives elsewhere.
            if decl.kind == DeclKind::Object
                && decl.linkage == Linkage::None
                && let super::Entity::Object(object) = self.entity(id)
            {
                parts.push(DeclPart::Object(object));
            }
        }
        let kind = if parts.is_empty() {
            StmtKind::Empty
        } else {
            StmtKind::Decls(parts)
        };
        self.push_stmt(kind, loc)
    }
}
