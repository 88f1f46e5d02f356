//! Memory and process budgets for engines: in total, and per client (one network address).
//!
//! A match or an analysis holds a [`Grant`] while its engines are in memory. The grant reserves the maximum memory that
//! the players declare, so a request is refused before anything is allocated.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use app_context::{AppContext, PlayerSpec};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::Settings;
use crate::client_address::ClientAddress;
use crate::error::Refused;
use crate::visitor::Visitor;

/// The client to charge for a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Payer {
    pub(crate) client: IpAddr,
    pub(crate) visitor: Visitor,
}

impl<S: Send + Sync> FromRequestParts<S> for Payer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let visitor = Visitor::from_request_parts(parts, state).await?;
        let client = ClientAddress::from_request_parts(parts, state).await?;
        Ok(Self { client: client.ip(), visitor })
    }
}

/// Resources used by engines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Engines {
    memory_mib: u64,
    processes: usize,
    /// The number of program-only matches.
    program_matches: usize,
}

impl Engines {
    /// The resources that these players need in `game`.
    ///
    /// # Errors
    /// [`Refused`] if a player name is malformed.
    pub(crate) fn of(
        app: &AppContext,
        game: &str,
        players: &[&PlayerSpec],
    ) -> Result<Self, Refused> {
        players.iter().try_fold(Self::default(), |all, player| {
            let footprint = app.footprint(game, player)?;
            Ok(Self {
                memory_mib: all.memory_mib.saturating_add(footprint.memory_mib),
                processes: all.processes + footprint.processes,
                ..all
            })
        })
    }

    /// The same resources, counted as a program-only match.
    pub(crate) fn in_program_match(self) -> Self {
        Self { program_matches: 1, ..self }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            memory_mib: self.memory_mib.saturating_add(other.memory_mib),
            processes: self.processes + other.processes,
            program_matches: self.program_matches + other.program_matches,
        }
    }

    fn minus(self, other: Self) -> Self {
        Self {
            memory_mib: self.memory_mib.saturating_sub(other.memory_mib),
            processes: self.processes.saturating_sub(other.processes),
            program_matches: self.program_matches.saturating_sub(other.program_matches),
        }
    }
}

/// The resources in use.
#[derive(Debug, Default)]
struct Used {
    total: Engines,
    clients: HashMap<IpAddr, Engines>,
}

/// A server's budgets and their current use.
#[derive(Debug)]
pub(crate) struct Budget {
    settings: Settings,
    used: Mutex<Used>,
}

/// Resources reserved for engines until this value is dropped.
#[derive(Debug)]
pub(crate) struct Grant {
    budget: Arc<Budget>,
    /// The client to charge; `None` for the owner's requests.
    client: Option<IpAddr>,
    engines: Engines,
}

impl Budget {
    /// An unused budget.
    pub(crate) fn new(settings: Settings) -> Self {
        Self { settings, used: Mutex::default() }
    }

    /// Grants the resources for these engines. Only the total budget limits the owner.
    ///
    /// # Errors
    /// [`Refused`] if the request exceeds the remaining budget.
    pub(crate) fn grant(
        self: &Arc<Self>,
        payer: Payer,
        engines: Engines,
    ) -> Result<Grant, Refused> {
        let mut used = self.used();
        let total = used.total.plus(engines);
        let client = (payer.visitor == Visitor::Stranger).then_some(payer.client);
        if let Some(client) = client {
            let of_client = used.clients.get(&client).copied().unwrap_or_default().plus(engines);
            self.check_client(of_client, engines)?;
            self.check_total(total, engines)?;
            used.clients.insert(client, of_client);
        } else {
            self.check_total(total, engines)?;
        }
        used.total = total;
        Ok(Grant { budget: Arc::clone(self), client, engines })
    }

    fn check_client(&self, all: Engines, new: Engines) -> Result<(), Refused> {
        let settings = &self.settings;
        let max = settings.program_matches_per_client;
        if new.program_matches > 0 && all.program_matches > max {
            return Err(Refused::too_many(format!(
                "you already have {max} matches between engines open; close the page of one and try again"
            )));
        }
        let max = settings.engine_memory_mib_per_client;
        if new.memory_mib > 0 && all.memory_mib > max {
            let new = new.memory_mib;
            return Err(Refused::too_many(format!(
                "your open matches and analyses use the {max} MiB of engine memory that you may use, and this needs {new} MiB more; close the page of another match, which stays saved, and try again"
            )));
        }
        let max = settings.engine_processes_per_client;
        if new.processes > 0 && all.processes > max {
            return Err(Refused::too_many(format!(
                "your open matches use the {max} engines that you may run at once; close the page of another match, which stays saved, and try again"
            )));
        }
        Ok(())
    }

