//! Tests of table builds: finished tables stay, and unfinished builds resume.

use std::fs;
use std::path::Path;

use checkers::{English, Frisian, International, Losing, Russian, Turkish, Variant};
use checkers_tablebase::{Builder, Planner};
use tablebase::{
    BuildObserver, BuildOptions, Content, Control, TableError, TableInfo, TableProgress,
};

use crate::support::{Notes, built, options};

/// Requests a checkpoint or a stop at a certain call.
struct Interrupting {
    calls_left: usize,
    wish: Control,
    checkpoints: usize,
}

impl BuildObserver for Interrupting {
    fn on_progress(&mut self, _: TableProgress) -> Control {
        self.calls_left = self.calls_left.saturating_sub(1);
        if self.calls_left == 0 { self.wish } else { Control::Continue }
    }

    fn on_table(&mut self, _: &TableInfo) {}

    fn on_checkpoint(&mut self) {
        self.checkpoints += 1;
    }
}

/// The names of the files in a folder with their contents.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, fs::read(path).unwrap())
        })
        .collect();
    files.sort();
    files
}

#[test]
fn an_interrupted_builder_resumes_to_the_same_files() {
    let (whole, _builder) = built::<Russian>(3, Content::Distances);
    let folder = tempfile::tempdir().unwrap();
    let (mut interruptions, mut checkpoints) = (0, 0);
    for calls in (5..).step_by(11) {
        let mut observer = Interrupting { calls_left: calls, wish: Control::Stop, checkpoints: 0 };
        let mut builder =
            Builder::<Russian>::new(folder.path(), options(3, Content::Distances)).unwrap();
        let done = builder.build(&mut observer);
        checkpoints += observer.checkpoints;
        match done {
            Ok(()) => break,
            Err(TableError::Stopped) => interruptions += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(interruptions > 2 && checkpoints > 2, "{interruptions} {checkpoints}");
    assert!(files(whole.path()) == files(folder.path()), "the files differ");
}

/// An observer that stops the build immediately, and records the progress.
#[derive(Default)]
struct Stopping(Vec<u64>);

impl BuildObserver for Stopping {
    fn on_progress(&mut self, progress: TableProgress) -> Control {
        self.0.push(progress.work[0]);
        Control::Stop
    }

    fn on_table(&mut self, _: &TableInfo) {}
}

#[test]
fn an_interrupted_builder_keeps_the_first_values_of_a_table() {
    let (folder, builder) = built::<English>(2, Content::Values);
    drop(builder);
    let options = BuildOptions { threads: 1, ..options(3, Content::Values) };
    let mut stopping = Stopping::default();
    let mut build = || {
        let mut builder = Builder::<English>::new(folder.path(), options).unwrap();
        let stopped = builder.build(&mut stopping).unwrap_err();
        assert!(matches!(stopped, TableError::Stopped), "{stopped}");
    };
    build();
    build();
    // Two kings against one, then one against two.
    assert_eq!(stopping.0, [32 * 31 / 2 * 30, 32 * 31 * 30]);
}

#[test]
fn threads_and_checkpoints_do_not_change_the_files() {
    let (whole, _builder) = built::<English>(3, Content::Values);
    for (threads, calls_left) in [(1, 1), (3, 40)] {
        let folder = tempfile::tempdir().unwrap();
        let mut observer = Interrupting { calls_left, wish: Control::Checkpoint, checkpoints: 0 };
        let options = BuildOptions { threads, ..options(3, Content::Values) };
        Builder::<English>::new(folder.path(), options).unwrap().build(&mut observer).unwrap();
        assert!(observer.checkpoints > 0);
        assert!(files(whole.path()) == files(folder.path()), "the files differ");
    }
}

/// Builds three-piece tables with just enough memory for three kings, whose table is a single slice. Most other tables
/// are therefore built in slices.
fn build_in_slices<V: Variant>(
    folder: &Path,
    content: Content,
    observer: &mut dyn BuildObserver,
) -> Result<(), TableError> {
    let options = options(3, content);
    let plan = Builder::<V>::new(folder, options)?.plan();
    let kings = plan.iter().filter(|planned| !planned.material.contains('m'));
    let memory_bytes = kings.map(|planned| planned.memory_bytes).max().unwrap();
    Builder::<V>::new(folder, BuildOptions { memory_bytes, ..options })?.build(observer)
}

/// Checks that tables built in slices, with interruptions, are the same as tables built in memory.
fn check_slices<V: Variant>(content: Content) {
    let (whole, _builder) = built::<V>(3, content);
    let folder = tempfile::tempdir().unwrap();
    let (mut interruptions, mut slices) = (0, 0);
    for calls in (5..).step_by(23) {
        let mut observer = Interrupting { calls_left: calls, wish: Control::Stop, checkpoints: 0 };
        match build_in_slices::<V>(folder.path(), content, &mut observer) {
            Ok(()) => break,
            Err(TableError::Stopped) => interruptions += 1,
            Err(error) => panic!("{error}"),
        }
        let names = files(folder.path()).into_iter().map(|(name, _)| name);
        slices += names.filter(|name| name.contains("-slice-")).count();
    }
    assert!(interruptions > 2 && slices > 2, "{interruptions} {slices}");
    assert!(files(whole.path()) == files(folder.path()), "the files differ");
}

#[test]
fn tables_that_do_not_fit_into_memory_are_built_in_slices_with_the_same_result() {
    check_slices::<English>(Content::Distances);
    check_slices::<Russian>(Content::Values);
    check_slices::<Losing>(Content::Distances);
    check_slices::<Turkish>(Content::Values);
}

#[test]
fn slices_are_removed_if_their_table_now_fits_into_memory() {
    let (whole, _builder) = built::<English>(3, Content::Distances);
    let folder = tempfile::tempdir().unwrap();
    let slices = |folder: &Path| {
        let names = files(folder).into_iter().map(|(name, _)| name);
        names.filter(|name| name.contains("-slice-")).count()
    };
    for calls in (5..).step_by(5) {
        let mut observer = Interrupting { calls_left: calls, wish: Control::Stop, checkpoints: 0 };
        build_in_slices::<English>(folder.path(), Content::Distances, &mut observer).unwrap_err();
        if slices(folder.path()) > 0 {
            break;
        }
    }
    let options = options(3, Content::Distances);
    Builder::<English>::new(folder.path(), options).unwrap().build(&mut Notes::default()).unwrap();
    assert!(files(whole.path()) == files(folder.path()), "the files differ");
}

#[test]
fn a_damaged_slice_is_named_and_rebuilt() {
    let (whole, _builder) = built::<English>(3, Content::Distances);
    let folder = tempfile::tempdir().unwrap();
    let slice = folder.path().join("1k1m-1k.distances-slice-03");
    fs::write(&slice, "no slice").unwrap();
    let mut notes = Notes::default();
    build_in_slices::<English>(folder.path(), Content::Distances, &mut notes).unwrap();
    assert_eq!(notes.refused.len(), 1, "{:?}", notes.refused);
    assert!(notes.refused[0].contains("1k1m-1k.distances-slice-03"), "{}", notes.refused[0]);
    assert!(files(whole.path()) == files(folder.path()), "the files differ");
}

#[test]
fn existing_tables_are_not_built_again() {
    let (folder, builder) = built::<English>(2, Content::Distances);
    drop(builder);
    let mut notes = Notes::default();
    let mut builder =
        Builder::<English>::new(folder.path(), options(3, Content::Distances)).unwrap();
    builder.build(&mut notes).unwrap();
    assert_eq!(notes.built, ["2k-1k", "2k-1m", "1k1m-1k", "1k1m-1m", "2m-1k", "2m-1m"]);
    assert_eq!(builder.tables().complete_to(), 3);
}

#[test]
fn distances_are_not_built_on_values() {
    let (folder, builder) = built::<English>(2, Content::Values);
    drop(builder);
    let mut notes = Notes::default();
    let mut builder =
        Builder::<English>::new(folder.path(), options(2, Content::Distances)).unwrap();
    builder.build(&mut notes).unwrap();
    assert_eq!(notes.built, ["1k-1k", "1k-1m", "1m-1m"]);
}

#[test]
fn a_damaged_checkpoint_is_named_and_the_table_is_restarted() {
    let folder = tempfile::tempdir().unwrap();
    let mut builder = Builder::<English>::new(folder.path(), options(2, Content::Values)).unwrap();
    let checkpoint = folder.path().join("1k-1k.values-checkpoint");
    fs::write(&checkpoint, "no checkpoint").unwrap();
    let mut notes = Notes::default();
    builder.build(&mut notes).unwrap();
    assert_eq!(notes.refused.len(), 1);
    assert!(notes.refused[0].contains("1k-1k.values-checkpoint"), "{}", notes.refused[0]);
    assert_eq!(notes.built.len(), 3);
    assert!(!checkpoint.exists());
}

/// The program builds small tables first and estimates the time for the others from the speed of these builds. The
/// builder that rebuilds a damaged file reports the file.
#[test]
fn a_damaged_requested_table_is_named() {
    let (folder, builder) = built::<English>(3, Content::Values);
    drop(builder);
    fs::write(folder.path().join("2k-1k.values"), "something else").unwrap();
    let refused_by_builder_of = |pieces| {
        let mut notes = Notes::default();
        let mut builder =
            Builder::<English>::new(folder.path(), options(pieces, Content::Values)).unwrap();
        builder.build(&mut notes).unwrap();
        notes.refused.len()
    };
    assert_eq!([2, 3, 3].map(refused_by_builder_of), [0, 1, 0]);
}

#[test]
fn two_builders_do_not_share_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let _first = Builder::<English>::new(folder.path(), options(2, Content::Values)).unwrap();
    let second = Builder::<English>::new(folder.path(), options(2, Content::Values));
    assert!(matches!(second, Err(TableError::Busy { .. })));
}

#[test]
fn a_planner_creates_nothing_and_does_not_wait_for_a_builder() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("english");
    let planned = |folder: &Path| {
        let planner = Planner::<English>::new(folder, options(3, Content::Values)).unwrap();
        let plan = planner.plan();
        (plan.len(), plan.iter().filter(|planned| planned.is_present).count())
    };
    assert_eq!(planned(&place), (9, 0));
    assert!(!place.exists());
    let (place, _builder) = built::<English>(2, Content::Values);
    assert_eq!(planned(place.path()), (9, 3));
}

