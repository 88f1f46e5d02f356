//! Laws for listing and playing legal moves, for payoffs, and for whole games.

use board_engine::{
    Notation, POSITION_BYTES_MAX, Repetition, SEATS_MAX, Seat, Status, Turn, ZeroSum,
};

use crate::violation::CheckedPosition;
use crate::{Effort, Law, Violation, playout};

pub(crate) fn check<G: Notation>(checked: &CheckedPosition<'_, G>) -> Result<(), Violation> {
    check_turn(checked)?;
    check_listing(checked)?;
    let CheckedPosition { game, position, moves, .. } = checked;
    for (index, &mv) in moves.iter().enumerate() {
        checked.require_move(mv, !moves[..index].contains(&mv), Law::MovesAreListedOnce, || {
            format!("{mv:?} appears twice in a list of {}", moves.len())
        })?;
    }
    let has_moves = checked.status != Status::Ongoing || !moves.is_empty();
    checked.require(has_moves, Law::OngoingHasMoves, || "the list is empty".into())?;
    let count = game.count_moves(position, &mut Vec::new());
    checked.require(count == moves.len() as u64, Law::CountIsLength, || {
        format!("{count} counted, {} listed", moves.len())
    })?;
    let status = game.status(position, &mut Vec::new());
    checked.require(status == checked.status, Law::StatusIsThatOfTheList, || {
        format!("{status:?}, with the list {:?}", checked.status)
    })
}

/// Lists the moves again, into a list that is not empty.
fn check_listing<G: Notation>(checked: &CheckedPosition<'_, G>) -> Result<(), Violation> {
    let CheckedPosition { game, position, moves, .. } = checked;
    let mut again = moves.clone();
    let status = game.legal_moves(position, &mut again);
    let is_prefixed = again.len() > moves.len() && again.starts_with(moves) && !moves.is_empty();
    checked.require(!is_prefixed, Law::ListIsCleared, || {
        format!("{} moves, then {} with the same list", moves.len(), again.len())
    })?;
    checked.require(again == *moves && status == checked.status, Law::ListIsRepeatable, || {
        format!("first {:?} {moves:?}, then {status:?} {again:?}", checked.status)
    })
}

fn check_turn<G: Notation>(checked: &CheckedPosition<'_, G>) -> Result<(), Violation> {
    let CheckedPosition { game, position, moves, .. } = checked;
    match game.turn(position) {
        Turn::Seat(seat) => {
            checked.require(seat.index() < game.seats(), Law::TurnIsASeat, || seat.to_string())
        }
        Turn::Chance => moves.iter().try_for_each(|&mv| {
            let is_possible = game.weight(position, mv) > 0;
            checked.require_move(mv, is_possible, Law::ChanceHasWeights, || "weight 0".into())
        }),
    }
}

pub(crate) fn check_playing<G: Notation>(
    checked: &CheckedPosition<'_, G>,
) -> Result<(), Violation> {
    let before = checked.position.clone();
    let after: Vec<G::Position> = checked.moves.iter().map(|&mv| checked.after(mv)).collect();
    for (&mv, position) in checked.moves.iter().zip(&after) {
        let has_moved = *position != before;
        checked.require_move(mv, has_moved, Law::PlayChangesItsArgumentOnly, || {
            "the position stays as it was".into()
        })?;
        checked.require_move(
            mv,
            checked.after(mv) == *position,
            Law::PlayChangesItsArgumentOnly,
            || "the same move led to another position the second time".into(),
        )?;
    }
    check_original(checked, &before)?;
    check_difference(checked, &after)?;
    check_random_steps(checked, &after)
}

/// Draws each number in turn, so a random step plays every possible move.
fn check_random_steps<G: Notation>(
    checked: &CheckedPosition<'_, G>,
    after: &[G::Position],
) -> Result<(), Violation> {
    for number in 0..u32::try_from(checked.moves.len()).unwrap_or(u32::MAX).max(1) {
        let mut position = checked.position.clone();
        let mut drawn = number;
        // A game that draws several times receives a different number each time.
        let mut draw = |count: u32| {
            drawn = drawn.wrapping_add(1);
            (drawn - 1) % count.max(1)
        };
        let status = checked.game.play_random(&mut position, &mut Vec::new(), &mut draw);
        let is_right = match checked.status {
            Status::Ongoing => after.contains(&position),
            Status::Over(_) => position == *checked.position,
        };
        checked.require(is_right && status == checked.status, Law::RandomStepIsLegal, || {
            format!("{status:?}, and it leads to {}", checked.game.format_position(&position))
        })?;
    }
    Ok(())
}

