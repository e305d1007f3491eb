import { expect, test } from 'vitest'
import { DomainError } from '../../../src/domain/errors.js'
import { createControlledVoice } from '../../support/speech/controlled-voice.js'
import { givenSpeakers, replySamples } from '../../support/speech/given-speakers.js'

const WORDS = 'One two three four five. Six seven eight nine ten.'

async function speaking(given: Parameters<typeof givenSpeakers>[0] = {}, shown: object = {}) {
  const world = givenSpeakers(given)
  return { ...world, ...(await world.open(shown)) }
}

test('a reply is spoken: sound before the final text, one final sound, all at the rate of the session', async () => {
  const { session, events, model, time, voice } = await speaking({}, { audio_sample_rate: 48_000 })
  session.text('Hi')
  model.say(...WORDS.split(/(?= )/))
  model.end()
  await time.advance(10_000)
  const sounds = events.all('bot_voice')
  expect(sounds.map(({ chunk_index }) => chunk_index)).toEqual(sounds.map((_, at) => at))
  expect(sounds.filter(({ is_final }) => is_final)).toEqual([sounds.at(-1)])
  expect(new Set(sounds.map(({ sample_rate }) => sample_rate))).toEqual(new Set([48_000]))
  expect(events.names().indexOf('bot_voice')).toBeLessThan(events.names().lastIndexOf('bot_response'))
  expect(replySamples(sounds)).toHaveLength(10 * 0.2 * 48_000)
  expect(voice.requests.map(({ text }) => text)).toEqual([
    'One two three four five.',
    ' Six seven eight nine ten.',
  ])
})

test.each([
  [8000, 8000],
  [44_100, 44_100],
  [7999, 24_000],
  [96_000, 24_000],
  [22_050.5, 24_000],
  [undefined, 24_000],
])('a session that asks for %s Hz hears %i Hz', async (audio_sample_rate, rate) => {
  const { session, events, model, time, voice } = await speaking({}, { audio_sample_rate })
  session.sayLine('Hello.')
  await time.advance(1000)
  expect(events.all('bot_voice').at(-1)?.sample_rate).toBe(rate)
  expect(voice.requests[0]?.sampleRate).toBe(rate)
  expect(model.requests).toEqual([])
})

test('sound is never more than 600 ms ahead, and never 300 ms late, though the model thinks in between', async () => {
  const { session, events, model, time } = await speaking()
  const at: number[] = []
  const watch = async (ms: number) => {
    for (let step = 0; step < ms; step += 20) {
      await time.advance(20)
      while (at.length < events.all('bot_voice').length) at.push(time.elapsed())
    }
  }
  session.text('Hi')
  model.say('One two three four five six seven eight. ', 'And')
  await watch(4000)
  model.say(' then nine.')
  model.end()
  await watch(2000)

  const sounds = events.all('bot_voice')
  const gaps = at.slice(1).map((moment, index) => moment - (at[index] ?? 0))
  expect(sounds.at(-1)?.is_final).toBe(true)
  expect(Math.max(...gaps)).toBeLessThan(300)
  const ends = sounds.map((_, index) => (replySamples(sounds.slice(0, index + 1)).length * 1000) / 24_000)
  const leads = ends.map((end, index) => end - (at[index] ?? 0))
  expect(Math.max(...leads)).toBeLessThanOrEqual(600)
})

test('of a scripted line all sound goes out before its final text', async () => {
  const { session, events, time } = await speaking()
  session.sayLine(WORDS)
  await time.advance(1000)
  expect(events.all('bot_response').map(({ is_final }) => is_final)).toEqual([false])
  await time.advance(3000)
  const names = events.names()
  expect(names.lastIndexOf('bot_voice')).toBeLessThan(names.lastIndexOf('bot_response'))
  expect(events.all('bot_voice').at(-1)?.is_final).toBe(true)
})

