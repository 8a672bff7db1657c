//! A player that searches: an engine for the board of the game, which is kept as long as the board
//! has the same size.

use super::engine::{AlphaBeta, EngineKind, MonteCarlo, PlainAlphaBeta, Puct};
use super::win_keeper::WinKeeper;
use super::{MoveEffort, MoveReport, MoveRequest, Player, PlayerOptions};
use crate::at_width;
use crate::hex::{BoardSize, Move};
use std::time::Instant;

/// A player that searches every move.
pub(super) struct EnginePlayer {
    kind: EngineKind,
    options: PlayerOptions,
    /// The player for boards of one size.
    sized: Option<(BoardSize, Box<dyn Player>)>,
}

impl EnginePlayer {
    pub fn new(kind: EngineKind, options: &PlayerOptions) -> Self {
        Self {
            kind,
            options: options.clone(),
            sized: None,
        }
    }

    fn new_sized(&self, size: BoardSize) -> Box<dyn Player> {
        let options = &self.options;
        at_width!(size, W => match self.kind {
            EngineKind::AlphaBeta => Box::new(WinKeeper::<AlphaBeta<W>, W>::new(size, options)),
            EngineKind::PlainAlphaBeta => {
                Box::new(WinKeeper::<PlainAlphaBeta<W>, W>::new(size, options))
            }
            EngineKind::MonteCarlo => Box::new(WinKeeper::<MonteCarlo<W>, W>::new(size, options)),
            EngineKind::Puct => Box::new(WinKeeper::<Puct<W>, W>::new(size, options)),
        })
    }

    fn sized(&mut self, size: BoardSize) -> &mut dyn Player {
        let kept = self.sized.take().filter(|(kept, _)| *kept == size);
        let sized = kept.unwrap_or_else(|| (size, self.new_sized(size)));
        self.sized.insert(sized).1.as_mut()
    }

    /// The report on the last move, if it was on a board of this size.
    pub fn report_for(&self, size: BoardSize) -> Option<&MoveReport> {
        let sized = self.sized.as_ref().filter(|(kept, _)| *kept == size);
        sized.and_then(|(_, player)| player.report())
    }
}

impl Player for EnginePlayer {
    fn choose(&mut self, request: &MoveRequest) -> Move {
        let start = Instant::now();
        let player = self.sized(request.game.size());
        // To make a table takes time as well.
        let mut limits = request.limits;
        limits.time = limits.time.saturating_sub(start.elapsed());
        player.choose(&MoveRequest { limits, ..*request })
    }

    fn ponder(&mut self, request: &MoveRequest) {
        self.sized(request.game.size()).ponder(request);
    }

    fn analyze(&mut self, request: &MoveRequest) {
        self.sized(request.game.size()).analyze(request);
    }

    fn prepare(&mut self, size: BoardSize) {
        self.sized(size);
    }

    fn forget(&mut self) {
        if let Some((_, player)) = &mut self.sized {
            player.forget();
        }
    }

    fn effort(&self) -> MoveEffort {
        self.report().map(MoveEffort::from).unwrap_or_default()
    }

    fn report(&self) -> Option<&MoveReport> {
        self.sized.as_ref().and_then(|(_, player)| player.report())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::Game;
    use crate::player;
    use crate::think::NoObserver;

    fn request<'a>(game: &'a Game, options: &PlayerOptions) -> MoveRequest<'a> {
        MoveRequest {
            game,
            colour: game.to_move(),
            may_swap: false,
            opponent_may_swap: false,
            limits: player::limits(options),
            observer: &NoObserver,
        }
    }

    fn play(game: &mut Game, name: &str) {
        let cell = game.size().read(name).unwrap();
        game.place(game.to_move(), cell).unwrap();
    }

    /// The report on a move with a few nodes after the opponent's move, with or without pondering
    /// before it.
    fn after_pondering(ponders: bool) -> MoveReport {
        let text = format!("queenbee:select=full,max_nodes=40,max_time=60,ponder={ponders}");
        let options = player::parse(&text).unwrap();
        let mut player = player::make(&options);
        let mut game = Game::new("4".parse().unwrap());
        play(&mut game, "c2");
        play(&mut game, "a1");
        let _ = player.choose(&request(&game, &options));
        play(&mut game, "c3");
        if ponders {
            player.ponder(&request(&game, &options));
        }
        play(&mut game, "c1");
        let _ = player.choose(&request(&game, &options));
        player.report().unwrap().clone()
    }

    #[test]
    fn a_win_is_found_in_the_opponents_time() {
        let (without, with) = (after_pondering(false), after_pondering(true));
        assert!(!without.value.unwrap().is_won(), "{without:?}");
        assert!(with.value.unwrap().is_won(), "{with:?}");
    }

    /// A player that has forgotten plays like a new one.
    #[test]
    fn nothing_is_left_of_what_is_forgotten() {
        let first_and_last = |text: &str| {
            let options = player::parse(text).unwrap();
            let mut player = player::make(&options);
            let mut game = Game::new("5".parse().unwrap());
            play(&mut game, "b2");
            let reports = [(), ()].map(|()| {
                player.forget();
                let _ = player.choose(&request(&game, &options));
                let mut report = player.report().unwrap().clone();
                report.time = std::time::Duration::ZERO;
                report
            });
            let _ = player.choose(&request(&game, &options));
            (reports, player.report().unwrap().nodes)
        };
        for text in [
            "wolve:max_nodes=30,max_time=60",
            "queenbee:max_nodes=300,max_time=60",
            "mustplay:max_nodes=30,max_time=60",
        ] {
            let ([one, other], _) = first_and_last(text);
            assert_eq!(one, other, "{text}");
        }
        // With the table it is not the same.
        let ([one, _], again) = first_and_last("queenbee:max_depth=3,max_time=60,keep_table=1");
        assert!(
            again < one.nodes || again == 0,
            "{again} after {}",
            one.nodes
        );
    }
}
