//! The items of the menu, and the match setup for a choice.

use std::hash::{BuildHasher, RandomState};

use anyhow::anyhow;
use board_engine::Seat;
use clap::ValueEnum;
use games_package::{MatchSetup, OptionKind, PlayerInfo, TimeControl};
use house::{Failure, FailureKind, HUMAN, House, LEVEL, Limits, PlayerSpec};
use match_library::{FoundCount, KeptMatch, LibraryError, MatchFilter, Page, Search};
use players::LEVELS;
use screen::{
    FoundMatches, KeptMatches, MatchQuery, MenuItem, MenuItems, MenuMatch, Occurrence, Side,
    TournamentView,
};

use super::tournaments::Tournaments;
use crate::arguments::{PageArguments, PlaceArguments, ResultArgument, SearchArguments};
use crate::match_files::{PROGRAM, library};
use crate::match_search::Wanted;
use crate::person_name::name_person;

/// The games and players of a house, and the tournaments.
pub(super) struct HouseItems<'a> {
    pub(super) house: &'a House,
    pub(super) tournaments: &'a Tournaments,
}

impl MenuItems for HouseItems<'_> {
    fn games(&self) -> Vec<MenuItem> {
        grouped(
            self.house.games().into_iter().map(|info| MenuItem::new(&info.name, &info.description)),
        )
    }

    fn kept_matches(&self, which: KeptMatches) -> Result<Vec<MenuItem>, String> {
        kept_matches(which).map_err(|error| error.to_string())
    }

    fn matches_of_player(&self, text: &str) -> Vec<MenuItem> {
        matches_of_player(text).unwrap_or_default()
    }

    fn tournaments(&self) -> Vec<MenuItem> {
        self.tournaments.list()
    }

    fn tournament_at(&self, path: &str) -> Option<MenuItem> {
        self.tournaments.at(path)
    }

    fn tournament(&self, folder: &str) -> Result<TournamentView, String> {
        self.tournaments.view(folder)
    }

    fn tournament_games(
        &self,
        folder: &str,
        player: Option<&str>,
    ) -> Result<Vec<MenuItem>, String> {
        self.tournaments.games(folder, player)
    }

    fn game(&self, name: &str) -> Option<MenuItem> {
        let game = house::game(name).ok()?;
        Some(MenuItem::new(game.name(), "the variant that you name"))
    }

    fn seats(&self, game: &str) -> Vec<String> {
        house::game(game).map_or_else(
            |_unknown| Vec::new(),
            |game| Seat::all(game.seat_count()).map(|seat| game.seat_name(seat)).collect(),
        )
    }

    fn has_matches(&self) -> Result<bool, String> {
        let count = library().and_then(|library| library.count(&MatchFilter::default()));
        count.map(|count| count > 0).map_err(|error| error.to_string())
    }

    fn find_matches(&self, query: &MatchQuery) -> Result<FoundMatches, String> {
        find_matches(query).map_err(|failure| house::one_line(&failure.to_string()))
    }

    fn players(&self, game: &str) -> Result<Vec<MenuItem>, String> {
        let house = self.house;
        let listed = house.opponents(game).map_err(|failure| failure.to_string())?;
        let infos = house.players(Some(game)).map_err(|failure| failure.to_string())?;
        let levels =
            infos.iter().find(|(name, _)| name == LEVEL).and_then(|(_, info)| levels(info));
        let default = house.default_opponent(game);
        let usual = match (default.text(), &levels) {
            (LEVEL, Some((usual, _))) => house::level(usual),
            (name, _) => name.into(),
        };
        let leveled = levels.into_iter().flat_map(|(_, names)| names).map(level);
        let player = |(name, description): &(String, String)| {
            let info = infos.iter().find(|(known, _)| known == name);
            let options = info.map(|(_, info)| info.options.clone()).unwrap_or_default();
            MenuItem { options, ..MenuItem::new(name, description) }
        };
        let others = listed.iter().filter(|(name, _)| name != LEVEL).map(player);
        let all = leveled.chain(others);
        Ok(all.map(|choice| MenuItem { is_default: choice.name == usual, ..choice }).collect())
    }

    fn person(&self) -> MenuItem {
        MenuItem::new(HUMAN, "another person at this screen")
    }

    fn time(&self) -> TimeControl {
        self.house.default_time_control()
    }
}

/// Games with several variants as one item each, where the first of them stood.
fn grouped(games: impl Iterator<Item = MenuItem>) -> Vec<MenuItem> {
    let mut families: Vec<MenuItem> = Vec::new();
    for game in games {
        let family = game.name.split(':').next().unwrap_or_default().to_owned();
        match families.iter_mut().find(|known| known.label == family) {
            Some(known) => known.variants.push(game),
            None => families.push(MenuItem { label: family, variants: vec![game.clone()], ..game }),
        }
    }
    for family in &mut families {
        match family.variants.len() {
            1 => family.variants.clear(),
            count => family.description = format!("{count} variants: {}", family.description),
        }
    }
    families
}

/// How many kept matches the menu lists. What is typed finds others.
const KEPT_MAX: usize = 200;

/// The matches of the library, the newest first.
fn kept_matches(which: KeptMatches) -> Result<Vec<MenuItem>, LibraryError> {
    let library = library()?;
    let filter = match which {
        KeptMatches::All => MatchFilter::default(),
        KeptMatches::Unfinished => MatchFilter {
            is_finished: Some(false),
            is_being_played: Some(false),
            program: Some(PROGRAM),
            ..MatchFilter::default()
        },
    };
    let matches = library.list(&filter, Page { offset: 0, limit: KEPT_MAX })?;
    Ok(matches.iter().map(kept_match).collect())
}

