//! Instants with the local offset that held then, and study days, which begin at 04:00.
//!
//! An answer at one in the morning belongs to the evening before. Each record keeps its own
//! offset and its own study day, so that travel, daylight saving and a later change of this
//! rule cannot move the past.

use std::fmt;

/// When the study day begins, in local time.
pub const DAY_STARTS_MS: i64 = 4 * 3_600_000;
const DAY_MS: i64 = 86_400_000;

/// An instant and how far local time was ahead of UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    pub utc_ms: i64,
    /// Minutes by which the local clock is ahead of UTC: 330 in India.
    pub offset_min: i32,
}

/// A calendar day, counted from 1970-01-01.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(pub i32);

/// Where the time comes from.
pub trait Clock {
    fn now(&self) -> Moment;

    /// An instant with the local offset that held then, as far as the clock knows.
    fn at(&self, utc_ms: i64) -> Moment {
        Moment { utc_ms, offset_min: self.now().offset_min }
    }
}

/// The machine's clock and time zone.
#[derive(Debug, Clone, Copy)]
pub struct SystemClock {
    /// Replaces the machine's time zone: minutes ahead of UTC.
    pub offset_min: Option<i32>,
}

impl Clock for SystemClock {
    fn now(&self) -> Moment {
        self.at(jiff::Timestamp::now().as_millisecond())
    }

    fn at(&self, utc_ms: i64) -> Moment {
        let zone = |instant| jiff::tz::TimeZone::system().to_offset(instant).seconds().div_euclid(60);
        // An instant that no calendar has is as good with any offset.
        let known = || jiff::Timestamp::from_millisecond(utc_ms).map_or(0, zone);
        Moment { utc_ms, offset_min: self.offset_min.unwrap_or_else(known) }
    }
}

/// A clock that stands still, for tests and for `--now`.
#[derive(Debug, Clone, Copy)]
pub struct FixedClock(pub Moment);

impl Clock for FixedClock {
    fn now(&self) -> Moment {
        self.0
    }
}

impl Moment {
    /// The study day to which this instant belongs, as its reader sees it.
    pub fn study_day(self) -> Day {
        let local = self.utc_ms.saturating_add(i64::from(self.offset_min) * 60_000);
        let day = local.saturating_sub(DAY_STARTS_MS).div_euclid(DAY_MS);
        Day(day.clamp(Day::FIRST.0.into(), Day::LAST.0.into()) as i32)
    }

    /// Reads `2026-11-29T21:05:00+05:30` or `…Z`; seconds may have up to nine decimals.
    pub fn parse(text: &str) -> Option<Moment> {
        let text = text.trim();
        let (local, offset_min) = match text.strip_suffix(['Z', 'z']) {
            Some(local) => (local, 0),
            None => {
                let at = text.len().checked_sub(6)?;
                (text.get(..at)?, parse_offset(text.get(at..)?)?)
            }
        };
        let (date, time) = local.split_once(['T', 't', ' '])?;
        let day = Day::parse(date)?;
        let ms = parse_time(time)?;
        let local_ms = i64::from(day.0) * DAY_MS + ms;
        Some(Moment { utc_ms: local_ms - i64::from(offset_min) * 60_000, offset_min })
    }

    /// The instant as its reader's clock showed it, with its offset: `2026-11-29T21:05:00.000+05:30`.
    pub fn local(self) -> String {
        let offset = self.offset_min.clamp(-24 * 60, 24 * 60);
        let utc_ms = self.utc_ms.saturating_add(i64::from(offset) * 60_000);
        let local = Moment { utc_ms, offset_min: 0 }.utc();
        let sign = if offset < 0 { '-' } else { '+' };
        let (h, m) = (offset.abs() / 60, offset.abs() % 60);
        format!("{}{sign}{h:02}:{m:02}", local.trim_end_matches('Z'))
    }

