//! Which part of an object each value of a designated initialiser is for.
//!
//! The library turns an initialiser into a flat list of values at offsets, in the order they were written.
//! With designators that is not enough: in `{[0][1] = 5, [0] = {1}}` the braces replace everything that was
//! said about `[0]` before, and the list does not say where braces were. So the written initialiser is walked
//! once more, in step with the list, along the same rules (braces left out, designators, the walk going on
//! after them), and what happens to which part becomes a list of [`Event`]s; `overrides.rs` plays them.
//!
//! Each value must turn up in the list where the walk expects it. If one does not, the two have not
//! understood the text alike, and the initialiser is refused.

use ctype::{ArrayLen, RecordKind, Type, TypeId};
use rucc_ast::{Ast, Decl, Designator, DesignatorList, Expr, Init, InitId, InitItem, InitItemList};
use rucc_base::Symbol;
use rucc_base::hash::Map;
use rucc_sema::{DeclId, ExprKind, InitEntry};

use super::{Converter, tokens_of};

/// A part of the object: `start` counts bits from the object's first.
#[derive(Debug, Clone, Copy)]
struct Place {
    ty: TypeId,
    start: u64,
    /// The width of a bit-field.
    bits: Option<u32>,
    /// How many levels of the object it is inside of.
    depth: u32,
}

/// What the initialiser does, one thing after the other.
#[derive(Debug, Clone, Copy)]
pub(super) enum Event {
    /// Braces begin: what was said about these bits is void.
    Clear { start: u64, end: u64, depth: u32 },
    /// Something inside this part follows, without braces of its own.
    Through { start: u64, ty: TypeId },
    /// This member of a union is the one that follows.
    Member {
        start: u64,
        end: u64,
        depth: u32,
        index: u64,
    },
    /// The entry with this number sets these bits.
    Store {
        entry: usize,
        start: u64,
        end: u64,
        depth: u32,
    },
}

/// The written initialisers of a unit that designate something.
#[derive(Debug, Default)]
pub(super) struct Designated {
    /// By the first token of the declared name, or of a compound literal.
    at: Map<u32, InitId>,
    /// Those at file scope, whose object may have been declared before.
    named: Map<Symbol, InitId>,
}

impl Designated {
    pub(super) fn new(ast: &Ast) -> Designated {
        let mut found = Designated::default();
        let counts = ast.counts();
        for index in 0..counts.exprs {
            let id = rucc_ast::ExprId::from_usize(index);
            if let Expr::CompoundLiteral { init, .. } = ast[id]
                && designates(ast, init)
            {
                found.at.insert(ast.expr_span(id).lo, init);
            }
        }
        for index in 0..counts.decls {
            found.declaration(ast, rucc_ast::DeclId::from_usize(index), false);
        }
        for &id in ast.top_level() {
            found.declaration(ast, id, true);
        }
        found
    }

    fn declaration(&mut self, ast: &Ast, id: rucc_ast::DeclId, named: bool) {
        let Decl::Var { declarators, .. } = ast[id] else {
            return;
        };
        for item in &ast[declarators] {
            let Some(init) = item.init.filter(|&init| designates(ast, init)) else {
                continue;
            };
            let declarator = ast[item.declarator];
            match declarator.name {
                Some(name) if named => self.named.insert(name, init),
                _ => self.at.insert(declarator.name_span.lo, init),
            };
        }
    }
}

/// Whether there is a designator anywhere between the braces, but for those inside expressions.
fn designates(ast: &Ast, init: InitId) -> bool {
    let mut waiting = vec![init];
    while let Some(init) = waiting.pop() {
        if let Init::List(list) = ast[init] {
            for item in &ast[list] {
                if !item.designators.is_empty() {
                    return true;
                }
                waiting.push(item.init);
            }
        }
    }
    false
}

/// The walk and the list of values did not agree.
#[derive(Debug)]
pub(super) struct Astray;

type Walked<T> = Result<T, Astray>;

/// The elements between two braces, and how far the walk is.
struct Cursor<'a> {
    items: &'a [InitItem],
    taken: usize,
    /// Whether the designators of the next element have been followed already.
    resolved: bool,
}

