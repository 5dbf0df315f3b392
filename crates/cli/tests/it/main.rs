//! One program of all tests, since linking one for each file took longer than running them.

mod articles;
mod beside_fio;
mod browse;
mod check;
mod command;
mod compare;
mod desktop;
mod doctor;
mod erase;
mod errors;
mod expect;
mod faults;
mod file_systems;
mod fio_job;
#[path = "../../../real/tests/host/mod.rs"]
mod host;
mod json;
mod killed;
mod live;
mod made_up_test;
mod manual;
mod names_and_files;
mod own_suites;
mod ports;
mod power;
mod power_loss;
mod prices;
#[path = "../program/mod.rs"]
mod program;
mod qualify;
mod read_only;
mod recording;
mod refusals;
mod replay;
mod resume;
mod resume_review;
mod review;
mod set;
mod show;
mod siblings;
mod standstill;
mod stopped;
mod sweep;
mod timestamps;
mod trace;
mod writes;
