use board_engine::{Notation, Viewer};
use checkers::{Checkers, English};

use crate::support::position;

#[test]
fn numbered_boards_show_the_numbers_on_the_squares() {
    let picture = Checkers::<English>::new()
        .diagram(&position::<English>("W:W21,K3:B12,K30:H3"), Viewer::Public);
    let expected = "
    .   .   W   .         1     2     3     4
  .   .   .   .        5     6     7     8
    .   .   .   b         9    10    11    12
  .   .   .   .       13    14    15    16
    .   .   .   .        17    18    19    20
  w   .   .   .       21    22    23    24
    .   .   .   .        25    26    27    28
  .   B   .   .       29    30    31    32
plies without a capture or a man's move: 3/80
";
    let squeeze = |text: &str| {
        let lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        lines.collect::<Vec<_>>().join("\n")
    };
    assert_eq!(squeeze(&picture.to_string()), squeeze(expected.trim_start()));
}
