//! What is proved is not violated: claims that hold are hunted by executing the program, which shares no code with the
//! engine that proved them. `HUNTED=FOLDER` looks at the C files of another folder, with everything they need in it.

mod support;

use std::path::{Path, PathBuf};

use bmc::Status;
use fuzz::{Target, fuzz};
use program::ClaimId;

/// Some tenths of a second each: what takes longer is left to others.
const EFFORT: u64 = 300_000;
const HUNTED: u64 = 1_000_000;

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut found: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    found.sort();
    found
}

#[test]
fn no_run_violates_what_holds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let folders = match std::env::var_os("HUNTED") {
        Some(folder) => vec![PathBuf::from(folder)],
        None => ["harness", "checks", "hunted"]
            .map(|folder| root.join(folder))
            .to_vec(),
    };
    let mut proved = 0;
    for path in folders.iter().flat_map(|folder| files(folder)) {
        let text = std::fs::read(&path).unwrap();
        let name = path.to_string_lossy().into_owned();
        let options = lower::Options {
            open_arguments: true,
            ..lower::Options::default()
        };
        let Ok((program, sources)) = support::program(&name, &text, &options) else {
            continue;
        };
        let bounds = bmc::Options {
            effort: Some(EFFORT),
            ..bmc::Options::default()
        };
        let report = support::check(&program, &sources, &bounds);
        if report.depends_on_addresses {
            continue;
        }
        let holds = report
            .claims
            .iter()
            .filter(|verdict| verdict.status == Status::Holds);
        let wanted: Vec<ClaimId> = holds.map(|verdict| verdict.claim).collect();
        proved += wanted.len();
        let target = Target {
            program: &program,
            sources: &sources,
            arguments: &bounds.arguments,
            wanted: &wanted,
            budget: HUNTED,
        };
        let caught = fuzz(&target, &|| false);
        if let Some(caught) = caught.first() {
            let claim = &program.claim(caught.claim.expect("a failing run")).name;
            panic!("{name}: {claim} holds, but fails with {:?}", caught.inputs);
        }
    }
    assert!(proved > 0, "nothing was proved");
}
