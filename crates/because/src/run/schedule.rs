//! Which thread runs when, as it was asked for.

use anyhow::{Context, Result, bail};
use interp::Policy;
use report::SavedRun;

use crate::files;
use crate::options::RunOptions;

/// What `--schedule` says, or the saved run that is repeated.
pub(crate) fn policy(options: &RunOptions) -> Result<Policy> {
    let listed = |run: &SavedRun| Policy::listed(driver::schedule_from(&run.schedule), true);
    let Some(text) = &options.schedule else {
        return Ok(options.replayed.as_ref().map_or(Policy::Eager, listed));
    };
    Ok(match text.as_str() {
        "eager" => Policy::Eager,
        "round-robin" => Policy::RoundRobin,
        _ => match text.strip_prefix("random:") {
            Some(seed) => match seed.parse() {
                Ok(seed) => Policy::Random(seed),
                Err(_) => bail!("--schedule {text}: a seed is a number that is not negative"),
            },
            None => {
                let bytes = files::read_input(text)?;
                listed(&SavedRun::read(&bytes).with_context(|| format!("--schedule {text}"))?)
            }
        },
    })
}
