//! Steps against slopes.

/// The first and the second moment of each slope (Kingma and Ba, "Adam: A Method for Stochastic Optimization", 2014).
pub(crate) struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
    step: f32,
}

/// How weights change.
#[derive(Clone, Copy)]
pub(crate) struct Limit {
    /// In what a step is counted.
    pub(crate) unit: f32,
    /// What a weight never passes, up or down.
    pub(crate) max: f32,
}

/// How much of the past slope and of its square counts in a step.
const DECAY: [f32; 2] = [0.9, 0.999];

impl Adam {
    pub(crate) fn new(count: usize) -> Self {
        Self { means: vec![0.0; count], squares: vec![0.0; count], steps: 0, step: 0.0 }
    }

    /// Begins a step of this length.
    pub(crate) fn begin(&mut self, step: f32) {
        self.steps += 1;
        self.step = step;
    }

    /// Changes weights whose moments begin at `offset`.
    pub(crate) fn step(
        &mut self,
        offset: usize,
        weights: &mut [f32],
        slopes: &[f32],
        limit: Limit,
    ) {
        let [first, second] = DECAY.map(|decay| 1.0 / (1.0 - decay.powi(self.steps)));
        let step = self.step * limit.unit * first;
        let range = offset..offset + slopes.len();
        let moments = self.means[range.clone()].iter_mut().zip(&mut self.squares[range]);
        for ((weight, slope), (mean, square)) in weights.iter_mut().zip(slopes).zip(moments) {
            *mean += (1.0 - DECAY[0]) * (slope - *mean);
            *square += (1.0 - DECAY[1]) * (slope * slope - *square);
            let change = step * *mean / ((*square * second).sqrt() + 1e-8);
            *weight = (*weight - change).clamp(-limit.max, limit.max);
        }
    }
}
