import { expect, test } from 'vitest'
import type { ModelFailure } from '../../../src/adapters/model/failure.js'
import { DomainError } from '../../../src/domain/errors.js'
import type { ReplyPart } from '../../../src/domain/turns/ports.js'
import { answerWith, type ModelAnswer, refuseWith, stallAfter } from '../../support/providers/model-server.js'
import { openAi } from '../../support/providers/openai-server.js'
import {
  collectReply,
  givenModel,
  localProvider,
  PLAYER_TEXT,
  requestOf,
  SECRET,
  text,
} from '../../support/sessions/given-model.js'

const wanted = () => new AbortController().signal
const hello = answerWith(...openAi.say('Hel', 'lo.'), ...openAi.stop())
const wave = {
  name: 'wave',
  description: 'Waves a hand',
  parameters: [
    { name: 'times', type: 'number' as const, required: true, description: 'How often' },
    { name: 'hand', description: null },
  ],
}

test('the model is asked with prompt, conversation, settings and key', async () => {
  const { server, models } = await givenModel({
    answers: [hello],
    provider: { headers: { 'x-title': 'Parley' } },
  })
  const character = { llm_temperature: 1.2, llm_max_tokens: 99, actions: [wave] }
  await collectReply(models.reply(requestOf(character), wanted()))

  expect(server.asked).toHaveLength(1)
  expect(server.asked[0]?.path).toBe('/v1/chat/completions')
  expect(server.asked[0]?.headers).toMatchObject({ authorization: `Bearer ${SECRET}`, 'x-title': 'Parley' })
  expect(server.asked[0]?.body).toEqual({
    model: 'm',
    stream: true,
    temperature: 1.2,
    max_tokens: 99,
    messages: [
      { role: 'system', content: 'You are Mira.' },
      { role: 'user', content: PLAYER_TEXT },
    ],
    tool_choice: 'auto',
    tools: [
      {
        type: 'function',
        function: {
          name: 'wave',
          description: 'Waves a hand',
          parameters: {
            type: 'object',
            properties: { times: { type: 'number', description: 'How often' }, hand: { type: 'string' } },
            required: ['times'],
            additionalProperties: false,
          },
        },
      },
    ],
  })
})

test('a provider may have no key, another name for the longest reply, and no temperature', async () => {
  const provider = {
    apiKey: undefined,
    sendTemperature: false,
    maxTokensField: 'max_completion_tokens' as const,
  }
  const { server, models } = await givenModel({ answers: [hello], provider })
  await collectReply(models.reply(requestOf(), wanted()))

  expect(server.asked[0]?.headers).not.toHaveProperty('authorization')
  expect(server.asked[0]?.body).toEqual({
    model: 'm',
    stream: true,
    max_completion_tokens: 2048,
    messages: [
      { role: 'system', content: 'You are Mira.' },
      { role: 'user', content: PLAYER_TEXT },
    ],
  })
})

test('the conversation is sent in turns that the player begins', async () => {
  const { server, models } = await givenModel({ answers: [hello] })
  const messages = [
    { role: 'assistant' as const, content: 'Welcome.' },
    { role: 'user' as const, content: 'One.' },
    { role: 'user' as const, content: ' ' },
    { role: 'user' as const, content: 'Two.' },
  ]
  await collectReply(models.reply(requestOf({}, { system: '', messages }), wanted()))
  expect(server.asked[0]?.body['messages']).toEqual([
    { role: 'user', content: '(The player is here.)' },
    { role: 'assistant', content: 'Welcome.' },
    { role: 'user', content: 'One.\n\nTwo.' },
  ])
})

test('of two actions with one name the first is offered', async () => {
  const { server, models } = await givenModel({ answers: [hello] })
  const actions = [
    { name: 'nod', description: 'first' },
    { name: 'nod', description: 'second' },
  ]
  await collectReply(models.reply(requestOf({ actions }), wanted()))
  expect(server.asked[0]?.body['tools']).toMatchObject([{ function: { name: 'nod', description: 'first' } }])
})

test('text is passed on token by token, as it comes', async () => {
  const { server, models } = await givenModel({ answers: [stallAfter(...openAi.say('Hel'))] })
  const reply = models.reply(requestOf(), wanted())[Symbol.asyncIterator]()

  expect(await reply.next()).toEqual({ done: false, value: { type: 'text', text: 'Hel' } })
  const [line] = server.lines
  for (const event of openAi.say('lo.', ' Ça va ? 🌊')) line?.send(event)
  expect(await reply.next()).toEqual({ done: false, value: { type: 'text', text: 'lo.' } })
  expect(await reply.next()).toEqual({ done: false, value: { type: 'text', text: ' Ça va ? 🌊' } })
  for (const event of openAi.stop()) line?.send(event)
  line?.end()
  expect(await reply.next()).toEqual({ done: true, value: undefined })
})

