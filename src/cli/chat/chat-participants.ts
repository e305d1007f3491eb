import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { type Client, ServiceError } from '../../client/create-client.js'
import { getCharacter } from '../../contract/characters.js'
import { listMessages, type Message } from '../../contract/conversations.js'
import { PLAYER_ID_MAX } from '../../contract/shared.js'
import { CommandError, EXIT } from '../errors/command-error.js'
import { printableLine, quoteForShell } from '../output/printable.js'

/** The default player id: always the same for a user of this machine, so that characters remember them. */
export function defaultPlayerId(): string {
  try {
    return `cli-${userInfo().username}`.slice(0, PLAYER_ID_MAX)
  } catch {
    // A container may run as a user without a name.
    return 'cli-player'
  }
}

/** The id of a player who has not talked yet. */
export const newPlayerId = (purpose: 'compare' | 'fresh'): string => `${purpose}-${randomUUID().slice(0, 8)}`

/** Says who talks, how to go on as this player later, and how to delete them. */
export const describeNewPlayer = (
  character: string,
  { characterId, playerId }: CharacterPlayer,
): string => `You are the new player ${playerId}. To go on later, or to delete the player:
  parley chat ${quoteForShell(printableLine(character))} --player-id ${playerId}
  parley players delete ${quoteForShell(printableLine(characterId))} ${playerId}`

/** The character's name, or a generic word if the key may talk to the character but not read it. */
export async function readCharacterName(client: Client, characterId: string): Promise<string> {
  const asked = client.call(getCharacter, { params: { characterId } }).catch(rejectWithHint)
  const character = await nullOnStatus([403], asked)
  return character?.name ?? 'Character'
}

function rejectWithHint(error: unknown): never {
  if (!(error instanceof ServiceError) || error.status !== 404) throw error
  const { code, message, status } = error
  const hint = '`parley characters list` shows those there are.'
  throw new CommandError({ code, message, hint, status, exitCode: EXIT.failed })
}

export type CharacterPlayer = { readonly characterId: string; readonly playerId: string }

/** The latest messages of a conversation; none if there is no conversation or the key may not read it. */
export async function readRecentMessages(
  client: Client,
  pair: CharacterPlayer,
  limit: number,
): Promise<Message[]> {
  if (limit === 0) return []
  const page = await nullOnStatus([403, 404], client.call(listMessages, { params: pair, query: { limit } }))
  return page?.messages ?? []
}

async function nullOnStatus<T>(statuses: readonly number[], call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ServiceError && statuses.includes(error.status)) return null
    throw error
  }
}
