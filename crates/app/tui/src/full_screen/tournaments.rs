//! The tournaments in the menu: the user's tournaments, and the tournament that this program runs.

mod setup;

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use app_context::{AppContext, Failure, FailureKind, OrFail, one_line};
use arena::run_folder::folder::Folder;
use arena::run_folder::follower::{FinishedGame, Follower};
use arena::run_folder::hosted::{Hosted, HostedStatus};
use arena::run_folder::places::{Place, Places, own_folder};
use arena::run_folder::status::{Pace, ProgressCache, RunProgress, RunStatus, Speed};
use arena::run_folder::tables::{Report, Row, faults};
use arena::settings::{Entrant, Settings};
use games_package::{Record, TableGame, TimeControl};

use self::setup::{planned, settings};
use super::with_home;
use crate::{MenuItem, NewTournament, StandingColumn, TournamentCommand, TournamentView};

/// The maximum number of concurrent tournaments.
const RUNNING_MAX: usize = 1;

/// The time limit for stopping the last games at exit.
const ENDING_TIME_MAX: Duration = Duration::from_secs(5);

/// The maximum number of tournaments in the list, newest first.
const LISTED_MAX: usize = 200;

/// The maximum number of games in a list, newest first.
const GAMES_MAX: usize = 2000;

/// The maximum number of players named in a tournament description.
const NAMED_MAX: usize = 4;

/// All tournaments that the menu offers.
pub(super) struct Tournaments {
    places: Places,
    hosted: Arc<Hosted>,
    progress: ProgressCache,
    /// The open tournament.
    watched: RefCell<Option<Watched>>,
    /// The tournaments that this program started or resumed.
    played: Vec<PathBuf>,
}

/// An open tournament, whose journal is read incrementally.
struct Watched {
    follower: Follower,
    pace: Pace,
}

impl Tournaments {
    /// The tournaments in the user's folder.
    pub(super) fn of_user() -> Self {
        Self {
            places: Places::new(own_folder(), Vec::new()),
            hosted: Arc::new(Hosted::new(RUNNING_MAX)),
            progress: ProgressCache::default(),
            watched: RefCell::default(),
            played: Vec::new(),
        }
    }

    /// The newest tournaments by folder, newest first.
    pub(super) fn list(&self) -> Vec<MenuItem> {
        let places = self.places.all().into_iter().take(LISTED_MAX);
        places.filter_map(|place| self.listed(&place)).collect()
    }

    /// The tournament in the folder at this path, if any.
    pub(super) fn at(&self, path: &str) -> Option<MenuItem> {
        let path = with_home(Path::new(path));
        let folder = Folder::existing(path.clone());
        let title = folder.name();
        let place = Place { name: title.clone(), title, path };
        folder.is_of_run().then(|| self.listed(&place))?
    }

    /// `None` if the folder path is not valid UTF-8.
    fn listed(&self, place: &Place) -> Option<MenuItem> {
        let name = place.path.to_str()?;
        let folder = Folder::existing(place.path.clone());
        let progress = self.progress.of(&folder, RunProgress::of_folder);
        let is_over = progress.as_ref().map(|it| it.is_over).map_err(Clone::clone);
        let (status, why) = RunStatus::of(&folder, self.hosted.status(&place.path), is_over);
        let state = match (&progress, why) {
            (_, Some(why)) => format!("{}: {}", in_words(status), one_line(&why)),
            (Ok(progress), None) => {
                let what =
                    folder.tournament().map(|it| described(it.settings())).unwrap_or_default();
                format!("{}, {}; {what}", in_words(status), games(progress))
            }
            (Err(_), None) => in_words(status).into(),
        };
        Some(MenuItem { label: place.title.clone(), ..MenuItem::new(name, &state) })
    }

    /// The current state of this folder's tournament.
    ///
    /// # Errors
    /// The reason why the tournament can't be read or could not begin.
    pub(super) fn view(&self, folder: &str) -> Result<TournamentView, String> {
        let path = Path::new(folder);
        let hosted = self.hosted.status(path);
        if !Folder::existing(path.into()).is_of_run() {
            return match hosted {
                HostedStatus::Failed(why) => Err(one_line(&why)),
                HostedStatus::Elsewhere => {
                    Err("the tournament was stopped before it started".into())
                }
                HostedStatus::Running | HostedStatus::Stopping => Ok(beginning(path)),
            };
        }
        self.with_watched(path, |watched, damage| watched.view(hosted, damage))
    }

