//! Adds games with rules in Python to the catalog.

use std::sync::{Mutex, PoisonError, RwLock};

use board_engine::Seat;
use game_catalog::add_family;
use game_family::{
    CatalogEntry, CatalogError, Duel, EvaluatorInfo, Family, GameInfo, NO_EVALUATOR, OpenGame, open,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyType;
use search::{Evaluator, NoHints, Score};

use crate::game::Game as PythonGame;
use crate::own_game::{OwnGame, Position};
use crate::own_trial;
use crate::own_values;
use crate::raised::{self, store};
use crate::shared::value_error;

/// The games defined in this process.
static FAMILIES: Mutex<Vec<&'static OwnFamily>> = Mutex::new(Vec::new());

/// A game's evaluators.
#[derive(Clone, Copy)]
enum OwnEvaluator {
    /// The method `evaluate`.
    Own,
    /// None.
    Zero,
}

impl Evaluator<OwnGame> for OwnEvaluator {
    fn evaluate(&self, game: &OwnGame, position: &Position, seat: Seat) -> Score {
        match self {
            Self::Zero => Score::ZERO,
            Self::Own => {
                let lead =
                    game.ask("evaluate", position, own_values::lead).unwrap_or_else(|error| {
                        store(error);
                        0.0
                    });
                #[expect(clippy::cast_possible_truncation, reason = "the conversion saturates")]
                let hundredths = (lead * 100.0).round() as i32;
                Score::new(if seat == Seat::FIRST {
                    hundredths
                } else {
                    hundredths.saturating_neg()
                })
            }
        }
    }
}

/// The catalog entry.
enum OwnEntry {}

impl CatalogEntry for OwnEntry {
    type Game = OwnGame;
    type Kind = Duel;
    type Evaluator = OwnEvaluator;
    type Hints = NoHints;

    const EVALUATORS: &'static [(EvaluatorInfo, OwnEvaluator)] = &[
        (
            EvaluatorInfo { name: "own", description: "the evaluate method of the rules" },
            OwnEvaluator::Own,
        ),
        (NO_EVALUATOR, OwnEvaluator::Zero),
    ];
}

/// A defined game. A later definition with the same name replaces the rules.
struct OwnFamily {
    name: &'static str,
    current: RwLock<(OwnGame, String)>,
}

impl Family for OwnFamily {
    fn name(&self) -> &'static str {
        self.name
    }

    fn games(&self) -> Vec<GameInfo> {
        let current = self.current.read().unwrap_or_else(PoisonError::into_inner);
        vec![GameInfo::new(self.name, current.1.clone())]
    }

    fn open(&self, variant: Option<&str>) -> Result<Box<dyn OpenGame>, CatalogError> {
        if let Some(variant) = variant {
            return Err(CatalogError::parameters(self.name, variant, "it has no variants".into()));
        }
        let current = self.current.read().unwrap_or_else(PoisonError::into_inner);
        Ok(open::<OwnEntry>(self.name.into(), current.0.clone()))
    }
}

/// Adds a game with rules in Python to this process's catalog, or replaces an earlier definition.
#[pyfunction]
pub(crate) fn add_game(rules: &Bound<'_, PyAny>) -> PyResult<PythonGame> {
    let py = rules.py();
    if let Ok(class) = rules.cast::<PyType>() {
        let name = class.name()?;
        let message = format!("add_game needs an object, not a class: use add_game({name}())");
        return Err(PyTypeError::new_err(message));
    }
    let name = own_values::text_attribute(rules, "name")?;
    let description = own_values::text_attribute(rules, "description")?;
    let game = OwnGame::new(rules)?;
    own_trial::check(&game)?;
    py.detach(|| register(&name, game, description))?;
    let made = PythonGame::named(&name)?;
    raised::check()?;
    Ok(made)
}

/// Adds the game, or replaces the earlier game with its name.
fn register(name: &str, game: OwnGame, description: String) -> PyResult<()> {
    let mut families = FAMILIES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(family) = families.iter().find(|family| family.name == name) {
        *family.current.write().unwrap_or_else(PoisonError::into_inner) = (game, description);
        return Ok(());
    }
    // Catalog families live as long as the process.
    let current = RwLock::new((game, description));
    let family = Box::leak(Box::new(OwnFamily { name: name.to_owned().leak(), current }));
    add_family(family).map_err(value_error)?;
    families.push(family);
    Ok(())
}
