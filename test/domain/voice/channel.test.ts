import { expect, test } from 'vitest'
import { createChannel } from '../../../src/domain/voice/channel.js'
import { collect } from '../../support/speech/voice-battery.js'

test('values pushed before and while reading come in order, and the end ends the loop', async () => {
  const channel = createChannel<number>()
  channel.push(1)
  const reading = collect(channel.values)
  channel.push(2)
  await Promise.resolve()
  channel.push(3)
  channel.end()
  channel.push(4)
  expect(await reading).toEqual([1, 2, 3])
})

test('a failure is thrown after what was pushed before it, once', async () => {
  const channel = createChannel<number>()
  channel.push(1)
  channel.fail(new Error('gone'))
  channel.fail(new Error('later'))
  const seen: number[] = []
  const reading = (async () => {
    for await (const value of channel.values) seen.push(value)
  })()
  await expect(reading).rejects.toThrow('gone')
  expect(seen).toEqual([1])
})

test('a reader that stops ends the channel', async () => {
  const channel = createChannel<number>()
  channel.push(1)
  channel.push(2)
  for await (const value of channel.values) if (value === 1) break
  channel.push(3)
  expect(await collect(channel.values)).toEqual([])
})
