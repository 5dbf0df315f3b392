//! How far something of many equal steps is.

use crate::estimate::time;
use crate::output;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal as _;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// One line on a terminal, else a line now and then.
pub struct Bar {
    line: ProgressBar,
    /// When a line was said last, where stderr is no terminal.
    said: Option<Mutex<Instant>>,
    begun: Instant,
}

const TEMPLATE: &str = "{bar:20} {wide_msg}";
/// Between two lines.
const NOW_AND_THEN: Duration = Duration::from_secs(10);

impl Bar {
    pub fn new(quiet: bool) -> Self {
        let plain = !std::io::stderr().is_terminal();
        let target = match quiet || plain {
            true => ProgressDrawTarget::hidden(),
            false => ProgressDrawTarget::stderr(),
        };
        let style = ProgressStyle::with_template(TEMPLATE);
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        Self {
            line: ProgressBar::with_draw_target(None, target).with_style(style),
            said: (plain && !quiet).then(|| Mutex::new(Instant::now())),
            begun: Instant::now(),
        }
    }

    /// `done` of `of` steps; adds the time that is left.
    pub fn show(&self, done: usize, of: usize, message: &str) {
        let left = match done {
            0 => String::new(),
            done if done == of => String::new(),
            done => {
                let elapsed_s = self.begun.elapsed().as_secs_f64();
                let left_s = elapsed_s * (of - done) as f64 / done as f64;
                format!(", {} left", time(left_s))
            }
        };
        let message = format!("{message}{left}");
        if let Some(said) = &self.said
            && let Ok(mut said) = said.lock()
            && said.elapsed() >= NOW_AND_THEN
        {
            *said = Instant::now();
            output::say(&message);
        }
        self.line.set_length(of as u64);
        self.line.set_position(done as u64);
        self.line.set_message(message);
    }

    /// Takes the line off the terminal.
    pub fn clear(&self) {
        self.line.finish_and_clear();
    }
}