impl<'a> Cursor<'a> {
    fn new(ast: &'a Ast, list: InitItemList) -> Cursor<'a> {
        Cursor {
            items: &ast[list],
            taken: 0,
            resolved: false,
        }
    }

    fn peek(&self) -> Option<InitItem> {
        self.items.get(self.taken).copied()
    }

    fn bump(&mut self) {
        self.taken += 1;
        self.resolved = false;
    }
}

/// One step of a designation, and how many elements it covers.
#[derive(Debug, Clone, Copy)]
struct Step {
    index: u64,
    repeat: u64,
}

/// What one level of the object takes.
#[derive(Debug, Clone, Copy)]
enum Level {
    Array { elem: TypeId, len: Option<u64> },
    Record { union: bool },
    Scalar,
}

struct Walk<'c, 'a> {
    converter: &'c mut Converter<'a>,
    ast: &'a Ast,
    entries: &'a [InitEntry],
    /// How many entries have been found in the text.
    used: usize,
    events: Vec<Event>,
    is_static: bool,
}

impl<'a> Converter<'a> {
    /// The written initialiser of an object, if it designates something.
    pub(super) fn designated_init(&self, id: DeclId) -> Option<InitId> {
        let decl = &self.tast[id];
        let at = self.tast.decl_span(id).lo;
        let named = || decl.name.and_then(|name| self.designated.named.get(&name));
        let found = match decl.linkage {
            rucc_sema::Linkage::None => self.designated.at.get(&at),
            _ => named(),
        };
        found.copied()
    }

    /// What the initialiser does to the parts of an object, in order.
    pub(super) fn init_events(
        &mut self,
        init: InitId,
        ty: TypeId,
        entries: &'a [InitEntry],
        is_static: bool,
    ) -> Walked<Vec<Event>> {
        let ast = self.ast;
        let Init::List(list) = ast[init] else {
            return Err(Astray);
        };
        let mut walk = Walk {
            converter: self,
            ast,
            entries,
            used: 0,
            events: Vec::new(),
            is_static,
        };
        let whole = Place {
            ty,
            start: 0,
            bits: None,
            depth: 0,
        };
        walk.braced(whole, list)?;
        if walk.used == entries.len() {
            Ok(walk.events)
        } else {
            Err(Astray)
        }
    }

    /// The value of an index between the brackets of a designator.
    fn designated_index(&mut self, ast: &Ast, expr: rucc_ast::ExprId) -> Walked<u64> {
        match ast[expr] {
            Expr::Int(id) => return u64::try_from(ast[id].value).map_err(|_| Astray),
            Expr::Extension(inner) => return self.designated_index(ast, inner),
            _ => {}
        }
        let id = self.spelled(tokens_of(ast.expr_span(expr))).ok_or(Astray)?;
        let mut eval = rucc_sema::Eval::new(self.tast, self.types, self.target, self.names);
        let value = eval.integer(id).map_err(|_| Astray)?;
        u64::try_from(value).map_err(|_| Astray)
    }
}

impl Walk<'_, '_> {
    fn types(&self) -> &ctype::TypeTable {
        &self.converter.linker.tree.types
    }

    fn level(&self, ty: TypeId) -> Level {
        let types = self.types();
        match *types.get(ty) {
            Type::Array { elem, len } => Level::Array {
                elem,
                len: match len {
                    ArrayLen::Fixed(len) => Some(len),
                    ArrayLen::Unknown | ArrayLen::Variable(_) => None,
                },
            },
            Type::Record(record) => Level::Record {
                union: types.record(record).kind == RecordKind::Union,
            },
            _ => Level::Scalar,
        }
    }

    /// The bit behind the last one. A flexible array member reaches as far as it is written.
    fn end(&self, place: Place) -> u64 {
        let size = match place.bits {
            Some(width) => Some(u64::from(width)),
            None => self.types().size_of(place.ty).map(|size| size.saturating_mul(8)),
        };
        size.map_or(u64::MAX, |size| place.start.saturating_add(size))
    }

    fn elem_bits(&self, elem: TypeId) -> Walked<u64> {
        self.types()
            .size_of(elem)
            .and_then(|size| size.checked_mul(8))
            .ok_or(Astray)
    }

    fn clear(&mut self, place: Place) {
        let end = self.end(place);
        self.events.push(Event::Clear {
            start: place.start,
            end,
            depth: place.depth,
        });
    }

    /// The next value of the list is for this place.
    fn store(&mut self, place: Place) -> Walked<()> {
        let entry = self.entries.get(self.used).ok_or(Astray)?;
        let start = entry.offset * 8 + u64::from(entry.bit_offset);
        if start != place.start || entry.bit_width != place.bits.unwrap_or(0) {
            return Err(Astray);
        }
        let end = self.end(place);
        self.events.push(Event::Store {
            entry: self.used,
            start,
            end,
            depth: place.depth,
        });
        self.used += 1;
        Ok(())
    }

    /// A string literal that fills this array of characters.
    fn is_text(&self, place: Place, expr: rucc_ast::ExprId) -> bool {
        let Expr::Str(_) = self.ast[expr] else {
            return false;
        };
        let Some(entry) = self.entries.get(self.used) else {
            return false;
        };
        let fills = self
            .types()
            .element(place.ty)
            .is_some_and(|elem| self.types().is_integer(elem));
        fills
            && entry.offset * 8 == place.start
            && matches!(self.converter.tast[entry.value].kind, ExprKind::Str(_))
    }