test('events that arrive cut anywhere, even inside a character, give the same text', async () => {
  const bytes = Buffer.from([...openAi.say('Ça va ?', ' 🌊'), ...openAi.stop()].join(''))
  const { models } = await givenModel({
    answers: [
      async (line) => {
        for (const byte of bytes) {
          line.send(Buffer.from([byte]) as unknown as string)
          await new Promise((resolve) => setImmediate(resolve))
        }
        line.end()
      },
    ],
  })
  expect(await collectReply(models.reply(requestOf(), wanted()))).toEqual({ parts: text('Ça va ?', ' 🌊') })
})

test('reasoning is not said', async () => {
  const { models } = await givenModel({
    answers: [answerWith(...openAi.think('Hmm, ', 'the harbour'), ...openAi.say('Yes.'), ...openAi.stop())],
  })
  expect(await collectReply(models.reply(requestOf(), wanted()))).toEqual({ parts: text('Yes.') })
})

test('a reply that reaches the longest length ends there', async () => {
  const { models } = await givenModel({
    answers: [answerWith(...openAi.say('Yes, I'), ...openAi.stop('length'))],
  })
  expect(await collectReply(models.reply(requestOf(), wanted()))).toEqual({ parts: text('Yes, I') })
})

test('a tool call with text beside it is an action, and one request', async () => {
  const { server, models } = await givenModel({
    answers: [
      answerWith(
        ...openAi.say('Look!'),
        ...openAi.call('wave', '{"ti', 'mes": 2, "hand"', ': "left"}'),
        ...openAi.stop('tool_calls'),
      ),
    ],
  })
  expect(await collectReply(models.reply(requestOf({ actions: [wave] }), wanted()))).toEqual({
    parts: [...text('Look!'), { type: 'action', name: 'wave', arguments: { times: 2, hand: 'left' } }],
  })
  expect(server.asked).toHaveLength(1)
})

