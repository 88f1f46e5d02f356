//! The steps a user takes to make a move.
//!
//! A move can have several steps: the jumps in a capture, the checkers moved by a roll, a pawn's advance and its
//! promotion. The steps of all legal moves form a graph. Orders of steps that lead to the same state share a node: a
//! list of all orders would be too long, because a double in backgammon has thousands of orders.

use crate::{Diagram, Glyph, Seat, Square};

/// One step of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The moving piece's square; `None` if the step touches only one square.
    pub from: Option<Square>,
    /// The square where the piece arrives, or the touched square.
    pub to: Square,
    /// The topmost pieces of other squares that the step moves to a square or off the board, before its own piece
    /// moves.
    pub others: Vec<(Square, Option<Square>)>,
    /// The piece that the piece on `to` becomes, if the user chooses it.
    pub becomes: Option<Glyph>,
}

/// A move of several pieces that a user makes by moving the first of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JointMove {
    /// The square to which the user moves the first piece.
    pub target: Square,
    /// The pieces, each with its squares before and after the move.
    pub pieces: Vec<(Glyph, Square, Square)>,
}

impl Step {
    /// A piece moves from one square to another.
    pub const fn new(from: Square, to: Square) -> Self {
        Self { from: Some(from), to, others: Vec::new(), becomes: None }
    }

    /// A square is touched.
    pub const fn at(square: Square) -> Self {
        Self { from: None, to: square, others: Vec::new(), becomes: None }
    }

    /// The user chooses the piece that the piece on `square` becomes.
    pub const fn choice(square: Square, becomes: Glyph) -> Self {
        Self { from: None, to: square, others: Vec::new(), becomes: Some(becomes) }
    }

    /// The same step, which also takes the topmost piece off `square`.
    #[must_use]
    pub fn taking(mut self, square: Square) -> Self {
        self.others.push((square, None));
        self
    }

    /// The same step, which also moves the topmost piece on `from` to `to`.
    #[must_use]
    pub fn moving(mut self, from: Square, to: Square) -> Self {
        self.others.push((from, Some(to)));
        self
    }

    /// Makes the step on a diagram that has all of its squares.
    ///
    /// # Panics
    /// If the diagram lacks a square that the step uses.
    pub fn make(&self, diagram: &mut Diagram) {
        let pieces = self.others.iter().copied();
        for (from, to) in pieces.chain(self.from.map(|from| (from, Some(self.to)))) {
            if let (Some(glyph), Some(to)) = (diagram.take(from), to) {
                diagram.put(to, glyph);
            }
        }
        if let Some(glyph) = &self.becomes {
            diagram.take(self.to);
            diagram.put(self.to, glyph.clone());
        }
    }
}

/// A state between two steps.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StepNode {
    /// The moves that can end here, as indexes in the list of legal moves.
    pub moves: Vec<usize>,
    /// The possible next steps, each with the index of the resulting node.
    pub steps: Vec<(Step, usize)>,
    /// The captions that differ from the captions before the move.
    pub captions: Vec<(Seat, String)>,
    /// The squares of pieces that the steps so far have used up, such as dice.
    pub spent: Vec<Square>,
}

impl StepNode {
    /// Shows the captions and the used pieces of this state on a diagram of the position before the move.
    pub fn show(&self, diagram: &mut Diagram) {
        for (seat, text) in &self.captions {
            diagram.set_caption(*seat, text);
        }
        diagram.set_spent(self.spent.clone());
    }
}

/// The steps of all legal moves in a position. Node 0 is the position itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Steps {
    nodes: Vec<StepNode>,
}

/// An empty graph: no move has steps.
impl Default for Steps {
    fn default() -> Self {
        Self { nodes: vec![StepNode::default()] }
    }
}

impl Steps {
    /// The steps for moves that touch these squares in order, one list for each legal move.
    pub fn of_routes(routes: impl IntoIterator<Item = Vec<Square>>) -> Self {
        let mut steps = Self::default();
        for (mv, route) in routes.into_iter().enumerate() {
            let way: Vec<Step> = match route[..] {
                [] => continue,
                [square] => vec![Step::at(square)],
                _ => route.windows(2).map(|pair| Step::new(pair[0], pair[1])).collect(),
            };
            steps.add_way(mv, way);
        }
        steps
    }

