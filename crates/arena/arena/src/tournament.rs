//! A tournament: settings, rules, openings, and the resulting games.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use board_engine::Turn;
use games_package::{EndReason, Ending, MoveLimit, TableGame};
use tablebase::{OpenTables, TableValue};
use thiserror::Error;

use crate::game_properties::GameProperties;
use crate::openings::{Opening, Openings};
use crate::schedule::Round;
use crate::settings::{Settings, SettingsError, Unstartable};

/// Maximum number of seats for playing every seating. With more seats, each player takes each seat once.
const ALL_SEATINGS_MAX: usize = 4;

/// A valid tournament.
#[derive(Clone)]
pub struct Tournament {
    settings: Settings,
    game: Arc<dyn TableGame>,
    openings: Openings,
    seatings: Vec<Vec<usize>>,
    fingerprint: Fingerprint,
    properties: GameProperties,
    /// Number of sets planned at the start. Later sets were added by an extension.
    sets_at_first: usize,
    /// The tablebase adjudicator, once the tablebases are open.
    table_judge: Option<Arc<TableJudge>>,
}

/// Identifies a tournament by a hash of its initial settings and openings. An extension doesn't change it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fingerprint(blake3::Hash);

/// Formats the fingerprint as hexadecimal digits.
impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_hex())
    }
}

/// A game to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// The round, from 0.
    pub round: usize,
    /// The game's index in its round, from 0.
    pub number: usize,
    /// Index of the game's set in the whole tournament, from 0. The games in a set share an opening and a seed.
    pub set: usize,
    /// The players, in seat order.
    pub players: Vec<usize>,
}

/// A game's place in its round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    /// Index of the game's set in the encounter.
    pub(crate) set: usize,
    pub(crate) encounter: usize,
    pub(crate) seating: usize,
}

impl Tournament {
    /// Creates a tournament of `game` with these openings. The settings must name the same game.
    ///
    /// # Errors
    /// [`SettingsError`] if the tournament can't be played.
    pub fn new(
        settings: Settings,
        game: Arc<dyn TableGame>,
        openings: Openings,
    ) -> Result<Self, SettingsError> {
        let seats = game.seat_count();
        let settings = settings.check(seats)?;
        let mut at_first = Settings { extended_to: None, ..settings.clone() };
        // Settings without a limit have the default limit, so both have the same fingerprint.
        at_first.move_limit.take_if(|limit| *limit == MoveLimit::default());
        // A rebuilt or relocated program still plays the same tournament.
        for entrant in &mut at_first.players {
            (entrant.folder, entrant.program) = (None, None);
            entrant.unstartable = None;
        }
        // The policy for players that fail to start can change during the run.
        at_first.unstartable = Unstartable::Stop;
        at_first.excluded.clear();
        let text = at_first.to_text() + "\n" + &openings.to_text();
        let fingerprint = Fingerprint(blake3::hash(text.as_bytes()));
        let properties = GameProperties::of(&*game);
        let sets_at_first = encounters(&settings, seats).saturating_mul(count(settings.pairs));
        let seatings = seatings(seats);
        Ok(Self {
            settings,
            game,
            openings,
            seatings,
            fingerprint,
            properties,
            sets_at_first,
            table_judge: None,
        })
    }

    /// Adds the tablebases for adjudication, which must be exactly the game's tablebases with up to the configured
    /// number of pieces. If the settings require tablebases, no game can be played or checked before this call.
    #[must_use]
    pub fn with_tables(mut self, tables: Box<dyn OpenTables>) -> Self {
        self.table_judge = Some(Arc::new(TableJudge::new(Arc::clone(&self.game), tables)));
        self
    }

    /// Adds the tablebases of another tournament with the same settings.
    #[must_use]
    pub fn with_tables_of(mut self, other: &Self) -> Self {
        self.table_judge.clone_from(&other.table_judge);
        self
    }

    /// This tournament with more sets per encounter and these openings, possibly with additional openings for the new
    /// sets. The fingerprint stays the same.
    ///
    /// # Errors
    /// [`SettingsError`] if there would be fewer sets than at the start, or if the format can't be extended.
    pub fn extend(&self, sets: u32, openings: Openings) -> Result<Self, SettingsError> {
        let settings = Settings { extended_to: Some(sets), ..self.settings.clone() };
        settings.format.extensible()?;
        Ok(Self::new(settings, Arc::clone(&self.game), openings)?.with_tables_of(self))
    }

    /// This tournament with a different policy for all players that fail to start. The fingerprint stays the same.
    ///
    /// # Errors
    /// [`SettingsError`] if a sequential test would lose one of its players.
    pub fn with_unstartable(&self, unstartable: Unstartable) -> Result<Self, SettingsError> {
        let mut settings = Settings { unstartable, ..self.settings.clone() };
        settings.players.iter_mut().for_each(|entrant| entrant.unstartable = None);
        let (game, openings) = (Arc::clone(&self.game), self.openings.clone());
        Ok(Self::new(settings, game, openings)?.with_tables_of(self))
    }

