//! The menu in plain text.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;

use app_context::{AppContext, Failure, HUMAN, LEVEL};
use board_engine::Seat;

/// The choice of a user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlainChoice {
    /// A match against one opponent.
    Play {
        /// The name of the game.
        game: String,
        /// The player of all other seats.
        opponent: String,
        /// The seats of the opponent: all but the user's.
        opponent_seats: Vec<Seat>,
    },
    /// A match between programs.
    Watch {
        /// The name of the game.
        game: String,
        /// The players in the order of the seats.
        players: Vec<String>,
    },
    /// An unfinished match.
    Continue,
    /// The match with this name, to step through.
    Replay(PathBuf),
    /// The list of the library.
    Library,
    /// A study of this game.
    Analyze(String),
    /// Puzzles.
    Puzzles,
    /// The tournaments.
    Tournaments,
    /// The settings.
    Settings,
    /// A study of the match in this file.
    File(PathBuf),
}

/// The items of the first list: the word to type, and a description.
const ITEMS: [(&str, &str); 11] = [
    ("play", "a new match against the computer or a person"),
    ("watch", "a match between computer players"),
    ("continue", "an unfinished match"),
    ("library", "list all your matches and imports"),
    ("replay", "step through a match of the library"),
    ("analyze", "try moves in any game with the computer's best lines"),
    ("puzzles", "positions with one winning move"),
    ("tournaments", "computer players against each other, with standings"),
    ("file", "games in PDN, PGN or .mat, or a saved match"),
    ("settings", "your name, pieces and colors of the board, sounds"),
    ("quit", "leave Rival"),
];

/// Asks for one of the items, and for the details that it needs. The name of a game starts a match of it. `None` if the
/// user quits.
///
/// # Errors
/// [`Failure`] if the players can't be listed, or `input` or `out` fails.
pub fn choose(
    app: &AppContext,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<Option<PlainChoice>, Failure> {
    writeln!(
        out,
        "Rival. Type a number or a word; Enter accepts the choice in brackets, q quits."
    )?;
    let items = ITEMS.map(|(name, description)| (name.to_owned(), description.to_owned()));
    let mut menu = PlainMenu { app, input, out };
    let Some(chosen) = menu.choose_or("Menu", &items, 0, |typed| named_game(typed).is_some())?
    else {
        return Ok(None);
    };
    match chosen {
        Chosen::Other(game) => menu.play(game),
        Chosen::Listed(index) => menu.begin(ITEMS[index].0),
    }
}

/// An item of a list, or another text that the list accepts.
enum Chosen {
    Listed(usize),
    Other(String),
}

/// The lists that lead to a choice.
struct PlainMenu<'a> {
    app: &'a AppContext,
    input: &'a mut dyn BufRead,
    out: &'a mut dyn Write,
}

