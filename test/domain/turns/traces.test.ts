import { expect, test } from 'vitest'
import { DomainError } from '../../../src/domain/errors.js'
import type { ReplyRequest } from '../../../src/domain/turns/ports.js'
import { createTurnTraces } from '../../../src/domain/turns/traces.js'
import { createTurnClock, type SpokenInput } from '../../../src/domain/turns/turn-clock.js'
import { requestOf } from '../../support/sessions/given-model.js'
import { givenSessions, START } from '../../support/sessions/given-sessions.js'
import { aMemory } from '../../support/stores/store-records.js'

const KNOWN = {
  documents: ['rules.pdf'],
  isComplete: true,
  excerpts: [
    { documentId: 'd1', document: 'rules.pdf', passage: { text: 'No dogs.', firstPage: 1, lastPage: 2 } },
  ],
}

test('a trace has what the model was given, what was found for it, and how it ended', async () => {
  const { model, knowledge, recall, traces, disk, open } = givenSessions({
    character: { actions: [{ name: 'wave' }] },
  })
  const { session, events } = await open()
  knowledge.know(KNOWN)
  const memory = aMemory({ id: 'm1', content: 'The player likes tea', createdAt: START.toISOString() })
  const why = { way: 'question' as const, similarity: 0.5, lexical: 0.5, cosine: 0, factors: { prior: 1.5 } }
  recall.remember({
    memories: [memory],
    scores: new Map([['m1', 0.75]]),
    reasons: new Map([['m1', why]]),
  })
  model.act('wave')
  model.say('No dogs', ' here.')
  model.end()
  session.text('May I bring my dog?')
  const final = await events.final()
  await session.close()

  const [request] = model.requests
  const trace = traces.find(final.message_id)
  expect(trace).toEqual({
    messageId: final.message_id,
    playerMessageId: disk.messages[0]?.id,
    replyMessageId: disk.messages[1]?.id,
    characterId: 'c1',
    playerId: 'p1',
    characterName: 'Mira',
    kind: 'typed',
    preview: { input: 'May I bring my dog?', reply: 'No dogs here.' },
    startedAt: START.toISOString(),
    state: 'completed',
    stoppedBy: null,
    failure: null,
    provider: null,
    model: null,
    tokens: { request: expect.toSatisfy((tokens: number) => tokens > 50), reply: 4 },
    ...{ usage: null, cost: null, finishReason: null, retries: [] },
    times: { contextMs: 0, askedMs: 0, firstPartMs: 0, lastPartMs: 0, firstTextMs: 0, storedMs: 0 },
    text: 'May I bring my dog?',
    request: {
      system: request?.system,
      messages: [{ role: 'user', content: 'May I bring my dog?', imageDescription: null, tokens: 5 }],
      actions: ['wave'],
      canLook: true,
    },
    spoken: null,
    sections: [
      { name: 'persona', from: expect.arrayContaining(['name', 'actions']) },
      { name: 'knowledge', from: ['rules.pdf'] },
      { name: 'memory', from: ['memories'] },
    ].map((section) => ({ ...section, tokens: expect.any(Number), text: expect.any(String) })),
    actions: [{ name: 'wave', description: null, parameters: [], tokens: 4 }],
    knowledge: { documents: ['rules.pdf'], isComplete: true },
    memories: [
      { kind: 'memory', id: 'm1', text: '2030-01-02: The player likes tea', tokens: 8, score: 0.75, why },
    ],
    passages: [{ documentId: 'd1', document: 'rules.pdf', firstPage: 1, lastPage: 2, tokens: 2 }],
    leftOut: [],
    reply: { text: 'No dogs here.', actions: ['wave'] },
  })
  expect(trace?.sections.map(({ text }) => text).join('\n\n')).toBe(request?.system)
  for (const id of disk.messages.map((message) => String(message.id))) expect(traces.find(id)).toEqual(trace)
})

