import { expect, test } from 'vitest'
import { SCOPES } from '../../../src/contract/scopes.js'
import type { TakeTurn, TurnRecord } from '../../../src/contract/turns.js'
import { DomainError } from '../../../src/domain/errors.js'
import type { LanguageModel } from '../../../src/domain/turns/ports.js'
import { createClock } from '../../../src/runtime/process/clock.js'
import { createRandomSources, createSecrets } from '../../../src/runtime/process/random.js'
import { createInMemoryStore } from '../../../src/store/in-memory-store.js'
import { createControlledModel } from '../../support/sessions/controlled-model.js'
import { guide } from '../../support/sessions/given-sessions.js'
import { givenTurnRequests } from '../../support/sessions/given-turn-requests.js'
import { createVirtualTimers } from '../../support/virtual-time.js'

const caller = {
  accountId: 'a1',
  keyId: 'k1',
  scopes: new Set(SCOPES),
  isStaff: false,
  playerId: null,
  orgId: null,
}

async function given(spoken?: LanguageModel) {
  const store = createInMemoryStore()
  await store.characters.insert(guide)
  const model = createControlledModel()
  const timers = createVirtualTimers()
  const quiet = () => undefined
  const requests = givenTurnRequests({
    ...{ store, timers, model: spoken ?? model.model, secrets: createSecrets() },
    clock: createClock({ onFailure: quiet }),
    ids: createRandomSources({ seed: 'turns', start: 1 }).ids,
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  })
  const stored = async (playerId = 'p1') => {
    const conversation = await store.conversations.find({ characterId: 'c1', playerId })
    const page = { conversationId: conversation?.id ?? '', limit: 100, skip: 0 }
    const { messages } = await store.conversations.listMessages(page)
    return messages.map(({ role, content }) => `${role}: ${content}`)
  }
  const start = async (
    body: Partial<TakeTurn>,
    { isStreamed = false, signal = new AbortController().signal } = {},
  ) => {
    const request = { characterId: 'c1', body: { message: 'Hi', playerId: 'p1', ...body }, isStreamed }
    const records = await requests.turnRequests.start(caller, request, signal)
    return { records, last: read(records).then((all) => all.at(-1)) }
  }
  return { ...requests, store, model, timers, stored, start }
}

async function read(records: AsyncIterable<TurnRecord>): Promise<TurnRecord[]> {
  const all: TurnRecord[] = []
  for await (const record of records) all.push(record)
  return all
}

const answer = ({ model }: Awaited<ReturnType<typeof given>>, text: string) => {
  model.say(text)
  model.end()
}

test('a turn is answered, stored, and its memories are extracted', async () => {
  const world = await given()
  answer(world, 'Good evening.')
  const { last } = await world.start({ speakerName: 'Ada' })
  const conversation = await world.store.conversations.find({ characterId: 'c1', playerId: 'p1' })
  expect(await last).toEqual({
    type: 'turn_completed',
    data: {
      text: 'Good evening.',
      messageId: expect.stringMatching(/./),
      sessionId: expect.stringMatching(/./),
      conversationId: conversation?.id,
      characterId: 'c1',
      playerId: 'p1',
      actions: [],
    },
  })
  await world.timers.settle()
  expect(await world.stored()).toEqual(['user: Hi', 'assistant: Good evening.'])
  expect(world.extracted).toEqual([{ characterId: 'c1', playerId: 'p1' }])
  expect(world.sessions.count()).toBe(0)
  expect(world.timers.waiting()).toEqual([])
})

