//! From numbers to pixels, and where the ticks of an axis stand.

/// A straight scale from numbers to pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Linear {
    low: f64,
    high: f64,
    start: f64,
    end: f64,
}

impl Linear {
    /// `low` falls on `start`, `high` on `end`. An empty range of numbers becomes one of length 1.
    #[must_use]
    #[inline(never)]
    pub fn new((low, high): (f64, f64), (start, end): (f64, f64)) -> Self {
        let high = if high > low { high } else { low + 1.0 };
        Self { low, high, start, end }
    }

    /// The pixel of a number.
    #[must_use]
    #[inline(never)]
    pub fn at(&self, value: f64) -> f64 {
        self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)
    }

    /// The pixel of a number, held within the scale.
    #[must_use]
    #[inline(never)]
    pub fn within(&self, value: f64) -> f64 {
        self.at(value.max(self.low).min(self.high))
    }

    /// Whether a number lies in the range.
    #[must_use]
    pub fn holds(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// The number at a pixel.
    #[must_use]
    pub fn invert(&self, pixel: f64) -> f64 {
        self.low + (pixel - self.start) / (self.end - self.start) * (self.high - self.low)
    }

    /// The range of numbers.
    #[must_use]
    pub const fn domain(&self) -> (f64, f64) {
        (self.low, self.high)
    }
}

/// The distance between ticks, as a whole number of tens of one power: `times` x 10^`power`, so that the ticks
/// themselves are the nearest doubles to the decimals they stand for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    times: f64,
    /// 10^|power|.
    ten: f64,
    divide: bool,
}

impl Step {
    /// The smallest of 1, 2, 5 x 10^n that is at least `rough`.
    #[must_use]
    pub fn decimal(rough: f64) -> Self {
        let rough = if rough.is_finite() { rough.clamp(1e-12, 1e18) } else { 1.0 };
        let (mut ten, divide) = (1.0, rough < 1.0);
        while if divide { 1.0 / ten > rough } else { ten * 10.0 <= rough } {
            ten *= 10.0;
        }
        let unit = if divide { rough * ten } else { rough / ten } - 1e-9;
        let times = match unit {
            unit if unit <= 1.0 => 1.0,
            unit if unit <= 2.0 => 2.0,
            unit if unit <= 5.0 => 5.0,
            _ => 10.0,
        };
        Self { times, ten, divide }
    }

    /// A whole step.
    #[must_use]
    pub const fn whole(times: f64) -> Self {
        Self { times, ten: 1.0, divide: false }
    }

    /// A decimal step for what is counted: at least 1.
    #[must_use]
    pub fn counting(rough: f64) -> Self {
        Self::decimal(rough.max(1.0))
    }

    /// The step's length.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.tick(1.0)
    }

    fn tick(&self, index: f64) -> f64 {
        if self.divide { index * self.times / self.ten } else { index * self.times * self.ten }
    }

    /// The ticks from `low` to `high`, both ends included; no more than 200.
    #[must_use]
    #[inline(never)]
    pub fn ticks(self, low: f64, high: f64) -> Vec<f64> {
        let length = self.length();
        let mut index = (low / length - 1e-9).ceil();
        let last = (high / length + 1e-9).floor().min(index + 199.0);
        let mut ticks = Vec::new();
        while index <= last {
            // A tick at zero is 0, not -0.
            ticks.push(self.tick(index) + 0.0);
            index += 1.0;
        }
        ticks
    }
}

/// A unit for times on an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "they say it")]
pub enum TimeUnit {
    Nanos,
    Micros,
    Millis,
    Seconds,
    Minutes,
    Hours,
    Days,
}

impl TimeUnit {
    /// All of them, the shortest first.
    pub const ALL: [Self; 7] =
        [Self::Nanos, Self::Micros, Self::Millis, Self::Seconds, Self::Minutes, Self::Hours, Self::Days];

    /// The unit in which a span of so many milliseconds reads well.
    #[must_use]
    pub fn of(span_ms: f64) -> Self {
        match span_ms {
            span if span < 2e-3 => Self::Nanos,
            span if span < 2.0 => Self::Micros,
            span if span < 1000.0 => Self::Millis,
            span if span < 300_000.0 => Self::Seconds,
            span if span < 3.0 * 3_600_000.0 => Self::Minutes,
            span if span < 72.0 * 3_600_000.0 => Self::Hours,
            _ => Self::Days,
        }
    }

    /// Its milliseconds, as a factor to divide by (longer units) and one to multiply with (shorter ones).
    const fn factors(self) -> (f64, f64) {
        match self {
            Self::Nanos => (1.0, 1e6),
            Self::Micros => (1.0, 1e3),
            Self::Millis => (1.0, 1.0),
            Self::Seconds => (1e3, 1.0),
            Self::Minutes => (60_000.0, 1.0),
            Self::Hours => (3_600_000.0, 1.0),
            Self::Days => (86_400_000.0, 1.0),
        }
    }