    fn check_total(&self, all: Engines, new: Engines) -> Result<(), Refused> {
        let settings = &self.settings;
        let max = settings.engine_memory_mib;
        if new.memory_mib > 0 && all.memory_mib > max {
            return Err(Refused::unavailable(format!(
                "the server is busy: all {max} MiB for engines are in use; try again in a few minutes"
            )));
        }
        let max = settings.engine_processes;
        if new.processes > 0 && all.processes > max {
            return Err(Refused::unavailable(format!(
                "the server is busy: all {max} engines are in use; try again in a few minutes"
            )));
        }
        Ok(())
    }

    /// The memory reserved for all engines, in MiB.
    pub(crate) fn memory_mib(&self) -> u64 {
        self.used().total.memory_mib
    }

    /// Locks the resources in use. No code panics while holding this lock.
    fn used(&self) -> MutexGuard<'_, Used> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Grant {
    /// Returns `true` if this client is charged for the grant. The owner's grants have no client.
    pub(crate) fn is_paid_by(&self, payer: Payer) -> bool {
        self.client == (payer.visitor == Visitor::Stranger).then_some(payer.client)
    }

    /// Returns `true` if the grant covers these engines.
    pub(crate) fn covers(&self, engines: Engines) -> bool {
        engines.minus(self.engines) == Engines::default()
    }
}

impl Drop for Grant {
    fn drop(&mut self) {
        let mut used = self.budget.used();
        used.total = used.total.minus(self.engines);
        let Some(client) = self.client else { return };
        let left = used.clients.get(&client).map(|all| all.minus(self.engines));
        match left {
            Some(left) if left != Engines::default() => used.clients.insert(client, left),
            _ => used.clients.remove(&client),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRANGER: Payer =
        Payer { client: IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), visitor: Visitor::Stranger };

    fn engines(memory_mib: u64, processes: usize) -> Engines {
        Engines { memory_mib, processes, program_matches: 0 }
    }

    fn budget() -> Arc<Budget> {
        Arc::new(Budget::new(Settings::default()))
    }

    #[test]
    fn a_client_gets_its_share_and_returns_it() {
        let budget = budget();
        let grants: Vec<Grant> =
            (0..4).map(|_| budget.grant(STRANGER, engines(16, 1)).unwrap()).collect();
        assert_eq!(budget.memory_mib(), 64);
        let refused = budget.grant(STRANGER, engines(1, 0)).unwrap_err();
        let expected = "your open matches and analyses use the 64 MiB of engine memory that you may use, and this needs 1 MiB more; close the page of another match, which stays saved, and try again";
        assert_eq!(refused.why(), expected);
        let refused = budget.grant(STRANGER, engines(0, 1)).unwrap_err();
        let expected = "your open matches use the 4 engines that you may run at once; close the page of another match, which stays saved, and try again";
        assert_eq!(refused.why(), expected);
        assert!(budget.grant(STRANGER, engines(0, 0)).is_ok());
        drop(grants);
        assert_eq!(budget.memory_mib(), 0);
        assert!(budget.used().clients.is_empty());
        assert!(budget.grant(STRANGER, engines(64, 4)).is_ok());
    }

    #[test]
    fn a_client_can_have_few_matches_between_programs_and_many_others() {
        let budget = budget();
        let of_programs = engines(1, 0).in_program_match();
        let _grants: Vec<Grant> =
            (0..4).map(|_| budget.grant(STRANGER, of_programs).unwrap()).collect();
        let refused = budget.grant(STRANGER, of_programs).unwrap_err();
        let expected =
            "you already have 4 matches between engines open; close the page of one and try again";
        assert_eq!(refused.why(), expected);
        assert!(budget.grant(STRANGER, engines(1, 0)).is_ok());
    }

    #[test]
    fn all_clients_share_a_total_and_only_that_limits_the_owner() {
        let budget = budget();
        let owner = Payer { visitor: Visitor::Owner, ..STRANGER };
        let _large = budget.grant(owner, engines(500, 20)).unwrap();
        assert!(budget.grant(STRANGER, engines(12, 0)).is_ok(), "the owner's are not a visitor's");
        assert!(budget.grant(owner, engines(13, 0)).is_err());
        let other = Payer { client: IpAddr::from([192, 0, 2, 1]), ..STRANGER };
        let refused = budget.grant(other, engines(16, 0)).unwrap_err();
        let expected =
            "the server is busy: all 512 MiB for engines are in use; try again in a few minutes";
        assert_eq!(refused.why(), expected);
        let refused = budget.grant(owner, engines(0, 13)).unwrap_err();
        let expected = "the server is busy: all 32 engines are in use; try again in a few minutes";
        assert_eq!(refused.why(), expected);
    }
}
