import { expect, test } from 'vitest'
import { createStubModel } from '../../../src/adapters/model/stub/stub-model.js'
import { SCOPES } from '../../../src/contract/scopes.js'
import { updateRecord } from '../../../src/domain/unit-of-work.js'
import { createTimers } from '../../../src/runtime/process/timers.js'
import { connectSession, givenServer } from '../../support/servers/realtime-server.js'
import { createControlledModel } from '../../support/sessions/controlled-model.js'
import { guide, hashOf, KEY } from '../../support/sessions/given-sessions.js'
import { aKey, anAccount, anEncounter } from '../../support/stores/store-records.js'

const encounterId = 'encounter-1'

/** A server with two characters, an encounter of which begins when it is told to, and a stranger. */
async function given({ model = createStubModel({ timers: createTimers(), pace: 'instant' }) } = {}) {
  const server = await givenServer({ model })
  const { store } = server
  await store.characters.insert({ ...guide, id: 'c2', name: 'Bram', tagline: 'fisherman', background: null })
  await store.keys.insert(aKey({ id: 'k2', accountId: 'a1', scopes: [...SCOPES], hash: hashOf(`${KEY}2`) }))
  await store.accounts.ensure(anAccount({ id: 'a2', email: 'other@example.org' }))
  await store.keys.insert(aKey({ id: 'k3', accountId: 'a2', scopes: [...SCOPES], hash: hashOf(`${KEY}3`) }))
  await store.characters.insert({ ...guide, id: 'c3', account_id: 'a2' })
  const begin = (more: object = {}) =>
    server.liveEncounters.begin(
      anEncounter({ userId: 'a1', characterAId: 'c1', characterBId: 'c2', maxTurns: 3, ...more }),
    )
  return {
    ...server,
    begin,
    join: (shown: object = {}) => connectSession(server, { api_key: `${KEY}2`, ...shown }),
  }
}

test('a subscriber hears every turn and the end, a late one all of it from the beginning', async () => {
  const { begin, join } = await given()
  await begin()
  const [early, late, other] = [await join(), await join(), await join()]
  expect(await early.socket.emitWithAck('subscribe_encounter', { encounterId })).toEqual({})
  const [end] = await early.events.count('encounter_end', 1)
  expect(end).toEqual({ encounterId, reason: 'max_turns_reached', turnsEmitted: 3 })
  const lines = early.events.all('encounter_message')
  expect(lines.map(({ speaker, turnIndex }) => [speaker, turnIndex])).toEqual([
    ['a', 0],
    ['b', 1],
    ['a', 2],
  ])
  expect(lines[0]?.text).toMatch(/^Hello, Bram, I am Mira, keeper of the lighthouse\./)

  late.socket.emit('subscribe_encounter', { encounterId })
  await late.events.count('encounter_end', 1)
  expect(late.events.heard.slice(1)).toEqual(early.events.heard.slice(1))
  expect(other.events.names()).toEqual(['session_info'])
})

test('with voice the sound of each turn comes behind its text; not to a client without a loudspeaker', async () => {
  const { begin, join, store } = await given()
  for (const id of ['c1', 'c2'])
    await updateRecord(store, { kind: 'characters', id }, (character) => ({ ...character, text_only: false }))
  await begin({ voice: true, maxTurns: 2 })
  const loud = await join({ audio_sample_rate: 16_000 })
  const mute = await join({ player_id: 'p2', capabilities: { speaker: false } })
  for (const { socket } of [loud, mute]) socket.emit('subscribe_encounter', { encounterId })
  await Promise.all([loud, mute].map(({ events }) => events.count('encounter_end', 1)))
  const voices = loud.events.all('encounter_voice')
  expect(voices.filter(({ isFinal }) => isFinal)).toEqual([
    { encounterId, speaker: 'a', turnIndex: 0, audio: '', isFinal: true },
    { encounterId, speaker: 'b', turnIndex: 1, audio: '', isFinal: true },
  ])
  const seconds = voices.reduce((sum, { audio }) => sum + Buffer.from(audio, 'base64').length / 48_000, 0)
  expect(seconds).toBeGreaterThan(2)
  expect(mute.events.all('encounter_voice')).toEqual([])
})

