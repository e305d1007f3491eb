import { isDeepStrictEqual } from 'node:util'
import {
  ActionParameterSchema,
  ActionSchema,
  CharacterConfigSchema,
  CharacterSchema,
} from '../../contract/characters.js'
import { isObject } from '../../contract/is-object.js'
import { didYouMean } from '../errors/did-you-mean.js'

type PlainObject = Readonly<Record<string, unknown>>
export type FieldPath = readonly (string | number)[]

/** A problem with a field of an input file. */
export type FieldIssue = {
  /** The path as written in the file. */
  readonly path: FieldPath
  /** `unsettable`: the service sets the field itself. `conflict`: given twice, with different values. */
  readonly kind: 'unknown' | 'unsettable' | 'conflict'
  /** A function, because it searches for similar names: only the issues that are shown need it. */
  describe(): string
}

const SETTABLE: PlainObject = CharacterConfigSchema.properties
/** The sections of a configuration. */
export const SECTIONS = ['persona', 'llm', 'tts', 'stt', 'vad', 'vlm'] as const

/** Maps a flat field name of a returned character to its place in a configuration: `tts_voice` to `tts.voice`. */
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

/** The path in a configuration for a flat field name; undefined if it is none. */
export const nestedPath = (name: string): readonly [section: string, field: string] | undefined =>
  FLAT.get(name)

/** The flat field name for a path in a configuration; undefined if there is none. */
export const flatName = (section: unknown, field: unknown): string | undefined =>
  [...FLAT].find(([, path]) => path[0] === section && path[1] === field)?.[0]

/** All field names of a configuration; those in sections in nested and flat form. */
export const settableNames = (): string[] => [
  ...Object.keys(SETTABLE).filter((name) => propertiesOf(SETTABLE[name]) === null),
  ...[...FLAT].flatMap(([flat, path]) => [path.join('.'), flat]),
]

/** Whether the field is part of a returned character but not of a configuration. */
export const isReadOnlyField = (name: string): boolean =>
  Object.hasOwn(CharacterSchema.properties, name) && !FLAT.has(name) && !Object.hasOwn(SETTABLE, name)

/**
 * Normalizes a configuration to the nested form of the service. Fields may also have the flat names of a returned
 * character; read-only fields are left out. `more` are valid names beside those of a configuration.
 */
export function normalizeFields(
  written: PlainObject,
  more: readonly string[] = [],
): { readonly config: PlainObject; readonly notes: readonly FieldIssue[] } {
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

type Merged = { readonly config: PlainObject; readonly conflicts: readonly FieldIssue[] }

/** Copies the configuration for each flat name, of which there are few. */
function mergeFlat({ config, conflicts }: Merged, [name, value]: [string, unknown]): Merged {
  const [section = '', field = ''] = FLAT.get(name) ?? []
  const inner = config[section]
  const conflict = conflictOf({ name, value }, { section, field, inner })
  if (conflict !== null) return { config, conflicts: [...conflicts, conflict] }
  return { config: { ...config, [section]: { ...asObject(inner), [field]: value } }, conflicts }
}

type Target = { readonly section: string; readonly field: string; readonly inner: unknown }

function conflictOf(
  { name, value }: { readonly name: string; readonly value: unknown },
  { section, field, inner }: Target,
): FieldIssue | null {
  const conflict = (text: string): FieldIssue => ({ path: [name], kind: 'conflict', describe: () => text })
  if (inner === undefined) return null
  if (!isObject(inner)) return conflict(`contradicts ${section}, which is not an object`)
  if (!Object.hasOwn(inner, field) || isDeepStrictEqual(inner[field], value)) return null
  return conflict(`contradicts ${section}.${field}: the same field with another value`)
}

/** Field names within a value that the service would silently ignore. */
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

function propertiesOf(schema: unknown): PlainObject | null {
  if (!isObject(schema)) return null
  const properties = schema['properties']
  return isObject(properties) ? properties : null
}

const asObject = (value: unknown): PlainObject => (isObject(value) ? value : {})

const MAX_ISSUES_SHOWN = 50

export type FieldIssueLine = { readonly path: FieldPath; readonly text: string }

/** Formats issues, with all unsettable fields in one line: `persona.nme: …`, `id, created_at: cannot be set`. */
export function describeFieldIssues(notes: readonly FieldIssue[]): readonly FieldIssueLine[] {
  const unsettable = notes.filter(({ kind }) => kind === 'unsettable')
  const names = unsettable.map(({ path }) => path.join('.')).join(', ')
  const lines = notes
    .filter(({ kind }) => kind !== 'unsettable')
    .slice(0, MAX_ISSUES_SHOWN)
    .map(({ path, describe }) => ({ path, text: `${path.join('.')}: ${describe()}` }))
  const rest = notes.length - unsettable.length - lines.length
  return [
    ...lines,
    ...(rest > 0 ? [{ path: [], text: `… and ${rest} more` }] : []),
    ...unsettable.slice(0, 1).map(({ path }) => ({ path, text: `${names}: cannot be set` })),
  ]
}
