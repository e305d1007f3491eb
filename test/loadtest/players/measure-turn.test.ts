import { expect, test } from 'vitest'
import type { Session, SessionEvents } from '../../../src/client/create-client.js'
import { createEmitter } from '../../../src/client/session/emitter.js'
import { createInFlightCounter } from '../../../src/loadtest/in-flight.js'
import { measureReply } from '../../../src/loadtest/players/measure-turn.js'
import { playSpokenTurn } from '../../../src/loadtest/players/play-turn.js'
import { createPlaybackSimulation } from '../../../src/loadtest/players/playback-simulation.js'
import { watchReply } from '../../../src/loadtest/players/reply-watch.js'
import type { Sample } from '../../../src/loadtest/results/metrics.js'
import { compileExpectation, matchesExpectation } from '../../../src/loadtest/scenario/expected-reply.js'

/** A session that says what it is told to, and a clock that stands where it is put. */
function puppet() {
  const { on, emit } = createEmitter<SessionEvents>()
  const time = { now: 0 }
  const clock = { now: () => time.now }
  const samples: Sample[] = []
  const played: string[] = []
  // Only what a turn touches is there.
  const session = {
    on,
    startVoice: async () => undefined,
    streamAudio: () => undefined,
    notifyAudioPlaybackComplete: async (id: string) => void played.push(id),
  } as unknown as Session
  const say = (text: string, is_final = false, message_id = 'm1') =>
    emit('botResponse', { message_id, text, partial: text, is_final, chunk_index: 0, is_interjection: false })
  const sound = (at: number, ms: number, chunk_index: number, is_final = false) => {
    time.now = at
    const audio = Buffer.alloc((24_000 * 2 * ms) / 1000).toString('base64')
    emit('botVoice', {
      message_id: 'm1',
      audio,
      sample_rate: 24_000,
      chunk_index,
      is_final,
      is_interjection: false,
    })
  }
  const deps = {
    session,
    clock,
    turnTimeoutMs: 50,
    activity: createInFlightCounter(),
    seen: new Set<string>(),
    record: (one: Sample) => void samples.push(one),
  }
  const follow = (expected?: string) =>
    measureReply(
      { ...deps, playback: null },
      { at: 10, expect: expected, firstCheck: 4 },
      watchReply(session, clock, deps.seen),
    )
  return { emit, time, clock, samples, session, say, sound, deps, follow, played }
}

test('a turn is timed from the moment it was meant to begin', async () => {
  const { say, time, samples, follow } = puppet()
  const over = follow()
  time.now = 40
  say('Hel')
  time.now = 70
  say('Hello', true)
  await over
  expect(samples).toEqual([
    {
      ...{ metric: 'turn.first_text', at: 10, ms: 30, error: null },
      reply: { messageId: 'm1', sentAfterMs: 0, completeMs: 60 },
    },
    { metric: 'turn.complete', at: 10, ms: 60, error: null },
  ])
})

test('a reply that is not what was expected is an error', async () => {
  const { say, samples, follow } = puppet()
  const over = follow('Goodbye')
  say('Hello', true)
  await over
  expect(samples.at(-1)).toMatchObject({
    metric: 'turn.complete',
    error: 'unexpected',
    detail: { got: expect.any(String) },
    checks: [{ check: 4, isMet: false, got: 'Hello' }],
  })
})

test('a lost turn fails its checks, an interrupted one is not checked', async () => {
  const lost = puppet()
  const timedOut = lost.follow('Hello')
  await timedOut
  expect(lost.samples).toMatchObject([
    { metric: 'turn.lost', checks: [{ check: 4, isMet: false, got: '(no reply: timeout)' }] },
  ])
  const { say, emit, samples, follow } = puppet()
  const over = follow('Hello')
  say('Hel')
  emit('interrupt', { message_id: 'm1' })
  await over
  expect(samples.at(-1)).toEqual({ metric: 'turn.complete', at: 10, ms: -10, error: null })
})

test('a spoken turn has two checks, of its reply and of what was recognised', async () => {
  const { say, samples, session, clock, deps } = puppet()
  const heard = { transcript: { expected: 'Hello', heard: () => 'Hollow' } }
  const watch = watchReply(session, clock, deps.seen)
  const over = measureReply(
    { ...deps, playback: null },
    { at: 0, expect: 'Hi', firstCheck: 2, ...heard },
    watch,
  )
  say('Hi there', true)
  await over
  expect(samples.at(-1)).toMatchObject({
    error: 'misheard',
    checks: [
      { check: 2, isMet: true },
      { check: 3, isMet: false, got: 'Hollow' },
    ],
  })
})

