import type { CharacterConfig } from '../../contract/characters.js'
import type { CallerInSpace } from '../access.js'
import type { Clock } from '../clock.js'
import { attachedCopies, type FindSourcesDeps, requireSources } from '../documents/attach.js'
import { SourceDocumentsDeleted } from '../documents/ports.js'
import { type FindOrganizationDeps, requireSpaceAccess } from '../organizations/access.js'
import type { Ids } from '../random.js'
import { newCharacter } from './new-character.js'
import type { CharacterRepository } from './ports.js'
import type { CharacterRecord, UploadedFields } from './record.js'

export type CreateCharacterDeps = FindOrganizationDeps &
  FindSourcesDeps & {
    readonly characters: Pick<CharacterRepository, 'insert'>
    readonly clock: Pick<Clock, 'now'>
    readonly ids: Ids
  }

type CharacterCreation = { readonly input: CharacterConfig; readonly uploaded?: UploadedFields }

/** Creates a character in the caller's space, with copies of the documents in `document_ids`. */
export const createCharacter = (
  deps: CreateCharacterDeps,
  caller: CallerInSpace,
  input: CharacterConfig,
): Promise<CharacterRecord> => createCharacterWith(deps, caller, { input })

/** The same with uploaded files, which the caller holds until this resolves. */
export async function createCharacterWith(
  deps: CreateCharacterDeps,
  caller: CallerInSpace,
  { input, uploaded = {} }: CharacterCreation,
): Promise<CharacterRecord> {
  await requireSpaceAccess(deps, caller)
  const sources = await requireSources(deps, caller, input.document_ids)

  const now = deps.clock.now().toISOString()
  const record = { ...newCharacter({ id: deps.ids.uuid(), now, owner: caller, input }), ...uploaded }
  const { account_id, org_id, player_id } = record
  const ownership = { agentId: record.id, account_id, org_id, player_id, batchId: null, itemIndex: 0 }
  try {
    await deps.characters.insert(record, attachedCopies(sources, { ids: deps.ids, now, ownership }))
    return record
  } catch (error) {
    // A source was deleted concurrently; the second attempt reports which one.
    if (error instanceof SourceDocumentsDeleted) return createCharacterWith(deps, caller, { input, uploaded })
    throw error
  }
}
