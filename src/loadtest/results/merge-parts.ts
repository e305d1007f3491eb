import { BoundedError } from '../../contract/bounded-error.js'
import { areSameChecks } from './check-results.js'
import { createResultCollector } from './collect-results.js'
import { countedTime } from './metrics.js'
import type { LoadTestResult } from './result.js'
import { createRunTimeline } from './run-timeline.js'
import { evaluateThresholds, parseThreshold } from './thresholds.js'

/** Results that are not the parts of one run; the message is a sentence. */
export class PartsError extends BoundedError {
  override readonly name = 'PartsError'
}

/** A result, and the name that messages call it by. */
export type NamedResult = { readonly name: string; readonly result: LoadTestResult }

type PartResult = LoadTestResult & Required<Pick<LoadTestResult, 'part'>>
type NamedPart = { readonly name: string; readonly result: PartResult }

/**
 * Adds the parts of one run up as if one machine had played it: counts and times exactly, so percentiles and thresholds
 * are those of all samples. Throws a PartsError when a part is missing, comes twice, or is of another run, and a
 * ThresholdError when a part has a threshold that is none.
 */
export function mergeParts(named: readonly NamedResult[]): LoadTestResult {
  const { first, parts } = asOneRun(named)
  const [collector, timeline] = [createResultCollector(first.checks ?? []), createRunTimeline()]
  for (const { part, ...result } of parts) {
    collector.addPart(result, part)
    timeline.addPart(result.timeline, part)
  }
  const { submetrics, checks, slowestReplies, ...measured } = collector.measured(countedTime(first))
  const { part, ...whole } = first
  return {
    ...whole,
    target: [...new Set(parts.map(({ target }) => target))].join(', '),
    ...(whole.targetVersion !== undefined && { targetVersion: versionsOf(parts) }),
    isValid: parts.every(({ isValid }) => isValid),
    generator: {
      ...first.generator,
      processes: parts.reduce((sum, { generator }) => sum + generator.processes, 0),
      eventLoopP99Ms: Math.max(...parts.map(({ generator }) => generator.eventLoopP99Ms)),
      eventLoopMaxMs: Math.max(...parts.map(({ generator }) => generator.eventLoopMaxMs)),
    },
    ...measured,
    // Parts of older versions have none of these.
    ...(first.submetrics !== undefined && { submetrics }),
    ...(first.checks !== undefined && { checks }),
    ...(first.slowestReplies !== undefined && { slowestReplies }),
    timeline: [...timeline.seconds()],
    server: parts.find(({ server }) => server !== null)?.server ?? null,
    // Checked against the scenario when the part was played.
    thresholds: evaluateThresholds(
      part.thresholds.map((text) => parseThreshold(text, 'any')),
      { ...measured, submetrics, checks },
    ),
    comparison: null,
  }
}

/** All versions that were met; where servers did not say theirs, that. */
const versionsOf = (parts: readonly PartResult[]): string =>
  [...new Set(parts.map(({ targetVersion = 'unknown' }) => targetVersion))].join(', ')

/** The parts in order, and the first of them. */
function asOneRun(named: readonly NamedResult[]) {
  const byIndex = new Map<number, NamedPart>()
  const all = named.map(asPart)
  const [first] = all
  if (first === undefined) throw new PartsError('There are no results to merge')
  for (const one of all) {
    const difference = differenceOf(one.result, first.result)
    if (difference !== undefined) throw new PartsError(`${one.name} and ${first.name} ${difference}`)
    const { index, of } = one.result.part
    const twin = byIndex.get(index)
    if (twin !== undefined)
      throw new PartsError(`${twin.name} and ${one.name} are both part ${index} of ${of}`)
    byIndex.set(index, one)
  }
  const indexes = Array.from({ length: first.result.part.of }, (_, at) => at + 1)
  const missing = indexes.filter((index) => !byIndex.has(index))
  if (missing.length > 0) throw new PartsError(`Missing: part ${missing.join(', ')} of ${indexes.length}`)
  return { first: first.result, parts: indexes.flatMap((index) => byIndex.get(index)?.result ?? []) }
}

function asPart({ name, result }: NamedResult): NamedPart {
  const { part } = result
  if (part === undefined)
    throw new PartsError(`${name} is not the result of a part: it was played without --part`)
  return { name, result: { ...result, part } }
}

function differenceOf(one: PartResult, other: PartResult): string | undefined {
  if (one.scenarioHash !== other.scenarioHash) return 'are of different scenarios'
  if (one.part.of !== other.part.of) return `are of ${one.part.of} and of ${other.part.of} parts`
  if (one.startedAt !== other.startedAt)
    return `began at different times: ${one.startedAt}, ${other.startedAt}`
  if (one.part.thresholds.join('\n') !== other.part.thresholds.join('\n')) return 'have different thresholds'
  if (!areSameChecks(one.checks ?? [], other.checks ?? [])) return 'have different checks'
  return undefined
}
