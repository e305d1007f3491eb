import { startHttp } from './http.js'
import { characterRecord, conversationRecord, messageRecord } from './http-records.js'

export const minute = (n: number) => `2030-01-02T03:0${n}:00.000Z`

/** A character that ada (three messages), bob (one) and Bobby (none) have talked to. */
export async function startWithHistory(overrides: Parameters<typeof startHttp>[0] = {}) {
  const world = await startHttp(overrides)
  await world.store.characters.insert(characterRecord())
  const spoken = { ada: [1, 2, 5], bob: [4], Bobby: [] }
  for (const [index, [playerId, minutes]] of Object.entries(spoken).entries()) {
    const createdAt = minute(index)
    const id = `v${index}`
    const opened = { id, playerId, createdAt, lastActivity: createdAt, messageCount: 0 }
    await world.store.conversations.findOrCreate(conversationRecord(opened))
    for (const n of minutes) {
      const { id: _, conversationId, ...message } = messageRecord({ content: `${playerId} ${n}` })
      await world.store.conversations.append(id, { ...message, timestamp: minute(n) })
    }
  }
  return world
}

/** What the store holds of ada's. */
export const ada = conversationRecord({
  id: 'v0',
  createdAt: minute(0),
  lastActivity: minute(5),
  messageCount: 3,
})
