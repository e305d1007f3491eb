import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type AsyncApi, chaptersOf, type OpenApi } from '../../../src/web/api-reference/api-document.js'
import { errorExample } from '../../../src/web/api-reference/error-example.js'
import { exampleRequest, inPlaces, jsonBodyOf } from '../../../src/web/api-reference/request.js'
import { faultIn, faultsIn } from '../../../src/web/api-reference/request-faults.js'
import { unknownFieldsIn } from '../../../src/web/api-reference/unknown-fields.js'

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../../../fixtures/${name}`, import.meta.url), 'utf8')) as T
const openApi = read<OpenApi>('openapi.json')
const { schemas } = openApi.components
const operations = chaptersOf(openApi, read<AsyncApi>('asyncapi.json')).flatMap((one) => one.operations)

function find(id: string) {
  const operation = operations.find(({ operationId }) => operationId === id)
  if (operation === undefined) throw new Error(`No operation ${id}`)
  return operation
}

function unknownIn(id: string, body: unknown) {
  const schema = jsonBodyOf(find(id))
  if (schema === null) throw new Error(`${id} takes no body`)
  return unknownFieldsIn(JSON.stringify(body), schema, schemas)
}

test('fields that a body does not have are named, with those that may be meant', () => {
  expect(
    unknownIn('createCharacter', { tts_speed: 2, llm: { temperatur: 1 }, persona: { name: 'Mira' } }),
  ).toEqual([
    { path: 'tts_speed', meant: 'tts.speed' },
    { path: 'llm.temperatur', meant: undefined },
  ])
  expect(unknownIn('createCharacter', { temperature: 1 })).toEqual([
    { path: 'temperature', meant: 'llm.temperature' },
  ])
  expect(unknownIn('createMemory', { content: 'x', memory_type: 'fact' })).toEqual([
    { path: 'memory_type', meant: 'memoryType' },
  ])
})

test('no example has a field that its body does not know', () => {
  for (const operation of operations) {
    const schema = jsonBodyOf(operation)
    if (schema === null) continue
    const { body } = exampleRequest(operation, schemas)
    expect([operation.operationId, unknownFieldsIn(body, schema, schemas)]).toEqual([
      operation.operationId,
      [],
    ])
  }
})

test('what is no JSON has no unknown fields, nor have keys that may be any', () => {
  expect(unknownFieldsIn('{', jsonBodyOf(find('createMemory')) ?? {}, schemas)).toEqual([])
  expect(unknownIn('addDocument', { url: 'https://example.org', headers: { 'X-Any': '1' } })).toEqual([])
})

test('the problems of an answer 422 are told by the names of their fields', () => {
  const problem = { loc: ['body', 'llm', 'temperature'], msg: 'Input should be less than or equal to 2' }
  expect(faultsIn({ detail: [problem, { loc: ['query', 'limit'], msg: 'Too much' }] })).toEqual([
    { field: 'body llm.temperature', text: 'llm.temperature: Input should be less than or equal to 2' },
    { field: 'query limit', text: 'limit: Too much' },
  ])
  expect(faultsIn({ detail: 'Not found' })).toEqual([])
  expect(faultsIn({ detail: [null, { loc: 'body' }] })).toEqual([])
})

test('all memories are erased only with confirm', () => {
  const operation = find('deleteAllMemories')
  const example = exampleRequest(operation, schemas)
  expect(faultIn(operation, example, [])).toEqual({
    field: 'path characterId',
    text: '“characterId” is required and empty: list or create what it is the id of',
  })
  const values = { ...example, parameters: { ...example.parameters, 'path characterId': 'c1' } }
  expect(faultIn(operation, values, [])?.field).toBe('query confirm')
  const parameters = { ...values.parameters, 'query confirm': 'true' }
  expect(faultIn(operation, { ...values, parameters }, [])).toBeNull()
})

test('what a request is about comes before what may be left out', () => {
  expect(inPlaces(find('deleteMemory')).map(({ name }) => name)).toEqual([
    'characterId',
    'playerId',
    'memoryId',
    'hard',
  ])
})

test('every answer 429 says what is limited, and its example is what the server says', () => {
  for (const operation of operations) {
    const { operationId, responses } = operation
    const { description } = responses['429'] ?? {}
    if (description === undefined) continue
    expect([operationId, description]).toEqual([
      operationId,
      expect.stringMatching(/^Too many requests: at most [\d,]+ .*\. `Retry-After`/),
    ])
    const isLegacy = operationId.includes('Agent') || operationId.startsWith('startOld')
    if (!isLegacy)
      expect([operationId, errorExample('429', operation, schemas).detail]).not.toContain('Too many requests')
  }
})