test('a turn that is interrupted, fails, or asks no model says so', async () => {
  const { model, traces, open } = givenSessions()
  const { session, events } = await open()
  session.text('Hi')
  model.say('Well')
  await events.count('bot_response', 1)
  expect(traces.list(1)).toMatchObject([{ state: 'running' }])
  session.sayLine('Cut.')
  await events.final()
  const fail = async (error: Error, count: number) => {
    session.text('Hello?')
    await model.asked(count)
    model.fail(error)
    await events.final(count)
  }
  const provider = 'The provider answered 500'
  await fail(new DomainError('upstream', provider, { operatorDetail: 'local (HTTP 500)' }), 2)
  await fail(new Error('sk-secret'), 3)
  await session.close()
  expect(
    traces.list(9).map(({ kind, state, stoppedBy, failure }) => [kind, state, stoppedBy, failure]),
  ).toEqual([
    ['typed', 'failed', null, 'The language model failed'],
    ['typed', 'failed', null, 'The provider answered 500: local (HTTP 500)'],
    ['line', 'completed', null, null],
    ['typed', 'interrupted', 'new_message', null],
  ])
  const [, , line] = traces.list(9)
  expect(traces.find(line?.messageId ?? '')).toMatchObject({
    text: 'Cut.',
    request: null,
    reply: { text: 'Cut.' },
  })
  expect(JSON.stringify(traces.list(9).map(({ messageId }) => traces.find(messageId)))).not.toContain(
    'sk-secret',
  )
})

test('the bytes of a picture are not kept', () => {
  const { traces, clockOf } = record()
  const picture = { kind: 'picture' as const, text: 'Look', bytes: new Uint8Array(1000) }
  const pair = { characterId: 'c1', playerId: 'p1' }
  traces.begin({ id: 'p', input: picture, pair, clock: clockOf() }, idle())
  expect(traces.findPrompt('p')?.turn.input).toEqual({ ...picture, bytes: new Uint8Array() })
})

test('a turn that was spoken tells how its end was found, and when its audio came', async () => {
  const { traces, timers, clockOf } = record()
  const spoken = { endpointWaitMs: 400, speechEndMs: 0, isEager: true, endedBy: 'silence' as const }
  const clock = clockOf(spoken)
  const turn = {
    id: 's',
    input: { kind: 'transcript' as const, text: 'Hi' },
    pair: { characterId: 'c1', playerId: 'p1' },
    clock,
  }
  traces.begin(turn, idle())
  clock.mark('taken_up')
  timers.now = 30
  clock.mark('voice_engaged')
  timers.now = 50
  clock.mark('first_audio')
  timers.now = 90
  clock.mark('all_audio')
  expect(traces.find('s')).toMatchObject({
    spoken: { endpointWaitMs: 400, isEager: true, endedBy: 'silence' },
    times: { voiceMs: 30, firstAudioMs: 50, lastAudioMs: 90 },
  })
})

const idle = () => new AbortController().signal

const record = (system = '') => {
  const timers = { now: 0 }
  const traces = createTurnTraces({ clock: { now: () => START } })
  const clockOf = (spoken?: SpokenInput) =>
    createTurnClock({ timers: { elapsed: () => timers.now }, clock: { now: () => START } }, spoken)
  let turns = 0
  return {
    ...{ traces, timers, clockOf },
    turn: (playerId = 'p1', characterId = 'c1') => {
      turns += 1
      const turn = {
        id: `r${turns}`,
        input: { kind: 'typed' as const, text: 'Hi' },
        pair: { characterId, playerId },
        clock: clockOf(),
      }
      const recorder = traces.begin(turn, new AbortController().signal)
      const request: ReplyRequest = { ...requestOf(), system }
      const prompt = { request, sections: [], memoryBlock: { block: '', given: [] } }
      recorder.record({
        type: 'prompted',
        prompt,
        model: { provider: 'local', model: 'm' },
        messageId: turns,
      })
      recorder.end()
    },
    ids: () => traces.list(5000).map(({ messageId }) => messageId),
  }
}

test('the newest thousand are kept', () => {
  const { turn, ids, traces } = record()
  for (let at = 1; at <= 1100; at += 1) turn()
  expect(ids()).toHaveLength(1000)
  expect([ids()[0], ids().at(-1)]).toEqual(['r1100', 'r101'])
  expect(traces.list(2).map(({ provider, model }) => [provider, model])).toEqual([
    ['local', 'm'],
    ['local', 'm'],
  ])
})

test('long prompts leave room for fewer', () => {
  const { turn, ids } = record('a'.repeat(2 ** 20))
  for (let at = 1; at <= 20; at += 1) turn()
  expect(ids()).toHaveLength(15)
  expect(ids()[0]).toBe('r20')
})

test('what must be forgotten is gone, and nothing else', () => {
  const { turn, ids, traces } = record()
  turn('p1', 'c1')
  turn('p2', 'c1')
  turn('p1', 'c2')
  traces.forgetPair({ characterId: 'c1', playerId: 'p1' })
  expect(ids()).toEqual(['r3', 'r2'])
  expect(traces.find('1')).toBeUndefined()
  traces.forgetCharacter('c1')
  expect(ids()).toEqual(['r3'])
  traces.clear()
  expect(ids()).toEqual([])
})