test('a script of three lines, each behind the final of the one before, is spoken without an interrupt', async () => {
  const { session, events, time, disk } = await speaking()
  for (const [at, line] of ['One two.', 'Three.', 'Four five.'].entries()) {
    session.sayLine(line)
    await time.advance(1000)
    await events.final(at + 1)
  }
  await time.advance(10_000)
  const finals = events.all('bot_response').filter(({ is_final }) => is_final)
  expect(finals.map(({ text }) => text)).toEqual(['One two.', 'Three.', 'Four five.'])
  expect(events.all('bot_voice').filter(({ is_final }) => is_final)).toHaveLength(3)
  expect(events.all('interrupt')).toEqual([])
  expect(disk.said()).toEqual(['assistant: One two.', 'assistant: Three.', 'assistant: Four five.'])
})

test.each([
  ['the message asks for text', {}, {}, { isTextOnly: true }],
  ['the client has no speaker', { capabilities: { speaker: false } }, {}, { isTextOnly: false }],
  ['the character is text-only', {}, { text_only: true }, { isTextOnly: false }],
])('there is no sound when %s', async (_, shown, character, options) => {
  const { session, events, model, time } = await speaking({ character }, shown)
  session.text('Hi', options)
  model.say('Hello.')
  model.end()
  await time.advance(1000)
  session.sayLine('A line.', options)
  await time.advance(1000)
  expect(new Set(events.names())).toEqual(new Set(['session_info', 'bot_response']))
})

test('an interrupt stops text and sound, and what was heard is stored', async () => {
  const { session, events, model, time, disk, voice } = await speaking()
  session.text('Hi')
  model.say(...WORDS.split(/(?= )/))
  await time.advance(1000)
  session.interrupt()
  await time.advance(10_000)
  const last = events.heard.at(-1)
  expect(last?.[0]).toBe('interrupt')
  expect(events.all('interrupt')).toHaveLength(1)
  expect(voice.signals.at(-1)?.aborted).toBe(true)
  // 1000 ms less 80 on the way: four words of 200 ms.
  expect(disk.said()).toEqual(['user: Hi', 'assistant: One two three four'])
})

test('a reply that is broken off after its final text is stored whole, then cut to what was heard', async () => {
  const { session, events, model, time, disk } = await speaking()
  session.text('Hi')
  model.say(...WORDS.split(/(?= )/))
  model.end()
  await time.advance(700)
  expect((await events.final()).text).toBe(WORDS)
  expect(disk.said()).toEqual(['user: Hi', `assistant: ${WORDS}`])
  session.interrupt()
  await time.advance(1000)
  expect(events.all('interrupt')).toHaveLength(1)
  expect(disk.said()).toEqual(['user: Hi', 'assistant: One two three'])
})

test.each(['before', 'after'])(
  'of a reply that is broken off unheard %s its final nothing is stored',
  async (when) => {
    const { session, model, time, disk } = await speaking()
    session.text('Hi')
    model.say(...WORDS.split(/(?= )/))
    if (when === 'after') model.end()
    await time.advance(200)
    session.interrupt()
    await time.advance(1000)
    expect(disk.said()).toEqual(['user: Hi'])
  },
)

test('the sound goes on behind the final text, and of a client that leaves the whole text is stored', async () => {
  const { session, events, model, time, disk } = await speaking()
  session.text('Hi')
  model.say(WORDS)
  model.end()
  await time.advance(500)
  await events.final()
  const before = events.all('bot_voice').length
  await time.advance(500)
  expect(events.all('bot_voice').length).toBeGreaterThan(before)
  await session.close()
  expect(disk.said()).toEqual(['user: Hi', `assistant: ${WORDS}`])
  expect(time.waiting()).toEqual([])
})

test('a new message interrupts while there is sound to send, and not when all of it is out', async () => {
  const { session, events, model, time, disk } = await speaking()
  session.sayLine(WORDS)
  await time.advance(1700)
  expect(events.all('bot_voice').at(-1)?.is_final).toBe(true)
  session.text('Hi')
  model.say('Yes.')
  model.end()
  await time.advance(100)
  expect(events.all('interrupt')).toEqual([])
  await time.advance(5000)
  session.sayLine(WORDS)
  await time.advance(300)
  session.text('Again')
  await time.advance(100)
  expect(events.all('interrupt')).toMatchObject([{ reason: 'new_message' }])
  session.interrupt()
  await time.advance(100)
  expect(disk.said()).toEqual([
    `assistant: ${WORDS}`,
    'user: Hi',
    'assistant: Yes.',
    `assistant: ${WORDS}`,
    'user: Again',
  ])
})

