//! The library of matches: what is looked for in it, what is added to it, and what is written of it.

use std::path::PathBuf;

use games_package::OptionSpec;

use super::form::Form;
use super::list::List;
use super::{KeptMatches, Menu, MenuItem, MenuItems, MenuResult, MenuStudy, Page};

/// What a kept match is chosen for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum KeptPurpose {
    Continue,
    Study,
}

/// What is looked for in the library. What is empty may be anything.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MatchQuery {
    /// The game; without a variant, all of its variants.
    pub game: String,
    /// What the name of a player contains.
    pub player: String,
    /// What the name of the other player contains.
    pub opponent: String,
    /// The result: "1-0", "0-1" or "1/2-1/2", the first number being that of the side that moves first.
    pub result: String,
    /// An opening of the game by its code or a part of its name.
    pub opening: String,
    /// A position in the game's notation; the start of the game where only moves are given.
    pub position: String,
    /// Moves from there, separated by blanks.
    pub moves: String,
    /// What of the position occurs in the match.
    pub occurrence: Occurrence,
}

/// What of a position occurs in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Occurrence {
    /// The position.
    #[default]
    Position,
    /// The position, or the one with the colors reversed.
    EitherColor,
    /// Each side's pieces, wherever they stand.
    Material,
}

impl Occurrence {
    const ALL: [Self; 3] = [Self::Position, Self::EitherColor, Self::Material];

    const fn name(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::EitherColor => "either-color",
            Self::Material => "material",
        }
    }
}

/// What was found in the library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundMatches {
    /// The first of them.
    pub matches: Vec<MenuItem>,
    /// How many there are, as a sentence.
    pub count: String,
}

const GAME: &str = "game";
const PLAYER: &str = "player";
const OPPONENT: &str = "opponent";
const RESULT: &str = "result";
const OPENING: &str = "opening";
const MOVES: &str = "moves";
const POSITION: &str = "position";
const OCCURRENCE: &str = "finds";

/// Any result.
const ANY: &str = "any";

impl MatchQuery {
    /// Matches of players whose names contain this text; all matches if it is empty.
    fn of_player(player: &str) -> Self {
        Self { player: player.into(), ..Self::default() }
    }

    /// The form that it is typed into.
    fn form(&self) -> Form {
        let result = if self.result.is_empty() { ANY } else { &self.result };
        let specs = [
            OptionSpec::text(GAME, "of any game if it is empty", &self.game),
            OptionSpec::text(PLAYER, "a part of the name", &self.player),
            OptionSpec::text(OPPONENT, "a part of the other name", &self.opponent),
            OptionSpec::choice(RESULT, "how it ended", result, &[ANY, "1-0", "0-1", "1/2-1/2"]),
            OptionSpec::text(OPENING, "its code or a part of its name, in chess", &self.opening),
            OptionSpec::text(MOVES, "of this game, separated by blanks: 11-15 23-19", &self.moves),
            OptionSpec::text(POSITION, "of this game, where the moves begin", &self.position),
            OptionSpec::choice(
                OCCURRENCE,
                "what of the position",
                self.occurrence.name(),
                &Occurrence::ALL.map(Occurrence::name),
            ),
        ];
        Form::of(specs.into())
    }

    /// What was typed into the form.
    pub(super) fn of(form: &Form) -> Self {
        let value = |name| form.value(name).trim().to_owned();
        let occurrence = value(OCCURRENCE);
        let is_it = |known: &Occurrence| known.name() == occurrence;
        Self {
            game: value(GAME),
            player: value(PLAYER),
            opponent: value(OPPONENT),
            result: value(RESULT).replace(ANY, ""),
            opening: value(OPENING),
            position: value(POSITION),
            moves: value(MOVES),
            occurrence: Occurrence::ALL.into_iter().find(is_it).unwrap_or_default(),
        }
    }
}

const FIND: &str = "find";
const ADD: &str = "add";
const WRITE: &str = "write";

/// What stands in place of a match, before the text in the names of its players, for all matches that are found.
const EXPORT: &str = ":export ";

/// The item that writes matches to a file: all, or those of players whose names contain this.
pub(super) fn export_item(player: &str) -> MenuItem {
    let which = match player {
        "" => "all matches".to_owned(),
        player => format!("all matches of players with \"{player}\" in their names"),
    };
    export_of(player, &which)
}

fn export_of(player: &str, which: &str) -> MenuItem {
    let label = "Write to a file".into();
    MenuItem {
        label,
        ..MenuItem::new(&format!("{EXPORT}{player}"), &format!("{which}, in PDN or PGN"))
    }
}

