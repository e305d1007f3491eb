import { expect, onTestFinished, test } from 'vitest'
import type { Scope } from '../../../src/contract/scopes.js'
import { insertEncounter } from '../../../src/domain/encounters/insert-encounter.js'
import { createLiveEncounters } from '../../../src/domain/encounters/live-encounters.js'
import type { EncounterEvent } from '../../../src/domain/encounters/stream-encounter.js'
import { DomainError } from '../../../src/domain/errors.js'
import { createInProcessLeases } from '../../../src/domain/leases.js'
import { updateRecord } from '../../../src/domain/unit-of-work.js'
import type { SpeechSynthesis } from '../../../src/domain/voice/ports.js'
import { createConditionVariable } from '../../support/condition-variable.js'
import { givenEncounters, own } from '../../support/sessions/encounters.js'
import { createStubSpeechEngine } from '../../support/speech/stub-speech-engine.js'
import { aMemory, anEncounter, at } from '../../support/stores/store-records.js'

const until = (signal: AbortSignal) =>
  new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

test.each([
  ['a', ['a: Line 1.', 'b: Line 2.', 'a: Line 3.', 'max_turns_reached']],
  ['b', ['b: Line 1.', 'a: Line 2.', 'b: Line 3.', 'max_turns_reached']],
] as const)('begun by %s, both speak in turn until the turns are used up', async (starter, lines) => {
  const { begin, watch } = await givenEncounters()
  await begin({ starter, maxTurns: 3 })
  const { heard, ended } = await watch()
  expect(await ended()).toEqual(lines)
  expect(heard.map(({ payload }) => payload)).toEqual([
    ...[0, 1, 2].map((turnIndex) => expect.objectContaining({ encounterId: 'encounter-1', turnIndex })),
    { encounterId: 'encounter-1', reason: 'max_turns_reached', turnsEmitted: 3 },
  ])
})

test('the request for each side has its persona, the scene, its memories and the lines so far, but no actions', async () => {
  const memories = [aMemory({ content: 'The player fears storms' })]
  const { begin, watch, requests } = await givenEncounters({ recalled: { memories } })
  await begin()
  await (await watch()).ended()
  const [first, second, third, last] = requests
  expect(first?.system).toMatch(
    /^You are Mira\b[\s\S]*Dry\.[\s\S]*The player fears storms[\s\S]*Bram[\s\S]*at the harbour/,
  )
  expect(first?.system).not.toContain('Gruff')
  expect(second?.system).toMatch(/^You are Bram\b[\s\S]*Gruff\./)
  expect(first).toMatchObject({ playerId: 'character:bram', actions: [] })
  expect(second?.playerId).toBe('character:mira')
  expect(first?.messages).toEqual([{ role: 'user', content: expect.stringContaining('You speak first') }])
  expect(third?.messages).toEqual([
    { role: 'assistant', content: 'Line 1.' },
    { role: 'user', content: 'Line 2.' },
  ])
  expect(requests.map(({ encounter }) => encounter?.isLast)).toEqual([false, false, true, true])
  expect(last?.system).toContain('It is your last')
})

test('who comes late hears all of it from the beginning, also when it is over', async () => {
  const { begin, watch } = await givenEncounters()
  await begin()
  const early = await watch()
  await early.count(2)
  const late = await watch()
  await Promise.all([early.ended(), late.ended()])
  expect(late.heard).toEqual(early.heard)
  expect((await watch()).heard).toEqual(early.heard)
})

test('an encounter that another process runs is heard while it runs, each event once', async () => {
  const lines: ((text: string) => void)[] = []
  const { begin, deps, watch } = await givenEncounters({
    say: () => new Promise((resolve) => lines.push(resolve)),
  })
  const elsewhere = createLiveEncounters(deps)
  onTestFinished(() => elsewhere.stop())
  await begin({ maxTurns: 2 })
  const heard: EncounterEvent[] = []
  const { until, wake } = createConditionVariable()
  await elsewhere.subscribe(own, 'encounter-1', (event) => {
    heard.push(event)
    wake()
  })
  const here = await watch()
  for (const [at, text] of ['First.', 'Second.'].entries()) {
    await expect.poll(() => lines.length).toBe(at + 1)
    lines[at]?.(text)
    await until(() => heard.length > at)
  }
  await until(() => heard.at(-1)?.name === 'encounter_end')
  await here.ended()
  expect(heard).toEqual(here.heard)
})

