//! Players of strangers' plugins: each in a guest of its own.

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::sync::Arc;
use std::time::Duration;

use games_package::Host;
use plugin_abi::message::{FromPlayer, encode};

use crate::confinement::Confinement;
use crate::frame::{Frame, Kind, PROTOCOL};
use crate::guest::{Confine, Refusal};
use crate::host_calls::Hosting;
use crate::leash::RestUse;
use crate::log_share::CallLog;
use crate::process::{Patience, Process};
use crate::verdict::Fault;
use crate::{Guests, Isolation, Policy};

/// What a plugin gave, or the `FromPlayer` with which it refused.
type Given = Result<Vec<u8>, Vec<u8>>;

/// A plugin whose code never runs in this process.
#[derive(Debug)]
pub(crate) struct ApartPlugin {
    isolation: Arc<Isolation>,
    /// The private copy of its library. It is kept open, so that it may be removed.
    library: File,
}

/// Why there is no guest with the plugin loaded.
#[derive(Debug)]
pub(crate) enum NoGuest {
    /// Its layout is another one.
    Layout,
    /// What the system's loader says.
    Open(String),
    /// The system can't confine it as the policy wants it.
    NotConfined(Confinement),
    /// It failed before it could say so.
    Fault(Fault),
}

impl From<Fault> for NoGuest {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl ApartPlugin {
    pub(crate) fn new(isolation: Arc<Isolation>, library: File) -> Self {
        Self { isolation, library }
    }

    /// What the plugin says of itself, with how well its guest was confined.
    pub(crate) fn describe(&self) -> Result<(Given, Confinement), NoGuest> {
        let guests = Guests::default();
        let (mut guest, confinement) = self.open(&guests)?;
        let frame = self.prepare(&guests, &mut guest, Kind::Describe, &[])?;
        Ok((result_of(frame)?, confinement))
    }

    /// What a guest answers that is not yet in a match.
    fn prepare(
        &self,
        guests: &Guests,
        guest: &mut Process,
        kind: Kind,
        payload: &[u8],
    ) -> Result<Frame, Fault> {
        let share = guest.log();
        let log = CallLog::of(&share);
        let nobody = Hosting { label: "", host: None, guests: Some(guests), log };
        let patience = Patience::of(self.isolation.preparation_time_max);
        guest.exchange(kind, payload, &nobody, patience)
    }

    /// A guest in which the plugin is loaded.
    fn open(&self, guests: &Guests) -> Result<(Process, Confinement), NoGuest> {
        let (guest, confinement) = self.confined(guests).map_err(ours)?;
        self.load(guests, guest, confinement)
    }

    /// A guest that has shut itself in. It runs our code and no other so far.
    fn confined(&self, guests: &Guests) -> Result<(Process, Confinement), Fault> {
        let mut guest = Process::start(&self.isolation).map_err(Fault::Ours)?;
        let order = Confine {
            protocol: PROTOCOL,
            host: std::process::id(),
            library: self.library.as_raw_fd(),
            memory_bytes_max: self.isolation.memory_bytes_max,
        };
        let order =
            postcard::to_stdvec(&order).map_err(|error| Fault::Garbled(error.to_string()))?;
        let confined = self.prepare(guests, &mut guest, Kind::Confine, &order)?;
        let confinement: Confinement = match confined.kind {
            Kind::Confined => postcard::from_bytes(&confined.payload)
                .map_err(|error| Fault::Garbled(error.to_string()))?,
            _ => return Err(out_of_place()),
        };
        Ok((guest, confinement))
    }

    fn load(
        &self,
        guests: &Guests,
        mut guest: Process,
        confinement: Confinement,
    ) -> Result<(Process, Confinement), NoGuest> {
        if self.isolation.policy == Policy::Require && !confinement.is_full() {
            return Err(NoGuest::NotConfined(confinement));
        }
        let loaded = self.prepare(guests, &mut guest, Kind::Load, &[])?;
        match loaded.kind {
            Kind::Done => {
                guest.remember_as_new();
                Ok((guest, confinement))
            }
            Kind::Refused => Err(match postcard::from_bytes(&loaded.payload) {
                Ok(Refusal::Layout) => NoGuest::Layout,
                Ok(Refusal::Open(why)) => NoGuest::Open(crate::error::one_line(&why)),
                Err(error) => Fault::Garbled(error.to_string()).into(),
            }),
            _ => Err(out_of_place().into()),
        }
    }
}

/// What goes wrong before any code of the plugin has run is no fault of it.
fn ours(fault: Fault) -> Fault {
    match fault {
        Fault::Ours(_) => fault,
        fault => {
            let detail = fault.failure("it", "before the plugin was loaded").detail;
            Fault::Ours(io::Error::other(detail))
        }
    }
}

fn out_of_place() -> Fault {
    Fault::Garbled("something else than it was asked for".into())
}

/// The plugin's answer in a frame.
fn result_of(frame: Frame) -> Result<Given, Fault> {
    match frame.kind {
        Kind::Done => Ok(Ok(frame.payload)),
        Kind::Failed => Ok(Err(frame.payload)),
        _ => Err(out_of_place()),
    }
}

/// Why a player apart was not seated.
#[derive(Debug)]
pub(crate) enum NotSeated {
    /// The `FromPlayer` with which the plugin refused.
    Refused(Vec<u8>),
    NoGuest(NoGuest),
}

/// A player in a guest. It is made anew when its guest has ended and it is called again: every request tells the
/// whole story, so a player can come in at any time.
#[derive(Debug)]
pub(crate) struct ApartPlayer {
    plugin: Arc<ApartPlugin>,
    /// The `NewPlayer` that it was made by.
    order: Vec<u8>,
    /// The newest `ToPlayer` that began a match.
    start: Option<Vec<u8>>,
    guest: Option<Process>,
    /// Where its guest comes from and goes to.
    guests: Guests,
}

/// Who calls a player apart, and for whom.
#[derive(Clone, Copy)]
pub(crate) struct Caller<'a> {
    /// The player, for the log.
    pub(crate) label: &'a str,
    /// The table, during a turn.
    pub(crate) host: Option<&'a dyn Host>,
}

