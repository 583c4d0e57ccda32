//! Changes of expressions.

use ctype::TypeId;
use frontend::tree::{BinaryOp, ExprId, ExprKind, LogicalOp, ObjectId, UnaryOp};
use source::Span;

use crate::copy::copy;
use crate::propose::{Change, Proposer, Role, Site, judges};
use crate::scope::alike;
use crate::text::{between, inside};

pub(crate) type Parts = Vec<(ExprId, Role)>;

/// Constants up to this seldom are limits that tests are near to.
const LARGEST_SMALL: u128 = 9;
/// So many numbers that tests are given are tried for a limit, the nearest.
const MOST_NEAR: usize = 32;
/// So many variables are tried in place of a number.
const MOST_INSTEAD: usize = 8;

impl Proposer<'_> {
    /// Proposes changes of an expression and gives its parts back.
    pub(crate) fn expression(&mut self, id: ExprId, role: Role) -> Parts {
        let expr = self.expr_of(id).clone();
        let (ty, span) = (expr.ty, self.span(expr.loc));
        if role == Role::Condition
            && let Some(span) = span
        {
            self.negated(id, ty, span);
        }
        if role == Role::Value
            && let Some(span) = span
        {
            self.offsets(id, ty, span);
            self.constants_more(id, ty, span);
        }
        if role == Role::Value && self.tree.types.is_pointer(ty) {
            self.other_pointers(id, ty);
        }
        if role == Role::Value {
            self.with_unread(id);
            self.exchanged_parts(id);
        }
        if role == Role::Condition && !matches!(expr.kind, ExprKind::Logical { .. }) {
            self.exchanged_parts(id);
        }
        match expr.kind {
            ExprKind::Int(value) => {
                let named = self.name_used(expr.loc);
                if let Some((name, text)) = &named {
                    self.other_names(id, value, *name, text);
                }
                // Nobody writes a number for an enumerator, which is spelled where it is used.
                let enumerator = named.is_some_and(|(name, _)| Some(name) == span);
                if let Some(span) = span.filter(|_| !enumerator) {
                    self.constants(id, ty, value, span);
                    if role == Role::Value {
                        self.variables_instead(id, ty, span);
                    }
                }
                Vec::new()
            }
            ExprKind::Float(bits) => {
                if let Some(span) = span {
                    self.float_constants(id, ty, bits, span);
                }
                Vec::new()
            }
            ExprKind::ArrayDecay(place) if matches!(self.expr_of(place).kind, ExprKind::String(_)) => {
                if let Some(span) = span {
                    self.texts(id, place, span);
                }
                Vec::new()
            }
            ExprKind::FunctionDecay(function) if role == Role::Value => {
                if let Some(span) = span {
                    self.other_functions(id, function, ty, span);
                }
                Vec::new()
            }
            ExprKind::Load(place) | ExprKind::ArrayDecay(place) | ExprKind::AddressOf(place) => {
                if let Some(span) = span {
                    self.other_places(id, &expr.kind, place, ty, span);
                    if matches!(expr.kind, ExprKind::Load(_)) {
                        self.other_links(id, place, ty, span);
                    }
                }
                self.place_parts(place)
            }
            ExprKind::Convert { operand, .. } => {
                self.exact_division(id, ty, operand);
                if role == Role::Value
                    && let Some(span) = span
                {
                    self.unconverted_objects(id, operand, ty, span);
                }
                let inner = match role {
                    // The converted value has been seen to.
                    Role::Condition | Role::Value => Role::Operand,
                    other => other,
                };
                vec![(operand, inner)]
            }
            ExprKind::Unary { op, operand } => {
                if op != UnaryOp::BitNot
                    && self.expr_of(operand).ty == ty
                    && let (Some(span), Some(inner)) = (span, self.span(self.expr_of(operand).loc))
                    && let Some(instead) = copy(self.tree, operand)
                {
                    let text = self.sources.text(inner);
                    self.add(Change::Negated, span, text, Site::Expr { site: id, instead });
                }
                // `-1` is one constant, and `-0` is none that anybody writes.
                if let (UnaryOp::Neg, ExprKind::Int(value), Some(span)) =
                    (op, &self.expr_of(operand).kind, span)
                {
                    self.constants(id, ty, -*value, span);
                    return Vec::new();
                }
                vec![(operand, Role::Operand)]
            }
            ExprKind::Binary { op, lhs, rhs } => {
                self.beside(op, lhs, rhs);
                self.operators(id, ty, op, lhs, rhs);
                self.exchanged_operands(id, op, lhs, rhs);
                self.offset_limit(op, rhs);
                if !is_relation(op) {
                    self.dropped(id, ty, lhs, rhs);
                    self.with_unread(lhs);
                    self.with_unread(rhs);
                }
                if matches!(op, BinaryOp::Div | BinaryOp::Rem) {
                    self.offset_divisor(rhs);
                }
                vec![(lhs, Role::Operand), (rhs, Role::Operand)]
            }
            ExprKind::Logical { op, lhs, rhs } => {
                self.connectives(id, ty, op, lhs, rhs);
                self.dropped(id, ty, lhs, rhs);
                vec![(lhs, Role::Condition), (rhs, Role::Condition)]
            }
            ExprKind::Cond {
                cond,
                then,
                otherwise,
            } => {
                self.swapped(id, &expr.kind, then, otherwise);
                vec![
                    (cond, Role::Condition),
                    (then, Role::Value),
                    (otherwise, Role::Value),
                ]
            }
            ExprKind::Elvis { cond, otherwise } => vec![(cond, Role::Operand), (otherwise, Role::Value)],
            ExprKind::Comma { lhs, rhs } => vec![(lhs, Role::Discarded), (rhs, role)],
            ExprKind::Assign { place, value } => {
                self.assignments(id, ty, place, value, role);
                let mut parts = self.place_parts(place);
                parts.push((value, Role::Value));
                parts
            }
            ExprKind::AssignOp { op, place, value, .. } => {
                self.compound(id, &expr.kind, op, place, value);
                let mut parts = self.place_parts(place);
                parts.push((value, Role::Value));
                parts
            }
            ExprKind::Step { step, place } => {
                self.steps(id, ty, step, place);
                self.place_parts(place)
            }
            ExprKind::Call { callee, args } => self.call(id, callee, &args),
            ExprKind::Builtin { args, .. } => args.iter().map(|arg| (*arg, Role::Value)).collect(),
            _ => Vec::new(),
        }
    }

    pub(crate) fn instead(
        &mut self,
        kind: Change,
        site: ExprId,
        span: Span,
        text: impl Into<String>,
        with: ExprKind,
    ) {
        let text = text.into();
        if self.unwanted.get(&site) == Some(&text) {
            return;
        }
        let ty = self.expr_of(site).ty;
        let instead = self.push(with, ty);
        self.add(kind, span, text, Site::Expr { site, instead });
    }

    /// What an operand must not become: the same as the other one, or a constant that changes nothing.
    fn beside(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId) {
        let (left, right) = (self.unconverted(lhs), self.unconverted(rhs));
        // Squares and doubles are meant.
        let same = !matches!(op, BinaryOp::Mul | BinaryOp::Add);
        for (own, other) in [(left, right), (right, left)].into_iter().filter(|_| same) {
            if let Some(span) = self.span(self.expr_of(other).loc) {
                self.unwanted.insert(own, self.sources.text(span));
            }
        }
        let neutral = match op {
            BinaryOp::Mul | BinaryOp::Div => Some("1"),
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Shl
            | BinaryOp::Shr
            | BinaryOp::BitOr
            | BinaryOp::BitXor => Some("0"),
            _ => None,
        };
        if let (Some(neutral), ExprKind::Int(_)) = (neutral, &self.expr_of(right).kind) {
            self.unwanted.insert(right, neutral.to_owned());
        }
    }

    pub(crate) fn unconverted(&self, id: ExprId) -> ExprId {
        match self.expr_of(id).kind {
            ExprKind::Convert { operand, .. } => self.unconverted(operand),
            _ => id,
        }
    }

    fn negated(&mut self, id: ExprId, ty: TypeId, span: Span) {
        // `a < b` has an opposite of its own.
        if matches!(self.expr_of(id).kind, ExprKind::Binary { op, .. } if is_relation(op)) {
            return;
        }
        // Of `!a` the sign is left out.
        if matches!(self.expr_of(id).kind, ExprKind::Unary { op: UnaryOp::Not, .. }) {
            return;
        }
        if !self.tree.types.is_integer(ty) {
            return;
        }
        if let Some(operand) = copy(self.tree, id) {
            let text = format!("!({})", self.sources.text(span));
            let kind = ExprKind::Unary {
                op: UnaryOp::Not,
                operand,
            };
            self.instead(Change::Negated, id, span, text, kind);
        }
    }

    /// One more, one less.
    fn offsets(&mut self, id: ExprId, ty: TypeId, span: Span) {
        let simple = match &self.expr_of(id).kind {
            ExprKind::Load(_) => true,
            ExprKind::Binary { op, lhs, rhs } => {
                // A constant in it can change instead.
                let constant = |id: &ExprId| matches!(self.expr_of(*id).kind, ExprKind::Int(_));
                if constant(lhs) || constant(rhs) {
                    return;
                }
                matches!(
                    op,
                    BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem
                )
            }
            ExprKind::Call { callee, .. } => {
                let name = self.callee(*callee).map(|id| self.tree.function(id));
                if name.is_none_or(|function| function.body.is_none() || judges(&function.name)) {
                    return;
                }
                true
            }
            // `int last = strlen(s);`
            ExprKind::Convert {
                operand,
                explicit: false,
            } if matches!(self.expr_of(*operand).kind, ExprKind::Call { .. })
                && self.tree.types.is_integer(self.expr_of(*operand).ty) =>
            {
                true
            }
            _ => return,
        };
        if !self.tree.types.is_integer(ty) || self.tree.types.is_bool(ty) {
            return;
        }
        if let Some(operand) = copy(self.tree, id) {
            let text = self.sources.text(span);
            let text = match matches!(self.expr_of(id).kind, ExprKind::Binary { .. }) {
                true => format!("-({text})"),
                false => format!("-{text}"),
            };
            let kind = ExprKind::Unary {
                op: UnaryOp::Neg,
                operand,
            };
            self.instead(Change::Negated, id, span, text, kind);
        }
        for (op, sign) in [(BinaryOp::Add, '+'), (BinaryOp::Sub, '-')] {
            let Some(lhs) = copy(self.tree, id) else { return };
            let rhs = self.push(ExprKind::Int(1), ty);
            let text = self.sources.text(span);
            let text = match simple {
                true => format!("{text} {sign} 1"),
                false => format!("({text}) {sign} 1"),
            };
            self.instead(Change::Offset, id, span, text, ExprKind::Binary { op, lhs, rhs });
        }
    }

    fn constants(&mut self, id: ExprId, ty: TypeId, value: i128, span: Span) {
        if !self.tree.types.is_integer(ty) || self.tree.types.is_bool(ty) {
            return;
        }
        let text = self.sources.text(span);
        let mut others: Vec<i128> = vec![value + 1, value - 1, 0, 1, -value, 2];
        others.extend(&self.constants);
        // A limit is seen in what tests are given; what is no limit would only be one of many.
        if value.unsigned_abs() > LARGEST_SMALL && !text.starts_with('\'') {
            let mut near = self.numbers.to_vec();
            near.sort_unstable_by_key(|number| (number.abs_diff(value), *number));
            near.truncate(MOST_NEAR);
            others.extend(near);
        }
        if text.starts_with('\'') {
            others.extend(self.letters.iter().map(|letter| i128::from(*letter)));
        }
        let mut tried = vec![value];
        for other in others {
            if tried.contains(&other) {
                continue;
            }
            tried.push(other);
            // `-16` is no `size_t`.
            if !self.tree.types.can_hold(ty, other) {
                continue;
            }
            let written = match u8::try_from(other) {
                Ok(byte) if text.starts_with('\'') && (byte.is_ascii_graphic() || byte == b' ') => {
                    let escaped = matches!(byte, b'\'' | b'\\');
                    format!("'{}{}'", if escaped { "\\" } else { "" }, byte as char)
                }
                _ if text.starts_with('\'') => continue,
                _ => other.to_string(),
            };
            self.instead(Change::Constant, id, span, written, ExprKind::Int(other));
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
        let others = alike(self.tree, self.sources, self.function, ty, None, span);
        for (object, name) in others.into_iter().take(MOST_INSTEAD) {
            let place = self.push(ExprKind::Object(object), ty);
            self.instead(Change::Object, id, span, name, ExprKind::Load(place));
        }
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
            for (object, name) in alike(self.tree, self.sources, self.function, array, None, span) {
                let place = self.push(ExprKind::Object(object), array);
                let base = match array == pointer {
                    true => ExprKind::Load(place),
                    false => ExprKind::ArrayDecay(place),
                };
                let base = self.push(base, pointer);
                let index = self.push(ExprKind::Int(0), ty);
                let first = self.push(ExprKind::Subscript { base, index }, ty);
                let text = format!("{name}[0]");
                self.instead(Change::Object, id, span, text, ExprKind::Load(first));
            }
        }
    }

    /// Another constant of the text; zero and one, a half and two; one more or less, and the point moved.
    fn float_constants(&mut self, id: ExprId, ty: TypeId, bits: u128, span: Span) {
        for (other, value, text) in self.floats.clone() {
            if other == ty && value != bits {
                self.instead(Change::Constant, id, span, text, ExprKind::Float(value));
            }
        }
        if self.tree.types.size_of(ty) == Some(8) {
            let own = f64::from_bits(bits as u64);
            for value in [
                0.0f64,
                1.0,
                0.5,
                2.0,
                own + 1.0,
                own - 1.0,
                own * 10.0,
                own / 10.0,
            ] {
                let other = u128::from(value.to_bits());
                if other != bits {
                    self.instead(
                        Change::Constant,
                        id,
                        span,
                        format!("{value:?}"),
                        ExprKind::Float(other),
                    );
                }
            }
        }
    }

    /// Another macro or enumerator: what nobody uses, then what is called alike.
    fn other_names(&mut self, id: ExprId, value: i128, at: Span, own: &str) {
        for (name, other) in self.names.instead_of(own, value) {
            self.instead(Change::Variable, id, at, name, ExprKind::Int(other));
        }
    }

    /// The parts of a place that are values.
    pub(crate) fn place_parts(&self, place: ExprId) -> Parts {
        let mut parts = Vec::new();
        let mut at = place;
        loop {
            match self.expr_of(at).kind {
                ExprKind::Member { base, .. } => at = base,
                ExprKind::Subscript { base, index } => {
                    parts.push((base, Role::Operand));
                    parts.push((index, Role::Value));
                    return parts;
                }
                ExprKind::Deref(pointer) => {
                    parts.push((pointer, Role::Operand));
                    return parts;
                }
                _ => return parts,
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
                for (other, text) in alike(
                    self.tree,
                    self.sources,
                    self.function,
                    place_ty,
                    Some(object),
                    span,
                ) {
                    let inner = self.push(ExprKind::Object(other), place_ty);
                    self.instead(Change::Variable, id, name, text, around(inner));
                }
            }
            ExprKind::Member { base, field } if self.tree.types.is_scalar(ty) => {
                for (other, name, text) in self.other_members(place, base, field) {
                    let Some(base) = copy(self.tree, base) else { return };
                    let inner = self.push(ExprKind::Member { base, field: other }, place_ty);
                    self.instead(Change::Variable, id, name, text, around(inner));
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
        for (object, name) in alike(self.tree, self.sources, self.function, ty, None, span) {
            let inner = self.push(ExprKind::Object(object), ty);
            match kind {
                ExprKind::Load(_) => self.instead(Change::Object, id, span, name, ExprKind::Load(inner)),
                ExprKind::AddressOf(_) => {
                    let text = format!("&{name}");
                    self.instead(Change::Object, id, span, text, ExprKind::AddressOf(inner));
                }
                _ => {}
            }
        }
    }

    /// A variable in place of a member or an element of another type, which is converted: `best = i` for `best = s[i].grade`.
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
        let others = alike(self.tree, self.sources, self.function, ty, None, span);
        for (object, name) in others.into_iter().take(MOST_INSTEAD) {
            let place = self.push(ExprKind::Object(object), ty);
            self.instead(Change::Object, id, span, name, ExprKind::Load(place));
        }
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

    fn operators(&mut self, id: ExprId, ty: TypeId, op: BinaryOp, lhs: ExprId, rhs: ExprId) {
        let Some(at) = self.operator_span(lhs, rhs, sign(op)) else {
            return;
        };
        let types = &self.tree.types;
        let pointers = types.is_pointer(self.expr_of(lhs).ty) || types.is_pointer(self.expr_of(rhs).ty);
        let floats = types.is_float(self.expr_of(lhs).ty);
        let others: &[BinaryOp] = match op {
            _ if is_relation(op) => relations(op),
            BinaryOp::Add | BinaryOp::Sub if pointers => &[BinaryOp::Add, BinaryOp::Sub],
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem if floats => {
                &[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div]
            }
            BinaryOp::Shl | BinaryOp::Shr => &[BinaryOp::Shl, BinaryOp::Shr],
            BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => {
                &[BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::BitXor]
            }
            // `x * 1` is `x`, which is tried as such.
            _ if matches!(self.expr_of(self.unconverted(rhs)).kind, ExprKind::Int(1)) => {
                &[BinaryOp::Add, BinaryOp::Sub]
            }
            _ => &[
                BinaryOp::Add,
                BinaryOp::Sub,
                BinaryOp::Mul,
                BinaryOp::Div,
                BinaryOp::Rem,
            ],
        };
        // The difference of two pointers has no other operator.
        if pointers && !is_relation(op) && !types.is_pointer(ty) {
            return;
        }
        for other in others.iter().copied().filter(|other| *other != op) {
            let (Some(lhs), Some(rhs)) = (copy(self.tree, lhs), copy(self.tree, rhs)) else {
                return;
            };
            let kind = ExprKind::Binary { op: other, lhs, rhs };
            self.instead(Change::Operator, id, at, sign(other), kind);
        }
    }

    pub(crate) fn operator_span(&self, lhs: ExprId, rhs: ExprId, sign: &str) -> Option<Span> {
        let (lhs, rhs) = (self.expr_of(lhs).loc, self.expr_of(rhs).loc);
        let (left, right) = (self.span(lhs)?, self.span(rhs)?);
        // An operand may be a macro although the operator is written beside it; both come from one if it is not.
        let used = |loc| self.sources.location(loc).used;
        between(self.sources, used(lhs), used(rhs), sign)
            .filter(|at| self.is_editable(at.file))
            .or_else(|| between(self.sources, left, right, sign))
    }

    fn connectives(&mut self, id: ExprId, _ty: TypeId, op: LogicalOp, lhs: ExprId, rhs: ExprId) {
        let (own, other, text) = match op {
            LogicalOp::And => ("&&", LogicalOp::Or, "||"),
            LogicalOp::Or => ("||", LogicalOp::And, "&&"),
        };
        let Some(at) = self.operator_span(lhs, rhs, own) else {
            return;
        };
        let (Some(lhs), Some(rhs)) = (copy(self.tree, lhs), copy(self.tree, rhs)) else {
            return;
        };
        let kind = ExprKind::Logical { op: other, lhs, rhs };
        self.instead(Change::Operator, id, at, text, kind);
    }

    /// One operand alone.
    fn dropped(&mut self, id: ExprId, ty: TypeId, lhs: ExprId, rhs: ExprId) {
        let Some(span) = self.span(self.expr_of(id).loc) else {
            return;
        };
        for operand in [lhs, rhs] {
            if self.expr_of(operand).ty != ty {
                continue;
            }
            let Some(inner) = self.span(self.expr_of(operand).loc) else {
                continue;
            };
            if let (true, Some(instead)) = (inside(inner, span), copy(self.tree, operand)) {
                let text = self.sources.text(inner);
                self.add(Change::Dropped, span, text, Site::Expr { site: id, instead });
            }
        }
    }

    /// The alternatives of `?:` the other way round.
    fn swapped(&mut self, id: ExprId, kind: &ExprKind, then: ExprId, otherwise: ExprId) {
        let ExprKind::Cond { cond, .. } = kind else { return };
        let spans = (
            self.span(self.expr_of(then).loc),
            self.span(self.expr_of(otherwise).loc),
        );
        let (Some(first), Some(second)) = spans else {
            return;
        };
        let Some((span, text)) = self.exchanged(first, second) else {
            return;
        };
        let copies = (
            copy(self.tree, *cond),
            copy(self.tree, otherwise),
            copy(self.tree, then),
        );
        if let (Some(cond), Some(then), Some(otherwise)) = copies {
            let kind = ExprKind::Cond {
                cond,
                then,
                otherwise,
            };
            self.instead(Change::Swapped, id, span, text, kind);
        }
    }

    /// `b - a` for `a - b`.
    fn exchanged_operands(&mut self, id: ExprId, op: BinaryOp, lhs: ExprId, rhs: ExprId) {
        let ordered = matches!(
            op,
            BinaryOp::Sub | BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr
        );
        let (left, right) = (self.expr_of(lhs), self.expr_of(rhs));
        if !ordered || left.ty != right.ty || self.tree.types.is_pointer(left.ty) {
            return;
        }
        let (Some(first), Some(second)) = (self.span(left.loc), self.span(right.loc)) else {
            return;
        };
        let Some((span, text)) = self.exchanged(first, second) else {
            return;
        };
        if let (Some(lhs), Some(rhs)) = (copy(self.tree, rhs), copy(self.tree, lhs)) {
            self.instead(Change::Swapped, id, span, text, ExprKind::Binary { op, lhs, rhs });
        }
    }

    /// Two pieces of text in the other order.
    pub(crate) fn exchanged(&self, first: Span, second: Span) -> Option<(Span, String)> {
        if first.file != second.file || first.hi > second.lo {
            return None;
        }
        let text = |span| self.sources.text(span);
        let middle = text(Span::new(first.file, first.hi, second.lo));
        let span = Span::new(first.file, first.lo, second.hi);
        Some((span, format!("{}{middle}{}", text(second), text(first))))
    }

    pub(crate) fn is_number(&self, ty: TypeId) -> bool {
        self.tree.types.is_integer(ty) || self.tree.types.is_float(ty)
    }

    /// What is converted, converted to another type.
    pub(crate) fn converted(&mut self, id: ExprId, ty: TypeId) -> ExprId {
        let operand = self.unconverted(id);
        if self.expr_of(operand).ty == ty {
            return operand;
        }
        let explicit = false;
        self.push(ExprKind::Convert { operand, explicit }, ty)
    }

    /// `float mean = sum / n` with the integers converted before the division.
    fn exact_division(&mut self, id: ExprId, ty: TypeId, operand: ExprId) {
        let ExprKind::Binary {
            op: BinaryOp::Div,
            lhs,
            rhs,
        } = self.expr_of(operand).kind
        else {
            return;
        };
        let types = &self.tree.types;
        if !types.is_float(ty) || !types.is_integer(self.expr_of(operand).ty) {
            return;
        }
        let Some(at) = self.span(self.expr_of(lhs).loc) else {
            return;
        };
        let text = format!("({}) {}", types.display(ty), self.sources.text(at));
        if let (Some(lhs), Some(rhs)) = (copy(self.tree, lhs), copy(self.tree, rhs)) {
            let convert = |operand| ExprKind::Convert {
                operand,
                explicit: false,
            };
            let lhs = self.push(convert(lhs), ty);
            let rhs = self.push(convert(rhs), ty);
            let kind = ExprKind::Binary {
                op: BinaryOp::Div,
                lhs,
                rhs,
            };
            self.instead(Change::Exact, id, at, text, kind);
        }
    }
}

/// The other relations, those first that are most easily taken for this one.
fn relations(op: BinaryOp) -> &'static [BinaryOp] {
    match op {
        BinaryOp::Lt => &[
            BinaryOp::Le,
            BinaryOp::Gt,
            BinaryOp::Ge,
            BinaryOp::Ne,
            BinaryOp::Eq,
        ],
        BinaryOp::Le => &[
            BinaryOp::Lt,
            BinaryOp::Ge,
            BinaryOp::Gt,
            BinaryOp::Eq,
            BinaryOp::Ne,
        ],
        BinaryOp::Gt => &[
            BinaryOp::Ge,
            BinaryOp::Lt,
            BinaryOp::Le,
            BinaryOp::Ne,
            BinaryOp::Eq,
        ],
        BinaryOp::Ge => &[
            BinaryOp::Gt,
            BinaryOp::Le,
            BinaryOp::Lt,
            BinaryOp::Eq,
            BinaryOp::Ne,
        ],
        BinaryOp::Eq => &[
            BinaryOp::Ne,
            BinaryOp::Le,
            BinaryOp::Ge,
            BinaryOp::Lt,
            BinaryOp::Gt,
        ],
        _ => &[
            BinaryOp::Eq,
            BinaryOp::Lt,
            BinaryOp::Gt,
            BinaryOp::Le,
            BinaryOp::Ge,
        ],
    }
}

pub(crate) fn is_relation(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne
    )
}

pub(crate) fn sign(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::Lt => "<",
        BinaryOp::Gt => ">",
        BinaryOp::Le => "<=",
        BinaryOp::Ge => ">=",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitXor => "^",
        BinaryOp::BitOr => "|",
    }
}