test('turns of one player run in order, those of others at the same time', async () => {
  const asked: string[] = []
  const finish: (() => void)[] = []
  const world = await given({
    async *reply({ messages }) {
      asked.push(messages.map(({ content }) => content).join(' / '))
      await new Promise<void>((resolve) => finish.push(resolve))
      yield { type: 'text', text: 'Yes.' }
    },
  })
  const turns = [
    await world.start({ message: 'One' }),
    await world.start({ message: 'Two' }),
    await world.start({ message: 'Elsewhere', playerId: 'p2' }),
  ]
  await world.timers.settle()
  expect(asked).toEqual(['One', 'Elsewhere'])
  finish[0]?.()
  await turns[0]?.last
  await world.timers.settle()
  expect(asked).toEqual(['One', 'Elsewhere', 'One / Yes. / Two'])
  for (const each of finish) each()
  await Promise.all(turns.map(({ last }) => last))
  expect(await world.stored()).toEqual(['user: One', 'assistant: Yes.', 'user: Two', 'assistant: Yes.'])
})

test('a turn that takes too long fails, and leaves only what the player said', async () => {
  const world = await given()
  const { last } = await world.start({ timeoutSeconds: 5 })
  await world.model.asked(1)
  world.model.say('Well')
  const failed = expect(last).rejects.toMatchObject({
    kind: 'timeout',
    message: 'The turn took longer than 5 seconds',
  })
  await world.timers.advance(5000)
  await failed
  expect(world.model.signals[0]?.aborted).toBe(true)
  expect(await world.stored()).toEqual(['user: Hi'])
  expect(world.sessions.count()).toBe(0)
})

test('of a streamed turn that takes too long, what was sent is stored', async () => {
  const world = await given()
  const { last } = await world.start({ timeoutSeconds: 5 }, { isStreamed: true })
  await world.model.asked(1)
  world.model.say('Well')
  await world.timers.settle()
  const failed = expect(last).rejects.toMatchObject({ kind: 'timeout' })
  await world.timers.advance(5000)
  await failed
  expect(await world.stored()).toEqual(['user: Hi', 'assistant: Well'])
})

test('a turn whose time is over while it waits for the one before it leaves nothing', async () => {
  const world = await given()
  const first = await world.start({ message: 'One', timeoutSeconds: 60 })
  await world.model.asked(1)
  const second = await world.start({ message: 'Two', timeoutSeconds: 5 })
  const failed = expect(second.last).rejects.toMatchObject({ kind: 'timeout' })
  await world.timers.advance(5000)
  await failed
  answer(world, 'Yes.')
  await first.last
  await world.timers.settle()
  expect(await world.stored()).toEqual(['user: One', 'assistant: Yes.'])
  expect(world.sessions.count()).toBe(0)
})

test('a client that leaves stops its turn', async () => {
  const world = await given()
  const left = new AbortController()
  const { last } = await world.start({}, { signal: left.signal })
  const failed = expect(last).rejects.toBeInstanceOf(DomainError)
  await world.model.asked(1)
  left.abort()
  await failed
  await world.timers.settle()
  expect(world.model.signals[0]?.aborted).toBe(true)
  expect(await world.stored()).toEqual(['user: Hi'])
})

test('a server that stops ends its turns, and waits until they are stored', async () => {
  const world = await given()
  const { last } = await world.start({})
  const failed = expect(last).rejects.toMatchObject({ kind: 'unavailable' })
  await world.model.asked(1)
  await world.sessions.closeAll()
  await failed
  expect(await world.stored()).toEqual(['user: Hi'])
  expect(world.sessions.count()).toBe(0)
})

test('a turn that is not remembered is answered from the conversation, and changes nothing', async () => {
  const world = await given()
  answer(world, 'One.')
  await (await world.start({ message: 'First' })).last
  answer(world, 'Two.')
  await (await world.start({ message: 'Second', remember: false })).last
  expect(world.model.requests[1]?.messages.map(({ content }) => content)).toEqual(['First', 'One.', 'Second'])
  expect(await world.stored()).toEqual(['user: First', 'assistant: One.'])
  expect(world.extracted).toHaveLength(1)
  answer(world, 'Three.')
  const { last } = await world.start({ remember: false, playerId: 'p3' })
  expect(await last).toMatchObject({ data: { text: 'Three.', conversationId: null } })
  expect(await world.store.conversations.find({ characterId: 'c1', playerId: 'p3' })).toBeUndefined()
})
