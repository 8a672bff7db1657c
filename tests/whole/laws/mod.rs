//! Laws of the rooms: what holds on random and on all small positions, against exhaustive play or
//! plain, slow definitions.

mod analysis;
mod board;
mod books;
mod certificates;
mod connections;
mod cut_regions;
mod evaluation;
mod explaining;
mod formats;
mod held_games;
mod hexane;
mod inferior;
mod job_trees;
mod late_positions;
mod local;
mod local_groups;
mod montecarlo;
mod neighbourhoods;
mod passing;
mod protocol;
mod proving;
mod puct;
mod puzzles;
mod reviewing;
mod searching;
mod second_checker;
mod self_play;
mod series;
mod sgf;
mod templates;
mod walks;
