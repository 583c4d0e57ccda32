//! The command line of `why`.

use clap::Args;

use super::CheckCommandArgs;

#[derive(Debug, Args)]
pub(crate) struct WhyArgs {
    #[command(flatten)]
    pub(crate) check: CheckCommandArgs,

    #[command(flatten)]
    pub(crate) question: QuestionArgs,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Question")]
pub(crate) struct QuestionArgs {
    /// Ask about this saved run instead of looking for one that fails.
    #[arg(long, value_name = "RUN.json")]
    pub(crate) run: Option<String>,

    /// A saved run to compare with: also say where the two part.
    #[arg(long, value_name = "RUN.json")]
    pub(crate) passing: Option<String>,
}
