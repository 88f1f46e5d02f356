//! The viewer of a match with people, and whether hands must be hidden.

use board_engine::{Seat, Viewer};
use games_package::MatchSetup;
use house::House;
use match_view::deals_hidden_hands;

/// The viewer whose information is shown. In a game with hidden hands it is the only person; with two people it is the
/// public, until one of them is to move. Without hidden hands it is the public, to which players report their thinking.
pub(crate) fn viewer(house: &House, setup: &MatchSetup) -> Viewer {
    let mut people = people(house, setup);
    match (people.next(), people.next()) {
        (Some(seat), None) if deals_hidden_hands(&*setup.game) => Viewer::Seat(seat),
        _ => Viewer::Public,
    }
}

/// Whether people share the screen who must not see each other's hands.
pub(crate) fn hides_hands(house: &House, setup: &MatchSetup) -> bool {
    people(house, setup).nth(1).is_some() && deals_hidden_hands(&*setup.game)
}

/// The seats of people.
fn people(house: &House, setup: &MatchSetup) -> impl Iterator<Item = Seat> {
    let is_person = |seat: &Seat| house.is_person(&setup.seats[seat.index()].spec);
    Seat::all(setup.seats.len()).filter(is_person)
}
