//! A run as one JSON document, written while the run goes on.

use std::io::{self, Write};

use serde::Serialize;

use crate::{RUN_SCHEMA, TraceStep};

/// Writes the document `because.run/1`. The trace may be longer than memory, so each step is written when it
/// happens; everything else follows at the end.
#[derive(Debug)]
pub struct RunJson<W> {
    out: W,
    steps: u64,
    open: bool,
}

#[derive(Serialize)]
struct Head {
    schema: &'static str,
}

impl<W: Write> RunJson<W> {
    /// # Errors
    /// When the output cannot be written.
    pub fn start(mut out: W, with_trace: bool) -> io::Result<RunJson<W>> {
        let head = serde_json::to_string(&Head { schema: RUN_SCHEMA })?;
        // The object stays open: what follows are its further members.
        write!(out, "{}", &head[..head.len() - 1])?;
        if with_trace {
            write!(out, ",\n\"trace\":[")?;
        }
        Ok(RunJson {
            out,
            steps: 0,
            open: with_trace,
        })
    }

    /// # Errors
    /// When the output cannot be written.
    pub fn step(&mut self, step: &TraceStep) -> io::Result<()> {
        let separator = if self.steps == 0 { "\n" } else { ",\n" };
        self.steps += 1;
        self.out.write_all(separator.as_bytes())?;
        serde_json::to_writer(&mut self.out, step)?;
        Ok(())
    }

    /// The rest of the document: a [`RunReport`](crate::RunReport), or an object that holds more beside it.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn finish(mut self, report: &impl Serialize) -> io::Result<()> {
        if self.open {
            write!(self.out, "\n]")?;
        }
        let rest = serde_json::to_string_pretty(report)?;
        // Drop the opening brace: the members join the open object.
        writeln!(self.out, ",{}", &rest[1..])?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ending, Place, RunReport, Step};
    use source::{LocId, SourceMap};

    fn document(with_trace: bool) -> serde_json::Value {
        let place = Place::new(&SourceMap::new(), LocId::NONE);
        let mut out = Vec::new();
        let mut json = RunJson::start(&mut out, with_trace).unwrap();
        if with_trace {
            for value in ["1", "2"] {
                let step = Step::Assignment {
                    target: "x".into(),
                    value: value.into(),
                };
                json.step(&TraceStep {
                    step,
                    function: "main".into(),
                    depth: 1,
                    loops: vec![],
                    bits: None,
                    r#type: None,
                    unchanged: false,
                    place: place.clone(),
                })
                .unwrap();
            }
        }
        let report = RunReport {
            schedule: Vec::new(),
            files: vec!["a.c".into()],
            ending: Ending::Exited { status: 3 },
            steps: 17,
            inputs: vec![],
            missing_functions: vec![],
            stdout: Some("hello\n".into()),
            stderr: None,
            exit_code: 3,
        };
        json.finish(&report).unwrap();
        serde_json::from_slice(&out).unwrap()
    }

    #[test]
    fn the_document_is_one_object() {
        let value = document(true);
        assert_eq!(value["schema"], "because.run/1");
        assert_eq!(value["trace"][1]["value"], "2");
        assert_eq!(value["ending"], "exited");
        assert_eq!(value["status"], 3);
        assert!(document(false).get("trace").is_none());
    }
}
