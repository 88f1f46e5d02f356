//! Makes the steps of a move that the user types as square names.

use board_engine::{Diagram, Square, Step};

use crate::touch::{MoveInSteps, Touched};
use crate::view::MatchView;

/// Maximum number of steps in a typed line.
const STEPS_MAX: usize = 64;

/// Maximum number of next steps in a sentence.
const NEXT_STEPS_MAX: usize = 6;

impl MatchView {
    /// Makes the steps that the user typed as square names, such as "13/11" or "22x15" in a move that continues. A single
    /// name continues with the selected piece. Returns `None`, and changes nothing, if the text is not a sequence of
    /// legal steps.
    pub fn type_steps(&mut self, text: &str) -> Option<Touched> {
        if !self.may_move() {
            return None;
        }
        let mut steps = self.steps().clone();
        let touched = make_typed(&mut steps, self.picture(), text)?;
        self.change_steps(|made| *made = steps);
        Some(touched)
    }

    /// The legal move made by the steps so far, if no further step is legal.
    pub fn finished_move(&self) -> Option<&str> {
        self.move_to_confirm().filter(|_| self.steps().is_complete() && self.may_move())
    }

    /// Names the next steps of a move that isn't finished.
    pub fn next_steps_sentence(&self) -> String {
        let picture = self.picture();
        let text = |step: &Step| {
            let from = step.from.map(|from| format!("{}-", picture.name(from)));
            format!("{}{}", from.unwrap_or_default(), picture.name(step.to))
        };
        let mut steps: Vec<String> = self.steps().next_steps().map(text).collect();
        steps.dedup();
        if steps.len() > NEXT_STEPS_MAX {
            steps.truncate(NEXT_STEPS_MAX);
            steps.push("…".into());
        }
        format!("The move isn't finished. Next: {}", steps.join(", "))
    }
}

/// Makes the typed steps, one part of the move after the other.
fn make_typed(steps: &mut MoveInSteps, picture: &Diagram, text: &str) -> Option<Touched> {
    let parts: Vec<&str> = text.split([' ', ',', ';']).filter(|part| !part.is_empty()).collect();
    let mut touched = None;
    for part in parts.iter().take(STEPS_MAX) {
        let (names, times) = repeated(part)?;
        for _ in 0..times {
            // A finished move can't continue.
            if matches!(touched, Some(Touched::Move(_) | Touched::Several(_))) {
                return None;
            }
            touched = Some(make_part(steps, picture, &names)?);
        }
    }
    touched.filter(|_| parts.len() <= STEPS_MAX)
}

/// The square names in a part of a move, and how often the part is played: 2 for "8/5(2)".
fn repeated(part: &str) -> Option<(Vec<String>, usize)> {
    let (names, times) = match part.strip_suffix(')').and_then(|rest| rest.rsplit_once('(')) {
        Some((names, times)) => {
            (names, times.parse().ok().filter(|times| (1..=4).contains(times))?)
        }
        None => (part, 1),
    };
    let names = names.to_lowercase();
    // In draughts, an "x" between numbers separates squares.
    let is_numbered = names.chars().all(|c| c.is_ascii_digit() || !c.is_alphanumeric() || c == 'x');
    let separates = |c: char| !c.is_alphanumeric() || (is_numbered && c == 'x');
    let names = names.split(separates).filter(|name| !name.is_empty()).map(String::from);
    Some((names.collect(), times))
}

/// Makes one piece's steps along these squares. A single square continues the selected piece's steps.
fn make_part(steps: &mut MoveInSteps, picture: &Diagram, names: &[String]) -> Option<Touched> {
    let (first, others) = names.split_first()?;
    let is_named = |square: Square| picture.name(square).to_lowercase() == *first;
    let goes_on = steps.picked().is_some_and(is_named);
    let others = match (steps.picked(), others) {
        (Some(_), []) => names,
        (None, []) => return None,
        _ if goes_on => others,
        _ => {
            pick(steps, picture, first)?;
            others
        }
    };
    let mut touched = Touched::Nothing;
    let mut from = first;
    for (index, name) in others.iter().enumerate() {
        // Between two steps of a piece, other pieces may move.
        if steps.picked().is_none() {
            pick(steps, picture, from)?;
        }
        touched = step_to(steps, picture, name)?;
        from = name;
        let is_last = index + 1 == others.len();
        if !is_last && touched != Touched::Stepped {
            return None;
        }
    }
    Some(touched)
}

/// The squares with this name. Squares in zones can share a name, such as both sides' bars.
fn named<'a>(picture: &'a Diagram, name: &'a str) -> impl Iterator<Item = Square> + 'a {
    picture.squares().filter(move |square| picture.name(*square).to_lowercase() == name)
}

fn pick(steps: &mut MoveInSteps, picture: &Diagram, name: &str) -> Option<()> {
    let starts = |square: &Square| steps.next_steps().any(|step| step.from == Some(*square));
    let square = named(picture, name).find(starts)?;
    (steps.touch(square) == Touched::Picked && steps.picked() == Some(square)).then_some(())
}

/// Moves the selected piece to the square with this name.
fn step_to(steps: &mut MoveInSteps, picture: &Diagram, name: &str) -> Option<Touched> {
    let targets = steps.targets();
    let square = named(picture, name).find(|square| targets.contains(square))?;
    let made = steps.made().len();
    let touched = steps.touch(square);
    let has_stepped = steps.made().len() > made;
    has_stepped.then_some(touched)
}
