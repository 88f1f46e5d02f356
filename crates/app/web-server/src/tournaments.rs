//! Tournaments: the run folders that this server lists, watches and plays.

mod choices;
mod describe;
mod standing;
mod watch;

use std::path::PathBuf;
use std::sync::Arc;

use app_context::AppContext;
use arena::run_folder::folder::Folder;
use arena::run_folder::hosted::Hosted;
pub(crate) use arena::run_folder::places::Place;
use arena::run_folder::places::Places;
use arena::run_folder::setup::Plan;
use arena::run_folder::status::{ProgressCache, RunProgress};

pub(crate) use self::choices::NewTournament;
pub(crate) use self::describe::{FoundGames, GameWithPositions, ListedTournament};
pub(crate) use self::watch::Watch;
use self::watch::Watches;
use crate::error::Refused;
use crate::settings::Settings;
use crate::visitor::Visitor;

/// The maximum number of tournaments in a list, newest first.
const LISTED_MAX: usize = 100;

/// All tournaments on the server.
#[derive(Debug)]
pub(crate) struct Tournaments {
    places: Places,
    hosted: Arc<Hosted>,
    watches: Watches,
    progress: ProgressCache,
}

impl Tournaments {
    /// Creates the list of tournaments in the configured folders.
    pub(crate) fn new(settings: &Settings) -> Self {
        let (own, given) = (settings.own_tournaments.clone(), settings.tournaments.clone());
        let hosted = Arc::new(Hosted::new(settings.tournaments_running));
        let (watches, progress) = (Watches::default(), ProgressCache::default());
        Self { places: Places::new(own, given), hosted, watches, progress }
    }

    /// The newest tournaments, newest first. Blocks while reading folders.
    pub(crate) fn list(&self) -> Vec<ListedTournament> {
        let mut places = self.places.all();
        places.truncate(LISTED_MAX);
        places.into_iter().map(|place| self.list_entry(place)).collect()
    }

    fn list_entry(&self, place: Place) -> ListedTournament {
        let (status, progress) = (self.hosted.status(&place.path), self.progress(&place));
        ListedTournament::of(place, status, progress)
    }

    /// The progress of a run.
    fn progress(&self, place: &Place) -> Result<RunProgress, String> {
        self.progress.of(&Folder::existing(place.path.clone()), |folder| {
            if !folder.is_in_use().unwrap_or_default() {
                return RunProgress::of_folder(folder);
            }
            // A running tournament will be requested again. Keep the run loaded so that its journal isn't read from the
            // start each time.
            let watch = self.watches.get(place.clone(), &self.hosted);
            let progress = watch.map(|watch| watch.read(RunProgress::of_follower));
            progress.map_err(|refused| refused.why().to_owned())
        })
    }

    /// The tournament with this name. Blocks while reading folders.
    ///
    /// # Errors
    /// [`Refused`] if there is no such tournament, or its folder is damaged.
    pub(crate) fn watch(&self, name: &str) -> Result<Arc<Watch>, Refused> {
        let place = self.find(name)?;
        self.watches.get(place, &self.hosted)
    }

    fn find(&self, name: &str) -> Result<Place, Refused> {
        let missing =
            || Refused::not_found("tournament not found: its folder may have been deleted");
        self.places.find(name).ok_or_else(missing)
    }

    /// Starts a tournament and returns its name. Blocks until each player has started once.
    ///
    /// # Errors
    /// [`Refused`] with the invalid field, or if too many tournaments are running.
    pub(crate) fn begin(
        &self,
        app: &Arc<AppContext>,
        request: &NewTournament,
        visitor: Visitor,
    ) -> Result<String, Refused> {
        let slot = self.hosted.free_slot()?;
        let plan = request.check(app, visitor)?;
        let place = self.places.new_place(request.name(), request.game())?;
        slot.start(app, place.path, plan)?;
        Ok(place.name)
    }

    /// Resumes a stopped tournament.
    ///
    /// # Errors
    /// [`Refused`] if the tournament is running or over, if too many tournaments are running, or if a player fails to
    /// start.
    pub(crate) fn resume(&self, app: &Arc<AppContext>, name: &str) -> Result<(), Refused> {
        let watch = self.watch(name)?;
        if watch.is_over() {
            return Err(Refused::conflict("the tournament is over"));
        }
        let slot = self.hosted.free_slot()?;
        let path: PathBuf = watch.place().path.clone();
        let plan: Plan = Folder::existing(path.clone()).plan()?;
        Ok(slot.start(app, path, plan)?)
    }

    /// Stops a tournament that this server is playing. Aborts ongoing games.
    ///
    /// # Errors
    /// [`Refused`] if this server isn't playing the tournament.
    pub(crate) fn stop(&self, name: &str) -> Result<(), Refused> {
        let place = self.find(name)?;
        if self.hosted.stop(&place.path) {
            return Ok(());
        }
        let why = match Folder::existing(place.path).is_in_use() {
            Ok(true) => "another program is running this tournament; stop it there with Ctrl-C",
            _ => "the tournament is not running",
        };
        Err(Refused::conflict(why))
    }

    /// Stops all tournaments that this server is playing.
    pub(crate) fn stop_all(&self) {
        self.hosted.stop_all();
    }

    /// Unloads unwatched tournaments.
    pub(crate) fn forget_idle(&self) {
        self.watches.forget_idle();
    }
}
