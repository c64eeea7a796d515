//! The integer width of a limiter's state: `u64` where nothing can overflow in ten years, `u128` otherwise.

use core::fmt::Debug;
use core::ops::{Add, Mul, Sub};

/// An unsigned integer wide enough for a limiter's units. Implemented for `u64` and `u128`.
///
/// A limiter's constructor proves that its parameters fit, so plain arithmetic inside it cannot overflow.
pub trait Width:
    Copy + Ord + Debug + Default + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + From<u64>
{
    /// The largest value of this width.
    const MAX: Self;

    /// From the widest; `None` where it does not fit.
    fn narrow(wide: u128) -> Option<Self>;
    /// To the widest.
    fn wide(self) -> u128;
    /// `self - other`, or zero.
    #[must_use]
    fn less(self, other: Self) -> Self;
    /// `self * other`, or the largest value.
    #[must_use]
    fn times(self, other: Self) -> Self;
    /// `self + other`, or the largest value.
    #[must_use]
    fn plus(self, other: Self) -> Self;
    /// `self / other` rounded down; `other` is at least 1.
    #[must_use]
    fn over(self, other: Self) -> Self;
    /// `self / other` rounded up; `other` is at least 1.
    #[must_use]
    fn over_up(self, other: Self) -> Self;
    /// As a `u64`, or the largest `u64`.
    fn clip(self) -> u64;
    /// The nearest double of `self / other`, for display.
    fn ratio(self, other: Self) -> f64;
}

// `never` keeps the arithmetic of the wide width, which is many instructions, out of the rules: one copy of each.
macro_rules! width {
    ($int:ty $(, $never:ident)?) => {
        impl Width for $int {
            const MAX: Self = <$int>::MAX;

            fn narrow(wide: u128) -> Option<Self> {
                Self::try_from(wide).ok()
            }

            #[allow(clippy::cast_lossless, reason = "the same width in one of the two cases")]
            fn wide(self) -> u128 {
                self as u128
            }

            #[inline$(($never))?]
            fn less(self, other: Self) -> Self {
                self.saturating_sub(other)
            }

            #[inline$(($never))?]
            fn times(self, other: Self) -> Self {
                self.saturating_mul(other)
            }

            #[inline$(($never))?]
            fn plus(self, other: Self) -> Self {
                self.saturating_add(other)
            }

            // `max(1)` proves to the compiler that no division by zero can happen, so a wait that nobody
            // reads costs nothing.
            #[inline$(($never))?]
            fn over(self, other: Self) -> Self {
                self / other.max(1)
            }

            #[inline$(($never))?]
            fn over_up(self, other: Self) -> Self {
                self.div_ceil(other.max(1))
            }

            #[inline$(($never))?]
            fn clip(self) -> u64 {
                u64::try_from(self).unwrap_or(u64::MAX)
            }

            #[inline$(($never))?]
            #[expect(clippy::cast_precision_loss, reason = "display only")]
            fn ratio(self, other: Self) -> f64 {
                let whole = self.over(other);
                whole as f64 + (self - whole * other) as f64 / other as f64
            }
        }
    };
}

width!(u64);
width!(u128, never);

/// The greatest common divisor, to reduce a rate's fraction. `gcd(a, 0) = a`.
#[must_use]
pub(super) const fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
