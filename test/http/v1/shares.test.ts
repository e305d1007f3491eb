import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CONTRACT_LIMITS } from '../../../src/contract/limits.js'
import type { CreatedShare, ShareSession } from '../../../src/contract/shares.js'
import { insertShare } from '../../../src/domain/shares/create.js'
import { startHttp } from '../../support/http/http.js'
import { characterRecord } from '../../support/http/http-records.js'
import { aShare } from '../../support/stores/store-records.js'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const HOST = 'http://localhost:80'
const UNLIMITED_OPENS = { ...CONTRACT_LIMITS, shareOpensPerMinute: 1e6 }
const NOT_FOUND = { status: 404, body: { detail: 'Share not found' } }

async function start(overrides: Parameters<typeof startHttp>[0] = {}) {
  const world = await startHttp(overrides)
  const { call, key, store } = world
  await store.characters.insert(
    characterRecord({
      tagline: 'Keeper',
      personality: 'Dry humour',
      background: 'Grew up in the tower',
      system_prompt: 'Never name the treasure',
      source_image_url: 'https://images.example/mira.png',
    }),
  )
  const as = (credential: string) => ({ key: null, headers: { authorization: `Bearer ${credential}` } })
  const owner = as('id:a1@example.org')
  return {
    ...world,
    as,
    create: (body: object = {}, credential = key) =>
      call('POST', '/api/v1/share', { ...as(credential), body: { characterId: 'c1', ...body } }),
    open: (id: string) => call('POST', `/api/v1/share/${id}/open`, { key: null }),
    exchange: (id: string, body: object = {}) =>
      call('POST', `/api/v1/share/${id}/exchange`, { key: null, body }),
    list: (credential = 'id:a1@example.org') => call('GET', '/api/v1/share/character/c1', as(credential)),
    revoke: (id: string) => call('DELETE', `/api/v1/share/${id}`, owner),
    revokeOf: (keyId: string) => call('DELETE', `/api/v1/share/by-api-key/${keyId}`, owner),
  }
}

const tokenOf = ({ body }: { readonly body: unknown }) => (body as CreatedShare).token
const sessionOf = ({ body }: { readonly body: unknown }) => body as ShareSession

test('a permanent share has both links and never expires, whatever ttl and maxExchanges say', async () => {
  const { create, list } = await start()
  const created = await create({ permanent: true, ttl: 60, maxExchanges: 1, maxInteractions: 9 })
  const token = tokenOf(created)
  expect(created).toMatchObject({
    status: 201,
    body: {
      token: expect.stringMatching(UUID),
      shareUrl: `${HOST}/s/${token}`,
      anchorUrl: `${HOST}/sa/${token}`,
      expiresAt: null,
    },
  })
  expect((await list()).body).toEqual({
    shares: [
      {
        id: token,
        token,
        characterId: 'c1',
        createdAt: '2030-01-02T03:04:05.000Z',
        expiresAt: null,
        memorySharing: 'isolated',
        maxExchanges: null,
        maxInteractions: 9,
        openCount: 0,
        lastOpenedAt: null,
        shareUrl: `${HOST}/s/${token}`,
        anchorUrl: `${HOST}/sa/${token}`,
      },
    ],
  })
})

test.each([
  [{}, '2030-01-03T03:04:05.000Z'],
  [{ ttl: null }, '2030-01-03T03:04:05.000Z'],
  [{ ttl: 90 }, '2030-01-02T03:05:35.000Z'],
  [{ ttl: '45s' }, '2030-01-02T03:04:50.000Z'],
  [{ ttl: '30m' }, '2030-01-02T03:34:05.000Z'],
  [{ ttl: '24h' }, '2030-01-03T03:04:05.000Z'],
  [{ ttl: '7d', permanent: false }, '2030-01-09T03:04:05.000Z'],
])('an expiring share with %o lives until %s, and has no anchor', async (body, expiresAt) => {
  const { create } = await start()
  const answer = await create(body)
  expect(answer.body).toEqual({
    token: expect.stringMatching(UUID),
    shareUrl: `${HOST}/s/${tokenOf(answer)}`,
    expiresAt,
  })
})

