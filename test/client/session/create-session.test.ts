import { once } from 'node:events'
import type { Socket } from 'socket.io'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  CONNECTION_STATES,
  createClient,
  SESSION_DEFAULTS,
  type SessionSettings,
} from '../../../src/client/create-client.js'
import { fakeRealtime, welcome } from '../../support/providers/fake-service.js'

const talk = { characterId: 'c1', playerId: 'p1', reconnectDelayMs: 5 }

/** A session and the list of what it told, closed when the test is over. */
function sessionAt(baseUrl: string, settings: Partial<SessionSettings> = {}) {
  const session = createClient({ baseUrl, apiKey: 'svc_key' }).session({ ...talk, ...settings })
  const told: unknown[] = []
  session.on('connectionStateChanged', ({ state }) => told.push(state))
  session.on('disconnected', (event) => told.push(event))
  session.on('authError', (event) => told.push(event))
  onTestFinished(session.disconnect)
  return { session, told }
}

const farewell = (socket: Socket, event: string, payload: object) => {
  socket.emit(event, payload)
  socket.disconnect(true)
}

test('states and configuration constants are those of the contract', () => {
  expect(CONNECTION_STATES).toEqual(['disconnected', 'connecting', 'connected', 'reconnecting', 'error'])
  expect(SESSION_DEFAULTS).toEqual({
    recordingSampleRate: 16000,
    playbackSampleRate: 24000,
    audioChunkMs: 100,
    autoReconnect: true,
    maxReconnectAttempts: 5,
    reconnectDelayMs: 2000,
    debug: false,
    connectTimeoutMs: 10000,
  })
})

test('the debug log tells names and states, never what was said', async () => {
  const { baseUrl, sockets } = await fakeRealtime(welcome)
  const log: unknown[] = []
  const { session } = sessionAt(baseUrl, { debug: (...entry) => log.push(entry) })
  await session.connect()
  const heard = new Promise((resolve) => session.on('botResponse', resolve))
  sockets[0]?.emit('bot_response', { message_id: 'm', text: 'a secret', is_final: true })
  await heard
  session.disconnect()
  expect(log).toEqual([
    ['received', { name: 'session_info' }],
    ['received', { name: 'bot_response' }],
    ['ended', { reason: 'client' }],
  ])
})

test('the handshake is sent with the join and answered by session_info', async () => {
  const { baseUrl, sockets } = await fakeRealtime(welcome)
  const { session, told } = sessionAt(baseUrl, { capabilities: { camera: false } })
  const info = await session.connect()
  expect(info).toEqual({
    session_id: `session of ${sockets[0]?.id}`,
    conversation_id: 'conversation',
    character_id: 'c1',
    player_id: 'p1',
  })
  expect(sockets[0]?.handshake.auth).toEqual({
    api_key: 'svc_key',
    character_id: 'c1',
    player_id: 'p1',
    audio_sample_rate: 24000,
    capabilities: { version: '1', client_action: true, camera: false, speaker: false },
  })
  expect(told).toEqual(['connecting', 'connected'])
  expect(session.state()).toBe('connected')
})

test.each([
  ['nothing takes its sound', undefined, false, false],
  ['something listens for its sound', undefined, true, true],
  ['it is said to have one', true, false, true],
  ['it is said to have none', false, true, false],
])('a session of which %s: speaker %s, listening %s, has one: %s', async (_, speaker, isHeard, expected) => {
  const { baseUrl, sockets } = await fakeRealtime(welcome)
  const { session } = sessionAt(baseUrl, speaker === undefined ? {} : { capabilities: { speaker } })
  if (isHeard) session.on('botVoice', () => undefined)
  await session.connect()
  expect(sockets[0]?.handshake.auth['capabilities']).toMatchObject({ speaker: expected })
})

test('the client identification header never goes to the socket', async () => {
  const { baseUrl, sockets } = await fakeRealtime(welcome)
  await sessionAt(baseUrl).session.connect()
  expect(sockets[0]?.handshake.headers['x-service-client']).toBeUndefined()
})

test('without an API key the ID token is shown', async () => {
  const { baseUrl, sockets } = await fakeRealtime(welcome)
  const session = await createClient({ baseUrl, idToken: 'jwt' }).connect(talk)
  onTestFinished(session.disconnect)
  expect(sockets[0]?.handshake.auth).toMatchObject({ token: 'jwt' })
  expect(sockets[0]?.handshake.auth).not.toHaveProperty('api_key')
})

