//! The interface to a running program that exchanges lines.

use std::fmt;
use std::time::Instant;

use games_package::Failure;

/// A program that exchanges lines with us. Dropping it ends the program. A [`Failure`]'s detail is a phrase that
/// follows the player's name, such as "ended its process with exit code 1".
pub trait Program: fmt::Debug + Send {
    /// Sends a line, which is passed without its line end. Waits until `until` at most for the program to read it.
    ///
    /// # Errors
    /// [`Failure`] if the program has ended or isn't reading. In this case, no part of a line shorter than 4 KiB was
    /// sent.
    fn send(&mut self, line: &[u8], until: Instant) -> Result<(), Failure>;

    /// The next line without its line end, if it arrives before `until`.
    ///
    /// # Errors
    /// [`Failure`] if the program has ended or a line is too long.
    fn receive(&mut self, until: Instant) -> Result<Option<Vec<u8>>, Failure>;

    /// Resumes the program before a message is sent.
    fn resume(&mut self);

    /// Suspends the program after its answer, until the next message.
    fn suspend(&mut self);

    /// Prepares for a match in which this thread makes the calls.
    fn adopt(&mut self) {}

    /// After a match, returns whether the program is as good as new for the next match. If it is, forgets its standard
    /// error.
    fn is_as_new(&mut self) -> bool {
        false
    }

    /// Closes the input to ask the program to exit, waits a moment, and kills the program if it is still running.
    fn close(&mut self);

    /// The part of its standard error to quote in a failure, as one short line; empty if nothing was written.
    fn stderr_excerpt(&mut self) -> String;
}