/// Tables that another program has built in the meantime are not built again.
#[test]
fn a_planner_becomes_a_builder_for_its_plan() {
    let folder = tempfile::tempdir().unwrap();
    let mut planner = Planner::<English>::new(folder.path(), options(3, Content::Values)).unwrap();
    planner.restrict("2k-1k").unwrap();
    let mut other = Builder::<English>::new(folder.path(), options(2, Content::Values)).unwrap();
    other.build(&mut Notes::default()).unwrap();
    drop(other);
    let mut builder = planner.into_builder().unwrap();
    let plan: Vec<(String, bool)> =
        builder.plan().into_iter().map(|planned| (planned.material, planned.is_present)).collect();
    assert_eq!(plan, [("1k-1k".to_owned(), true), ("2k-1k".to_owned(), false)]);
    let mut notes = Notes::default();
    builder.build(&mut notes).unwrap();
    assert_eq!(notes.built, ["2k-1k"]);
}

#[test]
fn a_table_is_requested_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let mut planner = Planner::<English>::new(folder.path(), options(3, Content::Values)).unwrap();
    let mut refused = |material: &str| planner.restrict(material).unwrap_err().to_string();
    let called = "write 2k-1k, the stronger side first";
    let why = |material: &str| format!("no tablebase {material} with up to 3 pieces; ");
    assert_eq!(refused("1k-2k"), why("1k-2k") + called);
    for material in ["", "1k-3k", "3k-1k", "1m1k-1k"] {
        let expected = why(material) + "write pieces like ";
        assert!(refused(material).starts_with(&expected), "{material}");
    }
    planner.restrict("2k-1k").unwrap();
    assert_eq!(planner.plan().len(), 2);
}

