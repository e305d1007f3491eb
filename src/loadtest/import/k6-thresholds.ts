import { isObject } from '../../contract/is-object.js'
import { parseThreshold } from '../results/thresholds.js'
import { splitLabelledMetric } from '../scenario/labels.js'
import type { Notes, Values } from './notes.js'

/** The metrics of k6 that ours has, too. */
const METRICS: Readonly<Record<string, string>> = { checks: 'checks', ws_connecting: 'session.connect' }
const STATISTICS: Readonly<Record<string, string>> = {
  ...{ min: 'min', max: 'max', avg: 'mean', med: 'p50', rate: 'rate' },
  ...{ 'p(50)': 'p50', 'p(90)': 'p90', 'p(95)': 'p95', 'p(99)': 'p99', 'p(99.9)': 'p999' },
}
const CONDITION = /^([a-z]+(?:\([\d.]+\))?) ?(<=|>=|<|>) ?(\d+(?:\.\d+)?)$/
const MAX_CONDITION_CHARACTERS = 100

/** Writes thresholds of k6 as ours, where ours has the metric, the scenario and the statistic. */
export function importK6Thresholds(thresholds: Values, scenarios: readonly string[], notes: Notes): string[] {
  const labels = scenarios.map((value) => ({ name: 'scenario', value }))
  return Object.entries(thresholds).flatMap(([name, conditions]) =>
    (Array.isArray(conditions) ? conditions : [conditions]).flatMap((condition, index) => {
      const path = `thresholds.${name}[${index}]`
      const text = isObject(condition) ? condition['threshold'] : condition
      if (isObject(condition)) notes.addOthers(condition, path, ['threshold'])
      const ours = typeof text === 'string' ? writeThreshold(name, text) : null
      try {
        if (ours !== null) return [parseThreshold(ours, [], labels).text]
      } catch (error) {
        // The message says why the threshold is none.
        if (!(error instanceof Error && error.name === 'ThresholdError')) throw error
      }
      notes.add(path, 'parley measures nothing like it')
      return []
    }),
  )
}

function writeThreshold(name: string, text: string): string | null {
  const { metric } = splitLabelledMetric(name)
  const ours = METRICS[metric]
  if (text.length > MAX_CONDITION_CHARACTERS) return null
  const [, statistic = '', operator = '', limit = ''] = CONDITION.exec(text.trim()) ?? []
  const its = STATISTICS[statistic]
  return ours === undefined || its === undefined
    ? null
    : `${ours}${name.slice(metric.length)}.${its}${operator}${limit}`
}
