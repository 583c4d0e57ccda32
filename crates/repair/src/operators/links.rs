//! Links followed once more or once less: `p->next` for `p`, `p` for `p->next`.
//!
//! In lists and trees the classic fault is to stop one link too early or too late, and no variable holds what is
//! meant. So where a pointer to a record is read, each of the record's own pointers of that type is tried in its place,
//! and where such a link is read, the pointer that it was read through. Where a link is set or handed on, all that the
//! function says of its type are tried: of `list->last = NULL` and `list->last = e->prev` neither is a step from the
//! other.

use ctype::TypeId;
use frontend::tree::{ExprId, ExprKind};
use source::Span;

use crate::operators::ChangeKind;
use crate::operators::context::Context;
use crate::operators::copy::copy;
use crate::operators::ingredients::vocabulary::Word;
use crate::operators::{Family, OperatorEntry, Role, Target, TreeOperator};

/// Another pointer to a record that the function speaks of, or none.
pub(crate) struct OtherPointer;

impl TreeOperator for OtherPointer {
    fn entry(&self) -> OperatorEntry {
        let what = "another pointer to a record that the function speaks of, or none";
        OperatorEntry::new("other_pointer", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        let Target::Expression(at) = *target else { return };
        let ty = at.expr.ty;
        if at.role == Role::Value && context.tree.types.is_pointer(ty) {
            context.other_pointers(at.id, ty);
        }
    }
}

/// `p->next` for `p`, and `p` for `p->next`.
pub(crate) struct OtherLink;

impl TreeOperator for OtherLink {
    fn entry(&self) -> OperatorEntry {
        let what = "`p->next` for `p`, and `p` for `p->next`";
        OperatorEntry::new("other_link", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        let Target::Expression(at) = *target else { return };
        if let (ExprKind::Load(place), Some(span)) = (&at.expr.kind, at.span) {
            context.other_links(at.id, *place, at.expr.ty, span);
        }
    }
}

impl Context<'_> {
    /// Another pointer to a record that the function speaks of, or none, in place of a whole value.
    pub(crate) fn other_pointers(&mut self, id: ExprId, ty: TypeId) {
        let types = &self.tree.types;
        let to = types.pointee(ty);
        if to.and_then(|to| types.record_of(to)).is_none() {
            return;
        }
        let loc = self.expr_of(id).loc;
        // A macro is changed where it is used.
        let named = self.name_used(loc).map(|(span, _)| span);
        let Some(span) = named.or_else(|| self.span(loc)) else {
            return;
        };
        let own = self.sources.text(span);
        let mut others: Vec<Word> = self
            .pointers
            .iter()
            .filter(|word| word.ty == ty && word.is_known(span) && word.text != own)
            .cloned()
            .collect();
        others.sort_by_key(|word| word.nearest(span));
        others.truncate(budgets::repair::MAX_OTHER_POINTERS.count());
        for other in others {
            let Some(place) = copy(self.tree, other.place) else {
                continue;
            };
            self.instead(ChangeKind::Object, id, span, other.text, ExprKind::Load(place));
        }
        if !matches!(own.as_str(), "NULL" | "0") {
            self.instead(ChangeKind::Object, id, span, "0", ExprKind::Int(0));
        }
    }

    /// For a pointer that is read from a place.
    pub(crate) fn other_links(&mut self, id: ExprId, place: ExprId, ty: TypeId, span: Span) {
        self.link_more(id, place, ty, span);
        self.link_less(id, place, ty, span);
    }

    fn link_more(&mut self, id: ExprId, place: ExprId, ty: TypeId, span: Span) {
        let types = &self.tree.types;
        let Some(record_ty) = types.pointee(ty) else {
            return;
        };
        let Some(record) = types.record_of(record_ty) else {
            return;
        };
        let fields = types.record(record).fields.iter().enumerate();
        let links: Vec<(u32, String, TypeId)> = fields
            .filter(|(_, field)| field.bits.is_none() && types.compatible(field.ty, ty))
            .filter_map(|(index, field)| Some((index as u32, field.name.as_ref()?.to_string(), field.ty)))
            .collect();
        let pointer = self.sources.text(span);
        // `*p->next` would be something else.
        let pointer = match self.expr_of(place).kind {
            ExprKind::Deref(_) => format!("({pointer})"),
            _ => pointer,
        };
        for (field, name, field_ty) in links {
            let Some(through) = copy(self.tree, id) else {
                return;
            };
            let base = self.push(ExprKind::Deref(through), record_ty);
            let member = self.push(ExprKind::Member { base, field }, field_ty);
            let text = format!("{pointer}->{name}");
            self.instead(ChangeKind::Object, id, span, text, ExprKind::Load(member));
        }
    }

    fn link_less(&mut self, id: ExprId, place: ExprId, ty: TypeId, span: Span) {
        let ExprKind::Member { base, .. } = self.expr_of(place).kind else {
            return;
        };
        let ExprKind::Deref(through) = self.expr_of(base).kind else {
            return;
        };
        let pointer = self.expr_of(through);
        // A variable is tried in any case.
        let variable = match pointer.kind {
            ExprKind::Load(inner) => matches!(self.expr_of(inner).kind, ExprKind::Object(_)),
            _ => return,
        };
        if variable || !self.tree.types.compatible(pointer.ty, ty) {
            return;
        }
        let Some(inner) = self.span(pointer.loc) else {
            return;
        };
        let text = self.sources.text(inner);
        let Some(shorter) = copy(self.tree, through) else {
            return;
        };
        let kind = self.expr_of(shorter).kind.clone();
        self.instead(ChangeKind::Object, id, span, text, kind);
    }
}
