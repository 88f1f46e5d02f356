//! The backgammon networks: one for positions in which checkers can be hit, one for races.
//!
//! The learned networks.
//!
//! `examples/train` trained the weights in self-play and wrote `learned/weights.bin.gz` ([`Networks::to_bytes`]).

use std::sync::LazyLock;

use backgammon::Board;
use board_engine::Seat;

use super::features;
use super::network::Network;
use crate::chances::Chances;

/// The number of inputs of the network for positions in which checkers can be hit.
pub const CONTACT_INPUTS: usize = features::CONTACT_INPUTS;
/// The number of hidden units in that network.
pub const CONTACT_HIDDEN: usize = 80;
/// The number of inputs of the network for races.
pub const RACE_INPUTS: usize = features::RACE_INPUTS;
/// The number of hidden units in that network.
pub const RACE_HIDDEN: usize = 32;

/// The networks trained by self-play.
#[derive(Clone, PartialEq, Debug)]
pub struct Networks {
    /// The network for positions in which checkers can be hit.
    pub contact: Network<CONTACT_HIDDEN>,
    /// The network for races.
    pub race: Network<RACE_HIDDEN>,
}

/// The number of quantization steps between zero and a network's largest weight in the program's file.
const STEPS: f32 = i16::MAX as f32;

impl Networks {
    /// Networks with random weights. `draw` returns random numbers from −1 to 1.
    pub fn random(mut draw: impl FnMut() -> f32) -> Self {
        Self {
            contact: Network::random(CONTACT_INPUTS, &mut draw),
            race: Network::random(RACE_INPUTS, &mut draw),
        }
    }

    /// The networks with these weights, the contact network first. `None` if the number of weights is wrong.
    pub fn from_weights(weights: &[f32]) -> Option<Self> {
        let count = Network::<CONTACT_HIDDEN>::count(CONTACT_INPUTS);
        let (contact, race) = weights.split_at_checked(count)?;
        Some(Self {
            contact: Network::from_weights(CONTACT_INPUTS, contact)?,
            race: Network::from_weights(RACE_INPUTS, race)?,
        })
    }

    /// All weights, the contact network's first.
    pub fn weights(&self) -> impl Iterator<Item = f32> {
        self.contact.weights().chain(self.race.weights())
    }

    /// The weights in the program's format: for each network, the magnitude of its largest weight as a 32-bit number,
    /// then all weights as 16-bit fractions of that magnitude.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for weights in [self.contact.weights().collect::<Vec<_>>(), self.race.weights().collect()] {
            let largest = weights.iter().fold(0.0_f32, |largest, weight| largest.max(weight.abs()));
            bytes.extend(largest.to_le_bytes());
            #[expect(clippy::cast_possible_truncation, reason = "no weight is above the largest")]
            let part =
                |weight: f32| (weight / largest.max(f32::MIN_POSITIVE) * STEPS).round() as i16;
            bytes.extend(weights.into_iter().flat_map(|weight| part(weight).to_le_bytes()));
        }
        bytes
    }

    /// Reads the output of [`to_bytes`](Self::to_bytes). `None` if the file is for networks of a different size.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let count = Network::<CONTACT_HIDDEN>::count(CONTACT_INPUTS);
        let (contact, race) =
            bytes.split_at_checked(size_of::<f32>() + size_of::<i16>() * count)?;
        let mut weights = Vec::new();
        for part in [contact, race] {
            let (largest, parts) = part.split_first_chunk()?;
            let largest = f32::from_le_bytes(*largest);
            let (parts, rest) = parts.as_chunks();
            if !rest.is_empty() {
                return None;
            }
            let all =
                parts.iter().map(|part| f32::from(i16::from_le_bytes(*part)) / STEPS * largest);
            weights.extend(all);
        }
        Self::from_weights(&weights)
    }

    /// The chances of `roller`, who is about to roll.
    pub fn chances(&self, board: &Board, roller: Seat) -> Chances {
        if let Some(winner) = board.winner() {
            let won = Chances::won(board.factor(winner));
            return if winner == roller { won } else { won.turned() };
        }
        let outputs = if board.is_race() {
            self.race.activate(|add| features::each_of_race(board, roller, add)).outputs
        } else {
            self.contact.activate(|add| features::each_of_contact(board, roller, add)).outputs
        };
        let chances = Chances::from_array(outputs);
        features::possible(board, roller, chances)
    }

    /// Moves the chances of `roller`, who is about to roll, a step toward `target`.
    pub fn learn(&mut self, board: &Board, roller: Seat, target: Chances, rate: f32) {
        let target = target.to_array();
        if board.is_race() {
            let active = self.race.activate(|add| features::each_of_race(board, roller, add));
            self.race.learn(&active, target, rate, |add| {
                features::each_of_race(board, roller, add);
            });
        } else {
            let active = self.contact.activate(|add| features::each_of_contact(board, roller, add));
            self.contact.learn(&active, target, rate, |add| {
                features::each_of_contact(board, roller, add);
            });
        }
    }
}

/// The weights in the format of `examples/train`, unpacked.
static NETWORKS: LazyLock<Networks> = LazyLock::new(|| {
    let weights = system::packed::embedded(include_bytes!("learned/weights.bin.gz"));
    Networks::from_bytes(&weights).expect("the file belongs to these networks")
});

/// The trained networks.
pub(super) fn networks() -> &'static Networks {
    &NETWORKS
}
