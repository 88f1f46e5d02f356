//! Settings for a new tournament: its participants and rules.

use std::str::FromStr;

use games_package::{OptionSpec, TimeControl};

use super::form::Form;
use super::list::List;
use super::{Menu, MenuItem, MenuItems, MenuResult, Page};

/// A tournament to begin.
#[derive(Clone, PartialEq, Debug)]
pub struct NewTournament {
    /// The game.
    pub game: String,
    /// The players.
    pub entrants: Vec<MenuEntrant>,
    /// The format: "round-robin", "gauntlet", "swiss", "knockout" or "groups".
    pub format: String,
    /// The number of rounds in a Swiss tournament.
    pub rounds: usize,
    /// The number of heads in a gauntlet.
    pub heads: usize,
    /// The number of groups, and the number of players that advance from each group.
    pub groups: (usize, usize),
    /// The hypotheses of a sequential test, in Elo; `None` to play all games.
    pub test: Option<(f64, f64)>,
    /// The number of game pairs per encounter; in a test, the maximum.
    pub pairs: u32,
    /// The openings, as typed: "auto", "start", "random:PLIES", or a file.
    pub openings: String,
    /// The time control.
    pub time: TimeControl,
    /// The depth limit in plies, if any.
    pub depth: Option<u32>,
    /// The node limit per move, if any.
    pub nodes: Option<u64>,
    /// The seed, if given.
    pub seed: Option<u64>,
    /// The name; empty to generate a name.
    pub name: String,
}

/// A player in a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MenuEntrant {
    /// The player with its options: `name:key=value`.
    pub player: String,
    /// The name in tables; `None` if it equals the player.
    pub name: Option<String>,
}

const CONTINUE: &str = ":continue";
const REMOVE: &str = ":remove ";

/// The pages that ask for the participants.
impl Menu {
    /// Starts asking about a tournament in this game.
    pub(super) fn begin_tournament(&mut self, game: String, items: &dyn MenuItems) {
        self.game = game;
        self.entrants.clear();
        self.ask_entrants(items);
    }

    /// Asks for the participants. Lists the chosen players first, then the candidates.
    pub(super) fn ask_entrants(&mut self, items: &dyn MenuItems) {
        let players = match items.players(&self.game) {
            Ok(players) => players,
            Err(why) => return self.complain(why),
        };
        let came_by = self.opponent.take().map(|player| player.name);
        let count = self.entrants.len();
        let proceed =
            MenuItem::labeled(CONTINUE, "Continue", &format!("with these {count} players"));
        let taken = self.entrants.iter().enumerate().map(|(index, entrant)| {
            let label = format!("- {}", entrant.name.as_ref().unwrap_or(&entrant.player));
            MenuItem::labeled(&format!("{REMOVE}{index}"), &label, "participates; Enter removes it")
        });
        let first = (count > 1).then_some(proceed);
        let all = first.into_iter().chain(taken).chain(players);
        let all = all.map(|item| MenuItem { is_default: false, ..item }).collect();
        self.page = Page::Entrants;
        self.list = List::new(all);
        match came_by {
            Some(name) => self.list.choose_name(&name),
            None => self.list.step(isize::try_from(count + usize::from(count > 1)).unwrap_or(0)),
        }
    }

    /// Continues from the list of candidates.
    pub(super) fn choose_entrant(&mut self, chosen: MenuItem, items: &dyn MenuItems) {
        match chosen.name.strip_prefix(REMOVE) {
            Some(index) => {
                if let Some(index) = index.parse().ok().filter(|at| *at < self.entrants.len()) {
                    self.entrants.remove(index);
                }
                self.ask_entrants(items);
            }
            None if chosen.name == CONTINUE => self.page = Page::NewTournament(form()),
            None => self.ask_options(chosen, items),
        }
    }

    /// Adds the chosen player with its options.
    pub(super) fn take_entrant(&mut self, items: &dyn MenuItems) {
        let player = self.player_text();
        let label = self.opponent.as_ref().map(|chosen| chosen.label.clone());
        let is_named = |entrant: &MenuEntrant| entrant.name == label;
        // A second player with the same name is listed with its options.
        let is_plain = self.options.is_empty() && !self.entrants.iter().any(is_named);
        let name = label.filter(|label| is_plain && *label != player);
        self.entrants.push(MenuEntrant { player, name });
        self.ask_entrants(items);
    }
}

/// The format names in settings.
const FORMATS: [&str; 5] = [ROUND_ROBIN, GAUNTLET, SWISS, "knockout", GROUPS];
const ROUND_ROBIN: &str = "round-robin";
const GAUNTLET: &str = "gauntlet";
const SWISS: &str = "swiss";

/// The maximum number of game pairs per encounter.
const PAIRS_MAX: i64 = 10_000;

/// The maximum number of rounds, gauntlet heads, groups, and advancing players per group.
const ROUNDS_MAX: i64 = 200;
const HEADS_MAX: i64 = 63;
const GROUPS_MAX: i64 = 16;

