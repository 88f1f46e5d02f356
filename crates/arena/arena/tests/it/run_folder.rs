//! Runs in folders, through the public API.

#![expect(clippy::unwrap_used, reason = "a test that can't continue has failed")]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use std::{fs, io};

use app_context::{AppContext, CommonArguments, FailureKind};
use arena::journal::Entry;
use arena::observer::RunObserver;
use arena::play::{PlayerFactory, Trust};
use arena::run::Run;
use arena::run_folder::entrants::{self, Entrants};
use arena::run_folder::folder::{Folder, StoredRun};
use arena::run_folder::follower::Follower;
use arena::run_folder::runner::{self, Interruption, LocalSettings};
use arena::run_folder::setup;
use arena::run_folder::tables::Report;
use arena::settings::Settings;
use games_package::Player;

/// Stops the run once it requests players for more than this number of games.
struct StopAfter<'a> {
    players: &'a Entrants,
    wanted: AtomicUsize,
    games: usize,
    interruption: Interruption,
}

impl PlayerFactory for StopAfter<'_> {
    fn player(&self, index: usize) -> Result<Box<dyn Player>, String> {
        if self.wanted.fetch_add(1, Ordering::Relaxed) / 2 >= self.games {
            self.interruption.request();
        }
        self.players.player(index)
    }

    fn trust(&self, index: usize) -> Trust {
        self.players.trust(index)
    }
}

/// A run observer that shows nothing.
struct Silent;

impl RunObserver for Silent {
    fn update(&mut self, _: &Run, _: &[Entry]) -> io::Result<()> {
        Ok(())
    }

    fn note(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }
}

/// Starts or resumes a run in this folder, up to this number of games or slightly more. Returns the number of games
/// played.
fn play(path: &Path, pairs: u32, games: usize) -> usize {
    let config = path.with_extension("toml");
    fs::write(&config, "").unwrap();
    let common = CommonArguments { config: Some(config), ..CommonArguments::default() };
    let app = Arc::new(AppContext::open(&common).unwrap());
    let mut settings = Settings::new("tic-tac-toe:5,5,4", ["greedy".into(), "random".into()]);
    (settings.pairs, settings.seed) = (pairs, Some(1));
    settings.openings = "random:2".into();
    let players = entrants::of_user(&settings);
    let planned = setup::plan(&app, settings, &players, FailureKind::Usage);
    let (tournament, players) = planned.unwrap();
    let entrants = Entrants::open(&app, &tournament, players, Some(1)).unwrap();
    let stored = Folder::prepare(path.into(), tournament).unwrap();
    let StoredRun { tournament, mut journal, played, .. } = stored;
    let mut run = Run::new(Arc::new(tournament), &played).unwrap();
    let interruption = Interruption::default();
    let factory = StopAfter {
        players: &entrants,
        wanted: AtomicUsize::new(0),
        games,
        interruption: interruption.clone(),
    };
    let local = LocalSettings {
        factory: &factory,
        concurrency: 1,
        cores: Vec::new(),
        bad_games: None,
        wait: Duration::ZERO,
    };
    let ended = runner::run(&mut run, &mut journal, &local, &interruption, &mut Silent);
    assert!(ended.as_ref().err().is_none_or(app_context::Failure::is_interruption), "{ended:?}");
    run.finished_games()
}

fn follow(path: &Path) -> Follower {
    Follower::open(Folder::existing(path.into())).unwrap()
}

#[test]
fn a_follower_sees_the_same_as_the_program_that_plays_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let played = play(&path, 60, 20);
    let mut follower = follow(&path);
    assert_eq!((follower.run().finished_games(), follower.games().len()), (played, played));
    assert!(!follower.update().unwrap(), "nothing is new");
    let more = play(&path, 60, usize::MAX);
    assert_eq!(more, 120);
    assert!(follower.update().unwrap());
    assert!(follower.run().is_over());
    let whole = follow(&path);
    let text = |follower: &Follower| Report::of(follower.run()).to_text();
    assert_eq!(text(&follower), text(&whole));
    let history = follower.history();
    assert!(history.len() > 20 && history.len() <= 120, "{}", history.len());
    assert!(history.is_sorted_by(|one, next| one.games < next.games));
    assert_eq!(history.last().unwrap().games, 120);
    assert_eq!(history.last().unwrap().elo, follower.run().pentanomial().unwrap().elo());
    for game in follower.games().iter().step_by(17) {
        let entry = follower.entry(game).unwrap();
        assert_eq!((&entry.id, &entry.players), (&game.id, &game.players));
        assert!(game.ending().is_some());
    }
}

#[test]
fn a_partial_line_is_not_read_and_damage_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let played = play(&path, 10, usize::MAX);
    let journal = path.join("journal.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    let cut = text.len() - 9;
    fs::write(&journal, &text.as_bytes()[..cut]).unwrap();
    let mut follower = follow(&path);
    assert_eq!(follower.games().len(), played - 1);
    fs::write(&journal, &text).unwrap();
    assert!(follower.update().unwrap());
    assert_eq!(follower.games().len(), played);
    // Append the last game again.
    let last = text.trim_end().rsplit('\n').next().unwrap();
    fs::write(&journal, format!("{text}{last}\n")).unwrap();
    let failure = follower.update().unwrap_err().to_string();
    assert!(failure.contains("occurs twice"), "{failure}");
    fs::write(&journal, text.replacen("\"payoffs\":[", "\"payoffs\":[ ", 1)).unwrap();
    let failure = Follower::open(Folder::existing(path.clone())).unwrap_err().to_string();
    assert!(failure.contains("wrong checksum"), "{failure}");
    fs::write(&journal, text).unwrap();
    assert!(follower.update().unwrap(), "a repaired folder is read again");
    assert_eq!(follower.games().len(), played);
    fs::write(&journal, "").unwrap();
    assert!(follower.update().unwrap_err().to_string().contains("can't read the journal"));
}

#[test]
fn a_run_that_was_not_begun_to_play_has_no_games() {
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings::new("tic-tac-toe", ["greedy".into(), "random".into()]);
    let tournament = setup::tournament(settings, FailureKind::Usage).unwrap();
    let place = Folder::existing(folder.path().into());
    place.write(&tournament).unwrap();
    let follower = follow(folder.path());
    assert!(follower.games().is_empty() && !follower.run().is_over());
    assert!(!follower.folder().is_in_use().unwrap());
    let stored = Folder::existing(folder.path().into()).open(tournament).unwrap();
    assert!(follower.folder().is_in_use().unwrap());
    drop(stored);
    assert!(!follower.folder().is_in_use().unwrap());
}

#[test]
fn a_run_of_a_newer_version_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("tournament.toml"), "anything = []\n").unwrap();
    let journal = folder.path().join("journal.jsonl");
    fs::write(&journal, "{\"rival_arena\":4}\n").unwrap();
    let refused = Folder::existing(folder.path().into()).tournament().unwrap_err().to_string();
    let why = "was written by a newer version of Rival (format 4; this program reads 3)";
    assert_eq!(refused, format!("{} {why}", journal.display()));
}