/// In place of a game, the one that a file states.
const STATED: &str = ":stated";

/// The game of this item.
pub(super) fn game_of_files(item: String) -> Option<String> {
    Some(item).filter(|name| name != STATED)
}

impl Menu {
    pub(super) fn show_library(&mut self) {
        let came_by =
            if matches!(self.page, Page::Import | Page::ImportGame(_)) { ADD } else { FIND };
        self.page = Page::Library;
        self.list = List::new(vec![
            MenuItem::labeled(
                FIND,
                "Find",
                "matches by player, result, moves, position or material",
            ),
            MenuItem::labeled(ADD, "Add files", "the matches of files in PDN, PGN or .mat"),
            MenuItem::labeled(WRITE, "Write to a file", "all matches, in PDN or PGN"),
        ]);
        self.list.choose_name(came_by);
    }

    /// Goes on from the page of the library.
    pub(super) fn choose_library(&mut self, name: &str, items: &dyn MenuItems) {
        match name {
            FIND => self.ask_search(&MatchQuery::default()),
            ADD => self.ask_import(),
            _ => match items.find_matches(&MatchQuery::default()) {
                Ok(found) if found.matches.is_empty() => {
                    self.complain("the library has no match".into());
                }
                Ok(_) => self.ask_export(MatchQuery::default()),
                Err(why) => self.complain(why),
            },
        }
    }

    pub(super) fn ask_kept(&mut self, purpose: KeptPurpose, items: &dyn MenuItems) {
        let which = match purpose {
            KeptPurpose::Continue => KeptMatches::Unfinished,
            KeptPurpose::Study => KeptMatches::All,
        };
        match items.kept_matches(which) {
            Ok(matches) if matches.is_empty() => {
                self.complain(match purpose {
                    KeptPurpose::Continue => "no match is waiting for you: play one".into(),
                    KeptPurpose::Study => "no match is kept yet: play one, or open a file".into(),
                });
            }
            Ok(mut matches) => {
                if purpose == KeptPurpose::Study {
                    matches.push(export_item(""));
                }
                self.page = Page::Kept(purpose);
                self.list = List::new(matches);
            }
            Err(why) => self.complain(why),
        }
    }

    pub(super) fn ask_import(&mut self) {
        self.page = Page::Import;
        self.list = List::new(Vec::new());
    }

    /// Asks for the game of matches that don't say it.
    pub(super) fn ask_import_game(&mut self, file: PathBuf, items: &dyn MenuItems) {
        let stated = MenuItem::labeled(
            STATED,
            "As the files say",
            "a match that doesn't say it is left out",
        );
        self.page = Page::ImportGame(file);
        self.list = List::new(std::iter::once(stated).chain(items.games()).collect());
    }

    /// Asks what is looked for, beginning with this.
    pub(super) fn ask_search(&mut self, query: &MatchQuery) {
        self.page = Page::Search(query.form());
    }

    /// Shows what is found.
    pub(super) fn show_found(&mut self, query: MatchQuery, items: &dyn MenuItems) {
        match items.find_matches(&query) {
            Ok(found) if found.matches.is_empty() => self.complain("no match was found".into()),
            Ok(FoundMatches { mut matches, count }) => {
                matches.push(export_of("", "all that were found"));
                self.page = Page::Found(query);
                self.list = List::new(matches);
                self.inform(count);
            }
            Err(why) => self.complain(why),
        }
    }

    /// Goes on with a match that was found, or with writing all of what was looked for; without a query, those of the player that
    /// the item names.
    pub(super) fn choose_found(&mut self, name: String, query: Option<MatchQuery>) -> MenuResult {
        match name.strip_prefix(EXPORT) {
            Some(player) => {
                self.ask_export(query.unwrap_or_else(|| MatchQuery::of_player(player)));
                MenuResult::Nothing
            }
            None => MenuResult::Study(MenuStudy::Kept(name)),
        }
    }

    /// Asks to which file the matches are written.
    fn ask_export(&mut self, query: MatchQuery) {
        self.page = Page::Export(query);
        self.list = List::new(Vec::new());
    }

    /// Goes back from the question for a file.
    pub(super) fn leave_export(&mut self, query: MatchQuery, items: &dyn MenuItems) {
        match query.player.as_str() {
            "" if query == MatchQuery::default() => self.show_library(),
            player if query == MatchQuery::of_player(player) => {
                self.ask_kept(KeptPurpose::Study, items);
            }
            _ => self.show_found(query, items),
        }
    }

    /// Goes back to the page of the library, and shows what was added or written.
    pub fn finish_files(&mut self, news: String) {
        self.show_library();
        self.inform(news);
    }
}
