import { notFound } from '../errors.js'
import { type CallerIdentity, type FindCharacterDeps, findChangeableCharacter } from './access.js'
import type { CharacterRepository } from './ports.js'

type DeleteCharacterDeps = FindCharacterDeps & {
  readonly characters: Pick<CharacterRepository, 'find' | 'remove'>
}

/** Removes the character with everything that was said to it. */
export async function deleteCharacter(
  deps: DeleteCharacterDeps,
  caller: CallerIdentity,
  id: string,
): Promise<{ deleted: true; id: string }> {
  await findChangeableCharacter(deps, caller, id)
  if (!(await deps.characters.remove(id))) throw notFound('Character')
  return { deleted: true, id }
}
