use dominoes_players::FAMILY;
use games_package::{EndReason, MatchSetup, Moderator, Options, SeatSetup};

/// Plays a match between players of these names, and returns why it ended with its payoffs.
fn played(variant: &str, players: &[&str], seed: u64) -> (String, Vec<i16>) {
    let game = FAMILY.open(Some(variant)).unwrap();
    let seat = |name: &&str| {
        let options = match *name {
            "information-sets" | "single-observer" => "playouts=60".parse().unwrap(),
            "open-hands" => "depth=2".parse().unwrap(),
            _ => Options::default(),
        };
        SeatSetup::new(*name, game.new_player(name, &options).unwrap().unwrap())
    };
    let mut setup = MatchSetup::new(game.table_game(), players.iter().map(seat).collect());
    setup.seed = seed;
    let record = Moderator::new(setup).unwrap().run().unwrap().record;
    let ending = record.ending.unwrap();
    let EndReason::Rules(reason) = ending.reason else { panic!("{ending:?}") };
    (reason, ending.payoffs.unwrap())
}

#[test]
fn every_player_plays_every_kind_of_game_to_its_end() {
    let players = ["information-sets", "single-observer", "open-hands", "greedy"];
    for (variant, seats) in [("to=30", 2), ("all-fives,3,round", 3), ("block,partners,round", 4)] {
        let (_, payoffs) = played(variant, &players[..seats], 1);
        assert_eq!(payoffs.len(), seats);
    }
}

#[test]
fn the_same_seed_gives_the_same_match() {
    let players = ["information-sets", "greedy"];
    assert_eq!(played("round", &players, 5), played("round", &players, 5));
}
