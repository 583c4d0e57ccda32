//! Options of CBMC that `check` takes so that scripts written for it go on working: one table, from which the
//! options and `docs/cbmc.md` come. What makes no difference here is accepted, what would change the answer and
//! is not done is refused by name.

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, parser::ValueSource};
use ctype::DataModel;
use driver::Listing;
use lower::{Criterion, Rounding};
use report::CbmcForm;

/// What becomes of an option.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Treatment {
    /// Accepted; the text says why it changes nothing.
    Ignored(&'static str),
    /// The same as this option.
    Means(&'static str),
    /// Refused; the text says what to do instead, if anything.
    Refused(&'static str),
}

pub(crate) struct CbmcOption {
    pub(crate) name: &'static str,
    /// Whether a value follows.
    pub(crate) value: bool,
    pub(crate) treatment: Treatment,
}

const fn flag(name: &'static str, treatment: Treatment) -> CbmcOption {
    CbmcOption {
        name,
        value: false,
        treatment,
    }
}

const fn with_value(name: &'static str, treatment: Treatment) -> CbmcOption {
    CbmcOption {
        name,
        value: true,
        treatment,
    }
}

const SOLVER: Treatment = Treatment::Ignored("how the formula is solved does not change the answer");
const ALWAYS: Treatment = Treatment::Ignored("this is always so");
const SLICING: Treatment = Treatment::Ignored("what is left out of the formula does not change the answer");
const GROWING: Treatment = Treatment::Ignored("bounds grow by themselves without --unwind");
const LISTING: Treatment = Treatment::Ignored("it is about CBMC's own messages");
const DIALECT: Treatment =
    Treatment::Ignored("what harnesses write means the same in every dialect; -std chooses one");
const ROUNDING: Treatment = Treatment::Means("the same as fesetround before `main`");
const WINDOWS: Treatment = Treatment::Means("the data model of Windows");
const UNWRITTEN: Treatment =
    Treatment::Ignored("the verdict is the same; a note says that no such file is written");
const LAYOUT: Treatment = Treatment::Ignored("a trace has one form");

pub(crate) const OPTIONS: &[CbmcOption] = &[
    flag(
        "unwinding-assertions",
        Treatment::Means(
            "that loops of library functions, too, are claims that fail where a bound is too small",
        ),
    ),
    flag("all-properties", ALWAYS),
    flag("all-claims", ALWAYS),
    flag("little-endian", ALWAYS),
    flag("round-to-nearest", ALWAYS),
    flag("floatbv", ALWAYS),
    flag("gcc", ALWAYS),
    flag("c89", DIALECT),
    flag("c99", DIALECT),
    flag("c11", DIALECT),
    flag("c17", DIALECT),
    flag("c23", Treatment::Means("-std=c23 with GNU extensions")),
    flag("retain-trivial-checks", ALWAYS),
    flag("no-self-loops-to-assumptions", ALWAYS),
    flag(
        "pointer-primitives-check",
        Treatment::Means("--pointer-primitive-check"),
    ),
    flag("compact-trace", Treatment::Means("--trace")),
    flag("stack-trace", Treatment::Means("--trace")),
    flag("LP64", Treatment::Means("--64")),
    flag("ILP32", Treatment::Means("--32")),
    flag("i386-linux", Treatment::Means("--32")),
    with_value(
        "arch",
        Treatment::Means("the data model of x86_64, i386, arm or arm64; others are refused"),
    ),
    with_value(
        "os",
        Treatment::Means("nothing for linux, and the data model for windows; others are refused"),
    ),
    flag("slice-formula", SLICING),
    flag("reachability-slice", SLICING),
    flag("reachability-slice-fb", SLICING),
    flag("full-slice", SLICING),
    flag("drop-unused-functions", SLICING),
    flag("no-simplify", SOLVER),
    flag("no-propagation", SOLVER),
    flag("refine", SOLVER),
    flag("refine-arrays", SOLVER),
    flag("refine-arithmetic", SOLVER),
    flag("refine-strings", SOLVER),
    with_value("max-node-refinement", SOLVER),
    flag("arrays-uf-always", SOLVER),
    flag("arrays-uf-never", SOLVER),
    flag("no-array-field-sensitivity", SOLVER),
    with_value("max-field-sensitivity-array-size", SOLVER),
    flag("no-sat-preprocessor", SOLVER),
    with_value("sat-solver", SOLVER),
    flag("z3", SOLVER),
    flag("smt1", SOLVER),
    flag("smt2", SOLVER),
    flag("cvc5", SOLVER),
    flag("bitwuzla", SOLVER),
    flag("boolector", SOLVER),
    flag("mathsat", SOLVER),
    flag("cvc3", SOLVER),
    flag("cvc4", SOLVER),
    flag("yices", SOLVER),
    flag("cprover-smt2", SOLVER),
    flag("fpa", SOLVER),
    with_value("incremental-smt2-solver", SOLVER),
    with_value("external-sat-solver", SOLVER),
    with_value("external-smt2-solver", SOLVER),
    flag("ensure-one-backedge-per-target", SOLVER),
    with_value("object-bits", SOLVER),
    flag(
        "beautify",
        Treatment::Ignored("the inputs of failing runs are always made small"),
    ),
    // ESBMC's names.
    flag("overflow-check", Treatment::Means("--signed-overflow-check")),
    flag("ub-shift-check", Treatment::Means("--undefined-shift-check")),
    flag("force-malloc-success", ALWAYS),
    flag("no-align-check", ALWAYS),
    flag("multi-property", ALWAYS),
    flag("bv", ALWAYS),
    flag("incremental-bmc", GROWING),
    flag("falsification", GROWING),
    flag("k-induction", GROWING),
    with_value("k-step", GROWING),
    with_value("max-k-step", GROWING),
    flag("unlimited-k-steps", GROWING),
    flag("base-case", GROWING),
    flag("forward-condition", GROWING),
    flag("inductive-step", GROWING),
    flag("no-slice", SLICING),
    flag("slice-assumes", SLICING),
    flag("state-hashing", SOLVER),
    flag("dfcc-debug-lib", SOLVER),
    flag("dfcc-simple-invalid-pointer-model", SOLVER),
    flag("no-por", SOLVER),
    flag("fp2bv", SOLVER),
    flag("interval-analysis", SOLVER),
    flag("goto-unwind", SOLVER),
    with_value(
        "context-bound",
        Treatment::Ignored("threads are not supported, so none is switched"),
    ),
    flag("result-only", LISTING),
    with_value("verbosity", LISTING),
    with_value("timestamp", LISTING),
    flag("flush", LISTING),
    flag("no-pretty-names", LISTING),
    flag("validate-goto-model", LISTING),
    flag("validate-ssa-equation", LISTING),
    flag("show-array-constraints", LISTING),
    flag("print-internal-representation", LISTING),
    with_value("write-solver-stats-to", LISTING),
    flag("trace-json-extended", LAYOUT),
    flag("trace-hex", LAYOUT),
    flag("trace-show-function-calls", LAYOUT),
    flag("trace-show-code", LAYOUT),
    flag("show-points-to-sets", LISTING),
    flag("show-goto-symex-steps", LISTING),
    flag("show-byte-ops", LISTING),
    with_value(
        "cover",
        Treatment::Means(
            "that goals of this kind (location, branch, condition, decision, mcdc, assertion, cover, assume) are looked for",
        ),
    ),
    flag(
        "cover-failed-assertions",
        Treatment::Means("that runs go on behind failed assertions to a goal of --cover"),
    ),
    flag(
        "show-test-suite",
        Treatment::Ignored("the goals that are met are listed, not the inputs that meet them"),
    ),
    flag(
        "json-ui",
        Treatment::Means("the result as a list of objects that scripts for CBMC read; --json has more in it"),
    ),
    flag("xml-ui", Treatment::Means("the same as a document in XML")),
    flag("xml-interface", Treatment::Refused("--xml-ui prints a document")),
    flag(
        "json-interface",
        Treatment::Refused("--json-ui prints a document"),
    ),
    with_value("graphml-witness", UNWRITTEN),
    with_value("symex-coverage-report", UNWRITTEN),
    with_value(
        "outfile",
        Treatment::Means("that --dimacs, --ssa or --show-vcc write there"),
    ),
    flag("show-vcc", Treatment::Means("--ssa")),
    flag(
        "show-goto-functions",
        Treatment::Means("the same as `because run --show-program`"),
    ),
    flag(
        "list-goto-functions",
        Treatment::Means("the names of the functions"),
    ),
    flag(
        "show-symbol-table",
        Treatment::Means("the names, types and places of what is declared in files"),
    ),
    flag("show-parse-tree", Treatment::Refused("")),
    with_value("export-symex-ready-goto", Treatment::Refused("")),
    with_value(
        "dump-smt-formula",
        Treatment::Refused("--dimacs prints the formula"),
    ),
    flag("preprocess", Treatment::Refused("use cc -E")),
    flag("test-preprocessor", Treatment::Refused("use cc -E")),
    flag(
        "localize-faults",
        Treatment::Ignored("`because explain` says where a fault is"),
    ),
    flag("fixedbv", Treatment::Refused("")),
    flag("big-endian", Treatment::Refused("")),
    flag("unsigned-char", Treatment::Means("that `char` has no sign")),
    flag("16", Treatment::Refused("")),
    flag(
        "LLP64",
        Treatment::Means("that `long` has 32 bits and pointers have 64"),
    ),
    flag("ILP64", Treatment::Refused("")),
    flag("LP32", Treatment::Refused("")),
    flag("i386-macos", Treatment::Refused("")),
    flag("i386-win32", WINDOWS),
    flag("win32", WINDOWS),
    flag("winx64", WINDOWS),
    flag("ppc-macos", Treatment::Refused("")),
    flag("round-to-plus-inf", ROUNDING),
    flag("round-to-minus-inf", ROUNDING),
    flag("round-to-zero", ROUNDING),
    flag("round-to-even", ALWAYS),
    flag(
        "no-library",
        Treatment::Means("that functions of the C library have no body"),
    ),
    flag(
        "no-assumptions",
        Treatment::Means("that assumptions of the program count for nothing"),
    ),
    flag(
        "assert-to-assume",
        Treatment::Means("that assertions of the program are assumed"),
    ),
    with_value("claim", Treatment::Means("--property")),
    with_value("incremental-loop", GROWING),
    with_value("unwind-min", GROWING),
    with_value("unwind-max", GROWING),
    flag("ignore-properties-before-unwind-min", GROWING),
    with_value("paths", SOLVER),
    with_value("symex-complexity-limit", SOLVER),
    with_value("symex-complexity-failed-child-loops-limit", SOLVER),
    flag("symex-cache-dereferences", SOLVER),
    with_value(
        "mm",
        Treatment::Ignored("threads are not supported, so no order of their steps matters"),
    ),
    flag(
        "string-abstraction",
        Treatment::Ignored("strings are followed byte by byte"),
    ),
    flag(
        "string-printable",
        Treatment::Ignored("strings of C are bytes, whatever they are"),
    ),
    with_value(
        "max-nondet-tree-depth",
        Treatment::Means("how many pointers deep the parameters of --function lead, 5 unless given"),
    ),
    with_value(
        "min-null-tree-depth",
        Treatment::Means("how many of these pointers, from the parameter on, are never null"),
    ),
];

/// What the options of CBMC that were given change.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct CbmcArgs {
    pub(crate) trace: bool,
    /// The data model, if one was named.
    pub(crate) model: Option<DataModel>,
    pub(crate) unsigned_char: bool,
    pub(crate) pointer_primitive: bool,
    pub(crate) signed_overflow: bool,
    pub(crate) undefined_shift: bool,
    pub(crate) rounding: Rounding,
    /// Whether loops of the C library's models are meant, too, when a bound that was given is too small.
    pub(crate) unwinding_assertions: bool,
    pub(crate) c23: bool,
    /// Options that ask for files which are not written.
    pub(crate) unwritten: Vec<&'static str>,
    pub(crate) cover: Option<Criterion>,
    pub(crate) cover_failed_assertions: bool,
    pub(crate) interface: Option<CbmcForm>,
    pub(crate) listing: Option<Listing>,
    pub(crate) ssa: bool,
    pub(crate) outfile: Option<String>,
    pub(crate) no_library: bool,
    pub(crate) no_assumptions: bool,
    pub(crate) assert_to_assume: bool,
    /// Claims by name, beside those of `--property`.
    pub(crate) claims: Vec<String>,
    pub(crate) argument_depth: Option<u32>,
    pub(crate) certain_depth: Option<u32>,
}

fn refused(name: &str, hint: &str) -> clap::Error {
    let hint = if hint.is_empty() {
        String::new()
    } else {
        format!(": {hint}")
    };
    clap::Error::raw(
        ErrorKind::ArgumentConflict,
        format!("CBMC's option --{name} is not supported{hint}"),
    )
}

/// Whether the user wrote the option.
fn given(matches: &ArgMatches, name: &str) -> bool {
    matches.value_source(&id(name)) == Some(ValueSource::CommandLine)
}

fn value<'m>(matches: &'m ArgMatches, name: &str) -> Option<&'m str> {
    matches.get_one::<String>(&id(name)).map(String::as_str)
}

