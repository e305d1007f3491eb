import { expect, test } from 'vitest'
import { createPacer } from '../../../src/domain/voice/pacer.js'
import { createPlaybackBuffer } from '../../../src/domain/voice/playback.js'
import { createVirtualTimers } from '../../support/virtual-time.js'

/** One sample a millisecond. */
function given({ leadMs = 600 } = {}) {
  const time = createVirtualTimers()
  const playback = createPlaybackBuffer(time.elapsed)
  const sent: { at: number; ms: number; isFinal: boolean; isSilence: boolean }[] = []
  let isDone = false
  const pacer = createPacer(time, {
    sampleRate: 1000,
    leadMs,
    playback,
    send: (samples, { audio, isFinal }) => {
      playback.add(samples.length)
      sent.push({ at: time.elapsed(), ms: samples.length, isFinal, isSilence: audio === undefined })
    },
    onSent: () => {
      isDone = true
    },
  })
  return {
    time,
    playback,
    sent,
    pacer,
    audio: (ms: number) => ({ samples: new Float32Array(ms) }),
    isDone: () => isDone,
  }
}

test('audio goes out at once, and then no further ahead of its playback than the lead', async () => {
  const { time, sent, pacer, audio, playback } = given()
  for (let chunk = 0; chunk < 10; chunk += 1) pacer.push(audio(200))
  pacer.end()
  expect(sent.map(({ at }) => at)).toEqual([0, 0, 0])
  expect(playback.bufferedMs()).toBe(600)
  await time.advance(10_000)
  expect(sent.map(({ at }) => at)).toEqual([0, 0, 0, 200, 400, 600, 800, 1000, 1200, 1400])
})

test('exactly the last chunk is final', async () => {
  const { time, sent, pacer, audio, isDone } = given()
  for (const ms of [200, 150, 90]) pacer.push(audio(ms))
  pacer.end()
  pacer.push(audio(50))
  await time.advance(1000)
  expect(sent.map(({ isFinal }) => isFinal)).toEqual([false, false, true])
  expect(isDone()).toBe(true)
})

test('audio that may be the last waits until that is known, but no longer than the longest gap', async () => {
  const { time, sent, pacer, audio } = given()
  pacer.push(audio(100))
  pacer.push(audio(100))
  expect(sent).toHaveLength(1)
  await time.advance(199)
  expect(sent).toHaveLength(1)
  await time.advance(1)
  expect(sent).toHaveLength(2)
})

test('a gap is filled with silence, and a last chunk that was not marked as final is followed by a short final silence', async () => {
  const { time, sent, pacer, audio } = given()
  pacer.push(audio(100))
  await time.advance(900)
  pacer.end()
  await time.advance(100)
  const gaps = sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0))
  expect(Math.max(...gaps)).toBeLessThanOrEqual(300)
  expect(sent.map(({ isSilence }) => isSilence)).toEqual([false, true, true, true, true, true])
  expect(sent.filter(({ isFinal }) => isFinal)).toEqual([sent.at(-1)])
  expect(sent.at(-1)?.ms).toBeGreaterThan(0)
})

test('a reply without audio is one silent final chunk', () => {
  const { sent, pacer } = given()
  pacer.end()
  expect(sent).toMatchObject([{ isFinal: true, isSilence: true }])
})

test('nothing goes out in a pause, and all of the rest after it', async () => {
  const { time, sent, pacer, audio } = given()
  for (let chunk = 0; chunk < 6; chunk += 1) pacer.push(audio(200))
  pacer.end()
  await time.advance(100)
  pacer.pause()
  await time.advance(5000)
  expect(sent).toHaveLength(3)
  pacer.resume()
  await time.advance(2000)
  expect(sent.map(({ at }) => at)).toEqual([0, 0, 0, 5100, 5100, 5100])
})

test('nothing goes out after a stop', async () => {
  const { time, sent, pacer, audio } = given()
  for (let chunk = 0; chunk < 6; chunk += 1) pacer.push(audio(200))
  pacer.stop()
  pacer.push(audio(200))
  pacer.end()
  await time.advance(2000)
  expect(sent).toHaveLength(3)
  expect(time.waiting()).toEqual([])
})

test('there is room for a second of audio, and always after a stop', async () => {
  const { time, pacer, audio } = given({ leadMs: 0 })
  for (let chunk = 0; chunk < 7; chunk += 1) pacer.push(audio(200))
  let hasRoom = false
  void pacer.room().then(() => {
    hasRoom = true
  })
  await time.advance(100)
  expect(hasRoom).toBe(false)
  await time.advance(300)
  expect(hasRoom).toBe(true)
  for (let chunk = 0; chunk < 7; chunk += 1) pacer.push(audio(200))
  const released = pacer.room()
  pacer.stop()
  await released
})

test('the audio of the next reply follows that of the one before without a gap', async () => {
  const { time, sent, pacer, audio, playback } = given()
  playback.add(600)
  for (let chunk = 0; chunk < 3; chunk += 1) pacer.push(audio(200))
  pacer.end()
  expect(sent).toEqual([])
  await time.advance(1000)
  expect(sent.map(({ at }) => at)).toEqual([200, 400, 600])
})