    /// Milliseconds in this unit.
    #[must_use]
    pub const fn of_millis(self, millis: f64) -> f64 {
        let (long, short) = self.factors();
        millis / long * short
    }

    /// This unit in milliseconds.
    #[must_use]
    pub const fn to_millis(self, value: f64) -> f64 {
        let (long, short) = self.factors();
        value * long / short
    }

    /// Its short name in message keys.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Nanos => "ns",
            Self::Micros => "us",
            Self::Millis => "ms",
            Self::Seconds => "s",
            Self::Minutes => "min",
            Self::Hours => "h",
            Self::Days => "d",
        }
    }

    /// The step of ticks that is at least `rough` long, both in this unit.
    #[must_use]
    pub fn step(self, rough: f64) -> Step {
        let whole: &[f64] = match self {
            Self::Seconds | Self::Minutes => &[1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0, 300.0],
            Self::Hours => &[1.0, 2.0, 3.0, 6.0, 12.0, 24.0, 48.0],
            _ => &[],
        };
        // Parts of a second step by tens, as the shorter units do.
        let whole = if rough > 0.5 { whole } else { &[] };
        let times = whole.iter().find(|times| **times >= rough - 1e-9);
        times.map_or_else(|| Step::decimal(rough), |times| Step::whole(*times))
    }
}

/// A count as a number to draw with.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "display only")]
pub const fn count(whole: usize) -> f64 {
    whole as f64
}

/// A whole parameter as a number to draw with.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "display only")]
pub const fn float(whole: u64) -> f64 {
    whole as f64
}

/// The whole part of a number as an index: 0 when it is negative, at most `last`.
#[must_use]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates, and the rest is clamped")]
pub const fn index(value: f64, last: usize) -> usize {
    let whole = value as usize;
    if whole < last { whole } else { last }
}

/// Appends a number with at most `places` (0 to 3) decimals, without trailing zeros and without the float formatter.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates; pixels are small")]
pub fn push_fixed(out: &mut String, value: f64, places: usize) {
    let factor = [1.0, 10.0, 100.0, 1000.0][places.min(3)];
    let whole = (value.abs() * factor + 0.5) as u64;
    if value < 0.0 && whole > 0 {
        out.push('-');
    }
    let factor = factor as u64;
    push_whole(out, whole / factor);
    let mut rest = whole % factor;
    if rest > 0 {
        out.push('.');
        let mut digit = factor / 10;
        while rest > 0 {
            out.push(char::from(b'0' + (rest / digit) as u8));
            rest %= digit;
            digit /= 10;
        }
    }
}

/// Appends a whole number, without the formatter.
pub fn push_whole(out: &mut String, whole: u64) {
    if whole >= 10 {
        push_whole(out, whole / 10);
    }
    out.push(char::from(b'0' + (whole % 10) as u8));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixed(value: f64, places: usize) -> String {
        let mut out = String::new();
        push_fixed(&mut out, value, places);
        out
    }

    #[test]
    fn numbers_are_written_short() {
        let cases = [(0.0, "0"), (-0.0, "0"), (-0.04, "0"), (12.0, "12"), (1.25, "1.3"), (-7.5, "-7.5"), (0.06, "0.1")];
        for (value, text) in cases {
            assert_eq!(fixed(value, 1), text);
        }
        assert_eq!(fixed(0.05, 2), "0.05");
        assert_eq!(fixed(10.507, 3), "10.507");
        assert_eq!(fixed(f64::NAN, 1), "0");
    }

    #[test]
    fn steps_are_one_two_five() {
        for (rough, length) in
            [(0.03, 0.05), (0.1, 0.1), (0.11, 0.2), (1.0, 1.0), (3.0, 5.0), (7.0, 10.0), (130.0, 200.0)]
        {
            assert!((Step::decimal(rough).length() - length).abs() < 1e-12, "{rough}");
        }
        let ticks = Step::decimal(0.1).ticks(0.0, 0.3);
        assert_eq!(ticks, [0.0, 0.1, 0.2, 0.3]);
    }

    #[test]
    fn times_step_as_clocks_do() {
        assert_eq!(TimeUnit::of(2_500.0), TimeUnit::Seconds);
        assert_eq!(TimeUnit::Seconds.step(22.0), Step::whole(30.0));
        assert_eq!(TimeUnit::Hours.step(4.0), Step::whole(6.0));
        assert!((TimeUnit::Nanos.of_millis(0.000_5) - 500.0).abs() < 1e-9);
        assert_eq!(TimeUnit::of(0.000_5), TimeUnit::Nanos);
    }

    #[test]
    fn scales_invert() {
        let scale = Linear::new((10.0, 20.0), (100.0, 300.0));
        assert!((scale.at(15.0) - 200.0).abs() < 1e-9);
        assert!((scale.invert(200.0) - 15.0).abs() < 1e-9);
        assert!((scale.within(99.0) - 300.0).abs() < 1e-9);
        assert!(Linear::new((1.0, 1.0), (0.0, 10.0)).at(1.0).is_finite());
    }
}
