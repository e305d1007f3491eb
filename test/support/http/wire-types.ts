import { isDeepStrictEqual } from 'node:util'
import { namedSchemas } from '../../../src/http/named-schemas.js'

/** What the walk looks at in a JSON Schema. */
type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly required?: readonly string[]
}

/** Numbers that the contract lets be null (Conversation, Share); no other number and no boolean may be. */
export const NULLABLE_NUMBERS: ReadonlySet<string> = new Set([
  'messageCount',
  'maxExchanges',
  'maxInteractions',
])

const named = new Map(namedSchemas().map((schema) => [`${schema.$id}#`, schema as Schema]))
const resolve = (schema: Schema): Schema => named.get(schema.$ref ?? '') ?? schema
const typesOf = ({ type }: Schema): readonly string[] => [type ?? []].flat()

/** A number as it is written: JSON.parse would make 20 of 20.0. */
class Written {
  constructor(readonly text: string) {}
}

/**
 * What is wrong with an answer's text by its schema and the typing rules of the wire
 * (docs/wire-protocol.md, Typing of answers).
 */
export function wireTypeProblems(text: string, schema: object): string[] {
  return walk(readWritten(text), schema as Schema, '$')
}

const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

function readWritten(text: string): unknown {
  const marked = text.replace(TOKENS, (token) => (token.startsWith('"') ? token : `{"\\u0000":"${token}"}`))
  return JSON.parse(marked, (_, value: unknown) => {
    const isNumber = typeof value === 'object' && value !== null && '\u0000' in value
    return isNumber ? new Written(String(value['\u0000'])) : value
  })
}

function walk(value: unknown, given: Schema, path: string): string[] {
  const schema = resolve(given)
  if (schema.anyOf !== undefined) return walkAny(value, schema.anyOf, path)
  if (Array.isArray(value)) {
    const inside = value.flatMap((item, index) => walk(item, schema.items ?? {}, `${path}[${index}]`))
    return [...wrongType('array', schema, path), ...inside]
  }
  if (value instanceof Written) return walkNumber(value, schema, path)
  if (typeof value === 'object' && value !== null) return walkObject(value, schema, path)
  const isUnlisted = schema.enum !== undefined && !schema.enum.includes(value)
  const type = value === null ? 'null' : typeof value
  return [...wrongType(type, schema, path), ...(isUnlisted ? [`${path}: ${value} is not listed`] : [])]
}

function walkAny(value: unknown, branches: readonly Schema[], path: string): string[] {
  const outcomes = branches.map((branch) => walk(value, branch, path))
  return outcomes.some((problems) => problems.length === 0) ? [] : outcomes.flat()
}

function wrongType(type: string, schema: Schema, path: string): string[] {
  const types = typesOf(schema)
  if (type === 'null' && types.length === 0 && schema.enum === undefined) return nullOf(path)
  return types.length === 0 || types.includes(type) ? [] : [`${path}: ${type} in place of ${types}`]
}

/** Where no schema says it, a name does that elsewhere is that of a number or a boolean. */
const nullOf = (path: string): string[] => {
  const name = path.split('.').at(-1) ?? ''
  return plainNames.has(name) && !NULLABLE_NUMBERS.has(name) ? [`${path}: null in place of a value`] : []
}

function walkNumber({ text }: Written, schema: Schema, path: string): string[] {
  const types = typesOf(schema)
  if (types.length > 0 && !types.includes('integer') && !types.includes('number')) {
    return [`${path}: ${text} in place of ${types}`]
  }
  const isWhole = /^-?\d+$/.test(text)
  const isMeantWhole = types.includes('integer') && !types.includes('number')
  return isWhole || (!isMeantWhole && !/\.0*$/.test(text)) ? [] : [`${path}: ${text} is no whole number`]
}

function walkObject(value: object, schema: Schema, path: string): string[] {
  const { properties = {}, required = [] } = schema
  const fields = Object.entries(value)
  const missing = required.filter((name) => !(name in value)).map((name) => `${path}.${name}: missing`)
  const inside = fields.flatMap(([name, field]) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : openOf(schema)
    return known === undefined ? [`${path}.${name}: undeclared`] : walk(field, known, `${path}.${name}`)
  })
  return [...wrongType('object', schema, path), ...missing, ...inside, ...unequalTwins(value, path)]
}

/** What an object says of the names that it does not list; undefined: that there are none. */
function openOf({ properties, patternProperties = {}, additionalProperties }: Schema): Schema | undefined {
  if (typeof additionalProperties === 'object') return additionalProperties
  const [pattern] = Object.values(patternProperties)
  if (pattern !== undefined) return pattern
  return properties === undefined || additionalProperties === true ? {} : undefined
}

function unequalTwins(value: object, path: string): string[] {
  return Object.entries(value).flatMap(([name, field]) => {
    const twin = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    if (twin === name || !Object.hasOwn(value, twin)) return []
    const other = (value as Record<string, unknown>)[twin]
    return isDeepStrictEqual(field, other) ? [] : [`${path}.${name} and .${twin} differ`]
  })
}

/** Every field under the schema, however deep, with its path. */
export function fieldsOf(given: object, path = '$', above: readonly string[] = []): [string, Schema][] {
  const { $ref = '' } = given as Schema
  if (above.includes($ref)) return []
  const schema = resolve(given as Schema)
  const seen = $ref === '' ? above : [...above, $ref]
  const parts: [string, Schema][] = [
    ...Object.entries(schema.properties ?? {}).map(([name, field]): [string, Schema] => [
      `${path}.${name}`,
      field,
    ]),
    ...(schema.anyOf ?? []).map((branch): [string, Schema] => [path, branch]),
    ...(schema.items === undefined ? [] : [[`${path}[]`, schema.items] as [string, Schema]]),
  ]
  return parts.flatMap(([at, part]) => [[at, part] as [string, Schema], ...fieldsOf(part, at, seen)])
}

const PLAIN = ['integer', 'number', 'boolean']
const isPlain = (schema: Schema) => typesOf(schema).some((type) => PLAIN.includes(type))

/** Numbers and booleans among the fields that their own schema lets be null, against the rules. */
export const nullableAgainstRules = (schema: object): string[] =>
  fieldsOf(schema)
    .filter(([path, field]) => {
      const mayBeNull =
        typesOf(field).includes('null') ||
        (field.anyOf ?? []).some((branch) => typesOf(branch).includes('null'))
      const isValue = isPlain(field) || (field.anyOf ?? []).some(isPlain)
      return mayBeNull && isValue && !NULLABLE_NUMBERS.has(path.split('.').at(-1) ?? '')
    })
    .map(([path]) => path)

const plainNames: ReadonlySet<string> = new Set(
  [...named.values()]
    .flatMap((schema) => fieldsOf(schema))
    .filter(([, field]) => isPlain(resolve(field)))
    .map(([path]) => path.split('.').at(-1) ?? ''),
)
