//! `rival play`: a match with a person, line by line.

mod dialog;
mod resuming;
mod words;

use std::io::{IsTerminal, stdin};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use board_engine::Seat;
use games_package::{AfterEnd, MatchSetup, TableGame};
use house::{
    Changes, CommandResult, Failure, FailureKind, HUMAN, House, OrFail, PlayerSpec, SeatChoice,
    name_unusable_files, no_such_seat, own_players, players_in_file,
};
use match_library::{LoadedMatch, SaveTarget, Slot};
use match_view::{MatchView, ViewSetup};

use self::dialog::{Dialog, DialogSettings, Next};
use crate::arguments::{PlayArguments, SeatArgument};
use crate::boards::BoardStyle;
use crate::failures::report_failures;
use crate::full_screen::{self, Match, Start};
use crate::live::{Inbox, Input, LiveMatch};
use crate::match_files::{check_folder_of, load, new_slot};
use crate::person_name::name_only_person;
use crate::viewer::{hides_hands, viewer};

pub(crate) fn run(house: &Arc<House>, arguments: &PlayArguments) -> CommandResult {
    let Some((mut setup, mut target)) = begin(house, arguments)? else { return Ok(()) };
    // The players have opened theirs, and the full screen is not open yet.
    name_unusable_files();
    if !arguments.plain && !arguments.words && full_screen::is_possible() {
        let viewer = viewer(house, &setup);
        let delay = Duration::ZERO;
        let start = Start::Match(Box::new(Match { setup, viewer, target, delay }));
        return full_screen::run(house, &Inbox::open(Input::Keys)?, start);
    }
    let inbox = Inbox::open(Input::Lines)?;
    let mut settings = DialogSettings {
        is_interactive: stdin().is_terminal(),
        shows_thinking: arguments.thinking,
        board: if arguments.words { BoardStyle::InWords } else { BoardStyle::Drawn },
        ..DialogSettings::default()
    };
    let name = full_screen::preferences().name;
    loop {
        name_only_person(&mut setup, &name);
        let context = Context { house, inbox: &inbox, target: &target };
        match context.play(setup, &mut settings)? {
            Next::Play(next) => setup = *next,
            Next::PlayFile(next) => (setup, target) = (*next, new_slot()),
            Next::Stay | Next::Leave => return Ok(()),
        }
        inbox.discard_table_messages();
    }
}

/// The match of the command line, and where it is saved. None if the person is asked for a match and quits.
fn begin(
    house: &House,
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
            if let Some(slot) = resuming::named(file)? {
                return resume_kept(house, arguments, slot).map(Some);
            }
            let loaded = load(file, source)?;
            let players = players_in_file(&loaded, file);
            (resumed_match(house, arguments, loaded, players)?, target_of(Some(file))?)
        }
        (Some(None), _) => {
            let Some(slot) = resuming::choose()? else { return Ok(None) };
            return resume_kept(house, arguments, slot).map(Some);
        }
        (None, Some(file)) => {
            let mut loaded = load(file, source)?;
            let players = players_in_file(&loaded, file);
            let count = loaded.record.plies.len();
            if from.is_some_and(|from| from > count) {
                let error = anyhow!("the match has {count} plies: --from is 0 to {count}");
                return Err(Failure::new(FailureKind::Usage, error));
            }
            let cut = loaded.record.cut(from.unwrap_or(count), &*loaded.game);
            loaded.record = cut.or_fail(FailureKind::Input)?;
            (resumed_match(house, arguments, loaded, players)?, target_of(None)?)
        }
        (None, None) => (new_match(house, arguments)?, target_of(None)?),
    }))
}

/// The setup that continues a kept match, which is saved where it is unless a file is named.
fn resume_kept(
    house: &House,
    arguments: &PlayArguments,
    slot: Slot,
) -> Result<(MatchSetup, SaveTarget), Failure> {
    let loaded = slot.load()?;
    let players = own_players(&loaded.record);
    let setup = resumed_match(house, arguments, loaded, players)?;
    let save = arguments.save.as_deref();
    check_folder_of(save)?;
    Ok((setup, save.map_or_else(|| SaveTarget::slot(slot), SaveTarget::file)))
}

/// What all matches of a run share.
struct Context<'a> {
    house: &'a House,
    inbox: &'a Inbox,
    target: &'a SaveTarget,
}

impl Context<'_> {
    fn play(&self, setup: MatchSetup, settings: &mut DialogSettings) -> Result<Next, Failure> {
        let Self { house, inbox, target } = *self;
        let game = setup.game.clone();
        let people: Vec<bool> =
            setup.seats.iter().map(|seat| house.is_person(&seat.spec)).collect();
        let setup = MatchSetup { after_end: AfterEnd::Stay, ..setup };
        let (viewer, hides_hands) = (viewer(house, &setup), hides_hands(house, &setup));
        let mut live = LiveMatch::begin_with_inbox(inbox, setup, viewer)?;
        let model = MatchView::new(ViewSetup { game: game.clone(), people, hides_hands });
        let ended = Dialog::new(house, inbox, settings, &mut live, model, target).run();
        let finished = live.finish()?;
        target.save(&finished.record)?;
        let next = ended?;
        report_failures(house, &*game, &finished)?;
        Ok(next)
    }
}

/// The setup of a new match.
fn new_match(house: &House, arguments: &PlayArguments) -> Result<MatchSetup, Failure> {
    let game = arguments.game.as_deref().map_or_else(|| house.first_game(), house::game)?;
    let players = players_by_seat(house, &*game, arguments)?;
    let mut setup = house.match_setup(game, &players, arguments.limits.limits(), arguments.seed)?;
    setup.position.clone_from(&arguments.position);
    Ok(setup)
}

/// The setup that continues a recorded match with these players.
fn resumed_match(
    house: &House,
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
    house.continued_setup(loaded.record, loaded.game, players, &changes)
}

/// The players by seat: those of the command line; else one person, and in all other seats the opponent of the given
/// level or the default opponent.
fn players_by_seat(
    house: &House,
    game: &dyn TableGame,
    arguments: &PlayArguments,
) -> Result<Vec<PlayerSpec>, Failure> {
    let count = game.seat_count();
    if !arguments.players.is_empty() {
        return Ok(arguments.players.iter().map(PlayerSpec::from_user).collect());
    }
    let mut specs: Vec<Option<PlayerSpec>> = vec![None; count];
    for seat in &arguments.seats {
        let place =
            specs.get_mut(seat.number - 1).ok_or_else(|| no_such_seat(game, seat.number))?;
        *place = Some(PlayerSpec::from_user(seat.player.as_str()));
    }
    let own = if arguments.second { count.min(2) - 1 } else { 0 };
    let wants_own = arguments.first || arguments.second;
    if wants_own && specs[own].is_some() {
        let error = anyhow!("{} is taken by --seat {}", game.seat_name(Seat::new(own)), own + 1);
        return Err(Failure::new(FailureKind::Usage, error));
    }
    let free = if wants_own { Some(own) } else { specs.iter().position(Option::is_none) };
    if let Some(free) = free {
        specs[free] = Some(PlayerSpec::from_user(HUMAN));
    }
    let opponent = match &arguments.level {
        Some(level) => PlayerSpec::from_user(house::level(level)),
        None => house.default_opponent(game.name()),
    };
    Ok(specs.into_iter().map(|spec| spec.unwrap_or_else(|| opponent.clone())).collect())
}