    fn braced(&mut self, place: Place, list: InitItemList) -> Walked<()> {
        self.clear(place);
        let mut items = Cursor::new(self.ast, list);
        match self.level(place.ty) {
            Level::Scalar => match items.peek().map(|item| self.ast[item.init]) {
                Some(Init::Expr(_)) => self.store(place),
                Some(Init::List(_)) => Err(Astray),
                None => Ok(()),
            },
            level => {
                if let Some(item) = items.peek()
                    && item.designators.is_empty()
                    && let Init::Expr(expr) = self.ast[item.init]
                    && self.is_text(place, expr)
                {
                    return self.store(place);
                }
                self.fill(place, level, &mut items, true, None)
            }
        }
    }

    /// One level of the object, until it is full or there are no more elements. `start` is the rest of a
    /// designation that reached past the level it was written at.
    fn fill(
        &mut self,
        place: Place,
        level: Level,
        items: &mut Cursor<'_>,
        braced: bool,
        start: Option<Vec<Step>>,
    ) -> Walked<()> {
        let mut pending = start;
        let mut next = 0;
        while let Some(item) = items.peek() {
            let (first, deeper) = if let Some(steps) = pending.take() {
                split(steps)
            } else if !item.designators.is_empty() && !items.resolved {
                if !braced {
                    // It designates a part of what the innermost braces are for.
                    break;
                }
                let steps = self.designate(place.ty, item.designators)?;
                items.resolved = true;
                split(steps)
            } else if let Some(index) = self.advance(place.ty, level, next) {
                (Step { index, repeat: 1 }, Vec::new())
            } else {
                if !braced {
                    break;
                }
                items.bump();
                continue;
            };
            let Step { index, repeat } = first;
            let sub = self.sub(place, level, index)?;
            let (written, used) = (self.events.len(), self.used);
            if let Level::Record { union: true } = level {
                let end = self.end(place);
                self.events.push(Event::Member {
                    start: place.start,
                    end,
                    depth: place.depth,
                    index,
                });
            }
            if deeper.is_empty() {
                self.element(sub, items)?;
            } else {
                self.through(sub);
                let inner = self.level(sub.ty);
                self.fill(sub, inner, items, false, Some(deeper))?;
            }
            if repeat > 1 {
                self.repeat(level, written, used, repeat)?;
            }
            next = index.checked_add(repeat).ok_or(Astray)?;
            if let Level::Record { union: true } = level {
                next = u64::MAX;
            }
        }
        Ok(())
    }

    /// A range of elements: the library has written the values of the first once for each of them.
    fn repeat(&mut self, level: Level, written: usize, used: usize, repeat: u64) -> Walked<()> {
        let Level::Array { elem, .. } = level else {
            return Err(Astray);
        };
        let size = self.elem_bits(elem)?;
        let count = self.used - used;
        let once: Vec<Event> = self.events[written..].to_vec();
        for step in 1..repeat {
            let by = step.checked_mul(size).ok_or(Astray)?;
            let later = usize::try_from(step).map_err(|_| Astray)? * count;
            self.events
                .extend(once.iter().map(|&event| moved(event, by, later)));
            self.used += count;
        }
        if self.used > self.entries.len() {
            return Err(Astray);
        }
        Ok(())
    }

    fn through(&mut self, place: Place) {
        self.events.push(Event::Through {
            start: place.start,
            ty: place.ty,
        });
    }

    /// One part, from the next element: the element is for it, or for something inside it.
    fn element(&mut self, sub: Place, items: &mut Cursor<'_>) -> Walked<()> {
        let item = items.peek().ok_or(Astray)?;
        let expr = match self.ast[item.init] {
            Init::List(list) => {
                items.bump();
                return self.braced(sub, list);
            }
            Init::Expr(expr) => expr,
        };
        let whole = match self.level(sub.ty) {
            Level::Scalar => true,
            Level::Array { len, .. } => {
                if let Some(list) = self.array_literal(expr)
                    && self.is_static
                    && len.is_some()
                {
                    items.bump();
                    return self.braced(sub, list);
                }
                matches!(self.ast[expr], Expr::Str(_))
            }
            Level::Record { .. } => self.is_whole_record(sub),
        };
        if whole {
            items.bump();
            return self.store(sub);
        }
        let before = items.taken;
        self.through(sub);
        let level = self.level(sub.ty);
        self.fill(sub, level, items, false, None)?;
        if items.taken == before {
            // It has no room for anything: the element is one too many.
            items.bump();
        }
        Ok(())
    }

