//! Tests of the catalog.

#![expect(clippy::unwrap_used, reason = "a test ends where something unexpected happens")]

mod archives;
mod lines;
mod permuted;
mod secrets;
mod sheets;
mod typing;

use board_engine::Leaves;
use game_catalog::{
    check_name, drawn_game, explore, games, new_player, player_infos, player_infos_for, table_game,
};
use games_package::{
    Arbiter, EndReason, Ending, Event, Games, MatchSetup, Moderator, Options, PlayedMove,
    SeatSetup, ThinkingLimits,
};

fn check_game(name: &str, expected: &str) {
    let shown =
        table_game(name).map_or_else(|error| error.to_string(), |game| game.name().to_string());
    assert_eq!(shown, expected);
}

#[test]
fn games_are_found_by_family_and_variant() {
    check_game("checkers", "checkers:english");
    check_game("checkers:international", "checkers:international");
    check_game("tic-tac-toe", "tic-tac-toe:3,3,3");
    check_game("tic-tac-toe:5,4,4", "tic-tac-toe:5,4,4");
    check_game("tic-tac-toe:9,9,5", "tic-tac-toe:9,9,5");
    check_game("connect-four", "connect-four:7,6,4");
    check_game("tic-tac-toe-3", "tic-tac-toe-3:4,4,3");
    check_game("pig", "pig:100");
    check_game("pig:30", "pig:30");
    check_game("backgammon", "backgammon:single");
    check_game("backgammon:cube", "backgammon:cube");
    check_game("backgammon:cube,jacoby", "backgammon:cube,jacoby");
    check_game("backgammon:match,7", "backgammon:match,7");
    check_game("pig:100,3", "pig:100,3");
    check_game("pig:100,1", "pig:100");
    check_game("kuhn-poker", "kuhn-poker:20");
    check_game("kuhn-poker:1", "kuhn-poker:1");
    check_game("dominoes", "dominoes:draw,6,2,to=100");
    check_game("dominoes:4,block,partners", "dominoes:block,6,4,partners,to=100");
    check_game("connect-four:9,7,4", "connect-four:9,7,4");
    check_game("chess", "chess:standard");
    check_game("chess:960,518", "chess:960,518");
    check_game("othello", "othello:8");
    check_game("othello:6", "othello:6");
    check_game("othello:8,discs", "othello:8,discs");
    check_game("hex", "hex:11");
    check_game("hex:11,swap", "hex:11,swap");
    check_game("breakthrough", "breakthrough:8");
    check_game("breakthrough:5", "breakthrough:5");
}

#[test]
fn a_name_for_several_games_draws_one_of_them() {
    let drawn = |name| drawn_game(name, &mut |count| count - 1);
    for name in ["chess960", "Chess960", "chess-960", "chess:960", "fischerandom"] {
        assert_eq!(drawn(name).as_deref(), Some("chess:960,959"), "{name}");
    }
    for name in ["chess", "chess:960,5", "othello", "no-such-game"] {
        assert_eq!(drawn(name), None, "{name}");
    }
}

#[test]
fn names_to_compare_must_be_written_as_in_the_catalog() {
    for name in ["connect-four", "connect-four:7,6,4", "checkers:frisian"] {
        assert!(check_name(name).is_ok(), "{name}");
    }
    for (name, meant) in [("Connect Four", "connect-four"), ("tictactoe", "tic-tac-toe")] {
        let why = check_name(name).unwrap_err().to_string();
        assert!(why.ends_with(&format!("did you mean {meant}?")), "{why}");
    }
    assert!(check_name("frisian").is_err());
}

#[test]
fn other_names_and_variants_alone_are_understood() {
    check_game("draughts", "checkers:english");
    check_game("draughts:frisian", "checkers:frisian");
    check_game("frisian", "checkers:frisian");
    check_game("frisian draughts", "checkers:frisian");
    check_game("international-checkers", "checkers:international");
    check_game("dammen", "checkers:international");
    check_game("Chess", "chess:standard");
    check_game("Tic Tac Toe", "tic-tac-toe:3,3,3");
    check_game("connectfour:8,7,4", "connect-four:8,7,4");
    check_game("Connect 4", "connect-four:7,6,4");
    check_game("Reversi", "othello:8");
    check_game("reversi:6", "othello:6");
    check_game("poker", "kuhn-poker:20");
    check_game("gammon", "backgammon:single");
    check_game("chess960:960,518", "chess:960,518");
    check_game(
        "75",
        "there is no game \"75\": expected one of checkers, chess, connect-four, othello, hex, breakthrough, tic-tac-toe, tic-tac-toe-3, pig, backgammon, kuhn-poker, dominoes",
    );
}

