//! The terminal of stderr as a screen: taken, and given back however the program ends. What is said
//! meanwhile is printed once it is given back.

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};
use std::io::{self, IsTerminal as _, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The least that anything can be shown on, in columns and rows.
pub const LEAST: (u16, u16) = (40, 12);

struct Screen {
    open: bool,
    /// What was said while it was open.
    said: Vec<String>,
}

/// One a process: signals and panics have to find it.
static SCREEN: Mutex<Screen> = Mutex::new(Screen {
    open: false,
    said: Vec::new(),
});

/// Held for a write at most, never while something is drawn or measured.
fn screen() -> MutexGuard<'static, Screen> {
    SCREEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Why there can be no screen here, and what there is instead.
pub fn unfit() -> Option<String> {
    let (columns, rows) = LEAST;
    let why = if !io::stderr().is_terminal() {
        "stderr, where it would be drawn, is not a terminal".into()
    } else if std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb") {
        "TERM describes a terminal that cannot move its cursor".into()
    } else {
        let area = area()?;
        if area.width >= columns && area.height >= rows {
            return None;
        }
        format!(
            "it needs {columns} columns and {rows} rows, and this terminal has {} and {}",
            area.width, area.height
        )
    };
    Some(format!("--live: {why}; showing ordinary progress instead"))
}

/// How large the terminal is now; `None` if it does not say.
pub fn area() -> Option<Rect> {
    let size = rustix::termios::tcgetwinsize(io::stderr()).ok()?;
    Some(Rect::new(0, 0, size.ws_col, size.ws_row))
}

/// Takes the terminal. True if keys come one by one, without Enter.
pub fn enter() -> io::Result<bool> {
    let mut screen = screen();
    // Without a terminal to read from there are no keys: all is shown, and Ctrl-C is a signal.
    let keys = enable_raw_mode().is_ok();
    execute!(io::stderr(), EnterAlternateScreen, Hide)?;
    screen.open = true;
    Ok(keys)
}

/// Gives it back, if it is taken, and prints what was said.
pub fn leave() {
    let mut screen = screen();
    if !std::mem::take(&mut screen.open) {
        return;
    }
    // A terminal that is gone has nothing to be given back.
    let _ = execute!(io::stderr(), Show, LeaveAlternateScreen);
    let _ = disable_raw_mode();
    for sentence in std::mem::take(&mut screen.said) {
        crate::output::say(&sentence);
    }
}

/// Whether it is taken.
pub fn is_open() -> bool {
    screen().open
}

/// Says something: on stderr, or once that is given back.
pub fn say(sentence: &str) {
    let mut screen = screen();
    if screen.open {
        screen.said.push(sentence.into());
    } else {
        crate::output::say(sentence);
    }
}

/// What is drawn on.
pub type Canvas = Terminal<CrosstermBackend<Drawing>>;

/// All of the terminal, emptied. A new one after every change of size: the library's own ways ask
/// the terminal where its cursor is, and wait for an answer; and how large stdout is, which may be
/// a file.
pub fn canvas(area: Rect) -> io::Result<Canvas> {
    let mut empty = Drawing::default();
    execute!(empty, Clear(ClearType::All))?;
    let viewport = Viewport::Fixed(area);
    let backend = CrosstermBackend::new(Drawing::default());
    Terminal::with_options(backend, TerminalOptions { viewport })
}

/// What is drawn: gathered, and written at once while the terminal is taken.
#[derive(Default)]
pub struct Drawing(Vec<u8>);

impl Write for Drawing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let screen = screen();
        let bytes = std::mem::take(&mut self.0);
        if !screen.open {
            return Ok(());
        }
        let mut stderr = io::stderr().lock();
        stderr.write_all(&bytes)?;
        stderr.flush()
    }
}
