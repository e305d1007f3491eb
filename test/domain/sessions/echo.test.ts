import { expect, test } from 'vitest'
import { createStubVoice } from '../../../src/adapters/speech/stub-voice.js'
import { createControlledRecogniser } from '../../support/speech/controlled-recogniser.js'
import { givenSpeakers, replySamples } from '../../support/speech/given-speakers.js'
import { encodeAudio } from '../../support/speech/streaming-microphone.js'
import { createStubSpeechEngine } from '../../support/speech/stub-speech-engine.js'
import { samplesOf, say } from '../../support/speech/voice-battery.js'

const RATE = 24_000
const LINE = 'The lamp burns all night, every night, and it has done so for thirty years and more.'
const player = samplesOf(
  await say(createStubVoice({ seed: 2 }), { text: 'Tell me about the harbour instead.', sampleRate: RATE }),
)

/** A line is said while the microphone hears it 20 dB down, and from some moment on the player over it. */
async function given(says: readonly string[], { line = LINE, playerFrom = Number.POSITIVE_INFINITY } = {}) {
  const recogniser = createControlledRecogniser({ says })
  const world = givenSpeakers({
    engine: {
      ...createStubSpeechEngine(),
      recognition: recogniser.recognition,
      synthesis: createStubVoice(),
    },
  })
  const { session, events } = await world.open()
  await session.voice.start(undefined)
  session.voice.stream(encodeAudio(new Float32Array(RATE)))
  session.sayLine(line)
  await world.time.advance(0)
  for (let ms = 0; ms < 9000; ms += 100) {
    await world.time.advance(100)
    const played = replySamples(events.all('bot_voice'))
    const sound = Float32Array.from(
      { length: RATE / 10 },
      (_, at) =>
        0.1 * (played[((ms - 200) * RATE) / 1000 + at] ?? 0) +
        (player[((ms - playerFrom) * RATE) / 1000 + at] ?? 0),
    )
    session.voice.stream(encodeAudio(sound))
  }
  await world.time.advance(4000)
  return { ...world, session, events, recogniser }
}

test('misheard words of its own voice neither stop it nor are a turn', async () => {
  const { events, model, recogniser, disk } = await given([
    'The lump turns a knight',
    'every might',
    'and more',
  ])
  expect(recogniser.requests.length).toBeGreaterThan(0)
  expect(events.all('interrupt')).toEqual([])
  expect(events.all('stt_response')).toEqual([])
  expect(model.requests).toEqual([])
  expect(disk.said()).toEqual([`assistant: ${LINE}`])
})

test('a reply that is over before its echo comes is not answered by it', async () => {
  const { events, model, recogniser } = await given(['Yes sir.', 'Yes sir.'], { line: 'Yes sir.' })
  expect(recogniser.requests.length).toBeGreaterThan(0)
  expect(events.all('stt_response')).toEqual([])
  expect(model.requests).toEqual([])
})

test('a player who speaks over it is heard all the same', async () => {
  const { events } = await given(Array(3).fill('Tell me about the harbour instead.'), { playerFrom: 2500 })
  expect(events.all('interrupt')).toMatchObject([{ reason: 'user_speech' }])
})