test('after unsubscribing a listener receives no more events', async () => {
  let speak = (_: string) => {}
  const { begin, watch, requests } = await givenEncounters({
    say: () => (requests.length < 2 ? 'First.' : new Promise((resolve) => (speak = resolve))),
  })
  await begin({ maxTurns: 2 })
  const [gone, stays] = [await watch(), await watch()]
  await stays.count(1)
  gone.stop()
  while (requests.length < 2) await Promise.resolve()
  speak('Second.')
  expect(await stays.ended()).toHaveLength(3)
  expect(gone.heard).toHaveLength(1)
})

test('both have their memories when the end is sent: that they met, and what the other said about themselves', async () => {
  const say = ({ character }: { character: { name: string } }) =>
    character.name === 'Mira' ? 'I live in Brest.' : 'I live in Ostend.'
  const { begin, watch, memoriesOf } = await givenEncounters({ say })
  await begin({ maxTurns: 2 })
  await (await watch()).ended()
  const scene = 'The scene: They meet at the harbour'
  expect(await memoriesOf('a')).toEqual([
    `Met Bram, another character. ${scene}`,
    'The player lives in Ostend',
  ])
  expect(await memoriesOf('b')).toEqual([
    `Met Mira, another character. ${scene}`,
    'The player lives in Brest',
  ])
})

test('what repeats the scene is remembered by neither', async () => {
  const prompt = 'I live in Brest.'
  const { begin, watch, memoriesOf } = await givenEncounters({ say: () => 'I live in Brest.' })
  await begin({ prompt })
  await (await watch()).ended()
  expect(await memoriesOf('b')).toEqual([expect.stringMatching(/^Met Mira/)])
})

test.each([
  ['upstream', new DomainError('upstream', 'no answer')],
  ['a bug', new TypeError('no such thing')],
])('a model that fails (%s) ends it with an error after what was said', async (_, error) => {
  const { begin, watch, requests, logged, store } = await givenEncounters({
    say: () => {
      if (requests.length === 2) throw error
      return 'Once.'
    },
  })
  await begin()
  const { heard, ended } = await watch()
  expect(await ended()).toEqual(['a: Once.', 'error'])
  expect(heard.at(-1)?.payload).toMatchObject({ turnsEmitted: 1 })
  expect(logged).toHaveLength(1)
  expect(await store.encounters.listRunning()).toEqual([])
})

test('an empty reply of the model becomes three dots', async () => {
  const { begin, watch } = await givenEncounters({ say: () => ' \n' })
  await begin({ maxTurns: 1 })
  expect(await (await watch()).ended()).toEqual(['a: ...', 'max_turns_reached'])
})

test('it is cancelled when either character is deleted, and the other has no memory of it', async () => {
  const { begin, watch, requests, store, memoriesOf } = await givenEncounters({
    say: async () => {
      if (requests.length === 2) await store.characters.remove('bram')
      return 'Well.'
    },
  })
  await begin()
  expect(await (await watch()).ended()).toEqual(['a: Well.', 'cancelled'])
  expect(await memoriesOf('a')).toEqual([])
  await expect(watch()).rejects.toMatchObject({ kind: 'not_found' })
})

test('a server that stops cancels it and keeps the lines so far, with the memory that they met', async () => {
  const { begin, watch, live, requests, memoriesOf } = await givenEncounters({
    say: (_, signal) => (requests.length < 2 ? 'I live in Brest.' : until(signal)),
  })
  await begin()
  const { heard, ended, count } = await watch()
  await count(1)
  await live.stop()
  expect(await ended()).toEqual(['a: I live in Brest.', 'cancelled'])
  expect((await watch()).heard).toEqual(heard)
  expect(await memoriesOf('b')).toContainEqual(expect.stringMatching(/^Met Mira/))
})

