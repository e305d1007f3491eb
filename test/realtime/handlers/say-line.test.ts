import { expect, test } from 'vitest'
import { givenRawSession } from '../../support/sessions/raw-session.js'
import { createVirtualTimers } from '../../support/virtual-time.js'

// docs/wire-protocol.md, Interrupts: lines that are sent unpaced cut each other off, frame by frame as SDKs send them.

const LINE = 'This is a line of seven words.'

const namesBehind = (frames: readonly string[], interrupt: string): string[] =>
  frames.slice(frames.findIndex((frame) => frame.includes(`["interrupt",{"message_id":"${interrupt}"`)) + 1)

test('a line over an unfinished line interrupts it, and nothing more of it follows', async () => {
  const timers = createVirtualTimers()
  const { client, send, received, untilReceived, finals } = await givenRawSession({ timers })
  send('say_line', { text: LINE })
  await untilReceived('bot_voice', 1)
  send('say_line', { text: 'The next.' })
  await untilReceived('interrupt', 1)
  while (finals().length === 0) await timers.advance(50)
  const [first] = received('bot_voice').map(({ message_id }) => String(message_id))
  expect(received('interrupt')).toEqual([{ message_id: first, reason: 'new_message' }])
  expect(namesBehind(client.frames, first ?? '').filter((frame) => frame.includes(first ?? ''))).toEqual([])
  expect(finals().map(({ text }) => text)).toEqual(['The next.'])
})

test('of three lines that are sent at once only the last is finished', async () => {
  const timers = createVirtualTimers()
  const { send, received, untilReceived, finals, historyOnceLeft } = await givenRawSession({ timers })
  for (const text of ['One two three four five.', 'Six seven eight nine ten.', 'Eleven.'])
    send('say_line', { text })
  await untilReceived('interrupt', 2)
  while (finals().length === 0) await timers.advance(50)
  expect(received('interrupt')).toMatchObject([{ reason: 'new_message' }, { reason: 'new_message' }])
  expect(finals().map(({ text }) => text)).toEqual(['Eleven.'])
  expect((await historyOnceLeft()).at(-1)).toBe('assistant: Eleven.')
})

test.each(['its final', 'the end of its playback'])(
  'a script that waits for %s before the next line is never interrupted',
  async (pace) => {
    const timers = createVirtualTimers()
    const { send, received, finals, historyOnceLeft } = await givenRawSession({ timers })
    const lines = ['One two three four.', 'Five six.', 'Seven eight nine.']
    for (const [at, text] of lines.entries()) {
      send('say_line', { text })
      while (finals().length <= at) await timers.advance(50)
      if (pace !== 'its final') await timers.advance(2000)
    }
    expect(received('interrupt')).toEqual([])
    expect(received('bot_voice').filter((each) => each['is_final'])).toHaveLength(3)
    expect(await historyOnceLeft()).toEqual(lines.map((text) => `assistant: ${text}`))
  },
)

test('a line over an unfinished answer and a text over an unfinished line interrupt it, and both stay whole', async () => {
  const { model, send, received, untilReceived, untilFinals, historyOnceLeft } = await givenRawSession()
  model.say(LINE)
  model.end()
  send('text', { text: 'Hi' })
  await untilFinals(1)
  send('say_line', { text: LINE })
  await untilReceived('interrupt', 1)
  const spoken = () => new Set(received('bot_voice').map(({ message_id }) => message_id)).size
  await untilReceived('bot_voice', 1)
  while (spoken() < 2) await new Promise((resolve) => setImmediate(resolve))
  model.say('Yes.')
  model.end()
  send('text', { text: 'Again' })
  await untilReceived('interrupt', 2)
  await untilFinals(2)
  expect(await historyOnceLeft()).toEqual([
    'user: Hi',
    `assistant: ${LINE}`,
    `assistant: ${LINE}`,
    'user: Again',
    'assistant: Yes.',
  ])
})
