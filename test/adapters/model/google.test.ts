import { expect, test } from 'vitest'
import { google } from '../../support/providers/google-server.js'
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
const provider = { kind: 'google' as const, model: 'some-gemini' }
const given = (...answers: ModelAnswer[]) => givenModel({ provider, answers, path: '/v1beta' })
const hello = answerWith(...google.say('Hel', 'lo.'), ...google.stop())
const nod = { name: 'nod', description: 'Nods', parameters: [{ name: 'times', type: 'number' as const }] }

test('Google is asked in its own form, and its text is passed on', async () => {
  const { server, models } = await given(hello)
  const character = { llm_max_tokens: 99, llm_temperature: 1.4, actions: [nod] }
  expect(await collectReply(models.reply(requestOf(character), wanted()))).toEqual({
    parts: text('Hel', 'lo.'),
  })

  expect(server.asked[0]?.path).toBe('/v1beta/models/some-gemini:streamGenerateContent?alt=sse')
  expect(server.asked[0]?.headers).toMatchObject({ 'x-goog-api-key': SECRET })
  expect(server.asked[0]?.body).toEqual({
    generationConfig: { maxOutputTokens: 99, temperature: 1.4 },
    systemInstruction: { parts: [{ text: 'You are Mira.' }] },
    contents: [{ role: 'user', parts: [{ text: PLAYER_TEXT }] }],
    tools: [
      {
        functionDeclarations: [
          {
            name: 'nod',
            description: 'Nods',
            parameters: { type: 'object', properties: { times: { type: 'number' } }, required: [] },
          },
        ],
      },
    ],
    toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
  })
})

test("Google's tool call is an action, and is answered with its signature so that the character speaks", async () => {
  const { server, models } = await given(
    answerWith(...google.call('nod', { times: 2 }, 'c2lnbmVk'), ...google.stop()),
    hello,
  )
  expect(await collectReply(models.reply(requestOf({ actions: [nod] }), wanted()))).toEqual({
    parts: [{ type: 'action', name: 'nod', arguments: { times: 2 } }, ...text('Hel', 'lo.')],
  })
  expect(server.asked[1]?.body).toMatchObject({
    toolConfig: { functionCallingConfig: { mode: 'NONE' } },
    contents: [
      { role: 'user', parts: [{ text: PLAYER_TEXT }] },
      {
        role: 'model',
        parts: [{ functionCall: { name: 'nod', args: { times: 2 } }, thoughtSignature: 'c2lnbmVk' }],
      },
      {
        role: 'user',
        parts: [{ functionResponse: { name: 'nod', response: { name: 'nod', content: 'Done.' } } }],
      },
    ],
  })
})

test.each([
  {
    name: 'refuses the key',
    answer: refuseWith(403, { error: { code: 403, message: SECRET, status: 'PERMISSION_DENIED' } }),
    detail: 'The language model does not accept the API key',
    fields: { reason: 'wrong_key', status: 403, code: 'PERMISSION_DENIED', says: '[redacted]' },
    said: [],
  },
  {
    name: 'has had too many requests',
    answer: refuseWith(429, { error: { code: 429, message: 'quota', status: 'RESOURCE_EXHAUSTED' } }),
    detail: 'The language model has had too many requests',
    fields: { reason: 'busy', status: 429, code: 'RESOURCE_EXHAUSTED', says: 'quota' },
    said: [],
  },
  {
    name: 'fails in the middle',
    answer: answerWith(...google.say('Hel'), ...google.fail(503, 'UNAVAILABLE', `about ${PLAYER_TEXT}`)),
    detail: 'The language model broke off its answer',
    fields: { reason: 'broken_off', status: 503, code: 'UNAVAILABLE' },
    said: text('Hel'),
  },
  {
    name: 'ends without an end',
    answer: answerWith(...google.say('Hel')),
    detail: 'The language model broke off its answer',
    fields: { reason: 'broken_off' },
    said: text('Hel'),
  },
  {
    name: 'finds its own answer unsafe',
    answer: answerWith(...google.stop('SAFETY')),
    detail: 'The language model withheld its answer',
    fields: { reason: 'withheld' },
    said: [],
  },
])('Google that $name is a failure with a fixed sentence', async ({ answer, detail, fields, said }) => {
  const { server, models, logged } = await given(answer)
  const { parts, error } = await collectReply(models.reply(requestOf(), wanted()))
  expect(parts).toEqual(said)
  expect(error).toMatchObject({ kind: 'upstream', detail })
  const address = `${server.url}/v1beta`
  expect(logged).toEqual([
    { message: 'A language model failed', provider: 'local', address, model: 'some-gemini', ...fields },
  ])
})

test('an interrupt ends the request to Google', async () => {
  const { server, models } = await given(stallAfter(...google.say('Hel')))
  const stop = new AbortController()
  const reply = models.reply(requestOf(), stop.signal)[Symbol.asyncIterator]()
  await reply.next()
  const next = reply.next()
  stop.abort('client_interrupt')
  await expect(next).rejects.toBe('client_interrupt')
  await server.lines[0]?.closed
})
