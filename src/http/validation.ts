import { Ajv, type Options } from 'ajv'
import formats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import type { FastifyValidationResult } from 'fastify/types/schema.js'
import type { TSchema } from 'typebox'
import { type Validate, whenNeeded } from './compilers.js'
import { createTextReader } from './texts.js'

const OPTIONS: Options = {
  allErrors: true,
  allowUnionTypes: true,
  removeAdditional: false,
  useDefaults: false,
  coerceTypes: false,
  // The contract's schemas are checked against the meta schema by a test: compiling that one takes longer than all of ours.
  meta: false,
  validateSchema: false,
}

/**
 * Bodies are taken as they are: nothing is coerced, dropped or filled in, so a partial update stays partial.
 * Paths and queries are text, so their numbers are read first.
 */
export function createValidatorCompiler(named: readonly TSchema[]): FastifySchemaCompiler<TSchema> {
  let ajv: Ajv | undefined
  return ({ schema, httpPart }) => {
    const validate = whenNeeded(() => {
      ajv ??= newAjv(named)
      return ajv.compile(schema)
    })
    const read = httpPart === 'body' ? undefined : createTextReader(schema)
    return read === undefined ? validate : readFirst(read, validate)
  }
}

/** What was read takes the place of the texts. */
function readFirst(read: (texts: object) => object, validate: Validate): FastifyValidationResult {
  const check: FastifyValidationResult = (texts: object) => {
    const value = read(texts)
    if (validate(value)) return { value }
    check.errors = validate.errors ?? null
    return false
  }
  return check
}

function newAjv(named: readonly TSchema[]): Ajv {
  const ajv = new Ajv(OPTIONS)
  formats.default(ajv, ['date-time'])
  for (const schema of named) ajv.addSchema(schema)
  return ajv
}
