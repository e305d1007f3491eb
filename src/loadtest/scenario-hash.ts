import { createHash } from 'node:crypto'
import type { Scenario } from './scenario.js'

/**
 * What two runs must have in common to be compared: who comes when, and what each does. Not what the run is called, nor
 * what has to hold of it, nor the order of keys in the file.
 */
export const scenarioHash = ({ name: _name, thresholds: _thresholds, ...content }: Scenario): string =>
  createHash('sha256')
    .update(JSON.stringify(withSortedKeys(content)))
    .digest('hex')

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, withSortedKeys(inner)]))
}
