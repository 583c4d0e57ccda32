//! `--html FILE`: the page is written beside its place and renamed, so that what is there is always whole.

use std::fs::Permissions;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use driver::{KnownRun, Session};
use report::{Findings, HtmlPage, HtmlSubject, InputUse, html_page};
use tempfile::NamedTempFile;

use crate::files;

/// Where a page goes; found out before any work that it can be written.
#[derive(Debug)]
pub(crate) struct Html {
    path: PathBuf,
}

impl Html {
    /// # Errors
    /// When nothing can be written there.
    pub(crate) fn prepare(name: Option<&str>) -> Result<Option<Html>> {
        let Some(name) = name else { return Ok(None) };
        let html = Html {
            path: PathBuf::from(name),
        };
        if html.path.is_dir() {
            bail!("cannot write {name}: it is a directory");
        }
        html.beside()?;
        Ok(Some(html))
    }

    fn beside(&self) -> Result<NamedTempFile> {
        let folder = match self.path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut builder = tempfile::Builder::new();
        // As any other file that is made: the user's mask decides.
        builder
            .prefix(".because-")
            .permissions(Permissions::from_mode(0o666));
        builder
            .tempfile_in(folder)
            .with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Writes a page about these runs.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn write(
        &self,
        session: &Session<'_>,
        subject: HtmlSubject<'_>,
        failing: Option<&KnownRun>,
        passing: Option<&KnownRun>,
    ) -> Result<()> {
        let own = failing.map(|run| session.recorded(run));
        let others = passing.map(|run| session.recorded(run));
        let runs = own.as_ref().map(|own| session.page_runs(own, others.as_ref()));
        let sources = driver::user_sources(&session.sources, &session.options.language, files::host());
        let unfolded = session.unfolded_lines().into_iter();
        let page = html_page(&HtmlPage {
            subject,
            sources: &session.sources,
            files: sources.into_iter().map(|source| source.name).collect(),
            command: command(),
            runs: runs.as_ref(),
            unfolded: unfolded.map(|line| (line.file, line.line, line.text)).collect(),
        });
        let mut file = self.beside()?;
        let failed = || format!("cannot write {}", self.path.display());
        file.write_all(page.as_bytes()).with_context(failed)?;
        file.persist(&self.path).with_context(failed)?;
        Ok(())
    }

    /// Writes a page about what a command found.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn findings(
        &self,
        session: &Session<'_>,
        findings: Findings<'_>,
        failing: Option<&KnownRun>,
        passing: Option<&[InputUse]>,
    ) -> Result<()> {
        let arguments = &session.options.bounds.arguments;
        let passing = passing.map(|inputs| KnownRun::of_inputs(inputs, arguments));
        self.write(
            session,
            HtmlSubject::Findings(findings),
            failing,
            passing.as_ref(),
        )
    }
}

/// How the command was typed, word by word, but for the folders of this machine.
fn command() -> Vec<String> {
    let words = std::env::args_os().skip(1).map(|word| {
        let word = without_folder(&word.to_string_lossy());
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+%@".contains(c);
        match !word.is_empty() && word.chars().all(plain) {
            true => word,
            false => format!("'{}'", word.replace('\'', "'\\''")),
        }
    });
    std::iter::once("because".to_owned()).chain(words).collect()
}

/// `/home/me/list.c` as `list.c`, also behind `--html=` or `-I`.
fn without_folder(word: &str) -> String {
    let path = match word.split_once('=') {
        Some((option, path)) if option.starts_with("--") => &word[word.len() - path.len()..],
        _ => word.strip_prefix("-I").unwrap_or(word),
    };
    let is_path = path.starts_with('/') && !path.starts_with("/*");
    let name = Path::new(path).file_name().filter(|_| is_path);
    match name {
        Some(name) => format!("{}{}", &word[..word.len() - path.len()], name.to_string_lossy()),
        None => word.to_owned(),
    }
}
