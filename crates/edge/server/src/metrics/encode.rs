//! Writes families of metrics in the text format. Knows no metric.

use std::fmt;

use house::counts::Histogram;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;

/// The labels of one line.
pub(super) type Labels = Vec<(&'static str, String)>;

/// The writer of a scrape.
pub(super) struct Encoder<'a>(pub(super) DescriptorEncoder<'a>);

impl Encoder<'_> {
    /// A family of counters; its name gets the ending `_total`. A line without labels is the only one.
    pub(super) fn counters(
        &mut self,
        name: &str,
        help: &str,
        lines: impl IntoIterator<Item = (Labels, u64)>,
    ) -> fmt::Result {
        let mut family = self.0.encode_descriptor(name, help, None, MetricType::Counter)?;
        for (labels, count) in lines {
            let counter = ConstCounter::new(count);
            if labels.is_empty() {
                return counter.encode(family);
            }
            counter.encode(family.encode_family(&labels)?)?;
        }
        Ok(())
    }

    /// A family of gauges.
    pub(super) fn gauges(
        &mut self,
        name: &str,
        help: &str,
        lines: impl IntoIterator<Item = (Labels, u64)>,
    ) -> fmt::Result {
        let mut family = self.0.encode_descriptor(name, help, None, MetricType::Gauge)?;
        for (labels, value) in lines {
            let gauge = ConstGauge::new(i64::try_from(value).unwrap_or(i64::MAX));
            if labels.is_empty() {
                return gauge.encode(family);
            }
            gauge.encode(family.encode_family(&labels)?)?;
        }
        Ok(())
    }

    /// A family of histograms, whose values are divided by `unit`. Those without a value are left out.
    pub(super) fn histograms<'h>(
        &mut self,
        name: &str,
        help: &str,
        unit: f64,
        lines: impl IntoIterator<Item = (Labels, &'h Histogram)>,
    ) -> fmt::Result {
        let mut family = self.0.encode_descriptor(name, help, None, MetricType::Histogram)?;
        for (labels, histogram) in lines {
            let (counts, above) = histogram.counts();
            let total = counts.iter().fold(above, |total, (_, count)| total.saturating_add(*count));
            if total == 0 {
                continue;
            }
            let mut buckets: Vec<_> =
                counts.into_iter().map(|(bound, count)| (measured(bound, unit), count)).collect();
            buckets.push((f64::INFINITY, above));
            let sum = measured(histogram.sum(), unit);
            if labels.is_empty() {
                return family.encode_histogram::<Labels>(sum, total, &buckets, None);
            }
            family.encode_family(&labels)?.encode_histogram::<Labels>(sum, total, &buckets, None)?;
        }
        Ok(())
    }
}

/// A measured value in the unit of its metric. It is no money: a time or a number of units.
fn measured(value: u64, unit: f64) -> f64 {
    #[expect(
        clippy::cast_precision_loss,
        clippy::as_conversions,
        reason = "a measurement, rounded as Prometheus does"
    )]
    let value = value as f64;
    value / unit
}