test('auth_error rejects connect() with AuthError and is never retried', async () => {
  const { baseUrl, sockets, io } = await fakeRealtime((socket) =>
    farewell(socket, 'auth_error', { error: 'Invalid API key' }),
  )
  const { session, told } = sessionAt(baseUrl, { reconnectDelayMs: 0 })
  await expect(session.connect()).rejects.toMatchObject({ name: 'AuthError', message: 'Invalid API key' })
  expect(told).toEqual([
    'connecting',
    { error: 'Invalid API key' },
    'error',
    { reason: 'rejected', willReconnect: false },
  ])
  await aFreshConnection(io, baseUrl)
  expect(sockets).toHaveLength(2)
})

test('auth_error is not retried either when the server drops the connection instead of closing it', async () => {
  const { baseUrl, sockets, io } = await fakeRealtime((socket) => {
    socket.emit('auth_error', { error: 'Invalid API key' })
    setImmediate(() => socket.conn.close())
  })
  const { session } = sessionAt(baseUrl, { reconnectDelayMs: 0 })
  await expect(session.connect()).rejects.toMatchObject({ name: 'AuthError' })
  await aFreshConnection(io, baseUrl)
  expect(sockets).toHaveLength(2)
})

/** By the time another client has come and gone, a retry without delay would have come too. */
async function aFreshConnection(io: { of(name: string): NodeJS.EventEmitter }, baseUrl: string) {
  const arrival = once(io.of('/sdk'), 'connection')
  await createClient({ baseUrl })
    .connect({ ...talk, autoReconnect: false })
    .catch(() => undefined)
  await arrival
}

test.each([
  ['session_rejected', { reason: 'concurrent_limit', cap: 1, share_token_id: 's' }, 'rejected'],
  ['session_timeout', { reason: 'idle', idle_seconds: 1800, timeout_seconds: 1800 }, 'timeout'],
])('%s ends the session for good', async (event, payload, reason) => {
  const { baseUrl, sockets, io } = await fakeRealtime((socket) => {
    if (sockets.length > 1) return
    welcome(socket)
    farewell(socket, event, payload)
  })
  const { session, told } = sessionAt(baseUrl, { reconnectDelayMs: 0 })
  const over = new Promise((resolve) => session.on('disconnected', resolve))
  await session.connect().catch(() => undefined)
  expect(await over).toEqual({ reason, willReconnect: false })
  expect(told.at(-2)).toBe('disconnected')
  const arrival = once(io.of('/sdk'), 'connection')
  const second = sessionAt(baseUrl).session
  second.connect().catch(() => undefined)
  await arrival
  expect(sockets).toHaveLength(2)
})

test('a disconnect by the server is respected', async () => {
  const { baseUrl, sockets } = await fakeRealtime(welcome)
  const { session, told } = sessionAt(baseUrl)
  await session.connect()
  const over = new Promise((resolve) => session.on('disconnected', resolve))
  sockets[0]?.disconnect(true)
  expect(await over).toEqual({ reason: 'server', willReconnect: false })
  expect(told.slice(2)).toEqual(['disconnected', { reason: 'server', willReconnect: false }])
})

test('a broken connection is reconnected, as a new session', async () => {
  const { baseUrl, sockets } = await fakeRealtime(welcome)
  const { session, told } = sessionAt(baseUrl)
  const first = await session.connect()
  const again = new Promise<{ session_id: string }>((resolve) => session.on('sessionConnected', resolve))
  sockets[0]?.conn.close()
  const second = await again
  expect(second.session_id).not.toBe(first.session_id)
  expect(told).toEqual([
    'connecting',
    'connected',
    'reconnecting',
    { reason: 'lost', willReconnect: true },
    'connected',
  ])
})

test('a broken connection is tried again at once when there is a network, however often', async () => {
  const browser = new EventTarget()
  for (const name of ['addEventListener', 'removeEventListener'] as const)
    vi.stubGlobal(name, browser[name].bind(browser))
  onTestFinished(() => void vi.unstubAllGlobals())
  const hearOfNetwork = () => browser.dispatchEvent(new Event('online'))
  const { baseUrl, sockets, io } = await fakeRealtime(welcome)
  const { session, told } = sessionAt(baseUrl, { reconnectDelayMs: 3_600_000 })
  await session.connect()
  hearOfNetwork()
  const broken = new Promise((resolve) => session.on('disconnected', resolve))
  sockets[0]?.conn.close()
  await broken
  // The server is not there yet.
  const refused = new Promise<void>((resolve) => {
    io.engine.opts.allowRequest = (_request, refuse) => {
      resolve()
      refuse('gone', false)
    }
  })
  hearOfNetwork()
  await refused
  io.engine.opts.allowRequest = (_request, allow) => allow(null, true)
  const again = new Promise((resolve) => session.on('sessionConnected', resolve))
  hearOfNetwork()
  await again
  expect(told.slice(2)).toEqual(['reconnecting', { reason: 'lost', willReconnect: true }, 'connected'])
  session.disconnect()
  hearOfNetwork()
  await aFreshConnection(io, baseUrl)
  expect(sockets).toHaveLength(3)
})