#[test]
fn unknown_names_are_reported_with_similar_ones() {
    check_game("chekers", "there is no game \"chekers\": did you mean checkers?");
    check_game(
        "go",
        "there is no game \"go\": expected one of checkers, chess, connect-four, othello, hex, breakthrough, tic-tac-toe, tic-tac-toe-3, pig, backgammon, kuhn-poker, dominoes",
    );
    check_game(
        "",
        "there is no game \"\": expected one of checkers, chess, connect-four, othello, hex, breakthrough, tic-tac-toe, tic-tac-toe-3, pig, backgammon, kuhn-poker, dominoes",
    );
    check_game("checkers:englich", "checkers has no variant \"englich\": did you mean english?");
    let parameters =
        "tic-tac-toe can't be played as \"3\": expected WIDTH,HEIGHT,LENGTH, like 3,3,3";
    check_game("tic-tac-toe:3", parameters);
    let too_long =
        "tic-tac-toe can't be played as \"3,3,4\": 4 in a row does not fit on a board of size 3x3";
    check_game("tic-tac-toe:3,3,4", too_long);
    let parameters =
        "connect-four can't be played as \"7x6\": expected WIDTH,HEIGHT,LENGTH, like 7,6,4";
    check_game("connect-four:7x6", parameters);
    let stakes = "backgammon can't be played as \"money\": expected single, cube, cube,jacoby or match,POINTS";
    check_game("backgammon:money", stakes);
    let points = "backgammon can't be played as \"match,65\": the match length must be 1 to 64 points, not 65";
    check_game("backgammon:match,65", points);
    for variant in ["0", "100,0", "100,3,1", "x"] {
        let goal = format!(
            "pig can't be played as \"{variant}\": expected a goal from 1 to 1000, like 100, and for a match the number of races up to 99, like 100,3"
        );
        check_game(&format!("pig:{variant}"), &goal);
    }
    let size = "othello can't be played as \"7\": the board size must be 4, 6 or 8, not 7";
    check_game("othello:7", size);
    for variant in ["", "x", "8,", "8,win", "8,discs,discs", ",discs", "8x8"] {
        let wrong = format!(
            "othello can't be played as \"{variant}\": expected SIZE or SIZE,discs, like 8"
        );
        check_game(&format!("othello:{variant}"), &wrong);
    }
    let hands =
        "kuhn-poker can't be played as \"0\": expected a number of hands from 1 to 1000, like 20";
    check_game("kuhn-poker:0", hands);
    let partners = "dominoes can't be played as \"3,partners\": a game with partners needs four players, not 3";
    check_game("dominoes:3,partners", partners);
}

#[test]
fn every_listed_game_is_found_by_its_name() {
    for info in games() {
        let game = table_game(&info.name).unwrap();
        let family = info.name.split(':').next().unwrap();
        assert_eq!(game.name().split(':').next().unwrap(), family, "{}", info.name);
        // The listed name may be shorter than the full name of the same game.
        assert_eq!(table_game(game.name()).unwrap().name(), game.name());
    }
}

fn check_player(name: &str, options: &str, expected: &str) {
    let options = options.parse().expect("options are well formed");
    let made = new_player("checkers", name, &options);
    assert_eq!(made.map_or_else(|error| error.to_string(), |player| player.name()), expected);
}

#[test]
fn players_are_made_by_name_and_options() {
    check_player("random", "", "random");
    check_player("alpha-beta", "depth=4,evaluator=mobility", "alpha-beta 4");
    let unknown = "there is no player \"alphabeta\": did you mean alpha-beta?";
    check_player("alphabeta", "", unknown);
    check_player("alpha-beta", "dept=4", "alpha-beta has no option \"dept\": did you mean depth?");
    let range = "alpha-beta: option depth can't be \"101\": expected a whole number from 0 to 100";
    check_player("alpha-beta", "depth=101", range);
    let choice = "alpha-beta: option evaluator can't be \"neighbors\": expected one of default, patterns, standard, material, mobility, pieces, advance, fibonacci";
    check_player("alpha-beta", "evaluator=neighbors", choice);
}

#[test]
fn techniques_of_the_strong_player_can_be_disabled() {
    check_player("pvs", "hash=1,threads=2,lines=3,nodes=1000,without=probcut+history", "pvs");
    let names = "one of table, enhanced-cutoffs, aspiration, history, late-move-reductions, probcut, \
                 quiescence, single-reply, singular, sharing, endgames, early-repetition, \
                 null-move, futility, late-move-pruning, exchanges, killers, internal-reduction, \
                 continuations, corrections";
    let wrong = format!("pvs: option without can't be \"luck\": expected {names}");
    check_player("pvs", "without=probcut+luck", &wrong);
}

