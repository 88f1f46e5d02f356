//! Adapts a player in C to the messages.

use std::ffi::c_void;
use std::ptr;
use std::time::Duration;

use abi_stable::std_types::{RSlice, RVec};
use games_package::{FailureKind, TimeControl};
use plugin_abi::message::{
    EventV1, FailureV1, FromPlayer, PlayedMoveV1, PonderRequestV1, ReplyV1, RequestV1, SetupV1,
    TableStateV1, ToPlayer, TurnV1, decode, encode,
};
use plugin_abi::{
    C_ACCEPT_DRAW, C_AND_OFFER_DRAW, C_NONE, C_RESIGN, CEvent, CEventKind, CPlugin, CSetup, CTurn,
    HostObject, PlayerCalls, guarded,
};

use super::c_host::CHostOfPlayer;
use super::c_text::{CTexts, c_text};
use crate::wire;

/// A player created by a plugin in C.
pub(super) struct CPlayer {
    table: &'static CPlugin,
    /// The reported name, which is the plugin's name.
    name: String,
    /// The plugin's player; null after closing.
    player: *mut c_void,
    host: CHostOfPlayer,
}

// SAFETY: by the header, a player can be called from any thread, but only from one thread at a time, which `&mut`
// ensures.
unsafe impl Send for CPlayer {}

/// A failed call: the kind of failure, and the reason.
type Failed = (FailureKind, String);

impl CPlayer {
    /// # Safety
    /// `player` was created by `table`, and `table` obeys `rival_plugin.h`.
    pub(super) unsafe fn new(
        table: &'static CPlugin,
        name: String,
        player: *mut c_void,
        host: CHostOfPlayer,
    ) -> Self {
        Self { table, name, player, host }
    }

    fn answer(&mut self, message: &[u8], host: HostObject<'_>) -> Result<FromPlayer, Failed> {
        let message = decode(message)
            .map_err(|error| (FailureKind::ProtocolError, format!("it was sent {error}")))?;
        if message == ToPlayer::Close {
            self.close();
            return Ok(FromPlayer::Done);
        }
        if self.player.is_null() {
            return Err((FailureKind::Error, "the player is closed".into()));
        }
        match message {
            ToPlayer::StartV1(setup) => self.start(&setup, host),
            ToPlayer::ChooseV1(request) => self.choose(&request, host),
            ToPlayer::PonderV1(request) => self.ponder(&request, host).map_err(refused),
            ToPlayer::ObserveV1(event) => self.observe(&event, host).map_err(refused),
            // This message was handled earlier.
            ToPlayer::Close => Ok(FromPlayer::Done),
        }
    }

    fn start(&mut self, setup: &SetupV1, host: HostObject<'_>) -> Result<FromPlayer, Failed> {
        let Some(start) = self.table.start else {
            return Ok(FromPlayer::StartedV1(self.name.clone()));
        };
        let game = c_text(&setup.game).map_err(refused)?;
        let time_control: TimeControl = wire::time_control_of(setup.time_control);
        let time_control = c_text(&time_control.to_string()).map_err(refused)?;
        let setup = CSetup {
            game: game.as_ptr(),
            time_control: time_control.as_ptr(),
            seed: setup.seed,
            depth_max: setup.depth_max.map_or(C_NONE.into(), i64::from),
            node_count_max: setup.node_count_max.map_or(C_NONE.into(), clamped),
            seat: setup.seat.into(),
            seat_count: setup.seat_count.into(),
            pondering: setup.pondering,
        };
        let lent = self.host.lend(host, &[]);
        // SAFETY: the function and the player belong to the plugin, and all arguments outlive the call.
        match unsafe { start(self.player, &raw const setup, lent.as_ptr()) } {
            0 => Ok(FromPlayer::StartedV1(self.name.clone())),
            _ => Err((FailureKind::Error, lent.reason())),
        }
    }

    fn choose(
        &mut self,
        request: &RequestV1<'_>,
        host: HostObject<'_>,
    ) -> Result<FromPlayer, Failed> {
        let choose_move = self
            .table
            .choose_move
            .ok_or_else(|| refused("it has no function choose_move".into()))?;
        let texts =
            TurnTexts::of(&request.start, &request.moves, &request.position).map_err(refused)?;
        let legal_moves = CTexts::of(&request.legal_moves).map_err(refused)?;
        let turn = CTurn {
            legal_moves: legal_moves.as_ptr(),
            legal_move_count: request.legal_moves.len(),
            time_left_ms: milliseconds(request.time_left),
            budget_ms: milliseconds(request.budget),
            draw_offer: request.draw_offer.map_or(C_NONE, i32::from),
            ..texts.turn(request.seat)
        };
        let lent = self.host.lend(host, &request.legal_moves);
        // SAFETY: the function and the player belong to the plugin, and all arguments outlive the call.
        let code = unsafe { choose_move(self.player, &raw const turn, lent.as_ptr()) };
        reply(code, &request.legal_moves, || lent.reason()).map(FromPlayer::RepliedV1)
    }

    fn ponder(
        &mut self,
        request: &PonderRequestV1<'_>,
        host: HostObject<'_>,
    ) -> Result<FromPlayer, String> {
        let Some(ponder) = self.table.ponder else { return Ok(FromPlayer::Done) };
        let texts = TurnTexts::of(&request.start, &request.moves, &request.position)?;
        let turn = texts.turn(request.seat);
        let lent = self.host.lend(host, &[]);
        // SAFETY: the function and the player belong to the plugin, and all arguments outlive the call.
        unsafe { ponder(self.player, &raw const turn, lent.as_ptr()) };
        Ok(FromPlayer::Done)
    }

