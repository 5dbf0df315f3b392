//! A drive that finishes every I/O at once, or after a fixed time, and stores nothing. What a
//! test costs on it is the cost of testing.

use crate::{
    Admission, Blocks, Bytes, Completion, Drive, DriveError, DriveKind, HostQueue, Identity, Nanos,
    Outcome, Purge, QueueDepth, Request, Snapshot, StateError, Stop,
};
use std::collections::VecDeque;

/// Finishes I/Os at once or after a fixed time, and stores nothing.
pub struct NullDrive {
    identity: Identity,
    state: State,
}

#[derive(Clone)]
struct State {
    now: Nanos,
    service: Nanos,
    queue: HostQueue,
    /// In order of finishing: the service time is constant but for rejects, which are
    /// delivered before anything else is admitted.
    finishing: VecDeque<Completion>,
}

/// What a state begins with; capacity, service time, clock and queue depth follow.
const MAGIC: &[u8] = b"Four Corners null drive\0";

/// The next number of a state.
fn next(bytes: &mut &[u8]) -> Result<u64, StateError> {
    let (number, rest) = bytes.split_first_chunk().ok_or(StateError::Incomplete)?;
    *bytes = rest;
    Ok(u64::from_le_bytes(*number))
}

impl NullDrive {
    /// A drive of that size that takes `service` for every I/O.
    pub fn new(capacity: Blocks, service: Nanos) -> Self {
        let max_queue_depth = QueueDepth::new(1024).unwrap_or(QueueDepth::ONE);
        Self {
            identity: Identity {
                kind: DriveKind::Null,
                name: "null".into(),
                model: "Null drive".into(),
                serial: String::new(),
                wwid: None,
                on_host: None,
                firmware: String::new(),
                capacity,
                logical_block: Bytes(512),
                physical_block: Bytes(512),
                rotational: Some(false),
                discard: Some(crate::DiscardLimits {
                    granularity: Bytes(512),
                    max: capacity.bytes(),
                    queued: true,
                }),
                raw_nand: None,
                max_queue_depth,
                scheduler: None,
                engine: "null".into(),
                read_only: false,
            },
            state: State {
                now: Nanos(0),
                service,
                queue: HostQueue::default(),
                finishing: VecDeque::new(),
            },
        }
    }
}

impl Drive for NullDrive {
    fn identity(&self) -> &Identity {
        &self.identity
    }
    fn now(&self) -> Nanos {
        self.state.now
    }
    fn set_queue_depth(&mut self, depth: QueueDepth) {
        self.state.queue.set_depth(depth);
    }
    fn submit(&mut self, requests: &[Request]) {
        self.state.queue.push(requests);
    }

    fn wait(
        &mut self,
        until: Nanos,
        stop: Stop,
        completions: &mut Vec<Completion>,
    ) -> Result<(), DriveError> {
        let state = &mut self.state;
        let first = completions.len();
        loop {
            // Everything that finishes now is delivered before anything is admitted now.
            while state
                .finishing
                .front()
                .is_some_and(|next| next.finished <= state.now)
            {
                completions.extend(state.finishing.pop_front());
                state.queue.finish();
            }
            let admission = state.queue.admission(state.now);
            if let Admission::At(at) = admission
                && at <= state.now
                && let Some(request) = state.queue.admit()
            {
                let fault = request.fault(self.identity.capacity, 1);
                let service = if fault.is_some() {
                    Nanos(0)
                } else {
                    state.service
                };
                let completion = Completion {
                    tag: request.tag,
                    bytes: request.blocks.bytes(),
                    due: request.due,
                    admitted: state.now,
                    finished: state.now + service,
                    outcome: fault.unwrap_or(Outcome::Done),
                };
                if fault.is_some() {
                    state.finishing.push_front(completion);
                } else {
                    state.finishing.push_back(completion);
                }
                continue;
            }
            if state.queue.stops(stop, completions.len() > first) {
                return Ok(());
            }
            let finish = state
                .finishing
                .front()
                .map(|completion| completion.finished);
            let admit = match admission {
                Admission::At(at) => Some(at),
                Admission::Empty | Admission::Full => None,
            };
            match finish.into_iter().chain(admit).min() {
                Some(next) if next <= until => state.now = next,
                _ if until == Nanos::MAX => return Ok(()),
                _ => {
                    state.now = state.now.max(until);
                    return Ok(());
                }
            }
        }
    }

    fn earliest_completion(&mut self) -> Option<Nanos> {
        let first = self.state.finishing.front();
        let admission = match self.state.queue.admission(self.state.now) {
            Admission::At(at) => at,
            Admission::Empty | Admission::Full => Nanos::MAX,
        };
        Some(first.map_or(admission, |first| first.finished.min(admission)))
    }
    fn waiting(&self) -> usize {
        self.state.queue.waiting()
    }
    fn in_flight(&self) -> usize {
        self.state.queue.in_flight()
    }
    fn withdraw(&mut self) -> usize {
        self.state.queue.withdraw()
    }
    fn purge(&mut self) -> Result<Purge, DriveError> {
        self.state.queue.idle().map(|()| Purge::SecureErase)
    }
    fn snapshot(&self) -> Option<Snapshot> {
        self.state
            .queue
            .idle()
            .ok()
            .map(|()| Snapshot(Box::new(self.state.clone())))
    }
    fn restore(&mut self, snapshot: &Snapshot) -> Result<(), DriveError> {
        self.state.queue.idle()?;
        let state = snapshot.0.downcast_ref::<State>().ok_or_else(|| {
            DriveError::Unsupported("the snapshot is of another kind of drive".into())
        })?;
        self.state = state.clone();
        Ok(())
    }
    fn state(&self) -> Option<Vec<u8>> {
        let State { now, queue, .. } = &self.state;
        queue.idle().ok()?;
        let (capacity, service) = (self.identity.capacity.0, self.state.service.0);
        let numbers = [capacity, service, now.0, queue.depth().get() as u64];
        let numbers = numbers.into_iter().flat_map(u64::to_le_bytes);
        Some(MAGIC.iter().copied().chain(numbers).collect())
    }
    fn set_state(&mut self, state: &[u8]) -> Result<(), DriveError> {
        self.state.queue.idle()?;
        let mut rest = state.strip_prefix(MAGIC).ok_or(StateError::NotAState)?;
        let drive = (next(&mut rest)?, next(&mut rest)?);
        let (now, depth) = (next(&mut rest)?, next(&mut rest)?);
        let depth = u16::try_from(depth).ok().and_then(QueueDepth::new);
        let (Some(depth), []) = (depth, rest) else {
            return Err(StateError::Incomplete.into());
        };
        if drive != (self.identity.capacity.0, self.state.service.0) {
            return Err(StateError::OtherDrive(self.identity.name.clone()).into());
        }
        self.state.now = Nanos(now);
        self.state.queue.set_depth(depth);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn does_the_null_drive_conform() {
        crate::conformance::check(&mut || {
            Box::new(NullDrive::new(Blocks(1 << 16), Nanos::micros(10)))
        });
    }
}
