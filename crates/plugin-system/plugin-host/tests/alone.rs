//! Tests that count resources used by the whole process, so they can't run in parallel with other tests.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test that can't continue has failed")]

#[expect(dead_code, reason = "the other tests use all of it")]
#[path = "it/support.rs"]
mod support;

use std::fs;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use board_engine::{Outcome, Seat};
use games_package::{
    AskError, Ending, Event, FailureKind, Host, MoveLimit, Options, Player, Prompt, Reply, Setup,
    Thinking, ThinkingLimits, TimeControl, Urgency,
};
use plugin_host::{Isolation, Plugin, PluginPlayer, ProcessPool, Step};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::support::{Table, cache, compiled, is_deep, library, request, sandboxed};

/// Lets only one test run at a time.
static ALONE: Mutex<()> = Mutex::new(());

/// The number of entries in one of this process's `/proc` folders.
fn count(folder: &str) -> usize {
    fs::read_dir(folder).unwrap().count()
}

/// The number of descriptors and of threads in this process.
fn held() -> [usize; 2] {
    [count("/proc/self/fd"), count("/proc/self/task")]
}

/// Memory used by this process, in KiB.
fn memory_kib() -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// Number of this process's living children.
fn children() -> usize {
    let tasks = fs::read_dir("/proc/self/task").unwrap();
    let of_task =
        |task: fs::DirEntry| fs::read_to_string(task.path().join("children")).unwrap_or_default();
    tasks.map(|task| of_task(task.unwrap()).split_whitespace().count()).sum()
}

fn setup() -> Setup {
    Setup {
        game: "any".into(),
        seat: Seat::SECOND,
        seat_count: 2,
        time_control: TimeControl::Unlimited,
        thinking: ThinkingLimits::default(),
        pondering: false,
        margin: Duration::ZERO,
        move_limit: MoveLimit::NONE,
        seed: 1,
    }
}

/// Plays a short game with one of the plugin's players.
fn play(plugin: &Plugin, player: &str) {
    let mut player = plugin.new_player(player, "any", &Options::default()).unwrap();
    player.start(&setup()).unwrap();
    let table = Table { runs: true, ..Table::default() };
    for _ in 0..3 {
        assert!(matches!(player.choose_move(&request(), &table), Ok(Reply::Move(_))));
    }
    player.observe(&Event::MatchEnded(Ending::by_rules(&Outcome::win(Seat::FIRST, "enough"))));
}

#[test]
fn many_games_leak_no_descriptors_threads_or_processes() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let library = compiled("../../../plugins/c-example/c_example.c", &[]);
    let plugin = Plugin::load(&library.file, cache(), &sandboxed()).unwrap();
    (0..50).for_each(|_| play(&plugin, "longest"));
    let (before, memory_before) = (held(), memory_kib());
    let games = if is_deep() { 10_000 } else { 1_000 };
    (0..games).for_each(|_| play(&plugin, "longest"));
    assert_eq!(held(), before);
    assert_eq!(children(), 0);
    let grown = memory_kib().saturating_sub(memory_before);
    assert!(grown < 4 << 10, "{grown} KiB more");
}

/// The only child's process ID.
fn the_child() -> String {
    let tasks = fs::read_dir("/proc/self/task").unwrap();
    let lists =
        tasks.map(|task| fs::read_to_string(task.unwrap().path().join("children")).unwrap());
    lists.collect::<String>().trim().into()
}

/// The only child's state in `/proc`: `T` if the child is stopped.
fn state_of_the_child_process() -> Option<char> {
    let status = fs::read_to_string(format!("/proc/{}/stat", the_child())).ok()?;
    status.rsplit(") ").next()?.chars().next()
}

#[test]
fn a_child_process_is_stopped_between_calls() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let plugin = Plugin::load(library("scripted"), cache(), &sandboxed()).unwrap();
    let mut player = plugin.new_player("second", "any", &Options::default()).unwrap();
    let table = Table { runs: true, ..Table::default() };
    for _ in 0..3 {
        assert_eq!(player.choose_move(&request(), &table), Ok(Reply::play("22-18")));
        let begun = Instant::now();
        while state_of_the_child_process() != Some('T') {
            assert!(begun.elapsed() < Duration::from_mins(1), "it is not stopped");
            std::thread::yield_now();
        }
    }
}

/// Waits.
fn wait(time: Duration) {
    let begun = Instant::now();
    while let Some(left) = time.checked_sub(begun.elapsed()) {
        std::thread::park_timeout(left);
    }
}

/// The contents of a `/proc` file for each of the only child's threads.
fn of_threads(file: &str) -> Vec<String> {
    let threads = fs::read_dir(format!("/proc/{}/task", the_child())).unwrap();
    threads.map(|it| fs::read_to_string(it.unwrap().path().join(file)).unwrap()).collect()
}

/// Returns `true` if all threads of the only child are stopped.
fn all_are_stopped() -> bool {
    of_threads("stat").iter().all(|stat| stat.rsplit(") ").next().unwrap().starts_with('T'))
}

