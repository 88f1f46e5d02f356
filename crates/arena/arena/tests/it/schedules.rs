//! Tests each format's pairings.

use std::collections::BTreeSet;

use arena::openings::{OpeningError, Openings};
use arena::schedule::{Decision, Format, PlayedRound, Round, byes, rematches};
use arena::settings::Settings;
use arena::statistics::Comparison;

/// The finished round if `better` determines each encounter's score.
fn played(round: &Round, better: impl Fn(usize, usize) -> f64) -> PlayedRound {
    let result = |two: &Vec<usize>| Comparison {
        first: two[0],
        second: two[1],
        score: better(two[0], two[1]),
        games: 1.0,
    };
    PlayedRound {
        results: round.encounters.iter().map(result).collect(),
        round: round.clone(),
        bye: 1.0,
    }
}

/// All rounds of a two-player tournament that the lower index always wins.
fn rounds(format: Format, players: usize) -> Vec<PlayedRound> {
    let mut past = Vec::new();
    while let Some(round) = format.next_round(players, 2, &past) {
        past.push(played(&round, |first, second| f64::from(u8::from(first < second))));
        assert!(past.len() < 100, "{format:?} does not end");
    }
    past
}

fn encounters(rounds: &[PlayedRound]) -> Vec<(usize, usize)> {
    let all = rounds.iter().flat_map(|played| &played.round.encounters);
    all.map(|two| (two[0].min(two[1]), two[0].max(two[1]))).collect()
}

#[test]
fn in_a_round_robin_every_pair_of_players_meets_once() {
    for players in 2..10 {
        let met = encounters(&rounds(Format::RoundRobin, players));
        assert_eq!(met.len(), players * (players - 1) / 2);
        assert_eq!(met.iter().collect::<BTreeSet<_>>().len(), met.len());
    }
    let of_three = Format::RoundRobin.next_round(5, 3, &[]).unwrap().encounters;
    assert_eq!(of_three.iter().collect::<BTreeSet<_>>().len(), 10);
}

#[test]
fn gauntlet_heads_meet_all_other_players() {
    let met = encounters(&rounds(Format::Gauntlet { heads: 2 }, 5));
    assert_eq!(met, [(0, 2), (1, 2), (0, 3), (1, 3), (0, 4), (1, 4)]);
}

#[test]
fn swiss_players_never_meet_twice_or_get_two_byes() {
    for players in [7, 8, 30, 31] {
        let rounds = rounds(Format::Swiss { rounds: 7.min(players - 1) }, players);
        let met = encounters(&rounds);
        assert_eq!(met.iter().collect::<BTreeSet<_>>().len(), met.len(), "{players}: {met:?}");
        let byes: Vec<usize> = rounds.iter().flat_map(|played| played.round.byes.clone()).collect();
        assert_eq!(byes.iter().collect::<BTreeSet<_>>().len(), byes.len());
        for played in &rounds {
            let seen: BTreeSet<usize> = played
                .round
                .encounters
                .iter()
                .flatten()
                .chain(&played.round.byes)
                .copied()
                .collect();
            assert_eq!(seen.len(), players);
        }
        let (order, _) = Format::Swiss { rounds: 7 }.standings(players, &rounds);
        assert_eq!(order[0], 0, "the best one wins");
    }
}

#[test]
fn a_swiss_with_too_many_rounds_lets_players_meet_again() {
    assert_eq!(rounds(Format::Swiss { rounds: 5 }, 2).len(), 5);
    let all = rounds(Format::Swiss { rounds: 9 }, 4);
    assert_eq!(all.len(), 9);
    assert_eq!(rematches(4, &all[..3]), [0; 4], "all players meet in three rounds");
    assert_eq!(rematches(4, &all), [6; 4]);
    let met = encounters(&all);
    for two in &met {
        assert_eq!(
            met.iter().filter(|other| *other == two).count(),
            3,
            "no more rematches than necessary"
        );
    }
}

/// Minimum number of rematches needed to pair these players, by brute force.
fn least_rematches(players: &[usize], met: &BTreeSet<(usize, usize)>) -> usize {
    let Some((&first, others)) = players.split_first() else { return 0 };
    let with = |&other: &usize| {
        let rest: Vec<usize> = others.iter().copied().filter(|&player| player != other).collect();
        let again = met.contains(&(first.min(other), first.max(other)));
        usize::from(again) + least_rematches(&rest, met)
    };
    others.iter().map(with).min().unwrap_or(0)
}

#[test]
fn a_swiss_round_has_as_few_rematches_as_possible() {
    for players in 3..=9 {
        // A bye is an encounter with a virtual player.
        let seats: Vec<usize> = (0..players + players % 2).collect();
        let mut met = BTreeSet::new();
        for played in rounds(Format::Swiss { rounds: 2 * players }, players) {
            let byes = played.round.byes.iter().map(|&player| (player, players));
            let pairs: Vec<_> =
                encounters(std::slice::from_ref(&played)).into_iter().chain(byes).collect();
            let again = pairs.iter().filter(|two| met.contains(*two)).count();
            assert_eq!(again, least_rematches(&seats, &met), "{players}: {pairs:?} after {met:?}");
            met.extend(pairs);
        }
    }
}

