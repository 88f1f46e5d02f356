//! `rival play`: plays a match with a person.

use std::io::{BufRead, IsTerminal, stdin, stdout};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use app_context::{
    AppContext, Changes, CommandResult, Failure, FailureKind, HUMAN, LEVEL, OrFail, PlayerSpec,
    SeatChoice, name_unusable_files, no_such_seat, own_players, players_in_file,
};
use board_engine::Seat;
use games_package::{MatchSetup, TableGame, TimeControl};
use match_library::{LoadedMatch, SaveTarget, Slot};
use tui::dialog::{self, DialogSettings};
use tui::full_screen::{self, Match, Start, line_by_line};
use tui::kept_matches::{choose_kept, claim_named, new_slot, warn_of_variations};
use tui::live::{Inbox, Input};
use tui::people::viewer;

use super::{board_style, level_named, menu, named_game, named_player, show};
use crate::arguments::{PlayArguments, SeatArgument, parse_clock};
use crate::match_files::{check_folder_of, load};

pub(crate) fn run(app: &Arc<AppContext>, arguments: &PlayArguments) -> CommandResult {
    if arguments.game.is_none() && arguments.resume.is_none() && arguments.continued.is_none() {
        check_menu_arguments(arguments)?;
        return menu(app, arguments.plain, arguments.words, arguments.limits.limits().time);
    }
    let Some((setup, target)) = begin(app, arguments)? else { return Ok(()) };
    // The players have opened their files, and the full screen is not open yet.
    name_unusable_files();
    if !arguments.plain && !arguments.words && full_screen::is_possible() {
        let viewer = viewer(app, &setup);
        let delay = Duration::ZERO;
        let start = Start::Match(Box::new(Match { setup, viewer, target, delay }));
        return show(app, &Inbox::open(Input::Keys)?, start);
    }
    let inbox = Inbox::open(Input::Lines)?;
    let mut settings = DialogSettings {
        shows_thinking: arguments.thinking,
        ..line_by_line::settings(board_style(arguments.words))
    };
    let name = full_screen::preferences().name;
    let out = &mut stdout();
    let next = dialog::play(app, &inbox, (setup, target), &name, &mut settings, out)?;
    line_by_line::go_on(app, &inbox, &mut settings, next, out)
}

/// Rejects options that the menu would ignore.
fn check_menu_arguments(arguments: &PlayArguments) -> CommandResult {
    let PlayArguments { seats, first, second, level, position, save, seed, limits, .. } = arguments;
    let has_side = *first || *second || arguments.color.is_some();
    let has_limits = limits.depth.is_some() || limits.nodes.is_some() || limits.ponder;
    let is_of_game = has_side || !seats.is_empty() || has_limits;
    let has_more = level.is_some() || position.is_some() || save.is_some() || seed.is_some();
    if !is_of_game && !has_more {
        return Ok(());
    }
    let why = "these options need a game, as in \"rival play GAME --level club\"";
    Err(Failure::message(FailureKind::Usage, why))
}

/// The match from the command line and its destination, or `None` if the user quits while choosing a match.
fn begin(
    app: &AppContext,
    arguments: &PlayArguments,
) -> Result<Option<(MatchSetup, SaveTarget)>, Failure> {
    let PlayArguments { resume, continued, save, source, from, .. } = arguments;
    let target_of = |file: Option<&PathBuf>| {
        let file = save.as_ref().or(file);
        check_folder_of(file.map(PathBuf::as_path))?;
        Ok::<_, Failure>(file.map_or_else(new_slot, SaveTarget::file))
    };
    Ok(Some(match (resume, continued) {
        (Some(Some(file)), _) => {
            if let Some(slot) = claim_named(file)? {
                return resume_kept(app, arguments, slot).map(Some);
            }
            let loaded = load(file, source)?;
            let players = players_in_file(&loaded, file);
            (resumed_match(app, arguments, loaded, players)?, target_of(Some(file))?)
        }
        (Some(None), _) => {
            let Some(slot) = choose_slot()? else { return Ok(None) };
            return resume_kept(app, arguments, slot).map(Some);
        }
        (None, Some(file)) => {
            let mut loaded = load(file, source)?;
            let players = players_in_file(&loaded, file);
            let count = loaded.record.plies.len();
            if from.is_some_and(|from| from > count) {
                let error =
                    anyhow!("--from is too large: the match has {count} plies; use 0 to {count}");
                return Err(Failure::new(FailureKind::Usage, error));
            }
            let cut = loaded.record.cut(from.unwrap_or(count), &*loaded.game);
            loaded.record = cut.or_fail(FailureKind::Input)?;
            (resumed_match(app, arguments, loaded, players)?, target_of(None)?)
        }
        (None, None) => (new_match(app, arguments)?, target_of(None)?),
    }))
}

/// The saved match that the user chooses in a terminal, or `None` if the user quits.
fn choose_slot() -> Result<Option<Slot>, Failure> {
    let mut input = stdin().lock();
    let can_ask = stdin().is_terminal() && stdout().is_terminal();
    choose_kept(can_ask.then_some(&mut input as &mut dyn BufRead), &mut stdout().lock())
}

/// The setup that continues a saved match. The match is saved in place unless a file is named.
fn resume_kept(
    app: &AppContext,
    arguments: &PlayArguments,
    slot: Slot,
) -> Result<(MatchSetup, SaveTarget), Failure> {
    let loaded = slot.load()?;
    warn_of_variations(slot.name().unwrap_or_default(), &loaded);
    let players = own_players(&loaded.record);
    let setup = resumed_match(app, arguments, loaded, players)?;
    let save = arguments.save.as_deref();
    check_folder_of(save)?;
    Ok((setup, save.map_or_else(|| SaveTarget::slot(slot), SaveTarget::file)))
}

