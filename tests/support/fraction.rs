//! Exact fractions, for references that are worked out the way they would be on paper.

use std::cmp::Ordering;
use std::ops::{Add, Mul, Sub};

/// A fraction in lowest terms, with a positive denominator. Overflow ends the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fraction {
    above: i128,
    below: i128,
}

impl Fraction {
    pub(crate) fn new(above: i128, below: i128) -> Self {
        let (mut a, mut b) = (above.abs(), below.abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let common = a.max(1) * below.signum();
        Self { above: above / common, below: below / common }
    }

    pub(crate) fn whole(number: u64) -> Self {
        Self { above: i128::from(number), below: 1 }
    }

    /// Divided by another, which is not zero.
    pub(crate) fn over(self, other: Self) -> Self {
        self * Self::new(other.below, other.above)
    }

    pub(crate) fn floor(self) -> i128 {
        self.above.div_euclid(self.below)
    }

    pub(crate) fn ceil(self) -> i128 {
        -(-self.above).div_euclid(self.below)
    }
}

fn times(a: i128, b: i128) -> i128 {
    a.checked_mul(b).expect("the test's numbers fit")
}

impl Add for Fraction {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(times(self.above, other.below) + times(other.above, self.below), times(self.below, other.below))
    }
}

impl Sub for Fraction {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + Self { above: -other.above, below: other.below }
    }
}

impl Mul for Fraction {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let (left, right) = (Self::new(self.above, other.below), Self::new(other.above, self.below));
        Self::new(times(left.above, right.above), times(left.below, right.below))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        times(self.above, other.below).cmp(&times(other.above, self.below))
    }
}