test('an encounter of nobody, of another account or without the scope is not found, and the session stays', async () => {
  const { begin, join } = await given()
  await begin()
  const notFound = { error: 'not_found', message: 'Encounter not found' }
  for (const [shown, id] of [
    [{}, 'nobody'],
    [{ api_key: `${KEY}3`, character_id: 'c3' }, encounterId],
    [{ api_key: KEY }, encounterId],
  ] as const) {
    const { socket, events } = await join(shown)
    await socket.emitWithAck('subscribe_encounter', { encounterId: id })
    expect(events.all('error')).toEqual([notFound])
    expect(events.all('encounter_message')).toEqual([])
    expect(socket.connected).toBe(true)
  }
})

test.each([[null], [{}], [{ encounterId: '' }], [{ encounterId: 7 }]])(
  'subscribe_encounter %j is an error',
  async (payload) => {
    const { join } = await given()
    const { socket, events } = await join()
    await socket.emitWithAck('subscribe_encounter', payload)
    expect(events.all('error')).toMatchObject([{ error: 'invalid_payload' }])
  },
)

test('subscribed again, it begins anew, and nothing is told twice beside', async () => {
  const { begin, join } = await given()
  await begin()
  const { socket, events } = await join()
  socket.emit('subscribe_encounter', { encounterId })
  await events.count('encounter_end', 1)
  socket.emit('subscribe_encounter', { encounterId })
  await events.count('encounter_end', 2)
  const all = events.heard.slice(1)
  expect(all).toHaveLength(8)
  expect(all.slice(4)).toEqual(all.slice(0, 4))
})

test('two subscriptions at once of one encounter are one', async () => {
  const model = createControlledModel()
  const { begin, join } = await given({ model: model.model })
  const { socket, events } = await join()
  await begin({ maxTurns: 2 })
  socket.emit('subscribe_encounter', { encounterId })
  await socket.emitWithAck('subscribe_encounter', { encounterId })
  for (let turn = 1; turn <= 2; turn += 1) {
    await model.asked(turn)
    model.say('Well met.')
    model.end()
  }
  await events.count('encounter_end', 1)
  await socket.emitWithAck('update_preferences', {})
  expect(events.names().slice(1)).toEqual(['encounter_message', 'encounter_message', 'encounter_end'])
})

test('more than sixty subscriptions in a minute are refused, and the session stays', async () => {
  const { begin, join } = await given()
  await begin()
  const { socket, events } = await join()
  for (let time = 0; time < 60; time += 1) await socket.emitWithAck('subscribe_encounter', { encounterId })
  // One that comes while the encounter is still told takes the place of the one before, which then has no end.
  await events.count('encounter_end', 1)
  expect(events.all('error')).toEqual([])
  await socket.emitWithAck('subscribe_encounter', { encounterId })
  expect(events.all('error')).toEqual([
    { error: 'rate_limited', message: 'Too many subscriptions: at most 60 in 60 seconds' },
  ])
  expect(socket.connected).toBe(true)
})

test('a session follows twenty encounters at once; those that are over do not count', async () => {
  const model = createControlledModel()
  const { join, begin, liveEncounters } = await given({ model: model.model })
  for (let at = 0; at < 21; at += 1) await begin({ id: `running-${at}` }).catch(() => undefined)
  const { socket, events } = await join()
  const subscribe = (id: string) => socket.emitWithAck('subscribe_encounter', { encounterId: id })
  for (let at = 0; at < 20; at += 1) await subscribe(`running-${at}`)
  expect(events.all('error')).toEqual([])
  await subscribe('other')
  expect(events.all('error')).toEqual([
    { error: 'rate_limited', message: 'At most 20 encounters may be followed at once' },
  ])
  await liveEncounters.stop()
  await events.count('encounter_end', 20)
  await subscribe('other')
  expect(events.all('error').at(-1)).toEqual({ error: 'not_found', message: 'Encounter not found' })
})
