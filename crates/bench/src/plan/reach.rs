//! How a drive gets into the state that a test begins from.

use super::planner::{Planner, State};
use super::{Action, PlanError};
use crate::definition::{Conditions, NEW, Span, Until};
use fourcorners_block::{Bytes, DataClass};

impl Planner<'_> {
    /// Appends what brings the drive into a state.
    pub(super) fn reach(&mut self, wanted: &State) -> Result<(), PlanError> {
        if !self.has_states() {
            return self.begin_anew(wanted);
        }
        if self.current.as_ref() == Some(wanted) {
            return Ok(());
        }
        if let Some(slot) = self.saved.iter().position(|saved| saved == wanted) {
            self.actions.push(Action::Restore(slot));
            self.current = Some(wanted.clone());
            return Ok(());
        }
        if let Some(from) = wanted.trimmed_from {
            self.reach(&State {
                trimmed_from: None,
                ..wanted.clone()
            })?;
            let span = Bytes(wanted.span.0 - from.0);
            self.actions.push(Action::Trim { from, span });
            self.arrived(wanted.clone());
            return Ok(());
        }
        if wanted.name == NEW {
            self.actions.push(Action::Purge);
            self.current = Some(wanted.clone());
            return Ok(());
        }
        let library = self.catalogue;
        let definition = library.state(&wanted.name)?;
        self.reach(&State {
            name: definition.base.clone(),
            ..wanted.clone()
        })?;
        if let Some(work) = &definition.work {
            let duration_s = if matches!(work.until, Until::Duration | Until::SteadyState) {
                self.state_s
            } else {
                None
            };
            let conditions = Conditions {
                data: work.data.or(Some(wanted.data)),
                ..Conditions::default()
            };
            let share = matches!(work.span, Span::Share(_));
            let mut work = self.resolve(work, &conditions, wanted.span, duration_s);
            if work.until == Until::Pass && !share {
                work.span = wanted.span;
            }
            work.zones = None; // a state is reached whole
            self.actions.push(Action::Prepare {
                state: wanted.name.clone(),
                work,
            });
        }
        if let Some(seconds) = definition.idle_s {
            self.actions.push(Action::Prepare {
                state: wanted.name.clone(),
                work: self.idle(seconds.into()),
            });
        }
        if definition.trim {
            let from = Bytes(0);
            self.actions.push(Action::Trim {
                from,
                span: wanted.span,
            });
        }
        self.arrived(wanted.clone());
        Ok(())
    }

    /// Whether what was written before makes a difference to the drive. It does not to a simulated
    /// hard disk or RAM disk: one has neither NAND nor TRIM.
    fn has_states(&self) -> bool {
        let drive = self.identity;
        !drive.is_simulated() || drive.raw_nand.is_some() || drive.discard.is_some()
    }

    /// Where all states are one: the drive as it was at the beginning.
    fn begin_anew(&mut self, wanted: &State) -> Result<(), PlanError> {
        if wanted.name != NEW {
            self.catalogue.state(&wanted.name)?;
        }
        let new = State {
            name: NEW.into(),
            span: self.identity.capacity.bytes(),
            trimmed_from: None,
            data: DataClass::FullRandom,
        };
        if self.current.as_ref() == Some(&new) {
            return Ok(());
        }
        match self.saved.iter().position(|saved| *saved == new) {
            Some(slot) => {
                self.actions.push(Action::Restore(slot));
                self.current = Some(new);
            }
            None => {
                self.actions.push(Action::Purge);
                self.arrived(new);
            }
        }
        Ok(())
    }

    /// The drive is in a state. Simulated drives know when their write buffer is empty, and keep the
    /// state; what nothing returns to is dropped from the finished plan.
    pub(super) fn arrived(&mut self, state: State) {
        if self.identity.is_simulated() {
            if state.name != NEW {
                self.actions.push(Action::Drain);
            }
            self.actions.push(Action::Save(self.saved.len()));
            self.saved.push(state.clone());
        }
        self.current = Some(state);
    }
}
