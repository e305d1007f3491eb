import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import {
  decodePacket,
  encodePacket,
  isNextPacket,
  joinPackets,
  splitIntoPackets,
} from '../../src/audio/packets.js'
import { resample } from '../../src/audio/resample.js'
import { createToneDecoder, DECODER_RATE } from '../../src/audio/tone-decoder.js'
import { packetSeconds } from '../../src/audio/tone-encoder.js'
import { HIGH_BAND, LOW_BAND, type SymbolRate, type ToneBand } from '../../src/audio/tone-modulation.js'
import { arbitraryCodePoint } from '../support/arbitrary-code-point.js'
import { areSame, chunksOf, silence, tonesOf, whiteNoise, withNoise } from '../support/speech/sound.js'

const SENTENCES = [
  'Hello there, my friend.',
  'I will meet you at seven in the old library.',
  'No! Wait... what?',
  'Zwölf Boxkämpfer jagen Viktor',
  '日本語 のテスト 👩‍👩‍👧',
]

type Heard = { readonly text: string; readonly isWhole: boolean }

function hear(samples: Float32Array, band: ToneBand, chunk = 1600): Heard {
  const decoder = createToneDecoder(band)
  const packets = chunksOf(samples, chunk).flatMap((piece) => decoder.push(piece).map(({ packet }) => packet))
  const isWhole = packets.every((packet, at) => at === 0 || isNextPacket(packets[at - 1] ?? packet, packet))
  return { text: joinPackets(packets), isWhole }
}

property.prop([fc.string({ unit: arbitraryCodePoint, maxLength: 120 })], { numRuns: 300 })(
  'any text comes back from packets exactly',
  (text) => {
    const packets = splitIntoPackets(text).map((packet) => decodePacket(encodePacket(packet)))
    expect(joinPackets(packets.filter((packet) => packet !== undefined))).toBe(text)
  },
)

test.each([
  '',
  ' ',
  '  a',
  'a  b',
  'a\nb ',
  ' a b ',
  '\u{feff}a',
  'x'.repeat(200),
  `${'é'.repeat(40)} ok`,
  '\0',
])('white space, long words and marks come back: %j', (text) => {
  expect(joinPackets(splitIntoPackets(text))).toBe(text)
})

test.each([
  ['hello my friend', 'tell me more', 'hello my friend tell me more'],
  ['The door is shut.', 'Is anybody in?', 'The door is shut. Is anybody in?'],
  ['One two three four', 'five', 'One two three four five'],
  ['One two three.', ' Four.', 'One two three. Four.'],
  ['One two three.\n', 'Four.', 'One two three.\nFour.'],
  ['こんにちは。', 'さようなら。', 'こんにちは。さようなら。'],
  ['你好！', '再见', '你好！再见'],
])('texts said one after another, %j and %j, are as one: %j', (first, second, whole) => {
  expect(joinPackets([...splitIntoPackets(first), ...splitIntoPackets(second)])).toBe(whole)
})

property.prop([fc.array(fc.stringMatching(/^[a-z]{1,30}( [a-z]{1,30}){0,6}$/), { maxLength: 4 })])(
  'texts in words said one after another keep a space between them',
  (texts) => {
    expect(joinPackets(texts.flatMap(splitIntoPackets))).toBe(texts.join(' '))
  },
)

test('half a character, which is no text, becomes the replacement character', () => {
  expect(joinPackets(splitIntoPackets('a\ud800 b'))).toBe('a\ufffd b')
})

test('a packet with any one bit or byte wrong is none', () => {
  const bytes = encodePacket({ number: 1, isJoined: false, text: 'friend' })
  for (let at = 0; at < bytes.length; at += 1) {
    for (let flip = 1; flip < 256; flip += 1) {
      expect(decodePacket(bytes.map((byte, index) => (index === at ? byte ^ flip : byte)))).toBeUndefined()
    }
  }
})

