//! Tests of the chess evaluations.

use board_engine::{Game, Notation, Seat, Status, zobrist};
use chess::{Chess, Position};
use chess_players::{ChessEntry, ChessEvaluator, ChessHints};
use game_family::CatalogEntry;
use search::{Algorithm, Depth, Evaluator, Limits, Pvs, PvsOptions, Score, Task};

fn evaluate(text: &str, seat: Seat) -> Score {
    let game = Chess::default();
    let position = game.parse_position(text).unwrap();
    ChessEvaluator::Standard.evaluate(&game, &position, seat)
}

/// The same position with the colors swapped.
fn mirror(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let swapped = |text: &str| -> String {
        let swap = |c: char| {
            if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
        };
        text.chars().map(swap).collect()
    };
    let rows: Vec<String> = fields[0].split('/').rev().map(swapped).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    // No evaluator considers castling or en passant.
    format!("{} {side} - - {}", rows.join("/"), fields[4])
}

#[test]
fn swapping_colors_negates_the_score() {
    let game = Chess::default();
    let mut moves = Vec::new();
    for seed in 0..30 {
        let (mut position, mut random) = (game.start(), zobrist::scramble(seed));
        while game.legal_moves(&position, &mut moves) == Status::Ongoing && random > 0 {
            let text = game.format_position(&position);
            for seat in [Seat::FIRST, Seat::SECOND] {
                let score = evaluate(&text, seat);
                assert_eq!(score, evaluate(&mirror(&text), seat.opponent()), "{text}");
                assert_eq!(score, -evaluate(&text, seat.opponent()), "{text}");
            }
            let count = moves.len() as u64;
            game.play(&mut position, moves[usize::try_from(random % count).unwrap()]);
            random /= 3;
        }
    }
}

#[test]
fn more_is_better() {
    let check = |better: &str, worse: &str| {
        let (better, worse) = (evaluate(better, Seat::FIRST), evaluate(worse, Seat::FIRST));
        assert!(better > worse, "{better:?}, {worse:?}");
    };
    // These score higher: a queen, a more advanced passed pawn, a rook on an open file, and pawns in front of the king.
    check("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "4k3/8/8/8/8/8/8/3RK3 w - - 0 1");
    check("4k3/8/P7/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/P7/8/8/4K3 w - - 0 1");
    check("4k3/p7/8/8/8/8/P7/1R2K3 w - - 0 1", "4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1");
    let shielded = "rnbq1rk1/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1RK1 w - - 0 1";
    check(shielded, "rnbq1rk1/pppppppp/8/8/5PPP/8/PPPPP3/RNBQ1RK1 w - - 0 1");
}

#[test]
fn a_search_mates_and_takes_hanging_pieces() {
    let check = |text: &str, depth, expected: &str| {
        let game = Chess::default();
        let position = game.parse_position(text).unwrap();
        for evaluator in &[ChessEvaluator::Network, ChessEvaluator::Standard] {
            let task = Task { game: &game, evaluator, position: &position, history: None };
            let mut search = Pvs::with_hints(PvsOptions::default(), ChessHints);
            let report = search.search(&task, &Limits::to_depth(Depth::new(depth)));
            let best = report.best.map(|mv| game.format_move(&position, mv));
            assert_eq!(best.as_deref(), Some(expected), "{text}");
        }
    };
    check("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 2, "Rd8#");
    check("7k/R7/8/8/8/8/8/1R4K1 w - - 0 1", 2, "Rb8#");
    check("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", 2, "exd5");
    check("8/P6k/8/8/8/8/8/K7 w - - 0 1", 2, "a8=Q");
}

#[test]
fn large_pieces_taken_by_small_ones_rank_first() {
    let game = Chess::default();
    let position = game.parse_position("4k3/8/8/3q1r2/4P3/8/8/3RK3 w - - 0 1").unwrap();
    let mut moves = Vec::new();
    game.legal_moves(&position, &mut moves);
    moves.sort_by_key(|&mv| -ChessEntry::rank(&game, &position, mv));
    let texts: Vec<String> = moves.iter().map(|&mv| game.format_move(&position, mv)).collect();
    assert_eq!(texts[..3], ["exd5", "Rxd5", "exf5"]);
}

#[test]
fn evaluators_have_names() {
    assert_eq!(ChessEntry::evaluator("material"), Some(ChessEvaluator::Material));
    assert_eq!(ChessEntry::evaluator("none"), None);
}

#[test]
fn the_networks_score_does_not_depend_on_earlier_evaluations() {
    let game = Chess::default();
    let score =
        |position: &Position| ChessEvaluator::Network.evaluate(&game, position, Seat::FIRST);
    let mut positions = Vec::new();
    let mut moves = Vec::new();
    for seed in 0..20 {
        let (mut position, mut random) = (game.start(), zobrist::scramble(seed));
        while game.legal_moves(&position, &mut moves) == Status::Ongoing && random > 0 {
            let index = usize::try_from(random % moves.len() as u64).unwrap();
            game.play(&mut position, moves[index]);
            positions.push(position.clone());
            random /= 2;
        }
    }
    let forwards: Vec<Score> = positions.iter().map(score).collect();
    let backwards: Vec<Score> = positions.iter().rev().map(score).collect();
    assert!(forwards.iter().eq(backwards.iter().rev()));
    // A new thread, which has not evaluated anything yet.
    for (position, expected) in positions.iter().zip(&forwards).step_by(37) {
        let alone = std::thread::scope(|scope| scope.spawn(|| score(position)).join().unwrap());
        assert_eq!(alone, *expected);
    }
}

#[test]
fn the_network_differs_from_the_standard_except_for_bare_kings() {
    let differs = |text: &str| {
        let game = Chess::default();
        let position = game.parse_position(text).unwrap();
        let score = |evaluator: ChessEvaluator| evaluator.evaluate(&game, &position, Seat::FIRST);
        score(ChessEvaluator::Network) != score(ChessEvaluator::Standard)
    };
    assert!(differs("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 b - - 3 8"));
    // Only the formulas can drive a bare king to the edge.
    assert!(!differs("4k3/8/8/8/8/8/8/3RK3 w - - 0 1"));
}
