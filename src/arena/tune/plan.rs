//! What is to be tuned: the plan of a tuning, checked against the player's options.

use super::parameter::TunedParameter;
use super::request::{BadParameter, ParameterRequest};
use crate::arena::ArenaError;
use crate::arena::engine::MatchRules;
use crate::arena::openings::Opening;
use crate::arena::spec::EngineSpec;
use crate::base::parameter::ParameterError;
use crate::player;

/// What is asked for.
#[derive(Clone, Debug)]
pub struct TuningPlan {
    /// The player, `NAME[:key=value,…]`.
    pub player: String,
    /// The rules of every game.
    pub rules: MatchRules,
    /// Where games start: one at least.
    pub openings: Vec<Opening>,
    /// The number of iterations.
    pub iterations: usize,
    /// The pairs of games of an iteration.
    pub pairs: usize,
    /// The rate of [`super::spsa`].
    pub rate: f64,
    /// The seed of directions, openings and players.
    pub seed: u64,
    /// How many games run at a time.
    pub jobs: usize,
}

/// Why there is nothing to tune.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum BadTuning {
    /// No such player.
    #[error(transparent)]
    Player(#[from] ParameterError),
    /// No parameter.
    #[error("there is no parameter to tune")]
    Nothing,
    /// A parameter that cannot be tuned.
    #[error(transparent)]
    Parameter(#[from] BadParameter),
    /// A parameter that was asked for twice.
    #[error("{0} is to be tuned twice")]
    Twice(&'static str),
    /// A logarithmic scale for something else.
    #[error("--log {0}: this is not one of the parameters to tune")]
    Log(String),
}

/// A tuning: checked, and not yet begun.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// What was asked for.
    pub plan: TuningPlan,
    parameters: Vec<TunedParameter>,
}

impl Tuning {
    /// Checks a plan; `logs` are the names of parameters with a logarithmic scale.
    pub fn new(
        plan: TuningPlan,
        requests: &[ParameterRequest],
        logs: &[String],
    ) -> Result<Self, BadTuning> {
        let options = player::parse(&plan.player)?;
        let name = plan.player.split(':').next().unwrap_or_default();
        let usual = player::parse(name)?;
        let mut parameters = Vec::<TunedParameter>::new();
        for request in requests {
            let known = options.get(&request.name).map_err(BadParameter::from)?.0;
            let log = logs.iter().any(|name| known.is_called(name));
            let parameter = TunedParameter::new(request, log, &options, &usual)?;
            if parameters.iter().any(|one| one.key() == parameter.key()) {
                return Err(BadTuning::Twice(parameter.key()));
            }
            parameters.push(parameter);
        }
        if parameters.is_empty() {
            return Err(BadTuning::Nothing);
        }
        let unknown = |name: &&String| !parameters.iter().any(|one| one.is_called(name));
        match logs.iter().find(unknown) {
            Some(name) => Err(BadTuning::Log(name.clone())),
            None => Ok(Self { plan, parameters }),
        }
    }

    /// The parameters.
    pub fn parameters(&self) -> &[TunedParameter] {
        &self.parameters
    }

    /// The player with these values, as a text that names it.
    pub fn player(&self, values: &[f64]) -> String {
        let (name, rest) = self.plan.player.split_once(':').unwrap_or_default();
        let name = if name.is_empty() {
            &self.plan.player
        } else {
            name
        };
        let tuned = |pair: &&str| {
            let key = pair.split('=').next().unwrap_or_default().trim();
            self.parameters.iter().any(|one| one.is_called(key))
        };
        let kept = rest
            .split(',')
            .filter(|pair| !pair.is_empty() && !tuned(pair));
        let set = self.parameters.iter().zip(values);
        let set = set.map(|(one, value)| format!("{}={value}", one.key()));
        let pairs: Vec<String> = kept.map(str::to_owned).chain(set).collect();
        format!("{name}:{}", pairs.join(","))
    }

    /// The engine with these values.
    pub fn engine(&self, name: &str, values: &[f64]) -> Result<EngineSpec, ArenaError> {
        let text = format!("{name}={}", self.player(values));
        EngineSpec::parse(&text).map_err(|why| ArenaError::Start {
            engine: text,
            why: why.to_string(),
        })
    }

    /// The values at the start.
    pub fn start(&self) -> Vec<f64> {
        self.parameters.iter().map(TunedParameter::start).collect()
    }

    /// The values to report for these coordinates.
    pub fn found(&self, coordinates: &[f64]) -> Vec<f64> {
        let values = self.parameters.iter().zip(coordinates);
        values.map(|(one, &at)| one.found(at)).collect()
    }

    /// The values with which an engine plays at these coordinates.
    pub(super) fn played(&self, coordinates: &[f64], rounding: f64) -> Vec<f64> {
        let values = self.parameters.iter().zip(coordinates);
        values.map(|(one, &at)| one.played(at, rounding)).collect()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::arena::{TimeRule, openings};
    use std::time::Duration;

    /// A short tuning on 4x4.
    pub fn plan(player: &str, jobs: usize) -> TuningPlan {
        let size = "4".parse().unwrap();
        TuningPlan {
            player: player.to_owned(),
            rules: MatchRules {
                size,
                time: TimeRule::Own,
                nodes: Some(2),
                grace: Duration::from_secs(1),
                patience: Duration::from_mins(1),
                swap: false,
                play_on: false,
            },
            openings: openings::one_stone(size),
            iterations: 6,
            pairs: 2,
            rate: 0.1,
            seed: 7,
            jobs,
        }
    }

    #[test]
    fn a_tuned_player_has_each_option_once() {
        let player = |text: &str| {
            let requests = ["max_carriers=5,1,9".parse().unwrap()];
            let tuning = Tuning::new(plan(text, 1), &requests, &[]).unwrap();
            tuning.player(&[7.0])
        };
        assert_eq!(player("mustplay"), "mustplay:max_carriers=7");
        let expected = "mustplay:max_nodes=2,max_carriers=7";
        for text in ["mustplay:max_nodes=2", "mustplay:M=3,max_nodes=2"] {
            assert_eq!(player(text), expected);
        }
    }

    #[test]
    fn a_plan_without_sense_says_why() {
        let why = |player: &str, requests: &[&str], log: &str| {
            let requests: Vec<_> = requests.iter().map(|text| text.parse().unwrap()).collect();
            let logs: Vec<String> = log.split_whitespace().map(str::to_owned).collect();
            let made = Tuning::new(plan(player, 1), &requests, &logs);
            made.map(|_| ()).unwrap_err().to_string()
        };
        let caution = "puct_caution=1,0.1,4";
        assert_eq!(why("mustplay", &[], ""), "there is no parameter to tune");
        assert_eq!(
            why("mustplay", &[caution, "puct_caution"], ""),
            "puct_caution is to be tuned twice"
        );
        assert_eq!(
            why("mustplay", &[caution], "puct_caution puct_proofs"),
            "--log puct_proofs: this is not one of the parameters to tune"
        );
        assert!(why("rondam", &[caution], "").starts_with("unknown name 'rondam'"));
        assert!(why("first", &[caution], "").starts_with("first has no option puct_caution"));
    }
}
