//! Values that enter a run: taken, cut to their type, recorded.

use ctype::TypeId;
use source::LocId;

use crate::input::{InputKind, InputRequest, InputValue};
use crate::machine::Machine;
use crate::scalar::{Repr, Scalar};

impl Machine<'_> {
    /// The how-manieth input of a name this is.
    fn count(&mut self, name: &str) -> u32 {
        if let Some(count) = self.occurrences.get_mut(name) {
            *count += 1;
            return *count;
        }
        self.occurrences.insert(name.to_owned(), 1);
        1
    }

    /// Takes an input, cut to its type.
    pub(crate) fn consume(&mut self, name: &str, ty: TypeId, kind: InputKind, loc: LocId) -> u128 {
        if self.quiet {
            return 0;
        }
        let own = self.threads.as_ref().and_then(|threads| threads.prefix());
        let own = own.map(|thread| format!("{thread}:{name}"));
        let name = own.as_deref().unwrap_or(name);
        let occurrence = self.count(name);
        let request = InputRequest {
            name,
            occurrence,
            ty,
            types: &self.program.types,
            kind,
            loc,
        };
        let supplied = self.environment.inputs.supply(&request);
        let mut bits = supplied;
        if let Some(scalar) = Scalar::of(&self.program.types, ty) {
            bits = scalar.canonical(bits);
            if scalar.repr == Repr::Bool {
                bits = u128::from(bits != 0);
            }
        }
        self.record(name, occurrence, ty, kind, bits, loc);
        bits
    }

    pub(crate) fn record(
        &mut self,
        name: &str,
        occurrence: u32,
        ty: TypeId,
        kind: InputKind,
        bits: u128,
        loc: LocId,
    ) {
        if !self.environment.inputs.records(kind) {
            return;
        }
        let record = InputValue {
            name: name.to_owned(),
            occurrence,
            ty,
            kind,
            bits,
            loc,
        };
        let at = self.event_at();
        self.environment.observer.input(at, &record);
        self.records.push(record);
    }

    /// The next byte of standard input as a recorded input, or -1.
    pub(crate) fn read_byte(&mut self, ty: TypeId) -> i32 {
        if self.quiet {
            return -1;
        }
        let byte = self.environment.stdin.next_byte();
        let value = byte.map_or(-1, i32::from);
        let occurrence = self.count("stdin");
        let bits = i128::from(value) as u128;
        self.record("stdin", occurrence, ty, InputKind::Stdin, bits, self.loc());
        value
    }
}