    /// Whether the next value is of the structure's or union's own type.
    fn is_whole_record(&mut self, sub: Place) -> bool {
        let Some(entry) = self.entries.get(self.used) else {
            return false;
        };
        entry.offset * 8 == sub.start && self.converter.entry_type(entry) == sub.ty
    }

    fn array_literal(&self, expr: rucc_ast::ExprId) -> Option<InitItemList> {
        match self.ast[expr] {
            Expr::CompoundLiteral { init, .. } => match self.ast[init] {
                Init::List(list) => Some(list),
                Init::Expr(_) => None,
            },
            Expr::Extension(inner) => self.array_literal(inner),
            _ => None,
        }
    }

    /// Where a designation points, in steps from the level it is written at.
    fn designate(&mut self, ty: TypeId, list: DesignatorList) -> Walked<Vec<Step>> {
        let mut steps = Vec::new();
        let mut ty = ty;
        for &designator in &self.ast[list] {
            let (index, repeat) = match designator {
                Designator::Field(name) | Designator::ObsoleteField(name) => {
                    let name = self.converter.names.resolve(name);
                    for index in self.find_field(ty, name).ok_or(Astray)? {
                        steps.push(Step { index, repeat: 1 });
                        let record = self.types().record_of(ty).ok_or(Astray)?;
                        ty = self.types().record(record).fields[index as usize].ty;
                    }
                    continue;
                }
                Designator::Index(index) => (self.converter.designated_index(self.ast, index)?, 1),
                Designator::Range { lo, hi } => {
                    let first = self.converter.designated_index(self.ast, lo)?;
                    let last = self.converter.designated_index(self.ast, hi)?;
                    let repeat = last.checked_sub(first).and_then(|n| n.checked_add(1));
                    (first, repeat.ok_or(Astray)?)
                }
            };
            steps.push(Step { index, repeat });
            ty = self.types().element(ty).ok_or(Astray)?;
        }
        if steps.is_empty() { Err(Astray) } else { Ok(steps) }
    }

    /// The way to a member, which may be a member of members without a name.
    fn find_field(&self, ty: TypeId, name: &str) -> Option<Vec<u64>> {
        let record = self.types().record_of(ty)?;
        let fields = &self.types().record(record).fields;
        if let Some(index) = fields
            .iter()
            .position(|field| field.name.as_deref() == Some(name))
        {
            return Some(vec![index as u64]);
        }
        for (index, field) in fields.iter().enumerate() {
            if field.name.is_none()
                && let Some(mut path) = self.find_field(field.ty, name)
            {
                path.insert(0, index as u64);
                return Some(path);
            }
        }
        None
    }

    /// The next part of a level at or after `from`, absent when it is full.
    fn advance(&self, ty: TypeId, level: Level, from: u64) -> Option<u64> {
        match level {
            Level::Array { len, .. } => len.is_none_or(|len| from < len).then_some(from),
            Level::Record { .. } => {
                let fields = &self.types().record(self.types().record_of(ty)?).fields;
                let from = usize::try_from(from).ok()?;
                let later = fields.get(from..)?;
                let skipped = later
                    .iter()
                    .position(|field| field.name.is_some() || field.bits.is_none())?;
                Some((from + skipped) as u64)
            }
            Level::Scalar => (from == 0).then_some(0),
        }
    }

    fn sub(&self, place: Place, level: Level, index: u64) -> Walked<Place> {
        match level {
            Level::Array { elem, .. } => {
                let by = self.elem_bits(elem)?.checked_mul(index).ok_or(Astray)?;
                Ok(Place {
                    ty: elem,
                    start: place.start.checked_add(by).ok_or(Astray)?,
                    bits: None,
                    depth: place.depth + 1,
                })
            }
            Level::Record { .. } => {
                let record = self.types().record_of(place.ty).ok_or(Astray)?;
                let fields = &self.types().record(record).fields;
                let field = fields.get(index as usize).ok_or(Astray)?;
                Ok(Place {
                    ty: field.ty,
                    start: place.start + field.bits.map_or(field.offset * 8, |bits| bits.offset),
                    bits: field.bits.map(|bits| bits.width),
                    depth: place.depth + 1,
                })
            }
            Level::Scalar => Err(Astray),
        }
    }
}

fn split(mut steps: Vec<Step>) -> (Step, Vec<Step>) {
    let first = steps.remove(0);
    (first, steps)
}

/// The same event for an element further on.
fn moved(event: Event, by: u64, later: usize) -> Event {
    let mut event = event;
    match &mut event {
        Event::Clear { start, end, .. } | Event::Member { start, end, .. } => {
            *start += by;
            *end = end.saturating_add(by);
        }
        Event::Through { start, .. } => *start += by,
        Event::Store {
            entry, start, end, ..
        } => {
            *entry += later;
            *start += by;
            *end = end.saturating_add(by);
        }
    }
    event
}
