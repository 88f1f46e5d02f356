//! Converts between the table's types and messages, on the author's side.

use std::time::Duration;

use board_engine::{SEATS_MAX, Seat, Turn};
use games_package::{
    EndReason, Ending, Event, Failure, FailureKind, Games, MoveLimit, OptionKind, OptionSpec,
    PlayedMove, PlayerError, PlayerInfo, PonderRequest, Prompt, Reply, Request, Setup, TableState,
    Thinking, ThinkingLimits, TimeControl, Urgency, Valuation,
};
use plugin_abi::message::{
    EndReasonV1, EndingV1, EventV1, GamesV1, MessageError, OptionKindV1, OptionSpecV1,
    PlayedMoveV1, PlayerInfoV1, PonderRequestV1, PromptV1, ReplyV1, RequestV1, SetupV1,
    TableStateV1, ThinkingV1, TimeControlV1, TurnV1, UrgencyV1, ValuationV1,
};

type Received<T> = Result<T, PlayerError>;

/// The error for a malformed message from the program.
#[expect(clippy::needless_pass_by_value, reason = "the shape that map_err wants")]
pub(crate) fn refused(error: MessageError) -> PlayerError {
    protocol_error(&format!("the program sent {error}"))
}

fn protocol_error(text: &str) -> PlayerError {
    PlayerError::of_kind(FailureKind::ProtocolError, text)
}

pub(crate) fn setup(setup: SetupV1) -> Received<Setup> {
    Ok(Setup {
        game: setup.game,
        seat: seat(setup.seat)?,
        seat_count: usize::from(setup.seat_count),
        time_control: time_control(setup.time_control),
        thinking: ThinkingLimits { depth: setup.depth_max, nodes: setup.node_count_max },
        pondering: setup.pondering,
        margin: Duration::ZERO,
        move_limit: MoveLimit::NONE,
        seed: setup.seed,
    })
}

pub(crate) fn ponder_request(request: PonderRequestV1<'_>) -> Received<PonderRequest> {
    Ok(PonderRequest {
        seat: seat(request.seat)?,
        start: request.start.into_owned(),
        moves: request.moves.into_owned(),
        position: request.position.into_owned(),
        clocks: Vec::new(),
    })
}

pub(crate) fn request(request: RequestV1<'_>) -> Received<Request> {
    Ok(Request {
        seat: seat(request.seat)?,
        start: request.start.into_owned(),
        moves: request.moves.into_owned(),
        position: request.position.into_owned(),
        legal_moves: request.legal_moves.into_owned(),
        time_left: request.time_left,
        budget: request.budget,
        draw_offer: request.draw_offer.map(seat).transpose()?,
        clocks: Vec::new(),
    })
}

pub(crate) fn event(event: EventV1<'_>) -> Received<Event> {
    Ok(match event {
        EventV1::ChanceDecided(mv) => Event::ChanceDecided(played_move(mv)?),
        EventV1::MovePlayed(mv) => Event::MovePlayed(played_move(mv)?),
        EventV1::MoveTakenBack(state) => Event::MoveTakenBack(table_state(state)?),
        EventV1::MoveRedone(state) => Event::MoveRedone(table_state(state)?),
        EventV1::MatchEnded(end) => Event::MatchEnded(ending(end)?),
    })
}

fn played_move(mv: PlayedMoveV1<'_>) -> Received<PlayedMove> {
    Ok(PlayedMove {
        ply: usize::try_from(mv.ply)?,
        turn: turn(mv.turn)?,
        mv: mv.mv.into_owned(),
        position: mv.position.into_owned(),
        elapsed: mv.elapsed,
        clock: mv.clock,
    })
}

fn table_state(state: TableStateV1) -> Received<TableState> {
    Ok(TableState {
        game: state.game,
        players: state.players,
        time_control: time_control(state.time_control),
        start: state.start,
        moves: state.moves,
        position: state.position,
        turn: turn(state.turn)?,
        clocks: state.clocks,
        ending: state.ending.map(ending).transpose()?,
        // Players learn only the moves played in a match, not the pauses and offers.
        ..TableState::default()
    })
}

fn ending(ending: EndingV1) -> Received<Ending> {
    let reason = match ending.reason {
        EndReasonV1::Rules(rule) => EndReason::Rules(rule),
        EndReasonV1::Resigned(loser) => EndReason::Resigned(seat(loser)?),
        EndReasonV1::DrawAgreed => EndReason::DrawAgreed,
        EndReasonV1::TimeExpired(loser) => EndReason::time_expired(seat(loser)?),
        EndReasonV1::PlayerFailed(loser, failure) => {
            let kind = FailureKind::from_name(&failure.kind).unwrap_or(FailureKind::Error);
            EndReason::PlayerFailed(seat(loser)?, Failure::new(kind, failure.text))
        }
        EndReasonV1::Stopped => EndReason::Stopped,
    };
    Ok(Ending { payoffs: ending.payoffs, reason })
}