/// Checks that playing on a copy changes neither the original position nor the game.
fn check_original<G: Notation>(
    checked: &CheckedPosition<'_, G>,
    before: &G::Position,
) -> Result<(), Violation> {
    let mut moves = Vec::new();
    let status = checked.game.legal_moves(checked.position, &mut moves);
    let is_unchanged =
        checked.position == before && moves == checked.moves && status == checked.status;
    checked.require(is_unchanged, Law::PlayChangesItsArgumentOnly, || {
        "playing on copies has changed the original or its moves".into()
    })
}

fn check_difference<G: Notation>(
    checked: &CheckedPosition<'_, G>,
    after: &[G::Position],
) -> Result<(), Violation> {
    for (index, &mv) in checked.moves.iter().enumerate() {
        let twin = after[..index].iter().position(|earlier| *earlier == after[index]);
        let Some(twin) = twin.map(|twin| checked.moves[twin]) else { continue };
        checked.require_move(mv, false, Law::MovesDiffer, || {
            format!("{} leads there too", checked.game.format_move(checked.position, twin))
        })?;
    }
    Ok(())
}

pub(crate) fn check_payoffs<G: Notation>(
    checked: &CheckedPosition<'_, G>,
) -> Result<(), Violation> {
    let Some(outcome) = checked.status.outcome() else { return Ok(()) };
    let is_whole = outcome.payoffs().len() == checked.game.seats();
    let is_named = !outcome.reason().trim().is_empty() && !outcome.reason().ends_with('.');
    let description = checked.game.describe_outcome(checked.position, &outcome);
    let is_described = description.starts_with(outcome.reason());
    checked.require(is_whole && is_named && is_described, Law::OverHasPayoffs, || {
        format!("{outcome:?}")
    })?;
    let most = checked.game.payoff_max();
    let is_bounded = outcome.payoffs().iter().all(|payoff| (-most..=most).contains(payoff));
    checked.require(is_bounded, Law::PayoffsAreBounded, || format!("{outcome:?}, at most {most}"))
}

/// Plays one random game to its end and adds up the payoffs of both seats.
pub(crate) fn check_cancelling<G: Notation + ZeroSum>(
    game: &G,
    seed: u64,
    effort: Effort,
) -> Result<(), Violation> {
    let (position, outcome) = playout::end(game, seed, effort);
    let Some(outcome) = outcome else { return Ok(()) };
    let payoffs = outcome.payoffs();
    let cancels = payoffs.len() == 2 && i32::from(payoffs[0]) + i32::from(payoffs[1]) == 0;
    let checked = CheckedPosition::new(game, &position, seed);
    checked.require(cancels, Law::PayoffsCancel, || format!("{outcome:?}"))
}

pub(crate) fn check_whole_game<G: Notation>(game: &G) -> Result<(), Violation> {
    let bytes = size_of::<G::Position>();
    require(game, bytes <= POSITION_BYTES_MAX, Law::PositionIsSmall, || format!("{bytes} bytes"))?;
    check_seats(game)?;
    check_repetition(game)?;
    let starts = (game.start(), game.start());
    require(game, starts.0 == starts.1, Law::StartIsFixed, || format!("{starts:?}"))
}

fn check_seats<G: Notation>(game: &G) -> Result<(), Violation> {
    let count = game.seats();
    require(game, (1..=SEATS_MAX).contains(&count), Law::SeatsAreCounted, || {
        format!("{count} seats")
    })?;
    let first = game.turn(&game.start());
    let is_first = matches!(first, Turn::Chance | Turn::Seat(Seat::FIRST));
    require(game, is_first, Law::SeatsAreCounted, || format!("{first:?} starts"))?;

    let names: Vec<String> = Seat::all(count).map(|seat| game.seat_name(seat)).collect();
    let named = names
        .iter()
        .enumerate()
        .all(|(index, name)| !name.trim().is_empty() && !names[..index].contains(name));
    require(game, named, Law::SeatsHaveNames, || format!("{names:?}"))
}

fn check_repetition<G: Notation>(game: &G) -> Result<(), Violation> {
    let repetition = game.repetition();
    let makes_sense = match repetition {
        Repetition::Ignored => true,
        Repetition::Ends { occurrences, outcome } => {
            occurrences >= 2 && outcome.payoffs().len() == game.seats()
        }
    };
    require(game, makes_sense, Law::RepetitionMakesSense, || format!("{repetition:?}"))
}

fn require<G: Notation>(
    game: &G,
    kept: bool,
    law: Law,
    detail: impl FnOnce() -> String,
) -> Result<(), Violation> {
    if kept {
        return Ok(());
    }
    let position = game.format_position(&game.start());
    Err(Violation { law, detail: detail(), position, mv: None, seed: None })
}
