//! Deadlines and interruption.

use incise_base::{Deadline, Interrupt, StopReason};
use std::time::Duration;

#[test]
fn deadlines_pass_and_the_earlier_one_counts() {
    let (past, later) = (Deadline::after(Duration::ZERO), Deadline::after(Duration::from_secs(3600)));
    assert!(past.is_over() && past.time_left() == Some(Duration::ZERO));
    assert!(!later.is_over() && later.time_left() > Some(Duration::from_secs(3000)));
    assert!(!Deadline::NEVER.is_over() && Deadline::NEVER.time_left().is_none());
    assert_eq!(later.earlier(past), past);
    assert_eq!(Deadline::NEVER.earlier(later), later);
    assert_eq!(Deadline::after_any(None), Deadline::NEVER);
    assert_eq!(Deadline::after(Duration::MAX), Deadline::NEVER);
}

#[test]
fn clones_share_the_first_reason() {
    for stop in [StopReason::Deadline, StopReason::Work, StopReason::Signal, StopReason::Failure] {
        let interrupt = Interrupt::default();
        let shared = interrupt.clone();
        assert_eq!(shared.reason(), None);
        interrupt.request(stop);
        shared.request(StopReason::Signal);
        assert_eq!((interrupt.reason(), shared.reason()), (Some(stop), Some(stop)));
    }
}