test('client_interrupt counts until half a second after the estimated end, and then for nothing', async () => {
  const { session, events, time, disk } = await speaking()
  session.sayLine('One two three four.')
  await time.advance(1200)
  session.interrupt('another')
  expect(events.all('interrupt')).toEqual([])
  session.interrupt()
  await time.advance(100)
  expect(events.all('interrupt')).toHaveLength(1)
  expect(disk.said()).toEqual(['assistant: One two three four.'])
  session.sayLine('Five.')
  await time.advance(1500)
  session.interrupt()
  expect(events.all('interrupt')).toHaveLength(1)
})

test('audio_playback_complete sets all as heard', async () => {
  const { session, events, time, disk } = await speaking()
  session.sayLine('One two three four.')
  await time.advance(300)
  const [first] = events.all('bot_voice')
  expect(events.all('bot_voice').at(-1)?.is_final).toBe(true)
  session.playbackComplete('another')
  session.playbackComplete(first?.message_id)
  session.interrupt()
  await time.advance(100)
  expect(events.all('interrupt')).toEqual([])
  expect(disk.said()).toEqual(['assistant: One two three four.'])
})

test('audio_playback_complete in the middle of a reply changes nothing', async () => {
  const { session, time, disk } = await speaking()
  session.sayLine(WORDS)
  await time.advance(500)
  session.playbackComplete()
  session.interrupt()
  await time.advance(100)
  expect(disk.said()).toEqual(['assistant: One two'])
})

test.each([
  ['fails at once', { failsAt: 0 }],
  ['fails in the middle', { failsAt: 3 }],
  ['does not begin', { stallsAt: 0 }],
  ['does not go on', { stallsAt: 3 }],
])('a voice that %s is told, and text and sound come to their ends', async (_, habits) => {
  const error = new DomainError('upstream', 'The voice cannot be reached')
  const { session, events, model, time, disk } = await speaking({
    voice: createControlledVoice({ ...habits, error }),
  })
  session.text('Hi')
  model.say(WORDS)
  model.end()
  await time.advance(20_000)
  expect(events.all('voice_error')).toEqual([
    {
      error: 'voice_failed',
      message: 'failsAt' in habits ? 'The voice cannot be reached' : 'The voice did not go on in time',
    },
  ])
  expect((await events.final()).text).toBe(WORDS)
  expect(events.all('bot_voice').filter(({ is_final }) => is_final)).toHaveLength(1)
  expect(disk.said()).toEqual(['user: Hi', `assistant: ${WORDS}`])
  session.sayLine('Next.')
  await time.advance(20_000)
  expect((await events.final(2)).text).toBe('Next.')
})

test('a model that fails leaves text and sound with a final each, and no sound without words', async () => {
  const { session, events, model, time } = await speaking()
  session.text('Hi')
  model.fail(new DomainError('upstream', 'The language model failed'))
  await time.advance(1000)
  expect(events.all('bot_voice')).toEqual([])
  expect(events.all('turn_metrics')).toMatchObject([{ status: 'error' }])
  session.text('Hi')
  model.say('One two')
  model.fail(new DomainError('upstream', 'The language model failed'))
  await time.advance(2000)
  expect((await events.final(2)).text).toBe('One two')
  expect(events.all('bot_voice').filter(({ is_final }) => is_final)).toHaveLength(1)
})

test('a voice that tells no times is cut at an even pace', async () => {
  const { session, time, disk } = await speaking({ voice: createControlledVoice({ tellsWords: false }) })
  session.sayLine('aa bb cc dd ee ff gg hh ii jj')
  await time.advance(1080)
  session.interrupt()
  await time.advance(100)
  expect(disk.said()).toEqual(['assistant: aa bb cc dd ee'])
})

