//! Menu pages that the plain-text interface shares with the full screen: tournaments and settings.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use app_context::{AppContext, CommandResult, Failure, one_line};
use games_package::{Record, TableGame};

use super::menu_items::AppItems;
use super::tournaments::Tournaments;
use super::{environment, preferences, remembered};
use crate::plain_menu::read_answer;
use crate::plain_text::columns;
use crate::{Depth, Menu, MenuResult, MenuStudy, Skin, TournamentCommand};

/// The line width if the output is not a terminal.
const WIDTH_DEFAULT: usize = 100;

/// The interval for polling a tournament that the user waits for.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// Changes the settings. They are saved when the user leaves the page.
///
/// # Errors
/// [`Failure`] if the configuration is wrong, or `input` or `out` fails.
pub fn settings(app: &AppContext, input: &mut dyn BufRead, out: &mut dyn Write) -> CommandResult {
    let before = (environment::skin(app)?, preferences());
    let mut menu = Menu::new(before.0.clone(), before.1.clone());
    menu.open_settings();
    let tournaments = Tournaments::of_user();
    let items = AppItems { app, tournaments: &tournaments };
    while !menu.is_at_start() {
        let Some(line) = ask(&menu, input, out)? else { break };
        let _nothing = menu.take_line(&line, &items);
    }
    let (skin, preferences) = (menu.skin().clone(), menu.preferences().clone());
    if (&skin, &preferences) != (&before.0, &before.1) {
        remembered::remember(&skin, &preferences);
        writeln!(out, "The settings are saved.")?;
    }
    Ok(())
}

/// A tournament game and its rules.
pub type FinishedGame = (Record, Arc<dyn TableGame>);

/// Shows, begins, stops and resumes tournaments until the user leaves. Returns the finished game that the user wants to
/// see. A running tournament is stopped then.
///
/// # Errors
/// [`Failure`] if `input` or `out` fails.
pub fn tournaments(
    app: &Arc<AppContext>,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<Option<FinishedGame>, Failure> {
    let mut tournaments = Tournaments::of_user();
    let mut menu = Menu::new(Skin::new(Depth::None), preferences());
    menu.open_tournaments(&AppItems { app, tournaments: &tournaments });
    let mut chosen = None;
    while chosen.is_none() && !menu.is_at_start() {
        let Some(line) = ask(&menu, input, out)? else { break };
        if line.eq_ignore_ascii_case("wait") {
            wait(&mut menu, &AppItems { app, tournaments: &tournaments });
            continue;
        }
        let result = menu.take_line(&line, &AppItems { app, tournaments: &tournaments });
        let done = match result {
            MenuResult::BeginTournament(new) => tournaments.begin(app, &new).map(|folder| {
                menu.show_tournament(&folder, &AppItems { app, tournaments: &tournaments });
            }),
            MenuResult::ResumeTournament(folder) => tournaments.resume(app, &folder),
            MenuResult::StopTournament(folder) => {
                tournaments.stop(&folder);
                Ok(())
            }
            MenuResult::Study(MenuStudy::OfTournament { folder, game }) => {
                tournaments.record(&folder, &game).map(|found| chosen = Some(found))
            }
            _ => Ok(()),
        };
        match done {
            Ok(()) => menu.refresh(&AppItems { app, tournaments: &tournaments }),
            Err(failure) => menu.complain(one_line(&failure.to_string())),
        }
    }
    for folder in tournaments.end() {
        let folder = folder.display();
        writeln!(out, "Stopped the tournament in {folder}; resume it from the menu.")?;
    }
    Ok(chosen)
}

/// Waits until the open tournament stops running.
fn wait(menu: &mut Menu, items: &AppItems<'_>) {
    menu.refresh(items);
    while menu.tournament_command() == Some(TournamentCommand::Stop) {
        thread::sleep(LOOK_EVERY);
        menu.refresh(items);
    }
}

/// Shows the page and reads a line. `None` if the user quits.
fn ask(menu: &Menu, input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<Option<String>> {
    writeln!(out, "\n{}", menu.page_text(columns().unwrap_or(WIDTH_DEFAULT)).trim_end())?;
    if let Some(message) = menu.message() {
        writeln!(out, "{message}")?;
    }
    write!(out, "{}", menu.line_prompt())?;
    out.flush()?;
    read_answer(input)
}
