//! What is said about a match, in the same words everywhere.

use std::time::Duration;

use board_engine::{Diagram, NotationError, Seat, Turn, Viewer};
use games_package::{
    Ending, Mark, MatchState, PlayedMove, Ply, TableGame, TableState, Thinking, TimeControl,
};
use screen::amount;

use crate::columns::columns;

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

/// What is said of a move, behind its sentence: "?! (+0.35, depth 9; clock 0:42) a remark"; empty if nothing is.
pub(crate) fn remarks(ply: &Ply) -> String {
    let mark = ply.note.mark.map(Mark::sign).unwrap_or_default();
    let thought =
        ply.note.thought.map(|thought| format!("{}, depth {}", thought.valuation, thought.depth));
    let time = ply.clock.map(|time| format!("clock {}", clock(time)));
    let facts: Vec<String> = thought.into_iter().chain(time).collect();
    let facts = if facts.is_empty() { String::new() } else { format!(" ({})", facts.join("; ")) };
    let remark = Some(&ply.note.remark).filter(|remark| !remark.is_empty());
    let remark = remark.map(|remark| format!(" {}", house::one_line(remark))).unwrap_or_default();
    format!("{mark}{facts}{remark}")
}

/// A line that a player thinks of: "White thinks: depth 9/14, +0.35, 1204 k nodes, 2104 k/s, table 12 %: 22x15 19-23".
/// Every line but the best one has its place in front of the moves: "#2 22x15".
pub(crate) fn thinking_sentence(
    game: &dyn TableGame,
    seat: Seat,
    elapsed: Duration,
    thinking: &Thinking,
) -> String {
    let Thinking { depth, selective_depth, nodes, table_use, rank, valuation, line, .. } = thinking;
    let selective = selective_depth.map(|depth| format!("/{depth}")).unwrap_or_default();
    let table_use = table_use.map(|use_| format!(", table {} %", use_ / 10)).unwrap_or_default();
    let place = if *rank > 1 { format!("#{rank} ") } else { String::new() };
    let speed = amount(thinking.nodes_per_second(elapsed));
    let nodes = amount(*nodes);
    let name = game.seat_name(seat);
    format!(
        "{name} thinks: depth {depth}{selective}, {valuation}, {nodes} nodes, {speed}/s{table_use}: {place}{line}"
    )
}

/// One of the best lines: "2. +0.12, depth 9: 9-14 22x15".
pub(crate) fn line_sentence(thinking: &Thinking) -> String {
    let Thinking { rank, valuation, depth, line, .. } = thinking;
    format!("{rank}. {valuation}, depth {depth}: {line}")
}

/// How the match ended: "Black wins: no legal move".
pub(crate) fn ending_sentence(game: &dyn TableGame, ending: &Ending) -> String {
    ending.describe(|seat| game.seat_name(seat))
}

/// The board, as text; the position's own notation where the picture can't be drawn from it.
pub(crate) fn board(game: &dyn TableGame, table: &TableState) -> String {
    opened(game, table).map_or_else(
        |_hidden| format!("{}\n", table.position),
        // What is hidden is hidden in the text already.
        |state| picture(&state.diagram(Viewer::Arbiter)),
    )
}

/// The match as it stands on the table, with its moves where they lead to what is seen.
fn opened(game: &dyn TableGame, table: &TableState) -> Result<Box<dyn MatchState>, NotationError> {
    let played = game.open(Some(&table.start)).ok().and_then(|mut state| {
        table.moves.iter().try_for_each(|mv| state.play(mv).map(drop)).ok()?;
        (state.position(Viewer::Arbiter) == table.position).then_some(state)
    });
    played.map_or_else(|| game.open(Some(&table.position)), Ok)
}

/// How a board is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum View {
    /// Drawn as the game's people draw it.
    #[default]
    Drawn,
    /// Drawn as it is seen from the other side.
    Turned,
    /// In words.
    InWords,
}

/// The board in this view.
pub(crate) fn shown(game: &dyn TableGame, table: &TableState, view: View) -> String {
    match view {
        View::Drawn => board(game, table),
        View::InWords => pieces(game, table),
        View::Turned => opened(game, table).map_or_else(
            |_hidden| format!("{}\n", table.position),
            |state| picture(&state.diagram(Viewer::Arbiter).turned()),
        ),
    }
}

/// Where the pieces stand, in words, a kind a line; the position's own notation where that can't be said from it.
pub(crate) fn pieces(game: &dyn TableGame, table: &TableState) -> String {
    opened(game, table).map_or_else(
        |_hidden| format!("{}\n", table.position),
        |state| screen::in_words(&state.diagram(Viewer::Arbiter)),
    )
}

/// The picture in the width of the terminal.
pub(crate) fn picture(diagram: &Diagram) -> String {
    columns().map_or_else(|| diagram.to_string(), |columns| format!("{diagram:columns$}"))
}

/// What a clock shows: "1:05", or "4.2 s" when it gets short, or that it counts nothing.
pub(crate) fn clock(time: Duration) -> String {
    if time == Duration::MAX { "no limit".into() } else { screen::clock(time) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games_package::Valuation;

    fn check(thinking: &Thinking, expected: &str) {
        let game = game_catalog::table_game("tic-tac-toe").unwrap();
        let sentence = thinking_sentence(&*game, Seat::FIRST, Duration::from_millis(500), thinking);
        assert_eq!(sentence, expected);
    }

    #[test]
    fn thoughts_are_told_as_far_as_they_are_known() {
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
        check(&full, "X thinks: depth 3/9, loss in 4, 12 M nodes, 24 M/s, table 12 %: #2 b2 a1");
    }

    #[test]
    fn a_board_shows_what_the_newest_move_has_left_on_it() {
        let game = game_catalog::table_game("pig").unwrap();
        let mut table = TableState {
            start: "0,0 1 0".into(),
            moves: ["roll", "5"].map(String::from).into(),
            position: "0,0 1 5".into(),
            ..TableState::default()
        };
        assert!(board(&*game, &table).contains("die: 5\n"), "{}", board(&*game, &table));
        // Where the moves don't lead there the position is all that is known.
        table.position = "0,0 1 6".into();
        assert!(board(&*game, &table).contains("die: d\n"), "{}", board(&*game, &table));
    }
}