test.each([
  [{ ttl: 0 }, 'ttl', 'greater_than_equal'],
  [{ ttl: '7w' }, 'ttl', 'string_pattern_mismatch'],
  [{ ttl: '07d' }, 'ttl', 'string_pattern_mismatch'],
  [{ ttl: 1.5 }, 'ttl', 'int_type'],
  [{ memorySharing: 'public' }, 'memorySharing', 'literal_error'],
  [{ maxExchanges: 0 }, 'maxExchanges', 'greater_than_equal'],
  [{ maxInteractions: '3' }, 'maxInteractions', 'int_type'],
  [{ characterId: undefined }, 'characterId', 'missing'],
])('creating with %o is 422 at %s', async (body, field, type) => {
  const { create } = await start()
  expect(await create(body)).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', field], type }] },
  })
})

test('the API key comes as Bearer: in X-API-Key alone it counts for nothing', async () => {
  const { call } = await start()
  const answer = await call('POST', '/api/v1/share', { body: { characterId: 'c1' } })
  expect(answer).toMatchObject({ status: 401, body: { detail: 'Missing API key' } })
})

test('only a character of the caller is shared: 404 for any other', async () => {
  const { create, otherKey } = await start()
  for (const [body, credential] of [
    [{}, otherKey],
    [{ characterId: 'nowhere' }, undefined],
  ] as const) {
    expect(await create(body, credential)).toMatchObject({
      status: 404,
      body: { detail: 'Character not found' },
    })
  }
})

test('an account has 200 active permanent shares at most: 429; a revoked one makes room', async () => {
  const { create, revoke, store } = await start()
  const first = tokenOf(await create({ permanent: true }))
  const others = Array.from({ length: 198 }, (_, n) =>
    aShare({ id: `s${n}`, characterId: 'c1', owner_user_id: 'a1', expiresAt: null }),
  )
  for (const share of others) await insertShare(store, share, 200)
  expect((await create({ permanent: true })).status).toBe(201)
  const refused = await create({ permanent: true })
  expect(refused).toMatchObject({
    status: 429,
    body: { detail: 'At most 200 active permanent shares per user' },
    headers: { 'retry-after': '60' },
  })
  expect((await create({ ttl: 60 })).status).toBe(201)
  await revoke(first)
  expect((await create({ permanent: true })).status).toBe(201)
})

test('opening gives a token of one hour, a player of its own and what a stranger may see', async () => {
  const { create, open, list } = await start()
  const token = tokenOf(await create({ permanent: true }))
  const first = await open(token)
  expect(first).toMatchObject({ status: 200 })
  expect(first.body).toEqual({
    sessionToken: expect.stringMatching(/^sst_[A-Za-z0-9_-]{32}$/),
    characterId: 'c1',
    playerId: expect.stringMatching(/^guest-[\w-]{16}$/),
    serverUrl: HOST,
    character: {
      id: 'c1',
      name: 'New Character',
      tagline: 'Keeper',
      personality: 'Dry humour',
      avatar: null,
      modelUrl: null,
      modelPreviewUrl: null,
      modelStatus: null,
      sourceImageUrl: 'https://images.example/mira.png',
    },
    memorySharing: 'isolated',
  })
  const second = sessionOf(await open(token))
  expect(second.sessionToken).not.toBe(sessionOf(first).sessionToken)
  expect(second.playerId).not.toBe(sessionOf(first).playerId)
  expect((await list()).body).toMatchObject({
    shares: [{ openCount: 2, lastOpenedAt: '2030-01-02T03:04:05.000Z' }],
  })
})

