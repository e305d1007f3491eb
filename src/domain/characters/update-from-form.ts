import { type CallerIdentity, findChangeableCharacter } from './access.js'
import { type CharacterFormDeps, type ReceiveCharacterForm, withUploadedFiles } from './character-form.js'
import type { CharacterRecord } from './record.js'
import { type UpdateCharacterDeps, updateCharacter } from './update.js'

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
