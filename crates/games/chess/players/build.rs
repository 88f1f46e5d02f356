//! Unpacks the learned weights.

fn main() -> std::io::Result<()> {
    system::packed::unpack(&["src/evaluation/network/weights.bin.gz"])
}