    /// The number of later openings needed for an extension to `sets` sets per encounter. If openings were already
    /// reused, this is the current number, because a set never changes its opening.
    pub fn later_openings(&self, sets: u32) -> usize {
        let encounters = self.sets_at_first / count(self.settings.pairs).max(1);
        let later =
            |sets: u32| encounters.saturating_mul(count(sets.saturating_sub(self.settings.pairs)));
        let known = self.openings.later_count();
        if known < later(self.settings.planned_sets()) { known } else { later(sets) }
    }

    /// The settings.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The rules.
    pub const fn game(&self) -> &Arc<dyn TableGame> {
        &self.game
    }

    /// The openings.
    pub const fn openings(&self) -> &Openings {
        &self.openings
    }

    /// The tablebase adjudicator; `None` if tablebases don't adjudicate games.
    ///
    /// # Errors
    /// [`TablesClosed`] if the settings require tablebases and none are open.
    pub(crate) fn table_judge(&self) -> Result<Option<&Arc<TableJudge>>, TablesClosed> {
        match (self.settings.adjudication.tables, &self.table_judge) {
            (None, _) => Ok(None),
            (Some(_), Some(judge)) => Ok(Some(judge)),
            (Some(_), None) => Err(TablesClosed),
        }
    }

    /// The fingerprint.
    pub const fn fingerprint(&self) -> Fingerprint {
        self.fingerprint
    }

    /// Returns `true` if the game has chance events: dice, hidden cards.
    pub const fn has_chance(&self) -> bool {
        self.properties.has_chance
    }

    /// Returns `true` if payoffs vary in size: chips, discs.
    pub const fn has_stakes(&self) -> bool {
        self.properties.has_stakes
    }

    /// Number of different openings per encounter in the first round. There can be fewer openings than sets.
    pub fn openings_per_encounter(&self) -> usize {
        let encounters = encounters(&self.settings, self.game.seat_count()).max(1);
        // The number of different openings in an encounter's sets.
        let different = |openings: usize, sets: usize| {
            (openings / greatest_common_divisor(openings, encounters)).min(sets)
        };
        let at_first = count(self.settings.pairs);
        match self.openings.later_count() {
            0 => different(self.openings.count(), self.sets()),
            later => {
                different(self.openings.count(), at_first)
                    + different(later, self.sets().saturating_sub(at_first))
            }
        }
    }

    /// This game's opening.
    pub fn opening(&self, job: &Job) -> &Opening {
        self.opening_of_set(job.set)
    }

    /// The opening for the set with this number in the tournament.
    pub(crate) fn opening_of_set(&self, set: usize) -> &Opening {
        let later = set.checked_sub(self.sets_at_first);
        let later = later.and_then(|set| self.openings.of_later_set(set));
        later.unwrap_or_else(|| self.openings.of_set(set))
    }

    /// The game's seed, which is the same for all games in a set. The players' seeds differ by the game's
    /// [`repetition`](Self::repetition).
    pub fn seed(&self, job: &Job) -> u64 {
        let seed = self.settings.seed.unwrap_or_default();
        let mut hasher = blake3::Hasher::new();
        hasher.update(&seed.to_le_bytes()).update(&job.set.to_le_bytes());
        first_word(&hasher.finalize())
    }

    /// Index of this game in its set, from 0.
    pub fn repetition(&self, job: &Job) -> u32 {
        u32::try_from(job.number % self.games_per_set()).unwrap_or(u32::MAX)
    }

    /// A game's ID in the journal. The ID is the same in every run of this tournament and unique across tournaments.
    pub fn id(&self, round: usize, number: usize) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.fingerprint.0.as_bytes());
        hasher.update(&(round as u64).to_le_bytes()).update(&(number as u64).to_le_bytes());
        format!("{:016x}", first_word(&hasher.finalize()))
    }

    pub(crate) fn sets(&self) -> usize {
        count(self.settings.planned_sets())
    }

    /// Number of games per encounter.
    pub(crate) fn games_per_encounter(&self) -> usize {
        self.sets().saturating_mul(self.games_per_set())
    }

    /// Number of games in a set, one per seating.
    pub fn games_per_set(&self) -> usize {
        self.seatings.len()
    }

    /// A game's place. Every encounter plays its first set before any encounter plays its second.
    pub(crate) fn place(&self, round: &Round, number: usize) -> Place {
        let (sets, seating) = (number / self.games_per_set(), number % self.games_per_set());
        let encounters = round.encounters.len();
        Place { set: sets / encounters, encounter: sets % encounters, seating }
    }

    /// The game with this number in a round that follows `sets_before` sets.
    pub(crate) fn job(
        &self,
        index: usize,
        round: &Round,
        number: usize,
        sets_before: usize,
    ) -> Job {
        let place = self.place(round, number);
        let players = &round.encounters[place.encounter];
        Job {
            round: index,
            number,
            set: sets_before + number / self.games_per_set(),
            players: self.seatings[place.seating].iter().map(|&seat| players[seat]).collect(),
        }
    }
}

