import type { UnitOfWork } from '../unit-of-work.js'
import type { EncounterRecord } from './record.js'

/** How many encounters of an account may run, and which ended ones are kept. */
export type EncounterLimits = {
  /** Most that run at once. */
  readonly maxRunning: number
  /** Most ended ones that are kept, the newest. */
  readonly maxEnded: number
  /** ISO 8601; those that ended earlier are removed. */
  readonly endedSince: string
}

/**
 * Stores a new encounter and removes ended ones of the account beyond the limits. Resolves with false, without storing,
 * when too many are running.
 */
export const insertEncounter = (
  { transact }: UnitOfWork,
  record: EncounterRecord,
  limits: EncounterLimits,
): Promise<boolean> =>
  transact({ own: { group: 'encountersOfAccount', of: record.userId } }, ({ own }) => {
    const ended = own.filter(({ reason }) => reason !== null)
    if (own.length - ended.length >= limits.maxRunning) return { writes: [], result: false }
    // Newest first; the new one will be one of those that are kept.
    const dropped = ended
      .toReversed()
      .filter(({ endedAt }, at) => at >= limits.maxEnded - 1 || (endedAt ?? '') < limits.endedSince)
      .map(({ id }) => id)
    return {
      writes: [
        { kind: 'encounters', put: record },
        ...(dropped.length === 0 ? [] : [{ kind: 'encounters' as const, remove: dropped }]),
      ],
      result: true,
    }
  })
