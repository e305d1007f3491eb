import { expect, test } from 'vitest'
import { findProgram } from '../../../src/adapters/speech/system-programs.js'
import { createSystemRecogniser } from '../../../src/adapters/speech/system-recogniser.js'
import { createSystemVoice } from '../../../src/adapters/speech/system-voice.js'
import { concatSamples } from '../../../src/audio/resample.js'
import { createTimers } from '../../../src/runtime/process/timers.js'
import { connectSession, givenServer } from '../../support/servers/realtime-server.js'
import { createControlledModel } from '../../support/sessions/controlled-model.js'
import { chunksOf, silence } from '../../support/speech/sound.js'
import { encodeAudio } from '../../support/speech/streaming-microphone.js'
import { samplesOf, say } from '../../support/speech/voice-battery.js'

const RATE = 16_000
/** Of all words, this share may be wrong, missing or too many. */
const MOST_ERRORS = 0.1
const SENTENCES = [
  'Hello there, my friend.',
  'The old man went down to the sea.',
  'I would like a cup of coffee, please.',
]

const path = process.env['PATH'] ?? ''
const hasPrograms =
  (await findProgram(['flite'], path)) !== undefined &&
  (await findProgram(['pocketsphinx_continuous', 'pocketsphinx'], path)) !== undefined
if (!hasPrograms) {
  console.warn(
    'SKIPPED: real speech over a socket needs the packages flite, pocketsphinx, pocketsphinx-en-us',
  )
}

test.runIf(hasPrograms)(
  'of what flite says over a socket, pocketsphinx behind it understands nine words in ten',
  async () => {
    const timers = createTimers()
    const recognition = createSystemRecogniser({ path, timers, totalSeconds: 600 })
    const voice = createSystemVoice({ platform: 'linux', path, timers, totalSeconds: 600 })
    const model = createControlledModel()
    const server = await givenServer({ model: model.model, voice: { recognition } })
    const { socket, events } = await connectSession(server)
    let errors = 0
    for (const [turn, text] of SENTENCES.entries()) {
      const words = samplesOf(await say(voice, { text, sampleRate: RATE }))
      for (const chunk of chunksOf(concatSamples([silence(RATE), words, silence(RATE)]), RATE / 10))
        socket.emit('stream_audio', { audio: encodeAudio(chunk) })
      const finals = () => events.all('stt_response').filter(({ is_final }) => is_final)
      await events.until(() => finals().length > turn)
      errors += distance(wordsOf(text), wordsOf(finals()[turn]?.text ?? ''))
    }
    expect(errors / SENTENCES.flatMap(wordsOf).length).toBeLessThanOrEqual(MOST_ERRORS)
  },
)

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z']+/g) ?? []

/** Words to change, add or leave out (Levenshtein). */
function distance(from: readonly string[], to: readonly string[]): number {
  let row = to.map((_, at) => at + 1)
  let corner = 0
  for (const [index, word] of from.entries()) {
    let left = index + 1
    corner = index
    row = row.map((above, at) => {
      const cost = Math.min(above + 1, left + 1, corner + (word === to[at] ? 0 : 1))
      corner = above
      left = cost
      return cost
    })
  }
  return row.at(-1) ?? from.length
}
