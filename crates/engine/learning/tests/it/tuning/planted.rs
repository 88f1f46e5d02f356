//! An evaluation that is a sum of known weights: one for each disc in a column, and one for each way to fill the lowest
//! places of two adjacent columns.

use board_engine::{Board, Seat};
use connect_four::{ConnectFour, Position};
use learning::tuning::{Features, Linear};
use search::{Evaluator, Score};

/// The column weights at the end of the game and in the opening, in hundredths.
pub(super) const COLUMNS: [[f64; 2]; 7] = [
    [-60.0, 20.0],
    [-30.0, 0.0],
    [0.0, -20.0],
    [80.0, 60.0],
    [40.0, 30.0],
    [20.0, -50.0],
    [-50.0, -40.0],
];

pub(super) struct Planted;

/// The planted evaluation.
pub(super) const EVALUATOR: PlantedEvaluator = PlantedEvaluator { unit: 100 };
/// The same evaluation in smaller numbers.
pub(super) const IN_THOUSANDTHS: PlantedEvaluator = PlantedEvaluator { unit: 1_000 };

pub(super) struct PlantedEvaluator {
    unit: i32,
}

impl Evaluator<ConnectFour> for PlantedEvaluator {
    fn evaluate(&self, game: &ConnectFour, position: &Position<u64>, seat: Seat) -> Score {
        let score = Planted.reference(game, position) * self.unit / 100;
        Score::new(if seat == Seat::FIRST { score } else { -score })
    }

    fn unit(&self) -> i32 {
        self.unit
    }
}

/// The difference between the two seats' disc counts in each column.
fn columns(board: &Board<Seat>) -> [f32; 7] {
    let mut columns = [0.0; 7];
    for (square, seat) in board.pieces() {
        columns[square.index() % 7] += if seat == Seat::FIRST { 1.0 } else { -1.0 };
    }
    columns
}

impl Linear<ConnectFour> for Planted {
    fn count(&mut self, game: &ConnectFour, position: &Position<u64>, features: &mut Features) {
        let board = game.board(position);
        let counted = (0..).zip(columns(&board));
        features.terms.extend(counted.filter(|&(_, times)| times != 0.0));
        let discs = u8::try_from(board.pieces().count()).expect("there are 42 places");
        features.stage = 1.0 - f32::from(discs) / 42.0;
        for (square, seat) in board.pieces() {
            let list = if seat == Seat::FIRST { &mut features.own } else { &mut features.other };
            list.push(u32::try_from(square.index()).expect("there are 42 places"));
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "a few hundredths")]
    fn reference(&self, game: &ConnectFour, position: &Position<u64>) -> i32 {
        let mut features = Features::default();
        Self.count(game, position, &mut features);
        let opening = f64::from(features.stage);
        let of = |&(term, times): &(u16, f32)| {
            let [end, start] = COLUMNS[usize::from(term)];
            f64::from(times) * (opening * start + (1.0 - opening) * end)
        };
        features.terms.iter().map(of).sum::<f64>().round() as i32
    }
}
