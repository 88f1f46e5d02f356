//! When a job is published, published again and given up: by what is heard of it and by the time, without a network or a clock.

use std::time::Duration;

/// The usual lease, and the limits of it: how long a worker may be silent about a move.
pub const LEASE_DEFAULT: Duration = Duration::from_secs(2);
/// The shortest lease.
pub const LEASE_MIN: Duration = Duration::from_millis(200);
/// The longest lease.
pub const LEASE_MAX: Duration = Duration::from_mins(1);

/// How long a published job waits for a claim before it is published again: it may have gone to a worker that has died.
const CLAIM_TIME: Duration = Duration::from_millis(400);

/// How long a job is without a worker before it is given up.
const UNCLAIMED_TIME_MAX: Duration = Duration::from_secs(1);

/// The pause after a worker had no room, or refused.
const RETRY_PAUSE: Duration = Duration::from_millis(20);

/// How many workers without room, and how many that refuse, a job is offered to: most moves take no longer here than asking more of them.
const BUSY_MAX: u32 = 10;
const REFUSALS_MAX: u32 = 3;

/// Why a job is given up that nobody takes.
const NO_ROOM: &str = "no worker has room";

/// The part of the time left that is kept for thinking here, should the workers fail, and its limits.
const RESERVED_PART: u32 = 8;
const RESERVE_MIN: Duration = Duration::from_millis(20);
const RESERVE_MAX: Duration = Duration::from_millis(500);

/// The most moments that a lease is divided into.
const SIGNS_PER_LEASE: u32 = 4;

/// The course of one job. All times are since the request.
#[derive(Debug)]
pub(crate) struct Course {
    lease: Duration,
    /// When thinking begins here at the latest; none without a deadline.
    take_over_at: Option<Duration>,
    reserve: Duration,
    state: State,
    /// Since when no worker has it; none while one does.
    unclaimed_since: Option<Duration>,
    /// How many workers had no room, and how many refused, since one had it.
    busy: u32,
    refusals: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// To be published at this time.
    Due(Duration),
    /// Published at this time, and not claimed.
    Published(Duration),
    /// A worker gave a sign of life at this time.
    Claimed(Duration),
}

/// What a worker, or the queue, says of a job, but for its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Sign {
    /// It is being done.
    Life,
    /// The worker has no room.
    Busy,
    /// The worker can't do it, or no more.
    Refused(String),
    /// Nobody listens.
    NoWorker,
}

/// What is to be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// Nothing now.
    Wait,
    /// Publish the job.
    Publish,
    /// Think here, for this reason.
    ThinkHere(String),
}

impl Course {
    /// A job that is to be published at once, for a request with this time left.
    pub(crate) fn new(lease: Duration, time_left: Option<Duration>) -> Self {
        let reserve = time_left.map_or(Duration::ZERO, |left| {
            (left / RESERVED_PART).clamp(RESERVE_MIN, RESERVE_MAX).min(left / 2)
        });
        // With a short time it must be noticed soon that a worker is gone.
        let longest = time_left.map_or(lease, |left| (left / SIGNS_PER_LEASE).max(LEASE_MIN));
        Self {
            lease: lease.min(longest),
            take_over_at: time_left.map(|left| left.saturating_sub(reserve)),
            reserve,
            state: State::Due(Duration::ZERO),
            unclaimed_since: Some(Duration::ZERO),
            busy: 0,
            refusals: 0,
        }
    }

    /// How often a worker should give a sign of life.
    pub(crate) fn sign_interval(&self) -> Duration {
        self.lease / SIGNS_PER_LEASE
    }

    /// The time that a worker has for its answer if the job is published now; none without a deadline.
    pub(crate) fn time_for_worker(&self, now: Duration) -> Option<Duration> {
        let latest = self.take_over_at?.saturating_sub(self.reserve / 4);
        Some(latest.saturating_sub(now))
    }