test('reconnecting stops at auth_error', async () => {
  const { baseUrl, sockets } = await fakeRealtime((socket) =>
    sockets.length === 1 ? welcome(socket) : farewell(socket, 'auth_error', { error: 'Invalid API key' }),
  )
  const { session, told } = sessionAt(baseUrl)
  await session.connect()
  const failed = new Promise((resolve) => session.on('authError', resolve))
  sockets[0]?.conn.close()
  await failed
  expect(told.slice(2)).toEqual([
    'reconnecting',
    { reason: 'lost', willReconnect: true },
    { error: 'Invalid API key' },
    'error',
    { reason: 'rejected', willReconnect: false },
  ])
})

test.each([
  ['as often as it is told', { maxReconnectAttempts: 2 }],
  ['never when that is switched off', { autoReconnect: false }],
])('a server that is gone is tried again %s', async (_, settings) => {
  const { baseUrl, sockets, io } = await fakeRealtime(welcome)
  const { session, told } = sessionAt(baseUrl, { ...settings, reconnectDelayMs: 1 })
  await session.connect()
  const over = new Promise<void>((resolve) => {
    session.on('disconnected', ({ willReconnect }) => willReconnect || resolve())
  })
  io.engine.opts.allowRequest = (_request, refuse) => refuse('gone', false)
  sockets[0]?.conn.close()
  await over
  expect(told.slice(-2)).toEqual(['error', { reason: 'lost', willReconnect: false }])
  expect(session.state()).toBe('error')
})

test('a first attempt that fails is not repeated', async () => {
  const { session, told } = sessionAt('http://127.0.0.1:1', { reconnectDelayMs: 0 })
  await expect(session.connect()).rejects.toMatchObject({ name: 'UnreachableError', reason: 'network' })
  expect(told).toEqual(['connecting', 'error', { reason: 'lost', willReconnect: false }])
})

test('a server that never answers the handshake does not hang the client', async () => {
  const { baseUrl } = await fakeRealtime(() => undefined)
  const { session } = sessionAt(baseUrl, { connectTimeoutMs: 50 })
  await expect(session.connect()).rejects.toMatchObject({ name: 'UnreachableError', reason: 'timeout' })
})

test('leaving closes the socket and says so once', async () => {
  const { baseUrl, sockets } = await fakeRealtime(welcome)
  const { session, told } = sessionAt(baseUrl)
  await session.connect()
  const closed = once(sockets[0] as unknown as NodeJS.EventEmitter, 'disconnect')
  session.disconnect()
  session.disconnect()
  await closed
  expect(told.slice(2)).toEqual(['disconnected', { reason: 'client', willReconnect: false }])
  expect(() => session.sendText('hello')).toThrow('not connected')
})

test('a session that was left can be connected again', async () => {
  const { baseUrl, sockets } = await fakeRealtime(welcome)
  const { session } = sessionAt(baseUrl)
  await session.connect()
  session.disconnect()
  await session.connect()
  expect(session.state()).toBe('connected')
  expect(sockets).toHaveLength(2)
})

