//! What the menu offers, and the match that comes of it.

use std::hash::{BuildHasher, RandomState};

use board_engine::Seat;
use games_package::{MatchSetup, OptionKind, PlayerInfo, TimeControl};
use house::{Failure, HUMAN, House, Limits};
use screen::{Choice, Offers, Side, Wish};

/// The option that makes a player many: each of its values is offered as a player of its own.
const GRADES: &str = "name";

/// What a house offers.
pub(super) struct OffersOf<'a>(pub(super) &'a House);

impl Offers for OffersOf<'_> {
    fn games(&self) -> Vec<Choice> {
        let games = self.0.games().into_iter();
        games.map(|info| choice(&info.name, &info.description)).collect()
    }

    fn game(&self, name: &str) -> Option<Choice> {
        let game = house::game(name).ok()?;
        Some(choice(game.name(), "the variant that you name"))
    }

    fn seats(&self, game: &str) -> Vec<String> {
        house::game(game).map_or_else(
            |_unknown| Vec::new(),
            |game| Seat::all(game.seat_count()).map(|seat| game.seat_name(seat)).collect(),
        )
    }

    fn opponents(&self, game: &str) -> Result<Vec<Choice>, String> {
        let listed = self.0.opponents(game).map_err(|failure| failure.to_string())?;
        let infos = self.0.players(Some(game)).map_err(|failure| failure.to_string())?;
        let options_of = |name: &str| {
            let found = infos.iter().find(|(known, _)| known == name);
            found.map(|(_, info)| info)
        };
        let mut all = Vec::new();
        for (name, description) in listed {
            match options_of(&name) {
                Some(info) => all.extend(graded(&name, &description, info)),
                None => all.push(choice(&name, &description)),
            }
        }
        all.push(choice(HUMAN, "another person at this screen"));
        Ok(all)
    }

    fn time(&self) -> TimeControl {
        self.0.usual_time()
    }
}

fn choice(name: &str, description: &str) -> Choice {
    Choice { name: name.into(), description: description.into(), options: Vec::new() }
}

/// The player; or where it has grades each of them, the usual one first.
fn graded(name: &str, description: &str, info: &PlayerInfo) -> Vec<Choice> {
    let grades = info.options.iter().find_map(|option| match &option.kind {
        OptionKind::Choice { default, choices } if option.name == GRADES => {
            Some((default, choices, &option.description))
        }
        _ => None,
    });
    let Some((default, grades, _)) = grades else {
        let options = info.options.clone();
        return vec![Choice { options, ..choice(name, description) }];
    };
    let rest: Vec<_> =
        info.options.iter().filter(|option| option.name != GRADES).cloned().collect();
    let mut order: Vec<&String> = grades.iter().collect();
    order.sort_by_key(|grade| *grade != default);
    let one = |grade: &String| Choice {
        options: rest.clone(),
        ..choice(&format!("{name}:{GRADES}={grade}"), description)
    };
    order.into_iter().map(one).collect()
}

/// The match that is wished for.
pub(super) fn match_of(house: &House, wish: &Wish) -> Result<MatchSetup, Failure> {
    let game = house::game(&wish.game)?;
    let count = game.seat_count();
    let own = match wish.side {
        Side::Mine(seat) => Some(seat.index()),
        Side::Nobodys => None,
        Side::Drawn => {
            // Below the number of seats, which is small.
            let drawn = RandomState::new().hash_one(()) % u64::try_from(count).unwrap_or(1);
            usize::try_from(drawn).ok()
        }
    };
    let player = |seat: usize| {
        if Some(seat) == own { HUMAN.to_string() } else { wish.opponent.clone() }
    };
    let players: Vec<String> = (0..count).map(player).collect();
    let limits = Limits { time: Some(wish.time), ..Limits::default() };
    house.match_setup(game, &players, limits, None)
}