    /// The instant in UTC as RFC 3339, to the millisecond: `2026-11-29T15:35:00.000Z`.
    pub fn utc(self) -> String {
        // What four digits cannot write is the first or the last instant that they can.
        let (first, last) = (i64::from(Day::FIRST.0) * DAY_MS, (i64::from(Day::LAST.0) + 1) * DAY_MS - 1);
        let utc_ms = self.utc_ms.clamp(first, last);
        let (day, ms) = (Day(utc_ms.div_euclid(DAY_MS) as i32), utc_ms.rem_euclid(DAY_MS));
        let (h, m, s) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60);
        format!("{day}T{h:02}:{m:02}:{s:02}.{:03}Z", ms % 1000)
    }
}

fn parse_offset(text: &str) -> Option<i32> {
    let sign = match text.as_bytes().first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let (h, m) = text.get(1..)?.split_once(':')?;
    let (h, m) = (number(h, 2)?, number(m, 2)?);
    (h <= 23 && m <= 59).then_some(sign * (h * 60 + m) as i32)
}

fn parse_time(text: &str) -> Option<i64> {
    let mut parts = text.splitn(3, ':');
    let (h, m, s) = (parts.next()?, parts.next()?, parts.next().unwrap_or("00"));
    let (s, fraction) = s.split_once('.').unwrap_or((s, "0"));
    let (h, m, s) = (number(h, 2)?, number(m, 2)?, number(s, 2)?);
    if h > 23 || m > 59 || s > 60 || fraction.is_empty() || fraction.len() > 9 {
        return None;
    }
    let nanos = number(fraction, fraction.len())? * 10i64.pow(9 - fraction.len() as u32);
    Some(((h * 60 + m) * 60 + s) * 1000 + nanos / 1_000_000)
}

fn number(text: &str, digits: usize) -> Option<i64> {
    (text.len() == digits && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok())?
}

impl Day {
    /// 0000-01-01 and 9999-12-31: what four digits can write.
    pub const FIRST: Day = Day(-719_528);
    pub const LAST: Day = Day(2_932_896);

    /// Reads `2026-11-29`; `None` for a day that does not exist.
    pub fn parse(text: &str) -> Option<Day> {
        let mut parts = text.splitn(3, '-');
        let year = number(parts.next()?, 4)?;
        let month = number(parts.next()?, 2)?;
        let day = number(parts.next()?, 2)?;
        let found = from_civil(year, month, day);
        (found.civil() == (year, month, day)).then_some(found)
    }

    /// Year, month (from 1), day of the month (from 1).
    pub fn civil(self) -> (i64, i64, i64) {
        // Howard Hinnant's days_from_civil, turned round: eras of 400 years that begin in March.
        let z = i64::from(self.0) + 719_468;
        let era = z.div_euclid(146_097);
        let of_era = z.rem_euclid(146_097);
        let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let from_march = (5 * of_year + 2) / 153;
        let day = of_year - (153 * from_march + 2) / 5 + 1;
        let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
        (year + era * 400 + i64::from(month <= 2), month, day)
    }

    pub fn plus(self, days: u32) -> Day {
        Day(self.0.saturating_add_unsigned(days).min(Day::LAST.0))
    }

    /// When it begins for somebody whose clock is so many minutes ahead of UTC, in milliseconds as
    /// of [`Moment::utc_ms`].
    pub fn begins(self, offset_min: i32) -> i64 {
        i64::from(self.0) * DAY_MS + DAY_STARTS_MS - i64::from(offset_min) * 60_000
    }

    /// Days from `earlier` to here; 0 when a clock went back and `earlier` is later.
    pub fn since(self, earlier: Day) -> u32 {
        u32::try_from(i64::from(self.0) - i64::from(earlier.0)).unwrap_or(0)
    }

    /// `today`, `tomorrow`, `on Thursday 3 December`, as seen from `today`.
    pub fn seen_from(self, today: Day) -> String {
        const MONTHS: [&str; 12] = [
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ];
        // Day 0 was a Thursday.
        const WEEKDAYS: [&str; 7] =
            ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"];
        match i64::from(self.0) - i64::from(today.0) {
            ..=0 => "today".to_owned(),
            1 => "tomorrow".to_owned(),
            _ => {
                let (year, month, day) = self.civil();
                let weekday = WEEKDAYS[self.0.rem_euclid(7) as usize];
                let month = MONTHS[(month - 1) as usize];
                let year = if year == today.civil().0 { String::new() } else { format!(" {year}") };
                format!("on {weekday} {day} {month}{year}")
            }
        }
    }
}

