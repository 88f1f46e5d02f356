//! What is said about a match, in the same words everywhere.

use std::time::Duration;

use board_engine::{Seat, Turn, Viewer};
use games_package::{Ending, PlayedMove, TableGame, TimeControl};

/// The seat with its player: "White (alpha-beta)".
pub(crate) fn seat_with_player(game: &dyn TableGame, players: &[String], seat: Seat) -> String {
    let name = game.seat_name(seat);
    match players.get(seat.index()) {
        Some(player) if !player.is_empty() => format!("{name} ({player})"),
        _ => name,
    }
}

/// Who plays what: "checkers:english: Black (human) against White (random), 2s".
pub(crate) fn match_title(
    game: &dyn TableGame,
    players: &[String],
    time_control: TimeControl,
) -> String {
    let seats = Seat::all(game.seat_count()).map(|seat| seat_with_player(game, players, seat));
    let time = match time_control {
        TimeControl::Unlimited => String::new(),
        control => format!(", {control}"),
    };
    format!("{}: {}{time}", game.name(), seats.collect::<Vec<_>>().join(" against "))
}

/// A move with its number and who made it: "12. White: 22x15".
pub(crate) fn move_sentence(game: &dyn TableGame, played: &PlayedMove) -> String {
    let who = match played.turn {
        Turn::Seat(seat) => game.seat_name(seat),
        Turn::Chance => "Chance".into(),
    };
    format!("{}. {who}: {}", played.ply + 1, played.mv)
}

/// How the match ended: "Black wins: no legal move".
pub(crate) fn ending_sentence(game: &dyn TableGame, ending: &Ending) -> String {
    ending.describe(|seat| game.seat_name(seat))
}

/// The board, as text; the position's own notation where the picture can't be drawn from it.
pub(crate) fn board(game: &dyn TableGame, position: &str) -> String {
    game.open(Some(position)).map_or_else(
        |_hidden| format!("{position}\n"),
        |state| state.diagram(Viewer::Public).to_string(),
    )
}

/// What a clock shows: "1:05", or "4.2 s" when it gets short.
pub(crate) fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds < 20 {
        format!("{:.1} s", time.as_secs_f64())
    } else {
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }
}
