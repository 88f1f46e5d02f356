//! The proxy recipes in `docs/proxies`, run with the real programs.
//!
//! The test replaces only the lines with the port, the certificate and the server's address.

use std::fs;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{Client, Process, Server, Target, free_port};

/// The server's address in a recipe.
const SERVER: &str = "127.0.0.1:8080";

/// Header lines that falsely claim that the client is on the server's computer.
const FORGED: &str = "X-Forwarded-For: 127.0.0.1\r\nX-Forwarded-For: ::1\r\nX-Real-IP: 127.0.0.1\r\n\
                      Forwarded: for=127.0.0.1\r\nVia: 1.1 localhost\r\nX-Forwarded-Host: localhost\r\n";

/// The type of connection from the proxy to the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Port,
    SocketFile,
}

/// A server behind a proxy.
struct Site {
    /// A client that connects through the proxy.
    visitor: Client,
    /// The owner's token.
    token: String,
    _proxy: Process,
    _server: Server,
    _folder: TempDir,
}

/// The recipe after replacing each pair's first string with its second.
fn recipe(name: &str, changes: &[(&str, &str)]) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/proxies").join(name);
    let mut text = fs::read_to_string(path).unwrap();
    for (from, to) in changes {
        assert!(text.contains(from), "{name} has no {from}");
        text = text.replace(from, to);
    }
    text
}

/// A program that Debian installs in a folder that is only in root's PATH.
fn program(name: &str) -> Command {
    let debian = PathBuf::from("/usr/sbin").join(name);
    Command::new(if debian.is_file() { debian } else { name.into() })
}

fn nginx(folder: &Path, port: u16, server: &str) -> Command {
    let certificate = "    ssl_certificate     /etc/ssl/games.example/fullchain.pem;\n    ssl_certificate_key /etc/ssl/games.example/privkey.pem;\n";
    let (listen, upstream) = (format!("listen 127.0.0.1:{port};"), format!("http://{server}"));
    let changes = [
        ("listen 443 ssl;", listen.as_str()),
        ("    listen [::]:443 ssl;\n", ""),
        (certificate, ""),
        ("http://127.0.0.1:8080", upstream.as_str()),
    ];
    let recipe = recipe("nginx.conf", &changes);
    let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|name| format!("{name}_temp_path {name};\n"))
        .concat();
    let text = format!(
        "daemon off; master_process off; pid nginx.pid; error_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\n{temporary}{recipe}}}\n"
    );
    fs::write(folder.join("nginx.conf"), text).unwrap();
    let mut command = program("nginx");
    command.arg("-p").arg(folder).arg("-c").arg(folder.join("nginx.conf")).args(["-e", "stderr"]);
    command
}

fn caddy(folder: &Path, port: u16, server: &str) -> Command {
    let site = format!("http://:{port} {{");
    let changes = [("games.example {", site.as_str()), (SERVER, server)];
    let options = "{\n\tadmin off\n\tdefault_bind 127.0.0.1\n}\n";
    let text = format!("{options}{}", recipe("Caddyfile", &changes));
    fs::write(folder.join("Caddyfile"), text).unwrap();
    let mut command = program("caddy");
    command.args(["run", "--adapter", "caddyfile", "--config"]).arg(folder.join("Caddyfile"));
    command.env("HOME", folder).env("XDG_DATA_HOME", folder).env("XDG_CONFIG_HOME", folder);
    command
}

fn haproxy(folder: &Path, port: u16, server: &str) -> Command {
    let bind = format!("bind 127.0.0.1:{port}");
    let changes =
        [("bind :443 ssl crt /etc/haproxy/games.example.pem", bind.as_str()), (SERVER, server)];
    fs::write(folder.join("haproxy.cfg"), recipe("haproxy.cfg", &changes)).unwrap();
    let mut command = program("haproxy");
    command.arg("-db").arg("-f").arg(folder.join("haproxy.cfg"));
    command
}

