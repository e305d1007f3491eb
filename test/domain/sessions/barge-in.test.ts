import { expect, test } from 'vitest'
import type { Limits } from '../../../src/contract/limits.js'
import { createMemoizedCount } from '../../../src/domain/sessions/memoize.js'
import { createControlledRecogniser, scriptedActivity } from '../../support/speech/controlled-recogniser.js'
import { createControlledVoice } from '../../support/speech/controlled-voice.js'
import { givenSpeakers, replySamples } from '../../support/speech/given-speakers.js'
import { createStreamingMicrophone } from '../../support/speech/streaming-microphone.js'

/** Twenty words, four seconds. */
const REPLY = `${Array.from({ length: 20 }, (_, at) => `w${at}`).join(' ')}.`

/** A session whose character speaks a line, and whose player says these things. */
const talking = (...says: string[]) => talkingWith({}, ...says)

async function talkingWith(limits: Partial<Limits>, ...says: string[]) {
  const recogniser = createControlledRecogniser({ says })
  const voice = createControlledVoice()
  const world = givenSpeakers({
    limits,
    voice,
    engine: { recognition: recogniser.recognition, activity: scriptedActivity },
  })
  const { session, events } = await world.open()
  const mic = createStreamingMicrophone({ stream: session.voice.stream, advance: world.time.advance })
  await session.voice.start(undefined)
  const sounds = () => events.all('bot_voice').length
  return { ...world, session, events, mic, sounds, recogniser }
}

async function speaking(...says: string[]) {
  const world = await talking(...says)
  world.session.sayLine(REPLY)
  await world.mic.silence(1000)
  return world
}

const finalsOf = (events: Awaited<ReturnType<typeof talking>>['events']) =>
  events.all('stt_response').filter(({ is_final }) => is_final)

test('thinking, first audio: speaking', async () => {
  const { session, events, model, mic } = await talking('What is it?')
  await mic.speech(600)
  model.say('A lamp.')
  model.end()
  await mic.silence(600)
  expect(events.names().filter((name) => name === 'bot_voice').length).toBeGreaterThan(0)
  await session.close()
})

test('thinking, the player goes on: the turn is retracted, and its words open the next', async () => {
  const { events, model, mic, disk } = await talking('I want a boat.', 'A small one.')
  await mic.speech(600)
  await mic.silence(600)
  expect(model.requests).toHaveLength(1)
  await mic.speech(600)
  expect(model.signals[0]?.aborted).toBe(true)
  await mic.silence(600)
  model.say('Here.')
  model.end()
  await mic.silence(100)
  expect(model.requests[1]?.messages.map(({ content }) => content)).toEqual(['I want a boat. A small one.'])
  expect(disk.said()).toEqual(['user: I want a boat. A small one.', 'assistant: Here.'])
  expect(finalsOf(events).map(({ text }) => text)).toEqual(['I want a boat.', 'A small one.'])
  expect(events.all('interrupt')).toEqual([])
})

test('thinking, the client has seen text: it gets an interrupt', async () => {
  const { events, model, mic, disk } = await talking('I want a boat.', 'A small one.')
  await mic.speech(600)
  model.say('Which')
  await mic.silence(600)
  const [chunk] = events.all('bot_response')
  await mic.speech(600)
  expect(events.all('interrupt')).toEqual([{ message_id: chunk?.message_id, reason: 'user_speech' }])
  await mic.silence(600)
  expect(disk.said()).toEqual(['user: I want a boat. A small one.'])
})

test('thinking, a noise without words: what was retracted is answered after all', async () => {
  const { model, mic, disk } = await talking('I want a boat.', '')
  await mic.speech(600)
  await mic.silence(600)
  await mic.speech(600)
  await mic.silence(600)
  model.say('Here.')
  model.end()
  await mic.silence(100)
  expect(disk.said()).toEqual(['user: I want a boat.', 'assistant: Here.'])
})

test('thinking, a text and a backchannel over its reply: what was retracted is answered behind it', async () => {
  const { session, model, mic, disk, time } = await talking('I want a boat.', 'okay')
  await mic.speech(600)
  await mic.silence(600)
  await mic.speech(600)
  session.text('Hi')
  await time.advance(0)
  model.say('One two three four five six seven.')
  model.end()
  await mic.silence(600)
  await time.advance(3000)
  model.say('Here.')
  model.end()
  await time.advance(8000)
  expect(disk.said()).toEqual([
    'user: Hi',
    'assistant: One two three four five six seven.',
    'user: I want a boat.',
    'assistant: Here.',
  ])
})

test('a session that ends while a turn is retracted keeps what was said', async () => {
  const { session, mic, disk } = await talking('I want a boat.', 'A small one.')
  await mic.speech(600)
  await mic.silence(600)
  await mic.speech(600)
  await session.close()
  expect(disk.said()).toEqual(['user: I want a boat.'])
})

