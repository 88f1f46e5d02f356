//! Laws for hidden information.

use std::cell::RefCell;
use std::collections::BTreeSet;

use board_engine::{Diagram, HiddenInformation, Notation, Seat, Turn, Viewer};

use crate::violation::CheckedPosition;
use crate::{Effort, Law, Violation, playout};

/// The number of strings tried as moves per position.
const TEXTS_MAX: usize = 60;

/// The number of resamples per seat and position.
const DRAWS: u32 = 4;

/// Plays one random game and checks each position from each seat's view.
pub(crate) fn check<G: Notation + HiddenInformation>(
    game: &G,
    seed: u64,
    effort: Effort,
) -> Result<(), Violation> {
    // Moves that were legal earlier; most of them will be refused later.
    let typed = RefCell::new(BTreeSet::new());
    playout::each_position(game, seed, effort, |checked| {
        let texts = checked.moves.iter().map(|&mv| game.format_move(checked.position, mv));
        let mut typed = typed.borrow_mut();
        let room = TEXTS_MAX.saturating_sub(typed.len());
        typed.extend(texts.take(room));
        Seat::all(game.seats()).try_for_each(|seat| check_seat(checked, seat, &typed))
    })
}

fn check_seat<G: Notation + HiddenInformation>(
    checked: &CheckedPosition<'_, G>,
    seat: Seat,
    typed: &BTreeSet<String>,
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
        let (from_all, from_view) =
            (resample(*game, position, seat, first), resample(*game, &read, seat, first));
        let looks = game.format_position_for(&from_all, viewer);
        let has_turn = game.turn(&from_all) == game.turn(position);
        checked.require(looks == shown && has_turn, Law::ResampledLooksTheSame, || {
            format!("{seat} is shown {shown:?}, then {looks:?}")
        })?;
        check_pictures(checked, seat, &from_all)?;
        checked.require(from_all == from_view, Law::ResamplingIsBlind, || {
            let texts = [&from_all, &from_view].map(|position| game.format_position(position));
            format!(
                "{seat} is shown {shown:?}; from the position it makes {:?}, from the string {:?}",
                texts[0], texts[1]
            )
        })?;
        check_table(checked, seat, &from_all, typed)?;
    }
    check_sights(checked, seat)
}

/// Redraws the information that `seat` can't know; the same number produces the same result.
fn resample<G: HiddenInformation>(
    game: &G,
    position: &G::Position,
    seat: Seat,
    number: u32,
) -> G::Position {
    let mut drawn = number;
    game.resample(position, seat, &mut |count| {
        drawn = drawn.wrapping_mul(31).wrapping_add(7);
        drawn % count.max(1)
    })
}

/// Checks that information hidden from a seat doesn't change what the table shows the seat and the public: the public's
/// view, the status and, if it is the seat's turn, its moves, their squares, and refusals.
fn check_table<G: Notation + HiddenInformation>(
    checked: &CheckedPosition<'_, G>,
    seat: Seat,
    drawn: &G::Position,
    typed: &BTreeSet<String>,
) -> Result<(), Violation> {
    let CheckedPosition { game, position, .. } = checked;
    let both = [*position, drawn];
    let require = |what: &str, said: [String; 2]| {
        checked.require(said[0] == said[1], Law::TableKeepsSecrets, || {
            format!("{what} at a turn of {seat}: {:?}, then {:?}", said[0], said[1])
        })
    };
    require("the public's view", both.map(|at| game.format_position_for(at, Viewer::Public)))?;
    require("the status", both.map(|at| format!("{:?}", game.status(at, &mut Vec::new()))))?;
    if game.turn(position) != Turn::Seat(seat) {
        return Ok(());
    }
    let list = |at: &G::Position| {
        let mut moves = Vec::new();
        game.legal_moves(at, &mut moves);
        let each = |&mv: &G::Move| (game.format_move(at, mv), game.route(at, mv));
        let texts: Vec<_> = moves.iter().map(each).collect();
        format!("{texts:?} {:?}", game.steps(at, &moves))
    };
    require("the moves", both.map(list))?;
    typed.iter().try_for_each(|text| {
        let answer = |at| match game.parse_move(at, text) {
            Ok(mv) => game.format_move(at, mv),
            Err(error) => format!("{error}; {}", error.reason()),
        };
        require(text, both.map(answer))
    })
}

/// A resample differs only in information hidden from the seat, so the seat's and the public's diagrams stay the same.
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

/// A seat's view of a move: a hash, its notation and the diagram after the move.
struct Look<M> {
    mv: M,
    sight: u64,
    text: String,
    picture: Diagram,
}

fn looks<G: Notation + HiddenInformation>(
    checked: &CheckedPosition<'_, G>,
    seat: Seat,
) -> Vec<Look<G::Move>> {
    let CheckedPosition { game, position, moves, .. } = checked;
    let viewer = Viewer::Seat(seat);
    let look = |&mv: &G::Move| Look {
        mv,
        sight: game.sight(position, mv, seat),
        text: game.format_move_for(position, mv, viewer),
        picture: game.diagram_after(position, mv, &checked.after(mv), viewer),
    };
    moves.iter().map(look).collect()
}

fn check_sights<G: Notation + HiddenInformation>(
    checked: &CheckedPosition<'_, G>,
    seat: Seat,
) -> Result<(), Violation> {
    let looks = looks(checked, seat);
    for (index, look) in looks.iter().enumerate() {
        for other in &looks[..index] {
            let agree = (look.sight == other.sight) == (look.text == other.text);
            checked.require_move(look.mv, agree, Law::SightIsText, || {
                let (one, two) = ((look.sight, &look.text), (other.sight, &other.text));
                format!("{seat} sees {one:?} and {two:?}")
            })?;
            let keeps = look.text != other.text || look.picture == other.picture;
            checked.require_move(look.mv, keeps, Law::DiagramKeepsSecrets, || {
                format!("{seat} sees {:?} twice, but with different diagrams", look.text)
            })?;
        }
    }
    Ok(())
}
