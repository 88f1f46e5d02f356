//! A program in any language as a player.

use std::fmt;
use std::time::Duration;

use board_engine::{cut_off, excerpt};
use games_package::{
    Failure, FailureKind, Host, OptionSpec, Options, Player, PlayerError, PonderRequest, Reply,
    Request, Setup,
};

use crate::launch::{IdleProgram, Launch};
use crate::message::{HostHello, NewGame, PROTOCOL, ProgramHello, ToProgram};
use crate::option::{option_specs, values};
use crate::program::Program;
use crate::session::{Session, reply};
use crate::wait::TimeLimits;

/// Maximum number of characters in a program's reported name.
const NAME_CHARS_MAX: usize = 64;

/// The upper bound for seeds: JavaScript and other languages represent whole numbers below this limit exactly.
const SEED_END: u64 = 1 << 53;

/// The settings of a plain player.
#[derive(Debug)]
pub struct PlainSettings {
    /// The player's name until the program sends its own.
    pub label: String,
    /// The table's program with its version.
    pub host: String,
    /// The game, by its full name.
    pub game: String,
    /// The option values, already checked if there are `specs`.
    pub options: Options,
    /// The options, if they are known without the program. Otherwise, the program declares its options.
    pub specs: Option<Vec<OptionSpec>>,
    /// The code's identity and the process that runs it, for match records.
    pub origin: Option<String>,
    /// Time limits.
    pub limits: TimeLimits,
}

/// A player backed by a program. The program starts with the first match and serves the player's matches one after
/// another. If the program is reusable and its [`Launch`] stores it, it also serves later players with the same
/// settings.
pub struct PlainPlayer {
    settings: PlainSettings,
    launcher: Box<dyn Launch>,
    session: Option<Session>,
    setup: Option<Setup>,
    /// A failure in a call that can't return it.
    pending_failure: Option<Failure>,
}

impl PlainPlayer {
    /// Creates a player for the program that `launcher` starts.
    pub fn new(settings: PlainSettings, launcher: Box<dyn Launch>) -> Self {
        Self { settings, launcher, session: None, setup: None, pending_failure: None }
    }

    /// Returns the program to the launcher if it can serve another match; otherwise asks it to quit and waits a moment.
    /// Dropping the player does the same.
    ///
    /// # Errors
    /// A failure in an earlier call that couldn't return it.
    pub fn close(&mut self) -> Result<(), Failure> {
        if let Some(mut session) = self.session.take() {
            if self.pending_failure.is_none() && session.is_as_new() {
                self.launcher.keep(IdleProgram::new(session));
            } else {
                session.close();
            }
        }
        self.pending_failure.take().map_or(Ok(()), Err)
    }

    fn name_or_label(&self) -> &str {
        let reported = self.session.as_ref().map(|session| session.hello.name.as_str());
        reported.filter(|name| !name.is_empty()).unwrap_or(&self.settings.label)
    }

    /// Starts the program and exchanges hellos.
    fn launch(&self) -> Result<Session, Failure> {
        let PlainSettings { label, host, game, options, specs, limits, .. } = &self.settings;
        let hello = ToProgram::Hello(HostHello {
            protocol: PROTOCOL,
            host: host.clone(),
            game: game.clone(),
            data_folder: self.launcher.data_folder(),
        });
        let when = "when it was started";
        let launched = self.launcher.launch();
        let program = launched.map_err(|failure| blamed(label, &failure, when, ""))?;
        let begun = Session::begin(program, &hello, *limits, self.launcher.closed());
        let mut session = begun.map_err(|(failure, mut program): (_, Box<dyn Program>)| {
            let failed = blamed(label, &failure, when, &program.stderr_excerpt());
            match failed.kind {
                FailureKind::TimedOut => Failure { detail: failed.detail + NO_HELLO, ..failed },
                _ => failed,
            }
        })?;
        let refused = |text: String| {
            let failure = Failure::new(FailureKind::LoadRefused, text);
            blamed(label, &failure, when, "")
        };
        check_hello(&mut session.hello).map_err(refused)?;
        if specs.is_none() {
            let described = option_specs(session.hello.options.clone());
            let described =
                described.map_err(|error| refused(format!("sent hello, but {error}")))?;
            options
                .checked(label, &described)
                .map_err(|error| Failure::new(FailureKind::LoadRefused, error.to_string()))?;
        }
        Ok(session)
    }

    /// Sends the program the match described by `setup`.
    fn begin(&self, session: &mut Session, setup: &Setup) -> Result<(), Failure> {
        let described = || option_specs(session.hello.options.clone()).unwrap_or_default();
        let specs = self.settings.specs.clone().unwrap_or_else(described);
        let options = &self.settings.options;
        let options = options.checked(&self.settings.label, &specs).unwrap_or_default();
        let message = ToProgram::NewGame(NewGame {
            game: setup.game.clone(),
            seat: setup.seat.into(),
            seat_count: setup.seat_count,
            time_control: setup.time_control.to_string(),
            depth_max: setup.thinking.depth,
            nodes_max: setup.thinking.nodes,
            pondering: setup.pondering,
            seed: setup.seed % SEED_END,
            options: values(&options, &specs),
        });
        let name = session.hello.name.clone();
        session.begin_match(&message, setup).map_err(|failure| {
            blamed(&name, &failure, "at the start of a match", &session.stderr_excerpt())
        })
    }

