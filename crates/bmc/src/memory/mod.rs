//! Memory as the symbolic side sees it: objects, what pointers may name, and what each byte holds.
//!
//! | file | is |
//! |---|---|
//! | `object` | everything that a pointer can point at |
//! | `cells` | reading and writing at known offsets of known objects |
//! | `place`, `pointer` | where an lvalue lies; the objects that a pointer may name |
//! | `load`, `store`, `bitfield` | reading and writing a scalar at a place; some bits of some bytes |
//! | `array` | objects that are too large to be a choice between elements |
//! | `ranges` | moving many bytes of these at once |
//! | `element` | a stored value, where the element that it goes to is known |
//! | `aggregate` | records and arrays as a whole |
//! | `unwritten` | bytes that nobody has written, on their way through copies |
//! | `address` | addresses of objects as numbers |
//! | `adjacent` | the end of one object, compared with the beginning of another |
//! | `invalid_address` | addresses that belong to no object |
//! | `names` | names for parts of objects, the same as the interpreter gives |

pub(crate) mod address;
mod adjacent;
pub(crate) mod aggregate;
pub(crate) mod array;
pub(crate) mod bitfield;
pub(crate) mod cells;
pub(crate) mod element;
pub(crate) mod invalid_address;
pub(crate) mod load;
pub(crate) mod names;
pub(crate) mod noted;
pub(crate) mod object;
pub(crate) mod outside_pointer;
pub(crate) mod place;
pub(crate) mod pointer;
pub(crate) mod ranges;
pub(crate) mod store;
pub(crate) mod unwritten;
