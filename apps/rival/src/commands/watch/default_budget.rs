//! The suggested time per move for plugins in a match without limits.
//!
//! A plugin that searches until it is stopped would think until the move limit and lose. Such a plugin therefore gets a
//! time budget as if there were a clock, but exceeding the budget has no consequences.

use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use app_context::{AppContext, PlayerSpec};
use games_package::{
    AskError, Event, Host, MatchSetup, Player, PlayerError, PonderRequest, Prompt, Reply, Request,
    Setup, TableGame, Thinking, ThinkingLimits, TimeControl, Urgency,
};

/// The budget per move.
const BUDGET: Duration = Duration::from_secs(1);

/// The plugins with a budget. Each plugin has a flag that is set once the plugin uses up the budget for a move.
#[derive(Debug, Default)]
pub(super) struct DefaultBudget(Vec<(String, Arc<AtomicBool>)>);

impl DefaultBudget {
    /// Gives each plugin a budget if the match has no limits.
    pub(super) fn add(app: &AppContext, setup: &mut MatchSetup) -> Self {
        let is_limited = setup.time_control != TimeControl::Unlimited
            || setup.thinking != ThinkingLimits::default();
        let is_plugin = |spec: &str| {
            let request = app.find(&PlayerSpec::from_user(spec));
            request.is_ok_and(|request| request.is_from_plugin() && !app.seats_person(&request))
        };
        let mut plugins = Self::default();
        let seats = mem::take(&mut setup.seats).into_iter().map(|mut seat| {
            if !is_limited && is_plugin(&seat.spec) {
                let is_used = Arc::new(AtomicBool::new(false));
                plugins.0.push((seat.spec.clone(), Arc::clone(&is_used)));
                seat.player = Box::new(Budgeted { player: seat.player, is_used });
            }
            seat
        });
        setup.seats = seats.collect();
        plugins
    }

    /// A sentence about the plugins that used up the budget for a move, if any.
    pub(super) fn note(&self) -> Option<String> {
        let used = self.0.iter().filter(|(_, is_used)| is_used.load(Ordering::Relaxed));
        let mut names: Vec<&str> = used.map(|(name, _)| name.as_str()).collect();
        names.dedup();
        let (names, seconds) = (names.join(" and "), BUDGET.as_secs());
        (!names.is_empty()).then(|| {
            format!(
                "{names} used its budget of {seconds} s per move, the default without limits; set another one with --time, --clock, --depth or --nodes"
            )
        })
    }
}

/// A player that has a budget per move.
struct Budgeted {
    player: Box<dyn Player>,
    is_used: Arc<AtomicBool>,
}

impl Player for Budgeted {
    fn name(&self) -> String {
        self.player.name()
    }

    fn origin(&self) -> Option<String> {
        self.player.origin()
    }

    fn start_time(&self) -> Duration {
        self.player.start_time()
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        self.player.start(setup)
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        let request = Request { budget: request.budget.or(Some(BUDGET)), ..request.clone() };
        let end = Instant::now() + BUDGET;
        let reply = self.player.choose_move(&request, &BudgetedHost { host, end });
        self.is_used.fetch_or(Instant::now() >= end, Ordering::Relaxed);
        reply
    }

    fn ponder(&mut self, request: &PonderRequest, host: &dyn Host) {
        self.player.ponder(request, host);
    }

    fn observe(&mut self, event: &Event) {
        self.player.observe(event);
    }
}

/// A host that asks for the move once the budget is used up.
struct BudgetedHost<'a> {
    host: &'a dyn Host,
    end: Instant,
}

impl Host for BudgetedHost<'_> {
    fn urgency(&self) -> Urgency {
        let of_budget =
            if Instant::now() >= self.end { Urgency::BudgetUsed } else { Urgency::None };
        self.host.urgency().max(of_budget)
    }

    fn report(&self, thinking: &Thinking) {
        self.host.report(thinking);
    }

    fn ask(&self, prompt: &Prompt) -> Result<String, AskError> {
        self.host.ask(prompt)
    }

    fn resolve(&self, text: &str) -> Result<String, String> {
        self.host.resolve(text)
    }

    fn rules(&self) -> Option<Arc<dyn TableGame>> {
        self.host.rules()
    }

    fn log(&self, text: &str) {
        self.host.log(text);
    }
}
