import { expect, test } from 'vitest'
import { EXTRACTED_EVERY_TURNS } from '../../../src/domain/sessions/extraction-trigger.js'
import { givenSessions, START } from '../../support/sessions/given-sessions.js'
import { aMemory } from '../../support/stores/store-records.js'

const pair = { characterId: 'c1', playerId: 'p1' }

async function given(shown: object = {}) {
  const world = givenSessions({ limits: { messagesPerMinute: Number.POSITIVE_INFINITY } })
  const { session, events } = await world.open(shown)
  let turns = 0
  const turn = async () => {
    turns += 1
    world.model.say('Yes.')
    world.model.end()
    session.text('I live in Lyon.')
    await events.final(turns)
    // The turn is over in the next moment.
    await new Promise(setImmediate)
  }
  return { ...world, session, events, turn, asked: world.extractor.asked }
}

test('memories are extracted every eight turns, and at the end', async () => {
  const { turn, asked, session } = await given()
  for (let at = 1; at < EXTRACTED_EVERY_TURNS; at += 1) await turn()
  expect(asked).toEqual([])
  await turn()
  expect(asked).toEqual([pair])
  for (let at = 0; at < EXTRACTED_EVERY_TURNS; at += 1) await turn()
  expect(asked).toEqual([pair, pair])
  await session.close()
  expect(asked).toEqual([pair, pair, pair])
})

test('an extraction is prepared after the first turn and before it is due, not in every turn', async () => {
  const { turn, extractor } = await given()
  const prepared: number[] = []
  for (let at = 0; at <= EXTRACTED_EVERY_TURNS; at += 1) {
    await turn()
    prepared.push(extractor.prepared())
  }
  expect(prepared).toEqual([1, 1, 1, 1, 1, 1, 2, 2, 3])
})

test('with realtime_memory they are extracted after every response', async () => {
  const { turn, asked } = await given({ realtime_memory: true })
  await turn()
  await turn()
  expect(asked).toEqual([pair, pair])
})

test('a reply that was interrupted is a turn, a scripted line is none', async () => {
  const { session, model, asked, events } = await given({ realtime_memory: true })
  session.sayLine('Welcome.')
  await events.final()
  session.text('I live in Lyon.')
  await model.asked(1)
  expect(asked).toEqual([])
  session.interrupt()
  model.end()
  await new Promise(setImmediate)
  expect(asked).toEqual([pair])
})

test('a turn whose model failed is a turn', async () => {
  const { session, model, asked, events } = await given({ realtime_memory: true })
  model.fail(new Error('no'))
  session.text('I live in Lyon.')
  await events.final()
  await new Promise(setImmediate)
  expect(asked).toEqual([pair])
})

test('no reply waits for an extraction', async () => {
  const { turn, asked, session } = await given({ realtime_memory: true })
  await turn()
  await turn()
  await session.close()
  expect(asked).toHaveLength(3)
})

test('the client is told of new memories as REST shows them, without what only the engine knows', async () => {
  const { turn, extractor, events } = await given({ realtime_memory: true })
  await turn()
  const slot = { subject: 'player', attribute: 'home', value: 'Lyon', cardinality: 'one' as const }
  const memory = aMemory({ slot, content: 'The player lives in Lyon' })
  const fact = {
    id: 'f1',
    userId: 'a1',
    agentId: 'c1',
    playerId: 'p1',
    factKey: 'home',
    factValue: 'Lyon',
    sourceMemoryId: memory.id,
    createdAt: START.toISOString(),
    updatedAt: null,
  }
  extractor.learn({ memories: [memory, aMemory({ id: 'aside', status: 'quarantined' })], facts: [fact] })
  const [update] = await events.count('memory_updated', 1)
  expect(update).toEqual({
    agent_id: 'c1',
    player_id: 'p1',
    memories_extracted: 1,
    facts_extracted: 1,
    conversation_id: 'id1',
    new_memories: [
      {
        id: 'memory-1',
        userId: 'account-1',
        agentId: 'character-1',
        playerId: 'player-1',
        memoryType: 'preference',
        content: 'The player lives in Lyon',
        confidence: 1,
        status: 'active',
        source: 'manual_dashboard',
        topic: 'Home and places',
        secondaryTopics: [],
        memoryLayer: 'stm',
        importance: 0.5,
        sourceConversationId: null,
        sourceQuote: null,
        accessCount: 0,
        createdAt: memory.createdAt,
        lastAccessedAt: null,
        extractedAt: null,
        sourceMessageTimestamp: null,
        updatedAt: null,
      },
    ],
    timestamp: START.toISOString(),
  })
})

test('an extraction that found nothing new is not told of, and none after the end of the session', async () => {
  const { turn, extractor, events, session } = await given({ realtime_memory: true })
  await turn()
  extractor.learn()
  extractor.learn({ memories: [aMemory({ status: 'quarantined' })], facts: [] })
  await turn()
  await session.close()
  extractor.learn({ memories: [aMemory()], facts: [] })
  await new Promise(setImmediate)
  expect(events.all('memory_updated')).toEqual([])
})
