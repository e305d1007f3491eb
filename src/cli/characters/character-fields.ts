import { isDeepStrictEqual } from 'node:util'
import {
  ActionParameterSchema,
  ActionSchema,
  CharacterConfigSchema,
  CharacterSchema,
} from '../../contract/characters.js'
import { isObject } from '../../contract/is-object.js'
import { didYouMean } from '../errors/did-you-mean.js'

type Plain = Readonly<Record<string, unknown>>
export type FieldPath = readonly (string | number)[]

/** Something about a field that whoever wrote it should know. */
export type FieldIssue = {
  /** As it was written. */
  readonly path: FieldPath
  /** `unsettable`: the service tells it and nobody sets it. `conflict`: it is there twice, with different values. */
  readonly kind: 'unknown' | 'unsettable' | 'conflict'
  /** Looks for similar names, so only what is shown is described. */
  describe(): string
}

const SETTABLE: Plain = CharacterConfigSchema.properties
/** Sections of a configuration by the names of the fields in them. */
const SECTIONS = ['persona', 'llm', 'tts', 'stt', 'vad', 'vlm'] as const

/** Where a field of a character as it is returned goes in a configuration: `tts_voice` to `tts.voice`. */
const FLAT: ReadonlyMap<string, readonly [section: string, field: string]> = new Map(
  SECTIONS.flatMap((section) =>
    Object.keys(propertiesOf(SETTABLE[section]) ?? {}).map((field) => [
      section === 'persona' ? field : `${section}_${field}`,
      [section, field],
    ]),
  ),
)

const REFERENCES: Readonly<Record<string, unknown>> = {
  'Action#': ActionSchema,
  'ActionParameter#': ActionParameterSchema,
}

/** The place of a flat name in a configuration, if it is one. */
export const nestedPath = (name: string): readonly [section: string, field: string] | undefined =>
  FLAT.get(name)

/** The flat name of a place in a configuration, if it has one. */
export const flatName = (section: unknown, field: unknown): string | undefined =>
  [...FLAT].find(([, place]) => place[0] === section && place[1] === field)?.[0]

/** Names of a configuration, those in its sections in both forms. */
export const settableNames = (): string[] => [
  ...Object.keys(SETTABLE).filter((name) => propertiesOf(SETTABLE[name]) === null),
  ...[...FLAT].flatMap(([flat, place]) => [place.join('.'), flat]),
]

/** Whether a character is returned with a field of this name, which no configuration has. */
export const isReadOnlyField = (name: string): boolean =>
  Object.hasOwn(CharacterSchema.properties, name) && !FLAT.has(name) && !Object.hasOwn(SETTABLE, name)

/**
 * A configuration in the nested form of the service. Fields may also have the flat names with which a character is
 * returned; those that nobody can set are left out. `more` are names that are known beside those of a configuration.
 */
export function normalizeFields(
  written: Plain,
  more: readonly string[] = [],
): { readonly config: Plain; readonly notes: readonly FieldIssue[] } {
  const entries = Object.entries(written)
  const nested = entries.filter(([name]) => !FLAT.has(name) && !isReadOnlyField(name))
  const names = [...Object.keys(SETTABLE), ...FLAT.keys(), ...more]
  const { config, conflicts } = entries
    .filter(([name]) => FLAT.has(name))
    .reduce<Merged>(mergeFlat, { config: Object.fromEntries(nested), conflicts: [] })
  const unsettable = entries
    .filter(([name]) => isReadOnlyField(name))
    .map(([name]): FieldIssue => ({ path: [name], kind: 'unsettable', describe: () => 'cannot be set' }))
  const unknowns = nested.flatMap(([name, value]) => {
    if (Object.hasOwn(SETTABLE, name)) return unknownFieldIssues(SETTABLE[name], value, [name])
    return more.includes(name) ? [] : [unknownFieldIssue([name], names)]
  })
  return { config, notes: [...conflicts, ...unknowns, ...unsettable] }
}

type Merged = { readonly config: Plain; readonly conflicts: readonly FieldIssue[] }

/** There are only so many flat names, so that copying the configuration for each is cheap. */
function mergeFlat({ config, conflicts }: Merged, [name, value]: [string, unknown]): Merged {
  const [section = '', field = ''] = FLAT.get(name) ?? []
  const inner = config[section]
  const conflict = conflictOf({ name, value }, { section, field, inner })
  if (conflict !== null) return { config, conflicts: [...conflicts, conflict] }
  return { config: { ...config, [section]: { ...asObject(inner), [field]: value } }, conflicts }
}

type Place = { readonly section: string; readonly field: string; readonly inner: unknown }

function conflictOf(
  { name, value }: { readonly name: string; readonly value: unknown },
  { section, field, inner }: Place,
): FieldIssue | null {
  const note = (text: string): FieldIssue => ({ path: [name], kind: 'conflict', describe: () => text })
  if (inner === undefined) return null
  if (!isObject(inner)) return note(`contradicts ${section}, which holds no fields`)
  if (!Object.hasOwn(inner, field) || isDeepStrictEqual(inner[field], value)) return null
  return note(`contradicts ${section}.${field}: the same field with another value`)
}

/** Names within a value that the service would silently ignore. */
function unknownFieldIssues(schema: unknown, value: unknown, path: FieldPath): FieldIssue[] {
  const resolved = resolve(schema)
  if (Array.isArray(value)) {
    const items = isObject(resolved) ? resolved['items'] : undefined
    return value.flatMap((one, index) => unknownFieldIssues(items, one, [...path, index]))
  }
  const properties = propertiesOf(resolved)
  if (properties === null || !isObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    Object.hasOwn(properties, name)
      ? unknownFieldIssues(properties[name], inner, [...path, name])
      : [unknownFieldIssue([...path, name], Object.keys(properties))],
  )
}

const resolve = (schema: unknown): unknown =>
  isObject(schema) && typeof schema['$ref'] === 'string' ? REFERENCES[schema['$ref']] : schema

const unknownFieldIssue = (path: FieldPath, names: readonly string[]): FieldIssue => ({
  path,
  kind: 'unknown',
  describe: () => {
    const suggestion = didYouMean(String(path.at(-1)), names)
    return `the service does not know it${suggestion === null ? '' : `; ${suggestion}`}`
  },
})

function propertiesOf(schema: unknown): Plain | null {
  if (!isObject(schema)) return null
  const properties = schema['properties']
  return isObject(properties) ? properties : null
}

const asObject = (value: unknown): Plain => (isObject(value) ? value : {})

/** Lines of which no more are shown. */
const SHOWN = 50

export type FieldIssueLine = { readonly path: FieldPath; readonly text: string }

/** Notes as lines, those on fields that cannot be set as one: `persona.nme: …`, `id, created_at: cannot be set`. */
export function describeFieldIssues(notes: readonly FieldIssue[]): readonly FieldIssueLine[] {
  const unsettable = notes.filter(({ kind }) => kind === 'unsettable')
  const names = unsettable.map(({ path }) => path.join('.')).join(', ')
  const lines = notes
    .filter(({ kind }) => kind !== 'unsettable')
    .slice(0, SHOWN)
    .map(({ path, describe }) => ({ path, text: `${path.join('.')}: ${describe()}` }))
  const rest = notes.length - unsettable.length - lines.length
  return [
    ...lines,
    ...(rest > 0 ? [{ path: [], text: `… and ${rest} more` }] : []),
    ...unsettable.slice(0, 1).map(({ path }) => ({ path, text: `${names}: cannot be set` })),
  ]
}
