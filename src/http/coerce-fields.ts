import type { TSchema } from 'typebox'
import { exceedsJsonBounds } from '../contract/json-bounds.js'
import { JSON_BOUNDS } from '../contract/limits.js'

type Field = { readonly type?: string | readonly string[] }
type Coerce = (text: string) => unknown

/** In digits alone: `1e1`, `0x10` and `Infinity` are numbers to JavaScript only. No more digits than keep their value. */
const INTEGER = /^-?\d{1,15}$/
const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
])

/**
 * Reads the fields of a path, a query or a form in the types of its schema, objects and lists as JSON; what is not
 * written as one stays the text it is.
 * Undefined when all of them are text anyway.
 */
export function createFieldCoercer(schema: TSchema): ((texts: object) => object) | undefined {
  const { properties = {} } = schema as { readonly properties?: Readonly<Record<string, Field>> }
  const readers = new Map(
    Object.entries(properties).flatMap(([name, { type }]) => {
      const read = coercionFor(type)
      return read === undefined ? [] : [[name, read] as const]
    }),
  )
  if (readers.size === 0) return undefined

  return (texts) =>
    Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, coerceField(text, readers.get(name))]),
    )
}

const coerceField = (text: unknown, read: Coerce | undefined): unknown =>
  read === undefined || typeof text !== 'string' ? text : read(text)

function coercionFor(type: Field['type']): Coerce | undefined {
  const types = [type].flat()
  if (types.includes('integer')) return (text) => (INTEGER.test(text) ? Number(text) : text)
  if (types.includes('number')) return (text) => (NUMBER.test(text) ? Number(text) : text)
  if (types.includes('boolean')) return (text) => BOOLEANS.get(text) ?? text
  if (types.includes('object') || types.includes('array')) return coerceJson
  return undefined
}

function coerceJson(text: string): unknown {
  if (exceedsJsonBounds(text, JSON_BOUNDS)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
