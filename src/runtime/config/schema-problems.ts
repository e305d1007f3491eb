import { type TObject, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { isObject } from '../../contract/is-object.js'
import { closestWord } from './similar-words.js'

export type ValuePath = readonly (string | number)[]

/** What is wrong with the value at a path, as the end of a sentence that begins with the path: `is missing`. */
export type SchemaProblem = { readonly path: ValuePath; readonly text: string }

/** Lists all problems of a value, each at its innermost path, described by the schema's `expected` if it has one. */
export function findSchemaProblems(schema: TSchema, value: unknown, path: ValuePath = []): SchemaProblem[] {
  const nested = findNestedProblems(schema, value, path)
  if (nested.length > 0 || Value.Check(schema, value)) return nested
  return [{ path, text: describeMismatch(schema, value) }]
}

/** `llm.providers.local.model`, `replies[0].pattern`. */
export function formatPath(path: ValuePath): string {
  if (path.length === 0) return 'the file'
  return path
    .map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at > 0 ? '.' : ''}${step}`))
    .join('')
}

function findNestedProblems(schema: TSchema, value: unknown, path: ValuePath): SchemaProblem[] {
  if (Type.IsArray(schema) && Array.isArray(value)) {
    return value.flatMap((item, at) => findSchemaProblems(schema.items, item, [...path, at]))
  }
  if (Type.IsRecord(schema) && isObject(value)) {
    return Object.entries(value).flatMap(([name, entry]) =>
      Object.values(schema.patternProperties).flatMap((inner) =>
        findSchemaProblems(inner, entry, [...path, name]),
      ),
    )
  }
  return Type.IsObject(schema) && isObject(value) ? findMappingProblems(schema, value, path) : []
}

function findMappingProblems(schema: TObject, value: Mapping, path: ValuePath): SchemaProblem[] {
  const known = Object.keys(schema.properties)
  const isClosed = 'additionalProperties' in schema && schema.additionalProperties === false
  const unknown = isClosed ? Object.keys(value).filter((name) => !known.includes(name)) : []
  const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(value, name))
  return [
    ...unknown.map((name) => ({ path: [...path, name], text: describeUnknownKey(name, known) })),
    ...missing.map((name) => ({ path: [...path, name], text: 'is missing' })),
    ...Object.entries(schema.properties)
      .filter(([name]) => Object.hasOwn(value, name))
      .flatMap(([name, inner]) => findSchemaProblems(inner, value[name], [...path, name])),
  ]
}

function describeMismatch(schema: TSchema, value: unknown): string {
  if ('expected' in schema) return `must be ${schema.expected}`
  if ('enum' in schema && Array.isArray(schema.enum)) return `must be one of: ${schema.enum.join(', ')}`
  const [kind] = 'type' in schema ? [schema.type].flat() : []
  const word = Value.Errors(schema, value)[0]?.keyword === 'type' ? KINDS.get(String(kind)) : undefined
  if (word !== undefined) return `must be ${word}`
  return Value.Errors(schema, value)[0]?.message ?? 'cannot be used'
}

/** The types of JSON Schema in words for people who write YAML. */
const KINDS = new Map([
  ['object', 'a mapping of keys to values'],
  ['array', 'a list'],
  ['string', 'a text'],
  ['number', 'a number'],
  ['integer', 'a whole number'],
  ['boolean', 'true or false'],
])

function describeUnknownKey(name: string, known: readonly string[]): string {
  const closest = closestWord(name, known)
  return `is not a known key; ${closest === undefined ? `known here: ${known.join(', ')}` : `did you mean ${closest}?`}`
}

type Mapping = Readonly<Record<string, unknown>>
