//! The report that a person opens: one HTML file.
//!
//! The answer is static and complete without scripts. Below it a script shows the runs from data that lies in the page:
//! nothing is fetched, and the page's own policy (CSP) forbids it. All that comes from users (sources, names, values,
//! output, arguments) is hostile: it is escaped by the template (`maud`), stands in the data as JSON strings without
//! `<`, reaches the document only as text nodes, and has its control and bidirectional characters made visible.
//!
//! | file | is |
//! |---|---|
//! | `answer` | what the first screen says, for each command |
//! | `details` | claims, suspects, changes, notes, commands |
//! | `island`, `runs` | what lies in the page as data for the script; the runs in it |
//! | `patch` | a change as `patch -p1` takes it |
//! | `digest` | SHA-256 and Base64, for the policy |
//! | `page.css`, `script/` | the stylesheet and the script, written for this page |

mod answer;
mod details;
mod digest;
mod island;
mod patch;
mod runs;

use maud::{DOCTYPE, PreEscaped, html};
use source::SourceMap;

use crate::format::Findings;
use crate::{ExplainReport, PageRuns, ReplayReport, RunReport, visible};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = concat!(
    include_str!("script/data.js"),
    include_str!("script/address.js"),
    include_str!("script/lists.js"),
    include_str!("script/source.js"),
    include_str!("script/state.js"),
    include_str!("script/why.js"),
    include_str!("script/page.js"),
);

/// What a page is made of.
#[derive(Debug)]
pub struct HtmlPage<'p> {
    pub subject: HtmlSubject<'p>,
    pub sources: &'p SourceMap,
    /// The user's own files.
    pub files: Vec<String>,
    /// How to make the page again, word by word as it is typed.
    pub command: Vec<String>,
    pub runs: Option<&'p PageRuns>,
    /// Lines in which macros of the user's are used, with these unfolded: file, line, text.
    pub unfolded: Vec<(String, u32, String)>,
}

/// What was found.
#[derive(Debug, Clone, Copy)]
pub enum HtmlSubject<'p> {
    Findings(Findings<'p>),
    Run(&'p RunReport, Option<&'p ReplayReport>),
}

impl HtmlPage<'_> {
    /// What is known of a failing run, if it was explained.
    fn explained(&self) -> Option<&ExplainReport> {
        match self.subject {
            HtmlSubject::Findings(Findings::Explain(report)) => Some(report),
            _ => None,
        }
    }

    /// A text of the user's, to be shown.
    fn shown(&self, text: &str) -> String {
        visible(&crate::plain::in_words(&self.without_folders(text)))
    }

    /// The same for the script, which has little room for words and shortens names of storage itself.
    fn seen(&self, text: &str) -> String {
        visible(&self.without_folders(text))
    }

    /// Where the files lie on this machine is nobody's business.
    fn without_folders(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for file in &self.files {
            let folder = file.strip_suffix(short_name(file)).unwrap_or("");
            if folder.starts_with('/') {
                text = text.replace(folder, "");
            }
        }
        text
    }
}

/// How a file is called on the page: as it was named, but for folders of this machine.
fn short_name(file: &str) -> &str {
    match file.starts_with('/') {
        true => file.rsplit('/').next().unwrap_or(file),
        false => file,
    }
}

/// The page.
#[must_use]
pub fn html_page(page: &HtmlPage<'_>) -> String {
    let policy = format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        digest::sha256_base64(SCRIPT.as_bytes()),
        digest::sha256_base64(STYLE.as_bytes())
    );
    let title = answer::title(page);
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                title { (title.replace('`', "")) " – because" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                a.skip href="#explorer" { "Skip to the run" }
                (answer::answer(page, &title))
                main id="explorer" aria-label="The run, step by step" {
                    noscript { p.quiet { "Scripts are off. The answer above and the details below are complete; stepping through the run needs them." } }
                }
                (details::details(page))
                footer { p.quiet { "Every value on this page was seen in an execution of the program." } }
                script type="application/json" id="data" { (PreEscaped(island::island(page))) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    markup.into_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn script_and_style_are_small() {
        assert!(SCRIPT.len() < 60_000 && STYLE.len() < 60_000);
        for forbidden in [
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "</script",
            "setAttribute('style",
        ] {
            assert!(!SCRIPT.contains(forbidden), "{forbidden}");
        }
    }
}
