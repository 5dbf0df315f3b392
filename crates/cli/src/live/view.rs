//! What the user wants to see, and the keys that say so.

use super::seen::{Seen, State};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The run that was chosen; none: the first that is under way.
    chosen: Option<usize>,
    /// Only the chosen one is shown.
    pub alone: bool,
    /// The keys are shown.
    pub help: bool,
}

/// What a key asks for beyond what is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    Nothing,
    /// Ctrl-C, or q.
    Stop,
    /// Ctrl-Z.
    Suspend,
    /// Ctrl-L.
    Redraw,
}

/// Keys and what they do, for the help.
pub const KEYS: [(&str, &str); 7] = [
    ("Tab ↓ →", "the next drive"),
    ("⇧Tab ↑ ←", "the previous drive"),
    ("Enter", "only this drive; all again"),
    ("Esc", "back: all drives in progress"),
    ("q Ctrl-C", "stop, keep; again: quit"),
    ("Ctrl-Z", "suspend (fg resumes)"),
    ("Ctrl-L ?", "redraw; this help"),
];

impl View {
    /// The run that is in focus.
    pub fn focus(&self, runs: &[Seen]) -> usize {
        let under_way = || runs.iter().position(|run| run.state == State::UnderWay);
        let ended = || {
            let mut ended = (0..runs.len()).rev();
            ended.find(|run| runs[*run].state != State::Waiting)
        };
        let chosen = self.chosen.filter(|chosen| *chosen < runs.len());
        chosen.or_else(under_way).or_else(ended).unwrap_or(0)
    }

    /// What is shown large: what is under way and the one in focus, in order of the list.
    pub fn shown(&self, runs: &[Seen]) -> Vec<usize> {
        let focus = self.focus(runs);
        let is_shown =
            |run: &usize| *run == focus || !self.alone && runs[*run].state == State::UnderWay;
        (0..runs.len()).filter(is_shown).collect()
    }

    /// A key was pressed.
    pub fn key(&mut self, key: KeyEvent, runs: &[Seen]) -> Asked {
        if key.kind == KeyEventKind::Release {
            return Asked::Nothing;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c') => Asked::Stop,
                KeyCode::Char('z') => Asked::Suspend,
                KeyCode::Char('l') => Asked::Redraw,
                _ => Asked::Nothing,
            };
        }
        let count = runs.len().max(1);
        let focus = self.focus(runs);
        match key.code {
            KeyCode::Char('q' | 'Q') => return Asked::Stop,
            KeyCode::Tab | KeyCode::Down | KeyCode::Right => {
                self.chosen = Some((focus + 1) % count);
            }
            KeyCode::BackTab | KeyCode::Up | KeyCode::Left => {
                self.chosen = Some((focus + count - 1) % count);
            }
            KeyCode::Enter => {
                self.alone = !self.alone;
                self.chosen = Some(focus);
            }
            // First what lies on top.
            KeyCode::Esc if self.help => self.help = false,
            KeyCode::Esc => *self = Self::default(),
            KeyCode::Char('?' | 'h') => self.help = !self.help,
            _ => {}
        }
        Asked::Nothing
    }
}

#[cfg(test)]
mod tests {
    use super::{Asked, View};
    use crate::live::seen::Seen;
    use fourcorners_bench::record::Event;
    use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
    use std::time::Instant;

    /// The first ended, two under way, one to come.
    fn runs() -> Vec<Seen> {
        let mut runs: Vec<Seen> = (0..4).map(|n| Seen::waiting(n.to_string())).collect();
        runs[..3]
            .iter_mut()
            .for_each(|run| run.begin(Instant::now()));
        runs[0].event(&Event::Finished, Instant::now());
        runs
    }

    fn press(view: &mut View, code: KeyCode, runs: &[Seen]) -> Asked {
        view.key(KeyEvent::new(code, KeyModifiers::NONE), runs)
    }

    #[test]
    fn is_what_is_under_way_shown_until_something_is_chosen() {
        let mut runs = runs();
        let mut view = View::default();
        assert_eq!((view.focus(&runs), view.shown(&runs)), (1, vec![1, 2]));
        runs[1].event(&Event::Finished, Instant::now());
        assert_eq!((view.focus(&runs), view.shown(&runs)), (2, vec![2]));
        runs[2].event(&Event::Finished, Instant::now());
        assert_eq!(view.shown(&runs), [2], "the last, until the next begins");
        // Chosen ones stay, and the order goes round.
        for (code, focus) in [
            (KeyCode::Tab, 3),
            (KeyCode::Down, 0),
            (KeyCode::Up, 3),
            (KeyCode::BackTab, 2),
        ] {
            press(&mut view, code, &runs);
            assert_eq!(view.focus(&runs), focus, "{code:?}");
        }
        press(&mut view, KeyCode::Esc, &runs);
        assert_eq!(view, View::default());
        assert_eq!(View::default().shown(&[]), Vec::<usize>::new());
    }

    #[test]
    fn does_enter_show_one_alone_and_all_again() {
        let runs = runs();
        let mut view = View::default();
        press(&mut view, KeyCode::Tab, &runs);
        press(&mut view, KeyCode::Enter, &runs);
        assert_eq!(view.shown(&runs), [2]);
        press(&mut view, KeyCode::Enter, &runs);
        assert_eq!(view.shown(&runs), [1, 2]);
    }

    #[test]
    fn are_ctrl_c_and_q_the_same() {
        let runs = runs();
        let mut view = View::default();
        let control = |key| KeyEvent::new(KeyCode::Char(key), KeyModifiers::CONTROL);
        assert_eq!(press(&mut view, KeyCode::Char('q'), &runs), Asked::Stop);
        assert_eq!(view.key(control('c'), &runs), Asked::Stop);
        assert_eq!(view.key(control('z'), &runs), Asked::Suspend);
        assert_eq!(view.key(control('q'), &runs), Asked::Nothing);
        press(&mut view, KeyCode::Char('?'), &runs);
        assert!(view.help);
    }
}
