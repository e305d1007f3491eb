import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { concatSamples } from '../../../src/audio/resample.js'
import { readWav } from '../../../src/audio/wav.js'
import type { ServerEvents } from '../../../src/contract/events.js'
import { ANIMATION_FPS } from '../../../src/domain/voice/animation/lip-sync.js'
import { BLENDSHAPES } from '../../../src/domain/voice/animation/visemes.js'
import { scratchFolder } from '../../support/commands/cli.js'
import { PLAIN_SENTENCES } from '../../support/plain-sentences.js'
import { runConcurrently } from '../../support/run-concurrently.js'
import { connectPlayer, rest, startTestServer } from '../../support/servers/test-server.js'
import { integratedLoudness } from '../../support/speech/loudness.js'
import {
  expectNoClicks,
  longestSilence,
  loudestSample,
  patientConfig,
  recordReply,
  speakBefore,
} from '../../support/speech/recorded-reply.js'
import { chunksOf, silence } from '../../support/speech/sound.js'
import { encodeAudio } from '../../support/speech/streaming-microphone.js'

const RATE = 16_000
const RECORDING = new URL('../../../fixtures/voice/three-sentences.wav', import.meta.url)
const REPLY =
  'Good evening, and welcome to the harbour. My boat brings people, bread and a map to the pier every morning. ' +
  'Would you like to come aboard, or do you have to be somewhere else by noon?'

type BotVoice = ServerEvents['bot_voice']

/** A recording of a microphone goes in over the socket, and what comes back is recorded. */
async function recordTurn(voice: string) {
  const folder = scratchFolder()
  await writeFile(join(folder, 'replies.yaml'), `replies: [{ pattern: '.', reply: '${REPLY}' }]`)
  const configFile = await patientConfig(folder, 'llm: { stub: { script: ./replies.yaml, pace: instant } }')
  const server = await startTestServer({ seed: '7', configFile })
  const { body } = await rest(server, 'POST', '/api/v1/characters', {
    ...{ persona: { name: 'Mira' }, text_only: false, tts: { voice } },
  })
  const auth = { api_key: server.ready.apiKey, character_id: (body as { id: string }).id }
  const sound = { audio_sample_rate: RATE, enable_animation: true, voice_captions: true }
  await speakBefore(connectPlayer(server, { ...auth, ...sound, player_id: 'bob' }), REPLY)
  const player = connectPlayer(server, { ...auth, ...sound, player_id: 'ada' })
  await player.next('session_info')
  player.send('start_voice')
  await player.next('voice_started')
  const { samples, sampleRate } = readWav(await readFile(RECORDING))
  expect(sampleRate).toBe(RATE)
  for (const chunk of chunksOf(concatSamples([samples, silence(RATE)]), RATE / 10))
    player.send('stream_audio', { audio: encodeAudio(chunk) })
  await player.next<BotVoice>('bot_voice', ({ is_final }) => is_final)
  const all = <T>(name: string) =>
    player.heard.flatMap(([event, payload]) => (event === name ? [payload as T] : []))
  return {
    reply: recordReply(all<BotVoice>('bot_voice')),
    frames: all<ServerEvents['bot_animation']>('bot_animation').filter(({ sequence }) => sequence >= 0),
    transcripts: all<ServerEvents['stt_response']>('stt_response').filter(({ is_final }) => is_final),
  }
}

async function expectGoodAnswer(voice: string): Promise<void> {
  const { reply, frames, transcripts } = await recordTurn(voice)
  expect(transcripts.map(({ text }) => text)).toEqual([PLAIN_SENTENCES.slice(0, 3).join(' ')])
  const seconds = reply.samples.length / RATE
  expect(seconds).toBeGreaterThan(8)
  expect(seconds).toBeLessThan(16)
  expect(reply.chunks.at(-1)?.text_end).toBe(REPLY.length)

  const loudness = integratedLoudness(reply.samples, RATE)
  expect(loudness).toBeGreaterThan(-21)
  expect(loudness).toBeLessThan(-19)
  expect(loudestSample(reply)).toBeLessThan(0.98)
  expectNoClicks(reply)
  expect(longestSilence(reply)).toBeLessThan(0.6)

  expect(frames.length).toBe(Math.ceil(seconds * ANIMATION_FPS))
  for (const { weights } of frames) expect(Object.keys(weights)).toEqual([...BLENDSHAPES])
  // "My boat brings people, bread and a map": the lips meet often, and the jaw opens between.
  const closed = frames.filter(({ weights }) => (weights['mouthRollLower'] ?? 0) > 0.4)
  expect(closed.length).toBeGreaterThan(8)
  for (const { weights } of closed) expect(weights['jawOpen']).toBeLessThan(weights['mouthRollLower'] ?? 0)
  expect(closed.filter(({ weights }) => (weights['jawOpen'] ?? 1) < 0.05).length).toBeGreaterThan(4)
  expect(frames.filter(({ weights }) => (weights['jawOpen'] ?? 0) > 0.3).length).toBeGreaterThan(20)
}

test('a turn from a recording is answered at -20 LUFS, without clicks and gaps, with a face in every frame', async () => {
  await runConcurrently(['male', 'female'].map((voice) => [voice, () => expectGoodAnswer(voice)] as const))
})
