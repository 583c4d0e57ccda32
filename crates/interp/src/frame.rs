//! The registers of all frames, and views of one frame's.

use crate::code::Reg;
use crate::object::{Pointer, Provenance};

/// The registers of all frames.
#[derive(Debug, Clone, Default)]
pub(crate) struct Registers {
    pub bits: Vec<u64>,
    pub prov: Vec<u64>,
}

impl Registers {
    /// Takes what others hold, in the room that is there.
    pub(crate) fn copy_from(&mut self, source: &Registers) {
        self.bits.clone_from(&source.bits);
        self.prov.clone_from(&source.prov);
    }

    #[inline]
    pub(crate) fn window(&mut self, base: usize, count: usize) -> (&mut [u64], &mut [u64]) {
        let end = base + count;
        if self.bits.len() < end {
            let length = (end * 2).max(1024);
            self.bits.resize(length, 0);
            self.prov.resize(length, 0);
        }
        (&mut self.bits[base..end], &mut self.prov[base..end])
    }

    /// A frame that ends at `next`, and the one that starts there.
    pub(crate) fn split(&mut self, base: usize, next: usize, count: usize) -> (Seen<'_>, Window<'_>) {
        let (lower, upper) = self.bits.split_at_mut(next);
        let (lower_prov, upper_prov) = self.prov.split_at_mut(next);
        let seen = Seen {
            bits: &lower[base..],
            prov: &lower_prov[base..],
        };
        let window = Window {
            bits: &mut upper[..count],
            prov: &mut upper_prov[..count],
        };
        (seen, window)
    }
}

/// The registers of a frame, to look at.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seen<'r> {
    pub bits: &'r [u64],
    pub prov: &'r [u64],
}

impl Seen<'_> {
    pub(crate) fn pointer(&self, reg: Reg) -> Pointer {
        Pointer {
            address: self.bits[reg as usize],
            provenance: Provenance(self.prov[reg as usize]),
        }
    }
}

/// The registers of a frame, to change.
#[derive(Debug)]
pub(crate) struct Window<'r> {
    pub bits: &'r mut [u64],
    pub prov: &'r mut [u64],
}
