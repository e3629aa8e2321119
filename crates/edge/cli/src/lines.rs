//! Input and output of commands: reads lines and answers each in order, in constant memory, also after a bad one.
//! Also the [`Problem`]s that stop a command.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use answers::line::{LONGEST, Unreadable, text_of};

/// Why a command stopped.
#[derive(Debug)]
pub(crate) enum Problem {
    /// The arguments make no sense: status 2.
    Usage(String),
    /// The input as a whole is bad: status 1.
    Input(String),
    /// The command failed for a reason other than its input: status 1.
    Failure(String),
    /// Reading or writing failed: status 1.
    Io(io::Error),
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl Problem {
    /// The command failed for this reason.
    pub(crate) fn failure(reason: impl fmt::Display) -> Self {
        Self::Failure(reason.to_string())
    }

    /// What it says.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Io(error) => error.to_string(),
            Self::Usage(text) | Self::Input(text) | Self::Failure(text) => text.clone(),
        }
    }

    /// The same problem, whose text begins with what it is about.
    pub(crate) fn about(self, what: &str) -> Self {
        match self {
            Self::Usage(text) => Self::Usage(format!("{what}: {text}")),
            Self::Input(text) => Self::Input(format!("{what}: {text}")),
            Self::Failure(text) => Self::Failure(format!("{what}: {text}")),
            Self::Io(error) => Self::Failure(format!("{what}: {error}")),
        }
    }

    /// These problems as one, each on its own line.
    pub(crate) fn together(mut problems: Vec<Self>) -> Self {
        match (problems.pop(), problems.is_empty()) {
            (Some(only), true) => only,
            (last, _) => {
                let texts: Vec<_> = problems.iter().chain(&last).map(Self::text).collect();
                Self::Input(format!("{} problems\n{}", texts.len(), texts.join("\n")))
            }
        }
    }

    /// Prints the problem on standard error; returns the exit status.
    pub(crate) fn report(&self) -> ExitCode {
        let text = self.text();
        let status = if matches!(self, Self::Usage(_)) { 2 } else { 1 };
        // A closed standard error is ignored.
        let _ = writeln!(io::stderr(), "punto: {text}");
        ExitCode::from(status)
    }
}

/// Prints a text on standard output. A closed pipe is no problem: the exit status still reports the result.
pub(crate) fn print(text: &str) -> Result<(), Problem> {
    write_now(&mut io::stdout().lock(), text.as_bytes()).map(drop)
}

/// Writes bytes and flushes them; false if the reader has closed the pipe.
pub(crate) fn write_now(output: &mut impl Write, bytes: &[u8]) -> Result<bool, Problem> {
    match output.write_all(bytes).and_then(|()| output.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        written => Ok(written.map(|()| true)?),
    }
}

/// The input of a command: a file, or standard input.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Input {
    /// The file to read; standard input if omitted or `-`.
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

impl Input {
    /// The input from the file at a path.
    pub(crate) fn at(path: &Path) -> Self {
        Self { file: Some(path.to_owned()) }
    }

    fn path(&self) -> Option<&Path> {
        self.file.as_deref().filter(|path| path.as_os_str() != "-")
    }

    /// The name of the input in messages.
    pub(crate) fn name(&self) -> String {
        self.path().map_or_else(|| "standard input".to_owned(), |path| path.display().to_string())
    }

    /// Opens the input.
    pub(crate) fn open(&self) -> Result<Box<dyn Read>, Problem> {
        let Some(path) = self.path() else { return Ok(Box::new(io::stdin().lock())) };
        let file = File::open(path).and_then(|file| {
            let folder = file.metadata()?.is_dir();
            if folder { Err(ErrorKind::IsADirectory.into()) } else { Ok(file) }
        });
        match file {
            Ok(file) => Ok(Box::new(file)),
            Err(error) => Err(Problem::Usage(format!("cannot read {}: {error}", path.display()))),
        }
    }

    /// Reads the whole input, at most [`LONGEST`] bytes.
    pub(crate) fn read_bytes(&self) -> Result<Vec<u8>, Problem> {
        let mut bytes = Vec::new();
        self.open()?.take(limit()).read_to_end(&mut bytes)?;
        if bytes.len() > LONGEST {
            return Err(Problem::Input(format!("{} is longer than {LONGEST} bytes", self.name())));
        }
        Ok(bytes)
    }

    /// Reads the whole input as text.
    pub(crate) fn read_text(&self) -> Result<String, Problem> {
        String::from_utf8(self.read_bytes()?)
            .map_err(|_| Problem::Input(format!("{} is not UTF-8 text", self.name())))
    }

    /// Answers every line; skips empty ones. Returns whether all lines were good.
    ///
    /// `answer` appends one line without its end to the buffer and returns whether the input line was good. If the
    /// reader closes the pipe, the remaining lines are not read.
    pub(crate) fn answer_lines(
        &self,
        mut answer: impl FnMut(Result<&str, Unreadable>, &mut Vec<u8>) -> bool,
    ) -> Result<bool, Problem> {
        self.answer_in_batches(|line, replies| {
            let Some(line) = line else { return true };
            let good = answer(line, replies);
            replies.push(b'\n');
            good
        })
    }

    /// Answers every line, for commands that answer several lines together. Returns whether all lines were good.
    ///
    /// `answer` may append complete lines at any time. Without a line, it must answer all pending ones, because the
    /// reader is waiting.
    pub(crate) fn answer_in_batches(
        &self,
        mut answer: impl FnMut(Option<Result<&str, Unreadable>>, &mut Vec<u8>) -> bool,
    ) -> Result<bool, Problem> {
        let mut input = BufReader::with_capacity(BUFFER, self.open()?);
        let mut output = io::stdout().lock();
        let (mut line, mut replies, mut all_good) = (Vec::new(), Vec::with_capacity(2 * BUFFER), true);
        while read_line(&mut input, &mut line)? {
            let content = text_of(&line);
            if !content.is_ok_and(str::is_empty) {
                all_good &= answer(Some(content), &mut replies);
            }
            // A program that sends one line at a time waits for its answer; a file has more lines in the buffer.
            if replies.len() >= BUFFER || !input.buffer().contains(&b'\n') {
                all_good &= answer(None, &mut replies);
                if !write_now(&mut output, &replies)? {
                    return Ok(all_good);
                }
                replies.clear();
            }
        }
        all_good &= answer(None, &mut replies);
        write_now(&mut output, &replies)?;
        Ok(all_good)
    }
}

const BUFFER: usize = 1 << 17;

/// Reads one line into `line`, at most one byte more than [`LONGEST`]; skips the rest.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let read = input.by_ref().take(limit()).read_until(b'\n', line)?;
    if line.len() > LONGEST && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    Ok(read > 0)
}

/// One byte more than [`LONGEST`], so that a longer input is detected.
fn limit() -> u64 {
    u64::try_from(LONGEST).map_or(u64::MAX, |longest| longest + 1)
}
