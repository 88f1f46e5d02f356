//! The people at this terminal: their names and the information they may see.

use analysis::Study;
use app_context::{AppContext, Failure, HUMAN, Limits, PlayerSpec};
use board_engine::{Seat, Turn, Viewer};
use games_package::{MatchSetup, Player, Ply, SeatSetup};
use match_view::deals_hidden_hands;
use players::HumanPlayer;

/// The viewer for whom to show the match. In a game with hidden hands, this is the only person at the terminal. With
/// several people, the viewer is the public until a person is to move. Without hidden hands, the viewer is always the
/// public, because players report their thinking to the public.
pub fn viewer(app: &AppContext, setup: &MatchSetup) -> Viewer {
    let mut people = people(app, setup);
    match (people.next(), people.next()) {
        (Some(seat), None) if deals_hidden_hands(&*setup.game) => Viewer::Seat(seat),
        _ => Viewer::Public,
    }
}

/// Returns `true` if people share the screen but must not see each other's hands.
pub fn hides_hands(app: &AppContext, setup: &MatchSetup) -> bool {
    people(app, setup).nth(1).is_some() && deals_hidden_hands(&*setup.game)
}

/// The people's seats.
fn people(app: &AppContext, setup: &MatchSetup) -> impl Iterator<Item = Seat> {
    let is_person = |seat: &Seat| app.is_person(&setup.seats[seat.index()].spec);
    Seat::all(setup.seats.len()).filter(is_person)
}

/// Gives this name to the match's only person, unless that person already has a name. Does nothing if there are several
/// people or the name is invalid.
pub fn name_only_person(setup: &mut MatchSetup, name: &str) {
    let is_person = |seat: &Seat| setup.seats[seat.index()].is_person;
    let people: Vec<Seat> = Seat::all(setup.seats.len()).filter(is_person).collect();
    if let [seat] = people[..] {
        name_person(setup, seat, name);
    }
}

/// Names the person in this seat, unless the person already has a name or the name is invalid.
pub(crate) fn name_person(setup: &mut MatchSetup, seat: Seat, name: &str) {
    let Some(SeatSetup { spec, player, is_person: true }) = setup.seats.get_mut(seat.index())
    else {
        return;
    };
    if !name.is_empty() && spec == HUMAN && player.name() == HumanPlayer::default().name() {
        *player = Box::new(HumanPlayer::named(name));
    }
}

/// A match from the current position of a study: the person plays the side to move, and the default opponent plays the
/// other seats.
pub(crate) fn match_from(app: &AppContext, study: &Study) -> Result<MatchSetup, Failure> {
    let game = study.game().clone();
    let own = match study.state().turn() {
        Turn::Seat(seat) => seat,
        Turn::Chance => Seat::FIRST,
    };
    let opponent = app.default_opponent(game.name());
    let seats = Seat::all(game.seat_count());
    let player = |seat| if seat == own { PlayerSpec::from_user(HUMAN) } else { opponent.clone() };
    let players: Vec<PlayerSpec> = seats.map(player).collect();
    let mut setup = app.match_setup(game, &players, Limits::default(), None)?;
    setup.position = Some(study.record().start.clone());
    setup.opening = study.moves().iter().map(|mv| Ply::from(mv.as_str())).collect();
    Ok(setup)
}

#[cfg(test)]
mod tests {
    use games_package::TableGame;
    use std::sync::Arc;

    use super::*;

    /// The names in a match between these players, after naming the only person Ada.
    fn names(players: [&str; 2]) -> Vec<String> {
        let game: Arc<dyn TableGame> = app_context::game("tic-tac-toe").unwrap();
        let seat = |name: &str| match name {
            "engine" => SeatSetup::new("engine", Box::new(HumanPlayer::named("engine"))),
            name => SeatSetup::person(HUMAN, Box::new(HumanPlayer::named(name))),
        };
        let mut setup = MatchSetup::new(game, players.map(seat).into());
        name_only_person(&mut setup, "Ada");
        setup.seats.iter().map(|seat| seat.player.name()).collect()
    }

    #[test]
    fn the_only_person_gets_the_name_unless_already_named() {
        assert_eq!(names(["human", "engine"]), ["Ada", "engine"]);
        assert_eq!(names(["engine", "Bob"]), ["engine", "Bob"]);
        assert_eq!(names(["human", "human"]), ["human", "human"]);
    }
}