test('the client operations have their wire names and payloads', async () => {
  const heard: unknown[] = []
  const { baseUrl } = await fakeRealtime((socket) => {
    socket.onAny((name, ...payload) => {
      heard.push([name, ...payload.filter((part) => typeof part !== 'function')])
      payload.at(-1)?.call?.(undefined, {})
    })
    welcome(socket)
  })
  const { session } = sessionAt(baseUrl)
  await session.connect()
  session.sendText('one')
  session.sendText('two', { textOnly: true })
  void session.sayLine('three')
  void session.sayLine('four', { textOnly: false })
  session.sendInterrupt()
  session.sendInterrupt('m1')
  await session.startVoice()
  await session.startVoice({ pushToTalk: true })
  session.streamAudio(Uint8Array.of(1, 0, 255, 255))
  await session.stopVoice()
  void session.notifyAudioPlaybackComplete()
  await session.notifyAudioPlaybackComplete('m1')
  expect(heard).toEqual([
    ['text', { text: 'one' }],
    ['text', { text: 'two', textOnly: true }],
    ['say_line', { text: 'three' }],
    ['say_line', { text: 'four', text_only: false }],
    ['client_interrupt', {}],
    ['client_interrupt', { message_id: 'm1' }],
    ['start_voice', {}],
    ['start_voice', { turn_mode: 'push_to_talk' }],
    ['stream_audio', { audio: 'AQD//w==' }],
    ['stop_voice', {}],
    ['audio_playback_complete', {}],
    ['audio_playback_complete', { message_id: 'm1' }],
  ])
})

test('what is asked for is done once the server says so, and never after the session ended', async () => {
  const { baseUrl } = await fakeRealtime((socket) => {
    socket.on('start_voice', (_, acknowledge: () => void) => {
      socket.emit('voice_started', {})
      acknowledge()
    })
    socket.on('stop_voice', () => socket.disconnect(true))
    welcome(socket)
  })
  const { session } = sessionAt(baseUrl)
  const told: string[] = []
  session.on('voiceStarted', () => told.push('voiceStarted'))
  await session.connect()
  await session.startVoice()
  expect(told).toEqual(['voiceStarted'])
  await expect(session.stopVoice()).rejects.toMatchObject({ name: 'UnreachableError' })
  await expect(session.startVoice()).rejects.toMatchObject({ name: 'SessionClosedError' })
  await session.notifyAudioPlaybackComplete()
})

test('server events arrive under the names of the contract, unknown ones are ignored', async () => {
  const { baseUrl, sockets } = await fakeRealtime(welcome)
  const { session } = sessionAt(baseUrl)
  const told: unknown[] = []
  for (const name of [
    'botResponse',
    'interrupt',
    'memoryUpdated',
    'clientAction',
    'quotaExceeded',
  ] as const) {
    session.on(name, (event) => told.push([name, event]))
  }
  await session.connect()
  const last = new Promise((resolve) => session.on('error', resolve))
  sockets[0]?.emit('bot_response', { message_id: 'm', text: 'Hi', is_final: true })
  sockets[0]?.emit('interrupt', { message_id: 'm' })
  sockets[0]?.emit('memory_updated', { memories_extracted: 1, new_memories: [{ id: 'x' }] })
  sockets[0]?.emit('client_action', { message_id: 'm', name: 'wave', arguments: {} })
  sockets[0]?.emit('constructor', { surprising: true })
  sockets[0]?.emit('quota_exceeded', null)
  sockets[0]?.emit('error', { message: 'the last' })
  await last
  expect(told).toEqual([
    ['botResponse', { message_id: 'm', text: 'Hi', is_final: true }],
    ['interrupt', { message_id: 'm' }],
    ['memoryUpdated', { memories_extracted: 1, new_memories: [{ id: 'x' }] }],
    ['clientAction', { message_id: 'm', name: 'wave', arguments: {} }],
    ['quotaExceeded', {}],
  ])
})

test('a server that lets a reconnection wait is tried again, as often as it is told', async () => {
  // Only the handshakes of this session wait this long, and here each for as long as the test lets it.
  const connectTimeoutMs = 123_456
  const waits: AbortController[] = []
  const timeout = AbortSignal.timeout
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    if (ms !== connectTimeoutMs) return timeout(ms)
    const wait = new AbortController()
    waits.push(wait)
    return wait.signal
  })
  onTestFinished(() => void vi.restoreAllMocks())
  let welcomes = 0
  const { baseUrl, sockets } = await fakeRealtime((socket) => {
    welcomes += 1
    if (welcomes !== 2) welcome(socket)
  })
  const { session } = sessionAt(baseUrl, {
    connectTimeoutMs,
    maxReconnectAttempts: Number.POSITIVE_INFINITY,
  })
  await session.connect()
  const before = waits.length
  const again = new Promise((resolve) => session.on('sessionConnected', resolve))
  sockets[0]?.conn.close()
  await expect.poll(() => waits.length).toBeGreaterThan(before)
  expect(sockets).toHaveLength(2)
  waits.at(-1)?.abort()
  await again
  expect(sockets).toHaveLength(3)
  expect(session.state()).toBe('connected')
})
