import { expect, test } from 'vitest'
import type { TurnQuery } from '../../../src/domain/conversations/ports.js'
import { createTimers } from '../../../src/runtime/process/timers.js'
import { connect, givenServer } from '../../support/servers/realtime-server.js'
import { createControlledModel } from '../../support/sessions/controlled-model.js'
import { hashOf, KEY, keyRecord } from '../../support/sessions/given-sessions.js'
import { openRawSocket } from '../../support/sessions/raw-socket.js'
import { aCharacter, aKey } from '../../support/stores/store-records.js'

const given = (settings: Partial<Parameters<typeof givenServer>[0]> = {}) =>
  givenServer({ model: createControlledModel().model, ...settings })

const readerHash = hashOf('svc_reader')
const shown = { api_key: KEY, character_id: 'c1', player_id: 'p1' }
const info = {
  session_id: expect.any(String),
  conversation_id: expect.any(String),
  character_id: 'c1',
  player_id: 'p1',
}

test('a client that authenticates with the join gets session_info first', async () => {
  const client = connect(await given(), { auth: { ...shown, token: '', audio_sample_rate: 48000 } })
  expect(await client.events.count('session_info', 1)).toEqual([info])
  expect(client.events.names()).toEqual(['session_info'])
})

test('a client that authenticates by an event after a bare join gets session_info first', async () => {
  const client = connect(await given())
  await client.joined
  expect(client.events.names()).toEqual([])
  client.socket.emit('authenticate', { ...shown, capabilities: { version: '1', client_action: true } })
  expect(await client.events.count('session_info', 1)).toEqual([info])
})

test('authenticate is acknowledged once the session is open', async () => {
  const client = connect(await given())
  expect(await client.socket.emitWithAck('authenticate', shown)).toEqual({})
  expect(client.events.names()).toEqual(['session_info'])
})

test('a client may begin with polling and upgrade', async () => {
  const client = connect(await given(), { auth: shown, transports: ['polling', 'websocket'] })
  const upgraded = new Promise((resolve) =>
    client.socket.io.once('open', () => client.socket.io.engine.once('upgrade', resolve)),
  )
  await client.events.count('session_info', 1)
  await upgraded
  expect(client.socket.io.engine.transport.name).toBe('websocket')
  expect(await client.socket.emitWithAck('text', {})).toEqual({})
})

