//! The inputs of one run: values in the order in which they are asked for, and the text of standard input.

use std::collections::HashMap;

use ctype::{FloatFormat, IntKind, Type};
use interp::{Decision, InputKind, InputRequest, InputSupply, InputValue, Policy, Turn};
use program::InputSource;

use crate::dictionary::{Dictionary, Token};
use crate::random::Random;
use crate::schedules::Crossroads;
use crate::text;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct TestCase {
    /// Without what is read before it is written.
    pub values: Vec<u128>,
    /// Every byte of memory that nobody has written: one for all, so that a copy of it equals the original.
    pub fill: u8,
    pub text: Vec<u8>,
    /// Which thread runs when.
    pub schedule: runs::Schedule,
}

impl TestCase {
    /// Nothing on standard input, and zeros.
    pub(crate) fn plain() -> TestCase {
        TestCase::default()
    }

    pub(crate) fn fresh(dictionary: &Dictionary, random: &mut Random) -> TestCase {
        TestCase {
            values: Vec::new(),
            fill: if random.one_in(4) {
                FILLS[random.below(FILLS.len())]
            } else {
                0
            },
            text: text::fresh(dictionary, random),
            schedule: Vec::new(),
        }
    }

    /// The same with something changed. Values behind a changed one stay if the run still asks for them.
    pub(crate) fn changed(&self, other: &TestCase, dictionary: &Dictionary, random: &mut Random) -> TestCase {
        let mut new = self.clone();
        let mut times = 1 + random.below(3);
        while times > 0 {
            times -= 1;
            let values = !new.values.is_empty() && (new.text.is_empty() || random.one_in(2));
            if !values {
                new.text = text::changed(&new.text, &other.text, dictionary, random);
                continue;
            }
            let at = random.below(new.values.len());
            let value = new.values[at];
            new.values[at] = match random.below(8) {
                0..=2 => text::integer(dictionary, random) as u128,
                3 => value.wrapping_add(1),
                4 => value.wrapping_sub(1),
                5 => value ^ 1 << random.below(32),
                // Equal inputs are special.
                6 => new.values[random.below(new.values.len())],
                _ => {
                    new.values.truncate(at);
                    continue;
                }
            };
        }
        new
    }

    /// The inputs that a run took.
    pub(crate) fn take(&mut self, inputs: &[InputValue]) {
        let values = inputs.iter().filter(is_listed);
        self.values = values.map(|input| input.bits).collect();
        let read = inputs
            .iter()
            .filter(|input| input.kind == InputKind::Stdin)
            .count();
        self.text.truncate(read);
    }
}

/// `EOF`.
const END_OF_FILE: u128 = u128::MAX;

/// Whether an input is one of [`TestCase::values`].
pub(crate) fn is_listed(input: &&InputValue) -> bool {
    !matches!(input.kind, InputKind::Stdin | InputKind::Uninitialised)
}

/// What may lie in memory that nobody has written.
const FILLS: [u8; 4] = [1, 2, 77, 255];

/// Values that are given, then made up; zeros if nothing can be made up.
pub(crate) struct Supply<'s> {
    given: std::slice::Iter<'s, u128>,
    fill: u8,
    invent: Option<(&'s Dictionary, &'s mut Random)>,
    /// How values are made up in this run: assumptions about many of them hold only if all are alike.
    style: usize,
    arguments: HashMap<String, Vec<u8>>,
    /// What files hold: one text for all of them.
    file: Option<std::vec::IntoIter<u8>>,
    policy: Policy,
    /// Where another thread could have run.
    pub crossroads: Vec<Crossroads>,
}

