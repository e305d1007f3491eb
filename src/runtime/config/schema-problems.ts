import { type TObject, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { isObject } from '../../contract/is-object.js'
import { closestWord } from './similar-words.js'

export type ValuePath = readonly (string | number)[]

/** What is wrong at a place, to go on from the name of the place: `is missing`. */
export type SchemaProblem = { readonly path: ValuePath; readonly text: string }

/**
 * What a schema finds wrong: the whole list, each at the innermost place, in the schema's own words where it has some
 * (`expected`).
 */
export function findSchemaProblems(schema: TSchema, value: unknown, path: ValuePath = []): SchemaProblem[] {
  const inside = findNestedProblems(schema, value, path)
  if (inside.length > 0 || Value.Check(schema, value)) return inside
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

/** The schema's types in the words of somebody who writes YAML. */
const KINDS = new Map([
  ['object', 'a mapping of keys to values'],
  ['array', 'a list'],
  ['string', 'a text'],
  ['number', 'a number'],
  ['integer', 'a whole number'],
  ['boolean', 'true or false'],
])

function describeUnknownKey(name: string, known: readonly string[]): string {
  const meant = closestWord(name, known)
  return `is not a known key; ${meant === undefined ? `known here: ${known.join(', ')}` : `did you mean ${meant}?`}`
}

type Mapping = Readonly<Record<string, unknown>>
