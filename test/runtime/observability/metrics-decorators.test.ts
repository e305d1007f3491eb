import { expect, test } from 'vitest'
import { createMeter } from '../../../src/domain/operations/meter.js'
import type { LanguageModel, ReplyPart, ReplyRequest } from '../../../src/domain/turns/ports.js'
import { createProcessMetrics } from '../../../src/runtime/observability/inspection.js'
import { withTurnMetrics } from '../../../src/runtime/observability/metrics-decorators.js'
import { connectPlayer, rest, sendTextAndWait, startTestServer } from '../../support/servers/test-server.js'

const REQUEST = {} as ReplyRequest

async function* speak(fails: boolean): AsyncIterable<ReplyPart> {
  yield { type: 'text', text: 'one' }
  if (fails) throw new Error('broken')
  yield { type: 'text', text: 'two' }
}

async function listenTo(model: LanguageModel, signal: AbortSignal): Promise<string> {
  let heard = ''
  for await (const part of model.reply(REQUEST, signal)) heard += part.type === 'text' ? part.text : ''
  return heard
}

test('a reply passes through as it is, and is counted', async () => {
  const meter = createMeter()
  const model = withTurnMetrics({ reply: () => speak(false) }, meter)
  expect(await listenTo(model, new AbortController().signal)).toBe('onetwo')
  expect(meter.read().turns).toEqual({ started: 1, failed: 0 })
})

test('a failure is counted and goes on its way; that of an interrupted reply is none', async () => {
  const meter = createMeter()
  const model = withTurnMetrics({ reply: () => speak(true) }, meter)
  await expect(listenTo(model, new AbortController().signal)).rejects.toThrow('broken')
  expect(meter.read().turns).toEqual({ started: 1, failed: 1 })
  await expect(listenTo(model, AbortSignal.abort())).rejects.toThrow('broken')
  expect(meter.read().turns).toEqual({ started: 2, failed: 1 })
})

test('a listener that leaves ends the reply behind the count', async () => {
  let isOver = false
  const model: LanguageModel = {
    async *reply() {
      try {
        yield { type: 'text', text: 'one' } as const
      } finally {
        isOver = true
      }
    },
  }
  for await (const _ of withTurnMetrics(model, createMeter()).reply(REQUEST, new AbortController().signal))
    break
  expect(isOver).toBe(true)
})

test('a conversation shows in the metrics of the server it was had with, over the socket and over REST', async () => {
  const server = await startTestServer()
  const { body } = await rest(server, 'POST', '/api/v1/characters', {})
  const character_id = (body as { id: string }).id
  const session = connectPlayer(server, { api_key: server.ready.apiKey, character_id, player_id: 'ada' })
  await session.next('session_info')
  await sendTextAndWait(session, 'Hello')
  const turn = { playerId: 'bo', message: 'Hello' }
  expect(await rest(server, 'POST', `/api/v1/characters/${character_id}/turn`, turn)).toMatchObject({
    status: 200,
  })

  const token = await rest(server, 'POST', '/api/control/v1/identity/token', {
    email: server.ready.account.email,
  })
  const { idToken } = token.body as { idToken: string }
  const read = async (path: string) => {
    const headers = { authorization: `Bearer ${idToken}`, connection: 'close' }
    return (await fetch(`${server.ready.baseUrl}${path}`, { headers })).json()
  }
  expect(await read('/api/system-metrics')).toMatchObject({
    counts: {
      requests: expect.arrayContaining([
        expect.objectContaining({ method: 'POST', route: '/api/v1/characters', status: 201, count: 1 }),
      ]),
      sessionsOpened: 2,
      turns: { started: 2, failed: 0 },
      messages: { user: 2, assistant: 2 },
    },
    sessions: { live: 1 },
    store: { status: 'ok' },
  })
  expect(await read('/api/staff/v1/admin/health')).toMatchObject({
    status: 'ok',
    version: server.ready.version,
    dependencies: { models: { default: 'stub', providers: [{ name: 'stub', kind: 'stub' }] } },
    vitals: { uptimeSeconds: expect.any(Number), memory: { rssBytes: expect.any(Number) } },
  })
})

test('what the process measures is never less than nothing', () => {
  const vitals = createProcessMetrics()
  const { uptimeSeconds, eventLoopDelay, memory } = vitals.read()
  vitals.stop()
  const numbers = [uptimeSeconds, ...Object.values(eventLoopDelay), ...Object.values(memory)]
  expect(numbers.filter((number) => !(number >= 0))).toEqual([])
  expect(memory.heapUsedBytes).toBeGreaterThan(0)
})
