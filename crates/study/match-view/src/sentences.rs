//! Sentences that describe match events.

use std::time::Duration;

use analysis::MoveNumber;
use board_engine::{Seat, Turn};
use games_package::{Ending, Event, PlayedMove, TableGame, TableState, Thinking, TimeControl};

use crate::effort::amount;

/// A sentence about an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// The sentence; the reason for a refusal may have several lines.
    pub text: String,
    /// `true` if something was refused.
    pub is_refusal: bool,
}

/// The sentence for an event; `None` for moves, turns, search reports, endings, and other events without a sentence.
pub fn notice(game: &dyn TableGame, event: &Event) -> Option<Notice> {
    let plain = |text| Some(Notice { text, is_refusal: false });
    let refusal = |text| Some(Notice { text, is_refusal: true });
    match event {
        Event::MoveTakenBack(table) => plain(match last_move(table) {
            Some(mv) => format!("Back to the position after {mv}."),
            None => "Back to the start.".into(),
        }),
        Event::MoveRedone(table) => plain(match last_move(table) {
            Some(mv) => format!("Replayed up to {mv}."),
            None => "Replayed.".into(),
        }),
        Event::DrawOffered(seat) => plain(format!("{} offers a draw.", game.seat_name(*seat))),
        Event::DrawDeclined(seat) => plain(format!("{} declines the draw.", game.seat_name(*seat))),
        Event::MoveRejected { seat, text, why } => {
            refusal(format!("{}: {text} is refused: {why}", game.seat_name(*seat)))
        }
        Event::InputRequested { prompt, .. } => {
            prompt.refusal.as_deref().and_then(|why| refusal(not_possible(why)))
        }
        _ => None,
    }
}

/// The last move by a player. Chance events may be hidden, so they are skipped.
fn last_move(table: &TableState) -> Option<&str> {
    let moves = table.moves.iter().zip(&table.movers).rev();
    moves.filter(|(_, mover)| matches!(mover, Turn::Seat(_))).map(|(mv, _)| mv.as_str()).next()
}

/// Formats "That is not possible: 22x15 must be taken".
pub fn not_possible(why: &str) -> String {
    format!("That is not possible: {why}")
}

/// A seat and its player: "White (alpha-beta)".
pub fn seat_with_player(game: &dyn TableGame, players: &[String], seat: Seat) -> String {
    let name = game.seat_name(seat);
    match players.get(seat.index()) {
        Some(player) if !player.is_empty() => format!("{name} ({player})"),
        _ => name,
    }
}

/// The title of a match: "checkers:english: Black (human) against White (random), 2s".
pub fn match_title(game: &dyn TableGame, players: &[String], time_control: TimeControl) -> String {
    let seats = Seat::all(game.seat_count()).map(|seat| seat_with_player(game, players, seat));
    let time = match time_control {
        TimeControl::Unlimited => String::new(),
        control => format!(", {control}"),
    };
    format!("{}: {}{time}", game.name(), seats.collect::<Vec<_>>().join(" against "))
}

/// A move with its number and mover: "12. White: 22x15", "12… Black: 5-9".
pub fn move_sentence(
    game: &dyn TableGame,
    number: Option<MoveNumber>,
    played: &PlayedMove,
) -> String {
    let number = number.map(|number| format!("{number} ")).unwrap_or_default();
    let mover = match played.turn {
        Turn::Seat(seat) => game.seat_name(seat),
        Turn::Chance => "Chance".into(),
    };
    format!("{number}{mover}: {}", played.mv)
}

