//! Unpacks the learned weights.

fn main() -> std::io::Result<()> {
    packed_weights::unpack(&["src/evaluation/learned/weights.bin.gz"])
}
