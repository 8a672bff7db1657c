#[path = "whole/command_line.rs"]
mod command_line;
#[path = "whole/engine.rs"]
mod engine;
#[path = "whole/explaining.rs"]
mod explaining;
#[path = "whole/referee.rs"]
mod referee;
#[path = "whole/reviewing.rs"]
mod reviewing;
#[path = "whole/sampling.rs"]
mod sampling;
#[path = "whole/small_boards.rs"]
mod small_boards;
#[path = "whole/transcripts.rs"]
mod transcripts;