    /// The finished games, newest first: all games, or one player's games.
    ///
    /// # Errors
    /// The reason why the games can't be read.
    pub(super) fn games(
        &self,
        folder: &str,
        player: Option<&str>,
    ) -> Result<Vec<MenuItem>, String> {
        self.with_watched(Path::new(folder), |watched, _| {
            let follower = &watched.follower;
            let settings = follower.run().tournament().settings();
            let number = settings.players.iter().position(|known| Some(known.label()) == player);
            let is_meant =
                |game: &&FinishedGame| number.is_none_or(|number| game.players.contains(&number));
            let newest = follower.games().iter().rev().filter(is_meant).take(GAMES_MAX);
            newest.map(|game| game_item(follower, game)).collect()
        })
    }

    /// The record of a game in this folder, for replay.
    ///
    /// # Errors
    /// [`Failure`] if the game can't be read, or its moves are illegal by this program's rules.
    pub(super) fn record(
        &self,
        folder: &str,
        game: &str,
    ) -> Result<(Record, Arc<dyn TableGame>), Failure> {
        let input = |why: &str| Failure::message(FailureKind::Input, why);
        let found = self.with_watched(Path::new(folder), |watched, _| {
            let follower = &watched.follower;
            let known = follower.games().iter().find(|known| known.id == game);
            let entry = follower.entry(known.ok_or_else(|| input("unknown game"))?)?;
            let tournament = follower.run().tournament();
            let record = entry.record(tournament);
            let record = record.ok_or_else(|| input("the game requires a newer program"))?;
            Ok((record, Arc::clone(tournament.game())))
        });
        found.map_err(|why| input(&why))?
    }

    /// Begins a tournament and returns its folder. Problems appear in the tournament's status.
    ///
    /// # Errors
    /// [`Failure`] if the name is invalid, or another tournament is running.
    pub(super) fn begin(
        &mut self,
        app: &Arc<AppContext>,
        new: &NewTournament,
    ) -> Result<String, Failure> {
        let name = Some(new.name.as_str()).filter(|name| !name.is_empty());
        let game = app_context::game(&new.game)?.name().to_owned();
        let place = self.places.new_place(name, &game).or_fail(FailureKind::Usage)?;
        let slot = self.hosted.free_slot().or_fail(FailureKind::Usage)?;
        let settings = settings(new, &game);
        slot.start_unplanned(app, place.path.clone(), move |app| planned(app, settings))?;
        self.played.push(place.path.clone());
        Ok(place.path.display().to_string())
    }

    /// Resumes a stopped tournament.
    ///
    /// # Errors
    /// [`Failure`] if another tournament is running.
    pub(super) fn resume(&mut self, app: &Arc<AppContext>, folder: &str) -> Result<(), Failure> {
        let (path, slot) = (PathBuf::from(folder), self.hosted.free_slot());
        let (slot, place) = (slot.or_fail(FailureKind::Usage)?, Folder::existing(path.clone()));
        slot.start_unplanned(app, path.clone(), move |_house| place.plan())?;
        self.played.push(path);
        Ok(())
    }

    /// Stops a tournament that this program runs.
    pub(super) fn stop(&self, folder: &str) {
        self.hosted.stop(Path::new(folder));
    }

    /// Stops the running tournaments and waits for them. Returns the folders of unfinished tournaments.
    pub(super) fn end(&mut self) -> Vec<PathBuf> {
        let is_played = |path: &PathBuf| self.hosted.status(path) == HostedStatus::Running;
        let stopped: Vec<PathBuf> = self.played.drain(..).filter(is_played).collect();
        self.hosted.stop_all();
        self.hosted.wait_until_idle(ENDING_TIME_MAX);
        let is_left = |path: &PathBuf| {
            RunProgress::of_folder(&Folder::existing(path.clone())).is_ok_and(|it| !it.is_over)
        };
        stopped.into_iter().filter(is_left).collect()
    }

