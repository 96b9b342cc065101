//! Exact fractions of 128-bit integers. Nothing wraps: what does not fit is `None`.

use std::cmp::Ordering;
use std::fmt;

/// A fraction in lowest terms with a positive denominator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rational {
    numerator: i128,
    denominator: i128,
}

impl From<i64> for Rational {
    fn from(value: i64) -> Self {
        Rational { numerator: value.into(), denominator: 1 }
    }
}

impl Rational {
    fn new(numerator: i128, denominator: i128) -> Option<Rational> {
        let divisor = gcd(numerator.checked_abs()?, denominator.checked_abs()?);
        if denominator == 0 {
            return None;
        }
        let sign = denominator.signum();
        let over = divisor.checked_mul(sign)?;
        Some(Rational { numerator: numerator / over, denominator: denominator / over })
    }

    pub fn plus(self, other: Rational) -> Option<Rational> {
        let left = self.numerator.checked_mul(other.denominator)?;
        let right = other.numerator.checked_mul(self.denominator)?;
        Rational::new(left.checked_add(right)?, self.denominator.checked_mul(other.denominator)?)
    }

    pub fn negate(self) -> Option<Rational> {
        Some(Rational { numerator: self.numerator.checked_neg()?, ..self })
    }

    pub fn minus(self, other: Rational) -> Option<Rational> {
        self.plus(other.negate()?)
    }

    pub fn times(self, other: Rational) -> Option<Rational> {
        let top = self.numerator.checked_mul(other.numerator)?;
        Rational::new(top, self.denominator.checked_mul(other.denominator)?)
    }

    /// `None` also when `other` is zero; ask [`Rational::is_zero`] first to tell the two apart.
    pub fn over(self, other: Rational) -> Option<Rational> {
        let top = self.numerator.checked_mul(other.denominator)?;
        Rational::new(top, self.denominator.checked_mul(other.numerator)?)
    }

    pub fn is_zero(self) -> bool {
        self.numerator == 0
    }

    pub fn floor(self) -> Rational {
        Rational { numerator: self.numerator.div_euclid(self.denominator), denominator: 1 }
    }

    pub fn ceil(self) -> Option<Rational> {
        self.negate()?.floor().negate()
    }

    /// `None` when both are far too big to compare exactly.
    pub fn compare(self, other: Rational) -> Option<Ordering> {
        let left = self.numerator.checked_mul(other.denominator)?;
        Some(left.cmp(&other.numerator.checked_mul(self.denominator)?))
    }

    /// The value, if it is a whole number that fits.
    pub fn whole(self) -> Option<i64> {
        if self.denominator == 1 { self.numerator.try_into().ok() } else { None }
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            bottom => write!(f, "{}/{bottom}", self.numerator),
        }
    }
}

fn gcd(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}
