//! Diagrams.

use std::collections::{HashMap, HashSet};

use board_engine::{
    Diagram, Edges, Glyph, GlyphKind, Notation, Seat, Square, Viewer, Zone, is_printable,
};

use crate::checked_position::CheckedPosition;
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

/// The same squares as at the start.
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

/// The squares of the board have names that differ.
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

/// Zones differ in name or owner, and owners are seats that are called as the game calls them.
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

/// Pieces have owners, and texts that can be shown and told apart.
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

/// Whether a text is one line that can be read.
fn is_name(text: &str) -> bool {
    !text.trim().is_empty() && text.chars().all(is_printable)
}

/// Moves touch squares that are there, and the picture after a move has the same ones.
fn check_moves<G: Notation>(
    checked: &CheckedPosition<'_, G>,
    start: &Diagram,
) -> Result<(), Violation> {
    let CheckedPosition { game, position, .. } = checked;
    let before = game.diagram(position, Viewer::Arbiter);
    let count = start.squares().len();
    for &mv in &checked.moves {
        let after = checked.after(mv);
        let picture = game.diagram_after(position, mv, &after, Viewer::Arbiter);
        let is_same = have_same_squares(start, &picture);
        checked.require_move(mv, is_same, Law::DiagramsShareSquares, || {
            format!("{} squares after the move", picture.squares().len())
        })?;
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
            format!("nothing lies on {}", before.name(route[0]))
        })?;
    }
    Ok(())
}

fn has_piece(diagram: &Diagram, square: Square) -> bool {
    let lies_there = diagram.laid().iter().any(|laid| laid.squares.contains(&square));
    lies_there || !diagram.pieces(square).is_empty()
}
