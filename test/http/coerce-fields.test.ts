import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { createFieldCoercer } from '../../src/http/coerce-fields.js'

const read = createFieldCoercer(
  Type.Object({ limit: Type.Optional(Type.Integer()), hard: Type.Boolean(), q: Type.String() }),
)

test('what is written as an integer or a boolean is read as one', () => {
  expect(read?.({ limit: '-20', hard: 'true', q: '20' })).toEqual({ limit: -20, hard: true, q: '20' })
})

test.each(['', ' 1', '1.0', '1e1', '0x10', 'Infinity', '9007199254740993', ['1', '2']])(
  'the integer %j stays as it is written, to be refused',
  (limit) => {
    expect(read?.({ limit })).toEqual({ limit })
  },
)

test.each(['', '1', 'True', 'constructor'])('the boolean %j stays as it is written', (hard) => {
  expect(read?.({ hard })).toEqual({ hard })
})

test('names that the schema does not have are left alone', () => {
  expect(read?.({ constructor: 'x', other: '1' })).toEqual({ constructor: 'x', other: '1' })
})

test('where all fields are text there is nothing to read', () => {
  expect(createFieldCoercer(Type.Object({ characterId: Type.String() }))).toBeUndefined()
})

const readForm = createFieldCoercer(
  Type.Object({
    speed: Type.Number(),
    tts: Type.Object({}),
    actions: Type.Unsafe({ type: ['array', 'null'] }),
    name: Type.String(),
  }),
)

test('numbers, objects and lists are read, text is not', () => {
  expect(readForm?.({ speed: '-1.50', tts: '{"a":"1"}', actions: '[1]', name: '[1]' })).toEqual({
    speed: -1.5,
    tts: { a: '1' },
    actions: [1],
    name: '[1]',
  })
  expect(readForm?.({ actions: 'null' })).toEqual({ actions: null })
})

test.each(['', ' 1', '.5', '1.', '1e1', '0x10', '+1', 'Infinity', 'NaN', '1,5', '1234567890123456'])(
  'the number %j stays as it is written, to be refused',
  (speed) => {
    expect(readForm?.({ speed })).toEqual({ speed })
  },
)

test.each(['', '{', "{'a':1}"])('the object %j stays as it is written, to be refused', (tts) => {
  expect(readForm?.({ tts })).toEqual({ tts })
})
