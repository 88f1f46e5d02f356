//! Before any code of a plugin runs, host and child make sure that they understand each other.

use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};
use std::sync::Arc;

use plugin_host::{Isolation, Plugin, Runner};

use crate::support::{built, cache, library};

/// What a child says that is told this as its first frame, and how it ends.
fn told(frame: &[u8]) -> (String, Option<i32>) {
    let (mut talk, guests_talk) = UnixStream::pair().unwrap();
    let (_control, guests_control) = UnixStream::pair().unwrap();
    let mut child = Command::new(built("child"))
        .arg("--plugin-child-process")
        .stdin(Stdio::from(OwnedFd::from(guests_talk)))
        .stdout(Stdio::from(OwnedFd::from(guests_control)))
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    talk.write_all(frame).unwrap();
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    (said, child.wait().unwrap().code())
}

/// A frame of this kind, with a payload.
fn frame(kind: u8, payload: &[u8]) -> Vec<u8> {
    let length = u8::try_from(5 + payload.len()).unwrap();
    [&[length, 0, 0, 0, kind, 1, 0, 0, 0], payload].concat()
}

#[test]
fn a_child_process_refuses_a_host_that_speaks_otherwise() {
    let check = |frame: &[u8], expected: &str| {
        assert_eq!(told(frame), (format!("{expected}\n"), Some(1)));
    };
    // Protocol, process, descriptor and memory, each as one byte: postcard's numbers.
    check(
        &frame(0, &[1, 1, 0, 0]),
        "the host speaks protocol 1 and its child process 4: start the program again",
    );
    check(&frame(3, b""), "the host began with something else");
    check(&frame(99, b""), "a frame of kind 99");
    check(&[0, 0, 0, 0], "a frame of 0 bytes");
}

/// Checks what is said of a plugin where this program runs as its child.
fn check_runner(program: &str, expected: &str) {
    let isolation =
        Arc::new(Isolation { runner: Runner::Program(program.into()), ..Isolation::default() });
    let refused = Plugin::load(library("scripted"), cache(), &isolation).unwrap_err().to_string();
    let begin = "host fault: it could not be run when it was loaded, which is not its fault: ";
    let told = refused.split_once(begin).unwrap_or_else(|| panic!("{refused}")).1;
    assert!(told.starts_with(expected), "{told}");
}

#[test]
fn a_program_that_is_no_child_process_is_not_the_plugins_fault() {
    check_runner("/nowhere/rival", "No such file or directory (os error 2)");
    let silent = "it ended its process with exit code 0 before the plugin was loaded";
    check_runner("/bin/true", silent);
}
