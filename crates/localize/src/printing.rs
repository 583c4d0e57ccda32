//! What is printed, suspended.
//!
//! A call that prints is suspended as a whole or piece by piece: the literal text between the conversions of its
//! format, and each conversion. The call falls into one print for each piece, and a suspended piece goes to a stream of
//! its own, on which anything may come.

use program::varargs::slot_size;
use program::{
    Builtin, Construct, ExprId, ExprKind, FunctionId, Instr, InstrKind, Pc, PlaceBase, Projection, StringId,
    VarId,
};
use source::LocId;

use super::formats::pieces;
use super::instrument::{Instrumenter, instr};
use super::splice::FRAGMENT;
use super::walk::{literal_of, literals};

impl Instrumenter<'_> {
    /// A text in static storage.
    fn text(&mut self, text: &[u8]) -> VarId {
        let mut bytes = text.to_vec();
        bytes.push(0);
        let char = self.program.types.int(ctype::IntKind::Char);
        let ty = self.program.types.array(char, bytes.len() as u64);
        let var = self.variable(String::from_utf8_lossy(text).into_owned(), ty, None);
        self.program.variables[var.index()].addressed = true;
        self.program.strings.push(bytes.into_boxed_slice());
        let string = StringId(self.program.strings.len() as u32 - 1);
        let value = self.expr(ExprKind::Bytes(string), ty, LocId::NONE);
        let place = self.var_place(var);
        self.prologue
            .push(vec![instr(InstrKind::Assign { place, value })]);
        var
    }

    fn text_pointer(&mut self, var: VarId) -> ExprId {
        let char = self.program.types.int(ctype::IntKind::Char);
        let pointer = self.program.types.pointer(char);
        let long = self.program.types.pointer_sized(true);
        let zero = self.number(0, long);
        let place = self.place(PlaceBase::Var(var), vec![Projection::Index(zero)], char);
        self.expr(ExprKind::AddressOf(place), pointer, LocId::NONE)
    }

    fn print(&mut self, stream: i128, text: VarId, arguments: ExprId) -> Instr {
        let stream = self.number(stream, self.int);
        let text = self.text_pointer(text);
        instr(InstrKind::Builtin {
            dest: None,
            op: Builtin::Print,
            args: Box::new([stream, text, arguments]),
        })
    }

    fn no_arguments(&mut self) -> ExprId {
        let char = self.program.types.int(ctype::IntKind::Char);
        let pointer = self.program.types.pointer(char);
        self.number(0, pointer)
    }

    /// Prints anything.
    pub(super) fn free_print(&mut self) -> Instr {
        let anything = self.text(b"?");
        let none = self.no_arguments();
        self.print(bmc::SUSPENDED_STREAM, anything, none)
    }

    /// What is printed: the whole call, or a piece of its format.
    pub(super) fn suspend_print(&mut self, function: FunctionId, pc: Pc, piece: Option<u32>, flag: VarId) {
        let free = self.free_print();
        let Some(piece) = piece else {
            let cond = self.load(flag);
            let old = self.program.function(function).body[pc.index()].clone();
            let branch = InstrKind::Branch {
                cond,
                then: Pc(FRAGMENT + 1),
                otherwise: Pc(FRAGMENT + 3),
                construct: Construct::Internal,
            };
            let jump = InstrKind::Jump(Pc(FRAGMENT + 4));
            self.edit(function, pc.0).instead = Some(vec![instr(branch), free, instr(jump), old]);
            return;
        };
        let old = self.original().function(function).body[pc.index()].clone();
        let InstrKind::Call { args, varargs, .. } = &old.kind else {
            return;
        };
        let texts = literals(self.original());
        let Some(format) = literal_of(self.original(), &texts, args[0]) else {
            return;
        };
        let all = pieces(format);
        if self.edit(function, pc.0).instead.is_none() {
            let mut fragments = Vec::new();
            let mut offset: u64 = 0;
            for part in &all {
                let text = &format[part.start..part.end];
                let text_var = self.text(text);
                let mut arguments = match varargs {
                    Some(varargs) => self.copy_expr(*varargs),
                    None => self.no_arguments(),
                };
                if offset > 0 {
                    let ty = self.program.expr(arguments).ty;
                    let long = self.program.types.pointer_sized(true);
                    let index = self.number(offset.into(), long);
                    let kind = ExprKind::PointerAdd {
                        pointer: arguments,
                        index,
                        stride: 1,
                    };
                    arguments = self.expr(kind, ty, LocId::NONE);
                }
                if part.conversion {
                    let stars = text.iter().filter(|&&byte| byte == b'*').count() as u64;
                    let long_double = matches!(
                        text.last(),
                        Some(b'a' | b'e' | b'f' | b'g' | b'A' | b'E' | b'F' | b'G')
                    ) && text.contains(&b'L');
                    offset += stars * slot_size(4) + slot_size(if long_double { 16 } else { 8 });
                }
                // Four places for each piece, of which the first three wait to be used.
                let skip = |at: u32| instr(InstrKind::Jump(Pc(FRAGMENT + at)));
                let base = fragments.len() as u32;
                let print = self.print(1, text_var, arguments);
                fragments.extend([skip(base + 1), skip(base + 2), skip(base + 3)]);
                fragments.push(Instr {
                    loc: old.loc,
                    ..print
                });
            }
            self.edit(function, pc.0).instead = Some(fragments);
        }
        let base = piece * 4;
        let cond = self.load(flag);
        if let Some(fragments) = &mut self.edit(function, pc.0).instead {
            let at = base as usize;
            fragments[at] = instr(InstrKind::Branch {
                cond,
                then: Pc(FRAGMENT + base + 1),
                otherwise: Pc(FRAGMENT + base + 3),
                construct: Construct::Internal,
            });
            fragments[at + 1] = free;
            fragments[at + 2] = instr(InstrKind::Jump(Pc(FRAGMENT + base + 4)));
        }
    }
}
