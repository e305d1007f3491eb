import type { EncounterRecord } from './record.js'

/** What of an account's encounters makes room for a new one. */
export type EncounterLimits = {
  /** So many may run at once. */
  readonly maxRunning: number
  /** So many that ended are kept, the newest; */
  readonly maxEnded: number
  /** and none that ended before this, ISO 8601. */
  readonly endedSince: string
}

export interface EncounterRepository {
  /**
   * Stores a new one and drops what is beyond the room, as one step. Resolves with false, and stores nothing, when as
   * many of the account run as may.
   */
  insert(record: EncounterRecord, room: EncounterLimits): Promise<boolean>
  find(id: string): Promise<EncounterRecord | undefined>
  /** Those that have not ended, of every account. */
  listRunning(): Promise<EncounterRecord[]>
  /** Resolves with undefined when it is gone: it goes with either of its characters. */
  update(
    id: string,
    change: (record: EncounterRecord) => EncounterRecord,
  ): Promise<EncounterRecord | undefined>
}
