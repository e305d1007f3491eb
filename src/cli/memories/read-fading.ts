import type { Client } from '../../client/create-client.js'
import { UnreachableError } from '../../client/errors.js'
import { type FadingMemory, memoriesFading } from '../../contract/memory-history.js'
import type { CharacterPlayer } from '../chat/chat-participants.js'

/** The longest time that the service looks ahead, in days: all that ever fades. */
const DAYS = 36_500
/** The maximum page size of the contract. */
const PAGE_SIZE = 200

/** When a memory turns next unless it is used, by the rule of the service (docs/memory.md, Fading). */
export type Fading = Pick<FadingMemory, 'memoryId' | 'turn' | 'turnsAt' | 'decaysAt'>

/**
 * What fades of the memories of a pair, the next first; null where that is not told: it takes an ID token, and not every
 * service has such a route.
 */
export async function readFading(
  openAccount: () => Promise<Client>,
  params: CharacterPlayer,
): Promise<Fading[] | null> {
  try {
    const account = await openAccount()
    const read: Fading[] = []
    for (let [offset, total] = [0, 1]; offset < total; offset += PAGE_SIZE) {
      const query = { days: DAYS, limit: PAGE_SIZE, offset }
      const page = await account.call(memoriesFading, { params, query })
      total = page.total
      read.push(
        ...page.memories.map(({ memoryId, turn, turnsAt, decaysAt }) => ({
          memoryId,
          turn,
          turnsAt,
          decaysAt,
        })),
      )
    }
    return read
  } catch (error) {
    // What it adds to a page must not keep the page from being made; a server that is gone does.
    if (error instanceof UnreachableError) throw error
    return null
  }
}
