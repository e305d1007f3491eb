import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect, test } from 'vitest'
import {
  type AsyncApi,
  chaptersOf,
  type OpenApi,
  type Schema,
} from '../../../src/web/api-reference/api-document.js'
import { authenticationOf, missingCredential } from '../../../src/web/api-reference/authentication.js'
import { eventExample } from '../../../src/web/api-reference/event-example.js'
import { exampleOf } from '../../../src/web/api-reference/example.js'
import {
  idsIn,
  learnedFrom,
  NO_IDS,
  parametersBelow,
  withIds,
} from '../../../src/web/api-reference/known-ids.js'
import {
  buildRequest,
  curlOf,
  exampleRequest,
  formPartsOf,
  isGivenId,
  jsonBodyOf,
  parameterKey,
} from '../../../src/web/api-reference/request.js'

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../../../fixtures/${name}`, import.meta.url), 'utf8')) as T
const openApi = read<OpenApi>('openapi.json')
const asyncApi = read<AsyncApi>('asyncapi.json')
const chapters = chaptersOf(openApi, asyncApi)
const operations = chapters.flatMap((chapter) => chapter.operations)
const events = chapters.flatMap((chapter) => chapter.events)

const DOCUMENTS = new Map<object, Ajv2020>()

/** Compiles what the schemas of a document share once, which takes longer than everything else here. */
function compilerOf(components: object): Ajv2020 {
  const known = DOCUMENTS.get(components)
  if (known !== undefined) return known
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema({ $id: 'document:', components })
  DOCUMENTS.set(components, ajv)
  return ajv
}

/** What is wrong with the example of a schema, by the schema itself. */
function problemsOf(schema: Schema, components: object, value?: unknown): unknown {
  const schemas = (components as OpenApi['components']).schemas
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"document:#/components/')
  const validate = compilerOf(components).compile(JSON.parse(text) as Schema)
  return validate(value ?? exampleOf(schema, { schemas })) ? null : validate.errors
}

test('every operation and every event of the contract has its place', () => {
  const paths = Object.values(openApi.paths).flatMap((methods) =>
    Object.keys(methods).filter((one) => one !== 'head'),
  )
  expect(operations).toHaveLength(paths.length)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(paths.length)
  expect(events).toHaveLength(Object.keys(asyncApi.components.messages).length)
})

test.each(operations)('the example of $operationId is what its schemas allow', (operation) => {
  const { schemas } = openApi.components
  const values = exampleRequest(operation, schemas)
  const body = jsonBodyOf(operation)
  if (body !== null) expect(problemsOf(body, openApi.components, JSON.parse(values.body))).toBeNull()
  for (const { name, schema, required } of operation.parameters ?? []) {
    if (required === true)
      expect([name, problemsOf(schema, openApi.components, exampleOf(schema, { schemas, name }))]).toEqual([
        name,
        null,
      ])
  }
  for (const { content } of Object.values(operation.responses)) {
    const answer = content?.['application/json']?.schema
    if (answer !== undefined) expect(problemsOf(answer, openApi.components)).toBeNull()
  }
  // Ids of the server are known once something is listed or made.
  const given = (operation.parameters ?? []).filter(isGivenId).map((one) => [parameterKey(one), 'known'])
  const parameters = { ...values.parameters, ...Object.fromEntries(given) }
  expect(buildRequest(operation, { ...values, parameters }, null).url).not.toMatch(/[{}]/)
})

test.each(events)('the example of the event $id is what its schema allows', (event) => {
  const example = eventExample(event, { schemas: asyncApi.components.schemas })
  expect(problemsOf(event.payload, asyncApi.components, example)).toBeNull()
})

test('only what a player says is what a player would say', () => {
  const asks = 'Do you remember me?'
  const saying = events.filter((event) =>
    JSON.stringify(eventExample(event, { schemas: asyncApi.components.schemas })).includes(asks),
  )
  expect(saying.map(({ id }) => id)).toEqual(
    expect.not.arrayContaining(['server_encounter_message', 'server_bot_response', 'client_say_line']),
  )
  expect(answerOf('takeTurn')).toMatchObject({
    text: 'Of course. How are the bees?',
    actions: [{ name: 'wave_hand' }],
  })
})

test('a document that is ready has no error', () => {
  expect(answerOf('getDocument')).toMatchObject({ status: 'ready', error: null })
})

test('the stages of a turn follow each other', () => {
  const event = events.find(({ id }) => id === 'server_turn_metrics')
  if (event === undefined) throw new Error('No such event')
  const { schemas } = asyncApi.components
  const metrics = eventExample(event, { schemas }) as Record<string, number>
  const { speech_end_ms: end = 0, endpoint_wait_ms: wait = 0, tts_engaged_ms: engaged = 0 } = metrics
  expect(metrics['server_process_ms']).toBe(engaged + (metrics['tts_first_audio_ms'] ?? 0))
  expect(metrics['emit_epoch_ms']).toBe(end + wait + engaged + (metrics['tts_total_ms'] ?? 0))
})

test('the example of authenticate is that of the page: its key and its ids', () => {
  const event = events.find(({ id }) => id === 'client_authenticate')
  if (event === undefined) throw new Error('No such event')
  const { schemas } = asyncApi.components
  const place = { schemas, ids: { characterId: 'c1', playerId: 'vera' }, apiKey: 'svc_1' }
  const own = { api_key: 'svc_1', character_id: 'c1', player_id: 'vera' }
  expect(eventExample(event, place)).toMatchObject(own)
})

/** The example of what an operation answers when it succeeds. */
function answerOf(id: string, ids = {}): Record<string, unknown> {
  const { schemas } = openApi.components
  const [content] = Object.entries(find(id).responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, response]) => response.content?.['application/json']?.schema)
  if (content === undefined) throw new Error(`${id} answers nothing`)
  return exampleOf(content, { schemas, ids }) as Record<string, unknown>
}

test('the example of an answer agrees with the path, and holds what the server would answer', () => {
  const memory = answerOf('createMemory', { characterId: 'c1', playerId: 'vera' })
  expect(memory).toMatchObject({
    agentId: 'c1',
    playerId: 'vera',
    source: 'manual_dashboard',
    memoryLayer: 'stm',
    importance: 0.5,
    sourceConversationId: null,
    createdAt: '2030-01-02T03:04:05.678Z',
    secondaryTopics: [],
    accessCount: 0,
  })
  expect(new Set([memory['id'], memory['userId'], memory['agentId']]).size).toBe(3)
  expect(answerOf('listMemories')).toMatchObject({ total: 1, limit: 20, offset: 0 })
  expect(answerOf('createCharacter')).toMatchObject({
    tts_speed: 1,
    vad_sensitivity: 0.5,
    llm_max_tokens: 2048,
  })
})

/** Fields whose example is a word without a meaning. */
function meaningless(value: unknown, name = ''): string[] {
  if (value === 'text') return [name]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => meaningless(one, key))
}

test.each([
  'createCharacter',
  'createMemory',
  'listMemories',
  'listConversations',
  'listMessages',
  'listCoreFacts',
  'searchMemories',
  'createShare',
  'listShares',
  'listDocuments',
  'getModelStatus',
])('no field of the answer of %s has a word without a meaning', (id) => {
  expect(meaningless(answerOf(id))).toEqual([])
})

test('a request is the same as a command for a shell, whatever is in it', () => {
  const operation = operations.find(({ operationId }) => operationId === 'createMemory')
  if (operation === undefined) throw new Error('No such operation')
  const values = exampleRequest(operation, openApi.components.schemas)
  const body = '{ "content": "it\'s" }'
  const parameters = { ...values.parameters, 'path playerId': 'a/b c' }
  const request = buildRequest(operation, { parameters, body }, ['X-API-Key', 'svc_1'])
  expect(curlOf(operation, request, { origin: 'http://127.0.0.1:4750' }).split(' \\\n  ')).toEqual([
    `curl -X POST 'http://127.0.0.1:4750/api/v1/characters/CHARACTER_ID/players/a%2Fb%20c/memories'`,
    "-H 'X-API-Key: svc_1'",
    "-H 'Content-Type: application/json'",
    "-d '{ \"content\": \"it'\\''s\" }'",
  ])
})

const find = (id: string) => {
  const operation = operations.find(({ operationId }) => operationId === id)
  if (operation === undefined) throw new Error('No such operation')
  return operation
}

test('the command for a file is a form', () => {
  const operation = find('uploadAvatar')
  const { schemas } = openApi.components
  expect(formPartsOf(operation, schemas)).toEqual({ files: ['image'], fields: [] })
  const request = buildRequest(operation, exampleRequest(operation, schemas), null)
  const command = curlOf(operation, request, { origin: 'http://127.0.0.1:4750', files: { image: 'a b.png' } })
  expect(command.split(' \\\n  ').at(-1)).toBe("-F 'image=@a b.png'")
})

test('a picture that JSON would take as base64 is a file of a form, with the texts beside it', () => {
  const operation = find('createFromImage')
  const { files, fields } = formPartsOf(operation, openApi.components.schemas)
  expect(files).toEqual(['image'])
  expect(fields.map(({ name }) => name)).toContain('personaPrompt')
  expect(jsonBodyOf(operation)).toBeNull()
  const values = { parameters: { 'body personaPrompt': '@pirate' }, body: '' }
  const request = buildRequest(operation, values, null)
  const command = curlOf(operation, request, { origin: 'http://127.0.0.1:4750', files: { image: 'a.png' } })
  expect(command.split(' \\\n  ').slice(-2)).toEqual([
    "--form-string 'personaPrompt=@pirate'",
    "-F 'image=@a.png'",
  ])
  // The form of a legacy agent needs no file, and its body stays JSON.
  expect(formPartsOf(find('createAgent'), openApi.components.schemas).files).toEqual([])
})

test('a command without a credential says where it belongs', () => {
  const none = { apiKey: '', idToken: '', localSecret: '' }
  expect(authenticationOf(find('listCharacters'), none)).toEqual(['X-API-Key', 'API_KEY'])
  expect(missingCredential(find('listCharacters'), none)).toBe('an API key (see “API key” at the top)')
  expect(missingCredential(find('createKey'), none)).toContain('an ID token')
  expect(missingCredential(find('listCharacters'), { ...none, apiKey: 'svc_1' })).toBeNull()
  expect(authenticationOf(find('listCharacters'), { ...none, idToken: 'e' })).toEqual([
    'Authorization',
    'Bearer e',
  ])
})

/** What an answer changes where this is known. */
const learned = (id: string, answer: unknown, known = NO_IDS, target = '') =>
  learnedFrom({ ...find(id), target }, known, idsIn(find(id), openApi, answer))

test('what a request made is what the next one is about', () => {
  expect(learned('createCharacter', { id: 'c1', name: 'Mira' })).toEqual({
    values: { characterId: 'c1' },
    names: { c1: 'Mira' },
    listed: { characterId: ['c1'] },
    own: { c1: 'made' },
  })
  expect(learned('createMemory', { id: 'm1', playerId: 'ada', content: 'She keeps bees' })).toEqual({
    values: { memoryId: 'm1' },
    names: { m1: 'She keeps bees' },
    listed: { memoryId: ['m1'] },
    own: { m1: 'made' },
  })
})

test('a list fills in only an id that is not there', () => {
  const characters = [{ id: 'c2', persona: { name: 'Nell' } }, { id: 'c3', name: 'Ann' }, { id: 'c4' }]
  const names = { c2: 'Nell', c3: 'Ann' }
  const listed = { characterId: ['c2', 'c3', 'c4'] }
  expect(learned('listCharacters', { characters })).toEqual({ values: { characterId: 'c2' }, names, listed })
  const emptied = { ...NO_IDS, values: { characterId: '' } }
  expect(learned('listCharacters', { characters }, emptied).values).toEqual({ characterId: 'c2' })
  const present = { ...NO_IDS, values: { characterId: 'c9' } }
  expect(learned('listCharacters', { characters }, present)).toEqual({ names, listed })
  expect(learned('listCharacters', { characters: [] })).toEqual({ names: {} })
})

test('what was deleted is nowhere any more, but players are', () => {
  const known = { ...NO_IDS, values: { characterId: 'c1', otherId: 'c1', playerId: 'ada', memoryId: 'm1' } }
  expect(learned('deleteCharacter', undefined, known, 'c1')).toEqual({
    values: { characterId: '', otherId: '' },
    gone: ['c1'],
  })
  expect(learned('deleteAllMemories', undefined, known, 'ada')).toEqual({ values: { memoryId: '' } })
  expect(learned('deleteConversation', undefined, known, 'ada')).toEqual({})
})

test('with another character its memories are forgotten, but not what a person has typed', () => {
  const below = parametersBelow(openApi)
  const known = withIds(NO_IDS, { values: { characterId: 'c1', playerId: 'ada', memoryId: 'm1' } }, below)
  const next = { values: { characterId: 'c2' } }
  expect(withIds(known, next, below).values).toMatchObject({ memoryId: undefined, playerId: 'ada' })
  expect(withIds({ ...known, own: { m1: 'chosen' } }, next, below).values).toMatchObject({ memoryId: 'm1' })
})

test.each([
  ['updateCharacter', { verbose: true }],
  ['updateAgent', { verbose: true }],
  ['updateMemory', { importance: 0.5 }],
])('the example of %s changes one field that does no harm', (id, body) => {
  expect(JSON.parse(exampleRequest(find(id), openApi.components.schemas).body)).toEqual(body)
})

test('every event says what it is for', () => {
  expect(events.filter(({ summary }) => summary.trim() === '')).toEqual([])
})
