import type { CallerIdentity } from '../access.js'
import type { FindCharacterDeps } from '../characters/access.js'
import { findAccessibleCharacter } from '../characters/access.js'
import { authorizeCharacter, belongsToOtherPlayer } from '../conversations/authorize.js'
import type { Pair } from '../conversations/ports.js'
import { domainError, notFound } from '../errors.js'
import type { MemoryRepository } from './ports.js'
import type { MemoryRecord } from './record.js'

export type MemoryDeps<Method extends keyof MemoryRepository> = FindCharacterDeps & {
  readonly memories: Pick<MemoryRepository, Method>
}

/** Players may read only the memories of themselves; those of others are reported as not found. */
export async function authorizeMemoryRead(
  deps: FindCharacterDeps,
  caller: CallerIdentity,
  pair: Pair,
): Promise<void> {
  await authorizeCharacter(deps, caller, pair.characterId)
  if (belongsToOtherPlayer(pair.playerId, caller)) throw notFound('Memory')
}

/** Returns the account that owns the character. */
export async function authorizeMemoryChange(
  deps: FindCharacterDeps,
  caller: CallerIdentity,
  { characterId, playerId }: Pair,
): Promise<string> {
  const { player_id, account_id } = await findAccessibleCharacter(deps, caller, characterId)
  if (!belongsToOtherPlayer(player_id, caller) && !belongsToOtherPlayer(playerId, caller)) return account_id
  throw domainError('memoryOfAnother')
}

/** Throws `not_found` for a memory of another pair. */
export async function findMemory(
  { memories }: { readonly memories: Pick<MemoryRepository, 'find'> },
  pair: Pair,
  id: string,
): Promise<MemoryRecord> {
  return requireMemoryOfPair(await memories.find(id), pair)
}

export function requireMemoryOfPair(
  memory: MemoryRecord | undefined,
  { characterId, playerId }: Pair,
): MemoryRecord {
  if (memory?.agentId !== characterId || memory.playerId !== playerId) throw notFound('Memory')
  return memory
}
