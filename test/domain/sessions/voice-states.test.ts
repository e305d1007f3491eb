import { expect, test } from 'vitest'
import { DomainError } from '../../../src/domain/errors.js'
import { createControlledRecogniser, scriptedActivity } from '../../support/speech/controlled-recogniser.js'
import { createControlledVoice } from '../../support/speech/controlled-voice.js'
import { givenSpeakers } from '../../support/speech/given-speakers.js'
import { createStreamingMicrophone } from '../../support/speech/streaming-microphone.js'

// The rows of the state table (docs/voice.md, Turn taking) that barge-in.test.ts, voice-input.test.ts and speaking.test.ts
// do not show.

const REPLY = `${Array.from({ length: 20 }, (_, at) => `w${at}`).join(' ')}.`

type Given = Parameters<typeof createControlledRecogniser>[0] & {
  readonly voice?: Parameters<typeof createControlledVoice>[0]
}

async function listening({ voice = {}, ...habits }: Given) {
  const recogniser = createControlledRecogniser(habits)
  const world = givenSpeakers({
    voice: createControlledVoice(voice),
    engine: { recognition: recogniser.recognition, activity: scriptedActivity },
  })
  const { session, events } = await world.open()
  const mic = createStreamingMicrophone({ stream: session.voice.stream, advance: world.time.advance })
  await session.voice.start(undefined)
  /** What is said now is a turn that is answered, and interrupts nothing. */
  const expectListening = async () => {
    const [interrupts, finals] = [events.all('interrupt').length, finalsOf().length]
    await mic.speech(600)
    await mic.silence(600)
    expect(finalsOf().length).toBe(finals + 1)
    expect(events.all('interrupt')).toHaveLength(interrupts)
  }
  const finalsOf = () => events.all('stt_response').filter(({ is_final }) => is_final)
  return { ...world, session, events, mic, recogniser, expectListening }
}

test.each([
  [180, 0],
  [200, 1],
])('listening, %i ms of speech: %i recognisers are opened', async (ms, count) => {
  const { mic, recogniser } = await listening({ says: ['Yes.'] })
  await mic.silence(600)
  await mic.speech(ms)
  await mic.silence(200)
  expect(recogniser.requests).toHaveLength(count)
})

test('user speaking, a pause of 480 ms: still the same turn', async () => {
  const { mic, recogniser, model, time } = await listening({ says: ['One more thing please.'] })
  await mic.speech(400)
  await mic.silence(480)
  await mic.speech(400)
  await mic.silence(600)
  await time.advance(100)
  expect(recogniser.requests).toHaveLength(1)
  expect(model.signals.filter(({ aborted }) => !aborted)).toHaveLength(1)
})

test('thinking, less than 250 ms of speech: the turn stands', async () => {
  const { mic, model } = await listening({ says: ['A boat, please.', ''] })
  await mic.speech(600)
  await mic.silence(600)
  await mic.speech(220)
  await mic.silence(100)
  expect(model.signals.map(({ aborted }) => aborted)).toEqual([false])
})

test('speaking, less than 250 ms of speech: it goes on', async () => {
  const { session, mic, events } = await listening({ says: [''] })
  session.sayLine(REPLY)
  await mic.silence(1000)
  const before = events.all('bot_voice').length
  await mic.speech(220)
  await mic.silence(400)
  expect(events.all('bot_voice').length).toBeGreaterThan(before)
})

test('speaking, playback complete: listening', async () => {
  const { session, mic, events, time, disk, expectListening } = await listening({ says: ['Thank you.'] })
  session.sayLine('One two three.')
  await time.advance(100)
  expect(events.all('bot_voice').at(-1)?.is_final).toBe(true)
  session.playbackComplete()
  await time.advance(0)
  expect(disk.said()).toEqual(['assistant: One two three.'])
  await mic.silence(100)
  await expectListening()
})

const STATES = ['listening', 'user speaking', 'thinking', 'speaking', 'speaking a line', 'paused'] as const

test.each(STATES)(
  '%s, say_line: the line is spoken, over an unfinished reply with its interrupt',
  async (state) => {
    const { session, mic, events, model, time } = await listening({
      says: [state === 'paused' ? '' : 'Hello.'],
    })
    if (state === 'user speaking' || state === 'thinking') await mic.speech(400)
    if (state === 'thinking') await mic.silence(600)
    if (state === 'speaking' || state === 'paused') {
      session.text('Hi')
      model.say(REPLY)
      await mic.silence(1000)
    }
    if (state === 'speaking a line') session.sayLine('One two three four five.')
    if (state === 'paused') await mic.speech(300)
    session.sayLine('The line.')
    await time.advance(12_000)
    const isOver = state !== 'listening' && state !== 'user speaking'
    expect(events.all('interrupt').length, state).toBe(isOver ? 1 : 0)
    const lines = events.all('bot_response').filter(({ is_final, text }) => is_final && text === 'The line.')
    expect(lines).toHaveLength(1)
    const [line] = lines
    const sounds = events.all('bot_voice').filter(({ message_id }) => message_id === line?.message_id)
    expect(sounds.at(-1)?.is_final).toBe(true)
  },
)

test('paused, say_line over a line: it is interrupted, stays stored whole, and the new line is spoken', async () => {
  const { session, mic, events, time, disk } = await listening({ says: [''] })
  session.sayLine(REPLY)
  await mic.silence(1000)
  await mic.speech(300)
  session.sayLine('The line.')
  await time.advance(15_000)
  expect(events.all('interrupt')).toMatchObject([{ reason: 'new_message' }])
  const finals = events.all('bot_response').filter(({ is_final }) => is_final)
  expect(finals.map(({ text }) => text)).toEqual(['The line.'])
  expect(disk.said()).toEqual([`assistant: ${REPLY}`, 'assistant: The line.'])
})

test('user speaking, the recogniser fails: a voice_error, and listening', async () => {
  const error = new DomainError('upstream', 'The recogniser cannot be reached')
  const { mic, events, session, time } = await listening({ says: ['One.'], error })
  await mic.speech(600)
  await mic.silence(600)
  expect(events.all('voice_error')).toHaveLength(1)
  session.sayLine('Still here.')
  await time.advance(3000)
  expect((await events.final()).text).toBe('Still here.')
})

test('speaking, no sound for two seconds: a voice_error, the final, and listening', async () => {
  const { session, mic, events, time, expectListening } = await listening({
    says: ['Thank you.'],
    voice: { stallsAt: 3 },
  })
  session.sayLine('One two three four.')
  await time.advance(8000)
  expect(events.all('voice_error')).toHaveLength(1)
  expect((await events.final()).text).toBe('One two three four.')
  await mic.silence(100)
  await expectListening()
})

test('thinking, the model fails: an error, the final, and listening', async () => {
  const { mic, events, model, time, expectListening } = await listening({ says: ['Hello.', 'Hello again.'] })
  await mic.speech(400)
  await mic.silence(600)
  model.fail(new DomainError('upstream', 'The language model failed'))
  await time.advance(3000)
  expect(events.all('error')).toHaveLength(1)
  expect(events.all('bot_response').filter(({ is_final }) => is_final)).toHaveLength(1)
  await expectListening()
})
