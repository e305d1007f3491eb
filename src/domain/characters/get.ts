import type { Caller } from '../access.js'
import { type CallerIdentity, type FindCharacterDeps, findReadableCharacter } from './access.js'
import type { CharacterRecord } from './record.js'

/** A character as the caller may read it: a guest, who holds a session token, gets the shared view. */
export async function getCharacter(
  deps: FindCharacterDeps,
  caller: CallerIdentity & Pick<Caller, 'session'>,
  id: string,
): Promise<CharacterRecord> {
  const record = await findReadableCharacter(deps, caller, id)
  return caller.session === undefined ? record : sharedRecord(record)
}

/** Every key, but what the character was told in confidence: a share gives a conversation, not its script. */
const sharedRecord = (record: CharacterRecord): CharacterRecord => ({
  ...record,
  system_prompt: null,
  background: null,
})
