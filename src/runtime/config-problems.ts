import { type TObject, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'

export type Path = readonly (string | number)[]

/** What is wrong at a place, to go on from the name of the place: `is missing`. */
export type Problem = { readonly path: Path; readonly text: string }

/** What a schema of `config-schema.ts` finds wrong: the whole list, in the schema's own words (`expected`). */
export function findProblems(schema: TSchema, value: unknown, path: Path = []): Problem[] {
  if (Type.IsArray(schema) && Array.isArray(value)) {
    return value.flatMap((item, at) => findProblems(schema.items, item, [...path, at]))
  }
  if (Type.IsRecord(schema) && isMapping(value)) {
    return Object.entries(value).flatMap(([name, entry]) =>
      Object.values(schema.patternProperties).flatMap((inner) => findProblems(inner, entry, [...path, name])),
    )
  }
  if (Type.IsObject(schema) && isMapping(value)) return findProblemsOfMapping(schema, value, path)
  return Value.Check(schema, value) ? [] : [{ path, text: `must be ${expectedOf(schema)}` }]
}

/** `llm.providers.local.model`, `replies[0].pattern`. */
export function writePath(path: Path): string {
  if (path.length === 0) return 'the file'
  return path
    .map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at > 0 ? '.' : ''}${step}`))
    .join('')
}

/** The name that was probably meant: at most a third of it mistyped, or two letters. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  return best !== undefined && best.distance <= Math.max(2, best.candidate.length / 3)
    ? best.candidate
    : undefined
}

function findProblemsOfMapping(
  { properties, required }: TObject,
  value: Readonly<Record<string, unknown>>,
  path: Path,
): Problem[] {
  const known = Object.keys(properties)
  const unknown = Object.keys(value).filter((name) => !known.includes(name))
  const missing = (required ?? []).filter((name) => !Object.hasOwn(value, name))
  return [
    ...unknown.map((name) => ({ path: [...path, name], text: unknownKey(name, known) })),
    ...missing.map((name) => ({ path: [...path, name], text: 'is missing' })),
    ...Object.entries(properties)
      .filter(([name]) => Object.hasOwn(value, name))
      .flatMap(([name, inner]) => findProblems(inner, value[name], [...path, name])),
  ]
}

function unknownKey(name: string, known: readonly string[]): string {
  const meant = nearest(name, known)
  return `is not a known key; ${meant === undefined ? `known here: ${known.join(', ')}` : `did you mean ${meant}?`}`
}

const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const expectedOf = (schema: TSchema) => ('expected' in schema ? schema.expected : 'something else')

/** Levenshtein's distance: insertions, deletions and replacements between two names. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
