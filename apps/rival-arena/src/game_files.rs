//! Files to which finished games are appended during a run.

use std::io;

use app_context::Failure;
use arena::journal::Entry;
use arena::observer::{LiveGame, RunObserver};
use arena::run::Run;
use arena::run_folder::folder::Folder;
use arena::run_folder::game_file::{GameFile, GameFileKind};
use arena::run_folder::game_texts::GameTexts;

use crate::arguments::GameFileArguments;

/// Notations with game tags. The tags reveal which games a file already contains.
const WITH_TAGS: [&str; 2] = ["pdn", "pgn"];

/// Opens the files named by the arguments, and makes sure that they contain every game in `played`.
pub(crate) fn open(
    arguments: &GameFileArguments,
    folder: &Folder,
    run: &Run,
    played: &[Entry],
) -> Result<Vec<GameFile>, Failure> {
    let mut files = Vec::new();
    if let Some(path) = &arguments.games_out {
        let game = run.tournament().game().name();
        let extension = path.extension().and_then(|extension| extension.to_str());
        let own = game_catalog::sheet_format(game).map(notation::SheetFormat::name).ok();
        let known = |name: Option<&'static str>| name.filter(|name| WITH_TAGS.contains(name));
        let named = WITH_TAGS.into_iter().find(|name| Some(*name) == extension);
        let notation = named.or_else(|| known(own)).unwrap_or("pgn");
        let event = arguments.event.clone().unwrap_or_else(|| folder.name());
        let texts = GameTexts::new(game, Some(notation), event, arguments.site.clone())?;
        files.push(GameFile::open(path.clone(), GameFileKind::Games(texts), run, played)?);
    }
    if let Some(path) = &arguments.epd_out {
        files.push(GameFile::open(path.clone(), GameFileKind::Positions, run, played)?);
    }
    Ok(files)
}

/// Appends games to files and passes events on to another observer.
pub(crate) struct FileWriter {
    pub(crate) shown: Box<dyn RunObserver>,
    pub(crate) files: Vec<GameFile>,
}

impl RunObserver for FileWriter {
    fn update(&mut self, run: &Run, entries: &[Entry]) -> io::Result<()> {
        if !entries.is_empty() {
            for file in &mut self.files {
                let appended = file.append(run, entries);
                appended.map_err(|failure| io::Error::other(failure.to_string()))?;
            }
        }
        self.shown.update(run, entries)
    }

    fn wants_live_games(&self) -> bool {
        self.shown.wants_live_games()
    }

    fn show_live_game(&mut self, run: &Run, game: &LiveGame) -> io::Result<()> {
        self.shown.show_live_game(run, game)
    }

    fn note(&mut self, line: &str) -> io::Result<()> {
        self.shown.note(line)
    }
}
