//! The name of the person at this terminal.

use board_engine::Seat;
use games_package::{MatchSetup, Player, SeatSetup};
use house::HUMAN;
use players::HumanPlayer;

/// Gives this name, if it is one, to the only person of the match; to nobody where there are several, and to nobody who has a
/// name already.
pub(crate) fn name_only_person(setup: &mut MatchSetup, name: &str) {
    let is_person = |seat: &Seat| setup.seats[seat.index()].is_person;
    let people: Vec<Seat> = Seat::all(setup.seats.len()).filter(is_person).collect();
    if let [seat] = people[..] {
        name_person(setup, seat, name);
    }
}

/// Gives this name, if it is one, to the person in this seat, if there is one without a name.
pub(crate) fn name_person(setup: &mut MatchSetup, seat: Seat, name: &str) {
    let Some(SeatSetup { spec, player, is_person: true }) = setup.seats.get_mut(seat.index())
    else {
        return;
    };
    if !name.is_empty() && spec == HUMAN && player.name() == HumanPlayer::default().name() {
        *player = Box::new(HumanPlayer::named(name));
    }
}

#[cfg(test)]
mod tests {
    use games_package::TableGame;
    use std::sync::Arc;

    use super::*;

    /// The names in a match of these players, after the only person was called Ada.
    fn names(players: [&str; 2]) -> Vec<String> {
        let game: Arc<dyn TableGame> = house::game("tic-tac-toe").unwrap();
        let seat = |name: &str| match name {
            "engine" => SeatSetup::new("engine", Box::new(HumanPlayer::named("engine"))),
            name => SeatSetup::person(HUMAN, Box::new(HumanPlayer::named(name))),
        };
        let mut setup = MatchSetup::new(game, players.map(seat).into());
        name_only_person(&mut setup, "Ada");
        setup.seats.iter().map(|seat| seat.player.name()).collect()
    }

    #[test]
    fn the_only_person_gets_the_name_unless_there_is_one_already() {
        assert_eq!(names(["human", "engine"]), ["Ada", "engine"]);
        assert_eq!(names(["engine", "Bob"]), ["engine", "Bob"]);
        assert_eq!(names(["human", "human"]), ["human", "human"]);
    }
}