impl<'s> Supply<'s> {
    pub(crate) fn new(
        case: &'s TestCase,
        mut invent: Option<(&'s Dictionary, &'s mut Random)>,
        policy: Policy,
    ) -> Supply<'s> {
        let style = invent.as_mut().map_or(0, |(_, random)| random.below(4));
        Supply {
            given: case.values.iter(),
            fill: case.fill,
            invent,
            style,
            arguments: HashMap::new(),
            file: None,
            policy,
            crossroads: Vec::new(),
        }
    }

    fn made_up(&mut self, request: &InputRequest<'_>) -> u128 {
        let Some((dictionary, random)) = &mut self.invent else {
            return 0;
        };
        match request.kind {
            InputKind::Site(InputSource::Argument) => return 1 + random.below(4) as u128,
            // Whether a pointer is null.
            InputKind::Site(InputSource::Object) => return u128::from(random.one_in(8)),
            InputKind::External => {
                if let Some((name, index)) = argument_byte(request.name) {
                    let word = self.arguments.entry(name.to_owned()).or_insert_with(|| {
                        let kind = if random.one_in(2) {
                            Token::Integer
                        } else {
                            Token::Word
                        };
                        text::token_text(&kind, dictionary, random)
                    });
                    return word.get(index).map_or(0, |&c| u128::from(c));
                }
            }
            _ => {}
        }
        // What the models of files ask.
        match request.name {
            "file" => {
                let text = || text::fresh(dictionary, random).into_iter();
                let byte = self.file.get_or_insert_with(text).next();
                return byte.map_or(END_OF_FILE, u128::from);
            }
            "file_outcome" if random.one_in(8) => return 2,
            "fopen" if !random.one_in(16) => return 1,
            "file_outcome" | "fclose" | "fseek" if !random.one_in(16) => return 0,
            _ => {}
        }
        match request.types.get(request.ty) {
            Type::Bool => u128::from(random.one_in(2)),
            Type::Int(IntKind::Char | IntKind::SChar | IntKind::UChar) if !random.one_in(3) => {
                let mut character = text::token_text(&Token::Character, dictionary, random);
                character.pop().map_or(0, u128::from)
            }
            Type::Float(_) => match request.types.float_format(request.ty) {
                Some(format) => float(format, dictionary, random),
                None => 0,
            },
            // A random address is never a good one.
            Type::Pointer(_) => 0,
            _ => match self.style {
                0 => random.below(4) as u128,
                1 => random.below(10) as u128,
                2 if random.one_in(2) => random.below(64) as u128,
                _ => text::integer(dictionary, random) as u128,
            },
        }
    }
}

/// Whether an input is part of an argument of `main`.
pub(crate) fn is_argument(name: &str) -> bool {
    argument_byte(name).is_some()
}

/// `argv[2]` and 5 for the input `argv[2][5]`.
fn argument_byte(name: &str) -> Option<(&str, usize)> {
    let (argument, rest) = name.rsplit_once('[')?;
    let index = rest.strip_suffix(']')?.parse().ok()?;
    (argument.starts_with("argv[") && argument.ends_with(']')).then_some((argument, index))
}

fn float(format: FloatFormat, dictionary: &Dictionary, random: &mut Random) -> u128 {
    let value = match random.below(8) {
        0..=4 => text::integer(dictionary, random) as f64,
        5 => (random.below(81) as f64 - 40.0) / 4.0,
        6 => [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e30, 1e-30][random.below(7)],
        _ => match random.pick(&dictionary.floats) {
            Some(&bits) => return bits,
            None => 0.5,
        },
    };
    float_bits(format, value)
}

/// A number as the bits of a format.
pub(crate) fn float_bits(format: FloatFormat, value: f64) -> u128 {
    match format {
        FloatFormat::Single => u128::from((value as f32).to_bits()),
        FloatFormat::Double => u128::from(value.to_bits()),
        _ => 0,
    }
}

impl InputSupply for Supply<'_> {
    fn supply(&mut self, request: &InputRequest<'_>) -> u128 {
        if request.kind == InputKind::Uninitialised {
            return u128::from_le_bytes([self.fill; 16]);
        }
        match self.given.next() {
            Some(&bits) => bits,
            None => self.made_up(request),
        }
    }

    fn schedule(&mut self, turn: &Turn<'_>) -> Decision {
        let decision = self.policy.decide(turn);
        if turn.ready.len() + turn.spurious.len() > 1
            && self.crossroads.len() < budgets::fuzz::MAX_CROSSROADS.count()
        {
            let chosen = match decision {
                Decision::Thread(thread) => thread,
                // As the interpreter decides: whoever ran, or the next one.
                _ if turn.ready.contains(&turn.current) => turn.current,
                _ => usize::MAX,
            };
            let all = turn.ready.iter().chain(turn.spurious).copied();
            self.crossroads.push(Crossroads {
                event: turn.event,
                others: all.filter(|&thread| thread != chosen).collect(),
            });
        }
        decision
    }
}
