//! The recipes of analyses: options by name.

use super::AnalysisOptions;
use crate::base::parameter::{Choice, choices};
use crate::knowledge::connect::ConnectOptions;
use crate::knowledge::evaluate::EvaluationOptions;
use crate::knowledge::inferior::InferiorOptions;
use std::fmt;
use std::str::FromStr;

choices! {
    /// A choice of options that has a name. A network that reads analyses names the recipe of those
    /// that it learned from, and answers about no others.
    pub enum Recipe {
        /// Connections that are quick to find, with an alternative for each pair: for searches and
        /// the solver. To join fulls in an edge, and to share what ends capture, takes most of the
        /// time and spares few positions: on a sample of 7x7 the solver takes less than a third of
        /// the time without.
        Quick = "quick",
        /// All connections that the rules find within the usual limits: for explanations and
        /// puzzles.
        Thorough = "thorough",
    }
}

/// A text that names no recipe.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown recipe '{0}'; this program has {words}", words = Recipe::words().join(" and "))]
pub struct UnknownRecipe(String);

impl Recipe {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Quick, Self::Thorough];

    /// The options of its analyses.
    pub const fn options(self) -> AnalysisOptions {
        AnalysisOptions {
            connections: match self {
                Self::Quick => ConnectOptions {
                    edge_midpoints: false,
                    share_captured: false,
                    max_fulls: 2,
                    ..ConnectOptions::DEFAULT
                },
                Self::Thorough => ConnectOptions::DEFAULT,
            },
            inferior: InferiorOptions::DEFAULT,
            evaluation: EvaluationOptions::DEFAULT,
            two_threads: false,
        }
    }
}

impl AnalysisOptions {
    /// The recipe of which an analysis with these options is, if it is of one. The number of
    /// threads changes nothing in an analysis.
    pub fn recipe(&self) -> Option<Recipe> {
        let one_thread = Self {
            two_threads: false,
            ..*self
        };
        Recipe::ALL
            .into_iter()
            .find(|recipe| recipe.options() == one_thread)
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Recipe {
    type Err = UnknownRecipe;

    fn from_str(text: &str) -> Result<Self, UnknownRecipe> {
        Self::of(text).ok_or_else(|| UnknownRecipe(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_have_the_recipe_that_they_come_from() {
        for recipe in Recipe::ALL {
            assert_eq!(recipe.to_string().parse(), Ok(recipe));
            let mut options = recipe.options();
            options.two_threads = true;
            assert_eq!(options.recipe(), Some(recipe));
            options.connections.max_fulls += 1;
            assert_eq!(options.recipe(), None);
        }
        let unknown = "slow".parse::<Recipe>().unwrap_err();
        assert_eq!(
            unknown.to_string(),
            "unknown recipe 'slow'; this program has quick and thorough"
        );
    }
}
