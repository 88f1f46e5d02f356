//! Writes converted matches one at a time, so memory use is independent of the file size.

use std::io::{BufWriter, Stdout, Write, stdout};
use std::path::Path;

use anyhow::anyhow;
use app_context::{CommandResult, Failure, FailureKind, OrFail};
use notation::NewFile;

use crate::arguments::ConvertArguments;

/// The output of a conversion.
pub(super) struct Output<'a> {
    arguments: &'a ConvertArguments,
    /// The first match, stored until a second match arrives.
    first: Option<String>,
    /// The destination; `None` before the second match.
    destination: Option<Destination>,
}

enum Destination {
    Stdout(BufWriter<Stdout>),
    File(NewFile),
}

impl<'a> Output<'a> {
    pub(super) const fn new(arguments: &'a ConvertArguments) -> Self {
        Self { arguments, first: None, destination: None }
    }

    /// Adds a match.
    ///
    /// # Errors
    /// If the format holds one match and this is the second, or if the match can't be written.
    pub(super) fn add(&mut self, text: String) -> CommandResult {
        if self.destination.is_none() {
            let Some(first) = self.first.take() else {
                self.first = Some(text);
                return Ok(());
            };
            if let what @ ("record" | "svg") = self.arguments.to.as_str() {
                let what = if what == "svg" { "picture" } else { "record" };
                let error = anyhow!("a {what} holds one match; add --game N");
                return Err(Failure::new(FailureKind::Usage, error));
            }
            self.write(&first)?;
        }
        if self.arguments.to != "json" {
            self.write("\n")?;
        }
        self.write(&text)
    }

    /// Writes the only match.
    ///
    /// # Errors
    /// If the output can't be written.
    pub(super) fn write_only(mut self, text: &str) -> CommandResult {
        self.write(text)?;
        self.finish()
    }

    /// Writes everything that is left. Only now does the output file appear.
    ///
    /// # Errors
    /// If the output can't be written.
    pub(super) fn finish(mut self) -> CommandResult {
        let first = self.first.take().unwrap_or_default();
        self.write(&first)?;
        match self.destination {
            Some(Destination::Stdout(mut out)) => Ok(out.flush()?),
            Some(Destination::File(file)) => file.save().or_fail(FailureKind::Failed),
            None => Ok(()),
        }
    }

    fn write(&mut self, text: &str) -> CommandResult {
        let destination = match &mut self.destination {
            Some(destination) => destination,
            none => none.insert(Destination::open(self.arguments.out.as_deref())?),
        };
        match destination {
            Destination::Stdout(out) => Ok(out.write_all(text.as_bytes())?),
            Destination::File(file) => file.write(text).or_fail(FailureKind::Failed),
        }
    }
}

impl Destination {
    fn open(file: Option<&Path>) -> Result<Self, Failure> {
        Ok(match file {
            Some(file) => Self::File(NewFile::create(file).or_fail(FailureKind::Failed)?),
            None => Self::Stdout(BufWriter::new(stdout())),
        })
    }
}
