import { type TObject, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { nearest } from './closest-name.js'

export type Path = readonly (string | number)[]

/** What is wrong at a place, to go on from the name of the place: `is missing`. */
export type Problem = { readonly path: Path; readonly text: string }

/**
 * What a schema finds wrong: the whole list, each at the innermost place, in the schema's own words where it has some
 * (`expected`).
 */
export function findProblems(schema: TSchema, value: unknown, path: Path = []): Problem[] {
  const inside = findProblemsInside(schema, value, path)
  if (inside.length > 0 || Value.Check(schema, value)) return inside
  return [{ path, text: whyRefused(schema, value) }]
}

/** `llm.providers.local.model`, `replies[0].pattern`. */
export function writePath(path: Path): string {
  if (path.length === 0) return 'the file'
  return path
    .map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at > 0 ? '.' : ''}${step}`))
    .join('')
}

function findProblemsInside(schema: TSchema, value: unknown, path: Path): Problem[] {
  if (Type.IsArray(schema) && Array.isArray(value)) {
    return value.flatMap((item, at) => findProblems(schema.items, item, [...path, at]))
  }
  if (Type.IsRecord(schema) && isMapping(value)) {
    return Object.entries(value).flatMap(([name, entry]) =>
      Object.values(schema.patternProperties).flatMap((inner) => findProblems(inner, entry, [...path, name])),
    )
  }
  return Type.IsObject(schema) && isMapping(value) ? findProblemsOfMapping(schema, value, path) : []
}

function findProblemsOfMapping(schema: TObject, value: Mapping, path: Path): Problem[] {
  const known = Object.keys(schema.properties)
  const isClosed = 'additionalProperties' in schema && schema.additionalProperties === false
  const unknown = isClosed ? Object.keys(value).filter((name) => !known.includes(name)) : []
  const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(value, name))
  return [
    ...unknown.map((name) => ({ path: [...path, name], text: unknownKey(name, known) })),
    ...missing.map((name) => ({ path: [...path, name], text: 'is missing' })),
    ...Object.entries(schema.properties)
      .filter(([name]) => Object.hasOwn(value, name))
      .flatMap(([name, inner]) => findProblems(inner, value[name], [...path, name])),
  ]
}

function whyRefused(schema: TSchema, value: unknown): string {
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

function unknownKey(name: string, known: readonly string[]): string {
  const meant = nearest(name, known)
  return `is not a known key; ${meant === undefined ? `known here: ${known.join(', ')}` : `did you mean ${meant}?`}`
}

type Mapping = Readonly<Record<string, unknown>>

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