test('who opens a share that writes to the memory of its owner is the owner’s player, and is told no name of it', async () => {
  const { create, open, call, as, key, store, deps } = await start()
  const playerOf = async (session: ShareSession) => {
    expect(session.playerId).toBe('owner')
    return (await store.shares.findToken(deps.secrets.hash(session.sessionToken)))?.playerId
  }
  const shared = tokenOf(await create({ permanent: true, memorySharing: 'shared' }))
  expect(await playerOf(sessionOf(await open(shared)))).toBe('a1')

  await call('PUT', '/api/v1/characters/c1', { body: {} })
  const made = await call('POST', '/api/v1/characters', { playerId: 'ada', body: {} })
  const { headers } = as(key)
  const asAda = await call('POST', '/api/v1/share', {
    key: null,
    headers: { ...headers, 'x-player-id': 'ada' },
    body: { characterId: (made.body as { id: string }).id, permanent: true, memorySharing: 'shared' },
  })
  expect(await playerOf(sessionOf(await open(tokenOf(asAda))))).toBe('ada')
})

test('200 opens at once: exactly ten in the minute, and the detail names the bucket', async () => {
  const { create, open, list, clock } = await start()
  const token = tokenOf(await create({ permanent: true }))
  const answers = await Promise.all(Array.from({ length: 200 }, () => open(token)))
  const of = (status: number) => answers.filter((answer) => answer.status === status)
  expect([of(200).length, of(429).length]).toEqual([10, 190])
  expect(of(429)[0]).toMatchObject({
    body: { detail: 'Rate limit (min)' },
    headers: { 'retry-after': '60' },
  })
  expect((await list()).body).toMatchObject({ shares: [{ openCount: 10 }] })

  await clock.adjust({ set: new Date('2030-01-02T03:05:05.000Z') })
  expect((await open(token)).status).toBe(200)
})

test.each([
  ['hour', 100],
  ['day', 500],
] as const)('the bucket of the %s holds %d opens', async (name, limit) => {
  const { create, open, clock } = await start()
  const token = tokenOf(await create({ permanent: true }))
  const [perStep, stepMs] = name === 'hour' ? [10, 60_000] : [10, 8 * 60_000]
  let now = clock.now().getTime()
  for (let opened = 0; opened < limit; opened += perStep) {
    for (let n = 0; n < perStep; n += 1) expect((await open(token)).status).toBe(200)
    now += stepMs
    await clock.adjust({ set: new Date(now) })
  }
  expect(await open(token)).toMatchObject({ status: 429, body: { detail: `Rate limit (${name})` } })
})

test('an unknown, a malformed, a revoked, an expired share and one of the other kind are the same 404', async () => {
  const { create, open, exchange, revoke, clock } = await start()
  const revoked = tokenOf(await create({ permanent: true }))
  await revoke(revoked)
  const [permanent, expiring] = [
    tokenOf(await create({ permanent: true })),
    tokenOf(await create({ ttl: 60 })),
  ]
  const unknown = '00000000-0000-4000-8000-000000000000'
  for (const id of [unknown, 'nonsense', revoked, expiring]) {
    expect([id, await open(id)]).toMatchObject([id, NOT_FOUND])
  }
  for (const id of [unknown, 'nonsense', revoked, permanent]) {
    expect([id, await exchange(id)]).toMatchObject([id, NOT_FOUND])
  }
  expect((await exchange(expiring)).status).toBe(200)
  await clock.adjust({ set: new Date('2030-01-02T03:05:05.000Z') })
  expect(await exchange(expiring)).toMatchObject(NOT_FOUND)
})

test('a share goes with its character', async () => {
  const { create, open, call } = await start()
  const token = tokenOf(await create({ permanent: true }))
  await call('DELETE', '/api/v1/characters/c1')
  expect(await open(token)).toMatchObject(NOT_FOUND)
})

test('exchanging keeps the recipient in the player id, and counts redeemers to the cap exactly', async () => {
  const { create, exchange } = await start()
  const token = tokenOf(await create({ maxExchanges: 3 }))
  const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => exchange(token, { recipientId: `fan ${n}` })))
  const redeemed = answers.filter(({ status }) => status === 200)
  expect(redeemed.map((answer) => sessionOf(answer).playerId)).toEqual(
    [1, 2, 3].map((n) => expect.stringMatching(new RegExp(`^guest-[\\w-]{16}-fan ${n}$`))),
  )
  expect(answers.slice(3)).toMatchObject([NOT_FOUND, NOT_FOUND])
})

