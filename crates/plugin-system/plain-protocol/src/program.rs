//! A running program, seen through its pipes.

use std::fmt;
use std::time::Instant;

use games_package::Failure;

/// A program that exchanges lines with us. It is ended on drop. The detail of a [`Failure`] is a phrase that follows
/// the name of the player: "ended its process with exit code 1".
pub trait Program: fmt::Debug + Send {
    /// Sends a line, given without its end. Waits up to `until` for the program to read it.
    ///
    /// # Errors
    /// [`Failure`] if it has ended, or doesn't read. A line of less than 4 KiB has then not been sent in part.
    fn send(&mut self, line: &[u8], until: Instant) -> Result<(), Failure>;

    /// The next line without its end, if it comes before `until`.
    ///
    /// # Errors
    /// [`Failure`] if it has ended, or if a line is too long.
    fn receive(&mut self, until: Instant) -> Result<Option<Vec<u8>>, Failure>;

    /// Lets it run: a message is about to be sent.
    fn resume(&mut self);

    /// It has answered, and need not run until the next message.
    fn suspend(&mut self);

    /// A match begins, in which this thread calls it.
    fn adopt(&mut self) {}

    /// A match is over. Whether it is as good as a new one for the next match; what it has written to its standard error is
    /// forgotten then.
    fn is_as_new(&mut self) -> bool {
        false
    }

    /// Asks it to end by closing its input, waits a moment, and kills it if it keeps running.
    fn close(&mut self);

    /// The end of what it has written to its standard error, as one line; empty if there is nothing.
    fn stderr_tail(&mut self) -> String;
}
