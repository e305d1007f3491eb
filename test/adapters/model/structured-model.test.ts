import { expect, test } from 'vitest'
import { anthropic } from '../../support/providers/anthropic-server.js'
import { google } from '../../support/providers/google-server.js'
import { answerWith, type ModelAnswer, refuseWith, stallAfter } from '../../support/providers/model-server.js'
import { openAi } from '../../support/providers/openai-server.js'
import { givenModel, SECRET } from '../../support/sessions/given-model.js'

const schema = {
  type: 'object',
  properties: { memories: { type: 'array', items: { type: 'string' } } },
  required: ['memories'],
  additionalProperties: false,
}
const request = { name: 'memories', instructions: 'Write down.', text: 'I live in Lyon.', schema }
const wanted = () => new AbortController().signal

const KINDS = [
  ['openai-compatible', '/v1', answerWith(...openAi.say('{"memories":', '["a"]}'), ...openAi.stop())],
  [
    'anthropic',
    '/v1',
    answerWith(
      ...anthropic.start(),
      ...anthropic.call(0, 'json', '{"memories":', '["a"]}'),
      ...anthropic.stop('tool_use'),
    ),
  ],
  ['google', '/v1beta', answerWith(...google.say('{"memories":', '["a"]}'), ...google.stop())],
] as const

test.each(KINDS)('a model of the kind %s answers in JSON', async (kind, path, answer) => {
  const { models, server } = await givenModel({ provider: { kind }, path, answers: [answer] })
  expect(await models.structuredModel('local').answer(request, wanted())).toEqual({ memories: ['a'] })
  const asked = JSON.stringify(server.asked[0]?.body)
  expect(asked).toContain('I live in Lyon.')
  expect(asked).toContain('Write down.')
  expect(asked).toContain('"memories"')
  expect(server.asked).toHaveLength(1)
})

test('an OpenAI-compatible server is given the schema', async () => {
  const { models, server } = await givenModel({ answers: [KINDS[0][2]] })
  await models.structuredModel('local').answer(request, wanted())
  expect(server.asked[0]?.body).toMatchObject({
    model: 'm',
    temperature: 0,
    max_tokens: 4096,
    response_format: { type: 'json_schema', json_schema: { name: 'memories', schema } },
  })
})

test('JSON in a code block is read as well', async () => {
  const said = ['```json\n', '{"memories": []}', '\n```\n']
  const { models } = await givenModel({ answers: [answerWith(...openAi.say(...said), ...openAi.stop())] })
  expect(await models.structuredModel('local').answer(request, wanted())).toEqual({ memories: [] })
})

test.each<[string, ModelAnswer, string]>([
  [
    'no JSON',
    answerWith(...openAi.say('Sorry.'), ...openAi.stop()),
    'sent an answer that cannot be understood',
  ],
  ['a refusal', refuseWith(401, { error: { message: SECRET } }), 'does not accept the API key'],
  ['half an answer', answerWith(...openAi.say('{"memories":')), 'broke off its answer'],
])('%s is a failure of the provider, and tells no secret', async (_, answer, reason) => {
  const { models } = await givenModel({ answers: [answer] })
  const attempt = models.structuredModel('local').answer(request, wanted())
  await expect(attempt).rejects.toMatchObject({ kind: 'upstream', detail: `The language model ${reason}` })
  await expect(attempt).rejects.not.toThrow(SECRET)
})

test('a model that stalls is given up, and one that is not wanted any more is left at once', async () => {
  const { models, timers, server } = await givenModel({ answers: [stallAfter()] })
  const late = models.structuredModel('local').answer(request, wanted())
  while (server.asked.length === 0) await new Promise(setImmediate)
  timers.pass(30)
  await expect(late).rejects.toMatchObject({ detail: 'The language model did not answer in time' })

  const stop = new AbortController()
  const left = models.structuredModel('local').answer(request, stop.signal)
  while (server.asked.length < 2) await new Promise(setImmediate)
  stop.abort(new Error('the server stops'))
  await expect(left).rejects.toThrow('the server stops')
  await server.lines[1]?.closed
})