/// What the first of these options that the user wrote stands for.
fn first_given<T: Copy>(matches: &ArgMatches, options: &[(&str, T)]) -> Option<T> {
    let mut written = options.iter().filter(|(name, _)| given(matches, name));
    written.next().map(|(_, meaning)| *meaning)
}

/// The machine: by its processor and system, or by the sizes of its types.
fn data_model(matches: &ArgMatches) -> Result<Option<DataModel>, clap::Error> {
    let mut model = match value(matches, "arch") {
        None => None,
        Some("x86_64") => Some(DataModel::LP64),
        Some("i386") => Some(DataModel::ILP32),
        Some("arm") => Some(DataModel::ARM),
        Some("arm64") => Some(DataModel::ARM64),
        Some(other) => {
            return Err(refused(
                &format!("arch {other}"),
                "x86_64, i386, arm and arm64 are",
            ));
        }
    };
    match (value(matches, "os"), model) {
        (None | Some("linux"), _) => {}
        (Some("windows"), None | Some(DataModel::LP64)) => model = Some(DataModel::WIN64),
        (Some("windows"), Some(DataModel::ILP32)) => model = Some(DataModel::WIN32),
        (Some(other), _) => return Err(refused(&format!("os {other}"), "linux and windows on x86 are")),
    }
    for (name, named) in [
        ("LP64", DataModel::LP64),
        ("ILP32", DataModel::ILP32),
        ("i386-linux", DataModel::ILP32),
        ("LLP64", DataModel::LLP64),
        ("win32", DataModel::WIN32),
        ("i386-win32", DataModel::WIN32),
        ("winx64", DataModel::WIN64),
    ] {
        if given(matches, name) {
            model = Some(named);
        }
    }
    Ok(model)
}