/// A search report: "White thinks: depth 9/14, +0.35, 1204 k nodes, 2104 k/s, hash 12%: 22x15 19-23". In all lines
/// except the best one, the rank precedes the moves: "line 2: 22x15".
pub fn thinking_sentence(
    game: &dyn TableGame,
    seat: Seat,
    elapsed: Duration,
    thinking: &Thinking,
) -> String {
    let Thinking { depth, selective_depth, nodes, table_use, rank, valuation, line, .. } = thinking;
    let selective = selective_depth.map(|depth| format!("/{depth}")).unwrap_or_default();
    let table_use = table_use.map(|use_| format!(", hash {}%", use_ / 10)).unwrap_or_default();
    let rank = if *rank > 1 { format!("line {rank}: ") } else { String::new() };
    let speed = amount(thinking.nodes_per_second(elapsed));
    let (nodes, name) = (amount(*nodes), game.seat_name(seat));
    format!(
        "{name} thinks: depth {depth}{selective}, {valuation}, {nodes} nodes, {speed}/s{table_use}: {rank}{line}"
    )
}

/// A best line: "2. +0.12, depth 9: 9-14 22x15".
pub fn line_sentence(thinking: &Thinking) -> String {
    let Thinking { rank, valuation, depth, line, .. } = thinking;
    format!("{rank}. {valuation}, depth {depth}: {line}")
}

/// A round's result: "The round is over: the higher card wins, 42–38 in chips."
pub fn round_sentence(how: &str) -> String {
    format!("The round is over: {how}.")
}

/// The sentence about the round that this move ended; `None` if it didn't end a round.
pub fn round_end_sentence(game: &dyn TableGame, played: &PlayedMove) -> Option<String> {
    let how = game.open(Some(&played.position)).ok()?.round_end()?;
    Some(round_sentence(&how))
}

/// The match result: "Black wins: no legal move".
pub fn ending_sentence(game: &dyn TableGame, ending: &Ending) -> String {
    ending.describe(|seat| game.seat_name(seat))
}

#[cfg(test)]
mod tests {
    use games_package::{Prompt, Valuation};

    use super::*;

    fn check(thinking: &Thinking, expected: &str) {
        let game = game_catalog::table_game("tic-tac-toe").unwrap();
        let sentence = thinking_sentence(&*game, Seat::FIRST, Duration::from_millis(500), thinking);
        assert_eq!(sentence, expected);
    }

    #[test]
    fn a_line_is_written_up_to_its_last_known_move() {
        let plain = Thinking { depth: 3, nodes: 71, line: "b2 a1".into(), ..Thinking::default() };
        check(&plain, "X thinks: depth 3, +0.00, 71 nodes, 142/s: b2 a1");
        let full = Thinking {
            selective_depth: Some(9),
            nodes: 12_345_678,
            table_use: Some(129),
            rank: 2,
            valuation: Valuation::LossIn(4),
            ..plain
        };
        check(&full, "X thinks: depth 3/9, loss in 4, 12 M nodes, 24 M/s, hash 12%: line 2: b2 a1");
    }

    #[test]
    fn a_move_that_ends_a_round_has_a_sentence() {
        let game = game_catalog::table_game("pig:20,3").unwrap();
        let said = |position: &str| {
            let played = PlayedMove {
                ply: 4,
                turn: Turn::Chance,
                mv: "4".into(),
                position: position.into(),
                elapsed: Duration::ZERO,
                clock: None,
            };
            round_end_sentence(&*game, &played)
        };
        let ended = "The round is over: the goal is reached, 22–7.";
        assert_eq!(said("18,7 1 4 0:1").as_deref(), Some(ended));
        // The round is not over, or the move ends the match.
        assert_eq!([said("14,7 1 4 0:1"), said("18,7 1 4 1:1")], [None, None]);
    }

    #[test]
    fn events_at_the_table_become_sentences() {
        let game = game_catalog::table_game("tic-tac-toe").unwrap();
        let said = |event: &Event| notice(&*game, event).map(|said| (said.text, said.is_refusal));
        let expected = |text: &str, is_refusal| Some((text.to_owned(), is_refusal));
        assert_eq!(said(&Event::DrawOffered(Seat::SECOND)), expected("O offers a draw.", false));
        let prompt = Prompt { question: String::new(), refusal: Some("a1 is taken".into()) };
        let asked = Event::InputRequested { seat: Seat::FIRST, prompt };
        assert_eq!(said(&asked), expected("That is not possible: a1 is taken", true));
        assert_eq!(said(&Event::Paused), None);
    }
}
