//! Plugins' requests for memory and threads, and their limits.
//!
//! The requests come from the plugin's author, who may be a stranger. Requests are granted up to the default limits.
//! Larger values need a grant to this plugin in the user's configuration.

use std::fmt::Write as _;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::error::shown;
use crate::isolation::Grant;
use crate::{Confinement, Isolation, PluginError, Step, data, manifest_file};

/// Maximum number of threads for a plugin without a grant.
pub(crate) const THREADS_MAX: u64 = 512;

/// Maximum number of threads in a request or a grant.
const THREADS_ASKED_MAX: u64 = 4096;

/// Maximum memory in a request, in MiB.
const MEMORY_MIB_MAX: u64 = 1 << 20;

/// Minimum memory that a library can request, in MiB; nothing loads with less.
const LIBRARY_MEMORY_MIB_MIN: u64 = 64;

/// A plugin's requests; `None` for the default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Needs {
    pub(crate) memory_mib: Option<u64>,
    pub(crate) threads: Option<u64>,
}

impl Needs {
    /// The requests of the library in `file`, read from `lucky.toml` next to it if that file exists.
    ///
    /// # Errors
    /// [`PluginError`] if that file can't be read or has invalid contents.
    pub(crate) fn of_library(file: &Path) -> Result<Self, PluginError> {
        let Some(file) = data::beside(file, "toml")? else { return Ok(Self::default()) };
        let text = manifest_file::text(&file)?;
        let needs: Result<Self, String> = toml::from_str(&text)
            .map_err(|error| manifest_file::toml_error(&text, &error))
            .and_then(|needs: Self| needs.checked(LIBRARY_MEMORY_MIB_MIN));
        needs.map_err(|why| PluginError::Manifest { file, why })
    }

    /// Returns the requests if all of them are in range.
    ///
    /// # Errors
    /// A phrase with the value that is out of range.
    pub(crate) fn checked(self, memory_mib_min: u64) -> Result<Self, String> {
        check("memory_mib", self.memory_mib, memory_mib_min, MEMORY_MIB_MAX)?;
        check("threads", self.threads, 1, THREADS_ASKED_MAX)?;
        Ok(self)
    }
}

fn check(key: &str, given: Option<u64>, min: u64, max: u64) -> Result<(), String> {
    match given {
        Some(value) if !(min..=max).contains(&value) => {
            Err(format!("its {key} is {value}: expected {min} to {max}"))
        }
        _ => Ok(()),
    }
}

/// The limits for a plugin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Limits {
    /// Maximum memory in bytes: address space for a library, resident memory for a program.
    pub(crate) memory_bytes_max: u64,
    pub(crate) threads_max: u64,
}

impl Limits {
    /// The limits for a library without requests.
    pub(crate) const fn of_library(isolation: &Isolation) -> Self {
        Self { memory_bytes_max: isolation.memory_bytes_max, threads_max: THREADS_MAX }
    }

    /// The limits for the plugin in `file` with the requests `needs`. `defaults` supplies missing values.
    pub(crate) fn of(needs: Needs, defaults: Self, isolation: &Isolation, file: &Path) -> Self {
        let grant = isolation.grant(file);
        let granted_bytes = grant.and_then(|grant| grant.memory_bytes_max);
        let granted_threads = grant.and_then(|grant| grant.threads_max);
        let asked_bytes = needs.memory_mib.map(|mib| mib << 20);
        Self {
            memory_bytes_max: asked_bytes
                .or(granted_bytes)
                .unwrap_or(defaults.memory_bytes_max)
                .min(granted_bytes.unwrap_or(isolation.memory_bytes_max)),
            threads_max: needs
                .threads
                .or(granted_threads)
                .unwrap_or(defaults.threads_max)
                .min(granted_threads.unwrap_or(THREADS_MAX)),
        }
    }

    /// The limits that are enforced for this process, such as "4096 MiB of memory, any number of threads". A program's
    /// memory is measured from outside, so it is always limited.
    pub(crate) fn held_by(self, confinement: Option<&Confinement>) -> String {
        let counts = confinement.is_some_and(|confinement| confinement.has(Step::Threads));
        let threads = if counts { self.threads_max.to_string() } else { "any number of".into() };
        format!("{} MiB of memory, {threads} threads", self.memory_bytes_max >> 20)
    }

    /// The limits in words, such as "4096 MiB of memory, 512 threads".
    pub(crate) fn described(self) -> String {
        format!("{} MiB of memory, {} threads", self.memory_bytes_max >> 20, self.threads_max)
    }

