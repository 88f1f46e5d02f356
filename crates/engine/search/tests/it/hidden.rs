//! Tests for searches with limited knowledge.

use board_engine::{
    Chance, Game, HiddenInformation, Notation, Outcome, Repetition, Seat, Status, Turn, ZeroSum,
    zobrist,
};
use kuhn_poker::KuhnPoker;
use search::{
    Algorithm, Depth, Determinized, InformationSets, Limits, Observers, Report, Score, Star2, Task,
    Zero,
};

/// Chance draws one of three hidden numbers. The first seat then chooses one of three numbers twice, and its payoff
/// depends on all three numbers.
#[derive(Clone, Debug)]
struct Blind {
    payoff: fn(u64, [u8; 3]) -> i16,
    seed: u64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Position {
    /// The drawn number, then the choices.
    made: [u8; 3],
    count: usize,
}

const CHOICES: u8 = 3;

impl Game for Blind {
    type Position = Position;
    type Move = u8;

    fn seats(&self) -> usize {
        2
    }

    fn payoff_max(&self) -> i16 {
        3
    }

    fn start(&self) -> Position {
        Position { made: [0; 3], count: 0 }
    }

    fn turn(&self, position: &Position) -> Turn {
        match position.count {
            0 => Turn::Chance,
            3 => Turn::Seat(Seat::SECOND),
            _ => Turn::Seat(Seat::FIRST),
        }
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<u8>) -> Status {
        moves.clear();
        if position.count == 3 {
            let payoff = (self.payoff)(self.seed, position.made);
            return Status::Over(Outcome::new(&[payoff, -payoff], "two choices are made"));
        }
        moves.extend(0..CHOICES);
        Status::Ongoing
    }

    fn play(&self, position: &mut Position, mv: u8) {
        if let Some(next) = position.made.get_mut(position.count) {
            *next = mv;
            position.count += 1;
        }
    }

    fn key(&self, position: &Position) -> u64 {
        let made = position.made.map(u64::from);
        zobrist::mix(&[made[0], made[1], made[2], position.count as u64])
    }

    fn irreversible(&self, _: &Position, _: u8) -> bool {
        true
    }

    fn repetition(&self) -> Repetition {
        Repetition::Ignored
    }
}

impl ZeroSum for Blind {}
impl Chance for Blind {}

impl HiddenInformation for Blind {
    fn sight(&self, position: &Position, mv: u8, _: Seat) -> u64 {
        if position.count == 0 { 9 } else { mv.into() }
    }

