import { expect, test } from 'vitest'
import { fromPcm16, toPcm16 } from '../../src/audio/pcm.js'
import { readWav, WavError, writeWav } from '../../src/audio/wav.js'

const pcm = toPcm16(Float32Array.of(0, 0.5, -0.5, 0.25))
const sound = fromPcm16(pcm)
const wav = () => writeWav(24_000, pcm)

/** A copy with other bytes from `at` on. */
const patched = (at: number, ...bytes: number[]) => {
  const copy = wav()
  copy.set(bytes, at)
  return copy
}

/** A file of chunks, with correct lengths. */
function fileOf(
  format: readonly [code: number, channels: number, bits: number],
  data: ArrayBufferView,
): Uint8Array {
  const [code, channels, bits] = format
  const bytes = new Uint8Array(44 + data.byteLength)
  bytes.set(wav().subarray(0, 44))
  const view = new DataView(bytes.buffer)
  view.setUint16(20, code, true)
  view.setUint16(22, channels, true)
  view.setUint16(34, bits, true)
  view.setUint32(40, data.byteLength, true)
  bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), 44)
  return bytes
}

test('what is written is read', () => {
  expect(readWav(wav())).toEqual({ sampleRate: 24_000, samples: sound })
})

test.each([
  ['8 bits', fileOf([1, 1, 8], Uint8Array.of(128, 192, 64, 160))],
  ['24 bits', fileOf([1, 1, 24], Uint8Array.of(0, 0, 0, 0, 0, 0x40, 0, 0, 0xc0, 0, 0, 0x20))],
  ['32 bits', fileOf([1, 1, 32], Int32Array.of(0, 2 ** 30, -(2 ** 30), 2 ** 29))],
  ['floating point', fileOf([3, 1, 32], Float32Array.of(0, 0.5, -0.5, 0.25))],
  ['floating point of 64 bits', fileOf([3, 1, 64], Float64Array.of(0, 0.5, -0.5, 0.25))],
  ['two channels', fileOf([1, 2, 16], Int16Array.of(100, -100, 32_767, 1, -32_768, 0, 16_384, 0))],
])('reads %s', (_, file) => {
  expect([...readWav(file).samples]).toEqual([0, 0.5, -0.5, 0.25])
})

test.each([
  ['a length of data of 0, as pipes leave it', patched(40, 0, 0, 0, 0)],
  ['a length of data beyond the file', patched(40, 255, 255, 255, 255)],
  ['a wrong length of the file', patched(4, 1, 0, 0, 0)],
])('does not believe %s', (_, file) => {
  expect(readWav(file).samples).toEqual(sound)
})

test('passes over chunks that it does not know, padded to even lengths', () => {
  const list = Uint8Array.of(76, 73, 83, 84, 3, 0, 0, 0, 1, 2, 3, 0)
  const file = Uint8Array.of(...wav().subarray(0, 36), ...list, ...wav().subarray(36))
  expect(readWav(file).samples).toEqual(sound)
})

test.each([
  ['nothing', new Uint8Array(0)],
  ['a picture', new TextEncoder().encode('\x89PNG and so on, long enough')],
  ['a RIFF that holds a film', patched(8, 65, 86, 73, 32)],
  ['a header without data', wav().subarray(0, 36)],
  ['a description that is cut off', patched(16, 8, 0, 0, 0)],
  ['no channels', patched(22, 0, 0)],
  ['a rate of 0', patched(24, 0, 0, 0, 0)],
  ['a rate of 4 GHz', patched(24, 255, 255, 255, 255)],
  ['another coding', patched(20, 85, 0)],
  ['an extensible format that says nothing more', patched(20, 0xfe, 0xff)],
])('refuses %s with a reason', (_, file) => {
  expect(() => readWav(file)).toThrow(WavError)
})

test('any damage to the header is refused or read, never a crash', () => {
  for (let at = 0; at < 44; at += 1) {
    for (const value of [0, 1, 127, 255]) {
      try {
        readWav(patched(at, value))
      } catch (error) {
        expect(error).toBeInstanceOf(WavError)
      }
    }
  }
  for (let length = 0; length < wav().length; length += 1) {
    try {
      readWav(wav().subarray(0, length))
    } catch (error) {
      expect(error).toBeInstanceOf(WavError)
    }
  }
})
