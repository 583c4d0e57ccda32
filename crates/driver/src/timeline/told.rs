//! Chains in the user's terms.

use program::{Callee, Construct, ExprId, ExprKind, InstrKind, PlaceBase, PlaceId};
use report::{Place, WhyChain, WhyDecision, WhyKind, WhyLink, WhyPart, WhyParting};
use source::LocId;
use timeline::{
    Chain, Ingredient, Link, LinkId, LinkKind, ReadId, StepId, StepKind, Target, WriteId, align, why,
};

use super::Recorded;
use super::asked::one_line;
use crate::session::Session;
use crate::tracer::is_of_library;

/// Whether a place has a name in the user's text: allocated storage has none, and what a macro of the library declares
/// for itself is nobody's.
pub(super) fn has_name(lies: &str) -> bool {
    !(lies.is_empty() || lies.contains('@') || lies.starts_with('*') || is_of_library(lies))
}

impl Session<'_> {
    /// The text of an expression, on one line.
    pub(super) fn expr_source(&self, expr: ExprId) -> String {
        // What `x += 1` reads has the place of all of it; what is read is `x`.
        let read = match &self.program.expr(expr).kind {
            ExprKind::Load(place) => self.source_at(self.program.place(*place).loc),
            _ => None,
        };
        read.or_else(|| self.source_at(self.program.expr(expr).loc))
            .unwrap_or_else(|| self.program.expr_text(expr))
    }

    fn source_at(&self, loc: LocId) -> Option<String> {
        if loc == LocId::NONE {
            return None;
        }
        let text = one_line(&self.sources.used_text(loc));
        (!text.is_empty()).then_some(text)
    }

    /// What a place is called: its name if it has one, else its text.
    fn place_called(&self, lies: &str, text: String) -> String {
        match has_name(lies) {
            true => lies.to_owned(),
            false => text,
        }
    }

    /// The text of what a step writes to.
    pub(super) fn written_name(&self, step: StepId, write: WriteId, run: &Recorded) -> String {
        let timeline = &run.timeline;
        let at = timeline.step(step).at;
        let body = &self.program.function(at.function).body;
        let target: Option<PlaceId> = match body.get(at.pc.index()).map(|instr| &instr.kind) {
            Some(InstrKind::Assign { place, .. } | InstrKind::Input { place, .. }) => Some(*place),
            Some(InstrKind::Call { dest, .. }) if !matches!(timeline.step(step).kind, StepKind::Call(_)) => {
                *dest
            }
            Some(InstrKind::Builtin { dest, .. }) => *dest,
            _ => None,
        };
        let lies = timeline.text(timeline.write(write).place);
        let text = target.and_then(|place| self.source_at(self.program.place(place).loc));
        self.place_called(lies, text.unwrap_or_else(|| lies.to_owned()))
    }

    pub(super) fn part(&self, run: &Recorded, ingredient: &Ingredient) -> WhyPart {
        let timeline = &run.timeline;
        let text = |text: Option<timeline::TextId>| text.map_or("", |text| timeline.text(text)).to_owned();
        let lies = text(ingredient.place);
        let source = ingredient
            .read
            .map(|read| self.expr_source(timeline.read(read).expr));
        let unwritten =
            ingredient.from.is_empty() && ingredient.read.is_some_and(|read| self.is_unwritten(run, read));
        WhyPart {
            name: self.place_called(&lies, source.unwrap_or_else(|| lies.clone())),
            value: text(ingredient.text),
            address: ingredient.address,
            from: ingredient.from.iter().map(|link| link.0 as usize).collect(),
            unwritten,
            lies,
        }
    }

    /// What a person has a name for: the list of extra arguments is the tool's own.
    pub(super) fn parts(&self, run: &Recorded, ingredients: &[Ingredient]) -> Vec<WhyPart> {
        let parts = ingredients.iter().map(|part| self.part(run, part));
        parts.filter(|part| part.lies != "...").collect()
    }

    fn is_unwritten(&self, run: &Recorded, read: ReadId) -> bool {
        let origins = run.timeline.origins_of(read);
        !origins.is_empty() && origins.iter().all(|origin| origin.writer.is_none())
    }

    /// The place of a step in the user's text.
    pub(super) fn step_place(&self, run: &Recorded, step: StepId) -> (Place, String) {
        let at = run.timeline.step(step).at;
        let place = Place::new(&self.sources, at.loc);
        (place, self.line_text(at.loc))
    }

    fn line_text(&self, loc: LocId) -> String {
        if loc == LocId::NONE {
            return String::new();
        }
        let file = self.sources.file(self.sources.location(loc).used.file);
        let line = file.line_text(self.sources.line(loc));
        String::from_utf8_lossy(line).trim().to_owned()
    }

    pub(super) fn link(&self, run: &Recorded, link: &Link) -> WhyLink {
        let timeline = &run.timeline;
        let (place, source) = self.step_place(run, link.step);
        let called = |callee| self.program.function(callee).called().to_owned();
        let (kind, of) = match link.kind {
            LinkKind::Asked => (WhyKind::Asked, None),
            LinkKind::Copied => (WhyKind::Copied, None),
            LinkKind::Computed | LinkKind::Unwritten => (WhyKind::Computed, None),
            LinkKind::Argument(callee) => (WhyKind::Argument, Some(called(callee))),
            LinkKind::Returned(callee) => (WhyKind::Returned, Some(called(callee))),
            LinkKind::Return => (WhyKind::Return, None),
            LinkKind::Moved => (WhyKind::Moved, None),
            LinkKind::MovedBy(callee) => (WhyKind::Moved, Some(called(callee))),
            LinkKind::Library(callee) => (WhyKind::Library, Some(called(callee))),
            LinkKind::Allocated(callee) => (WhyKind::Allocated, callee.map(called)),
            LinkKind::Input(key) => (WhyKind::Input, Some(timeline.text(key).to_owned())),
            LinkKind::Constant => (WhyKind::Constant, None),
            LinkKind::StaticZero => (WhyKind::StaticZero, None),
            LinkKind::Decided => (WhyKind::Decided, None),
            LinkKind::Called(callee) => (WhyKind::Called, Some(called(callee))),
        };
        let library = matches!(
            link.kind,
            LinkKind::Library(_) | LinkKind::MovedBy(_) | LinkKind::Allocated(Some(_))
        );
        let name = link
            .write
            .filter(|_| !library)
            .map(|write| self.written_name(link.step, write, run));
        let value = match link.kind {
            LinkKind::Return => self.returned_source(run, link.step),
            _ => link
                .write
                .map(|write| timeline.text(timeline.write(write).text).to_owned()),
        };
        let constant =
            matches!(link.kind, LinkKind::Constant | LinkKind::Return if link.ingredients.is_empty());
        let begins = matches!(link.kind, LinkKind::Constant | LinkKind::StaticZero);
        WhyLink {
            decided: link
                .control
                .filter(|_| constant)
                .and_then(|control| self.decided(run, control)),
            omitted: if begins {
                self.omitted(run, link.step, &place)
            } else {
                Vec::new()
            },
            kind,
            step: link.step.0,
            function: called(timeline.step(link.step).at.function),
            name: name.filter(|name| !name.is_empty()),
            value: value.filter(|value| !value.is_empty()),
            of,
            parts: self.parts(run, &link.ingredients),
            source,
            place,
        }
    }

    /// The text of what a `return` gives.
    fn returned_source(&self, run: &Recorded, step: StepId) -> Option<String> {
        let at = run.timeline.step(step).at;
        match &self.program.function(at.function).body.get(at.pc.index())?.kind {
            InstrKind::Return(Some(value)) => Some(self.expr_source(*value)),
            _ => None,
        }
    }

    /// Where a variable would have been given another value than the one it begins with, in lines that were not
    /// executed.
    fn omitted(&self, run: &Recorded, step: StepId, place: &Place) -> Vec<Place> {
        let at = run.timeline.step(step).at;
        let instr = self.program.function(at.function).body.get(at.pc.index());
        let Some(InstrKind::Assign { place: target, .. }) = instr.map(|instr| &instr.kind) else {
            return Vec::new();
        };
        let PlaceBase::Var(var) = self.program.place(*target).base else {
            return Vec::new();
        };
        let stores = run.not_stored.get(&var).map_or(&[][..], Vec::as_slice);
        let mut places: Vec<Place> = Vec::new();
        for store in stores.iter().map(|loc| Place::new(&self.sources, *loc)) {
            if !store.same_line(place) && !places.iter().any(|known| known.same_line(&store)) {
                places.push(store);
            }
        }
        places
    }

    pub(super) fn told_chain(&self, run: &Recorded, chain: &Chain) -> WhyChain {
        let asked = chain.links.first();
        WhyChain {
            links: chain.links.iter().map(|link| self.link(run, link)).collect(),
            decided: asked.and_then(|asked| self.decision(run, asked.control?)),
            cut: chain.cut,
        }
    }

    /// A decision, with what it looked at; or the call of a function.
    pub(super) fn decision(&self, run: &Recorded, step: StepId) -> Option<WhyDecision> {
        let timeline = &run.timeline;
        let mut decision = self.decided_or_called(run, step)?;
        if !matches!(timeline.step(step).kind, StepKind::Call(_)) {
            let chain = why(&self.program, timeline, Target::Step(step));
            let parts = chain.links.first().map_or(&[][..], |link| &link.ingredients);
            let parts = parts.iter().filter(|part| !part.address);
            decision.parts = parts.map(|part| self.part(run, part)).collect();
        }
        Some(decision)
    }

    /// A decision, without what it looked at.
    fn decided(&self, run: &Recorded, step: StepId) -> Option<WhyDecision> {
        let is_call = matches!(run.timeline.step(step).kind, StepKind::Call(_));
        self.decided_or_called(run, step).filter(|_| !is_call)
    }

    fn decided_or_called(&self, run: &Recorded, step: StepId) -> Option<WhyDecision> {
        let timeline = &run.timeline;
        let record = timeline.step(step);
        let body = &self.program.function(record.at.function).body;
        let instr = body.get(record.at.pc.index()).map(|instr| &instr.kind)?;
        let (condition, went) = match (record.kind, instr) {
            (
                StepKind::Branch {
                    construct: Construct::Internal,
                    ..
                },
                _,
            ) => return None,
            (StepKind::Branch { taken, .. }, InstrKind::Branch { cond, .. }) => {
                (self.expr_source(*cond), taken.to_string())
            }
            (StepKind::Switch(value), InstrKind::Switch { value: expr, .. }) => {
                (self.expr_source(*expr), timeline.text(value).to_owned())
            }
            (
                StepKind::Call(callee),
                InstrKind::Call {
                    callee: Callee::Direct(_) | Callee::Indirect(_),
                    ..
                },
            ) => {
                if record.at.function == self.program.entry {
                    return None;
                }
                (
                    self.program.function(callee).called().to_owned(),
                    "called".to_owned(),
                )
            }
            _ => return None,
        };
        let (place, _) = self.step_place(run, step);
        Some(WhyDecision {
            condition,
            went,
            parts: Vec::new(),
            place,
        })
    }

    /// Where the chain of a failing run parts from that of a passing one: both are gone down at once, along the first
    /// value that differs, as long as the links are the same step of both runs.
    pub(super) fn parting(
        &self,
        failing: &Recorded,
        passing: &Recorded,
        chain: &Chain,
    ) -> Option<WhyParting> {
        let alignment = align(&failing.timeline, &passing.timeline);
        let first = chain.links.first()?;
        let step = alignment.second(first.step)?;
        let target = match first.write {
            Some(write) => {
                let position = failing
                    .timeline
                    .writes_of(first.step)
                    .position(|own| own == write)?;
                Target::Write(step, passing.timeline.writes_of(step).nth(position)?)
            }
            None => {
                let same = |part: &Ingredient| self.same_read((failing, part.read?), (passing, step));
                Target::Reads(step, first.ingredients.iter().filter_map(same).collect())
            }
        };
        let other = why(&self.program, &passing.timeline, target);
        let mut found = None;
        let mut seen = Vec::new();
        let mut next = Some((LinkId(0), LinkId(0)));
        while let Some((own, others)) = next.take().filter(|pair| !seen.contains(pair)) {
            seen.push((own, others));
            let (link, same) = (chain.link(own), other.link(others));
            if alignment.second(link.step) != Some(same.step) || link.kind != same.kind {
                break;
            }
            let Some((part, counterpart)) = self.differing((failing, link), (passing, same)) else {
                break;
            };
            let from = |part: &Ingredient| part.from.first().copied();
            if let (Some(failing_text), Some(passing_text)) = (part.text, counterpart.text) {
                let told = |run: &Recorded, chain: &Chain, part: &Ingredient| {
                    from(part).map(|source| self.link(run, chain.link(source)))
                };
                found = Some(WhyParting {
                    name: self.part(failing, part).name,
                    failing: failing.timeline.text(failing_text).to_owned(),
                    passing: passing.timeline.text(passing_text).to_owned(),
                    failing_link: told(failing, chain, part),
                    passing_link: told(passing, &other, counterpart),
                });
            }
            next = from(part).zip(from(counterpart));
        }
        found
    }

    /// The first thing that two links are made of and that differs, or of which that is not known.
    fn differing<'c>(
        &self,
        (failing, link): (&Recorded, &'c Link),
        (passing, same): (&Recorded, &'c Link),
    ) -> Option<(&'c Ingredient, &'c Ingredient)> {
        let expr = |run: &Recorded, part: &Ingredient| part.read.map(|read| run.timeline.read(read).expr);
        let text =
            |run: &Recorded, part: &Ingredient| part.text.map(|text| run.timeline.text(text).to_owned());
        let mut pairs = link
            .ingredients
            .iter()
            .filter(|part| !part.address || link.kind == LinkKind::Asked)
            .filter_map(|part| {
                let other = same
                    .ingredients
                    .iter()
                    .find(|other| expr(passing, other) == expr(failing, part));
                Some((part, other?))
            });
        pairs.find(
            |(part, other)| match (text(failing, part), text(passing, other)) {
                (Some(failing), Some(passing)) => failing != passing,
                _ => true,
            },
        )
    }

    fn same_read(
        &self,
        (run, read): (&Recorded, ReadId),
        (other, step): (&Recorded, StepId),
    ) -> Option<ReadId> {
        let expr = run.timeline.read(read).expr;
        let mut reads = other.timeline.reads_of(step);
        reads.find(|read| other.timeline.read(*read).expr == expr)
    }
}
