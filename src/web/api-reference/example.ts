import { resolve, type Schema, type Schemas } from './api-document.js'
import { isKnown, valueInList, valuesFor } from './example-values.js'
import type { KnownIds } from './known-ids.js'

/** Objects within objects beyond this are left out of an example, unless they are required. */
const DEEPEST = 3
const MOST_OPTIONAL = 6

const SOME_ID = 'd4e5f6a7-8b9c-4d0e-8f1a-2b3c4d5e6f70'

type Place = {
  readonly schemas: Schemas
  readonly name?: string
  readonly depth?: number
  readonly seen?: readonly string[]
  /** Ids that stand in the path of the request, so that its answer agrees with it. */
  readonly ids?: KnownIds['values']
  /** What things hold that were made by the examples of requests, by the names of their schemas. */
  readonly made?: Made
  /** What fields of these names hold before all else. */
  readonly defaults?: Readonly<Record<string, unknown>>
}
export type Made = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** A value that this schema allows, as a person would write it. */
export function exampleOf(
  given: Schema,
  { schemas, name = '', depth = 0, seen = [], ids = {}, made = {}, defaults = {} }: Place,
): unknown {
  const { schema, name: ref } = resolve(given, schemas)
  const inner = { schemas, ids, made, defaults, depth: depth + 1, seen: ref === null ? seen : [...seen, ref] }
  if (schema.const !== undefined) return schema.const
  const known = valuesFor(name, ids, seen.at(-1))
  const values = defaults[name] === undefined ? known : [defaults[name], ...known]
  if (schema.anyOf !== undefined) {
    if (values[0] === null && schema.anyOf.some(({ type }) => type === 'null')) return null
    const first = schema.anyOf.find(
      ({ type, $ref = '' }) => type !== 'null' && !seen.some((one) => $ref.endsWith(`/${one}`)),
    )
    return first === undefined
      ? null
      : exampleOf(first, { schemas, name, depth, ids, made, defaults, seen: inner.seen })
  }
  const suited = values.find((value) => allows(schema, value))
  if (suited !== undefined) return suited
  if (/(?:^i|I|_i)d$/.test(name) && allows(schema, SOME_ID)) return SOME_ID
  if (Array.isArray(schema.type) && schema.type.includes('null')) return null
  if (schema.default !== undefined && schema.default !== null) return schema.default
  if (schema.enum !== undefined) return schema.enum[0]
  const type = [schema.type ?? 'object'].flat()[0]
  if (type === 'object') return objectOf(schema, { ...inner, own: made[ref ?? ''] ?? {} })
  if (type === 'array')
    return depth > DEEPEST || schema.items === undefined ? [] : listOf(schema, { ...inner, list: name })
  if (type === 'string') return textOf(schema)
  if (type === 'integer' || type === 'number')
    return Math.max(schema.minimum ?? 0, Math.min(1, schema.maximum ?? 1))
  return type === 'boolean' ? true : null
}

type Inner = Required<Pick<Place, 'schemas' | 'depth' | 'seen' | 'ids' | 'made' | 'defaults'>>

function listOf(schema: Schema, { list, ...inner }: Inner & { readonly list: string }): unknown[] {
  const { schema: item, name } = resolve(schema.items ?? {}, inner.schemas)
  if (allows(item, valueInList(list)) && (schema.minItems ?? 0) <= 1) return [valueInList(list)]
  return name !== null && inner.seen.includes(name)
    ? []
    : Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () =>
        exampleOf(name === null ? item : (schema.items ?? {}), inner),
      )
}

type Filled = Inner & { readonly own: Made[string] }

function objectOf(schema: Schema, { own, ...inner }: Filled): Record<string, unknown> {
  const required = schema.required ?? []
  const names = Object.keys(schema.properties ?? {})
  // Of an object where nothing must be there, the best known fields are shown, or the first few.
  const known = names.filter(isKnown)
  const some = known.length > 0 ? known : names.slice(0, MOST_OPTIONAL)
  const isFree = required.length === 0 && inner.depth <= 2
  const shown = names.filter((name) => required.includes(name) || (isFree && some.includes(name)))
  const recursive = (field: Schema) => inner.seen.includes(resolve(field, inner.schemas).name ?? '\0')
  return Object.fromEntries(
    shown.flatMap((name) => {
      const field = schema.properties?.[name] ?? {}
      if (recursive(field)) return []
      const isKnownOf = name in own && allows(resolve(field, inner.schemas).schema, own[name])
      return [[name, isKnownOf ? own[name] : exampleOf(field, { ...inner, name })]]
    }),
  )
}

/** Texts to choose from, by what the pattern or format of a field asks for. */
const TEXTS = [
  'text',
  '2030-01-02T03:04:05.678Z',
  '2030-01-02',
  'ada@example.org',
  'en',
  '1h',
  'b7e1f0a2-3c4d-4e5f-8a9b-0c1d2e3f4a5b',
]

function textOf(schema: Schema): string {
  if (schema.format === 'date-time') return '2030-01-02T03:04:05.678Z'
  const fitting = TEXTS.find((text) => allows(schema, text)) ?? 'text'
  return fitting.padEnd(schema.minLength ?? 0, '.')
}

/** Whether a value is of a schema's type and within its bounds, as far as examples need it. */
function allows(schema: Schema, value: unknown): boolean {
  if (value === undefined) return false
  if (schema.enum !== undefined) return schema.enum.includes(value)
  const types = [schema.type ?? []].flat()
  if (value === null) return types.includes('null')
  if (Array.isArray(value))
    return (
      types.includes('array') && value.every((one) => schema.items !== undefined && allows(schema.items, one))
    )
  if (typeof value === 'boolean') return types.includes('boolean')
  if (typeof value === 'number')
    return (
      (types.includes('number') || (types.includes('integer') && Number.isInteger(value))) &&
      value >= (schema.minimum ?? 0) &&
      value <= (schema.maximum ?? value)
    )
  if (typeof value !== 'string') return false
  const isText = types.includes('string')
  const isPatternMet = schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(value)
  const isLong = value.length >= (schema.minLength ?? 0) && value.length <= (schema.maxLength ?? 1e9)
  const isMoment = schema.format !== 'date-time' || /^\d{4}-\d\d-\d\dT/.test(value)
  return isText && isPatternMet && isLong && isMoment
}
