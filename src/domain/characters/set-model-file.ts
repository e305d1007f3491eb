import type { Clock } from '../clock.js'
import { notFound } from '../errors.js'
import type { ReceiveUpload } from '../files/ports.js'
import { type CallerIdentity, type FindCharacterDeps, findChangeableCharacter } from './access.js'
import type { CharacterRepository } from './ports.js'
import { readUploadedModel, type UploadedModelDeps } from './read-uploaded-model.js'
import type { CharacterRecord } from './record.js'

type SetModelFileDeps = FindCharacterDeps &
  UploadedModelDeps & {
    readonly characters: Pick<CharacterRepository, 'find' | 'update'>
    readonly clock: Pick<Clock, 'now'>
  }
type ModelUpload = { readonly id: string; readonly receive: ReceiveUpload }

/** Gives the character an uploaded model. Nobody who may not change it gets to send one; it counts for no quota. */
export async function setModelFile(
  deps: SetModelFileDeps,
  caller: CallerIdentity,
  { id, receive }: ModelUpload,
): Promise<CharacterRecord> {
  await findChangeableCharacter(deps, caller, id)
  return receive(async (upload) => {
    const shown = { ...(await readUploadedModel(deps, upload)), updated_at: deps.clock.now().toISOString() }
    const updated = await deps.characters.update(id, (current) => ({ ...current, ...shown }))
    if (updated === undefined) throw notFound('Character')
    return updated
  })
}
