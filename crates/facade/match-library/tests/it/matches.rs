//! Matches for the tests.

use board_engine::{Turn, Viewer};
use game_catalog::table_game;
use games_package::{Odds, Ply, Record, RecordedPlayer, ThinkingLimits, TimeControl, Variation};
use match_library::{Library, NewMatch};
use tempfile::TempDir;

/// An empty library in a folder.
pub(crate) fn library() -> (TempDir, Library) {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(folder.path(), "test").unwrap();
    (folder, library)
}

/// A record of a match with at most `plies` plies, including chance moves. The numbers in `choices` select the moves in
/// turn.
pub(crate) fn played(game: &str, plies: usize, choices: &[u32]) -> Record {
    let rules = table_game(game).unwrap();
    let mut state = rules.open(None).unwrap();
    let start = state.position(Viewer::Arbiter);
    let mut choices = choices.iter().copied().cycle();
    let mut choose = move |below: u32| choices.next().unwrap_or(0) % below.max(1);
    let mut legal = Vec::new();
    for _ in 0..plies {
        if state.ending().is_some() {
            break;
        }
        if state.turn() == Turn::Chance {
            let _ = state.play_drawn(&mut choose).unwrap();
        } else {
            state.legal_moves(&mut legal);
            let index = choose(u32::try_from(legal.len()).unwrap());
            let _ = state.play(&legal[usize::try_from(index).unwrap()]).unwrap();
        }
    }
    let player = |index: usize| RecordedPlayer {
        spec: "human".into(),
        name: format!("player {index}"),
        origin: None,
        odds: Odds::default(),
    };
    Record {
        game: rules.name().into(),
        players: (0..rules.seat_count()).map(player).collect(),
        time_control: TimeControl::Unlimited,
        thinking: ThinkingLimits::default(),
        pondering: false,
        seed: 3,
        start,
        plies: state.moves(Viewer::Arbiter).into_iter().map(Ply::from).collect(),
        variations: Vec::new(),
        final_position: state.position(Viewer::Arbiter),
        ending: state.ending(),
        header: games_package::Header::default(),
    }
}

/// An unfinished match with two plies.
pub(crate) fn record() -> Record {
    played("tic-tac-toe", 2, &[0, 3])
}

/// A one-move variation after this many plies.
pub(crate) fn variation(after: usize, mv: &str) -> Variation {
    Variation { after, plies: vec![mv.into()], variations: Vec::new() }
}

/// Adds an unlisted match.
pub(crate) fn create(library: &Library, record: &Record) -> match_library::MatchId {
    library.write(|batch| batch.create(NewMatch::default(), record)).unwrap()
}
