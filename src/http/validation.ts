import { Ajv, type Options } from 'ajv'
import formats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import type { FastifyValidationResult } from 'fastify/types/schema.js'
import type { TSchema } from 'typebox'
import { createFieldCoercer } from './coerce-fields.js'
import { createLazyValidator, type Validate } from './lazy-compilers.js'
import { truncateLists } from './truncate-lists.js'
import { PROBLEMS_MAX } from './validation-problems.js'

const OPTIONS: Options = {
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
 * Paths and queries are text, so their numbers are read first. What is compiled is kept by its schema, so that several
 * servers of one process may share the compiler.
 */
export function createValidatorCompiler(named: readonly TSchema[]): FastifySchemaCompiler<TSchema> {
  const compile = createCompiler(named, { allErrors: false })
  const compileThorough = createCompiler(named, { allErrors: true })
  const create = (schema: TSchema, isBody: boolean): FastifyValidationResult => {
    const validate = withDetailedErrors({
      isValid: createLazyValidator(() => compile(schema)),
      explain: createLazyValidator(() => compileThorough(schema)),
    })
    const read = isBody ? undefined : createFieldCoercer(schema)
    return read === undefined ? validate : coerceFirst(read, validate)
  }
  const ofBodies = new WeakMap<TSchema, FastifyValidationResult>()
  const ofTexts = new WeakMap<TSchema, FastifyValidationResult>()
  return ({ schema, httpPart }) => {
    const isBody = httpPart === 'body'
    const known = isBody ? ofBodies : ofTexts
    const validate = known.get(schema) ?? create(schema, isBody)
    known.set(schema, validate)
    return validate
  }
}

function createCompiler(named: readonly TSchema[], options: Options) {
  let ajv: Ajv | undefined
  return (schema: TSchema): Validate => {
    ajv ??= newAjv(named, options)
    return ajv.compile(schema)
  }
}

/**
 * Asks first whether, then what is wrong, and that of no more elements than anybody is told of: for each element of a
 * list the thorough validator copies all errors before it, so that half a megabyte would keep it busy for minutes.
 */
function withDetailedErrors({ isValid, explain }: { isValid: Validate; explain: Validate }): Validate {
  const check: Validate = (data) => {
    if (isValid(data)) return true
    const part = truncateLists(data, PROBLEMS_MAX)
    explain(part)
    const first = part === data ? [] : (isValid.errors ?? [])
    check.errors = [...first, ...(explain.errors ?? [])]
    return false
  }
  return check
}

/** What was read takes the place of the texts. */
function coerceFirst(read: (texts: object) => object, validate: Validate): FastifyValidationResult {
  const check: FastifyValidationResult = (texts: object) => {
    const value = read(texts)
    if (validate(value)) return { value }
    check.errors = validate.errors ?? null
    return false
  }
  return check
}

function newAjv(named: readonly TSchema[], options: Options): Ajv {
  const ajv = new Ajv({ ...OPTIONS, ...options })
  formats.default(ajv, ['date-time'])
  for (const schema of named) ajv.addSchema(schema)
  return ajv
}
