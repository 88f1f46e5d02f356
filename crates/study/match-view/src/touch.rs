//! Makes a move by touching squares, step by step.

use board_engine::{Diagram, Square, Step, StepNode, Steps};

/// A legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalMove {
    /// The move, in the game's notation.
    pub text: String,
    /// The squares that the move touches, in order.
    pub route: Vec<Square>,
}

/// The result of touching a square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Touched {
    /// A piece was selected or deselected, or a step was undone.
    Picked,
    /// One or more steps were made. The move has further steps or awaits confirmation.
    Stepped,
    /// The steps make up the legal move with this index.
    Move(usize),
    /// The steps match several legal moves, with these indices.
    Several(Vec<usize>),
    /// The piece can reach the square on several paths with different results. The user must touch the next square of a
    /// path.
    Unclear,
    /// No legal move continues with this square.
    Nothing,
}

/// Maximum number of paths to a square that are followed.
const WAYS_MAX: usize = 1 << 12;

/// A move in progress: the steps so far and the selected piece.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveInSteps {
    steps: Steps,
    /// For each step, the node before it and the step's index in the node.
    made: Vec<(usize, usize)>,
    picked: Option<Square>,
}

impl MoveInSteps {
    /// A move with these possible steps, before the first step.
    pub const fn new(steps: Steps) -> Self {
        Self { steps, made: Vec::new(), picked: None }
    }

    fn at(&self) -> usize {
        self.made.last().map_or(0, |&(node, step)| self.steps.nodes()[node].steps[step].1)
    }

    fn node(&self) -> &StepNode {
        &self.steps.nodes()[self.at()]
    }

    /// The steps so far.
    pub fn made(&self) -> impl DoubleEndedIterator<Item = &Step> + ExactSizeIterator {
        self.made.iter().map(|&(node, step)| &self.steps.nodes()[node].steps[step].0)
    }

    /// The legal next steps.
    pub fn next_steps(&self) -> impl Iterator<Item = &Step> {
        self.node().steps.iter().map(|(step, _)| step)
    }

    /// The indices of the legal moves that can end here.
    pub fn ends(&self) -> &[usize] {
        &self.node().moves
    }

    /// Returns `true` if no further step is legal.
    pub fn is_complete(&self) -> bool {
        self.node().steps.is_empty()
    }

    /// Returns `true` if a move can consist of steps by several pieces. Such a move is sent only after confirmation, so
    /// even the last step can be undone.
    pub fn has_several_parts(&self) -> bool {
        let continues = |(step, next): &(Step, usize)| {
            let mut after = self.steps.nodes()[*next].steps.iter();
            after.any(|(other, _)| other.from.is_some() && other.from != Some(step.to))
        };
        self.steps.nodes().iter().any(|node| node.steps.iter().any(continues))
    }

    /// The legal moves that begin with the steps so far.
    pub fn reachable(&self) -> Vec<usize> {
        let nodes = self.steps.nodes();
        let mut seen = vec![false; nodes.len()];
        let mut waiting = vec![self.at()];
        let mut moves = Vec::new();
        while let Some(node) = waiting.pop() {
            if !std::mem::replace(&mut seen[node], true) {
                moves.extend(&nodes[node].moves);
                waiting.extend(nodes[node].steps.iter().map(|&(_, next)| next));
            }
        }
        moves.sort_unstable();
        moves.dedup();
        moves
    }

    /// The square of the selected piece.
    pub const fn picked(&self) -> Option<Square> {
        self.picked
    }

    /// The squares to highlight: the selected piece's square, and the squares of its path if no other piece moves.
    pub fn squares(&self) -> Vec<Square> {
        if self.picked.is_none() || self.has_several_parts() {
            return Vec::from_iter(self.picked);
        }
        let of_steps = self.made().flat_map(|step| step.from.into_iter().chain([step.to]));
        let mut squares: Vec<Square> = of_steps.chain(self.picked).collect();
        squares.dedup();
        squares
    }

