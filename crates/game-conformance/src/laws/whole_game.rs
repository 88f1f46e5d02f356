//! Laws that don't depend on a position.

use board_engine::{Notation, POSITION_BYTES_MAX, Repetition, SEATS_MAX, Seat, Turn};

use crate::{Law, Violation};

pub(crate) fn check<G: Notation>(game: &G) -> Result<(), Violation> {
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