    fn observe(&mut self, event: &EventV1<'_>, host: HostObject<'_>) -> Result<FromPlayer, String> {
        let Some(observe) = self.table.observe else { return Ok(FromPlayer::Done) };
        let (kind, mv, position, seat) = match event {
            EventV1::ChanceDecided(played) => of_move(CEventKind::ChanceDecided, played),
            EventV1::MovePlayed(played) => of_move(CEventKind::MovePlayed, played),
            EventV1::MoveTakenBack(table) => of_table(CEventKind::MoveTakenBack, table),
            EventV1::MoveRedone(table) => of_table(CEventKind::MoveRedone, table),
            EventV1::MatchEnded(_) => (CEventKind::MatchEnded, "", "", C_NONE),
        };
        let (mv, position) = (c_text(mv)?, c_text(position)?);
        let event =
            CEvent { mv: mv.as_ptr(), position: position.as_ptr(), kind: kind as u32, seat };
        let lent = self.host.lend(host, &[]);
        // SAFETY: the function and the player belong to the plugin, and all arguments outlive the call.
        unsafe { observe(self.player, &raw const event, lent.as_ptr()) };
        Ok(FromPlayer::Done)
    }

    fn close(&mut self) {
        let player = std::mem::replace(&mut self.player, ptr::null_mut());
        if let (Some(close), false) = (self.table.close, player.is_null()) {
            // SAFETY: the plugin has created the player, and no code calls it after this.
            unsafe { close(player) };
        }
    }
}

impl PlayerCalls for CPlayer {
    fn call(&mut self, message: RSlice<'_, u8>, host: HostObject<'_>) -> RVec<u8> {
        let answer = guarded(|| self.answer(message.as_slice(), host));
        let answer = answer.unwrap_or_else(|text| Err((FailureKind::Panicked, text)));
        match answer.map(|answer| encode(&answer)) {
            Ok(Ok(bytes)) => bytes.into(),
            Ok(Err(error)) => failed(FailureKind::Error, error.to_string()),
            Err((kind, why)) => failed(kind, why),
        }
    }
}

impl Drop for CPlayer {
    fn drop(&mut self) {
        self.close();
    }
}

/// Encodes a plugin failure as an answer.
pub(super) fn failed(kind: FailureKind, text: String) -> RVec<u8> {
    let answer = FromPlayer::FailedV1(FailureV1 { kind: kind.name().into(), text });
    encode(&answer).unwrap_or_default().into()
}

fn refused(why: String) -> Failed {
    (FailureKind::Error, why)
}

fn of_move<'a>(
    kind: CEventKind,
    played: &'a PlayedMoveV1<'_>,
) -> (CEventKind, &'a str, &'a str, i32) {
    let seat = match played.turn {
        TurnV1::Seat(seat) => seat.into(),
        TurnV1::Chance => C_NONE,
    };
    (kind, &played.mv, &played.position, seat)
}

fn of_table(kind: CEventKind, table: &TableStateV1) -> (CEventKind, &str, &str, i32) {
    (kind, "", &table.position, C_NONE)
}

/// Converts a returned code to a reply. `reason` supplies the reason if the player failed.
fn reply(
    code: i32,
    legal_moves: &[String],
    reason: impl FnOnce() -> String,
) -> Result<ReplyV1, Failed> {
    let (index, offers) = (code & !C_AND_OFFER_DRAW, code & C_AND_OFFER_DRAW != 0);
    match code {
        C_RESIGN => Ok(ReplyV1::Resign),
        C_ACCEPT_DRAW => Ok(ReplyV1::AcceptDraw),
        0.. => {
            let mv = usize::try_from(index).ok().and_then(|index| legal_moves.get(index));
            let mv = mv.cloned().ok_or_else(|| {
                let why = format!("it chose move {index}; expected 0 to {}", legal_moves.len() - 1);
                (FailureKind::IllegalMove, why)
            })?;
            Ok(if offers { ReplyV1::MoveAndOfferDraw(mv) } else { ReplyV1::Move(mv) })
        }
        _ => Err((FailureKind::Error, reason())),
    }
}

/// Owns a turn's strings while C reads them.
struct TurnTexts {
    start: std::ffi::CString,
    moves: std::ffi::CString,
    position: std::ffi::CString,
}

impl TurnTexts {
    fn of(start: &str, moves: &str, position: &str) -> Result<Self, String> {
        Ok(Self { start: c_text(start)?, moves: c_text(moves)?, position: c_text(position)? })
    }

    /// Another seat's turn, as seen from `seat`.
    fn turn(&self, seat: u8) -> CTurn {
        CTurn {
            start: self.start.as_ptr(),
            moves: self.moves.as_ptr(),
            position: self.position.as_ptr(),
            legal_moves: ptr::null(),
            legal_move_count: 0,
            time_left_ms: C_NONE.into(),
            budget_ms: C_NONE.into(),
            draw_offer: C_NONE,
            seat: seat.into(),
        }
    }
}

fn milliseconds(time: Option<Duration>) -> i64 {
    time.map_or(C_NONE.into(), |time| i64::try_from(time.as_millis()).unwrap_or(i64::MAX))
}

fn clamped(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