const FORMAT: &str = "format";
const ROUNDS: &str = "rounds";
const HEADS: &str = "heads";
const GROUPS: &str = "groups";
const ADVANCE: &str = "advance";
const TEST: &str = "sprt";
const ELO0: &str = "elo0";
const ELO1: &str = "elo1";
const PAIRS: &str = "pairs";
/// The form row that replaces the row for the number of pairs in a sequential test.
const PAIRS_OF_TEST: &str = "pairs-max";
const OPENINGS: &str = "openings";
const TIME_CONTROL: &str = "time";
const DEPTH: &str = "depth";
const NODES: &str = "nodes";
const SEED: &str = "seed";
const NAME: &str = "name";

const OFF: &str = "off";
const ON: &str = "on";

/// The form, with the same defaults as the other programs.
fn form() -> Form {
    let (number, text) = (OptionSpec::integer, OptionSpec::text);
    let decided = "sequential test of two players";
    let openings = "auto, start, random:PLIES, or a file: moves, positions, PDN, PGN";
    let rows = vec![
        OptionSpec::choice(FORMAT, "pairing format", FORMATS[0], &FORMATS),
        number(ROUNDS, "number of rounds", 5, 1, ROUNDS_MAX),
        number(HEADS, "number of heads, who play everyone else", 1, 1, HEADS_MAX),
        number(GROUPS, "number of groups before the knockout", 2, 2, GROUPS_MAX),
        number(ADVANCE, "players that advance from each group", 2, 1, GROUPS_MAX),
        OptionSpec::choice(TEST, decided, OFF, &[OFF, ON]),
        text(ELO0, "Elo under H0: the first player's advantage", "0"),
        text(ELO1, "Elo of H1, above H0", "20"),
        number(PAIRS, "game pairs per encounter", 2, 1, PAIRS_MAX),
        number(PAIRS_OF_TEST, "maximum number of game pairs", PAIRS_MAX, 1, PAIRS_MAX),
        text(OPENINGS, openings, "auto"),
        text(TIME_CONTROL, "per move like 1s, a clock like 1m+1s, or none", "none"),
        text(DEPTH, "depth limit in plies; empty for none", ""),
        text(NODES, "node limit per move; empty for none", ""),
        text(SEED, "random seed; empty for a random one", ""),
        text(NAME, "name; empty for a generated one", ""),
    ];
    Form::of(rows)
        .only_where(ROUNDS, FORMAT, &[SWISS])
        .only_where(HEADS, FORMAT, &[GAUNTLET])
        .only_where(GROUPS, FORMAT, &[GROUPS])
        .only_where(ADVANCE, FORMAT, &[GROUPS])
        .only_where(TEST, FORMAT, &[ROUND_ROBIN])
        .only_where(ELO0, TEST, &[ON])
        .only_where(ELO1, TEST, &[ON])
        .only_where(PAIRS, TEST, &["", OFF])
        .only_where(PAIRS_OF_TEST, TEST, &[ON])
}

/// The page that asks for the format, the size and the playing rules.
impl Menu {
    /// Returns the tournament that the form describes.
    pub(super) fn finish_tournament(&mut self) -> MenuResult {
        let Page::NewTournament(form) = self.page.clone() else { return MenuResult::Nothing };
        match self.new_tournament(&form) {
            Ok(new) => {
                self.draft = Some(form);
                MenuResult::BeginTournament(new)
            }
            Err(why) => {
                self.complain(why);
                MenuResult::Nothing
            }
        }
    }

    /// # Errors
    /// The problem with a value, as a phrase.
    fn new_tournament(&self, form: &Form) -> Result<NewTournament, String> {
        form.checked()?;
        let is_test = form.value(TEST) == ON;
        let elo = |name| Ok::<_, String>(number(form, name)?.unwrap_or(0.0));
        let size = |name| Ok::<_, String>(number(form, name)?.unwrap_or(1));
        let time: Result<TimeControl, _> = form.value(TIME_CONTROL).trim().parse();
        Ok(NewTournament {
            game: self.game.clone(),
            entrants: self.entrants.clone(),
            format: form.value(FORMAT).to_owned(),
            rounds: size(ROUNDS)?,
            heads: size(HEADS)?,
            groups: (size(GROUPS)?, size(ADVANCE)?),
            test: if is_test { Some((elo(ELO0)?, elo(ELO1)?)) } else { None },
            pairs: number(form, if is_test { PAIRS_OF_TEST } else { PAIRS })?.unwrap_or(1),
            openings: form.value(OPENINGS).trim().to_owned(),
            time: time.map_err(|error| format!("{TIME_CONTROL}: {error}"))?,
            depth: number(form, DEPTH)?,
            nodes: number(form, NODES)?,
            seed: number(form, SEED)?,
            name: form.value(NAME).trim().to_owned(),
        })
    }
}

/// The number in this row; `None` if the row is empty or hidden.
///
/// # Errors
/// The reason why the value is not a number, as a phrase.
fn number<T: FromStr>(form: &Form, name: &str) -> Result<Option<T>, String> {
    match form.value(name).trim() {
        "" => Ok(None),
        text => {
            let wrong = |_none| format!("{name} can't be \"{text}\": expected a number");
            text.parse().map(Some).map_err(wrong)
        }
    }
}
