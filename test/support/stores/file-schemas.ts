import { isReadOnlyField, settableNames } from '../../../src/cli/characters/character-fields.js'
import { BatchRequestSchema } from '../../../src/contract/batch-requests.js'
import {
  ActionParameterSchema,
  ActionSchema,
  CharacterConfigSchema,
  CharacterSchema,
} from '../../../src/contract/characters.js'
import { DocumentInputSchema } from '../../../src/contract/documents.js'
import { WorldSchema } from '../../../src/runtime/world/world-schema.js'

type Schema = Readonly<Record<string, unknown>>

const NAMED: Readonly<Record<string, unknown>> = {
  'Action#': ActionSchema,
  'ActionParameter#': ActionParameterSchema,
  'DocumentInput#': DocumentInputSchema,
}

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A schema that stands by itself: what it refers to is part of it, and what only our own messages use is left out. */
function whole(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(whole)
  if (!isObject(schema)) return schema
  if (typeof schema['$ref'] === 'string') return whole(NAMED[schema['$ref']])
  const { $id: _id, expected: _expected, ...rest } = schema
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, whole(value)]))
}

const closed = (properties: object, more: object = {}): Schema => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
})

/** Sections do not say that they are closed, because the service ignores what they do not have; an editor should. */
const closeSections = (properties: Schema): Schema =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      isObject(schema) && isObject(schema['properties'])
        ? { ...schema, additionalProperties: false }
        : schema,
    ]),
  )

const nested = closeSections(whole(CharacterConfigSchema.properties) as Schema)

/** The fields of sections under the names with which a character is returned. */
const flat = Object.fromEntries(
  settableNames().flatMap((name) => {
    const [section = '', field = ''] = name.split('.')
    const inner = nested[section]
    if (!name.includes('.') || !isObject(inner) || !isObject(inner['properties'])) return []
    return [[section === 'persona' ? field : `${section}_${field}`, inner['properties'][field]]]
  }),
)

const unsettable = Object.fromEntries(
  Object.keys(CharacterSchema.properties)
    .filter(isReadOnlyField)
    .map((name) => [name, { readOnly: true, description: 'Cannot be set: it is left out' }]),
)

const character = { ...nested, ...flat, ...unsettable }

const documents = {
  type: ['array', 'null'],
  items: {
    anyOf: [
      { type: 'string', description: 'An address, a path, or a pattern of paths' },
      whole(DocumentInputSchema),
      closed(
        { file: { type: 'string' }, name: { type: 'string', minLength: 1, maxLength: 200 } },
        { required: ['file'] },
      ),
    ],
  },
}

const customId = whole(BatchRequestSchema.properties.customId)
const requests = {
  type: 'array',
  minItems: 1,
  items: closed({ customId, ...character, documents }, { required: ['customId'] }),
}

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'

/** The schemas of the files that people write, by their names in `fixtures/`. */
export const fileSchemas: Readonly<Record<string, Schema>> = {
  'character.schema.json': { $schema: DIALECT, title: 'A character', ...closed(character) },
  'batch.schema.json': {
    $schema: DIALECT,
    title: 'A batch of characters',
    anyOf: [requests, closed({ requests }, { required: ['requests'] })],
  },
  'world.schema.json': { $schema: DIALECT, title: 'A world', ...(whole(WorldSchema) as Schema) },
}
