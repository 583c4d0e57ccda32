use crate::LocId;

/// How bad a diagnostic is. Only [`Severity::Error`] stops the tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    Note,
    Warning,
    Error,
}

/// A further place that a diagnostic speaks of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    pub loc: LocId,
    pub text: String,
}

/// Something to tell the user about their source, as data; renderers live elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: Severity,
    pub message: String,
    /// [`LocId::NONE`] where there is no place to point at.
    pub loc: LocId,
    pub labels: Vec<Label>,
    pub notes: Vec<String>,
}

impl Diagnostic {
    #[must_use]
    pub fn error(loc: LocId, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, loc, message)
    }

    #[must_use]
    pub fn warning(loc: LocId, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, loc, message)
    }

    #[must_use]
    pub fn new(severity: Severity, loc: LocId, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity,
            message: message.into(),
            loc,
            labels: Vec::new(),
            notes: Vec::new(),
        }
    }

    #[must_use]
    pub fn with_label(mut self, loc: LocId, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label {
            loc,
            text: text.into(),
        });
        self
    }

    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(note.into());
        self
    }

    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
