import { expect, test } from 'vitest'
import { operations } from '../../src/contract/index.js'
import { attacks, nested } from '../support/http/hostile.js'
import { heapInUse } from '../support/measure/heap.js'
import { FULL_CHARACTER_ID, populatedSettings } from '../support/servers/populated-server.js'
import { idTokenOf, startTestServer } from '../support/servers/test-server.js'

const MB = 2 ** 20
/** What the server may still hold of an input when it is over, beside what it needs anyway. */
const HELD_SHARE = 2
const OWN_BYTES = 24 * MB
const SHARE = 1 / 8

async function given() {
  const server = await startTestServer(
    populatedSettings(new URL('../support/servers/populated.yaml', import.meta.url)),
  )
  const { baseUrl, apiKey } = server.ready
  const health = async () => (await fetch(`${baseUrl}/api/health`)).status
  const token = await idTokenOf(server)
  return { ...server.ready, token, target: { baseUrl, apiKey, characterId: FULL_CHARACTER_ID }, health }
}

/** The outcome of each attack; the limits are told in the tests of each entry. */
const OUTCOMES: Readonly<Record<string, string>> = {
  'polling, 64 KB of joins, unauthenticated': 'closed',
  'polling, joins, unauthenticated': '413',
  'websocket, a nested join, unauthenticated': 'closed',
  'websocket, joins, unauthenticated': 'closed',
  'websocket, events, unauthenticated': 'closed',
  'polling, tiny packets': 'closed',
  'websocket, a nested event': 'closed',
  'websocket, a wide event': 'closed',
  'websocket, events': 'open',
  'websocket, audio of two bytes': 'open',
  'websocket, subscriptions': 'open',
  'REST, batch, unauthenticated': '401',
  'REST, batch, nested': '422',
  'REST, batch, wide': '422',
  'REST, character, nested': '422',
  'REST, character, nested persona': '422',
  'REST, avatar, unauthenticated': '401',
  'REST, avatar, a large text field': '400',
  'REST, share exchange, nested, no credential': '413',
}

test('the largest and the most nested input of every entry leaves a server that answers and holds none of it', async () => {
  const { target, health } = await given()
  const all = attacks(SHARE)
  expect(all.map(({ name }) => name)).toEqual(Object.keys(OUTCOMES))
  let before = heapInUse()
  for (const attack of all) {
    expect([attack.name, await attack.send(target)]).toEqual([attack.name, OUTCOMES[attack.name]])
    expect(await health()).toBe(200)
    const after = heapInUse()
    const held = Math.max(after - before - OWN_BYTES, 0)
    before = after
    expect([attack.name, held / attack.bytes]).toSatisfy(([, share]) => share <= HELD_SHARE)
  }
}, 120_000)

test('every operation that takes a body answers nested and oversized ones with a refusal', async () => {
  const { baseUrl, apiKey, localSecret, token, health } = await given()
  const taking = operations.filter(({ schema }) => 'body' in schema && schema.body !== undefined)
  expect(taking.length).toBeGreaterThan(10)
  for (const { method, url, schema } of taking) {
    const ask = async (body: string) => {
      const response = await fetch(`${baseUrl}${url.replace(/:\w+/g, FULL_CHARACTER_ID)}`, {
        method,
        headers: {
          'content-type': 'application/json',
          'x-api-key': apiKey,
          authorization: `Bearer ${token}`,
          'x-parley-local': localSecret,
        },
        body,
      })
      await response.arrayBuffer()
      return response.status
    }
    const statuses = [await ask(nested(2 ** 13)), await ask(nested(11 * MB))]
    expect([schema.operationId, ...statuses]).toEqual([schema.operationId, 422, 413])
    expect(await health()).toBe(200)
  }
}, 120_000)
