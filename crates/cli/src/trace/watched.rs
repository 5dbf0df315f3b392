//! Records on their way: how many, how fast, and until Ctrl-C.

use crate::interrupt::stop_requested;
use crate::output::say;
use fourcorners_trace::{
    About, Loss, MissingEvents, Record, Records, SequenceGap, Sink, TraceError,
};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

/// Records that are read at once.
const PORTION: usize = 1 << 14;
/// The same of a recording: what has come is shown.
const RECORDED_PORTION: usize = 16;

/// A source that shows on stderr how far it is, and ends at Ctrl-C.
pub struct Watched {
    source: Box<dyn Records>,
    line: ProgressBar,
    began: Instant,
    pub records: u64,
    /// Whether it came to its end.
    pub ended: bool,
    /// At Ctrl-C it ends, and has been stopped; else it goes on to its own end.
    stops: bool,
    stopped: bool,
    /// Records that are read at once.
    portion: usize,
}

impl Watched {
    pub fn new(source: Box<dyn Records>, name: &str, quiet: bool) -> Self {
        let target = match quiet || !std::io::stderr().is_terminal() {
            true => ProgressDrawTarget::hidden(),
            false => ProgressDrawTarget::stderr(),
        };
        let all = source.about().records;
        let line = ProgressBar::with_draw_target(all, target).with_prefix(name.to_string());
        let template = match all {
            Some(_) => "{prefix:25} {bar:8} {wide_msg}",
            None => "{prefix:25} {wide_msg}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            line.set_style(style);
        }
        Self {
            source,
            line,
            began: Instant::now(),
            records: 0,
            ended: false,
            stops: true,
            stopped: false,
            portion: PORTION,
        }
    }

    /// What is being recorded: it ends by itself at Ctrl-C, and what it still has is wanted.
    pub fn recording(source: Box<dyn Records>, device: &str, quiet: bool) -> Self {
        let mut watched = Self::new(source, device, quiet);
        (watched.stops, watched.portion) = (false, RECORDED_PORTION);
        let template = "{prefix:25} recording for {elapsed}, Ctrl-C stops it: {wide_msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            watched.line.set_style(style);
        }
        watched.line.set_message("no I/O yet");
        // It shows that it goes on while nothing comes.
        watched.line.enable_steady_tick(Duration::from_secs(1));
        watched
    }

    /// Takes its line from the screen.
    pub fn clear(&self) {
        self.line.finish_and_clear();
    }

    /// Whether Ctrl-C ended it.
    pub fn was_stopped(&self) -> bool {
        self.stopped
    }

    /// All its records into the sink.
    pub fn pour(&mut self, sink: &mut dyn Sink, loss: &mut Loss) -> Result<(), TraceError> {
        let mut portion = Vec::with_capacity(self.portion);
        loop {
            portion.clear();
            self.read(self.portion, &mut portion)?;
            if portion.is_empty() {
                self.ended = true;
                return Ok(());
            }
            loss.see(&portion);
            sink.operations(self.source.operations());
            sink.write(&portion, self.source.streams())?;
        }
    }

    /// Says what was passed over, and what is missing.
    pub fn say_left_out(&self, file: &str) {
        let MissingEvents { lost, first, .. } = self.missing();
        if lost > 0 {
            let numbers = first.map(|SequenceGap { cpu, from, to }| {
                format!(" (CPU {cpu}: sequence numbers {from} to {to})")
            });
            let numbers = numbers.unwrap_or_default();
            self.line.suspend(|| {
                say(&format!(
                    "warning: {file}: the recording lost {lost} events, and with them I/Os or the \
                     times when they finished{numbers}"
                ));
            });
        }
        match self.skipped() {
            0 => {}
            skipped => self.line.suspend(|| {
                let were = match skipped {
                    1 => "line or file that is broken or not part of a trace was",
                    _ => "lines or files that are broken or not part of a trace were",
                };
                say(&format!("{file}: {skipped} {were} skipped"));
            }),
        }
    }
}

impl Records for Watched {
    fn about(&self) -> &About {
        self.source.about()
    }

    fn streams(&self) -> &[String] {
        self.source.streams()
    }

    fn source(&self) -> Option<&dyn Records> {
        Some(&*self.source)
    }

    fn read(&mut self, most: usize, into: &mut Vec<Record>) -> Result<(), TraceError> {
        if self.stops && stop_requested() {
            self.stopped = true;
            return Ok(());
        }
        let before = into.len();
        self.source.read(most, into)?;
        self.records += (into.len() - before) as u64;
        self.line.set_position(self.records);
        let elapsed = self.began.elapsed().max(Duration::from_millis(1));
        let (records, a_second) = (self.records, self.records as f64 / elapsed.as_secs_f64());
        self.line
            .set_message(format!("{records} records, {a_second:.0} per second"));
        Ok(())
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.line.finish_and_clear();
    }
}
