import { expect, test } from 'vitest'
import { isBackchannel, startsWithStopWord } from '../../../src/domain/voice/interjections.js'

test.each(['okay', 'Yeah.', 'right, right', 'Mm…', 'I see'])('%s only shows that one listens', (text) => {
  expect(isBackchannel(text)).toBe(true)
})

test.each(['', 'okay but listen', 'right here', 'stop', 'yesterday'])('%j is more, or nothing', (text) => {
  expect(isBackchannel(text)).toBe(false)
})

test.each(['Stop!', 'wait a moment', 'no', 'Actually, tell me'])('%s interrupts at once', (text) => {
  expect(startsWithStopWord(text)).toBe(true)
})

test.each(['', 'nobody knows', 'I say stop', 'waiting'])('%j does not by itself', (text) => {
  expect(startsWithStopWord(text)).toBe(false)
})
