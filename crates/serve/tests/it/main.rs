//! One program of all tests, since linking one for each file took longer than running them.

mod nbd;
mod served;
