//! Checks that expectiminimax with and without cutoffs returns the mean over all draws.

use board_engine::{
    Chance, Game, Notation, Outcome, PerfectInformation, Repetition, Seat, Status, Turn, ZeroSum,
    zobrist,
};
use pig::Pig;
use proptest::prelude::*;
use search::{
    Algorithm, Depth, Evaluator, ExpectiMaxN, Expectiminimax, Limits, Report, Score, Star1, Star2,
    Task,
};

/// A random tree with chance turns. Branching, movers, weights, ends and payoffs all come from the seed.
#[derive(Debug)]
struct DiceTree {
    seed: u64,
    plies_max: u8,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Position {
    number: u64,
    ply: u8,
}

impl Position {
    fn draw(&self, purpose: u64, count: u64) -> u64 {
        zobrist::mix(&[self.number, purpose]) % count
    }
}

const PAYOFF_MAX: i16 = 3;

impl Game for DiceTree {
    type Position = Position;
    type Move = u8;

    fn seats(&self) -> usize {
        2
    }

    fn payoff_max(&self) -> i16 {
        PAYOFF_MAX
    }

    fn start(&self) -> Position {
        Position { number: zobrist::scramble(self.seed), ply: 0 }
    }

    fn turn(&self, position: &Position) -> Turn {
        match position.draw(0, 4) {
            0 => Turn::Seat(Seat::FIRST),
            1 => Turn::Seat(Seat::SECOND),
            _ => Turn::Chance,
        }
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<u8>) -> Status {
        moves.clear();
        if position.ply == self.plies_max || (position.ply > 0 && position.draw(1, 6) == 0) {
            let payoff = i16::try_from(position.draw(10, 7)).expect("below 7") - PAYOFF_MAX;
            return Status::Over(Outcome::new(&[payoff, -payoff], "a leaf"));
        }
        moves.extend(0..=u8::try_from(position.draw(2, 4)).expect("below 4"));
        Status::Ongoing
    }

    fn play(&self, position: &mut Position, mv: u8) {
        *position = Position {
            number: zobrist::mix(&[position.number, mv.into(), 99]),
            ply: position.ply + 1,
        };
    }

    fn key(&self, position: &Position) -> u64 {
        position.number
    }

    fn irreversible(&self, _: &Position, _: u8) -> bool {
        true
    }

    fn repetition(&self) -> Repetition {
        Repetition::Ignored
    }

    fn weight(&self, position: &Position, mv: u8) -> u32 {
        1 + u32::try_from(position.draw(50 + u64::from(mv), 5)).expect("below 5")
    }
}

impl ZeroSum for DiceTree {}
impl Chance for DiceTree {}
impl PerfectInformation for DiceTree {}

/// Scores between −3 and 3 payoffs, in hundredths.
#[derive(Debug)]
struct DrawnScore;

impl Evaluator<DiceTree> for DrawnScore {
    fn evaluate(&self, _: &DiceTree, position: &Position, seat: Seat) -> Score {
        let score = i32::try_from(position.draw(77, 601)).expect("below 601") - 300;
        Score::new(if seat == Seat::FIRST { score } else { -score })
    }
}

/// The mean payoff of a position for the first seat, in millionths, computed over every line without bounds.
fn value(game: &DiceTree, position: &Position, depth: u32) -> i64 {
    let mut moves = Vec::new();
    if let Status::Over(outcome) = game.legal_moves(position, &mut moves) {
        return i64::from(outcome.payoff(Seat::FIRST)) * 1_000_000;
    }
    if depth == 0 {
        return i64::from(DrawnScore.evaluate(game, position, Seat::FIRST).value()) * 10_000;
    }
    let below = moves.iter().map(|&mv| value(game, &after(game, position, mv), depth - 1));
    match game.turn(position) {
        Turn::Seat(Seat::FIRST) => below.max().expect("an ongoing game has a move"),
        Turn::Seat(_) => below.min().expect("an ongoing game has a move"),
        Turn::Chance => {
            let weights = moves.iter().map(|&mv| i64::from(game.weight(position, mv)));
            let total: i64 = weights.clone().sum();
            below.zip(weights).map(|(value, weight)| value * weight).sum::<i64>() / total
        }
    }
}

fn after(game: &DiceTree, position: &Position, mv: u8) -> Position {
    let mut child = position.clone();
    game.play(&mut child, mv);
    child
}

fn reports(game: &DiceTree, depth: u32) -> [Report<u8>; 4] {
    let position = game.start();
    let task = Task { game, evaluator: &DrawnScore, position: &position, history: None };
    let limits = Limits::to_depth(Depth::new(depth));
    [
        Expectiminimax.search(&task, &limits),
        Star1.search(&task, &limits),
        Star2.search(&task, &limits),
        ExpectiMaxN.search(&task, &limits),
    ]
}

/// Checks that all four algorithms return the reference value, and a move with this value.
fn check(game: &DiceTree, depth: u32) {
    let start = game.start();
    let payoff = value(game, &start, depth);
    let hundredths = i32::try_from(payoff / 10_000).expect("a small number");
    let mut moves = Vec::new();
    let is_over = game.legal_moves(&start, &mut moves) != Status::Ongoing;
    let names = ["expectiminimax", "star1", "star2", "max-n"];
    for (report, name) in reports(game, depth).iter().zip(names) {
        let expected =
            if game.turn(&start) == Turn::Seat(Seat::SECOND) { -hundredths } else { hundredths };
        assert_eq!(report.score.value(), expected, "{name} at depth {depth} of {game:?}");
        assert!(report.completed);
        let chooses = game.turn(&start) != Turn::Chance && !is_over;
        assert_eq!(report.best.is_some(), chooses, "{name}");
        if let (Some(best), 1..) = (report.best, depth) {
            let best = value(game, &after(game, &start, best), depth - 1);
            assert_eq!(best, payoff, "{name} at depth {depth} of {game:?} names another move");
        }
    }
}

proptest! {
    #[test]
    fn on_random_trees(seed: u64, plies_max in 0_u8..8, depth in 0_u32..9) {
        check(&DiceTree { seed, plies_max }, depth);
    }
}

#[test]
fn bounded_payoffs_prune_a_lot() {
    let nodes = (0..200).map(|seed| {
        reports(&DiceTree { seed, plies_max: 8 }, 8).map(|report| report.statistics.nodes)
    });
    let sums = nodes
        .fold([0; 4], |sums: [u64; 4], nodes| [0, 1, 2, 3].map(|index| sums[index] + nodes[index]));
    assert!(sums[1] < sums[0] * 3 / 4, "{sums:?}");
    assert_eq!(sums[3], sums[0], "nothing is cut off for many seats");
}

/// The seats choose numbers in turn; the move lists start with 9. After each choice, chance adds 0 to 5, and the payoff
/// is the difference of the sums. The first move in the list is the best, as with good move ordering.
#[derive(Debug)]
struct Sums;

const SUMS_PLIES: u8 = 6;

impl Game for Sums {
    type Position = (i16, u8);
    type Move = u8;

