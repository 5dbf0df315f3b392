//! One program of all tests, since linking one for each file took longer than running them.

mod bed;
mod bounds;
mod connections;
mod hostile;
mod list;
mod live;
mod site;