    /// The refused requests of the plugin in `file` and the remedy; `None` if all are granted.
    pub(crate) fn missing(self, needs: Needs, file: &Path) -> Option<String> {
        let memory = needs.memory_mib.filter(|mib| mib << 20 > self.memory_bytes_max);
        let threads = needs.threads.filter(|count| *count > self.threads_max);
        let asked = match (memory, threads) {
            (Some(mib), Some(count)) => format!("{mib} MiB of memory and {count} threads"),
            (Some(mib), None) => format!("{mib} MiB of memory"),
            (None, Some(count)) => format!("{count} threads"),
            (None, None) => return None,
        };
        let mut grant = String::new();
        for (key, value) in [("memory_mib", memory), ("threads", threads)] {
            if let Some(value) = value {
                let comma = if grant.is_empty() { "" } else { ", " };
                // Writing to a string can't fail.
                let _written = write!(grant, "{comma}{key} = {value}");
            }
        }
        let file = std::path::absolute(file).unwrap_or(file.into());
        let file = shown(&file);
        Some(format!(
            "{asked} but gets {}; to grant it, add '{file}' = {{ {grant} }} below [isolation.grants] in your own rival.toml",
            self.described()
        ))
    }
}

impl Isolation {
    /// Returns `true` if the user has granted anything to the plugin in `file`.
    pub(crate) fn grants_to(&self, file: &Path) -> bool {
        self.grant(file).is_some()
    }

    /// The user's grant to the plugin in `file`. The last grant counts.
    fn grant(&self, file: &Path) -> Option<&Grant> {
        self.grants.iter().rfind(|grant| grant.is_for(file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASKED: Needs = Needs { memory_mib: Some(8192), threads: Some(600) };

    fn limits(needs: Needs, grants: Vec<Grant>) -> [u64; 2] {
        let isolation = Isolation { grants, ..Isolation::default() };
        let defaults = Limits { memory_bytes_max: 1 << 30, threads_max: 64 };
        let limits = Limits::of(needs, defaults, &isolation, Path::new("/proc/self/exe"));
        [limits.memory_bytes_max >> 20, limits.threads_max]
    }

    fn grant(file: &str, mib: Option<u64>, threads_max: Option<u64>) -> Vec<Grant> {
        let memory_bytes_max = mib.map(|mib| mib << 20);
        vec![Grant { file: file.into(), memory_bytes_max, threads_max }]
    }

    #[test]
    fn a_plugin_gets_what_it_requests_up_to_the_grant() {
        let own = "/proc/self/exe";
        assert_eq!(limits(Needs::default(), vec![]), [1024, 64]);
        assert_eq!(limits(Needs { memory_mib: Some(512), threads: Some(4) }, vec![]), [512, 4]);
        assert_eq!(limits(ASKED, vec![]), [4096, 512]);
        assert_eq!(limits(ASKED, grant("/proc/self/stat", Some(8192), Some(600))), [4096, 512]);
        assert_eq!(limits(ASKED, grant(own, Some(8192), None)), [8192, 512]);
        assert_eq!(limits(ASKED, grant(own, Some(1 << 20), Some(1000))), [8192, 600]);
        assert_eq!(limits(ASKED, grant(own, Some(100), Some(2))), [100, 2]);
        assert_eq!(limits(Needs::default(), grant(own, Some(6000), Some(700))), [6000, 700]);
    }

    #[test]
    fn missing_permissions_are_reported_with_the_remedy() {
        let limits = Limits { memory_bytes_max: 4 << 30, threads_max: 512 };
        let said = limits.missing(ASKED, Path::new("/a/lucky.so")).unwrap();
        assert_eq!(
            said,
            "8192 MiB of memory and 600 threads but gets 4096 MiB of memory, 512 threads; to grant it, add '/a/lucky.so' = { memory_mib = 8192, threads = 600 } below [isolation.grants] in your own rival.toml"
        );
        let one = Needs { threads: Some(600), memory_mib: Some(64) };
        assert!(limits.missing(one, Path::new("a")).unwrap().contains("{ threads = 600 }"));
        assert_eq!(limits.missing(Needs::default(), Path::new("a")), None);
    }

    #[test]
    fn a_file_next_to_a_library_is_refused_with_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        let library = folder.path().join("liblucky.so");
        let check = |text: &str, expected: Result<Needs, &str>| {
            std::fs::write(folder.path().join("lucky.toml"), text).unwrap();
            let needs = Needs::of_library(&library).map_err(|error| error.to_string());
            let needs = needs.map_err(|why| why.rsplit("lucky.toml: ").next().unwrap().to_owned());
            assert_eq!(needs, expected.map_err(Into::into));
        };
        check("", Ok(Needs::default()));
        check("memory_mib = 8192\nthreads = 600", Ok(ASKED));
        check("memory_mib = 1", Err("its memory_mib is 1: expected 64 to 1048576"));
        check("threads = 5000", Err("its threads is 5000: expected 1 to 4096"));
        check(
            "network = true",
            Err("line 1: unknown field `network`, expected `memory_mib` or `threads`"),
        );
    }
}
