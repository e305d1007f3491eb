import type { Character } from '../../contract/characters.js'
import type { CharacterRecord } from './record.js'

/** What the wire shows of a record: all but its owner, and what its live sessions say. */
export function viewCharacter(record: CharacterRecord, launch_status: Character['launch_status']): Character {
  const { account_id, org_id, text_only_chosen, ...shown } = record
  return { ...shown, is_active: launch_status === 'running', launch_status }
}
