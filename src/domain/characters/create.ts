import type { CharacterConfig } from '../../contract/characters.js'
import type { Caller } from '../access.js'
import type { Ids } from '../chance.js'
import type { Clock } from '../clock.js'
import { configure } from './configuration.js'
import { DEFAULTS } from './default-configuration.js'
import { requireDocuments } from './documents.js'
import type { CharacterStore } from './ports.js'
import type { CharacterRecord } from './record.js'
import { inferTextOnly } from './text-only.js'

type CreateCharacterDeps = {
  readonly characters: Pick<CharacterStore, 'insert'>
  readonly clock: Pick<Clock, 'now'>
  readonly ids: Ids
}

/** Creates a character of the caller's account, owned by the player who asks, if one does. */
export async function createCharacter(
  { characters, clock, ids }: CreateCharacterDeps,
  { accountId, playerId }: Pick<Caller, 'accountId' | 'playerId'>,
  input: CharacterConfig,
): Promise<CharacterRecord> {
  requireDocuments(input.document_ids)

  const now = clock.now().toISOString()
  const configured = configure(DEFAULTS, input)
  const record: CharacterRecord = {
    id: ids.uuid(),
    ...configured,
    ...inferTextOnly(input.text_only, configured.tts_voice),
    source_image_url: null,
    generated_voice_id: null,
    model_status: null,
    model_url: null,
    player_id: playerId,
    account_id: accountId,
    org_id: null,
    created_at: now,
    updated_at: now,
  }
  await characters.insert(record)
  return record
}