describe.each([
  ['600 to 2850 Hz', LOW_BAND, [8000, 11_025, 16_000, 24_000, 44_100, 48_000]],
  ['4.25 to 6.5 kHz', HIGH_BAND, [16_000, 22_050, 24_000, 44_100, 48_000]],
] as const)('tones at %s', (_, band, rates) => {
  test.each(rates)('are exact from %i Hz, at random offsets, in chunks of 100 ms', (sampleRate) => {
    for (const [at, text] of SENTENCES.entries()) {
      const sound = resample(tonesOf(text, { band, symbolRate: 'natural', sampleRate }), {
        from: sampleRate,
        to: DECODER_RATE,
      })
      const moved = Float32Array.of(...silence(137 * at + 11), ...sound)
      expect(hear(moved, band)).toEqual({ text, isWhole: true })
    }
  })

  test.each(['natural', 'fast'] as const)(
    'are exact over noise at 5 dB at the %s symbolRate',
    (symbolRate: SymbolRate) => {
      for (const [at, text] of SENTENCES.entries()) {
        const sound = tonesOf(text, { band, symbolRate, sampleRate: DECODER_RATE })
        expect(hear(withNoise(sound, 5, whiteNoise(sound.length, at + 1)), band)).toEqual({
          text,
          isWhole: true,
        })
      }
    },
  )

  test.each([0, -5, -10])('in noise at %i dB words may be lost but none is invented', (snr) => {
    for (const [at, text] of SENTENCES.entries()) {
      const sound = tonesOf(text, { band, symbolRate: 'natural', sampleRate: DECODER_RATE })
      const heard = hear(withNoise(sound, snr, whiteNoise(sound.length, at + 1)), band)
      const said = text.split(' ')
      for (const word of heard.text.split(' ')) expect([...said, '']).toContain(word)
    }
  })
})

test('the cuts between chunks make no difference', () => {
  const sound = tonesOf('The cuts make no difference.', {
    band: LOW_BAND,
    symbolRate: 'natural',
    sampleRate: DECODER_RATE,
  })
  for (const chunk of [1, 39, 40, 1600, sound.length]) {
    expect(hear(sound, LOW_BAND, chunk).text).toBe('The cuts make no difference.')
  }
})

test('noise alone, silence and full scale say nothing', () => {
  for (const band of [LOW_BAND, HIGH_BAND]) {
    expect(hear(whiteNoise(5 * DECODER_RATE), band).text).toBe('')
    expect(hear(silence(DECODER_RATE), band).text).toBe('')
    expect(hear(silence(DECODER_RATE).fill(1), band).text).toBe('')
  }
})

test('a word that is torn in the middle is lost, the ones around it are not, and the loss shows', () => {
  const sound = tonesOf('one two three four', {
    band: LOW_BAND,
    symbolRate: 'natural',
    sampleRate: DECODER_RATE,
  })
  const first = packetSeconds({ number: 0, isJoined: true, text: 'one' }, 'natural') * DECODER_RATE
  const torn = sound.map((sample, at) => (at > first + 1600 && at < first + 3200 ? 0 : sample))
  expect(hear(torn, LOW_BAND)).toEqual({ text: 'one three four', isWhole: false })
})

test('two speakers one after the other are both heard, each from its own start', () => {
  const sound = (text: string, symbolRate: SymbolRate) =>
    tonesOf(text, { band: LOW_BAND, symbolRate, sampleRate: DECODER_RATE })
  const both = Float32Array.of(...sound('first one', 'natural'), ...sound('second one', 'fast'))
  expect(hear(both, LOW_BAND).text).toBe('first one second one')
})

test('the same text is the same sound, at about 2.85 words a second', () => {
  const text = 'The old man went down to the sea and sat there for a while to see the ships come in.'
  const sound = tonesOf(text, { band: LOW_BAND, symbolRate: 'natural', sampleRate: 24_000 })
  expect(areSame(tonesOf(text, { band: LOW_BAND, symbolRate: 'natural', sampleRate: 24_000 }), sound)).toBe(
    true,
  )
  const wordsPerSecond = text.split(' ').length / (sound.length / 24_000)
  expect(wordsPerSecond).toBeGreaterThan(2.5)
  expect(wordsPerSecond).toBeLessThan(3.2)
})