/// The shortest text by which players are searched: most names contain a shorter one.
const NAME_LEN_MIN: usize = 3;

/// The newest matches of players whose names contain the text.
fn matches_of_player(text: &str) -> Result<Vec<MenuItem>, LibraryError> {
    if text.chars().count() < NAME_LEN_MIN {
        return Ok(Vec::new());
    }
    let search = Search { player: Some(text), ..Search::default() };
    let found = library()?.search(&search, Page { offset: 0, limit: KEPT_MAX })?;
    Ok(found.matches.iter().map(|found| kept_match(&found.kept)).collect())
}

/// The newest of the matches that are looked for.
fn find_matches(query: &MatchQuery) -> Result<FoundMatches, Failure> {
    let arguments = arguments_of(query)?;
    let (wanted, library) = (Wanted::of(&arguments)?, library()?);
    library.update_index(|_left| true)?;
    let found = library.search(&wanted.search(), Page { offset: 0, limit: KEPT_MAX })?;
    let matches: Vec<MenuItem> =
        found.matches.iter().map(|found| kept_match(&found.kept)).collect();
    let shown = matches.len();
    let count = match found.count {
        FoundCount::Exactly(1) => "1 match was found.".into(),
        FoundCount::Exactly(count) if count == shown => format!("{count} matches were found."),
        FoundCount::Exactly(count) => format!("{count} matches were found; the first {shown}:"),
        FoundCount::AtLeast(count) => {
            format!("More than {count} matches were found; the first {shown}:")
        }
    };
    Ok(FoundMatches { matches, count })
}

/// What is looked for, as it is named on the command line.
///
/// # Errors
/// If an opening, a position or moves have no game.
pub(super) fn arguments_of(query: &MatchQuery) -> Result<SearchArguments, Failure> {
    let text = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    let place = PlaceArguments { position: text(&query.position), after: text(&query.moves) };
    let has_place = place.position.is_some() || place.after.is_some();
    let opening = text(&query.opening);
    if (has_place || opening.is_some()) && query.game.is_empty() {
        let why = anyhow!("openings, moves and positions need a game");
        return Err(Failure::new(FailureKind::Input, why));
    }
    Ok(SearchArguments {
        game: text(&query.game),
        player: text(&query.player),
        seat: None,
        opponent: text(&query.opponent),
        result: ResultArgument::from_str(&query.result, false).ok(),
        opening,
        place,
        reversed: has_place && query.occurrence == Occurrence::EitherColor,
        material: has_place && query.occurrence == Occurrence::Material,
        export: None,
        page: PageArguments { limit: KEPT_MAX, number: 1 },
        json: false,
    })
}

fn kept_match(kept: &KeptMatch) -> MenuItem {
    let label = format!("{} {}", kept.date(), kept.name);
    MenuItem { label, ..MenuItem::new(&kept.name, &house::one_line(&kept.title())) }
}

/// The default level of the player with levels, and all its levels, weakest first.
fn levels(info: &PlayerInfo) -> Option<(&String, &Vec<String>)> {
    info.options.iter().find_map(|option| match &option.kind {
        OptionKind::Choice { default, choices } => Some((default, choices)),
        _ => None,
    })
}

/// The choice of the player at this level.
fn level(name: &String) -> MenuItem {
    let known = LEVELS.iter().find(|level| level.name == name);
    let (first, rest) = (name.chars().take(1), name.chars().skip(1));
    let label = first.flat_map(char::to_uppercase).chain(rest).collect();
    let description = known.map_or("", |level| level.description);
    MenuItem { label, ..MenuItem::new(&house::level(name), description) }
}

/// The setup of the match that was chosen in the menu, by a person of this name if it is one.
pub(super) fn match_setup(
    house: &House,
    chosen: &MenuMatch,
    name: &str,
) -> Result<MatchSetup, Failure> {
    let game = house::game(&chosen.game)?;
    let count = game.seat_count();
    let (other_seat, other) = match &chosen.side {
        Side::Seat(seat) => (seat.index(), HUMAN),
        Side::Watch(first) => (Seat::FIRST.index(), first.as_str()),
        Side::Random => {
            // Below the number of seats, which is small.
            let drawn = RandomState::new().hash_one(()) % u64::try_from(count).unwrap_or(1);
            (usize::try_from(drawn).unwrap_or(0), HUMAN)
        }
    };
    let player = |seat: usize| {
        PlayerSpec::from_user(if seat == other_seat { other } else { &chosen.opponent })
    };
    let players: Vec<PlayerSpec> = (0..count).map(player).collect();
    let limits = Limits { time: Some(chosen.time), ..Limits::default() };
    let mut setup = house.match_setup(game, &players, limits, None)?;
    if !matches!(chosen.side, Side::Watch(_)) {
        name_person(&mut setup, Seat::new(other_seat), name);
    }
    Ok(setup)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_of_a_game_are_one_item() {
        let games = ["a:x", "b", "a:y"].map(|name| MenuItem::new(name, "text"));
        let grouped = grouped(games.into_iter());
        let labels: Vec<(&str, usize)> =
            grouped.iter().map(|item| (item.label.as_str(), item.variants.len())).collect();
        assert_eq!(labels, [("a", 2), ("b", 0)]);
        assert_eq!(grouped[0].description, "2 variants: text");
    }
}
