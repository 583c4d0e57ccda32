//! Another variable or member in place of one, of a constant, or of an element.

use ctype::TypeId;
use frontend::tree::{ExprId, ExprKind, ObjectId};
use source::Span;

use crate::operators::context::Context;
use crate::operators::copy::copy;
use crate::operators::spans::inside;
use crate::operators::{ChangeKind, Role};
use crate::operators::{Family, OperatorEntry, Target, TreeOperator};

/// A variable, or the first element of an array, for a number that is written out.
pub(crate) struct VariableForConstant;

impl TreeOperator for VariableForConstant {
    fn entry(&self) -> OperatorEntry {
        let what = "a variable, or the first element of an array, for a number that is written out";
        OperatorEntry::new("variable_for_constant", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        let Target::Expression(at) = *target else { return };
        if let (ExprKind::Int(_), Role::Value, Some(span)) = (&at.expr.kind, at.role, at.span)
            && !context.is_enumerator(at)
        {
            context.variables_instead(at.id, at.expr.ty, span);
        }
    }
}

/// Another variable or member of the type, or a variable for a member or an element.
pub(crate) struct OtherVariable;

impl TreeOperator for OtherVariable {
    fn entry(&self) -> OperatorEntry {
        let what = "another variable or member of the type, or a variable for a member or an element";
        OperatorEntry::new("other_variable", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        let Target::Expression(at) = *target else { return };
        let (ExprKind::Load(place) | ExprKind::ArrayDecay(place) | ExprKind::AddressOf(place)) = at.expr.kind
        else {
            return;
        };
        let text = matches!(context.expr_of(place).kind, ExprKind::String(_));
        let decays = matches!(at.expr.kind, ExprKind::ArrayDecay(_));
        if let (Some(span), false) = (at.span, decays && text) {
            context.other_places(at.id, &at.expr.kind, place, at.expr.ty, span);
        }
    }
}

/// `best = i` for `best = s[i].grade`: a variable for what is converted.
pub(crate) struct VariableForElement;

impl TreeOperator for VariableForElement {
    fn entry(&self) -> OperatorEntry {
        let what = "`best = i` for `best = s[i].grade`: a variable for what is converted";
        OperatorEntry::new("variable_for_element", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        let Target::Expression(at) = *target else { return };
        if let (ExprKind::Convert { operand, .. }, Role::Value, Some(span)) =
            (&at.expr.kind, at.role, at.span)
        {
            context.unconverted_objects(at.id, *operand, at.expr.ty, span);
        }
    }
}

impl Context<'_> {
    /// Variables of a type in place of an expression, the likeliest ones.
    fn variables_of_type(&mut self, id: ExprId, ty: TypeId, span: Span) {
        let most = budgets::repair::MAX_VARIABLES_FOR_NUMBER.count();
        for (object, name) in self.alike(ty, None, span).into_iter().take(most) {
            let place = self.push(ExprKind::Object(object), ty);
            self.instead(ChangeKind::Object, id, span, name, ExprKind::Load(place));
        }
    }

    /// A variable in place of a number that is written out: `limit[layer]` for `limit[0]`.
    fn variables_instead(&mut self, id: ExprId, ty: TypeId, span: Span) {
        let spelled_out = self
            .sources
            .text(span)
            .starts_with(|first: char| first.is_ascii_digit());
        if !spelled_out || !self.tree.types.is_integer(ty) {
            return;
        }
        self.variables_of_type(id, ty, span);
        // The first element of an array: `max = v[0]` for `max = 0`.
        let mut arrays: Vec<TypeId> = Vec::new();
        for array in self.tree.objects.iter().map(|object| object.ty) {
            if self.tree.types.element(array) == Some(ty) && !arrays.contains(&array) {
                arrays.push(array);
            }
        }
        let pointer = self.tree.types.pointer(ty);
        arrays.push(pointer);
        for array in arrays {
            for (object, name) in self.alike(array, None, span) {
                let place = self.push(ExprKind::Object(object), array);
                let base = match array == pointer {
                    true => ExprKind::Load(place),
                    false => ExprKind::ArrayDecay(place),
                };
                let base = self.push(base, pointer);
                let index = self.push(ExprKind::Int(0), ty);
                let first = self.push(ExprKind::Subscript { base, index }, ty);
                let text = format!("{name}[0]");
                self.instead(ChangeKind::Object, id, span, text, ExprKind::Load(first));
            }
        }
    }

