//! From runs to what they say, as values: figures, findings and recommendations. No sentences:
//! those are made in `report`.

pub mod advice;
pub mod amplification;
pub mod apart;
pub mod by_second;
pub mod cache_table;
pub mod charts;
pub mod comparison;
pub mod consistency;
pub mod curves;
pub mod distribution;
pub mod figures;
pub mod fills;
pub mod highlights;
pub mod judges;
pub mod kinds;
pub mod label;
pub mod latency;
pub mod life;
pub mod names;
pub mod overview;
pub mod pages;
pub mod prices;
pub mod qualify;
pub mod recovery;
pub mod remarks;
pub mod review;
pub mod rounds;
pub mod seconds;
pub mod select;
pub mod spread;
pub mod steady;
pub mod sweeps;
pub mod torture;
pub mod trace_name;
pub mod warnings;
pub mod why;
pub mod write_cache;

pub use figures::Figures;
pub use review::Review;
