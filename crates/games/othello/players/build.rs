//! Unpacks the learned weights.

fn main() -> std::io::Result<()> {
    packed_weights::unpack(&["src/evaluation/patterns/learned.bin.gz"])
}
