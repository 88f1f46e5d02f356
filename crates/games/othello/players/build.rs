//! Unpacks the learned weights.

fn main() -> std::io::Result<()> {
    system::packed::unpack(&["src/evaluation/patterns/learned.bin.gz"])
}
