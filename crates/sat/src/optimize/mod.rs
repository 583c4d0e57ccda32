//! Optimisation: the cheapest model, and all the cheapest ones.
//!
//! An [`Objective`] charges a weight for each *soft literal* that a model violates. [`Optimizer::minimize`] finds a
//! model of the solver's clauses (the hard part) and of the given assumptions that costs least, and proves that none
//! costs less.
//!
//! Everything happens on the caller's one incremental solver, which stays as usable as before: all that is added are
//! definitions of new variables, and clauses that say nothing unless a new *activation literal* is assumed. So an
//! objective can be minimised under other assumptions later, or another objective on the same formula, and everything
//! learnt is kept.
//!
//! Optimisation is anytime. [`Outcome::lower`] is a proved lower bound and [`Outcome::upper`] the cost of a model in
//! hand, at every moment; when the solver's terminator or limits end the search early, they are the answer.
//!
//! [`Outcome::pin`] lets work go on at the optimum: assumed together with the assumptions of the call, it leaves
//! exactly the optimal models. That is how one objective is minimised after another, and how [`ties()`] lists all
//! optima.
//!
//! | file | technique |
//! |---|---|
//! | `core_guided` | OLL: raise the lower bound core by core |
//! | `solution_improving` | lower the upper bound model by model |
//! | `cores` | making cores smaller |
//! | `at_most` | counting and weighing in clauses, with RustSAT |
//! | `growing` | a minimum that is asked for again as the problem grows, or known in part only |
//! | `ties` | all optimal models that violate different soft literals |
//! | `correction` | all minimal correction sets, smallest first |

mod at_most;
mod core_guided;
mod cores;
mod correction;
mod growing;
mod objective;
mod search;
mod solution_improving;
mod ties;
mod wide_sum;

pub use correction::{CorrectionSets, correction_sets};
pub use growing::{Growing, Whole};
pub use objective::{Objective, ObjectiveError};
pub use ties::{Solution, Ties, ties};

use crate::solver::{Backend, Verdict};
use crate::types::{Lit, Model};
use search::{End, Search};

/// How to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Algorithm {
    /// From below: find sets of soft literals that cannot all hold, and pay for them. Best when little has to be
    /// violated among much, as in a run that differs from another one in few places.
    #[default]
    CoreGuided,
    /// From above: ask for a better model until there is none. Best when much has to be violated, or when a good model
    /// soon matters more than a proof.
    SolutionImproving,
}

/// What is known about the least cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// No model costs less.
    pub lower: u64,
    /// A model costs this much; nothing if none has been found.
    pub upper: Option<u64>,
}

/// How an optimisation ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Status {
    /// The best model is proved to be the best.
    Optimal,
    /// No model at all: these of the assumptions cannot hold together.
    Infeasible { core: Vec<Lit> },
    /// A limit was reached or the terminator asked to stop.
    Interrupted,
}

/// The result of an optimisation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    pub status: Status,
    /// No model costs less.
    pub lower: u64,
    /// What the best model costs.
    pub upper: Option<u64>,
    pub best_model: Option<Model>,
    /// If optimal: assumptions that, with those of the call, have exactly the optimal models.
    pub pin: Vec<Lit>,
}

impl Outcome {
    /// Whether the best model is proved to be the best.
    #[must_use]
    pub fn proved(&self) -> bool {
        self.status == Status::Optimal
    }
}

/// A minimisation to be run.
///
/// ```
/// use sat::optimize::{Objective, Optimizer};
/// use sat::{CadicalSolver, Solver};
///
/// let mut solver = CadicalSolver::new();
/// let [a, b, c] = [(); 3].map(|()| solver.new_var().positive());
/// solver.add_clause(&[a, b]);
/// solver.add_clause(&[a, c]);
/// let mut objective = Objective::new();
/// objective.charge(a, 3)?; // Making `a` true costs 3,
/// objective.charge(b, 1)?;
/// objective.charge(c, 1)?; // so it is cheaper to make both others true.
/// let outcome = Optimizer::new(&objective).minimize(&mut solver);
/// assert!(outcome.proved());
/// assert_eq!(outcome.upper, Some(2));
/// let outcome = Optimizer::new(&objective).assuming(&[!c]).minimize(&mut solver);
/// assert_eq!(outcome.upper, Some(3));
/// # Ok::<(), sat::optimize::ObjectiveError>(())
/// ```
pub struct Optimizer<'a> {
    objective: &'a Objective,
    assumptions: &'a [Lit],
    algorithm: Algorithm,
    start: Option<&'a Model>,
    known_lower: u64,
    progress: Option<Box<dyn FnMut(Bounds) + 'a>>,
}

impl std::fmt::Debug for Optimizer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Optimizer")
            .field("algorithm", &self.algorithm)
            .finish_non_exhaustive()
    }
}

impl<'a> Optimizer<'a> {
    #[must_use]
    pub fn new(objective: &'a Objective) -> Self {
        Self {
            objective,
            assumptions: &[],
            algorithm: Algorithm::default(),
            start: None,
            known_lower: 0,
            progress: None,
        }
    }

    /// Only models in which all these hold count.
    #[must_use]
    pub fn assuming(mut self, assumptions: &'a [Lit]) -> Self {
        self.assumptions = assumptions;
        self
    }

    #[must_use]
    pub fn using(mut self, algorithm: Algorithm) -> Self {
        self.algorithm = algorithm;
        self
    }

    /// Looks near this assignment first, which need not be a model: it becomes the phases of the solver for the first
    /// query. Without it, soft literals are tried true first. The phases of all these variables are cleared afterwards.
    #[must_use]
    pub fn starting_from(mut self, assignment: &'a Model) -> Self {
        self.start = Some(assignment);
        self
    }

    /// No model costs less than this, which the caller knows. A search from above ends when it has a model that costs
    /// no more; one from below finds it out for itself.
    #[must_use]
    pub fn knowing(mut self, lower: u64) -> Self {
        self.known_lower = lower;
        self
    }

    /// Calls `progress` whenever a bound improves.
    #[must_use]
    pub fn on_progress(mut self, progress: impl FnMut(Bounds) + 'a) -> Self {
        self.progress = Some(Box::new(progress));
        self
    }

    /// Runs the search. The limits of the solver apply to each of its queries and its terminator to all of them.
    pub fn minimize<S: Backend + ?Sized>(mut self, solver: &mut S) -> Outcome {
        let mut search = Search::new(
            solver,
            self.objective,
            self.assumptions,
            self.progress.as_deref_mut(),
        );
        let end = match search.first_model(self.start) {
            Verdict::Unknown => End::Interrupted,
            Verdict::Unsat => End::Infeasible {
                core: search.solver.core().to_vec(),
            },
            Verdict::Sat => match self.algorithm {
                Algorithm::CoreGuided => {
                    let mut state = core_guided::State::new(search.soft.clone());
                    core_guided::run(&mut search, &mut state)
                }
                Algorithm::SolutionImproving => {
                    search.know(self.known_lower);
                    solution_improving::run(&mut search)
                }
            },
        };
        search.finish(end)
    }
}
