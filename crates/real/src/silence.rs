//! When the slots are looked at for an I/O that does not come back.

use fourcorners_block::Nanos;

pub struct Silence {
    /// So long an I/O may take.
    timeout: Nanos,
    /// Not before.
    next: Nanos,
    /// One that was too old when last looked: its slot, and when it was admitted. A process
    /// that was stopped meanwhile gets a turn to collect it.
    suspect: Option<(u16, Nanos)>,
}

impl Silence {
    /// I/Os may take so long.
    pub fn new(timeout: Nanos) -> Self {
        Self {
            timeout,
            next: Nanos(0),
            suspect: None,
        }
    }

    /// So long an I/O may take.
    pub fn timeout(&self) -> Nanos {
        self.timeout
    }

    /// When it is time to look again.
    pub fn next(&self) -> Nanos {
        self.next
    }

    /// Looks at the oldest I/O in flight, its slot and when it was admitted: given back if it was
    /// too old when last looked, and still is.
    pub fn look(&mut self, now: Nanos, oldest: Option<(u16, Nanos)>) -> Option<(u16, Nanos)> {
        self.next = now + Nanos((self.timeout.0 / 8).max(1));
        let too_old = oldest.filter(|(_, at)| now.saturating_sub(*at) >= self.timeout);
        let suspect = std::mem::replace(&mut self.suspect, too_old);
        too_old.filter(|_| suspect == too_old)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_an_io_given_up_only_when_it_was_too_old_twice() {
        let mut silence = Silence::new(Nanos(800));
        let old = Some((3, Nanos(10)));
        assert_eq!(silence.look(Nanos(700), old), None, "young");
        assert_eq!(silence.look(Nanos(900), old), None, "for the first time");
        assert_eq!(silence.look(Nanos(1000), old), old);
        assert_eq!(silence.next(), Nanos(1100), "eight times in a timeout");
    }

    #[test]
    fn is_an_io_that_came_back_meanwhile_forgotten() {
        let mut silence = Silence::new(Nanos(800));
        assert_eq!(silence.look(Nanos(900), Some((3, Nanos(10)))), None);
        assert_eq!(silence.look(Nanos(1000), Some((4, Nanos(20)))), None);
        assert_eq!(silence.look(Nanos(1100), None), None);
        assert_eq!(silence.look(Nanos(1200), Some((4, Nanos(20)))), None);
    }
}
