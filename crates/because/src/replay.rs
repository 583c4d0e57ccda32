//! The command `replay`: repeat a saved run and say whether it fails as it did.

use anyhow::{Context, Result};
use driver::{GivenInputs, GivenValue};
use report::Exit;

use crate::files;
use crate::options::{ReplayOptions, RunOptions};
use crate::run;

pub(crate) fn replay(options: &ReplayOptions) -> Result<Exit> {
    let saved = files::read_saved_run(&options.run)?;
    let restored = driver::restore(&saved).with_context(|| options.run.clone())?;
    let mut arguments = restored.arguments.into_iter();
    let program_name = arguments.next();
    let values = restored.inputs.into_iter();
    run::run(&RunOptions {
        files: options.files.clone(),
        args: arguments.collect(),
        program_name,
        shown: options.shown,
        style: options.style,
        warnings: options.warnings,
        inputs_file: None,
        inputs: GivenInputs {
            values: values.map(|(key, bits)| (key, GivenValue::Bits(bits))).collect(),
            stdin: Some(restored.stdin),
        },
        seed: None,
        schedule: None,
        language: restored.language,
        lowering: restored.lowering,
        limits: options.limits,
        save_run: None,
        html: options.html.clone(),
        replayed: Some(saved),
    })
}
