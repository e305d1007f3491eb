import { expect, test } from 'vitest'

import { createDeparture } from '../../../src/runtime/process/departure.js'
import { silentLog } from '../../support/stores/store-folder.js'
import { createVirtualTimers } from '../../support/virtual-time.js'

const HANDSHAKES = ['/socket.io/?EIO=4&transport=polling', '/socket.io/?EIO=4&transport=websocket&t=x']
const OTHERS = [
  '/socket.io/?EIO=4&transport=polling&sid=abc',
  '/socket.io/?EIO=4&sid=abc&transport=websocket',
  '/api/v1/characters?sid=',
  '/api/health/ready',
  '',
]

test('only new clients are refused, and only once the server leaves', async () => {
  const timers = createVirtualTimers()
  const { isAnnounced, announce, refusal } = createDeparture({ timers, log: silentLog })
  expect([isAnnounced(), ...[...HANDSHAKES, ...OTHERS].filter(refusal)]).toEqual([false])
  await announce(0)
  expect([isAnnounced(), ...[...HANDSHAKES, ...OTHERS].filter(refusal)]).toEqual([true, ...HANDSHAKES])
})

test('it is known at once, and goes on as long as load balancers need', async () => {
  const timers = createVirtualTimers()
  const { isAnnounced, announce } = createDeparture({ timers, log: silentLog })
  let isOver = false
  const leaving = announce(5).then(() => {
    isOver = true
  })
  expect(isAnnounced()).toBe(true)
  await timers.advance(4999)
  expect(isOver).toBe(false)
  await timers.advance(1)
  await leaving
})
