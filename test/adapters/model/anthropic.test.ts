import { expect, test } from 'vitest'
import { anthropic } from '../../support/providers/anthropic-server.js'
import { answerWith, type ModelAnswer, refuseWith, stallAfter } from '../../support/providers/model-server.js'
import {
  collectReply,
  givenModel,
  PLAYER_TEXT,
  requestOf,
  SECRET,
  text,
} from '../../support/sessions/given-model.js'

const wanted = () => new AbortController().signal
const provider = { kind: 'anthropic' as const, model: 'some-claude' }
const given = (...answers: ModelAnswer[]) => givenModel({ provider, answers })
const hello = answerWith(...anthropic.start(), ...anthropic.say(0, 'Hel', 'lo.'), ...anthropic.stop())
const nod = { name: 'nod', description: 'Nods', parameters: [{ name: 'times', type: 'number' as const }] }
const offer = {
  name: 'nod',
  description: 'Nods',
  input_schema: {
    type: 'object',
    properties: { times: { type: 'number' } },
    required: [],
    additionalProperties: false,
  },
}

test('Anthropic is asked in its own form, and its text is passed on', async () => {
  const { server, models } = await given(hello)
  const character = { llm_max_tokens: 99, llm_temperature: 0.4, actions: [nod] }
  expect(await collectReply(models.reply(requestOf(character), wanted()))).toEqual({
    parts: text('Hel', 'lo.'),
  })

  expect(server.asked[0]?.path).toBe('/v1/messages')
  expect(server.asked[0]?.headers).toMatchObject({ 'x-api-key': SECRET, 'anthropic-version': '2023-06-01' })
  expect(server.asked[0]?.body).toEqual({
    model: 'some-claude',
    max_tokens: 99,
    temperature: 0.4,
    stream: true,
    system: [{ type: 'text', text: 'You are Mira.' }],
    messages: [{ role: 'user', content: [{ type: 'text', text: PLAYER_TEXT }] }],
    // The SDK's own wish: tool calls in finer pieces.
    tools: [{ ...offer, eager_input_streaming: true }],
    tool_choice: { type: 'auto' },
  })
})

test('a temperature above what Anthropic knows becomes its highest', async () => {
  const { server, models } = await given(hello)
  await collectReply(models.reply(requestOf({ llm_temperature: 1.8 }), wanted()))
  expect(server.asked[0]?.body['temperature']).toBe(1)
})

test("Anthropic's tool call is an action, and is answered so that the character speaks", async () => {
  const { server, models } = await given(
    answerWith(
      ...anthropic.start(),
      ...anthropic.call(0, 'nod', '{"tim', 'es": 2}'),
      ...anthropic.stop('tool_use'),
    ),
    hello,
  )
  expect(await collectReply(models.reply(requestOf({ actions: [nod] }), wanted()))).toEqual({
    parts: [{ type: 'action', name: 'nod', arguments: { times: 2 } }, ...text('Hel', 'lo.')],
  })
  expect(server.asked[1]?.body).toMatchObject({
    tools: [offer],
    tool_choice: { type: 'none' },
    messages: [
      { role: 'user', content: [{ type: 'text', text: PLAYER_TEXT }] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'nod', input: { times: 2 } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'Done.' }] },
    ],
  })
})

test.each([
  {
    name: 'refuses the key',
    answer: refuseWith(401, { type: 'error', error: { type: 'authentication_error', message: SECRET } }),
    detail: 'The language model does not accept the API key',
    fields: { reason: 'wrong_key', status: 401, code: 'authentication_error', says: '[redacted]' },
    said: [],
  },
  {
    name: 'has had too many requests',
    answer: refuseWith(
      429,
      { type: 'error', error: { type: 'rate_limit_error', message: 'slow down' } },
      { 'retry-after': '70' },
    ),
    detail: 'The language model has had too many requests; try again in 70 seconds',
    fields: {
      reason: 'busy',
      status: 429,
      code: 'rate_limit_error',
      says: 'slow down',
      retryAfterSeconds: 70,
    },
    said: [],
  },
  {
    name: 'is overloaded from the start',
    answer: answerWith(...anthropic.fail('overloaded_error', 'Overloaded')),
    detail: 'The language model failed',
    fields: { reason: 'failed', status: 529, says: 'Overloaded' },
    said: [],
  },
  {
    name: 'fails in the middle',
    answer: answerWith(
      ...anthropic.start(),
      ...anthropic.say(0, 'Hel'),
      ...anthropic.fail('api_error', `about ${PLAYER_TEXT}`),
    ),
    detail: 'The language model broke off its answer',
    fields: { reason: 'broken_off', code: 'api_error' },
    said: text('Hel'),
  },
  {
    name: 'ends without an end',
    answer: answerWith(...anthropic.start(), ...anthropic.say(0, 'Hel')),
    detail: 'The language model broke off its answer',
    fields: { reason: 'broken_off' },
    said: text('Hel'),
  },
  {
    name: 'refuses to answer',
    answer: answerWith(...anthropic.start(), ...anthropic.stop('refusal')),
    detail: 'The language model withheld its answer',
    fields: { reason: 'withheld' },
    said: [],
  },
])('Anthropic that $name is a failure with a fixed sentence', async ({ answer, detail, fields, said }) => {
  const { server, models, logged } = await given(answer)
  const { parts, error } = await collectReply(models.reply(requestOf(), wanted()))
  expect(parts).toEqual(said)
  expect(error).toMatchObject({ kind: 'upstream', detail })
  const address = `${server.url}/v1`
  expect(logged).toEqual([
    { message: 'A language model failed', provider: 'local', address, model: 'some-claude', ...fields },
  ])
})

test.each([
  ['before its first word', [], 'The language model broke off its answer'],
  ['in the middle', anthropic.say(0, 'Hel'), 'The language model broke off its answer'],
])('a connection to Anthropic that breaks %s is a failure', async (_, said, detail) => {
  const { models } = await given((line) => {
    for (const event of [...anthropic.start(), ...said]) line.send(event)
    setImmediate(line.cut)
  })
  const { error } = await collectReply(models.reply(requestOf(), wanted()))
  expect(error).toMatchObject({ kind: 'upstream', detail })
})

test('an interrupt ends the request to Anthropic', async () => {
  const { server, models } = await given(stallAfter(...anthropic.start(), ...anthropic.say(0, 'Hel')))
  const stop = new AbortController()
  const reply = models.reply(requestOf(), stop.signal)[Symbol.asyncIterator]()
  await reply.next()
  const next = reply.next()
  stop.abort('client_interrupt')
  await expect(next).rejects.toBe('client_interrupt')
  await server.lines[0]?.closed
})
