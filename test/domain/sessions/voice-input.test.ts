import { expect, test } from 'vitest'
import { DomainError } from '../../../src/domain/errors.js'
import { createControlledRecogniser, scriptedActivity } from '../../support/speech/controlled-recogniser.js'
import { givenSpeakers } from '../../support/speech/given-speakers.js'
import { createStreamingMicrophone, encodeAudio } from '../../support/speech/streaming-microphone.js'

type Given = Parameters<typeof createControlledRecogniser>[0] & { readonly textOnly?: boolean }

async function listening({ textOnly = true, ...habits }: Given = {}, shown: object = {}) {
  const recogniser = createControlledRecogniser(habits)
  const world = givenSpeakers({
    engine: { recognition: recogniser.recognition, activity: scriptedActivity },
    character: { text_only: textOnly },
  })
  const { session, events } = await world.open(shown)
  const mic = createStreamingMicrophone({ stream: session.voice.stream, advance: world.time.advance })
  return { ...world, session, events, mic, recogniser }
}

const finalsOf = (events: Awaited<ReturnType<typeof listening>>['events']) =>
  events.all('stt_response').filter(({ is_final }) => is_final)

test('a voice turn is partials, one final, and a reply to it', async () => {
  const { session, events, mic, model, disk, recogniser } = await listening({ says: ['Where is the light?'] })
  await session.voice.start(undefined)
  await mic.silence(600)
  await mic.speech(800)
  model.say('Up there.')
  model.end()
  await mic.silence(600)
  await events.final()

  expect(events.all('stt_response')).toEqual([
    { text: 'Where', is_final: false },
    { text: 'Where is', is_final: false },
    { text: 'Where is the', is_final: false },
    { text: 'Where is the light?', is_final: false },
    { text: 'Where is the light?', is_final: true, confidence: 0.9, language: 'en' },
  ])
  expect(disk.said()).toEqual(['user: Where is the light?', 'assistant: Up there.'])
  expect(recogniser.requests).toMatchObject([{ sampleRate: 24_000, settings: { stt_language: 'en' } }])
  expect(recogniser.open()).toBe(0)
})

test('the recogniser also gets the 400 ms before the speech', async () => {
  const { session, mic, recogniser } = await listening({ says: ['Yes.'] })
  await session.voice.start(undefined)
  await mic.silence(1000)
  await mic.speech(400)
  await mic.silence(600)
  expect(recogniser.heardMs[0]).toBeGreaterThanOrEqual(400 + 400 + 500)
  expect(recogniser.heardMs[0]).toBeLessThanOrEqual(400 + 400 + 600)
})

test('a turn ends 500 ms behind the last voiced frame, on the clock of the samples', async () => {
  const { session, events, mic, model } = await listening({ says: ['Hello there.'], textOnly: false })
  await session.voice.start(undefined)
  await mic.speech(400)
  await mic.silence(400)
  expect(finalsOf(events)).toEqual([])
  await mic.silence(100)
  expect(finalsOf(events)).toHaveLength(1)
  model.say('Hi.')
  model.end()
  await mic.silence(2000)
  expect(events.all('turn_metrics')).toMatchObject([{ endpoint_wait_ms: 500, eager: true }])
})

test.each(['I would like tea and', 'My number is 5 5 5', 'Well, um', 'If you come,'])(
  'after %j there are three seconds to go on, and what comes is one turn',
  async (opening) => {
    const { session, events, mic, disk } = await listening({ says: [opening, 'that is all.'] })
    await session.voice.start(undefined)
    await mic.speech(600)
    await mic.silence(2500)
    expect(finalsOf(events)).toEqual([])
    await mic.speech(600)
    await mic.silence(600)
    expect(finalsOf(events).map(({ text }) => text)).toEqual([`${opening} that is all.`])
    await session.close()
    expect(disk.said()).toEqual([`user: ${opening} that is all.`])
  },
)

test('an open text is a turn when nothing follows for three seconds', async () => {
  const { session, events, mic } = await listening({ says: ['Tea and'] })
  await session.voice.start(undefined)
  await mic.speech(400)
  await mic.silence(2900)
  expect(finalsOf(events)).toEqual([])
  await mic.silence(200)
  expect(finalsOf(events).map(({ text }) => text)).toEqual(['Tea and'])
})

test('a client that stops sending in the middle of a turn has ended it', async () => {
  const { session, events, mic, time } = await listening({ says: ['Is anybody'] })
  await session.voice.start(undefined)
  await mic.speech(600)
  await time.advance(2900)
  expect(finalsOf(events)).toEqual([])
  await time.advance(200)
  expect(finalsOf(events).map(({ text }) => text)).toEqual(['Is anybody'])
})

test('sound that waited while the server was held up goes on with the turn', async () => {
  const { session, events, mic, time } = await listening({ says: ['Is anybody in there?'] })
  await session.voice.start(undefined)
  await mic.speech(400)
  await time.holdUp(6000)
  session.voice.stream(encodeAudio(new Float32Array(2400).fill(0.3)))
  await mic.speech(300)
  expect(finalsOf(events)).toEqual([])
  await mic.silence(600)
  expect(finalsOf(events).map(({ text }) => text)).toEqual(['Is anybody in there?'])
})

