//! The full-screen menu as a line-by-line dialog, and everything that the user opens from it.

use std::io::{IsTerminal, Write, stdin};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use analysis::Study;
use app_context::{AppContext, CommandResult, Failure, one_line};
use games_package::{MatchSetup, TimeControl};
use match_library::{PuzzleFilter, SaveTarget};

use super::menu_items::AppItems;
use super::menu_progress::MenuProgress;
use super::starts::{Opener, study_start};
use super::tournaments::Tournaments;
use super::{Start, StudyStart, environment, files, preferences, puzzles, remembered};
use crate::dialog::{self, DialogEnd, DialogSettings};
use crate::kept_matches::{new_slot, warn_of_variations};
use crate::live::Inbox;
use crate::plain_text::{BoardStyle, columns, wrapped};
use crate::puzzle_dialog::{self, PuzzleInput, PuzzlesEnd};
use crate::study_dialog::StudyDialog;
use crate::{Menu, MenuResult, Preferences, Skin, TournamentCommand};

/// The line width if the output is not a terminal.
const WIDTH_DEFAULT: usize = 100;

/// The polling interval for a tournament that the user waits for.
const LOOK_EVERY: Duration = Duration::from_millis(200);

const GREETING: &str = "Rival. Type a number or a word; Enter takes the choice in brackets. help lists the other words.";

const HELP: &str = "\
Type the number of a choice or a part of its name. Or:
  back    go to the previous question
  menu    go to the first page
  delete  delete a listed match: delete 2, delete match-7
  wait    wait for the end of the tournament
  quit    leave Rival";

/// The settings for a line-by-line session that prints boards in this style.
pub fn settings(board: BoardStyle) -> DialogSettings {
    let is_interactive = stdin().is_terminal();
    DialogSettings { is_interactive, board, ..DialogSettings::default() }
}

/// Runs the menu and whatever the user chooses in it, until the user leaves. `inbox` receives the lines. `time` is the
/// preselected time control, if not the default.
///
/// # Errors
/// [`Failure`] if the configuration is wrong, the user interrupts, a player failed, or `out` fails.
pub fn run(
    app: &Arc<AppContext>,
    inbox: &Inbox,
    settings: &mut DialogSettings,
    time: Option<TimeControl>,
    out: &mut dyn Write,
) -> CommandResult {
    Session::new(app, inbox, settings, time)?.run_to_end(DialogEnd::Menu, out)
}

/// Continues after a match or a study that ended with `next`. Does nothing if the user quits.
///
/// # Errors
/// [`Failure`] if the configuration is wrong, the user interrupts, a player failed, or `out` fails.
pub fn go_on(
    app: &Arc<AppContext>,
    inbox: &Inbox,
    settings: &mut DialogSettings,
    next: DialogEnd,
    out: &mut dyn Write,
) -> CommandResult {
    if matches!(next, DialogEnd::Leave | DialogEnd::Stay) {
        return Ok(());
    }
    Session::new(app, inbox, settings, None)?.run_to_end(next, out)
}

/// The step after a choice in the menu.
enum Chosen<'a> {
    Start(Start<'a>),
    Puzzles(Option<String>),
}

/// A user's session, from the first menu to the last match.
struct Session<'a> {
    app: &'a Arc<AppContext>,
    inbox: &'a Inbox,
    settings: &'a mut DialogSettings,
    menu: Menu,
    /// The skin and the preferences as last saved.
    remembered: (Skin, Preferences),
    tournaments: Tournaments,
    /// The preselected time control, if not the default.
    time: Option<TimeControl>,
    /// The last printed page.
    shown: String,
}

impl<'a> Session<'a> {
    fn new(
        app: &'a Arc<AppContext>,
        inbox: &'a Inbox,
        settings: &'a mut DialogSettings,
        time: Option<TimeControl>,
    ) -> Result<Self, Failure> {
        let (skin, chosen) = (environment::skin(app)?, preferences());
        Ok(Self {
            app,
            inbox,
            settings,
            menu: Menu::new(skin.clone(), chosen.clone()),
            remembered: (skin, chosen),
            tournaments: Tournaments::of_user(),
            time,
            shown: String::new(),
        })
    }

    /// Runs until the user leaves, and stops the tournaments.
    fn run_to_end(mut self, next: DialogEnd, out: &mut dyn Write) -> CommandResult {
        if matches!(next, DialogEnd::Menu) {
            writeln!(out, "{}", wrapped(GREETING, columns(), 0))?;
        }
        let ended = self.run(next, out);
        for folder in self.tournaments.end() {
            let folder = folder.display();
            writeln!(out, "Stopped the tournament in {folder}; resume it from the menu.")?;
        }
        ended
    }

    fn run(&mut self, mut next: DialogEnd, out: &mut dyn Write) -> CommandResult {
        loop {
            next = match next {
                DialogEnd::Leave | DialogEnd::Stay => return Ok(()),
                DialogEnd::Menu => match self.choose(out)? {
                    None => return Ok(()),
                    Some(Chosen::Puzzles(game)) => self.solve(game.as_deref(), out)?,
                    Some(Chosen::Start(start)) => self.open(start, out)?,
                },
                DialogEnd::Play(setup) | DialogEnd::PlayFile(setup) => {
                    self.play(*setup, new_slot(), out)?
                }
                DialogEnd::Study(study) => self.study(*study, out)?,
            };
        }
    }

