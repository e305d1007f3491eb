import { Ajv, type Options } from 'ajv'
import formats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import type { FastifyValidationResult } from 'fastify/types/schema.js'
import type { TSchema } from 'typebox'
import { createFieldCoercer } from './coerce-fields.js'
import { createLazyValidator, type Validate } from './lazy-compilers.js'
import { PROBLEMS_MAX } from './validation-problems.js'

const OPTIONS: Options = {
  allowUnionTypes: true,
  removeAdditional: false,
  useDefaults: false,
  coerceTypes: false,
  // A test checks the contract's schemas against the meta schema, whose compilation takes longer than all of theirs.
  meta: false,
  validateSchema: false,
}

/**
 * Bodies are validated as they are, without coercion, removal or defaults, so that a partial update stays partial. Paths
 * and queries are text, so they are converted first. Validators are cached by their schema, so that several servers of
 * one process can share the compiler.
 */
export function createValidatorCompiler(named: readonly TSchema[]): FastifySchemaCompiler<TSchema> {
  const compile = createCompiler(named, { allErrors: false })
  const compileThorough = createCompiler(named, { allErrors: true })
  const create = (schema: TSchema, isBody: boolean): FastifyValidationResult => {
    const validate = withDetailedErrors({
      isValid: createLazyValidator(() => compile(schema)),
      explain: createLazyValidator(() => compileThorough(schema)),
    })
    const coerce = isBody ? undefined : createFieldCoercer(schema)
    return coerce === undefined ? validate : coerceFirst(coerce, validate)
  }
  const bodyValidators = new WeakMap<TSchema, FastifyValidationResult>()
  const textValidators = new WeakMap<TSchema, FastifyValidationResult>()
  return ({ schema, httpPart }) => {
    const isBody = httpPart === 'body'
    const cache = isBody ? bodyValidators : textValidators
    const validate = cache.get(schema) ?? create(schema, isBody)
    cache.set(schema, validate)
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
 * Checks with a validator that stops at the first error; only invalid data is explained by the thorough one, and no more
 * list elements than are reported: it copies all earlier errors for each element, so half a megabyte would take minutes.
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

/** Validates the converted fields, which replace the texts. */
function coerceFirst(coerce: (texts: object) => object, validate: Validate): FastifyValidationResult {
  const check: FastifyValidationResult = (texts: object) => {
    const value = coerce(texts)
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

/** Deeper than any schema; lists below this depth are left as they are. */
const DEPTH_MAX = 16

/**
 * Truncates the lists of a value at their ends until it has at most `max` list elements in total, except that a list
 * that is not empty keeps its first element. Returns the same value when nothing is cut.
 */
export function truncateLists(value: unknown, max: number): unknown {
  let left = max

  function truncate(part: unknown, depth: number): unknown {
    if (typeof part !== 'object' || part === null || depth > DEPTH_MAX) return part
    return Array.isArray(part) ? truncateList(part, depth) : truncateObject(part, depth)
  }

  function truncateList(list: readonly unknown[], depth: number): readonly unknown[] {
    const kept: unknown[] = []
    for (const element of list) {
      if (kept.length > 0 && left <= 0) break
      left -= 1
      kept.push(truncate(element, depth + 1))
    }
    return isSame(kept, list) ? list : kept
  }

  function truncateObject(object: object, depth: number): object {
    const entries = Object.entries(object)
    const kept = entries.map(([name, inner]) => [name, truncate(inner, depth + 1)] as const)
    return kept.every(([, inner], at) => inner === entries[at]?.[1]) ? object : Object.fromEntries(kept)
  }

  return truncate(value, 0)
}

const isSame = (kept: readonly unknown[], list: readonly unknown[]): boolean =>
  kept.length === list.length && kept.every((element, at) => element === list[at])