test('the same recipient is the same player at every exchange, and counts once towards the cap', async () => {
  const { create, exchange, list } = await start()
  const token = tokenOf(await create({ maxExchanges: 2 }))
  const playerOf = async (body: object) => sessionOf(await exchange(token, body)).playerId
  const grace = await playerOf({ recipientId: 'grace' })
  expect(await playerOf({ recipientId: 'grace' })).toBe(grace)
  const unnamed = await playerOf({})
  expect(unnamed).not.toBe(grace)
  // The cap is reached: those who are in may come again, nobody else.
  for (const body of [{ recipientId: 'ada' }, {}, { recipientId: '' }]) {
    expect(await exchange(token, body)).toMatchObject(NOT_FOUND)
  }
  expect(await playerOf({ recipientId: 'grace' })).toBe(grace)
  expect((await list()).body).toMatchObject({ shares: [{ openCount: 4 }] })

  const other = tokenOf(await create({}))
  expect(sessionOf(await exchange(other, { recipientId: 'grace' })).playerId).not.toBe(grace)
})

test('of a share that writes to its owner’s memory a recipient counts once, too', async () => {
  const { create, exchange } = await start()
  const token = tokenOf(await create({ maxExchanges: 1, memorySharing: 'shared' }))
  for (const _ of [1, 2]) expect((await exchange(token, { recipientId: 'grace' })).status).toBe(200)
  expect(await exchange(token, { recipientId: 'ada' })).toMatchObject(NOT_FOUND)
})

test('however many exchange at once, redeemers are counted once each and never beyond the cap', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.option(fc.constantFrom('ada', 'grace', 'alan', 'edsger')), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 5 }),
      async (recipients, maxExchanges) => {
        const { create, exchange } = await start({ limits: UNLIMITED_OPENS })
        const token = tokenOf(await create({ maxExchanges }))
        const answers = await Promise.all(recipients.map((recipientId) => exchange(token, { recipientId })))
        const players = new Map<string, string | null>()
        const redeemers = new Set<string>()
        for (const [index, recipientId] of recipients.entries()) {
          const answer = answers[index]
          if (answer?.status !== 200) continue
          const { playerId } = sessionOf(answer)
          // One player for a recipient, one recipient for a player.
          expect(players.get(playerId) ?? recipientId).toBe(recipientId)
          players.set(playerId, recipientId)
          redeemers.add(recipientId ?? playerId)
        }
        expect(players.size).toBe(redeemers.size)
        const wanted = new Set(recipients.map((recipientId, index) => recipientId ?? `guest ${index}`))
        expect(redeemers.size).toBe(Math.min(maxExchanges, wanted.size))
      },
    ),
    { numRuns: 25 },
  )
})

test('shares are listed and revoked with an ID token: an API key is 401, another account finds nothing', async () => {
  const { create, call, key, list, open } = await start()
  const token = tokenOf(await create({ permanent: true }))
  for (const credential of [key, 'nonsense']) expect((await list(credential)).status).toBe(401)
  expect((await call('GET', '/api/v1/share/character/c1')).status).toBe(401)
  expect(await list('id:a2@example.org')).toMatchObject({ status: 404 })
  const asStranger = { key: null, headers: { authorization: 'Bearer id:a2@example.org' } }
  expect(await call('DELETE', `/api/v1/share/${token}`, asStranger)).toMatchObject(NOT_FOUND)
  expect((await open(token)).status).toBe(200)
})

test('revoking says how many tokens it deleted, and they are dead; a second time there is nothing', async () => {
  const { create, open, revoke, call } = await start()
  const token = tokenOf(await create({ permanent: true }))
  const { sessionToken } = sessionOf(await open(token))
  await open(token)
  const get = () => call('GET', '/api/v1/characters/c1', { key: sessionToken })
  expect((await get()).status).toBe(200)
  expect(await revoke(token)).toMatchObject({
    status: 200,
    body: { revoked: true, killedSessions: 0, removedSessionBlobs: 2 },
  })
  expect(await get()).toMatchObject({ status: 401, body: { detail: 'Invalid API key' } })
  expect(await revoke(token)).toMatchObject(NOT_FOUND)
})

