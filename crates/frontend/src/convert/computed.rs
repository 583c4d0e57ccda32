//! GNU labels as values: `&&label` and `goto *pointer`.
//!
//! A label whose address is taken is stood for by a byte of its own that nobody can write, so that its address is
//! like no other and lives as long as the run. A computed goto then asks which label the address is, one after the
//! other; which labels there are is only known at the end of the function, where the question is filled in.

use source::LocId;

use super::Converter;
use crate::tree::{self, BinaryOp, DeclPart, ExprKind, InitEntry, Object, StmtKind, Storage};

/// A computed goto whose statement is still empty.
#[derive(Debug, Clone, Copy)]
pub(super) struct ComputedGoto {
    stmt: tree::StmtId,
    address: tree::ExprId,
}

impl Converter<'_> {
    /// `&&label` as a pointer of the type given.
    pub(super) fn label_address(
        &mut self,
        label: rucc_sema::LabelId,
        ty: ctype::TypeId,
        loc: LocId,
    ) -> tree::ExprId {
        let byte = self.linker.tree.types.int(ctype::IntKind::Char);
        let object = match self.label_objects.get(&label) {
            Some(&object) => object,
            None => {
                let name = self.names.resolve(self.tast[label].name);
                let object = self
                    .linker
                    .new_static(plain(format!("&&{name}"), byte, Storage::Static, loc));
                self.label_objects.insert(label, object);
                object
            }
        };
        let place = self.push(ExprKind::Object(object), byte, loc);
        let pointer = self.linker.tree.types.pointer(byte);
        let address = self.push(ExprKind::AddressOf(place), pointer, loc);
        self.cast(address, ty, loc)
    }

    pub(super) fn computed_goto(&mut self, address: tree::ExprId, loc: LocId) -> tree::StmtId {
        let stmt = self.push_stmt(StmtKind::Empty, loc);
        if let Some(body) = &mut self.body {
            body.computed.push(ComputedGoto { stmt, address });
        }
        stmt
    }

    /// Fills in the computed gotos of the function that ends here.
    pub(super) fn finish_computed_gotos(&mut self) {
        let Some(body) = &mut self.body else { return };
        let open = std::mem::take(&mut body.computed);
        let mut labels: Vec<_> = body.labels.iter().map(|(&from, &to)| (to, from)).collect();
        labels.sort_unstable_by_key(|&(to, _)| to.0);
        for goto in open {
            self.fill_in(goto, &labels);
        }
    }

    fn fill_in(&mut self, goto: ComputedGoto, labels: &[(tree::LabelId, rucc_sema::LabelId)]) {
        let loc = self.linker.tree.stmt(goto.stmt).loc;
        let ty = self.linker.tree.expr(goto.address).ty;
        let int = self.linker.tree.types.int(ctype::IntKind::Int);
        let mut target = plain("target".to_owned(), ty, Storage::Automatic, loc);
        target.constant = false;
        target.function = self.body.as_ref().map(|body| body.id);
        target.init = Some(vec![InitEntry {
            offset: 0,
            bits: None,
            value: goto.address,
        }]);
        let target = self.linker.new_object(target);
        let mut stmts = vec![self.push_stmt(StmtKind::Decls(vec![DeclPart::Object(target)]), loc)];
        for &(label, from) in labels {
            let place = self.push(ExprKind::Object(target), ty, loc);
            let lhs = self.push(ExprKind::Load(place), ty, loc);
            let rhs = self.label_address(from, ty, loc);
            let op = BinaryOp::Eq;
            let cond = self.push(ExprKind::Binary { op, lhs, rhs }, int, loc);
            let then = self.push_stmt(StmtKind::Goto(label), loc);
            stmts.push(self.push_if(cond, then, loc));
        }
        let astray = StmtKind::Unsupported("a computed goto to what is no label of its function".into());
        stmts.push(self.push_stmt(astray, loc));
        self.linker.tree.stmts[goto.stmt.index()].kind = StmtKind::Block(stmts);
    }
}

fn plain(name: String, ty: ctype::TypeId, storage: Storage, loc: LocId) -> Object {
    Object {
        constant: true,
        ..Object::new(name, ty, storage, loc)
    }
}
