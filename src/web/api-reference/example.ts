import { resolve, type Schema, type Schemas } from './api-document.js'

/** Objects within objects beyond this are left out of an example, unless they are required. */
const DEEPEST = 3
const MOST_OPTIONAL = 6

/** What fields of these names hold in examples; a value that the schema refuses is not used. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  name: 'Mira',
  personality: 'Warm, curious, speaks briefly',
  content: 'Her sister Vera keeps eleven bees',
  message: 'Do you remember me?',
  text: 'Do you remember me?',
  query: 'bees',
  email: 'ada@example.org',
  playerId: 'ada',
  player_id: 'ada',
  characterId: '5f0c1d5e-6f0a-4d57-9a55-1f1d4c2b7a10',
  character_id: '5f0c1d5e-6f0a-4d57-9a55-1f1d4c2b7a10',
  memoryId: 'b7e1f0a2-3c4d-4e5f-8a9b-0c1d2e3f4a5b',
  conversationId: 'c2a9d8e7-1b2c-4d3e-9f4a-5b6c7d8e9f0a',
  api_key: 'svc_…',
  duration: '1h',
  advance: '1h',
  language: 'en',
  url: 'https://example.org/handbook.pdf',
  asOf: '2030-01-02',
  startDate: '2030-01-01',
  endDate: '2030-01-31',
  detail: 'Character not found',
  scope: 'memories:read',
  prompt: 'They meet at the harbour',
  // Of a final `bot_response`, and of what most clients get.
  partial: '',
  is_final: true,
  is_interjection: false,
  sample_rate: 24_000,
  fps: 30,
  agentId: '5f0c1d5e-6f0a-4d57-9a55-1f1d4c2b7a10',
  createdAt: '2030-01-02T03:04:05.678Z',
  created_at: '2030-01-02T03:04:05.678Z',
  updatedAt: '2030-01-02T03:04:05.678Z',
  updated_at: '2030-01-02T03:04:05.678Z',
  timestamp: '2030-01-02T03:04:05.678Z',
  source: 'manual_dashboard',
  memoryLayer: 'stm',
  topic: 'family',
  importance: 0.5,
  limit: 20,
  offset: 0,
}

const SOME_ID = 'd4e5f6a7-8b9c-4d0e-8f1a-2b3c4d5e6f70'

type Place = {
  readonly schemas: Schemas
  readonly name?: string
  readonly depth?: number
  readonly seen?: readonly string[]
}

/** A value that this schema allows, as a person would write it. */
export function exampleOf(given: Schema, { schemas, name = '', depth = 0, seen = [] }: Place): unknown {
  const { schema, name: ref } = resolve(given, schemas)
  const inner = { schemas, depth: depth + 1, seen: ref === null ? seen : [...seen, ref] }
  if (schema.const !== undefined) return schema.const
  if (schema.anyOf !== undefined) {
    const first = schema.anyOf.find(
      ({ type, $ref = '' }) => type !== 'null' && !seen.some((one) => $ref.endsWith(`/${one}`)),
    )
    return first === undefined ? null : exampleOf(first, { schemas, name, depth, seen: inner.seen })
  }
  if (allows(schema, BY_NAME[name])) return BY_NAME[name]
  if (/(?:^i|I|_i)d$/.test(name) && allows(schema, SOME_ID)) return SOME_ID
  if (Array.isArray(schema.type) && schema.type.includes('null')) return null
  if (schema.default !== undefined && schema.default !== null) return schema.default
  if (schema.enum !== undefined) return schema.enum[0]
  const type = [schema.type ?? 'object'].flat()[0]
  if (type === 'object') return objectOf(schema, inner)
  if (type === 'array') return depth > DEEPEST || schema.items === undefined ? [] : listOf(schema, inner)
  if (type === 'string') return textOf(schema)
  if (type === 'integer' || type === 'number')
    return Math.max(schema.minimum ?? 0, Math.min(1, schema.maximum ?? 1))
  return type === 'boolean' ? true : null
}

type Inner = Required<Pick<Place, 'schemas' | 'depth' | 'seen'>>

function listOf(schema: Schema, inner: Inner): unknown[] {
  const { schema: item, name } = resolve(schema.items ?? {}, inner.schemas)
  return name !== null && inner.seen.includes(name)
    ? []
    : Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () =>
        exampleOf(name === null ? item : (schema.items ?? {}), inner),
      )
}

function objectOf(schema: Schema, inner: Inner): Record<string, unknown> {
  const required = schema.required ?? []
  const names = Object.keys(schema.properties ?? {})
  // Of an object where nothing must be there, the best known fields are shown, or the first few.
  const known = names.filter((name) => name in BY_NAME)
  const some = known.length > 0 ? known : names.slice(0, MOST_OPTIONAL)
  const isFree = required.length === 0 && inner.depth <= 2
  const shown = names.filter((name) => required.includes(name) || (isFree && some.includes(name)))
  const recursive = (field: Schema) => inner.seen.includes(resolve(field, inner.schemas).name ?? '\0')
  return Object.fromEntries(
    shown.flatMap((name) => {
      const field = schema.properties?.[name] ?? {}
      return recursive(field) ? [] : [[name, exampleOf(field, { ...inner, name })]]
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
  return isText && isPatternMet && isLong && schema.format !== 'date-time'
}
