//! The instruction sets for which there are kernels, and which of them this machine has.

#[cfg(target_arch = "x86_64")]
use super::{amx, avx2, avx512};
use std::fmt;
use std::str::FromStr;

/// An instruction set that this machine has: there is no way to name one that it lacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InstructionSet(Level);

/// Which one, where code depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Level {
    Portable,
    #[cfg(target_arch = "aarch64")]
    Neon,
    #[cfg(target_arch = "aarch64")]
    DotProd,
    #[cfg(target_feature = "simd128")]
    Simd128,
    #[cfg(target_feature = "relaxed-simd")]
    Relaxed,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    AvxVnni,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Amx,
}

impl InstructionSet {
    /// All that this machine has, the fastest last.
    #[allow(unused_mut, reason = "some have one alone")]
    pub fn all() -> Vec<Self> {
        let mut all = vec![Self(Level::Portable)];
        #[cfg(target_arch = "aarch64")]
        {
            all.push(Self(Level::Neon));
            if std::arch::is_aarch64_feature_detected!("dotprod") {
                all.push(Self(Level::DotProd));
            }
        }
        #[cfg(target_feature = "simd128")]
        all.push(Self(Level::Simd128));
        #[cfg(target_feature = "relaxed-simd")]
        if super::simd128::relaxed_is_right() {
            all.push(Self(Level::Relaxed));
        }
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                all.push(Self(Level::Avx2));
                if is_x86_feature_detected!("avxvnni") {
                    all.push(Self(Level::AvxVnni));
                }
            }
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vnni")
            {
                all.push(Self(Level::Avx512));
                if amx::is_there() {
                    all.push(Self(Level::Amx));
                }
            }
        }
        all
    }

    /// The fastest one.
    pub fn best() -> Self {
        Self::all().pop().unwrap_or(Self(Level::Portable))
    }

    /// Whether it multiplies numbers of 16 bits faster than those of 32 ([`Halves`](super::Halves)).
    pub fn has_half(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        if matches!(self.0, Level::Avx512 | Level::Amx) {
            return is_x86_feature_detected!("avx512bf16");
        }
        false
    }

    /// Calls a function, compiled for the widest registers of this machine if the function is
    /// always inlined.
    #[inline]
    pub fn run<A, T>(self, work: impl FnOnce(A) -> T, with: A) -> T {
        match self.0 {
            Level::Portable => work(with),
            #[cfg(target_arch = "aarch64")]
            Level::Neon | Level::DotProd => work(with),
            #[cfg(target_feature = "simd128")]
            Level::Simd128 => work(with),
            #[cfg(target_feature = "relaxed-simd")]
            Level::Relaxed => work(with),
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 | Level::AvxVnni => avx2::run(work, with),
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 | Level::Amx => avx512::run(work, with),
        }
    }

    /// Which one it is.
    pub(super) fn level(self) -> Level {
        self.0
    }

    /// Its name on the command line.
    fn name(self) -> &'static str {
        match self.0 {
            Level::Portable => "portable",
            #[cfg(target_arch = "aarch64")]
            Level::Neon => "neon",
            #[cfg(target_arch = "aarch64")]
            Level::DotProd => "dotprod",
            #[cfg(target_feature = "simd128")]
            Level::Simd128 => "simd128",
            #[cfg(target_feature = "relaxed-simd")]
            Level::Relaxed => "relaxed",
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Level::AvxVnni => "avxvnni",
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => "avx512",
            #[cfg(target_arch = "x86_64")]
            Level::Amx => "amx",
        }
    }
}

impl fmt::Display for InstructionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no instruction set of this machine has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this machine has no kernel {name:.40}; choose from {}", names(&InstructionSet::all()))]
pub struct NoInstructionSet {
    name: String,
}

/// The names of instruction sets, in one line.
fn names(sets: &[InstructionSet]) -> String {
    let names: Vec<&str> = sets.iter().map(|set| set.name()).collect();
    names.join(", ")
}

impl FromStr for InstructionSet {
    type Err = NoInstructionSet;

    fn from_str(name: &str) -> Result<Self, NoInstructionSet> {
        let set = Self::all().into_iter().find(|set| set.name() == name);
        set.ok_or_else(|| NoInstructionSet {
            name: name.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instruction_sets_are_read_by_name_and_missing_ones_are_refused() {
        let all = InstructionSet::all();
        for set in &all {
            assert_eq!(set.to_string().parse::<InstructionSet>(), Ok(*set));
        }
        assert_eq!(all[0].to_string(), "portable");
        assert_eq!(all.last(), Some(&InstructionSet::best()));
        let error = "neon128".parse::<InstructionSet>().unwrap_err().to_string();
        let expected = "this machine has no kernel neon128; choose from portable";
        assert!(error.starts_with(expected), "{error}");
        assert!(error.ends_with(&InstructionSet::best().to_string()));
    }
}
