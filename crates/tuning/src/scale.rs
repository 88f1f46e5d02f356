//! What scores mean for results.

use crate::Target;

/// A score in hundredths of the game's unit, and the result that it is to predict.
#[derive(Clone, Copy)]
pub(crate) struct Scored {
    pub(crate) result: f32,
    pub(crate) score: f32,
    /// How much it counts.
    pub(crate) weight: f32,
}

/// Larger scores are those of ends that a search knows from endgame tables. They are wins and losses at any scale, and say
/// nothing of it.
pub(crate) const SCORE_MAX: f32 = 1_000.0;

/// What a hundredth of the game's unit is in sums of weights, by the scores of positions and their results. Where there are none,
/// one unit of the game is half of one in the sum, as a chance 62 %.
pub(crate) fn scale(target: Target, scored: &(impl Iterator<Item = Scored> + Clone)) -> f64 {
    const STEPS: u32 = 12;
    let scored = scored.clone().filter(|scored| scored.score.abs() <= SCORE_MAX);
    let mut scale = 0.005;
    for _ in 0..STEPS {
        let (mut slope, mut curvature) = (0.0, 1e-9);
        for Scored { result, score, weight } in scored.clone() {
            let (score, weight) = (f64::from(score), f64::from(weight));
            let predicted = target.predicted(scale * score);
            slope += weight * (f64::from(result) - predicted) * score;
            curvature += weight * target.slope(predicted) * score.powi(2);
        }
        scale += slope / curvature;
    }
    scale
}
