import type { CharacterConfig } from '../../contract/characters.js'
import type { Ids } from '../chance.js'
import type { Clock } from '../clock.js'
import { type FindOrganizationDeps, requireSpace } from '../organizations/access.js'
import type { Space } from './access.js'
import { configure } from './configuration.js'
import { DEFAULTS } from './default-configuration.js'
import { requireDocuments } from './documents.js'
import type { CharacterStore } from './ports.js'
import type { CharacterRecord } from './record.js'
import { inferTextOnly } from './text-only.js'

type CreateCharacterDeps = FindOrganizationDeps & {
  readonly characters: Pick<CharacterStore, 'insert'>
  readonly clock: Pick<Clock, 'now'>
  readonly ids: Ids
}

/** Creates a character in the space that the caller acts in, owned by the player who asks, if one does. */
export async function createCharacter(
  { characters, organizations, clock, ids }: CreateCharacterDeps,
  caller: Space,
  input: CharacterConfig,
): Promise<CharacterRecord> {
  await requireSpace({ organizations }, caller)
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
    avatar_file: null,
    model_file: null,
    player_id: caller.playerId,
    account_id: caller.accountId,
    org_id: caller.orgId,
    created_at: now,
    updated_at: now,
  }
  await characters.insert(record)
  return record
}
