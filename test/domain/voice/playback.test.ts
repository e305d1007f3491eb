import { expect, test } from 'vitest'
import { createPlaybackTracker } from '../../../src/domain/voice/playback.js'

const TEXT = 'One two, three four.'
const WORDS = [3, 8, 14, 20]

/** Four words of 200 ms each, sent at once at time 0, with a delay of 80 ms. */
function given() {
  const tracker = createPlaybackTracker({ delayMs: 80 })
  for (const [at, end] of WORDS.entries())
    tracker.addSent(0.2, (at + 1) * 200, [{ at: 0.2, textEnd: () => end }])
  return tracker
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
])('after %i ms %j was played', (now, played) => {
  expect(given().playedText(TEXT, now)).toBe(played)
})

test('all was played when the client reports it, whatever the time', () => {
  const tracker = given()
  tracker.close()
  tracker.complete()
  expect(tracker.playedText(`${TEXT} 👋`, 0)).toBe(`${TEXT} 👋`)
})

test('text without audio was played with the last that has audio', () => {
  const tracker = given()
  tracker.close()
  expect(tracker.playedText(`👋 ${TEXT} 👋`, 880)).toBe(`👋 ${TEXT} 👋`)
})

test('what was played before a gap stays played, and what follows counts from its own start', () => {
  const tracker = createPlaybackTracker({ delayMs: 80 })
  tracker.addSent(0.2, 200, [{ at: 0.2, textEnd: () => 3 }])
  expect(tracker.playedText(TEXT, 900)).toBe('One')
  tracker.addSent(0.2, 1200, [{ at: 0.2, textEnd: () => 8 }])
  expect(tracker.playedText(TEXT, 1200)).toBe('One')
  expect(tracker.playedText(TEXT, 1280)).toBe('One two,')
})

test('an estimate in the middle of a word counts to the word before', () => {
  const tracker = createPlaybackTracker({ delayMs: 80 })
  tracker.addSent(0.2, 200, [{ at: 0.2, textEnd: () => 6 }])
  expect(tracker.playedText(TEXT, 280)).toBe('One')
})
