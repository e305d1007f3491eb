import type { CallerIdentity } from '../access.js'
import type { Clock } from '../clock.js'
import { notFound } from '../errors.js'
import type { FileStore, ReceiveUpload, Upload } from '../files/ports.js'
import { readLazily } from '../files/stored-file.js'
import type { ImageProcessor } from '../images/ports.js'
import { withStoredImage } from '../images/with-stored-image.js'
import { type UnitOfWork, updateRecord } from '../unit-of-work.js'
import { type FindCharacterDeps, findChangeableCharacter } from './access.js'
import type { AvatarFields, CharacterRecord } from './record.js'

type SetAvatarDeps = FindCharacterDeps &
  UploadedAvatarDeps &
  UnitOfWork & {
    readonly clock: Pick<Clock, 'now'>
  }
type AvatarUpload = { readonly id: string; readonly receive: ReceiveUpload }

/** Sets an uploaded picture as the avatar. Access is checked before the file is received. */
export async function setAvatar(
  deps: SetAvatarDeps,
  caller: CallerIdentity,
  { id, receive }: AvatarUpload,
): Promise<CharacterRecord> {
  await findChangeableCharacter(deps, caller, id)
  return receive((upload) =>
    withUploadedAvatar(deps, upload, async (fields) => {
      const updated_at = deps.clock.now().toISOString()
      const updated = await updateRecord(deps, { kind: 'characters', id }, (current) => ({
        ...current,
        ...fields,
        updated_at,
      }))
      if (updated === undefined) throw notFound('Character')
      return updated
    }),
  )
}

export type UploadedAvatarDeps = {
  readonly files: Pick<FileStore, 'open' | 'put'>
  readonly images: ImageProcessor
}

/**
 * Makes an avatar of an uploaded picture and holds its file while `use` stores the character that refers to it.
 * Rejects with `invalid` when it is no picture.
 */
export async function withUploadedAvatar<T>(
  deps: UploadedAvatarDeps,
  { file: { sha256 } }: Upload,
  use: (fields: AvatarFields) => Promise<T>,
): Promise<T> {
  const image = await deps.images.sanitize(readLazily(deps, sha256))
  return withStoredImage(deps, image, (stored) =>
    use({ avatar: null, avatar_file: { sha256: stored.sha256, name: `avatar.${image.extension}` } }),
  )
}