/// Waits until all threads of the only child are stopped.
fn until_all_are_stopped() {
    let begun = Instant::now();
    while !all_are_stopped() {
        assert!(begun.elapsed() < Duration::from_mins(1), "it is not stopped");
        std::thread::yield_now();
    }
}

/// The CPU time that the only child has used.
fn used_by_the_child_process() -> Duration {
    let nanoseconds = |stat: &String| stat.split(' ').next().unwrap().parse::<u64>().unwrap();
    Duration::from_nanos(of_threads("schedstat").iter().map(nanoseconds).sum())
}

/// Asks for moves until the process has been sampled between two moves.
fn play_until_sampled(player: &mut PluginPlayer, table: &Table) {
    let begun = Instant::now();
    while player.idle_usage().unwrap().sampled.is_zero() {
        assert!(player.choose_move(&request(), table).is_ok());
        wait(Duration::from_millis(100));
        assert!(begun.elapsed() < Duration::from_mins(2), "the idle time is never sampled");
    }
}

#[test]
fn a_child_process_whose_threads_spin_uses_next_to_nothing_between_its_moves() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let plugin = Plugin::load(library("scripted"), cache(), &sandboxed()).unwrap();
    let mut player = started(&plugin, &ProcessPool::default(), "a thread spins at rest");
    let table = Table { runs: true, ..Table::default() };
    // The child stays stopped for seconds after a sample.
    play_until_sampled(&mut player, &table);
    let mut used = Duration::ZERO;
    for _ in 0..20 {
        assert!(player.choose_move(&request(), &table).is_ok());
        let before = used_by_the_child_process();
        wait(Duration::from_millis(50));
        until_all_are_stopped();
        used += used_by_the_child_process().saturating_sub(before);
    }
    // A child that is never stopped would use the full second. On a busy machine, stopping the child takes a bit
    // longer.
    assert!(used < Duration::from_millis(400), "{used:?} of a second");
}

#[test]
fn a_child_process_that_thinks_in_its_opponents_time_is_detected_and_loses() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let plugin = Plugin::load(library("scripted"), cache(), &sandboxed()).unwrap();
    let mut player = started(&plugin, &ProcessPool::default(), "spins at rest");
    let table = Table { runs: true, ..Table::default() };
    let begun = Instant::now();
    let error = loop {
        match player.choose_move(&request(), &table) {
            Ok(_) => wait(Duration::from_millis(200)),
            Err(error) => break error,
        }
        assert!(begun.elapsed() < Duration::from_mins(5), "{:?}", player.idle_usage());
    };
    assert_eq!(error.kind(), FailureKind::OutOfTurn, "{error}");
    let text = error.to_string();
    assert!(text.starts_with("scripted 1 thought on its opponent's time, "), "{text}");
    assert_eq!(children(), 0);
}

#[test]
fn a_child_process_that_sleeps_between_its_moves_uses_no_processor_time() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let plugin = Plugin::load(library("scripted"), cache(), &sandboxed()).unwrap();
    let mut player = started(&plugin, &ProcessPool::default(), "none");
    let table = Table { runs: true, ..Table::default() };
    play_until_sampled(&mut player, &table);
    let idle_usage = player.idle_usage().unwrap();
    assert!(!idle_usage.is_notable(), "{idle_usage}");
}

#[test]
fn a_stopped_child_process_can_not_continue_itself() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let plugin = Plugin::load(library("scripted"), cache(), &sandboxed()).unwrap();
    if !plugin.confinement().unwrap().is_full() {
        return;
    }
    let mut player = started(&plugin, &ProcessPool::default(), "goes on by itself");
    let table = Table { runs: true, ..Table::default() };
    for _ in 0..3 {
        assert!(player.choose_move(&request(), &table).is_ok());
        wait(Duration::from_millis(200));
        until_all_are_stopped();
        for _ in 0..50 {
            assert!(all_are_stopped());
            wait(Duration::from_millis(2));
        }
    }
}

/// A player with this fault that has started a match.
fn started(plugin: &Plugin, pool: &ProcessPool, fault: &str) -> PluginPlayer {
    let mut options = Options::default();
    options.set("fault", fault);
    let mut player = plugin.new_player_in(pool, "scripted", "any", &options).unwrap();
    player.start(&setup()).unwrap();
    player
}

/// Plays a turn, ignores the result, and drops the player.
fn turn_and_leave(mut player: PluginPlayer) {
    let table = Table { runs: true, ..Table::default() };
    let _played = player.choose_move(&request(), &table);
}

#[test]
fn players_with_the_same_parameters_reuse_a_process() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let plugin = Plugin::load(library("scripted"), cache(), &sandboxed()).unwrap();
    let pool = ProcessPool::with_capacity(2);
    turn_and_leave(started(&plugin, &pool, "none"));
    let first = the_child();
    for _ in 0..3 {
        let mut player = started(&plugin, &pool, "none");
        assert_eq!(the_child(), first);
        let table = Table { runs: true, ..Table::default() };
        assert_eq!(player.choose_move(&request(), &table), Ok(Reply::play("22-18")));
    }
    let begun = Instant::now();
    while state_of_the_child_process() != Some('T') {
        assert!(begun.elapsed() < Duration::from_mins(1), "it is not stopped");
        std::thread::yield_now();
    }
    let (one, other) = (started(&plugin, &pool, "none"), started(&plugin, &pool, "none"));
    assert_eq!(children(), 2, "two play in two");
    drop((one, other));
    drop(started(&plugin, &pool, "small leak"));
    assert_eq!(children(), 2, "one too many has ended");
    drop(plugin);
    assert_eq!(children(), 2);
    drop(pool);
    assert_eq!(children(), 0);
}