    /// All nodes. Each node's steps lead to nodes in this list.
    pub fn nodes(&self) -> &[StepNode] {
        &self.nodes
    }

    /// Adds a sequence of steps that makes up the move with this index.
    pub fn add_way(&mut self, mv: usize, way: impl IntoIterator<Item = Step>) {
        let mut node = 0;
        for step in way {
            let known = self.nodes[node].steps.iter().find(|(other, _)| *other == step);
            node = if let Some(&(_, next)) = known {
                next
            } else {
                let next = self.add_node();
                self.nodes[node].steps.push((step, next));
                next
            };
        }
        self.end(node, mv);
    }

    /// Adds a node without steps and returns its index.
    pub fn add_node(&mut self) -> usize {
        self.nodes.push(StepNode::default());
        self.nodes.len() - 1
    }

    /// Adds a step from one node to another.
    ///
    /// # Panics
    /// If there is no such node.
    pub fn link(&mut self, node: usize, step: Step, next: usize) {
        assert!(next < self.nodes.len(), "a step leads to a node");
        self.nodes[node].steps.push((step, next));
    }

    /// Sets the captions that differ at a node, and the squares of the pieces that are used up there.
    ///
    /// # Panics
    /// If there is no such node.
    pub fn describe(&mut self, node: usize, captions: Vec<(Seat, String)>, spent: Vec<Square>) {
        self.nodes[node].captions = captions;
        self.nodes[node].spent = spent;
    }

    /// Lets the move with this index end at a node.
    ///
    /// # Panics
    /// If there is no such node.
    pub fn end(&mut self, node: usize, mv: usize) {
        let moves = &mut self.nodes[node].moves;
        if !moves.contains(&mv) {
            moves.push(mv);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Coordinates, Geometry, Seat};

    fn squares(indexes: &[usize]) -> Vec<Square> {
        indexes.iter().copied().map(Square::new).collect()
    }

    #[test]
    fn moves_with_the_same_first_steps_share_them() {
        let steps = Steps::of_routes([&[3, 5, 9][..], &[3, 5, 7], &[8], &[]].map(squares));
        let root = &steps.nodes()[0];
        let (first, next) = &root.steps[0];
        assert_eq!((first, root.steps.len()), (&Step::new(Square::new(3), Square::new(5)), 2));
        assert_eq!(steps.nodes()[*next].steps.len(), 2);
        assert_eq!(steps.nodes()[root.steps[1].1].moves, [2]);
        assert!(root.moves.is_empty());
    }

    #[test]
    fn a_step_moves_other_pieces_first() {
        let name = |square: Square| square.index().to_string();
        let mut diagram = Diagram::new(Geometry::rectangle(3, 1), Coordinates::OnSquares, name);
        let piece = |seat, letter| Glyph::piece(seat, "man", letter, '⛀', "man");
        let [here, there, bar] = [0, 1, 2].map(Square::new);
        diagram.put(here, piece(Seat::FIRST, 'w'));
        diagram.put(there, piece(Seat::SECOND, 'b'));
        Step::new(here, there).moving(there, bar).make(&mut diagram);
        let letters = |diagram: &Diagram| {
            [here, there, bar].map(|square| diagram.glyph(square).map(|glyph| glyph.text.clone()))
        };
        assert_eq!(letters(&diagram), [None, Some("w".into()), Some("b".into())]);
        Step::choice(there, piece(Seat::FIRST, 'q')).taking(bar).make(&mut diagram);
        assert_eq!(letters(&diagram), [None, Some("q".into()), None]);
    }

    #[test]
    fn a_state_shows_its_captions_and_used_pieces() {
        let mut diagram = Diagram::without_board();
        let dice = diagram.add_zone("dice", 2);
        diagram.add_caption(Seat::FIRST, "North", "8 pips");
        diagram.add_caption(Seat::SECOND, "South", "9 pips");
        let mut steps = Steps::default();
        let texts = [(Seat::FIRST, "5 pips".into())];
        steps.describe(0, texts.to_vec(), vec![dice[1]]);
        steps.nodes()[0].show(&mut diagram);
        let shown: Vec<&str> = diagram.captions().iter().map(|it| it.text.as_str()).collect();
        assert_eq!((shown, diagram.spent()), (vec!["5 pips", "9 pips"], &dice[1..]));
        StepNode::default().show(&mut diagram);
        assert!(diagram.spent().is_empty());
    }
}
