import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { watchReplies } from '../bench/voice-replies.js'

type Word = number | 'final' | 'interrupt'

/** A reply's chunks of 200 ms by their numbers, one every 200 ms; `final` is the next one, and the last. */
function watched(...replies: readonly (readonly Word[])[]) {
  const events = new EventEmitter()
  let now = 0
  const seen = watchReplies(events, () => now)
  const audio = 'A'.repeat((2 * 4800 * 4) / 3)
  for (const [reply, words] of replies.entries()) {
    const message_id = `m${reply}`
    let next = 0
    for (const word of words) {
      if (word === 'interrupt') {
        events.emit('interrupt', { message_id })
        continue
      }
      const chunk_index = word === 'final' ? next : word
      next = chunk_index + 1
      now += 200
      events.emit('bot_voice', {
        message_id,
        chunk_index,
        is_final: word === 'final',
        audio,
        sample_rate: 24_000,
      })
    }
  }
  return seen
}

const counts = (seen: ReturnType<typeof watchReplies>) => ({
  lost: seen.lost(),
  unfinished: seen.unfinished(),
  brokenOff: seen.brokenOff(),
})

test.each<[string, readonly Word[], Partial<ReturnType<typeof counts>>]>([
  ['comes whole', [0, 1, 'final'], {}],
  ['is broken off', [0, 1, 'interrupt'], { brokenOff: 1 }],
  ['is interrupted while its end is played', [0, 'final', 'interrupt'], {}],
  ['is interrupted before its first chunk', ['interrupt'], {}],
  ['lacks a chunk', [0, 2, 'final'], { lost: 1 }],
  ['lacks its first chunks', [2, 'final'], { lost: 2 }],
  ['lacks a chunk and is broken off', [0, 2, 'interrupt'], { lost: 1, brokenOff: 1 }],
  ['lacks its end', [0, 1], { unfinished: 1 }],
  ['goes on behind its interrupt', [0, 'interrupt', 1], { lost: 1, brokenOff: 1 }],
  ['goes on behind its final', [0, 'final', 2], { lost: 1 }],
])('a reply that %s is counted as such', (_, words, expected) => {
  expect(counts(watched(words))).toEqual({ lost: 0, unfinished: 0, brokenOff: 0, ...expected })
})

test('one reply that is broken off says nothing of another that lacks its end', () => {
  const seen = watched([0, 'interrupt'], [0, 1], [0, 'final'])
  expect(counts(seen)).toEqual({ lost: 0, unfinished: 1, brokenOff: 1 })
  expect([seen.begun(), seen.chunks()]).toEqual([3, 5])
})

test('sound is played behind what came before it, until it is interrupted', () => {
  expect(watched([0, 1, 'final']).playedAt()).toBe(800)
  expect(watched([0, 1, 'interrupt']).playedAt()).toBe(400)
})
