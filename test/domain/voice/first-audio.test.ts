import { expect, test } from 'vitest'
import type { ServerEvents } from '../../../src/contract/events.js'
import { createPlaybackBuffer } from '../../../src/domain/voice/playback.js'
import type { SpeechChunk, SpeechSynthesis } from '../../../src/domain/voice/ports.js'
import { VOICE_TIMINGS } from '../../../src/domain/voice/settings.js'
import { createSpeech } from '../../../src/domain/voice/speech.js'
import { aVoice } from '../../support/speech/voice-battery.js'
import { createVirtualTimers } from '../../support/virtual-time.js'

const RATE = 16_000

/** A voice of which each chunk is let go by hand: two of 200 ms for each text. */
function given() {
  const time = createVirtualTimers()
  const asked: string[] = []
  const gates: (() => void)[] = []
  const sent: ServerEvents['bot_voice'][] = []
  const chunk: SpeechChunk = { samples: new Float32Array(RATE / 5).fill(0.1), words: [], phonemes: [] }
  const synthesis: SpeechSynthesis = {
    async *speak({ text }) {
      asked.push(text.trim())
      for (const _ of [1, 2]) {
        await new Promise<void>((resolve) => gates.push(resolve))
        yield chunk
      }
    },
  }
  const quiet = () => undefined
  const speech = createSpeech(
    {
      engine: { synthesis, timings: VOICE_TIMINGS },
      timers: time,
      clock: { now: () => new Date(0) },
      playback: createPlaybackBuffer(time.elapsed),
      emit: (event, payload) => {
        if (event === 'bot_voice') sent.push(payload as ServerEvents['bot_voice'])
      },
      onAudio: quiet,
      log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    },
    {
      ...{ messageId: 'm1', sampleRate: RATE, isAnimated: false, hasCaptions: false, voice: aVoice },
      ...{ hasDataLayer: false, isGuest: false, onStage: quiet },
    },
  )
  const release = async () => {
    gates.shift()?.()
    await time.advance(0)
  }
  return { speech, asked, sent, release, settle: () => time.advance(0) }
}

test('the first clause of a reply is synthesised alone, while its sentence is still being written', async () => {
  const { speech, asked, settle } = given()
  speech.say('The lamp is lit,')
  await settle()
  expect(asked).toEqual([])
  speech.say(' and')
  await settle()
  expect(asked).toEqual(['The lamp is lit,'])
})

test('the first chunk leaves before the rest of its clause, and before anything of the next is synthesised', async () => {
  const { speech, asked, sent, release, settle } = given()
  speech.say('The lamp is lit, and it burns all night. Sit down.')
  speech.end()
  await settle()
  expect(sent).toHaveLength(0)
  await release()
  expect(sent).toHaveLength(1)
  expect(asked).toEqual(['The lamp is lit,'])
})

test('a line, too, is heard from its first clause on', async () => {
  const { speech, asked, sent, release, settle } = given()
  speech.say('The lamp in the old tower burns all night and it has done so for thirty years and more.')
  speech.end()
  await settle()
  await release()
  expect(asked).toEqual(['The lamp in the old tower burns all night'])
  expect(sent).toHaveLength(1)
})