/// What a message to a player apart is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// It begins a match.
    Start,
    /// It asks for a move.
    Choose,
    /// It needs no answer: a player whose guest has ended need not hear it.
    Tell,
}

impl ApartPlayer {
    /// Makes the player of a `NewPlayer`.
    ///
    /// # Errors
    /// [`NotSeated`].
    pub(crate) fn seat(
        plugin: &Arc<ApartPlugin>,
        order: Vec<u8>,
        guests: Guests,
    ) -> Result<Self, NotSeated> {
        let plugin = Arc::clone(plugin);
        let mut player = Self { plugin, order, start: None, guest: None, guests };
        player.guest = Some(player.new_guest()?);
        Ok(player)
    }

    /// The longest that it may think about a move where no time is counted.
    pub(crate) fn move_time_max(&self) -> Option<Duration> {
        self.plugin.isolation.move_time_max
    }

    /// What its process has used of the processors between its calls.
    pub(crate) fn rest_use(&self) -> Option<RestUse> {
        self.guest.as_ref().map(Process::rest_use)
    }

    fn new_guest(&self) -> Result<Process, NotSeated> {
        // What goes wrong in a guest that has played before says nothing about who plays now.
        if let Some(guest) = self.guests.take(&self.plugin, &self.order)
            && let Ok((guest, Ok(_nothing))) = self.seat_in(guest)
        {
            return Ok(guest);
        }
        let opened = self.plugin.open(&self.guests);
        let seated = opened.and_then(|(guest, _)| Ok(self.seat_in(guest)?));
        match seated {
            Ok((guest, Ok(_nothing))) => Ok(guest),
            Ok((_, Err(answer))) => Err(NotSeated::Refused(answer)),
            Err(error) => Err(NotSeated::NoGuest(error)),
        }
    }

    /// The guest, and what the plugin says to being asked for the player.
    fn seat_in(&self, mut guest: Process) -> Result<(Process, Given), Fault> {
        guest.follow_this_thread();
        let frame = self.plugin.prepare(&self.guests, &mut guest, Kind::Seat, &self.order)?;
        Ok((guest, result_of(frame)?))
    }

    /// Leaves its guest to the next one, if it has one. Nothing has gone wrong with it, and it has been told to close.
    pub(crate) fn leave(&mut self) {
        if let Some(guest) = self.guest.take() {
            self.guests.keep(&self.plugin, &self.order, guest);
        }
    }

    /// Lets the player hear a `ToPlayer` before its next call, which tells what goes wrong. Whether there was room for it;
    /// a player whose guest has ended need not hear it.
    pub(crate) fn tell(&mut self, message: &[u8]) -> bool {
        self.guest.as_mut().is_none_or(|guest| guest.tell(message))
    }

    /// The `FromPlayer` that answers a `ToPlayer`.
    ///
    /// # Errors
    /// [`NotSeated`] if there is no guest any more; it is not tried again before the next call.
    pub(crate) fn call(
        &mut self,
        purpose: Purpose,
        message: &[u8],
        caller: Caller<'_>,
        patience: Patience,
    ) -> Result<Vec<u8>, NotSeated> {
        if purpose == Purpose::Start {
            self.start = Some(message.into());
        }
        let mut guest = match self.guest.take() {
            Some(guest) => guest,
            None if purpose == Purpose::Tell => {
                return Ok(encode(&FromPlayer::Done).unwrap_or_default());
            }
            None => self.revived(purpose)?,
        };
        let share = guest.log();
        let (Caller { label, host }, log) = (caller, CallLog::of(&share));
        let hosting = &Hosting { label, host, guests: Some(&self.guests), log };
        let kind = if hosting.is_stopped_now() { Kind::HurriedCall } else { Kind::Call };
        let answer = guest.exchange(kind, message, hosting, patience).and_then(|frame| {
            result_of(frame).map(|result| result.unwrap_or_else(|failed| failed))
        });
        match answer {
            Ok(answer) => {
                self.guest = Some(guest);
                Ok(answer)
            }
            Err(fault) => Err(NotSeated::NoGuest(fault.into())),
        }
    }

    /// A new guest, which is told how the match began.
    fn revived(&self, purpose: Purpose) -> Result<Process, NotSeated> {
        let mut guest = self.new_guest()?;
        if let (Purpose::Choose, Some(start)) = (purpose, &self.start) {
            let started = self.plugin.prepare(&self.guests, &mut guest, Kind::Call, start);
            started.map_err(|fault| NotSeated::NoGuest(fault.into()))?;
        }
        Ok(guest)
    }
}
