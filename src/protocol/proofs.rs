//! The solver of a session: it keeps what it has found out as long as board and options stay.

use crate::board::BoardSize;
use crate::parameter::Parameters;
use crate::prove::{AnySolver, Limits, Options, PARAMETERS, solver};
use std::time::{Duration, Instant};

/// The solver and its options.
pub struct Proofs {
    /// The options of `param_dfpn`.
    pub options: Parameters,
    made: Option<Made>,
}

struct Made {
    size: BoardSize,
    options: Options,
    solver: Box<dyn AnySolver>,
}

impl Default for Proofs {
    fn default() -> Self {
        Self {
            options: Parameters::new(&PARAMETERS),
            made: None,
        }
    }
}

impl Proofs {
    /// The solver for boards of this size, as the options are now.
    pub fn solver(&mut self, size: BoardSize) -> &mut dyn AnySolver {
        let options = Options::read(&self.options);
        let fits = |made: &Made| made.size == size && made.options == options;
        let made = self.made.take().filter(fits);
        let new = || Made {
            size,
            options,
            solver: solver(size, options),
        };
        let made = self.made.insert(made.unwrap_or_else(new));
        &mut *made.solver
    }

    /// Forgets all that was found out.
    pub fn forget(&mut self) {
        self.made = None;
    }

    /// What a command may spend, by the options.
    pub fn limits(&self) -> Limits {
        let seconds = self.options.real("timelimit");
        let nodes = self.options.whole("nodelimit");
        let time = Duration::try_from_secs_f64(seconds).ok();
        let time = time.filter(|time| !time.is_zero());
        Limits {
            until: time.and_then(|time| Instant::now().checked_add(time)),
            nodes: (nodes > 0).then_some(nodes),
        }
    }
}
