import { type Label, labelledMetric } from '../scenario/labels.js'
import type { CountedTime, Sample } from './metrics.js'
import type { LabelledCounts, Submetric } from './result.js'
import { createStatistics, type Statistics } from './statistics.js'

export type Submetrics = {
  /** Counts a sample once for each of its labels. */
  add(sample: Sample): void
  /** Adds what another machine has counted. */
  addCounts(counts: readonly LabelledCounts[]): void
  counts(): LabelledCounts[]
  /** Sorted by label and metric. */
  summarise(counted: CountedTime): Submetric[]
}

/** Distributions of the samples of each scenario, step and tag. A scenario has few of them, so their number is bounded. */
export function createSubmetrics(): Submetrics {
  const byLabel = new Map<string, { readonly label: Label; readonly statistics: Statistics }>()
  const of = (label: Label): Statistics => {
    const key = `${label.name}:${label.value}`
    const known = byLabel.get(key) ?? { label, statistics: createStatistics() }
    byLabel.set(key, known)
    return known.statistics
  }
  return {
    add(sample) {
      for (const [name, value] of Object.entries(sample.labels ?? {})) of({ name, value }).add(sample)
    },
    addCounts(all) {
      for (const { label, value, counts } of all)
        for (const one of counts) of({ name: label, value }).addCounts(one)
    },
    counts: () =>
      [...byLabel.values()].map(({ label, statistics }) => ({
        label: label.name,
        value: label.value,
        counts: statistics.counts(),
      })),
    summarise: (counted) =>
      [...byLabel]
        .sort(([a], [b]) => a.localeCompare(b))
        .flatMap(([, { label, statistics }]) =>
          statistics.summarise(counted).map((summary) => ({
            ...summary,
            metric: labelledMetric(summary.metric, label),
            of: summary.metric,
            label: label.name,
            value: label.value,
          })),
        ),
  }
}