test('one that a crash left running has ended with an error after the restart', async () => {
  const { store, deps } = await givenEncounters()
  const lines = [{ speaker: 'a', text: 'Hello.', at: at(1) } as const]
  await insertEncounter(store, anEncounter({ lines }), { maxRunning: 9, maxEnded: 9, endedSince: at(0) })
  const restarted = createLiveEncounters({ ...deps, encounterLeases: createInProcessLeases() })
  await restarted.recover()
  const heard: unknown[] = []
  await restarted.subscribe(own, 'encounter-1', ({ payload }) => heard.push(payload))
  expect(heard).toEqual([
    { encounterId: 'encounter-1', speaker: 'a', turnIndex: 0, text: 'Hello.' },
    { encounterId: 'encounter-1', reason: 'error', turnsEmitted: 1 },
  ])
})

test('after a crash both have memories of the lines before it, once, even when one had stored them already', async () => {
  const { store, deps, memoriesOf, begin, watch } = await givenEncounters({ say: () => 'I live in Brest.' })
  await begin({ maxTurns: 2 })
  await (await watch()).ended()
  const before = [await memoriesOf('a'), await memoriesOf('b')]
  expect(before[0]).toHaveLength(2)
  await updateRecord(store, { kind: 'encounters', id: 'encounter-1' }, (record) => ({
    ...record,
    reason: null,
    endedAt: null,
  }))
  const other = anEncounter({
    id: 'encounter-2',
    characterAId: 'mira',
    characterBId: 'bram',
    prompt: 'Later',
  })
  const lines = [{ speaker: 'a', text: 'I like rain.', at: at(1) } as const]
  await insertEncounter(store, { ...other, lines }, { maxRunning: 9, maxEnded: 9, endedSince: at(0) })

  const restarted = createLiveEncounters({ ...deps, encounterLeases: createInProcessLeases() })
  await restarted.recover()
  while ((await memoriesOf('b')).length < 4) await new Promise((resolve) => setTimeout(resolve, 5))
  await restarted.stop()
  expect(await memoriesOf('a')).toEqual(
    [...(before[0] ?? []), 'Met Bram, another character. The scene: Later'].sort(),
  )
  expect((await memoriesOf('b')).filter((memory) => before[1]?.includes(memory))).toEqual(before[1])
})

const voiceAt = (turnIndex: number, speaker: string) => ({
  name: 'encounter_voice',
  payload: { encounterId: 'encounter-1', speaker, turnIndex, audio: expect.any(String), isFinal: false },
})
type Heard = Awaited<ReturnType<Awaited<ReturnType<typeof givenEncounters>>['watch']>>['heard']
const soundsOf = (heard: Heard) =>
  heard.flatMap(({ name, payload }) => (name === 'encounter_voice' ? [payload] : []))

test('with voice each line is followed by its sound in the voice of who speaks, and an empty end', async () => {
  const engine = createStubSpeechEngine()
  const spoken: { readonly text: string; readonly voice: object; readonly sampleRate: number }[] = []
  const synthesis: SpeechSynthesis = {
    speak: (request, signal) => {
      spoken.push(request)
      return engine.synthesis.speak(request, signal)
    },
  }
  const { begin, watch } = await givenEncounters({ voice: { synthesis }, cast: { text_only: false } })
  await begin({ voice: true, maxTurns: 2 })
  const { heard, ended } = await watch()
  await ended()

  const names = heard.map(({ name }) => name).filter((name, at, all) => name !== all[at - 1])
  const turn = ['encounter_message', 'encounter_voice']
  expect(names).toEqual([...turn, ...turn, 'encounter_end'])
  const sounds = soundsOf(heard)
  expect(sounds[0]).toEqual(voiceAt(0, 'a').payload)
  for (const { audio, isFinal } of sounds) expect(audio === '').toBe(isFinal)
  expect(
    sounds.filter(({ isFinal }) => isFinal).map(({ turnIndex, speaker }) => [turnIndex, speaker]),
  ).toEqual([
    [0, 'a'],
    [1, 'b'],
  ])
  expect(
    spoken.map(({ text, sampleRate, voice }) => [text, sampleRate, (voice as { id: string }).id]),
  ).toEqual([
    ['Line 1.', 24_000, 'mira'],
    ['Line 2.', 24_000, 'bram'],
  ])

  const late = await watch()
  await late.ended()
  expect(late.heard).toEqual(heard)
  expect(spoken).toHaveLength(2)
})

