//! The program's standard streams.

use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Stdin, Stdout, Write};
use std::rc::Rc;

use interp::{ByteSource, CapturedOutput, Output};

use super::stopper::Stopper;
use driver::StopCause;

/// Standard output and error of the host, shared by the program, its trace and its standard input: what was
/// printed must be seen before input is waited for.
#[derive(Debug, Clone)]
pub(crate) struct HostStreams(Rc<RefCell<Streams>>);

#[derive(Debug)]
struct Streams {
    stdout: BufWriter<Stdout>,
    by_line: bool,
    stopper: Stopper,
    /// The first error; after it nothing more is written.
    error: Option<io::Error>,
}

impl HostStreams {
    pub(crate) fn new(stopper: Stopper) -> HostStreams {
        let stdout = io::stdout();
        HostStreams(Rc::new(RefCell::new(Streams {
            by_line: stdout.is_terminal(),
            stdout: BufWriter::with_capacity(1 << 16, stdout),
            stopper,
            error: None,
        })))
    }

    pub(crate) fn stdout(&self, bytes: &[u8]) {
        self.0.borrow_mut().attempt(|streams| {
            streams.stdout.write_all(bytes)?;
            if streams.by_line && bytes.contains(&b'\n') {
                streams.stdout.flush()?;
            }
            Ok(())
        });
    }

    /// Written after everything printed so far.
    pub(crate) fn stderr(&self, bytes: &[u8]) {
        self.0.borrow_mut().attempt(|streams| {
            streams.stdout.flush()?;
            io::stderr().lock().write_all(bytes)
        });
    }

    pub(crate) fn flush(&self) {
        self.0.borrow_mut().attempt(|streams| streams.stdout.flush());
    }

    /// Flushes; gives the first error there was.
    pub(crate) fn finish(&self) -> io::Result<()> {
        self.flush();
        self.0.borrow_mut().error.take().map_or(Ok(()), Err)
    }
}

impl Streams {
    fn attempt(&mut self, write: impl FnOnce(&mut Streams) -> io::Result<()>) {
        if self.error.is_some() {
            return;
        }
        if let Err(error) = write(self) {
            self.error = Some(error);
            self.stopper.stop(StopCause::Output);
        }
    }
}

/// Where the program's output goes.
#[derive(Debug)]
pub(crate) enum ProgramOutput {
    Host(HostStreams),
    Captured(CapturedOutput),
}

impl Output for ProgramOutput {
    fn write(&mut self, stream: i128, bytes: &[u8]) {
        match (self, stream) {
            (ProgramOutput::Host(streams), 2) => streams.stderr(bytes),
            (ProgramOutput::Host(streams), _) => streams.stdout(bytes),
            (ProgramOutput::Captured(captured), _) => captured.write(stream, bytes),
        }
    }
}

/// Standard input of the host.
#[derive(Debug)]
pub(crate) struct HostStdin {
    reader: BufReader<Stdin>,
    streams: HostStreams,
}

impl HostStdin {
    pub(crate) fn new(streams: HostStreams) -> HostStdin {
        HostStdin {
            reader: BufReader::new(io::stdin()),
            streams,
        }
    }
}

impl ByteSource for HostStdin {
    fn next_byte(&mut self) -> Option<u8> {
        if self.reader.buffer().is_empty() {
            self.streams.flush();
        }
        // An unreadable input is an empty one, as for the compiled program.
        let byte = self.reader.fill_buf().ok()?.first().copied()?;
        self.reader.consume(1);
        Some(byte)
    }
}
