import { expect, test } from 'vitest'
import type { Limits } from '../../../src/contract/limits.js'
import { createControlledRecogniser, scriptedActivity } from '../../support/speech/controlled-recogniser.js'
import { givenSpeakers } from '../../support/speech/given-speakers.js'
import { createStreamingMicrophone } from '../../support/speech/streaming-microphone.js'

async function listening(says: readonly string[], limits: Partial<Limits> = {}) {
  const recogniser = createControlledRecogniser({ says })
  const world = givenSpeakers({
    limits,
    engine: { recognition: recogniser.recognition, activity: scriptedActivity },
  })
  const { session, events } = await world.open()
  const mic = createStreamingMicrophone({ stream: session.voice.stream, advance: world.time.advance })
  await session.voice.start(undefined)
  return { ...world, session, events, mic }
}

const aborted = ({ model }: Awaited<ReturnType<typeof listening>>) =>
  model.signals.map((signal) => signal.aborted)

test('the model thinks 200 ms into the silence, unseen, and answers when the turn is certain', async () => {
  const { mic, model, disk, events } = await listening(['Hello there.'])
  await mic.speech(400)
  await mic.silence(100)
  expect(model.requests).toHaveLength(0)
  await mic.silence(200)
  expect(model.requests).toHaveLength(1)
  model.say('Hi.')
  model.end()
  await mic.silence(100)
  expect([disk.said(), disk.used]).toEqual([[], []])
  expect(new Set(events.names())).toEqual(new Set(['session_info', 'voice_started', 'stt_response']))
  await mic.silence(3000)
  expect(model.requests).toHaveLength(1)
  expect(disk.said()).toEqual(['user: Hello there.', 'assistant: Hi.'])
  expect(disk.used).toHaveLength(1)
  expect(events.all('turn_metrics')).toMatchObject([{ eager: true, endpoint_wait_ms: 500 }])
})

test('what was not all is dropped without a trace, and what was said is asked', async () => {
  const world = await listening(['Hello there old friend of mine.'])
  const { mic, model, disk, events } = world
  await mic.speech(400)
  await mic.silence(300)
  expect(model.requests.map(({ messages }) => messages.at(-1)?.content)).toEqual(['Hello there'])
  await mic.silence(200)
  expect(aborted(world)).toEqual([true, false])
  model.say('Six.')
  model.end()
  await mic.silence(3000)
  expect(model.requests[1]?.messages.map(({ content }) => content)).toEqual([
    'Hello there old friend of mine.',
  ])
  expect(disk.said()).toEqual(['user: Hello there old friend of mine.', 'assistant: Six.'])
  expect(disk.used).toHaveLength(1)
  expect(events.all('turn_metrics')).toMatchObject([{ eager: false }])
  expect(events.all('bot_response').filter(({ is_final }) => is_final)).toHaveLength(1)
})

test('three guesses at most in one turn', async () => {
  const world = await listening([
    'Hello there old friend of mine, good day, good night, good luck, and good bye.',
  ])
  for (let word = 0; word < 6; word += 1) {
    await world.mic.speech(300)
    await world.mic.silence(300)
  }
  expect(aborted(world)).toEqual([true, true, true])
})

test('nothing is guessed of what is open, nor when a message would be refused', async () => {
  const open = await listening(['Tea and'])
  await open.mic.speech(400)
  await open.mic.silence(2000)
  expect(open.model.requests).toEqual([])
  const { mic, model, session, time } = await listening(['Hello there.'], { messagesPerMinute: 1 })
  session.text('Hi', { isTextOnly: true })
  model.say('Yes.')
  model.end()
  await time.advance(100)
  await mic.speech(400)
  await mic.silence(600)
  expect(model.requests).toHaveLength(1)
})

test('what was asked about an older conversation is not answered', async () => {
  const { mic, model, session, disk, time } = await listening(['Hello there.'])
  await mic.speech(400)
  await mic.silence(300)
  expect(model.requests).toHaveLength(1)
  session.sayLine('A line.', { isTextOnly: true })
  await time.advance(0)
  expect(disk.said()).toEqual(['assistant: A line.'])
  await mic.silence(300)
  expect(model.signals[0]?.aborted).toBe(true)
  expect(model.requests[1]?.messages.map(({ content }) => content)).toEqual(['A line.', 'Hello there.'])
})

test('a session that ends stops thinking', async () => {
  const { mic, model, session } = await listening(['Hello there.'])
  await mic.speech(400)
  await mic.silence(300)
  await session.close()
  expect(model.signals[0]?.aborted).toBe(true)
})
