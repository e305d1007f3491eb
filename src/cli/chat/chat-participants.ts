import { userInfo } from 'node:os'
import { type Client, ServiceError } from '../../client/create-client.js'
import { getCharacter } from '../../contract/characters.js'
import { listMessages, type Message } from '../../contract/conversations.js'
import { PLAYER_ID_MAX } from '../../contract/shared.js'

/** The player that a person is when they do not say: the same every day, so that the character remembers them. */
export function defaultPlayerId(): string {
  try {
    return `cli-${userInfo().username}`.slice(0, PLAYER_ID_MAX)
  } catch {
    // A container may run as a user without a name.
    return 'cli-player'
  }
}

/** The character's name; a key that may talk to it but not read it gets a plain word. */
export async function readCharacterName(client: Client, characterId: string): Promise<string> {
  const character = await nullOnStatus([403], client.call(getCharacter, { params: { characterId } }))
  return character?.name ?? 'Character'
}

export type CharacterPlayer = { readonly characterId: string; readonly playerId: string }

/** The end of the conversation so far; nothing when there is none, or when the key may not read it. */
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
