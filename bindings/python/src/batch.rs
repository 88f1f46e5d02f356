//! Many games played at the same time.

use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use rival_games::{Batch, random_source};

use crate::game::Game;
use crate::raised;
use crate::shared::{floats, value_error};

/// The native part of `rival_games.Batch`, which adds arrays.
#[pyclass(module = "rival_games._native")]
pub(crate) struct RawBatch {
    batch: Batch,
    draw: Box<dyn FnMut(u32) -> u32 + Send + Sync>,
}

/// Action numbers in numpy's format.
fn numbers(bytes: &[u8]) -> Vec<i64> {
    bytes.as_chunks().0.iter().copied().map(i64::from_ne_bytes).collect()
}

#[pymethods]
impl RawBatch {
    #[new]
    fn new(game: &Game, count: usize, seed: u64) -> PyResult<Self> {
        let batch = Batch::new(game.start_of(), count, seed);
        raised::check()?;
        let draw = Box::new(random_source(seed.wrapping_add(1)));
        Ok(Self { batch, draw })
    }

    /// Takes one action in each game.
    fn step(&mut self, py: Python<'_>, actions: &[u8]) -> PyResult<()> {
        let actions = numbers(actions);
        let batch = &mut self.batch;
        let stepped = py.detach(|| batch.step(&actions));
        raised::check()?;
        stepped.map_err(value_error)
    }

    /// The observations for the seats to move.
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        let shape = self.batch.start().observation_shape();
        let size = shape.iter().product::<usize>() * self.batch.episodes().len();
        let written = PyByteArray::new_with(py, size * size_of::<f32>(), |bytes| {
            let planes = bytemuck::try_cast_slice_mut(bytes).map_err(value_error)?;
            py.detach(|| self.batch.observe(planes));
            Ok(())
        });
        raised::check()?;
        written
    }

    /// The legal actions.
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        let count = self.batch.start().action_space().count();
        PyByteArray::new_with(py, count * self.batch.episodes().len(), |masks| {
            py.detach(|| self.batch.mask(masks));
            Ok(())
        })
    }

    /// The seats to move.
    fn seats<'py>(&self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        let seats: Vec<u8> =
            self.batch.seats().map(|seat| u8::try_from(seat).unwrap_or(u8::MAX)).collect();
        PyByteArray::new(py, &seats)
    }

    /// The games that ended in the last step.
    fn over<'py>(&self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        let over: Vec<u8> = self.batch.over().iter().map(|&over| over.into()).collect();
        PyByteArray::new(py, &over)
    }

    /// The payoffs in the games that ended in the last step.
    fn payoffs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        let payoffs: Vec<f32> =
            self.batch.payoffs().iter().map(|&payoff| f32::from(payoff)).collect();
        floats(py, &payoffs)
    }

    /// A random legal action for each game.
    fn random_actions<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyByteArray> {
        let (batch, draw) = (&self.batch, &mut self.draw);
        let actions = py.detach(|| batch.random_actions(&mut **draw));
        let bytes: Vec<u8> = actions.into_iter().flat_map(i64::to_ne_bytes).collect();
        PyByteArray::new(py, &bytes)
    }

    /// The games' positions, as strings.
    fn positions(&self) -> PyResult<Vec<String>> {
        let episodes = self.batch.episodes().iter();
        let positions = episodes.map(|episode| episode.position().position()).collect();
        raised::check().map(|()| positions)
    }
}
