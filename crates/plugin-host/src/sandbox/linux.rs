//! Plugins in confined processes, by what Linux offers for that: namespaces, Landlock, seccomp, limits, `/proc`.

mod child;
mod frame;
mod hosting;
mod player;
mod plugin;
mod pool;
mod process;
mod process_group;
mod processor_time;
mod supervisor;
mod verdict;

pub(super) use self::child::child_main;
pub(super) use self::plugin::load;
pub(super) use self::pool::Processes;
