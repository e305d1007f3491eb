import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { toPcm16 } from '../../src/audio/pcm.js'
import { concatSamples } from '../../src/audio/resample.js'
import { readWav, wavHeader, writeWav } from '../../src/audio/wav.js'
import { createAudioStreamReader } from '../../src/audio/wav-stream.js'
import { areSame, toneOf } from '../support/speech/sound.js'

const pcm16 = toPcm16(toneOf(440, { seconds: 0.05 }))

function readIn(bytes: Uint8Array, cuts: readonly number[]) {
  const reader = createAudioStreamReader(16_000)
  const edges = [0, ...[...cuts].sort((a, b) => a - b), bytes.length]
  const pieces = edges.slice(1).map((to, at) => reader.push(bytes.subarray(edges[at] ?? 0, to)))
  return { samples: concatSamples(pieces), sampleRate: reader.sampleRate() }
}

property.prop([fc.array(fc.nat(pcm16.length), { maxLength: 6 })])(
  'a WAV file is the same sound however it comes',
  (cuts) => {
    const wav = writeWav(22_050, pcm16)
    const whole = readWav(wav)
    const { samples, sampleRate } = readIn(wav, cuts)
    expect(sampleRate).toBe(22_050)
    expect(areSame(samples, whole.samples)).toBe(true)
  },
)

test('a file whose length is not known yet is read as it comes', () => {
  const { samples } = readIn(Buffer.concat([wavHeader(16_000), pcm16]), [50, 51])
  expect(areSame(samples, readWav(writeWav(16_000, pcm16)).samples)).toBe(true)
})

test('sound without a header is 16-bit mono, whole samples only', () => {
  const { samples, sampleRate } = readIn(pcm16.subarray(0, 101), [1, 2, 3, 50])
  expect(sampleRate).toBe(16_000)
  expect(samples).toHaveLength(50)
  expect(areSame(samples, readWav(writeWav(16_000, pcm16)).samples.slice(0, 50))).toBe(true)
})

test('what begins like a WAV file and is none is refused', () => {
  expect(() => readIn(new TextEncoder().encode(`RIFF    AIFF${' '.repeat(100)}`), [])).toThrow(
    'is not a WAV file',
  )
  const endless = Buffer.concat([wavHeader(16_000).subarray(0, 12), Buffer.alloc(70_000, 'LIST')])
  expect(() => readIn(endless, [])).toThrow('has no sound')
})