test('a turn that was retracted is answered when the button is pressed and nothing is said', async () => {
  const { session, model, mic, disk, time } = await talking('I want a boat.', '', '')
  await mic.speech(600)
  await mic.silence(600)
  await mic.speech(600)
  await session.voice.start('push_to_talk')
  const stopped = session.voice.stop()
  await time.advance(200)
  await stopped
  model.say('Here.')
  model.end()
  await time.advance(100)
  expect(disk.said()).toEqual(['user: I want a boat.', 'assistant: Here.'])
})

test('a turn is retracted three times at most', async () => {
  const { model, mic } = await talking(...Array(6).fill('More and more.'))
  for (let turn = 0; turn < 5; turn += 1) {
    await mic.speech(600)
    await mic.silence(600)
  }
  expect(model.signals.map(({ aborted }) => aborted).slice(0, 3)).toEqual([true, true, true])
  expect(model.requests[3]?.messages.at(-1)?.content).toBe(Array(4).fill('More and more.').join(' '))
})

test('speaking, 250 ms of speech: paused, nothing more is sent', async () => {
  const { mic, sounds, time, events } = await speaking('')
  await mic.speech(300)
  const before = sounds()
  await time.advance(1000)
  expect(sounds()).toBe(before)
  expect(events.all('interrupt')).toEqual([])
})

test('paused, 500 ms of speech: interrupted, and what was heard is stored', async () => {
  const { mic, sounds, events, time, disk } = await speaking('Not that. The other one.')
  await mic.speech(500)
  expect(events.all('interrupt')).toMatchObject([{ reason: 'user_speech' }])
  const before = sounds()
  await mic.silence(200)
  await time.advance(1000)
  expect(sounds()).toBe(before)
  // The client plays on what it has until it is told: 1500 ms less 80 on the way are seven words of 200 ms.
  expect(disk.said()[0]).toBe('assistant: w0 w1 w2 w3 w4 w5 w6')
})

test('acceptance 11: speech over a reply, its interrupt, the final, a reply with a new id', async () => {
  const { mic, events, model } = await speaking('Not that. The other one.')
  const [old] = events.all('bot_voice')
  await mic.speech(900)
  await mic.silence(700)
  model.say('That one?')
  model.end()
  await mic.silence(100)
  const names = events.names()
  const at = names.indexOf('interrupt')
  const rest = events.heard.slice(at + 1)
  expect(
    rest.filter(([, payload]) => 'message_id' in payload && payload.message_id === old?.message_id),
  ).toEqual([])
  const final = rest.findIndex(([name, payload]) => name === 'stt_response' && payload.is_final)
  const reply = rest.findIndex(([name]) => name === 'bot_response')
  expect(final).toBeGreaterThan(-1)
  expect(reply).toBeGreaterThan(final)
  expect(finalsOf(events).map(({ text }) => text)).toEqual(['Not that. The other one.'])
})

test.each(['stop', 'wait', 'no', 'actually'])(
  'paused or not, the word %j interrupts at once',
  async (word) => {
    const { mic, events } = await speaking(`${word} it`)
    await mic.speech(300)
    expect(events.all('interrupt')).toHaveLength(1)
  },
)

test('paused, 1.5 s of silence: it goes on where it stopped, and is stored whole', async () => {
  const { mic, sounds, time, events, disk } = await speaking('')
  await mic.speech(300)
  const before = sounds()
  await mic.silence(1400)
  expect(sounds()).toBe(before)
  await mic.silence(200)
  expect(sounds()).toBeGreaterThan(before)
  await time.advance(8000)
  expect(events.all('interrupt')).toEqual([])
  const levels = [...replySamples(events.all('bot_voice'))].filter((_, at) => at % 4800 === 100)
  expect(levels.filter((level) => level > 0.05)).toHaveLength(20)
  expect(disk.said()).toEqual([`assistant: ${REPLY}`])
})

test.each(['okay', 'yeah', 'right', 'mm'])(
  'paused, the backchannel %j: it goes on, and that is no turn',
  async (word) => {
    const { mic, sounds, events, model, time } = await speaking(word)
    await mic.speech(600)
    const before = sounds()
    await mic.silence(700)
    expect(sounds()).toBeGreaterThan(before)
    await time.advance(8000)
    expect(events.all('interrupt')).toEqual([])
    expect(events.all('stt_response')).toEqual([])
    expect(model.requests).toEqual([])
  },
)

test('a backchannel that becomes a sentence interrupts', async () => {
  const { mic, events } = await speaking('yeah but tell me more.')
  await mic.speech(1000)
  expect(events.all('interrupt')).toHaveLength(1)
})

test('words that the character has just said are its echo: no pause for long, no interrupt, no turn', async () => {
  const { mic, events, time, model, disk } = await speaking('w4 w5 w6 w7')
  await mic.speech(800)
  await mic.silence(700)
  await time.advance(8000)
  expect(events.all('interrupt')).toEqual([])
  expect(events.all('stt_response')).toEqual([])
  expect(model.requests).toEqual([])
  expect(disk.said()).toEqual([`assistant: ${REPLY}`])
})

