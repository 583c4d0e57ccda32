//! What `explain` and `because FILE.c` are asked.

use driver::{Asked, ExplainRequest};

use super::effort::effort;
use super::{CheckOptions, UsageError};
use crate::args::{CheckOutputArgs, ExplainArgs, MetricArgs};
use crate::color::Coloured;

/// What `explain` is asked.
#[derive(Debug, Clone)]
pub(crate) struct ExplainOptions {
    pub(crate) check: CheckOptions,
    /// A saved run to explain.
    pub(crate) run: Option<String>,
    /// Only the schedule is to be another one.
    pub(crate) schedule_only: bool,
    /// Whether the document lists the steps of both runs.
    pub(crate) aligned: bool,
    /// Where more assumptions are.
    pub(crate) assume_file: Option<String>,
    pub(crate) request: ExplainRequest,
    pub(crate) shown: report::ExplainShown,
}

impl ExplainOptions {
    /// Whether one screen is enough: for `because FILE.c`, unless more was asked for.
    pub(crate) fn is_short(&self) -> bool {
        let more = self.check.full || self.shown != report::ExplainShown::default();
        self.request.whole && self.request.asked == Asked::Why && !more && self.check.format.is_none()
    }

    pub(crate) fn new(
        args: ExplainArgs,
        whole: bool,
        coloured: Coloured,
    ) -> Result<ExplainOptions, UsageError> {
        let (explanation, metric, mut check) = (args.explain, args.metric, args.check);
        let predicates = explanation.assume.iter().map(|text| text.parse());
        let predicates: Result<Vec<trace::Predicate>, trace::PredicateError> = predicates.collect();
        let predicates = predicates.map_err(|error| UsageError::Predicate(error.to_string()))?;
        let command = if whole {
            "`because FILE.c`"
        } else {
            "`because explain`"
        };
        // A document lists both runs, side by side; people have the page for that.
        let aligned = check.output.trace && check.output.json && !explanation.schedule_only;
        if aligned {
            check.output.trace = false;
        }
        meaningless(&check.output, command)?;
        if explanation.schedule_only && check.output.html.is_some() {
            return Err(UsageError::NoPage("explain --schedule-only"));
        }
        let ssa = check.output.ssa;
        let bounds = &check.bounds;
        let usual = bounds.effort.is_none() && effort(bounds, check.limits.timeout.is_some()).is_some();
        let mut check = CheckOptions::new(check, coloured)?;
        if whole && usual {
            check.analysis = check.analysis.for_one_answer();
        }
        // The form in which the differences are printed, not the equation.
        check.equation = None;
        Ok(ExplainOptions {
            check,
            run: explanation.run,
            schedule_only: explanation.schedule_only,
            aligned,
            assume_file: explanation.assume_file,
            request: ExplainRequest {
                whole,
                method: explain::ExplainOptions {
                    metric: metric_of(&metric),
                    ties: explanation.ties.max(1),
                    slices: if explanation.all_slices { 256 } else { 16 },
                    antecedent: !explanation.no_antecedent,
                    same_way: whole || explanation.same_way,
                    one_step: explanation.one_step,
                    assume: explain::Assumptions {
                        predicates,
                        negated: explanation.assume_not,
                        any: explanation.assume_or,
                    },
                },
                asked: match (explanation.interventions, explanation.find_error) {
                    (true, _) => Asked::Interventions,
                    (_, true) => Asked::AnotherFailure {
                        farthest: explanation.maximize,
                    },
                    _ => Asked::Why,
                },
            },
            shown: report::ExplainShown {
                all_deltas: explanation.all_deltas,
                all_slices: explanation.all_slices,
                ties: explanation.show_ties,
                ssa,
            },
        })
    }
}

/// Options of `check` that a command which explains one failing run has no use for.
fn meaningless(output: &CheckOutputArgs, command: &'static str) -> Result<(), UsageError> {
    let given = [
        ("--quiet", output.quiet),
        ("--trace", output.trace),
        ("--native", output.native),
        ("--show-properties", output.show_properties),
        ("--show-loops", output.show_loops),
        ("--dimacs", output.dimacs),
        ("--cbmc-output", output.cbmc_output),
    ];
    match given.into_iter().find(|(_, given)| *given) {
        Some((option, _)) => Err(UsageError::Meaningless { option, command }),
        None => Ok(()),
    }
}

pub(crate) fn metric_of(metric: &MetricArgs) -> trace::Metric {
    trace::Metric {
        inputs_only: metric.inputs_only,
        inputs_guards_only: metric.inputs_guards_only,
        input_weight: metric.input_weight,
        guard_weight: metric.guard_weight,
        past_error: metric.deltas_past_error,
        static_slice: metric.static_slice,
    }
}
