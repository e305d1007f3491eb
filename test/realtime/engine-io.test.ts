import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { coalesceWrites } from '../../src/realtime/engine-io.js'

test('frames that are flushed together are held until the last of them', () => {
  const held: string[] = []
  const socket = { cork: () => void held.push('cork'), uncork: () => void held.push('uncork') }
  const transport = Object.assign(new EventEmitter(), { request: { socket } })
  coalesceWrites(transport)
  transport.emit('flush')
  held.push('frames')
  transport.emit('drain')
  expect(held).toEqual(['cork', 'frames', 'uncork'])
})
