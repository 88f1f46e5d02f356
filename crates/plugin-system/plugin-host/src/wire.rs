//! Converts between the table's types and messages, on the program's side.

use std::time::Duration;

use board_engine::{Seat, Turn};
use games_package::{
    AskError, EndReason, Ending, Event, Failure, FailureKind, PlayedMove, PlayerError,
    PonderRequest, Prompt, Reply, Request, Setup, TableState, Thinking, TimeControl, Urgency,
    Valuation,
};
use plugin_abi::message::{
    AskErrorV1, EndReasonV1, EndingV1, EventV1, FailureV1, FromPlayer, PlayedMoveV1,
    PonderRequestV1, PromptV1, ReplyV1, RequestV1, SetupV1, TableStateV1, ThinkingV1,
    TimeControlV1, TurnV1, UrgencyV1, ValuationV1, decode,
};

use crate::error::one_line;

pub(crate) fn setup(setup: &Setup) -> SetupV1 {
    SetupV1 {
        game: setup.game.clone(),
        seat: seat(setup.seat),
        seat_count: setup.seat_count.try_into().unwrap_or(u8::MAX),
        time_control: time_control(setup.time_control),
        depth_max: setup.thinking.depth,
        node_count_max: setup.thinking.nodes,
        pondering: setup.pondering,
        seed: setup.seed,
    }
}

pub(crate) fn ponder_request(request: &PonderRequest) -> PonderRequestV1<'_> {
    PonderRequestV1 {
        seat: seat(request.seat),
        start: (&request.start).into(),
        moves: (&request.moves).into(),
        position: (&request.position).into(),
    }
}

pub(crate) fn request(request: &Request) -> RequestV1<'_> {
    RequestV1 {
        seat: seat(request.seat),
        start: (&request.start).into(),
        moves: (&request.moves).into(),
        position: (&request.position).into(),
        legal_moves: (&request.legal_moves).into(),
        time_left: request.time_left,
        budget: request.budget,
        draw_offer: request.draw_offer.map(seat),
    }
}

/// Converts an event; `None` for events that only watchers get.
pub(crate) fn event(event: &Event) -> Option<EventV1<'_>> {
    match event {
        Event::ChanceDecided(mv) => Some(EventV1::ChanceDecided(played_move(mv))),
        Event::MovePlayed(mv) => Some(EventV1::MovePlayed(played_move(mv))),
        Event::MoveTakenBack(state) => Some(EventV1::MoveTakenBack(table_state(state))),
        Event::MoveRedone(state) => Some(EventV1::MoveRedone(table_state(state))),
        Event::MatchEnded(end) => Some(EventV1::MatchEnded(ending(end))),
        _ => None,
    }
}

fn played_move(mv: &PlayedMove) -> PlayedMoveV1<'_> {
    PlayedMoveV1 {
        ply: mv.ply.try_into().unwrap_or(u32::MAX),
        turn: turn(mv.turn),
        mv: (&mv.mv).into(),
        position: (&mv.position).into(),
        elapsed: mv.elapsed,
        clock: mv.clock,
    }
}

fn table_state(state: &TableState) -> TableStateV1 {
    TableStateV1 {
        game: state.game.clone(),
        players: state.players.clone(),
        time_control: time_control(state.time_control),
        start: state.start.clone(),
        moves: state.moves.clone(),
        position: state.position.clone(),
        turn: turn(state.turn),
        clocks: state.clocks.clone(),
        ending: state.ending.as_ref().map(ending),
    }
}

fn ending(ending: &Ending) -> EndingV1 {
    let reason = match &ending.reason {
        EndReason::Rules(rule) => EndReasonV1::Rules(rule.clone()),
        EndReason::Resigned(loser) => EndReasonV1::Resigned(seat(*loser)),
        EndReason::DrawAgreed => EndReasonV1::DrawAgreed,
        EndReason::TimeExpired(loser, _) => EndReasonV1::TimeExpired(seat(*loser)),
        EndReason::PlayerFailed(loser, failure) => {
            let (kind, text) = (failure.kind.name().into(), failure.detail.clone());
            EndReasonV1::PlayerFailed(seat(*loser), FailureV1 { kind, text })
        }
        // This message version can't express the reason.
        _ => EndReasonV1::Stopped,
    };
    EndingV1 { payoffs: ending.payoffs.clone(), reason }
}

fn seat(seat: Seat) -> u8 {
    seat.index().try_into().unwrap_or(u8::MAX)
}

