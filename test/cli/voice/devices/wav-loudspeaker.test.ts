import { expect, test } from 'vitest'
import { toPcm16 } from '../../../../src/audio/pcm.js'
import { readWav } from '../../../../src/audio/wav.js'
import { createWavLoudspeaker } from '../../../../src/cli/voice/devices/wav-loudspeaker.js'

const sound = (messageId: string, seconds: number, value: number) => ({
  messageId,
  pcm16: toPcm16(new Float32Array(16_000 * seconds).fill(value)),
  sampleRate: 16_000,
  isLast: false,
})

test('replies stand one after the other, of one that was cut what was heard by then', () => {
  let now = 1000
  const file = createWavLoudspeaker(16_000, () => now)
  file.play(sound('a', 1, 0.25))
  file.play(sound('a', 1, 0.25))
  now = 1500
  file.cut('a')
  file.cut('nothing')
  file.play(sound('b', 0.25, 0.5))
  now = 9000
  file.cut('b')
  const { samples } = readWav(file.wav())
  expect(samples).toHaveLength(16_000 * 0.75)
  expect(samples.filter((value) => value === 0.25)).toHaveLength(8000)
  expect(samples.at(-1)).toBe(0.5)
})
