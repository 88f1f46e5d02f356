//! The life cycle of a job: when to publish, republish and abandon it, depending on messages and time. Uses no network
//! and no clock.

use std::time::Duration;

/// The default lease: the maximum time that a worker can be silent about a move.
pub const LEASE_DEFAULT: Duration = Duration::from_secs(2);
/// The shortest lease.
pub const LEASE_MIN: Duration = Duration::from_millis(200);
/// The longest lease.
pub const LEASE_MAX: Duration = Duration::from_mins(1);

/// A published job waits this long to be claimed. The job is then republished, because it may have gone to a dead
/// worker.
const CLAIM_TIME: Duration = Duration::from_millis(400);

/// Time after which a job without a worker is abandoned.
const UNCLAIMED_TIME_MAX: Duration = Duration::from_secs(1);

/// Pause after a worker was busy or refused the job.
const RETRY_PAUSE: Duration = Duration::from_millis(20);

/// Maximum number of busy or refusing workers per job. Beyond this, thinking locally is usually faster than trying
/// again.
const BUSY_MAX: u32 = 10;
const REFUSALS_MAX: u32 = 3;

/// The reason for abandoning an unclaimed job.
const NO_ROOM: &str = "all workers are busy";

/// The share (1/N) of the remaining time to reserve for local thinking in case the workers fail, and its bounds.
const RESERVED_PART: u32 = 8;
const RESERVE_MIN: Duration = Duration::from_millis(20);
const RESERVE_MAX: Duration = Duration::from_millis(500);

/// Number of heartbeats per lease.
const SIGNS_PER_LEASE: u32 = 4;

/// The state of one job. All times are relative to the request.
#[derive(Debug)]
pub(crate) struct Course {
    lease: Duration,
    /// The latest start of local thinking; `None` without a deadline.
    take_over_at: Option<Duration>,
    reserve: Duration,
    state: JobState,
    /// The time when the job lost its last worker; `None` while a worker has the job.
    unclaimed_since: Option<Duration>,
    /// The number of busy and refusing workers since the last claim.
    busy: u32,
    refusals: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum JobState {
    /// The job is published at this time.
    Due(Duration),
    /// Published at this time and not yet claimed.
    Published(Duration),
    /// Claimed, with the time of the last heartbeat.
    Claimed(Duration),
}

/// A message about a job from a worker or the queue, except the final message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Sign {
    /// A worker is working on the job.
    Life,
    /// The worker is busy.
    Busy,
    /// The worker can't do the job, or can no longer do it.
    Refused(String),
    /// No worker is listening.
    NoWorker,
}

/// The next action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// Do nothing now.
    Wait,
    /// Publish the job.
    Publish,
    /// Think locally, for this reason.
    ThinkHere(String),
}

impl Course {
    /// A new job, to be published immediately, with this much time left.
    pub(crate) fn new(lease: Duration, time_left: Option<Duration>) -> Self {
        let reserve = time_left.map_or(Duration::ZERO, |left| {
            (left / RESERVED_PART).clamp(RESERVE_MIN, RESERVE_MAX).min(left / 2)
        });
        // If there is little time, a dead worker must be detected quickly.
        let longest = time_left.map_or(lease, |left| (left / SIGNS_PER_LEASE).max(LEASE_MIN));
        Self {
            lease: lease.min(longest),
            take_over_at: time_left.map(|left| left.saturating_sub(reserve)),
            reserve,
            state: JobState::Due(Duration::ZERO),
            unclaimed_since: Some(Duration::ZERO),
            busy: 0,
            refusals: 0,
        }
    }

    /// The heartbeat interval for a worker.
    pub(crate) fn sign_interval(&self) -> Duration {
        self.lease / SIGNS_PER_LEASE
    }

    /// A worker's time for its answer if the job is published now; `None` without a deadline.
    pub(crate) fn time_for_worker(&self, now: Duration) -> Option<Duration> {
        let latest = self.take_over_at?.saturating_sub(self.reserve / 4);
        Some(latest.saturating_sub(now))
    }

    /// Handles a message about the job.
    pub(crate) fn hear(&mut self, sign: Sign, now: Duration) -> Step {
        match sign {
            Sign::Life => {
                (self.state, self.unclaimed_since) = (JobState::Claimed(now), None);
                (self.busy, self.refusals) = (0, 0);
                Step::Wait
            }
            Sign::NoWorker => Step::ThinkHere("no workers".into()),
            Sign::Busy => {
                self.busy += 1;
                let is_enough = self.busy >= BUSY_MAX;
                self.try_again(now, is_enough.then(|| NO_ROOM.into()))
            }
            Sign::Refused(why) => {
                self.refusals += 1;
                let is_enough = self.refusals >= REFUSALS_MAX;
                self.try_again(now, is_enough.then_some(why))
            }
        }
    }

    /// Republishes the job, unless there is a reason to abandon it.
    fn try_again(&mut self, now: Duration, enough: Option<String>) -> Step {
        self.state = JobState::Due(now + RETRY_PAUSE);
        self.unclaimed_since.get_or_insert(now);
        enough.map_or(Step::Wait, Step::ThinkHere)
    }

