import fc, { type Arbitrary } from 'fast-check'
import { namedSchemas } from '../../../src/http/named-schemas.js'
import { arbitraryCodePoint } from '../arbitrary-code-point.js'

/** The part of JSON Schema that the contract's bodies use. */
type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
  readonly items?: Schema
  readonly minItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
}

/** Fields whose values the domain restricts further than a schema can say: name → what to generate instead. */
export type Overrides = Readonly<Record<string, Arbitrary<unknown>>>

/** A body with exactly one thing wrong, and where. */
export type InvalidBody = { readonly value: unknown; readonly loc: readonly (string | number)[] }

const named = new Map(namedSchemas().map((schema) => [`${schema.$id}#`, schema as Schema]))

function resolve(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema
  const found = named.get(schema.$ref)
  if (found === undefined) throw new Error(`no schema ${schema.$ref}`)
  return found
}

const typesOf = (schema: Schema): readonly string[] => [schema.type ?? []].flat()

/** Values that the schema accepts, as they are after a journey through JSON. */
export const arbitraryValid = (schema: object, overrides: Overrides = {}): Arbitrary<unknown> =>
  anyOf(schema, overrides).map((value) => JSON.parse(JSON.stringify(value)) as unknown)

function anyOf(given: Schema, overrides: Overrides): Arbitrary<unknown> {
  const schema = resolve(given)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  return fc.oneof(...typesOf(schema).map((type) => ofType(type, schema, overrides)))
}

function ofType(type: string, schema: Schema, overrides: Overrides): Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -(2 ** 31), max: schema.maximum ?? 2 ** 31 })
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true })
    case 'array':
      return fc.array(anyOf(schema.items ?? {}, overrides), { minLength: schema.minItems ?? 0, maxLength: 3 })
    case 'object':
      return anyObject(schema, overrides)
    default:
      return anyString(schema)
  }
}

function anyString({ pattern, format, minLength = 0, maxLength = 300 }: Schema): Arbitrary<string> {
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  if (pattern === undefined) return fc.string({ unit: arbitraryCodePoint, minLength, maxLength, size: 'max' })
  const fits = (text: string) => [...text].length >= minLength && [...text].length <= maxLength
  return fc.stringMatching(new RegExp(pattern, 'u')).filter(fits)
}

const UNKNOWN_KEYS = ['__proto__', 'constructor', 'toString', 'description!', '', 'a/b~c', '0']

/** Any of the optional fields, all required ones, and, where the schema lets them, keys that nobody knows. */
function anyObject(schema: Schema, overrides: Overrides): Arbitrary<object> {
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, property]) => [name, overrides[name] ?? anyOf(property, overrides)] as const,
  )
  const known = fc.record(Object.fromEntries(fields), {
    requiredKeys: [...(schema.required ?? [])],
    noNullPrototype: true,
  })
  if (schema.additionalProperties === false) return known

  const unknown = fc.dictionary(fc.constantFrom(...UNKNOWN_KEYS), fc.jsonValue(), { maxKeys: 2 })
  return fc
    .tuple(known, unknown)
    .map(([some, more]) => Object.fromEntries([...Object.entries(more), ...Object.entries(some)]))
}

/** Bodies that the schema refuses for one reason. */
export function arbitraryInvalid(given: object, overrides: Overrides = {}): Arbitrary<InvalidBody> {
  const schema = resolve(given)
  const itself = invalidValue(schema).map((value): InvalidBody => ({ value, loc: [] }))
  const types = typesOf(schema)
  return fc.oneof(
    itself,
    ...(types.includes('object') ? brokenFields(schema, overrides) : []),
    ...(types.includes('array') ? [brokenItem(schema, overrides)] : []),
  )
}

function brokenFields(schema: Schema, overrides: Overrides): Arbitrary<InvalidBody>[] {
  const whole = anyObject(schema, overrides)
  const inField = Object.entries(schema.properties ?? {}).map(([name, property]) =>
    fc.tuple(whole, arbitraryInvalid(property, overrides)).map(([object, { value, loc }]): InvalidBody => {
      return { value: { ...object, [name]: value }, loc: [name, ...loc] }
    }),
  )
  const missing = (schema.required ?? []).map((name) =>
    whole.map((object): InvalidBody => {
      const rest = Object.entries(object).filter(([key]) => key !== name)
      return { value: Object.fromEntries(rest), loc: [name] }
    }),
  )
  const extra = whole.map((object): InvalidBody => ({ value: { ...object, 'a/b~c': 1 }, loc: ['a/b~c'] }))
  return [...inField, ...missing, ...(schema.additionalProperties === false ? [extra] : [])]
}

const brokenItem = (schema: Schema, overrides: Overrides): Arbitrary<InvalidBody> =>
  fc
    .tuple(
      fc.array(anyOf(schema.items ?? {}, overrides), { maxLength: 2 }),
      arbitraryInvalid(schema.items ?? {}, overrides),
    )
    .map(([before, { value, loc }]) => ({ value: [...before, value], loc: [before.length, ...loc] }))

/** Values that break the schema as a whole: of no type of its, or out of its bounds. */
function invalidValue(schema: Schema): Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom('nonsense', 1, {}, [])
  const types = typesOf(schema)
  const others = Object.entries(SAMPLES).filter(([type]) => !types.includes(type))
  const strangers = others
    // An integer is a number, too.
    .filter(([type]) => !(type === 'integer' && types.includes('number')))
    .map(([, sample]) => sample)
  return fc.oneof(fc.constantFrom(...strangers), ...outOfBounds(schema))
}

const SAMPLES: Readonly<Record<string, unknown>> = {
  null: null,
  boolean: true,
  integer: 1,
  number: 1.5,
  string: 'text',
  array: [],
  object: {},
}

/** Texts that do not match it, of those that hardly any pattern matches. */
const unlike = (pattern: string): string[] =>
  ['Not It', '', ' '].filter((text) => !new RegExp(pattern, 'u').test(text))

function outOfBounds(schema: Schema): Arbitrary<unknown>[] {
  const { minimum, maximum, minLength = 0, maxLength, pattern, format, minItems = 0 } = schema
  const text = (length: number) =>
    fc.string({ unit: arbitraryCodePoint, minLength: length, maxLength: length })
  return [
    ...(minimum === undefined ? [] : [fc.constantFrom(minimum - 1, -1e15)]),
    ...(maximum === undefined ? [] : [fc.constantFrom(maximum + 1, 1e15)]),
    ...(minLength > 0 ? [text(minLength - 1)] : []),
    ...(maxLength === undefined ? [] : [text(maxLength + 1)]),
    ...(pattern === undefined ? [] : [fc.constantFrom(...unlike(pattern))]),
    ...(format === undefined ? [] : [fc.constantFrom('yesterday', '2030-13-01T00:00:00Z')]),
    ...(minItems > 0 ? [fc.constant([])] : []),
  ]
}
