//! Plugins in processes confined by Linux: namespaces, Landlock, seccomp, resource limits, `/proc`.

mod call_host;
mod child;
mod frame;
mod own_process;
mod player;
mod plugin;
mod pool;
mod process;
mod process_group;
mod processor_time;
mod program;
mod stderr_pipe;
mod supervisor;
mod verdict;

pub(super) use self::child::child_main;
pub(super) use self::plugin::load;
pub(super) use self::pool::Processes;
pub(super) use self::program::{start_program, try_confinement};