impl FromArgMatches for CbmcArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<CbmcArgs, clap::Error> {
        let given = |name: &str| given(matches, name);
        for option in OPTIONS.iter().filter(|option| given(option.name)) {
            if let Treatment::Refused(hint) = option.treatment {
                return Err(refused(option.name, hint));
            }
        }
        let value = |name: &str| value(matches, name);
        let number = |name: &str| match value(name).map(str::parse::<u32>) {
            None => Ok(None),
            Some(Ok(number)) => Ok(Some(number)),
            Some(Err(_)) => Err(clap::Error::raw(
                ErrorKind::ValueValidation,
                format!("--{name} takes a number\n"),
            )),
        };
        Ok(CbmcArgs {
            trace: given("compact-trace") || given("stack-trace"),
            model: data_model(matches)?,
            unwinding_assertions: given("unwinding-assertions"),
            c23: given("c23"),
            unwritten: OPTIONS
                .iter()
                .filter(|option| option.treatment == UNWRITTEN && given(option.name))
                .map(|option| option.name)
                .collect(),
            cover: match value("cover") {
                None => None,
                Some(name) => Some(
                    Criterion::named(name)
                        .ok_or_else(|| refused(&format!("cover {name}"), "other criteria are"))?,
                ),
            },
            cover_failed_assertions: given("cover-failed-assertions"),
            signed_overflow: given("overflow-check"),
            undefined_shift: given("ub-shift-check"),
            unsigned_char: given("unsigned-char"),
            interface: first_given(matches, &[("json-ui", CbmcForm::Json), ("xml-ui", CbmcForm::Xml)]),
            listing: first_given(
                matches,
                &[
                    ("show-goto-functions", Listing::Program),
                    ("list-goto-functions", Listing::Functions),
                    ("show-symbol-table", Listing::Symbols),
                ],
            ),
            ssa: given("show-vcc"),
            outfile: value("outfile").map(str::to_owned),
            no_library: given("no-library"),
            no_assumptions: given("no-assumptions"),
            assert_to_assume: given("assert-to-assume"),
            claims: value("claim").map(str::to_owned).into_iter().collect(),
            argument_depth: number("max-nondet-tree-depth")?,
            certain_depth: number("min-null-tree-depth")?,
            pointer_primitive: given("pointer-primitives-check"),
            rounding: first_given(
                matches,
                &[
                    ("round-to-plus-inf", Rounding::Up),
                    ("round-to-minus-inf", Rounding::Down),
                    ("round-to-zero", Rounding::Zero),
                ],
            )
            .unwrap_or(Rounding::Nearest),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = CbmcArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Apart from the ids of our own options.
fn id(name: &str) -> String {
    format!("cbmc-{name}")
}

impl Args for CbmcArgs {
    fn augment_args(mut command: Command) -> Command {
        for option in OPTIONS {
            let arg = Arg::new(id(option.name)).long(option.name).hide(true);
            command = command.arg(if option.value {
                arg.action(ArgAction::Set).allow_hyphen_values(true)
            } else {
                arg.action(ArgAction::SetTrue)
            });
        }
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        CbmcArgs::augment_args(command)
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use clap::Parser;
    use expect_test::expect_file;

    use super::*;

    #[derive(Debug, Parser)]
    struct Only {
        #[command(flatten)]
        cbmc: CbmcArgs,
    }

    fn parse(args: &[&str]) -> Result<CbmcArgs, clap::Error> {
        let args = std::iter::once("test").chain(args.iter().copied());
        Ok(Only::try_parse_from(args)?.cbmc)
    }

    #[test]
    fn what_makes_no_difference_is_accepted() {
        let args = [
            "--slice-formula",
            "--sat-solver",
            "cadical",
            "--object-bits",
            "12",
            "--refine",
        ];
        assert_eq!(parse(&args).unwrap(), CbmcArgs::default());
        assert_eq!(parse(&["--i386-linux"]).unwrap().model, Some(DataModel::ILP32));
        assert_eq!(parse(&["--arch", "x86_64"]).unwrap().model, Some(DataModel::LP64));
        let windows = ["--arch", "i386", "--os", "windows"];
        assert_eq!(parse(&windows).unwrap().model, Some(DataModel::WIN32));
        assert!(parse(&["--compact-trace"]).unwrap().trace);
        assert_eq!(parse(&["--json-ui"]).unwrap().interface, Some(CbmcForm::Json));
        let depth = ["--max-nondet-tree-depth", "3"];
        assert_eq!(parse(&depth).unwrap().argument_depth, Some(3));
        assert!(parse(&["--max-nondet-tree-depth", "deep"]).is_err());
    }

    #[test]
    fn what_would_is_refused_by_name() {
        for (args, told) in [
            (
                &["--cover", "path"][..],
                "CBMC's option --cover path is not supported",
            ),
            (&["--xml-interface"], "--xml-interface is not supported: --xml-ui"),
            (&["--arch", "sparc64"], "--arch sparc64 is not supported"),
        ] {
            let error = parse(args).unwrap_err().to_string();
            assert!(error.contains(told), "{error}");
        }
    }

    /// `docs/cbmc.md` is this table; UPDATE_EXPECT=1 writes it anew.
    #[test]
    fn the_documentation_is_the_table() {
        let mut text = String::from(
            "# Options of CBMC\n\n\
             <!-- Written from the table in crates/because/src/args/cbmc.rs; a test compares. -->\n\n\
             `because check` takes CBMC's names for what it does itself: the checks ([checks.md](checks.md)), `--unwind`,\n\
             `--unwindset`, `--partial-loops`, `--no-unwinding-assertions`, `--depth`, `--property`, `--show-properties`,\n\
             `--show-loops`, `--stop-on-fail`, `--trace`, `--function`, `--nondet-static`, `--malloc-may-fail`,\n\
             `--malloc-fail-null`, `--error-label`, `--dimacs`, `--program-only`, `--32`, `--64`, `-I`, `-D`.\n\
             A run ends at its first error, so a claim is judged on the runs in which the claims before it hold; CBMC judges\n\
             each for itself. The verdict about the program is the same. What harnesses write beyond C is in\n\
             [check.md](check.md#for-users-of-cbmc). Beside the options above these are known:\n\n\
             | option | what becomes of it |\n|---|---|\n",
        );
        for option in OPTIONS {
            let value = if option.value { " X" } else { "" };
            let told = match option.treatment {
                Treatment::Ignored(why) => format!("accepted: {why}"),
                Treatment::Means(what) if what.contains(' ') => format!("means {what}"),
                Treatment::Means(what) => format!("means `{what}`"),
                Treatment::Refused("") => "refused".to_owned(),
                Treatment::Refused(hint) => format!("refused: {hint}"),
            };
            let _ = writeln!(text, "| `--{}{value}` | {told} |", option.name);
        }
        expect_file!["../../../../docs/cbmc.md"].assert_eq(&text);
    }
}
