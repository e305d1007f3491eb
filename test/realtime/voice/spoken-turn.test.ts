import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ServerEvents } from '../../../src/contract/events.js'
import type { RunningServer } from '../../../src/runtime/create-server.js'
import { connectPlayer, rest, startTestServer } from '../../support/servers/test-server.js'
import { integratedLoudness } from '../../support/speech/loudness.js'
import {
  expectNoClicks,
  longestSilence,
  loudestSample,
  patientConfig,
  type RecordedReply,
  recordReply,
  speakBefore,
} from '../../support/speech/recorded-reply.js'

const RATE = 24_000
const LINE =
  'The lamp burns all night, and it has done so for years. Nobody climbs the tower without a reason. ' +
  'Sit down by the fire, and tell me what brings you here.'

type BotVoice = ServerEvents['bot_voice']
/** A line takes its time: all recordings are made at the same time. */
let recorded: Record<'male' | 'female' | 'interrupted', RecordedReply>

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-spoken-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const server = await startTestServer({ seed: '7', configFile: await patientConfig(folder) }, afterAll)
  const [male, female, interrupted] = await Promise.all([
    record(server, 'male'),
    record(server, 'female'),
    record(server, 'male', 8),
  ])
  recorded = { male, female, interrupted }
})

/** What a client records of a line of the built-in voice, which has come to its end or was interrupted after `chunks`. */
async function record(server: RunningServer, voice: string, interruptAt = Number.POSITIVE_INFINITY) {
  const { body } = await rest(server, 'POST', '/api/v1/characters', {
    ...{ persona: { name: 'Mira' }, text_only: false, tts: { voice } },
  })
  const { id } = body as { id: string }
  const auth = { api_key: server.ready.apiKey, character_id: id, player_id: 'ada', voice_captions: true }
  await speakBefore(connectPlayer(server, { ...auth, player_id: 'bob' }, afterAll), LINE)
  const player = connectPlayer(server, auth, afterAll)
  await player.next('session_info')
  player.send('say_line', { text: LINE })
  for (let count = 1; ; count += 1) {
    const { is_final } = await player.next<BotVoice>('bot_voice')
    if (is_final) break
    if (count >= interruptAt) {
      player.send('client_interrupt')
      await player.next('interrupt')
      break
    }
  }
  const chunks = player.heard.flatMap(([event, payload]) =>
    event === 'bot_voice' ? [payload as BotVoice] : [],
  )
  return recordReply(chunks)
}

test.each(['male', 'female'] as const)(
  'a recorded turn of the %s voice is as loud as it should be, without clicks at the borders of chunks and without gaps',
  (voice) => {
    const { samples, borders } = recorded[voice]
    expect(borders.length).toBeGreaterThan(20)
    expect(samples.length / RATE).toBeGreaterThan(6)
    expect(samples.length / RATE).toBeLessThan(14)

    const loudness = integratedLoudness(samples, RATE)
    expect(loudness).toBeGreaterThan(-21.5)
    expect(loudness).toBeLessThan(-18.5)
    expect(loudestSample(recorded[voice])).toBeLessThan(0.98)
    expectNoClicks(recorded[voice])
    // The longest silence is the pause behind a sentence.
    expect(longestSilence(recorded[voice])).toBeLessThan(0.6)
  },
)

test('captions of a line that is interrupted end no later than the sound that was sent', () => {
  const { samples, chunks } = recorded.interrupted
  const whole = recorded.male
  const seconds = samples.length / RATE
  expect(seconds).toBeLessThan(whole.samples.length / RATE)
  const end = chunks.at(-1)?.text_end ?? Number.NaN
  expect(end).toBeGreaterThan(0)
  expect(end).toBeLessThan(LINE.length)
  // Of the whole line, so much text was spoken when so much sound had been sent.
  const spoken = whole.chunks[chunks.length - 1]?.text_end
  expect(end).toBe(spoken)
  expect(LINE.slice(end, end + 1)).toMatch(/^[ ]$/)
})
