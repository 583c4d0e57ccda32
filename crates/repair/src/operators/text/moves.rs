//! Statements in another order or place, branches and jumps left out, semicolons that end a loop too early.

use frontend::tree::{StmtId, StmtKind, Tree};
use source::Span;

use crate::operators::ChangeKind;
use crate::operators::spans::token;

use crate::operators::{Family, OperatorEntry};

use super::{Rewrite, Writing};
use super::{TextOperator, TextTarget};

/// A statement in another place, an `else`, a jump or a semicolon left out, `while` for `if`.
pub(crate) struct MovedStatement;

impl TextOperator for MovedStatement {
    fn entry(&self) -> OperatorEntry {
        let what =
            "a statement in another place, an `else`, a jump or a semicolon left out, `while` for `if`";
        OperatorEntry::new("moved_statement", Family::Rewrites, what)
    }

    fn generate(&self, writing: &Writing<'_>, target: TextTarget<'_>, found: &mut Vec<Rewrite>) {
        if let TextTarget::Body(body) = target {
            writing.moves(writing.tree, body, found);
        }
    }
}

impl Writing<'_> {
    /// All statements below one, with what may be done to them.
    fn moves(&self, tree: &Tree, root: StmtId, found: &mut Vec<Rewrite>) {
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            match &tree.stmt(id).kind {
                StmtKind::Block(list) => {
                    self.in_block(tree, list, found);
                    open.extend(list.iter().rev());
                }
                StmtKind::If { then, otherwise, .. } => {
                    self.early_end(tree, id, *then, found);
                    if otherwise.is_none() {
                        self.again(tree, id, *then, found);
                    }
                    if let Some(otherwise) = otherwise {
                        self.without_else(tree, *then, *otherwise, found);
                        open.push(*otherwise);
                    }
                    open.push(*then);
                }
                StmtKind::While { body, .. } | StmtKind::For { body, .. } => {
                    self.early_end(tree, id, *body, found);
                    open.push(*body);
                }
                StmtKind::DoWhile { body, .. }
                | StmtKind::Switch { body, .. }
                | StmtKind::Case { body }
                | StmtKind::Default { body }
                | StmtKind::Label { body, .. } => open.push(*body),
                StmtKind::Break | StmtKind::Continue | StmtKind::Return(_) => {
                    if let Some(span) = self.span(tree.stmt(id).loc) {
                        found.push(Rewrite::one(ChangeKind::Deleted, span, ";"));
                    }
                }
                _ => {}
            }
        }
    }

    /// `while` for `if`, where what is done bears on what is asked for: a name of the condition is in it, or it calls
    /// something.
    fn again(&self, tree: &Tree, whole: StmtId, then: StmtId, found: &mut Vec<Rewrite>) {
        let (Some(all), Some(inner)) = (self.span(tree.stmt(whole).loc), self.span(tree.stmt(then).loc))
        else {
            return;
        };
        let text = self.sources.text(all);
        let (Some(asked), true) = (
            inner
                .lo
                .checked_sub(all.lo)
                .and_then(|end| text.get(2..end as usize)),
            text.starts_with("if"),
        ) else {
            return;
        };
        let body = self.sources.text(inner);
        let words = |text: &str| -> Vec<String> {
            let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
            let words = words.filter(|word| word.starts_with(|letter: char| letter.is_ascii_alphabetic()));
            words.map(str::to_owned).collect()
        };
        let done = words(&body);
        let leaves = ["return", "break", "continue", "goto", "exit"];
        let repeats = words(asked).iter().any(|word| done.contains(word)) || body.contains('(');
        if repeats
            && body.len() <= budgets::repair::MAX_MOVED_STATEMENT.count()
            && !done.iter().any(|word| leaves.contains(&word.as_str()))
        {
            let at = Span::new(all.file, all.lo, all.lo + 2);
            found.push(Rewrite::one(ChangeKind::Repeated, at, "while"));
        }
    }

    /// `for (…);` whose body follows.
    fn early_end(&self, tree: &Tree, whole: StmtId, body: StmtId, found: &mut Vec<Rewrite>) {
        if !matches!(tree.stmt(body).kind, StmtKind::Empty) {
            return;
        }
        let Some(span) = self.span(tree.stmt(whole).loc) else {
            return;
        };
        let text = self.sources.text(span);
        let behind = text.trim_end();
        if behind.ends_with(';') {
            let at = span.lo + behind.len() as u32 - 1;
            found.push(Rewrite::one(
                ChangeKind::Joined,
                Span::new(span.file, at, at + 1),
                "",
            ));
        }
    }

    /// `else if` that should be `if`; an `else` that should not be.
    fn without_else(&self, tree: &Tree, then: StmtId, otherwise: StmtId, found: &mut Vec<Rewrite>) {
        let (Some(one), Some(two)) = (
            self.span(tree.stmt(then).loc),
            self.span(tree.stmt(otherwise).loc),
        ) else {
            return;
        };
        if one.file != two.file || one.hi > two.lo {
            return;
        }
        let Some(at) = token(self.sources, Span::new(one.file, one.hi, two.lo), "else") else {
            return;
        };
        found.push(Rewrite::one(
            ChangeKind::Joined,
            Span::new(at.file, at.lo, two.lo),
            "",
        ));
        if self.sources.text(two).len() <= budgets::repair::MAX_MOVED_STATEMENT.count() {
            found.push(Rewrite::one(
                ChangeKind::Deleted,
                Span::new(at.file, at.lo, two.hi),
                "",
            ));
        }
    }

    /// Neighbours exchanged, and statements moved over the edge of the block beside them.
    fn in_block(&self, tree: &Tree, list: &[StmtId], found: &mut Vec<Rewrite>) {
        let span = |id: StmtId| self.span(tree.stmt(id).loc);
        let short = |id: StmtId| {
            let simple = matches!(tree.stmt(id).kind, StmtKind::Expr(_));
            simple
                && span(id).is_some_and(|span| {
                    self.sources.text(span).len() <= budgets::repair::MAX_MOVED_STATEMENT.count()
                })
        };
        for pair in list.windows(2) {
            let (Some(one), Some(two)) = (span(pair[0]), span(pair[1])) else {
                continue;
            };
            if one.file != two.file || one.hi > two.lo {
                continue;
            }
            let [first, second] = [one, two].map(|span| self.sources.text(span));
            let between = self.sources.text(Span::new(one.file, one.hi, two.lo));
            let movable = |id: StmtId, text: &str| {
                let kind = &tree.stmt(id).kind;
                text.len() <= budgets::repair::MAX_MOVED_STATEMENT.count()
                    && matches!(kind, StmtKind::Expr(_) | StmtKind::If { .. })
            };
            let returns = matches!(tree.stmt(pair[0]).kind, StmtKind::Return(_));
            if (returns || movable(pair[0], &first)) && movable(pair[1], &second) {
                let both = Span::new(one.file, one.lo, two.hi);
                let text = format!("{second}{between}{first}");
                found.push(Rewrite::one(ChangeKind::Moved, both, text));
            }
            if short(pair[1]) {
                self.moved_in(tree, pair[0], two, &second, found);
            }
            if short(pair[0]) {
                self.moved_to_start(tree, pair[1], one, &first, found);
            }
        }
        // What ends or starts the body of a statement of this block.
        for id in list {
            for body in bodies(tree, *id) {
                let StmtKind::Block(inner) = &tree.stmt(body).kind else {
                    continue;
                };
                let (Some(&last), Some(around), Some(whole)) = (inner.last(), span(body), span(*id)) else {
                    continue;
                };
                if let Some(at) = span(last).filter(|_| short(last) && inner.len() > 1)
                    && at.file == around.file
                    && around.hi == whole.hi
                    && at.hi <= around.hi
                {
                    let text = self.sources.text(at);
                    let rest = self.sources.text(Span::new(at.file, at.hi, around.hi));
                    let both = Span::new(at.file, at.lo, around.hi);
                    let moved = format!("{} {text}", rest.trim_start());
                    found.push(Rewrite::one(ChangeKind::Moved, both, moved));
                }
            }
        }
    }

    /// A statement behind a block becomes its last one.
    fn moved_in(&self, tree: &Tree, before: StmtId, own: Span, text: &str, found: &mut Vec<Rewrite>) {
        let Some(&body) = bodies(tree, before).last() else {
            return;
        };
        let Some(around) = self.span(tree.stmt(body).loc) else {
            return;
        };
        let block = matches!(tree.stmt(body).kind, StmtKind::Block(_));
        if block && around.file == own.file && around.hi <= own.lo && self.sources.text(around).ends_with('}')
        {
            let both = Span::new(own.file, around.hi - 1, own.hi);
            found.push(Rewrite::one(ChangeKind::Moved, both, format!("{text} }}")));
        }
    }

    /// A statement in front of a loop becomes the first of its body.
    fn moved_to_start(&self, tree: &Tree, behind: StmtId, own: Span, text: &str, found: &mut Vec<Rewrite>) {
        let (StmtKind::While { body, .. } | StmtKind::For { body, .. } | StmtKind::DoWhile { body, .. }) =
            tree.stmt(behind).kind
        else {
            return;
        };
        let Some(around) = self.span(tree.stmt(body).loc) else {
            return;
        };
        let block = matches!(tree.stmt(body).kind, StmtKind::Block(_));
        if block
            && around.file == own.file
            && own.hi <= around.lo
            && self.sources.text(around).starts_with('{')
        {
            let between = self.sources.text(Span::new(own.file, own.hi, around.lo + 1));
            let both = Span::new(own.file, own.lo, around.lo + 1);
            let moved = format!("{} {text}", between.trim_start());
            found.push(Rewrite::one(ChangeKind::Moved, both, moved));
        }
    }
}

/// What a statement does under a condition or again and again.
fn bodies(tree: &Tree, id: StmtId) -> Vec<StmtId> {
    match tree.stmt(id).kind {
        StmtKind::If { then, otherwise, .. } => {
            let mut all = vec![then];
            all.extend(otherwise);
            all
        }
        StmtKind::While { body, .. } | StmtKind::For { body, .. } => vec![body],
        _ => Vec::new(),
    }
}