    /// Updates the tournament in this folder and passes it to `take`, with the reason if reading failed. Returns
    /// `take`'s result.
    fn with_watched<T>(
        &self,
        path: &Path,
        take: impl FnOnce(&mut Watched, Option<String>) -> T,
    ) -> Result<T, String> {
        let mut watched = self.watched.borrow_mut();
        let is_known = |watched: &Watched| watched.follower.folder().path == path;
        let known = watched.as_mut().filter(|watched| is_known(watched));
        let damage = if let Some(known) = known {
            known.follower.update().err().map(|failure| one_line(&failure.to_string()))
        } else {
            let opened = Follower::open(Folder::existing(path.into()));
            let follower = opened.map_err(|failure| one_line(&failure.to_string()))?;
            *watched = Some(Watched { follower, pace: Pace::default() });
            None
        };
        watched
            .as_mut()
            .map(|watched| take(watched, damage))
            .ok_or_else(|| "can't read the tournament".into())
    }
}

impl Watched {
    fn view(&mut self, hosted: HostedStatus, damage: Option<String>) -> TournamentView {
        let (follower, run) = (&self.follower, self.follower.run());
        let progress = RunProgress::of_follower(follower);
        let is_over = damage.map_or(Ok(progress.is_over), Err);
        let (status, trouble) = RunStatus::of(follower.folder(), hosted, is_over);
        let left = progress.known.saturating_sub(progress.finished);
        let speed = if status.is_playing() {
            self.pace.note(Instant::now(), progress.finished, left)
        } else {
            self.pace.clear();
            None
        };
        let report = Report::of(run);
        let how_far = match report.verdict() {
            // The number of remaining games is unknown.
            Some(verdict) => format!("{}, {verdict}", count(progress.finished)),
            None => format!("{}{}", games(&progress), time_left(speed)),
        };
        TournamentView {
            title: follower.folder().name(),
            subject: described(run.tournament().settings()),
            state: format!("{}, {how_far}", in_words(status)),
            trouble: trouble.map(|why| one_line(&why)),
            command: match status {
                RunStatus::Running => Some(TournamentCommand::Stop),
                RunStatus::Stopped | RunStatus::Failed => Some(TournamentCommand::Resume),
                _ => None,
            },
            players: players(&report),
            columns: columns(&report),
            last_result: follower.games().last().map(|game| {
                let item = game_item(follower, game);
                format!("Last: {}, {}", item.label, item.description)
            }),
            report: report.to_text().lines().map(String::from).collect(),
        }
    }
}

/// The view of a tournament that is still starting players and drawing openings.
fn beginning(path: &Path) -> TournamentView {
    TournamentView {
        title: Folder::existing(path.into()).name(),
        subject: String::new(),
        state: "starting: drawing openings and starting players".into(),
        trouble: None,
        command: Some(TournamentCommand::Stop),
        players: Vec::new(),
        columns: Vec::new(),
        last_result: None,
        report: Vec::new(),
    }
}

/// The status in words: "running".
const fn in_words(status: RunStatus) -> &'static str {
    match status {
        RunStatus::Running => "running",
        RunStatus::Stopping => "stopping",
        RunStatus::Elsewhere => "run by another program",
        RunStatus::Stopped => "stopped",
        RunStatus::Over => "over",
        RunStatus::Failed => "failed",
        RunStatus::Damaged => "damaged",
    }
}

/// Formats "12 of 40 games".
fn games(progress: &RunProgress) -> String {
    let RunProgress { finished, known, .. } = *progress;
    if finished == known { count(known) } else { format!("{finished} of {known} games") }
}

/// Formats "12 games".
fn count(games: usize) -> String {
    if games == 1 { "1 game".into() } else { format!("{games} games") }
}

/// Formats ", 1m 20s left"; empty if unknown.
fn time_left(speed: Option<Speed>) -> String {
    let left = speed.and_then(|speed| Duration::try_from_secs_f64(speed.seconds_left.ceil()).ok());
    left.map(|left| format!(", {} left", humantime::format_duration(left))).unwrap_or_default()
}

