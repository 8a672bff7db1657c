//! Points in time, by the clock of the machine or, in WebAssembly, by that of the host.

#[cfg(target_arch = "wasm32")]
pub use host::Instant;
#[cfg(not(target_arch = "wasm32"))]
pub use std::time::Instant;

#[cfg(target_arch = "wasm32")]
mod host {
    #![allow(unsafe_code, reason = "the clock is a function of the host")]

    use std::ops::{Add, Sub};
    use std::time::Duration;

    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Milliseconds since some time in the past, never fewer than before.
        safe fn now() -> f64;
    }

    /// A point in time, with the methods of [`std::time::Instant`] that are in use.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        /// The time now.
        pub fn now() -> Self {
            Self(Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default())
        }

        /// The time since then.
        pub fn elapsed(&self) -> Duration {
            Self::now() - *self
        }

        /// The time since an earlier point.
        pub fn duration_since(&self, earlier: Self) -> Duration {
            self.saturating_duration_since(earlier)
        }

        /// The time since an earlier point, zero if it is a later one.
        pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// A later point in time, if there is one.
        pub fn checked_add(&self, time: Duration) -> Option<Self> {
            self.0.checked_add(time).map(Self)
        }

        /// An earlier point in time, if there is one.
        pub fn checked_sub(&self, time: Duration) -> Option<Self> {
            self.0.checked_sub(time).map(Self)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Self;

        fn add(self, time: Duration) -> Self {
            Self(self.0 + time)
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Self) -> Duration {
            self.saturating_duration_since(earlier)
        }
    }
}
