import { expect, onTestFinished, test } from 'vitest'
import { createModelRouter } from '../../../src/adapters/model/model-router.js'
import type { LanguageModel } from '../../../src/domain/turns/ports.js'
import { answerWith, startModelServer } from '../../support/providers/model-server.js'
import { openAi } from '../../support/providers/openai-server.js'
import { collectReply, localProvider, requestOf, text } from '../../support/sessions/given-model.js'

const stub: LanguageModel = {
  reply: async function* () {
    yield { type: 'text', text: 'I am the stub.' }
  },
}

/** Two providers, `small` and `big`, each answering with the model that it was asked for. */
async function givenTwo(defaultName: string) {
  const server = await startModelServer([
    (line, question) => {
      const said = `${question.path.split('/')[1]} ${question.body['model']}`
      return answerWith(...openAi.say(said), ...openAi.stop())(line, question)
    },
  ])
  onTestFinished(server.close)
  const logged: object[] = []
  const log = (message: string, fields: object = {}) => void logged.push({ message, ...fields })
  const models = createModelRouter({
    providers: ['small', 'big'].map((name) => ({
      ...localProvider,
      name,
      baseUrl: `${server.url}/${name}`,
      model: `${name}-1`,
    })),
    defaultName,
    stub,
    timers: { after: () => () => {} },
    log: { debug: log, info: log, warn: log, error: log },
  })
  onTestFinished(models.close)
  const ask = async (llm_provider: string, llm_model = 'default') =>
    collectReply(models.reply(requestOf({ llm_provider, llm_model }), new AbortController().signal))
  const identify = (llm_provider: string, llm_model: string) =>
    models.identify?.(requestOf({ llm_provider, llm_model }).character)
  return { ask, identify, logged }
}

test.each([
  ['default', 'default', 'small small-1'],
  ['default', 'small-2', 'small small-2'],
  ['big', 'default', 'big big-1'],
  ['big', 'big-2', 'big big-2'],
  ['stub', 'default', 'I am the stub.'],
  ['elsewhere', 'default', 'small small-1'],
  ['elsewhere', 'elsewhere-2', 'small small-1'],
  ['constructor', 'default', 'small small-1'],
])('a character of provider %s and model %s is answered by %s', async (provider, model, answer) => {
  const { ask, identify } = await givenTwo('small')
  expect(await ask(provider, model)).toEqual({ parts: text(answer) })
  const [name, id] = provider === 'stub' ? ['stub', 'stub'] : answer.split(' ')
  expect(identify(provider, model)).toEqual({ provider: name, model: id })
})

test('the stub can be the default', async () => {
  const { ask } = await givenTwo('stub')
  expect(await ask('default')).toEqual({ parts: text('I am the stub.') })
})

test('a provider that is not configured is logged once for each name', async () => {
  const { ask, logged } = await givenTwo('small')
  for (const name of ['elsewhere', 'elsewhere', 'nowhere', 'default', 'big']) await ask(name)
  const message = 'A character asks for a language model that is not configured; the default answers'
  expect(logged).toEqual([
    { message, provider: 'elsewhere' },
    { message, provider: 'nowhere' },
  ])
})