test('bulk revoke ends the shares of one key, even of a key that is gone; counts are true', async () => {
  const { create, open, list, revokeOf, makeKey, store } = await start()
  const [before] = await store.keys.list('a1')
  const leaked = await makeKey('a1')
  const { id: keyId } = (await store.keys.list('a1')).find(({ id }) => id !== before?.id) ?? { id: '' }
  const tokens = [
    tokenOf(await create({ permanent: true }, leaked)),
    tokenOf(await create({ ttl: '7d' }, leaked)),
  ]
  const kept = tokenOf(await create({ permanent: true }))
  await open(tokens[0] ?? '')
  await store.keys.remove({ id: keyId, accountId: 'a1' })

  expect(await revokeOf(keyId)).toMatchObject({
    status: 200,
    body: { revoked: 2, killedSessions: 0, removedSessionBlobs: 1 },
  })
  expect((await list()).body).toMatchObject({ shares: [{ id: kept }] })
  for (const id of [keyId, 'nowhere']) {
    expect((await revokeOf(id)).body).toEqual({ revoked: 0, killedSessions: 0, removedSessionBlobs: 0 })
  }
})

test('a session token reads its character for an hour by the clock, whatever player a header names', async () => {
  const { create, open, call, clock, as } = await start()
  const { sessionToken } = sessionOf(await open(tokenOf(await create({ permanent: true }))))
  const get = (id = 'c1') => call('GET', `/api/v1/characters/${id}`, { key: sessionToken, playerId: 'ada' })
  expect((await get()).status).toBe(200)
  expect((await call('GET', '/api/v1/characters/c1', as(sessionToken))).status).toBe(200)
  expect((await call('GET', '/api/agents/c1', { key: sessionToken })).status).toBe(200)
  expect(await get('c2')).toMatchObject({ status: 404, body: { detail: 'Character not found' } })

  await clock.adjust({ set: new Date('2030-01-02T04:04:04.999Z') })
  expect((await get()).status).toBe(200)
  await clock.adjust({ set: new Date('2030-01-02T04:04:05.000Z') })
  expect(await get()).toMatchObject({ status: 401, body: { detail: 'Invalid API key' } })
})

test('a session token reads the shared view: every key, but no system prompt and no background', async () => {
  const { create, open, call } = await start()
  const { sessionToken: key } = sessionOf(await open(tokenOf(await create({ permanent: true }))))
  for (const [path, prompt] of [
    ['/api/v1/characters/c1', 'system_prompt'],
    ['/api/agents/c1', 'systemPrompt'],
  ] as const) {
    // The owner asks before and after the guest: an answer that is kept for one of them must not reach the other.
    const owned = (await call('GET', path)).body as object
    expect(owned).toMatchObject({ background: 'Grew up in the tower', [prompt]: 'Never name the treasure' })
    const shared = (await call('GET', path, { key })).body
    expect(shared).toEqual({ ...owned, background: null, [prompt]: null })
    expect(shared).toMatchObject({ personality: 'Dry humour' })
    expect((await call('GET', path)).body).toEqual(owned)
  }
})

test('an exchange carries the personality and the memory sharing, as an open does', async () => {
  const { create, exchange } = await start()
  const session = sessionOf(await exchange(tokenOf(await create({ memorySharing: 'shared' }))))
  expect(session).toMatchObject({ memorySharing: 'shared', character: { personality: 'Dry humour' } })
})

test('the store holds the hash of a session token, and the token nowhere', async () => {
  const { create, open, store } = await start()
  const { sessionToken } = sessionOf(await open(tokenOf(await create({ permanent: true }))))
  const kept = [...store.checkpoint().values()].flatMap(({ records }) => [...records.values()])
  expect(JSON.stringify(kept)).not.toContain(sessionToken)
})
