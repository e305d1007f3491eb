import type { Client } from '../../client/create-client.js'
import { listMemories, MEMORY_STATUSES } from '../../contract/memories.js'
import type { CharacterPlayer } from '../chat/chat-participants.js'

/** How many memories of a player are stored, in whatever state; null: the key may not read them. */
export async function countMemories(client: Client, params: CharacterPlayer): Promise<number | null> {
  const totals = MEMORY_STATUSES.map(async (status) => {
    const { total } = await client.call(listMemories, { params, query: { status, limit: 1 } })
    return total
  })
  const counts = await Promise.all(totals).catch((error: Error & { status?: number }) => {
    if (error.status === 403) return null
    throw error
  })
  return counts?.reduce((sum, count) => sum + count, 0) ?? null
}
