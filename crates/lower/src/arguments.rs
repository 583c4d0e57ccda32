//! What `main` is called with.
//!
//! Either the arguments are those of the run, which the engines know, or nobody has named any: then their number
//! and their text are inputs, as in CBMC. `argv[i]` is an object of its own of unknown bytes, as long as Linux lets
//! an argument be, whose last byte ends it. A program that does not look at its parameters gets the usual ones, so
//! that no input stands for nothing.

use frontend::tree::{self, ExprKind as T, ObjectId};
use program::{
    BinaryOp, Builtin, ExprId, ExprKind, InputSource, InstrKind, Lifetime, Projection, VarId, Variable,
};
use source::LocId;

use crate::lowerer::Lowerer;

/// `argc` is not larger than this where `argv` is used: each argument is an object.
pub const MOST_ARGUMENTS: u64 = 32;

/// For so many there is a vector of just the right length.
const EXACT_ARGUMENTS: u64 = 3;

/// Where it is not used: the kernel has no room for more.
const LARGEST_COUNT: i128 = (1 << 28) - 1;

/// Bytes of one argument with its end, `MAX_ARG_STRLEN` of Linux.
const LONGEST_ARGUMENT: u64 = 1 << 17;

impl Lowerer<'_> {
    pub(crate) fn main_arguments(&mut self, main: &tree::Function, loc: LocId) -> Vec<ExprId> {
        let uses = |index: usize| main.params.get(index).is_some_and(|&param| self.is_named(param));
        let (count_used, vector_used) = (uses(0), uses(1));
        let unknown = self.options.open_arguments && (count_used || vector_used);
        let count = unknown.then(|| self.unknown_count(vector_used, loc));
        let mut args = Vec::new();
        for (index, &param) in main.params.iter().enumerate() {
            let ty = self.tree.object(param).ty;
            let value = match (index, count) {
                (0, Some(count)) => self.load_var(count, loc),
                (1, Some(count)) if vector_used => self.unknown_vector(count, loc),
                (0, None) => self.builtin_value(Builtin::ArgumentCount, self.common.int, "argc", loc),
                (1, _) => {
                    let ty = self.program.types.pointer(self.common.char_pointer);
                    self.builtin_value(Builtin::ArgumentVector, ty, "argv", loc)
                }
                _ => self.empty_environment(loc),
            };
            args.push(self.convert(value, ty, loc));
        }
        args
    }

    /// Whether the program looks at a parameter.
    fn is_named(&self, param: ObjectId) -> bool {
        let named = |expr: &tree::Expr| matches!(expr.kind, T::Object(object) if object == param);
        self.tree.exprs.iter().any(named)
    }

    fn unknown_count(&mut self, vector_used: bool, loc: LocId) -> VarId {
        let int = self.common.int;
        let count = self.new_temp(int, "argc", loc);
        let place = self.var_place(count, loc);
        self.input(place, "argc".into(), InputSource::Argument, loc);
        let most = if vector_used {
            i128::from(MOST_ARGUMENTS)
        } else {
            LARGEST_COUNT
        };
        for (op, bound) in [(BinaryOp::Ge, 1), (BinaryOp::Le, most)] {
            let value = self.load_var(count, loc);
            let bound = self.int(bound, int, loc);
            let within = self.compare(op, value, bound);
            self.emit(InstrKind::Assume(within), loc);
        }
        count
    }

    /// Arrays of pointers to unknown text that end with a null: one for each small number of arguments, so that
    /// nothing lies behind its null, and a large one that is null from `argc` on.
    fn unknown_vector(&mut self, count: VarId, loc: LocId) -> ExprId {
        let pointer = self.common.char_pointer;
        let text = self.program.types.int(ctype::IntKind::Char);
        let text = self.program.types.array(text, LONGEST_ARGUMENT);
        let mut texts = Vec::new();
        for index in 0..MOST_ARGUMENTS {
            let argument = self.outside_variable(format!("argv[{index}]"), text, true, loc);
            let last = self.element_place(argument, LONGEST_ARGUMENT - 1, loc);
            let end = self.int(0, self.program.place(last).ty, loc);
            self.assign(last, end, loc);
            texts.push(argument);
        }
        let ty = self.program.types.array(pointer, MOST_ARGUMENTS + 1);
        let vector = self.outside_variable("argv".into(), ty, false, loc);
        for index in 0..=MOST_ARGUMENTS {
            let mut value = self.int(0, pointer, loc);
            if let Some(&argument) = texts.get(index as usize) {
                let first = self.element_place(argument, 0, loc);
                let address = self.address_of(first, loc);
                value = self.if_count(BinaryOp::Gt, count, index, address, value, loc);
            }
            let place = self.element_place(vector, index, loc);
            self.assign(place, value, loc);
        }
        let first = self.element_place(vector, 0, loc);
        let mut result = self.address_of(first, loc);
        for number in 1..=EXACT_ARGUMENTS {
            let ty = self.program.types.array(pointer, number + 1);
            let vector = self.outside_variable("argv".into(), ty, false, loc);
            self.zero(vector, loc);
            for (index, &argument) in (0..number).zip(&texts) {
                let first = self.element_place(argument, 0, loc);
                let address = self.address_of(first, loc);
                let place = self.element_place(vector, index, loc);
                self.assign(place, address, loc);
            }
            let first = self.element_place(vector, 0, loc);
            let exact = self.address_of(first, loc);
            result = self.if_count(BinaryOp::Eq, count, number, exact, result, loc);
        }
        result
    }

    /// One of two pointers, by a comparison of `argc` with a number.
    fn if_count(
        &mut self,
        op: BinaryOp,
        count: VarId,
        number: u64,
        then: ExprId,
        otherwise: ExprId,
        loc: LocId,
    ) -> ExprId {
        let number = self.int(i128::from(number), self.common.int, loc);
        let given = self.load_var(count, loc);
        let cond = self.compare(op, given, number);
        let ty = self.program.expr(then).ty;
        let kind = ExprKind::Cond {
            cond,
            then,
            otherwise,
        };
        self.expr(kind, ty, loc)
    }

    fn element_place(&mut self, var: VarId, index: u64, loc: LocId) -> program::PlaceId {
        let place = self.var_place(var, loc);
        let number = self.int(i128::from(index), self.common.size, loc);
        let array = self.program.place(place).ty;
        let element = self.program.types.element(array).unwrap_or(array);
        let whole = &mut self.program.places[place.index()];
        whole.path = Box::from([Projection::Index(number)]);
        whole.ty = element;
        place
    }

    /// An object that the system makes before the program starts.
    fn outside_variable(&mut self, name: String, ty: ctype::TypeId, external: bool, loc: LocId) -> VarId {
        let align = self.program.types.align_of(ty);
        self.add_variable(Variable {
            addressed: true,
            external,
            ..Variable::new(name, ty, align, Lifetime::Static, loc)
        })
    }

    fn builtin_value(&mut self, op: Builtin, ty: ctype::TypeId, name: &str, loc: LocId) -> ExprId {
        let temp = self.new_temp(ty, name, loc);
        let dest = self.var_place(temp, loc);
        self.emit(
            InstrKind::Builtin {
                dest: Some(dest),
                op,
                args: Box::default(),
            },
            loc,
        );
        self.load_var(temp, loc)
    }

    /// `envp`: an array that holds only the terminating null.
    fn empty_environment(&mut self, loc: LocId) -> ExprId {
        let ty = self.program.types.array(self.common.char_pointer, 1);
        let var = self.outside_variable("envp".into(), ty, false, loc);
        self.zero(var, loc);
        let place = self.var_place(var, loc);
        self.address_of(place, loc)
    }
}
