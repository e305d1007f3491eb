import { expect, test } from 'vitest'
import type { CreatedShare, ShareSession } from '../../../src/contract/shares.js'
import { NOW, startHttp } from '../../support/http/http.js'
import { characterRecord } from '../../support/http/http-records.js'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

/** A share of every kind, and ids that are none: what each of them is good for at `open` is in its name. */
async function start() {
  const world = await startHttp()
  const { app, call, key, clock, store } = world
  await store.characters.insert(characterRecord({ tagline: 'Keeper' }))
  const bearer = (credential: string) => ({ authorization: `Bearer ${credential}` })
  const create = async (body: object) => {
    const asked = { key: null, headers: bearer(key), body: { characterId: 'c1', ...body } }
    return ((await call('POST', '/api/v1/share', asked)).body as CreatedShare).token
  }
  const [revoked, permanent, expired, usedUp] = [
    await create({ permanent: true }),
    await create({ permanent: true }),
    await create({ ttl: 1 }),
    await create({ maxExchanges: 1 }),
  ]
  const exchange = (id: string) =>
    app.inject({ method: 'POST', url: `/api/v1/share/${id}/exchange`, payload: {} })
  const open = (id: string) => app.inject({ method: 'POST', url: `/api/v1/share/${id}/open` })
  expect((await exchange(usedUp)).statusCode).toBe(200)
  const owner = { key: null, headers: bearer('id:a1@example.org') }
  expect((await call('DELETE', `/api/v1/share/${revoked}`, owner)).status).toBe(200)
  await clock.adjust({ set: new Date(Date.parse(NOW) + 2000) })
  const useless = {
    unknown: UNKNOWN,
    'unknown, in the older form': 'A'.repeat(32),
    malformed: 'nonsense',
    'too long': 'x'.repeat(500),
    foreign: encodeURIComponent('☃/../'),
    revoked,
    expired,
  }
  return { ...world, create, open, exchange, permanent, usedUp, useless, bearer, owner }
}

test('whatever an id is useless for, open and exchange answer the same to the last header', async () => {
  const { open, exchange, useless, permanent, usedUp } = await start()
  const seen = async (ask: typeof open, ids: Record<string, string>) => {
    const answers = new Set<string>()
    for (const id of Object.values(ids)) {
      const { statusCode, headers, body } = await ask(id)
      const { date: _, 'x-request-id': __, ...same } = headers
      answers.add(JSON.stringify({ statusCode, same, body }))
    }
    return [...answers]
  }
  const opened = await seen(open, { ...useless, 'of the other kind': usedUp })
  const exchanged = await seen(exchange, { ...useless, 'of the other kind': permanent, usedUp })
  expect(opened).toHaveLength(1)
  expect(exchanged).toEqual(opened)
  expect(JSON.parse(opened[0] ?? '')).toMatchObject({ statusCode: 404, body: '{"detail":"Share not found"}' })
})

test('an id that was revoked, never was, or cannot be one is refused in the same time', async () => {
  const { open, useless } = await start()
  const { unknown, malformed, revoked, expired } = useless
  const ids = { unknown, malformed, revoked, expired }
  const spread = async (rounds: number) => {
    const times = new Map<string, number[]>(Object.keys(ids).map((name) => [name, []]))
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, id] of Object.entries(ids)) {
        const begun = performance.now()
        await open(id)
        times.get(name)?.push(performance.now() - begun)
      }
    }
    // The quickest of each: what else the machine does only adds to them.
    const quickest = [...times.values()].map((all) => Math.min(...all))
    return Math.max(...quickest) / Math.min(...quickest)
  }
  await spread(50)
  // A difference that is there is there every time; noise is not.
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 5 && least > 1.1; attempt += 1) {
    least = Math.min(least, await spread(200))
  }
  expect(least).toBeLessThan(1.1)
})

test('for every useless id the store is asked the same', async () => {
  const { deps, open, useless } = await start()
  const asked: string[] = []
  const { shares, characters } = deps
  const noting = <T extends object>(port: T, name: string): T =>
    new Proxy(port, {
      get: (target, method, self) => {
        asked.push(`${name}.${String(method)}`)
        return Reflect.get(target, method, self)
      },
    })
  Object.assign(deps, { shares: noting(shares, 'shares'), characters: noting(characters, 'characters') })
  for (const id of Object.values(useless)) await open(id)
  expect(asked).toEqual(Object.values(useless).map(() => 'shares.find'))
})

test('nothing that a stranger gets to read names the owner, a key, a player, or another character', async () => {
  const { app, call, create, open, exchange, useless, deps, store, key, bearer } = await start()
  await store.characters.insert(characterRecord({ id: 'c2', name: 'Secret Sister' }))
  expect(JSON.stringify((await call('GET', '/api/v1/characters')).body)).toContain('Secret Sister')
  const asAda = { key: null, headers: { ...bearer(key), 'x-player-id': 'player-ada' } }
  const made = await call('POST', '/api/v1/characters', { playerId: 'player-ada', body: {} })
  const body = { characterId: (made.body as { id: string }).id, permanent: true, memorySharing: 'shared' }
  const ofAda = ((await call('POST', '/api/v1/share', { ...asAda, body })).body as CreatedShare).token
  const permanent = await create({ permanent: true, memorySharing: 'shared' })
  const [isolated, shared, adas] = [
    await open(await create({ permanent: true })),
    await open(permanent),
    await open(ofAda),
  ]
  const answers = [
    isolated,
    shared,
    adas,
    await exchange(await create({ ttl: 60 })),
    await open(useless.revoked),
  ]
  const { sessionToken } = shared.json() as ShareSession
  const asGuest = { 'x-api-key': sessionToken }
  for (const [method, url] of [
    ['GET', '/api/v1/characters/c1'],
    ['GET', '/api/agents/c1'],
    ['GET', '/api/v1/characters/c2'],
    ['GET', '/api/v1/characters'],
    ['GET', '/api/v1/characters/c1/players/a1/messages'],
    ['GET', '/api/v1/characters/c1/players/a1/memories'],
    ['GET', `/api/v1/share/character/c1`],
    ['DELETE', `/api/v1/share/${permanent}`],
    ['GET', '/api/control/v1/me'],
    ['GET', '/api/control/v1/keys'],
    ['GET', `/s/${permanent}`],
  ] as const) {
    answers.push(await app.inject({ method, url, headers: asGuest }))
  }
  for (let n = 0; n < 10; n += 1) answers.push(await open(permanent))
  const told = answers.map(({ headers, body: text }) => `${JSON.stringify(headers)} ${text}`).join('\n')
  const [record] = await store.keys.list('a1')
  expect(answers.at(-1)?.statusCode).toBe(429)
  expect(deps.limits.shareOpensPerMinute).toBe(10)
  for (const secret of ['"a1"', 'a1@', key, record?.id, record?.hash, 'player-ada', 'Secret Sister']) {
    expect(told).not.toContain(secret)
  }
})
