//! Whatever bytes there are, does every reader end in records or in a sentence, in bounded memory
//! and time? Some cases in every test run, and `cargo xtask soak` goes on for as long as one likes.
//! Each subject has its own cases; whatever it is, it may be packed.

mod blktrace;
mod own;
mod packing;
mod reading;
mod text;
