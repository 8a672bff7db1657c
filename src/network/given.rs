//! The shipped networks of the WebAssembly module, whose host gives it their files.

use super::{Input, NoWeights, Quantised, Weights};
use std::sync::{Arc, OnceLock};
use thiserror::Error;

/// Why a shipped network is not there.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotGiven {
    /// The file is damaged, or none of a network.
    #[error(transparent)]
    Damaged(#[from] NoWeights),
    /// It was given before.
    #[error("the network for {0} was given before")]
    Twice(&'static str),
    /// No file of it was given.
    #[error("the network for {0} was not given")]
    Missing(&'static str),
}

/// Networks by what they read.
struct Given {
    stones: OnceLock<Arc<Quantised>>,
    analyses: OnceLock<Arc<Quantised>>,
}

const STONES: &str = "stones";
const ANALYSES: &str = "analyses";

impl Given {
    const fn none() -> Self {
        Self {
            stones: OnceLock::new(),
            analyses: OnceLock::new(),
        }
    }

    fn give(&self, file: &[u8]) -> Result<(), NotGiven> {
        let network = Quantised::new(&Weights::read(file)?);
        let (place, name) = match network.shape().input() {
            Input::Stones => (&self.stones, STONES),
            Input::Analysis(_) => (&self.analyses, ANALYSES),
        };
        let given = place.set(Arc::new(network));
        given.map_err(|_| NotGiven::Twice(name))
    }

    fn stones(&self) -> Result<&Arc<Quantised>, NotGiven> {
        self.stones.get().ok_or(NotGiven::Missing(STONES))
    }

    fn analyses(&self) -> Result<&Arc<Quantised>, NotGiven> {
        self.analyses.get().ok_or(NotGiven::Missing(ANALYSES))
    }
}

#[cfg(target_arch = "wasm32")]
mod shipped {
    use super::{Arc, Given, NotGiven, Quantised};

    static GIVEN: Given = Given::none();

    impl Quantised {
        /// Takes the file of a shipped network: of the one for stones or of that for analyses.
        pub fn give_shipped(file: &[u8]) -> Result<(), NotGiven> {
            GIVEN.give(file)
        }

        /// An error if a shipped network was not given.
        pub fn check_shipped() -> Result<(), NotGiven> {
            GIVEN.stones().and(GIVEN.analyses()).map(|_| ())
        }

        /// The shipped network that reads what an analysis sees.
        ///
        /// # Panics
        /// If it was not given.
        pub fn shipped_for_analyses() -> &'static Arc<Self> {
            GIVEN.analyses().unwrap_or_else(|why| panic!("{why}"))
        }

        /// The shipped network that reads stones alone.
        ///
        /// # Panics
        /// If it was not given.
        pub fn shipped() -> &'static Arc<Self> {
            GIVEN.stones().unwrap_or_else(|why| panic!("{why}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_network_is_taken_once() {
        let given = Given::none();
        let [stones, analyses] = ["32x1", "32x2+quick"].map(|shape| {
            let weights = Weights::random(shape.parse().unwrap(), 3);
            [weights.bytes(), weights.packed()]
        });
        let missing = given.stones().unwrap_err();
        assert_eq!(missing.to_string(), "the network for stones was not given");
        let cut = given.give(&stones[0][..99]);
        assert!(matches!(cut, Err(NotGiven::Damaged(_))), "{cut:?}");
        assert_eq!(
            given.give(b"none"),
            Err(NotGiven::Damaged(NoWeights::Unknown))
        );
        assert_eq!(given.give(&analyses[1]), Ok(()));
        assert_eq!(given.analyses().unwrap().shape().blocks(), 2);
        assert_eq!(given.stones().unwrap_err(), missing);
        assert_eq!(given.give(&stones[0]), Ok(()));
        assert_eq!(given.stones().unwrap().shape().blocks(), 1);
        for file in stones.iter().chain(&analyses) {
            assert!(matches!(given.give(file), Err(NotGiven::Twice(_))));
        }
    }
}
