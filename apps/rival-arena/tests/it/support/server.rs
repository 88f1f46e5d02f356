//! A NATS server for one test.

use std::ffi::OsString;
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::Command;

use rcgen::{CertificateParams, KeyPair};

use super::Process;

/// A NATS server for one test, reachable only from this machine.
pub(crate) struct Server {
    port: u16,
    /// Additional arguments after the address.
    options: Vec<OsString>,
    process: Process,
}

/// Users with the permissions from docs/operator/many-machines.md.
const USERS: &str = r#"authorization { users = [
    { user: scheduler, password: s, permissions: {
        publish: ["rival.>", "$JS.API.>", "$JS.ACK.>", "_INBOX.>"], subscribe: ["rival.>", "_INBOX.>"] } }
    { user: worker, password: w, permissions: {
        publish: ["rival.worker", "rival.*.spec", "rival.*.result", "rival.*.sight", "rival.moves.client.>",
                  "$JS.API.>", "$JS.ACK.>"]
        subscribe: ["rival.runs", "rival.*.show", "rival.*.end", "rival.moves.job", "rival.moves.worker.*",
                    "_INBOX.>"] } }
    { user: page, password: p, permissions: {
        publish: ["rival.moves.job", "rival.moves.worker.*"], subscribe: ["rival.moves.client.>"] } }
] }"#;

impl Server {
    pub(crate) fn start(folder: &Path) -> Self {
        Self::with_options(vec!["-js".into(), "-sd".into(), folder.join("streams").into()])
    }

    pub(crate) fn without_streams() -> Self {
        Self::with_options(Vec::new())
    }

    pub(crate) fn with_users(folder: &Path) -> Self {
        let file = folder.join("nats.conf");
        std::fs::write(&file, USERS).unwrap();
        let store = folder.join("streams").into();
        Self::with_options(vec!["-js".into(), "-sd".into(), store, "-c".into(), file.into()])
    }

    /// A server that only accepts TLS connections, with its own certificate in `folder/ca.pem`. `change` adjusts the
    /// certificate's parameters.
    pub(crate) fn with_certificate(folder: &Path, change: impl Fn(&mut CertificateParams)) -> Self {
        write_certificate(folder, change);
        let file = |name| folder.join(name).into();
        let options = ["-js", "-sd"].map(OsString::from).into_iter().chain([file("streams")]);
        let secret = ["--tls", "--tlscert"].map(OsString::from).into_iter();
        let secret = secret.chain([file("ca.pem"), "--tlskey".into(), file("key.pem")]);
        Self::with_options(options.chain(secret).collect())
    }

    fn with_options(options: Vec<OsString>) -> Self {
        // The port was free a moment ago. If another program takes it, the server exits and the test fails.
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        drop(listener);
        Self { process: launch(port, &options), port, options }
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    pub(crate) fn kill(&mut self) {
        self.process.kill();
    }

    pub(crate) fn start_again(&mut self) {
        self.process = launch(self.port, &self.options);
    }
}

/// Writes a self-signed certificate for this machine, and its key.
pub(crate) fn write_certificate(folder: &Path, change: impl Fn(&mut CertificateParams)) {
    let names = vec!["localhost".into(), "127.0.0.1".into()];
    let mut parameters = CertificateParams::new(names).unwrap();
    change(&mut parameters);
    let key = KeyPair::generate().unwrap();
    let own = parameters.self_signed(&key).unwrap();
    std::fs::write(folder.join("ca.pem"), own.pem()).unwrap();
    std::fs::write(folder.join("key.pem"), key.serialize_pem()).unwrap();
}

fn launch(port: u16, options: &[OsString]) -> Process {
    // Debian installs it in a folder that is only in root's PATH.
    let debian = Path::new("/usr/sbin/nats-server");
    let mut command =
        Command::new(if debian.is_file() { debian } else { Path::new("nats-server") });
    command.args(["-a", "127.0.0.1", "-p", &port.to_string()]).args(options);
    let mut process = Process::start(command);
    process.read_messages("Server is ready");
    process
}
