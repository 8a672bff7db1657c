//! A player of this program in a match. It searches in a thread of its own, so that one that panics
//! or never ends loses its game and not the match. A thread cannot be killed: one that does not
//! stop when its observer requests it is abandoned, and the next game starts another.

use super::engine::{EngineMove, Fault, MatchEngine, MatchRules, Reason};
use super::time::Timer;
use crate::hex::SwapRight;
use crate::hex::{BoardSize, Colour, Move};
use crate::hex::{Game, SwapStyle};
use crate::player::{self, MoveEffort, MoveRequest, Player, PlayerOptions};
use crate::think::{Budget, NoObserver, Until};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// Makes a player with a seed.
type Maker = Box<dyn Fn(u64) -> Box<dyn Player> + Send>;

/// A job of the thread.
enum PlayerJob {
    Begin {
        seed: u64,
        size: BoardSize,
    },
    Choose {
        game: Box<Game>,
        swap: SwapRight,
        budget: Budget,
        until: Instant,
    },
}

/// What a job came to: nothing if it was to begin, a panic if that ended it.
type PlayerAnswer = Result<Option<(Move, MoveEffort)>, String>;

/// A player in its thread.
pub struct PlayerEngine {
    tasks: Sender<PlayerJob>,
    answers: Receiver<PlayerAnswer>,
    own: Budget,
    rules: MatchRules,
}

impl PlayerEngine {
    /// The player that these options describe.
    pub fn new(options: &PlayerOptions, rules: MatchRules) -> Self {
        let own = options.budget();
        let options = options.clone();
        let make = move |seed: u64| {
            let mut options = options.clone();
            options.set_seed(seed ^ options.player.seed);
            player::make(&options)
        };
        Self::of(Box::new(make), own, rules)
    }

    fn of(make: Maker, own: Budget, rules: MatchRules) -> Self {
        let (tasks, todo) = mpsc::channel();
        let (done, answers) = mpsc::channel();
        thread::spawn(move || work(&make, &todo, &done));
        Self {
            tasks,
            answers,
            own,
            rules,
        }
    }

    /// What the player may spend. A rule of the match overrides the player's own option; without a
    /// clock, a count of nodes is to end the search, not the time.
    fn budget(&self, timer: &Timer) -> Budget {
        let own = if self.rules.nodes.is_some() {
            Some(self.rules.patience * 10)
        } else {
            self.own.time
        };
        let nodes = [self.rules.nodes, self.own.nodes];
        Budget {
            time: timer.each().or(own),
            nodes: nodes.into_iter().flatten().min(),
            depth: self.own.depth,
        }
    }

    /// What a job comes to within a time.
    fn answer(
        &self,
        wait: Duration,
        late: impl Fn() -> Fault,
    ) -> Result<Option<(Move, MoveEffort)>, Fault> {
        match self.answers.recv_timeout(wait) {
            Ok(Ok(choice)) => Ok(choice),
            Ok(Err(panic)) => Err(Fault::new(Reason::Crash, format!("a panic: {panic}"))),
            Err(RecvTimeoutError::Timeout) => {
                // If it ends now, it does not disturb the next game.
                let _ = self.answers.recv_timeout(wait);
                Err(late())
            }
            Err(RecvTimeoutError::Disconnected) => Err(gone()),
        }
    }
}

/// The loop of the thread: does jobs until the queue is closed.
fn work(make: &Maker, todo: &Receiver<PlayerJob>, done: &Sender<PlayerAnswer>) {
    let mut player: Option<Box<dyn Player>> = None;
    for task in todo {
        // The referee goes on with its own copy of a game, which is cheaper if this one is gone.
        let answer = catch_unwind(AssertUnwindSafe(|| do_job(task, &mut player, make)));
        if done.send(answer.map_err(|panic| words(&*panic))).is_err() {
            break;
        }
    }
}

/// Does a job and answers with a [`PlayerAnswer`].
fn do_job(
    task: PlayerJob,
    player: &mut Option<Box<dyn Player>>,
    make: &Maker,
) -> Option<(Move, MoveEffort)> {
    match task {
        PlayerJob::Begin { seed, size } => {
            *player = None;
            player.insert(make(seed)).prepare(size);
            None
        }
        PlayerJob::Choose {
            game,
            swap,
            budget,
            until,
        } => {
            let player = player.as_mut()?;
            let request = MoveRequest {
                game: &game,
                colour: game.to_move(),
                swap,
                budget,
                observer: &Until {
                    observer: &NoObserver,
                    until: Some(until),
                },
            };
            let mv = player::choose_move(player.as_mut(), &request);
            let effort = player.report().map(MoveEffort::from);
            Some((mv, effort.unwrap_or_default()))
        }
    }
}

/// The message of a panic.
fn words(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or(panic.downcast_ref::<&str>().copied());
    text.unwrap_or("a panic").replace('\n', " ")
}

impl MatchEngine for PlayerEngine {
    fn begin(&mut self, game: &Game, seed: u64) -> Result<(), Fault> {
        let size = game.size();
        let begin = PlayerJob::Begin { seed, size };
        self.tasks.send(begin).map_err(|_| gone())?;
        // No clock runs while it gets ready.
        let patience = self.rules.patience;
        self.answer(patience, || silent(patience)).map(|_| ())
    }

