import { expect, test } from 'vitest'
import { isEchoOf } from '../../../src/domain/voice/echo-words.js'

const SAID = 'The harbour is closed until nine, and the lamp is lit. Ask again tomorrow, friend.'
const heard = 'The harbour is closed until nine,'

test.each([
  ['harbour is closed', true],
  ['until nine and the', true],
  ['is clos', true],
  ['closed harbour', false],
  ['tomorrow friend', false],
  ['is it closed', false],
  ['', false],
])('%j is an echo: %s', (text, expected) => {
  expect(isEchoOf(text, { said: SAID, heard })).toBe(expected)
})
