import type { CharacterConfig } from '../../contract/characters.js'
import type { Clock } from '../clock.js'
import { notFound } from '../errors.js'
import { type Asking, type FindCharacterDeps, findChangeable } from './access.js'
import { configure } from './configuration.js'
import { requireDocuments } from './documents.js'
import { isAddressOf } from './file-address.js'
import type { CharacterStore } from './ports.js'
import type { CharacterRecord } from './record.js'
import { inferTextOnly } from './text-only.js'

type UpdateCharacterDeps = FindCharacterDeps & {
  readonly characters: Pick<CharacterStore, 'find' | 'update'>
  readonly clock: Pick<Clock, 'now'>
}
type Change = { readonly id: string; readonly input: CharacterConfig }

/** Changes the fields that are given, and no others. */
export async function updateCharacter(
  deps: UpdateCharacterDeps,
  caller: Asking,
  { id, input }: Change,
): Promise<CharacterRecord> {
  await findChangeable(deps, caller, id)
  requireDocuments(input.document_ids)

  const updated_at = deps.clock.now().toISOString()
  const updated = await deps.characters.update(id, (current) => {
    const configured = configure(current, input)
    const textOnly = inferTextOnly(input.text_only, configured.tts_voice, current)
    return { ...current, ...configured, ...textOnly, ...avatarAfter(current, input.avatar), updated_at }
  })
  if (updated === undefined) throw notFound('Character')
  return updated
}

type Avatar = Pick<CharacterRecord, 'avatar' | 'avatar_file'>

/** A given avatar takes the place of an uploaded one, unless it is that one's address: many clients send all back. */
function avatarAfter({ avatar, avatar_file }: Avatar, given: CharacterConfig['avatar']): Avatar {
  if (given === undefined) return { avatar, avatar_file }
  if (given !== null && avatar_file !== null && isAddressOf(avatar_file, given))
    return { avatar, avatar_file }
  return { avatar: given, avatar_file: null }
}