    /// The squares that can be touched next: all squares with movable pieces, or all squares that the selected piece
    /// can reach.
    pub fn targets(&self) -> Vec<Square> {
        let mut squares: Vec<Square> = match self.picked {
            None => self.next_steps().map(start_of).collect(),
            Some(from) => {
                let nodes = self.steps.nodes();
                let mut squares = Vec::new();
                let mut seen = vec![false; nodes.len()];
                let mut waiting = vec![(self.at(), from)];
                while let Some((node, from)) = waiting.pop() {
                    if std::mem::replace(&mut seen[node], true) {
                        continue;
                    }
                    for (step, next) in steps_from(&nodes[node], from) {
                        squares.push(step.to);
                        waiting.push((*next, step.to));
                    }
                }
                squares
            }
        };
        squares.sort_unstable();
        squares.dedup();
        squares
    }

    /// Deselects the selected piece, or undoes the last step. Returns `false` if there is nothing to undo.
    pub fn undo(&mut self) -> bool {
        if self.picked.is_some() && self.picked != self.follower() {
            self.picked = None;
            return true;
        }
        let has_undone = self.made.pop().is_some();
        self.picked = self.follower();
        has_undone
    }

    /// Undoes all steps.
    pub fn restart(&mut self) {
        self.made.clear();
        self.picked = None;
    }

    /// The picture after the steps so far.
    pub fn show(&self, picture: &Diagram) -> Diagram {
        let mut shown = picture.clone();
        self.made().for_each(|step| step.make(&mut shown));
        self.node().show(&mut shown);
        shown
    }

    /// Touches a square: selects a piece, moves the selected piece by one or more steps, or undoes the last step.
    pub fn touch(&mut self, square: Square) -> Touched {
        let Some(from) = self.picked else { return self.start(square) };
        let ways = self.ways(from, square);
        let ends: Vec<usize> = ways.iter().map(|way| way.end).collect();
        match ways.first() {
            // A single step takes precedence over a longer path to the same square.
            Some(way) if way.steps.len() == 1 || ends.iter().all(|end| *end == way.end) => {
                self.made.extend(&way.steps);
                self.stepped()
            }
            Some(_) => Touched::Unclear,
            None if square == from => {
                self.undo();
                Touched::Picked
            }
            None => self.start(square),
        }
    }

    /// Makes the first step that the game lists for the piece on `square`. In backgammon, this uses the larger die.
    pub fn play_first(&mut self, square: Square) -> Touched {
        let found = self.next_steps().position(|step| step.from == Some(square));
        match found {
            Some(step) => {
                self.made.push((self.at(), step));
                self.stepped()
            }
            None => Touched::Nothing,
        }
    }

    /// Touches the first square of a step.
    fn start(&mut self, square: Square) -> Touched {
        let found = self.next_steps().position(|step| start_of(step) == square);
        match found {
            Some(step) if self.node().steps[step].0.from.is_some() => {
                self.picked = Some(square);
                Touched::Picked
            }
            Some(step) => {
                self.made.push((self.at(), step));
                self.stepped()
            }
            // Selects another piece instead of the piece that has begun its move.
            None if !self.made.is_empty() && !self.has_several_parts() => {
                let begun = std::mem::take(&mut self.made);
                let touched = self.start(square);
                if touched == Touched::Nothing {
                    self.made = begun;
                }
                touched
            }
            None => Touched::Nothing,
        }
    }

    /// The result of the steps so far.
    fn stepped(&mut self) -> Touched {
        self.picked = self.follower();
        let node = self.node();
        let choices = node.steps.iter().filter(|(step, _)| step.becomes.is_some());
        let chosen = choices.flat_map(|(_, next)| &self.steps.nodes()[*next].moves);
        let chosen: Vec<usize> = chosen.copied().collect();
        if !chosen.is_empty() {
            return Touched::Several(chosen);
        }
        match node.moves[..] {
            [mv] if self.is_complete() && !self.has_several_parts() => Touched::Move(mv),
            [_, _, ..] if self.is_complete() => Touched::Several(node.moves.clone()),
            _ => Touched::Stepped,
        }
    }