/// Formats "checkers:english, round-robin, 100ms: Club, Expert and 3 others".
fn described(settings: &Settings) -> String {
    let Settings { game, format, time, depth, nodes, sprt, players, .. } = settings;
    let limits = [
        Some(time).filter(|time| **time != TimeControl::Unlimited).map(ToString::to_string),
        depth.map(|depth| format!("depth {depth}")),
        nodes.map(|nodes| format!("{nodes} nodes")),
        sprt.map(|test| format!("SPRT of {} against {} Elo", test.elo0, test.elo1)),
    ];
    let what: Vec<String> = [game.clone(), format.name().into()]
        .into_iter()
        .chain(limits.into_iter().flatten())
        .collect();
    let named: Vec<&str> = players.iter().take(NAMED_MAX).map(Entrant::label).collect();
    let others = match players.len().saturating_sub(NAMED_MAX) {
        0 => String::new(),
        1 => " and 1 other".into(),
        more => format!(" and {more} others"),
    };
    format!("{}: {}{others}", what.join(", "), named.join(", "))
}

/// The menu item for a game: "Club - Expert", described as "White wins: three in a row; 34 moves".
fn game_item(follower: &Follower, game: &FinishedGame) -> MenuItem {
    let tournament = follower.run().tournament();
    let (settings, rules) = (tournament.settings(), tournament.game());
    let name = |player: &usize| settings.players.get(*player).map_or("?", Entrant::label);
    let names: Vec<&str> = game.players.iter().map(name).collect();
    let ending = game.ending().map(|ending| ending.describe(|seat| rules.seat_name(seat)));
    let moves = if game.plies == 1 { "1 move".into() } else { format!("{} moves", game.plies) };
    let description = format!("{}; {moves}", ending.unwrap_or_default());
    MenuItem { label: names.join(" - "), ..MenuItem::new(&game.id, &description) }
}

/// The players, best first. The description contains figures that don't fit on a narrow screen.
fn players(report: &Report) -> Vec<MenuItem> {
    let player = |row: &Row| MenuItem::new(&row.name, &record_of(row));
    report.rows.iter().map(player).collect()
}

/// Formats "won 3, drawn 1, lost 2; Enter: games; by fault: 1 timed out".
fn record_of(row: &Row) -> String {
    let tally = &row.tally;
    let by_fault = match faults(tally).as_str() {
        "" => String::new(),
        faults => format!("; by fault: {faults}"),
    };
    let (wins, draws, losses) = (tally.wins, tally.draws, tally.losses);
    format!("won {wins}, drawn {draws}, lost {losses}; Enter: games{by_fault}")
}

/// The columns. On a narrow screen, the columns with the highest rank disappear first.
fn columns(report: &Report) -> Vec<StandingColumn> {
    let column = |head: &str, rank, cell: &dyn Fn(usize, &Row) -> String| StandingColumn {
        head: head.into(),
        cells: (1..).zip(&report.rows).map(|(place, row)| cell(place, row)).collect(),
        begins_left: false,
        rank,
    };
    let has_faults = report.rows.iter().any(|row| !row.tally.faults.is_empty());
    let breaks_ties = report.rows.len() > 2;
    let mut all = vec![
        column("", 0, &|place, _| place.to_string()),
        StandingColumn { begins_left: true, ..column("player", 0, &|_, row| row.name.clone()) },
        column("points", 0, &|_, row| format!("{:.1}", row.points)),
        column("games", 2, &|_, row| row.tally.games().to_string()),
        column("won", 3, &|_, row| row.tally.wins.to_string()),
        column("drawn", 3, &|_, row| row.tally.draws.to_string()),
        column("lost", 3, &|_, row| row.tally.losses.to_string()),
        column("elo", 1, &|_, row| format!("{:+.0}", row.rating)),
    ];
    if report.has_stakes {
        all.push(column("payoff", 2, &|_, row| format!("{:+.3}", row.payoff)));
    }
    if has_faults {
        let sum = |row: &Row| row.tally.faults.values().sum::<u64>().to_string();
        all.push(column("faults", 2, &|_, row| sum(row)));
    }
    if breaks_ties {
        all.push(column("SB", 4, &|_, row| format!("{:.1}", row.sonneborn_berger)));
        all.push(column("Buchholz", 4, &|_, row| format!("{:.1}", row.buchholz)));
    }
    all
}