#[test]
fn two_hundred_players_are_paired_without_a_rematch() {
    for players in [199, 200] {
        let rounds = rounds(Format::Swiss { rounds: 12 }, players);
        assert!(rematches(players, &rounds).iter().all(|count| *count == 0));
        assert!(byes(players, &rounds).iter().all(|count| *count <= 1));
    }
}

#[test]
fn the_two_best_meet_in_the_last_round_of_a_knockout() {
    for players in 2..20 {
        let rounds = rounds(Format::Knockout, players);
        assert_eq!(encounters(&rounds).len(), players - 1);
        assert_eq!(encounters(&rounds).last(), Some(&(0, 1)));
        let (order, _) = Format::Knockout.standings(players, &rounds);
        assert_eq!(order[..2], [0, 1]);
    }
}

#[test]
fn a_drawn_knockout_is_replayed_and_then_decided_by_seeding() {
    let mut past = Vec::new();
    while let Some(round) = Format::Knockout.next_round(2, 2, &past) {
        past.push(played(&round, |_, _| 0.5));
    }
    assert_eq!(past.len(), 4);
    let (order, _) = Format::Knockout.standings(2, &past);
    assert_eq!(order, [0, 1]);
    let numbers = past.iter().map(|played| (played.round.number, played.round.replay));
    assert!(numbers.eq([(1, 0), (1, 1), (1, 2), (1, 3)]), "replays are no rounds");
}

/// A knockout between four players. In each encounter and its replays, the stronger player has these scores.
fn knockout(scores: &[f64]) -> Vec<PlayedRound> {
    let mut past = Vec::new();
    while let Some(round) = Format::Knockout.next_round(4, 2, &past) {
        let score = scores[round.replay];
        past.push(played(&round, |first, second| if first < second { score } else { 1.0 - score }));
    }
    past
}

/// Checks how every encounter in that knockout is decided. Player 0 wins the knockout.
fn check_decision(scores: &[f64], expected: Decision) {
    let past = knockout(scores);
    let rounds = Format::Knockout.knockout(4, &past);
    assert_eq!(rounds.iter().map(|round| round.number).collect::<Vec<_>>(), [1, 2]);
    for duel in rounds.iter().flat_map(|round| &round.duels) {
        let [one, other] = duel.players;
        assert_eq!(duel.decided, Some((one.min(other), expected)));
        assert_eq!(duel.scores.len(), scores.len());
    }
}

#[test]
fn a_knockout_reports_the_reason_for_each_decision() {
    check_decision(&[1.0], Decision::Score);
    check_decision(&[0.5, 0.5, 1.0], Decision::Replay);
    check_decision(&[0.5, 0.5, 0.5, 0.5], Decision::Seeding);
}

#[test]
fn an_encounter_that_is_being_played_has_no_winner() {
    let mut past = knockout(&[1.0]);
    let last = past.last_mut().unwrap();
    (last.results[0].games, last.bye) = (1.0, 2.0);
    let rounds = Format::Knockout.knockout(4, &past);
    assert_eq!(rounds[1].duels[0].decided, None);
    assert_eq!(rounds[1].duels[0].scores, [[1.0, 0.0]]);
    let (order, _) = Format::Knockout.standings(4, &past);
    assert_eq!(order[..2], [0, 1]);
}

#[test]
fn the_best_players_in_each_group_advance() {
    let format = Format::Groups { groups: 2, advance: 2 };
    let rounds = rounds(format, 8);
    // The groups are 0 3 4 7 and 1 2 5 6; each winner meets the runner-up of the other group.
    assert_eq!(rounds[0].round.encounters.len(), 12);
    assert_eq!(encounters(&rounds[1..]), [(0, 2), (1, 3), (0, 1)]);
    let (order, _) = format.standings(8, &rounds);
    assert_eq!(order[..2], [0, 1]);
}

#[test]
fn an_impossible_schedule_is_refused() {
    let refusal = |format: Format, players, seats| {
        format.check(players, seats).map_or_else(|error| error.to_string(), |_| "ok".into())
    };
    assert_eq!(refusal(Format::RoundRobin, 2, 2), "ok");
    assert_eq!(refusal(Format::RoundRobin, 1, 2), "round-robin needs at least 2 players, got 1");
    assert_eq!(
        refusal(Format::Gauntlet { heads: 3 }, 3, 2),
        "gauntlet needs at least 4 players, got 3"
    );
    assert_eq!(
        refusal(Format::Knockout, 4, 3),
        "knockout needs a two-player game, but this one has 3; use round-robin"
    );
    assert_eq!(
        refusal(Format::Swiss { rounds: 0 }, 4, 2),
        "the number of rounds must be at least 1"
    );
    let many = refusal(Format::RoundRobin, 1000, 4);
    assert!(many.contains("more than 1000000 encounters"), "{many}");
}

