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
                let lead: PyResult<f64> = game.ask("evaluate", position, |lead| lead.extract());
                let lead = lead.unwrap_or_else(|error| {
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
    let text = |name: &str| rules.getattr(name)?.extract::<String>();
    let (name, description) = (text("name")?, text("description")?);
    let game = OwnGame::new(rules)?;
    check_texts(rules)?;
    py.detach(|| register(&name, game, description))?;
    let made = PythonGame::named(&name)?;
    raised::check()?;
    Ok(made)
}

/// Checks that the text of the start can be parsed. Records, and players that are functions, need the texts of states.
fn check_texts(rules: &Bound<'_, PyAny>) -> PyResult<()> {
    let start = rules.call_method0("start")?;
    let text = rules.call_method1("to_text", (&start,))?;
    let why = match rules.call_method1("from_text", (&text,)) {
        Ok(read) if read.eq(&start)? => return Ok(()),
        Ok(read) => format!("from_text returns {}", read.repr()?),
        Err(error) => error.to_string(),
    };
    let (start, text) = (start.repr()?, text.repr()?);
    Err(value_error(format_args!(
        "the text of the start can't be read back: to_text({start}) is {text}, but {why}; define to_text and from_text"
    )))
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
