import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { CharacterSchema } from '../../src/contract/characters.js'
import { ConversationSchema } from '../../src/contract/conversations.js'
import { operations } from '../../src/contract/index.js'
import type { Operation } from '../../src/contract/operation.js'
import { ErrorBodySchema, Ref } from '../../src/contract/shared.js'
import { ownerCredential, requestFor, requestSamplesOf } from '../support/http/request-samples.js'
import { nullableAgainstRules, wireTypeProblems } from '../support/http/wire-types.js'
import { usePopulated } from '../support/servers/populated-server.js'

const openPopulated = usePopulated()

/**
 * docs/wire-protocol.md, Typing of answers: for every answer of every operation; operations that come later are held
 * to it as they are.
 */
const named = operations.map((operation) => ({ name: operation.schema.operationId, operation }))
const cases = named.flatMap(({ name, operation }) =>
  requestSamplesOf(operation).map((sample, index) => ({ name, operation, sample, nth: index + 1 })),
)

const answerOf = ({ schema }: Operation, status: number) => schema.response[status]

test.each(cases)(
  '$name, sample $nth: numbers are written as numbers, and nulls stand only where they may',
  async ({ operation, sample }) => {
    const world = await openPopulated()
    const request = await requestFor(operation, sample, world)
    const headers = { ...request.headers, ...ownerCredential(operation, world) }
    const { status, text } = await world.send({ ...request, headers })
    expect([status, text], 'give it a sample in test/support/http/request-samples.ts').toEqual([
      expect.toSatisfy((code: number) => code >= 200 && code < 300),
      expect.any(String),
    ])
    const schema = answerOf(operation, status)
    expect(schema, `${status} is not declared`).toBeDefined()
    if (status === 204) expect(text).toBe('')
    else expect(wireTypeProblems(text, schema ?? {})).toEqual([])
  },
)

const guarded = named.filter(
  ({ operation }) => 'scope' in operation.config || operation.config.credential !== 'none',
)
const withBody = named.filter(({ operation }) => operation.schema.body !== undefined)

test.each(guarded)('$name: refusing nobody, it keeps to the envelope', async ({ operation }) => {
  const world = await openPopulated()
  const { status, text } = await world.send(
    await requestFor(operation, requestSamplesOf(operation)[0] ?? {}, world),
  )
  expect(status).toBe(401)
  expect(wireTypeProblems(text, Ref(ErrorBodySchema))).toEqual([])
})

test.each(withBody)('$name: refusing a body, it keeps to the envelope', async ({ operation }) => {
  const world = await openPopulated()
  const request = await requestFor(operation, requestSamplesOf(operation)[0] ?? {}, world)
  const broken = { ...request, headers: ownerCredential(operation, world), body: [], form: undefined }
  const { status, text } = await world.send(broken)
  expect(status).toBe(422)
  expect(wireTypeProblems(text, Ref(ErrorBodySchema))).toEqual([])
})

test.each(named)(
  '$name declares no number and no boolean that may be null but those of the contract',
  ({ operation }) => {
    const declared = Object.entries(operation.schema.response)
    expect(
      declared.flatMap(([status, schema]) => nullableAgainstRules(schema).map((path) => [status, path])),
    ).toEqual([])
  },
)

const planted = Type.Object({
  id: Type.Integer(),
  speed: Type.Number(),
  isOn: Type.Boolean(),
  tags: Type.Array(Type.Integer()),
  open: Type.Optional(Type.Unsafe({})),
})
const sound = '{"id":20,"speed":0.5,"isOn":true,"tags":[1,-2]}'

test.each([
  ['a null number', sound.replace('0.5', 'null'), '$.speed: null in place of number'],
  ['a null boolean', sound.replace('true', 'null'), '$.isOn: null in place of boolean'],
  ['a null in a list', sound.replace('-2', 'null'), '$.tags[1]: null in place of integer'],
  ['an integer with a fraction', sound.replace('20', '20.0'), '$.id: 20.0 is no whole number'],
  ['an integer with an exponent', sound.replace('20', '2e1'), '$.id: 2e1 is no whole number'],
  ['a whole number written as a fraction', sound.replace('0.5', '2.0'), '$.speed: 2.0 is no whole number'],
  ['a number as text', sound.replace('20', '"20"'), '$.id: string in place of integer'],
  ['a field that is missing', sound.replace('"isOn":true,', ''), '$.isOn: missing'],
  ['a field that nobody declared', sound.replace('{', '{"more":1,'), '$.more: undeclared'],
  [
    'a null in the open',
    sound.replace('{', '{"open":{"text_only":null},'),
    '$.open.text_only: null in place of a value',
  ],
  [
    'twins that differ',
    sound.replace('{', '{"open":{"model_url":"a","modelUrl":"b"},'),
    '$.open.model_url and .modelUrl differ',
  ],
])('%s is seen', (_, text, problem) => {
  expect(wireTypeProblems(sound, planted)).toEqual([])
  expect(wireTypeProblems(text, planted)).toEqual([problem])
})

test('digits inside of a text are no numbers, and equal twins are none to complain of', () => {
  const text = `{"open":{"text":"1.0 \\" 2.0","model_url":[1],"modelUrl":[1]},${sound.slice(1)}`
  expect(wireTypeProblems(text, planted)).toEqual([])
})

test('a schema that lets a number be null is seen, however deep', () => {
  const nullable = Type.Unsafe<number | null>({ type: ['number', 'null'] })
  const deep = Type.Object({ list: Type.Array(Type.Object({ speed: nullable, messageCount: nullable })) })
  expect(nullableAgainstRules(deep)).toEqual(['$.list[].speed'])
  expect(nullableAgainstRules(Type.Object({ on: Type.Union([Type.Boolean(), Type.Null()]) }))).toEqual([
    '$.on',
  ])
  expect([CharacterSchema, ConversationSchema].flatMap(nullableAgainstRules)).toEqual([])
})
