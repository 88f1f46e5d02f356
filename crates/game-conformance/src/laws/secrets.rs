//! Hidden information.

use board_engine::{HiddenInformation, Notation, Seat, Viewer};

use crate::checked_position::CheckedPosition;
use crate::{Effort, Law, Violation, playout};

/// How many times hidden information is resampled for each seat and position.
const DRAWS: u32 = 4;

/// Plays one random game and checks each position from each seat's view.
pub(crate) fn check<G: Notation + HiddenInformation>(
    game: &G,
    seed: u64,
    effort: Effort,
) -> Result<(), Violation> {
    playout::each_position(game, seed, effort, |checked| {
        Seat::all(game.seats()).try_for_each(|seat| check_seat(checked, seat))
    })
}

fn check_seat<G: Notation + HiddenInformation>(
    checked: &CheckedPosition<'_, G>,
    seat: Seat,
) -> Result<(), Violation> {
    let CheckedPosition { game, position, .. } = checked;
    let viewer = Viewer::Seat(seat);
    let shown = game.format_position_for(position, viewer);
    let read = game.parse_position(&shown);
    let Ok(read) = read else {
        return checked.require(false, Law::ViewIsReadBack, || format!("{shown:?}: {read:?}"));
    };
    let again = game.format_position_for(&read, viewer);
    checked
        .require(again == shown, Law::ViewIsReadBack, || format!("{shown:?}, then {again:?}"))?;
    let pictures = [game.diagram(position, viewer), game.diagram(&read, Viewer::Arbiter)];
    checked.require(pictures[0] == pictures[1], Law::DiagramKeepsSecrets, || {
        format!("{seat} is shown {:?}, then {:?}", pictures[0], pictures[1])
    })?;
    for first in 0..DRAWS {
        let resample = |position| {
            let mut drawn = first;
            game.resample(position, seat, &mut |count| {
                drawn = drawn.wrapping_mul(31).wrapping_add(7);
                drawn % count.max(1)
            })
        };
        let (from_all, from_view) = (resample(*position), resample(&read));
        let looks = game.format_position_for(&from_all, viewer);
        let has_turn = game.turn(&from_all) == game.turn(position);
        checked.require(looks == shown && has_turn, Law::ResampledLooksTheSame, || {
            format!("{seat} is shown {shown:?}, then {looks:?}")
        })?;
        check_pictures(checked, seat, &from_all)?;
        checked.require(from_all == from_view, Law::ResamplingIsBlind, || {
            let texts = [&from_all, &from_view].map(|position| game.format_position(position));
            format!(
                "{seat} is shown {shown:?}; of all it makes {:?}, of that {:?}",
                texts[0], texts[1]
            )
        })?;
    }
    check_sights(checked, seat)
}

/// What was drawn anew differs in what the seat can't see, so its picture is the same, and so is everyone's.
fn check_pictures<G: Notation + HiddenInformation>(
    checked: &CheckedPosition<'_, G>,
    seat: Seat,
    drawn: &G::Position,
) -> Result<(), Violation> {
    for viewer in [Viewer::Seat(seat), Viewer::Public] {
        let pictures = [checked.position, drawn].map(|at| checked.game.diagram(at, viewer));
        checked.require(pictures[0] == pictures[1], Law::DiagramKeepsSecrets, || {
            format!("{viewer:?} is shown {:?}, then {:?}", pictures[0], pictures[1])
        })?;
    }
    Ok(())
}

fn check_sights<G: Notation + HiddenInformation>(
    checked: &CheckedPosition<'_, G>,
    seat: Seat,
) -> Result<(), Violation> {
    let CheckedPosition { game, position, moves, .. } = checked;
    let looks = |mv| {
        (game.sight(position, mv, seat), game.format_move_for(position, mv, Viewer::Seat(seat)))
    };
    for (index, &mv) in moves.iter().enumerate() {
        let (sight, text) = looks(mv);
        for &other in &moves[..index] {
            let (other_sight, other_text) = looks(other);
            let agree = (sight == other_sight) == (text == other_text);
            checked.require_move(mv, agree, Law::SightIsText, || {
                format!("{seat} sees {sight} and {other_sight}, {text:?} and {other_text:?}")
            })?;
            let pictures = [mv, other]
                .map(|mv| game.diagram_after(position, mv, &checked.after(mv), Viewer::Seat(seat)));
            let keeps = text != other_text || pictures[0] == pictures[1];
            checked.require_move(mv, keeps, Law::DiagramKeepsSecrets, || {
                format!("{seat} sees {text:?} and {other_text:?}, and pictures that differ")
            })?;
        }
    }
    Ok(())
}
