//! Tests the numbered actions and observations in every game and variant in the catalog.

use std::collections::HashSet;

use rival_games::{
    Action, AfterAction, Batch, BatchError, Episode, Explorer, LegalActions, Viewer, drawn_move,
    explore, games, random_source,
};

/// Number of random games per variant, and the maximum number of moves in each.
const GAMES: u64 = 3;
const PLIES_MAX: usize = 400;

/// Maximum number of random games until every plane must have been seen.
const GAMES_MAX: u64 = 200;

fn starts() -> impl Iterator<Item = Box<dyn Explorer>> {
    games().into_iter().map(|info| explore(&info.name, None).expect("a listed game"))
}

/// An action's number, for an episode.
fn number(action: Action) -> i64 {
    action.index().try_into().expect("action numbers are small")
}

#[test]
fn every_action_in_a_game_has_its_own_name() {
    for start in starts() {
        let space = start.action_space();
        let action = |index: usize| Action::new(index.try_into().unwrap());
        let texts: HashSet<String> =
            (0..space.count()).map(|index| space.text(action(index)).unwrap()).collect();
        assert_eq!(texts.len(), space.count(), "{}", start.game());
        assert_eq!(space.text(action(space.count())), None, "{}", start.game());
        let draws: HashSet<&str> =
            (0..space.draw_count()).map(|index| space.draw_text(action(index)).unwrap()).collect();
        assert_eq!(draws.len(), space.draw_count(), "{}", start.game());
    }
}

#[test]
fn every_move_in_every_game_consists_of_actions() {
    for start in starts() {
        for seed in 0..GAMES {
            let mut draw = random_source(seed);
            let mut episode = Episode::new(start.fork());
            let mut legal = LegalActions::default();
            for _ in 0..PLIES_MAX {
                let Some(mv) = drawn_move(episode.position(), &mut draw) else { break };
                if episode.position().outcome().is_some() {
                    break;
                }
                episode.position().fill_actions(&mut legal);
                let way = legal.way_to(mv).unwrap();
                let mut expected = episode.position().fork();
                expected.play(mv);
                let (last, first) = way.split_last().unwrap();
                for action in first {
                    assert_eq!(episode.act(number(*action)), Ok(None), "{}", start.game());
                }
                assert_eq!(episode.made(), first);
                assert_eq!(episode.act(number(*last)), Ok(Some(mv)), "{}", start.game());
                assert!(episode.position().is_same(&*expected), "{}", start.game());
            }
        }
    }
}

/// If a move consists of one action, and its string names its squares or the move itself, the same string has the same
/// number in every position.
#[test]
fn the_same_string_is_the_same_action_in_every_position() {
    for name in ["tic-tac-toe", "connect-four", "hex:11,swap", "othello", "dominoes", "pig"] {
        let start = explore(name, None).unwrap();
        let (mut numbers, mut texts) = (HashSet::new(), HashSet::new());
        let mut pairs = HashSet::new();
        for seed in 0..10 {
            let mut draw = random_source(seed);
            let mut episode = Episode::new(start.fork());
            while episode.position().outcome().is_none() {
                let moves = episode.position().moves();
                for &(action, after) in episode.actions().iter().filter(|_| !episode.is_chance()) {
                    let AfterAction::Move(index) = after else { panic!("{name}") };
                    numbers.insert(action);
                    texts.insert(moves[index].clone());
                    pairs.insert((action, moves[index].clone()));
                }
                let mv = drawn_move(episode.position(), &mut draw).unwrap();
                episode.play(mv);
            }
        }
        assert_eq!((numbers.len(), texts.len()), (pairs.len(), pairs.len()), "{name}");
    }
}

#[test]
fn spaces_are_small() {
    let count = |name: &str| {
        let position = explore(name, None).unwrap();
        (position.action_space().count(), position.action_space().draw_count())
    };
    let names = ["connect-four", "tic-tac-toe", "othello", "hex", "chess", "checkers"];
    let counts = [(7, 0), (9, 0), (65, 0), (121, 0), (4100, 0), (1024, 0)];
    assert_eq!(names.map(count), counts);
    let names = ["backgammon", "backgammon:cube", "kuhn-poker", "pig", "dominoes"];
    let counts = [(28 * 28 + 1, 36), (29 * 29 + 5, 36), (4, 4), (2, 6), (86, 29)];
    assert_eq!(names.map(count), counts);
}

#[test]
fn payoffs_sum_to_zero_if_the_game_declares_it() {
    for start in starts() {
        let mut sums = (0..40).filter_map(|seed| {
            let playout = start.play_out(20_000, &mut random_source(seed));
            Some(playout.outcome?.payoffs().iter().map(|&payoff| i32::from(payoff)).sum::<i32>())
        });
        assert_eq!(sums.all(|sum| sum == 0), start.payoffs_cancel(), "{}", start.game());
    }
}

