//! Shadow memory: who wrote each byte last.
//!
//! Objects may be large and are often written as a whole, so an object has a map of intervals instead of a number for
//! each byte. A variable without an address has one writer. What was never written, or has become indeterminate, is in
//! no map.

use std::collections::{BTreeMap, HashMap};

use interp::{Cell, Extent};
use program::VarId;

use crate::data::{Origin, StepId};

#[derive(Debug, Clone, Copy)]
struct Interval {
    size: u64,
    writer: StepId,
}

#[derive(Debug, Default)]
pub(crate) struct Writers {
    registers: HashMap<(u64, VarId), StepId>,
    /// By object: intervals that do not overlap, by their first byte.
    objects: HashMap<u64, BTreeMap<u64, Interval>>,
}

impl Writers {
    pub(crate) fn write(&mut self, extent: Extent, writer: StepId) {
        match extent.cell {
            Cell::Register { activation, var } => {
                self.registers.insert((activation, var), writer);
            }
            Cell::Memory { object, offset } => {
                if extent.size == 0 {
                    return;
                }
                self.forget(extent);
                let size = extent.size;
                self.objects
                    .entry(object)
                    .or_default()
                    .insert(offset, Interval { size, writer });
            }
        }
    }

    /// The bytes are indeterminate.
    pub(crate) fn forget(&mut self, extent: Extent) {
        let (object, from) = match extent.cell {
            Cell::Register { activation, var } => {
                self.registers.remove(&(activation, var));
                return;
            }
            Cell::Memory { object, offset } => (object, offset),
        };
        let Some(map) = self.objects.get_mut(&object) else {
            return;
        };
        let to = from.saturating_add(extent.size);
        // One that begins before may reach in, and even out at the other end.
        if let Some((&start, &found)) = map.range(..from).next_back() {
            let end = start + found.size;
            if end > from {
                let writer = found.writer;
                let size = from - start;
                map.insert(start, Interval { size, writer });
                if end > to {
                    let size = end - to;
                    map.insert(to, Interval { size, writer });
                }
            }
        }
        let inside: Vec<u64> = map.range(from..to).map(|(start, _)| *start).collect();
        for start in inside {
            let Some(found) = map.remove(&start) else { continue };
            let end = start + found.size;
            if end > to {
                let writer = found.writer;
                let size = end - to;
                map.insert(to, Interval { size, writer });
            }
        }
    }

    /// Who wrote some bytes, from the first to the last.
    pub(crate) fn origins(&self, extent: Extent, mut each: impl FnMut(Origin)) {
        let (object, from) = match extent.cell {
            Cell::Register { activation, var } => {
                let writer = self.registers.get(&(activation, var)).copied();
                let (size, cell) = (extent.size, extent.cell);
                return each(Origin {
                    offset: 0,
                    size,
                    cell,
                    writer,
                });
            }
            Cell::Memory { object, offset } => (object, offset),
        };
        let to = from.saturating_add(extent.size);
        let mut tell = |start: u64, end: u64, writer: Option<StepId>| {
            if start < end {
                let cell = Cell::Memory {
                    object,
                    offset: start,
                };
                each(Origin {
                    offset: start - from,
                    size: end - start,
                    cell,
                    writer,
                });
            }
        };
        let Some(map) = self.objects.get(&object) else {
            return tell(from, to, None);
        };
        let first = map.range(..=from).next_back().map_or(from, |(start, _)| *start);
        let mut at = from;
        for (&start, found) in map.range(first..to) {
            let end = (start + found.size).min(to);
            if end <= at {
                continue;
            }
            tell(at, start.max(at), None);
            tell(start.max(at), end, Some(found.writer));
            at = end;
        }
        tell(at, to, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extent(offset: u64, size: u64) -> Extent {
        Extent {
            cell: Cell::Memory { object: 7, offset },
            size,
        }
    }

    fn told(writers: &Writers, offset: u64, size: u64) -> Vec<(u64, u64, Option<u32>)> {
        let mut all = Vec::new();
        writers.origins(extent(offset, size), |origin| {
            all.push((origin.offset, origin.size, origin.writer.map(|step| step.0)));
        });
        all
    }

    /// Against one writer for each byte, on all short sequences of a kind.
    #[test]
    fn intervals_agree_with_single_bytes() {
        let mut seed = 1u64;
        let mut next = |below: u64| {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (seed >> 33) % below
        };
        for _ in 0..500 {
            let mut writers = Writers::default();
            let mut bytes = [None; 16];
            for step in 0..12 {
                let from = next(16);
                let size = next(17 - from);
                let range = from as usize..(from + size) as usize;
                if next(4) == 0 {
                    writers.forget(extent(from, size));
                    bytes[range].fill(None);
                } else {
                    writers.write(extent(from, size), StepId(step));
                    bytes[range].fill(Some(step));
                }
                let mut seen = Vec::new();
                for (_, size, writer) in told(&writers, 0, 16) {
                    seen.extend(std::iter::repeat_n(writer, size as usize));
                }
                assert_eq!(seen, bytes);
            }
        }
    }

    #[test]
    fn a_part_of_what_was_written_as_a_whole() {
        let mut writers = Writers::default();
        writers.write(extent(0, 100), StepId(1));
        writers.write(extent(4, 4), StepId(2));
        assert_eq!(
            told(&writers, 2, 8),
            [(0, 2, Some(1)), (2, 4, Some(2)), (6, 2, Some(1))]
        );
    }
}