/// Shows the game and its players.
impl fmt::Debug for Tournament {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tournament")
            .field("settings", &self.settings)
            .field("openings", &self.openings.count())
            .finish_non_exhaustive()
    }
}

const fn greatest_common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// Number of encounters in the first round.
fn encounters(settings: &Settings, seats: usize) -> usize {
    let round = settings.format.next_round(settings.players.len(), seats, &[]);
    round.map_or(0, |round| round.encounters.len())
}

fn count(sets: u32) -> usize {
    usize::try_from(sets).unwrap_or(usize::MAX)
}

fn first_word(hash: &blake3::Hash) -> u64 {
    let word = hash.as_bytes().first_chunk().expect("a hash has 32 bytes");
    u64::from_le_bytes(*word)
}

/// Number of games in a set, one per seating.
pub fn seating_count(seats: usize) -> usize {
    seatings(seats).len()
}

/// A set's seatings. Each seating lists, in seat order, the players' places in the encounter.
fn seatings(seats: usize) -> Vec<Vec<usize>> {
    if seats > ALL_SEATINGS_MAX {
        return (0..seats)
            .map(|first| (0..seats).map(|seat| (first + seat) % seats).collect())
            .collect();
    }
    let mut seatings = vec![Vec::new()];
    for _ in 0..seats {
        let longer = |seating: &Vec<usize>| {
            let free = (0..seats).filter(|player| !seating.contains(player));
            free.map(|player| [seating.as_slice(), &[player]].concat()).collect::<Vec<_>>()
        };
        seatings = seatings.iter().flat_map(longer).collect();
    }
    seatings
}

/// The recorded reason for a game decided by tablebases.
const REASON: &str = "by endgame tables";

/// The error if the settings require tablebases but none are open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("no tablebases are open for adjudication")]
pub struct TablesClosed;

/// Decides games by tablebases.
///
/// Adjudication uses win/draw/loss values, not distances, so the result is the same on every machine with the
/// tablebases. The game continues if a move-count rule might turn a win into a draw.
pub(crate) struct TableJudge {
    game: Arc<dyn TableGame>,
    tables: Box<dyn OpenTables>,
    /// The error for the first tablebase that could not be read.
    failure: Mutex<Option<String>>,
}

impl TableJudge {
    pub(crate) fn new(game: Arc<dyn TableGame>, tables: Box<dyn OpenTables>) -> Self {
        Self { game, tables, failure: Mutex::new(None) }
    }

    /// The ending in this position; `None` if the game is undecided.
    pub(crate) fn ending(&self, position: &str) -> Option<Ending> {
        let value = self.tables.value(position).ok()??;
        let plies_left = self.tables.plies_left(position).ok()?;
        if !value.without_plies().stands_within(plies_left) {
            return None;
        }
        let Turn::Seat(mover) = self.game.open(Some(position)).ok()?.turn() else { return None };
        let of_mover = match value {
            TableValue::Win(_) => 1,
            TableValue::Draw => 0,
            TableValue::Loss(_) => -1,
        };
        let payoff = |seat: usize| if seat == mover.index() { of_mover } else { -of_mover };
        let payoffs = (0..self.game.seat_count()).map(payoff).collect();
        Some(Ending { payoffs: Some(payoffs), reason: EndReason::Adjudicated(REASON.into()) })
    }

    /// The first failure to read a tablebase. Games decided before the failure are correct, but tablebases are
    /// unreliable from then on.
    pub(crate) fn failure(&self) -> Option<String> {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        if failure.is_none() {
            let first = self.tables.take_failures().into_iter().next();
            *failure = first.map(|error| error.to_string());
        }
        failure.clone()
    }
}

/// Shows the game and its tablebases.
impl fmt::Debug for TableJudge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tables = self.tables.list().len();
        f.debug_struct("TableJudge")
            .field("game", &self.game.name())
            .field("tables", &tables)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_player_takes_every_seat() {
        assert_eq!(seatings(1), [[0]]);
        assert_eq!(seatings(2), [[0, 1], [1, 0]]);
        assert_eq!(seatings(3).len(), 6);
        assert_eq!(seatings(4).len(), 24);
        assert_eq!(seatings(5)[4], [4, 0, 1, 2, 3]);
        for seats in 1..=6 {
            let seatings = seatings(seats);
            for seat in 0..seats {
                for player in 0..seats {
                    let times = seatings.iter().filter(|seating| seating[seat] == player).count();
                    assert_eq!(times * seats, seatings.len());
                }
            }
        }
    }
}
