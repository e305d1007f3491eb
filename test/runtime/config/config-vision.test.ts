import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Character } from '../../../src/contract/characters.js'
import type { Message } from '../../../src/contract/conversations.js'
import { readConfig } from '../../../src/runtime/config/config.js'
import { pictureOf } from '../../support/images/pictures.js'
import {
  answerWith,
  type ModelAnswer,
  refuseWith,
  startModelServer,
} from '../../support/providers/model-server.js'
import { openAi } from '../../support/providers/openai-server.js'
import { connectPlayer, rest, startTestServer, temporaryFolder } from '../../support/servers/test-server.js'

async function written(text: string) {
  const folder = await temporaryFolder()
  const path = join(folder, 'parley.yaml')
  await writeFile(path, text)
  return { folder, path }
}

async function read(text: string) {
  const { folder, path } = await written(text)
  return readConfig(path, {}).catch((error: Error) => error.message.replaceAll(`${folder}/`, '').split('\n'))
}

test('vision models are read as language models are; the first is the default', async () => {
  const provider = '{ kind: openai-compatible, baseUrl: "http://127.0.0.1:9/v1/", model: eye }'
  expect(await read(`vision: { providers: { local: ${provider} } }`)).toMatchObject({
    llm: { default: 'stub', providers: [] },
    vision: {
      default: 'local',
      providers: [{ name: 'local', baseUrl: 'http://127.0.0.1:9/v1', model: 'eye' }],
    },
  })
})

test.each([
  ['vision: { default: lokal }', 'vision.default names lokal, which is not a provider; known here: stub.'],
  [
    'vision: { providers: { stub: { kind: anthropic, model: m, apiKeyEnv: KEY } } }',
    'vision.providers.stub needs another name',
  ],
  [
    'vision: { providers: { a: { kind: openai-compatible, model: m } } }',
    'vision.providers.a.baseUrl is missing',
  ],
])('%s is refused', async (text, problem) => {
  expect(await read(text)).toEqual(expect.arrayContaining([expect.stringContaining(problem)]))
})

const DOG = answerWith(...openAi.say('{"description": "A black dog."}'), ...openAi.stop())

async function givenServer(...answers: ModelAnswer[]) {
  const provider = await startModelServer(answers)
  onTestFinished(provider.close)
  const eye = `{ kind: openai-compatible, baseUrl: "${provider.url}/v1", model: eye }`
  const { path: configFile } = await written(`vision: { providers: { local: ${eye} } }`)
  const server = await startTestServer({ configFile })
  const image = (await pictureOf('face')).toString('base64')
  return { provider, server, image }
}

async function givenPlayer(...answers: ModelAnswer[]) {
  const { server, ...rest_ } = await givenServer(...answers)
  const { body } = await rest(server, 'POST', '/api/v1/characters', {
    persona: { name: 'Ada' },
    vlm: { model: 'sharp-eye' },
  })
  const { id } = body as Character
  const player = connectPlayer(server, { api_key: server.ready.apiKey, character_id: id, player_id: 'p1' })
  await player.next('session_info')
  const messages = async () =>
    (
      (await rest(server, 'GET', `/api/v1/characters/${id}/players/p1/messages`)).body as {
        messages: Message[]
      }
    ).messages
  return { ...rest_, server, player, messages }
}

test('a configured vision model makes characters of pictures', async () => {
  const anna = { name: 'Anna', tagline: 'maps', appearance: 'Tall.', voice: 'Low.', persona: 'x'.repeat(500) }
  const { server, provider, image } = await givenServer(
    answerWith(...openAi.say(JSON.stringify(anna)), ...openAi.stop()),
  )
  expect(server.ready.providers).toMatchObject({ vision: 'local' })
  const made = await rest(server, 'POST', '/api/v1/characters/from-image', { image, voicePrompt: 'Arr.' })
  expect(made).toMatchObject({ status: 201, body: { name: 'Anna', appearance: 'Tall.' } })
  expect((made.body as Character).personality).toHaveLength(400)
  expect(provider.asked[0]?.body['model']).toBe('eye')
  expect(JSON.stringify(provider.asked[0]?.body)).toContain('Arr.')
})

test('a vision model that fails is a 502, makes nothing and counts for nothing', async () => {
  const { server, image } = await givenServer(refuseWith(500, {}))
  const made = await rest(server, 'POST', '/api/v1/characters/from-image', { image })
  expect(made).toEqual({ status: 502, body: { detail: 'The vision model failed' } })
  expect(await rest(server, 'GET', '/api/v1/characters')).toMatchObject({ body: { total: 0 } })
})

test('a configured vision model sees what players show, as the character chooses', async () => {
  const { provider, player, messages, image } = await givenPlayer(DOG)
  player.send('camera_image', { image, text: 'Look, my dog' })
  await player.next<{ is_final: boolean }>('bot_response', ({ is_final }) => is_final)
  expect(await messages()).toMatchObject([
    { content: 'Look, my dog', imageDescription: 'A black dog.' },
    { content: expect.stringContaining('I see this: A black dog.') },
  ])
  expect(provider.asked[0]?.body['model']).toBe('sharp-eye')
})

test('when it fails the player is told, and the picture is kept', async () => {
  const { provider, player, messages, image } = await givenPlayer(refuseWith(401, {}))
  player.send('camera_image', { image })
  expect(await player.next('error')).toEqual({
    error: 'model_failed',
    message: `The vision model does not accept the API key: local (${provider.url}/v1, HTTP 401)`,
  })
  await player.next<{ is_final: boolean }>('bot_response', ({ is_final }) => is_final)
  expect(await messages()).toMatchObject([
    { imageUrl: expect.stringContaining('/files/'), imageDescription: null },
  ])
})
