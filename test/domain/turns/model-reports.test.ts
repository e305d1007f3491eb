import { expect, test } from 'vitest'
import { DomainError } from '../../../src/domain/errors.js'
import type {
  LanguageModel,
  ModelIdentity,
  ModelReport,
  ReplyRequest,
} from '../../../src/domain/turns/ports.js'
import { givenSessions } from '../../support/sessions/given-sessions.js'
import { aMemory } from '../../support/stores/store-records.js'

const PRICE = { input: 3, output: 15, currency: 'USD' }
const REFUSED = new DomainError('upstream', 'The conversation is too long for the language model')

type Answer = { readonly reports: readonly ModelReport[]; readonly text?: string }

/** A model that gives these answers, one a request; without a text it refuses. */
function givenModel(identity: Partial<ModelIdentity>, ...answers: readonly Answer[]) {
  const requests: ReplyRequest[] = []
  const model: LanguageModel = {
    async *reply(request, _signal, report) {
      const answer = answers[requests.length]
      requests.push(request)
      for (const each of answer?.reports ?? []) report?.(each)
      if (answer?.text === undefined) throw REFUSED
      yield { type: 'text', text: answer.text }
    },
    identify: () => ({ provider: 'claude', model: 'm', ...identity }),
  }
  const sessions = givenSessions({ model, character: { llm_max_tokens: 100 } })
  const talk = async (text = 'Hello') => {
    const { session, events } = await sessions.open()
    session.text(text)
    const final = await events.final()
    await session.close()
    return { trace: sessions.traces.find(final.message_id), final, errors: events.all('error') }
  }
  return { ...sessions, requests, talk }
}

const finished = (input: number, output: number): ModelReport => ({
  type: 'finished',
  reason: 'stop',
  usage: { input, output },
})

test('the trace has the tokens that the provider counted, and their price', async () => {
  const { talk } = givenModel({ price: PRICE }, { reports: [finished(1000, 200)], text: 'Hi.' })
  const { trace } = await talk()
  expect(trace).toMatchObject({
    usage: { input: 1000, output: 200 },
    cost: { amount: 0.006, currency: 'USD', isEstimated: false },
    finishReason: 'stop',
    retries: [],
  })
})

test('where the provider counts nothing, the price is that of the estimate', async () => {
  const reports = [{ type: 'finished' as const, reason: 'length', usage: undefined }]
  const { talk } = givenModel({ price: PRICE }, { reports, text: 'Hi.' })
  const { trace } = await talk()
  expect(trace).toMatchObject({ usage: null, cost: { isEstimated: true }, finishReason: 'length' })
  const { request = 0, reply = 0 } = trace?.tokens ?? {}
  expect(trace?.cost?.amount).toBeCloseTo((request * 3 + reply * 15) / 1e6, 10)
})

test('a wait for a provider with too many requests is in the trace', async () => {
  const { talk } = givenModel({}, { reports: [{ type: 'waited', ms: 2000 }, finished(1, 1)], text: 'Hi.' })
  const { trace } = await talk()
  expect(trace?.retries).toEqual([{ reason: 'rate_limited', waitedMs: 2000 }])
})

const tooLong = { type: 'context_too_long' as const, contextTokens: 550, requestTokens: 600 }

const remembered = () => ({
  memories: ['m1', 'm2'].map((id) => aMemory({ id, content: `${id} ${'tea '.repeat(150)}` })),
})

test('a prompt that is too long for the model is cut, and the turn goes on', async () => {
  const { talk, recall, disk, requests } = givenModel(
    {},
    { reports: [tooLong] },
    { reports: [finished(200, 9)], text: 'Hello there.' },
  )
  recall.remember(remembered())
  const { trace, final, errors } = await talk()
  expect(errors).toEqual([])
  expect(final.text).toBe('Hello there.')
  expect(requests.map(({ memories }) => memories.memories.map(({ id }) => id))).toEqual([
    ['m1', 'm2'],
    ['m1'],
  ])
  expect(trace).toMatchObject({
    state: 'completed',
    retries: [{ reason: 'context_too_long', waitedMs: 0 }],
    leftOut: [{ kind: 'memory', count: 1, reason: 'context' }],
    memories: [{ id: 'm1' }],
    request: { system: requests[1]?.system },
  })
  expect(disk.used).toEqual([['m1']])
})

test('a model that finds the prompt too long again and again fails the turn', async () => {
  const { talk, recall, requests } = givenModel(
    {},
    ...Array.from({ length: 9 }, () => ({ reports: [tooLong] })),
  )
  recall.remember(remembered())
  const { trace, errors } = await talk()
  expect(errors).toMatchObject([{ error: 'model_failed', message: REFUSED.message }])
  expect(trace).toMatchObject({ state: 'failed', failure: REFUSED.message })
  expect(requests.length).toBeLessThanOrEqual(3)
})

test('a prompt is cut before it is sent when the context of the model is known', async () => {
  const { talk, recall, requests } = givenModel(
    { contextTokens: 500 },
    { reports: [finished(200, 9)], text: 'Hi.' },
  )
  recall.remember(remembered())
  const { trace } = await talk()
  expect(requests).toHaveLength(1)
  expect(trace?.leftOut).toMatchObject([{ kind: 'memory', reason: 'context' }])
  expect(trace?.retries).toEqual([])
})
