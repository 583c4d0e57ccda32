//! Places: where an lvalue lies, and which elements of memory it may mean. [`load`](super::load) reads there and
//! [`store`](super::store) writes.

use ctype::TypeId;
use logic::TermId;
use program::{ExprId, Lifetime, PlaceBase, PlaceId, Projection, VarId};

use crate::equation::Target;
use crate::memory::bitfield::Field;
use crate::memory::object::{ObjectId, ObjectKind};
use crate::memory::pointer::Case;
use crate::symex::Symex;
use crate::symex::state::{Fill, Liveness, State};

/// A place that has been worked out.
#[derive(Debug, Clone)]
pub(crate) struct Spot {
    pub cases: Vec<Case>,
    /// Whether a case may be out of bounds or dead: false for a whole variable.
    pub certain: bool,
    pub ty: TypeId,
    pub field: Option<Field>,
}

/// One element among those that an access may mean.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Element {
    pub object: ObjectId,
    pub at: u64,
    pub chosen: TermId,
}

/// Whether some bytes lie in an object whose contents are one term, and not in its head.
fn is_array(state: &State, object: ObjectId, at: u64, size: u64) -> bool {
    let contents = state.arrays.get(&object);
    contents.is_some_and(|contents| at.saturating_add(size) > contents.head)
}