/// The setup of a new match.
fn new_match(app: &AppContext, arguments: &PlayArguments) -> Result<MatchSetup, Failure> {
    let named = |name| named_game(name, arguments.seed);
    let game = arguments.game.as_deref().map_or_else(|| app.first_game(), named)?;
    let (mut named, mut limits) = (arguments.players.clone(), arguments.limits.limits());
    if limits.time.is_none()
        && let Some((index, clock)) = clock_among(&named)
    {
        named.remove(index);
        limits.time = Some(clock);
    }
    let players = players_by_seat(app, &*game, arguments, &named)?;
    let mut setup = app.match_setup(game, &players, limits, arguments.seed)?;
    setup.position.clone_from(&arguments.position);
    Ok(setup)
}

/// Finds a clock among the players, as in `chess 5+3`. Returns the player's index and the clock.
fn clock_among(players: &[String]) -> Option<(usize, TimeControl)> {
    let clock = |text: &String| parse_clock(text).ok().filter(|_| text.contains('+'));
    players.iter().enumerate().find_map(|(index, text)| Some((index, clock(text)?)))
}

/// The setup that continues a recorded match with these players.
fn resumed_match(
    app: &AppContext,
    arguments: &PlayArguments,
    loaded: LoadedMatch,
    players: Vec<PlayerSpec>,
) -> Result<MatchSetup, Failure> {
    let PlayArguments { seats, limits, seed, .. } = arguments;
    let choice = |seat: &SeatArgument| SeatChoice {
        number: seat.number,
        player: PlayerSpec::from_user(seat.player.as_str()),
    };
    let seats = seats.iter().map(choice).collect();
    let changes = Changes { seats, limits: limits.limits(), seed: *seed };
    app.continued_setup(loaded.record, loaded.game, players, &changes)
}

/// The index of the requested seat, if any.
fn wanted_seat(game: &dyn TableGame, arguments: &PlayArguments) -> Result<Option<usize>, Failure> {
    let count = game.seat_count();
    let Some(side) = &arguments.color else {
        let second = arguments.second.then(|| count.min(2) - 1);
        return Ok(arguments.first.then_some(0).or(second));
    };
    let names: Vec<String> = Seat::all(count).map(|seat| game.seat_name(seat)).collect();
    let side_lower = side.to_lowercase();
    let matching = |fits: fn(&str, &str) -> bool| {
        let mut seats = (0..count).filter(|&seat| fits(&names[seat].to_lowercase(), &side_lower));
        seats.next().filter(|_| seats.next().is_none())
    };
    let found = matching(|name, side| name == side);
    // "b" is Black.
    let found = found.or_else(|| matching(|name, side| name.starts_with(side)));
    let error = || anyhow!("--color can't be \"{side}\": expected {}", names.join(" or "));
    found.map(Some).ok_or_else(|| Failure::new(FailureKind::Usage, error()))
}

/// The players by seat. If the command line names no players: a person, and the opponent with the given level or the
/// default opponent in every other seat.
fn players_by_seat(
    app: &AppContext,
    game: &dyn TableGame,
    arguments: &PlayArguments,
    players: &[String],
) -> Result<Vec<PlayerSpec>, Failure> {
    let count = game.seat_count();
    let wanted = wanted_seat(game, arguments)?;
    let named = |text: &String| named_player(app, game.name(), text);
    let players = without_fillers(players);
    if players.len() > 1 || players.len() == count {
        if wanted.is_some() {
            let why = "--first, --second and --color need a single opponent; pass one player";
            return Err(Failure::message(FailureKind::Usage, why));
        }
        return Ok(players.iter().map(named).collect());
    }
    let mut specs: Vec<Option<PlayerSpec>> = vec![None; count];
    for seat in &arguments.seats {
        let place =
            specs.get_mut(seat.number - 1).ok_or_else(|| no_such_seat(game, seat.number))?;
        *place = Some(named(&seat.player));
    }
    if let Some(own) = wanted.filter(|own| specs[*own].is_some()) {
        let error = anyhow!("{} is taken by --seat {}", game.seat_name(Seat::new(own)), own + 1);
        return Err(Failure::new(FailureKind::Usage, error));
    }
    let free = wanted.or_else(|| specs.iter().position(Option::is_none));
    if let Some(free) = free {
        specs[free] = Some(PlayerSpec::from_user(HUMAN));
    }
    let opponent = match (&arguments.level, players) {
        (Some(level), _) => {
            let name = level_named(app, game.name(), level).unwrap_or_else(|| level.clone());
            PlayerSpec::from_user(app_context::level(&name))
        }
        (None, [opponent]) => named(opponent),
        (None, _) => app.default_opponent(game.name()),
    };
    Ok(specs.into_iter().map(|spec| spec.unwrap_or_else(|| opponent.clone())).collect())
}

/// Words before an opponent's name.
const FILLERS: [&str; 5] = ["against", LEVEL, "versus", "vs", "with"];

/// The players without words such as "against": "level club" means "club".
fn without_fillers(players: &[String]) -> &[String] {
    match players {
        [word, players @ ..] if FILLERS.contains(&&**word) && !players.is_empty() => {
            without_fillers(players)
        }
        players => players,
    }
}
