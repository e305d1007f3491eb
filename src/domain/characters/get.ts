import { type Asking, type FindCharacterDeps, findReadable } from './access.js'
import type { CharacterRecord } from './record.js'

export const getCharacter = (deps: FindCharacterDeps, caller: Asking, id: string): Promise<CharacterRecord> =>
  findReadable(deps, caller, id)
