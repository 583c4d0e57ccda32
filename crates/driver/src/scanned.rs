//! Standard input as it is shown: the text, and what conversions make of it.
//!
//! The text is what decides a run; the numbers that `scanf` reads from it are listed beside it because they are what a
//! reader thinks of as the inputs. They are told apart by their source, and nothing is ever replayed from them.

use program::Program;
use report::{InputUse, Place};
use runs::{Chosen, InputKind, InputValue};
use source::{LocId, SourceMap};

/// The source of a number that was read from standard input, and of a conversion that failed.
const SCANNED: &str = "scanned";

/// Whether an input is only another view of standard input.
pub fn is_view(source: &str) -> bool {
    source == SCANNED
}

/// An input of a symbolic run, unless it shows only as text.
pub(crate) fn shown(program: &Program, sources: &SourceMap, input: &InputValue) -> Option<InputUse> {
    let mut value = program.value_text(input.ty, input.bits);
    let source = match input.kind {
        InputKind::Unmodelled | InputKind::Stdin => return None,
        InputKind::Chosen(Chosen::Number { .. }) => SCANNED,
        InputKind::Chosen(Chosen::Outcome { .. }) => {
            value = match input.bits {
                0 => return None,
                1 => "no number".to_owned(),
                _ => "end of input".to_owned(),
            };
            SCANNED
        }
        InputKind::Chosen(_) => return None,
        other => other.word(),
    };
    Some(InputUse {
        name: input.name.clone(),
        occurrence: input.occurrence,
        value,
        bits: format!("{:#x}", input.bits),
        source: source.to_owned(),
        r#type: Some(program.types.display(input.ty)),
        place: Place::new(sources, input.loc),
    })
}

/// What a run reads from standard input, byte by byte; nothing if it does not read.
pub(crate) fn bytes(program: &Program, sources: &SourceMap, inputs: &[InputValue]) -> Vec<InputUse> {
    if !inputs.iter().any(|input| input.kind.is_stdin()) {
        return Vec::new();
    }
    let text = runs::stdin_text(program, inputs);
    let part = |(index, value): (usize, i128)| InputUse {
        name: "stdin".to_owned(),
        occurrence: index as u32 + 1,
        value: value.to_string(),
        bits: format!("{:#x}", value as u128),
        source: InputKind::Stdin.word().to_owned(),
        r#type: Some("int".to_owned()),
        place: Place::new(sources, LocId::NONE),
    };
    let bytes = text.into_iter().map(i128::from);
    bytes.chain([-1]).enumerate().map(part).collect()
}
