//! Records' times in order, of records that nearly are: those who write down completions have the
//! issues out of order, and time averages need them in it.

/// So many records further back, one is still put in its place.
pub(super) const REACH: usize = 1 << 16;

/// When a record was issued, and when it finished or, where that is not known, was issued; in ns.
pub(super) type Span = (u64, u64);

/// Spans that may still be preceded by one that comes.
#[derive(Default)]
pub(super) struct Sorted {
    held: Vec<Span>,
    /// The latest issue that was handed on.
    handed: u64,
    /// Spans that came too late to be put in their place.
    pub late: u64,
}

impl Sorted {
    /// Takes a record's; hands those on that nothing precedes any more.
    pub fn add(&mut self, span: Span, on: impl FnMut(Span)) {
        self.held.push(span);
        if self.held.len() == 2 * REACH {
            self.hand_on(REACH, on);
        }
    }

    /// Hands the rest on.
    pub fn end(&mut self, on: impl FnMut(Span)) {
        self.hand_on(self.held.len(), on);
    }

    fn hand_on(&mut self, count: usize, mut on: impl FnMut(Span)) {
        // Stable, and linear where they are in order.
        self.held.sort_by_key(|(issued, _)| *issued);
        for span in self.held.drain(..count) {
            self.late += u64::from(span.0 < self.handed);
            self.handed = self.handed.max(span.0);
            on(span);
        }
    }
}
