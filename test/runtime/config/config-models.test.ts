import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  answerWith,
  type ModelAnswer,
  refuseWith,
  stallAfter,
  startModelServer,
} from '../../support/providers/model-server.js'
import { openAi } from '../../support/providers/openai-server.js'
import {
  connectPlayer,
  rest,
  sendTextAndWait,
  startTestServer,
  temporaryFolder,
} from '../../support/servers/test-server.js'

type Reply = { readonly message_id: string; readonly text: string; readonly is_final: boolean }

/** A whole server with one configured provider, a character, and a player who has joined it. */
async function givenPlayer(...answers: ModelAnswer[]) {
  const provider = await startModelServer(answers)
  onTestFinished(provider.close)
  const configFile = join(await temporaryFolder(), 'parley.yaml')
  await writeFile(
    configFile,
    `llm: { providers: { local: { kind: openai-compatible, baseUrl: "${provider.url}/v1", model: llama } } }`,
  )
  const server = await startTestServer({ configFile })
  const { body } = await rest(server, 'POST', '/api/v1/characters', {
    persona: { name: 'Mira', personality: 'Patient and dry.' },
    llm: { temperature: 0.2, max_tokens: 77 },
    actions: [{ name: 'wave', description: 'Waves' }],
  })
  const { id } = body as { id: string }
  const player = connectPlayer(server, {
    api_key: server.ready.apiKey,
    character_id: id,
    player_id: 'ada',
    capabilities: { client_action: true },
  })
  await player.next('session_info')
  const replies = () =>
    player.heard.flatMap(([name, payload]) => (name === 'bot_response' ? [payload as Reply] : []))
  return { provider, server, player, replies, id }
}

test('a character speaks and acts through the configured provider', async () => {
  const { provider, server, player, replies } = await givenPlayer(
    answerWith(...openAi.call('wave', '{}'), ...openAi.stop('tool_calls')),
    answerWith(...openAi.say('Good ', 'evening', '.'), ...openAi.stop()),
  )
  expect(server.ready.providers).toMatchObject({ llm: 'local' })
  expect(await sendTextAndWait(player, 'Hello')).toBe('Good evening.')

  // How many tokens come at once decides how many chunks there are.
  const chunks = replies().filter(({ is_final }) => !is_final)
  expect(chunks.map(({ text }) => text).join('')).toBe('Good evening.')
  expect(replies().at(-1)).toMatchObject({ text: 'Good evening.', is_final: true })
  expect(await player.next('client_action')).toMatchObject({ name: 'wave', arguments: {} })
  expect(provider.asked[0]?.body).toMatchObject({
    model: 'llama',
    temperature: 0.2,
    max_tokens: 77,
    messages: [
      { role: 'system', content: expect.stringContaining('Patient and dry.') },
      { role: 'user', content: 'Hello' },
    ],
  })
})

test('a provider that fails in the middle ends the reply with an error and a final', async () => {
  const { provider, player, replies } = await givenPlayer(
    answerWith(...openAi.say('Good'), ...openAi.fail('oops')),
  )
  player.send('text', { text: 'Hello' })
  expect(await player.next('error')).toMatchObject({
    error: 'model_failed',
    message: `The language model broke off its answer: local (${provider.url}/v1): oops`,
  })
  await player.next<Reply>('bot_response', ({ is_final }) => is_final)
  expect(replies().map(({ text, is_final }) => [text, is_final])).toEqual([
    ['Good', false],
    ['Good', true],
  ])
})

test('a provider that refuses ends the turn, and the next one may succeed', async () => {
  const { provider, player } = await givenPlayer(
    refuseWith(429, { error: { message: 'slow down' } }, { 'retry-after': '90' }),
    answerWith(...openAi.say('Good evening.'), ...openAi.stop()),
  )
  player.send('text', { text: 'Hello' })
  expect(await player.next('error')).toMatchObject({
    error: 'model_failed',
    message: `The language model has had too many requests; try again in 90 seconds: local (${provider.url}/v1, HTTP 429): slow down`,
  })
  await player.next<Reply>('bot_response', ({ is_final }) => is_final)
  expect(await sendTextAndWait(player, 'Hello?')).toBe('Good evening.')
})

test('an interrupt by the player ends the request to the provider', async () => {
  const { provider, player } = await givenPlayer(stallAfter(...openAi.say('Good')))
  player.send('text', { text: 'Hello' })
  const { message_id } = await player.next<Reply>('bot_response')
  player.send('client_interrupt', {})
  expect(await player.next('interrupt')).toMatchObject({ message_id })
  await provider.lines[0]?.closed
})

test('a player who leaves ends the request to the provider', async () => {
  const { provider, player } = await givenPlayer(stallAfter(...openAi.say('Good')))
  player.send('text', { text: 'Hello' })
  await player.next('bot_response')
  await player.leave()
  await provider.lines[0]?.closed
})

test('the configured provider finds memories, in any language, once the session is over', async () => {
  const memory = {
    message_id: 1,
    quote: 'Ich wohne in Lyon',
    content: 'The player wohnt in Lyon',
    type: 'fact',
    importance: 0.8,
    confidence: 0.9,
    slot: { subject: 'player', attribute: 'home', value: 'Lyon' },
    entities: [],
    relations: [],
    event_date: null,
  }
  const { provider, server, player, id } = await givenPlayer(
    answerWith(...openAi.say('Schön.'), ...openAi.stop()),
    answerWith(...openAi.say(JSON.stringify({ memories: [memory] })), ...openAi.stop()),
  )
  await sendTextAndWait(player, 'Ich wohne in Lyon, und du?')
  await player.leave()
  const path = `/api/v1/characters/${id}/players/ada`
  for (let body: unknown; ; ) {
    body = (await rest(server, 'GET', path)).body
    if ((body as { lastMemoryExtractionAt: unknown }).lastMemoryExtractionAt !== null) break
  }
  expect((await rest(server, 'GET', `${path}/memories`)).body).toMatchObject({
    memories: [{ content: 'The player wohnt in Lyon', sourceQuote: 'Ich wohne in Lyon' }],
  })
  expect(provider.asked).toHaveLength(2)
  expect(provider.asked[1]?.body).toMatchObject({ response_format: { type: 'json_schema' } })
})
