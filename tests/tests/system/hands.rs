//! Two people at one screen must not see each other's hands.

use integration_tests::{Rival, Terminal};

/// A card game. The first player is dealt a king, and the second player a queen.
const CARDS: [&str; 6] = ["play", "kuhn-poker:1", "human", "human", "--seed", "4"];

#[test]
fn a_cover_hides_the_full_screen_between_two_hands() {
    let mut terminal = Terminal::start((24, 80), CARDS);
    terminal.shows("Pass the keyboard to Player 1.");
    assert!(!terminal.text().contains("deal"), "{}", terminal.text());
    terminal.types("\r");
    terminal.shows("(deal-K)");
    terminal.types("check\r");
    terminal.shows("Pass the keyboard to Player 2.");
    assert!(!terminal.text().contains("deal"), "{}", terminal.text());
    // Click.
    terminal.types("\x1b[<0;4;4M");
    terminal.shows("(deal-Q)");
    let text = terminal.text();
    assert!(!text.contains("deal-K") && text.contains("1. check"), "{text}");
    terminal.types("bet\r");
    terminal.shows("Pass the keyboard to Player 1.");
    terminal.types("\r");
    terminal.shows("(deal-K)");
    assert!(!terminal.text().contains("deal-Q"), "{}", terminal.text());
    terminal.types("fold\r");
    terminal.shows("Player 2 wins: a player folded");
    terminal
        .comes_to("the hidden card", |text| text.contains("(deal-?)") && !text.contains("deal-K"));
    terminal.types("undo\r");
    terminal.shows("Pass the keyboard to Player 1.");
    terminal.types("q\r");
    assert_eq!(terminal.finish(), 0);
}

#[test]
fn lines_are_cleared_between_two_hands() {
    let mut terminal = Terminal::start((24, 80), CARDS.iter().chain(&["--plain"]));
    terminal.shows("Pass the keyboard to Player 1.");
    terminal.types("\r");
    terminal.shows("Player 1: card K, bet 1");
    terminal.shows("Player 1 to move:");
    terminal.types("bet\r");
    terminal.shows("Pass the keyboard to Player 2.");
    assert!(!terminal.text().contains('K'), "{}", terminal.text());
    terminal.types("anything\r");
    terminal.shows("The last move was bet.");
    terminal.shows("Player 2: card Q, bet 1");
    terminal.shows("Player 2 to move:");
    terminal.types("fold\r");
    terminal.shows("Player 1 wins: a player folded");
    let text = terminal.text();
    let is_closed = text.contains("Player 1: card ?") && text.contains("Player 2: card ?");
    assert!(is_closed && !text.contains('Q'), "{text}");
    terminal.types("quit\r");
    assert_eq!(terminal.finish(), 0);
}

#[test]
fn the_end_of_a_round_is_repeated_after_the_lines_were_cleared() {
    let several = ["play", "kuhn-poker:3", "human", "human", "--seed", "4", "--plain"];
    let mut terminal = Terminal::start((24, 80), several);
    for (seat, mv) in [(1, "check"), (2, "bet"), (1, "fold")] {
        terminal.shows(&format!("Pass the keyboard to Player {seat}."));
        terminal.types("\r");
        terminal.shows(&format!("Player {seat} to move:"));
        terminal.types(&format!("{mv}\r"));
    }
    terminal.shows("Pass the keyboard to Player 2.");
    let text = terminal.text();
    assert!(text.contains("The round is over: a player folded, 5–7 in chips."), "{text}");
    assert!(!text.contains("deal-"), "{text}");
    terminal.types("quit\r");
    assert_eq!(terminal.finish(), 0);
}

#[test]
fn a_match_played_from_a_pipe_shows_the_hand_of_the_mover() {
    let finished = Rival::new(CARDS).input("check\nbet\nundo\ncheck\nquit\n").run().exits(0);
    let mut rest = finished.stdout.as_str();
    for text in [
        "Player 1: card K, bet 1\nPlayer 2: card ?, bet 1\n",
        "1. Player 1: check",
        "Player 1: card ?, bet 1\nPlayer 2: card Q, bet 1\n",
        "1… Player 2: bet",
        "Player 1: card K, bet 1\nPlayer 2: card ?, bet 2\n",
        "Back to the position after check.",
        "1… Player 2: check",
        "Player 1: card K, bet 1\nPlayer 2: card Q, bet 1\n",
        "Player 1 wins: the higher card wins",
    ] {
        let Some((_, after)) = rest.split_once(text) else {
            panic!("no \"{text}\" in its turn: {finished}")
        };
        rest = after;
    }
}

#[test]
fn players_are_named_one_after_the_other() {
    for (arguments, expected) in [
        (
            &["play", "kuhn-poker", "human", "human", "random"][..],
            "rival: kuhn-poker:20 needs 2 players, not 3\n",
        ),
        (
            &["play", "tic-tac-toe", "human", "random", "--level", "club"],
            "rival: the argument '[PLAYER]...' cannot be used with '--level <LEVEL>'",
        ),
    ] {
        let refused = Rival::new(arguments).run().exits(2);
        assert!(refused.stderr.starts_with(expected), "{refused}");
    }
}
