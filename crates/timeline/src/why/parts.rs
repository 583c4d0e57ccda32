//! What a link is made of: from something that was read, or moved, to the links of those who wrote it.

use interp::{Cell, Extent};
use program::{InstrKind, Lifetime, PlaceBase};

use super::{Chasing, Ingredient, LinkId, Node};
use crate::data::{Origin, ReadId, StepId, StepKind, WriteId};

/// Temporaries in a row: lowering makes few.
const TEMPORARIES: usize = 8;

impl Chasing<'_> {
    /// Something that a link is made of; what only says where something lies is named and not followed.
    pub(super) fn ingredient(&mut self, read: ReadId) -> Ingredient {
        match self.timeline.read(read).address {
            true => Ingredient {
                read: Some(read),
                written: None,
                place: Some(self.timeline.read(read).place),
                text: Some(self.timeline.read(read).text),
                address: true,
                from: Vec::new(),
            },
            false => self.followed(read),
        }
    }

    /// What a temporary was given, if it was given what lay somewhere: nobody has written the temporary.
    pub(super) fn behind_temporaries(&self, mut read: ReadId) -> ReadId {
        for _ in 0..TEMPORARIES {
            let [
                Origin {
                    writer: Some(writer), ..
                },
            ] = self.timeline.origins_of(read)
            else {
                break;
            };
            let at = self.timeline.step(*writer).at;
            let body = &self.program.function(at.function).body;
            let Some(InstrKind::Assign { place, value }) = body.get(at.pc.index()).map(|instr| &instr.kind)
            else {
                break;
            };
            let PlaceBase::Var(var) = self.program.place(*place).base else {
                break;
            };
            let temporary = self.program.variable(var).lifetime == Lifetime::Temporary;
            let values = self
                .timeline
                .reads_of(*writer)
                .filter(|read| !self.timeline.read(*read).address);
            let [source] = values.collect::<Vec<_>>()[..] else {
                break;
            };
            if !temporary || !self.is_copy(*value) {
                break;
            }
            read = source;
        }
        read
    }

    pub(super) fn followed(&mut self, read: ReadId) -> Ingredient {
        let timeline = self.timeline;
        let read = self.behind_temporaries(read);
        let record = timeline.read(read);
        let mut from = Vec::new();
        for origin in timeline.origins_of(read) {
            from.extend(self.origin(origin));
        }
        from.dedup();
        Ingredient {
            read: Some(read),
            written: None,
            place: Some(record.place),
            text: Some(record.text),
            address: record.address,
            from,
        }
    }

    pub(super) fn origin(&mut self, origin: &Origin) -> Option<LinkId> {
        let step = origin.writer?;
        let extent = Extent {
            cell: origin.cell,
            size: origin.size,
        };
        let write = self.write_of(step, extent);
        self.node(Node {
            step,
            write,
            extent: write.map(|_| extent),
        })
    }

    /// What a step wrote to some bytes: the last of it.
    pub(super) fn write_of(&self, step: StepId, extent: Extent) -> Option<WriteId> {
        let over = |write: &WriteId| {
            let known = self.timeline.write(*write).extent;
            known.is_some_and(|known| covers(known, extent))
        };
        let mut all: Vec<WriteId> = self.timeline.writes_of(step).filter(over).collect();
        all.pop()
    }

    /// Where the bytes in question were moved from.
    pub(super) fn moved(&self, write: WriteId, part: Option<Extent>) -> Vec<Origin> {
        let origins = self.timeline.moved(write);
        let whole = self.timeline.write(write).extent;
        let (Some(whole), Some(part)) = (whole, part) else {
            return origins.to_vec();
        };
        let (from, to) = match (whole.cell, part.cell) {
            (Cell::Memory { offset: start, .. }, Cell::Memory { offset, .. }) => (
                offset.saturating_sub(start),
                offset.saturating_sub(start) + part.size,
            ),
            _ => return origins.to_vec(),
        };
        let mut cut = Vec::new();
        for origin in origins {
            let first = origin.offset.max(from);
            let last = (origin.offset + origin.size).min(to);
            if first >= last {
                continue;
            }
            let cell = match origin.cell {
                Cell::Memory { object, offset } => Cell::Memory {
                    object,
                    offset: offset + (first - origin.offset),
                },
                register @ Cell::Register { .. } => register,
            };
            cut.push(Origin {
                offset: first - from,
                size: last - first,
                cell,
                writer: origin.writer,
            });
        }
        cut
    }

    /// What was moved, by the name of where it went.
    pub(super) fn moved_ingredient(&mut self, moved: &[Origin]) -> Ingredient {
        let mut from = Vec::new();
        for origin in moved {
            let returned = origin
                .writer
                .filter(|writer| self.timeline.step(*writer).kind == StepKind::Return);
            match returned {
                Some(step) => from.extend(self.node(Node {
                    step,
                    write: None,
                    extent: None,
                })),
                None => from.extend(self.origin(origin)),
            }
        }
        from.dedup();
        // It is called what it was called where it was written, if it was written as one.
        let source = match moved {
            [origin] => origin.writer.and_then(|step| {
                let extent = Extent {
                    cell: origin.cell,
                    size: origin.size,
                };
                self.write_of(step, extent)
                    .filter(|write| self.timeline.write(*write).extent == Some(extent))
            }),
            _ => None,
        };
        Ingredient {
            read: None,
            written: source,
            place: source.map(|write| self.timeline.write(write).place),
            text: source.map(|write| self.timeline.write(write).text),
            address: false,
            from,
        }
    }
}

fn covers(known: Extent, part: Extent) -> bool {
    match (known.cell, part.cell) {
        (
            Cell::Memory { object: a, offset },
            Cell::Memory {
                object: b,
                offset: at,
            },
        ) => a == b && offset < at + part.size && at < offset + known.size,
        (a, b) => a == b,
    }
}
