import { expect, test } from 'vitest'
import {
  isBackchannel,
  isIncompleteUtterance,
  startsWithStopWord,
} from '../../../src/domain/voice/utterance-text.js'

test.each(['okay', 'Yeah.', 'right, right', 'Mm…', 'I see'])('%s is a backchannel', (text) => {
  expect(isBackchannel(text)).toBe(true)
})

test.each(['', 'okay but listen', 'right here', 'stop', 'yesterday'])('%j is no backchannel', (text) => {
  expect(isBackchannel(text)).toBe(false)
})

test.each(['Stop!', 'wait a moment', 'no', 'Actually, tell me'])('%s interrupts at once', (text) => {
  expect(startsWithStopWord(text)).toBe(true)
})

test.each(['', 'nobody knows', 'I say stop', 'waiting'])('%j does not by itself', (text) => {
  expect(startsWithStopWord(text)).toBe(false)
})

test.each([
  'I would like tea and',
  'well um',
  'my number is 5 5 5',
  'if you come,',
  'the old man with the long white beard',
  'that little house on the hill',
  'my brother and the other boy',
])('%j is likely to go on', (text) => {
  expect(isIncompleteUtterance(text)).toBe(true)
})

test.each([
  'yes',
  'no',
  'hello',
  'hello there',
  'Mira',
  'Mira of the lighthouse',
  'two apples and a pear',
  'in the morning',
  'not today thank you',
  'the red one',
  'the red one please',
  'the harbour at night?',
  'the old man with the beard.',
  'the ship over there burned',
  'the dog barks at night',
  'that man over there is mine',
  "the one who's over there",
  'tell me about the old man',
  'good morning to all of you',
  '',
])('%j is answered without waiting', (text) => {
  expect(isIncompleteUtterance(text)).toBe(false)
})
