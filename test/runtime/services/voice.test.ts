import { expect, test } from 'vitest'
import type { SpeechSynthesis } from '../../../src/domain/voice/ports.js'
import { scheduleVoiceWarmUp, scheduleWarmUp } from '../../../src/runtime/services/voice.js'
import { createVirtualTimers } from '../../support/virtual-time.js'

function givenVoice() {
  const time = createVirtualTimers()
  const spoken: string[] = []
  let pieces = 0
  const synthesis: SpeechSynthesis = {
    async *speak({ text, sampleRate }, signal) {
      spoken.push(`${sampleRate}: ${text}`)
      for (let at = 0; at < 3 && !signal.aborted; at += 1) {
        pieces += 1
        yield { samples: new Float32Array(10), words: [], phonemes: [] }
      }
    },
  }
  return { time, spoken, pieces: () => pieces, stop: scheduleVoiceWarmUp({ synthesis, timers: time }) }
}

test('once the server runs, the voice speaks to nobody, a piece at a time', async () => {
  const { time, spoken, pieces } = givenVoice()
  await time.advance(200)
  expect(pieces()).toBe(0)
  await time.advance(52)
  expect(pieces()).toBe(1)
  await time.advance(1000)
  expect(pieces()).toBe(6)
  expect(spoken.map((line) => line.slice(0, 5))).toEqual(['24000', '16000'])
})

test.each([100, 252])('a server that is stopped after %i ms goes no further', async (ms) => {
  const { time, pieces, stop } = givenVoice()
  await time.advance(ms)
  const before = pieces()
  stop()
  await time.advance(5000)
  expect(pieces()).toBe(before)
})

function givenTask() {
  const time = createVirtualTimers()
  let pieces = 0
  const stop = scheduleWarmUp(time, 100, async (pause, signal) => {
    while (!signal.aborted && pieces < 10) {
      pieces += 1
      await pause()
    }
  })
  return { time, stop, pieces: () => pieces }
}

test('it begins after its delay, and lets others in between two pieces', async () => {
  const { time, pieces } = givenTask()
  await time.advance(99)
  expect(pieces()).toBe(0)
  await time.advance(3)
  expect(pieces()).toBe(1)
  await time.advance(1000)
  expect(pieces()).toBe(10)
})

test.each([50, 102])('told to stop after %i ms it goes no further', async (ms) => {
  const { time, stop, pieces } = givenTask()
  await time.advance(ms)
  const before = pieces()
  stop()
  await time.advance(1000)
  expect(pieces()).toBe(before)
})
