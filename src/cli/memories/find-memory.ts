import type { Client } from '../../client/create-client.js'
import { MEMORY_STATUSES, type Memory } from '../../contract/memories.js'
import type { CharacterPlayer } from '../chat/chat-participants.js'
import { ambiguousNameError } from '../errors/ambiguous-name.js'
import { readMemories } from './read-memories.js'
import { SHORT_ID } from './short-ids.js'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const BEGINNING = new RegExp(`^[0-9a-f-]{${SHORT_ID},}$`, 'i')

/**
 * The id of the memory that a person means by it, or by its beginning when only one has that, whatever its status. What
 * matches nothing is passed on as an id, so that the service answers in its own words.
 */
export async function findMemoryId(client: Client, pair: CharacterPlayer, words: string): Promise<string> {
  if (UUID.test(words) || !BEGINNING.test(words)) return words
  const matches: Memory[] = []
  for (const status of MEMORY_STATUSES) {
    for await (const memory of readMemories(client, pair, { status })) {
      if (memory.id.startsWith(words.toLowerCase())) matches.push(memory)
    }
  }
  if (matches.length > 1) throw ambiguousNameError(words, 'memories', matches.map(named))
  return matches[0]?.id ?? words
}

/** The memory of an id, in whatever state it is; no route reads a single one. */
export async function readMemoryById(
  client: Client,
  pair: CharacterPlayer,
  id: string,
): Promise<Memory | null> {
  for (const status of MEMORY_STATUSES) {
    for await (const memory of readMemories(client, pair, { status })) {
      if (memory.id === id) return memory
    }
  }
  return null
}

const named = ({ id, content }: Memory) => ({ id, name: content })
