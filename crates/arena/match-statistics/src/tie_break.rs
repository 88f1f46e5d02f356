//! Points, and tie-breaks for players with equal points.

use std::cmp::Ordering;

/// The cross table: each player's score against every other player.
#[derive(Clone, PartialEq, Debug)]
pub struct CrossTable {
    size: usize,
    /// For each cell, the row player's score against the column player, and the number of games.
    cells: Vec<(f64, f64)>,
    /// Points from byes.
    byes: Vec<f64>,
}

/// Tie-breaks for players with equal points. The initial order is the last tie-break.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ranking {
    /// Direct encounter, then Sonneborn-Berger. For formats where all players meet.
    HeadToHead,
    /// Buchholz, then Sonneborn-Berger. For formats where players meet different opponents.
    Buchholz,
}

impl CrossTable {
    /// An empty table for `size` players.
    pub fn new(size: usize) -> Self {
        Self { size, cells: vec![(0.0, 0.0); size * size], byes: vec![0.0; size] }
    }

    /// Number of players.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Adds games between `player` and `opponent`, with `player`'s score.
    ///
    /// # Panics
    /// If a player index is [`size`](Self::size) or more.
    pub fn add(&mut self, player: usize, opponent: usize, score: f64, games: f64) {
        for (row, column, score) in [(player, opponent, score), (opponent, player, games - score)] {
            let cell = &mut self.cells[row * self.size + column];
            *cell = (cell.0 + score, cell.1 + games);
        }
    }

    /// Gives `player` points for a bye.
    pub fn add_bye(&mut self, player: usize, points: f64) {
        self.byes[player] += points;
    }

    /// `player`'s score against `opponent`, and the number of games.
    pub fn against(&self, player: usize, opponent: usize) -> (f64, f64) {
        self.cells[player * self.size + opponent]
    }

    fn row(&self, player: usize) -> impl Iterator<Item = (usize, f64, f64)> {
        let row = self.cells.iter().skip(player * self.size).take(self.size).enumerate();
        row.map(|(opponent, &(score, games))| (opponent, score, games))
    }

    /// A player's points, including byes.
    pub fn points(&self, player: usize) -> f64 {
        self.row(player).map(|(_, score, _)| score).sum::<f64>() + self.byes[player]
    }

    /// Number of a player's games.
    pub fn games(&self, player: usize) -> f64 {
        self.row(player).map(|(_, _, games)| games).sum()
    }

    /// The sum of the opponents' points, each weighted by the player's score against that opponent (Sonneborn-Berger
    /// score).
    pub fn sonneborn_berger(&self, player: usize) -> f64 {
        self.row(player).map(|(opponent, score, _)| score * self.points(opponent)).sum()
    }

    /// The sum of the opponents' points, each weighted by the number of games against that opponent (Buchholz score).
    pub fn buchholz(&self, player: usize) -> f64 {
        self.row(player).map(|(opponent, _, games)| games * self.points(opponent)).sum()
    }

    /// A player's score against some of the other players.
    fn points_among(&self, player: usize, others: &[usize]) -> f64 {
        let among = self.row(player).filter(|(opponent, ..)| others.contains(opponent));
        among.map(|(_, score, _)| score).sum()
    }

    /// All players, best first. Remaining ties are in index order.
    pub fn rank(&self, ranking: Ranking) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.size).collect();
        let points: Vec<f64> = order.iter().map(|&player| self.points(player)).collect();
        let by_points = |a: &usize, b: &usize| points[*b].total_cmp(&points[*a]);
        order.sort_by(by_points);
        for tied in order.chunk_by_mut(|a, b| by_points(a, b) == Ordering::Equal) {
            let group = tied.to_vec();
            let key = |player: usize| match ranking {
                Ranking::HeadToHead => self.points_among(player, &group),
                Ranking::Buchholz => self.buchholz(player),
            };
            let keyed = |player: usize| [key(player), self.sonneborn_berger(player)];
            tied.sort_by(|&a, &b| {
                let (a, b) = (keyed(a), keyed(b));
                b[0].total_cmp(&a[0]).then(b[1].total_cmp(&a[1]))
            });
        }
        order
    }
}
