//! Tests for weights trained position by position.

use connect_four::ConnectFour;
use learning::tuning::{FeatureSamples, Fitted, Learn, Linear};

use super::fits::{draw, places};
use super::planted::{COLUMNS, Planted};

const LEARN: Learn =
    Learn { searched: 0.5, rounds: 4, step: 0.2, without_ends: false, results_only: false };

fn learn<L: Linear<ConnectFour>>(linear: &mut L, text: &str) -> (Fitted, String) {
    let game = ConnectFour::default();
    let set = LEARN.read(&game, linear, std::iter::once(text.as_bytes()));
    let mut out = Vec::new();
    let set = set.expect("there are enough games");
    let fitted = LEARN.run(&game, linear, &set, &mut out).expect("it can be written");
    (fitted, String::from_utf8(out).expect("losses are text"))
}

/// Positions with their planted scores as search scores, without results.
fn score(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let parts: Vec<&str> = line.splitn(4, ' ').collect();
        let position = board_engine::Notation::parse_position(&ConnectFour::default(), parts[3]);
        let score = Planted.reference(&ConnectFour::default(), &position.expect("a position"));
        format!("{} - {score} {}", parts[0], parts[3])
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The position on the first line.
fn position_of(text: &str) -> &str {
    text.lines().next().and_then(|line| line.splitn(4, ' ').nth(3)).expect("a position")
}

/// The line with the numbers of training and test positions.
fn counts(learn: &Learn, text: &str) -> Option<String> {
    let game = ConnectFour::default();
    let set = learn.read(&game, &Planted, std::iter::once(text.as_bytes()));
    let mut out = Vec::new();
    learn.run(&game, &mut Planted, &set.expect("enough games"), &mut out).expect("a buffer");
    String::from_utf8(out).expect("losses are text").lines().next().map(str::to_owned)
}

#[test]
fn planted_weights_are_learned_from_scores() {
    let results = draw(20_000);
    // The results define what a score means.
    let text = format!("{results}\n{}", score(&results));
    let (fitted, out) = learn(&mut Planted, &text);
    assert!(out.starts_with("36000 positions, 4000 more in the test set\n"), "{out}");
    for (column, [_, start]) in COLUMNS.into_iter().enumerate() {
        let found = fitted.term(column, 1);
        assert!((found - start).abs() < 15.0, "{column}: {found}, planted {start}");
    }
    let [first, last] = [fitted.losses.first(), fitted.losses.last()].map(|loss| *loss.unwrap());
    assert!(last < 0.9 * first, "{:?}", fitted.losses);
}

#[test]
fn final_positions_are_skipped_on_request() {
    let scores = score(&draw(100));
    // Positions without a score, and one with the score of a tablebase position.
    let ends = format!("{}\n7 1 19900 {}\n", draw(50), position_of(&scores));
    let learn = Learn { without_ends: true, ..LEARN };
    assert_eq!(counts(&learn, &format!("{scores}\n{ends}")), counts(&learn, &scores));
}

#[test]
fn only_results_are_learned_on_request() {
    let results = draw(100);
    let learn = Learn { results_only: true, ..LEARN };
    let both = format!("{results}\n{}", score(&draw(50)));
    assert_eq!(counts(&learn, &both), counts(&learn, &results));
}

#[test]
fn patterns_are_learned_as_well() {
    let (fitted, _) = learn(&mut places(), &draw(20_000));
    let lowest = |column: usize| fitted.pattern(column, 1).max(fitted.pattern(column + 35, 1));
    let (center, edge) = (lowest(3), lowest(6));
    assert!(center > 30.0 && edge < 20.0, "{center}, {edge}");
}

#[test]
fn learning_is_reproducible() {
    let text = draw(500);
    let weights = || {
        let (fitted, out) = learn(&mut Planted, &text);
        let terms = (0..7).map(|term| fitted.term(term, 1).to_bits());
        let patterns = (0..42).map(|pattern| fitted.pattern(pattern, 0).to_bits());
        (terms.chain(patterns).collect::<Vec<u64>>(), out)
    };
    assert_eq!(weights(), weights());
}

#[test]
fn an_invalid_line_is_named_with_its_file() {
    let texts = [draw(20), format!("{}\n1 1", draw(1))];
    let texts = || texts.iter().map(String::as_bytes);
    let game = ConnectFour::default();
    let learning = LEARN.read(&game, &Planted, texts()).map(|_set| ());
    let per_game = std::num::NonZeroUsize::MAX;
    let fitting = FeatureSamples::read(&game, &mut Planted, texts(), per_game).map(|_samples| ());
    for refused in [learning, fitting] {
        let message = format!("{:#}", refused.unwrap_err());
        assert_eq!(message, "file 2: line 2 is not a stored position: the score is missing");
    }
}

#[test]
fn scores_for_the_other_seat_are_refused() {
    let opposite = draw(100).replace(" 1 - ", " 1 -50 ").replace(" -1 - ", " -1 50 ");
    let texts = std::iter::once(opposite.as_bytes());
    let refused = LEARN.read(&ConnectFour::default(), &Planted, texts).unwrap_err();
    let expected = "the positions' scores contradict their results";
    assert_eq!(refused.to_string(), expected);
}

#[test]
fn too_few_games_are_refused() {
    let game = ConnectFour::default();
    let read = |text: &str| {
        let texts = std::iter::once(text.as_bytes());
        LEARN.read(&game, &Planted, texts).unwrap_err().to_string()
    };
    assert_eq!(read(&draw(3)), "no games are left for the test set: give more than 10 games");
    let tenth = draw(10).lines().last().expect("ten lines").to_owned();
    assert_eq!(read(&tenth), "all games are in the test set: give more games");
}
