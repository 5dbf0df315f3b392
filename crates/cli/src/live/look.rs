//! Colours and marks. Nothing is said by a colour alone.

use ratatui::style::{Color, Style};
use ratatui::symbols::Marker;

#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// What a second is drawn with.
    pub dots: Marker,
    pub point: Style,
    /// A second without any I/O.
    pub stall: Style,
    pub focus: Style,
    /// What is around the data.
    pub faint: Style,
    pub note: Style,
}

impl Look {
    /// Without any colour.
    pub fn plain() -> Self {
        let none = Style::new();
        Self {
            dots: Marker::Braille,
            point: none,
            stall: none,
            focus: none,
            faint: none,
            note: none,
        }
    }

    fn coloured() -> Self {
        let colour = |colour| Style::new().fg(colour);
        Self {
            point: colour(Color::Cyan),
            stall: colour(Color::Red),
            focus: colour(Color::Green),
            note: colour(Color::Yellow),
            ..Self::plain()
        }
    }

    /// What this terminal and its user want: `NO_COLOR` (no-color.org), and dots that the kernel's
    /// console has.
    pub fn of_environment() -> Self {
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let look = if no_colour {
            Self::plain()
        } else {
            Self::coloured()
        };
        match std::env::var_os("TERM") {
            Some(term) if term == "linux" => Self {
                dots: Marker::HalfBlock,
                ..look
            },
            _ => look,
        }
    }
}