    fn open(&mut self, start: Start<'a>, out: &mut dyn Write) -> Result<DialogEnd, Failure> {
        let next = match start {
            Start::Menu | Start::MenuWithTime(_) => DialogEnd::Menu,
            Start::Match(played) => self.play(played.setup, played.target, out)?,
            Start::Study(study) => self.explore(*study, out)?,
        };
        let skin = self.menu.skin().clone();
        let items = AppItems { app: self.app, tournaments: &self.tournaments, time: self.time };
        self.menu.return_from_study(&skin, &items);
        self.shown.clear();
        Ok(next)
    }

    fn play(
        &mut self,
        setup: MatchSetup,
        target: SaveTarget,
        out: &mut dyn Write,
    ) -> Result<DialogEnd, Failure> {
        let name = self.menu.preferences().name.clone();
        dialog::play(self.app, self.inbox, (setup, target), &name, self.settings, out)
    }

    fn study(&mut self, study: Study, out: &mut dyn Write) -> Result<DialogEnd, Failure> {
        match study_start(self.app, self.inbox, study) {
            Start::Study(start) => self.explore(*start, out),
            _ => Ok(DialogEnd::Menu),
        }
    }

    fn explore(
        &mut self,
        start: StudyStart<'_>,
        out: &mut dyn Write,
    ) -> Result<DialogEnd, Failure> {
        let StudyStart { study, analyst, .. } = start;
        let dialog = StudyDialog::new(&analyst, study, out).with_board(self.settings.board);
        dialog.run(self.inbox, &mut self.settings.lines)
    }

    fn solve(&mut self, game: Option<&str>, out: &mut dyn Write) -> Result<DialogEnd, Failure> {
        self.shown.clear();
        let board = self.settings.board;
        let mut input = PuzzleInput { inbox: self.inbox, lines: &mut self.settings.lines, board };
        let filter = PuzzleFilter { game, ..PuzzleFilter::default() };
        let ended = puzzle_dialog::run(filter, &mut input, out)?;
        self.settings.board = input.board;
        Ok(match ended {
            PuzzlesEnd::None => DialogEnd::Menu,
            PuzzlesEnd::Left(next) => next,
        })
    }

    /// Asks until the user chooses a match or a study. Returns `None` if the user quits.
    fn choose(&mut self, out: &mut dyn Write) -> Result<Option<Chosen<'a>>, Failure> {
        loop {
            let Some(line) = self.ask(out)? else { return Ok(None) };
            match line.trim().trim_start_matches(':').to_lowercase().as_str() {
                "q" | "quit" | "exit" => return Ok(None),
                "help" | "?" => {
                    writeln!(out, "{HELP}")?;
                    continue;
                }
                "wait" if self.menu.tournament_command().is_some() => {
                    self.wait();
                    continue;
                }
                _ => {}
            }
            let items = AppItems { app: self.app, tournaments: &self.tournaments, time: self.time };
            let result = self.menu.take_line(&line, &items);
            self.remember();
            match result {
                MenuResult::Nothing => {}
                MenuResult::Leave => return Ok(None),
                MenuResult::Puzzles(game) => return Ok(Some(Chosen::Puzzles(game))),
                MenuResult::Export(query, file) => files::export(self.progress(), &query, &file)?,
                MenuResult::Import(file, game) => files::import(self.progress(), &file, game)?,
                MenuResult::MakePuzzles(query) => puzzles::make(self.progress(), &query)?,
                chosen => match self.start_of(chosen) {
                    Ok(Some(start)) => return Ok(Some(Chosen::Start(start))),
                    Ok(None) => {}
                    Err(failure) => self.menu.complain(one_line(&failure.to_string())),
                },
            }
        }
    }

    fn start_of(&mut self, chosen: MenuResult) -> Result<Option<Start<'a>>, Failure> {
        let name = self.menu.preferences().name.clone();
        let mut opener = Opener {
            app: self.app,
            inbox: self.inbox,
            tournaments: &mut self.tournaments,
            name: &name,
            time: self.time,
            warn: Box::new(|name, loaded| warn_of_variations(name, loaded)),
        };
        opener.start_of(chosen, &mut self.menu)
    }

    fn progress(&mut self) -> MenuProgress<'_> {
        MenuProgress::by_line(self.inbox, &mut self.settings.lines, &mut self.menu)
    }

    /// Saves changed settings once the user leaves their page.
    fn remember(&mut self) {
        let now = (self.menu.skin().clone(), self.menu.preferences().clone());
        if !self.menu.asks_settings() && now != self.remembered {
            remembered::remember(&now.0, &now.1);
            self.remembered = now;
            self.menu.inform("The settings are saved.".into());
        }
    }

    /// Waits until the open tournament is no longer running.
    fn wait(&mut self) {
        let items = AppItems { app: self.app, tournaments: &self.tournaments, time: self.time };
        self.menu.refresh(&items);
        while self.menu.tournament_command() == Some(TournamentCommand::Stop) {
            thread::sleep(LOOK_EVERY);
            self.menu.refresh(&items);
        }
    }

    /// Shows the page, unless it is already shown, and reads a line. Returns `None` at the end of the input.
    fn ask(&mut self, out: &mut dyn Write) -> Result<Option<String>, Failure> {
        let page = self.menu.page_text(columns().unwrap_or(WIDTH_DEFAULT));
        if page != self.shown || self.menu.message().is_none() {
            writeln!(out, "\n{}", page.trim_end())?;
            self.shown = page;
        }
        if let Some(message) = self.menu.message() {
            writeln!(out, "{}", wrapped(message, columns(), 0))?;
        }
        write!(out, "{}", self.menu.line_prompt())?;
        out.flush()?;
        self.settings.lines.next(self.inbox)
    }
}
