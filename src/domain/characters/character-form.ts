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

/** A configuration with uploaded files. */
type CharacterForm = {
  readonly config: CharacterConfig
  readonly image: Upload | undefined
  readonly model: Upload | undefined
}

/** Receives the form when it is called, passes it to `use`, and releases its files afterwards, also on failure. */
export type ReceiveCharacterForm = <T>(use: (form: CharacterForm) => Promise<T>) => Promise<T>

export type CharacterFormDeps = UploadedAvatarDeps & UploadedModelDeps

/** Creates a character with its files, or neither. Access is checked before the files are received. */
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

/** Changes all given fields and files, or none. Access is checked before the files are received. */
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

/** Holds the files of a form while `use` stores the fields that they set; rejects with `invalid` for an invalid file. */
async function withUploadedFiles<T>(
  deps: CharacterFormDeps,
  { image, model }: Omit<CharacterForm, 'config'>,
  use: (uploaded: UploadedFields) => Promise<T>,
): Promise<T> {
  const fields = model === undefined ? {} : await readUploadedModel(deps, model)
  if (image === undefined) return use(fields)
  return withUploadedAvatar(deps, image, (avatar) => use({ ...fields, ...avatar }))
}
