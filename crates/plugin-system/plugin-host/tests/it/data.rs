//! Data next to a plugin: which processes can read it, and its limits.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use games_package::{Options, Player, Reply};
use plugin_host::{Grant, Isolation, Plugin};
use tempfile::TempDir;

use crate::support::{
    Table, cache, fault_option, in_process, library, request, sandboxed, setup, turn,
};

const PROGRAM: &str = include_str!("../programs/faulty.py");

/// A folder with the libraries `lucky.so` and `other.so`, each with its own data next to it.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        for name in ["lucky", "other"] {
            fs::copy(library("scripted"), folder.path(&format!("{name}.so"))).unwrap();
            folder.write(&format!("{name}.data/book.txt"), name);
        }
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let file = self.path(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    fn load(&self, name: &str, isolation: &Arc<Isolation>) -> Plugin {
        Plugin::load(&self.path(name), cache(), isolation).unwrap()
    }

    /// The reason why the plugin is refused, without the file name.
    fn refusal(&self, name: &str, file: &str) -> String {
        let error = Plugin::load(&self.path(name), cache(), &sandboxed()).unwrap_err().to_string();
        error.rsplit(&format!("{file}: ")).next().unwrap().to_owned()
    }
}

fn said(plugin: &Plugin, fault: &str) -> String {
    turn(&mut plugin.new_player("scripted", "any", &fault_option(fault)).unwrap()).unwrap_err()
}

#[test]
fn a_library_can_only_read_its_data() {
    let folder = Folder::new();
    folder.write("lucky.data/deep/a", "");
    let plugin = folder.load("lucky.so", &sandboxed());
    assert_eq!(
        said(&plugin, "reads its data"),
        r#"error: Some("lucky") of ["book.txt", "deep"] in /data"#
    );
    let other = folder.path("other.data");
    let fault = format!("leaves its data for {}", other.display());
    assert_eq!(said(&plugin, &fault), "error: worked: []");
    folder.load("other.so", &sandboxed());
    let copies = fs::read_dir(cache().folder().join("data")).unwrap();
    assert!(copies.count() >= 2, "both have copies");
    fs::remove_dir_all(folder.path("lucky.data")).unwrap();
    let plugin = folder.load("lucky.so", &sandboxed());
    assert_eq!(said(&plugin, "reads its data"), "error: no data");
}

