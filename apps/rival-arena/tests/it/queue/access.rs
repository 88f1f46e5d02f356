//! Tests how programs log in to a queue, and that passwords stay secret.

use std::fs;
use std::path::Path;
use std::process::Command;

use rcgen::{BasicConstraints, CertificateParams, IsCa};

use crate::support::{Process, Server, arena, output, run, write_certificate};

/// A short match, into `out`.
fn duel(folder: &Path, out: &str, rest: &[&str]) -> Command {
    let mut command = arena(folder, &["match", "tic-tac-toe", "greedy", "random", "--seed", "1"]);
    command.args(["--pairs", "5", "--out", out]).args(rest);
    command
}

/// A command's exit code and last message.
fn end(mut command: Command) -> (Option<i32>, String) {
    let output = command.output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    (output.status.code(), said.lines().last().unwrap_or_default().to_owned())
}

#[test]
fn no_argument_contains_a_password() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let refusal = "rival-arena: every user of this machine can read a password in an argument; pass --queue-file FILE or set RIVAL_QUEUE\n";
    for url in ["nats://me:secret@127.0.0.1:1", "nats://token@127.0.0.1:1"] {
        for arguments in [
            &["worker", url][..],
            &["match", "tic-tac-toe", "greedy", "random", "--queue", url],
            &["resume", "nowhere", "--queue", url],
        ] {
            let said = String::from_utf8(run(folder, arguments, 2).stderr).unwrap();
            assert_eq!(said, refusal, "{arguments:?}");
        }
    }
}

#[test]
fn an_address_comes_from_a_file_or_the_environment() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("queue"), "nats://me:secret@127.0.0.1:1\n").unwrap();
    let why = "rival-arena: can't reach the queue at nats://127.0.0.1:1: IO error: Connection refused (os error 111)";
    assert_eq!(end(duel(folder, "a", &["--queue-file", "queue"])), (Some(1), why.into()));
    let mut command = duel(folder, "b", &[]);
    command.env("RIVAL_QUEUE", "nats://me:secret@127.0.0.1:1");
    assert_eq!(end(command), (Some(1), why.into()));
    let mut command = duel(folder, "c", &["--queue", "nats://127.0.0.1:2"]);
    command.env("RIVAL_QUEUE", "nats://me:secret@127.0.0.1:1");
    assert_eq!(end(command), (Some(1), why.replace(":1:", ":2:")));
    let mut command = duel(folder, "d", &[]);
    command.env("RIVAL_QUEUE", "");
    assert!(output(command).contains("5 pairs"));
    let check = |rest: &[&str], code, why: &str| {
        assert_eq!(end(duel(folder, "e", rest)), (Some(code), format!("rival-arena: {why}")));
    };
    check(&["--lease", "5s"], 2, "--lease needs a queue; pass --queue URL too");
    let here = "--concurrency, --pin and --log-bad-games don't apply to a queue; omit them, or omit --queue, --queue-file and RIVAL_QUEUE";
    check(&["--queue-file", "queue", "--pin"], 2, here);
    check(&["--queue-file", "none"], 3, "can't read none: No such file or directory (os error 2)");
    fs::write(folder.join("two"), "nats://a\nnats://b\n").unwrap();
    let one = "expected one line with a queue address, like nats://NAME:PASSWORD@HOST:PORT";
    check(&["--queue-file", "two"], 3, &format!("two: {one}"));
    let unnamed = "rival-arena: no queue given; pass nats://HOST:PORT or --queue-file FILE, or set RIVAL_QUEUE";
    assert_eq!(end(arena(folder, &["worker"])), (Some(2), unnamed.into()));
}

