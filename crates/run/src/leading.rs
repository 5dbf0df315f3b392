//! Drives of a run that several threads carry out.

use fourcorners_block::Drive;

/// Makes a drive of the run's kind, as new.
pub type NewDrive<'d> = &'d dyn Fn() -> Box<dyn Drive>;

/// The drive of who leads.
pub enum Leading<'d> {
    /// The only one.
    Given(&'d mut dyn Drive),
    /// One of as many as are wanted.
    New(Box<dyn Drive>, NewDrive<'d>),
}

impl Leading<'_> {
    pub fn get(&mut self) -> &mut dyn Drive {
        match self {
            Self::Given(drive) => *drive,
            Self::New(drive, _) => drive.as_mut(),
        }
    }

    pub fn replace(&mut self) {
        if let Self::New(drive, new) = self {
            *drive = new();
        }
    }
}
