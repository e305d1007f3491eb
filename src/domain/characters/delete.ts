import { notFound } from '../errors.js'
import { type Asking, findChangeable } from './access.js'
import type { CharacterStore } from './ports.js'

type DeleteCharacterDeps = { readonly characters: Pick<CharacterStore, 'find' | 'remove'> }

/** Removes the character with everything that was said to it. */
export async function deleteCharacter(
  { characters }: DeleteCharacterDeps,
  caller: Asking,
  id: string,
): Promise<{ deleted: true; id: string }> {
  await findChangeable({ characters }, caller, id)
  if (!(await characters.remove(id))) throw notFound('Character')
  return { deleted: true, id }
}
