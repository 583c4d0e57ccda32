//! Commands for those who work on `because`: `cargo xtask torture`.

mod campaign;
mod cbmc;
mod compare;
mod judge;
mod native;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::{Args, Parser, Subcommand};
use signal_hook::consts::{SIGINT, SIGTERM};
use torture::{Class, Tree, standard_settings};

use campaign::Campaign;
use judge::Oracles;
use native::Native;

#[derive(Parser)]
#[command(about = "Commands for those who work on because")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Compares verdicts on random programs with executing them, compiled and interpreted
    Torture(Torture),
}

#[derive(Args)]
struct Torture {
    /// How long
    #[arg(long, default_value_t = 10.0)]
    minutes: f64,
    /// Another seed, other programs
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Programs at a time
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// At most so many programs
    #[arg(long, default_value_t = u64::MAX)]
    count: u64,
    /// Only programs of this class (may be repeated)
    #[arg(long = "class", value_name = "NAME")]
    classes: Vec<String>,
    /// Where disagreements are written
    #[arg(long, default_value = "target/torture")]
    out: PathBuf,
    /// So many disagreements of a class and kind are made small
    #[arg(long, default_value_t = 2)]
    each: u32,
    /// Do not compile the programs
    #[arg(long)]
    no_native: bool,
    /// Print the program with this seed (of --class) and stop
    #[arg(long, value_name = "SEED")]
    print: Option<u64>,
}

fn main() -> ExitCode {
    match command() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn command() -> Result<bool> {
    match Cli::parse().command {
        Command::Torture(options) => torture(&options),
    }
}

fn torture(options: &Torture) -> Result<bool> {
    let mut classes = Vec::new();
    for name in &options.classes {
        match Class::named(name) {
            Some(class) => classes.push(class),
            None => bail!("there is no class `{name}`; there are {}", names()),
        }
    }
    if classes.is_empty() {
        classes = Class::ALL.to_vec();
    }
    if let Some(seed) = options.print {
        let trees = classes.iter().map(|class| class.generate(seed));
        trees
            .map(|tree: Tree| tree.render())
            .for_each(|text| print!("{text}"));
        return Ok(true);
    }
    let folder = tempfile::tempdir().context("there is no temporary folder")?;
    let native = match options.no_native {
        true => None,
        false => Some(Native::prepare(folder.path())?),
    };
    let interrupt = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&interrupt))?;
    }
    // A panic is a finding, told with the program that led to it.
    std::panic::set_hook(Box::new(|_| {}));
    let campaign = Campaign {
        seed: options.seed,
        classes,
        jobs: options.jobs.max(1),
        time: Duration::from_secs_f64(options.minutes * 60.0),
        count: options.count,
        out: options.out.clone(),
        each: options.each,
        oracles: Oracles {
            native,
            cbmc: cbmc::is_there(),
            settings: standard_settings().to_vec(),
        },
    };
    let tally = campaign.run(&interrupt)?;
    print!("{}", tally.summary());
    Ok(tally.is_clean())
}

fn names() -> String {
    Class::ALL.map(Class::name).join(", ")
}