impl Symex<'_> {
    /// The object that a variable is now; locals come to life here if they are not alive.
    pub(crate) fn variable_object(&mut self, state: &mut State, var: VarId) -> ObjectId {
        let variable = self.program.variable(var);
        if variable.lifetime == Lifetime::Static {
            return self.statics[var.index()];
        }
        let key = (self.at.frame, var);
        if let Some(&object) = state.locals.get(&key) {
            return object;
        }
        // Ways that part before the variable is first used agree about which object it is.
        let object = match self.first_objects.get(&key) {
            Some(&object) => object,
            None => {
                let object = self.new_local(var);
                self.first_objects.insert(key, object);
                object
            }
        };
        self.revive(state, var, object);
        object
    }

    pub(crate) fn new_local(&mut self, var: VarId) -> ObjectId {
        let kind = ObjectKind::Local {
            var,
            frame: self.at.frame,
        };
        let size = self.program.size_of_variable(var);
        self.add_object(kind, size, self.program.variable(var).read_only)
    }

    pub(crate) fn revive(&mut self, state: &mut State, var: VarId, object: ObjectId) {
        state.locals.insert((self.at.frame, var), object);
        if self.program.variable(var).addressed {
            self.addresses.begin(object, &state.live);
        }
        state.live.insert(
            object,
            Liveness {
                alive: self.yes,
                fill: Fill::Unwritten,
            },
        );
        self.begin_object(state, object, Fill::Unwritten);
    }

    pub(crate) fn spot(&mut self, state: &mut State, id: PlaceId) -> Spot {
        let place = self.program.place(id);
        let types = &self.program.types;
        if let (PlaceBase::Var(var), true) = (place.base, place.path.is_empty()) {
            let object = self.variable_object(state, var);
            let case = Case {
                object,
                offset: self.pool.bv(self.width, 0),
                chosen: self.yes,
            };
            return Spot {
                cases: vec![case],
                certain: true,
                ty: place.ty,
                field: None,
            };
        }
        let (cases, mut ty, mut certain) = match place.base {
            PlaceBase::Var(var) => {
                let object = self.variable_object(state, var);
                let case = Case {
                    object,
                    offset: self.pool.bv(self.width, 0),
                    chosen: self.yes,
                };
                (vec![case], self.program.variable(var).ty, true)
            }
            PlaceBase::Deref(pointer) => {
                let value = self.eval(state, pointer);
                if self.pointers_unchecked {
                    self.note_wild(value);
                }
                let ty = types.pointee(self.program.expr(pointer).ty).unwrap_or(place.ty);
                (self.cases(value), ty, false)
            }
        };
        let mut moved = self.pool.bv(self.width, 0);
        let mut field = None;
        for &projection in &place.path {
            match projection {
                Projection::Field(index) => {
                    let Some(record) = types.record_of(ty) else { break };
                    let member = &types.record(record).fields[index as usize];
                    let mut offset = member.offset;
                    if let Some(bits) = member.bits {
                        offset = bits.offset / 8;
                        field = Some(Field {
                            offset: (bits.offset % 8) as u32,
                            width: bits.width,
                        });
                    }
                    let offset = self.pool.bv(self.width, offset.into());
                    moved = self.pool.bv_add(moved, offset);
                    ty = member.ty;
                }
                Projection::Index(index) => {
                    certain = false;
                    let Some(element) = types.element(ty) else { break };
                    let size = types.size_of(element).unwrap_or(1);
                    let index = self.index(state, index, size);
                    moved = self.pool.bv_add(moved, index);
                    ty = element;
                }
            }
        }
        let cases = cases
            .into_iter()
            .filter(|case| case.object.0 != 0)
            .map(|case| Case {
                offset: self.pool.bv_add(case.offset, moved),
                ..case
            })
            .collect();
        Spot {
            cases,
            certain,
            ty: place.ty,
            field,
        }
    }

    /// An index times an element's size, as wide as an address. A product that does not fit there is as far away as an
    /// address can be: outside of every object.
    pub(crate) fn index(&mut self, state: &mut State, index: ExprId, size: u64) -> TermId {
        let ty = self.program.expr(index).ty;
        let value = self.eval_bits(state, index);
        let signed = self.program.types.integer(ty).is_some_and(|(_, signed)| signed);
        let index = self.resize(value, signed, self.width);
        let stride = self.pool.bv(self.width, size.into());
        let product = self.pool.bv_mul(index, stride);
        let farthest = 1i128 << (self.width - 1);
        let (least, most) = (
            -farthest / i128::from(size.max(1)),
            (farthest - 1) / i128::from(size.max(1)),
        );
        let range = self.find_range(index);
        if size <= 1
            || range.min >= least && range.max <= most
            || self.lies_between(state, index, least, most)
        {
            return product;
        }
        let low = self.pool.bits(logic::Bits::from_i128(self.width, least));
        let high = self.pool.bits(logic::Bits::from_i128(self.width, most));
        let (above, below) = (self.pool.bv_sle(low, index), self.pool.bv_sle(index, high));
        let fits = self.pool.and(above, below);
        let away = self.pool.bits(logic::Bits::from_i128(self.width, -farthest));
        self.pool.ite(fits, product, away)
    }

    /// Whether a signed number lies between these in all runs that come here, as far as that is known.
    fn lies_between(&mut self, state: &State, number: TermId, least: i128, most: i128) -> bool {
        let arc = if self.prunes {
            self.arc(&state.facts, number)
        } else {
            None
        };
        arc.is_some_and(|arc| {
            let (low, high) = arc.bounds(true);
            low >= least && high <= most
        })
    }

    /// The one element of `size` bytes that a place means, if nothing about it is open. A short way that takes no
    /// decisions, so it is not for executions that are recorded.
    pub(super) fn sole(&self, state: &State, spot: &Spot, size: u32) -> Option<(ObjectId, u64)> {
        let ([case], None, false) = (spot.cases.as_slice(), spot.field, self.decisions.detailed()) else {
            return None;
        };
        let object = self.object(case.object);
        let at = self.pool.constant(case.offset)?.as_bits()?.to_u64()?;
        let inside = at.checked_add(size.into())? <= object.bytes?;
        let there = || match object.kind {
            ObjectKind::Nothing | ObjectKind::Function(_) => false,
            _ => state
                .live
                .get(&case.object)
                .is_some_and(|live| live.alive == self.yes),
        };
        let known = inside
            && !(self.several(state) && self.is_shared(case.object) && !spot.certain)
            && case.chosen == self.yes
            && (spot.certain || there())
            && !is_array(state, case.object, at, size.into());
        known.then_some((case.object, at))
    }

    /// The elements of `size` bytes that a place may mean. Nothing if they are too many.
    pub(crate) fn elements(&mut self, state: &State, spot: &Spot, size: u64) -> Option<Vec<Element>> {
        let mut found = Vec::new();
        for case in &spot.cases {
            if matches!(self.object(case.object).kind, ObjectKind::Function(_)) {
                continue;
            }
            if let Some(contents) = state.arrays.get(&case.object) {
                // What is not in the head is read and written elsewhere.
                let head = contents.head;
                let at = if head > 0 { self.number(case.offset) } else { None };
                if at.is_none_or(|at| at.saturating_add(size) > head) {
                    return None;
                }
            }
            let chosen = if spot.certain {
                case.chosen
            } else {
                let alive = self.alive(state, case.object);
                self.pool.and(case.chosen, alive)
            };
            if self.truth(chosen) == Some(false) {
                continue;
            }
            if let Some(at) = self.number(case.offset) {
                let wide = self.pool.bv(self.width, size.into());
                let inside = self.inside(state, case.object, case.offset, wide);
                let chosen = self.pool.and(chosen, inside);
                if self.truth(chosen) != Some(false) {
                    found.push(Element {
                        object: case.object,
                        at,
                        chosen,
                    });
                }
                continue;
            }
            self.elements_of_case(state, *case, chosen, size, &mut found)?;
        }
        Some(found)
    }

    /// The elements of one object, of which an unknown offset chooses one. Nothing if they are too many.
    fn elements_of_case(
        &mut self,
        state: &State,
        case: Case,
        chosen: TermId,
        size: u64,
        found: &mut Vec<Element>,
    ) -> Option<()> {
        let bytes = self.object(case.object).bytes;
        let range = self.range(case.offset);
        let last = match bytes {
            Some(bytes) => i128::from(bytes) - i128::from(size),
            None => range.max,
        };
        let (mut first, mut end) = (0, last);
        let mut wraps = true;
        if let Some((low, high)) = self.offset_bounds(state, case.offset) {
            first = first.max(low);
            end = end.min(high);
            wraps = high > last;
        }
        if range.count(first, end) > self.options.widest_choice.into() {
            return None;
        }
        // One test that the upper bits are clear serves all elements; the rest is a short comparison.
        let top = (last.max(1) as u128).ilog2() + 1;
        let (low, chosen) = if top < self.width {
            let high = self.pool.bv_extract(case.offset, self.width - 1, top);
            let nothing = self.pool.bv(self.width - top, 0);
            let clear = if wraps {
                self.pool.eq(high, nothing)
            } else {
                self.yes
            };
            let low = self.pool.bv_extract(case.offset, top - 1, 0);
            (low, self.pool.and(chosen, clear))
        } else {
            (case.offset, chosen)
        };
        for at in range.between(first, end) {
            let number = self.pool.bv(self.width, at.into());
            let short = self.pool.bv(self.bit_width(low), at.into());
            let is = self.pool.eq(low, short);
            let mut chosen = self.pool.and(chosen, is);
            if bytes.is_none() {
                let wide = self.pool.bv(self.width, size.into());
                let inside = self.inside(state, case.object, number, wide);
                chosen = self.pool.and(chosen, inside);
            }
            if self.truth(chosen) != Some(false) {
                found.push(Element {
                    object: case.object,
                    at,
                    chosen,
                });
            }
        }
        Some(())
    }

    pub(crate) fn too_wide(&mut self, state: &mut State) {
        self.unsupported(
            state,
            "a symbolic index or pointer with too many possible elements",
        );
        self.lose(state);
    }

    /// What follows is not examined: it was reported as a cut.
    pub(crate) fn lose(&mut self, state: &mut State) {
        let lost = self.pool.not(self.lazy);
        state.path = state.path.and(&mut self.pool, lost);
    }

    pub(crate) fn targets(&mut self, elements: &[Element], size: u64) -> Box<[Target]> {
        elements
            .iter()
            .map(|element| Target {
                object: element.object,
                offset: self.pool.bv(self.width, element.at.into()),
                chosen: element.chosen,
                size,
            })
            .collect()
    }
}