fn from_civil(year: i64, month: i64, day: i64) -> Day {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let from_march = if month > 2 { month - 3 } else { month + 9 };
    let of_year = (153 * from_march + 2) / 5 + day - 1;
    let of_era_days = of_era * 365 + of_era / 4 - of_era / 100 + of_year;
    Day((era * 146_097 + of_era_days - 719_468) as i32)
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.civil();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(text: &str) -> Moment {
        Moment::parse(text).unwrap_or_else(|| panic!("{text}"))
    }

    #[test]
    fn a_study_day_begins_at_four_local_time() {
        assert_eq!(at("2026-11-29T03:59:59+05:30").study_day().to_string(), "2026-11-28");
        assert_eq!(at("2026-11-29T04:00:00+05:30").study_day().to_string(), "2026-11-29");
        assert_eq!(at("2026-11-29T23:00:00-08:00").study_day().to_string(), "2026-11-29");
        assert_eq!(at("2026-11-30T02:00:00Z").study_day().to_string(), "2026-11-29");
    }

    /// Two evenings round the end of summer time in Berlin: the offset moves, the days do not.
    #[test]
    fn a_change_of_offset_loses_no_day() {
        let before = at("2026-10-24T22:00:00+02:00").study_day();
        let after = at("2026-10-25T22:00:00+01:00").study_day();
        assert_eq!(after.since(before), 1);
    }

    #[test]
    fn what_is_no_instant_is_refused() {
        for text in [
            "",
            "2026-11-29",
            "2026-13-01T00:00:00Z",
            "2026-02-30T00:00:00Z",
            "2026-11-29T24:00:00Z",
            "2026-11-29T10:00:00",
            "2026-11-29T10:00:00+5:30",
            "₹026-11-29T10:00:00₹₹",
            "2026-11-29T10:00:00.Z",
        ] {
            assert_eq!(Moment::parse(text), None, "{text}");
        }
    }

    #[test]
    fn what_four_digits_cannot_write_is_the_nearest_that_they_can() {
        assert_eq!(at("9999-12-31T23:59:60Z").utc(), "9999-12-31T23:59:59.999Z");
        assert_eq!(at("9999-12-31T23:59:59-05:00").utc(), "9999-12-31T23:59:59.999Z");
        assert_eq!(at("0000-01-01T00:00:00+05:00").utc(), "0000-01-01T00:00:00.000Z");
    }

    #[test]
    fn days_are_named_as_people_say_them() {
        let today = Day::parse("2026-11-29").expect("a day");
        assert_eq!(today.seen_from(today), "today");
        assert_eq!(today.plus(1).seen_from(today), "tomorrow");
        assert_eq!(today.plus(4).seen_from(today), "on Thursday 3 December");
        assert_eq!(today.plus(40).seen_from(today), "on Friday 8 January 2027");
    }

    proptest! {
        #[test]
        fn every_day_is_written_and_read_back(day in Day::FIRST.0..=Day::LAST.0) {
            prop_assert_eq!(Day::parse(&Day(day).to_string()), Some(Day(day)));
        }

        #[test]
        fn every_instant_is_written_and_read_back(utc_ms in -62_000_000_000_000i64..250_000_000_000_000) {
            let moment = Moment { utc_ms, offset_min: 0 };
            prop_assert_eq!(Moment::parse(&moment.utc()), Some(moment));
        }

        #[test]
        fn every_local_time_is_written_and_read_back(
            utc_ms in -61_000_000_000_000i64..240_000_000_000_000, offset_min in -1439i32..1440,
        ) {
            let moment = Moment { utc_ms, offset_min };
            prop_assert_eq!(Moment::parse(&moment.local()), Some(moment));
        }

        #[test]
        fn parsing_never_panics(text in "\\PC{0,40}") {
            let _ = Moment::parse(&text);
            let _ = Day::parse(&text);
        }
    }
}