#[test]
fn a_queue_admits_only_authorized_clients() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = Server::with_users(folder);
    let url = |who: &str| server.url().replace("//", &format!("//{who}@"));
    fs::write(folder.join("queue"), url("worker:w")).unwrap();
    let worker = ["worker", "--queue-file", "queue", "--name", "w"];
    let _worker = Process::start(arena(folder, &worker));
    let run = |who: &str, out: &str| {
        let mut command = duel(folder, out, &[]);
        command.env("RIVAL_QUEUE", url(who));
        command
    };
    assert!(output(run("scheduler:s", "out")).contains("5 pairs"));
    let refused = format!(
        "rival-arena: the queue at {} denies access; pass --creds FILE, or an address with name and password (--queue-file FILE or RIVAL_QUEUE)",
        server.url()
    );
    assert_eq!(end(run("scheduler:x", "other")), (Some(1), refused));
}

#[test]
fn a_queue_can_use_tls() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = Server::with_certificate(folder, |_| ());
    let url = server.url().replace("nats:", "tls:");
    let _worker = Process::start(arena(folder, &["worker", &url, "--ca", "ca.pem"]));
    let run = |out: &str, rest: &[&str]| {
        duel(folder, out, &[&["--queue", url.as_str()][..], rest].concat())
    };
    assert!(output(run("out", &["--ca", "ca.pem"])).contains("5 pairs"));
    let stranger = format!(
        "rival-arena: can't connect securely to the queue at {url}: the certificate authority is not trusted; pass its certificate with --ca FILE"
    );
    assert_eq!(end(run("other", &[])), (Some(1), stranger));
    let absent = "rival-arena: can't read the certificates in absent: ";
    let (code, said) = end(run("other", &["--ca", "absent"]));
    assert_eq!((code, said.starts_with(absent)), (Some(3), true), "{said}");
    let none = "rival-arena: can't read the certificates in key.pem: it contains no certificate (PEM, BEGIN CERTIFICATE)";
    assert_eq!(end(run("other", &["--ca", "key.pem"])), (Some(3), none.into()));
    let plain = Server::start(folder);
    let url = plain.url().replace("nats:", "tls:");
    let (code, said) = end(arena(folder, &["worker", &url]));
    assert_eq!(code, Some(1), "{said}");
    assert!(said.ends_with("the server may not use TLS; try nats://HOST:PORT"), "{said}");
}

/// Sets the certificate parameters to the defaults of `openssl req -x509`.
fn of_authority(parameters: &mut CertificateParams) {
    parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    parameters.subject_alt_names.clear();
}

const MAKE_ONE: &str = "create a server certificate: openssl req -x509 -newkey rsa:2048 -nodes -days 365 -subj /CN=HOST \
                        -addext basicConstraints=critical,CA:FALSE -addext subjectAltName=DNS:HOST -keyout key.pem \
                        -out cert.pem (IP:ADDRESS for an address)";

#[test]
fn a_worker_explains_a_certificate_that_is_not_for_servers() {
    let check = |change: fn(&mut CertificateParams), why: &str| {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let server = Server::with_certificate(folder, change);
        let url = server.url().replace("nats:", "tls:");
        let mut worker = Process::start(arena(folder, &["worker", &url, "--ca", "ca.pem"]));
        let (code, said) = worker.end();
        let expected = format!("rival-arena: can't connect securely to the queue at {url}: {why}");
        assert_eq!((code, said.as_str()), (Some(1), expected.as_str()));
        assert_eq!(
            end(duel(folder, "out", &["--queue", &url, "--ca", "ca.pem"])),
            (code, expected)
        );
    };
    let authority =
        "its certificate is a CA certificate (CA:TRUE), the default of openssl req -x509";
    check(of_authority, &format!("{authority}; {MAKE_ONE}"));
}

#[test]
fn a_server_that_returns_with_a_wrong_certificate_stops_a_worker() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut server = Server::with_certificate(folder, |_| ());
    let url = server.url().replace("nats:", "tls:");
    fs::copy(folder.join("ca.pem"), folder.join("trusted.pem")).unwrap();
    let mut worker = Process::start(arena(folder, &["worker", &url, "--ca", "trusted.pem"]));
    worker.read_messages("waiting for games");
    server.kill();
    write_certificate(folder, |_| ());
    server.start_again();
    let (code, said) = worker.end();
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("can't connect securely to the queue"), "{said}");
}
