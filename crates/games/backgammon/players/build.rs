//! Unpacks the learned weights.

fn main() -> std::io::Result<()> {
    system::packed::unpack(&["src/evaluation/learned/weights.bin.gz"])
}
