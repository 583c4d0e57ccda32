//! What `check` is asked, and with it every command that decides claims first.

use std::ffi::OsString;
use std::time::Duration;

use driver::{EquationForm, Language, Listing};
use program::CheckKind;
use report::{CbmcForm, Format, Style};

use super::effort::{effort, endless_effort};
use super::{UsageError, document, language, lowering, memory, seconds, style, traced};
use crate::args::CheckCommandArgs;
use crate::color::Coloured;

/// What `check` is asked.
#[derive(Debug, Clone)]
pub(crate) struct CheckOptions {
    /// What the library is asked.
    pub(crate) analysis: driver::Options,
    /// Nothing for text.
    pub(crate) format: Option<&'static Format>,
    /// Where to save the first failing run.
    pub(crate) save_run: Option<String>,
    /// Where a page goes.
    pub(crate) html: Option<String>,
    pub(crate) show_properties: bool,
    pub(crate) quiet: bool,
    /// Whether everything is printed, not only a screenful.
    pub(crate) full: bool,
    /// As CBMC prints it.
    pub(crate) cbmc_form: Option<CbmcForm>,
    /// What is listed instead of deciding anything.
    pub(crate) listing: Option<Listing>,
    /// Where the equation or formula goes, if not to standard output.
    pub(crate) outfile: Option<String>,
    /// Whether a bound that is too small is a claim that fails.
    pub(crate) unwinding_failures: bool,
    /// Options that ask for files which are not written.
    pub(crate) unwritten: Vec<&'static str>,
    pub(crate) native: bool,
    /// The question instead of the answer.
    pub(crate) equation: Option<EquationForm>,
    pub(crate) warnings: bool,
    pub(crate) style: Style,
    /// Of what goes to standard error.
    pub(crate) error_style: Style,
    pub(crate) timeout: Option<Duration>,
    pub(crate) memory: u64,
}

/// The language with what CBMC's options say of the machine.
fn check_language(args: &CheckCommandArgs) -> Result<Language, UsageError> {
    let mut language = language(&args.language)?;
    // An explicit --64 wins.
    if let Some(model) = args.cbmc.model.filter(|_| !args.language.lp64) {
        language.set_machine(model);
    }
    language.model.char_signed &= !args.cbmc.unsigned_char;
    language.library = !args.cbmc.no_library;
    if args.cbmc.c23 {
        language.dialect.standard = frontend::Standard::C23;
    }
    Ok(language)
}

/// How the program is lowered, with what CBMC's options say of it.
fn check_lowering(args: &CheckCommandArgs) -> lower::Options {
    let mut lowering = lowering(&args.program, &args.checks);
    lowering.rounding = args.cbmc.rounding;
    lowering.ignore_assumptions = args.cbmc.no_assumptions;
    lowering.assume_assertions = args.cbmc.assert_to_assume;
    lowering.cover = args.cbmc.cover;
    lowering.cover_failed_assertions = args.cbmc.cover_failed_assertions;
    lowering.argument_depth = args.cbmc.argument_depth.unwrap_or(lowering.argument_depth);
    lowering.certain_depth = args.cbmc.certain_depth.unwrap_or(lowering.certain_depth);
    // Whatever the C library would return is one of its runs only.
    lowering.random_input = true;
    lowering.open_arguments = args.args.is_empty();
    for (on, kind) in [
        (args.cbmc.pointer_primitive, CheckKind::AskedPointer),
        (args.cbmc.signed_overflow, CheckKind::SignedOverflow),
        (args.cbmc.undefined_shift, CheckKind::UndefinedShift),
    ] {
        if on {
            lowering.checks = lowering.checks.with(kind, true);
        }
    }
    lowering
}

impl CheckOptions {
    /// The same for a command that makes no page.
    pub(crate) fn without_page(
        args: CheckCommandArgs,
        command: &'static str,
        coloured: Coloured,
    ) -> Result<CheckOptions, UsageError> {
        match args.output.html {
            Some(_) => Err(UsageError::NoPage(command)),
            None => CheckOptions::new(args, coloured),
        }
    }

    pub(crate) fn new(args: CheckCommandArgs, coloured: Coloured) -> Result<CheckOptions, UsageError> {
        if args.files.iter().filter(|name| *name == "-").count() > 1 {
            return Err(UsageError::StandardInputTwice);
        }
        let mut unwindset = std::collections::BTreeMap::new();
        for text in &args.bounds.unwindset {
            let (name, number) =
                driver::loop_bound(text).ok_or_else(|| UsageError::UnwindSet(text.clone()))?;
            unwindset.insert(name, number);
        }
        let language = check_language(&args)?;
        let mut lowering = check_lowering(&args);
        let cbmc_form = match args.cbmc.interface {
            Some(interface) => Some(interface),
            None => args.output.cbmc_output.then_some(CbmcForm::Text),
        };
        let as_cbmc = cbmc_form.is_some();
        lowering.cbmc_claims = as_cbmc;
        let mut arguments = bmc::Options::default().arguments;
        arguments.extend(args.args.into_iter().map(OsString::into_encoded_bytes));
        Ok(CheckOptions {
            format: document(args.output.json, args.output.format),
            save_run: args.output.save_run,
            html: args.output.html,
            show_properties: args.output.show_properties,
            quiet: args.output.quiet,
            full: args.output.full,
            cbmc_form,
            listing: args
                .cbmc
                .listing
                .or(args.output.show_loops.then_some(Listing::Loops)),
            unwritten: args.cbmc.unwritten,
            outfile: args.cbmc.outfile,
            unwinding_failures: args.cbmc.unwinding_assertions,
            native: args.output.native,
            equation: match (args.output.dimacs, args.output.ssa || args.cbmc.ssa) {
                (true, _) => Some(EquationForm::Dimacs),
                (_, true) => Some(EquationForm::Ssa),
                _ => None,
            },
            warnings: args.output.messages.warnings,
            style: style(args.output.messages.color, coloured.out),
            error_style: style(args.output.messages.color, coloured.err),
            analysis: driver::Options {
                files: args.files,
                trace: traced(
                    args.output.trace || args.cbmc.trace || (as_cbmc && args.bounds.stop_on_fail),
                    args.output.traced.trace_library,
                    // Values there are always followed by their bits.
                    args.output.traced.bits || as_cbmc,
                ),
                language,
                lowering,
                bounds: bmc::Options {
                    unwind: args.bounds.unwind,
                    unwindset,
                    unwinding_claims: !args.bounds.no_unwinding_assertions,
                    partial_loops: args.bounds.partial_loops,
                    stop_on_fail: args.bounds.stop_on_fail,
                    depth: args.bounds.depth,
                    certify: args.bounds.certify,
                    arguments,
                    effort: effort(&args.bounds, args.limits.timeout.is_some()),
                    endless_effort: endless_effort(&args.bounds, args.limits.timeout.is_some()),
                    ..bmc::Options::default()
                },
                properties: args.bounds.property.into_iter().chain(args.cbmc.claims).collect(),
                conditions: Vec::new(),
                summaries: false,
                fuzzes: !args.bounds.no_hunt,
            },
            timeout: args.limits.timeout.map(seconds).transpose()?,
            memory: memory(&args.limits.memory_limit)?,
        })
    }
}
