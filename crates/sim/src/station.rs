//! What every simulated drive without flash has in common: the clock, the host queue, and I/Os
//! that finish at a known time. What happens in between is the device's.

use fourcorners_block::{
    Admission, Completion, Drive, DriveError, HostQueue, Identity, Nanos, Outcome, Purge,
    QueueDepth, Request, Snapshot, Stop,
};
use std::collections::VecDeque;

/// What serves I/Os. Plain data: a copy has the same future.
pub trait Device: Clone + Send + Sync + 'static {
    /// Takes an admitted request that is within the drive's capacity; it, or `act` later, puts
    /// its end among those that finish.
    fn admit(&mut self, now: u64, admitted: Admitted, finishing: &mut Finishing);
    /// When it will do something by itself, not before now; `None`: never.
    fn next(&self, now: u64) -> Option<u64>;
    /// Does the next thing, the time for which has come. All I/Os that could be delivered and
    /// admitted by now have been.
    fn act(&mut self, now: u64, finishing: &mut Finishing);
}

/// A request that holds a slot.
#[derive(Clone, Copy, Debug)]
pub struct Admitted {
    /// Which it was of all that were admitted.
    pub number: u64,
    /// When it was.
    pub at: u64,
    /// What is to be done.
    pub request: Request,
}

/// I/Os whose end is known, in order of it; ties in order of admission.
#[derive(Clone, Debug, Default)]
pub struct Finishing(VecDeque<(u64, Completion)>);

impl Finishing {
    /// Puts one in its place.
    pub fn at(&mut self, end: u64, outcome: Outcome, admitted: Admitted) {
        let Admitted {
            number,
            at,
            request,
        } = admitted;
        let completion = Completion {
            tag: request.tag,
            bytes: request.blocks.bytes(),
            due: request.due,
            admitted: Nanos(at),
            finished: Nanos(end),
            outcome,
        };
        let place = self
            .0
            .partition_point(|(other, before)| (before.finished.0, *other) < (end, number));
        self.0.insert(place, (number, completion));
    }
    fn first(&self) -> Option<u64> {
        self.0.front().map(|(_, completion)| completion.finished.0)
    }
}

/// A drive around a device.
pub struct Station<D> {
    identity: Identity,
    state: State<D>,
}

#[derive(Clone)]
struct State<D> {
    now: u64,
    queue: HostQueue,
    finishing: Finishing,
    admitted: u64,
    device: D,
}

impl<D: Device> Station<D> {
    /// The drive at time 0.
    pub fn new(identity: Identity, device: D) -> Self {
        Self {
            identity,
            state: State {
                now: 0,
                queue: HostQueue::default(),
                finishing: Finishing::default(),
                admitted: 0,
                device,
            },
        }
    }

    fn busy(&self) -> usize {
        self.state.queue.waiting() + self.state.queue.in_flight()
    }
    fn idle(&self) -> Result<(), DriveError> {
        match self.busy() {
            0 => Ok(()),
            busy => Err(DriveError::Busy(busy)),
        }
    }
    fn admit(&mut self, request: Request) {
        let state = &mut self.state;
        let admitted = Admitted {
            number: state.admitted,
            at: state.now,
            request,
        };
        state.admitted += 1;
        match request.fault(self.identity.capacity, 1) {
            Some(outcome) => state.finishing.at(state.now, outcome, admitted),
            None => state
                .device
                .admit(state.now, admitted, &mut state.finishing),
        }
    }
}

impl<D: Device> Drive for Station<D> {
    fn identity(&self) -> &Identity {
        &self.identity
    }
    fn now(&self) -> Nanos {
        Nanos(self.state.now)
    }
    fn set_queue_depth(&mut self, depth: QueueDepth) {
        self.state
            .queue
            .set_depth(depth.min(self.identity.max_queue_depth));
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
        let first = completions.len();
        loop {
            let now = self.state.now;
            while self.state.finishing.first().is_some_and(|end| end <= now) {
                completions.extend(self.state.finishing.0.pop_front().map(|(_, io)| io));
                self.state.queue.finish();
            }
            let admission = self.state.queue.admission(Nanos(now));
            if let Admission::At(at) = admission
                && at.0 <= now
                && let Some(request) = self.state.queue.admit()
            {
                self.admit(request);
                continue;
            }
            // Before the device chooses what to do next: a host that refills its queue at this
            // instant is to find it as it was.
            let stopped = match stop {
                Stop::Never => false,
                Stop::Waiting(count) => self.state.queue.waiting() <= count,
                Stop::Completion => completions.len() > first,
                Stop::Drained => self.busy() == 0,
            };
            if stopped {
                return Ok(());
            }
            let acts = self.state.device.next(now);
            if acts.is_some_and(|at| at <= now) {
                let State {
                    device, finishing, ..
                } = &mut self.state;
                device.act(now, finishing);
                continue;
            }
            let admit = match admission {
                Admission::At(at) => Some(at.0),
                Admission::Empty | Admission::Full => None,
            };
            let finish = self.state.finishing.first();
            match [acts, admit, finish].into_iter().flatten().min() {
                Some(next) if next <= until.0 => self.state.now = next,
                _ => {
                    if until != Nanos::MAX {
                        self.state.now = now.max(until.0);
                    }
                    return Ok(());
                }
            }
        }
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
    /// Neither erasing nor TRIM would change anything about it.
    fn purge(&mut self) -> Result<Purge, DriveError> {
        self.idle().map(|()| Purge::Nothing)
    }
    fn snapshot(&self) -> Option<Snapshot> {
        let kept = || Snapshot(Box::new(self.state.clone()));
        self.idle().ok().map(|()| kept())
    }
    fn restore(&mut self, snapshot: &Snapshot) -> Result<(), DriveError> {
        self.idle()?;
        let state = snapshot.0.downcast_ref::<State<D>>().ok_or_else(|| {
            DriveError::Unsupported("the snapshot is another kind of drive's".into())
        })?;
        self.state = state.clone();
        Ok(())
    }
}
