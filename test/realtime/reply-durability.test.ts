import { expect, test } from 'vitest'
import { givenRawSession } from '../support/sessions/raw-session.js'
import { createControlledVoice } from '../support/speech/controlled-voice.js'

// What is stored when clients leave, write on, or say nothing about playback, frame by frame as SDKs do it.

const LINE = 'This is a line of seven words.'

test('three texts to a character with a voice, each sent at the final before it, leave three whole replies', async () => {
  const { model, send, untilFinals, received, historyOnceLeft } = await givenRawSession()
  for (const [at, text] of ['One', 'Two', 'Three'].entries()) {
    model.say(`You have said ${text},`, ' and that is what I heard you say.')
    model.end()
    send('text', { text })
    await untilFinals(at + 1)
  }
  expect(received('interrupt')).toMatchObject([{ reason: 'new_message' }, { reason: 'new_message' }])
  expect(await historyOnceLeft()).toEqual(
    ['One', 'Two', 'Three'].flatMap((text) => [
      `user: ${text}`,
      `assistant: You have said ${text}, and that is what I heard you say.`,
    ]),
  )
})

test('a client that leaves at the final of a spoken reply leaves the whole reply', async () => {
  const { model, send, untilFinals, historyOnceLeft } = await givenRawSession()
  model.say(LINE)
  model.end()
  send('text', { text: 'Hi' })
  await untilFinals(1)
  expect(await historyOnceLeft()).toEqual(['user: Hi', `assistant: ${LINE}`])
})

test.each([{ text: 'Hi' }, { text: 'Hi', textOnly: true }])(
  'a client that leaves in the middle of the reply to %j leaves what it was sent of it',
  async (payload) => {
    const { model, send, untilReceived, historyOnceLeft } = await givenRawSession()
    send('text', payload)
    model.say('Once upon a time')
    await untilReceived('bot_response', 1)
    expect(await historyOnceLeft()).toEqual(['user: Hi', 'assistant: Once upon a time'])
  },
)

test.each([{ text: 'Hi' }, { text: 'Hi', textOnly: true }])(
  'a client that sends %j and leaves before anything was delivered leaves only its line',
  async (payload) => {
    const { model, send, received, historyOnceLeft } = await givenRawSession()
    send('text', payload)
    await model.asked(1)
    expect(received('bot_response')).toEqual([])
    expect(await historyOnceLeft()).toEqual(['user: Hi'])
  },
)

test('a scripted line is delivered with its first audio: a client that leaves then leaves the whole line', async () => {
  const { send, untilReceived, finals, historyOnceLeft } = await givenRawSession()
  send('say_line', { text: LINE })
  await untilReceived('bot_voice', 1)
  expect(finals()).toEqual([])
  expect(await historyOnceLeft()).toEqual([`assistant: ${LINE}`])
})

test('a scripted line without any audio yet was not delivered, and leaves nothing', async () => {
  const { send, untilReceived, historyOnceLeft } = await givenRawSession({
    voice: createControlledVoice({ stallsAt: 0 }),
  })
  send('say_line', { text: LINE })
  await untilReceived('bot_response', 1)
  expect(await historyOnceLeft()).toEqual([])
})

test('the stop button cuts a spoken reply to what was heard', async () => {
  const { model, send, untilReceived, untilFinals, historyOnceLeft } = await givenRawSession()
  model.say(LINE)
  model.end()
  send('text', { text: 'Hi' })
  await untilFinals(1)
  send('client_interrupt', {})
  await untilReceived('interrupt', 1)
  expect(await historyOnceLeft()).toEqual(['user: Hi'])
})

test('a server that stops stores what was delivered of unfinished replies', async () => {
  const { model, send, untilReceived, historyOnceStopped } = await givenRawSession()
  send('text', { text: 'Hi' })
  model.say('Once upon a time')
  await untilReceived('bot_response', 1)
  expect(await historyOnceStopped()).toEqual(['user: Hi', 'assistant: Once upon a time'])
})
