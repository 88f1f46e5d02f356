//! Tests pictures of hand-written diagrams.

use board_engine::{Coordinates, Diagram, Geometry, Glyph, Rank, Seat, SideOwners, Square, Tiling};
use match_library::board_picture::{FRAMES_MAX, Labels, PictureFrame, svg};

fn stone(column: usize) -> PictureFrame {
    let geometry = Geometry::rectangle(3, 1);
    let mut diagram = Diagram::new(geometry, Coordinates::AtEdges, |_| String::new());
    diagram.put(Square::new(column), Glyph::piece(Seat::FIRST, "man", 'x', 'x', "stone"));
    PictureFrame { diagram, marked: vec![Square::new(column)], text: format!("move {column}") }
}

fn count(picture: &str, part: &str) -> usize {
    picture.matches(part).count()
}

#[test]
fn a_single_frame_is_a_static_picture() {
    let picture = svg(&[stone(0)], &Labels::default());
    assert_eq!(count(&picture, "<animate"), 0);
    assert_eq!(count(&picture, "<use href=\"#man-seat1\""), 1);
    assert_eq!(count(&picture, "id=\"man-seat1\""), 1);
}

#[test]
fn a_piece_only_appears_in_its_frames_and_the_last_frame_stays() {
    let picture = svg(&[stone(0), stone(1), stone(0)], &Labels::default());
    let times = "dur=\"5s\" repeatCount=\"indefinite\" values=\"hidden;visible;hidden\" \
                 keyTimes=\"0;0.200000;0.400000\"";
    assert!(picture.contains(times), "{picture}");
    let returning = "values=\"visible;hidden;visible\" keyTimes=\"0;0.200000;0.400000\"";
    assert!(picture.contains(returning), "{picture}");
    assert_eq!(count(&picture, "class=\"frame\""), 1, "constant elements are written once");
}

#[test]
fn texts_are_escaped() {
    let frame = PictureFrame { text: "<script>&\u{0}".into(), ..stone(0) };
    let players = vec!["\"><script>".into(), "a'b".into()];
    let picture = svg(&[frame], &Labels { title: "</title><x>".into(), players });
    assert_eq!(count(&picture, "<script"), 0);
    assert_eq!(count(&picture, "<x>"), 0);
    assert!(picture.contains("&lt;script&gt;&amp;\u{FFFD}"));
}

#[test]
fn a_picture_is_self_contained_and_uses_no_page_variables() {
    let mut frame = stone(0);
    let hand = frame.diagram.add_zone_of(Seat::FIRST, "First", "hand", 2);
    frame.diagram.put(hand[0], Glyph::card(Rank::King, None));
    frame.diagram.put(hand[1], Glyph::hidden_card());
    let picture = svg(&[frame], &Labels::default());
    let targets = picture.split("href=\"").skip(1);
    assert!(targets.into_iter().all(|target| target.starts_with('#')), "{picture}");
    assert_eq!(count(&picture, "http"), 1, "the name space of SVG");
    assert_eq!(count(&picture, "var("), 0);
    assert!(picture.contains("First&#39;s hand"));
}

#[test]
fn the_sides_of_a_hexagonal_board_have_the_players_colors() {
    let [red, blue] = [Seat::FIRST, Seat::SECOND];
    let owners = SideOwners { top: Some(red), right: Some(blue), bottom: Some(red), left: None };
    let geometry = Geometry::rectangle(3, 3);
    let mut diagram = Diagram::new(geometry, Coordinates::AtEdges, |_| String::new())
        .with_tiling(Tiling::Hexagons)
        .with_side_owners(owners);
    diagram.put(Square::new(4), Glyph::piece(blue, "stone", 'b', '○', "blue stone"));
    let frame = PictureFrame { diagram, marked: vec![Square::new(4)], text: "b2".into() };
    let picture = svg(&[frame], &Labels::default());
    assert_eq!(count(&picture, "class=\"light lined\""), 9);
    assert_eq!(count(&picture, "fill=\"#c8402b\" d="), 2, "red sides");
    assert_eq!(count(&picture, "fill=\"#2f78b7\" d="), 1, "a blue side");
    assert_eq!(count(&picture, "class=\"frame\""), 1, "a side without an owner");
    assert_eq!(count(&picture, "<use href=\"#stone-seat3\""), 1, "the stone is blue, too");
    assert_eq!(count(&picture, "class=\"last\""), 1);
}

#[test]
fn empty_and_oversized_pictures_are_valid_files() {
    assert!(svg(&[], &Labels::default()).ends_with("</svg>\n"));
    let long: Vec<PictureFrame> = (0..=FRAMES_MAX).map(|index| stone(index % 2)).collect();
    assert_eq!(svg(&long, &Labels::default()), svg(&long[..FRAMES_MAX], &Labels::default()));
}
