import { join } from 'node:path'
import sharp from 'sharp'
import { createFliteVoice } from '../../../src/adapters/speech/flite/flite-voice.js'
import { createStubVoice } from '../../../src/adapters/speech/stub-voice.js'
import type { SpeechSynthesis } from '../../../src/domain/voice/ports.js'
import { findBuiltFile, findPackage } from '../../../src/runtime/process/package-root.js'
import { aVoice, samplesOf, say } from './voice-battery.js'

// npm run spectrograms: draws docs/voice-*.png, what each voice makes of one sentence.

const SENTENCE = 'The birch canoe slid on the smooth planks.'
const RATE = 16_000
/** Samples; the bins of half of them are the rows of the picture, from 0 to 8 kHz. */
const WINDOW = 256
const HOP = 128
/** Of full scale: from white to black. */
const QUIETEST_DB = -100
const LOUDEST_DB = -25
const LEVELS = 16

const flite = createFliteVoice({ findWorker: () => findBuiltFile('adapters/speech/flite/flite.worker.js') })
const pictures: readonly (readonly [name: string, voice: SpeechSynthesis, tts_voice: string | null])[] = [
  ['male', flite, 'male'],
  ['female', flite, 'female'],
  ['data-layer', createStubVoice(), null],
]
try {
  for (const [name, voice, tts_voice] of pictures) {
    const request = { text: SENTENCE, sampleRate: RATE, voice: { ...aVoice, tts_voice } }
    const file = join((await findPackage()).root.pathname, 'docs', `voice-${name}.png`)
    await drawSpectrogram(samplesOf(await say(voice, request)), file)
    console.log(file)
  }
} finally {
  await flite.close()
}

/** Time to the right, frequency upwards, in shades of grey. */
async function drawSpectrogram(samples: Float32Array, file: string): Promise<void> {
  const width = Math.floor((samples.length - WINDOW) / HOP)
  const height = WINDOW / 2
  const pixels = new Uint8Array(width * height)
  for (let column = 0; column < width; column += 1) {
    const levels = levelsOf(samples.subarray(column * HOP, column * HOP + WINDOW))
    for (const [bin, db] of levels.entries()) {
      const share = Math.min(1, Math.max(0, (db - QUIETEST_DB) / (LOUDEST_DB - QUIETEST_DB)))
      pixels[(height - 1 - bin) * width + column] =
        255 * (1 - Math.round(share * (LEVELS - 1)) / (LEVELS - 1))
    }
  }
  const image = sharp(pixels, { raw: { width, height, channels: 1 } })
  await image.png({ palette: true, colours: LEVELS, compressionLevel: 9, effort: 10 }).toFile(file)
}

/** Of each bin below half the rate, in dB of full scale, with a Hann window. */
function levelsOf(samples: Float32Array): number[] {
  return Array.from({ length: WINDOW / 2 }, (_, bin) => {
    let [real, imaginary] = [0, 0]
    for (const [at, sample] of samples.entries()) {
      const weighted = sample * (0.5 - 0.5 * Math.cos((2 * Math.PI * at) / WINDOW))
      const angle = (2 * Math.PI * bin * at) / WINDOW
      real += weighted * Math.cos(angle)
      imaginary += weighted * Math.sin(angle)
    }
    return 20 * Math.log10((4 * Math.hypot(real, imaginary)) / WINDOW + 1e-9)
  })
}
