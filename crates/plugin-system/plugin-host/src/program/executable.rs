//! Finds the reason why the system can't start a file, and the interpreter of a script.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use crate::error::line_of;
use crate::preflight::is_for_this_machine;

/// The bytes to read: the first line of a script, in which Linux looks for the interpreter, or the header of a binary.
const HEAD_BYTES: u64 = 256;

/// The first bytes of macOS programs, for both byte orders and word sizes.
const MACH_O: [[u8; 4]; 4] =
    [*b"\xfe\xed\xfa\xce", *b"\xfe\xed\xfa\xcf", *b"\xce\xfa\xed\xfe", *b"\xcf\xfa\xed\xfe"];

/// The first bytes of a macOS program for several processors and of a Java class.
const FAT_OR_CLASS: [u8; 4] = *b"\xca\xfe\xba\xbe";

/// The lowest major version of a Java class. A macOS program never has as many processors.
const JAVA_VERSION_MIN: u8 = 45;

/// The programs that a script's first line names: the interpreter and, after `env`, the interpreter's name.
///
/// # Errors
/// The reason why the system can't start the file, as a phrase that follows the file's name, with the remedy.
pub(super) fn interpreters(file: &Path) -> Result<Vec<String>, String> {
    let mut head = Vec::new();
    let opened = File::open(file).map_err(|error| format!("can't be read: {error}"))?;
    let read = opened.take(HEAD_BYTES).read_to_end(&mut head);
    read.map_err(|error| format!("can't be read: {error}"))?;
    if let Some(first_line) = head.strip_prefix(b"#!") {
        let line = first_line.split(|byte| *byte == b'\n').next().unwrap_or_default();
        return of_script(&String::from_utf8_lossy(line));
    }
    if head.starts_with(b"\x7fELF") && is_for_this_machine(&head) {
        return Ok(Vec::new());
    }
    let build = format!("build it for Linux ({})", std::env::consts::ARCH);
    Err(match (head.first_chunk().copied(), head.get(7)) {
        (Some([0x7F, b'E', b'L', b'F']), _) => format!("is a program for another kind of machine; {build}"),
        (Some(FAT_OR_CLASS), Some(JAVA_VERSION_MIN..)) => {
            "is a Java class; name java in command".into()
        }
        (Some(magic), _) if magic == FAT_OR_CLASS || MACH_O.contains(&magic) => {
            format!("is a macOS program; {build}")
        }
        (Some([b'M', b'Z', _, _]), _) => format!("is a Windows program; {build}"),
        (Some([0xEF, 0xBB, 0xBF, b'#']), _) => {
            "begins with a byte order mark, so the system doesn't see its #! line; save it as UTF-8 without one".into()
        }
        _ => "is neither a Linux program nor a script with a #! line; name its interpreter in command, such as [\"python3\", \"player.py\"]".into(),
    })
}

/// The programs in the first line of a script, without `#!`.
fn of_script(line: &str) -> Result<Vec<String>, String> {
    if line.ends_with('\r') {
        return Err(format!(
            "has Windows line endings, so its interpreter \"{}\" seems to end with a carriage return; save it with Unix line endings",
            line_of(line, 60)
        ));
    }
    let mut words = line.split_ascii_whitespace();
    let Some(interpreter) = words.next() else {
        return Err("has no interpreter after #!; use a line such as #!/usr/bin/env python3".into());
    };
    let mut interpreters = vec![interpreter.to_owned()];
    if Path::new(interpreter).file_name().is_some_and(|name| name == "env") {
        let name = words.find(|word| !word.starts_with('-') && !word.contains('='));
        interpreters.extend(name.map(String::from));
    }
    Ok(interpreters)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// The header of a 64-bit ELF program for this machine number.
    fn elf(machine: u8) -> Vec<u8> {
        let mut head = b"\x7fELF\x02\x01\x01".to_vec();
        head.resize(64, 0);
        (head[16], head[18], head[20]) = (2, machine, 1);
        head
    }

    fn found(content: &[u8]) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("player");
        fs::write(&file, content).unwrap();
        interpreters(&file)
    }

    #[test]
    fn a_script_names_its_interpreters() {
        let check = |content: &str, expected: &[&str]| {
            assert_eq!(found(content.as_bytes()).unwrap(), expected, "{content}");
        };
        check("#!/bin/sh\n", &["/bin/sh"]);
        check("#! /usr/bin/ruby -w", &["/usr/bin/ruby"]);
        check("#!/usr/bin/env python3\n", &["/usr/bin/env", "python3"]);
        check("#!/usr/bin/env -S A=1 node --no-warnings\n", &["/usr/bin/env", "node"]);
    }

    #[test]
    fn a_file_that_cannot_start_is_refused_with_the_cause() {
        let check = |content: &[u8], expected: &str| {
            let refusal = found(content).unwrap_err();
            assert!(refusal.starts_with(expected), "{refusal}");
        };
        check(b"MZ\x90\0\x03\0\0\0", "is a Windows program; build it for Linux (");
        check(b"\xcf\xfa\xed\xfe\x07\0\0\x01", "is a macOS program; build it for Linux (");
        check(b"\xca\xfe\xba\xbe\0\0\0\x02", "is a macOS program; build it for Linux (");
        check(b"\xca\xfe\xba\xbe\0\0\0\x3d", "is a Java class; name java in command");
        check(b"print(1)\n", "is neither a Linux program nor a script with a #! line; ");
        check(b"", "is neither a Linux program nor a script with a #! line; ");
        check("\u{feff}#!/bin/sh\n".as_bytes(), "begins with a byte order mark");
        check(b"#!\n", "has no interpreter after #!; ");
        check(
            b"#!/usr/bin/python3\r\n",
            "has Windows line endings, so its interpreter \"/usr/bin/python3\" seems",
        );
        // SPARC is not supported.
        check(&elf(2), "is a program for another kind of machine; build it for Linux (");
        check(b"\x7fELF\x01\x01\x01", "is a program for another kind of machine; ");
    }

    #[test]
    fn a_program_for_this_machine_has_no_interpreter() {
        let program = std::env::current_exe().unwrap();
        assert_eq!(interpreters(&program), Ok(Vec::new()));
    }
}
