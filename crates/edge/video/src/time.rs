//! UTC as texts: moments as RFC 3339 writes them.

/// The milliseconds of a second, a minute, an hour and a day.
pub const SECOND_MS: i64 = 1_000;
/// The milliseconds of an hour.
pub const HOUR_MS: i64 = 3_600_000;
/// The milliseconds of a day.
pub const DAY_MS: i64 = 86_400_000;

/// A moment, written `2026-03-01T09:05:00.250Z`.
pub fn text(at: i64) -> String {
    let (year, month, day) = civil(at.div_euclid(DAY_MS));
    let of_day = at.rem_euclid(DAY_MS);
    let (hour, rest) = (of_day.div_euclid(HOUR_MS), of_day.rem_euclid(HOUR_MS));
    let (minute, rest) = (rest.div_euclid(60_000), rest.rem_euclid(60_000));
    let (second, ms) = (rest.div_euclid(SECOND_MS), rest.rem_euclid(SECOND_MS));
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{ms:03}Z")
}

/// Reads a moment in UTC to the millisecond, as [`text`] or ffmpeg (`2026-03-01T09:05:00.250+0000`) writes it.
pub fn read(text: &str) -> Option<i64> {
    let text = text.strip_suffix('Z').or_else(|| text.strip_suffix("+0000"))?;
    let (date, of_day) = text.split_once('T')?;
    let mut date = date.split('-').map(|part| part.parse::<i64>().ok());
    let (year, month, day) = (date.next()??, date.next()??, date.next()??);
    let (clock, ms) = of_day.split_once('.')?;
    let ms = (ms.len() == 3).then(|| ms.parse::<i64>().ok())??;
    let mut clock = clock.split(':').map(|part| part.parse::<i64>().ok());
    let (hour, minute, second) = (clock.next()??, clock.next()??, clock.next()??);
    let in_range = (1970..=9999).contains(&year)
        && (1..=12).contains(&month)
        && (1..=31).contains(&day)
        && (0..24).contains(&hour)
        && (0..60).contains(&minute)
        && (0..=60).contains(&second)
        && ms >= 0;
    let parts = [(days(year, month, day), DAY_MS), (hour, HOUR_MS), (minute, 60_000), (second, SECOND_MS)];
    let at = parts.into_iter().fold(ms, |sum, (n, of)| sum.saturating_add(n.saturating_mul(of)));
    in_range.then_some(at)
}

/// Year, month and day of a day counted from 1970-01-01, by the Gregorian calendar.
///
/// The years are counted from March, so that the leap day is the last one: 146,097 days are 400 years.
pub(crate) const fn civil(day: i64) -> (i64, i64, i64) {
    let day = day.saturating_add(719_468);
    let (era, of_era) = (day.div_euclid(146_097), day.rem_euclid(146_097));
    let leap = (of_era / 1_460).saturating_sub(of_era / 36_524).saturating_add(of_era / 146_096);
    let year_of_era = of_era.saturating_sub(leap) / 365;
    let before =
        year_of_era.saturating_mul(365).saturating_add(year_of_era / 4).saturating_sub(year_of_era / 100);
    let of_year = of_era.saturating_sub(before);
    let from_march = of_year.saturating_mul(5).saturating_add(2) / 153;
    let day = of_year.saturating_sub(from_march.saturating_mul(153).saturating_add(2) / 5).saturating_add(1);
    let month = if from_march < 10 { from_march.saturating_add(3) } else { from_march.saturating_sub(9) };
    let year = year_of_era.saturating_add(era.saturating_mul(400));
    (if month <= 2 { year.saturating_add(1) } else { year }, month, day)
}

/// The number of a day, from 1970-01-01.
const fn days(year: i64, month: i64, day: i64) -> i64 {
    let (year, from_march) = if month <= 2 {
        (year.saturating_sub(1), month.saturating_add(9))
    } else {
        (year, month.saturating_sub(3))
    };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = from_march.saturating_mul(153).saturating_add(2) / 5;
    let before = of_era.saturating_mul(365).saturating_add(of_era / 4).saturating_sub(of_era / 100);
    let day = before.saturating_add(of_year).saturating_add(day).saturating_sub(1);
    era.saturating_mul(146_097).saturating_add(day).saturating_sub(719_468)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn known_moments_are_written_and_read() {
        for (at, expected) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_400_250, "2000-02-29T00:00:00.250Z"),
            (1_772_355_900_007, "2026-03-01T09:05:00.007Z"),
            (4_102_444_799_999, "2099-12-31T23:59:59.999Z"),
        ] {
            assert_eq!(text(at), expected);
            assert_eq!(read(expected), Some(at));
        }
        assert_eq!(read("2026-03-01T09:05:00.007+0000"), Some(1_772_355_900_007), "as ffmpeg writes it");
    }

    #[test]
    fn what_is_no_moment_in_utc_is_not_read() {
        for wrong in [
            "",
            "2026-03-01",
            "2026-03-01T09:05:00.007",
            "2026-03-01T09:05:00.007+0100",
            "2026-13-01T09:05:00.007Z",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn every_moment_is_read_as_it_was_written(at in 0_i64..253_402_300_800_000) {
            prop_assert_eq!(read(&text(at)), Some(at));
        }
    }
}
