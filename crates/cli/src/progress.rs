//! One line of progress a drive on stderr, above them one of all; where stderr is no terminal, a
//! line now and then.

mod total;

use crate::estimate::{Estimate, time};
use crate::interrupt::stop_requested;
use crate::output::{column, say, width};
use crate::wording;
use fourcorners_bench::record::Event;
use fourcorners_lab::{LabError, Message, Observer, Progress, Watcher};
use fourcorners_report::wording::event;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::collections::HashMap;
use std::io::IsTerminal as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use total::Total;

/// Shows all drives.
pub struct Terminal {
    bars: MultiProgress,
    quiet: bool,
    plain: bool,
    /// What is said once the first drive is begun: a command that is refused needs no advice.
    advice: Mutex<Option<String>>,
    /// Columns of the longest name so far.
    longest: AtomicUsize,
    /// Of drives that are not begun, by their names.
    waiting: Mutex<HashMap<String, ProgressBar>>,
    total: Mutex<Option<Total>>,
}

/// What is written for a drive and its repetition.
pub fn run_name(drive: &str, repeat: u32) -> String {
    match repeat {
        0 | 1 => drive.into(),
        _ => format!("{drive} #{repeat}"),
    }
}

/// One line, however narrow the terminal is: the message is cut where it does not fit. With a name
/// of 25 columns all but MB/s fits into 80.
const TEMPLATE: &str = "{prefix} {bar:8} {wide_msg}";
/// Of a drive that is not begun.
const WAITING: &str = "waiting";
/// Columns that are left to what is not the name.
const BESIDE_NAME: usize = 55;
/// Columns that a name has at the least.
const NAME_AT_LEAST: usize = 12;
/// Eighths of a character, as the bar is short.
const BAR: &str = "█▉▊▋▌▍▎▏░";

impl Terminal {
    pub fn new(quiet: bool) -> Self {
        let plain = !std::io::stderr().is_terminal();
        let target = if quiet || plain {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr()
        };
        Self {
            bars: MultiProgress::with_draw_target(target),
            quiet,
            plain,
            advice: Mutex::new(None),
            longest: AtomicUsize::new(0),
            waiting: Mutex::default(),
            total: Mutex::default(),
        }
    }

    /// A line below the others.
    fn line(&self) -> ProgressBar {
        let style = ProgressStyle::with_template(TEMPLATE).map_or_else(
            |_| ProgressStyle::default_bar(),
            |style| style.progress_chars(BAR),
        );
        self.bars.add(ProgressBar::new(1000).with_style(style))
    }

    /// All names are as wide as the longest.
    fn makes_room(&self, name: &str) {
        self.longest.fetch_max(width(name), Ordering::Relaxed);
    }

    /// With something to be said before the first drive is measured.
    pub fn with_advice(mut self, advice: Option<String>) -> Self {
        self.advice = Mutex::new(advice);
        self
    }
}

impl Watcher for Terminal {
    fn planned(&self, runs: &[(String, u32)]) {
        let names: Vec<String> = runs
            .iter()
            .map(|(drive, repeat)| run_name(drive, *repeat))
            .collect();
        names.iter().for_each(|name| self.makes_room(name));
        if names.len() < 2 {
            return;
        }
        let line = self.bars.add(ProgressBar::new_spinner());
        if let Ok(mut total) = self.total.lock() {
            *total = Some(Total::of(&names, line));
        }
        let Ok(mut waiting) = self.waiting.lock() else {
            return;
        };
        for name in names {
            let line = self.line();
            line.set_prefix(shortened(&name, self.longest.load(Ordering::Relaxed)));
            line.set_message(WAITING);
            waiting.insert(name, line);
        }
    }
    fn observer(&self, drive: &str, repeat: u32) -> Box<dyn Observer + '_> {
        let advice = self.advice.lock().map_or(None, |mut advice| advice.take());
        if let Some(advice) = advice {
            Watcher::say(self, &advice);
        }
        let name = run_name(drive, repeat);
        self.makes_room(&name);
        let waiting = self.waiting.lock();
        let waiting = waiting.map_or(None, |mut waiting| waiting.remove(&name));
        let line = Line {
            bar: waiting.unwrap_or_else(|| self.line()),
            name,
            longest: &self.longest,
            total: &self.total,
            estimate: Estimate::begin(Instant::now()),
            drawn: None,
            said: !self.quiet && self.plain,
        };
        line.bar.set_prefix(line.column());
        Box::new(line)
    }
    fn say(&self, sentence: &str) {
        // What will be destroyed is said even to a quiet user's log.
        self.bars.suspend(|| say(sentence));
    }
    fn message(&self, error: &LabError) -> Message {
        wording::message(error)
    }
    fn stop_requested(&self) -> bool {
        stop_requested()
    }
}

