//! What a synthetic trace writes.

use super::Definition;
use fourcorners_block::DataClass;

impl Definition {
    /// Classes of what is written, each with its share in thousandths of a per cent.
    pub fn data(&self) -> &[(DataClass, u64)] {
        &self.data
    }
}