test('partials over a reply are sent only when it is interrupted', async () => {
  const { mic, events } = await speaking('Not that one, please.')
  await mic.speech(400)
  expect(events.all('stt_response')).toEqual([])
  await mic.speech(200)
  expect(events.names().indexOf('interrupt')).toBeLessThan(events.names().indexOf('stt_response'))
})

test('in the first half second of a reply speech does not stop it', async () => {
  const { session, mic, sounds } = await talking('')
  session.sayLine(REPLY)
  await mic.speech(300)
  const before = sounds()
  await mic.silence(400)
  expect(sounds()).toBeGreaterThan(before)
})

test.each(['speaking', 'paused'])(
  '%s, client_interrupt: interrupted once, and the session listens',
  async (state) => {
    const { session, mic, events, model, disk } = await speaking(
      ...(state === 'paused' ? ['', 'Next.'] : ['Next.']),
    )
    if (state === 'paused') await mic.speech(300)
    session.interrupt()
    session.interrupt()
    await mic.silence(2000)
    expect(events.all('interrupt')).toHaveLength(1)
    model.say('Yes.')
    model.end()
    await mic.speech(400)
    await mic.silence(1500)
    expect(events.all('interrupt')).toHaveLength(1)
    expect(disk.said().slice(1)).toEqual(['user: Next.', 'assistant: Yes.'])
  },
)

test('paused, a text: the reply is interrupted, and the next one is heard', async () => {
  const { session, mic, events, model, time } = await speaking('')
  await mic.speech(300)
  session.text('Hi')
  model.say('One two three four five six seven.')
  model.end()
  await time.advance(5000)
  expect(events.all('interrupt')).toMatchObject([{ reason: 'new_message' }])
  expect(events.all('bot_voice').at(-1)?.is_final).toBe(true)
})

test('paused when all of it was sent, a text: it plays to its end, and nothing of it is left to interrupt', async () => {
  const { session, mic, events, model, time, disk } = await speaking('')
  await mic.silence(2600)
  expect(events.all('bot_voice').at(-1)?.is_final).toBe(true)
  await mic.speech(300)
  session.text('Hi')
  model.say('One two three four five six seven eight nine ten.')
  model.end()
  await time.advance(8000)
  session.interrupt()
  expect(events.all('interrupt')).toEqual([])
  expect(disk.said()[0]).toBe(`assistant: ${REPLY}`)
})

test('speaking, the estimated end: listening, the whole is stored, and speech is a new turn without an interrupt', async () => {
  const { mic, events, disk, model } = await speaking('Thank you.')
  await mic.silence(3200)
  model.say('Yes.')
  model.end()
  await mic.speech(400)
  await mic.silence(700)
  expect(events.all('interrupt')).toEqual([])
  expect(disk.said().slice(0, 2)).toEqual([`assistant: ${REPLY}`, 'user: Thank you.'])
})

test('a press on push-to-talk interrupts the reply', async () => {
  const { session, events, time } = await talking('')
  await session.voice.stop()
  session.sayLine(REPLY)
  await time.advance(1000)
  await session.voice.start('push_to_talk')
  expect(events.names().slice(-2)).toEqual(['interrupt', 'voice_started'])
})

test('with push-to-talk a player may repeat the words of the reply that it interrupts', async () => {
  const { session, mic, disk, time } = await speaking('w3 w4', 'w2 w3 w4')
  await mic.speech(300)
  await session.voice.start('push_to_talk')
  await mic.speech(600)
  const stopped = session.voice.stop()
  await time.advance(200)
  await stopped
  await time.advance(0)
  expect(disk.said().at(-1)).toBe('user: w2 w3 w4')
})

test('a turn that is retracted and goes on is one message of the minute', async () => {
  const { events, model, mic, disk } = await talkingWith(
    { messagesPerMinute: 1 },
    'I want a boat.',
    'A small one.',
    'And one more.',
  )
  await mic.speech(600)
  await mic.silence(600)
  await mic.speech(600)
  await mic.silence(600)
  model.say('Here.')
  model.end()
  await mic.silence(4000)
  expect(events.all('error')).toEqual([])
  expect(disk.said()).toEqual(['user: I want a boat. A small one.', 'assistant: Here.'])
  await mic.speech(600)
  await mic.silence(600)
  expect(events.all('error')).toMatchObject([{ error: 'rate_limited' }])
})

test('whatever is tried for one turn is counted once, and its verdict stands', async () => {
  let counted = 0
  const countOnce = createMemoizedCount()
  const count = async () => {
    counted += 1
    return counted === 1 ? 4 : undefined
  }
  expect([await countOnce(count), await countOnce(count)]).toEqual([4, 4])
  expect(counted).toBe(1)
})