    /// Another variable or member in place of one that is read, decays or has its address taken.
    fn other_places(&mut self, id: ExprId, kind: &ExprKind, place: ExprId, ty: TypeId, span: Span) {
        let around = |inner: ExprId| match kind {
            ExprKind::Load(_) => ExprKind::Load(inner),
            ExprKind::ArrayDecay(_) => ExprKind::ArrayDecay(inner),
            _ => ExprKind::AddressOf(inner),
        };
        let place_ty = self.expr_of(place).ty;
        self.whole_objects(id, kind, place, span);
        match self.expr_of(place).kind {
            ExprKind::Object(object) => {
                let Some(name) = self.name_span(place, object) else {
                    return;
                };
                if !inside(name, span) {
                    return;
                }
                for (other, text) in self.alike(place_ty, Some(object), span) {
                    let inner = self.push(ExprKind::Object(other), place_ty);
                    self.instead(ChangeKind::Variable, id, name, text, around(inner));
                }
            }
            ExprKind::Member { base, field } if self.tree.types.is_scalar(ty) => {
                for (other, name, text) in self.other_members(place, base, field) {
                    let Some(base) = copy(self.tree, base) else { return };
                    let inner = self.push(ExprKind::Member { base, field: other }, place_ty);
                    self.instead(ChangeKind::Variable, id, name, text, around(inner));
                }
            }
            _ => {}
        }
    }

    /// A variable in place of a member or an element of its type: `max` for `a[i]`, `&blocked` for `&ready[n]`.
    fn whole_objects(&mut self, id: ExprId, kind: &ExprKind, place: ExprId, span: Span) {
        let part = matches!(
            self.expr_of(place).kind,
            ExprKind::Member { .. } | ExprKind::Subscript { .. }
        );
        if !part {
            return;
        }
        let ty = self.expr_of(place).ty;
        for (object, name) in self.alike(ty, None, span) {
            let inner = self.push(ExprKind::Object(object), ty);
            match kind {
                ExprKind::Load(_) => self.instead(ChangeKind::Object, id, span, name, ExprKind::Load(inner)),
                ExprKind::AddressOf(_) => {
                    let text = format!("&{name}");
                    self.instead(ChangeKind::Object, id, span, text, ExprKind::AddressOf(inner));
                }
                _ => {}
            }
        }
    }

    /// A variable in place of a member or an element of another type, which is converted: `best = i` for
    /// `best = s[i].grade`.
    fn unconverted_objects(&mut self, id: ExprId, operand: ExprId, ty: TypeId, span: Span) {
        let ExprKind::Load(place) = self.expr_of(operand).kind else {
            return;
        };
        let part = matches!(
            self.expr_of(place).kind,
            ExprKind::Member { .. } | ExprKind::Subscript { .. }
        );
        if !part || !self.tree.types.is_integer(ty) {
            return;
        }
        self.variables_of_type(id, ty, span);
    }

    /// Where the name of an object stands.
    pub(crate) fn name_span(&self, place: ExprId, object: ObjectId) -> Option<Span> {
        let span = self.span(self.expr_of(place).loc)?;
        let name = self.tree.object(object).name.as_deref()?;
        (self.sources.text(span) == name).then_some(span)
    }

    /// Members of the same type beside one, and where its name stands.
    fn other_members(&self, place: ExprId, base: ExprId, field: u32) -> Vec<(u32, Span, String)> {
        let types = &self.tree.types;
        let found = || {
            let span = self.span(self.expr_of(place).loc)?;
            let record = types.record(types.record_of(self.expr_of(base).ty)?);
            let own = record.fields.get(field as usize)?;
            let name = own.name.as_deref()?;
            if !self.sources.text(span).ends_with(name) {
                return None;
            }
            let at = Span::new(span.file, span.hi - name.len() as u32, span.hi);
            let alike = record.fields.iter().enumerate().filter(|(index, other)| {
                *index != field as usize && other.ty == own.ty && other.bits.is_none() && own.bits.is_none()
            });
            let named = alike.filter_map(|(index, other)| Some((index as u32, at, other.name.clone()?)));
            Some(
                named
                    .take(4)
                    .map(|(index, at, name)| (index, at, name.to_string()))
                    .collect(),
            )
        };
        found().unwrap_or_default()
    }
}
