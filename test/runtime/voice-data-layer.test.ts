import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromBase64 } from '../../src/audio/base64.js'
import { fromPcm16 } from '../../src/audio/pcm.js'
import type { ServerEvents } from '../../src/contract/events.js'
import type { RunningServer } from '../../src/runtime/create-server.js'
import { connectPlayer, rest, startTestServer } from '../support/servers/test-server.js'
import { decodeStubSpeech } from '../support/speech/stub-speech.js'

const LINE = 'The lamp burns all night, and it has done so for years.'
const RATE = 16_000

type BotVoice = ServerEvents['bot_voice']

/** A line takes its time: what these clients hear of it is heard at the same time. */
const clients = {
  plain: {},
  withWords: { voice_data_layer: true },
  forPeople: { voice_data_layer: false },
  withCaptions: { voice_captions: true },
}
const heard = {} as Record<
  keyof typeof clients | 'ofServerWithWords',
  Awaited<ReturnType<typeof lineHeardBy>>
>

beforeAll(async () => {
  const [server, withWords] = await Promise.all([
    startTestServer({ seed: '7' }, afterAll),
    startTestServer({ seed: '7', voiceDataLayer: true }, afterAll),
  ])
  const hear = async (name: keyof typeof heard, handshake: object, from = server) => {
    heard[name] = await lineHeardBy(handshake, from)
  }
  await Promise.all([
    ...Object.entries(clients).map(([name, handshake]) => hear(name as keyof typeof clients, handshake)),
    hear('ofServerWithWords', {}, withWords),
  ])
})

/** What a client of this handshake hears of a line. */
async function lineHeardBy(handshake: object, server: RunningServer) {
  const { body } = await rest(server, 'POST', '/api/v1/characters', {
    persona: { name: 'Mira' },
    text_only: false,
  })
  const player = connectPlayer(
    server,
    {
      ...{ api_key: server.ready.apiKey, character_id: (body as { id: string }).id, player_id: 'ada' },
      ...{ audio_sample_rate: RATE, ...handshake },
    },
    afterAll,
  )
  const info = await player.next<ServerEvents['session_info']>('session_info')
  player.send('say_line', { text: LINE })
  await player.next<BotVoice>('bot_voice', ({ is_final }) => is_final)
  const chunks = player.heard.flatMap(([event, payload]) =>
    event === 'bot_voice' ? [payload as BotVoice] : [],
  )
  const samples = chunks.flatMap(({ audio }) => [...fromPcm16(fromBase64(audio) ?? new Uint8Array())])
  return { info, chunks, words: await decodeStubSpeech(Float32Array.from(samples), RATE) }
}

test('a client that does not ask hears a voice without tones, and gets the fields of the contract', () => {
  const { info, chunks, words } = heard.plain
  expect(words).toBe('')
  expect(Object.keys(info).sort()).toEqual(['character_id', 'conversation_id', 'player_id', 'session_id'])
  for (const chunk of chunks) expect(chunk).not.toHaveProperty('text_end')
})

test('a client that asks has every word in the sound, and is told what is understood', () => {
  const { info, words } = heard.withWords
  expect(words).toBe(LINE)
  expect(info.speech_recognition).toBe('data_layer')
})

test('a client for people is told that nobody would be understood, and hears no tones', () => {
  const { info, words } = heard.forPeople
  expect([info.speech_recognition, words]).toEqual(['data_layer', ''])
})

test('a server can send the words in every session', () => {
  const { info, words } = heard.ofServerWithWords
  expect(words).toBe(LINE)
  expect(info).not.toHaveProperty('speech_recognition')
})

test('captions grow with the sound, from word to word, to the end of the text', () => {
  const { chunks } = heard.withCaptions
  const ends = chunks.map(({ text_end }) => text_end ?? -1)
  expect(ends).toEqual([...ends].sort((a, b) => a - b))
  expect(ends[0]).toBeLessThan(12)
  expect(ends.at(-1)).toBe(LINE.length)
  expect(new Set(ends).size).toBeGreaterThan(6)
  // Each is the end of a word.
  for (const end of ends.filter((at) => at > 0)) expect(LINE.slice(end, end + 1)).toMatch(/^(?: |)$/)
})
