import type { CharacterConfig } from '../../contract/characters.js'
import type { Upload } from '../files/ports.js'
import { type ModelFields, readUploadedModel, type UploadedModelDeps } from './read-uploaded-model.js'
import type { CharacterRecord } from './record.js'
import { type UploadedAvatarDeps, withUploadedAvatar } from './with-uploaded-avatar.js'

/** A configuration that came with files. */
type CharacterForm = {
  readonly config: CharacterConfig
  readonly image: Upload | undefined
  readonly model: Upload | undefined
}

/** Takes in a form once that is called for, and lets go of its files after their use, whatever comes of that. */
export type ReceiveCharacterForm = <T>(use: (form: CharacterForm) => Promise<T>) => Promise<T>

export type CharacterFormDeps = UploadedAvatarDeps & UploadedModelDeps

/** What uploaded files change of a record. */
export type UploadedFields = Partial<ModelFields & Pick<CharacterRecord, 'avatar' | 'avatar_file'>>

/** Keeps the files of a form while `use` stores what they change; rejects with `invalid` when one of them is not good. */
export async function withUploadedFiles<T>(
  deps: CharacterFormDeps,
  { image, model }: Omit<CharacterForm, 'config'>,
  use: (uploaded: UploadedFields) => Promise<T>,
): Promise<T> {
  const shown = model === undefined ? {} : await readUploadedModel(deps, model)
  if (image === undefined) return use(shown)
  return withUploadedAvatar(deps, image, (avatar) => use({ ...shown, ...avatar }))
}
