import { expect, test } from 'vitest'
import { fromPcm16, toPcm16 } from '../../src/audio/pcm.js'
import { areSame } from '../support/speech/sound.js'

test('every 16-bit value comes back as it was', () => {
  const bytes = new Uint8Array(2 * 65_536)
  new Int16Array(bytes.buffer).forEach((_, at, all) => {
    all[at] = at - 32_768
  })
  expect(areSame(toPcm16(fromPcm16(bytes)), bytes)).toBe(true)
})

test('samples are little-endian, and full scale is 1', () => {
  expect([...fromPcm16(Uint8Array.of(0, 0x80, 0, 0x40, 0xff, 0xff))]).toEqual([-1, 0.5, -1 / 32_768])
})

test('an odd last byte is dropped', () => {
  expect(fromPcm16(Uint8Array.of(0, 1, 2))).toHaveLength(1)
  expect(fromPcm16(Uint8Array.of(7))).toHaveLength(0)
})

test('what is too loud is cut off instead of wrapping around, and what is no number is silence', () => {
  const pcm = toPcm16(Float32Array.of(1, 2, -2, Number.NaN, Number.POSITIVE_INFINITY))
  expect([...new Int16Array(pcm.buffer)]).toEqual([32_767, 32_767, -32_768, 0, 32_767])
})
