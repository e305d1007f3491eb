import { Ajv, type Options } from 'ajv'
import formats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { whenNeeded } from './compilers.js'

const OPTIONS: Options = {
  allErrors: true,
  allowUnionTypes: true,
  removeAdditional: false,
  useDefaults: false,
  // The contract's schemas are checked against the meta schema by a test: compiling that one takes longer than all of ours.
  meta: false,
  validateSchema: false,
}

/**
 * Bodies are taken as they are: nothing is coerced, dropped or filled in, so a partial update stays partial.
 * Paths and queries are text, so their numbers are coerced.
 */
export function createValidatorCompiler(named: readonly TSchema[]): FastifySchemaCompiler<TSchema> {
  const bodies = createAjv({ coerceTypes: false }, named)
  const texts = createAjv({ coerceTypes: true }, named)
  return ({ schema, httpPart }) => {
    const ajv = httpPart === 'body' ? bodies : texts
    return whenNeeded(() => ajv().compile(schema))
  }
}

function createAjv(options: Options, named: readonly TSchema[]): () => Ajv {
  let ajv: Ajv | undefined
  return () => {
    ajv ??= newAjv(options, named)
    return ajv
  }
}

function newAjv(options: Options, named: readonly TSchema[]): Ajv {
  const ajv = new Ajv({ ...OPTIONS, ...options })
  formats.default(ajv, ['date-time'])
  for (const schema of named) ajv.addSchema(schema)
  return ajv
}