test('noise without words is no turn', async () => {
  const { session, events, mic, disk } = await listening({ says: [''] })
  await session.voice.start(undefined)
  await mic.speech(600)
  await mic.silence(4000)
  expect(events.all('stt_response')).toEqual([])
  expect(disk.said()).toEqual([])
})

test('two turns are two replies', async () => {
  const { session, mic, model, disk } = await listening({ says: ['One.', 'Two.'] })
  await session.voice.start(undefined)
  for (const answer of ['First.', 'Second.']) {
    model.say(answer)
    model.end()
    await mic.speech(400)
    await mic.silence(700)
  }
  expect(disk.said()).toEqual(['user: One.', 'assistant: First.', 'user: Two.', 'assistant: Second.'])
})

test('acceptance 8: start_voice and stop_voice, each twice', async () => {
  const { session, events } = await listening()
  await session.voice.start(undefined)
  await session.voice.start(undefined)
  await session.voice.stop()
  await session.voice.stop()
  expect(events.heard.slice(1)).toEqual([
    ['voice_started', {}],
    ['voice_started', { already_active: true }],
    ['voice_stopped', {}],
    ['voice_stopped', { already_stopped: true }],
  ])
})

test('stop_voice in the middle of a turn ends it first', async () => {
  const { session, events, mic } = await listening({ says: ['I was saying'] })
  await session.voice.start(undefined)
  await mic.speech(600)
  await session.voice.stop()
  expect(events.names().slice(-2)).toEqual(['stt_response', 'voice_stopped'])
  expect(finalsOf(events)).toHaveLength(1)
})

test('the first sound opens the ear without start_voice; after a stop it does not', async () => {
  const { session, events, mic } = await listening({ says: ['Hello.', 'Hello again.'] })
  await mic.speech(400)
  await mic.silence(600)
  expect(finalsOf(events).map(({ text }) => text)).toEqual(['Hello.'])
  await session.voice.start(undefined)
  expect(events.all('voice_started')).toEqual([{ already_active: true }])
  await session.voice.stop()
  await mic.speech(400)
  await mic.silence(600)
  expect(finalsOf(events)).toHaveLength(1)
})

const PRESS = 'push_to_talk'

async function held(
  habits: Given,
  hold: (mic: Awaited<ReturnType<typeof listening>>['mic']) => Promise<void>,
) {
  const world = await listening(habits)
  await world.session.voice.start(PRESS)
  await hold(world.mic)
  const released = world.session.voice.stop()
  await world.time.advance(200)
  await released
  return world
}

test('acceptance 10: two sentences in one hold are one reply after the release', async () => {
  const { events, model, disk, time } = await held({ says: ['The door. Is it open?'] }, async (mic) => {
    await mic.speech(800)
    await mic.silence(3000)
    await mic.speech(600)
  })
  model.say('It is.')
  model.end()
  await time.advance(100)
  expect(finalsOf(events).map(({ text }) => text)).toEqual(['The door. Is it open?'])
  expect(events.all('voice_stopped')).toEqual([{ ptt_turn_end: true }])
  expect(disk.said()).toEqual(['user: The door. Is it open?', 'assistant: It is.'])
})

test('acceptance 10: an empty hold is no turn', async () => {
  const { events, disk, recogniser } = await held({ says: ['Made up.'] }, (mic) => mic.silence(2000))
  expect(events.all('stt_response')).toEqual([])
  expect(events.all('voice_stopped')).toEqual([{ ptt_turn_end: true }])
  expect(disk.said()).toEqual([])
  expect(recogniser.open()).toBe(0)
})

test('sound that is late still counts, and then no more', async () => {
  const { session, mic, recogniser } = await listening({ says: ['Late.'] })
  await session.voice.start(PRESS)
  await mic.speech(400)
  const released = session.voice.stop()
  await mic.speech(100)
  await mic.speech(400)
  await released
  expect(recogniser.heardMs[0]).toBe(500)
})

test('push-to-talk stays until the session ends, whatever start_voice says', async () => {
  const { session, events, time } = await listening()
  for (const mode of [PRESS, undefined]) {
    await session.voice.start(mode)
    const released = session.voice.stop()
    await time.advance(200)
    await released
  }
  expect(events.all('voice_stopped')).toEqual([{ ptt_turn_end: true }, { ptt_turn_end: true }])
})

test('voice is released after 600 s without speech, and the session stays', async () => {
  const { session, events, mic, clock } = await listening({ says: ['Back.'] })
  await session.voice.start(undefined)
  await mic.silence(200)
  await clock.adjust({ advance: 599_000 })
  expect(events.all('voice_timeout')).toEqual([])
  await clock.adjust({ advance: 1000 })
  expect(events.all('voice_timeout')).toEqual([
    { reason: 'voice_inactivity', idle_seconds: 600, timeout_seconds: 600 },
  ])
  await mic.speech(600)
  expect(events.names().at(-1)).toBe('voice_timeout')
  await session.voice.stop()
  await session.voice.start(undefined)
  await mic.speech(400)
  await mic.silence(600)
  expect(events.names()).toContain('stt_response')
  expect(events.all('voice_stopped')).toEqual([{ already_stopped: true }])
  await session.close()
})

