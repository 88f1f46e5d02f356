//! Starts programs and stores idle ones between matches.

use std::fmt;

use games_package::Failure;
use process_pool::Closed;

use crate::program::Program;
use crate::session::Session;

/// Starts programs.
pub trait Launch: fmt::Debug + Send {
    /// Starts the program.
    ///
    /// # Errors
    /// [`Failure`] if the program fails to start.
    fn launch(&self) -> Result<Box<dyn Program>, Failure>;

    /// An idle program from an earlier match played with the same settings.
    fn take(&self) -> Option<IdleProgram> {
        None
    }

    /// Stores a program that can serve another match. The default implementation ends the program.
    fn keep(&self, program: IdleProgram) {
        drop(program);
    }

    /// A flag that is set once programs are no longer needed. A program that hasn't sent its hello by then is
    /// terminated.
    fn closed(&self) -> Closed {
        Closed::default()
    }

    /// The program's data folder, as the program sees it.
    fn data_folder(&self) -> Option<String> {
        None
    }
}

/// An idle program that has sent its hello and can serve another match. Dropping this value asks the program to quit.
#[derive(Debug)]
pub struct IdleProgram(Option<Session>);

impl IdleProgram {
    pub(crate) const fn new(session: Session) -> Self {
        Self(Some(session))
    }

    /// Returns the session for the next match if the program answers a ping.
    pub(crate) fn woken(mut self) -> Option<Session> {
        let mut session = self.0.take()?;
        session.wake().is_ok().then_some(session)
    }
}

impl Drop for IdleProgram {
    fn drop(&mut self) {
        if let Some(session) = &mut self.0 {
            session.close();
        }
    }
}