#[test]
fn a_process_is_not_reused_after_a_fault() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let memory_bytes_max = 512 << 20;
    let isolation = Arc::new(Isolation { memory_bytes_max, ..Isolation::clone(&sandboxed()) });
    let plugin = Plugin::load(library("scripted"), cache(), &isolation).unwrap();
    let pool = ProcessPool::with_capacity(9);
    for fault in
        ["panic in choose", "error in choose", "panic in drop", "panic in observe", "long reply"]
    {
        let mut player = started(&plugin, &pool, fault);
        player.observe(&Event::MatchEnded(Ending::by_rules(&Outcome::win(Seat::FIRST, "enough"))));
        turn_and_leave(player);
        assert_eq!(children(), 0, "{fault}");
    }
    let mut player = started(&plugin, &pool, "leak");
    let table = Table { runs: true, ..Table::default() };
    (0..8).for_each(|_| assert!(player.choose_move(&request(), &table).is_ok()));
    drop(player);
    assert_eq!(children(), 0, "it has left too much behind");
}

#[test]
fn an_idle_process_that_ends_is_replaced() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let plugin = Plugin::load(library("scripted"), cache(), &sandboxed()).unwrap();
    let pool = ProcessPool::with_capacity(1);
    for _ in 0..5 {
        turn_and_leave(started(&plugin, &pool, "none"));
        let process = rustix::process::Pid::from_raw(the_child().parse().unwrap()).unwrap();
        rustix::process::kill_process(process, rustix::process::Signal::KILL).unwrap();
    }
    pool.close();
    assert_eq!(children(), 0);
    turn_and_leave(started(&plugin, &ProcessPool::default(), "none"));
    assert_eq!(children(), 0, "the default pool keeps no process");
}

#[test]
fn a_child_process_of_root_has_no_privileges() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let plugin = Plugin::load(library("scripted"), cache(), &sandboxed()).unwrap();
    let mut failed = plugin.confinement().unwrap().failed();
    if !rustix::process::geteuid().is_root() || failed.any(|(step, _)| step == Step::Identity) {
        return;
    }
    let _player = plugin.new_player("second", "any", &Options::default()).unwrap();
    let status = fs::read_to_string(format!("/proc/{}/status", the_child())).unwrap();
    let ids = |of: &str| status.lines().find_map(|line| line.strip_prefix(of)).unwrap().trim();
    let nobody = ["65534"; 4].join("\t");
    assert_eq!((ids("Uid:"), ids("Gid:"), ids("Groups:")), (&*nobody, &*nobody, ""));
}

/// A table that no longer needs an answer.
struct Gone;

impl Host for Gone {
    fn urgency(&self) -> Urgency {
        Urgency::Withdrawn
    }

    fn report(&self, _: &Thinking) {}

    fn ask(&self, _: &Prompt) -> Result<String, AskError> {
        Err(AskError::Cancelled)
    }

    fn resolve(&self, _: &str) -> Result<String, String> {
        Err("gone".into())
    }

    fn log(&self, _: &str) {}
}

#[test]
fn a_player_that_ignores_a_withdrawal_is_killed_and_recreated() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let plugin = Plugin::load(library("scripted"), cache(), &sandboxed()).unwrap();
    let mut options = Options::default();
    options.set("fault", "endless loop");
    let mut player = plugin.new_player("scripted", "any", &options).unwrap();
    player.start(&setup()).unwrap();
    for _ in 0..4 {
        let error = player.choose_move(&request(), &Gone).unwrap_err();
        assert_eq!(error.kind(), FailureKind::Error, "{error}");
        assert_eq!(children(), 0);
    }
}

#[test]
fn without_descriptors_a_player_is_not_created_and_no_player_loses() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let isolation: Arc<Isolation> = sandboxed();
    let plugin = Plugin::load(library("scripted"), cache(), &isolation).unwrap();
    let usual = getrlimit(Resource::Nofile);
    let open = u64::try_from(count("/proc/self/fd")).unwrap();
    let few = Rlimit { current: Some(open + 1), maximum: usual.maximum };
    setrlimit(Resource::Nofile, few).unwrap();
    let refused = plugin.new_player("second", "any", &Options::default());
    setrlimit(Resource::Nofile, usual).unwrap();
    match refused.unwrap_err() {
        plugin_host::NewPlayerError::PlayerRefused { failure, .. } => {
            assert_eq!(failure.kind, FailureKind::HostFault, "{failure}");
        }
        other => panic!("{other}"),
    }
    play(&plugin, "second");
}
