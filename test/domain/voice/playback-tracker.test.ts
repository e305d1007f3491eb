import { expect, test } from 'vitest'
import { createPlaybackTracker } from '../../../src/domain/voice/playback-tracker.js'

const TEXT = 'One two, three four.'
const WORDS = [3, 8, 14, 20]

/** Four words of 200 ms each, sent at once at time 0, heard 80 ms after they are played. */
function given() {
  const ledger = createPlaybackTracker({ delayMs: 80 })
  for (const [at, end] of WORDS.entries()) ledger.sent(0.2, (at + 1) * 200, [{ at: 0.2, textEnd: () => end }])
  return ledger
}

test.each([
  [0, ''],
  [279, ''],
  [280, 'One'],
  [479, 'One'],
  [480, 'One two,'],
  [680, 'One two, three'],
  [879, 'One two, three'],
  [880, 'One two, three four.'],
])('after %i ms %j was heard', (now, heard) => {
  expect(given().heard(TEXT, now)).toBe(heard)
})

test('all was heard when the client says so, whatever the time', () => {
  const ledger = given()
  ledger.close()
  ledger.complete()
  expect(ledger.heard(`${TEXT} 👋`, 0)).toBe(`${TEXT} 👋`)
})

test('what has no sound was heard with the last of what has', () => {
  const ledger = given()
  ledger.close()
  expect(ledger.heard(`👋 ${TEXT} 👋`, 880)).toBe(`👋 ${TEXT} 👋`)
})

test('what was played before a gap stays heard, and what follows counts from its own start', () => {
  const ledger = createPlaybackTracker({ delayMs: 80 })
  ledger.sent(0.2, 200, [{ at: 0.2, textEnd: () => 3 }])
  expect(ledger.heard(TEXT, 900)).toBe('One')
  ledger.sent(0.2, 1200, [{ at: 0.2, textEnd: () => 8 }])
  expect(ledger.heard(TEXT, 1200)).toBe('One')
  expect(ledger.heard(TEXT, 1280)).toBe('One two,')
})

test('a guess in the middle of a word counts to the word before', () => {
  const ledger = createPlaybackTracker({ delayMs: 80 })
  ledger.sent(0.2, 200, [{ at: 0.2, textEnd: () => 6 }])
  expect(ledger.heard(TEXT, 280)).toBe('One')
})
