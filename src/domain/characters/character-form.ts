import type { CharacterConfig } from '../../contract/characters.js'
import type { CallerIdentity, CallerInSpace } from '../access.js'
import type { Upload } from '../files/ports.js'
import { requireSpaceAccess } from '../organizations/access.js'
import { findChangeableCharacter } from './access.js'
import { type CreateCharacterDeps, createCharacterWith } from './create.js'
import type { CharacterRecord, UploadedFields } from './record.js'
import { type UploadedAvatarDeps, withUploadedAvatar } from './set-avatar.js'
import { readUploadedModel, type UploadedModelDeps } from './set-model-file.js'
import { type UpdateCharacterDeps, updateCharacter } from './update.js'

/** A configuration that came with files. */
type CharacterForm = {
  readonly config: CharacterConfig
  readonly image: Upload | undefined
  readonly model: Upload | undefined
}

/** Takes in a form once that is called for, and lets go of its files after their use, whatever comes of that. */
export type ReceiveCharacterForm = <T>(use: (form: CharacterForm) => Promise<T>) => Promise<T>

export type CharacterFormDeps = UploadedAvatarDeps & UploadedModelDeps

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

/** Creates a character with its files, or nothing. Nobody who may not create one gets to send them. */
export async function createFromForm(
  deps: CreateCharacterDeps & CharacterFormDeps,
  caller: CallerInSpace,
  receive: ReceiveCharacterForm,
): Promise<CharacterRecord> {
  await requireSpaceAccess(deps, caller)
  return receive(({ config, ...files }) =>
    withUploadedFiles(deps, files, (uploaded) =>
      createCharacterWith(deps, caller, { input: config, uploaded }),
    ),
  )
}

type FormChange = { readonly id: string; readonly receive: ReceiveCharacterForm }

/** Changes the given fields and files, or nothing. Nobody who may not change the character gets to send them. */
export async function updateFromForm(
  deps: UpdateCharacterDeps & CharacterFormDeps,
  caller: CallerIdentity,
  { id, receive }: FormChange,
): Promise<CharacterRecord> {
  await findChangeableCharacter(deps, caller, id)
  return receive(({ config, ...files }) =>
    withUploadedFiles(deps, files, (uploaded) =>
      updateCharacter(deps, caller, { id, input: config, uploaded }),
    ),
  )
}
