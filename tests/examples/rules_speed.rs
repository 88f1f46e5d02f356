//! Measures how many positions per second a program gets from the rules through a pipe, in batches of 100.
//!
//! ```sh
//! cargo run --release -p integration-tests --example rules_speed -- checkers 2000
//! ```
#![expect(clippy::print_stdout, reason = "this is a program")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Instant;

use integration_tests::program;
use serde_json::{Value, json};

/// The number of questions per batch.
const BATCH: usize = 100;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let game = arguments.next().unwrap_or_else(|| "checkers".into());
    let batches: usize = arguments.next().map_or(Ok(2000), |count| count.parse())?;
    let mut engine = Command::new(&program().rival)
        .args(["engine", &game, "--protocol", "plain", "--player", "random"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut input = engine.stdin.take().ok_or("no pipe")?;
    let mut output = BufReader::new(engine.stdout.take().ok_or("no pipe")?);
    let mut line = String::new();
    let mut ask = |questions: Vec<Value>, line: &mut String| -> std::io::Result<()> {
        // Write the output in a single call. Formatting directly to the pipe would write each token separately.
        let asked = json!({"type": "ask", "id": 1, "questions": questions}).to_string();
        input.write_all(format!("{asked}\n").as_bytes())?;
        line.clear();
        output.read_line(line).map(drop)
    };
    ask(vec![json!({})], &mut line)?;
    let start: Value = serde_json::from_str(&line)?;
    let moves = start["answers"][0]["legal_moves"].as_array().cloned().unwrap_or_default();
    let position = start["answers"][0]["position"].clone();
    // Like a player, ask about the position after each move, given as a string.
    let question = |index: usize| {
        let mv = moves.get(index % moves.len().max(1)).cloned().unwrap_or_default();
        json!({"position": position, "moves": [mv]})
    };
    let questions: Vec<Value> = (0..BATCH).map(question).collect();
    let begun = Instant::now();
    for _ in 0..batches {
        ask(questions.clone(), &mut line)?;
    }
    let seconds = begun.elapsed().as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "a rate that is shown in whole numbers")]
    let rate = (batches * BATCH) as f64 / seconds;
    println!(
        "{game}: {rate:.0} positions/s in {batches} batches of {BATCH} ({} bytes each)",
        line.len()
    );
    drop(input);
    engine.wait()?;
    Ok(())
}
