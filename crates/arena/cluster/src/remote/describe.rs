//! Converts requests, replies and lines to messages and back.

use std::time::Duration;

use crate::moves::{MatchDescription, MoveAnswer, MoveJob, MoveRequest, SearchLine};
use board_engine::Seat;
use games_package::{MoveLimit, Reply, Request, Setup, Thinking, ThinkingLimits, TimeControlError};

/// Describes the match, with a separate seed for this move. A job's player always starts from scratch, so with a shared
/// seed it would draw the same random numbers for every move.
pub(crate) fn describe_match(setup: &Setup, request: &Request) -> MatchDescription {
    MatchDescription {
        game: setup.game.clone(),
        seat: setup.seat.index(),
        seat_count: setup.seat_count,
        time_control: setup.time_control.to_string(),
        depth: setup.thinking.depth,
        nodes: setup.thinking.nodes,
        seed: mix(setup.seed ^ request.moves.len() as u64),
    }
}

/// Spreads small differences between numbers over all bits (`SplitMix64`, Steele, Lea and Flood 2014).
const fn mix(seed: u64) -> u64 {
    let seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let seed = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let seed = (seed ^ (seed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    seed ^ (seed >> 31)
}

/// Describes the request, with the worker's time limits.
pub(crate) fn describe_request(
    request: &Request,
    time_left: Option<Duration>,
    budget: Option<Duration>,
) -> MoveRequest {
    MoveRequest {
        start: request.start.clone(),
        moves: request.moves.clone(),
        position: request.position.clone(),
        legal_moves: request.legal_moves.clone(),
        time_left_us: time_left.map(microseconds),
        budget_us: budget.map(microseconds),
        draw_offer: request.draw_offer.map(Seat::index),
    }
}

/// The player's setup for this job.
///
/// # Errors
/// [`TimeControlError`] if the time control is malformed.
pub(crate) fn setup(job: &MoveJob) -> Result<Setup, TimeControlError> {
    let MatchDescription { game, seat, seat_count, time_control, depth, nodes, seed } = &job.setup;
    Ok(Setup {
        game: game.clone(),
        seat: Seat::new(*seat),
        seat_count: *seat_count,
        time_control: time_control.parse()?,
        thinking: ThinkingLimits { depth: *depth, nodes: *nodes },
        pondering: false,
        margin: Duration::ZERO,
        move_limit: MoveLimit::NONE,
        seed: *seed,
    })
}

/// The request in this job.
pub(crate) fn request(job: &MoveJob) -> Request {
    let asked = &job.request;
    Request {
        seat: Seat::new(job.setup.seat),
        start: asked.start.clone(),
        moves: asked.moves.clone(),
        position: asked.position.clone(),
        legal_moves: asked.legal_moves.clone(),
        time_left: asked.time_left_us.map(Duration::from_micros),
        budget: asked.budget_us.map(Duration::from_micros),
        draw_offer: asked.draw_offer.map(Seat::new),
        clocks: Vec::new(),
    }
}

/// Converts the reply to a message.
pub(crate) fn describe_reply(reply: Reply) -> MoveAnswer {
    match reply {
        Reply::Move(mv) => MoveAnswer::Move(mv),
        Reply::MoveAndOfferDraw(mv) => MoveAnswer::MoveAndOfferDraw(mv),
        Reply::AcceptDraw => MoveAnswer::AcceptDraw,
        Reply::Resign => MoveAnswer::Resign,
    }
}

/// Converts and validates a worker's reply.
///
/// # Errors
/// The reason why the reply doesn't fit this request, as a phrase.
pub(crate) fn reply(answer: MoveAnswer, request: &Request) -> Result<Reply, String> {
    let legal = |mv: String| {
        let is_legal = request.legal_moves.contains(&mv);
        if is_legal { Ok(mv) } else { Err(format!("\"{mv}\" is not a legal move")) }
    };
    match answer {
        MoveAnswer::Move(mv) => legal(mv).map(Reply::Move),
        MoveAnswer::MoveAndOfferDraw(mv) => legal(mv).map(Reply::MoveAndOfferDraw),
        MoveAnswer::AcceptDraw if request.draw_offer.is_none() => Err("no draw was offered".into()),
        MoveAnswer::AcceptDraw => Ok(Reply::AcceptDraw),
        MoveAnswer::Resign => Ok(Reply::Resign),
    }
}

/// Converts a reported line to a message.
pub(crate) fn describe_line(thinking: &Thinking) -> SearchLine {
    SearchLine {
        depth: thinking.depth,
        selective_depth: thinking.selective_depth,
        nodes: thinking.nodes,
        evaluations: thinking.evaluations,
        cutoffs: thinking.cutoffs,
        table_use: thinking.table_use,
        rank: thinking.rank,
        score: thinking.valuation.to_string(),
        line: thinking.line.clone(),
    }
}

/// Converts a line reported by a worker; `None` if its score is malformed.
pub(crate) fn thinking(line: SearchLine) -> Option<Thinking> {
    Some(Thinking {
        depth: line.depth,
        selective_depth: line.selective_depth,
        nodes: line.nodes,
        evaluations: line.evaluations,
        cutoffs: line.cutoffs,
        table_use: line.table_use,
        rank: line.rank,
        valuation: line.score.parse().ok()?,
        line: line.line,
        line_error: None,
    })
}

fn microseconds(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use games_package::{TimeControl, Valuation};

    use super::*;

    fn question() -> (Setup, Request) {
        let setup = Setup {
            game: "tic-tac-toe".into(),
            seat: Seat::new(1),
            seat_count: 2,
            time_control: TimeControl::PerMove(Duration::from_millis(1500)),
            thinking: ThinkingLimits { depth: Some(7), nodes: Some(1 << 40) },
            pondering: false,
            margin: Duration::ZERO,
            move_limit: MoveLimit::NONE,
            seed: 5,
        };
        let request = Request {
            seat: Seat::new(1),
            start: "3/3/3 x".into(),
            moves: "b2".into(),
            position: "3/1x1/3 o".into(),
            legal_moves: vec!["a1".into(), "a2".into()],
            time_left: Some(Duration::from_micros(1_234_567)),
            budget: Some(Duration::from_millis(900)),
            draw_offer: Some(Seat::new(0)),
            clocks: Vec::new(),
        };
        (setup, request)
    }

    #[test]
    fn a_job_contains_the_tables_request() {
        let (asked_setup, asked_request) = question();
        let client = crate::message::Build::new("1");
        let job = MoveJob {
            client: "a".into(),
            number: 0,
            build: client,
            sign_ms: 1,
            player: "random".into(),
            setup: describe_match(&asked_setup, &asked_request),
            request: describe_request(
                &asked_request,
                asked_request.time_left,
                asked_request.budget,
            ),
        };
        assert_eq!(request(&job), asked_request);
        let seen = setup(&job).unwrap();
        assert_eq!(Setup { seed: 5, ..seen.clone() }, asked_setup);
        let later = Request { moves: "b2 a1 c3".into(), ..asked_request };
        assert_ne!(describe_match(&asked_setup, &later).seed, seen.seed);
    }

    #[test]
    fn a_reply_counts_only_if_it_answers_the_request() {
        let (_, request) = question();
        let play = |mv: &str| reply(MoveAnswer::Move(mv.into()), &request);
        assert_eq!(play("a1"), Ok(Reply::play("a1")));
        assert_eq!(play("b2"), Err("\"b2\" is not a legal move".into()));
        assert_eq!(reply(MoveAnswer::AcceptDraw, &request), Ok(Reply::AcceptDraw));
        let request = Request { draw_offer: None, ..request };
        assert_eq!(reply(MoveAnswer::AcceptDraw, &request), Err("no draw was offered".into()));
        for answer in [Reply::play("a1"), Reply::MoveAndOfferDraw("a2".into()), Reply::Resign] {
            assert_eq!(reply(describe_reply(answer.clone()), &request), Ok(answer));
        }
    }

    #[test]
    fn a_line_arrives_unchanged() {
        let reported = Thinking {
            depth: 9,
            selective_depth: Some(14),
            nodes: 1000,
            table_use: Some(3),
            rank: 2,
            valuation: Valuation::LossIn(4),
            line: "a1 a2".into(),
            ..Thinking::default()
        };
        let line = describe_line(&reported);
        assert_eq!(thinking(line.clone()), Some(reported));
        assert_eq!(thinking(SearchLine { score: "good".into(), ..line }), None);
    }
}
