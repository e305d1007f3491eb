import { expect, onTestFinished, test } from 'vitest'
import { toPcm16 } from '../../../src/audio/pcm.js'
import { tonePowerRatio } from '../../../src/audio/test-tone.js'
import { measureLoopback } from '../../../src/cli/voice/check/loopback-test.js'
import { createLoudspeaker } from '../../../src/cli/voice/devices/loudspeaker.js'
import { createSoundProcesses } from '../../../src/cli/voice/devices/sound-processes.js'
import { findPlayers, findRecorders } from '../../../src/cli/voice/devices/sound-programs.js'
import { hasSoundServer, RECORDED_RATE, startSoundServer } from '../../support/providers/sound-server.js'
import { toneOf } from '../../support/speech/sound.js'

const RATE = 24_000
const PLAYERS = ['ffplay', 'play', 'aplay', 'paplay']
const withDevice = test.skipIf(!hasSoundServer)
/** The sound server plays in real time: where the machine stood still for a moment, sound is really lost. */
const REAL_TIME = { retry: 2 }

/** A loudspeaker with one program, and all that is heard of it. */
async function givenLoudspeaker(...names: readonly string[]) {
  const server = await startSoundServer()
  const path = await server.pathWith(...names)
  const players = await findPlayers({ platform: 'linux', path })
  expect(players.map(({ name }) => name)).toEqual(names)
  const children = createSoundProcesses()
  onTestFinished(children.stop)
  return { loudspeaker: createLoudspeaker(children, players), recording: await server.record() }
}

/** A line that is one tone, in pieces as they come of a session. */
function playLine(
  loudspeaker: ReturnType<typeof createLoudspeaker>,
  { frequency, seconds }: { readonly frequency: number; readonly seconds: number },
): string {
  const messageId = `${frequency} Hz`
  const pcm16 = toPcm16(toneOf(frequency, { sampleRate: RATE, seconds, amplitude: 0.3 }))
  const size = RATE / 5
  for (let at = 0; at < pcm16.length; at += size)
    loudspeaker.play({
      messageId,
      sampleRate: RATE,
      pcm16: pcm16.subarray(at, at + size),
      isLast: at + size >= pcm16.length,
    })
  return messageId
}

/** For how many milliseconds the tone is heard, and at which block first and last. */
function hear(samples: Float32Array, frequency: number) {
  const block = RECORDED_RATE / 100
  const blocks = Array.from({ length: Math.floor(samples.length / block) }, (_, at) => {
    const part = samples.subarray(at * block, (at + 1) * block)
    return Math.max(...part) > 0.05 && tonePowerRatio(part, frequency, RECORDED_RATE) > 0.7
  })
  return {
    ms: 10 * blocks.filter((isHeard) => isHeard).length,
    first: blocks.indexOf(true),
    last: blocks.lastIndexOf(true),
  }
}

/** Neither the start nor the end can lack more than the whole does. */
const expectWhole = (heardMs: number, seconds: number) => {
  expect(heardMs).toBeGreaterThanOrEqual(1000 * seconds - 100)
  expect(heardMs).toBeLessThanOrEqual(1000 * seconds + 100)
}

withDevice.each(PLAYERS)(
  'by %s the whole of a line is heard, be it short or long',
  REAL_TIME,
  async (name) => {
    const { loudspeaker, recording } = await givenLoudspeaker(name)
    const lines = [0.3, 0.6, 1, 1.7, 3].map((seconds, at) => ({ frequency: 500 + 200 * at, seconds }))
    for (const line of lines) await loudspeaker.waitUntilPlayed(playLine(loudspeaker, line))
    const samples = await recording.heard()
    for (const { frequency, seconds } of lines) expectWhole(hear(samples, frequency).ms, seconds)
  },
)

withDevice.each(PLAYERS)(
  'by %s lines that come at once are heard one after the other',
  REAL_TIME,
  async (name) => {
    const { loudspeaker, recording } = await givenLoudspeaker(name)
    const lines = [500, 900, 1300].map((frequency) => ({ frequency, seconds: 0.5 }))
    const ids = lines.map((line) => playLine(loudspeaker, line))
    for (const id of ids) await loudspeaker.waitUntilPlayed(id)
    const samples = await recording.heard()
    const heard = lines.map(({ frequency }) => hear(samples, frequency))
    for (const { ms } of heard) expectWhole(ms, 0.5)
    for (const [at, { first }] of heard.entries()) expect(first).toBeGreaterThan(heard[at - 1]?.last ?? 0)
  },
)

withDevice.each(PLAYERS)(
  'by %s an interrupted line stops, and the next is heard whole',
  REAL_TIME,
  async (name) => {
    const { loudspeaker, recording } = await givenLoudspeaker(name)
    const cut = playLine(loudspeaker, { frequency: 500, seconds: 20 })
    while (hear(await recording.heard(), 500).ms < 300);
    loudspeaker.cut(cut)
    await loudspeaker.waitUntilPlayed(cut)
    await loudspeaker.waitUntilPlayed(playLine(loudspeaker, { frequency: 900, seconds: 0.5 }))
    const samples = await recording.heard()
    const [interrupted, next] = [hear(samples, 500), hear(samples, 900)]
    expect(interrupted.ms).toBeLessThan(15_000)
    expect(next.first).toBeGreaterThan(interrupted.last)
    expectWhole(next.ms, 0.5)
  },
)

withDevice.each([
  ['ffplay', 'ffmpeg'],
  ['play', 'rec'],
  ['aplay', 'arecord'],
  ['paplay', 'parec'],
])('the whole of a test tone that %s plays is heard by %s', REAL_TIME, async (player, recorder) => {
  const { pathWith } = await startSoundServer()
  const path = await pathWith(player, recorder)
  const machine = { platform: 'linux', path }
  const found = await measureLoopback({
    players: await findPlayers(machine),
    recorders: await findRecorders(machine),
  })
  expect(found.complaint).toBeNull()
  expect(found.heardMs).toBeGreaterThanOrEqual(found.playedMs - 100)
  expect(found.delayMs).toBeGreaterThanOrEqual(0)
  expect(found.delayMs).toBeLessThan(5000)
})
