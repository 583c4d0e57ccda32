//! Standard input: bytes, and parts that are chosen as they are read.
//!
//! Where no text is given, every text is considered. The models of the C library then ask for parts of it: whether
//! a conversion meets a number, and which one, instead of its digits (`stdio_choice.c` says why nothing is lost). Each
//! part is an input of its own; [`runs::stdin_text`] writes the text that has these parts.

use ctype::TypeId;
use logic::{Sort, TermId};
use program::Choice;

use crate::equation::StepKind;
use crate::symex::Symex;
use crate::symex::scalar::Value;
use crate::symex::state::State;
use runs::{Chosen, InputKind};

impl Symex<'_> {
    /// The next byte, or -1 at the end.
    pub(crate) fn get_char(&mut self, state: &mut State, kind: InputKind) -> Value {
        let end = self.fresh("stdin ends", Sort::Bool);
        state.ended = self.pool.or(state.ended, end);
        let value = self.byte_unless(state.ended);
        let value = self.supplied_byte(state, value).unwrap_or(value);
        self.chosen_value(state, kind, Value::Bits(value))
    }

    pub(crate) fn choose_part(
        &mut self,
        state: &mut State,
        choice: Choice,
        values: &[Value],
        ty: Option<TypeId>,
    ) -> Option<Value> {
        let mut numbers = values.iter().map(|&value| self.known_number(value));
        let first = numbers.next().flatten();
        let (base, width) = (numbers.next().flatten(), numbers.next().flatten());
        let written = base.zip(width).map(|(base, width)| (base as u8, width as u32));
        let kind = match choice {
            Choice::Outcome => written.map(|(base, width)| Chosen::Outcome { base, width }),
            Choice::Number => written.map(|(base, width)| Chosen::Number { base, width }),
            Choice::Literal => first.map(|c| Chosen::Literal(c as u8)),
            Choice::Next => first.map(|c| Chosen::Next(c as u8)),
            Choice::End => Some(Chosen::End),
            Choice::First => Some(Chosen::First),
        };
        let Some(kind) = kind else {
            // How it is read depends on the run: no text can be written down for that.
            self.unsupported(state, "reading standard input by a format that is not known");
            self.lose(state);
            return None;
        };
        let chosen = InputKind::Chosen(kind);
        match kind {
            Chosen::First => Some(self.get_char(state, chosen)),
            Chosen::Next(_) => {
                let stops = self.fresh("stdin word ends", Sort::Bool);
                let value = self.byte_unless(stops);
                Some(self.chosen_value(state, chosen, Value::Bits(value)))
            }
            Chosen::Number { .. } => {
                let name = self.target_name(values[0], ty);
                Some(self.input_value(state, &name, chosen, ty?))
            }
            Chosen::Outcome { .. } | Chosen::Literal(_) | Chosen::End => {
                let end = self.fresh("stdin ends", Sort::Bool);
                state.ended = self.pool.or(state.ended, end);
                let other = match kind {
                    Chosen::End => self.pool.bv(32, 0),
                    _ => {
                        let other = self.fresh("stdin differs", Sort::BitVec(1));
                        self.pool.bv_zero_extend(other, 32)
                    }
                };
                let two = self.pool.bv(32, 2);
                let value = self.pool.ite(state.ended, two, other);
                let value = Value::Bits(value);
                Some(match kind {
                    Chosen::Outcome { .. } => {
                        let name = format!("reading {}", self.target_name(values[0], None));
                        self.named_part(state, name, chosen, value)
                    }
                    _ => self.chosen_value(state, chosen, value),
                })
            }
        }
    }

    fn known_number(&self, value: Value) -> Option<u64> {
        match value {
            Value::Bits(term) => self.number(term),
            _ => None,
        }
    }

    /// A fresh byte as an `int`, or -1.
    fn byte_unless(&mut self, end: TermId) -> TermId {
        let byte = self.fresh("stdin", Sort::BitVec(8));
        let byte = self.pool.bv_zero_extend(byte, 32);
        let minus = self.pool.bv(32, u128::MAX);
        self.pool.ite(end, minus, byte)
    }

    fn chosen_value(&mut self, state: &mut State, kind: InputKind, value: Value) -> Value {
        let name = match kind {
            InputKind::Chosen(Chosen::Literal(_)) => "stdin literal",
            InputKind::Chosen(Chosen::End) => "stdin end",
            InputKind::Chosen(_) => "stdin word",
            _ => "stdin",
        };
        self.named_part(state, name.to_owned(), kind, value)
    }

    fn named_part(&mut self, state: &mut State, name: String, kind: InputKind, value: Value) -> Value {
        let value = self.tapped(value);
        if let Some(ty) = self.int {
            let guard = self.guard(state);
            self.step_guarded(
                guard,
                StepKind::Input {
                    name,
                    kind,
                    value,
                    ty,
                },
                Box::default(),
            );
        }
        value
    }

    /// What a conversion writes to, and the call: `n (scanf at line 6)`.
    fn target_name(&mut self, target: Value, ty: Option<TypeId>) -> String {
        let (function, line) = self.user_call();
        let cases = self.cases(target);
        let place = match &cases[..] {
            [case] if case.object.0 != 0 => {
                let offset = case.offset;
                self.number(offset).map(|at| (case.object, at))
            }
            _ => None,
        };
        match place {
            Some((object, at)) => {
                let name = self.path_name(object, at, ty);
                format!("{name} ({function} at line {line})")
            }
            None => format!("{function} at line {line}"),
        }
    }
}