test.each([
  ['Hello Maren', null],
  ['Hello Mary', 'misheard'],
])('a spoken turn that is heard as %s counts as %s', async (heard, error) => {
  const { emit, say, samples, session, deps } = puppet()
  const over = playSpokenTurn(
    { ...deps, turnTimeoutMs: 60_000, playback: null, session },
    { pcm16: new Uint8Array(320), sampleRate: 16_000, voicedMs: 10 },
    { at: 0, transcript: 'Hello Maren', firstCheck: 0 },
  )
  await Promise.resolve()
  emit('sttResponse', { text: 'Hello', is_final: false })
  emit('sttResponse', { text: heard, is_final: true })
  say('Hello', true)
  await over
  expect(samples.at(-1)).toMatchObject({ metric: 'turn.complete', error })
})

test('a turn without its end is lost', async () => {
  const { say, samples, follow } = puppet()
  const over = follow()
  say('Hel')
  await over
  expect(samples.at(-1)).toMatchObject({ metric: 'turn.lost', error: 'timeout' })
})

test.each<[string, (p: ReturnType<typeof puppet>) => void, object]>([
  [
    'rate_limited',
    ({ emit }) => emit('error', { error: 'rate_limited', message: 'Too many' }),
    { detail: { message: 'Too many' } },
  ],
  ['disconnected: lost', ({ emit }) => emit('disconnected', { reason: 'lost', willReconnect: false }), {}],
])('a refused turn is lost: %s', async (why, refuse, known) => {
  const acting = puppet()
  const over = acting.follow()
  refuse(acting)
  await over
  expect(acting.samples).toEqual([{ metric: 'turn.lost', at: 10, ms: 0, error: why, ...known }])
})

test('a first text tells which reply it is of, and how late that was asked for', async () => {
  const { say, time, clock, samples, session, deps } = puppet()
  const play = async (at: number, end: () => void) => {
    const over = measureReply(
      { ...deps, playback: null },
      { at, said: 'Hello', firstCheck: 0 },
      watchReply(session, clock, deps.seen),
    )
    end()
    await over
  }
  time.now = 40
  await play(10, () => {
    time.now = 45
    say('Hi')
    time.now = 60
    say('Hi', true)
  })
  // A spoken turn is watched from before the end of its speech on.
  await play(100, () => say('Hm', true, 'm2'))
  expect(samples.filter(({ metric }) => metric === 'turn.first_text')).toEqual([
    {
      ...{ metric: 'turn.first_text', at: 10, ms: 35, error: null },
      reply: { messageId: 'm1', said: 'Hello', sentAfterMs: 30, completeMs: 50 },
    },
    {
      ...{ metric: 'turn.first_text', at: 100, ms: -40, error: null },
      reply: { messageId: 'm2', said: 'Hello', sentAfterMs: 0, completeMs: 0 },
    },
  ])
})

test('an earlier reply is not taken for the next one', async () => {
  const { say, samples, follow } = puppet()
  const first = follow()
  say('One', true)
  await first
  const second = follow()
  say('One again', true)
  say('Two', true, 'm2')
  await second
  expect(samples.filter(({ metric }) => metric === 'turn.complete')).toHaveLength(2)
})

test('a silence in the playback is what was missing, not what was early', () => {
  const { session, clock, sound } = puppet()
  const loudspeaker = createPlaybackSimulation(session, clock.now)
  sound(0, 600, 0)
  sound(100, 100, 1)
  sound(900, 100, 2)
  sound(950, 100, 3, true)
  // 700 ms were there to be played by 900.
  expect(loudspeaker.playbackOf('m1')).toMatchObject({
    firstAt: 0,
    worstGapMs: 200,
    endsAt: 1100,
    isComplete: true,
    lost: 0,
  })
})

test('a piece whose number was left out is lost', () => {
  const { session, clock, sound } = puppet()
  const loudspeaker = createPlaybackSimulation(session, clock.now)
  sound(0, 100, 0)
  sound(100, 100, 2, true)
  expect(loudspeaker.playbackOf('m1')).toMatchObject({ chunks: 2, lost: 1 })
})

test.each([
  ['Hello there', 'there', true],
  ['Hello there', 'There', false],
  ['Hello there', '/^hello/i', true],
  ['Hello there', '/bye/', false],
  ['Hello\nthere', '/^THERE$/im', true],
  ['Hello there', undefined, true],
])('%s against %s: %s', (reply, expected, isRight) => {
  expect(matchesExpectation(reply, expected)).toBe(isRight)
})

test.each(['/(?=a)b/', '/(a)\\1/', '/(/', '/a/q'])(
  '%s, which cannot be matched in linear time, is refused',
  (expected) => {
    expect(() => compileExpectation(expected)).toThrow(`${expected} cannot be matched`)
  },
)

test('no expectation takes long, however it is written', () => {
  const before = process.cpuUsage()
  expect(matchesExpectation(`${'a'.repeat(100_000)}b`, '/(a+)+$/')).toBe(false)
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000)
})
