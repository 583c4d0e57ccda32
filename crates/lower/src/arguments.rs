//! The arguments of `main` where nobody gives any: inputs like all others.
//!
//! `argc` is any number from one on. The strings are objects of a fixed length whose bytes are inputs and of which the
//! last is zero, so that every engine executes the same Program, and a run with its arguments is replayed, explained and
//! minimised like any other. Where the program never looks at `argv`, the number of arguments is bounded only by what
//! an operating system takes; else by the strings there are, which the command line tells as an assumption.
//!
//! Tried and left: strings of unknown length would leave every loop over them without an end, and with them every
//! claim behind it undetermined.

use ctype::TypeId;
use frontend::tree;
use program::{
    BinaryOp, ExprId, ExprKind, InputSource, InstrKind, Lifetime, PlaceBase, Projection, VarId, Variable,
};
use source::LocId;

use crate::lowerer::Lowerer;

/// The largest `argc` where the program looks at `argv`, the program's name included.
pub const MOST_ARGUMENTS: u32 = 16;
/// The most characters of an open argument.
pub const LONGEST_ARGUMENT: u32 = 15;
/// The largest `argc` where it does not: about what fits beside an environment.
const MOST_COUNTED: i128 = 1 << 16;

impl Lowerer<'_> {
    /// What `main` is called with for its first two parameters: `argc` and `argv`.
    pub(crate) fn open_arguments(&mut self, main: &tree::Function, loc: LocId) -> (ExprId, ExprId) {
        let int = self.common.int;
        let looked_at = main.params.get(1).is_some_and(|&param| {
            let var = self.variable(param);
            let of_argv = |place: &program::Place| place.base == PlaceBase::Var(var);
            self.program.places.iter().any(of_argv)
        });
        let most = if looked_at {
            i128::from(MOST_ARGUMENTS)
        } else {
            MOST_COUNTED
        };
        let count = self.new_temp(int, "argc", loc);
        let place = self.var_place(count, loc);
        self.input(place, "argc".into(), InputSource::Argument, loc);
        for (op, bound) in [(BinaryOp::Ge, 1), (BinaryOp::Le, most)] {
            let (value, bound) = (self.load_var(count, loc), self.int(bound, int, loc));
            let within = self.compare(op, value, bound);
            self.emit(InstrKind::Assume(within), loc);
        }
        let vector = if looked_at {
            self.open_vector(count, loc)
        } else {
            let ty = self.program.types.pointer(self.common.char_pointer);
            self.builtin_value(program::Builtin::ArgumentVector, ty, "argv", loc)
        };
        (self.load_var(count, loc), vector)
    }

    /// `argv`: as many strings as there are arguments, then null.
    fn open_vector(&mut self, count: VarId, loc: LocId) -> ExprId {
        let pointer = self.common.char_pointer;
        let ty = self.program.types.array(pointer, u64::from(MOST_ARGUMENTS) + 1);
        let vector = self.argument_object("argv".into(), ty, false, loc);
        self.zero(vector, loc);
        let character = self
            .program
            .types
            .pointee(pointer)
            .expect("char * points at char");
        for index in 0..MOST_ARGUMENTS {
            let ty = self
                .program
                .types
                .array(character, u64::from(LONGEST_ARGUMENT) + 1);
            let string = self.argument_object(format!("argv[{index}]"), ty, true, loc);
            let zero = self.int(0, character, loc);
            let last = self.argument_element(string, u64::from(LONGEST_ARGUMENT), character, loc);
            self.assign(last, zero, loc);
            let first = self.argument_element(string, 0, character, loc);
            let address = self.address_of(first, loc);
            // An argument that is not there is the null at the end, or behind it.
            let (number, total) = (
                self.int(i128::from(index), self.common.int, loc),
                self.load_var(count, loc),
            );
            let cond = self.compare(BinaryOp::Lt, number, total);
            let otherwise = self.int(0, pointer, loc);
            let then = self.convert(address, pointer, loc);
            let value = self.expr(
                ExprKind::Cond {
                    cond,
                    then,
                    otherwise,
                },
                pointer,
                loc,
            );
            let place = self.argument_element(vector, u64::from(index), pointer, loc);
            self.assign(place, value, loc);
        }
        let first = self.argument_element(vector, 0, pointer, loc);
        self.address_of(first, loc)
    }

    fn argument_element(&mut self, array: VarId, index: u64, ty: TypeId, loc: LocId) -> program::PlaceId {
        let at = self.int(i128::from(index), self.common.int, loc);
        let place = self.var_place(array, loc);
        let whole = &mut self.program.places[place.index()];
        whole.path = Box::from([Projection::Index(at)]);
        whole.ty = ty;
        place
    }

    fn argument_object(&mut self, name: String, ty: TypeId, external: bool, loc: LocId) -> VarId {
        self.add_variable(Variable {
            name,
            ty,
            lifetime: Lifetime::Static,
            function: None,
            addressed: true,
            read_only: false,
            align: 16,
            extent: 0,
            external,
            loc,
        })
    }
}
