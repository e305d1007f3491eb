import { expect, test } from 'vitest'
import { operations } from '../../src/contract/index.js'
import type { Operation } from '../../src/contract/operation.js'
import { ownerCredential, requestFor, requestSamplesOf } from '../support/http/request-samples.js'
import { usePopulated } from '../support/servers/populated-server.js'

const openPopulated = usePopulated()

type Field = {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
}

const fieldsOf = ({ schema }: Operation): [string, Field][] =>
  Object.entries(((schema.querystring ?? {}) as { properties?: Record<string, Field> }).properties ?? {})

/** Every query field of every operation: those that come later are tried as they are. */
const cases = operations.flatMap((operation) =>
  fieldsOf(operation).map(([field, schema]) => ({
    name: operation.schema.operationId,
    field,
    schema,
    operation,
  })),
)
const isOf =
  (type: string) =>
  ({ schema }: { schema: Field }) =>
    [schema.type].flat().includes(type)
const integers = cases.filter(isOf('integer'))
const booleans = cases.filter(isOf('boolean'))
const words = cases.filter(({ schema }) => schema.enum !== undefined)
const texts = cases.filter(({ schema }) => schema.maxLength !== undefined)

async function given(operation: Operation) {
  const world = await openPopulated()
  const request = await requestFor(operation, { ...requestSamplesOf(operation)[0], query: '' }, world)
  const headers = { ...request.headers, ...ownerCredential(operation, world) }
  return (query: string) => world.send({ ...request, headers, path: `${request.path}${query}` })
}

const problem = (field: string, type: string) => ({
  status: 422,
  body: { detail: [{ loc: ['query', field], type, msg: expect.any(String) }] },
})

/** What JavaScript, or somebody's fingers, would take for a whole number. */
const NO_INTEGERS = [
  ...['', ' ', 'ten', '1e1', '0x5', '0b1', '0o7', ' 5', '5 ', '\t5', '5\n', '+5', '5.0', '5.', '.5', '1.5'],
  ...[
    '1,000',
    '1_000',
    '५',
    '５',
    '-',
    '--5',
    '5-',
    'NaN',
    'Infinity',
    '-Infinity',
    'null',
    'undefined',
    'true',
  ],
  ...['[]', '{}', '5n', '9007199254740993', '-9007199254740993', '1e400', '\0', '5\0', '5;6'],
]

test.each(integers)(
  '$name: $field takes whole numbers in digits, and nothing else',
  async ({ operation, field }) => {
    const ask = await given(operation)
    for (const text of NO_INTEGERS) {
      const answer = await ask(`${field}=${encodeURIComponent(text)}`)
      expect(answer, text).toMatchObject(problem(field, 'int_type'))
    }
    expect(await ask(`${field}=1&${field}=2`)).toMatchObject(problem(field, 'int_type'))
    expect((await ask(`${field}[]=x&${field}.a=x&${field.toUpperCase()}=x`)).status).toBe(200)
  },
)

test.each(integers)(
  '$name: $field is taken at its bounds, and refused beyond them',
  async ({ operation, field, schema: { minimum, maximum } }) => {
    const ask = await given(operation)
    // No list is counted from less than nothing.
    expect(minimum).toBeTypeOf('number')
    expect((await ask(`${field}=${minimum}`)).status).toBe(200)
    for (const low of [Number(minimum) - 1, -1, -(10 ** 14)]) {
      expect(await ask(`${field}=${low}`)).toMatchObject(problem(field, 'greater_than_equal'))
    }
    expect((await ask(`${field}=${maximum ?? 10 ** 14}`)).status).toBe(200)
    if (maximum === undefined) return
    expect(await ask(`${field}=${maximum + 1}`)).toMatchObject(problem(field, 'less_than_equal'))
  },
)

test.each(words)(
  '$name: $field takes its words as they are written',
  async ({ operation, field, schema }) => {
    const ask = await given(operation)
    const known = (schema.enum ?? []).map(String)
    const wrong = known.flatMap((word) => [word.toUpperCase(), ` ${word}`, `${word} `, `${word},${word}`])
    for (const word of ['', 'nonsense', 'constructor', ...wrong]) {
      const answer = await ask(`${field}=${encodeURIComponent(word)}`)
      expect(answer, word).toMatchObject(problem(field, 'literal_error'))
    }
    for (const word of known) expect((await ask(`${field}=${word}`)).status).toBe(200)
  },
)

if (booleans.length > 0) {
  test.each(booleans)('$name: $field is true or false, and nothing else', async ({ operation, field }) => {
    const ask = await given(operation)
    for (const text of ['', '1', '0', 'True', 'FALSE', 'yes', 'on', ' true', 'true ', 'null']) {
      const answer = await ask(`${field}=${encodeURIComponent(text)}`)
      expect(answer, text).toMatchObject(problem(field, 'bool_type'))
    }
  })
}

test.each(texts)('$name: $field is measured in characters', async ({ operation, field, schema }) => {
  const ask = await given(operation)
  const length = schema.maxLength ?? 0
  const foxes = (count: number) => encodeURIComponent('🦊'.repeat(count))
  expect((await ask(`${field}=${foxes(length)}`)).status).toBe(200)
  expect(await ask(`${field}=${foxes(length + 1)}`)).toMatchObject(problem(field, 'string_too_long'))
})

test.each(texts)(
  '$name: a $field that is no UTF-8 finds nothing, and harms nothing',
  async ({ operation, field }) => {
    const ask = await given(operation)
    for (const bytes of ['%ff', '%c0%ae', '%80', '%zz', '%', 'a%00b']) {
      expect([bytes, (await ask(`${field}=${bytes}`)).status]).toEqual([bytes, 200])
    }
  },
)
