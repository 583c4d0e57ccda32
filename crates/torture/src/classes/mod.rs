//! The classes of programs, one file each.

mod arithmetic;
mod blocks;
mod floats;
mod heap;
mod huge;
mod jumps;
mod loops;
mod mixed;
mod partial;
mod pointers;
mod recursion;
mod strings;
mod switches;
mod values;
mod variadic;

use crate::builder::Builder;
use crate::tree::Tree;

/// What a program is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// A little of everything, with few errors.
    Mixed,
    /// `goto` and `case` over declarations, into and out of blocks.
    Jumps,
    /// Unions, bit-fields, padding and objects of which only some bytes are written.
    Partial,
    /// Sizes and indices near the limits of what there is.
    Huge,
    /// Pointers that are integers or bytes for a while.
    Pointers,
    /// Variadic functions and the `printf` family.
    Variadic,
    /// String functions at the edges of buffers.
    Strings,
    /// Nested loops with `break`, `continue` and `goto`.
    Loops,
    /// `switch` with fall-through, labels in blocks and loops.
    Switches,
    /// Signed and unsigned numbers at their limits.
    Arithmetic,
    /// Lists on the heap, with `free` and `realloc`.
    Heap,
    Recursion,
    Floats,
    /// Structures as values, and operands with side effects.
    Values,
    /// Heap objects whose sizes are inputs, filled and moved by lengths that are inputs.
    Blocks,
}

impl Class {
    pub const ALL: [Class; 15] = [
        Class::Mixed,
        Class::Jumps,
        Class::Partial,
        Class::Huge,
        Class::Pointers,
        Class::Variadic,
        Class::Strings,
        Class::Loops,
        Class::Switches,
        Class::Arithmetic,
        Class::Heap,
        Class::Recursion,
        Class::Floats,
        Class::Values,
        Class::Blocks,
    ];

    /// What it is called on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Class::Mixed => "mixed",
            Class::Jumps => "jumps",
            Class::Partial => "partial",
            Class::Huge => "huge",
            Class::Pointers => "pointers",
            Class::Variadic => "variadic",
            Class::Strings => "strings",
            Class::Loops => "loops",
            Class::Switches => "switches",
            Class::Arithmetic => "arithmetic",
            Class::Heap => "heap",
            Class::Recursion => "recursion",
            Class::Floats => "floats",
            Class::Values => "values",
            Class::Blocks => "blocks",
        }
    }

    #[must_use]
    pub fn named(name: &str) -> Option<Class> {
        Class::ALL.into_iter().find(|class| class.name() == name)
    }

    /// A program of this class, the same for the same seed.
    #[must_use]
    pub fn generate(self, seed: u64) -> Tree {
        let builder = Builder::new(seed);
        match self {
            Class::Mixed => mixed::generate(builder),
            Class::Jumps => jumps::generate(builder),
            Class::Partial => partial::generate(builder),
            Class::Huge => huge::generate(builder),
            Class::Pointers => pointers::generate(builder),
            Class::Variadic => variadic::generate(builder),
            Class::Strings => strings::generate(builder),
            Class::Loops => loops::generate(builder),
            Class::Switches => switches::generate(builder),
            Class::Arithmetic => arithmetic::generate(builder),
            Class::Heap => heap::generate(builder),
            Class::Recursion => recursion::generate(builder),
            Class::Floats => floats::generate(builder),
            Class::Values => values::generate(builder),
            Class::Blocks => blocks::generate(builder),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_program() {
        for class in Class::ALL {
            assert_eq!(class.generate(7), class.generate(7));
            assert_ne!(class.generate(7).render(), class.generate(8).render());
            assert_eq!(Class::named(class.name()), Some(class));
        }
    }
}