    /// Handles the passage of time.
    pub(crate) fn tick(&mut self, now: Duration, is_connected: bool) -> Step {
        if self.take_over_at.is_some_and(|at| now >= at) {
            return Step::ThinkHere("time is running out".into());
        }
        if let JobState::Claimed(at) = self.state
            && now.saturating_sub(at) >= self.lease
        {
            self.state = JobState::Due(now);
            self.unclaimed_since = Some(now);
        }
        if let JobState::Published(at) = self.state
            && now.saturating_sub(at) >= CLAIM_TIME
        {
            self.state = JobState::Due(now);
        }
        let Some(since) = self.unclaimed_since else { return Step::Wait };
        if !is_connected {
            return Step::ThinkHere("the queue can't be reached".into());
        }
        if now.saturating_sub(since) >= UNCLAIMED_TIME_MAX {
            return Step::ThinkHere(NO_ROOM.into());
        }
        match self.state {
            JobState::Due(at) if now >= at => {
                self.state = JobState::Published(now);
                Step::Publish
            }
            _ => Step::Wait,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn here(why: &str) -> Step {
        Step::ThinkHere(why.into())
    }

    #[test]
    fn a_silent_workers_job_is_republished_after_the_lease() {
        let mut course = Course::new(LEASE_DEFAULT, None);
        assert_eq!(course.tick(ms(0), true), Step::Publish);
        assert_eq!(course.hear(Sign::Life, ms(5)), Step::Wait);
        assert_eq!(course.hear(Sign::Life, ms(500)), Step::Wait);
        assert_eq!(course.tick(ms(2499), true), Step::Wait);
        assert_eq!(course.tick(ms(2500), true), Step::Publish);
        assert_eq!(course.tick(ms(2510), true), Step::Wait);
        assert_eq!(course.hear(Sign::NoWorker, ms(2510)), here("no workers"));
    }

    #[test]
    fn an_unclaimed_job_is_abandoned_soon() {
        let mut course = Course::new(LEASE_DEFAULT, None);
        assert_eq!(course.tick(ms(0), true), Step::Publish);
        assert_eq!(course.tick(ms(399), true), Step::Wait);
        assert_eq!(course.tick(ms(400), true), Step::Publish);
        assert_eq!(course.tick(ms(800), true), Step::Publish);
        assert_eq!(course.tick(ms(1000), true), here("all workers are busy"));
    }

    #[test]
    fn a_busy_or_refusing_worker_is_replaced_by_another_one() {
        let mut course = Course::new(LEASE_DEFAULT, None);
        assert_eq!(course.tick(ms(0), true), Step::Publish);
        assert_eq!(course.hear(Sign::Busy, ms(1)), Step::Wait);
        assert_eq!(course.tick(ms(20), true), Step::Wait);
        assert_eq!(course.tick(ms(21), true), Step::Publish);
        assert_eq!(course.hear(Sign::Refused("no such player".into()), ms(22)), Step::Wait);
        assert_eq!(course.tick(ms(42), true), Step::Publish);
        assert_eq!(course.hear(Sign::Life, ms(43)), Step::Wait);
        assert_eq!(course.tick(ms(1500), true), Step::Wait);
        assert_eq!(course.hear(Sign::Refused("it stops".into()), ms(1600)), Step::Wait);
        assert_eq!(course.tick(ms(1620), true), Step::Publish);
        assert_eq!(course.hear(Sign::Life, ms(1650)), Step::Wait);
        for again in 0..9 {
            assert_eq!(course.hear(Sign::Busy, ms(2000 + again)), Step::Wait);
        }
        assert_eq!(course.hear(Sign::Busy, ms(2010)), here("all workers are busy"));
        for _ in 0..2 {
            assert_eq!(course.hear(Sign::Refused("old".into()), ms(2020)), Step::Wait);
        }
        assert_eq!(course.hear(Sign::Refused("old".into()), ms(2030)), here("old"));
    }

    #[test]
    fn without_a_connection_only_a_claimed_job_is_awaited() {
        let mut course = Course::new(LEASE_DEFAULT, None);
        assert_eq!(course.tick(ms(0), false), here("the queue can't be reached"));
        let mut course = Course::new(LEASE_DEFAULT, None);
        assert_eq!(course.tick(ms(0), true), Step::Publish);
        assert_eq!(course.hear(Sign::Life, ms(10)), Step::Wait);
        assert_eq!(course.tick(ms(100), false), Step::Wait);
        assert_eq!(course.hear(Sign::Life, ms(300)), Step::Wait);
        assert_eq!(course.tick(ms(2300), false), here("the queue can't be reached"));
    }

    #[test]
    fn a_deadline_always_leaves_time_to_think_locally() {
        for left in [10, 100, 1_000, 60_000, 3_600_000].map(ms) {
            let mut course = Course::new(LEASE_DEFAULT, Some(left));
            assert_eq!(course.tick(ms(0), true), Step::Publish);
            let worker = course.time_for_worker(ms(0)).unwrap();
            let at = course.take_over_at.unwrap();
            assert!(worker < at && at < left, "{left:?}: {worker:?} {at:?}");
            assert_eq!(course.hear(Sign::Life, worker), Step::Wait);
            assert_eq!(course.tick(at, true), here("time is running out"));
            assert_eq!(course.time_for_worker(at), Some(Duration::ZERO));
            assert!(course.sign_interval() <= LEASE_DEFAULT / 4);
        }
        let course = Course::new(LEASE_DEFAULT, Some(ms(1000)));
        assert_eq!((course.lease, course.take_over_at), (ms(250), Some(ms(875))));
    }
}