impl Site {
    /// Starts a server behind this proxy. `unix` precedes a socket path in the proxy's configuration.
    fn start(proxy: fn(&Path, u16, &str) -> Command, unix: &str, way: Way) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rival.sock").display().to_string();
        let limits = ["--matches-per-client", "1", "--requests-per-client", "8", "--owner-token"];
        let place = match way {
            Way::Port => ["--port", "0", "--behind-proxy", "127.0.0.1=X-Forwarded-For"],
            Way::SocketFile => ["--socket", &file, "--behind-proxy", "unix=X-Forwarded-For"],
        };
        let server = Server::start(folder.path(), &[&place[..], &limits].concat());
        let upstream = match way {
            Way::Port => server.place.clone(),
            Way::SocketFile => format!("{unix}{file}"),
        };
        let port = free_port();
        let mut process = Process::start(proxy(folder.path(), port, &upstream));
        process.await_port(port);
        let visitor = Client::new(Target::Port(port));
        let token = server.token.clone();
        Self { visitor, token, _proxy: process, _server: server, _folder: folder }
    }

    fn check(&self) {
        let visitor = &self.visitor;
        assert!(visitor.get("/").text.contains("<title>Rival</title>"));
        for headers in ["", FORGED] {
            is_stranger(&visitor.with(headers));
        }
        self.check_socket();
        self.check_limits();
        self.check_owner();
    }

    /// Checks that a WebSocket passes through the proxy unless another site's page opens it.
    fn check_socket(&self) {
        let player = Client { from: Ipv4Addr::new(127, 0, 0, 7), ..self.visitor.clone() };
        let made = player.post("/api/matches", &new_match());
        assert_eq!(made.status, 201, "{}", made.text);
        let path = format!("/api/matches/{}/socket", made.json()["match"].as_str().unwrap());
        player.talk(&path, r#"{"type":"hello","tokens":[]}"#, r#""type":"state""#);
        let foreign = player.with("Origin: http://evil.example\r\n");
        assert_eq!(foreign.open(&path), 403);
    }

    /// Checks that each client address has its own limits, whatever the headers claim.
    fn check_limits(&self) {
        let at = |last| Client { from: Ipv4Addr::new(127, 0, 0, last), ..self.visitor.clone() };
        let mut statuses = (1..100).map(|number| {
            let forged =
                format!("X-Forwarded-For: 192.0.2.{number}\r\nForwarded: for=192.0.2.{number}\r\n");
            at(8).with(&forged).post("/api/matches", &new_match()).status
        });
        assert!(statuses.any(|status| status == 429), "one address makes any number of matches");
        assert_eq!(at(9).post("/api/matches", &new_match()).status, 201, "another address");
    }

    /// Checks that only the token grants the owner's rights, even through the proxy.
    fn check_owner(&self) {
        let origin = format!("Origin: http://{}\r\n", self.visitor.host);
        let claim =
            |token: &str| self.visitor.with(&origin).post("/api/owner", &json!({ "token": token }));
        assert_eq!(claim("guessed").status, 403);
        let right = claim(&self.token);
        assert_eq!(right.status, 200, "{}", right.text);
        let cookie = right.header("set-cookie").unwrap();
        assert!(cookie.ends_with("; HttpOnly; SameSite=Strict"), "{cookie}");
        let cookie = cookie.split(';').next().unwrap();
        let owner = self.visitor.with(&format!("Cookie: {cookie}\r\n"));
        assert_eq!(owner.get("/api/library").json()["sees_all"], true);
    }
}

/// A match with one client for both seats.
fn new_match() -> Value {
    json!({"game": "tic-tac-toe", "seats": [{"kind": "me"}, {"kind": "me"}]})
}

/// Checks that connecting to the server as `localhost` doesn't grant the owner's rights.
fn is_stranger(client: &Client) {
    let library = client.get("/api/library").json();
    assert_eq!((&library["sees_all"], &library["may_import"]), (&json!(false), &json!(false)));
    let players = json!([{"player": "random"}, {"player": "random"}]);
    let begun =
        client.post("/api/tournaments", &json!({"game": "tic-tac-toe", "players": players}));
    assert_eq!(begun.status, 403, "{}", begun.text);
    let imported = client.post("/api/library/import?name=games.pdn", &json!({}));
    assert_eq!(imported.status, 403, "{}", imported.text);
    assert_eq!(client.get("/api/tournaments").json()["may_run"], false);
}

#[test]
fn the_recipe_for_nginx_keeps_strangers_strangers() {
    for way in [Way::Port, Way::SocketFile] {
        Site::start(nginx, "unix:", way).check();
    }
}

#[test]
fn the_recipe_for_caddy_keeps_strangers_strangers() {
    for way in [Way::Port, Way::SocketFile] {
        Site::start(caddy, "unix/", way).check();
    }
}

#[test]
fn the_recipe_for_haproxy_keeps_strangers_strangers() {
    for way in [Way::Port, Way::SocketFile] {
        Site::start(haproxy, "unix@", way).check();
    }
}

#[test]
fn an_undeclared_proxy_does_not_grant_the_owners_rights() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &["--port", "0"]);
    let port = free_port();
    let mut process = Process::start(nginx(folder.path(), port, &server.place));
    process.await_port(port);
    let visitor = Client::new(Target::Port(port));
    for headers in ["", FORGED] {
        is_stranger(&visitor.with(headers));
    }
}