fn seat(index: u8) -> Received<Seat> {
    let index = usize::from(index);
    let none = || protocol_error(&format!("the program named seat {index} of {SEATS_MAX}"));
    (index < SEATS_MAX).then(|| Seat::new(index)).ok_or_else(none)
}

fn turn(turn: TurnV1) -> Received<Turn> {
    Ok(match turn {
        TurnV1::Seat(index) => Turn::Seat(seat(index)?),
        TurnV1::Chance => Turn::Chance,
    })
}

fn time_control(control: TimeControlV1) -> TimeControl {
    match control {
        TimeControlV1::Unlimited => TimeControl::Unlimited,
        TimeControlV1::PerMove(time) => TimeControl::PerMove(time),
        TimeControlV1::Increment { initial, increment } => {
            TimeControl::Increment { initial, increment }
        }
        TimeControlV1::Period { moves, time } => {
            TimeControl::Period { moves: moves.max(1), time, increment: Duration::ZERO }
        }
    }
}

pub(crate) fn reply(reply: Reply) -> ReplyV1 {
    match reply {
        Reply::Move(text) => ReplyV1::Move(text),
        Reply::MoveAndOfferDraw(text) => ReplyV1::MoveAndOfferDraw(text),
        Reply::AcceptDraw => ReplyV1::AcceptDraw,
        Reply::Resign => ReplyV1::Resign,
    }
}

pub(crate) fn thinking(thinking: &Thinking) -> ThinkingV1 {
    ThinkingV1 {
        depth: thinking.depth,
        selective_depth: thinking.selective_depth,
        nodes: thinking.nodes,
        evaluations: thinking.evaluations,
        cutoffs: thinking.cutoffs,
        table_use: thinking.table_use,
        rank: thinking.rank,
        valuation: valuation(thinking.valuation),
        line: thinking.line.clone(),
    }
}

fn valuation(valuation: Valuation) -> ValuationV1 {
    match valuation {
        Valuation::Centi(value) => ValuationV1::Centi(value),
        Valuation::WinIn(plies) => ValuationV1::WinIn(plies),
        Valuation::LossIn(plies) => ValuationV1::LossIn(plies),
    }
}

pub(crate) fn prompt(prompt: &Prompt) -> PromptV1 {
    PromptV1 { question: prompt.question.clone(), refusal: prompt.refusal.clone() }
}

pub(crate) fn player_info(info: &PlayerInfo) -> PlayerInfoV1 {
    PlayerInfoV1 {
        name: info.name.clone(),
        description: info.description.clone(),
        games: match &info.games {
            Games::All => GamesV1::All,
            Games::Named(names) => GamesV1::Named(names.clone()),
        },
        options: info.options.iter().map(option_spec).collect(),
    }
}

fn option_spec(spec: &OptionSpec) -> OptionSpecV1 {
    let kind = match spec.kind.clone() {
        OptionKind::Integer { default, min, max } => OptionKindV1::Integer { default, min, max },
        OptionKind::Flag { default } => OptionKindV1::Flag { default },
        OptionKind::Choice { default, choices } => OptionKindV1::Choice { default, choices },
        OptionKind::Text { default } => OptionKindV1::Text { default },
    };
    OptionSpecV1 { name: spec.name.clone(), description: spec.description.clone(), kind }
}

pub(crate) const fn urgency(urgency: UrgencyV1) -> Urgency {
    match urgency {
        UrgencyV1::None => Urgency::None,
        UrgencyV1::BudgetUsed => Urgency::BudgetUsed,
        UrgencyV1::MoveNow => Urgency::MoveNow,
        UrgencyV1::Withdrawn => Urgency::Withdrawn,
        UrgencyV1::TimedOut => Urgency::TimedOut,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(seat: u8, draw_offer: Option<u8>) -> RequestV1<'static> {
        RequestV1 {
            seat,
            start: "".into(),
            moves: "".into(),
            position: "".into(),
            legal_moves: Vec::new().into(),
            time_left: None,
            budget: None,
            draw_offer,
        }
    }

    fn check(message: RequestV1<'_>, expected: &str) {
        let result = super::request(message).map(|request| format!("{}", request.seat));
        assert_eq!(result.unwrap_or_else(|error| error.text().into()), expected);
    }

    #[test]
    fn an_impossible_seat_is_refused() {
        check(request(7, Some(0)), "seat 8");
        check(request(8, None), "the program named seat 8 of 8");
        check(request(0, Some(255)), "the program named seat 255 of 8");
    }

    #[test]
    fn a_period_has_a_move_whatever_was_sent() {
        let time = std::time::Duration::from_secs(1);
        let control = time_control(TimeControlV1::Period { moves: 0, time });
        assert_eq!(control, TimeControl::Period { moves: 1, time, increment: Duration::ZERO });
    }
}