fn turn(turn: Turn) -> TurnV1 {
    match turn {
        Turn::Seat(owner) => TurnV1::Seat(seat(owner)),
        Turn::Chance => TurnV1::Chance,
    }
}

fn time_control(control: TimeControl) -> TimeControlV1 {
    match control {
        TimeControl::Unlimited => TimeControlV1::Unlimited,
        TimeControl::PerMove(time) => TimeControlV1::PerMove(time),
        TimeControl::Increment { initial, increment } => {
            TimeControlV1::Increment { initial, increment }
        }
        // The remaining time in each request already includes the increment.
        TimeControl::Period { moves, time, .. } => TimeControlV1::Period { moves, time },
    }
}

/// Converts a time control from a message.
pub(crate) fn time_control_of(control: TimeControlV1) -> TimeControl {
    match control {
        TimeControlV1::Unlimited => TimeControl::Unlimited,
        TimeControlV1::PerMove(time) => TimeControl::PerMove(time),
        TimeControlV1::Increment { initial, increment } => {
            TimeControl::Increment { initial, increment }
        }
        TimeControlV1::Period { moves, time } => {
            TimeControl::Period { moves, time, increment: Duration::ZERO }
        }
    }
}

pub(crate) fn reply(reply: ReplyV1) -> Reply {
    match reply {
        ReplyV1::Move(text) => Reply::Move(text),
        ReplyV1::MoveAndOfferDraw(text) => Reply::MoveAndOfferDraw(text),
        ReplyV1::AcceptDraw => Reply::AcceptDraw,
        ReplyV1::Resign => Reply::Resign,
    }
}

/// Converts a failure that the plugin reports. A plugin can't report failures that aren't a player's fault.
pub(crate) fn failure(failure: &FailureV1) -> Failure {
    let kind = FailureKind::from_name(&failure.kind).filter(|kind| !kind.is_void());
    let kind = kind.unwrap_or(FailureKind::Error);
    Failure::new(kind, one_line(&failure.text))
}

/// Extracts the failure from an answer that should contain one.
pub(crate) fn refusal(answer: &[u8]) -> Failure {
    match decode(answer) {
        Ok(FromPlayer::FailedV1(failure)) => self::failure(&failure),
        Ok(_) => Failure::new(FailureKind::ProtocolError, "it failed without a reason"),
        Err(error) => Failure::new(FailureKind::ProtocolError, format!("it sent {error}")),
    }
}

pub(crate) fn player_error(failure: &Failure) -> PlayerError {
    PlayerError::of_kind(failure.kind, failure.detail.as_str())
}

/// The highest rank of a line. A watcher stores the newest line for each rank.
const RANK_MAX: u32 = 256;

pub(crate) fn thinking(thinking: &ThinkingV1) -> Thinking {
    Thinking {
        depth: thinking.depth,
        selective_depth: thinking.selective_depth,
        nodes: thinking.nodes,
        evaluations: thinking.evaluations,
        cutoffs: thinking.cutoffs,
        table_use: thinking.table_use.map(|per_mille| per_mille.min(1000)),
        rank: thinking.rank.clamp(1, RANK_MAX),
        valuation: valuation(thinking.valuation),
        line: one_line(&thinking.line),
        line_error: None,
    }
}

fn valuation(valuation: ValuationV1) -> Valuation {
    match valuation {
        ValuationV1::Centi(value) => Valuation::Centi(value),
        ValuationV1::WinIn(plies) => Valuation::WinIn(plies),
        ValuationV1::LossIn(plies) => Valuation::LossIn(plies),
    }
}

pub(crate) fn prompt(prompt: &PromptV1) -> Prompt {
    Prompt {
        question: one_line(&prompt.question),
        refusal: prompt.refusal.as_deref().map(one_line),
    }
}

pub(crate) const fn urgency_v1(urgency: Urgency) -> UrgencyV1 {
    match urgency {
        Urgency::None => UrgencyV1::None,
        Urgency::BudgetUsed => UrgencyV1::BudgetUsed,
        Urgency::MoveNow => UrgencyV1::MoveNow,
        Urgency::Withdrawn => UrgencyV1::Withdrawn,
        Urgency::TimedOut => UrgencyV1::TimedOut,
    }
}

pub(crate) fn ask_error(error: AskError) -> AskErrorV1 {
    match error {
        AskError::Cancelled => AskErrorV1::Cancelled,
        _ => AskErrorV1::Nobody,
    }
}
