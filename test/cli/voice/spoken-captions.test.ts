import { expect, test } from 'vitest'
import { createSpokenCaptions } from '../../../src/cli/voice/spoken-captions.js'

const TEXT = 'The lamp burns all night.'

function given() {
  let now = 0
  const captions = createSpokenCaptions(() => now)
  const chunk = (textEnd: number | undefined, isLast = false, arrivesAt = now) => {
    now = arrivesAt
    captions.add({
      messageId: 'm1',
      pcm16: new Uint8Array(2 * 1600),
      sampleRate: 16_000,
      isLast,
      ...(textEnd !== undefined && { textEnd }),
    })
  }
  const at = (ms: number) => {
    now = ms
    return captions.spokenText('m1', TEXT)
  }
  return { captions, chunk, at }
}

test('a caption goes with the sound, a chunk at a time', () => {
  const { chunk, at } = given()
  for (const end of [3, 8, 14]) chunk(end)
  chunk(TEXT.length, true)
  expect([0, 99, 100, 250, 399, 400, 9000].map(at)).toEqual([
    '',
    '',
    'The',
    'The lamp',
    'The lamp burns',
    TEXT,
    TEXT,
  ])
})

test('an interrupted caption stays where the sound stopped', () => {
  const { captions, chunk, at } = given()
  for (const end of [3, 8, 14]) chunk(end)
  at(210)
  captions.cut('m1')
  captions.cut('m1')
  expect([at(300), at(9000), captions.isCut('m1')]).toEqual(['The lamp', 'The lamp', true])
  captions.forget('m1')
  expect(captions.isCut('m1')).toBe(false)
})

test('a caption waits while the sound does: what comes late is spoken late, and is cut where it stopped', () => {
  const { captions, chunk, at } = given()
  chunk(3)
  // Speech of the player paused the reply; it goes on a second and a half later.
  chunk(8, false, 1600)
  chunk(14, false, 1600)
  expect([1600, 1699, 1700, 1750].map(at)).toEqual(['The', 'The', 'The lamp', 'The lamp'])
  captions.cut('m1')
  expect(at(9000)).toBe('The lamp')
})

test('a reply without sound, or from a service that does not say, is shown whole', () => {
  const { chunk, at } = given()
  expect(at(0)).toBe(TEXT)
  chunk(undefined)
  expect(at(50)).toBe(TEXT)
})
