import { expect, test } from 'vitest'
import { createPacer } from '../../../src/domain/voice/pacer.js'
import { createPlaybackLine } from '../../../src/domain/voice/playback-line.js'
import { createVirtualTimers } from '../../support/virtual-time.js'

/** One sample a millisecond. */
function given({ leadMs = 600 } = {}) {
  const time = createVirtualTimers()
  const line = createPlaybackLine(time.elapsed)
  const sent: { at: number; ms: number; isFinal: boolean; isSilence: boolean }[] = []
  let isDone = false
  const pacer = createPacer(time, {
    sampleRate: 1000,
    leadMs,
    line,
    send: (samples, { sound, isFinal }) => {
      line.add(samples.length)
      sent.push({ at: time.elapsed(), ms: samples.length, isFinal, isSilence: sound === undefined })
    },
    onSent: () => {
      isDone = true
    },
  })
  return {
    time,
    line,
    sent,
    pacer,
    sound: (ms: number) => ({ samples: new Float32Array(ms) }),
    isDone: () => isDone,
  }
}

test('sound goes out at once, and then no further ahead of its playback than the lead', async () => {
  const { time, sent, pacer, sound, line } = given()
  for (let chunk = 0; chunk < 10; chunk += 1) pacer.push(sound(200))
  pacer.end()
  expect(sent.map(({ at }) => at)).toEqual([0, 0, 0])
  expect(line.queuedMs()).toBe(600)
  await time.advance(10_000)
  expect(sent.map(({ at }) => at)).toEqual([0, 0, 0, 200, 400, 600, 800, 1000, 1200, 1400])
})

test('exactly the last sound is final', async () => {
  const { time, sent, pacer, sound, isDone } = given()
  for (const ms of [200, 150, 90]) pacer.push(sound(ms))
  pacer.end()
  pacer.push(sound(50))
  await time.advance(1000)
  expect(sent.map(({ isFinal }) => isFinal)).toEqual([false, false, true])
  expect(isDone()).toBe(true)
})

test('a sound that may be the last waits to know, but no longer than a gap may be', async () => {
  const { time, sent, pacer, sound } = given()
  pacer.push(sound(100))
  pacer.push(sound(100))
  expect(sent).toHaveLength(1)
  await time.advance(199)
  expect(sent).toHaveLength(1)
  await time.advance(1)
  expect(sent).toHaveLength(2)
})

test('a gap is filled with silence, and what went out without being final is followed by a short final silence', async () => {
  const { time, sent, pacer, sound } = given()
  pacer.push(sound(100))
  await time.advance(900)
  pacer.end()
  await time.advance(100)
  const gaps = sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0))
  expect(Math.max(...gaps)).toBeLessThanOrEqual(300)
  expect(sent.map(({ isSilence }) => isSilence)).toEqual([false, true, true, true, true, true])
  expect(sent.filter(({ isFinal }) => isFinal)).toEqual([sent.at(-1)])
  expect(sent.at(-1)?.ms).toBeGreaterThan(0)
})

test('a reply of which nothing can be heard is one silent final', () => {
  const { sent, pacer } = given()
  pacer.end()
  expect(sent).toMatchObject([{ isFinal: true, isSilence: true }])
})

test('nothing goes out in a pause, and all of the rest after it', async () => {
  const { time, sent, pacer, sound, line } = given()
  for (let chunk = 0; chunk < 6; chunk += 1) pacer.push(sound(200))
  pacer.end()
  await time.advance(100)
  pacer.pause()
  line.pause()
  await time.advance(5000)
  expect(sent).toHaveLength(3)
  line.resume()
  pacer.resume()
  await time.advance(2000)
  expect(sent.map(({ at }) => at)).toEqual([0, 0, 0, 5100, 5100, 5100])
})

test('nothing goes out after a stop', async () => {
  const { time, sent, pacer, sound } = given()
  for (let chunk = 0; chunk < 6; chunk += 1) pacer.push(sound(200))
  pacer.stop()
  pacer.push(sound(200))
  pacer.end()
  await time.advance(2000)
  expect(sent).toHaveLength(3)
  expect(time.waiting()).toEqual([])
})

test('who makes sound waits while a second of it waits, and no more after a stop', async () => {
  const { time, pacer, sound } = given({ leadMs: 0 })
  for (let chunk = 0; chunk < 7; chunk += 1) pacer.push(sound(200))
  let hasRoom = false
  void pacer.room().then(() => {
    hasRoom = true
  })
  await time.advance(100)
  expect(hasRoom).toBe(false)
  await time.advance(300)
  expect(hasRoom).toBe(true)
  for (let chunk = 0; chunk < 7; chunk += 1) pacer.push(sound(200))
  const released = pacer.room()
  pacer.stop()
  await released
})

test('the sound of the next reply follows that of the one before without a gap', async () => {
  const { time, sent, pacer, sound, line } = given()
  line.add(600)
  for (let chunk = 0; chunk < 3; chunk += 1) pacer.push(sound(200))
  pacer.end()
  expect(sent).toEqual([])
  await time.advance(1000)
  expect(sent.map(({ at }) => at)).toEqual([200, 400, 600])
})
