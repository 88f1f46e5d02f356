//! The menu items, and the match setup for the user's choices.

use std::hash::{BuildHasher, RandomState};

use app_context::{
    AppContext, Failure, FailureKind, HUMAN, LEVEL, LevelChoice, Limits, PlayerSpec,
};
use board_engine::Seat;
use games_package::{MatchSetup, TimeControl};
use match_library::{
    FoundCount, KeptMatch, LibraryError, MatchFilter, MatchResult, Page, Search, SearchTerms,
};

use super::tournaments::Tournaments;
use crate::kept_matches::{PROGRAM, library};
use crate::people::name_person;
use crate::plain_text::is_position;
use crate::{
    FoundMatches, KeptMatches, MatchQuery, MenuItem, MenuItems, MenuMatch, Occurrence, Side,
    TournamentView,
};

/// The app's games, players and tournaments.
pub(super) struct AppItems<'a> {
    pub(super) app: &'a AppContext,
    pub(super) tournaments: &'a Tournaments,
    /// The preselected time control, if not the default.
    pub(super) time: Option<TimeControl>,
}

impl MenuItems for AppItems<'_> {
    fn games(&self) -> Vec<MenuItem> {
        grouped(
            self.app.games().into_iter().map(|info| MenuItem::new(&info.name, &info.description)),
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
        let game = app_context::game(name).ok()?;
        Some(MenuItem::new(game.name(), "the named variant"))
    }

    fn game_of_position(&self, position: &str) -> Option<String> {
        let games =
            self.app.games().into_iter().filter_map(|info| app_context::game(&info.name).ok());
        let mut fitting = games.filter(|game| is_position(&**game, position));
        fitting.next().map(|game| game.name().to_owned())
    }

    fn seats(&self, game: &str) -> Vec<String> {
        app_context::game(game).map_or_else(
            |_unknown| Vec::new(),
            |game| Seat::all(game.seat_count()).map(|seat| game.seat_name(seat)).collect(),
        )
    }

    fn has_matches(&self) -> Result<bool, String> {
        let count = library().and_then(|library| library.count(&MatchFilter::default()));
        count.map(|count| count > 0).map_err(|error| error.to_string())
    }

    fn find_matches(&self, query: &MatchQuery) -> Result<FoundMatches, String> {
        find_matches(query).map_err(|failure| app_context::one_line(&failure.to_string()))
    }

    fn players(&self, game: &str) -> Result<Vec<MenuItem>, String> {
        let app = self.app;
        let listed = app.opponents(game).map_err(|failure| failure.to_string())?;
        let infos = app.players(Some(game)).map_err(|failure| failure.to_string())?;
        let levels = app.levels(game).map_err(|failure| failure.to_string())?;
        let usual = match levels.iter().find(|level| level.is_default) {
            Some(level) => app_context::level(&level.name),
            None => app.default_opponent(game).text().to_owned(),
        };
        let leveled = levels.iter().map(level);
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
        self.time.unwrap_or_else(|| self.app.default_time_control())
    }
}

/// Groups a game's variants into one item, at the position of the first variant.
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

/// The maximum number of saved matches in the menu. Typing a name finds more matches.
const KEPT_MAX: usize = 200;

/// The library matches, newest first.
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

/// The minimum length of a player search. Shorter strings occur in too many names.
const NAME_LEN_MIN: usize = 3;

/// The newest matches with `text` in a player's name.
fn matches_of_player(text: &str) -> Result<Vec<MenuItem>, LibraryError> {
    if text.chars().count() < NAME_LEN_MIN {
        return Ok(Vec::new());
    }
    let search = Search { player: Some(text), ..Search::default() };
    let found = library()?.search(&search, Page { offset: 0, limit: KEPT_MAX })?;
    Ok(found.matches.iter().map(|found| kept_match(&found.kept)).collect())
}

/// The newest query results.
fn find_matches(query: &MatchQuery) -> Result<FoundMatches, Failure> {
    let terms = terms_of(query)?;
    let (wanted, library) = (terms.resolved()?, library()?);
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

/// Converts a menu query to search terms.
///
/// # Errors
/// If an opening, a position or moves are given without a game.
pub(super) fn terms_of(query: &MatchQuery) -> Result<SearchTerms, Failure> {
    let text = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    let (position, after) = (text(&query.position), text(&query.moves));
    let has_place = position.is_some() || after.is_some();
    let opening = text(&query.opening);
    if (has_place || opening.is_some()) && query.game.is_empty() {
        let why = "searching by opening, moves or position requires a game";
        return Err(Failure::message(FailureKind::Input, why));
    }
    Ok(SearchTerms {
        game: text(&query.game),
        player: text(&query.player),
        seat: None,
        opponent: text(&query.opponent),
        result: result(&query.result),
        opening,
        position,
        after,
        reversed: has_place && query.occurrence == Occurrence::EitherColor,
        material: has_place && query.occurrence == Occurrence::Material,
    })
}

/// The match result with this name. `None` for any result.
fn result(name: &str) -> Option<MatchResult> {
    match name {
        "1-0" => Some(MatchResult::Win(Seat::FIRST)),
        "0-1" => Some(MatchResult::Win(Seat::SECOND)),
        "1/2-1/2" | "draw" => Some(MatchResult::Draw),
        _ => None,
    }
}

fn kept_match(kept: &KeptMatch) -> MenuItem {
    let label = format!("{} {}", kept.date(), kept.name);
    MenuItem { label, ..MenuItem::new(&kept.name, &app_context::one_line(&kept.title())) }
}

/// The menu item for the player at this level.
fn level(level: &LevelChoice) -> MenuItem {
    let LevelChoice { name, description, .. } = level;
    let (first, rest) = (name.chars().take(1), name.chars().skip(1));
    let label = first.flat_map(char::to_uppercase).chain(rest).collect();
    MenuItem { label, ..MenuItem::new(&app_context::level(name), description) }
}

/// The setup for the match chosen in the menu. `name` is the name of the person who plays, if any.
pub(super) fn match_setup(
    app: &AppContext,
    chosen: &MenuMatch,
    name: &str,
) -> Result<MatchSetup, Failure> {
    let game = app_context::game(&chosen.game)?;
    let count = game.seat_count();
    let (other_seat, other) = match &chosen.side {
        Side::Seat(seat) => (seat.index(), HUMAN),
        Side::Watch(first) => (Seat::FIRST.index(), first.as_str()),
        Side::Random => {
            // The drawn number is below the number of seats, so the conversion can't fail.
            let drawn = RandomState::new().hash_one(()) % u64::try_from(count).unwrap_or(1);
            (usize::try_from(drawn).unwrap_or(0), HUMAN)
        }
    };
    let player = |seat: usize| {
        PlayerSpec::from_user(if seat == other_seat { other } else { &chosen.opponent })
    };
    let players: Vec<PlayerSpec> = (0..count).map(player).collect();
    let limits = Limits { time: Some(chosen.time), ..Limits::default() };
    let mut setup = app.match_setup(game, &players, limits, None)?;
    if !matches!(chosen.side, Side::Watch(_)) {
        name_person(&mut setup, Seat::new(other_seat), name);
    }
    Ok(setup)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_games_variants_are_one_item() {
        let games = ["a:x", "b", "a:y"].map(|name| MenuItem::new(name, "text"));
        let grouped = grouped(games.into_iter());
        let labels: Vec<(&str, usize)> =
            grouped.iter().map(|item| (item.label.as_str(), item.variants.len())).collect();
        assert_eq!(labels, [("a", 2), ("b", 0)]);
        assert_eq!(grouped[0].description, "2 variants: text");
    }
}