#[test]
fn impossible_tables_are_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let message = |options| match Builder::<English>::new(folder.path(), options)
        .and_then(|mut builder| builder.build(&mut Notes::default()))
    {
        Ok(()) => String::new(),
        Err(error) => error.to_string(),
    };
    for pieces in [0, 1, 9, 255] {
        assert_eq!(
            message(options(pieces, Content::Values)),
            format!("tablebases cover 2 to 8 pieces, not {pieces}")
        );
    }
    let little = BuildOptions { memory_bytes: 1 << 10, ..options(2, Content::Values) };
    assert_eq!(
        message(little),
        "building the tablebase 1k-1k needs 1 MiB of memory, but the limit is 1 MiB; see --memory"
    );
    // The table's cells use three quarters of that memory; the rest is for blocks of the tables on which it depends.
    let checked = |mebibytes: u64| {
        let options = BuildOptions { memory_bytes: mebibytes << 20, ..options(5, Content::Values) };
        let mut planner = Planner::<International>::new(folder.path(), options).unwrap();
        planner.restrict("3k-2k").unwrap();
        planner.check_memory().map_err(|error| error.to_string())
    };
    let why = "building the tablebase 3k-2k needs 108 MiB of memory, but the limit is 16 MiB";
    assert_eq!(checked(16), Err(format!("{why}; see --memory")));
    assert_eq!(checked(108), Ok(()));
    let frisian = tempfile::tempdir().unwrap();
    let error = Builder::<Frisian>::new(frisian.path(), options(2, Content::Values)).unwrap_err();
    assert!(error.to_string().contains("three times"), "{error}");
    assert_eq!(files(frisian.path()), []);
}
