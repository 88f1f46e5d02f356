//! Unpacks the learned weights.

fn main() -> std::io::Result<()> {
    packed_weights::unpack(&[
        "src/evaluation/patterns/learned/english.bin.gz",
        "src/evaluation/patterns/learned/frisian.bin.gz",
        "src/evaluation/patterns/learned/international.bin.gz",
        "src/evaluation/patterns/learned/russian.bin.gz",
    ])
}
