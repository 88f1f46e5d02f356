//! Values of command-line arguments. Each input line is a kind and a value, such as `time 1m+1s`.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use analysis::puzzles::Motif;
use app_context::{AppContext, CommonArguments, PlayerSpec};
use games_package::{Options, TimeControl, Valuation, parse_duration};
use notation::pdn::{GameType, PdnResult};
use notation::{Comment, clock_text, parse_clock};

use crate::target::{Answer, Check, must, same, text};

/// The maximum number of lines in an input.
const LINES_MAX: usize = 50;

pub(super) fn prepare() -> Check {
    let folder = tempfile::tempdir();
    let app = folder.map_err(|error| error.to_string()).and_then(|folder| {
        let config = folder.path().join("rival.toml");
        must("a configuration", std::fs::write(&config, ""))?;
        let common = CommonArguments { config: Some(config), ..CommonArguments::default() };
        let app = AppContext::open(&common).map_err(|failure| format!("{failure:?}"))?;
        // Plugins are loaded once, which must not count toward the first input.
        must("the players", app.players(None))?;
        Ok((app, folder))
    });
    Box::new(move |input| {
        let (app, _folder) = app.as_ref().map_err(Clone::clone)?;
        let (mut kinds, mut is_accepted) = (String::new(), false);
        for line in text(input).lines().take(LINES_MAX) {
            let (kind, word) = line.split_once(' ').unwrap_or((line, ""));
            let read = word_of(app, kind, word)?;
            is_accepted |= read;
            kinds = format!("{kind}{read}");
        }
        Ok(if is_accepted { Answer::accepted(kinds) } else { Answer::refused(kinds) })
    })
}

/// Whether a word of this kind was accepted.
fn word_of(app: &AppContext, kind: &str, word: &str) -> Result<bool, String> {
    Ok(match kind {
        "time" => round_trip::<TimeControl>(word)?,
        "motif" => round_trip::<Motif>(word)?,
        "score" => round_trip::<Valuation>(word)?,
        "options" => round_trip::<Options>(word)?,
        "duration" => parse_duration(word).is_ok(),
        "clock" => match parse_clock(word) {
            Some(clock) => {
                let written = clock_text(clock);
                let read = parse_clock(&written).map(clock_text);
                same("a clock written and read", &read.as_ref(), &Some(&written))?;
                true
            }
            None => false,
        },
        "comment" => {
            let comment = Comment::parse(word);
            let written = comment.to_text();
            same("a comment written and read", &Comment::parse(&written).to_text(), &written)?;
            comment != Comment { remark: comment.remark.clone(), ..Comment::default() }
        }
        "result" => PdnResult::parse(word).is_some(),
        "game-type" => match GameType::parse(word) {
            Some(game_type) => {
                let read = GameType::parse(&game_type.to_string());
                same("a game type written and read", &read, &Some(game_type))?;
                true
            }
            None => false,
        },
        "player" => player(app, word)?,
        "game" => match game_catalog::table_game(word) {
            Ok(game) => {
                let again = must("the full name of a game", game_catalog::table_game(game.name()))?;
                same("names of a game", &again.name(), &game.name())?;
                true
            }
            Err(_) => false,
        },
        _ => false,
    })
}

/// Checks that an accepted value survives a round trip through its string form.
fn round_trip<T: FromStr + Display + PartialEq + Debug>(word: &str) -> Result<bool, String>
where
    T::Err: Display,
{
    let Ok(value) = word.parse::<T>() else { return Ok(false) };
    let written = value.to_string();
    let read = must(&format!("{written:?}, which was written for {word:?}"), written.parse::<T>())?;
    same(&format!("values of {word:?} and {written:?}"), &read, &value)?;
    Ok(true)
}

/// Resolves a player's name, and creates the player if it is one of ours. A name from the network must not start a
/// program.
fn player(app: &AppContext, word: &str) -> Result<bool, String> {
    let spec = PlayerSpec::from_network(word);
    let Ok(request) = app.find(&spec) else { return Ok(false) };
    if request.is_engine() && app.new_player("chess:standard", &request).is_ok() {
        return Err(format!("{word} is started"));
    }
    if request.is_foreign() {
        return Ok(false);
    }
    // Don't allocate tables as large as the options can request.
    if request.options.iter().any(|(name, _)| name == "hash" || name == "threads") {
        return Ok(true);
    }
    Ok(app.new_player("chess:standard", &request).is_ok())
}