#[test]
fn an_observation_has_exactly_the_games_planes() {
    for start in starts() {
        let names = start.plane_names();
        let shape = start.observation_shape();
        assert_eq!(names.len(), shape[0], "{}", start.game());
        let size = shape[1] * shape[2];
        let mut planes = vec![0.0; shape[0] * size];
        let mut missing: HashSet<usize> = (0..shape[0]).collect();
        for seed in 0..GAMES_MAX {
            let mut draw = random_source(seed);
            let mut position = start.fork();
            for _ in 0..PLIES_MAX {
                position.observe(Viewer::Seat(rival_games::Seat::FIRST), &[], &mut planes);
                missing.retain(|plane| planes[plane * size..][..size].iter().all(|&it| it == 0.0));
                let Some(mv) = drawn_move(&*position, &mut draw) else { break };
                if position.outcome().is_some() || missing.is_empty() {
                    break;
                }
                position.play(mv);
            }
            if missing.is_empty() {
                break;
            }
        }
        let missing: Vec<&String> = missing.iter().map(|&plane| &names[plane]).collect();
        assert!(missing.is_empty(), "{}: never seen: {missing:?}", start.game());
    }
}

#[test]
fn an_observation_shows_an_unfinished_move() {
    let position = explore("chess", Some("8/P7/8/8/8/8/8/k6K w - - 0 1")).unwrap();
    let mut episode = Episode::new(position);
    let number_of = |episode: &Episode, text: &str| {
        let space = episode.position().action_space();
        let mut found = episode.actions().iter().map(|(action, _)| *action);
        number(found.find(|&action| space.text(action).as_deref() == Some(text)).unwrap())
    };
    let advance = number_of(&episode, "a7-a8");
    assert_eq!(episode.act(advance), Ok(None));
    let [planes, rows, columns] = episode.position().observation_shape();
    let mut seen = vec![0.0; planes * rows * columns];
    episode.observe(Viewer::Arbiter, &mut seen);
    let pawns = episode.position().plane_names().iter().position(|it| it == "White pawn").unwrap();
    // The board's first square is a8.
    assert!((seen[pawns * 64] - 1.0).abs() < f32::EPSILON);
    let names = episode
        .actions()
        .iter()
        .map(|(action, _)| episode.position().action_space().text(*action).unwrap());
    assert_eq!(names.collect::<Vec<_>>(), ["queen", "rook", "bishop", "knight"]);
    let error = episode.act(advance).unwrap_err();
    assert_eq!(error.to_string(), format!("action {advance} (a7-a8) is not legal here"));
    let rook = number_of(&episode, "rook");
    assert!(episode.act(rook).unwrap().is_some());
    assert_eq!(episode.position().position(), "R7/8/8/8/8/8/8/k6K b - - 0 1");
}

#[test]
fn a_batch_plays_like_its_single_games() {
    for name in ["tic-tac-toe", "backgammon", "checkers", "kuhn-poker:1", "tic-tac-toe-3"] {
        let mut batch = Batch::new(explore(name, None).unwrap(), 20, 5);
        let mut draw = random_source(9);
        let mut ended = 0;
        for _ in 0..300 {
            let size = batch.start().action_space().count();
            let mut masks = vec![0; 20 * size];
            batch.mask(&mut masks);
            let actions = batch.random_actions(&mut draw);
            for (game, episode) in batch.episodes().iter().enumerate() {
                assert!(!episode.is_chance() && episode.position().outcome().is_none());
                let mask = &masks[game * size..][..size];
                let legal: HashSet<usize> =
                    episode.actions().iter().map(|(action, _)| action.index()).collect();
                assert!(
                    mask.iter().enumerate().all(|(at, &bit)| legal.contains(&at) == (bit == 1))
                );
                assert!(legal.contains(&usize::try_from(actions[game]).unwrap()));
            }
            batch.step(&actions).unwrap();
            ended += batch.over().iter().filter(|over| **over).count();
            let seats = batch.start().seat_count();
            for (payoffs, over) in batch.payoffs().chunks(seats).zip(batch.over()) {
                assert!(*over || payoffs.iter().all(|&payoff| payoff == 0));
            }
        }
        assert!(ended > 0, "{name}");
    }
}

#[test]
fn a_batch_refuses_wrong_actions_and_changes_nothing() {
    let mut batch = Batch::new(explore("connect-four", None).unwrap(), 2, 0);
    let texts = |batch: &Batch| {
        batch.episodes().iter().map(|game| game.position().position()).collect::<Vec<_>>()
    };
    let before = texts(&batch);
    assert_eq!(batch.step(&[3]), Err(BatchError::Count { found: 1, expected: 2 }));
    let error = batch.step(&[3, 7]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "game 1: there is no action 7: the 7 actions are numbered from 0"
    );
    assert_eq!(texts(&batch), before);
    batch.step(&[3, 3]).unwrap();
    assert_ne!(texts(&batch), before);
}
