import type { FastifyRequest, FastifySchemaValidationError } from 'fastify'
import { truncateMiddle } from '../contract/bounded-error.js'
import { domainError } from '../domain/errors.js'

/** One entry of the standard validation array (docs/rest.md, Errors). */
export type ValidationProblem = {
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly type: string
}

/** Reported problems; a hostile body can have half a million. */
export const PROBLEMS_MAX = 1000
/** Total length of the report: a thousand problems can all be below long keys that the sender chose. */
const PROBLEMS_CHARACTERS = 200_000
/** Longer than any field of the contract. */
const NAME_MAX = 200

const PARTS: Readonly<Record<string, string>> = { params: 'path', querystring: 'query', headers: 'header' }

const MISSING_BODY: ValidationProblem = { loc: ['body'], msg: 'Field required', type: 'missing' }

type ValidationFailure = {
  readonly validation?: readonly FastifySchemaValidationError[] | null | undefined
  readonly validationContext?: string | undefined
}

/** Converts the errors of a validator; empty when the value was valid. */
export function validationProblems(
  { validation, validationContext = 'body' }: ValidationFailure,
  body: unknown,
): ValidationProblem[] {
  if (!validation) return []
  if (validationContext === 'body' && (body ?? null) === null) return [MISSING_BODY]
  return firstProblems(problemsByField(validationContext, validation))
}

/** As many as are reported, from whatever part: of each of a thousand items several rules may be broken. */
export function firstProblems<Problem>(problems: Iterable<Problem>): Problem[] {
  const first: Problem[] = []
  let characters = 0
  for (const problem of problems) {
    first.push(problem)
    characters += JSON.stringify(problem).length + 1
    if (first.length === PROBLEMS_MAX || characters >= PROBLEMS_CHARACTERS) break
  }
  return first
}

/** One problem per field, made as they are asked for. */
function* problemsByField(
  part: string,
  errors: readonly FastifySchemaValidationError[],
): Generator<ValidationProblem> {
  const fields = new Set<string>()
  for (const error of errors) {
    const problem = { loc: [PARTS[part] ?? part, ...fieldOf(error)], ...messageAndType(error) }
    const field = JSON.stringify(problem.loc)
    if (fields.has(field)) continue
    fields.add(field)
    yield problem
  }
}

function fieldOf({ instancePath, params }: FastifySchemaValidationError): (string | number)[] {
  const path = instancePath.split('/').slice(1).map(segmentOf)
  const inner = params.missingProperty ?? params.additionalProperty
  const fullPath = typeof inner === 'string' ? [...path, inner] : path
  return fullPath.map((name) => (typeof name === 'string' ? truncateMiddle(name, NAME_MAX) : name))
}

/** A JSON Pointer segment; indices are numbers on the wire. */
const segmentOf = (segment: string): string | number =>
  /^\d+$/.test(segment) ? Number(segment) : segment.replaceAll('~1', '/').replaceAll('~0', '~')

const TYPES: Readonly<Record<string, { noun: string; type: string }>> = {
  string: { noun: 'string', type: 'string_type' },
  integer: { noun: 'integer', type: 'int_type' },
  number: { noun: 'number', type: 'float_type' },
  boolean: { noun: 'boolean', type: 'bool_type' },
  array: { noun: 'list', type: 'list_type' },
  object: { noun: 'object', type: 'dict_type' },
}

/** The messages and types of the hosted service's validator. */
function messageAndType({
  keyword,
  params,
  message,
}: FastifySchemaValidationError): Omit<ValidationProblem, 'loc'> {
  const limit = Number(params.limit)
  switch (keyword) {
    case 'required':
      return { msg: 'Field required', type: 'missing' }
    case 'additionalProperties':
      return { msg: 'Extra inputs are not permitted', type: 'extra_forbidden' }
    case 'type':
      return typeMessage(String(params.type))
    case 'enum':
      return { msg: `Input should be ${choiceOf(params.allowedValues)}`, type: 'literal_error' }
    case 'minimum':
      return { msg: `Input should be greater than or equal to ${limit}`, type: 'greater_than_equal' }
    case 'maximum':
      return { msg: `Input should be less than or equal to ${limit}`, type: 'less_than_equal' }
    case 'minLength':
      return { msg: `String should have at least ${counted(limit, 'character')}`, type: 'string_too_short' }
    case 'maxLength':
      return { msg: `String should have at most ${counted(limit, 'character')}`, type: 'string_too_long' }
    case 'minItems':
      return { msg: `List should have at least ${counted(limit, 'item')}`, type: 'too_short' }
    case 'maxItems':
      return { msg: `List should have at most ${counted(limit, 'item')}`, type: 'too_long' }
    case 'pattern':
      return {
        msg: `String should match pattern '${String(params.pattern)}'`,
        type: 'string_pattern_mismatch',
      }
    case 'format':
      return { msg: `Input should be a valid ${String(params.format)}`, type: 'value_error' }
    default:
      return { msg: `Input ${message ?? 'is not valid'}`, type: 'value_error' }
  }
}

function typeMessage(types: string): Omit<ValidationProblem, 'loc'> {
  const wanted = types.split(',').find((type) => type !== 'null')
  // A field that the hosted service has and this one cannot serve.
  if (wanted === undefined) return { msg: 'Not supported here: leave it out', type: 'value_error' }
  const { noun, type } = TYPES[wanted] ?? { noun: wanted, type: 'value_error' }
  return { msg: `Input should be a valid ${noun}`, type }
}

function choiceOf(values: unknown): string {
  const words = (Array.isArray(values) ? values : []).filter((v) => v !== null).map((v) => `'${String(v)}'`)
  const last = words.pop() ?? ''
  return words.length === 0 ? last : `${words.join(', ')} or ${last}`
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/**
 * Throws `unprocessable` with the problems of the schema and of the domain together. The route must set
 * `attachValidation`, or Fastify reports those of the schema alone.
 */
export function requireValidBody(request: FastifyRequest, problems: readonly ValidationProblem[]): void {
  const all = [...validationProblems(request.validationError ?? {}, request.body), ...problems]
  if (all.length > 0) throw domainError('invalidFields', all)
}
