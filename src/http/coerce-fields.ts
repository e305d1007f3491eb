import type { TSchema } from 'typebox'
import { exceedsJsonBounds } from '../contract/json-bounds.js'
import { JSON_BOUNDS } from '../contract/limits.js'

type Field = { readonly type?: string | readonly string[] }
type Coerce = (text: string) => unknown

/** Decimal digits only, without JavaScript's `1e1`, `0x10` and `Infinity`; at most 15, which a double can hold. */
const INTEGER = /^-?\d{1,15}$/
const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
])

/**
 * Creates a function that converts the text fields of a path, a query or a form to the types of its schema, objects and
 * lists from JSON. Text that cannot be converted stays text. Undefined when all fields are text.
 */
export function createFieldCoercer(schema: TSchema): ((texts: object) => object) | undefined {
  const { properties = {} } = schema as { readonly properties?: Readonly<Record<string, Field>> }
  const coercions = new Map(
    Object.entries(properties).flatMap(([name, { type }]) => {
      const coerce = coercionFor(type)
      return coerce === undefined ? [] : [[name, coerce] as const]
    }),
  )
  if (coercions.size === 0) return undefined

  return (texts) =>
    Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, coerceField(text, coercions.get(name))]),
    )
}

const coerceField = (text: unknown, coerce: Coerce | undefined): unknown =>
  coerce === undefined || typeof text !== 'string' ? text : coerce(text)

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
