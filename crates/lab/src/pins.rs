//! Who each real drive of a review is: recorded when it is planned, or when its file is created,
//! and compared whenever it is opened.

use crate::error::LabError;
use crate::options::ReviewOptions;
use crate::target::Target;
use fourcorners_block::Identity;
use std::collections::BTreeMap;

/// Identities by DRIVE as given.
#[derive(Debug, Default)]
pub(crate) struct Pins(BTreeMap<String, Identity>);

impl Pins {
    /// Of the drives of a new review. A file that it creates has no identity yet.
    ///
    /// # Errors
    /// A drive cannot be identified.
    pub fn of(targets: &[Target], options: &ReviewOptions) -> Result<Self, LabError> {
        let mut pins = Self::default();
        for target in targets {
            if let (Target::Real(path), None) = (target, options.size) {
                pins.pin(target, &fourcorners_real::identify(path)?);
            }
        }
        Ok(pins)
    }

    /// Who the drive is; `None`: its file is not created yet.
    pub fn get(&self, target: &Target) -> Option<&Identity> {
        self.0.get(&target.argument())
    }

    /// Records who the drive is. The first time counts.
    pub fn pin(&mut self, target: &Target, identity: &Identity) {
        let pins = self.0.entry(target.argument());
        pins.or_insert_with(|| identity.clone());
    }
}
