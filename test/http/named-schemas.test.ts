import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { expect, test } from 'vitest'
import { operations } from '../../src/contract/index.js'
import { namedSchemas } from '../../src/http/named-schemas.js'

test('every schema of the contract is a valid JSON Schema, and finds those it refers to', () => {
  const ajv = new Ajv({ strict: true, allowUnionTypes: true, validateSchema: true })
  formats.default(ajv)
  for (const schema of namedSchemas()) ajv.addSchema(schema)
  for (const { schema } of operations) {
    const parts = [schema.params, schema.querystring, schema.body, ...Object.values(schema.response)]
    for (const part of parts) if (part !== undefined) expect(ajv.compile(part)).toBeTypeOf('function')
  }
})

test('no two named schemas share a name', () => {
  const names = namedSchemas().map(({ $id }) => $id)
  expect(names).toEqual([...new Set(names)])
})
