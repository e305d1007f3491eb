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

export interface EncounterRepository {
  /**
   * Stores a new encounter and removes ended ones beyond the limits, in one step. Resolves with false, without storing,
   * when too many of the account are running.
   */
  insert(record: EncounterRecord, limits: EncounterLimits): Promise<boolean>
  find(id: string): Promise<EncounterRecord | undefined>
  /** The encounters of all accounts that have not ended. */
  listRunning(): Promise<EncounterRecord[]>
  /** Undefined when it is gone; it is removed with either of its characters. */
  update(
    id: string,
    change: (record: EncounterRecord) => EncounterRecord,
  ): Promise<EncounterRecord | undefined>
}
