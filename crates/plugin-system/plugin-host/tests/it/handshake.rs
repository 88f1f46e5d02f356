//! Host and child check that they use the same protocol before any of a plugin's code runs.

use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};
use std::sync::Arc;

use plugin_host::{ChildProgram, Isolation, Plugin};

use crate::support::{built, cache, library};

/// A child's output after this first frame, and its exit code.
fn child_output(frame: &[u8]) -> (String, Option<i32>) {
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

/// A frame of this kind with a payload.
fn frame(kind: u8, payload: &[u8]) -> Vec<u8> {
    let length = u8::try_from(5 + payload.len()).unwrap();
    [&[length, 0, 0, 0, kind, 1, 0, 0, 0], payload].concat()
}

#[test]
fn a_child_process_refuses_a_host_with_another_protocol() {
    let check = |frame: &[u8], expected: &str| {
        assert_eq!(child_output(frame), (format!("{expected}\n"), Some(1)));
    };
    // Protocol, process, descriptor, no data, memory and threads, each one byte in postcard's encoding.
    check(
        &frame(0, &[1, 1, 0, 0, 0, 0]),
        "the host uses protocol 1 and its child process 5; restart the program",
    );
    check(&frame(3, b""), "the host began with an unexpected message");
    check(&frame(99, b""), "a frame of kind 99");
    check(&[0, 0, 0, 0], "a frame of 0 bytes");
}

/// Checks the error when this program is run as the child.
fn check_child_program(program: &str, expected: &str) {
    let isolation = Arc::new(Isolation {
        child_program: ChildProgram::Program(program.into()),
        ..Isolation::default()
    });
    let refused = Plugin::load(library("scripted"), cache(), &isolation).unwrap_err().to_string();
    let begin = "host fault: it could not be run when it was loaded, which is not its fault: ";
    let child_output = refused.split_once(begin).unwrap_or_else(|| panic!("{refused}")).1;
    assert!(child_output.starts_with(expected), "{child_output}");
}

#[test]
fn a_wrong_child_program_is_not_the_plugins_fault() {
    check_child_program("/nowhere/rival", "No such file or directory (os error 2)");
    let silent = "it ended its process with exit code 0 before the plugin was loaded";
    check_child_program("/bin/true", silent);
}
