//! From runs to what they say, as values: figures, findings and recommendations. No sentences:
//! those are made in `report`.
