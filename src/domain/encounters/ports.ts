import type { EncounterRecord } from './record.js'

export interface EncounterRepository {
  find(id: string): Promise<EncounterRecord | undefined>
  /** The encounters of all accounts that have not ended. */
  listRunning(): Promise<EncounterRecord[]>
}
