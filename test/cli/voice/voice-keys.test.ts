import { expect, test } from 'vitest'
import { createPushToTalkKey } from '../../../src/cli/voice/voice-keys.js'
import { createVirtualTimers } from '../../support/virtual-time.js'

function givenKey() {
  const time = createVirtualTimers()
  const told: [string, number][] = []
  const note = (what: string) => () => void told.push([what, time.elapsed()])
  const key = createPushToTalkKey(time.after, { press: note('press'), release: note('release') })
  const hitAt = async (...times: readonly number[]) => {
    for (const at of times) {
      await time.advance(at - time.elapsed())
      key.hit()
    }
    await time.advance(1000)
  }
  return { told, hitAt }
}

test('a key that is held repeats, and is let go when that stops', async () => {
  const { told, hitAt } = givenKey()
  await hitAt(0, 500, 530, 560, 590, 620)
  expect(told).toEqual([
    ['press', 0],
    ['release', 870],
  ])
})

test('a tap begins, the next tap ends', async () => {
  const { told, hitAt } = givenKey()
  await hitAt(0, 2000, 3500, 3700)
  expect(told).toEqual([
    ['press', 0],
    ['release', 2080],
    ['press', 3500],
    ['release', 3780],
  ])
})
