import { requireSpaceAccess } from '../organizations/access.js'
import type { CallerInSpace } from './access.js'
import { type CharacterFormDeps, type ReceiveCharacterForm, withUploadedFiles } from './character-form.js'
import { type CreateCharacterDeps, createCharacterWith } from './create.js'
import type { CharacterRecord } from './record.js'

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
