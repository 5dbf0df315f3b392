//! One program of all tests, since linking one for each file took longer than running them.

mod all_drives;
#[path = "../bed/mod.rs"]
mod bed;
mod comparison;
mod conditions;
mod contrasts;
mod damaged;
mod desktop;
#[path = "../embedded/mod.rs"]
mod embedded;
mod expect;
mod fills;
mod final_words;
mod findings;
mod health;
mod hidden_by_means;
mod junit;
mod latencies;
mod left_out;
mod long_writes;
mod markdown;
mod page;
mod passes;
mod power_and_prices;
mod qualify;
mod recorded_work;
mod replays;
mod responses;
mod rounds;
mod seconds;
mod statements;
mod steady_state;
mod summary;
mod tortured_writes;
mod traces;
mod typescript;
mod vantage;
mod visible;