test('a listener without a loudspeaker gets no audio, and none is synthesised for it', async () => {
  const speak = () => {
    throw new Error('nobody listens')
  }
  const { begin, watch, logged } = await givenEncounters({
    voice: { synthesis: { speak } },
    cast: { text_only: false },
  })
  await begin({ voice: true, maxTurns: 2 })
  const { heard, ended } = await watch('encounter-1', { ...own, hasSpeaker: false })
  await ended()
  expect(soundsOf(heard)).toEqual([])
  expect(logged).toEqual([])
})

test('lines of a character without a voice come without audio, but with its end', async () => {
  const { begin, watch } = await givenEncounters({ cast: { text_only: true } })
  await begin({ voice: true, maxTurns: 1 })
  const { heard, ended } = await watch()
  await ended()
  expect(soundsOf(heard)).toEqual([
    { encounterId: 'encounter-1', speaker: 'a', turnIndex: 0, audio: '', isFinal: true },
  ])
})

test('when the synthesis fails the encounter goes on, and the next listener causes another attempt', async () => {
  let tries = 0
  const synthesis: SpeechSynthesis = {
    speak: () => {
      tries += 1
      throw new DomainError('upstream', 'The voice failed')
    },
  }
  const { begin, watch, logged } = await givenEncounters({
    voice: { synthesis },
    cast: { text_only: false },
  })
  await begin({ voice: true, maxTurns: 1 })
  const first = await watch()
  await first.ended()
  expect(first.heard.map(({ name }) => name)).toEqual([
    'encounter_message',
    'encounter_voice',
    'encounter_end',
  ])
  expect(logged).toEqual(['The voice failed in an encounter'])
  await (await watch()).ended()
  expect(tries).toBe(2)
})

test.each([
  ['another account', { ...own, accountId: 'account-2' }],
  ['a key without the scope', { ...own, scopes: new Set<Scope>(['conversations:write']) }],
  [
    'a guest',
    { ...own, session: { id: 's', shareId: 's', characterId: 'mira', playerId: 'p', speaker: null } },
  ],
])('to %s it does not exist', async (_, caller) => {
  const { begin, watch } = await givenEncounters()
  await begin()
  await expect(watch('encounter-1', caller)).rejects.toMatchObject({
    kind: 'not_found',
    detail: 'Encounter not found',
  })
})

test('it can be replayed for a day after its end, and then no more', async () => {
  const { begin, watch, clock } = await givenEncounters()
  await begin()
  await (await watch()).ended()
  await clock.adjust({ set: new Date('2030-01-03T09:00:00Z') })
  expect((await watch()).heard).toHaveLength(5)
  await clock.adjust({ set: new Date('2030-01-03T09:00:00.001Z') })
  await expect(watch()).rejects.toMatchObject({ kind: 'not_found' })
})

test('while as many run as may, no more begin', async () => {
  const { begin, store } = await givenEncounters({
    runningEncounters: 1,
    say: (_, signal) => until(signal),
  })
  await begin()
  await expect(begin({ id: 'encounter-2' })).rejects.toMatchObject({ kind: 'quota', retryAfterSeconds: 10 })
  expect(await store.encounters.find('encounter-2')).toBeUndefined()
})
