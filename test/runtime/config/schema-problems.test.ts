import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { findSchemaProblems } from '../../../src/runtime/config/schema-problems.js'

test('a list that is too short is a problem of the list', () => {
  const schema = Type.Object({
    keys: Type.Array(Type.String(), { minItems: 1, expected: 'a list with a key' }),
  })
  expect(findSchemaProblems(schema, { keys: [] })).toEqual([
    { path: ['keys'], text: 'must be a list with a key' },
  ])
})

test('an open mapping takes keys that it does not know', () => {
  expect(findSchemaProblems(Type.Object({ name: Type.String() }), { name: 'a', more: 1 })).toEqual([])
})

test('a schema without words of its own is told in plain words, or in those of its check', () => {
  const schema = Type.Object({ age: Type.Integer(), at: Type.String({ format: 'date-time' }) })
  expect(findSchemaProblems(schema, { age: 'old', at: 'noon' })).toEqual([
    { path: ['age'], text: 'must be a whole number' },
    { path: ['at'], text: 'must match format "date-time"' },
  ])
})
