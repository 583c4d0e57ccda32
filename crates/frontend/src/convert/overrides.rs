//! Which values of a designated initialiser are left when later ones have replaced earlier ones.
//!
//! As GCC has it: braces and values replace all that was said about their part before, another member of a
//! union replaces the whole union, and what is replaced is not evaluated. Where a designator reaches into a
//! part that was set as a whole, as in `.p = q, .p.x = 1`, GCC starts that part anew from zero, unless its
//! value was a constant; other compilers keep the rest of `q`. We do as GCC does, and say so.

use std::collections::BTreeMap;

use ctype::TypeId;
use rucc_sema::{Conversion, DeclId, ExprKind, InitEntry};
use source::Diagnostic;

use super::Converter;
use super::designated::Event;

/// What is known of the object so far.
#[derive(Debug, Default)]
struct State {
    /// The entries that count and the bits behind them, by their first bit. What changes a part of a string
    /// or of a constant structure lies on top of it.
    live: BTreeMap<u64, Vec<(usize, u64)>>,
    /// The member that each union was given, by where the union begins and how deep it is in the object.
    members: BTreeMap<(u64, u32), u64>,
}

impl State {
    /// Forgets a part: the values in it, and what its unions were given.
    fn clear(&mut self, start: u64, end: u64, depth: u32) {
        if start >= end {
            return;
        }
        let mut empty = Vec::new();
        for (&at, here) in self.live.range_mut(start..end) {
            here.retain(|&(_, behind)| behind > end);
            if here.is_empty() {
                empty.push(at);
            }
        }
        for at in empty {
            self.live.remove(&at);
        }
        let inside = self.members.range((start, 0)..(end, 0));
        let members: Vec<_> = inside.map(|(&key, _)| key).filter(|key| key.1 >= depth).collect();
        for key in members {
            self.members.remove(&key);
        }
    }
}

impl<'a> Converter<'a> {
    /// The numbers of the entries of an object's initialiser that count, in order.
    pub(super) fn live_entries(&mut self, id: DeclId, ty: TypeId, entries: &'a [InitEntry]) -> Vec<usize> {
        let Some(init) = self.designated_init(id) else {
            return (0..entries.len()).collect();
        };
        let is_static = self.tast[id].duration != rucc_sema::StorageDuration::Automatic;
        let Ok(events) = self.init_events(init, ty, entries, is_static) else {
            let loc = self.loc(self.tast.decl_span(id));
            let message = "these designators are more than this tool can follow";
            self.error(loc, message);
            return Vec::new();
        };
        let mut state = State::default();
        for event in events {
            match event {
                Event::Clear { start, end, depth } => state.clear(start, end, depth),
                Event::Through { start, ty } => self.reach_into(&mut state, entries, start, ty),
                Event::Member {
                    start,
                    end,
                    depth,
                    index,
                } => {
                    let before = state.members.insert((start, depth), index);
                    if before.is_some_and(|before| before != index) {
                        state.clear(start, end, depth + 1);
                    }
                }
                Event::Store {
                    entry,
                    start,
                    end,
                    depth,
                } => {
                    state.clear(start, end, depth);
                    state.live.entry(start).or_default().push((entry, end));
                }
            }
        }
        let live = state.live.into_values().flatten();
        let mut live: Vec<usize> = live.map(|(entry, _)| entry).collect();
        live.sort_unstable();
        live
    }

    /// A designator names something inside a part: a value that the part has as a whole is replaced.
    fn reach_into(&mut self, state: &mut State, entries: &'a [InitEntry], start: u64, ty: TypeId) {
        let Some(here) = state.live.get(&start) else {
            return;
        };
        let whole = here.iter().map(|&(entry, _)| entry).find(|&entry| {
            let entry = &entries[entry];
            self.linker.tree.types.record_of(ty).is_some() && self.entry_type(entry) == ty
        });
        let Some(whole) = whole else { return };
        let value = entries[whole].value;
        if self.is_constant_literal(value) {
            return;
        }
        let loc = self.loc(self.tast.expr_span(value));
        let message = "a later designator names a part of what this value is for: the value is not used";
        let note = "GCC sets the other parts to zero; other compilers may keep them";
        self.linker
            .report(Diagnostic::warning(loc, message).with_note(note));
        if let Some(here) = state.live.get_mut(&start) {
            here.retain(|&(entry, _)| entry != whole);
        }
    }

    /// The type of what an entry sets.
    pub(super) fn entry_type(&mut self, entry: &InitEntry) -> TypeId {
        let ty = self.tast[entry.value].ty;
        self.ty(ty, self.tast.expr_span(entry.value))
    }

    /// A compound literal in the initialiser of an object that lives as long as the program.
    fn is_constant_literal(&self, value: rucc_sema::ExprId) -> bool {
        let literal = match self.tast[value].kind {
            ExprKind::Convert {
                kind: Conversion::Lvalue,
                operand,
            } => operand,
            _ => value,
        };
        match self.tast[literal].kind {
            ExprKind::CompoundLiteral(decl) => {
                self.tast[decl].duration != rucc_sema::StorageDuration::Automatic
            }
            _ => false,
        }
    }
}
