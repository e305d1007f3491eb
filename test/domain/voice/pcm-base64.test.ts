import { expect, test } from 'vitest'
import { fromBase64, toBase64 } from '../../../src/audio/base64.js'
import { fromPcm16, toPcm16 } from '../../../src/audio/pcm.js'
import { createPcmDecoder, createPcmEncoder } from '../../../src/domain/voice/pcm-base64.js'

const samples = (length: number) => Float32Array.from({ length }, (_, at) => Math.sin(at * at))

test('sounds of any length are encoded as base64, longer and shorter ones by turns', () => {
  const encode = createPcmEncoder()
  for (const length of [5, 1600, 0, 1, 2, 3, 1601]) {
    expect(encode(samples(length))).toBe(toBase64(toPcm16(samples(length))))
  }
})

test('what was encoded is decoded, longer and shorter sounds by turns', () => {
  const [encode, decode] = [createPcmEncoder(), createPcmDecoder()]
  for (const length of [5, 1600, 0, 1, 2, 3, 1601]) {
    expect(decode(encode(samples(length)))).toEqual(fromPcm16(toPcm16(samples(length))))
  }
})

test('every text is read or refused as the codec of browsers reads or refuses it', () => {
  const decode = createPcmDecoder()
  const letters = ['A', 'z', '+', '/', '-', '_', '9', '=', '=', ' ', '\n', '!', '.', 'ÿ', 'Ł', '中', '\ud83d']
  let state = 1
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  for (let round = 0; round < 20_000; round += 1) {
    const kinds = round % 2 === 0 ? 7 : letters.length
    const body = Array.from({ length: next(14) }, () => letters[next(kinds)]).join('')
    const text = `${body}${['', '=', '==', '===', '= ='][next(5)]}`
    const bytes = fromBase64(text)
    expect({ text, samples: decode(text) }).toEqual({ text, samples: bytes && fromPcm16(bytes) })
  }
})
