//! Statements about what the function does not speak of, although it should: another member of a record that it has in
//! hand, a function that nobody calls.
//!
//! A function that sets `item->count` and forgets `item->used` never names `used`, so no word of its vocabulary does.
//! And who leaves out the only call of a function leaves it without any.

use std::collections::BTreeSet;

use ctype::{RecordId, TypeId};
use frontend::tree::{ExprId, ExprKind, FunctionId, StmtKind};

use crate::operators::context::{Context, judges};
use crate::operators::copy::copy;
use crate::operators::ingredients::vocabulary::{Vocabulary, Word};
use crate::operators::insertions::Gap;

/// A member that a function does not name, of a record of which it names another one.
#[derive(Debug, Clone)]
pub(crate) struct Beside {
    member: Word,
    /// Whether any statement of the program gives it a value.
    written: bool,
}

impl Context<'_> {
    /// Other members of the records whose members are named near a place: cleared, counted, or, if nothing in the
    /// program writes them, given the value of a variable.
    pub(crate) fn members_beside(&mut self, gap: Gap, beside: &[Beside]) {
        let mut near: Vec<&Beside> = beside
            .iter()
            .filter(|beside| beside.member.is_known(gap.at))
            .collect();
        near.sort_by_key(|beside| (beside.written, beside.member.distance(gap.at)));
        let variables = self.variables_before(gap.at);
        for Beside { member, written } in near.into_iter().take(budgets::repair::MAX_OTHER_MEMBERS.count()) {
            let (place, ty) = (member.place, member.ty);
            self.counted(gap, ty, &member.text, |context| copy(context.tree, place));
            if *written {
                continue;
            }
            let alike: Vec<_> = variables
                .iter()
                .filter(|(object, _)| self.tree.object(*object).ty == ty)
                .take(budgets::repair::MAX_UNWRITTEN_VALUES.count())
                .cloned()
                .collect();
            for (object, name) in alike {
                let from = self.push(ExprKind::Object(object), ty);
                let value = self.push(ExprKind::Load(from), ty);
                let target = copy(self.tree, place);
                self.assigned(gap, target, value, ty, &format!("{} = {name}", member.text));
            }
        }
    }

    /// The members beside those that a function names.
    pub(crate) fn unnamed_members(&mut self, vocabulary: &Vocabulary) -> Vec<Beside> {
        let mut found: Vec<Beside> = Vec::new();
        for word in &vocabulary.words {
            for beside in self.beside_member(word) {
                let known = vocabulary
                    .words
                    .iter()
                    .any(|word| word.text == beside.member.text)
                    || found.iter().any(|other| other.member.text == beside.member.text);
                if !known {
                    found.push(beside);
                }
            }
        }
        found
    }

    /// The other numbers of the record that a member belongs to.
    fn beside_member(&mut self, word: &Word) -> Vec<Beside> {
        let ExprKind::Member { base, field } = self.tree.expr(word.place).kind else {
            return Vec::new();
        };
        let types = &self.tree.types;
        let Some(record) = types.record_of(self.tree.expr(base).ty) else {
            return Vec::new();
        };
        let fields = &types.record(record).fields;
        let own = fields.get(field as usize).and_then(|field| field.name.as_ref());
        let Some(start) = own.and_then(|own| word.text.strip_suffix(own.as_str())) else {
            return Vec::new();
        };
        let others: Vec<(u32, TypeId, String)> = (0u32..)
            .zip(fields)
            .filter(|(index, other)| {
                let number = types.is_integer(other.ty) || types.is_float(other.ty);
                *index != field && number && other.bits.is_none()
            })
            .filter_map(|(index, other)| Some((index, other.ty, other.name.clone()?)))
            .collect();
        let mut found = Vec::new();
        for (field, ty, name) in others {
            let Some(base) = copy(self.tree, base) else {
                break;
            };
            let place = self.push(ExprKind::Member { base, field }, ty);
            found.push(Beside {
                member: word.beside(place, ty, format!("{start}{name}")),
                written: self.written.contains(&(record, field)),
            });
        }
        found
    }

    /// The members that the user's text gives a value, or whose address it takes.
    pub(crate) fn written_members(&self) -> BTreeSet<(RecordId, u32)> {
        let member = |place: ExprId| match self.tree.expr(place).kind {
            ExprKind::Member { base, field } => {
                let record = self.tree.types.record_of(self.tree.expr(base).ty)?;
                Some((record, field))
            }
            _ => None,
        };
        let of_user = self
            .tree
            .exprs
            .iter()
            .filter(|expr| self.span(expr.loc).is_some());
        of_user
            .filter_map(|expr| match expr.kind {
                ExprKind::Assign { place, .. }
                | ExprKind::AssignOp { place, .. }
                | ExprKind::Step { place, .. }
                | ExprKind::AddressOf(place) => member(place),
                _ => None,
            })
            .collect()
    }

    /// Calls of the user's functions that nobody calls, with words of this one as arguments.
    pub(crate) fn calls_of_uncalled(&mut self, gap: Gap, vocabulary: &Vocabulary) {
        for (function, name) in self.uncalled.clone() {
            if Some(function) == self.function {
                continue;
            }
            let ty = self.tree.function(function).ty;
            let Some(signature) = self.tree.types.function(ty) else {
                continue;
            };
            let (ret, parameters) = (signature.ret, signature.params.clone());
            let mut ways: Vec<Vec<Word>> = vec![Vec::new()];
            for parameter in parameters {
                let mut fitting: Vec<Word> = vocabulary
                    .words
                    .iter()
                    .filter(|word| word.ty == parameter && word.is_known(gap.at))
                    .cloned()
                    .collect();
                fitting.sort_by_key(|word| word.nearest(gap.at));
                fitting.truncate(budgets::repair::MAX_ARGUMENT_WORDS.count());
                let longer = ways.iter().flat_map(|way| {
                    let with = |word: &Word| way.iter().chain([word]).cloned().collect();
                    fitting.iter().map(with).collect::<Vec<Vec<Word>>>()
                });
                ways = longer.take(budgets::repair::MAX_ARGUMENT_LISTS.count()).collect();
            }
            for way in ways {
                let arguments: Option<Vec<ExprId>> = way
                    .iter()
                    .map(|word| {
                        let place = copy(self.tree, word.place)?;
                        Some(self.push(ExprKind::Load(place), word.ty))
                    })
                    .collect();
                let Some(arguments) = arguments else { continue };
                let texts: Vec<&str> = way.iter().map(|word| word.text.as_str()).collect();
                let pointer = self.tree.types.pointer(ty);
                let callee = self.push(ExprKind::Function(function), ty);
                let callee = self.push(ExprKind::FunctionDecay(callee), pointer);
                let kind = ExprKind::Call {
                    callee,
                    args: arguments.into_boxed_slice(),
                };
                let call = self.push(kind, ret);
                let text = format!("{name}({})", texts.join(", "));
                // What it returns was meant for something.
                let mut targets: Vec<&Word> = vocabulary
                    .words
                    .iter()
                    .filter(|word| word.ty == ret && word.is_known(gap.at))
                    .filter(|_| self.is_number(ret))
                    .collect();
                targets.sort_by_key(|word| word.nearest(gap.at));
                for target in targets
                    .into_iter()
                    .take(budgets::repair::MAX_RESULT_TARGETS.count())
                {
                    let (place, value) = (copy(self.tree, target.place), copy(self.tree, call));
                    if let Some(value) = value {
                        self.assigned(gap, place, value, ret, &format!("{} = {text}", target.text));
                    }
                }
                self.inserted(gap, StmtKind::Expr(call), &format!("{text};"));
            }
        }
    }

    /// Functions of the user's whose name is used nowhere.
    pub(crate) fn uncalled(&self) -> Vec<(FunctionId, String)> {
        let named = self.tree.exprs.iter().filter_map(|expr| match expr.kind {
            ExprKind::Function(id) => self.span(expr.loc).map(|_| id),
            _ => None,
        });
        let used: Vec<FunctionId> = named.collect();
        (0u32..)
            .map(FunctionId)
            .zip(&self.tree.functions)
            .filter(|(id, function)| {
                function.body.is_some()
                    && function.name != "main"
                    && !judges(&function.name)
                    && self.span(function.loc).is_some()
                    && !used.contains(id)
            })
            .map(|(id, function)| (id, function.name.clone()))
            .take(budgets::repair::MAX_UNCALLED_FUNCTIONS.count())
            .collect()
    }
}
