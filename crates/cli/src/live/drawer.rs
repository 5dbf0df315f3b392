//! The thread that draws and reads keys.

use super::look::Look;
use super::screen::{self, Aside};
use super::seen::Seen;
use super::view::{Asked, View};
use super::{Shared, lock, terminal};
use crate::estimate::time;
use crate::interrupt::{interrupt, stop_requested, stopping};
use ratatui::crossterm::event::{self, Event};
use ratatui::layout::Rect;
use rustix::process::{Signal, kill_current_process_group};
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Time between two drawings.
const REDRAWN_AFTER: Duration = Duration::from_millis(125);

/// How long a sentence is shown.
const NOTE_STAYS: Duration = Duration::from_mins(1);

/// Draws until it is over; a terminal that cannot be written ends the drawing, and nothing else.
pub fn start(shared: Arc<Shared>) -> JoinHandle<()> {
    thread::spawn(move || {
        let drawn = Drawer::new(shared).and_then(Drawer::draw_on);
        if let Err(error) = drawn {
            terminal::leave();
            crate::output::note(&format!(
                "--live: cannot draw on the terminal ({error}); the run continues"
            ));
        }
    })
}

struct Drawer {
    shared: Arc<Shared>,
    canvas: terminal::Canvas,
    area: Rect,
    /// Whether keys can be read.
    keys: bool,
    /// What was seen of each run when it was last looked at.
    runs: Vec<Seen>,
    view: View,
    look: Look,
    began: Instant,
}

impl Drawer {
    fn new(shared: Arc<Shared>) -> io::Result<Self> {
        let area = terminal::area().unwrap_or(Rect::new(0, 0, 80, 24));
        let keys = terminal::enter()?;
        Ok(Self {
            shared,
            canvas: terminal::canvas(area)?,
            area,
            keys,
            runs: Vec::new(),
            view: View::default(),
            look: Look::of_environment(),
            began: Instant::now(),
        })
    }

    fn draw_on(mut self) -> io::Result<()> {
        while !self.shared.over.load(Ordering::Relaxed) {
            self.look();
            self.draw()?;
            self.wait_for_keys()?;
        }
        Ok(())
    }

    /// Takes over what has changed.
    fn look(&mut self) {
        let runs = lock(&self.shared.runs).clone();
        for (index, run) in runs.iter().enumerate() {
            let run = lock(run);
            match self.runs.get_mut(index) {
                Some(known) if known.version == run.version => {}
                Some(known) => known.clone_from(&run),
                None => self.runs.push(run.clone()),
            }
        }
    }

    fn draw(&mut self) -> io::Result<()> {
        let area = terminal::area().unwrap_or(self.area);
        if area != self.area {
            self.area = area;
            self.canvas = terminal::canvas(area)?;
        }
        let aside = Aside {
            elapsed: time(self.began.elapsed().as_secs_f64()),
            note: self.note(),
            stopping: stop_requested().then(stopping),
        };
        let (runs, view, look) = (&self.runs, &self.view, &self.look);
        self.canvas
            .draw(|frame| screen::draw(frame, runs, view, &aside, look))?;
        Ok(())
    }

    /// What was said, for a while: it is printed in the end.
    fn note(&self) -> Option<String> {
        let note = lock(&self.shared.note);
        let is_new = |(said, _): &&(Instant, String)| said.elapsed() < NOTE_STAYS;
        note.as_ref().filter(is_new).map(|(_, note)| note.clone())
    }

    /// Until it is time to draw again; a key is answered at once.
    fn wait_for_keys(&mut self) -> io::Result<()> {
        if !self.keys {
            thread::park_timeout(REDRAWN_AFTER);
            return Ok(());
        }
        // A terminal that cannot be read any more has no keys.
        let Ok(came) = event::poll(REDRAWN_AFTER) else {
            self.keys = false;
            return Ok(());
        };
        if !came {
            return Ok(());
        }
        match event::read() {
            Ok(Event::Key(key)) => match self.view.key(key, &self.runs) {
                Asked::Nothing => Ok(()),
                Asked::Stop => {
                    interrupt();
                    Ok(())
                }
                Asked::Suspend => self.suspend(),
                Asked::Redraw => self.anew(),
            },
            Ok(_) => Ok(()),
            Err(_) => {
                self.keys = false;
                Ok(())
            }
        }
    }

    /// Gives the terminal back and stops everything, as Ctrl-Z does elsewhere; goes on when the
    /// shell says so.
    fn suspend(&mut self) -> io::Result<()> {
        terminal::leave();
        kill_current_process_group(Signal::TSTP)?;
        // The signal may take a moment to reach this thread, which should not draw before.
        thread::sleep(Duration::from_millis(50));
        self.keys = terminal::enter()?;
        self.anew()
    }

    fn anew(&mut self) -> io::Result<()> {
        self.canvas = terminal::canvas(self.area)?;
        Ok(())
    }
}