    /// Takes the running program, or starts a new program and sends it the match.
    fn take_session(&mut self) -> Result<Session, Failure> {
        if let Some(failure) = self.pending_failure.take() {
            return Err(failure);
        }
        if let Some(session) = self.session.take() {
            return Ok(session);
        }
        // A reused program that doesn't answer is terminated, because an earlier match may have broken it.
        let reused = self.launcher.take().and_then(IdleProgram::woken);
        let started = reused.map_or_else(|| self.launch(), Ok).and_then(|mut session| {
            self.setup.iter().try_for_each(|setup| self.begin(&mut session, setup))?;
            Ok(session)
        });
        // A player doesn't lose a match because its program can't be restarted.
        started.map_err(Failure::at_start)
    }

    /// Carries out a call, and ends the program if the call fails.
    fn call<T>(
        &mut self,
        when: impl FnOnce() -> String,
        call: impl FnOnce(&mut Session) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let mut session = self.take_session()?;
        match call(&mut session) {
            Ok(value) => {
                self.session = Some(session);
                Ok(value)
            }
            Err(failure) => {
                let excerpt = session.stderr_excerpt();
                let failure = blamed(&session.hello.name, &failure, &when(), &excerpt);
                tracing::warn!(%failure, "a program failed");
                Err(failure)
            }
        }
    }
}

/// The usual reason why a hello is late.
const NO_HELLO: &str =
    "; no \"hello\" arrived: end each line with a line feed and flush the output";

/// Adds the player's `name` and an excerpt from the program's standard error to a failure.
fn blamed(name: &str, failure: &Failure, when: &str, stderr_excerpt: &str) -> Failure {
    let mark = if stderr_excerpt.is_empty() { "" } else { ": " };
    Failure::new(failure.kind, format!("{name} {} {when}{mark}{stderr_excerpt}", failure.detail))
}

/// Checks a program's hello and shortens its name.
fn check_hello(hello: &mut ProgramHello) -> Result<(), String> {
    if hello.protocol != PROTOCOL {
        let other = hello.protocol;
        return Err(format!("uses protocol version {other}, but this program uses {PROTOCOL}"));
    }
    hello.name = cut_off(hello.name.trim(), NAME_CHARS_MAX);
    if hello.name.is_empty() { Err("sent hello with an empty name".into()) } else { Ok(()) }
}

fn player_error(failure: Failure) -> PlayerError {
    PlayerError::of_kind(failure.kind, failure.detail)
}

impl Player for PlainPlayer {
    fn name(&self) -> String {
        self.name_or_label().into()
    }

    fn origin(&self) -> Option<String> {
        self.settings.origin.clone()
    }

    fn start_time(&self) -> Duration {
        self.settings.limits.ready * 2
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        self.setup = None;
        let mut session = self.take_session().map_err(player_error)?;
        self.begin(&mut session, setup).map_err(player_error)?;
        self.setup = Some(setup.clone());
        self.session = Some(session);
        Ok(())
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        let chosen = self.call(
            || request.described(),
            |session| {
                let answer = session.choose(request, host)?;
                let reply = reply(answer)
                    .ok_or_else(|| Failure::new(FailureKind::ProtocolError, "sent no answer"))?;
                check_legal(&reply, request, host)?;
                Ok(reply)
            },
        );
        chosen.map_err(player_error)
    }

    /// Starts pondering. If this call fails, the next call reports it.
    fn ponder(&mut self, request: &PonderRequest, host: &dyn Host) {
        if self.session.as_ref().is_none_or(|session| !session.hello.ponders) {
            return;
        }
        let pondered =
            self.call(|| "while it pondered".into(), |session| session.ponder(request, host));
        self.pending_failure = pondered.err();
    }
}

/// Checks that a move is legal now, while the program's last lines can still be quoted.
fn check_legal(reply: &Reply, request: &Request, host: &dyn Host) -> Result<(), Failure> {
    let (Reply::Move(mv) | Reply::MoveAndOfferDraw(mv)) = reply else { return Ok(()) };
    if request.legal_moves.contains(mv) {
        return Ok(());
    }
    host.resolve(mv).map(drop).map_err(|why| {
        let text =
            format!("chose \"{}\", which is not a legal move ({}),", excerpt(mv), excerpt(&why));
        Failure::new(FailureKind::IllegalMove, text)
    })
}

impl Drop for PlainPlayer {
    fn drop(&mut self) {
        if let Err(failure) = self.close() {
            tracing::warn!(player = self.settings.label, %failure, "failed when it was dropped");
        }
    }
}

/// Shows the launcher and the name.
impl fmt::Debug for PlainPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlainPlayer")
            .field("launcher", &self.launcher)
            .field("name", &self.name_or_label())
            .finish_non_exhaustive()
    }
}