#[test]
fn levels_are_selected_by_name() {
    check_player("level", "", "casual");
    check_player("level", "name=master", "master");
    let names = "level: option name can't be \"grandmaster\": expected one of beginner, novice, casual, club, expert, master";
    check_player("level", "name=grandmaster", names);
    let infos = player_infos_for("tic-tac-toe").unwrap();
    let level = infos.into_iter().find(|info| info.name == "level").unwrap();
    assert_eq!(level.options[0].expected(), "one of beginner, casual, master");
}

#[test]
fn classic_players_play_the_games_with_their_evaluators() {
    check_player("advance", "level=4", "advance 4");
    check_player("count", "level=hard", "count hard");
    check_player("maximin", "", "maximin");
    check_player("mobility", "depth=3", "mobility 3");
    let level = "count: option level can't be \"4\": expected one of easy, normal, hard";
    check_player("count", "level=4", level);
    check_player(
        "neighbors",
        "",
        "neighbors does not play checkers:english; its players are pvs, level, alpha-beta, negascout, negamax, minimax, monte-carlo, fibonacci, advance, count, mobility, maximin, greedy, random, human",
    );
    let names = |game: &str| -> Vec<String> {
        player_infos_for(game).unwrap().into_iter().map(|info| info.name).collect()
    };
    assert!(names("tic-tac-toe").contains(&"neighbors".into()));
    assert!(!names("tic-tac-toe").contains(&"count".into()));
    assert!(names("checkers:turkish").contains(&"fibonacci".into()));
}

#[test]
fn options_belong_to_the_game() {
    let expected = |infos: Vec<games_package::PlayerInfo>| {
        infos.into_iter().find(|info| info.name == "minimax").unwrap().options[1].expected()
    };
    let of_all = expected(player_infos());
    assert!(of_all.contains("neighbors") && of_all.contains("material"), "{of_all}");
    assert_eq!(
        expected(player_infos_for("tic-tac-toe").unwrap()),
        "one of default, lines, neighbors"
    );
}

#[test]
fn positions_are_inspected_without_knowing_their_game() {
    let start = explore("checkers", None).unwrap();
    assert_eq!(start.position(), "B:W21-32:B1-12");
    assert_eq!(start.leaves(4, Leaves::Counted), 1469);
    let parts = (0..start.moves().len()).map(|index| start.leaves_after(index, 3, Leaves::Made));
    assert_eq!(parts.sum::<u64>(), 1469);
    let value = |name: &&str| start.search(name, "material", 5).unwrap().score;
    let values: Vec<_> = start.algorithms().iter().map(value).collect();
    assert!(values.len() >= 4 && values.iter().all(|&value| value == values[0]), "{values:?}");
    let error =
        |algorithm, evaluator| start.search(algorithm, evaluator, 1).unwrap_err().to_string();
    assert_eq!(
        error("alphabeta", "material"),
        "there is no algorithm \"alphabeta\": did you mean alpha-beta?"
    );
    assert_eq!(
        error("minimax", "x"),
        "there is no evaluator \"x\": expected one of patterns, standard, material, mobility, pieces, advance, fibonacci"
    );
    assert!(explore("checkers", Some("B:W99:B1")).is_err());
}

/// Ends a long match. Without a draw rule, kings can move back and forth forever.
struct Patience;

impl Arbiter for Patience {
    fn judge(&mut self, event: &Event) -> Option<Ending> {
        let Event::MovePlayed(PlayedMove { ply: 1000.., .. }) = event else { return None };
        Some(Ending { payoffs: None, reason: EndReason::Adjudicated("a long match".into()) })
    }
}

#[test]
fn every_player_plays_every_game_to_its_end() {
    for game in games() {
        let infos = player_infos_for(&game.name).unwrap();
        for info in infos.into_iter().filter(|info| info.name != "human") {
            assert!(info.games.include(&game.name) || info.games == Games::All);
            let seat = |name: &str| {
                SeatSetup::new(name, new_player(&game.name, name, &Options::default()).unwrap())
            };
            let count = table_game(&game.name).unwrap().seat_count();
            let others = (1..count).map(|_| seat("random"));
            let seats = [seat(&info.name)].into_iter().chain(others).collect();
            let mut setup = MatchSetup::new(table_game(&game.name).unwrap(), seats);
            setup.thinking = ThinkingLimits { depth: Some(2), nodes: Some(300) };
            setup.arbiter = Some(Box::new(Patience));
            let record = Moderator::new(setup).unwrap().run().unwrap().record;
            let reason = record.ending.clone().map(|ending| ending.reason);
            assert!(
                matches!(reason, Some(EndReason::Rules(_) | EndReason::Adjudicated(_))),
                "{} on {}: {reason:?}",
                info.name,
                game.name
            );
            record.replay(&*table_game(&game.name).unwrap()).unwrap();
        }
    }
}