    /// Takes in what is said of the job.
    pub(crate) fn hear(&mut self, sign: Sign, now: Duration) -> Step {
        match sign {
            Sign::Life => {
                (self.state, self.unclaimed_since) = (State::Claimed(now), None);
                (self.busy, self.refusals) = (0, 0);
                Step::Wait
            }
            Sign::NoWorker => Step::ThinkHere("no worker is there".into()),
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

    /// Has the job published again, unless there is a reason to give it up.
    fn try_again(&mut self, now: Duration, enough: Option<String>) -> Step {
        self.state = State::Due(now + RETRY_PAUSE);
        self.unclaimed_since.get_or_insert(now);
        enough.map_or(Step::Wait, Step::ThinkHere)
    }

    /// What the time demands.
    pub(crate) fn tick(&mut self, now: Duration, is_connected: bool) -> Step {
        if self.take_over_at.is_some_and(|at| now >= at) {
            return Step::ThinkHere("the time gets short".into());
        }
        if let State::Claimed(at) = self.state
            && now.saturating_sub(at) >= self.lease
        {
            self.state = State::Due(now);
            self.unclaimed_since = Some(now);
        }
        if let State::Published(at) = self.state
            && now.saturating_sub(at) >= CLAIM_TIME
        {
            self.state = State::Due(now);
        }
        let Some(since) = self.unclaimed_since else { return Step::Wait };
        if !is_connected {
            return Step::ThinkHere("the queue can't be reached".into());
        }
        if now.saturating_sub(since) >= UNCLAIMED_TIME_MAX {
            return Step::ThinkHere(NO_ROOM.into());
        }
        match self.state {
            State::Due(at) if now >= at => {
                self.state = State::Published(now);
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
    fn a_job_whose_worker_falls_silent_is_published_again_after_the_lease() {
        let mut course = Course::new(LEASE_DEFAULT, None);
        assert_eq!(course.tick(ms(0), true), Step::Publish);
        assert_eq!(course.hear(Sign::Life, ms(5)), Step::Wait);
        assert_eq!(course.hear(Sign::Life, ms(500)), Step::Wait);
        assert_eq!(course.tick(ms(2499), true), Step::Wait);
        assert_eq!(course.tick(ms(2500), true), Step::Publish);
        assert_eq!(course.tick(ms(2510), true), Step::Wait);
        assert_eq!(course.hear(Sign::NoWorker, ms(2510)), here("no worker is there"));
    }

    #[test]
    fn a_job_that_nobody_claims_is_given_up_soon() {
        let mut course = Course::new(LEASE_DEFAULT, None);
        assert_eq!(course.tick(ms(0), true), Step::Publish);
        assert_eq!(course.tick(ms(399), true), Step::Wait);
        assert_eq!(course.tick(ms(400), true), Step::Publish);
        assert_eq!(course.tick(ms(800), true), Step::Publish);
        assert_eq!(course.tick(ms(1000), true), here("no worker has room"));
    }

    #[test]
    fn another_worker_is_asked_when_one_has_no_room_or_refuses() {
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
        assert_eq!(course.hear(Sign::Busy, ms(2010)), here("no worker has room"));
        for _ in 0..2 {
            assert_eq!(course.hear(Sign::Refused("old".into()), ms(2020)), Step::Wait);
        }
        assert_eq!(course.hear(Sign::Refused("old".into()), ms(2030)), here("old"));
    }

    #[test]
    fn without_a_connection_only_a_claimed_job_is_waited_for() {
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
    fn with_a_deadline_there_is_always_time_left_to_think_here() {
        for left in [10, 100, 1_000, 60_000, 3_600_000].map(ms) {
            let mut course = Course::new(LEASE_DEFAULT, Some(left));
            assert_eq!(course.tick(ms(0), true), Step::Publish);
            let worker = course.time_for_worker(ms(0)).unwrap();
            let at = course.take_over_at.unwrap();
            assert!(worker < at && at < left, "{left:?}: {worker:?} {at:?}");
            assert_eq!(course.hear(Sign::Life, worker), Step::Wait);
            assert_eq!(course.tick(at, true), here("the time gets short"));
            assert_eq!(course.time_for_worker(at), Some(Duration::ZERO));
            assert!(course.sign_interval() <= LEASE_DEFAULT / 4);
        }
        let course = Course::new(LEASE_DEFAULT, Some(ms(1000)));
        assert_eq!((course.lease, course.take_over_at), (ms(250), Some(ms(875))));
    }
}
