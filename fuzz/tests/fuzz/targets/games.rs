//! Positions and moves of each game. The first line is the game's name, the second line is a position, and the rest are
//! moves.

use board_engine::{Seat, Viewer};
use games_package::{MatchState, TableGame};

use crate::target::{Answer, Check, Verdict, must, same, text};

/// The maximum number of moves in an input.
const PLIES_MAX: usize = 60;

/// The maximum number of legal moves to check per position.
const MOVES_MAX: usize = 200;

pub(super) fn any_size() -> Check {
    of("checkers:8,8,3")
}

pub(super) fn backgammon() -> Check {
    of("backgammon")
}

pub(super) fn breakthrough() -> Check {
    of("breakthrough")
}

pub(super) fn checkers() -> Check {
    of("checkers:english")
}

pub(super) fn chess() -> Check {
    of("chess")
}

pub(super) fn connect_four() -> Check {
    of("connect-four")
}

pub(super) fn dominoes() -> Check {
    of("dominoes")
}

pub(super) fn hex() -> Check {
    of("hex")
}

pub(super) fn kuhn_poker() -> Check {
    of("kuhn-poker")
}

pub(super) fn othello() -> Check {
    of("othello")
}

pub(super) fn pig() -> Check {
    of("pig")
}

pub(super) fn tic_tac_toe() -> Check {
    of("tic-tac-toe")
}

pub(super) fn tic_tac_toe_for_three() -> Check {
    of("tic-tac-toe-3")
}

/// Positions in a game. Inputs that don't name a game are for the game `name`.
fn of(name: &'static str) -> Check {
    Box::new(move |input| {
        let input = text(input);
        let mut lines = input.lines();
        let given = lines.next().unwrap_or_default();
        let family = name.split(':').next().unwrap_or_default();
        let given = if given.split(':').next() == Some(family) { given } else { name };
        let game = match game_catalog::table_game(given) {
            Ok(game) => game,
            Err(error) => return Ok(Answer::refused(error)),
        };
        let position = lines.next().filter(|line| !line.is_empty());
        let state = match game.open(position) {
            Ok(state) => state,
            Err(error) => return Ok(Answer::refused(error)),
        };
        play(&*game, state, lines.flat_map(str::split_whitespace))
    })
}

/// Plays the moves and checks every position.
fn play<'a>(
    game: &dyn TableGame,
    mut state: Box<dyn MatchState>,
    moves: impl Iterator<Item = &'a str>,
) -> Verdict {
    check_state(game, &*state)?;
    let (mut played, mut refusal) = (0, String::new());
    for mv in moves.take(PLIES_MAX) {
        let resolved = state.resolve(mv);
        let before = state.position(Viewer::Arbiter);
        let standard = match state.play(mv) {
            Ok(standard) => standard,
            Err(error) => {
                same(
                    "positions before and after a refused move",
                    &state.position(Viewer::Arbiter),
                    &before,
                )?;
                refusal = error.to_string();
                continue;
            }
        };
        same("the move that is meant and that is played", &resolved.as_ref(), &Ok(&standard))?;
        same(
            "the newest move and the one that was played",
            &state.last_move(Viewer::Arbiter).as_ref(),
            &Some(&standard),
        )?;
        let after = state.position(Viewer::Arbiter);
        let mut fork = state.fork();
        if !fork.take_back() {
            return Err("a move can't be taken back".into());
        }
        same(
            "positions before a move and after it is taken back",
            &fork.position(Viewer::Arbiter),
            &before,
        )?;
        must("the move that was taken back", fork.play(&standard))?;
        same(
            "positions after a move and after it is played again",
            &fork.position(Viewer::Arbiter),
            &after,
        )?;
        check_state(game, &*state)?;
        played += 1;
    }
    let ending = state.ending().map(|ending| format!("{:?}", ending.payoffs));
    let refused = Answer::refused(refusal).kind;
    Ok(Answer::accepted(format!("{} {} {ending:?} {refused}", game.name(), played.min(3))))
}

/// Checks the properties that every position must have.
fn check_state(game: &dyn TableGame, state: &dyn MatchState) -> Result<(), String> {
    let written = state.position(Viewer::Arbiter);
    let read =
        must(&format!("the position {written} that was written"), game.open(Some(&written)))?;
    same("a position written and read", &read.position(Viewer::Arbiter), &written)?;
    same("the keys of a position written and read", &read.key(), &state.key())?;
    same("whose turn it is", &read.turn(), &state.turn())?;
    let (mut moves, mut again) = (Vec::new(), Vec::new());
    state.legal_moves(&mut moves);
    read.legal_moves(&mut again);
    // A repetition ends a match, but not the game in a single position.
    if state.outcome().is_none() {
        same("the legal moves of a position written and read", &again, &moves)?;
    }
    same("the numbers of moves and routes", &state.routes().len(), &moves.len())?;
    for mv in moves.iter().take(MOVES_MAX) {
        same("a legal move and what its text means", &state.resolve(mv).as_ref().ok(), &Some(mv))?;
    }
    for viewer in [Viewer::Arbiter, Viewer::Seat(Seat::FIRST), Viewer::Public] {
        let _drawn = state.diagram(viewer);
        let _shown = (state.position(viewer), state.moves(viewer));
    }
    let _described =
        (state.round_end(), state.weights(), state.reversed_key(), state.material_key());
    Ok(())
}
