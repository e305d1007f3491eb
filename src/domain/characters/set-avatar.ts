import type { Clock } from '../clock.js'
import { notFound } from '../errors.js'
import type { ReceiveUpload } from '../files/ports.js'
import { type CallerIdentity, type FindCharacterDeps, findChangeableCharacter } from './access.js'
import type { CharacterRepository } from './ports.js'
import type { CharacterRecord } from './record.js'
import { type UploadedAvatarDeps, withUploadedAvatar } from './with-uploaded-avatar.js'

type SetAvatarDeps = FindCharacterDeps &
  UploadedAvatarDeps & {
    readonly characters: Pick<CharacterRepository, 'find' | 'update'>
    readonly clock: Pick<Clock, 'now'>
  }
type AvatarUpload = { readonly id: string; readonly receive: ReceiveUpload }

/** Gives the character an uploaded picture. Nobody who may not change it gets to send one. */
export async function setAvatar(
  deps: SetAvatarDeps,
  caller: CallerIdentity,
  { id, receive }: AvatarUpload,
): Promise<CharacterRecord> {
  await findChangeableCharacter(deps, caller, id)
  return receive((upload) =>
    withUploadedAvatar(deps, upload, async (shown) => {
      const updated_at = deps.clock.now().toISOString()
      const updated = await deps.characters.update(id, (current) => ({ ...current, ...shown, updated_at }))
      if (updated === undefined) throw notFound('Character')
      return updated
    }),
  )
}