#[test]
fn a_trusted_library_also_gets_its_data() {
    let folder = Folder::new();
    let said = said(&folder.load("lucky.so", &in_process()), "reads its data");
    assert!(said.starts_with(r#"error: Some("lucky") of ["book.txt"] in "#), "{said}");
}

#[test]
fn data_is_part_of_the_record_and_the_build() {
    let folder = Folder::new();
    let origin = |plugin: &Plugin| {
        plugin.new_player("scripted", "any", &Options::default()).unwrap().origin().unwrap()
    };
    let first = folder.load("lucky.so", &sandboxed());
    let (hash, data) = (first.hash(), first.data_hash().unwrap());
    let expected = format!("scripted 7.8.9, BLAKE3 {hash}, data BLAKE3 {data}, in ");
    assert!(origin(&first).starts_with(&expected), "{}", origin(&first));
    folder.write("lucky.data/book.txt", "changed");
    let second = folder.load("lucky.so", &sandboxed());
    assert_eq!(second.hash(), hash);
    assert_ne!(second.data_hash().unwrap(), data);
    assert_ne!(second.build(), first.build());
    // The first plugin still has the data with which it was loaded.
    assert!(said(&first, "reads its data").contains(r#"Some("lucky")"#));
    fs::remove_dir_all(folder.path("lucky.data")).unwrap();
    let without = folder.load("lucky.so", &sandboxed());
    assert_eq!((without.data_hash(), without.build()), (None, hash));
}

#[test]
fn special_files_and_too_much_data_are_refused_by_name() {
    let folder = Folder::new();
    symlink("/etc/passwd", folder.path("lucky.data/passwd")).unwrap();
    assert_eq!(
        folder.refusal("lucky.so", "lucky.data"),
        "can't be read: passwd is a link; replace it with a copy of the file or remove it"
    );
    fs::remove_file(folder.path("lucky.data/passwd")).unwrap();
    let huge = fs::File::create(folder.path("lucky.data/huge")).unwrap();
    huge.set_len(1 << 40).unwrap();
    assert_eq!(
        folder.refusal("lucky.so", "lucky.data"),
        "can't be read: its files are larger than 1024 MiB in total; move unneeded files out of its folder"
    );
    fs::remove_dir_all(folder.path("lucky.data")).unwrap();
    symlink(folder.path("other.data"), folder.path("lucky.data")).unwrap();
    assert_eq!(
        folder.refusal("lucky.so", "lucky.data"),
        "can't be read: it is a link; replace it with a folder or rename it"
    );
}

fn granting(file: &Path, mib: u64, threads: u64) -> Arc<Isolation> {
    let grant =
        Grant { file: file.into(), memory_bytes_max: Some(mib << 20), threads_max: Some(threads) };
    Arc::new(Isolation { grants: vec![grant], ..Isolation::clone(&sandboxed()) })
}

#[test]
fn a_library_gets_its_requests_and_more_only_if_the_user_grants_it() {
    let folder = Folder::new();
    let limits = |isolation: &Arc<Isolation>| {
        let plugin = folder.load("lucky.so", isolation);
        (plugin.granted().unwrap(), plugin.not_granted().map(str::to_owned))
    };
    let (granted, missing) = limits(&sandboxed());
    assert!(granted.starts_with("4096 MiB of memory, 512 threads; its data (1 KiB in 1 file, "));
    assert_eq!(missing, None);
    folder.write("lucky.toml", "memory_mib = 256\nthreads = 3");
    assert!(limits(&sandboxed()).0.starts_with("256 MiB of memory, 3 threads; "));
    folder.write("lucky.toml", "memory_mib = 9000\nthreads = 600");
    let (granted, missing) = limits(&sandboxed());
    assert!(granted.starts_with("4096 MiB of memory, 512 threads; "), "{granted}");
    let missing = missing.unwrap();
    assert!(missing.starts_with("9000 MiB of memory and 600 threads but gets 4096 MiB"));
    assert!(missing.ends_with("below [isolation.grants] in your own rival.toml"), "{missing}");
    let (granted, missing) = limits(&granting(&folder.path("lucky.so"), 9000, 600));
    assert!(granted.starts_with("9000 MiB of memory, 600 threads; "), "{granted}");
    assert_eq!(missing, None);
    // These grants are for another plugin.
    let (granted, _) = limits(&granting(&folder.path("other.so"), 9000, 600));
    assert!(granted.starts_with("4096 MiB"), "{granted}");
}

#[test]
fn requested_limits_of_a_library_are_enforced() {
    let folder = Folder::new();
    folder.write("lucky.toml", "memory_mib = 512");
    let failure = said(&folder.load("lucky.so", &sandboxed()), "1 GB");
    assert!(failure.starts_with("out of memory: "), "{failure}");
}

#[test]
fn a_program_can_only_read_its_data() {
    let folder = Folder::new();
    let other = folder.path("other.data");
    let manifest = format!(
        "name = \"careful\"\ncommand = [\"python3\", \"faulty.py\", \"data\", \"{}\"]\nthreads = 600",
        other.display()
    );
    folder.write("careful/player.toml", &manifest);
    folder.write("careful/faulty.py", PROGRAM);
    folder.write("careful.data/book.txt", "moves");
    let grants = granting(&folder.path("careful"), 512, 500);
    let isolation =
        Isolation { preparation_time_max: Duration::from_secs(10), ..(*grants).clone() };
    let plugin = folder.load("careful", &Arc::new(isolation));
    let granted = plugin.granted().unwrap();
    assert!(granted.starts_with("512 MiB of memory, 500 threads"), "{granted}");
    assert!(plugin.not_granted().unwrap().contains("{ threads = 600 }"));
    let mut player = plugin.new_player("player", "any", &Options::default()).unwrap();
    player.start(&setup()).unwrap();
    let table = Table { runs: true, ..Table::default() };
    assert_eq!(player.choose_move(&request(), &table), Ok(Reply::play("22-17")));
    let notes = table.received.lock().unwrap().clone();
    assert_eq!(notes, ["moves of ['book.txt'] in /data, worked: []"]);
}
