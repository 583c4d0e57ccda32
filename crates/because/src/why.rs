//! The command `why`: where a value came from in a run.

use anyhow::{Context, Result};
use driver::{Following, KnownRun, Looking, Question};
use report::{Exit, Findings, NoSubject, why_text};

use crate::args::why::WhyArgs;
use crate::color::Coloured;
use crate::files;
use crate::load;
use crate::options::{CheckOptions, UsageError};
use crate::subject::with_session;

/// What `why` is asked.
#[derive(Debug, Clone)]
pub(crate) struct Options {
    check: CheckOptions,
    run: Option<String>,
    passing: Option<String>,
    question: Option<Question>,
}

impl Options {
    pub(crate) fn new(mut args: WhyArgs, coloured: Coloured) -> Result<Options, UsageError> {
        // The question stands among the files, and is the only word with an `@` that is followed by a place.
        let is_question = |word: &String| word.contains('@') && !std::path::Path::new(word).exists();
        let (mut questions, named): (Vec<_>, Vec<_>) = args.check.files.into_iter().partition(is_question);
        args.check.files = named;
        let question = questions.pop();
        if !questions.is_empty() {
            return Err(UsageError::Question("one question at a time".to_owned()));
        }
        if args.check.files.is_empty() {
            return Err(UsageError::Question("no C file is named".to_owned()));
        }
        let question = question.map(|text| text.parse::<Question>());
        Ok(Options {
            check: CheckOptions::without_page(args.check, "why", coloured)?,
            run: args.question.run,
            passing: args.question.passing,
            question: question
                .transpose()
                .map_err(|error| UsageError::Question(error.to_string()))?,
        })
    }
}

pub(crate) fn why(options: &Options) -> Result<Exit> {
    let how = (Looking::First, Following::Runs);
    with_session(&options.check, options.run.as_deref(), how, |session, saved| {
        let known = match saved {
            Some(saved) => KnownRun::saved(saved).with_context(|| options.run.clone().unwrap_or_default())?,
            None => {
                let subject = session.subject(None);
                let Some(found) = subject.run() else {
                    eprintln!("{}", NoSubject::NothingFails);
                    return Ok(match &subject {
                        driver::Subject::Nothing { exit, .. } => *exit,
                        _ => Exit::Undetermined,
                    });
                };
                KnownRun::reported(&found.run, &session.options.bounds.arguments)
            }
        };
        let passing = options.passing.as_deref().map(|name| -> Result<_> {
            let saved = files::read_saved_run(name)?;
            let known = KnownRun::saved(&saved).with_context(|| name.to_owned())?;
            Ok(session.recorded(&known))
        });
        let passing = passing.transpose()?;
        let run = session.recorded(&known);
        let report = session.why(&run, options.question.as_ref(), passing.as_ref());
        load::print(options.check.format, Findings::Why(&report), || why_text(&report))?;
        Ok(Exit::Program(report.exit_code))
    })
}
