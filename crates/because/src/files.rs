//! The files of the host: where sources and headers are read.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use anyhow::{Context, Result, bail};
use driver::Host;
use frontend::FileProvider;
use report::SavedRun;

/// No C file anyone writes or generates is larger; a device or an endless pipe is.
const LARGEST: u64 = 256 << 20;

/// The host's file system.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct HostFiles;

/// What has been read: many texts that differ little include the same headers.
static READ: Mutex<BTreeMap<PathBuf, Option<Arc<[u8]>>>> = Mutex::new(BTreeMap::new());
static KNOWN: Mutex<BTreeMap<PathBuf, PathBuf>> = Mutex::new(BTreeMap::new());

fn locked<T>(known: &Mutex<T>) -> MutexGuard<'_, T> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}

impl HostFiles {
    fn read_now(path: &Path) -> Option<Arc<[u8]>> {
        // Only plain files: an `#include` of a device must not hang.
        if path.is_file() {
            return read_all(File::open(path).ok()?).ok().map(Arc::from);
        }
        // A 64-bit host seldom has the list of functions that its C library lacks in 32-bit programs.
        path.ends_with("gnu/stubs-32.h").then(|| Arc::from(&b""[..]))
    }
}

impl FileProvider for HostFiles {
    fn read(&self, path: &Path) -> Option<Arc<[u8]>> {
        if let Some(known) = locked(&READ).get(path) {
            return known.clone();
        }
        let text = HostFiles::read_now(path);
        locked(&READ).insert(path.to_owned(), text.clone());
        text
    }

    fn is_no_file(&self, path: &Path) -> bool {
        path.exists() && !path.is_file()
    }

    fn identity(&self, path: &Path) -> PathBuf {
        if let Some(known) = locked(&KNOWN).get(path) {
            return known.clone();
        }
        let same = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        locked(&KNOWN).insert(path.to_owned(), same.clone());
        same
    }
}

/// The text of a file the user named; `-` is standard input.
pub(crate) fn read_input(name: &str) -> Result<Vec<u8>> {
    if name == "-" {
        return read_all(io::stdin().lock()).context("cannot read standard input");
    }
    let path = Path::new(name);
    if path.is_dir() {
        bail!("{name} is a directory, not a C file");
    }
    // `because diagnos sum.c`
    if !name.contains(['.', '/']) && !path.exists() {
        bail!(match crate::args::similar_command(name) {
            Some(command) => format!("there is no file or command `{name}`; did you mean `{command}`?"),
            None => format!("there is no file or command `{name}`"),
        });
    }
    let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
    read_all(file).with_context(|| format!("cannot read {name}"))
}

fn read_all(source: impl Read) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    source.take(LARGEST + 1).read_to_end(&mut text)?;
    if text.len() as u64 > LARGEST {
        return Err(io::Error::other("larger than 256 MiB"));
    }
    Ok(text)
}

/// The host, for the library.
pub(crate) fn host() -> Host<'static> {
    static DIRS: OnceLock<Vec<String>> = OnceLock::new();
    Host {
        files: &HostFiles,
        system_dirs: DIRS.get_or_init(system_dirs),
    }
}

/// A saved run.
pub(crate) fn read_saved_run(name: &str) -> Result<SavedRun> {
    let text = read_input(name)?;
    SavedRun::read(&text).with_context(|| name.to_owned())
}

/// Whether a run can be saved there, found out before the work is done. If not, that is said, and nothing is saved.
pub(crate) fn savable(name: Option<&str>) -> Option<&str> {
    let name = name?;
    let existed = Path::new(name).exists();
    match File::options().append(true).create(true).open(name) {
        Ok(_) => {
            if !existed {
                let _ = std::fs::remove_file(name);
            }
            Some(name)
        }
        Err(error) => {
            eprintln!("warning: the run will not be saved: cannot write {name}: {error}");
            None
        }
    }
}

pub(crate) fn write_saved_run(name: &str, run: &SavedRun) -> Result<()> {
    std::fs::write(name, run.write()).with_context(|| format!("cannot write {name}"))
}

/// Where the C library's headers are on this host, in the order a compiler searches.
fn system_dirs() -> Vec<String> {
    let multiarch = [
        "x86_64-linux-gnu",
        "aarch64-linux-gnu",
        "riscv64-linux-gnu",
        "i386-linux-gnu",
    ];
    let mut dirs = vec!["/usr/local/include".to_owned()];
    dirs.extend(multiarch.map(|name| format!("/usr/include/{name}")));
    dirs.push("/usr/include".to_owned());
    dirs.retain(|dir| Path::new(dir).is_dir());
    dirs
}

/// The columns of the terminal that standard output goes to, or enough for any text.
pub(crate) fn terminal_width() -> usize {
    match terminal_size::terminal_size_of(std::io::stdout()) {
        Some((width, _)) => usize::from(width.0),
        None => report::WIDEST_SCREEN,
    }
}

/// Prints a part of an answer now.
pub(crate) fn print(text: &str) -> Result<()> {
    crate::progress::hide();
    let mut out = std::io::stdout().lock();
    std::io::Write::write_all(&mut out, text.as_bytes())?;
    std::io::Write::flush(&mut out)?;
    Ok(())
}
