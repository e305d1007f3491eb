import { expect, test } from 'vitest'
import { createPushToTalk } from '../../../../src/web/share/voice/push-to-talk.js'

function given() {
  const did: string[] = []
  let isHeld = false
  let now = 1000
  const key = createPushToTalk({
    isHeld: () => isHeld,
    press() {
      isHeld = true
      did.push('press')
    },
    release() {
      isHeld = false
      did.push('release')
    },
    now: () => now,
  })
  const wait = (ms: number) => {
    now += ms
  }
  return { key, did, wait }
}

test('held, it talks until it is let go', () => {
  const { key, did, wait } = given()
  key.down()
  wait(300)
  key.up()
  expect(did).toEqual(['press', 'release'])
})

test('tapped, it talks until it is tapped again', () => {
  const { key, did, wait } = given()
  key.down()
  wait(100)
  key.up()
  expect(did).toEqual(['press'])
  wait(5000)
  key.down()
  wait(100)
  key.up()
  expect(did).toEqual(['press', 'release'])
})

test('pressed in one go, it talks until it is pressed again', () => {
  const { key, did } = given()
  key.tap()
  key.tap()
  expect(did).toEqual(['press', 'release'])
})
