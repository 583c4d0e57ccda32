//! The switches of a program of changes: which changes a run has.

use interp::{InputKind, InputRequest, InputSupply, ListedInputs};

use crate::schemata::Schema;
use crate::validate::unlisted::Unlisted;

/// The name of the array of numbers, one for each place.
pub(crate) const SWITCHES: &str = "__because_changes";

/// The numbers of a program that can have many changes at once.
#[derive(Debug, Clone)]
pub(crate) struct Switches {
    bytes: Vec<u8>,
    /// The places where a change is made.
    active: Vec<u32>,
}

impl Switches {
    pub(crate) fn new(schema: &Schema, changes: &[usize]) -> Switches {
        let bytes = vec![0; schema.numbers() * 4];
        let active = Vec::new();
        let mut switches = Switches { bytes, active };
        for change in changes {
            switches.set(schema, *change, true);
        }
        switches
    }

    pub(crate) fn set(&mut self, schema: &Schema, change: usize, on: bool) {
        let number = if on { change as u32 } else { 0 };
        for site in schema.sites(change) {
            let at = *site as usize * 4;
            self.bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
            self.active.retain(|active| active != site);
            if on {
                self.active.push(*site);
            }
        }
    }

    /// The places where a change is made.
    pub(crate) fn active(&self) -> &[u32] {
        &self.active
    }

    fn number(&self, site: usize) -> u128 {
        let bytes = self.bytes.get(site * 4..site * 4 + 4);
        bytes.map_or(0, |bytes| {
            bytes
                .iter()
                .rev()
                .fold(0, |all, byte| all << 8 | u128::from(*byte))
        })
    }
}

/// Which changes a run has.
#[derive(Clone, Copy)]
pub(crate) enum Choice<'c> {
    /// None: the program has no switches.
    None,
    Many(&'c Switches),
    /// The same, and the numbers that are asked for are listed; slower.
    Asked(&'c Switches),
}

/// Gives the switches their positions and everything else what the test says.
pub(crate) struct SwitchedInputs<'c> {
    pub(crate) choice: Choice<'c>,
    pub(crate) asked: Vec<u32>,
    /// How many inputs of the program were read.
    pub(crate) read: usize,
    pub(crate) listed: ListedInputs<Unlisted>,
}

impl InputSupply for SwitchedInputs<'_> {
    fn supply(&mut self, request: &InputRequest<'_>) -> u128 {
        self.read += usize::from(matches!(request.kind, InputKind::Site(_)));
        self.listed.supply(request)
    }

    fn number(&mut self, name: &str, offset: u64) -> Option<u128> {
        let Choice::Asked(switches) = self.choice else {
            return None;
        };
        if name != SWITCHES {
            return None;
        }
        let site = u32::try_from(offset / 4).ok()?;
        self.asked.push(site);
        Some(switches.number(site as usize))
    }

    /// Only what nobody has written is asked about afterwards.
    fn records(&self, kind: InputKind) -> bool {
        kind == InputKind::Uninitialised
    }

    fn contents(&self, name: &str) -> Option<&[u8]> {
        match self.choice {
            Choice::Many(switches) if name == SWITCHES => Some(&switches.bytes),
            _ => None,
        }
    }
}
