//! Laws for diagrams and for positions set up from them.

use std::collections::{HashMap, HashSet};

use board_engine::{
    Board, Diagram, Edges, Glyph, GlyphKind, Notation, Seat, Square, Turn, Viewer, Zone,
    is_printable,
};

use crate::violation::CheckedPosition;
use crate::{Law, Violation};

pub(crate) fn check<G: Notation>(checked: &CheckedPosition<'_, G>) -> Result<(), Violation> {
    let CheckedPosition { game, position, .. } = checked;
    let start = game.diagram(&game.start(), Viewer::Arbiter);
    let seats = Seat::all(game.seats()).map(Viewer::Seat);
    for viewer in [Viewer::Arbiter, Viewer::Public].into_iter().chain(seats) {
        let diagram = game.diagram(position, viewer);
        check_squares(checked, &start, &diagram, viewer)?;
        check_names(checked, &diagram)?;
        check_edges(checked, &diagram)?;
        check_zones(checked, &diagram)?;
        check_pieces(checked, &diagram)?;
    }
    check_moves(checked, &start)
}

/// Checks that the diagram has the same squares as at the start.
fn check_squares<G: Notation>(
    checked: &CheckedPosition<'_, G>,
    start: &Diagram,
    diagram: &Diagram,
    viewer: Viewer,
) -> Result<(), Violation> {
    checked.require(have_same_squares(start, diagram), Law::DiagramsShareSquares, || {
        let counts = (start.squares().len(), diagram.squares().len());
        format!("{} squares at the start, {} for {viewer:?}", counts.0, counts.1)
    })
}

fn have_same_squares(one: &Diagram, other: &Diagram) -> bool {
    one.geometry() == other.geometry() && one.zones() == other.zones()
}

/// The squares on the board have different names.
fn check_names<G: Notation>(
    checked: &CheckedPosition<'_, G>,
    diagram: &Diagram,
) -> Result<(), Violation> {
    let squares = diagram.geometry().squares();
    let names: HashSet<&str> = squares.map(|square| diagram.name(square)).collect();
    let count = diagram.geometry().square_count();
    let is_named = names.len() == count && !names.contains("");
    checked.require(is_named, Law::DiagramsShareSquares, || {
        format!("{} names for {count} squares", names.len())
    })
}

/// An edge has a label for each column or row, or none at all.
fn check_edges<G: Notation>(
    checked: &CheckedPosition<'_, G>,
    diagram: &Diagram,
) -> Result<(), Violation> {
    let Edges { top, right, bottom, left } = diagram.edges();
    let geometry = diagram.geometry();
    let (width, height) = (geometry.width().into(), geometry.height().into());
    for (labels, count) in [(top, width), (bottom, width), (left, height), (right, height)] {
        let fits = labels.is_empty() || labels.len() == count;
        checked.require(fits, Law::EdgesHaveALabelEach, || {
            format!("{} labels for {count} lines", labels.len())
        })?;
    }
    Ok(())
}

/// Zones differ in name or owner, and an owner has the game's name for the seat.
fn check_zones<G: Notation>(
    checked: &CheckedPosition<'_, G>,
    diagram: &Diagram,
) -> Result<(), Violation> {
    let titles: HashSet<String> = diagram.zones().iter().map(Zone::title).collect();
    let count = diagram.zones().len();
    let are_named =
        titles.len() == count && diagram.zones().iter().all(|zone| is_name(zone.name()));
    checked.require(are_named, Law::ZonesDiffer, || format!("{titles:?} for {count} zones"))?;
    for zone in diagram.zones() {
        let expected = zone.owner().filter(|seat| seat.index() < checked.game.seats());
        let expected = expected.map(|seat| checked.game.seat_name(seat));
        checked.require(expected.as_deref() == zone.owner_name(), Law::ZonesDiffer, || {
            format!("{:?} belongs to {:?}", zone.title(), zone.owner())
        })?;
    }
    Ok(())
}

/// Pieces have owners, and distinct, printable strings.
fn check_pieces<G: Notation>(
    checked: &CheckedPosition<'_, G>,
    diagram: &Diagram,
) -> Result<(), Violation> {
    let mut kinds: HashMap<&str, &Glyph> = HashMap::new();
    for (square, glyph) in diagram.glyphs() {
        let is_piece = matches!(glyph.kind, GlyphKind::Piece { .. });
        let is_of_seat = glyph.owner.map_or(!is_piece, |seat| seat.index() < checked.game.seats());
        checked.require(is_of_seat, Law::PiecesHaveOwners, || {
            format!("the {} on {} belongs to {:?}", glyph.name, diagram.name(square), glyph.owner)
        })?;
        let is_text =
            !glyph.text.is_empty() && glyph.text.bytes().all(|byte| byte.is_ascii_graphic());
        let can_be_shown = is_text && is_name(&glyph.name) && glyph.symbol.is_none_or(is_printable);
        checked.require(can_be_shown, Law::PiecesCanBeShown, || format!("{glyph:?}"))?;
        if is_piece {
            let other = *kinds.entry(glyph.text.as_str()).or_insert(glyph);
            checked.require(other == glyph, Law::PiecesCanBeShown, || {
                format!("the {} and the {} are both \"{}\"", other.name, glyph.name, glyph.text)
            })?;
        }
    }
    Ok(())
}

/// Returns `true` if a string is a single readable line.
fn is_name(text: &str) -> bool {
    !text.trim().is_empty() && text.chars().all(is_printable)
}

