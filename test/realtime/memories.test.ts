import { expect, test } from 'vitest'
import { createStubModel } from '../../src/adapters/model/stub/stub-model.js'
import { createTimers } from '../../src/runtime/process/timers.js'
import { startProcessScheduledTimer } from '../support/scheduled-time.js'
import { connectSession, givenServer } from '../support/servers/realtime-server.js'

const pair = { characterId: 'c1', playerId: 'p1' }

async function given() {
  const model = createStubModel({ timers: createTimers(), pace: 'instant' })
  const server = await givenServer({ model, limits: { messagesPerMinute: Number.POSITIVE_INFINITY } })
  const { store } = server
  /** Resolves with the first memory that is stored. */
  const remembered = new Promise<string>((resolve) => {
    store.changes(['memories'], ({ after }) => resolve(after?.content ?? ''))
  })
  const all = async () => {
    const query = { pair, status: 'active' as const, memoryType: null, limit: 50, offset: 0 }
    return (await store.memories.list(query)).memories.map(({ content }) => content)
  }
  return { ...server, remembered, all }
}

async function say(client: Awaited<ReturnType<typeof connectSession>>, ...lines: readonly string[]) {
  for (const text of lines) {
    const count = client.events.all('bot_response').filter(({ is_final }) => is_final).length
    client.socket.emit('text', { text, text_only: true })
    await client.events.final(count + 1)
  }
}

test('with realtime_memory the event comes behind the final of the response', async () => {
  const server = await given()
  const client = await connectSession(server, { realtime_memory: true })
  await say(client, 'I live in Lyon.')
  const [update] = await client.events.count('memory_updated', 1)
  expect(client.events.names().at(-1)).toBe('memory_updated')
  expect(update).toMatchObject({
    agent_id: 'c1',
    player_id: 'p1',
    memories_extracted: 1,
    facts_extracted: 1,
    new_memories: [
      {
        content: 'The player lives in Lyon',
        sourceQuote: 'I live in Lyon.',
        source: 'text_chat',
        topic: 'Home and places',
        secondaryTopics: [],
      },
    ],
  })
  expect(update?.new_memories[0]).not.toHaveProperty('slot')
})

test('without it the event comes with the eighth turn', async () => {
  const server = await given()
  const client = await connectSession(server)
  await say(client, 'I live in Lyon.', 'One.', 'Two.', 'Three.', 'Four.', 'Five.', 'Six.')
  expect(await server.all()).toEqual([])
  await say(client, 'Seven.')
  await client.events.count('memory_updated', 1)
  expect(await server.all()).toEqual(['The player lives in Lyon'])
})

test('within a second of the end of a session its memories are there', async () => {
  const server = await given()
  const client = await connectSession(server)
  await say(client, 'I live in Lyon.')
  const since = startProcessScheduledTimer()
  client.socket.disconnect()
  expect(await server.remembered).toBe('The player lives in Lyon')
  expect(since()).toBeLessThan(1000)
  const conversation = await server.store.conversations.find(pair)
  expect(conversation?.lastMemoryExtractionAt).toEqual(expect.any(String))
})

test('a memory belongs to the player and the character that it was told to', async () => {
  const server = await given()
  const [one, other] = [
    await connectSession(server, { realtime_memory: true }),
    await connectSession(server, { player_id: 'p2', realtime_memory: true }),
  ]
  await say(one, 'I live in Lyon.')
  await say(other, 'I live in Porto.')
  await Promise.all([one, other].map(({ events }) => events.count('memory_updated', 1)))
  const told = ({ events }: typeof one) =>
    events
      .all('memory_updated')
      .flatMap(({ player_id, new_memories }) =>
        new_memories.map(({ playerId, content }) => [player_id, playerId, content]),
      )
  expect(told(one)).toEqual([['p1', 'p1', 'The player lives in Lyon']])
  expect(told(other)).toEqual([['p2', 'p2', 'The player lives in Porto']])
})
