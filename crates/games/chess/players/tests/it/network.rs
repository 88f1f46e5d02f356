//! Tests of the network that evaluates chess positions, and of its weights.

#![expect(clippy::cast_precision_loss, reason = "numbers of 24 bits")]

use board_engine::{Game, Notation, Status, zobrist};
use chess::{Chess, Position};
use chess_players::{ChessInputs, ChessLayers, ChessNetwork, ChessWeights};
use cozy_chess::{Color, Piece, Square};
use search::Evaluator;

const HIDDEN: usize = ChessNetwork::HIDDEN;

/// Distinct weights that give scores in the hundreds.
fn weights() -> ChessWeights {
    let mut number = 0;
    let mut draw = |size: f32| {
        number += 1;
        ((zobrist::mix(&[number]) >> 40) as f32 / (1_u64 << 23) as f32 - 1.0) * size
    };
    let mut rows = |count: usize, size: f32| -> Vec<[f32; HIDDEN]> {
        (0..count).map(|_| std::array::from_fn(|_| draw(size))).collect()
    };
    let (inputs, biases) = (rows(ChessInputs::COUNT, 0.3), rows(1, 0.3)[0]);
    let values = rows(2, 50.0).concat()[..ChessInputs::COUNT].to_vec();
    let mut layers = vec![ChessLayers::zero(); ChessNetwork::LAYER_SETS];
    for layers in &mut layers {
        layers.first.as_flattened_mut().fill_with(|| draw(0.3));
        layers.first_biases.fill_with(|| draw(0.3));
        layers.second.as_flattened_mut().fill_with(|| draw(0.5));
        layers.second_biases.fill_with(|| draw(0.5));
        layers.last.fill_with(|| draw(1.0));
        layers.last_bias = draw(1.0);
    }
    ChessWeights { inputs, biases, values, layers }
}

/// The score in hundredths of a pawn by definition, without incremental sums or wide instructions.
fn score(weights: &ChessWeights, position: &Position) -> f32 {
    let board = position.board();
    let piece = |square: Square| -> Option<(Color, Piece, Square)> {
        Some((board.color_on(square)?, board.piece_on(square)?, square))
    };
    let pieces: Vec<_> = board.occupied().into_iter().filter_map(piece).collect();
    let inputs = ChessInputs::of_pieces(&pieces, board.side_to_move());
    let views = [&inputs.mover, &inputs.opponent];
    // Hidden sums and products are integers; 1 is represented by 255 in sums and by 254 in products.
    let whole = |weight: f32| (weight * 255.0).round();
    let unit = |view: &[u16], unit: usize| {
        let of_inputs = view.iter().map(|&input| whole(weights.inputs[usize::from(input)][unit]));
        (of_inputs.sum::<f32>() + whole(weights.biases[unit])).clamp(0.0, 255.0)
    };
    let pair = |view: &[u16], at: usize| {
        (unit(view, at) * unit(view, at + HIDDEN / 2) / 256.0).floor() * 256.0 / (255.0 * 255.0)
    };
    let pairs: Vec<f32> =
        views.iter().flat_map(|view| (0..HIDDEN / 2).map(|at| pair(view, at))).collect();
    let layers = &weights.layers[ChessNetwork::layer_set(board.occupied().len())];
    let mut first = layers.first_biases;
    for (pair, row) in pairs.iter().zip(&layers.first) {
        first.iter_mut().zip(row).for_each(|(sum, weight)| *sum += pair * weight);
    }
    let mut second = layers.second_biases;
    for (unit, row) in first.into_iter().chain(first.map(|sum| sum * sum)).zip(&layers.second) {
        let unit = unit.clamp(0.0, 1.0);
        second.iter_mut().zip(row).for_each(|(sum, weight)| *sum += unit * weight);
    }
    let last = second.iter().zip(&layers.last);
    let output = last.map(|(sum, weight)| sum.clamp(0.0, 1.0) * weight).sum::<f32>();
    let [own, other] =
        views.map(|view| view.iter().map(|&input| weights.values[usize::from(input)]).sum::<f32>());
    let score = (output + layers.last_bias) * ChessNetwork::SCALE as f32 + (own - other) / 2.0;
    // Searches halve the network's scores.
    score / 2.0
}

#[test]
fn the_score_agrees_with_the_definition() {
    let (game, weights) = (Chess::default(), weights());
    let network = ChessNetwork::from_bytes(&weights.to_bytes()).unwrap();
    let mut largest = 0.0_f32;
    for seed in 0..20 {
        let (mut position, mut moves) = (game.start(), Vec::new());
        for ply in 0..12 {
            assert_eq!(game.legal_moves(&position, &mut moves), Status::Ongoing);
            let number = zobrist::mix(&[seed, ply]) % moves.len() as u64;
            game.play(&mut position, moves[usize::try_from(number).unwrap()]);
        }
        let found = network.evaluate(&game, &position, position.mover()).value();
        let expected = score(&weights, &position);
        let text = game.format_position(&position);
        assert!((found as f32 - expected).abs() < 3.0, "{text}: {found}, expected {expected}");
        largest = expected.abs().max(largest);
    }
    assert!(largest > 50.0, "scores up to {largest} show nothing");
}

#[test]
fn weights_survive_a_round_trip() {
    let bytes = weights().to_bytes();
    assert!(ChessWeights::from_bytes(&bytes).unwrap().to_bytes() == bytes);
    assert!(ChessWeights::from_bytes(&bytes[1..]).is_none());
    assert!(ChessWeights::from_bytes(&[&bytes[..], &[0]].concat()).is_none());
}

/// The size of a network's weights, in bytes.
const SIZE: usize = (769 * 512 + 768) * 2 + 8 * (16 * 512 * 2 + (16 + 32 * 32 + 32 + 32 + 1) * 4);

#[test]
fn a_file_of_another_size_is_not_a_network() {
    let bytes = vec![0; SIZE];
    assert!(ChessNetwork::from_bytes(&bytes).is_some());
    assert!(ChessNetwork::from_bytes(&bytes[2..]).is_none());
    assert!(ChessNetwork::from_bytes(&[&bytes[..], &[0]].concat()).is_none());
    assert!(ChessNetwork::from_bytes(&[]).is_none());
}

#[test]
fn weights_that_could_overflow_are_not_a_network() {
    let with = |weight: i16| {
        let mut bytes = vec![0; SIZE];
        let layers = (769 * 512 + 768) * 2;
        for chunk in bytes[layers..layers + 16 * 512 * 2].as_chunks_mut().0 {
            *chunk = weight.to_le_bytes();
        }
        ChessNetwork::from_bytes(&bytes)
    };
    // A unit has 512 weights, whose absolute values sum to at most 8,454,660.
    assert!(with(16_513).is_some());
    assert!(with(-16_514).is_none());
}
