//! Failures of commands, with exit codes for scripts.

use std::fmt;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use match_library::{
    ImportError, LibraryError, MatchFileError, NamedFilesError, SearchError, WriteError,
};

/// The reason why a command failed.
#[derive(Debug)]
pub struct Failure {
    kind: FailureKind,
    error: anyhow::Error,
}

/// The documented exit codes, except 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FailureKind {
    /// 1: another failure.
    Failed,
    /// 2: the command line is invalid.
    Usage,
    /// 3: a file or a position can't be used.
    Input,
    /// 4: a player failed to start, or broke the table's rules.
    Player,
    /// 130: interrupted.
    Interrupted,
}

/// A command's result.
pub type CommandResult = Result<(), Failure>;

impl Failure {
    /// A failure with its kind.
    pub fn new(kind: FailureKind, error: impl Into<anyhow::Error>) -> Self {
        Self { kind, error: error.into() }
    }

    /// A failure of this kind with this message.
    pub fn message(kind: FailureKind, text: impl fmt::Display) -> Self {
        Self { kind, error: anyhow::anyhow!("{text}") }
    }

    /// The failure for an import of this file.
    pub fn of_import(file: &Path, error: ImportError) -> Self {
        match error {
            ImportError::Game(error) => Self::new(FailureKind::Usage, error),
            ImportError::Library(error) => error.into(),
            error if error.is_of_file() => Self::new(FailureKind::Input, error),
            error => {
                let error = anyhow::Error::new(error).context(file.display().to_string());
                Self::new(FailureKind::Failed, error)
            }
        }
    }

    /// The failure for a program interrupted by the user.
    pub fn interrupted() -> Self {
        Self { kind: FailureKind::Interrupted, error: anyhow::anyhow!("interrupted") }
    }

    /// Adds the location in a file to this failure, if given.
    #[must_use]
    pub fn in_file(self, place: Option<String>) -> Self {
        let Some(place) = place else { return self };
        let kind = if self.kind == FailureKind::Usage { FailureKind::Input } else { self.kind };
        Self { kind, error: self.error.context(place) }
    }

    /// The kind.
    pub const fn kind(&self) -> FailureKind {
        self.kind
    }

    /// The documented exit code.
    pub fn exit_code(&self) -> ExitCode {
        self.kind.exit_code()
    }

    /// Returns `true` if the user interrupted the program.
    pub fn is_interruption(&self) -> bool {
        self.kind == FailureKind::Interrupted
    }

    /// Returns `true` if a message should be printed. No message is printed if the reader closed the pipe, as `head`
    /// does.
    pub fn needs_message(&self) -> bool {
        let reader_left = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
        !self.error.downcast_ref::<io::Error>().is_some_and(reader_left)
    }
}

impl FailureKind {
    /// The documented exit code.
    pub fn exit_code(self) -> ExitCode {
        ExitCode::from(match self {
            Self::Failed => 1,
            Self::Usage => 2,
            Self::Input => 3,
            Self::Player => 4,
            Self::Interrupted => 130,
        })
    }
}

/// Shows the error with its causes.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#}", self.error)
    }
}

/// An I/O error, such as writing to a closed pipe.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::new(FailureKind::Failed, error)
    }
}

/// An unusable file. If the file has several matches and the user must choose one, that counts as a missing argument.
impl From<MatchFileError> for Failure {
    fn from(error: MatchFileError) -> Self {
        let kind = match error {
            MatchFileError::Game(_) | MatchFileError::Several { .. } => FailureKind::Usage,
            _ => FailureKind::Input,
        };
        Self::new(kind, error)
    }
}

/// A match that can't be written. An unsuitable notation is a usage failure.
impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Self {
        let kind = match error {
            WriteError::OtherNotation { .. }
            | WriteError::Sheet(_)
            | WriteError::NoNotation { .. } => FailureKind::Usage,
            _ => FailureKind::Failed,
        };
        Self::new(kind, error)
    }
}

/// An unusable library. An unknown match name is a usage failure.
impl From<LibraryError> for Failure {
    fn from(error: LibraryError) -> Self {
        let kind = match error {
            LibraryError::NoMatch { .. } => FailureKind::Usage,
            LibraryError::Record { .. } | LibraryError::Match { .. } => FailureKind::Input,
            _ => FailureKind::Failed,
        };
        Self::new(kind, error)
    }
}

/// A failed search. An invalid position or move is an input failure.
impl From<SearchError> for Failure {
    fn from(error: SearchError) -> Self {
        let kind = match error {
            SearchError::Notation(_) => FailureKind::Input,
            _ => FailureKind::Usage,
        };
        Self::new(kind, error)
    }
}

/// A folder without matches.
impl From<NamedFilesError> for Failure {
    fn from(error: NamedFilesError) -> Self {
        Self::new(FailureKind::Input, error)
    }
}

/// Attaches an exit code to an error.
pub trait OrFail<T> {
    /// Converts an error to a [`Failure`] of this kind.
    ///
    /// # Errors
    /// The error as a failure of this kind.
    fn or_fail(self, kind: FailureKind) -> Result<T, Failure>;
}

impl<T, E: Into<anyhow::Error>> OrFail<T> for Result<T, E> {
    fn or_fail(self, kind: FailureKind) -> Result<T, Failure> {
        self.map_err(|error| Failure::new(kind, error))
    }
}