test('turn_metrics tell how long each stage of a spoken reply took', async () => {
  const { session, events, model, time } = await speaking()
  session.text('Hi')
  await time.advance(100)
  model.say('One two. ', 'Three')
  await time.advance(50)
  model.end()
  await time.advance(5000)
  const [final] = [await events.final()]
  expect(events.all('turn_metrics')).toEqual([
    {
      message_id: final.message_id,
      status: 'complete',
      eager: false,
      emit_epoch_ms: expect.any(Number),
      endpoint_wait_ms: null,
      speech_end_ms: null,
      memory_ms: 0,
      dispatch_context_ms: 0,
      queue_wait_ms: 0,
      llm_ttft_ms: 100,
      llm_total_ms: 150,
      tts_engaged_ms: 100,
      tts_first_audio_ms: 0,
      tts_total_ms: 50,
      kb_tool_ms: null,
      kb_tool_source: null,
      server_process_ms: 100,
      stt_net_rtt_ms: null,
      llm_net_rtt_ms: null,
      tts_net_rtt_ms: null,
    },
  ])
})

test('of an interrupted reply the metrics come before the interrupt', async () => {
  const { session, events, model, time } = await speaking()
  session.text('Hi')
  model.say(WORDS)
  await time.advance(300)
  session.interrupt()
  await time.advance(1000)
  expect(events.names().slice(-2)).toEqual(['turn_metrics', 'interrupt'])
  expect(events.all('turn_metrics')).toMatchObject([{ status: 'interrupted' }])
})

const ANIMATED = { enable_animation: true, audio_sample_rate: 16_000 }

test('the face moves with the sound: frames no later than their sound, then one terminator', async () => {
  const { session, events, time } = await speaking({}, ANIMATED)
  session.sayLine('One two three.')
  await time.advance(5000)
  const frames = events.all('bot_animation')
  expect(frames.map(({ sequence }) => sequence)).toEqual([...Array(18).keys(), -1])
  expect(frames.at(-1)).toMatchObject({ is_final: true, weights: {}, time_code_sec: 0 })
  expect(frames.some(({ weights }) => (weights['jawOpen'] ?? 0) > 0.3)).toBe(true)
  expect(new Set(frames.slice(0, -1).map(({ weights }) => Object.keys(weights).length))).toEqual(
    new Set([52]),
  )
  const [id] = events.all('bot_voice').map(({ message_id }) => message_id)
  expect(new Set(frames.map(({ message_id }) => message_id))).toEqual(new Set([id]))
  let shown = 0
  let heard = 0
  for (const [name, payload] of events.heard) {
    if (name === 'bot_animation' && !payload.is_final) shown = payload.time_code_sec
    if (name === 'bot_voice') heard += 0.2
    if (name === 'bot_voice') expect(shown).toBeGreaterThan(heard - 0.2)
  }
})

test('a face that is interrupted gets its terminator before the interrupt, and nothing after', async () => {
  const { session, events, time } = await speaking({}, ANIMATED)
  session.sayLine(WORDS)
  await time.advance(300)
  session.interrupt()
  await time.advance(5000)
  expect(events.all('bot_animation').filter(({ is_final }) => is_final)).toHaveLength(1)
  expect(events.names().at(-1)).toBe('interrupt')
})

test.each([{ enable_animation: true }, { audio_sample_rate: 16_000 }])(
  'no face moves with %j',
  async (shown) => {
    const { session, events, time } = await speaking({}, shown)
    session.sayLine('One.')
    await time.advance(5000)
    expect(events.all('bot_voice').length).toBeGreaterThan(0)
    expect(events.all('bot_animation')).toEqual([])
  },
)

test('a voice that tells no sounds of speech moves the mouth by how loud it is', async () => {
  const { session, events, time } = await speaking(
    { voice: createControlledVoice({ tellsWords: false }) },
    ANIMATED,
  )
  session.sayLine('One two three.')
  await time.advance(5000)
  expect(events.all('bot_animation').some(({ weights }) => (weights['jawOpen'] ?? 0) > 0.3)).toBe(true)
})