#[test]
fn settings_survive_a_round_trip() {
    let text = "game = 'a'\npairs = 3\ntime = '2s'\nopenings = 'random:4'\n\
        format = { name = 'swiss', rounds = 5 }\nadjudication = { win = { score = 5, moves = 3 } }\n\
        [[player]]\nplayer = 'b:depth=3'\n[[player]]\nplayer = 'c'\nname = 'sea'\n";
    let settings = Settings::from_text(text).unwrap().check(2).unwrap();
    assert_eq!(Settings::from_text(&settings.to_text()).unwrap(), settings);
    assert_eq!(settings.format, Format::Swiss { rounds: 5 });
    assert_eq!(settings.players[1].to_string(), "sea");
    let refusal =
        |text: &str| match Settings::from_text(text).and_then(|settings| settings.check(2)) {
            Ok(_) => "ok".into(),
            Err(error) => error.to_string(),
        };
    let named = Settings::from_text("game = 'a'\nformat = 'knockout'").unwrap();
    assert_eq!(named.format, Format::Knockout);
    let unknown = refusal("game = 'a'\nformat = 'scheveningen'");
    assert!(unknown.contains("unknown variant `scheveningen`, expected one of"), "{unknown}");
    assert!(refusal("game = 'a'\npears = 3").starts_with("line 2: unknown field `pears`"));
    assert!(refusal("game = 'a'\ntime = 'soon'").starts_with("line 2: malformed time"));
    let players = "[[player]]\nplayer = 'b'\n[[player]]\nplayer = 'b'";
    assert_eq!(
        refusal(&format!("game = 'a'\n{players}")),
        "two players are named \"b\"; rename one"
    );
    assert!(refusal(&format!("game = 'a'\npairs = 0\n{players}")).starts_with("pairs can't be 0"));
}

#[test]
fn one_players_settings_survive_a_round_trip() {
    let text = "game = 'a'\ntime = '2s'\nmargin = '20ms'\nponder = true\n\
        [[player]]\nplayer = 'b'\ntime = '1m+1s'\nnodes = 5\n[[player]]\nplayer = 'c'\ndepth = 7\n";
    let settings = Settings::from_text(text).unwrap().check(2).unwrap();
    assert_eq!(Settings::from_text(&settings.to_text()).unwrap(), settings);
    let odds = settings.players[0].odds();
    assert_eq!(odds.time_control.unwrap().to_string(), "1m+1s");
    assert_eq!((odds.thinking.nodes, odds.thinking.depth), (Some(5), None));
    assert_eq!(settings.players[1].odds().thinking.depth, Some(7));
    let refusal = |text: &str| {
        let settings = Settings::from_text(text).and_then(|settings| settings.check(2));
        settings.unwrap_err().to_string()
    };
    let margin = refusal("game = 'a'\nmargin = '1h'\n[[player]]\nplayer = 'b'");
    assert_eq!(margin, "margin can't be 1h: expected a time up to 10s");
    let depth = refusal("game = 'a'\n[[player]]\nplayer = 'b'\ndepth = 0");
    assert_eq!(depth, "depth can't be 0: expected a number from 1 to 1000");
    let time = refusal("game = 'a'\n[[player]]\nplayer = 'b'\ntime = 'soon'");
    assert!(time.contains("malformed time \"soon\""), "{time}");
}

#[test]
fn each_opening_is_used_once_before_any_is_used_again() {
    let game = game_catalog::table_game("tic-tac-toe").unwrap();
    let text = "# three\na1 b2\n\nc3\nb1 b2 b3\n";
    let openings = Openings::from_text(&*game, text, Some(3)).unwrap();
    assert_eq!(openings.count(), 3);
    let drawn: BTreeSet<String> = (0..3).map(|set| openings.of_set(set).moves.join(" ")).collect();
    assert_eq!(drawn.len(), 3);
    assert_eq!(openings.of_set(3), openings.of_set(0));
    let again = Openings::from_text(&*game, &openings.to_text(), None).unwrap();
    assert_eq!(again, openings);
    let wrong = Openings::from_text(&*game, "a1\na1 z9\n", None).unwrap_err();
    assert!(matches!(wrong, OpeningError::Line { line: 2, .. }), "{wrong}");
    let over = Openings::from_text(&*game, "a1 b1 a2 b2 a3\n", None).unwrap_err();
    assert_eq!(over.to_string(), "line 1: the game is already over");
}

#[test]
fn random_openings_differ_and_are_balanced() {
    let game = game_catalog::table_game("tic-tac-toe").unwrap();
    let openings = |seed, count| Openings::random(&*game, 2, count, seed, &mut |_| true).unwrap();
    assert_eq!(openings(1, 1000).count(), 72, "all positions after two plies");
    assert_ne!(openings(1, 5), openings(2, 5));
    assert_eq!(openings(1, 5), openings(1, 5));
    let none = Openings::random(&*game, 2, 5, 1, &mut |_| false).unwrap_err();
    assert!(
        none.to_string().starts_with("no balanced tic-tac-toe:3,3,3 position after 2 random plies"),
        "{none}"
    );
}