    fn resample(
        &self,
        position: &Position,
        _: Seat,
        draw: &mut impl FnMut(u32) -> u32,
    ) -> Position {
        let mut drawn = position.clone();
        drawn.made[0] = u8::try_from(draw(CHOICES.into())).expect("a small number");
        drawn
    }
}

/// As many playouts as the limits allow.
fn information_sets(observers: Observers) -> InformationSets {
    InformationSets { observers, ..InformationSets::default() }
}

fn open_hands(deals: u32) -> Determinized<Star2> {
    Determinized { algorithm: Star2, deals, seed: 1 }
}

fn search<G: Game>(
    game: &G,
    position: &G::Position,
    mut algorithm: impl Algorithm<G>,
) -> Report<G::Move> {
    let task = Task { game, evaluator: &Zero, position, history: None };
    algorithm.search(&task, &Limits { nodes: Some(30_000), ..Limits::to_depth(Depth::new(10)) })
}

/// The sum of the payoffs over all numbers, if the same choices are made for every draw.
fn sum(game: &Blind, choices: [u8; 2]) -> i32 {
    (0..CHOICES)
        .map(|drawn| i32::from((game.payoff)(game.seed, [drawn, choices[0], choices[1]])))
        .sum()
}

/// The best sum after this first choice, if the second choice is the same for all numbers.
fn best_after(game: &Blind, first: u8) -> i32 {
    (0..CHOICES).map(|second| sum(game, [first, second])).max().expect("some choice")
}

/// The sum after this first choice if the second choice could depend on the draw.
fn fused_after(game: &Blind, first: u8) -> i32 {
    let best = |drawn| {
        (0..CHOICES).map(|second| i32::from((game.payoff)(game.seed, [drawn, first, second]))).max()
    };
    (0..CHOICES).filter_map(best).sum()
}

fn random_payoff(seed: u64, made: [u8; 3]) -> i16 {
    let [drawn, first, second] = made.map(u64::from);
    i16::try_from(zobrist::mix(&[seed, drawn, first, second]) % 7).expect("below 7") - 3
}

/// The position after a draw that the searches must not use.
fn random_draw(game: &Blind) -> Position {
    let mut position = game.start();
    game.play(&mut position, u8::try_from(game.seed % 3).expect("a small number"));
    position
}

#[test]
fn the_score_of_a_finished_game_is_for_the_seat_that_would_move() {
    let game = Blind { payoff: |_, _| 3, seed: 0 };
    let over = Position { made: [0; 3], count: 3 };
    let reports = [
        search(&game, &over, information_sets(Observers::Multiple)),
        search(&game, &over, open_hands(10)),
    ];
    for report in reports {
        assert_eq!((report.best, report.score), (None, Score::new(-300)));
    }
}

#[test]
fn in_random_games_information_sets_find_the_best_knowable_move() {
    let mut checked = 0;
    for seed in 0..40 {
        let game = Blind { payoff: random_payoff, seed };
        let sums = [0, 1, 2].map(|first| best_after(&game, first));
        let best = sums.into_iter().max().expect("three");
        for observers in [Observers::Single, Observers::Multiple] {
            let report = search(&game, &random_draw(&game), information_sets(observers));
            let chosen = report.best.expect("a choice");
            // A third of a payoff is the smallest possible difference.
            assert_eq!(sums[usize::from(chosen)], best, "seed {seed}: {sums:?}, {report:?}");
            let mean = best * 100 / 3;
            assert!(
                (report.score.value() - mean).abs() <= 15,
                "seed {seed}: {} for {mean}",
                report.score
            );
            checked += 1;
        }
    }
    assert_eq!(checked, 80);
}

#[test]
fn in_random_games_open_hands_find_the_best_move_if_all_is_revealed_later() {
    for seed in 0..40 {
        let game = Blind { payoff: random_payoff, seed };
        let sums = [0, 1, 2].map(|first| fused_after(&game, first));
        let report = search(&game, &random_draw(&game), open_hands(600));
        let chosen = sums[usize::from(report.best.expect("a choice"))];
        let best = sums.into_iter().max().expect("three");
        // The deals are random: the search may confuse two nearly equal choices.
        assert!(best - chosen <= 1, "seed {seed}: {sums:?}, {report:?}");
    }
}

/// First choosing 0 certainly yields 1. After any other first choice, the second choice must guess the draw, for 3 or
/// −3.
fn guess(_: u64, made: [u8; 3]) -> i16 {
    match made {
        [_, 0, _] => 1,
        [drawn, _, second] if drawn == second => 3,
        _ => -3,
    }
}

#[test]
fn open_hands_assume_later_knowledge_and_information_sets_do_not() {
    let game = Blind { payoff: guess, seed: 0 };
    let fused = search(&game, &random_draw(&game), open_hands(200));
    assert!(fused.best.expect("a choice") > 0);
    assert_eq!(fused.score, Score::new(300));
    let sound = search(&game, &random_draw(&game), information_sets(Observers::Multiple));
    assert_eq!(sound.best, Some(0));
}

/// An algorithm's move in a Kuhn poker position, as seen by the mover.
fn at_table(text: &str, algorithm: impl Algorithm<KuhnPoker>) -> String {
    let position = KuhnPoker::ONE_HAND.parse_position(text).expect("a position");
    let report = search(&KuhnPoker::ONE_HAND, &position, algorithm);
    report.best.map_or_else(|| "-".into(), |mv| KuhnPoker::ONE_HAND.format_move(&position, mv))
}

#[test]
fn obvious_poker_moves_are_found() {
    for observers in [Observers::Single, Observers::Multiple] {
        let sets = information_sets(observers);
        assert_eq!(at_table("?K b", sets), "call");
        assert_eq!(at_table("?J b", sets), "fold");
        assert_eq!(at_table("?K p", sets), "bet");
        assert_eq!(at_table("K? pb", sets), "call");
        assert_eq!(at_table("J? pb", sets), "fold");
    }
    assert_eq!(at_table("?K b", open_hands(50)), "call");
    assert_eq!(at_table("?J b", open_hands(50)), "fold");
    assert_eq!(at_table("-- -", open_hands(50)), "-");
    assert_eq!(at_table("KQ bb", information_sets(Observers::Multiple)), "-");
}

/// If the queen bets, the jack folds and the king calls, so the bet can only lose.
#[test]
fn the_other_players_are_assumed_to_know_their_cards() {
    assert_eq!(at_table("Q? -", information_sets(Observers::Multiple)), "check");
}

#[test]
fn hidden_cards_do_not_change_the_choice() {
    for texts in [["QJ -", "QK -"], ["JQ b", "KQ b"], ["QJ pb", "QK pb"]] {
        let position = |text: &str| KuhnPoker::ONE_HAND.parse_position(text).expect("a position");
        let both = texts.map(position);
        for observers in [Observers::Single, Observers::Multiple] {
            let reports = both.map(|position| {
                search(&KuhnPoker::ONE_HAND, &position, information_sets(observers))
            });
            assert_eq!(reports[0], reports[1], "{texts:?}");
        }
        let reports = both.map(|position| search(&KuhnPoker::ONE_HAND, &position, open_hands(60)));
        assert_eq!(reports[0], reports[1], "{texts:?}");
    }
}