    /// The square of the moved piece, if the move must continue with it.
    fn follower(&self) -> Option<Square> {
        let last = self.made().next_back().map(|step| step.to);
        let must_follow = self.next_steps().all(|step| step.from == last);
        last.filter(|_| must_follow && !self.is_complete())
    }

    /// The paths from the current node along which the piece on `from` reaches `to`, shortest first.
    fn ways(&self, from: Square, to: Square) -> Vec<Way> {
        let nodes = self.steps.nodes();
        let mut found = Vec::new();
        let mut ways = vec![Way { at: from, end: self.at(), steps: Vec::new() }];
        let mut next = 0;
        while let Some(way) = ways.get(next).cloned() {
            next += 1;
            for (index, (step, end)) in nodes[way.end].steps.iter().enumerate() {
                if step.from != Some(way.at) || ways.len() > WAYS_MAX {
                    continue;
                }
                let steps = way.steps.iter().copied().chain([(way.end, index)]).collect();
                let longer = Way { at: step.to, end: *end, steps };
                if step.to == to {
                    found.push(longer.clone());
                }
                ways.push(longer);
            }
        }
        found
    }
}

/// Steps of one piece.
#[derive(Clone, Debug)]
struct Way {
    at: Square,
    /// The node after the steps.
    end: usize,
    steps: Vec<(usize, usize)>,
}

/// The first square that a user touches for a step.
fn start_of(step: &Step) -> Square {
    step.from.unwrap_or(step.to)
}

fn steps_from(node: &StepNode, from: Square) -> impl Iterator<Item = &(Step, usize)> {
    node.steps.iter().filter(move |(step, _)| step.from == Some(from))
}

#[cfg(test)]
mod tests {
    use board_engine::{Coordinates, Geometry, Glyph, Seat};

    use super::*;

    fn square(index: usize) -> Square {
        Square::new(index)
    }

    fn squares(indexes: &[usize]) -> Vec<Square> {
        indexes.iter().copied().map(Square::new).collect()
    }

    /// A quiet move, two captures with the same first and last squares, a single capture, and a placed stone.
    fn routes() -> MoveInSteps {
        let routes = [&[1, 2][..], &[3, 5, 9], &[3, 7, 9], &[4, 6], &[8]];
        MoveInSteps::new(Steps::of_routes(routes.map(squares)))
    }

    /// The moves for two checkers and the dice 3 and 1, played in either order: 8/5 with 6/5, 8/7 with 6/3, or 8/4 on
    /// two paths.
    fn checkers() -> MoveInSteps {
        let mut steps = Steps::default();
        let step = |from, to| Step::new(square(from), square(to));
        for (mv, ways) in [
            (0, [[step(8, 5), step(6, 5)], [step(6, 5), step(8, 5)]]),
            (1, [[step(8, 7), step(6, 3)], [step(6, 3), step(8, 7)]]),
        ] {
            for way in ways {
                steps.add_way(mv, way);
            }
        }
        let first = |steps: &Steps, to| {
            let found = steps.nodes()[0].steps.iter().find(|(it, _)| *it == step(8, to));
            found.unwrap().1
        };
        let (by_three, by_one) = (first(&steps, 5), first(&steps, 7));
        let end = steps.add_node();
        steps.end(end, 2);
        steps.link(by_three, step(5, 4), end);
        steps.link(by_one, step(7, 4), end);
        MoveInSteps::new(steps)
    }

    #[track_caller]
    fn check(mut entry: MoveInSteps, touches: &[usize], expected: &[Touched]) -> MoveInSteps {
        let touched: Vec<Touched> = touches.iter().map(|&it| entry.touch(square(it))).collect();
        assert_eq!(touched, expected);
        entry
    }

    use Touched::{Move, Nothing, Picked, Several, Stepped, Unclear};

    #[test]
    fn a_move_is_made_by_its_ends_or_by_its_steps() {
        check(routes(), &[1, 2], &[Picked, Move(0)]);
        check(routes(), &[3, 5, 9], &[Picked, Stepped, Move(1)]);
        check(routes(), &[8], &[Move(4)]);
    }

    #[test]
    fn two_ways_with_different_results_are_distinguished_by_the_next_square() {
        check(routes(), &[3, 9, 7, 9], &[Picked, Unclear, Stepped, Move(2)]);
    }

