//! Where headers come from. The core does no I/O: the caller implements [`FileProvider`], and this file
//! lays the headers that the front end itself brings over it.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rucc_diag::SourceBytes;
use rucc_session::{FileSystem, path_key};

/// The caller's files. Asked only about names that an `#include` or a forced include leads to.
pub trait FileProvider: Sync {
    /// The contents, or nothing when there is no such file.
    fn read(&self, path: &Path) -> Option<Arc<[u8]>>;

    /// Whether something is there that cannot be read as a file: a folder, a device.
    fn is_no_file(&self, _path: &Path) -> bool {
        false
    }

    /// One name for all spellings of a file, so that `#pragma once` recognises it.
    fn identity(&self, path: &Path) -> PathBuf {
        path_key(path)
    }
}

/// Files held in memory, for tests and embedders.
#[derive(Debug, Default, Clone)]
pub struct MemoryFiles {
    files: BTreeMap<PathBuf, Arc<[u8]>>,
}

impl MemoryFiles {
    #[must_use]
    pub fn new() -> MemoryFiles {
        MemoryFiles::default()
    }

    #[must_use]
    pub fn with(mut self, path: &str, text: impl AsRef<[u8]>) -> MemoryFiles {
        self.files
            .insert(path_key(Path::new(path)), Arc::from(text.as_ref()));
        self
    }
}

impl FileProvider for MemoryFiles {
    fn read(&self, path: &Path) -> Option<Arc<[u8]>> {
        self.files.get(&path_key(path)).cloned()
    }
}

/// The directory that our own headers appear to be in. Not a path, so nothing real can collide with it.
pub(crate) const OWN_HEADERS: &str = "<because>";

/// Headers that replace the host's, because the host's hide what the tool must see: glibc's `assert`
/// expands to a conditional call of `__assert_fail`, which no longer is an assertion.
const HEADERS: &[(&str, &str)] = &[("assert.h", include_str!("../headers/assert.h"))];

/// The caller's files with our headers laid over them.
pub(crate) struct Overlay<'a> {
    pub(crate) files: &'a dyn FileProvider,
}

impl fmt::Debug for Overlay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Overlay")
    }
}

impl FileSystem for Overlay<'_> {
    fn read(&self, path: &Path) -> io::Result<SourceBytes> {
        if path.parent() == Some(Path::new(OWN_HEADERS)) {
            let name = path.file_name().and_then(|name| name.to_str());
            return HEADERS
                .iter()
                .chain(crate::library::HEADERS)
                .find(|(header, _)| Some(*header) == name)
                .map(|(_, text)| SourceBytes::new(*text))
                .ok_or_else(|| io::ErrorKind::NotFound.into());
        }
        if let Some(bytes) = rucc_session::runtime::read(path) {
            return Ok(bytes);
        }
        self.files
            .read(path)
            .map(|text| SourceBytes::new(lexable(text)))
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn identity(&self, path: &Path) -> PathBuf {
        if path.starts_with(OWN_HEADERS) || path.starts_with(rucc_session::runtime::DIR) {
            return path_key(path);
        }
        self.files.identity(path)
    }
}

/// A text as the library can read it: its lexer never gets past a comment whose last line is spliced to a line
/// that is not there. One more line end changes no place.
pub(crate) fn lexable(text: Arc<[u8]>) -> Arc<[u8]> {
    if !text.ends_with(b"\\\n") && !text.ends_with(b"\\\r\n") {
        return text;
    }
    text.iter().copied().chain(*b"\n").collect()
}

/// Whether a file of the source map is the tool's own text rather than the user's or the host's.
pub(crate) fn is_own(name: &str) -> bool {
    name.starts_with(OWN_HEADERS) || name.starts_with(rucc_session::runtime::DIR)
}