test.each([
  [true, 1],
  [false, 2],
])(
  'a notice of the recogniser (once a session: %s) is told %i times in two turns',
  async (isOncePerSession, times) => {
    const notice = {
      type: 'notice',
      error: 'stub_recogniser',
      message: 'only my own voice',
      isOncePerSession,
    } as const
    const { session, events, mic } = await listening({ says: ['One.', 'Two.'], notice })
    await session.voice.start(undefined)
    for (const _ of [1, 2]) {
      await mic.speech(400)
      await mic.silence(700)
    }
    expect(events.all('voice_error')).toEqual(
      Array(times).fill({ error: 'stub_recogniser', message: 'only my own voice' }),
    )
  },
)

test('a recogniser that fails is told, and the next turn is heard again', async () => {
  const error = new DomainError('upstream', 'The recogniser cannot be reached')
  const { session, events, mic } = await listening({ says: ['One.'], error })
  await session.voice.start(undefined)
  await mic.speech(400)
  await mic.silence(4000)
  expect(events.all('voice_error')).toEqual([
    { error: 'recognition_failed', message: 'The recogniser cannot be reached' },
  ])
  expect(finalsOf(events)).toEqual([])
  await mic.speech(400)
  await mic.silence(700)
  expect(events.all('voice_error')).toHaveLength(2)
})

test('a hold whose recogniser fails is a voice_error before voice_stopped', async () => {
  const error = new DomainError('unavailable', 'This machine has no recogniser')
  const { events } = await held({ says: ['One.'], error }, (mic) => mic.speech(600))
  expect(events.names().slice(-2)).toEqual(['voice_error', 'voice_stopped'])
})

test('what is no sound is told once', async () => {
  const { session, events } = await listening()
  for (const audio of ['%%%', '%%%']) session.voice.stream(audio)
  expect(events.all('voice_error')).toEqual([
    { error: 'invalid_audio', message: 'Audio must be 16-bit PCM in base64' },
  ])
})

test('transcripts count towards the messages of a minute, and are cut', async () => {
  const long = `${'word '.repeat(1000)}end.`
  const { session, events, mic, disk, model } = await listening({ says: [long, ...Array(25).fill('Again.')] })
  await session.voice.start(undefined)
  for (let turn = 0; turn < 21; turn += 1) {
    model.say('Yes.')
    model.end()
    await mic.speech(300)
    await mic.silence(600)
  }
  expect(events.all('error')).toMatchObject([{ error: 'rate_limited' }])
  expect([...(finalsOf(events)[0]?.text ?? '')]).toHaveLength(4000)
  await session.close()
  expect(disk.messages.filter(({ role }) => role === 'user')).toHaveLength(20)
  expect(disk.messages[0]?.content).toHaveLength(4000)
})

test('a session that ends leaves no recogniser and no timer behind', async () => {
  const { session, mic, recogniser, time } = await listening({ says: ['Not to the'] })
  await session.voice.start(undefined)
  await mic.speech(600)
  await session.close()
  await time.settle()
  expect(recogniser.open()).toBe(0)
  expect(time.waiting()).toEqual([])
})

test.each([
  ['silence', 'Hello there.', 700],
  ['open_text', 'Tea and', 3200],
  ['stop', 'Not to the', 0],
])('a turn that ended by %s is summed under that', async (rule, words, silenceMs) => {
  const { session, mic, model, meter, time } = await listening({ says: [words], textOnly: false })
  await session.voice.start(undefined)
  await mic.speech(600)
  await mic.silence(silenceMs)
  if (silenceMs === 0) await session.voice.stop()
  model.say('Yes.')
  model.end()
  await time.advance(3000)
  const stages = meter.read().turnStages
  expect(new Set(stages.map(({ endedBy }) => endedBy))).toEqual(new Set([rule]))
  expect(stages.map(({ stage }) => stage)).toContain('server_process')
  expect(stages.find(({ stage }) => stage === 'endpoint_wait')?.count).toBe(1)
})

test('a hold is summed as released, what is written as text, a line as line', async () => {
  const { session, mic, model, meter, time } = await listening({ says: ['Hello.'], textOnly: false })
  await session.voice.start(PRESS)
  await mic.speech(600)
  const released = session.voice.stop()
  await time.advance(200)
  await released
  for (const begin of [() => {}, () => session.text('Hi')]) {
    begin()
    model.say('Yes.')
    model.end()
    await time.advance(3000)
  }
  session.sayLine('One.')
  await time.advance(3000)
  const rules = meter.read().turnStages.map(({ endedBy }) => endedBy)
  expect([...new Set(rules)]).toEqual(['release', 'text', 'line'])
})
