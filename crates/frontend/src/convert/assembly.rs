//! Inline assembly.
//!
//! What it computes is not looked at. Assembly without instructions, and fences, do nothing that a program with one
//! thread could tell; any other is a call of a function without a body for each of its outputs, so that a report
//! says what was taken for granted: nothing changes but the outputs, and they may be anything.

use ctype::{FunctionType, Type, TypeId};
use rucc_sema::AsmId;
use source::LocId;

use super::Converter;
use crate::link::Declared;
use crate::tree::{self, ExprKind, StmtKind};

impl Converter<'_> {
    pub(super) fn assembly(&mut self, id: AsmId, loc: LocId) -> StmtKind {
        let tast = self.tast;
        let asm = &tast[id];
        if !tast[asm.labels].is_empty() {
            return StmtKind::Unsupported("inline assembly that jumps".into());
        }
        let text = |id: rucc_sema::StrId| -> String {
            let elements = tast[id].elements.iter();
            elements.filter_map(|&c| char::from_u32(c)).collect()
        };
        let idle = does_nothing(&text(asm.template));
        let outputs = &tast[asm.outputs];
        let mut stmts = Vec::new();
        for output in outputs {
            // What goes in comes out.
            if idle && text(output.constraint).starts_with('+') {
                continue;
            }
            let place = self.expr(output.value);
            let ty = self.linker.tree.expr(place).ty;
            let value = self.assembled(ty, loc);
            let assign = self.push(ExprKind::Assign { place, value }, ty, loc);
            stmts.push(self.push_stmt(StmtKind::Expr(assign), loc));
        }
        if outputs.is_empty() && !idle {
            let void = self.linker.tree.types.intern(Type::Void);
            let call = self.assembled(void, loc);
            stmts.push(self.push_stmt(StmtKind::Expr(call), loc));
        }
        if stmts.is_empty() {
            StmtKind::Empty
        } else {
            StmtKind::Block(stmts)
        }
    }

    /// A value that assembly leaves behind.
    fn assembled(&mut self, ty: TypeId, loc: LocId) -> tree::ExprId {
        // No program can define a function of this name.
        let types = &self.linker.tree.types;
        let name = if types.is_void(ty) {
            "__asm__".to_owned()
        } else {
            format!("__asm__ ({})", types.display(ty))
        };
        self.outside(&name, ty, loc)
    }

    /// What a function without a body returns.
    pub(super) fn outside(&mut self, name: &str, ty: TypeId, loc: LocId) -> tree::ExprId {
        let signature = self.linker.tree.types.intern(Type::Function(FunctionType {
            ret: ty,
            params: Vec::new(),
            variadic: false,
            prototyped: true,
        }));
        let function = self.linker.function(Declared {
            name,
            ty: signature,
            loc,
            guessed: false,
        });
        let callee = self.push(ExprKind::Function(function), signature, loc);
        let args = Box::default();
        self.push(ExprKind::Call { callee, args }, ty, loc)
    }
}

/// Whether assembly has no effect that a program with one thread could tell: nothing, waiting, and fences.
fn does_nothing(template: &str) -> bool {
    template.split(['\n', ';', '\0']).map(str::trim).all(|word| {
        matches!(
            word,
            "" | "nop"
                | "rep"
                | "rep nop"
                | "pause"
                | "mfence"
                | "lfence"
                | "sfence"
                | "sync"
                | "lwsync"
                | "isync"
                | "eieio"
                | "dmb"
                | "dsb"
                | "isb"
        )
    })
}