struct Line<'a> {
    bar: ProgressBar,
    name: String,
    /// Columns of the longest name so far.
    longest: &'a AtomicUsize,
    total: &'a Mutex<Option<Total>>,
    estimate: Estimate,
    drawn: Option<Instant>,
    /// Whether events are printed as lines.
    said: bool,
}

impl Line<'_> {
    fn elapsed_s(&self) -> f64 {
        self.estimate.elapsed_s(Instant::now())
    }

    fn ended(&self, how: &str) -> String {
        format!("{how} after {}", time(self.elapsed_s()))
    }

    /// The name, as wide as all are.
    fn column(&self) -> String {
        shortened(&self.name, self.longest.load(Ordering::Relaxed))
    }

    /// How far this drive is, for the line of all.
    fn tell_total(&self, share: f64) {
        if let Ok(mut total) = self.total.lock()
            && let Some(total) = total.as_mut()
        {
            total.is_at(&self.name, share, Instant::now());
        }
    }
}

/// A name, as wide as the longest, or as far as there is room.
fn shortened(name: &str, longest: usize) -> String {
    let terminal = rustix::termios::tcgetwinsize(std::io::stderr());
    let columns = terminal.map_or(80, |size| usize::from(size.ws_col));
    let room = columns.saturating_sub(BESIDE_NAME).max(NAME_AT_LEAST);
    column(name, longest.min(room))
}

impl Observer for Line<'_> {
    fn progress(&mut self, progress: &Progress<'_>) {
        // A simulated second can take a microsecond: draw ten times a second at most.
        let now = Instant::now();
        if self
            .drawn
            .is_some_and(|drawn| now.duration_since(drawn) < Duration::from_millis(100))
        {
            return;
        }
        self.drawn = Some(now);
        let estimated = self.estimate.of(progress, now);
        self.bar.set_position((estimated.share * 1000.0) as u64);
        self.bar.set_prefix(self.column());
        self.tell_total(estimated.share);
        let left = estimated.left();
        self.bar.set_message(format!(
            "{left:>6} left {:21} {:>6.0} IOPS {:>4.0} MB/s",
            event::sentence(progress.doing),
            progress.iops,
            progress.mb_per_s
        ));
    }

    fn event(&mut self, event: &Event) -> String {
        let sentence = event::sentence(event);
        if self.said {
            say(&format!(
                "{} {:6.1} s: {sentence}",
                self.name,
                self.elapsed_s()
            ));
        }
        if event.is_the_end() {
            self.tell_total(1.0);
        }
        match event {
            Event::Finished => self.bar.finish_with_message(self.ended(&sentence)),
            // The bar stays where it was.
            event if event.is_the_end() => self.bar.abandon_with_message(self.ended(&sentence)),
            // Until its first second is over, that it has begun.
            _ => self.bar.set_message(sentence),
        }
        fourcorners_lab::wall_clock()
    }

    fn stop_requested(&self) -> bool {
        stop_requested()
    }
}
