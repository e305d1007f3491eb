import { expect, test } from 'vitest'
import { createStubRecogniser } from '../../../src/adapters/speech/stub-recogniser.js'
import { createStubVoice } from '../../../src/adapters/speech/stub-voice.js'
import { concatSamples } from '../../../src/audio/resample.js'
import type { ServerEvents } from '../../../src/contract/events.js'
import { createSeededRandom } from '../../support/memories/search.js'
import { sampled } from '../../support/rounds.js'
import { givenSpeakers, replySamples } from '../../support/speech/given-speakers.js'
import { chunksOf, silence } from '../../support/speech/sound.js'
import { encodeAudio } from '../../support/speech/streaming-microphone.js'
import { createStubSpeechEngine } from '../../support/speech/stub-speech-engine.js'
import { recognise, samplesOf, say } from '../../support/speech/voice-battery.js'

const RATE = 16_000
const POINTS = 50
const LONGEST_MS = 9000
const CHUNK_MS = 20
const REPLY =
  'The lamp burns all night, every night, and it has done so for thirty years and more. Ships come by in the dark, ' +
  'slow and heavy, and they never ask who keeps it burning.'
const OVER_IT = 'Please tell me about the harbour instead.'

const engine = createStubSpeechEngine()
const player = samplesOf(await say(createStubVoice({ seed: 2 }), { text: OVER_IT, sampleRate: RATE }))

/** A client's loudspeaker: what arrives is played behind what is there, until an interrupt. */
function createLoudspeaker() {
  let end = 0
  let queued: readonly { readonly from: number; readonly samples: Float32Array }[] = []
  return {
    add: (sound: ServerEvents['bot_voice'], now: number) => {
      const samples = replySamples([sound])
      queued = [...queued, { from: Math.max(now, end), samples }]
      end = Math.max(now, end) + (1000 * samples.length) / RATE
    },
    /** All that sounded by then. */
    playedBy: (now: number): Float32Array =>
      concatSamples(
        queued.map(({ from, samples }) =>
          samples.subarray(0, Math.max(0, Math.round(((now - from) * RATE) / 1000))),
        ),
      ),
  }
}

const random = createSeededRandom(6)
const points = Array.from({ length: POINTS }, () => Math.round(700 + random() * LONGEST_MS))

test.each(sampled(points, 3))(
  'a player who speaks up after %i ms: what is stored is what the client decoded, to a word',
  { tags: 'rounds' },
  async (ms) => {
    const { time, disk, open } = givenSpeakers({
      engine: { ...engine, synthesis: createStubVoice() },
    })
    const { session, events } = await open({ audio_sample_rate: RATE })
    const speaker = createLoudspeaker()
    let played = 0
    const listen = () => {
      const sounds = events.all('bot_voice')
      for (const sound of sounds.slice(played)) speaker.add(sound, time.elapsed())
      played = sounds.length
    }
    session.sayLine(REPLY)
    const sound = concatSamples([silence((ms * RATE) / 1000), player, silence(2 * RATE)])
    for (const chunk of chunksOf(sound, (CHUNK_MS * RATE) / 1000)) {
      await time.advance(CHUNK_MS)
      listen()
      session.voice.stream(encodeAudio(chunk))
      if (events.all('interrupt').length > 0) break
    }
    await time.advance(0)
    expect(events.all('interrupt')).toHaveLength(1)
    const heard = await recognise(createStubRecogniser({ transcripts: new Map() }), {
      samples: speaker.playedBy(time.elapsed()),
      sampleRate: RATE,
    })
    await session.close()
    const final = heard.at(-1)
    const decoded = final?.type === 'final' ? final.text : '?'
    const stored = disk.messages.find(({ role }) => role === 'assistant')?.content ?? ''
    expect(REPLY.startsWith(decoded)).toBe(true)
    expect(REPLY.startsWith(stored)).toBe(true)
    expect(Math.abs(wordsIn(stored) - wordsIn(decoded)), `${stored} | ${decoded}`).toBeLessThanOrEqual(1)
  },
)

const wordsIn = (text: string) => text.split(' ').filter((word) => word !== '').length