impl PlainMenu<'_> {
    fn begin(&mut self, item: &str) -> Result<Option<PlainChoice>, Failure> {
        Ok(match item {
            "play" => match self.choose_game()? {
                Some(game) => return self.play(game),
                None => None,
            },
            "watch" => self.watch()?,
            "continue" => Some(PlainChoice::Continue),
            "replay" => self.ask("Match, like match-1")?.map(PlainChoice::Replay),
            "library" => Some(PlainChoice::Library),
            "analyze" => self.choose_game()?.map(PlainChoice::Analyze),
            "puzzles" => Some(PlainChoice::Puzzles),
            "tournaments" => Some(PlainChoice::Tournaments),
            "settings" => Some(PlainChoice::Settings),
            "file" => self.ask("File")?.map(PlainChoice::File),
            _ => None,
        })
    }

    /// A name or a path; `None` if the user quits or types nothing.
    fn ask(&mut self, title: &str) -> io::Result<Option<PathBuf>> {
        write!(self.out, "{title}: ")?;
        self.out.flush()?;
        Ok(read_answer(self.input)?.filter(|typed| !typed.is_empty()).map(PathBuf::from))
    }

    fn play(&mut self, game: String) -> Result<Option<PlainChoice>, Failure> {
        let Some(opponent) = self.choose_player(&game, "Opponent", true)? else {
            return Ok(None);
        };
        let rules = app_context::game(&game)?;
        let seats = || Seat::all(rules.seat_count());
        let sides: Vec<MenuLine> =
            seats().map(|seat| (rules.seat_name(seat), order(seat.index()))).collect();
        let Some(side) = self.choose_from("Your side", &sides, 0)? else { return Ok(None) };
        writeln!(self.out)?;
        let opponent_seats = seats().filter(|seat| seat.index() != side).collect();
        Ok(Some(PlainChoice::Play { game, opponent, opponent_seats }))
    }

    fn watch(&mut self) -> Result<Option<PlainChoice>, Failure> {
        let Some(game) = self.choose_game()? else { return Ok(None) };
        let rules = app_context::game(&game)?;
        let mut players = Vec::new();
        for seat in Seat::all(rules.seat_count()) {
            let title = format!("{} is played by", rules.seat_name(seat));
            let Some(player) = self.choose_player(&game, &title, false)? else { return Ok(None) };
            players.push(player);
        }
        writeln!(self.out)?;
        Ok(Some(PlainChoice::Watch { game, players }))
    }

    fn choose_game(&mut self) -> Result<Option<String>, Failure> {
        let games: Vec<MenuLine> =
            self.app.games().into_iter().map(|info| (info.name, info.description)).collect();
        let chosen = self.choose_or("Game", &games, 0, |typed| named_game(typed).is_some())?;
        Ok(chosen.map(|chosen| match chosen {
            Chosen::Listed(index) => games[index].0.clone(),
            Chosen::Other(game) => game,
        }))
    }

    /// The levels, then the other players.
    fn choose_player(
        &mut self,
        game: &str,
        title: &str,
        with_person: bool,
    ) -> Result<Option<String>, Failure> {
        let levels = self.app.levels(game)?;
        let others = self.app.opponents(game)?.into_iter().filter(|(name, _)| name != LEVEL);
        let person = (HUMAN.to_owned(), "another person at this screen".to_owned());
        let lines: Vec<MenuLine> = levels
            .iter()
            .map(|level| (level.name.clone(), level.description.clone()))
            .chain(others)
            .chain(with_person.then_some(person))
            .collect();
        let default = levels.iter().position(|level| level.is_default).unwrap_or(0);
        let chosen = self.choose_from(title, &lines, default)?;
        Ok(chosen.map(|index| match levels.get(index) {
            Some(level) => app_context::level(&level.name),
            None => lines[index].0.clone(),
        }))
    }

    /// The index of the choice. `None` if the user quits.
    fn choose_from(
        &mut self,
        title: &str,
        choices: &[MenuLine],
        default: usize,
    ) -> io::Result<Option<usize>> {
        Ok(match self.choose_or(title, choices, default, |_typed| false)? {
            Some(Chosen::Listed(index)) => Some(index),
            Some(Chosen::Other(_)) | None => None,
        })
    }

    /// The choice, or another accepted text. `None` if the user quits.
    fn choose_or(
        &mut self,
        title: &str,
        choices: &[MenuLine],
        default: usize,
        accepts: impl Fn(&str) -> bool,
    ) -> io::Result<Option<Chosen>> {
        let Self { input, out, .. } = self;
        writeln!(out, "\n{title}:")?;
        let width = choices.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        for (index, (name, description)) in choices.iter().enumerate() {
            let line = format!("  {:>2}  {name:<width$}  {description}", index + 1);
            writeln!(out, "{}", truncated(line.trim_end()))?;
        }
        loop {
            write!(out, "{title} [{}]: ", default + 1)?;
            out.flush()?;
            let Some(answer) = read_answer(*input)? else { return Ok(None) };
            if let Some(index) = index_of(&answer, choices, default) {
                return Ok(Some(Chosen::Listed(index)));
            }
            if accepts(&answer) {
                return Ok(Some(Chosen::Other(answer)));
            }
            writeln!(
                out,
                "Unknown choice {answer}; type a number from 1 to {}, or a name.",
                choices.len()
            )?;
        }
    }
}

/// The full name of a game.
fn named_game(typed: &str) -> Option<String> {
    app_context::game(typed).ok().map(|game| game.name().to_owned())
}

fn order(index: usize) -> String {
    if index == 0 { "moves first".into() } else { String::new() }
}

/// The width of the narrowest terminals in use, in characters.
const LINE_WIDTH_MAX: usize = 80;

/// A name with a description.
type MenuLine = (String, String);

/// The line, cut to [`LINE_WIDTH_MAX`].
fn truncated(line: &str) -> String {
    let width = LINE_WIDTH_MAX;
    if line.chars().count() <= width {
        line.into()
    } else {
        line.chars().take(width - 1).chain(['…']).collect()
    }
}

/// `None` if the user quits.
pub(crate) fn read_answer(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut line = String::new();
    let read = input.read_line(&mut line)?;
    let answer = line.trim();
    Ok((read > 0 && !matches!(answer, "q" | "quit")).then(|| answer.into()))
}

/// The index of the choice: by number, by name, or by a unique prefix. Empty means the default.
fn index_of(answer: &str, choices: &[MenuLine], default: usize) -> Option<usize> {
    if answer.is_empty() {
        return Some(default);
    }
    let numbered = answer
        .parse()
        .ok()
        .filter(|number| (1..=choices.len()).contains(number))
        .map(|number: usize| number - 1);
    let answer = answer.to_lowercase();
    let names = || choices.iter().map(|(name, _)| name.to_lowercase()).enumerate();
    let only_begun = || {
        let mut begun = names().filter(|(_, name)| name.starts_with(&answer));
        begun.next().filter(|_| begun.next().is_none())
    };
    numbered
        .or_else(|| names().find(|(_, name)| *name == answer).map(|(index, _)| index))
        .or_else(|| only_begun().map(|(index, _)| index))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_a_number_or_a_name_or_enter() {
        let choices: Vec<MenuLine> =
            ["Black", "White"].map(|name| (name.into(), String::new())).into();
        let chosen = ["", "1", "2", "white", "B", "0", "3", "red"]
            .map(|answer| index_of(answer, &choices, 1));
        let expected = [Some(1), Some(0), Some(1), Some(1), Some(0), None, None, None];
        assert_eq!(chosen, expected);
    }
}