test('after a tool call without text the model is asked once more to speak, without leave to act again', async () => {
  const { server, models } = await givenModel({
    answers: [answerWith(...openAi.call('wave', '{"times": 2}'), ...openAi.stop('tool_calls')), hello],
  })
  expect(await collectReply(models.reply(requestOf({ actions: [wave] }), wanted()))).toEqual({
    parts: [{ type: 'action', name: 'wave', arguments: { times: 2 } }, ...text('Hel', 'lo.')],
  })
  expect(server.asked).toHaveLength(2)
  expect(server.asked[1]?.body).toEqual({
    ...server.asked[0]?.body,
    tool_choice: 'none',
    messages: [
      { role: 'system', content: 'You are Mira.' },
      { role: 'user', content: PLAYER_TEXT },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'call_1', type: 'function', function: { name: 'wave', arguments: '{"times":2}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'Done.' },
    ],
  })
})

test('a model that may look has a tool for it, and is not asked on: it waits for what there is to be seen', async () => {
  const { server, models } = await givenModel({
    answers: [answerWith(...openAi.call('look_through_camera', '{}'), ...openAi.stop('tool_calls')), hello],
  })
  const asked = { ...requestOf({ actions: [wave] }), canLook: true }
  expect(await collectReply(models.reply(asked, wanted()))).toEqual({ parts: [{ type: 'look' }] })
  expect(server.asked).toHaveLength(1)
  expect(server.asked[0]?.body['tools']).toMatchObject([
    { function: { name: 'wave' } },
    { function: { name: 'look_through_camera', parameters: { type: 'object', properties: {} } } },
  ])

  const [line] = asked.messages
  const messages = [
    ...(line === undefined ? [] : [line]),
    { role: 'user' as const, content: '', imageDescription: 'A black dog.' },
    { role: 'assistant' as const, content: 'A dog!' },
    { role: 'user' as const, content: 'And now?', imageDescription: null },
  ]
  await collectReply(models.reply({ ...asked, canLook: false, messages }, wanted()))
  expect(server.asked[1]?.body).toMatchObject({
    tools: [{ function: { name: 'wave' } }],
    messages: [
      { role: 'system', content: 'You are Mira.' },
      { role: 'user', content: `${PLAYER_TEXT}\n\n(The player shows a picture: A black dog.)` },
      { role: 'assistant', content: 'A dog!' },
      { role: 'user', content: 'And now?\n\n(No picture came from the camera.)' },
    ],
  })
})

test('an action of the name of that tool is the character’s own', async () => {
  const own = { name: 'look_through_camera' }
  const { server, models } = await givenModel({
    answers: [answerWith(...openAi.say('Hm.'), ...openAi.call(own.name, '{}'), ...openAi.stop('tool_calls'))],
  })
  const asked = { ...requestOf({ actions: [own] }), canLook: true }
  expect(await collectReply(models.reply(asked, wanted()))).toEqual({
    parts: [...text('Hm.'), { type: 'action', name: own.name, arguments: {} }],
  })
  expect(server.asked[0]?.body['tools']).toHaveLength(1)
})

test('a model that acts and then has nothing to say has replied', async () => {
  const { models } = await givenModel({
    answers: [answerWith(...openAi.call('nod'), ...openAi.stop('tool_calls')), answerWith(...openAi.stop())],
  })
  expect(await collectReply(models.reply(requestOf({ actions: [{ name: 'nod' }] }), wanted()))).toEqual({
    parts: [{ type: 'action', name: 'nod', arguments: {} }],
  })
})

test('a tool call whose arguments are no JSON object is told to the model, not done', async () => {
  const { server, models, logged } = await givenModel({
    answers: [answerWith(...openAi.call('wave', '{"times": '), ...openAi.stop('tool_calls')), hello],
  })
  expect(await collectReply(models.reply(requestOf({ actions: [wave] }), wanted()))).toEqual({
    parts: text('Hel', 'lo.'),
  })
  expect(server.asked[1]?.body['messages']).toContainEqual({
    role: 'tool',
    tool_call_id: 'call_1',
    content: 'The arguments were no JSON object.',
  })
  expect(logged).toEqual([
    { message: 'A language model called an action with arguments that are no JSON object' },
  ])
})

test("a character's own model is asked for", async () => {
  const { server, models } = await givenModel({ answers: [hello] })
  await collectReply(models.reply(requestOf({ llm_model: 'bigger' }), wanted()))
  expect(server.asked[0]?.body['model']).toBe('bigger')
})

test.each([
  ['at once', () => {}, []],
  ['before the first token', (line: { send(text: string): void }) => line.send(': waiting\n\n'), []],
  [
    'between two tokens',
    (line: { send(text: string): void }) => line.send(openAi.say('Hel').join('')),
    text('Hel'),
  ],
])('an interrupt %s ends the reply and the request', async (_, begin, heard) => {
  const stop = new AbortController()
  const { server, models, timers, logged } = await givenModel({
    answers: [
      (line) => {
        begin(line)
        if (heard.length === 0) stop.abort('client_interrupt')
      },
    ],
  })
  const parts: ReplyPart[] = []
  const listening = (async () => {
    for await (const part of models.reply(requestOf(), stop.signal)) {
      parts.push(part)
      stop.abort('client_interrupt')
    }
  })()
  await expect(listening).rejects.toBe('client_interrupt')
  await server.lines[0]?.closed
  expect(parts).toEqual(heard)
  expect(timers.running()).toEqual([])
  expect(logged).toEqual([])
})

test('an interrupt before the request sends none', async () => {
  const { server, models } = await givenModel({ answers: [hello] })
  const { error } = await collectReply(models.reply(requestOf(), AbortSignal.abort('new_message')))
  expect(error).toBe('new_message')
  expect(server.asked).toEqual([])
})

test('a listener that leaves in the middle ends the request', async () => {
  const { server, models, timers } = await givenModel({ answers: [stallAfter(...openAi.say('Hel', 'lo'))] })
  for await (const part of models.reply(requestOf(), wanted())) {
    expect(part).toEqual({ type: 'text', text: 'Hel' })
    break
  }
  await server.lines[0]?.closed
  expect(timers.running()).toEqual([])
})

const upstream = (detail: string, more: object = {}) =>
  expect.objectContaining({ kind: 'upstream', detail, ...more })

type FailureCase = {
  readonly name: string
  readonly answer: ModelAnswer
  readonly detail: string
  /** What is logged of it. */
  readonly fields: ModelFailure & { readonly says?: string }
  /** What was said before. */
  readonly said?: string
}

/** Every way in which a provider fails. */
const failures: readonly FailureCase[] = [
  {
    name: 'refuses the key',
    answer: refuseWith(401, { error: { message: `Incorrect API key: ${SECRET}`, code: 'invalid_api_key' } }),
    detail: 'The language model does not accept the API key',
    fields: {
      ...{ reason: 'wrong_key', status: 401, code: 'invalid_api_key' },
      says: 'Incorrect API key: [redacted]',
    },
  },
  {
    name: 'does not know the model',
    answer: refuseWith(404, { error: { message: 'no model m', type: 'not_found_error' } }),
    detail: 'The language model is not one of those that its provider has',
    fields: {
      ...{ reason: 'unknown_model', status: 404, code: 'not_found_error' },
      says: 'It has no model m: no model m',
    },
  },
  {
    name: 'sends the client elsewhere',
    answer: refuseWith(307, '', { location: 'http://127.0.0.1:9/v1' }),
    detail: 'The language model is not known at its address',
    fields: { reason: 'not_found', status: 307 },
  },
  {
    name: 'refuses the request',
    answer: refuseWith(400, { error: { message: `bad: ${PLAYER_TEXT}`, code: 'a sentence, no code' } }),
    detail: 'The language model refused the request',
    fields: { reason: 'refused', status: 400 },
  },
  {
    name: 'has had too many requests',
    answer: refuseWith(
      429,
      { error: { message: 'slow down', code: 'rate_limit_exceeded' } },
      { 'retry-after': '70' },
    ),
    detail: 'The language model has had too many requests; try again in 70 seconds',
    fields: {
      reason: 'busy',
      status: 429,
      code: 'rate_limit_exceeded',
      says: 'slow down',
      retryAfterSeconds: 70,
    },
  },
  {
    name: 'breaks',
    answer: refuseWith(500, '<h1>Oops</h1>'),
    detail: 'The language model failed',
    fields: { reason: 'failed', status: 500 },
  },
  {
    name: 'sends something that is no JSON',
    answer: answerWith(
      ...openAi.say('Hel'),
      'data: {"choices": [oops\n\n',
      ...openAi.say('lo'),
      ...openAi.stop(),
    ),
    detail: 'The language model sent an answer that cannot be understood',
    fields: { reason: 'garbled' },
    said: 'Hel',
  },
  {
    name: 'sends something that is no chunk',
    answer: answerWith('data: {"choices": 3}\n\n'),
    detail: 'The language model sent an answer that cannot be understood',
    fields: { reason: 'garbled' },
  },
  {
    name: 'sends something that is no event stream',
    answer: answerWith('<!doctype html><p>Hello</p>'),
    detail: 'The language model sent an answer that cannot be understood',
    fields: { reason: 'garbled' },
  },
  {
    name: 'reports an error in the middle',
    answer: answerWith(
      ...openAi.say('Hel'),
      ...openAi.fail(`about ${PLAYER_TEXT}`, { type: 'server_error' }),
      ...openAi.stop(),
    ),
    detail: 'The language model broke off its answer',
    fields: { reason: 'broken_off', code: 'server_error' },
    said: 'Hel',
  },
  {
    name: 'reports too many requests in the middle',
    answer: answerWith(...openAi.say('Hel'), ...openAi.fail('slow down', { code: 429 })),
    detail: 'The language model has had too many requests',
    fields: { reason: 'busy', status: 429, says: 'slow down' },
    said: 'Hel',
  },
  {
    name: 'ends without an end',
    answer: answerWith(...openAi.say('Hel')),
    detail: 'The language model broke off its answer',
    fields: { reason: 'broken_off' },
    said: 'Hel',
  },
  {
    name: 'says nothing',
    answer: answerWith(...openAi.say('', ' '), ...openAi.stop()),
    detail: 'The language model gave an empty answer',
    fields: { reason: 'empty' },
    said: ' ',
  },
  {
    name: 'withholds its answer',
    answer: answerWith(...openAi.stop('content_filter')),
    detail: 'The language model withheld its answer',
    fields: { reason: 'withheld' },
  },
]

test.each(failures)(
  'a model that $name is a failure with a fixed sentence',
  async ({ answer, detail, fields, said }) => {
    const { server, models, logged, timers } = await givenModel({ answers: [answer] })
    const { parts, error } = await collectReply(models.reply(requestOf(), wanted()))

    expect(parts).toEqual(said === undefined ? [] : text(said))
    expect(error).toBeInstanceOf(DomainError)
    expect(error).toEqual(upstream(detail))
    expect((error as DomainError).retryAfterSeconds).toBe(fields.retryAfterSeconds)
    const address = `${server.url}/v1`
    expect(logged).toEqual([
      { message: 'A language model failed', provider: 'local', address, model: 'm', ...fields },
    ])
    expect(server.asked).toHaveLength(1)
    expect(timers.running()).toEqual([])
  },
)

test.each(failures)('of a model that $name, error and log show neither key nor words', async ({ answer }) => {
  const { models, logged } = await givenModel({ answers: [answer] })
  const { error } = await collectReply(models.reply(requestOf(), wanted()))
  const shown = `${JSON.stringify(logged)}${everythingOf(error)}`
  expect(shown).not.toContain(SECRET)
  expect(shown).not.toContain('harbour')
})

test('a connection that breaks in the middle is a failure', async () => {
  const { server, models } = await givenModel({ answers: [stallAfter(...openAi.say('Hel'))] })
  const reply = models.reply(requestOf(), wanted())[Symbol.asyncIterator]()
  await reply.next()
  server.lines[0]?.cut()
  await expect(reply.next()).rejects.toEqual(upstream('The language model broke off its answer'))
})

test('a connection that breaks before the answer is a failure', async () => {
  const { models } = await givenModel({ answers: [(line) => line.cut()] })
  const { error } = await collectReply(models.reply(requestOf(), wanted()))
  expect(error).toEqual(upstream('The language model cannot be reached'))
})

test('a server that is not there is a failure', async () => {
  const { server, models, logged } = await givenModel()
  await server.close()
  const { error } = await collectReply(models.reply(requestOf(), wanted()))
  expect(error).toEqual(upstream('The language model cannot be reached'))
  expect(logged).toEqual([
    {
      message: 'A language model failed',
      provider: 'local',
      address: `${server.url}/v1`,
      model: 'm',
      reason: 'unreachable',
      code: 'ECONNREFUSED',
    },
  ])
})

test('Retry-After may be a date by the clock of the provider', async () => {
  const headers = { date: 'Wed, 02 Jan 2030 03:04:05 GMT', 'retry-after': 'Wed, 02 Jan 2030 03:05:00 GMT' }
  const { models } = await givenModel({ answers: [refuseWith(429, {}, headers)] })
  const { error } = await collectReply(models.reply(requestOf(), wanted()))
  expect(error).toMatchObject({ retryAfterSeconds: 55 })
})

test('a failure after an action is a failure of the reply', async () => {
  const { models } = await givenModel({
    answers: [answerWith(...openAi.call('nod'), ...openAi.stop('tool_calls')), refuseWith(500, {})],
  })
  expect(await collectReply(models.reply(requestOf({ actions: [{ name: 'nod' }] }), wanted()))).toEqual({
    parts: [{ type: 'action', name: 'nod', arguments: {} }],
    error: upstream('The language model failed'),
  })
})

test('a first token that does not come in time is a failure, and ends the request', async () => {
  const { server, models, timers } = await givenModel({
    answers: [
      (line) => {
        line.send(': waiting\n\n')
        timers.pass(localProvider.patience.firstTokenSeconds)
      },
    ],
  })
  const { error } = await collectReply(models.reply(requestOf(), wanted()))
  expect(error).toEqual(upstream('The language model did not answer in time'))
  await server.lines[0]?.closed
  expect(timers.running()).toEqual([])
})

test.each([
  [15, 'The language model stopped in the middle of its answer'],
  [120, 'The language model took too long to finish its answer'],
])(
  'a reply that stands still when %i seconds pass is a failure, and ends the request',
  async (seconds, detail) => {
    const { server, models, timers } = await givenModel({ answers: [stallAfter(...openAi.say('Hel'))] })
    const reply = models.reply(requestOf(), wanted())[Symbol.asyncIterator]()
    await reply.next()
    expect(timers.running()).toEqual([120])
    const next = reply.next()
    expect(timers.running()).toEqual([15, 120])
    timers.pass(seconds)
    await expect(next).rejects.toEqual(upstream(detail))
    await server.lines[0]?.closed
    expect(timers.running()).toEqual([])
  },
)

test('connections are used again', async () => {
  const { server, models } = await givenModel({ answers: [hello] })
  for (const _ of Array(6)) await collectReply(models.reply(requestOf(), wanted()))
  expect(new Set(server.asked.map(({ port }) => port)).size).toBeLessThanOrEqual(2)
})

/** Whatever a logger could make of an error: its fields, hidden ones too, and those of its causes. */
function everythingOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const own = Object.getOwnPropertyNames(error).map((name) => String(Reflect.get(error, name)))
  return [...own, everythingOf(error.cause)].join('\n')
}