/// The number of moves per position after which the diagram is drawn. Drawing it after every move would take most of
/// the total time.
const DRAWN_MOVES_MAX: usize = 4;

/// Moves touch existing squares, and a move doesn't change the diagram's set of squares.
fn check_moves<G: Notation>(
    checked: &CheckedPosition<'_, G>,
    start: &Diagram,
) -> Result<(), Violation> {
    let CheckedPosition { game, position, .. } = checked;
    let before = game.diagram(position, Viewer::Arbiter);
    let count = start.squares().len();
    let interval = checked.moves.len().div_ceil(DRAWN_MOVES_MAX).max(1);
    // Start at a different move in each position.
    let first = usize::try_from(game.key(position) >> 32).map_or(0, |key| key % interval);
    for &mv in checked.moves.iter().skip(first).step_by(interval) {
        let after = checked.after(mv);
        let picture = game.diagram_after(position, mv, &after, Viewer::Arbiter);
        let is_same = have_same_squares(start, &picture);
        checked.require_move(mv, is_same, Law::DiagramsShareSquares, || {
            format!("{} squares after the move", picture.squares().len())
        })?;
    }
    for &mv in &checked.moves {
        let route = game.route(position, mv);
        let is_on_board = route.iter().all(|square| square.index() < count);
        checked.require_move(mv, is_on_board, Law::RoutesAreOnTheBoard, || {
            format!("{route:?} on {count} squares")
        })?;
        let begins = match route.as_slice() {
            [from, _, ..] => has_piece(&before, *from),
            _ => true,
        };
        checked.require_move(mv, begins, Law::RoutesBeginAtAPiece, || {
            format!("nothing is on {}", before.name(route[0]))
        })?;
    }
    check_steps(checked, &before)
}

/// The steps of the legal moves are on the board and move pieces, and they end in exactly the moves that touch squares.
fn check_steps<G: Notation>(
    checked: &CheckedPosition<'_, G>,
    before: &Diagram,
) -> Result<(), Violation> {
    let CheckedPosition { game, position, moves, .. } = checked;
    let steps = game.steps(position, moves);
    let nodes = steps.nodes();
    let mut is_reached = vec![false; nodes.len()];
    is_reached[0] = true;
    let mut waiting = vec![(0, before.clone())];
    let mut made: HashSet<usize> = nodes[0].moves.iter().copied().collect();
    while let Some((index, picture)) = waiting.pop() {
        for (step, next) in &nodes[index].steps {
            let touched = step.from.into_iter().chain([step.to]);
            let moved = step.from.into_iter().chain(step.others.iter().map(|(from, _)| *from));
            let squares = touched.chain(step.others.iter().filter_map(|(_, to)| *to));
            let is_on_board =
                squares.chain(moved.clone()).all(|it| it.index() < before.squares().len());
            let moves_pieces =
                is_on_board && moved.into_iter().all(|from| has_piece(&picture, from));
            checked.require(moves_pieces, Law::StepsMakeTheMoves, || format!("{step:?}"))?;
            if std::mem::replace(&mut is_reached[*next], true) {
                continue;
            }
            made.extend(nodes[*next].moves.iter().copied());
            if !nodes[*next].steps.is_empty() {
                let mut after = picture.clone();
                step.make(&mut after);
                waiting.push((*next, after));
            }
        }
    }
    let has_squares = |index: &usize| !game.route(position, moves[*index]).is_empty();
    let expected: HashSet<usize> = (0..moves.len()).filter(has_squares).collect();
    checked.require(made == expected, Law::StepsMakeTheMoves, || {
        format!("they make {} of {} moves", made.len(), expected.len())
    })
}

fn has_piece(diagram: &Diagram, square: Square) -> bool {
    let lies_there = diagram.laid().iter().any(|laid| laid.squares.contains(&square));
    lies_there || !diagram.pieces(square).is_empty()
}

/// Sets the position up again from the pieces of its diagram.
pub(crate) fn check_set_up<G: Notation>(checked: &CheckedPosition<'_, G>) -> Result<(), Violation> {
    let CheckedPosition { game, position, .. } = checked;
    let pieces = game.pieces_to_set_up();
    let Turn::Seat(mover) = game.turn(position) else { return Ok(()) };
    if pieces.is_empty() {
        return Ok(());
    }
    let picture = game.diagram(position, Viewer::Arbiter);
    let found = set_up(*game, &picture, &pieces, mover);
    checked.require(found.as_ref() == Ok(&board(&picture)), Law::SetUpIsThePicture, || {
        format!("it gives {found:?}")
    })
}

/// The glyphs on each board square.
fn board(picture: &Diagram) -> Vec<Vec<Glyph>> {
    picture.geometry().squares().map(|square| picture.pieces(square).to_vec()).collect()
}

/// The pieces that can be set up, taken from the diagram's pieces.
///
/// # Errors
/// The problem.
fn set_up<G: Notation>(
    game: &G,
    picture: &Diagram,
    pieces: &[Glyph],
    mover: Seat,
) -> Result<Vec<Vec<Glyph>>, String> {
    let index_on = |square: Square| {
        let glyph = picture.pieces(square).first()?;
        pieces.iter().position(|piece| piece == glyph)
    };
    let board_of_picture = Board::from_fn(picture.geometry().square_count(), index_on);
    let text = game.format_set_up(&board_of_picture, mover);
    let position = game.parse_position(&text).map_err(|error| error.to_string())?;
    if game.turn(&position) != Turn::Seat(mover) {
        return Err(format!("another turn in {text}"));
    }
    Ok(board(&game.diagram(&position, Viewer::Arbiter)))
}
