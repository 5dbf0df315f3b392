//! Findings, recommendations and warnings as values. One program of all tests, since linking one
//! for each file takes longer than running them.

mod advice;
mod case;
mod charts;
mod every;
mod judges;
mod life;
mod made;
mod modern;
mod pages;
mod qualify;
mod warnings;
