import { expect, test } from 'vitest'
import { operations } from '../../../src/contract/index.js'
import type { Operation } from '../../../src/contract/operation.js'
import { expectGolden } from '../../support/golden.js'
import { resolvePointer, valuesOf } from '../../support/http/json-pointer.js'
import { openControlWorld } from '../../support/servers/control-world.js'

type Parameter = { name: string; in: string; required?: boolean; schema: object }
type Described = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: object }
  security: object[]
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
}
type Document = { openapi: string; paths: Record<string, Record<string, Described>>; components: object }

/** The document as it was first sent: no test changes what it says, and each reads a copy of its own. */
let sent: Promise<string> | undefined

async function openDocument(): Promise<Document> {
  sent ??= openControlWorld().then(async ({ app }) => (await app.inject('/openapi.json')).body)
  return JSON.parse(await sent) as Document
}

const pathOf = ({ url }: Operation) => url.replace(/:(\w+)/g, '{$1}')

const described = (document: Document, operation: Operation) =>
  document.paths[pathOf(operation)]?.[operation.method.toLowerCase()]

test('the document is the golden copy', async () => {
  await expectGolden('openapi.json', `${JSON.stringify(await openDocument(), null, 2)}\n`)
})

test('it is served as JSON to anyone, in version 3.1', async () => {
  const { app } = await openControlWorld()
  const answer = await app.inject({ url: '/openapi.json', remoteAddress: '192.168.1.20' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/' }] })
})

test('it holds every operation of the contract under its name, and nothing else', async () => {
  const document = await openDocument()
  expect(operations.map((operation) => described(document, operation)?.operationId)).toEqual(
    operations.map(({ schema }) => schema.operationId),
  )
  const all = Object.values(document.paths).flatMap((path) => Object.values(path))
  expect(all).toHaveLength(operations.length)
})

test('no two operations share a name', async () => {
  const names = valuesOf((await openDocument()).paths, 'operationId')
  expect(new Set(names).size).toBe(names.length)
})

test('every reference leads to a component with a name of its own', async () => {
  const document = await openDocument()
  const references = valuesOf(document, '$ref').map(String)
  expect(references.length).toBeGreaterThan(0)
  for (const reference of references) {
    expect(reference).toMatch(/^#\/components\/schemas\/[A-Z]\w+$/)
    expect(resolvePointer(document, reference), reference).toBeTypeOf('object')
  }
})

test('nothing moves the base of references', async () => {
  expect(valuesOf(await openDocument(), '$id')).toEqual([])
})

test('every parameter in a path is declared, required, and really there', async () => {
  const { paths } = await openDocument()
  for (const [path, methods] of Object.entries(paths)) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    for (const { parameters = [] } of Object.values(methods)) {
      const declared = parameters.filter((parameter) => parameter.in === 'path')
      expect(declared.map(({ name }) => name).sort()).toEqual(named.sort())
      expect(declared.every(({ required }) => required === true)).toBe(true)
    }
  }
})

test('a query field that has a default is not required', async () => {
  const { paths } = await openDocument()
  const queries = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ parameters = [] }) => parameters.filter((parameter) => parameter.in === 'query'))
  expect(queries.filter(({ schema }) => 'default' in schema).length).toBeGreaterThan(0)
  expect(queries.filter(({ schema, required }) => 'default' in schema && required)).toEqual([])
})

test.each(operations.map((operation) => [operation.schema.operationId, operation] as const))(
  '%s says who may call it, and how it refuses everyone else',
  async (_, operation) => {
    const document = await openDocument()
    const { security, responses } = described(document, operation) ?? { security: [], responses: {} }
    expect(security).toEqual(securityOf(operation))
    const isGuarded = security.length > 0
    expect(['401', '403'].every((status) => status in responses) || !isGuarded).toBe(true)
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(Object.keys(operation.schema.response)))
    expect(Object.values(responses).map(({ description }) => description)).not.toContain('Default Response')
  },
)

function securityOf({ config }: Operation): object[] {
  if ('scope' in config) {
    const key = config.keyAs === 'bearer' ? 'BearerKey' : 'ApiKey'
    return [{ [key]: [config.scope] }, { IdToken: [] }]
  }
  if (config.credential === 'local') return [{ LocalSecret: [] }]
  return config.credential === 'none' ? [] : [{ IdToken: [] }]
}

test.each(['post /api/agents', 'put /api/agents/{characterId}'])(
  '%s takes JSON or a form with its text fields and two files, none of them required',
  async (name) => {
    const [method = '', path = ''] = name.split(' ')
    const { requestBody } = (await openDocument()).paths[path]?.[method] ?? {}
    const binary = { type: 'string', format: 'binary' }
    expect(requestBody).toMatchObject({
      content: {
        'application/json': { schema: { $ref: '#/components/schemas/CharacterConfig' } },
        'multipart/form-data': {
          schema: {
            type: 'object',
            properties: {
              image: binary,
              model: binary,
              persona: { type: 'object' },
              tts_speed: { type: 'number', minimum: 0.5, maximum: 2 },
            },
          },
        },
      },
    })
    expect(valuesOf(requestBody?.content ?? {}, 'required')).toEqual([])
  },
)

test('the ways to authenticate are the headers of the contract', async () => {
  expect((await openDocument()).components).toMatchObject({
    securitySchemes: {
      ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      BearerKey: { type: 'http', scheme: 'bearer' },
      IdToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    },
  })
})

test('a body is required, but for one that may be left out', async () => {
  const all = Object.values((await openDocument()).paths).flatMap((path) => Object.values(path))
  const optional = all.filter(({ requestBody }) => requestBody?.required === false)
  expect(optional.map(({ operationId }) => operationId)).toEqual([
    'startModel',
    'retryBatch',
    'startAgentModel',
  ])
})

test.each<[operation: string, headers: string[]]>([
  ['submitBatch', ['Idempotency-Key', 'X-Org-Id', 'X-Player-Id']],
  ['listBatches', ['X-Org-Id', 'X-Player-Id']],
  ['getBatch', ['X-Player-Id']],
  ['retryBatch', ['X-Player-Id']],
  ['cancelBatch', ['X-Player-Id']],
  ['addDocument', ['X-Org-Id', 'X-Player-Id']],
  ['listDocuments', ['X-Org-Id', 'X-Player-Id']],
  ['getDocument', ['X-Org-Id', 'X-Player-Id']],
  ['linkDocument', ['X-Org-Id', 'X-Player-Id']],
  ['deleteDocument', ['X-Org-Id', 'X-Player-Id']],
])('%s says which headers it heeds: %j', async (name, headers) => {
  const all = Object.values((await openDocument()).paths).flatMap((path) => Object.values(path))
  const { parameters = [] } = all.find(({ operationId }) => operationId === name) ?? {}
  const described = parameters.filter((parameter) => parameter.in === 'header')
  expect(described.map((parameter) => parameter.name).sort()).toEqual(headers)
  expect(described.filter(({ required }) => required !== false)).toEqual([])
})

test('characters can be narrowed to a player', async () => {
  const document = await openDocument()
  const list = document.paths['/api/v1/characters']?.['get']
  expect(list?.parameters?.find(({ name }) => name === 'X-Player-Id')).toMatchObject({
    in: 'header',
    required: false,
    schema: { type: 'string', maxLength: 128 },
  })
})