    #[test]
    fn a_step_is_undone_and_another_piece_is_selected() {
        let entry = check(routes(), &[3, 5, 5], &[Picked, Stepped, Picked]);
        assert_eq!((entry.made().len(), entry.picked()), (0, None));
        let entry = check(routes(), &[1, 1, 1, 4], &[Picked, Picked, Picked, Picked]);
        assert_eq!(entry.picked(), Some(square(4)));
        let entry = check(routes(), &[3, 5, 4, 0], &[Picked, Stepped, Picked, Nothing]);
        assert_eq!((entry.made().len(), entry.squares()), (0, squares(&[4])));
        let mut entry = check(routes(), &[3, 5], &[Picked, Stepped]);
        assert!(entry.undo() && !entry.undo(), "undoing a step deselects its piece");
    }

    #[test]
    fn targets_belong_to_the_selected_piece() {
        assert_eq!(routes().targets(), squares(&[1, 3, 4, 8]));
        let entry = check(routes(), &[3], &[Picked]);
        assert_eq!(entry.targets(), squares(&[5, 7, 9]));
        let entry = check(checkers(), &[8], &[Picked]);
        assert_eq!(entry.targets(), squares(&[4, 5, 7]));
        let entry = check(checkers(), &[8, 5, 6], &[Picked, Stepped, Picked]);
        assert_eq!(entry.targets(), squares(&[5]), "the other die is used up");
    }

    #[test]
    fn pieces_are_moved_in_any_order_until_the_move_is_confirmed() {
        let mut entry = check(checkers(), &[6, 5, 8, 5], &[Picked, Stepped, Picked, Stepped]);
        assert!(entry.is_complete() && entry.has_several_parts());
        assert_eq!(entry.ends(), [0]);
        assert!(entry.undo() && !entry.is_complete());
        assert_eq!((entry.ends(), entry.reachable()), (&[][..], vec![0]));
    }

    #[test]
    fn a_selected_piece_is_deselected_before_a_step_is_undone() {
        let entry = check(checkers(), &[8, 5, 6, 6], &[Picked, Stepped, Picked, Picked]);
        assert_eq!((entry.made().len(), entry.picked()), (1, None));
    }

    #[test]
    fn ways_with_the_same_result_are_one() {
        let entry = check(checkers(), &[8, 4], &[Picked, Stepped]);
        assert_eq!((entry.ends(), entry.made().len()), (&[2][..], 2));
    }

    #[test]
    fn a_pieces_first_step_is_made_at_once() {
        let mut entry = checkers();
        assert_eq!(entry.play_first(square(8)), Stepped);
        assert_eq!(entry.made().next().map(|step| step.to), Some(square(5)));
        assert_eq!(entry.play_first(square(8)), Nothing);
    }

    #[test]
    fn a_piece_is_chosen_after_the_step_and_the_step_can_be_undone() {
        let [queen, knight] = ['q', 'n'].map(|it| Glyph::piece(Seat::FIRST, "it", it, '♕', "it"));
        let mut steps = Steps::default();
        for (mv, glyph) in [queen, knight.clone()].into_iter().enumerate() {
            let way = [Step::new(square(1), square(0)), Step::choice(square(0), glyph)];
            steps.add_way(mv, way);
        }
        let mut entry = check(MoveInSteps::new(steps), &[1, 0], &[Picked, Several(vec![0, 1])]);
        let name = |square: Square| square.index().to_string();
        let mut picture = Diagram::new(Geometry::rectangle(2, 1), Coordinates::OnSquares, name);
        picture.put(square(1), knight.clone());
        assert_eq!(entry.show(&picture).glyph(square(0)), Some(&knight));
        assert!(entry.undo());
        assert_eq!(entry.show(&picture), picture);
    }

    #[test]
    fn a_move_without_steps_is_ignored() {
        let mut entry = MoveInSteps::default();
        assert_eq!((entry.touch(square(0)), entry.undo()), (Nothing, false));
        assert!(entry.targets().is_empty());
    }
}
