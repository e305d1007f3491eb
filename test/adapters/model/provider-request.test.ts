import { expect, test } from 'vitest'
import type { ModelProvider } from '../../../src/adapters/model/provider.js'
import { anthropic } from '../../support/providers/anthropic-server.js'
import { google } from '../../support/providers/google-server.js'
import { answerWith } from '../../support/providers/model-server.js'
import { ollama } from '../../support/providers/ollama-server.js'
import { openAi } from '../../support/providers/openai-server.js'
import { collectReply, givenModel, requestOf, SECRET } from '../../support/sessions/given-model.js'

const wave = { name: 'wave', description: 'Waves a hand', parameters: [] }

const KINDS = [
  {
    kind: 'openai-compatible',
    answer: answerWith(...openAi.say('Hi'), ...openAi.stop()),
    header: 'authorization',
    value: 'Bearer $LLM_KEY',
  },
  {
    kind: 'anthropic',
    answer: answerWith(...anthropic.start(), ...anthropic.say(0, 'Hi'), ...anthropic.stop()),
    header: 'x-api-key',
    value: '$LLM_KEY',
  },
  {
    kind: 'google',
    answer: answerWith(...google.say('Hi'), ...google.stop()),
    header: 'x-goog-api-key',
    value: '$LLM_KEY',
  },
  {
    kind: 'ollama',
    answer: answerWith(...ollama.say('Hi'), ...ollama.stop()),
    header: 'authorization',
    value: 'Bearer $LLM_KEY',
  },
] as const

test.each(KINDS)(
  'the request of $kind is described as it is sent, and nothing is sent for it',
  async ({ kind, answer, header, value }) => {
    const provider = { kind, apiKeyVariable: 'LLM_KEY', headers: { 'X-Org': 'org-secret' } }
    const { server, models } = await givenModel({ provider, answers: [answer] })
    const request = requestOf({ actions: [wave], llm_temperature: 0.3 })
    const described = await models.describeRequest?.(request)
    expect(server.asked).toHaveLength(0)
    await collectReply(models.reply(request, new AbortController().signal))

    const [sent] = server.asked
    expect(described).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-org': '$LOCAL_X_ORG', [header]: value },
      variables: ['LLM_KEY', 'LOCAL_X_ORG'],
    })
    expect(described?.body).toEqual(sent?.body)
    expect(new URL(described?.url ?? '').pathname).toBe(sent?.path.split('?')[0])
    expect(JSON.stringify(described)).not.toContain(SECRET)
    expect(JSON.stringify(described)).not.toContain('org-secret')
  },
)

const describe = async (provider: Partial<ModelProvider>) => {
  const { models } = await givenModel({ provider })
  return models.describeRequest?.(requestOf())
}

test('without a variable of its own, a key is named after its provider; without a key there is none', async () => {
  expect(await describe({ name: 'local' })).toMatchObject({
    headers: { authorization: 'Bearer $LOCAL_API_KEY' },
    variables: ['LOCAL_API_KEY'],
  })
  expect(await describe({ apiKeyVariable: 'no; variable' })).toMatchObject({ variables: ['LOCAL_API_KEY'] })
  const open = await describe({ apiKey: undefined })
  expect(open?.variables).toEqual([])
  expect(open?.headers).not.toHaveProperty('authorization')
})

test('a password in the address of a provider is left out', async () => {
  const described = await describe({ baseUrl: 'http://ada:hunter2@127.0.0.1:9/v1' })
  expect(described?.url).toBe('http://127.0.0.1:9/v1/chat/completions')
})

test('the stub is asked nothing over HTTP', async () => {
  const { models } = await givenModel()
  expect(await models.describeRequest?.(requestOf({ llm_provider: 'stub' }))).toBeUndefined()
})

test('a provider that is not configured is described as the default one, which answers', async () => {
  const { models } = await givenModel()
  const described = await models.describeRequest?.(requestOf({ llm_provider: 'gone', llm_model: 'other' }))
  expect(described?.body).toMatchObject({ model: 'm' })
})
