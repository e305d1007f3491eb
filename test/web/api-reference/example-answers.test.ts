import { beforeAll, expect, test } from 'vitest'
import { type AsyncApi, chaptersOf, type OpenApi } from '../../../src/web/api-reference/api-document.js'
import { errorExample } from '../../../src/web/api-reference/error-example.js'
import { exampleOf } from '../../../src/web/api-reference/example.js'
import { madeByExamples } from '../../../src/web/api-reference/made-by-examples.js'
import { exampleRequest } from '../../../src/web/api-reference/request.js'
import { createTestServer, rest } from '../../support/servers/test-server.js'

type Fields = Readonly<Record<string, unknown>>

/** What differs from answer to answer: ids, times, and links that hold a token. */
const isOwn = (name: string): boolean => /(?:^id|Id|_id|At|_at|[uU]rl|[tT]oken)$/.test(name)

/** What can be compared: of those only whether there is one. */
const comparable = (answer: Fields): Fields =>
  Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, isOwn(name) && value !== null ? '…' : value]),
  )

let openApi: OpenApi
let asyncApi: AsyncApi
let server: Awaited<ReturnType<typeof createTestServer>>

beforeAll(async () => {
  server = await createTestServer()
  ;[openApi, asyncApi] = (await Promise.all(
    ['/openapi.json', '/asyncapi.json'].map(async (path) => (await rest(server, 'GET', path)).body),
  )) as [OpenApi, AsyncApi]
  return () => server.stop()
})

/** What is answered to the example of an operation, and the example of that answer. */
async function bothOf(operationId: string, ids: Readonly<Record<string, string>>) {
  const operations = chaptersOf(openApi, asyncApi).flatMap((chapter) => chapter.operations)
  const operation = operations.find((one) => one.operationId === operationId)
  const answer = operation?.responses['201']?.content?.['application/json']?.schema
  if (operation === undefined || answer === undefined) throw new Error(`${operationId} makes nothing`)
  const { schemas } = openApi.components
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name)
  const body = { ...(JSON.parse(exampleRequest(operation, schemas).body) as Fields) }
  for (const name of Object.keys(body)) if (ids[name] !== undefined) body[name] = ids[name]
  const { status, body: real } = await rest(server, operation.method, path, body)
  expect([operationId, status]).toEqual([operationId, 201])
  const made = madeByExamples(operations, schemas)
  return { real: real as Fields, example: exampleOf(answer, { schemas, made, ids }) as Fields }
}

test('the example of an answer is what the server gives to the example of the request', async () => {
  const character = await bothOf('createCharacter', {})
  expect(comparable(character.example)).toEqual(comparable(character.real))
  expect(Object.keys(character.example)).toEqual(Object.keys(character.real))
  const ids = { characterId: String(character.real['id']), playerId: 'ada' }
  const memory = await bothOf('createMemory', ids)
  expect(comparable(memory.example)).toEqual(comparable(memory.real))
})

test.each([
  ['listMemories', '?limit=1000000', undefined],
  ['createCharacter', '', { llm: { temperature: 3 } }],
  ['createMemory', '', { memoryType: 'preference' }],
  ['takeTurn', '', { playerId: 'ada' }],
])('the example of 422 of %s is what the server says', async (operationId, query, body) => {
  const operations = chaptersOf(openApi, asyncApi).flatMap((chapter) => chapter.operations)
  const operation = operations.find((one) => one.operationId === operationId)
  if (operation === undefined) throw new Error(`No operation ${operationId}`)
  const path = operation.path.replaceAll(/\{(\w+)\}/g, '$1')
  const refused = await rest(server, operation.method, `${path}${query}`, body)
  expect(refused.status).toBe(422)
  expect(refused.body).toMatchObject(errorExample('422', operation, openApi.components.schemas))
})
