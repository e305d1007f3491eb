import type { LoadTestResult } from '../../loadtest/results/result.js'
import { limitsFailureCause, type Threshold } from '../../loadtest/results/thresholds.js'
import { EXIT } from '../errors/command-error.js'
import { printableLine } from '../output/printable.js'

/**
 * A sentence about turns that failed because of a provider: the service answers them, but they measure nothing. None when
 * a threshold judges them.
 */
export function providerFailure(
  { failures }: Pick<LoadTestResult, 'failures'>,
  thresholds: readonly Threshold[],
): string | undefined {
  if (limitsFailureCause(thresholds, 'model_failed')) return undefined
  const failure = failures.find(({ error }) => error === 'model_failed')
  if (failure === undefined) return undefined
  const turns = failure.count === 1 ? '1 turn' : `${failure.count} turns`
  return `${turns} failed because a provider did: ${printableLine(failure.message ?? 'it did not say why')}`
}

type Verdict = {
  /** Whether anybody asked for thresholds. */
  readonly hasOwnThresholds: boolean
  readonly failure: string | undefined
}

/** What a run ends with. The thresholds of a part are judged, and with them its validity, when all parts are merged. */
export function exitCodeOf(
  { isValid, thresholds, part }: Pick<LoadTestResult, 'isValid' | 'thresholds' | 'part'>,
  { hasOwnThresholds, failure }: Verdict,
): number {
  const isInvalid = part === undefined && !isValid && hasOwnThresholds
  if (isInvalid || failure !== undefined) return EXIT.failed
  return thresholds.every(({ isMet }) => isMet) ? 0 : EXIT.thresholdFailed
}