    fn opponent_played(&mut self, _: BoardSize, _: Colour, _: Move) -> Result<(), Fault> {
        Ok(())
    }

    fn request_move(
        &mut self,
        game: &Game,
        may_swap: bool,
        timer: &Timer,
    ) -> Result<EngineMove, Fault> {
        let budget = self.budget(timer);
        let most = timer.most(game.to_move());
        let wait = self.rules.wait(most);
        let (wait, stop) = if let Some(most) = most {
            // The search for a proof that is lost goes on for longer otherwise, and is too late.
            (wait, most)
        } else {
            let own = budget.time.unwrap_or(self.rules.patience * 10);
            (wait.max(own + self.rules.grace), own + self.rules.grace / 2)
        };
        let style = Some(SwapStyle::Pieces).filter(|_| self.rules.swap);
        let swap = match game.swap_right(game.to_move(), style) {
            _ if may_swap => SwapRight::MaySwap,
            SwapRight::MaySwap => SwapRight::None,
            right => right,
        };
        let mut game = Box::new(game.clone());
        game.clock = timer.clock();
        let task = PlayerJob::Choose {
            game,
            swap,
            budget,
            until: Instant::now() + stop,
        };
        self.tasks.send(task).map_err(|_| gone())?;
        let choice = self.answer(wait, || late(most, wait))?;
        let (mv, effort) = choice.ok_or_else(gone)?;
        Ok(EngineMove { mv, effort })
    }
}

/// The fault of an engine that has not answered in time, if there is one.
pub fn late(most: Option<Duration>, wait: Duration) -> Fault {
    let reason = if most.is_some() {
        Reason::Timeout
    } else {
        Reason::Silence
    };
    Fault::new(reason, format!("no move after {:.3} s", wait.as_secs_f64()))
}

/// The fault of an engine that does not get ready.
fn silent(patience: Duration) -> Fault {
    let seconds = patience.as_secs_f64();
    Fault::new(Reason::Silence, format!("not ready after {seconds:.3} s"))
}

fn gone() -> Fault {
    Fault::new(Reason::Crash, "its thread has ended")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::TimeRule;
    use crate::hex::Cell;
    use crate::player::MoveReport;
    use crate::think::WorkKind;

    /// Reports what its moves cost.
    struct Strange(MoveReport);

    impl Player for Strange {
        fn choose(&mut self, request: &MoveRequest) -> Move {
            match request.game.events().len() {
                0 => panic!("on\npurpose"),
                1 => loop {
                    thread::sleep(Duration::from_millis(20));
                    if request.observer.should_stop(WorkKind::Limited) {
                        return Move::Place(Cell::new(1));
                    }
                },
                _ => loop {
                    thread::sleep(Duration::from_millis(200));
                },
            }
        }

        fn report(&self) -> Option<&MoveReport> {
            Some(&self.0)
        }
    }

    fn rules() -> MatchRules {
        MatchRules {
            size: "3".parse().unwrap(),
            time: TimeRule::Own,
            nodes: None,
            grace: Duration::from_secs(2),
            patience: Duration::from_secs(5),
            swap: false,
            play_on: false,
        }
    }

    #[test]
    fn a_player_that_panics_is_stopped_or_hangs_is_known_by_it() {
        let own = Budget {
            time: Some(Duration::ZERO),
            ..Budget::nodes(9)
        };
        let report = || MoveReport {
            nodes: 7,
            depth: 2,
            ..MoveReport::default()
        };
        let make: Maker = Box::new(move |_| Box::new(Strange(report())));
        let mut player = PlayerEngine::of(make, own, rules());
        let time = &Timer::new(TimeRule::Move(Duration::from_millis(50)));
        let mut game = Game::new(rules().size);
        player.begin(&game, 1).unwrap();
        let fault = player.request_move(&game, false, time).unwrap_err();
        assert_eq!(fault, Fault::new(Reason::Crash, "a panic: on purpose"));
        game.place(Colour::Black, Cell::new(0)).unwrap();
        let answer = player.request_move(&game, false, time).unwrap();
        assert_eq!(answer.mv, Move::Place(Cell::new(1)));
        assert_eq!((answer.effort.nodes, answer.effort.depth), (7, 2));
        game.place(Colour::White, Cell::new(1)).unwrap();
        let fault = player.request_move(&game, false, time).unwrap_err();
        assert_eq!(fault.reason, Reason::Timeout);
        assert_eq!(fault.detail, "no move after 2.050 s");
    }

    #[test]
    fn rules_of_the_match_come_before_options_of_the_player() {
        let options = player::parse("first:max_time=3,max_nodes=100").unwrap();
        let own = TimeRule::Own;
        let second = TimeRule::Move(Duration::from_secs(1));
        let budget = |nodes, time| {
            let rules = MatchRules { nodes, ..rules() };
            let budget = PlayerEngine::new(&options, rules).budget(&Timer::new(time));
            (budget.time.unwrap().as_secs(), budget.nodes)
        };
        assert_eq!(budget(None, own), (3, Some(100)));
        assert_eq!(budget(Some(50), own), (50, Some(50)));
        assert_eq!(budget(Some(200), second), (1, Some(100)));
    }
}
