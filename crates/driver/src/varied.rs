//! The run that `variations` and `explain --schedule-only` start from: a saved one, or whatever is found.

use report::SavedRun;
use runs::{InputKind, InputValue, Run};
use source::LocId;

use crate::saved::{self, RestoreError};
use crate::session::Session;
use crate::subject::Subject;

/// A run to be varied.
#[derive(Debug)]
pub enum Varied {
    /// One that fails at this claim, as it was found or saved.
    Run(Run),
    /// Whatever is found.
    Subject(Box<Subject>),
}

/// Why a saved run cannot be varied.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotVariable {
    #[error("the saved run is of other sources")]
    OtherSources,
    #[error("the saved run fails at `{0}`, and there is no such claim")]
    NoClaim(String),
    #[error("{0}")]
    Restore(#[from] RestoreError),
}

impl Session<'_> {
    /// The saved run, or whatever is found.
    ///
    /// # Errors
    /// When the saved run is none of this program.
    pub fn varied(&self, saved: Option<&SavedRun>) -> Result<Varied, NotVariable> {
        Ok(match saved {
            Some(saved) => Varied::Run(self.run_of(saved)?),
            None => Varied::Subject(Box::new(self.subject(None))),
        })
    }

    /// A saved run as engines take it.
    fn run_of(&self, saved: &SavedRun) -> Result<Run, NotVariable> {
        let now = saved::user_sources(&self.sources, &self.options.language, self.host);
        if !saved::changed(saved, &now).is_empty() {
            return Err(NotVariable::OtherSources);
        }
        let restored = saved::restore(saved)?;
        let input = |name: String, occurrence: u32, kind: InputKind, bits: u128| InputValue {
            name,
            occurrence,
            ty: ctype::TypeId(0),
            kind,
            bits,
            loc: LocId::NONE,
        };
        let mut inputs = Vec::new();
        for ((name, occurrence), bits) in restored.inputs {
            inputs.push(input(name, occurrence, InputKind::Uninitialised, bits));
        }
        for (index, byte) in restored.stdin.iter().enumerate() {
            let occurrence = index as u32 + 1;
            inputs.push(input(
                "stdin".to_owned(),
                occurrence,
                InputKind::Stdin,
                (*byte).into(),
            ));
        }
        let named = saved.claim.as_ref().and_then(|claim| claim.name.clone());
        let claim = named.map(|name| self.claim_named(&name).ok_or(NotVariable::NoClaim(name)));
        Ok(Run {
            arguments: restored.arguments,
            inputs,
            schedule: restored.schedule,
            claim: claim.transpose()?,
        })
    }
}