    fn seats(&self) -> usize {
        2
    }

    fn payoff_max(&self) -> i16 {
        50
    }

    fn start(&self) -> (i16, u8) {
        (0, 0)
    }

    fn turn(&self, (_, ply): &(i16, u8)) -> Turn {
        match ply % 4 {
            0 => Turn::Seat(Seat::FIRST),
            2 => Turn::Seat(Seat::SECOND),
            _ => Turn::Chance,
        }
    }

    fn legal_moves(&self, position: &(i16, u8), moves: &mut Vec<u8>) -> Status {
        moves.clear();
        if position.1 == SUMS_PLIES {
            return Status::Over(Outcome::new(&[position.0, -position.0], "all have chosen"));
        }
        match self.turn(position) {
            Turn::Chance => moves.extend(0..=5),
            Turn::Seat(_) => moves.extend((0..=9).rev()),
        }
        Status::Ongoing
    }

    fn play(&self, (sum, ply): &mut (i16, u8), mv: u8) {
        *sum += if *ply % 4 < 2 { i16::from(mv) } else { -i16::from(mv) };
        *ply += 1;
    }

    fn key(&self, (sum, ply): &(i16, u8)) -> u64 {
        zobrist::mix(&[u64::from(sum.unsigned_abs()), (*ply).into()])
    }

    fn irreversible(&self, _: &(i16, u8), _: u8) -> bool {
        true
    }

    fn repetition(&self) -> Repetition {
        Repetition::Ignored
    }
}

impl ZeroSum for Sums {}
impl Chance for Sums {}
impl PerfectInformation for Sums {}

#[test]
fn probes_prune_more_if_there_are_many_moves_and_the_first_is_good() {
    let task = Task { game: &Sums, evaluator: &search::Zero, position: &(0, 0), history: None };
    let limits = Limits::to_depth(Depth::new(SUMS_PLIES.into()));
    let [plain, star1, star2] = [
        Expectiminimax.search(&task, &limits),
        Star1.search(&task, &limits),
        Star2.search(&task, &limits),
    ];
    // 9 − 9 + 9, plus the means of three draws: two help and one hurts.
    assert_eq!((plain.score, plain.best), (Score::new(1_150), Some(9)));
    assert_eq!((star1.score, star1.best), (plain.score, plain.best));
    assert_eq!((star2.score, star2.best), (plain.score, plain.best));
    let nodes = [plain, star1, star2].map(|report| report.statistics.nodes);
    assert!(nodes[0] > nodes[1] && nodes[1] > 4 * nodes[2], "{nodes:?}");
}

#[test]
fn an_interrupted_search_returns_a_legal_move() {
    let game = Pig::default();
    let position = game.parse_position("31,42 1 8").expect("a position");
    let task = Task { game: &game, evaluator: &search::Zero, position: &position, history: None };
    for nodes in [0, 1, 5, 50] {
        let limits = Limits { nodes: Some(nodes), ..Limits::to_depth(Depth::new(8)) };
        let report = Star2.search(&task, &limits);
        assert!(!report.completed && report.best.is_some());
        assert!(report.statistics.nodes <= nodes);
    }
}

#[test]
fn the_player_keeps_rolling_when_the_opponent_is_about_to_win() {
    let game = Pig::new(20).expect("a goal");
    let position = game.parse_position("0,18 1 2").expect("a position");
    let task = Task { game: &game, evaluator: &search::Zero, position: &position, history: None };
    let report = Star1.search(&task, &Limits::to_depth(Depth::new(7)));
    assert_eq!(report.best.map(|mv| game.format_move(&position, mv)).as_deref(), Some("roll"));
}
