//! Targets with a planted fault. The fuzzer must find each fault and report the input.

use std::thread;

use crate::child::Limit;
use crate::parent;
use crate::target::{Answer, Check, MEMORY_BYTES_MAX, Target};

/// The targets, each with an expected part of its message.
const EXPECTED: &[(&str, &str)] = &[
    ("planted-panic", "panicked"),
    ("planted-panic-in-thread", "thread planted panicked"),
    ("planted-memory", "MiB were allocated"),
    ("planted-overflow", "the process ended"),
    ("planted-loop", "of processor time"),
    ("planted-property", "the property doesn't hold"),
];

/// The fault's trigger. The seed contains only half of the trigger, which must be doubled.
const TRIGGER: &str = "needleneedle";

pub(crate) const TARGETS: &[Target] = &[
    planted("planted-panic", || fault(|| panic!("planted"))),
    planted("planted-panic-in-thread", || {
        fault(|| {
            let thread = thread::Builder::new().name("planted".into());
            let joined = thread.spawn(|| panic!("planted")).map(thread::JoinHandle::join);
            assert!(joined.is_ok_and(|result| result.is_err()), "the thread panics");
        })
    }),
    planted("planted-memory", || fault(|| drop(vec![0_u8; 2 * MEMORY_BYTES_MAX]))),
    planted("planted-overflow", || {
        fault(|| {
            std::hint::black_box(depth(0));
        })
    }),
    planted("planted-loop", || {
        fault(|| {
            loop {
                std::hint::spin_loop();
            }
        })
    }),
    planted("planted-property", || {
        Box::new(|input| {
            if has_trigger(input) {
                Err("the property doesn't hold".into())
            } else {
                Ok(Answer::accepted(""))
            }
        })
    }),
];

const fn planted(name: &'static str, prepare: fn() -> Check) -> Target {
    Target { name, iterations: 20_000, memory_bytes_max: MEMORY_BYTES_MAX, prepare }
}

/// A reader that fails on inputs that contain the trigger.
fn fault(fail: fn()) -> Check {
    Box::new(move |input| {
        if has_trigger(input) {
            fail();
        }
        Ok(Answer::accepted(""))
    })
}

fn has_trigger(input: &[u8]) -> bool {
    input.windows(TRIGGER.len()).any(|window| window == TRIGGER.as_bytes())
}

/// Recurses deeper than any stack allows.
#[expect(unconditional_recursion, reason = "the planted fault")]
fn depth(number: u64) -> u64 {
    std::hint::black_box(depth(std::hint::black_box(number) + 1)) + 1
}

/// Checks that the fuzzer finds every planted fault.
///
/// # Errors
/// The fault that was missed.
pub(crate) fn check() -> Result<(), String> {
    for (name, expected) in EXPECTED {
        let target = TARGETS.iter().find(|target| target.name == *name);
        let target = target.ok_or_else(|| format!("there is no {name}"))?;
        let finding = match parent::run(name, Limit::Iterations(target.iterations), 0) {
            Ok(numbers) => return Err(format!("{name} passed:{numbers}")),
            Err(finding) => finding,
        };
        if !finding.why.contains(expected) || !has_trigger(&finding.input) {
            return Err(format!("{name} was found as {finding:?}"));
        }
    }
    Ok(())
}
