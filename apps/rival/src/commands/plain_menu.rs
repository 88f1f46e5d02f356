//! `rival --plain` and `rival --words`: the menu line by line.

use std::io::{stdin, stdout};
use std::sync::Arc;

use app_context::{AppContext, CommandResult};
use tui::full_screen::line_by_line;
use tui::plain_menu::{PlainChoice, choose};

use super::{analyze, matches, play, puzzles, replay, watch};
use crate::arguments::{
    AnalyzeArguments, MatchesArguments, PlayArguments, PuzzlesArguments, ReplayArguments,
    SeatArgument, WatchArguments,
};

/// Carries out the user's choices.
pub(super) fn run(app: &Arc<AppContext>, words: bool) -> CommandResult {
    let chosen = choose(app, &mut stdin().lock(), &mut stdout().lock())?;
    chosen.map_or(Ok(()), |choice| carry_out(app, choice, words))
}

fn carry_out(app: &Arc<AppContext>, choice: PlainChoice, words: bool) -> CommandResult {
    let plain = true;
    match choice {
        PlainChoice::Play { game, opponent, opponent_seats } => {
            let seat = |number| SeatArgument { number, player: opponent.clone() };
            let seats = opponent_seats.into_iter().map(|it| seat(it.index() + 1)).collect();
            let arguments =
                PlayArguments { game: Some(game), seats, plain, words, ..PlayArguments::default() };
            play::run(app, &arguments)
        }
        PlainChoice::Watch { game, players } => {
            watch::run(app, &WatchArguments { game, players, plain, ..WatchArguments::default() })
        }
        PlainChoice::Continue => {
            let resume = Some(None);
            play::run(app, &PlayArguments { plain, words, resume, ..PlayArguments::default() })
        }
        PlainChoice::Replay(file) => {
            replay::run(app, &ReplayArguments { file, plain, ..ReplayArguments::default() })
        }
        PlainChoice::Library => matches::run(&MatchesArguments::default()),
        PlainChoice::Analyze(game) => {
            let game = Some(game);
            let interactive = true;
            analyze::run(
                app,
                &AnalyzeArguments {
                    game,
                    interactive,
                    plain,
                    words,
                    ..AnalyzeArguments::default()
                },
            )
        }
        PlainChoice::Puzzles => {
            puzzles::run(app, &PuzzlesArguments { plain, ..PuzzlesArguments::default() })
        }
        PlainChoice::Tournaments => {
            let chosen = line_by_line::tournaments(app, &mut stdin().lock(), &mut stdout().lock())?;
            chosen.map_or(Ok(()), |(record, game)| analyze::explore_game(app, record, game, words))
        }
        PlainChoice::Settings => {
            line_by_line::settings(app, &mut stdin().lock(), &mut stdout().lock())
        }
        PlainChoice::File(file) => {
            let record = Some(file);
            let interactive = true;
            analyze::run(
                app,
                &AnalyzeArguments {
                    record,
                    interactive,
                    plain,
                    words,
                    ..AnalyzeArguments::default()
                },
            )
        }
    }
}