test('frames of the polling upgrade are those of the newer glasses client', async () => {
  const { url, port } = await given()
  const opened = await (await fetch(`${url}/socket.io/?EIO=4&transport=polling`)).text()
  expect(opened).toMatch(/^0\{/)
  const { sid, ...offer } = JSON.parse(opened.slice(1))
  expect(offer).toEqual({
    upgrades: ['websocket'],
    pingInterval: 25000,
    pingTimeout: 20000,
    maxPayload: 20 * 2 ** 20,
  })
  const socket = await openRawSocket(port, `EIO=4&transport=websocket&sid=${sid}`)
  socket.send('2probe')
  await socket.frame('3probe')
  socket.send('5')
  socket.send(`40/sdk,${JSON.stringify(shown)}`)
  await socket.frame('42/sdk,["session_info"')
  expect(socket.frames.map((frame) => frame.slice(0, 6))).toEqual(['3probe', '40/sdk', '42/sdk'])
})

test('any web page may connect', async () => {
  const { url } = await given()
  const response = await fetch(`${url}/socket.io/?EIO=4&transport=polling`, {
    headers: { origin: 'https://game.example' },
  })
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
})

test('an ID token does instead of an API key', async () => {
  const { store, ...server } = await given()
  const account = await store.accounts.findByEmail('dev@parley.local')
  const client = connect(server, { auth: { ...shown, api_key: '', token: 'id-token' } })
  await client.events.count('session_info', 1)
  const conversation = await store.conversations.find({ characterId: 'c1', playerId: 'p1' })
  expect({ account: account?.id, key: conversation?.apiKeyId }).toEqual({ account: 'a1', key: null })
})

test('the conversation is one for the pair, over sessions and ways to authenticate', async () => {
  const { store, ...server } = await given()
  const first = connect(server, { auth: shown })
  const [one] = await first.events.count('session_info', 1)
  const second = connect(server)
  second.socket.emit('authenticate', shown)
  const [two] = await second.events.count('session_info', 1)
  expect(two?.conversation_id).toBe(one?.conversation_id)
  expect(two?.session_id).not.toBe(one?.session_id)
  const conversation = await store.conversations.find({ characterId: 'c1', playerId: 'p1' })
  expect(conversation).toMatchObject({ id: one?.conversation_id, apiKeyId: keyRecord.id })
})

const { api_key: _key, ...withoutKey } = shown
const REFUSALS: [string, object, string][] = [
  ['a wrong key', { ...shown, api_key: 'svc_wrong' }, 'Invalid API key'],
  ['an unknown session token', { ...shown, api_key: 'sst_unknown' }, 'Invalid API key'],
  ['a wrong ID token', { ...shown, api_key: '', token: 'nonsense' }, 'Invalid API key'],
  ['a key that may not talk', { ...shown, api_key: 'svc_reader' }, 'Invalid API key'],
  ['an unknown character', { ...shown, character_id: 'nobody' }, 'Character not found'],
  ['a character of another account', { ...shown, character_id: 'foreign' }, 'Character not found'],
  ['no credential', withoutKey, 'Missing required field'],
  ['an empty character', { ...shown, character_id: '' }, 'Missing required field'],
  ['a null player', { ...shown, player_id: null }, 'Missing required field'],
  ['a player id of 129 characters', { ...shown, player_id: 'p'.repeat(129) }, 'Missing required field'],
  ['a field of the wrong type', { ...shown, player_id: 7 }, 'Missing required field'],
]

test.each(REFUSALS)(
  '%s is refused with auth_error and a full close, with the join',
  async (_what, auth, error) => {
    const { store, ...server } = await given()
    await store.keys.insert(
      aKey({ id: 'k2', accountId: 'a1', hash: readerHash, scopes: ['conversations:read'] }),
    )
    await store.characters.insert(aCharacter({ id: 'foreign', account_id: 'a2' }))
    const socket = await openRawSocket(server.port)
    socket.send(`40/sdk,${JSON.stringify(auth)}`)
    await socket.closed()
    expect(socket.frames.slice(1).map((frame) => frame.replace(/"sid":"[^"]+"/, '"sid":""'))).toEqual([
      '40/sdk,{"sid":""}',
      `42/sdk,["auth_error",{"error":"${error}"}]`,
      '41/sdk,',
    ])
  },
)

test.each(REFUSALS)(
  '%s is refused with auth_error and a full close, as an event',
  async (_what, auth, error) => {
    const { store, ...server } = await given()
    await store.keys.insert(
      aKey({ id: 'k2', accountId: 'a1', hash: readerHash, scopes: ['conversations:read'] }),
    )
    await store.characters.insert(aCharacter({ id: 'foreign', account_id: 'a2' }))
    const client = connect(server)
    client.socket.emit('authenticate', auth)
    expect(await client.disconnected).toBe('io server disconnect')
    expect(client.events.heard).toEqual([['auth_error', { error }]])
  },
)

test.each([undefined, null, '', 'svc_', 7, [], [shown]])(
  'authenticate with %j is refused',
  async (payload) => {
    const client = connect(await given())
    client.socket.emit('authenticate', payload)
    expect(await client.disconnected).toBe('io server disconnect')
    expect(client.events.heard).toEqual([['auth_error', { error: 'Missing required field' }]])
  },
)

test('a client that never authenticates is sent away when its time is up', async () => {
  const due: [number, () => void][] = []
  const timers = {
    ...createTimers(),
    after: (ms: number, run: () => void) => {
      due.push([ms, run])
      return () => undefined
    },
  }
  const client = connect(await given({ timers }))
  await client.joined
  expect(due.map(([ms]) => ms)).toEqual([15_000])
  due[0]?.[1]()
  expect(await client.disconnected).toBe('io server disconnect')
  expect(client.events.heard).toEqual([['auth_error', { error: 'Missing required field' }]])
})

test('a client that joins with empty fields is refused at once', async () => {
  const timers = { ...createTimers(), after: () => () => undefined }
  const empty = { api_key: '', token: '', character_id: '', player_id: '' }
  const client = connect(await given({ timers }), { auth: empty })
  expect(await client.disconnected).toBe('io server disconnect')
  expect(client.events.heard).toEqual([['auth_error', { error: 'Missing required field' }]])
})

test('a second authenticate opens no second session, however the first came', async () => {
  const { sessions, ...server } = await given()
  const byEvent = connect(server)
  byEvent.socket.emit('authenticate', shown)
  byEvent.socket.emit('authenticate', shown)
  await byEvent.events.count('session_info', 1)
  await byEvent.socket.emitWithAck('authenticate', { ...shown, api_key: 'svc_wrong' })
  const byJoin = connect(server, { auth: shown })
  await byJoin.events.count('session_info', 1)
  await byJoin.socket.emitWithAck('authenticate', shown)
  expect([byEvent.events.names(), byJoin.events.names(), sessions.count()]).toEqual([
    ['session_info'],
    ['session_info'],
    2,
  ])
})

test('a character runs while a session is open', async () => {
  const { sessions, ...server } = await given()
  expect(sessions.launchStatus('c1')).toBe('stopped')
  const client = connect(server, { auth: shown })
  await client.events.count('session_info', 1)
  expect(sessions.launchStatus('c1')).toBe('running')
  client.socket.disconnect()
  await server.realtime.close()
  expect(sessions.launchStatus('c1')).toBe('stopped')
})

test('a storm of bad keys opens nothing and leaves another session its turn', async () => {
  const model = createControlledModel()
  const { sessions, store, logged, ...server } = await given({ model: model.model })
  const calm = connect(server, { auth: shown })
  await calm.events.count('session_info', 1)
  const lookups: string[] = []
  const { find } = store.characters
  const { readTurn } = store.conversations
  Object.assign(store.characters, {
    find: (id: string) => {
      lookups.push(id)
      return find(id)
    },
  })
  Object.assign(store.conversations, {
    readTurn: (query: TurnQuery) => {
      lookups.push(query.pair.characterId)
      return readTurn(query)
    },
  })

  const storm = Array.from({ length: 60 }, (_, at) =>
    connect(server, at % 2 === 0 ? { auth: { ...shown, api_key: `svc_${at}` } } : {}),
  )
  for (const [at, { socket }] of storm.entries()) {
    if (at % 2 === 1) socket.emit('authenticate', { ...shown, api_key: `svc_${at}` })
  }
  const answered = (async () => {
    for (let turn = 1; turn <= 5; turn += 1) {
      model.say('Calm.')
      model.end()
      calm.socket.emit('text', { text: `Turn ${turn}` })
      await calm.events.final(turn)
    }
  })()
  await Promise.all([answered, ...storm.map(({ disconnected }) => disconnected)])

  expect(storm.flatMap(({ events }) => events.heard)).toEqual(
    storm.map(() => ['auth_error', { error: 'Invalid API key' }]),
  )
  expect(calm.events.all('bot_response').filter(({ is_final }) => is_final)).toHaveLength(5)
  // The five turns and nothing else: a bad key costs one hash and one lookup of the key.
  expect(lookups).toHaveLength(5)
  expect(sessions.count()).toBe(1)
  expect(logged).toEqual([])
})

test('the server sends everyone away when it closes, and what was being said is stored', async () => {
  const model = createControlledModel()
  const { store, sessions, ...server } = await given({ model: model.model })
  const client = connect(server, { auth: shown })
  const [opened] = await client.events.count('session_info', 1)
  client.socket.emit('text', { text: 'Hi' })
  model.say('Half a')
  await client.events.count('bot_response', 1)
  await server.realtime.close()
  expect(await client.disconnected).toBe('transport close')
  expect(sessions.count()).toBe(0)
  const { messages } = await store.conversations.listMessages({
    conversationId: opened?.conversation_id ?? '',
    limit: 10,
    skip: 0,
  })
  expect(messages.map(({ content }) => content)).toEqual(['Hi', 'Half a'])
  await expect(connect(server, { auth: shown }).joined).rejects.toThrow()
})
