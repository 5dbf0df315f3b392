//! Published figures: can each be compared, and does it stand where it belongs?

mod bed;
mod conclusions;
mod interrupted;
mod known;
mod marked;
mod marks;
mod published;
mod statements;
