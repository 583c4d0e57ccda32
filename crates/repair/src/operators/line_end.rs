//! The end of a line printed behind a loop, and not in each of its rounds.
//!
//! `printf("*\n")` where a row of stars is wanted is one mistake and two changes: the text without its end, and an end
//! of the line behind the loop. Neither is any good alone.

use frontend::tree::{ExprId, ExprKind, StmtId, StmtKind, StringId, StringLiteral};
use source::Span;

use crate::operators::ChangeKind;
use crate::operators::context::{Context, TreeChange};
use crate::operators::string_literals::elements;
use crate::operators::{Family, OperatorEntry, Target, TreeOperator};

/// The end of a line printed behind a loop and not in it.
pub(crate) struct LineEndAfterLoop;

impl TreeOperator for LineEndAfterLoop {
    fn entry(&self) -> OperatorEntry {
        let what = "the end of a line printed behind a loop and not in it";
        OperatorEntry::new("line_end_after_loop", Family::Changes, what)
    }

    fn generate(&self, context: &mut Context<'_>, target: &Target<'_>) {
        if let Target::Statement(id, StmtKind::Block(list)) = *target {
            context.lines_behind(id, list);
        }
    }
}

impl Context<'_> {
    /// Loops of a block whose rounds end with a text that ends a line.
    pub(crate) fn lines_behind(&mut self, block: StmtId, list: &[StmtId]) {
        for (index, id) in list.iter().enumerate() {
            let (StmtKind::For { body, .. } | StmtKind::While { body, .. }) = self.tree.stmt(*id).kind else {
                continue;
            };
            let last = match &self.tree.stmt(body).kind {
                StmtKind::Block(list) => list.last().copied(),
                _ => Some(body),
            };
            if let (Some(last), Some(whole)) = (last, self.span(self.tree.stmt(*id).loc))
                && let StmtKind::Expr(call) = self.tree.stmt(last).kind
            {
                self.line_behind((block, index + 1), whole, call);
            }
        }
    }

    fn line_behind(&mut self, (block, index): (StmtId, usize), whole: Span, call: ExprId) {
        let ExprKind::Call { args, .. } = &self.expr_of(call).kind else {
            return;
        };
        let Some(format) = args.first().copied() else {
            return;
        };
        let ExprKind::ArrayDecay(place) = self.expr_of(format).kind else {
            return;
        };
        let ExprKind::String(string) = self.expr_of(place).kind else {
            return;
        };
        let Some(at) = self.span(self.expr_of(format).loc) else {
            return;
        };
        let text = self.sources.text(at);
        let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix("\\n\""));
        let Some(inner) = inner.filter(|inner| !inner.is_empty() && !inner.contains('"')) else {
            return;
        };
        if at.file != whole.file || at.hi > whole.hi {
            return;
        }
        let literal = self.tree.string(string).ty;
        let (Some(mut elements), Some(element), Some(end)) = (
            elements(inner),
            self.tree.types.element(literal),
            self.end_of_line(call),
        ) else {
            return;
        };
        elements.push(0);
        let ty = self.tree.types.array(element, elements.len() as u64);
        let made = StringId(self.tree.strings.len() as u32);
        self.tree.strings.push(StringLiteral { ty, elements });
        let shorter = self.push(ExprKind::String(made), ty);
        let rest = self.sources.text(Span::new(at.file, at.hi, whole.hi));
        let span = Span::new(at.file, at.lo, whole.hi);
        let before = self.sources.file(whole.file).text.get(..whole.lo as usize);
        let line = before.unwrap_or_default().rsplit(|byte| *byte == b'\n').next();
        let blanks = line
            .unwrap_or_default()
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace());
        let indentation: String = blanks.map(|byte| char::from(*byte)).collect();
        let text = format!("\"{inner}\"{rest}\n{indentation}printf(\"\\n\");");
        if self.is_proposed(span, &text) {
            return;
        }
        self.instead(
            ChangeKind::Moved,
            format,
            span,
            text.clone(),
            ExprKind::ArrayDecay(shorter),
        );
        let first = self.new_statement(StmtKind::Expr(end));
        self.add(
            ChangeKind::Moved,
            span,
            text,
            TreeChange::Before { block, index, first },
        );
    }
}
